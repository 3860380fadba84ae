"""What a pit decides reaches its tables as commands; what a table may not do without the pit is refused."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.house.hosted_pit import HostedPit
from minibac.house.hosted_stream import Outcome
from minibac.house.hosted_table import HostedTable
from minibac.houses.house import packaged_house
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.pits import house_commands as hc
from minibac.pits import house_events as he
from minibac.pits import pit_commands as pc
from minibac.pits import pit_events as pe
from minibac.pits.days import open_items
from minibac.pits.pit import PIT
from minibac.records.memory import MemoryStore
from minibac.records.store import Store
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import AUTOMATIC
from minibac.table.guests import to_pay
from minibac.table.state import Phase
from tests.house.hosting import STORES, TIMING, Desk, Hands, guest, hosting, open_store
from tests.page.guests import next_cards
from tests.records.ledger_check import verify_ledger

BOSS, BOSS_2 = Actor("Bo", Role.PIT_BOSS), Actor("Ben", Role.PIT_BOSS)
CLERK = Actor("Cleo", Role.PIT_CLERK)
BOOKS = Actor("Abe", Role.ACCOUNTING)
EYE = Actor("Eve", Role.SURVEILLANCE)
FLOOR = Actor("automatic floorperson", Role.FLOORPERSON)
HOUR_MS = 3_600_000


def _pit(desk: Desk) -> HostedPit:
    return next(iter(desk.house.pits.values()))


async def _scheduled(desk: Desk, order: str) -> None:
    pit = _pit(desk)
    options = {"settlement_order": order}
    assert (await pit.command(pc.GiveNotice(by=BOSS, at=0, options=options, text="from noon on"), "n1")).ok
    assert (await pit.command(pc.ReceiveNotice(by=EYE, at=0, notice=1), "n2")).ok
    change = pc.ScheduleChange(by=BOSS, at=0, options=options, effective_at=desk.hands.now + HOUR_MS, notice=1)
    assert (await pit.command(change, "n3")).ok


def test_a_change_of_the_pit_reaches_its_table_when_it_is_due_and_may_be_taken():
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        async with hosting(store, hands=hands, crash=True) as desk:
            table = desk.table()
            before = table.state.rules.options["settlement_order"]
            after = "i" if before != "i" else "iv"
            await _scheduled(desk, after)
            await desk.pass_ms(HOUR_MS - 10)
            assert table.state.rules.options["settlement_order"] == before
        async with hosting(store, hands=hands) as desk:  # the house comes up again before it is due
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.rules.options["settlement_order"] == after)
            await desk.quiet()
            assert not any(change.due and not change.taken for change in _pit(desk).state.changes.values())
            await desk.until(lambda: table.state.coup_no >= 3)
            lines: list[Any] = [pe.decode(line.bytes) for line in await _pit(desk).lines()]
            assert PIT.replay(lines) == _pit(desk).state

    asyncio.run(play())


def test_a_change_waits_until_no_wager_is_on_the_layout():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            after = "i" if table.state.rules.options["settlement_order"] != "i" else "iv"
            await _scheduled(desk, after)
            await desk.seat(table, 1)
            changed: list[Phase] = []

            def told(news):
                if any(isinstance(event, e.OptionsChanged) for event in news.events):
                    assert not news.state.wagers
                    changed.append(news.state.phase)

            desk.house.listen(told)
            for _ in range(4_000):
                if table.state.phase is Phase.BETTING and not table.state.wagers and not changed:
                    await desk.bet(table, 1, "player", 20_00)
                if changed:
                    break
                await desk.pass_ms(1_000)
            assert changed

    asyncio.run(play())


def test_other_limits_reach_the_table_when_they_are_due_and_outlive_the_house():
    """The house file keeps saying what it said: what the log says counts."""

    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        options = {"minimum_cents/banker": 30_00, "maximum_cents/banker": 60_00}
        async with hosting(store, hands=hands, crash=True) as desk:
            table = desk.table()
            due = desk.hands.now + 60_000
            change = pc.ScheduleChange(by=BOSS, at=0, options=options, effective_at=due, tables=(table.id,))
            off = replace(change, options={**options, "maximum_cents/banker": 60_02}, units_cents={table.id: 2})
            refusal = (await _pit(desk).command(off, "l0")).refusal
            assert refusal is not None
            assert str(refusal.said) == "banker: the maximum of $60.02 is no multiple of the betting unit of $5.00", (
                "whatever its sender says of the unit"
            )
            assert not _pit(desk).state.changes
            assert (await _pit(desk).command(change, "l1")).ok
            assert table.state.minimum_cents["banker"] != 30_00
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.minimum_cents["banker"] == 30_00)
            await desk.until(lambda: not _pit(desk).state.changes)
        async with hosting(store, hands=hands) as desk:
            state = desk.table().state
            assert (state.minimum_cents["banker"], state.maximum_cents["banker"]) == (30_00, 60_00)

    asyncio.run(play())


def test_an_attempt_before_the_notice_has_run_is_refused_and_leaves_its_trace():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            pit = _pit(desk)
            early = pc.ScheduleChange(
                by=BOSS, at=0, options={"settlement_order": "i"}, effective_at=desk.hands.now + 60_000
            )
            answer = await pit.command(early, "e1")
            assert not answer.ok
            assert answer.refusal is not None
            last = pe.decode((await pit.lines())[-1].bytes)
            assert isinstance(last, pe.AttemptRefused)
            assert (last.by, last.command) == ("Bo", "ScheduleChange")

    asyncio.run(play())


async def _told(desk: Desk) -> list[Any]:
    return [pe.decode(line.bytes) for line in await _pit(desk).lines()]


async def _owing(desk: Desk, store: Store, table_id: str = "") -> HostedTable:
    """A seat that owes vigorish."""
    del store
    table = desk.house.tables[table_id] if table_id else desk.table("seminole")
    await desk.seat(table, 1, 2, chips=1_000_00)
    for coup in range(1, 40):
        await desk.until(lambda coup=coup: table.state.phase is Phase.BETTING and table.state.coup_no >= coup)  # type: ignore[misc]
        if table.state.owed(1):
            return table
        await desk.bet(table, 1, "banker", 20_00)
    raise AssertionError("the Banker never won")


def test_vigorish_is_not_cleared_without_a_form_in_the_drop_box():
    async def play() -> None:
        store = MemoryStore()
        async with hosting(store, rulebooks=["seminole"]) as desk:
            table = await _owing(desk, store)
            owed = table.state.owed(1)
            clear = c.ClearVigorish(by=FLOOR, at=0, seat=1, cents=owed, reference="CV-000001")
            refused = await desk.no(table, clear)
            assert refused.code is Code.VIGORISH_OWED
            assert table.state.owed(1) == owed

    asyncio.run(play())


@pytest.mark.parametrize("kind", STORES)
def test_automatic_people_clear_what_cannot_be_collected_by_the_form(kind, tmp_path, request):
    """Prepared, signed by three, a reason for the fourth, dropped before witnesses, released; then cleared, once."""

    async def play() -> None:
        async with open_store(kind, tmp_path, request) as store, hosting(store, rulebooks=["seminole"]) as desk:
            table = await _owing(desk, store)
            owed = table.state.owed(1)
            command = c.ClearVigorish(by=FLOOR, at=0, seat=1, cents=owed, reference="shoe 1, seat 1")
            assert (await table.clear(command)).ok
            await desk.quiet()
            assert table.state.owed(1) == owed, "the form lies before the patron, who sits there"
            await desk.pass_ms(TIMING.offer_ms)
            assert (await table.clear(command)).ok
            await desk.quiet()
            assert table.state.owed(1) == 0
            form = next(iter(_pit(desk).state.forms.values()))
            (stated,) = [event for event in await _told(desk) if isinstance(event, pe.ReasonStated)]
            assert stated.refused
            assert (form.released, form.cents, form.seat, form.table) == (True, owed, 1, table.id)
            events = [e.decode(line.bytes) for line in await table.lines()]
            cleared = [event for event in events if isinstance(event, e.VigorishCleared)]
            assert [(event.reference, event.by) for event in cleared] == [(form.serial, "automatic pit boss")]
            await verify_ledger(store)

    asyncio.run(play())


def test_automatic_people_pay_for_a_guest_who_has_gone_by_the_paper_of_the_pit():
    """Where no form exists: the guest goes without paying, one person reports it, and the paper is signed (B37)."""

    async def play() -> None:
        store = MemoryStore()
        async with hosting(store, houses=[packaged_house("grand")]) as desk:
            table = await _owing(desk, store, "ma-1")
            owed, sits = table.state.owed(1), table.state.seats[1]
            leaves = c.LeaveSeat(by=Actor(sits.guest, Role.GUEST, 1), at=0, seat=1, unpaid=True)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            assert (await table.give(leaves)).ok
            report = c.Report(by=AUTOMATIC.dealer, at=0, kind="uncollected", seat=1, note="gone")
            assert (await table.give(report)).ok
            reference = str(table.state.incident_no)
            command = c.ClearVigorish(by=AUTOMATIC.floor, at=0, seat=1, cents=owed, reference=reference)
            assert (await desk.no(table, command)).code is Code.VIGORISH_OWED, "no paper lies in the drop box"
            assert (await table.clear(command)).ok
            await desk.quiet()
            assert (table.state.owed(1), table.state.left_owing) == (0, {})
            pit = desk.house.pits[table.pit].state
            (form,) = [form for form in pit.forms.values() if form.table == table.id]
            assert (form.kind, form.guest, form.cents, form.released) == ("uncollected", sits.guest, owed, True)
            await verify_ledger(store)

    asyncio.run(play())


def test_the_house_log_is_the_authority_on_people_and_grants_chips():
    async def play() -> None:
        store = MemoryStore()
        async with hosting(store) as desk:
            own = desk.house.own
            assert (await own.command(hc.AdmitPerson(by=THE_HOUSE, at=0, person="ada", name="Ada"), "p1")).ok
            grant = hc.GrantRole(by=THE_HOUSE, at=0, person="ada", role=Role.DEALER, pits=tuple(desk.house.pits))
            assert (await own.command(grant, "p2")).ok
            assert Role.DEALER in own.state.people["ada"].roles
            refused = await own.command(hc.GrantRole(by=guest(1), at=0, person="ada", role=Role.ADMIN), "p3")
            assert not refused.ok
            assert isinstance(he.decode((await own.lines())[-1].bytes), he.HouseAttemptRefused)
            chips = hc.GrantChips(by=THE_HOUSE, at=0, guest="gil", cents=500_00, transfer="t1")
            assert (await own.command(chips, "g1")).ok
            assert await store.balance("guest/gil/wallet") == 500_00

    asyncio.run(play())


@pytest.mark.control("R24")
def test_a_clock_that_is_turned_back_is_a_significant_event_of_the_house():
    async def play() -> None:
        hands = Hands()
        async with hosting(MemoryStore(), hands=hands) as desk:
            await desk.seat(desk.table(), 1)
            hands.now -= 60_000
            await desk.seat(desk.table(), 2)
            await desk.quiet()
            found = [he.decode(line.bytes) for line in await desk.house.own.lines()]
            assert [event.name for event in found if isinstance(event, he.ParameterChanged)] == ["clock"]

    asyncio.run(play())


def test_with_the_gaming_day_of_the_pit_its_guests_partnerships_are_over():
    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=("seneca",)) as desk:
            table = desk.house.tables["sen-1"]
            await desk.seat(table, 1, 2)
            await desk.yes(table, c.DeclarePartners(by=FLOOR, at=0, seats=(1, 2)))
            assert table.state.partners == ((1, 2),)
            _pit(desk).heard((pe.DayClosed(day="2026-11-15", at=table.state.at - 1),))
            await desk.quiet()
            assert table.state.partners == ((1, 2),), "they were declared after the day"
            _pit(desk).heard((pe.DayClosed(day="2026-11-15", at=table.state.at),))
            await desk.quiet()
            assert table.state.partnerships == ()

    asyncio.run(play())


def test_partnerships_that_outlived_their_day_because_the_house_went_down_end_at_the_next_start():
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        async with hosting(store, rulebooks=("seneca",), hands=hands, crash=True) as desk:
            table, pit = desk.house.tables["sen-1"], _pit(desk)
            await desk.seat(table, 1, 2)
            await desk.yes(table, c.DeclarePartners(by=FLOOR, at=0, seats=(1, 2)))
            pit.heard = lambda _: None  # the process ends before it could tell the tables
            closed = pe.DayClosed(day="2027-01-15", by="Abe", at=table.state.at)
            await pit._keep(Outcome((closed,), PIT.apply(pit.state, closed)), "", b"")
            assert table.state.partnerships
        async with hosting(store, rulebooks=("seneca",), hands=hands) as desk:
            await desk.quiet()
            assert desk.house.tables["sen-1"].state.partnerships == ()

    asyncio.run(play())


async def _yes(pit: HostedPit, of: type[Any], by: Actor, **facts: Any) -> None:
    answer = await pit.carry_out(of(by=by, at=0, **facts))
    assert answer.ok, answer.refusal


async def _no(pit: HostedPit, of: type[Any], by: Actor, **facts: Any) -> str:
    answer = await pit.carry_out(of(by=by, at=0, **facts))
    assert answer.refusal is not None
    return str(answer.refusal)


async def _lost(desk: Desk, table: HostedTable) -> None:
    """The guest of seat 1 loses every chip at the table."""
    await desk.until(lambda: table.state.phase is Phase.BETTING)
    next_cards(table, "2h 9h 3d Kd")
    await desk.bet(table, 1, "player", table.state.chips(1))
    await desk.until(lambda: table.state.phase is Phase.BETTING and not table.state.wagers)
    assert not table.state.chips(1)


def test_the_house_pays_for_nobody_who_has_chips_at_the_table():
    """The pit asks what the table would say, before the form, before the drop and before the release (B37)."""

    async def play() -> None:
        async with hosting(MemoryStore(), houses=[packaged_house("grand")]) as desk:
            table = await _owing(desk, desk.house.store, "ma-1")
            pit, owed, sits = desk.house.pits[table.pit], table.state.owed(1), table.state.seats[1]
            buys = c.BuyIn(by=guest(1), at=0, seat=1, cents=10_000, transfer="")
            await desk.yes(table, c.AssignStaff(by=THE_HOUSE, at=0, duty="pit", person=BOSS.id))
            await desk.yes(table, c.Report(by=BOSS, at=0, kind="uncollected", seat=1, note="cannot pay"))
            await _yes(pit, pc.RegisterSeries, BOOKS, kind="uncollected", prefix="UV", first=1, last=9)
            whose = {"table": table.id, "seat": 1, "guest": sits.guest, "name": sits.name}
            paper = {"kind": "uncollected", **whose, "cents": owed, "incident": table.state.incident_no}
            chips = "the guest of seat 1 has chips at the table: the vigorish is taken from them (ma/12/d/2/iii)"
            assert await _no(pit, pc.PrepareForm, CLERK, **paper) == chips
            await _lost(desk, table)
            assert "reports first" in await _no(pit, pc.PrepareForm, CLERK, **paper | {"incident": 99})
            await _yes(pit, pc.PrepareForm, CLERK, **paper)
            one = {"serial": "UV-000001"}
            assert "it takes another person" in await _no(pit, pc.SignForm, BOSS, **one), "who reported it"
            await desk.yes(table, c.AssignStaff(by=THE_HOUSE, at=0, duty="pit", person=BOSS_2.id))
            await desk.yes(table, buys)
            assert await _no(pit, pc.SignForm, BOSS_2, **one) == chips
            await _lost(desk, table)
            for by in (AUTOMATIC.dealer, BOSS_2, CLERK):
                await _yes(pit, pc.SignForm, by, **one)
            present = await _no(pit, pc.StateReason, AUTOMATIC.dealer, **one, reason="gone")
            assert present.startswith(
                "Guest 1 sits at a table: the patron signs form UV-000001, or is asked and refuses"
            )
            await _yes(pit, pc.StateReason, AUTOMATIC.dealer, **one, reason="will not", refused=True)
            for by in (BOSS_2, CLERK):
                await _yes(pit, pc.ConfirmPresence, by, **one)
            await desk.yes(table, buys)
            assert await _no(pit, pc.DropOriginal, AUTOMATIC.dealer, **one) == chips
            await _lost(desk, table)
            await _yes(pit, pc.DropOriginal, AUTOMATIC.dealer, **one)
            await desk.yes(table, buys)
            assert await _no(pit, pc.ReleaseMarker, BOSS_2, **one) == chips
            assert (table.state.owed(1), pit.state.forms["UV-000001"].released) == (owed, False)

            released = pe.MarkerReleased(
                table=table.id, seat=1, cents=owed, reference="1", supervisor=BOSS_2.id, serial="UV-000001"
            )
            for _ in range(2):  # what fails all the same is an exception that people see, once
                pit.heard((released,))
                await desk.quiet()
            (trouble,) = pit.state.exceptions.values()
            assert (trouble.kind, trouble.serial, trouble.severity) == ("released-not-cleared", "UV-000001", "high")
            assert "let a marker button go, and the table did not clear it" in str(trouble.said)

            await _yes(pit, pc.SignVoid, BOSS_2, **one, reason="the guest pays after all")
            await _yes(pit, pc.VoidForm, CLERK, **one, reason="the guest pays after all")
            assert not [item for item in open_items(pit.state) if item.kind in ("form", "comp")]

    asyncio.run(play())


async def _dropped(desk: Desk) -> HostedTable:
    """A form for the vigorish of seat 1 lies in the drop box."""
    table = await _owing(desk, desk.house.store)
    pit, owed, sits = _pit(desk), table.state.owed(1), table.state.seats[1]
    await _yes(pit, pc.RegisterSeries, BOOKS, kind="complimentary", prefix="CV", first=1, last=9)
    whose = {"table": table.id, "seat": 1, "guest": sits.guest, "name": sits.name}
    await _yes(pit, pc.PrepareForm, CLERK, kind="complimentary", **whose, cents=owed)
    for by in (AUTOMATIC.dealer, BOSS, CLERK, guest(1)):
        await _yes(pit, pc.SignForm, by, serial="CV-000001")
    for by in (BOSS, CLERK):
        await _yes(pit, pc.ConfirmPresence, by, serial="CV-000001")
    await _yes(pit, pc.DropOriginal, AUTOMATIC.dealer, serial="CV-000001")
    return table


def test_a_form_that_was_dropped_is_void_once_the_guest_has_paid_after_all():
    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=["seminole"]) as desk:
            table = await _dropped(desk)
            pit, owed = _pit(desk), table.state.owed(1)
            void = {"serial": "CV-000001", "reason": "the guest has paid"}
            assert "it is corrected, not voided" in await _no(pit, pc.SignVoid, BOSS, **void)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            if table.state.chips(1) < to_pay(table.state, 1):
                await desk.yes(table, c.BuyIn(by=guest(1), at=0, seat=1, cents=100_00, transfer="p"))
            pays = c.CollectVigorish(by=AUTOMATIC.dealer, at=0, seat=1, cents=to_pay(table.state, 1))
            await desk.yes(table, pays)
            assert "shows $0.00" in await _no(pit, pc.ReleaseMarker, BOSS, serial="CV-000001")
            assert owed > 0 == table.state.owed(1)
            await _yes(pit, pc.SignVoid, BOSS, **void)
            await _yes(pit, pc.VoidForm, CLERK, **void)
            form = pit.state.forms["CV-000001"]
            assert (form.void, form.released) == (True, False)
            assert not [item for item in open_items(pit.state) if item.kind in ("form", "comp")]

    asyncio.run(play())


def test_a_marker_button_that_a_form_lets_go_in_mid_round_leaves_the_layout_after_it():
    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=["seminole"]) as desk:
            table = await _dropped(desk)
            pit, owed = _pit(desk), table.state.owed(1)
            await desk.bet(table, 2, "player", 20_00)
            await desk.until(lambda: table.state.phase is Phase.DEALING)
            await _yes(pit, pc.ReleaseMarker, BOSS, serial="CV-000001")
            await desk.quiet()
            assert table.state.owed(1) == owed
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            assert table.state.owed(1) == 0
            assert not pit.state.exceptions

    asyncio.run(play())


def test_who_gives_a_command_in_a_pit_is_on_duty_there_now_by_the_house_s_own_log():
    """The clerk, or the pit boss: with the role in this pit, and at work in it."""

    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=["seminole", "section-42"]) as desk:
            pit, own = desk.house.pits["section-42-main"], desk.house.own
            notice: dict[str, Any] = {"options": {"settlement_order": "i"}, "text": "from noon on"}

            async def told(kind: type[Any], **facts: Any) -> None:
                assert (await own.carry_out(kind(by=THE_HOUSE, at=0, **facts))).ok

            for name, where in (("bo", "section-42-main"), ("bea", "seminole-main")):
                await told(hc.AdmitPerson, person=name, name=name.title())
                await told(hc.GrantRole, person=name, role=Role.PIT_BOSS, pits=(where,))
            boss, clauses = Actor("bo", Role.PIT_BOSS), "s42/j/3/ii"
            answer = await pit.carry_out(pc.GiveNotice(by=boss, at=0, **notice))
            assert answer.refusal is not None
            assert (answer.refusal.code, clauses in answer.refusal.clauses) == (Code.NOT_YOURS, True)
            assert answer.refusal.sentence == "bo is not on duty as pit boss now"
            for by in (Actor("bea", Role.PIT_BOSS), Actor("nobody", Role.PIT_BOSS), Actor("bo", Role.SHIFT_MANAGER)):
                sentence = await _no(pit, pc.GiveNotice, by, **notice)
                assert sentence.startswith(f"{by.id} is no "), sentence
                assert "in the pit section-42-main" in sentence
            await told(hc.StartProfile, person="bo", role=Role.PIT_BOSS)
            await _yes(pit, pc.GiveNotice, boss, **notice)
            await told(hc.EndProfile, person="bo")
            assert "not on duty" in await _no(pit, pc.GiveNotice, boss, **notice)

    asyncio.run(play())


def test_a_witness_who_has_gone_home_is_not_present_at_the_drop():
    """Who said an hour ago to be there, and works no more, sees nothing fall into the box."""

    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=["seminole"]) as desk:
            table = await _owing(desk, desk.house.store)
            pit, own = _pit(desk), desk.house.own
            whose = {"table": table.id, "seat": 1, "guest": guest(1).id, "name": table.state.seats[1].name}
            await _yes(pit, pc.RegisterSeries, BOOKS, kind="complimentary", prefix="CV", first=1, last=9)
            await _yes(pit, pc.PrepareForm, CLERK, kind="complimentary", **whose, cents=table.state.owed(1))
            for by in (AUTOMATIC.dealer, BOSS, CLERK, guest(1)):
                await _yes(pit, pc.SignForm, by, serial="CV-000001")
            for by in (BOSS, CLERK):
                await _yes(pit, pc.ConfirmPresence, by, serial="CV-000001")

            async def told(kind: type[Any], **facts: Any) -> None:
                assert (await own.carry_out(kind(by=THE_HOUSE, at=0, **facts))).ok

            for by in (BOSS, CLERK):
                await told(hc.AdmitPerson, person=by.id, name=by.id)
                await told(hc.GrantRole, person=by.id, role=by.role, pits=(pit.id,))
                await told(hc.StartProfile, person=by.id, role=by.role)
            await told(hc.EndProfile, person=BOSS.id)
            drop = pc.DropOriginal(by=AUTOMATIC.dealer, at=0, serial="CV-000001")
            refusal = (await pit.carry_out(drop)).refusal
            assert refusal is not None
            assert (refusal.sentence, refusal.clause) == ("Bo is not on duty as pit boss now", "s42/c/3/iii/C/witness")
            assert not pit.state.forms["CV-000001"].dropped
            await told(hc.StartProfile, person=BOSS.id, role=Role.PIT_BOSS)
            assert (await pit.carry_out(drop)).ok

    asyncio.run(play())
