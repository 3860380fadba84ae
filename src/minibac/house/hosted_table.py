"""A table of a running house: its state is on disk, its undealt cards are in a sealed vault, its dealer is at work."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Protocol

from msgspec.structs import replace

from minibac.house.hosted_stream import HostedStream, Outcome
from minibac.house.law import act, opening
from minibac.house.news import Answer
from minibac.house.premises import LOG, Premises
from minibac.house.refusal_log import RefusalLog
from minibac.house.sealed_vault import SealedVault, seal_name, shoes_kept
from minibac.house.wallets import with_wallets
from minibac.houses.types import HouseTable
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.play.chips import plain_notes
from minibac.records.store import StoreError
from minibac.records.upcast import read_event, write_event
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.shoes.shoe_list import TOLD_BY, ShoeList
from minibac.shoes.starts import KIND as SHOE_START
from minibac.shoes.starts import ended_by, mark
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.deadlines import Deadline, deadlines
from minibac.table.guest_view import may_see
from minibac.table.guests import least_age
from minibac.table.machine import TABLE
from minibac.table.phases import COUP_PHASES
from minibac.table.snapshot import freeze, thaw
from minibac.table.state import Phase, TableState
from minibac.table.timing import USUAL_SHARE, Timing
from minibac.table.tray import COUNTS
from minibac.voice.said import Money, many, said

SHOE_SNAPSHOT_EVENTS = 100
"""A shoe that ended leaves a snapshot, unless the last one is as fresh as that."""


class CouponRegister(Protocol):
    """Where the house knows its match play coupons by number (A44)."""

    async def claim_coupon(self, table: str, serial: str, face_cents: int) -> Refusal | None: ...

    async def settle_coupons(self, table: str, state: TableState) -> None: ...


LISTS = ("banned", "self-excluded")
"""Lists that a house keeps of persons who may not play."""

TOGETHER = (c.PlaceWager, c.WithdrawWager)
"""What guests do at the same moment, when betting opens; it turns no card and leaves the vault alone."""

COMING = (c.AssignStaff, c.BuyIn, c.SpeakWager)
"""With these somebody comes to deal or to play: a closed tray is opened before, where somebody is there to do it."""

CASH = (c.BuyIn, c.NameNotes, c.SpeakWager, c.ConvertCash)
"""Commands with which cash comes to a table."""

Guard = Callable[["HostedTable", c.Command], Refusal | None]
"""What the house around the table has to say against a command, before the table is asked."""


def to_be_chips(state: TableState, command: c.Command) -> tuple[int, ...]:
    """The sums that a command wants in chips: what is bought, put down, spoken for or taken back; all that lies on an
    area can be taken back whatever it is."""
    if isinstance(command, c.BuyIn):
        return (command.cents,)
    if state.phase is not Phase.BETTING:  # too late, or too early, is said first
        return ()
    match command:
        case c.PlaceWager():
            return (command.cents,)
        case c.SpeakWager():
            return (command.cents, command.cash_cents)
        case c.WithdrawWager(cents=int(cents)) if cents != state.wager(command.seat, command.wager).stake_cents:
            return (cents,)
    return ()


class HostedTable(HostedStream[TableState]):
    """One table. Its commands go in one after the other; its news comes out after each is on disk."""

    def __init__(
        self,
        premises: Premises,
        house_table: HouseTable,
        *,
        pit: str,
        minimum_age: int = 0,
        lists: Collection[str] = LISTS,
        training: bool = False,
        kept: bool = False,
        odds_allowed: bool = False,
        guests: int = 0,
        pace: float = 1.0,
        timing: Timing | None = None,
        guard: Guard | None = None,
    ) -> None:
        self.id = house_table.id
        super().__init__(premises, f"table/{self.id}", TABLE)
        self.name = house_table.name
        self.pit = pit
        self.house_table = house_table
        self.minimum_age = minimum_age
        self.lists = lists
        """The lists of the house that are looked at for this table."""
        self.training = training
        self.kept = kept
        """Whether play waits for the pit's counts of the tray."""
        self.odds_allowed = odds_allowed
        self.guests = guests
        """How many seats automatic guests fill."""
        self.pace = pace
        """How long a step of the automatic dealer takes here, beside the usual."""
        self.timing = timing or premises.settings.timing
        self.lost: tuple[int, ...] = ()
        """Shoes whose order could not be opened when the table was."""
        self.clear: Callable[[c.ClearVigorish], Awaitable[Answer]] = self.give
        """Clears vigorish that cannot be collected: by the way the pit has for it, where the house gave it one."""
        self.opens: Callable[[c.Command], Awaitable[None]] | None = None
        """Has the tray opened before somebody plays or deals, where the house gave it a way."""
        self.heard: Callable[[], None] = lambda: None
        """The house around the table, after each news of it."""
        self.wake: Callable[[], None] = lambda: None
        self.coupons: CouponRegister | None = None
        """The register of the house; a training table has none."""
        self._left_at = -1
        self._resumed_at = 0
        self._guard = guard
        self._refusals = RefusalLog(premises, self.id)
        self._vault = self._new_vault()
        self.shoe_list = ShoeList(premises.store, self.stream, self.id)

    # --- opening

    async def load(self) -> None:
        """Read the table, and open its vault."""
        await super().load()
        await self._before_owning()

    async def open_first(self) -> None:
        """Open the table for the first time."""
        table = self.house_table
        await self.begin(
            opening(
                self.id,
                table.rules,
                self.premises.clock(),
                minimum_cents=table.minimum_cents,
                maximum_cents=table.maximum_cents,
                minimum_age=self.minimum_age,
                timing=self.timing,
                kept=self.kept,
            )
        )

    async def restore_vault(self, state: TableState) -> None:
        """Take up the secret orders of the shoes in play from the store; what cannot be opened is ``lost``."""
        vault = self._new_vault()
        names = [seal_name(self.stream, number) for number in shoes_kept(state)]
        sealed = [await self.premises.store.seal(name) for name in names]
        self.lost = vault.restore(state, sealed)
        self._vault = vault

    def _new_vault(self) -> SealedVault:
        return SealedVault(self.premises.entropy, self.premises.key, self.stream)

    # --- what everybody may ask

    @property
    def staffed(self) -> bool:
        """Whether a person calls the game; the automatic dealer then does only what no person is there for."""
        return self.exists and not is_automatic(self.state.staff[Duty.CALLING])

    @property
    def visited(self) -> bool:
        """Whether the table has somebody to play for: a person who deals, or who has a seat there."""
        return self.staffed or any(not is_automatic(seat.guest) for seat in self.state.seats.values())

    @property
    def watched(self) -> bool:
        """Whether such a person is there now: not one whose connection is lost, or who is still arriving."""
        seats = self.state.seats.values()
        return self.staffed or any(seat.here and not is_automatic(seat.guest) for seat in seats)

    @property
    def can_change_hands(self) -> bool:
        """Between two coups, so that no round changes hands."""
        return self.exists and self.state.phase not in COUP_PHASES

    def deadlines(self) -> tuple[Deadline, ...]:
        """When the house speaks next; where a person is on duty for it, it is left to that person.

        What had begun before the house went down begins anew when it is there again: guests have their time.
        """
        state = self.state
        if state.since < self._resumed_at and state.since <= self._left_at:
            state = replace(state, since=self._resumed_at)
        return tuple(due for due in deadlines(state) if is_automatic(due.command.by.id))

    def resume(self) -> None:
        """The house is there again; the time in which it was not does not count against guests."""
        self._left_at = self.state.at
        self._resumed_at = self.premises.clock()

    def held_cards(self, audience: Actor) -> dict[int, str]:
        """The cards that the vault shows this audience because they are in its own hands."""
        state = self.state
        if audience.role is not Role.GUEST or state.coup is None or not state.coup.handed:
            return {}
        held = may_see(state, audience) - set(state.shown)
        return {} if self.lost else {position: self._vault.card(position) for position in held}

    # --- the stream

    async def _here(self, command: c.Command, id: str, *, travels: bool = False) -> Answer | None:  # noqa: A002
        if self.opens is not None and isinstance(command, COMING) and self.exists and self.state.kept:
            await self.opens(command)
        return await super()._here(command, id, travels=travels)

    def _prepared(self, command: c.Command, id: str) -> c.Command:  # noqa: A002
        if isinstance(command, c.BuyIn):
            notes = command.notes or plain_notes(command.cents, self.house_table.notes_cents) or {}
            return replace(command, transfer=command.transfer or id, notes=notes)
        if isinstance(command, c.ConvertCash) and not command.notes:
            spoken = (s for s in self.state.spoken if (s.seat, s.wager) == (command.seat, command.wager))
            cents = next((s.cash_cents for s in spoken), 0)
            return replace(command, notes=plain_notes(cents, self.house_table.notes_cents) or {})
        return command

    def _said(self, command: c.Command) -> c.Command:
        """Who a guest is, and whether the guest may play, is the door's to say and may change meanwhile."""
        if isinstance(command, c.TakeSeat):
            return replace(command, name="", age=None, of_age=False, attested_by="", excluded=False)
        return replace(command, excluded=False) if isinstance(command, c.BuyIn) else command

    def _joins(self, command: c.Command) -> bool:
        return isinstance(command, TOGETHER) and not getattr(command, "coupon_serial", "")

    async def _handled(self, command: c.Command, id: str) -> Answer:  # noqa: A002
        """A coupon is claimed in the house before it lies here, and given back or struck off when it does not."""
        register = self.coupons
        if register is None or self.state.rules.options.get("match_play") is not True:
            return await super()._handled(command, id)
        if isinstance(command, c.PlaceWager) and command.coupon_serial and await self.answered(command, id) is None:
            refusal = await register.claim_coupon(self.id, command.coupon_serial, command.coupon_cents)
            if refusal is not None:
                self._trace(command, refusal)
                return self._refused(refusal)
        try:
            return await super()._handled(command, id)
        finally:
            await register.settle_coupons(self.id, self.state)

    def _decide(self, command: c.Command) -> Outcome | Refusal:
        if refusal := self._barred(command):
            return refusal
        vault = self._vault.fork()
        steps = act(self.state, command, vault, self.premises.clock)
        if isinstance(steps, Refusal):
            return steps
        if not steps:
            return Outcome((), self.state)
        events = tuple(step.event for step in steps)
        state = steps[-1].state
        return Outcome(
            events,
            state,
            postings=with_wallets(self.state, steps),
            seals=vault.seals(events),
            snapshot=freeze(state) if self._snapshot_due(events) else b"",
            then=self._then(vault, events),
        )

    def _trace(self, command: c.Command, refusal: Refusal) -> None:
        """A refusal is no event of the table; one that tells something about people is kept beside its log. For want of
        chips the table asks for a fill."""
        if refusal.code is Code.TRAY_SHORT and not isinstance(command, c.MoveChips | c.AskFill):
            lacks = (entry.split(":") for entry in refusal.allowed)
            chips = {int(denomination): int(number) for denomination, number in lacks}
            asks = c.AskFill(by=THE_HOUSE, at=0, chips=chips)
            self.premises.spawn(self.carry_out(asks), f"a fill for {self.id}")
        if not self.training:
            self._refusals.note(self.state, command, refusal)

    def _barred(self, command: c.Command) -> Refusal | None:
        """Why the house does not even ask the table, or ``None``."""
        if isinstance(command, c.CallNoMoreBets) and self.premises.paused:
            return refuse(Code.NOT_NOW, said("no new round begins: {paused}", paused=self.premises.paused))
        least = min(self.house_table.chips_cents, default=1)
        if split := next((cents for cents in to_be_chips(self.state, command) if cents > 0 and cents % least), 0):
            sentence = said("{sum} cannot be had in chips: the smallest is {least}")
            sentence = sentence.about(sum=Money(split), least=Money(least))
            book = self.state.rules.rulebook
            cash = book.verbal.convert if isinstance(command, c.SpeakWager) else ()
            return refuse(Code.BAD_STAKE, sentence, *cash, *book.wagers.chips, allowed=(str(least),))
        if isinstance(command, c.TakeActions | c.SettleHouseMoney) and (refusal := self._no_such_chips(command.chips)):
            return refusal
        if isinstance(command, CASH) and (refusal := self._no_such_cash(command)):
            return refusal
        return self._guard(self, command) if self._guard else None

    def _no_such_chips(self, chips: Mapping[int, int]) -> Refusal | None:
        """Why nobody is paid in these chips, or ``None``: a table pays in its own, or in what a fill brought."""
        known = {*self.house_table.chips_cents, *self.state.tray}
        other = next((chip for chip in chips if chip not in known), None)
        if other is None:
            return None
        pays_in = many(map(Money, sorted(known)), "and")
        sentence = said("the table has no chip of {other}: it pays in {chips}", other=Money(other), chips=pays_in)
        clauses = self.state.rules.rulebook.settlement.dealer
        return refuse(Code.WRONG_PAYMENT, sentence, *clauses, allowed=tuple(map(str, sorted(known))))

    def _no_such_cash(self, command: c.BuyIn | c.NameNotes | c.SpeakWager | c.ConvertCash) -> Refusal | None:
        """Why the house does not take this cash, or ``None``: it takes the notes and coins that it has named."""
        known = self.house_table.notes_cents
        takes = many(map(Money, known), "and")
        notes = {} if isinstance(command, c.SpeakWager) else command.notes
        cents = command.cash_cents if isinstance(command, c.SpeakWager) else getattr(command, "cents", 0)
        if cents > 0 and not notes and plain_notes(cents, known) is None:
            sentence = said("{sum} cannot be paid in the notes of the house: {notes}", sum=Money(cents))
        elif other := [note for note, number in notes.items() if number and note not in known]:
            sentence = said("the house takes no {other}: its notes are {notes}", other=Money(other[0]))
        else:
            return None
        return refuse(Code.WRONG_COUNT, sentence.about(notes=takes), COUNTS, allowed=tuple(map(str, known)))

    def _then(self, vault: SealedVault, events: tuple[e.Event, ...]) -> Callable[[], None]:
        before, version = self.state, self.version

        def kept() -> None:
            self._vault = vault
            if any(isinstance(event, e.StackCommitted) for event in events):
                self.lost = ()
            if ended_no := ended_by(before, events):
                start = mark(self.id, ended_no, version, before)
                keeping = self._beside(lambda: self.premises.store.put(SHOE_START, [start]), "where a shoe begins")
                self.premises.spawn(keeping, f"a shoe of {self.id}")
            if any(isinstance(event, TOLD_BY) for event in events):
                listing = self._beside(lambda: self.shoe_list.latest(self.version), "the list of shoes")
                self.premises.spawn(listing, f"the shoes of {self.id}")

        return kept

    async def _beside(self, work: Callable[[], Awaitable[object]], what: str) -> None:
        """Keep what is quicker to have at hand: without it a record, or the list of shoes, is only slower to make."""
        try:
            await work()
        except StoreError as error:
            LOG.warning("%s: %s was not kept: %s", self.stream, what, error)

    def _snapshot_due(self, events: tuple[e.Event, ...]) -> bool:
        since = self.version + len(events) - self._snapshot_at
        ended = any(isinstance(event, e.ShoeRevealed) for event in events)
        return since >= self.premises.settings.snapshot_events or (ended and since >= SHOE_SNAPSHOT_EVENTS)

    def _read(self, line: bytes) -> e.Event:
        return read_event(line)

    def _written(self, event: Any) -> bytes:
        return write_event(event)

    def _thawed(self, snapshot: bytes) -> TableState | None:
        return thaw(snapshot)

    async def _followed(self, events: tuple[Any, ...], state: TableState) -> None:
        """Another process has written: a new shoe, a share in it, or a cut, means another vault."""
        if any(isinstance(event, e.StackCommitted | e.StackMixed | e.StackCut | e.ShoeRevealed) for event in events):
            await self.restore_vault(state)

    async def _before_owning(self) -> None:
        """The vault is that of the log before the first command here: one that is opened later may miss a cut."""
        if self.exists:
            await self.restore_vault(self.state)

    async def _sign(self, events: tuple[Any, ...]) -> None:
        """A commitment is in a signed checkpoint before anybody hears of it, and so before the cut is offered. Its leaf
        is on disk with it; where the store does not answer now, the next checkpoint has it."""
        if self.premises.open_log and any(isinstance(event, e.StackCommitted) for event in events):
            try:
                await self.premises.open_log.checkpoint()
            except StoreError as error:
                LOG.error("the open log was not signed for a new shoe of %s: %s", self.stream, error)

    def _told(self, events: tuple[Any, ...]) -> None:
        del events
        self.wake()
        self.heard()

    # --- what the house itself does at a table

    async def say_excluded(self, guest: str, kind: str, age: int | None = None) -> None:
        """Bring the lists of the house, and an age that is known better by now, to a guest who sits here, whichever
        process owns the table; the table hears whether the guest may play, and no more."""
        await self.follow()
        seats = self.state.seats_of((guest,)) if self.exists else ()
        excluded = kind in self.lists or (seats != () and age is not None and age < least_age(self.state))
        if any(self.state.seats[seat].excluded != excluded for seat in seats):
            said_at_once = c.SayExcluded(by=THE_HOUSE, at=0, guest=guest, excluded=excluded)
            answer = await self.carry_out(said_at_once)
            if not answer.ok:
                LOG.error("%s: the lists of the house did not reach it: %s", self.stream, answer.refusal)

    async def state_times(self) -> None:
        """Tell guests the times of this run, where they are others than the table has stated."""
        if self.state.timing != self.timing:
            await self.give(c.StateTimes(by=THE_HOUSE, at=0, timing=self.timing))

    async def state_share(self) -> None:
        """Tell guests whether they have a share in the next shuffles, where the table has stated something else."""
        wanted = USUAL_SHARE if self.house_table.guests_share else None
        if self.state.share != wanted:
            await self.give(c.StateShare(by=THE_HOUSE, at=0, times=wanted))

    async def report_lost(self) -> Answer | None:
        """Say that the order is lost, which is an incident; ``None`` where nothing is lost."""
        if not self.lost:
            return None
        note = f"the secret order of shoe {self.lost[-1]} cannot be opened: its key is lost, or another one"
        return await self.give(c.Report(by=THE_HOUSE, at=0, kind=Mishap.ORDER_LOST, note=note))
