"""Play is bound to the tray and the day: each way to play outside of them is tried in a running house, and refused."""

import asyncio
from importlib.resources import files
from typing import Any

import pytest

from minibac.books.books import read_books
from minibac.books.cage import cage_day
from minibac.books.day_end import day_end, day_plain
from minibac.books.day_sheet import sheet
from minibac.books.exceptions import exceptions
from minibac.books.hand_over import hand_overs
from minibac.books.table_win import day_wins
from minibac.books.tray import in_drop_box, in_tray
from minibac.cli.books_text import reconcile_text
from minibac.house.automatic_day import first_tray
from minibac.house.hosted_pit import HostedPit
from minibac.house.hosted_table import HostedTable
from minibac.houses.house import SAMPLE_DAY, parse_house, sample_house
from minibac.houses.types import House, Inventory
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.pits import house_commands as hc
from minibac.pits import pit_commands as pc
from minibac.pits.days import table_win
from minibac.pits.papers import Count, Paper
from minibac.play.chips import worth
from minibac.records.memory import MemoryStore
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table.guests import to_pay
from minibac.table.state import Phase
from minibac.voice.times import midnight
from tests.house.hosting import Desk, Hands, hosting
from tests.page.guests import next_cards

DEALER = Actor("automatic dealer", Role.DEALER)
FLOOR = Actor("automatic floorperson", Role.FLOORPERSON)
ADA = Actor("Ada", Role.ACCOUNTING)
CY, GUS, NORA, NED = (
    Actor("Cy", Role.CAGE), Actor("Gus", Role.SECURITY), Actor("Nora", Role.COUNT_TEAM), Actor("Ned", Role.COUNT_TEAM),
)  # fmt: skip


