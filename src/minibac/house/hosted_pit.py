"""The log of a pit and the log of the house itself, hosted as a table is: decide, store, apply, tell.

A refused attempt that matters leaves its trace in the log, though nothing changed. Facts that live elsewhere, what a
seat owes, what should lie in a tray, are filled in here: nobody who counts is believed about what was expected.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from minibac.books.tray import fallen, in_drop_box, in_ledger, in_tray
from minibac.house import cage_moves
from minibac.house.automatic_day import COINS_CENTS
from minibac.house.hosted_stream import HostedStream, Outcome
from minibac.house.hosted_table import HostedTable
from minibac.house.news import Answer
from minibac.house.premises import Premises
from minibac.houses.types import House, HouseTable
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.machine.who import cited
from minibac.pits import house_commands as hc
from minibac.pits import house_events as he
from minibac.pits import pit_commands as pc
from minibac.pits import pit_events as pe
from minibac.pits.cage import Holds, holds, still_open
from minibac.pits.duties import STAFF, not_on_duty
from minibac.pits.house import HOUSE, open_house
from minibac.pits.house_state import HouseState
from minibac.pits.papers import AtTable, Count, Paper, PrintedNumbers
from minibac.pits.pit import PIT
from minibac.pits.pit_checks import cites, placed
from minibac.pits.pit_opening import open_pit_of
from minibac.pits.pit_state import Drop, Form, PitState
from minibac.pits.who import WHO, shared_clauses
from minibac.play.chips import worth
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table.phases import COUP_PHASES
from minibac.table.settling import clear_vigorish
from minibac.table.state import TableState
from minibac.voice.said import said
from minibac.voice.times import NO_ZONE


class HostedPit(HostedStream[PitState]):
    """One pit: its notices, forms, slips and gaming days."""

    def __init__(
        self,
        premises: Premises,
        id: str,  # noqa: A002
        tables: Mapping[str, HostedTable],
        pits: Mapping[str, "HostedPit"],
        own: "HostedHouseLog",
    ) -> None:
        super().__init__(premises, f"pit/{id}", PIT)
        self._own = own
        self.id = id
        self.heard: Callable[[tuple[Any, ...]], None] = lambda _: None
        """The house, which brings what a pit decides to its tables."""
        self.house_day: Callable[[], str | None] = lambda: None
        """The gaming day of the house: the open one, or the one that can be opened now."""
        self._tables = tables
        self._pits = pits

    def first_event(self, house: House, described: str) -> pe.PitOpened | tuple[Refusal, ...]:
        """The first event of the pit as a house file describes it, or every reason why it cannot open."""
        first = open_pit_of(house, described, self.premises.clock())
        return first if isinstance(first, tuple) else replace(first, pit=self.id)

    async def take_in(self, table: HouseTable) -> Refusal | None:
        """A table that the house file has and the pit does not: it joins as any table does, or stays closed."""
        state, rules = self.state, table.rules
        received = [
            n.number for n in state.notices.values() if not n.table and not n.used and n.received_at is not None
        ]
        posted = [n.number for n in state.notices.values() if n.table == table.id and not n.used]
        order = pc.AddTable(
            by=THE_HOUSE,
            at=0,
            table=table.id,
            rulebook=rules.rulebook.id,
            options=rules.options,
            references=rules.references,
            approved=rules.approved,
            notice=received[-1] if received else 0,
            posted=posted[-1] if posted else 0,
        )
        return (await self.carry_out(order)).refusal

    async def _handled(self, command: Any, id: str) -> Answer:  # noqa: A002
        if self.premises.shared:  # who works as what may have been written a moment ago by another process
            await self._own.follow()
        if isinstance(command, pc.RegisterSeries) and self._own.exists and (refusal := await self._claimed(command)):
            return self._refused(refusal)
        return await super()._handled(command, id)

    async def _claimed(self, command: pc.RegisterSeries) -> Refusal | None:
        """Why the numbers cannot be had though nothing here speaks against it; ``None`` where they are this pit's now,
        or are refused here.

        Other pits enter theirs at the same moment, in this process or in another; the house's log says who was first.
        """
        now = self._prepared(replace(command, at=self.premises.stamp(self.last_at)), "")
        if isinstance(self._decide(now), Refusal):
            return None
        prefix, first, last = command.prefix, command.first, command.last
        claim = hc.ClaimNumbers(by=THE_HOUSE, at=0, pit=self.id, prefix=prefix, first=first, last=last)
        refusal = (await self._own.carry_out(claim)).refusal
        if refusal and self.premises.shared:
            await self._own.follow()
        return refusal if refusal and self.would(now) else None

    def _decide(self, command: Any) -> Outcome | Refusal:
        """Who has a part in it is on duty in this pit now, as the house's own log has it; then the pit is asked."""
        tables = [table.id for table in self._tables.values() if table.pit == self.id]
        for person, clauses in self._takes_part(command):
            if refusal := not_on_duty(self._own.state, person, self.id, tables, *clauses):
                return refusal
        if isinstance(command, pc.AddTable) and (refusal := self._stands_elsewhere(command.table)):
            return refusal
        return super()._decide(command)

    def _stands_elsewhere(self, table: str) -> Refusal | None:
        """Why a table does not join this pit, or ``None``: it is one of another, whose people look after it."""
        others = (pit for pit in self._pits.values() if pit is not self and pit.exists)
        if (home := next((pit for pit in others if table in pit.state.tables), None)) is None:
            return None
        sentence = said("table {table} stands in the pit {pit}, and a table is in one pit", table=table, pit=home.id)
        return refuse(Code.DIFFERS_FROM_PIT, sentence, *shared_clauses(), allowed=(home.id,))

    def _takes_part(self, command: Any) -> Iterator[tuple[Actor, tuple[str, ...]]]:
        """The people behind a command, each with the clauses that ask for them: who gives it, who is present when an
        original goes into the drop box, and who is handed a duplicate. Whoever said so earlier and has gone home since
        is not there."""
        by, row = command.by, WHO[type(command)]
        if not self._own.exists or by.role not in STAFF or by.role not in row.roles:
            return
        if not is_automatic(by.id):
            yield by, cited(row.clauses, self.state, command)
        if isinstance(command, pc.DropOriginal) and (form := self.state.forms.get(command.serial)):
            for role, person in form.present.items():
                if not is_automatic(person):
                    yield Actor(person, Role(role)), cites(form.kind, "witness", "drop")
        handed_over = isinstance(command, pc.PassDuplicate) and command.to.role is Role.PIT_CLERK
        if handed_over and not is_automatic(command.to.id) and (form := self.state.forms.get(command.serial)):
            yield command.to, cites(form.kind, "retain" if form.void else "duplicate")

    def _prepared(self, command: Any, id: str) -> Any:  # noqa: A002, ARG002
        if isinstance(command, pc.PrepareForm):
            owed_cents, sits = self._owed(command.table, command.seat), self._sits(command.table, command.seat)
            stops = self._stops(command.table, command.seat, str(command.incident))
            return replace(command, owed_cents=owed_cents, sits=sits, stops=stops)
        form = self.state.forms.get(getattr(command, "serial", ""))
        if isinstance(command, pc.DropOriginal | pc.ReleaseMarker):
            owed_cents = self._owed(form.table, form.seat) if form else 0
            boss = form.signed.get(Role.PIT_BOSS, "") if form else ""
            return replace(command, owed_cents=owed_cents, stops=self._stops_form(form, boss))
        if isinstance(command, pc.StateReason):
            return replace(command, there=form is not None and self._there(form.guest))
        if isinstance(command, pc.ScheduleChange):
            return replace(command, units_cents=self._units(command.tables))
        if isinstance(command, pc.PrepareSlip):
            return replace(command, cage_chips=self._own.cage_gives())
        if isinstance(command, pc.RegisterSeries):
            return replace(command, elsewhere=self._series_elsewhere())
        if isinstance(command, pc.VoidForm | pc.SignVoid):
            command = replace(command, owed_cents=self._owed(form.table, form.seat) if form else 0)
        command = placed(self.state, command, self._staff, self._at)
        if isinstance(command, pc.CountInventory | pc.RequestTransfer):
            command = replace(command, known_cents=self._chips(command.table))
        if isinstance(command, pc.SignForm):
            return replace(command, stops=self._stops_form(form, command.by.id))
        if isinstance(command, pc.CountInventory):
            expected = None if command.kind == Count.OPENER else self._lies_in(command.table, in_tray)
            return replace(command, expected_cents=expected)
        if isinstance(command, pc.AttestCount):
            slip = self.state.slips.get(command.slip)
            known = self._chips(slip.table) if slip else ()
            expected = self._lies_in(slip.table, in_tray) if slip else None
            return replace(command, expected_cents=expected, known_cents=known, cage_chips=self._own.cage_gives())
        if isinstance(command, pc.RemoveDropBox):
            expected = self._lies_in(command.table, in_drop_box)
            return replace(command, expected_cents=expected, expected_notes=self._fallen(command.table))
        if isinstance(command, pc.CountDrop):
            expected = self._lies_in(command.table, in_drop_box)
            return replace(command, expected_cents=expected, known_cents=self._notes(command.table))
        if isinstance(command, pc.OpenDay | pc.AskReopening | pc.ReopenDay):
            return replace(command, house_day=self.house_day())
        if isinstance(command, pc.ProposeCorrection):
            return replace(command, before_cents=self.ledger_cents(command.account))
        if isinstance(command, pc.ApproveCorrection):
            waits = self.state.corrections.get(command.correction)
            return replace(command, before_cents=self.ledger_cents(waits.account) if waits else 0)
        return command

    def _series_elsewhere(self) -> tuple[PrintedNumbers, ...]:
        """The printed numbers that other pits have claimed, or have: each number is there once in the house."""
        others = (pit for pit in self._pits.values() if pit is not self and pit.exists)
        rows = ((pit.id, each) for pit in others for each in pit.state.series)
        entered = (PrintedNumbers(pit, each.prefix, each.first, each.last) for pit, each in rows)
        claimed = self._own.state.numbers if self._own.exists else ()
        return tuple(dict.fromkeys((*(known for known in claimed if known.pit != self.id), *entered)))

    def ledger_cents(self, account: str) -> int:
        """What the ledger says of an account of this pit and its tables."""
        hosted = {name: self._tables[name] for name in self.state.tables if name in self._tables}
        return in_ledger(account, {name: table.state.balances for name, table in hosted.items()}, self.state.balances)

    def _units(self, tables: Sequence[str]) -> dict[str, int]:
        """The betting unit of each table that is named."""
        return {name: self._tables[name].house_table.betting_unit_cents for name in tables if name in self._tables}

    def _staff(self, table: str) -> Mapping[str, str]:
        hosted = self._tables.get(table)
        return hosted.state.staff if hosted else {}

    def _at(self, table: str) -> AtTable | None:
        hosted = self._tables.get(table)
        return at_table(hosted.state) if hosted and hosted.exists else None

    def _owed(self, table: str, seat: int) -> int:
        hosted = self._tables.get(table)
        return hosted.state.owed(seat) if hosted else 0

    def _stops_form(self, form: Form | None, boss: str) -> Refusal | None:
        if form is None or form.kind != Paper.UNCOLLECTED:
            return None
        return self._stops(form.table, form.seat, str(form.incident), boss)

    def _stops(self, table: str, seat: int, reference: str, boss: str = "") -> Refusal | None:
        """What the table would say against clearing the marker button of a seat, as far as it has one."""
        hosted = self._tables.get(table)
        owed_cents = hosted.state.owed(seat) if hosted else 0
        if hosted is None or not owed_cents:
            return None
        by = Actor(boss, Role.PIT_BOSS)
        wanted = c.ClearVigorish(by=by, at=hosted.state.at, seat=seat, cents=owed_cents, reference=reference)
        answer = clear_vigorish(hosted.state, wanted)
        return answer if isinstance(answer, Refusal) else None

    def _there(self, guest: str) -> bool:
        """Whether somebody who could sign sits at a table of the house."""
        tables = [hosted.state for hosted in self._tables.values() if hosted.exists]
        return not is_automatic(guest) and any(
            state.seats[seat].connected for state in tables for seat in state.seats_of((guest,))
        )

    def _sits(self, table: str, seat: int) -> tuple[str, str]:
        hosted = self._tables.get(table)
        found = (hosted.state.seats.get(seat) or hosted.state.left_owing.get(seat)) if hosted else None
        return (found.guest, found.name) if found else ("", "")

    def _lies_in(self, table: str, where: Callable[[str, Mapping[str, int], Mapping[str, int]], int]) -> int | None:
        """What the table's log and this one say together lies in the tray, or in the drop box."""
        hosted = self._tables.get(table)
        return where(table, hosted.state.balances, self.state.balances) if hosted else None

    def _chips(self, table: str) -> tuple[int, ...]:
        hosted = self._tables.get(table)
        return chips_of(hosted.house_table, hosted.state) if hosted else ()

    def _fallen(self, table: str) -> dict[int, int] | None:
        """The notes that fell into the drop box of a table."""
        hosted = self._tables.get(table)
        return fallen(hosted.state.cash, self.state.fell.get(table, {})) if hosted else None

    def _notes(self, table: str) -> tuple[int, ...]:
        hosted, drop = self._tables.get(table), self.state.drops.get(table)
        return notes_of(hosted.house_table, drop) if hosted else ()

    def _told(self, events: tuple[Any, ...]) -> None:
        self.heard(events)


