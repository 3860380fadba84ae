"""A house that is open: its tables, its pits and its own log, on one store, in one process or several."""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from minibac.cards.shuffle import Entropy
from minibac.house.dealer import AutomaticDealer
from minibac.house.hosted_pit import HostedHouseLog, HostedPit, pit_names, zone_of
from minibac.house.hosted_stream import HostedStream
from minibac.house.hosted_table import HostedTable
from minibac.house.news import Answer, News
from minibac.house.open_log import OpenLog
from minibac.house.ownership import Ownership
from minibac.house.pit_links import PitLinks
from minibac.house.premises import CHANGED, LOG, Premises
from minibac.house.recovery import recover, say_gone, stays_closed
from minibac.house.self_check import Finding, SelfCheck
from minibac.house.settings import Settings
from minibac.house.times import Clock, Later, loop_later
from minibac.house.training_tables import (
    KIND,
    PACES,
    PIT,
    Pace,
    TrainingTable,
    no_room,
    training_house_table,
    training_name,
    training_rules,
    training_times,
)
from minibac.houses.checks import no_share
from minibac.houses.papers import pit_text
from minibac.houses.types import CHIPS_OF_EXCLUDED, House, Inventory
from minibac.machine.roles import THE_HOUSE
from minibac.pits.house import gaming_day
from minibac.pits.house_events import ParameterChanged
from minibac.pits.house_state import TRAINING_TABLE
from minibac.pits.notices import waiting_change
from minibac.pits.pit_checks import COUNTS
from minibac.pits.pit_opening import unlike_pit
from minibac.pits.who import shared_clauses
from minibac.records.store import Broken, Store, StoreError, Unsound
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.school.marks import Marks, load_marks
from minibac.school.record import SCHOOL, open_school
from minibac.school.record_commands import StateMarks
from minibac.school.record_state import SchoolState
from minibac.table import commands as c
from minibac.table.changes import CHANGEABLE, notices_for
from minibac.table.timing import Timing
from minibac.voice.said import Said, many, said
from minibac.voice.times import NO_ZONE

__all__ = ["Answer", "News", "OpenHouse"]

HOUR_MS, MINUTE_MS = 3_600_000, 60_000
TABLE, SCHOOL_LOG = "table/", "school"
"""How the stream of a table begins, and that of the school."""
MARKS_STAY = said("the marks of the school stay as they are")
TRAINING_ID = re.compile(TRAINING_TABLE + r"[0-9a-f]{10}")