class Kept:
    """A table, its pit, and people who keep the books of the house."""

    def __init__(self, desk: Desk, rulebook: str = "section-42") -> None:
        self.desk = desk
        self.table: HostedTable = desk.table(rulebook)
        self.pit: HostedPit = desk.house.pits[self.table.pit]

    async def people(self) -> None:
        """Somebody has accounting: days are opened by people alone."""
        own = self.desk.house.own
        for person in (ADA, CY, GUS, NORA, NED):
            for command in (
                hc.AdmitPerson(by=THE_HOUSE, at=0, person=person.id, name=person.id),
                hc.GrantRole(by=THE_HOUSE, at=0, person=person.id, role=person.role),
                hc.StartProfile(by=THE_HOUSE, at=0, person=person.id, role=person.role),
            ):
                answer = await own.carry_out(command)
                assert answer.ok, answer.refusal

    async def yes(self, command: type[pc.PitCommand], by: Actor, /, **facts: Any) -> None:
        answer = await self.pit.carry_out(command(by=by, at=0, **facts))
        assert answer.ok, answer.refusal
        await self.desk.quiet()

    async def no(self, command: type[Any], by: Actor, /, **facts: Any) -> Refusal:
        """A command for the pit, or the table, that is refused and moves no chip and no paper."""
        stream: Any = self.pit if issubclass(command, pc.PitCommand) else self.table
        before = self._papers()
        refusal: Refusal | None = (await stream.carry_out(command(by=by, at=0, **facts))).refusal
        assert refusal is not None
        assert self._papers() == before
        return refusal

    def _papers(self) -> tuple[object, ...]:
        sits, pit = self.table.state, self.pit.state
        return (sits.tray, sits.guest_chips, sits.balances, sits.coup_no, pit.slips, pit.requests, pit.forms)

    async def opened(self) -> None:
        """The day is open, and so is the tray."""
        await self.yes(pc.OpenDay, ADA, day=self.pit.house_day())
        await self.count(Count.OPENER, first_tray(self.table.house_table))

    async def count(self, kind: str, chips: Any) -> None:
        await self.yes(pc.CountInventory, DEALER, table=self.table.id, kind=kind, chips=chips)
        await self.yes(pc.AttestCount, FLOOR, slip=self.pit.state.slip_no, chips=chips)

    async def sit(self, seat: int = 3) -> Actor:
        guest = f"guest-{seat}"
        await self.desk.grant(guest, 50_000_00)
        took = c.TakeSeat(by=THE_HOUSE, at=0, seat=seat, guest=guest, name=guest, age=40, attested_by="Fay")
        assert (await self.table.carry_out(took)).ok
        return Actor(guest, Role.GUEST, seat)

    async def bought(self, seat: int = 3, cents: int = 1_000_00) -> Actor:
        guest = await self.sit(seat)
        assert (await self.table.carry_out(c.BuyIn(by=guest, at=0, seat=seat, cents=cents, transfer=""))).ok
        return guest

    async def coups(self, count: int, wager: str = "banker", cents: int = 100_00) -> None:
        """Let guests bet, and so many coups be dealt."""
        for _ in range(count):
            await self.desk.until(lambda: self.table.state.phase is Phase.BETTING)
            coup = self.table.state.coup_no
            for seat in self.table.state.occupied:
                by = Actor(self.table.state.seats[seat].guest, Role.GUEST, seat)
                await self.table.carry_out(c.PlaceWager(by=by, at=0, seat=seat, wager=wager, cents=cents))
            await self.desk.until(lambda coup=coup: self.table.state.coup_no > coup)  # type: ignore[misc]
            await self.desk.until(lambda: self.table.state.phase is Phase.BETTING)

    def in_box(self) -> int:
        """The cash in the drop box."""
        return in_drop_box(self.table.id, self.table.state.balances, self.pit.state.balances)

    async def papers_done(self, day: str, cash: int) -> None:
        """The drop is counted, the win reported, and the day closed."""
        notes = self.pit.state.drops[self.table.id].expected_notes or {}
        assert worth(notes) == cash
        for person in (NORA, NED):
            await self.yes(pc.CountDrop, person, table=self.table.id, notes=notes)
        win = table_win(self.pit.state, self.table.id)
        assert win is not None
        await self.yes(pc.ReportWin, ADA, table=self.table.id, cents=win.win_cents, forms=win.forms)
        await self.yes(pc.CloseDay, ADA, day=day)

    def is_open(self) -> bool:
        return self.table.state.tray_open

    def holds(self) -> None:
        """Chip by chip and in cents: what was brought is in the tray, at the seats, or was carried away."""
        state = self.table.state
        assert worth(state.tray) == in_tray(self.table.id, state.balances, self.pit.state.balances)
        assert all(number > 0 for number in state.tray.values())
        for seat, chips in state.guest_chips.items():
            on_layout = sum(w.chips_cents for (no, _), w in state.wagers.items() if no == seat)
            assert worth(chips) == state.chips(seat) + on_layout


def run(play: Any, inventory: Inventory = Inventory.CLOSES) -> None:
    async def work() -> None:
        house = sample_house("section-42")._replace(inventory=inventory)
        store = MemoryStore()
        async with hosting(store, houses=[house]) as desk:
            kept = Kept(desk)
            await kept.people()
            await play(kept)

    asyncio.run(work())


