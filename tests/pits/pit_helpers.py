"""Pits for tests: people of every role, a clock, and short ways to say what they do.

pit = Pit()                                   # two tables of Section 42 with deferred vigorish, a day open
serial = pit.prepared()                       # Cleo fills in a form for seat 3, who owes $5
pit.sign(serial)                              # everybody signs, the patron too
refusal = pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
pit.dropped(serial)                           # witnesses, drop
"""

from collections.abc import Iterable, Mapping
from typing import Any

from minibac.machine.kinds import encode
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.papers import AtTable, Copy, PitTable
from minibac.pits.pit import PIT
from minibac.pits.pit_checks import Decision, placed
from minibac.pits.pit_opening import open_pit
from minibac.pits.pit_state import Form, PitState
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import load

DEALER = Actor("Dana", Role.DEALER)
DEALER_2 = Actor("Dora", Role.DEALER)
FLOOR = Actor("Flo", Role.FLOORPERSON)
BOSS = Actor("Bo", Role.PIT_BOSS)
BOSS_2 = Actor("Bea", Role.PIT_BOSS)
MANAGER = Actor("Max", Role.SHIFT_MANAGER)
CLERK = Actor("Cleo", Role.PIT_CLERK)
CLERK_2 = Actor("Carl", Role.PIT_CLERK)
EYE = Actor("Eve", Role.SURVEILLANCE)
ACCOUNTING = Actor("Ada", Role.ACCOUNTING)
ACCOUNTING_2 = Actor("Abe", Role.ACCOUNTING)
CAGE = Actor("Cy", Role.CAGE)
COUNTER = Actor("Nora", Role.COUNT_TEAM)
COUNTER_2 = Actor("Ned", Role.COUNT_TEAM)
GUARD = Actor("Gus", Role.SECURITY)
ADMIN = Actor("Alma", Role.ADMIN)
SPECTATOR = Actor("Sam", Role.SPECTATOR)
PATRON = Actor("guest-3", Role.GUEST, 3)
STRANGER = Actor("guest-7", Role.GUEST, 7)
EVERYBODY = (
    DEALER,
    FLOOR,
    BOSS,
    MANAGER,
    CLERK,
    EYE,
    ACCOUNTING,
    CAGE,
    COUNTER,
    GUARD,
    ADMIN,
    SPECTATOR,
    PATRON,
    THE_HOUSE,
)
"""One person of each role."""

JOURNEY = {"fill": (CAGE, GUARD, DEALER, FLOOR), "credit": (FLOOR, DEALER, GUARD, CAGE)}
"""Who signs a slip, in the order in which its chips go."""
DAY = "2026-11-15"
START = 1_800_000_000_000
MINUTE = 60_000
TOLD = START - 30 * MINUTE
"""When surveillance was told of everything that a pit opens with."""
LATER = {"vigorish_collection": "deferred"}


def facts(rulebook: str = "section-42", **options: Any) -> PitTable:
    """A table that can be built."""
    rules = build(load(rulebook), options)
    assert isinstance(rules, HouseRules), rules
    posted_at = START - 7 * 24 * 60 * MINUTE if options.get("vigorish_type") == "none-banker-6" else None
    return PitTable(rulebook, dict(rules.options), posted_at=posted_at)


def copy_of(form: Form, copy: str = "original", **other: Any) -> Copy:
    """A copy of a form as somebody holds it."""
    same = {name: getattr(form, name) for name in ("serial", "kind", "table", "seat", "guest", "cents", "void")}
    return Copy(**(same | {"copy": copy} | other))


