"""Tables for tests: bring one into any phase under any rulebook, and say which cards come.

    table = Table("massachusetts", seats=(1, 5), cards="5s 5h 4d 3c", house_money="on")
    table.to(Phase.BETTING)                                   # the automatic people do everything up to there
    table.bet(5, "player", 100_00)
    events = table.yes(c.CallNoMoreBets)                      # accepted, or the test fails with the refusal
    refusal = table.no(c.PlaceWager, by=table.guest(5), seat=5, wager="tie", cents=100)
    table.to(Phase.SETTLING)
    saw(events, refusal)                                      # both carry their clauses

A command names its person by ``by``; without it the one whose command it usually is gives it: the calling dealer, the
floorperson, or the guest of the seat it names. ``cards`` are the cards in the order in which they leave the shoe after
the burn; what follows them is a seeded shuffle of the rest.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

from minibac.cards.card import ALL_CARDS, Card, parse_cards
from minibac.cards.share import share_hash
from minibac.cards.shuffle import SeededBytes, shuffle_seeded
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault, Vault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import crew, next_command
from minibac.table.phases import COUP_PHASES, SHARING
from minibac.table.state import CoupInPlay, Phase, TableState
from minibac.table.timing import USUAL_SHARE, ShareTimes

DEALER = Actor("automatic dealer", Role.DEALER)
DORA = Actor("Dora", Role.DEALER)
FLOOR = Actor("automatic floorperson", Role.FLOORPERSON)
BOSS = Actor("automatic pit boss", Role.PIT_BOSS)
MANAGER = Actor("automatic shift manager", Role.SHIFT_MANAGER)
CLERK = Actor("Cleo", Role.PIT_CLERK)
EYE = Actor("Eve", Role.SURVEILLANCE)
ACCOUNTING = Actor("Ada", Role.ACCOUNTING)
CAGE = Actor("Cy", Role.CAGE)
COUNTER = Actor("Nora", Role.COUNT_TEAM)
GUARD = Actor("Gus", Role.SECURITY)
ADMIN = Actor("Alma", Role.ADMIN)
SPECTATOR = Actor("Sam", Role.SPECTATOR)
STAFF = (DEALER, FLOOR, BOSS, MANAGER, CLERK, EYE, ACCOUNTING, CAGE, COUNTER, GUARD, ADMIN, SPECTATOR, THE_HOUSE)
"""One person of each role, guests apart."""

BURN = "As 2h"
"""The shortest burn: an ace and one more."""

START_MS = 1_800_000_000_000
TICK_MS = 1_000

FLOOR_COMMANDS = (
    c.DirectShuffle,
    c.DeclareDead,
    c.ChangeDecks,
    c.CloseTable,
    c.OrderRecut,
    c.ResolveIncident,
    c.CorrectPayment,
    c.ClearVigorish,
    c.RestartScoreboard,
)
SEAT_COMMANDS = (
    c.PlaceWager,
    c.WithdrawWager,
    c.SpeakWager,
    c.ChooseHouseMoney,
    c.WaiveTurning,
    c.CommitShare,
    c.RevealShare,
    c.SayArrived,
    c.SayReady,
    c.LeaveSeat,
    c.ChangeSeat,
    c.BuyIn,
)


SAID: dict[type[c.Command], dict[str, Any]] = {
    c.DoStep: {"ok": True},
    c.LoadShoe: {"batch": "A", "cutting_cards": 2},
    c.BurnCards: {"rack_batch": "none"},
    c.Report: {"disclosed": False},
}
"""What people at these tables say with a command, as the rulebook wants it."""


class RiggedVault(Vault):
    """A vault whose first shoe deals stated cards, and whose later shoes come from a seed.

    It commits, cuts and reveals like any other: the order is turned back by the cut that is to come, which a dealer of
    the test makes in the middle (:meth:`Table.step`), since nobody knows beforehand where the automatic one cuts.
    ``burn`` leaves the shoe first; a continuous device burns and cuts nothing.
    """

    def __init__(self, cards: str, *, burn: str = BURN, seed: int = 1, cut: bool = True) -> None:
        super().__init__(SeededBytes(seed))
        self._first = (*parse_cards(burn if cut else ""), *parse_cards(cards))
        self._seed = seed
        self._shoes = 0
        self._cut = cut

    def _shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        self._shoes += 1
        rest = list(cards)
        if self._shoes > 1:
            return shuffle_seeded(rest, self._seed + self._shoes).cards
        for card in self._first:
            rest.remove(card)
        dealt = (*self._first, *shuffle_seeded(rest, self._seed).cards)
        behind = len(dealt) // 2 if self._cut else 0
        return (*dealt[len(dealt) - behind :], *dealt[: len(dealt) - behind])


def rules_of(rulebook: str, **options: object) -> HouseRules:
    """House rules that can be built."""
    built = build(load(rulebook), options)
    assert isinstance(built, HouseRules), built
    return built


class Table:
    """A live table with a clock that ticks, people of every role, and short ways to say what they do."""

    def __init__(
        self,
        rulebook: str,
        *,
        seats: Iterable[int] = (1, 3, 7),
        chips: int = 10_000_00,
        cards: str | None = None,
        burn: str = BURN,
        seed: int = 1,
        minimum: dict[str, int] | None = None,
        maximum: dict[str, int] | None = None,
        minimum_age: int = 0,
        **options: Any,
    ) -> None:
        rules = rules_of(rulebook, **options)
        self._ticks = count(START_MS, TICK_MS)
        cut = rules.options["shuffler"] != "continuous"
        vault = PracticeVault(seed) if cards is None else RiggedVault(cards, burn=burn, seed=seed, cut=cut)
        self.live = LiveTable(
            "T1",
            rules,
            vault,
            self.now,
            minimum_cents=minimum,
            maximum_cents=maximum,
            minimum_age=minimum_age,
        )
        for seat in seats:
            self.sit(seat, chips)

    # ----------------------------------------------------------------------------------------------- what is known

    @property
    def state(self) -> TableState:
        return self.live.state

    @property
    def rules(self) -> HouseRules:
        return self.live.state.rules

    @property
    def log(self) -> list[e.Event]:
        return self.live.log

    @property
    def hands(self) -> CoupInPlay:
        """The coup on the layout; there must be one."""
        assert self.state.coup is not None, f"no coup is on the layout at {self.state.phase}"
        return self.state.coup

    def at(self, phase: Phase) -> bool:
        """Whether the table stands there."""
        return self.state.phase is phase

    def now(self) -> int:
        """The time of the next command, one second later each time."""
        return max(next(self._ticks), self.live.state.at if hasattr(self, "live") else 0)

    def skip(self, ms: int) -> None:
        """Let time pass."""
        self._ticks = count(self.now() + ms, TICK_MS)

    def guest(self, seat: int) -> Actor:
        """The person who sits there; at an empty seat, somebody who says so."""
        sits = self.state.seats.get(seat)
        return Actor(sits.guest if sits else f"nobody-{seat}", Role.GUEST, seat)

    def last(self, kind: type[e.Event]) -> Any:
        """The latest event of a kind."""
        return next(event for event in reversed(self.log) if isinstance(event, kind))

    def all(self, kind: type[e.Event]) -> list[Any]:
        """Every event of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]

    # ------------------------------------------------------------------------------------------------- what they do

    def make(self, kind: type[c.Command], /, by: Actor | None = None, **facts: Any) -> c.Command:
        """A command, given by the person whose it usually is unless ``by`` says otherwise.

        What somebody must say with it is said as it should be, unless the test says something else.
        """
        facts = {**SAID.get(kind, {}), **facts}
        if kind is c.DoStep and facts["step"] in ("receive", "lace"):
            facts.setdefault("cards_count", self.rules.cards_in_shoe if facts["step"] == "receive" else len(ALL_CARDS))
        return kind(by=by or self._usual(kind, facts), at=self.now(), **facts)

    def _usual(self, kind: type[c.Command], facts: dict[str, Any]) -> Actor:
        if kind in FLOOR_COMMANDS:
            return FLOOR
        if kind is c.AssignStaff:
            return BOSS
        if kind in (c.TakeSeat, c.SayConnection, c.CommitStack, c.RevealShoe):
            return THE_HOUSE
        if kind in SEAT_COMMANDS:
            return self.guest(facts["seat"])
        coup = self.state.coup
        if kind is c.AnswerCut or (kind is c.CutStack and self.state.cut_seat > 0):
            return self.guest(self.state.cut_seat)
        if coup is not None and kind in (c.ReturnCards, c.Relinquish):
            return self.guest(coup.holders.get(facts["hand"], 0))
        if coup is not None and kind is c.AnswerRight:
            return self.guest(coup.offered)
        return DEALER

    def do(self, kind: type[c.Command], /, by: Actor | None = None, **facts: Any) -> tuple[e.Event, ...] | Refusal:
        """Give a command, and hear the answer."""
        return self.live.handle(self.make(kind, by=by, **facts))

    def yes(self, kind: type[c.Command], /, by: Actor | None = None, **facts: Any) -> tuple[Any, ...]:
        """Give a command that must be accepted; its events."""
        answer = self.do(kind, by=by, **facts)
        assert not isinstance(answer, Refusal), f"{kind.__name__} {facts}: {answer}"
        return answer

    def no(self, kind: type[c.Command], /, by: Actor | None = None, **facts: Any) -> Refusal:
        """Give a command that must be refused, with a clause and without any change; the refusal."""
        before = self.state
        answer = self.do(kind, by=by, **facts)
        assert isinstance(answer, Refusal), f"{kind.__name__} {facts} was accepted: {answer}"
        assert answer.clause, f"a refusal without a clause: {answer}"
        assert self.state is before
        return answer

    def sit(self, seat: int, chips: int = 10_000_00, guest: str | None = None, **facts: Any) -> None:
        """Somebody of age sits down and buys chips."""
        who: dict[str, Any] = {
            "guest": guest or f"guest-{seat}",
            "name": f"Guest {seat}",
            "age": 30,
            "attested_by": "Fay",
        }
        self.yes(c.TakeSeat, seat=seat, **who, **facts)
        if chips:
            self.yes(c.BuyIn, seat=seat, cents=chips, transfer=f"in-{seat}-{self.state.at}")

    def bet(self, seat: int, wager: str, cents: int = 100_00, **facts: Any) -> tuple[e.Event, ...]:
        """A guest puts chips on an area."""
        return self.yes(c.PlaceWager, seat=seat, wager=wager, cents=cents, **facts)

    def report(self, kind: str, **facts: Any) -> tuple[e.Event, ...]:
        """The dealer reports what has happened."""
        return self.yes(c.Report, kind=kind, **facts)

    def dead(self) -> tuple[Any, ...]:
        """Nobody has wagered for a while, and the floorperson declares the table dead."""
        self.skip(self.state.timing.betting_ms)
        return self.yes(c.DeclareDead)

    # ------------------------------------------------------------------------------------------- the automatic people

    def next(self) -> c.Command | None:
        """What the automatic people would do now."""
        found = next_command(self.state, self.now())
        return found.command if found else None

    def step(self) -> bool:
        """Let them do one step; false while the table waits."""
        if isinstance(self.live.vault, RiggedVault) and self.at(Phase.CUT):
            caller, at = crew(self.state).caller, self.state.at
            self.live.handle(c.AssignStaff(by=THE_HOUSE, at=at, duty="calling", person=DORA.id))
            (cut,) = self.yes(c.CutStack, by=DORA, position=self.state.cards_count // 2)
            return bool(self.live.handle(c.AssignStaff(by=THE_HOUSE, at=cut.at, duty="calling", person=caller.id)))
        return self.live.step()

    def to(self, target: Phase | Callable[[TableState], bool], limit: int = 20_000) -> None:
        """Let them work until a phase, or a condition, is reached. It may be reached already."""
        reached = (lambda state: state.phase is target) if isinstance(target, Phase) else target
        for _ in range(limit):
            if reached(self.state):
                return
            assert self.step(), f"the table waits at {self.state.phase} before it reaches {target}"
        raise AssertionError(f"{target} was not reached in {limit} steps; the table is at {self.state.phase}")

    def coup(self) -> None:
        """From where the table stands to the discard rack, and to the next betting or what comes before it."""
        self.to(Phase.RACKING)
        self.step()

    def shoe(self) -> None:
        """To the end of this shoe and its reveal."""
        shoe_no = self.state.shoe_no or 1
        self.to(
            lambda _: any(isinstance(event, e.ShoeRevealed) and event.shoe_no == shoe_no for event in self.log[-4:])
        )

    # --- the guests' share of the shuffle

    def share(self, times: ShareTimes | None = USUAL_SHARE) -> None:
        """From now on guests have a share in the shuffle."""
        self.yes(c.StateShare, by=THE_HOUSE, times=times)

    def give_share(self, seat: int, value: str = "") -> str:
        """The program of a guest shows the hash of a value, which is the answer."""
        value = value or f"{seat:02x}" * 32
        sealed = share_hash(self.state.table, self.state.shoe_no + 1, seat, value)
        self.yes(c.CommitShare, seat=seat, hash=sealed)
        return value

    def close(self) -> None:
        """Everybody leaves, and the table closes."""
        for seat in self.state.occupied:
            self.yes(c.LeaveSeat, seat=seat)
        self.yes(c.CloseTable)


def at_phase(phase: Phase, rulebook: str, **options: Any) -> Table:
    """A table in a phase: the shortest way there, with wagers that make the phase exist.

    ``HOUSE_MONEY`` needs House Money among the options, ``CUT_OFFER`` to ``LOADED`` a shoe that is cut.
    """
    table = Table(rulebook, **options)
    if phase is Phase.DEAD:
        table.to(Phase.BETTING)
        table.dead()
    elif phase is Phase.CLOSED:
        table.to(Phase.BETTING)
        table.close()
    elif phase is Phase.BETWEEN:  # a coup void by a supervisor leaves nothing due; the end of the shoe does
        table.to(phase, limit=200_000)
    elif phase in SHARING:
        table.share()
        table.to(Phase.SHARES)
        if phase is Phase.MIXING:
            for seat in table.state.occupied:
                table.give_share(seat)
    elif phase in (Phase.COMMIT, Phase.SHOE_OVER):
        raise ValueError("the house leaves this phase at once: see `house_phase`")
    else:
        table.to(Phase.BETTING) if phase in COUP_PHASES else None
        if phase in COUP_PHASES:
            for seat in table.state.occupied:
                for proposition in table.rules.propositions:
                    table.bet(seat, proposition.id, 100_00)
        table.to(phase)
    return table


def house_phase(phase: Phase, rulebook: str, **options: Any) -> TableState:
    """The state in ``COMMIT`` or ``SHOE_OVER``, which a live table passes through by itself."""
    from minibac.table.machine import replay

    table = Table(rulebook, **options)
    table.to(Phase.BETTING)
    table.close()
    event = e.StackCommitted if phase is Phase.COMMIT else e.ShoeRevealed
    index = next(number for number, found in enumerate(table.log) if isinstance(found, event))
    state = replay(table.log[:index])
    assert state.phase is phase
    return state


def deck_order(decks: int) -> list[str]:
    """Every card of that many decks, sorted by name."""
    return sorted(map(str, ALL_CARDS * decks))