@pytest.mark.control("R38")
def test_nothing_is_sold_or_dealt_outside_a_day_and_before_the_opener():
    async def play(kept: Kept) -> None:
        guest = await kept.sit()
        buys = {"seat": 3, "cents": 1_000_00, "transfer": "t"}
        refusal = await kept.no(c.BuyIn, guest, **buys)  # no day is open
        assert (refusal.code, refusal.clause) == (Code.TRAY_CLOSED, "R38")
        await kept.yes(pc.OpenDay, ADA, day=kept.pit.house_day())
        await kept.table.carry_out(c.AssignStaff(by=THE_HOUSE, at=0, duty="calling", person="Dora"))  # who must count
        assert (await kept.no(c.BuyIn, guest, **buys)).code is Code.TRAY_CLOSED
        await kept.table.carry_out(c.AssignStaff(by=THE_HOUSE, at=0, duty="calling", person=DEALER.id))
        await kept.desk.until(lambda: kept.table.state.phase is Phase.BETTING)
        refusal = await kept.no(c.CallNoMoreBets, DEALER)  # a coup without wagers, too
        assert (refusal.code, refusal.clause) == (Code.TRAY_CLOSED, "R38")
        await kept.desk.pass_ms(60_000)
        assert kept.table.state.phase is Phase.BETTING  # nor does the automatic dealer call
        chips = {500: 100, 100: 50}
        await kept.yes(pc.CountInventory, DEALER, table=kept.table.id, kind="opener", chips=chips)
        assert not kept.is_open()  # counted by one alone
        await kept.yes(pc.AttestCount, FLOOR, slip=1, chips=chips)
        assert kept.table.state.tray == chips
        assert (await kept.table.carry_out(c.BuyIn(by=guest, at=0, seat=3, cents=400_00, transfer="u"))).ok
        kept.holds()
        tried = [
            row for row in exceptions(await read_books(kept.desk.house.store)) if row.stream.startswith("refused/")
        ]
        assert [(row.kind, row.guest, row.severity) for row in tried] == [
            ("refused-tray-closed", guest.id, "medium")
        ], "once for a person, and not for the automatic dealer"

    run(play)


@pytest.mark.control("R38")
def test_a_table_closes_with_nobody_seated_and_no_button_out_and_then_nothing_is_played():
    async def play(kept: Kept) -> None:
        await kept.opened()
        guest = await kept.bought()
        await kept.coups(2)
        closer = {"table": kept.table.id, "kind": "closer", "chips": dict(kept.table.state.tray)}
        refusal = await kept.no(pc.CountInventory, DEALER, **closer)
        assert (refusal.code, refusal.clause, refusal.allowed) == (Code.STILL_OPEN, "R38", ("3",))
        await kept.desk.until(lambda: kept.table.state.phase in (Phase.DEALING, Phase.TURNING))
        in_round = await kept.no(pc.CountInventory, DEALER, **closer | {"kind": "shift"})
        assert (in_round.code, in_round.clause) == (Code.NOT_NOW, "R38")
        await kept.desk.until(lambda: kept.table.state.phase is Phase.BETTING)
        assert (await kept.table.carry_out(c.LeaveSeat(by=guest, at=0, seat=3))).ok
        kept.holds()
        chips = dict(kept.table.state.tray)
        await kept.yes(pc.CountInventory, DEALER, **closer | {"chips": chips})
        late = await kept.sit(5)
        assert (await kept.no(c.BuyIn, late, seat=5, cents=500_00, transfer="t")).code is Code.TRAY_CLOSED  # sealed
        await kept.yes(pc.AttestCount, FLOOR, slip=kept.pit.state.slip_no, chips=chips)
        assert (await kept.no(c.BuyIn, late, seat=5, cents=500_00, transfer="u")).code is Code.TRAY_CLOSED
        assert (await kept.no(c.CallNoMoreBets, DEALER)).code is Code.TRAY_CLOSED
        again = await kept.no(pc.CountInventory, DEALER, **closer | {"kind": "opener"})
        assert again.code is Code.NOT_NOW

    run(play)


@pytest.mark.control("R38")
def test_what_has_moved_since_it_was_counted_is_counted_again():
    async def play(kept: Kept) -> None:
        await kept.opened()
        guest = await kept.bought()
        chips = dict(kept.table.state.tray)
        await kept.yes(pc.CountInventory, DEALER, table=kept.table.id, kind="shift", chips=chips)
        assert (await kept.table.carry_out(c.BuyIn(by=guest, at=0, seat=3, cents=5_00, transfer="u"))).ok
        refusal = await kept.no(pc.AttestCount, FLOOR, slip=kept.pit.state.slip_no, chips=chips)
        assert (refusal.code, refusal.clause) == (Code.WRONG_COUNT, "R38")
        assert (await kept.table.carry_out(c.LeaveSeat(by=guest, at=0, seat=3))).ok
        counted = {"table": kept.table.id, "chips": dict(kept.table.state.tray)}
        await kept.yes(pc.CountInventory, DEALER, kind="closer", **counted)
        assert not kept.is_open()
        await kept.yes(pc.CountInventory, DEALER, kind="shift", **counted)  # it was no closer after all
        assert kept.is_open()
        kept.holds()

    run(play)