def chips_of(table: HouseTable, sits: TableState) -> tuple[int, ...]:
    """What a count of a tray may hold: the chips of the house file, the coins, and what lies there from before."""
    return tuple(sorted({*COINS_CENTS, *table.chips_cents, *sits.tray, *sits.opener}))


def notes_of(table: HouseTable, drop: Drop | None) -> tuple[int, ...]:
    """What a count of a drop box may hold: the notes and coins that the house takes, and what fell into it before."""
    fell = drop.expected_notes if drop and drop.expected_notes else {}
    return tuple(sorted({*table.notes_cents, *fell}))


def at_table(sits: TableState) -> AtTable | None:
    """What the pit sees of a table whose tray it counts; ``None`` where nobody counts it."""
    if not sits.kept:
        return None
    return AtTable(
        in_round=sits.phase in COUP_PHASES,
        seated=sits.occupied,
        guests_cents=sum(map(worth, sits.guest_chips.values())),
        owed_cents={seat: sits.owed(seat) for seat in sits.owing},
        sealed=0 if sits.tray_open else sits.tray_slip,
        tray=sits.tray,
        aside=tuple(sits.aside),
    )


class HostedHouseLog(HostedStream[HouseState]):
    """The house's own log: people and roles, play chips, days, parameters. It is the authority on who may do what."""

    def __init__(self, premises: Premises, pits: Mapping[str, HostedPit], tables: Mapping[str, HostedTable]) -> None:
        super().__init__(premises, "house", HOUSE)
        self.coupons: dict[str, int] = {}
        """The match play coupons that the house files name: prefixes, each with its face."""
        self._pits, self._tables = pits, tables

    def _streams(self) -> dict[str, Any]:
        """What moves the cage: the pits, and the tables whose trays are counted."""
        pits = [pit.state for pit in self._pits.values() if pit.exists]
        kept = (table for table in self._tables.values() if table.exists and table.state.kept)
        return {"pits": pits, "tables": [(table.house_table, table.state) for table in kept]}

    def cage_gives(self) -> Mapping[int, int] | None:
        """The chips that the cage can give now; nobody knows where it is not counted."""
        return cage_moves.to_give(self.state, **self._streams()) if self.exists else None

    def cage_holds(self) -> Holds | None:
        """What must lie in the cage now; nobody knows where it is not counted."""
        return holds(self.state, cage_moves.moved(**self._streams()))

    def cage_known(self) -> dict[str, tuple[int, ...]]:
        """The chips and the notes that a count of the cage may hold."""
        return cage_moves.known(self._streams()["tables"], self.cage_holds())

    def _prepared(self, command: Any, id: str) -> Any:  # noqa: A002, ARG002
        if isinstance(command, hc.CountCage):
            return replace(command, **cage_moves.filled_in(self.state, **self._streams()))
        if isinstance(command, hc.RedeemChips):
            there = self.cage_holds()
            return replace(command, cage_cash=there.cash if there else None)
        coupons = isinstance(command, hc.RegisterCoupons | hc.ClaimCoupon)
        return replace(command, issued=self.coupons) if coupons else command

    async def _handled(self, command: Any, id: str) -> Answer:  # noqa: A002
        """Where automatic people have opened the cage they close it too, before the house closes its day."""
        opened = self.state.cage if self.exists else None
        if (
            isinstance(command, hc.CloseHouseDay)
            and still_open(self.state)
            and opened
            and is_automatic(opened.counted_by)
        ):
            for count in cage_moves.automatic_counts(self.state, Count.CLOSER, **self._streams()):
                await super()._handled(replace(count, at=command.at), "")
        return await super()._handled(command, id)

    async def open_cage(self) -> None:
        """Automatic people count the cage when they have opened the day of the house."""
        for count in cage_moves.automatic_counts(self.state, Count.OPENER, **self._streams()):
            await self.carry_out(count)

    async def open_first(self, houses: Sequence[House], pits: Sequence[str]) -> None:
        """Open the house for the first time."""
        samples = said("minibac, SAMPLE houses") if all(house.sample for house in houses) else said("minibac")
        name = houses[0].name if len(houses) == 1 else str(samples)
        references = {name: held for house in houses for name, held in house.references.items()}
        operators = dict.fromkeys(house.identity.operator for house in houses if house.identity.operator)
        operator = next(iter(operators), "") if len(operators) == 1 else ""
        await self.begin(open_house(name, pits, self.premises.clock(), references, operator, zone_of(houses)))

    async def claim_coupon(self, table: str, serial: str, face_cents: int) -> Refusal | None:
        """Why a coupon does not come to a layout, or ``None``: it is claimed, and lies nowhere else."""
        claim = hc.ClaimCoupon(by=THE_HOUSE, at=0, serial=serial, face_cents=face_cents, table=table)
        return (await self.carry_out(claim)).refusal

    async def settle_coupons(self, table: str, state: TableState) -> None:
        """Hear which coupons have left a layout, and how."""
        lie = {wager.coupon.serial for wager in state.wagers.values() if wager.coupon}
        for serial in [serial for serial, at in self.state.coupons_out.items() if at == table and serial not in lie]:
            gone = serial in state.coupons
            await self.carry_out(hc.SettleCoupon(by=THE_HOUSE, at=0, serial=serial, table=table, surrendered=gone))

    async def write_down(self, noticed: he.HouseAttemptRefused | he.ParameterChanged | he.BooksChecked) -> None:
        """Keep what the house itself has noticed."""
        await self.carry_out(hc.WriteDown(by=THE_HOUSE, at=0, noticed=noticed))


def zone_of(houses: Sequence[House]) -> str:
    """The time zone of houses that are run together: theirs, or UTC where they are in several."""
    zones = {house.time_zone for house in houses}
    return zones.pop() if len(zones) == 1 else NO_ZONE


def pit_names(houses: Sequence[House]) -> dict[tuple[int, str], str]:
    """A name for every pit of every house: its own, with the rulebook of its first table where two would be the same.

    >>> from minibac.houses.house import sample_house
    >>> sorted(pit_names([sample_house("seminole"), sample_house("seneca")]).values())
    ['seminole-main', 'seneca-main']
    """
    counts = Counter(name for house in houses for name in house.pits)
    names: dict[tuple[int, str], str] = {}
    for number, house in enumerate(houses):
        for name in house.pits:
            books = [table.rules.rulebook.id for table in house.tables.values() if table.pit == name]
            full = f"{books[0]}-{name}" if counts[name] > 1 and books else name
            names[number, name] = full if full not in names.values() else f"{full}-{number + 1}"
    return names