class OpenHouse:
    """Everything that runs, and the one door to it."""

    def __init__(self, premises: Premises) -> None:
        self.premises = premises
        self.store = premises.store
        self.settings = premises.settings
        self.tables: dict[str, HostedTable] = {}
        self.pits: dict[str, HostedPit] = {}
        self.own = HostedHouseLog(premises, self.pits, self.tables)
        """The house's own log, the authority on who may do what."""
        self.school: HostedStream[SchoolState] = HostedStream(premises, SCHOOL_LOG, SCHOOL)
        """The log of the house's school: classes, attempts, signatures."""
        self.interrupted: tuple[Said, ...] = ()
        """What recovery found and did, in sentences."""
        self.not_taken: tuple[Refusal, ...] = ()
        """What the house files ask for and this house does not do: a pit, a table or a change without its notice."""
        self.broken: dict[str, Unsound] = {}
        """What is wrong with logs that are not as they were written, by stream: nothing is dealt on them."""
        self.excluded_chips = CHIPS_OF_EXCLUDED[0]
        """What becomes of the chips of a person who may not play: the strictest that a house file says."""
        self.without_place: tuple[str, ...] = ()
        """Tables of the records that no house file of this run has."""
        self.open_log = OpenLog(premises.store, premises.key, None)
        self.self_check = SelfCheck(premises.store)
        self.checked_at = 0
        self.present: Callable[[str, str], bool] = lambda _, __: False
        """Whether a guest (second) is connected to a table (first) here; the server says so."""
        self._links = PitLinks(premises, self.own, self.pits, self.tables)
        self._dealers: dict[str, AutomaticDealer] = {}
        self._up: dict[str, HostedStream[Any]] = {}
        """The streams that are open here."""
        self._ownership = Ownership(
            premises, self._up, self._taken_over, self._sync_training, self._close_broken, self._process_gone
        )
        self._first: dict[str, Callable[[], Awaitable[object]]] = {}
        self._coming: set[str] = set()
        """Training tables that are just being opened."""
        self._cancel_check: Callable[[], None] = lambda: None
        self._cancel_heads: Callable[[], None] = lambda: None
        self._closed = False
        premises.clock_changed = self._clock_changed

    @classmethod
    async def open(
        cls,
        store: Store,
        houses: Sequence[House],
        *,
        settings: Settings,
        key: bytes,
        clock: Clock | None = None,
        entropy: Entropy = os.urandom,
        owner: str = "",
        later: Later = loop_later,
        beside: Path | None = None,
    ) -> "OpenHouse":
        """Open a house on a store: for the first time, after a crash, or beside other processes.

        ``beside`` is the file for the checkpoint of the open log that is signed last.
        """
        house = cls(Premises(store, settings, key, clock=clock, entropy=entropy, later=later, owner=owner))
        house.open_log = OpenLog(store, key, beside)
        try:
            await house.bring_up(houses)
        except BaseException:  # whatever was begun is finished, and let go of
            await house.close()
            raise
        return house

    async def bring_up(self, houses: Sequence[House]) -> None:
        """Open everything, each stream as its log left it."""
        await self.check_self()
        for fault in await self.store.glance():
            self._stays_closed(fault)
        self.interrupted += await self.open_log.open(self.now())
        self.premises.open_log = self.open_log
        self._ownership.start()
        names = pit_names(houses)
        self.own.coupons = {prefix: face for described in houses for prefix, face in described.coupons.items()}
        chips = [described.eligibility.excluded_chips for described in houses]
        self.excluded_chips = max(chips, key=CHIPS_OF_EXCLUDED.index, default=CHIPS_OF_EXCLUDED[0])
        await self._bring_up_stream(self.own, lambda: self.own.open_first(houses, (*names.values(), PIT)))
        if (kept_zone := self.time_zone) != zone_of(houses):
            why = said("the time zone is stated once, when a house opens for the first time")
            what = said("the house goes by {zone}, as its log has it", zone=kept_zone)
            self._does_not(what, refuse(Code.NOT_NOW, why))
        await self._unless_broken(self._bring_up_stream(self.school, self._open_school))
        if file := next((described.marks_file for described in houses if described.marks_file), ""):
            await self._take_marks(file)
        for number, described in enumerate(houses):
            for name in described.pits:
                await self._unless_broken(self._bring_up_pit(names[number, name], described, name))
            for table in described.tables.values():
                age, lists = described.eligibility.minimum_age, described.eligibility.lists
                pit = names[number, table.pit]
                made = HostedTable(
                    self.premises,
                    table,
                    pit=pit,
                    minimum_age=age,
                    lists=lists,
                    guard=self._links.guard,
                    kept=described.inventory is not Inventory.NONE,
                )
                made.coupons = self.own
                if pit in self.pits and await self._may_stand(made):
                    await self._unless_broken(self._bring_up(made))
            for name in described.pits:
                if (opened := self.pits.get(names[number, name])) is not None:
                    self._links.connect(opened)
        for kept in await self._kept_training():
            await self._take_up(kept)
        placed = {name for described in houses for name in described.tables}
        kept_tables = [name.removeprefix(TABLE) for name in await self.store.streams() if name.startswith(TABLE)]
        self.without_place = tuple(
            name for name in kept_tables if name not in placed and not TRAINING_ID.fullmatch(name)
        )
        self._ownership.take_part()
        self._check_later()
        self._say_heads_later()

    # --- what everybody may ask

    @property
    def paused(self) -> str:
        """Why no new coup begins, or nothing."""
        return self.premises.paused

    def now(self) -> int:
        """The time of the house."""
        return self.premises.clock()

    @property
    def time_zone(self) -> str:
        """Where the house is: its days turn by the clock there."""
        return self.own.state.time_zone if self.own.exists else NO_ZONE

    @property
    def idle(self) -> bool:
        """Whether everything waits: for the time, for a guest, for another process."""
        waiting = sum(dealer.idle for dealer in self._dealers.values()) + self._ownership.idle
        return self.premises.busy == waiting == len(self._dealers) + self._ownership.running

    def listen(self, told: Callable[[News], None]) -> Callable[[], None]:
        """Hear the news of every stream, after the commit and in the order of its log; the function stops it."""
        return self.premises.listen(told)

    async def check_self(self) -> Finding:
        """Look at the program's own files; a difference stops new coups (R42)."""
        finding = await self.self_check.look()
        self.checked_at = self.now()
        if finding.ok:
            self.premises.go_on(CHANGED)
        else:
            self.premises.stop(CHANGED, str(finding))
        return finding

    # --- training tables

    async def add_training_table(
        self,
        rulebook: str,
        options: Mapping[str, str],
        *,
        name: str = "",
        by: str = "",
        timing: Timing | None = None,
        depth: int | None = None,
        odds: bool = True,
        guests: int = 0,
        help: bool = True,  # noqa: A002
        pace: Pace = "usual",
        deals: bool = False,
        guests_share: bool = False,
        address: str = "",
    ) -> HostedTable | tuple[Refusal, ...]:
        """A table of one's own with these options, or every reason why not.

        ``guests`` automatic guests take seats, as many as there are; one stays free for the owner unless the owner
        ``deals``. An owner who does not deal plays, and leaves the dealing to the automatic dealer. A guest has an
        ``address``, the staff none.
        """
        sets: dict[str, str | int] = {**options} if depth is None else {**options, "cut_card_depth": depth}
        rules = training_rules(rulebook, sets)
        if not isinstance(rules, HouseRules):
            return rules
        if guests_share and (refusal := no_share(rules)):
            return (refusal,)
        number = self.premises.entropy(5).hex()
        chosen: dict[str, bool | int | str] = {key: rules.options.get(key, value) for key, value in sets.items()}
        own = f"{TRAINING_TABLE}{number}"
        table = TrainingTable(
            id=own,
            name=name or str(training_name(own, rulebook)),
            by=by,
            rulebook=rulebook,
            options=chosen,
            timing=timing,
            odds=odds,
            guests=min(guests, rules.seats if deals else rules.seats - 1),
            help=help,
            pace=pace,
            deals=deals,
            guests_share=guests_share,
            address=address,
        )
        self._coming.add(table.id)
        try:
            async with self.premises.alone("training"):  # of many at once, no more than there is room
                if refusal := no_room(await self._kept_training(), by, address, self.settings):
                    return (refusal,)
                await self.store.put(KIND, [(table.id, msgspec.json.encode(table))])
            return await self._bring_up_training(table, rules)
        finally:
            self._coming.discard(table.id)

    async def _kept_training(self) -> list[TrainingTable]:
        return [msgspec.json.decode(kept, type=TrainingTable) for kept in (await self.store.all(KIND)).values()]

    async def remove_table(self, id: str) -> None:  # noqa: A002
        """Take a training table away: everybody gets up with their chips, its log stays in the store."""
        table = self.tables[id]
        assert table.training, "a table of the house stays"
        for seat in table.state.occupied:
            await table.give(c.LeaveSeat(by=THE_HOUSE, at=0, seat=seat))
        await self.store.put(KIND, [(id, None)])
        await self._drop(table)
        await self._ownership.release(table)

    async def find_table(self, id: str) -> HostedTable | None:  # noqa: A002
        """A table by its id; a training table that another process has just made is taken up at once."""
        if id not in self.tables and self.premises.shared and TRAINING_ID.fullmatch(id):
            if await self.store.get(KIND, id) is not None:
                await self._sync_training()
            while id in self._coming:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return self.tables.get(id)

    async def _drop(self, table: HostedTable) -> None:
        del self.tables[table.id]
        self._up.pop(table.stream, None)
        self.premises.woken.remove(table.wake)
        await self._dealers.pop(table.id).close()

    async def _sync_training(self) -> None:
        """Take up the training tables that other processes made, and let go of those they took away."""
        kept = await self.store.all(KIND)
        for name in kept.keys() - self.tables.keys():
            await self._take_up(msgspec.json.decode(kept[name], type=TrainingTable))
        for table in [table for table in self.tables.values() if table.training and table.id not in kept]:
            if table.id not in self._coming:
                await self._drop(table)

    async def _take_up(self, kept: TrainingTable) -> None:
        """Bring a training table up, once: a start and the news of another process may come upon it together."""
        if kept.id in self.tables or kept.id in self._coming:
            return
        self._coming.add(kept.id)
        try:
            await self._unless_broken(self._bring_up_training(kept))
        finally:
            self._coming.discard(kept.id)

    # --- closing

    async def close(self) -> None:
        """Finish what is under way, and let go of everything."""
        if self._closed:
            return
        self._closed = self.premises.closing = True
        self._cancel_check()
        self._cancel_heads()
        self._links.close()
        await asyncio.gather(*(dealer.close() for dealer in self._dealers.values()))
        await self._say_heads()
        await self._ownership.close()
        await self.premises.settle()
        self._ownership.stop_listening()

    # --- inside

    async def _bring_up_stream(self, stream: HostedStream[Any], open_first: Callable[[], Awaitable[object]]) -> None:
        """Read a stream, and open it for the first time where it is this process's to do."""
        if (fault := self.broken.get(stream.stream)) is not None:
            raise Broken(fault)
        await stream.load()
        if not self.premises.shared:
            if not stream.exists:
                await open_first()
            self._up[stream.stream] = stream
            return
        self._first[stream.stream] = open_first
        owned = await self._ownership.claim(stream)
        while not owned and not stream.exists:  # its owner is just about to open it, or has died before it could
            await asyncio.sleep(0.05)
            await stream.follow()
            owned = await self._ownership.claim(stream)
        self._up[stream.stream] = stream  # from here on its lease is renewed, and it hears what is new
        await stream.follow()

    async def _open_school(self) -> None:
        own = self.own.state
        await self.school.begin(open_school(own.name, self.premises.clock(), time_zone=own.time_zone))

    async def _take_marks(self, file: str) -> None:
        """The school's own marks, where the house file names them and says something else than at the last start."""
        marks = await asyncio.to_thread(load_marks, file)
        if not isinstance(marks, Marks):
            self._does_not(MARKS_STAY, *marks)
        elif self.school.exists:
            answer = await self.school.command(StateMarks(by=THE_HOUSE, at=0, marks=marks))
            if answer.refusal is not None:
                self._does_not(MARKS_STAY, answer.refusal)

    async def _bring_up_pit(self, name: str, described: House, pit_id: str) -> None:
        pit = HostedPit(self.premises, name, self.tables, self.pits, self.own)
        pit.house_day = lambda: gaming_day(self.own.state, self.premises.clock()) if self.own.exists else None
        first = pit.first_event(described, pit_id)
        if isinstance(first, tuple):
            self._does_not(said("the pit {name} stays closed", name=name), *first)
            return
        await self._bring_up_stream(pit, lambda: pit.begin(first))
        self.pits[name] = pit
        if pit.state.inventory is not described.inventory:
            what = said("the pit {name} counts its trays as its log has it", name=name)
            why = said("whether play waits for the counts is stated once, when a house opens for the first time")
            self._does_not(what, refuse(Code.NOT_NOW, why, COUNTS))

    async def _may_stand(self, table: HostedTable) -> bool:
        """Whether a table of the house file is one of its pit: a new one joins it first, with what was told before."""
        pit = self.pits[table.pit]
        if table.id in pit.state.tables:
            return True
        if home := next((known for known in self.pits.values() if table.id in known.state.tables), None):
            knows_pits = pit_text(table.house_table.rules.rulebook) is not None
            why = said("a table stays in the pit that has it in its log: a file moves it nowhere")
            what = said("table {name} plays on in the pit {pit}", name=table.id, pit=home.id)
            self._does_not(what, refuse(Code.DIFFERS_FROM_PIT, why, *(shared_clauses() if knows_pits else ())))
            table.pit = home.id
            return True
        if refusal := await pit.take_in(table.house_table):
            self._does_not(said("table {name} stays closed", name=table.id), refusal)
            return False
        return True

    def _does_not(self, what: Said, *refusals: Refusal) -> None:
        self.not_taken += tuple(
            refusal._replace(said=said("{what}: {why}", what=what, why=refusal.said)) for refusal in refusals
        )

    async def _bring_up(self, table: HostedTable) -> HostedTable:
        table.clear = lambda command: self._links.clear_by_form(table, command)
        table.heard = lambda: self._links.something_happened(table.id)
        table.opens = lambda command: self._links.open_tray(table, command)
        await self._bring_up_stream(table, table.open_first)
        if not table.training and (refusal := self._unlike_pit(table)):
            self._does_not(said("table {name} stays closed", name=table.id), refusal)
            await self._ownership.release(table)
            del self._up[table.stream]
            return table
        dealer = self._dealers[table.id] = AutomaticDealer(table)
        self.premises.woken.append(dealer.wake)
        self.tables[table.id] = table
        if not table.training:
            self._unchanged(table)
        if table.owned:
            await self._recovered(table)
        dealer.start()
        return table

    def _unlike_pit(self, table: HostedTable) -> Refusal | None:
        """Why a table that has a log cannot stand in its pit, or ``None``: it differs from the others there, and no
        change is on its way to it."""
        pit = self.pits[table.pit].state
        if not table.exists or waiting_change(pit, table.id):
            return None
        return next(iter(unlike_pit(pit.options, table.id, table.state.rules)), None)

    def _unchanged(self, table: HostedTable) -> None:
        """A house file that was changed changes no table that has a log: its pit does, after the notices. What the file
        has otherwise than the log is told, whatever it is."""
        before, after = table.state.rules, table.house_table.rules
        what = said("table {name} plays on as its log has it", name=table.id)
        noticed = notices_for(before, after).clauses if before.rulebook == after.rulebook else ()
        if noticed:
            why = said("its vigorish, its settlement or its shuffle changes in the pit, after a notice")
            self._does_not(what, refuse(Code.NO_NOTICE, why, *noticed))
        if differs := tuple(_otherwise(table, noticed=bool(noticed))):
            why = said("the house file has {things} otherwise, and a file changes no table that plays")
            self._does_not(what, refuse(Code.NOT_NOW, why.about(things=many(differs, "and"))))

    async def _bring_up_training(self, kept: TrainingTable, rules: HouseRules | None = None) -> HostedTable:
        found = rules or training_rules(kept.rulebook, kept.options)
        assert isinstance(found, HouseRules), found
        table = HostedTable(
            self.premises,
            training_house_table(kept, found),
            pit=PIT,
            training=True,
            odds_allowed=kept.odds,
            guests=kept.guests,
            pace=PACES[kept.pace],
            timing=training_times(kept, self.settings.timing),
            guard=self._links.guard,
        )
        return await self._bring_up(table)

    def _stays_closed(self, fault: Unsound) -> None:
        """Nothing is dealt on a log that is not as it was written; without the house's own nothing is dealt at all."""
        if fault.stream in ("", self.own.stream):
            raise Broken(fault)
        self.broken[fault.stream] = fault
        self.interrupted += (stays_closed(fault),)

    async def _unless_broken(self, opening: Awaitable[object]) -> None:
        """Open something; where its log is broken everything else is opened all the same."""
        try:
            await opening
        except Broken as broken:
            if broken.fault.stream not in self.broken:
                self._stays_closed(broken.fault)

    async def _close_broken(self, broken: Broken) -> None:
        """A log was found broken while others play: close what stands on it."""
        fault = self.broken[broken.fault.stream] = broken.fault
        LOG.error("%s", stays_closed(fault))
        stream = self._up.pop(fault.stream, None)
        if stream is self.own:
            self.premises.stop(fault.stream, str(stays_closed(fault)))
        closed = [table for table in self.tables.values() if table is stream]
        if isinstance(stream, HostedPit):
            del self.pits[stream.id]
            closed = [table for table in self.tables.values() if table.pit == stream.id]
        for table in closed:
            await self._ownership.release(table)
            await self._drop(table)

    async def _taken_over(self, stream: HostedStream[Any], handed: bool) -> None:
        """This process owns a stream that it did not own before: nobody did, or another one ``handed`` it over."""
        if not stream.exists:
            await self._first[stream.stream]()
        elif isinstance(stream, HostedTable) and stream.stream in self._up:
            if handed and not stream.lost:
                stream.wake()  # nothing was interrupted, and who was there still is
            else:
                await self._recovered(stream)
        elif isinstance(stream, HostedPit):
            self._links.resume(stream)

    async def _process_gone(self) -> None:
        """Another process is gone, and with it the pages of its guests, at whosever tables they sit."""
        for table in [table for table in self.tables.values() if table.owned]:
            await say_gone(table, self.present)

    async def _recovered(self, table: HostedTable) -> None:
        table.resume()
        await table.state_times()
        await table.state_share()
        self.interrupted += await recover(table, self.present)
        table.wake()

    def _clock_changed(self, before: int, now: int) -> None:
        """The clock of the machine was turned: a significant event (R24)."""
        reason = "the clock of the machine was turned; the time of the house runs on until they agree"
        changed = ParameterChanged(
            by=THE_HOUSE.id, clauses=("R24",), name="clock", before=str(before), after=str(now), reason=reason
        )
        self.premises.spawn(self.own.write_down(changed), "a clock that was turned")

    def _check_later(self) -> None:
        def look() -> None:
            self.premises.spawn(self.check_self(), "the self-check")
            self._check_later()

        self._cancel_check = self.premises.later(self.settings.self_check_hours * HOUR_MS, look)

    def _say_heads_later(self) -> None:
        def say() -> None:
            self.premises.spawn(self._say_heads(), "the heads for the open log")
            self._say_heads_later()

        self._cancel_heads = self.premises.later(self.settings.log_minutes * MINUTE_MS, say)

    async def _say_heads(self) -> None:
        """Every log that this process writes says in the open log where it stands, and that is signed."""
        if self.premises.open_log is None:
            return
        for stream in tuple(self._up.values()):
            with suppress(StoreError):  # it is away, or another process owns the log meanwhile and says so
                await stream.say_head()
        try:
            await self.open_log.checkpoint()
        except StoreError as error:
            LOG.error("the open log was not signed: %s", error)


def _otherwise(table: HostedTable, *, noticed: bool) -> Iterator[str]:
    """The keys of the house file under which it says of a table that plays what its log does not.

    What a notice is wanted for is told with its clauses, and not once more.
    """
    state, file = table.state, table.house_table
    before, after = state.rules.options, file.rules.options
    if state.rules.rulebook != file.rules.rulebook:
        yield "rulebook"
        return
    told = CHANGEABLE if noticed else ()
    yield from (name for name in {**before, **after} if before.get(name) != after.get(name) and name not in told)
    if (state.minimum_cents, state.maximum_cents) != (file.minimum_cents, file.maximum_cents):
        yield "limits"
    if state.minimum_age != table.minimum_age:
        yield "minimum_age"