@pytest.mark.control("R39")
def test_a_credit_is_of_chips_that_lie_in_the_tray_and_they_are_out_of_it_from_the_request_on():
    async def play(kept: Kept) -> None:
        await kept.opened()
        tray, table = dict(kept.table.state.tray), kept.table.id
        for chips, code in (({50_000: tray[50_000] + 1}, Code.TRAY_SHORT), ({700: 1}, Code.WRONG_COUNT)):
            refusal = await kept.no(pc.RequestTransfer, FLOOR, kind="credit", table=table, chips=chips)
            assert (refusal.code, refusal.clause) == (code, "R39")
        listed = [row.kind for row in exceptions(await read_books(kept.desk.house.store))]
        assert listed == ["refused-tray-short", "refused-wrong-count"]
        await kept.yes(pc.RegisterSeries, ADA, kind="credit", prefix="C", first=1, last=9)
        for number, then in ((1, "cancelled"), (2, "signed")):
            await kept.yes(pc.RequestTransfer, FLOOR, kind="credit", table=table, chips={50_000: 10})
            assert kept.table.state.tray[50_000] == tray[50_000] - 10
            assert kept.table.state.aside == {number: {50_000: 10}}
            if then == "cancelled":
                await kept.yes(pc.CancelRequest, FLOOR, request=number, reason="not now")
                assert kept.table.state.tray == tray
                continue
            await kept.yes(pc.PrepareSlip, CY, request=number)
            for person in (DEALER, FLOOR, GUS, CY):
                await kept.yes(pc.SignForm, person, serial="C-000001")
        assert not kept.table.state.aside
        assert kept.table.state.tray[50_000] == tray[50_000] - 10
        kept.holds()

    run(play)


@pytest.mark.control("R39")
def test_a_payment_that_the_tray_cannot_make_is_refused_and_people_bring_the_fill():
    async def play(kept: Kept) -> None:
        await kept.yes(pc.OpenDay, ADA, day=kept.pit.house_day())
        await kept.count(Count.OPENER, {10_000: 3})
        guest = await kept.sit()
        refusal = await kept.no(c.BuyIn, guest, seat=3, cents=150_00, transfer="t")
        assert (refusal.code, refusal.clause) == (Code.TRAY_SHORT, "R39")
        assert "it lacks 2 of $25.00; a fill is asked for" in refusal.sentence
        await kept.desk.quiet()
        assert kept.table.state.fill_asked
        await kept.yes(pc.RegisterSeries, ADA, kind="fill", prefix="F", first=1, last=9)
        chips = {2_500: 20, 500: 20, 100: 50}
        await kept.yes(pc.RequestTransfer, FLOOR, kind="fill", table=kept.table.id, chips=chips)
        await kept.yes(pc.PrepareSlip, CY, request=1)
        for person in (CY, GUS, DEALER, FLOOR):
            assert kept.table.state.tray == {10_000: 3}  # until it is on the table
            await kept.yes(pc.SignForm, person, serial="F-000001")
        assert kept.table.state.tray == {10_000: 3, **chips}
        assert not kept.table.state.fill_asked
        assert (await kept.table.carry_out(c.BuyIn(by=guest, at=0, seat=3, cents=150_00, transfer="t"))).ok
        kept.holds()

    run(play)