class Pit:
    """A pit with a log, a clock that goes forward by a second, and everybody in it."""

    def __init__(
        self,
        tables: Mapping[str, PitTable] | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        day: bool = True,
        series: bool = True,
    ) -> None:
        self.clock = START
        self.staff = {
            "calling": DEALER.id,
            "wagers": DEALER_2.id,
            "floor": FLOOR.id,
            "pit": BOSS.id,
            "shift": MANAGER.id,
        }
        self.at_table: AtTable | None = None
        """What goes on at the tables, where play waits for the counts."""
        """Who is on duty at its tables."""
        first = open_pit(
            "main",
            "Main pit",
            options if options is not None else {"finish": "feather", "settlement_order": "iv"},
            tables or {"T1": facts(**LATER), "T2": facts(**LATER)},
            START,
            vigorish_days=7,
            told_at=TOLD,
        )
        assert isinstance(first, e.PitOpened), first
        self.log: list[e.PitEvent] = [first]
        self.state: PitState = PIT.opened(first)
        if series:
            for kind, prefix in (
                ("complimentary", "CV"),
                ("uncollected", "UV"),
                ("recovery", "VR"),
                ("fill", "F"),
                ("credit", "C"),
            ):
                self.yes(c.RegisterSeries, by=ACCOUNTING, kind=kind, prefix=prefix, first=1, last=20)
        if day:
            self.yes(c.OpenDay, by=ACCOUNTING, day=DAY)

    # ------------------------------------------------------------------------------------------------- what they do

    def do(self, kind: type[c.PitCommand], /, by: Actor, at: int | None = None, **facts: Any) -> Decision:
        """Give a command, and hear the answer; a refused attempt leaves its trace."""
        self.clock = max(self.clock + 1000, self.state.at) if at is None else at
        command = placed(self.state, kind(by=by, at=self.clock, **facts), lambda _: self.staff, lambda _: self.at_table)
        answer = PIT.decide(self.state, command)
        events = PIT.trace(self.state, command, answer) if isinstance(answer, Refusal) else answer
        self.log += events
        self.state = PIT.apply_all(self.state, events)
        return answer

    def yes(self, kind: type[c.PitCommand], /, by: Actor, at: int | None = None, **facts: Any) -> tuple[Any, ...]:
        """Give a command that must be accepted; its events."""
        answer = self.do(kind, by, at, **facts)
        assert not isinstance(answer, Refusal), f"{kind.__name__} {facts}: {answer}"
        return answer

    def no(self, kind: type[c.PitCommand], /, by: Actor, at: int | None = None, **facts: Any) -> Refusal:
        """Give a command that must be refused, with a citation; the state stays, the time apart."""
        before = self.state
        answer = self.do(kind, by, at, **facts)
        assert isinstance(answer, Refusal), f"{kind.__name__} {facts} was accepted: {answer}"
        assert answer.clause, f"a refusal without a citation: {answer}"
        assert {**_facts(before), "at": 0} == {**_facts(self.state), "at": 0}, "a refusal changed the pit"
        return answer

    def skip(self, ms: int) -> int:
        """Let time pass; the time it is now."""
        self.clock += ms
        return self.clock

    def last(self, kind: type[e.PitEvent]) -> Any:
        return next(event for event in reversed(self.log) if isinstance(event, kind))

    def all(self, kind: type[e.PitEvent]) -> list[Any]:
        return [event for event in self.log if isinstance(event, kind)]

    def form(self, serial: str) -> Form:
        return self.state.forms[serial]

    def check(self) -> None:
        """The log alone gives the state, and the books balance."""
        assert PIT.replay([e.decode(encode(event)) for event in self.log]) == self.state
        assert sum(self.state.balances.values()) == 0

    # ------------------------------------------------------------------------------------------------------- a form

    def prepare(self, **other: Any) -> dict[str, Any]:
        """What the pit clerk writes: seat 3 of table T1 owes $5."""
        usual = {
            "kind": "complimentary",
            "table": "T1",
            "seat": 3,
            "guest": "guest-3",
            "name": "Grace",
            "cents": 5_00,
            "owed_cents": 5_00,
        }
        return usual | other

    def prepared(self, **other: Any) -> str:
        (event,) = self.yes(c.PrepareForm, by=CLERK, **self.prepare(**other))
        return str(event.serial)

    def sign(self, serial: str, people: Iterable[Actor] = (DEALER, BOSS, CLERK, PATRON)) -> list[Any]:
        return [self.yes(c.SignForm, by=by, serial=serial)[0] for by in people]

    def witnessed(self, serial: str) -> list[Any]:
        return [self.yes(c.ConfirmPresence, by=by, serial=serial)[0] for by in (BOSS, CLERK)]

    def dropped(self, serial: str) -> Any:
        """A form that nobody has signed yet goes into the drop box."""
        self.sign(serial)
        self.witnessed(serial)
        (event,) = self.yes(c.DropOriginal, by=DEALER, serial=serial, owed_cents=self.form(serial).cents)
        return event

    def released(self, **other: Any) -> str:
        """A form with all its steps up to the marker button."""
        serial = self.prepared(**other)
        self.dropped(serial)
        self.yes(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=self.form(serial).cents)
        return serial

    def voided(self, **other: Any) -> str:
        serial = self.prepared(**other)
        self.yes(c.SignVoid, by=BOSS, serial=serial, reason="spilt ink")
        self.yes(c.VoidForm, by=CLERK, serial=serial, reason="spilt ink")
        return serial

    # ------------------------------------------------------------------------------------------------------- a table

    def opener(self, table: str = "T1", chips: Mapping[int, int] | None = None) -> None:
        self.counted("opener", table, chips or {500: 100, 2500: 20})

    def counted(self, kind: str, table: str, chips: Mapping[int, int], expected: int | None = None) -> tuple[Any, ...]:
        (count,) = self.yes(
            c.CountInventory, by=DEALER, table=table, kind=kind, chips=dict(chips), expected_cents=expected
        )
        return self.yes(c.AttestCount, by=FLOOR, slip=count.slip, chips=dict(chips))

    def filled(self, kind: str = "fill", table: str = "T1", chips: Mapping[int, int] | None = None) -> str:
        (asked,) = self.yes(c.RequestTransfer, by=FLOOR, kind=kind, table=table, chips=dict(chips or {500: 10}))
        (slip,) = self.yes(c.PrepareSlip, by=CAGE, request=asked.request)
        self.sign(slip.serial, JOURNEY[kind])
        return str(slip.serial)

    def drop_counted(self, table: str = "T1", cash: int = 0, originals: Iterable[Copy] | None = None) -> Any:
        """The box is taken away and counted; without ``originals`` everything that was dropped is there."""
        dropped = [f for f in self.state.of_day() if f.table == table and f.dropped and not f.void]
        found = tuple(copy_of(form) for form in dropped) if originals is None else tuple(originals)
        self.yes(c.RemoveDropBox, by=GUARD, table=table, box=f"box-{table}")
        self.yes(c.CountDrop, by=COUNTER, table=table, notes={1: cash}, originals=found)
        return self.yes(c.CountDrop, by=COUNTER_2, table=table, notes={1: cash}, originals=found)[0]

    def forwarded(self, copies: Iterable[Copy] | None = None) -> None:
        """The clerk forwards everything, and accounting enters what arrived: all of it, unless said otherwise."""
        if any(f.held_by == CLERK.id and not f.forwarded and not f.request for f in self.state.of_day()):
            self.yes(c.ForwardDuplicates, by=CLERK)
        forms = [f for f in self.state.of_day() if not f.request]
        usual = [copy_of(f, name) for f in forms for name in (f.copies if f.void else f.copies[1:])]
        self.yes(c.ReceiveDuplicates, by=ACCOUNTING, copies=tuple(usual if copies is None else copies))

    def whole_day(self, tables: Iterable[str] = ("T1", "T2")) -> tuple[Any, ...]:
        """Everything that is still to do today, done right, and the day closed."""
        for table in tables:
            if not self.state.attested(table, "closer") and self.state.attested(table, "opener"):
                self.counted("closer", table, {500: 100, 2500: 20})
            dropped = any(f.dropped for f in self.state.of_day() if f.table == table)
            if (self.state.attested(table, "opener") or dropped) and table not in self.state.drops:
                self.drop_counted(table)
        if self.state.of_day("complimentary", "uncollected", "recovery"):
            self.forwarded()
            self.yes(c.CompareForms, by=ACCOUNTING)
        for form in self.state.of_day("complimentary", "uncollected"):
            if form.released and not form.posted:
                self.yes(c.PostComplimentary, by=ACCOUNTING, serial=form.serial)
        for table in tables:
            self.win(table)
        return self.yes(c.CloseDay, by=ACCOUNTING, day=self.state.day)

    def win(self, table: str) -> None:
        from minibac.pits.days import table_win

        win = table_win(self.state, table)
        if win is not None and table not in self.state.wins:
            self.yes(c.ReportWin, by=ACCOUNTING, table=table, cents=win.win_cents, forms=win.forms)


def _facts(state: PitState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__}
