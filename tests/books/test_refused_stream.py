"""Refused attempts at the tables of a running house are kept beside their logs, and stand in the list of exceptions."""

import asyncio

from minibac.books.books import read_books
from minibac.books.exceptions import exceptions
from minibac.books.refused import read_refused, stream_of
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.records.memory import MemoryStore
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC
from minibac.table.state import Phase
from tests.house.hosting import guest, hosting


def test_a_late_wager_in_a_running_house_is_listed_once_a_round():
    async def work() -> None:
        store = MemoryStore()
        async with hosting(store, rulebooks=["section-42"]) as desk:
            table = desk.table("section-42")
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            await desk.bet(table, 1, "banker")
            await desk.until(lambda: table.state.phase is Phase.DEALING)
            by = guest(1)
            for number in range(3):
                late = c.PlaceWager(by=by, at=0, seat=1, wager="tie", cents=10_00 + number)
                assert not (await table.command(late)).ok
            small = c.PlaceWager(by=by, at=0, seat=5, wager="tie", cents=1)
            assert not (await table.command(small)).ok
            await desk.quiet()
            lines = [read_refused(line.bytes) async for line in store.read(stream_of(table.id))]
            assert [line.code for line in lines] == ["betting-closed", "not-yours"]
            assert lines[0].seat == 1
            assert lines[0].coup_no == table.state.coup_no
            assert lines[0].clauses

    asyncio.run(work())


def test_who_would_end_a_shoe_or_return_a_round_without_the_power_is_listed():
    async def work() -> None:
        store = MemoryStore()
        async with hosting(store, rulebooks=["section-42"]) as desk:
            table = desk.table("section-42")
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            flo, dora = Actor("Flo", Role.FLOORPERSON), Actor("Dora", Role.DEALER)
            for duty, person in (("floor", flo.id), ("calling", dora.id), ("wagers", dora.id)):
                assert (await table.command(c.AssignStaff(by=THE_HOUSE, at=0, duty=duty, person=person))).ok
            tried = (
                c.DirectShuffle(by=flo, at=0, reason="a guest wins"),
                c.DeclareDead(by=flo, at=0),
                c.Report(by=flo, at=0, kind="unfinishable", note="a guest wins"),
                c.Report(by=dora, at=0, kind="too-few-cards"),
            )
            slips = (
                c.Report(by=dora, at=0, kind="third-card-to-player"),
                c.DeclareDead(by=AUTOMATIC.floor, at=0),
                c.CallLastHand(by=dora, at=0),
            )
            for command in (*tried, *slips):
                assert not (await table.command(command)).ok
            await desk.quiet()
            found = exceptions(await read_books(store))
            listed = [(row.kind, row.severity, row.staff["by"]) for row in found if row.kind == "refused-not-now"]
            assert listed == [("refused-not-now", "medium", by) for by in (flo.id, flo.id, flo.id, dora.id)]

    asyncio.run(work())


def test_the_house_expects_in_a_tray_what_the_books_do():
    """What the running house fills in for a count is the books' own statement: vigorish collected lies there too."""

    async def work() -> None:
        from minibac.books.tray import in_tray
        from minibac.play.chips import worth

        store = MemoryStore()
        async with hosting(store, rulebooks=["section-42"]) as desk:
            table = desk.table("section-42")
            await desk.seat(table, 1)
            while not table.state.balance("vigorish"):
                await desk.until(lambda: table.state.phase is Phase.BETTING)
                await desk.bet(table, 1, "banker")
                await desk.until(lambda: table.state.phase is not Phase.BETTING)
            (pit,) = [pit for pit in desk.house.pits.values() if table.id in pit.state.tables]
            found = pit._lies_in(table.id, in_tray)
            brought = pit.state.balances[f"table/{table.id}/tray"]
            assert found == brought + table.state.balance("tray") + table.state.balance("vigorish")
            assert found == worth(table.state.tray)  # chip by chip

    asyncio.run(work())


def test_read_as_books():
    async def work() -> None:
        from minibac.sample_day.day import GamingDays
        from minibac.sample_day.errors import ERRORS

        store = MemoryStore()
        house = GamingDays(store, 3)
        await house.open()
        await house.run_day([ERRORS["late-wager"], ERRORS["leaves-owing"]], 3)
        found = exceptions(await read_books(store))
        assert [row.kind for row in found] == ["late-wager", "refused-vigorish-owed"]
        assert [row.clauses[0] for row in found if row.kind == "late-wager"]

    asyncio.run(work())