@pytest.mark.control("R38", "R39")
def test_a_house_of_automatic_people_opens_its_day_and_brings_the_fills_it_asks_for():
    async def work() -> None:
        store = MemoryStore()
        async with hosting(store, rulebooks=["section-42"]) as desk:
            kept = Kept(desk)
            assert not kept.pit.state.day
            await kept.bought(cents=9_000_00)  # they open before
            assert kept.pit.state.day == kept.table.state.tray_day == desk.house.own.state.day
            opener = kept.pit.state.attested(kept.table.id, Count.OPENER)
            assert opener is not None
            assert opener.attested_by != opener.counted_by
            await kept.coups(3)
            kept.holds()
            small = {d: n for d, n in kept.table.state.tray.items() if d < 10_000}  # a credit leaves no change
            await kept.yes(pc.RequestTransfer, FLOOR, kind="credit", table=kept.table.id, chips=small)
            ben = await kept.sit(5)
            buys = c.BuyIn(by=ben, at=0, seat=5, cents=133_35, transfer="t")
            refusal = (await kept.table.carry_out(buys)).refusal
            assert refusal is not None
            assert refusal.code is Code.TRAY_SHORT
            await desk.quiet()
            assert (await kept.table.carry_out(buys)).ok
            await kept.yes(pc.CancelRequest, FLOOR, request=1, reason="it was too much")
            kept.holds()
            fills = [form for form in kept.pit.state.forms.values() if form.kind == Paper.FILL]
            assert [form.completed for form in fills] == [True]
            assert tuple(fills[0].signed) == ("cage", "security", "dealer", "supervisor")

    asyncio.run(work())


@pytest.mark.control("R39")
def test_a_win_that_the_tray_cannot_pay_waits_for_the_fill():
    async def work() -> None:
        async with hosting(MemoryStore(), rulebooks=["section-42"]) as desk:
            kept = Kept(desk)
            guest = await kept.bought()
            await desk.until(lambda: kept.table.state.phase is Phase.BETTING)
            vault: Any = kept.table._vault
            at, cards = kept.table.state.next_index, ("Kh", "9s", "Qd", "Ks")  # the Banker wins with a natural
            vault._dealt = (*vault._dealt[:at], *cards, *vault._dealt[at + len(cards) :])
            placed = c.PlaceWager(by=guest, at=0, seat=3, wager="banker", cents=100_00)
            assert (await kept.table.carry_out(placed)).ok
            everything = dict(kept.table.state.tray)
            await kept.yes(pc.RequestTransfer, FLOOR, kind="credit", table=kept.table.id, chips=everything)
            assert not kept.table.state.tray
            chips = kept.table.state.chips(3)
            await desk.until(lambda: kept.table.state.coup_no == 2 and kept.table.state.phase is Phase.BETTING)
            assert kept.table.state.chips(3) == chips + 195_00
            (fill,) = [form for form in kept.pit.state.forms.values() if form.kind == Paper.FILL]
            assert fill.completed
            await kept.yes(pc.CancelRequest, FLOOR, request=1, reason="it was too much")
            kept.holds()

    asyncio.run(work())


@pytest.mark.control("R38")
def test_automatic_people_turn_the_day_between_two_rounds_and_play_goes_on():
    async def work() -> None:
        store = MemoryStore()
        async with hosting(store, rulebooks=["seminole", "seneca"]) as desk:
            kept = Kept(desk, "seminole")
            await kept.bought()
            while not kept.table.state.owed(3):  # a marker button is carried over
                await kept.coups(1)
            first = kept.pit.state.day
            cage = desk.house.own.state.cage
            assert cage is not None
            assert (cage.kind, cage.day) == (Count.OPENER, first), "automatic people have counted the cage too"
            desk.hands.now += 24 * 3_600_000  # rather than to play all night
            await kept.coups(4)
            cage = desk.house.own.state.cage
            assert cage is not None
            assert (cage.kind, cage.day) == (Count.OPENER, kept.pit.state.day), "and close and open it with the day"
            assert kept.pit.state.last_day == first < kept.pit.state.day == kept.table.state.tray_day
            assert desk.house.own.state.last_day == first
            kept.holds()
            books = await read_books(store)
            (win,) = [win for win in day_wins(books, first) if win.table == kept.table.id]
            assert win.win_cents == win.reported_cents
            assert [difference.kind for difference in win.differences] == ["owed"]
            (closer,) = [c for c in hand_overs(books, first, kept.table.id) if c.kind == Count.CLOSER]
            assert closer.over_cents == 0
            assert not books.faults
            lies = cage_day(books, first)
            assert lies is not None
            assert lies.closed_by
            assert not any(piece.over for piece in lies.pieces)
            assert not any(line.cents for line in lies.lines if line.kind == "difference"), "the ledger says the same"

    asyncio.run(work())


