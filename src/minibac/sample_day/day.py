"""A simulated gaming day: several pits, tables, staff and guests, from the openers to the last comp.

Real commands go through the real decisions of tables, pits and the house into a store, with practice shoes and a clock
that somebody turns. A seed gives the same day again. Errors can be put in (``minibac.sample_day.errors``); each
says what must stand in the list of exceptions afterwards, and nothing else may.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from minibac.books.day_end import DayEnd
from minibac.books.kept_reports import report_text
from minibac.books.signed_figures import figures_hash
from minibac.books.tray import in_drop_box, in_ledger, in_tray
from minibac.house.automatic_day import first_tray
from minibac.house.cage_moves import automatic_counts, to_give
from minibac.house.trays import transfer_commands, tray_command
from minibac.houses.house import House, packaged_house
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.pits import house_commands as h
from minibac.pits import pit_commands as p
from minibac.pits import pit_events as e
from minibac.pits.days import table_win
from minibac.pits.forms import clear_command
from minibac.pits.house import open_house
from minibac.pits.notices import change_for, waiting_change
from minibac.pits.papers import VIGORISH_PAPERS, Copy, Count, Paper
from minibac.pits.pit_opening import MINUTE_MS, open_pit_of
from minibac.pits.pit_state import Form
from minibac.pits.signing import BALANCED
from minibac.play.chips import Chips, in_chips, made_of, put_together, without, worth
from minibac.records.store import Store
from minibac.rules.refusal import Code, Refusal
from minibac.rules.remedies import Mishap
from minibac.rules.rulebook import Value
from minibac.sample_day.scene import Clock, Dice, SceneHouse, ScenePit, SceneTable
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.events import IncidentOpened
from minibac.table.opening import decks_too_old
from minibac.table.state import Phase
from minibac.table.steps import book_of
from minibac.voice.times import in_zone

FIRST_DAY = "2026-11-14"
OPENS_HOUR = 6
COUPS = 8
MANY_COUPS = 30
"""So many coups at each table are a day of some eleven hours; the clock goes slower on days with more."""
WALLET_CENTS = 50_000_00
BUY_IN_CENTS = 10_000_00
SMALLER_NOTE_CENTS = 50_00
REDEEMED_CENTS = 120_00
CASHIERS = (Actor("Cam", Role.CAGE), Actor("Cat", Role.CAGE))
"""Who counts the cage."""
GUESTS = (
    "Ann", "Ben", "Cora", "Dev", "Ella", "Finn", "Gus", "Hana", "Ivo", "Jade", "Kim", "Leo", "Mia", "Noor", "Omar",
    "Pia", "Quin", "Rosa", "Sven", "Tara", "Uma", "Vera", "Wim", "Xenia", "Yara", "Zeno",
)  # fmt: skip
"""The names of guests, again with a number when they run out."""


def grand_house() -> House:
    """The larger sample house: three pits, six tables."""
    return packaged_house("grand")


class Expected(NamedTuple):
    """A row that must stand in the list of exceptions."""

    kind: str
    pit: str = ""
    table: str = ""
    serial: str = ""


class Injected(NamedTuple):
    """An error that was put into the day, and what must be found of it."""

    name: str
    expected: tuple[Expected, ...]


class Error(NamedTuple):
    """Something that goes wrong on a gaming day."""

    name: str
    says: str
    when: str
    """``morning``, ``play``, ``evening`` (before the counts) or ``closing`` (after the comparison of the forms)."""
    make: "Callable[[GamingDays], Awaitable[list[Expected]]]"


OnTheForm = Callable[[str, p.PrepareForm, str], Awaitable[list[Expected]]]
"""What goes wrong on the way of a form, by stage: ``prepare``, ``void``, ``sign``, ``drop``."""


async def nothing(_stage: str, _command: p.PrepareForm, _serial: str) -> list[Expected]:
    """Nothing goes wrong."""
    return []


OnTheSlip = Callable[[str, p.PrepareSlip, str], Awaitable[list[Expected]]]
"""What goes wrong on the way of a fill or a credit, by stage: ``prepare``, ``sign`` (after the first signature)."""


async def nothing_of_the_slip(_stage: str, _command: p.PrepareSlip, _serial: str) -> list[Expected]:
    """Nothing goes wrong."""
    return []


class Crew(NamedTuple):
    """The people of a pit."""

    boss: Actor
    floor: Actor
    clerk: Actor
    second_clerk: Actor
    cage: Actor
    guard: Actor
    counter: Actor
    second_counter: Actor

    @classmethod
    def of(cls, pit: str) -> "Crew":
        return cls(
            Actor(f"Bo of {pit}", Role.PIT_BOSS),
            Actor(f"Flo of {pit}", Role.FLOORPERSON),
            Actor(f"Cleo of {pit}", Role.PIT_CLERK),
            Actor(f"Carl of {pit}", Role.PIT_CLERK),
            Actor(f"Cy of {pit}", Role.CAGE),
            Actor(f"Gil of {pit}", Role.SECURITY),
            Actor(f"Nora of {pit}", Role.COUNT_TEAM),
            Actor(f"Ned of {pit}", Role.COUNT_TEAM),
        )


EYE = Actor("Eve", Role.SURVEILLANCE)
ACCOUNTANT = Actor("Ada", Role.ACCOUNTING)
SECOND_ACCOUNTANT = Actor("Abe", Role.ACCOUNTING)
MANAGER = Actor("Max", Role.SHIFT_MANAGER)
ADMIN = Actor("Alma", Role.ADMIN)
SERIES = {Paper.COMPLIMENTARY: "CV", Paper.UNCOLLECTED: "UV", Paper.RECOVERY: "RV", Paper.FILL: "F", Paper.CREDIT: "C"}
PER_SERIES = 50
FEW_LEFT = 30
"""With so few forms of a kind left in the morning, accounting registers the next series of them."""
CARRIED_CENTS = 100_00
"""The chips of most fills and credits."""


class GamingDays:
    """A house whose days are simulated one after the other."""

    def __init__(self, store: Store, seed: int = 1, house: House | None = None, first_day: str = FIRST_DAY) -> None:
        self.house_file = house or grand_house()
        self.dice = Dice(seed)
        self.date = date.fromisoformat(first_day)
        described = self.house_file
        self.clock = Clock(self._opens() - 60 * MINUTE_MS)
        operator, zone = described.identity.operator, described.time_zone
        first = open_house(described.name, described.pits, self.clock(), operator=operator, time_zone=zone)
        self.pits: dict[str, ScenePit] = {}
        self.tables: dict[str, SceneTable] = {}
        self.log = SceneHouse(store, first, self.pits, self.tables)
        self.crews = {pit: Crew.of(pit) for pit in self.house_file.pits}
        for pit in self.house_file.pits:
            opened = open_pit_of(self.house_file, pit, self.clock())
            assert isinstance(opened, e.PitOpened), opened
            self.pits[pit] = ScenePit(store, opened, self.tables, self.cage_gives)
        for number, table in enumerate(self.house_file.tables.values()):
            self.tables[table.id] = SceneTable(store, self.clock, table, seed * 1_000 + number, self.house_file)
        self.day = ""
        self.guests_count = 0
        self.relieved: set[str] = set()
        self.haste = 1
        # What errors change in the evening.
        self.miscounts: dict[str, int] = {}
        self.drop_short: dict[str, int] = {}
        self.notes_changed: dict[str, dict[int, int]] = {}
        self.drop_recounted: set[str] = set()
        self.cage_chips_off: dict[int, int] = {}
        self.cage_cash_off: dict[int, int] = {}
        self.cage_recounted = False
        self.drop_carrier_counts: set[str] = set()
        self.stays_away: set[str] = set()
        """Tables to which nobody brings the chips of a slip."""
        self.drop_foreign: set[str] = set()
        self.lost_originals: set[str] = set()
        self.found_originals: dict[str, list[Copy]] = {}
        self.duplicates: dict[str, list[Copy]] = {}
        self.stray_copies: list[tuple[str, Copy]] = []

    def _opens(self) -> int:
        """When the house opens on its next day, by its own clock."""
        wall = datetime.combine(self.date, time(OPENS_HOUR))
        return round(in_zone(wall, self.house_file.time_zone).timestamp() * 1000)

    # --- short words

    def at(self, ms: int = 1_000) -> int:
        """A moment later."""
        return self.clock.tick((ms + self.dice.below(2_000)) // self.haste)

    def dealer(self, table: SceneTable) -> Actor:
        """Who deals at a table now."""
        name = "Dora" if table.id in self.relieved else "Dana"
        return Actor(f"{name} of {table.id}", Role.DEALER)

    def pit_of(self, table: str) -> ScenePit:
        return self.pits[self.tables[table].pit]

    def crew_of(self, table: str) -> Crew:
        return self.crews[self.tables[table].pit]

    def guest(self, table: SceneTable, seat: int) -> Actor:
        return Actor(table.state.seats[seat].guest, Role.GUEST, seat)

    def deferred(self, pit: str = "") -> list[SceneTable]:
        """The tables where vigorish may be owed."""
        return [
            table
            for table in self.tables.values()
            if table.state.rules.options.get("vigorish_collection") == "deferred" and pit in ("", table.pit)
        ]

    # --- the whole

    async def open(self) -> None:
        """The first events of every log, the staff, the printed forms."""
        await self.log.open()
        for pit in self.pits.values():
            await pit.open()
        for table in self.tables.values():
            await table.open()
        staff = [EYE, ACCOUNTANT, SECOND_ACCOUNTANT, MANAGER, ADMIN]
        for crew in self.crews.values():
            staff += crew
        staff += [Actor(f"{n} of {t}", Role.DEALER) for t in self.tables for n in ("Dana", "Dora")]
        for person in CASHIERS:
            at = self.clock()
            await self.log.must(h.AdmitPerson(by=THE_HOUSE, at=at, person=person.id, name=person.id))
            await self.log.must(h.GrantRole(by=THE_HOUSE, at=at, person=person.id, role=person.role))
        for person in staff:
            await self.log.must(h.AdmitPerson(by=THE_HOUSE, at=self.at(), person=person.id, name=person.id))
            await self.log.must(h.GrantRole(by=THE_HOUSE, at=self.at(), person=person.id, role=person.role))
        await self._printed_forms()

    async def _printed_forms(self) -> None:
        """Accounting registers a series of each form where few are left; no number is there twice in the house."""
        for number, pit in enumerate(self.pits.values()):
            for kind, prefix in SERIES.items():
                mine = [series for series in pit.state.series if series.kind == kind]
                if sum(series.last + 1 - series.next for series in mine) >= FEW_LEFT:
                    continue
                first = 1 + (number + len(mine) * len(self.pits)) * PER_SERIES
                await pit.must(
                    p.RegisterSeries(
                        by=ACCOUNTANT, at=self.at(), kind=kind, prefix=prefix, first=first, last=first + PER_SERIES - 1
                    )
                )

    async def run_day(self, errors: Iterable[Error] = (), coups: int = COUPS) -> tuple[Injected, ...]:
        """One gaming day; the errors that went into it."""
        injected: list[Injected] = []
        chosen = tuple(errors)

        async def inject(when: str) -> None:
            for error in (error for error in chosen if error.when == when):
                made = await error.make(self)
                injected.append(Injected(error.name, tuple(made)))

        self.haste = -(-coups // MANY_COUPS)  # the table after the other, and still in one day
        await self._morning()
        await inject("morning")
        await self._notice()
        for coup in range(coups):
            for table in self.tables.values():
                await self.play_coup(table)
            await self._changes()
            if coup == coups // 3:
                await self._transfers()
            if coup == coups // 2:
                await inject("play")
                await self._hand_over()
        await self._last_calls()
        await inject("evening")
        await self._count_everything()
        await self._accounting(inject)
        return tuple(injected)

    # --- morning

    async def _morning(self) -> None:
        self.clock.now = max(self.clock.now, self._opens())
        self.day = self.date.isoformat()
        self.date += timedelta(days=1)
        for kept in (self.miscounts, self.drop_short, self.notes_changed, self.found_originals, self.duplicates):
            kept.clear()
        for tables in (self.lost_originals, self.drop_recounted, self.drop_carrier_counts, self.drop_foreign):
            tables.clear()
        self.stray_copies.clear()
        self.cage_chips_off, self.cage_cash_off, self.cage_recounted = {}, {}, False
        await self._printed_forms()
        await self.log.must(h.OpenHouseDay(by=ACCOUNTANT, at=self.at(), day=self.day))
        await self.count_cage(Count.OPENER)
        for pit in self.pits.values():
            await pit.must(p.OpenDay(by=ACCOUNTANT, at=self.at(), day=self.day))
            await self.log.must(h.TellPitDay(by=THE_HOUSE, at=self.at(), pit=pit.id, day=self.day, closed=False))
        for table in self.tables.values():
            pit, first = self.pits[table.pit], table.id not in self.pits[table.pit].state.closers
            expected = None if first else self.in_tray(table)
            chips = first_tray(table.house_table) if expected is None else dict(pit.state.closers[table.id])
            await self._staff(table)
            await self.count(table, "opener", chips, expected)
            for seat in range(1, 4 + self.dice.below(2)):
                await self.sit_down(table, seat)

    async def _staff(self, table: SceneTable) -> None:
        dealer, crew = self.dealer(table), self.crews[table.pit]
        people = {Duty.CALLING: dealer, Duty.WAGERS: dealer, Duty.FLOOR: crew.floor, Duty.PIT: crew.boss}
        for duty, person in people.items():
            if table.state.staff[duty] != person.id:
                await table.must(c.AssignStaff(by=THE_HOUSE, at=self.at(), duty=duty, person=person.id))

    async def sit_down(self, table: SceneTable, seat: int) -> None:
        """A new guest with a wallet takes a seat and buys in."""
        number = self.guests_count
        self.guests_count += 1
        name = GUESTS[number % len(GUESTS)] + (f" {number // len(GUESTS) + 1}" if number >= len(GUESTS) else "")
        guest = f"guest-{number + 1}"
        await self.log.must(
            h.GrantChips(by=THE_HOUSE, at=self.at(), guest=guest, cents=WALLET_CENTS, transfer=f"welcome-{guest}")
        )
        await table.must(
            c.TakeSeat(by=THE_HOUSE, at=self.at(), seat=seat, guest=guest, name=name, age=40, attested_by=guest)
        )
        await self.buy_in(table, seat)

    async def buy_in(self, table: SceneTable, seat: int) -> None:
        """A guest buys chips."""
        transfer = f"buy-in-{self.clock()}"
        buys = c.BuyIn(by=THE_HOUSE, at=self.at(), seat=seat, cents=BUY_IN_CENTS, transfer=transfer)
        await self.paid(table, buys)
        if seat % 2 == 0 and seat in table.state.cash_unnamed:  # smaller notes than were taken for granted
            notes = {SMALLER_NOTE_CENTS: worth(table.state.cash_unnamed[seat]) // SMALLER_NOTE_CENTS}
            await table.must(c.NameNotes(by=self.dealer(table), at=self.clock(), seat=seat, notes=notes))

    async def paid(self, table: SceneTable, command: c.Command) -> None:
        """A command that is right; where the tray cannot pay, the table asks for a fill first, and it is brought."""
        answer = await table.give(command)
        if isinstance(answer, Refusal) and answer.code is Code.TRAY_SHORT:
            lacks = {int(chip): int(count) for chip, _, count in (each.partition(":") for each in answer.allowed)}
            await table.must(c.AskFill(by=THE_HOUSE, at=self.at(), chips=lacks))
            usual, tray = first_tray(table.house_table), table.state.tray
            low = {chip: count - tray.get(chip, 0) for chip, count in usual.items() if 2 * tray.get(chip, 0) < count}
            await self.transfer(table, Paper.FILL, {**table.state.fill_asked, **low})
            return await self.paid(table, replace(command, at=self.at()))
        assert not isinstance(answer, Refusal), f"{command} was refused: {answer}"
        return None

    async def _notice(self) -> None:
        """Surveillance is told in time that the north pit settles in another order from noon on."""
        pit = self.pits[next(iter(self.pits))]
        if "settlement_order" not in pit.state.options or pit.state.changes:
            return
        await pit.must(await self.noticed(pit, "another order of settlement", 31))

    async def noticed(self, pit: ScenePit, text: str, minutes: int) -> p.ScheduleChange:
        """Surveillance is told of another order of settlement; the change to it, so long after."""
        options, boss, number = self.other_order(pit), self.crews[pit.id].boss, pit.state.notice_no + 1
        await pit.must(p.GiveNotice(by=boss, at=self.at(), options=options, text=text))
        await pit.must(p.ReceiveNotice(by=EYE, at=self.at(), notice=number))
        effective = self.clock() + minutes * MINUTE_MS
        return p.ScheduleChange(by=boss, at=self.at(), options=options, effective_at=effective, notice=number)

    def other_order(self, pit: ScenePit) -> dict[str, Value]:
        """An order of settlement that the pit does not have."""
        known = pit.state.options["settlement_order"]
        return {"settlement_order": next(order for order in ("ii", "iii", "iv") if order != known)}

    async def _changes(self) -> None:
        """Time goes on; what is due reaches the tables at their next legal moment."""
        for pit in self.pits.values():
            await pit.give(p.TellTime(by=THE_HOUSE, at=self.at(6 * MINUTE_MS)))
            for table in self.tables.values():
                if table.pit == pit.id and (command := change_for(pit.state, table.id, self.at())) is not None:
                    number = waiting_change(pit.state, table.id)
                    if not isinstance(await table.give(command), Refusal):
                        await pit.must(p.ConfirmChange(by=THE_HOUSE, at=self.at(), change=number, table=table.id))

    # --- play

    async def step(self, table: SceneTable) -> None:
        """The next right command, by whoever is on duty; a guest who could not pay buys chips first."""
        wanted = next_command(table.state, self.at(100))
        assert wanted is not None, f"{table.id} waits at {table.state.phase}"
        await self.paid(table, wanted.command)

    async def to_betting(self, table: SceneTable) -> None:
        """Go on until chips can be put down."""
        while (
            table.state.phase is not Phase.BETTING
            or table.state.strays
            or table.state.incidents
            or decks_too_old(table.state, self.clock())
        ):
            await self.step(table)

    async def play_coup(self, table: SceneTable) -> None:
        """Everybody bets, and the coup is played to its end."""
        await self.all_bet(table)
        number = table.state.coup_no
        while table.state.coup_no == number:
            await self.step(table)
            if table.state.phase is not Phase.BETTING and table.state.shoe_is_over:
                break
        await self.to_betting(table)

    async def all_bet(self, table: SceneTable) -> None:
        """Everybody who sits there puts chips down."""
        await self.to_betting(table)
        for seat in table.state.occupied:
            await self.bet(table, seat)

    async def until(self, table: SceneTable, phase: Phase) -> None:
        """Go on until the table is that far."""
        while table.state.phase is not phase:
            await self.step(table)

    async def bet(self, table: SceneTable, seat: int) -> None:
        """A guest bets on a hand, and sometimes on something else."""
        limits, unit = table.house_table.limits, table.house_table.betting_unit_cents
        wagers = [self.dice.one_of(("banker", "banker", "player"))]
        others = [wager for wager in limits if wager not in ("banker", "player")]
        if self.dice.below(3) == 0:
            wagers.append(self.dice.one_of(others))
        for wager in wagers:
            least = limits[wager].minimum_cents
            cents = -(-least // unit) * unit + unit * self.dice.below(20 if wager in ("banker", "player") else 4)
            await self.place(table, seat, wager, cents)

    async def place(self, table: SceneTable, seat: int, wager: str, cents: int) -> None:
        """Put chips down, and buy some first where there are too few."""
        reserve = cents + table.state.owed(seat)
        if table.state.chips(seat) < reserve:
            await self.buy_in(table, seat)
        guest, at = self.guest(table, seat), self.at()
        if not decks_too_old(table.state, at):  # else they are changed before the next round
            await table.must(c.PlaceWager(by=guest, at=at, seat=seat, wager=wager, cents=cents))

    async def debtor(self, table: SceneTable) -> int:
        """A seat that owes vigorish; the table plays until there is one."""
        for _ in range(200):
            owing = [seat for seat in table.state.occupied if table.state.owed(seat)]
            if owing:
                return self.dice.one_of(owing)
            await self.play_coup(table)
        raise AssertionError(f"nobody at {table.id} ever owed vigorish")

    # --- during the day

    async def _transfers(self) -> None:
        """Some tables get chips, some give some back; a tray that is too full gives what it has too much."""
        chosen = self.dice.some_of(list(self.tables.values()), 2)
        for table in self.tables.values():
            usual, tray = first_tray(table.house_table), table.state.tray
            over = {chip: count - usual.get(chip, 0) for chip, count in tray.items() if count > 2 * usual.get(chip, 0)}
            if over:
                await self.transfer(table, Paper.CREDIT, over)
            elif table in chosen:
                kind = self.dice.one_of((Paper.FILL, Paper.CREDIT))
                count = 50 * self.dice.between(1, 4)
                there = tray.get(CARRIED_CENTS, 0)
                kind = Paper.FILL if there < 2 * count else kind
                await self.transfer(table, kind, {CARRIED_CENTS: count})

    async def transfer(
        self, table: SceneTable, kind: str, chips: Mapping[int, int], wrong: OnTheSlip = nothing_of_the_slip
    ) -> list[Expected]:
        """A fill or a credit from the request to the last signature; what goes wrong on its way."""
        pit, crew = self.pits[table.pit], self.crews[table.pit]
        request = pit.state.request_no + 1
        await pit.must(p.RequestTransfer(by=crew.floor, at=self.at(), kind=kind, table=table.id, chips=chips))
        await self._carry(table, request)
        prepare = p.PrepareSlip(by=crew.cage, at=0, request=request)
        expected = await wrong("prepare", prepare, "")
        prepared = await pit.must(replace(prepare, at=self.at()))
        assert isinstance(prepared[0], e.SlipPrepared)
        serial = prepared[0].serial
        received = (self.dealer(table), crew.floor)
        journey = (crew.cage, crew.guard, *received) if kind == Paper.FILL else (*received, crew.guard, crew.cage)
        for signer in journey:
            await pit.must(p.SignForm(by=signer, at=self.at(), serial=serial))
            if signer is journey[0]:
                expected += await wrong("sign", prepare, serial)
        await self._carry(table, request)
        return expected

    async def _hand_over(self) -> None:
        """At half time the dealers change, and the trays are counted between the shifts."""
        for table in self.tables.values():
            await self.count(table, "shift", self.chips_for(table), self.in_tray(table))
            self.relieved ^= {table.id}
            await self._staff(table)

    async def count(self, table: SceneTable, kind: str, chips: Mapping[int, int], expected: int | None) -> None:
        """The dealer counts, the floorperson counts the same and attests it; the table's tray is open or closed by
        it."""
        pit, crew = self.pits[table.pit], self.crews[table.pit]
        await pit.must(
            p.CountInventory(
                by=self.dealer(table), at=self.at(), table=table.id, kind=kind, chips=chips, expected_cents=expected
            )
        )
        await self._bring(table)
        await pit.must(p.AttestCount(by=crew.floor, at=self.at(), slip=pit.state.slip_no, chips=chips))
        await self._bring(table)

    async def _bring(self, table: SceneTable) -> None:
        """What the pit has counted reaches the table, as in a house that runs."""
        if (command := tray_command(self.pits[table.pit].state, table.state)) is not None:
            await table.must(replace(command, at=self.at()))

    async def _carry(self, table: SceneTable, request: int) -> None:
        """The chips of a fill or a credit are moved, as far as its slip is."""
        if table.id in self.stays_away:
            return
        for command in transfer_commands(self.pits[table.pit].state, table.state):
            if command.request == request:
                await table.must(replace(command, at=self.at()))

    def chips_for(self, table: SceneTable, wrong_cents: int = 0) -> dict[int, int]:
        """The chips that a count of the tray finds; somebody may miscount them by so much."""
        tray = table.state.tray or first_tray(table.house_table)
        off = self.in_tray(table) + wrong_cents - worth(tray)
        if off > 0:
            return put_together(tray, in_chips(off, (*table.house_table.chips_cents, 1)))
        return without(tray, made_of(tray, -off) or {}) or {}

    def in_tray(self, table: SceneTable) -> int:
        """What the ledger says lies in the tray."""
        return in_tray(table.id, table.state.balances, self.pits[table.pit].state.balances)

    # --- a guest who goes away owing

    async def walk_away(self, table: SceneTable, wrong: OnTheForm = nothing) -> tuple[str, list[Expected]]:
        """A guest leaves without paying: the form from the stock to the drop box; its number, what will be listed."""
        seat = await self.debtor(table)
        pit, crew, dealer = self.pits[table.pit], self.crews[table.pit], self.dealer(table)
        sits, cents = table.state.seats[seat], table.state.owed(seat)
        kind, incident, expected = await self._paper(table, seat)
        prepare = p.PrepareForm(
            by=crew.clerk,
            at=0,
            kind=kind,
            table=table.id,
            seat=seat,
            guest=sits.guest,
            name=sits.name,
            cents=cents,
            owed_cents=cents,
            incident=incident,
        )
        expected += await wrong("prepare", prepare, "")
        serial = await self.prepared(pit, prepare)
        if again := await wrong("void", prepare, serial):
            expected += again
            serial = await self.prepared(pit, prepare)
        expected += await wrong("sign", prepare, serial)
        for signer in (dealer, crew.boss, crew.clerk):
            await pit.must(p.SignForm(by=signer, at=self.at(), serial=serial))
        await pit.must(p.StateReason(by=dealer, at=self.at(), serial=serial, reason="the guest has left the table"))
        expected += await wrong("drop", prepare, serial)
        for witness in (crew.boss, crew.clerk):
            await pit.must(p.ConfirmPresence(by=witness, at=self.at(), serial=serial))
        await pit.must(p.DropOriginal(by=dealer, at=self.at(), serial=serial, owed_cents=cents))
        released = await pit.must(p.ReleaseMarker(by=crew.boss, at=self.at(), serial=serial, owed_cents=cents))
        assert isinstance(released[0], e.MarkerReleased)
        await table.must(clear_command(released[0], self.at()))
        if seat in table.state.seats:
            await table.must(c.LeaveSeat(by=THE_HOUSE, at=self.at(), seat=seat))
        await self.sit_down(table, seat)
        if kind == Paper.COMPLIMENTARY:
            expected.append(Expected("vigorish-not-collected", table.pit, table.id, serial))
        return serial, expected

    async def _paper(self, table: SceneTable, seat: int) -> tuple[str, int, list[Expected]]:
        """The form of the table's rulebook; where it has none, an incident is opened first (B37)."""
        if table.state.rules.rulebook.fixed["uncollected_path"].value == "form":
            return Paper.COMPLIMENTARY, 0, []
        floor, guest = self.crews[table.pit].floor, self.guest(table, seat)
        await table.must(c.LeaveSeat(by=guest, at=self.at(), seat=seat, unpaid=True))
        note = f"the guest at seat {seat} went away and owes vigorish"
        events = await table.must(c.Report(by=floor, at=self.at(), kind=Mishap.UNCOLLECTED, seat=seat, note=note))
        assert isinstance(events[0], IncidentOpened)
        expected = Expected("uncollected", table.pit, table.id)
        return Paper.UNCOLLECTED, events[0].number, [expected, expected]

    async def prepared(self, pit: ScenePit, command: p.PrepareForm) -> str:
        """The clerk fills in the next form; its number."""
        events = await pit.must(replace(command, at=self.at()))
        assert isinstance(events[0], e.FormPrepared)
        return events[0].serial

    # --- evening

    async def _last_calls(self) -> None:
        """What is owed is collected, and everybody goes home."""
        for table in self.tables.values():
            await self.to_betting(table)

    async def _count_everything(self) -> None:
        for table in self.tables.values():
            await self.everybody_leaves(table)
            wrong = self.miscounts.get(table.id, 0)
            await self.count(table, "closer", self.chips_for(table, wrong), self.in_tray(table))
            crew, pit = self.crews[table.pit], self.pits[table.pit]
            await pit.must(p.RemoveDropBox(by=crew.guard, at=self.at(), table=table.id, box=f"box {table.id}"))
            expected = in_drop_box(table.id, table.state.balances, pit.state.balances)
            count = p.CountDrop(
                by=crew.counter,
                at=0,
                table=table.id,
                notes=self.notes_for(table),
                originals=tuple(self._originals(pit, table.id)),
                expected_cents=expected,
            )
            if table.id in self.drop_carrier_counts:
                await pit.refuses(replace(count, by=Actor(crew.guard.id, Role.COUNT_TEAM), at=self.at()))
            if table.id in self.drop_foreign:
                await pit.refuses(replace(count, at=self.at(), notes={30_00: 1}))
            if table.id in self.drop_recounted:  # the two do not find the same, and count again
                await pit.must(replace(count, at=self.at()))
                less = put_together(count.notes, {1_00: 1})
                await pit.must(replace(count, by=crew.second_counter, at=self.at(), notes=less))
            for counter in (crew.counter, crew.second_counter):
                await pit.must(replace(count, by=counter, at=self.at()))

    def notes_for(self, table: SceneTable) -> dict[int, int]:
        """The notes that a count of the drop box finds; some may be gone or too many, or others of the same worth."""
        there = dict(self.pits[table.pit].state.drops[table.id].expected_notes or {})
        if table.id in self.notes_changed:
            there = put_together(there, self.notes_changed[table.id])
        off = self.drop_short.get(table.id, 0)
        if off >= 0:
            return put_together(there, in_chips(off, table.house_table.notes_cents))
        large = min(note for note in there if note >= -off)
        change = in_chips(large + off, table.house_table.notes_cents)
        return put_together(put_together(there, {large: -1}), change)

    async def everybody_leaves(self, table: SceneTable) -> None:
        """Marker buttons are paid, and the seats are empty."""
        charge = book_of(table.state.rules).charge
        for seat in table.state.occupied:
            if (owed := table.state.owed(seat)) and charge is not None:
                cents = charge.collected_cents(owed)
                if table.state.chips(seat) < cents:
                    await self.buy_in(table, seat)
                pays = c.CollectVigorish(by=self.dealer(table), at=self.at(), seat=seat, cents=cents)
                await self.paid(table, pays)
            await table.must(c.LeaveSeat(by=THE_HOUSE, at=self.at(), seat=seat))

    def _originals(self, pit: ScenePit, table: str) -> Iterable[Copy]:
        for form in pit.state.of_day(*VIGORISH_PAPERS):
            if form.table == table and form.dropped and form.serial not in self.lost_originals:
                yield copy_of(form)
        yield from self.found_originals.get(table, [])

    async def _accounting(self, inject: Callable[[str], Awaitable[None]]) -> None:
        """Duplicates, comparison, comps, wins, and the end of the day."""
        for pit in self.pits.values():
            crew = self.crews[pit.id]
            papers = pit.state.of_day(*VIGORISH_PAPERS)
            for clerk in (crew.clerk, crew.second_clerk):
                if any(form.held_by == clerk.id and not form.forwarded for form in papers):
                    await pit.must(p.ForwardDuplicates(by=clerk, at=self.at()))
            copies = [copy for form in papers for copy in self._duplicates(form)]
            copies += [copy for where, copy in self.stray_copies if where == pit.id]
            if copies:
                await pit.must(p.ReceiveDuplicates(by=ACCOUNTANT, at=self.at(), copies=tuple(copies)))
            if papers:
                await pit.must(p.CompareForms(by=ACCOUNTANT, at=self.at()))
        for table, short in self.drop_short.items():
            entry, reason = f"drop box of {table}", "what was counted is what there is"
            number = await self.propose(self.tables[table], "drop-box", short, entry, reason)
            await self.pit_of(table).must(self.approval(self.pit_of(table), number))
        await inject("closing")
        for pit in self.pits.values():
            for form in pit.state.of_day(Paper.COMPLIMENTARY, Paper.UNCOLLECTED):
                if form.released and not form.posted:
                    await pit.must(p.PostComplimentary(by=ACCOUNTANT, at=self.at(), serial=form.serial))
            for table in pit.state.tables:
                win = table_win(pit.state, table)
                assert win is not None
                await pit.must(
                    p.ReportWin(by=ACCOUNTANT, at=self.at(), table=table, cents=win.win_cents, forms=win.forms)
                )
            await pit.must(p.CloseDay(by=ACCOUNTANT, at=self.at(), day=self.day))
            await self.log.must(h.TellPitDay(by=THE_HOUSE, at=self.at(), pit=pit.id, day=self.day, closed=True))
        await self._redeem()
        await self.count_cage(Count.CLOSER)
        await self.log.must(h.CloseHouseDay(by=ACCOUNTANT, at=self.at(), day=self.day))

    # --- the cage

    def cage_gives(self) -> Chips | None:
        """The chips that the cage can give."""
        return to_give(self.log.state, **self.log.streams())

    async def count_cage(self, kind: Count) -> None:
        """Two of the cage count it, each for oneself; what is wrong with the closer, an error has said."""
        counts = automatic_counts(self.log.state, kind, **self.log.streams())
        for count, person in zip(counts, CASHIERS, strict=True):
            tally = replace(count, by=person, at=self.clock())
            if kind is Count.CLOSER:
                tally = replace(tally, chips=put_together(tally.chips, self.cage_chips_off))
                tally = replace(tally, cash=put_together(tally.cash, self.cage_cash_off))
                if self.cage_recounted and person is CASHIERS[0]:  # the two do not find the same, and count again
                    await self.log.must(tally)
                    less = put_together(tally.cash, {100_00: -1})
                    await self.log.must(replace(tally, by=CASHIERS[1], cash=less))
            await self.log.must(tally)

    async def _redeem(self) -> None:
        """A guest of the day has chips of the wallet paid out."""
        guest, transfer = f"guest-{self.guests_count}", f"redeem-{self.day}"
        pays = h.RedeemChips(by=CASHIERS[0], at=self.clock(), guest=guest, cents=REDEEMED_CENTS, transfer=transfer)
        await self.log.must(pays)

    async def sign(self, report: DayEnd) -> None:
        """Accounting signs the report of a closed day; the shift manager too, where the books do not balance."""
        verdict = report.headline.verdict
        told = {"report": report_text(report), "figures": figures_hash(report), "verdict": verdict}
        await self.log.must(h.SignReport(by=ACCOUNTANT, at=self.at(), day=report.day, **told))
        if verdict != BALANCED:
            await self.log.must(h.CountersignReport(by=MANAGER, at=self.at(), day=report.day))

    async def propose(self, table: SceneTable, account: str, cents: int, entry: str, reason: str) -> int:
        """An accountant wants to correct a tray or a drop box in the ledger; the number of the correction."""
        pit, name = self.pits[table.pit], f"table/{table.id}/{account}"
        before = self.ledger_cents(name)
        sums = {"before_cents": before, "after_cents": before + cents}
        await pit.must(
            p.ProposeCorrection(by=ACCOUNTANT, at=self.at(), account=name, **sums, reason=reason, entry=entry)
        )
        return pit.state.correction_no

    def approval(self, pit: ScenePit, number: int, by: Actor = SECOND_ACCOUNTANT) -> p.ApproveCorrection:
        """Somebody lets a correction through."""
        before = self.ledger_cents(pit.state.corrections[number].account)
        return p.ApproveCorrection(by=by, at=self.at(), correction=number, before_cents=before)

    def ledger_cents(self, account: str) -> int:
        """What the ledger says of an account of a table, in its log and the pit's."""
        table = self.tables[account.split("/")[1]]
        return in_ledger(account, {table.id: table.state.balances}, self.pits[table.pit].state.balances)

    def _duplicates(self, form: Form) -> list[Copy]:
        """The copies of a form that reach accounting: the duplicate, or both of a void one."""
        if form.serial in self.duplicates:
            return self.duplicates[form.serial]
        return [copy_of(form, name) for name in (form.copies if form.void else form.copies[1:])]


def copy_of(form: Form, name: str = "original") -> Copy:
    """A copy of a form as somebody holds it in hand."""
    return Copy(form.serial, name, form.kind, form.table, form.seat, form.guest, form.cents, form.void)