@pytest.mark.parametrize(("day", "hours"), [("2026-11-01", 25), ("2026-03-08", 23)])
def test_automatic_people_turn_the_day_when_it_is_over_where_the_house_is(day: str, hours: int):
    async def work() -> None:
        zone = "America/New_York"  # where clocks are turned
        start = midnight(day, zone)
        house = sample_house("seminole")._replace(time_zone=zone)
        async with hosting(MemoryStore(), houses=[house], hands=Hands(start)) as desk:
            kept = Kept(desk, "seminole")
            await kept.bought()
            assert kept.pit.state.day == desk.house.own.state.day == day
            desk.hands.now = start + hours * 3_600_000 - 600_000
            await kept.coups(1)
            assert kept.pit.state.day == day, "ten minutes before midnight"
            desk.hands.now = start + hours * 3_600_000
            await kept.coups(4)
            assert (kept.pit.state.last_day, kept.pit.state.day > day) == (day, True)

    asyncio.run(work())


@pytest.mark.control("R38")
def test_a_house_that_plays_through_counts_between_two_rounds_and_plays_on_while_the_papers_are_done():
    async def play(kept: Kept) -> None:
        await kept.opened()
        await kept.bought()
        await kept.coups(2)
        day = kept.pit.state.day
        box: dict[str, Any] = {"table": kept.table.id, "box": "1"}
        early = await kept.no(pc.RemoveDropBox, GUS, **box)
        assert (early.code, early.clause) == (Code.STILL_OPEN, "R38")
        chips = dict(kept.table.state.tray)
        await kept.yes(pc.CountInventory, DEALER, table=kept.table.id, kind="closer", chips=chips)
        (closer,) = [slip for slip in kept.pit.state.slips.values() if slip.kind == Count.CLOSER]
        assert closer.guests_cents == worth(kept.table.state.guest_chips[3])
        assert (await kept.no(c.CallNoMoreBets, DEALER)).code is Code.TRAY_CLOSED
        assert (await kept.no(pc.RemoveDropBox, GUS, **box)).code is Code.STILL_OPEN
        await kept.yes(pc.AttestCount, FLOOR, slip=closer.number, chips=chips)
        assert not kept.is_open()  # cash would go into a box that is to be counted
        cash = kept.in_box()
        await kept.yes(pc.RemoveDropBox, GUS, **box)
        assert kept.is_open()
        await kept.coups(1)  # for the next day, which nobody has opened yet
        await kept.bought(5, 700_00)
        fill: dict[str, Any] = {"kind": "fill", "table": kept.table.id, "chips": {500: 1}}
        assert (await kept.no(pc.RequestTransfer, FLOOR, **fill)).code is Code.NOT_NOW
        await kept.papers_done(day, cash)
        assert kept.is_open()
        await kept.coups(1)
        kept.desk.hands.now += 24 * 3_600_000  # rather than to play all night
        await kept.yes(pc.OpenDay, ADA, day=kept.pit.house_day())
        opener = kept.pit.state.attested(kept.table.id, Count.OPENER)
        assert opener is not None
        assert (opener.chips, opener.counted_by, opener.attested_by) == (chips, DEALER.id, FLOOR.id)
        assert kept.table.state.tray_day == kept.pit.state.day
        await kept.coups(1)
        kept.holds()
        second = kept.pit.state.day
        await kept.count(Count.CLOSER, dict(kept.table.state.tray))
        cash = kept.in_box()
        await kept.yes(pc.RemoveDropBox, GUS, **box)
        await kept.papers_done(second, cash)
        books = await read_books(kept.desk.house.store)
        for name, sold, tried in ((day, 1_000_00, ["refused-still-open"] * 2), (second, 700_00, [])):
            (win,) = [win for win in day_wins(books, name) if win.table == kept.table.id]
            assert (win.win_cents, win.differences, win.cash_cents) == (win.ledger_cents, (), sold)
            end = day_end(books, name, 0)
            assert (end.headline.verdict, [row.kind for row in end.exceptions]) == ("balance", tried)
        assert next(iter(books.tables[kept.table.id].play.values())).coups_count == 2, "the others are of the next day"
        assert not books.faults

    run(play, Inventory.PLAYS_THROUGH)


@pytest.mark.control("R35", "R38")
def test_a_table_that_closes_for_the_night_closes_with_no_marker_button_out():
    async def work() -> None:
        house = sample_house("seminole")._replace(inventory=Inventory.CLOSES)
        async with hosting(MemoryStore(), houses=[house]) as desk:
            kept = Kept(desk, "seminole")
            await kept.people()
            await kept.opened()
            guest = await kept.bought()
            for wager, cents in (("banker", 100_00), ("player", 1_100_00)):  # the Banker wins both: a button, no chips
                await kept.desk.until(lambda: kept.table.state.phase is Phase.BETTING)
                next_cards(kept.table, "2h 9d 3h Kd")
                await kept.coups(1, wager, cents)
            assert (await kept.table.carry_out(c.LeaveSeat(by=guest, at=0, seat=3, unpaid=True))).ok
            assert not kept.table.state.occupied
            closer: dict[str, Any] = {"table": kept.table.id, "kind": "closer", "chips": dict(kept.table.state.tray)}
            refusal = await kept.no(pc.CountInventory, DEALER, **closer)
            assert (refusal.code, refusal.clause, refusal.allowed) == (Code.VIGORISH_OWED, "R38", ("3",))
            assert refusal.sentence.startswith("a marker button lies at seat 3")
            await kept.bought(3)  # the guest comes back, and pays
            pays = c.CollectVigorish(by=DEALER, at=0, seat=3, cents=to_pay(kept.table.state, 3))
            assert (await kept.table.carry_out(pays)).ok
            assert (await kept.table.carry_out(c.LeaveSeat(by=guest, at=0, seat=3))).ok
            closer["chips"] = dict(kept.table.state.tray)
            await kept.yes(pc.CountInventory, DEALER, **closer)
            await kept.yes(pc.AttestCount, FLOOR, slip=kept.pit.state.slip_no, chips=closer["chips"])
            assert not kept.is_open()

    asyncio.run(work())


@pytest.mark.control("R38")
def test_a_house_that_wants_none_of_it_says_so_in_its_file_and_every_report_says_so_too():
    async def play(kept: Kept) -> None:
        await kept.bought()
        await kept.coups(1)  # no day, no opener
        books = await read_books(kept.desk.house.store)
        report = day_end(books, books.days[-1], 0)
        assert day_plain(report)["uncounted_pits"] == [kept.pit.id]
        says = f"play waits for no count of the trays in {kept.pit.id}: the house has chosen so"
        assert dict(sheet(report).facts)["Inventory"] == says
        told = reconcile_text(report.wins, (), (), report.uncounted, "UTC")
        assert says in " ".join(told.split()), "in lines as wide as the terminal"

    run(play, Inventory.NONE)
    text = files("minibac.rulebooks").joinpath("houses", "section-42.toml").read_text(encoding="utf-8")
    wrong = text.replace('inventory = "plays-through"', 'inventory = "sometimes"')
    refusals = parse_house(wrong, "corner.toml", SAMPLE_DAY, sample=True)
    assert not isinstance(refusals, House)
    assert str(refusals[0]).startswith('corner.toml: controls.inventory: "sometimes" is not known')
    assert refusals[0].allowed == ("closes", "plays-through", "none")
