"""A house on disk that has kept something of everything: guests, staff, a shoe that ended, a day, refusals, a check."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from argon2 import PasswordHasher
from msgspec.structs import replace

from minibac.house.hosted_table import HostedTable
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.people.passwords import Passwords
from minibac.people.people import People, SignedIn
from minibac.pits import house_commands as hc
from minibac.pits import pit_commands as pc
from minibac.records.sqlite import SqliteStore
from minibac.rules.refusal import Refusal
from minibac.server.book_checks import BookChecks
from minibac.table import commands as c
from minibac.table.state import Phase
from tests.house.hosting import IDS, KEY, QUICK, START_MS, Desk, hosting

CHEAP = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
CHECKPOINT = "checkpoint.kept"
"""What the house signed last, where its own program does not look for it."""
DAY = datetime.fromtimestamp(START_MS / 1000, UTC).strftime("%Y-%m-%d")


def make_kept_house(folder: Path, *, checked: bool = True) -> None:
    """Fill a data folder; ``checked``: the house has checked its books once, and told the heads of its logs."""
    folder.mkdir(parents=True, exist_ok=True)
    key = folder / "vault.key"
    key.touch(mode=0o600)
    key.write_text(KEY.hex(), encoding="ascii")
    asyncio.run(_filled(folder, checked=checked))


async def _filled(folder: Path, *, checked: bool) -> None:
    store = await SqliteStore.open(folder / "minibac.sqlite")
    settings = replace(QUICK, data=str(folder), snapshot_events=40)
    try:
        beside = folder / CHECKPOINT
        async with hosting(store, rulebooks=("section-42", "seneca"), settings=settings, beside=beside) as desk:
            people = People(desk.house, CHEAP)
            await _day(desk)
            await _staff(people)
            guests = [await _guest(people, name) for name in ("Ann", "Ben", "Cora")]
            listed = {"name": "Cora", "born": "1980-02-03", "kind": "banned", "since": "2026-01-01", "reason": "x"}
            await people.keeping_out.exclude(listed, "security")
            ended = await desk.house.add_training_table("massachusetts", {}, name="T", by="x", depth=395)
            assert isinstance(ended, HostedTable)
            await _play(desk, ended, guests[:1], rounds=2)
            await _play(desk, desk.table("section-42"), guests[:2], rounds=3)
            await desk.until(lambda: ended.state.shoe_no >= 2)
            await _refused(desk, desk.table("section-42"), guests[:2])
            await desk.quiet()
            if checked:
                await BookChecks(desk.house)._look()
                assert not desk.house.own.state.found, desk.house.own.state.found
    finally:
        await store.close()


async def _staff(people: People) -> None:
    for role in ("dealer", "admin"):
        token = await people.invite(role, "house")
        assert isinstance(token, str)
        made = await people.accept(token, f"{role} Dana", "correct horse battery", "here")
        assert made is not None
        assert not isinstance(made, Refusal)


async def _guest(people: People, name: str) -> SignedIn:
    made = await people.guest(name, "here", of_age=True)
    assert not isinstance(made, Refusal)
    return made[1]


async def _play(desk: Desk, table: HostedTable, guests: list[SignedIn], rounds: int) -> None:
    for seat, guest in enumerate(guests, 3):
        person, by = guest.account.id, Actor(guest.account.id, Role.GUEST, seat)
        await desk.yes(
            table, c.TakeSeat(by=THE_HOUSE, at=0, seat=seat, guest=person, name="A guest", age=40, attested_by="Fay")
        )
        await desk.yes(table, c.BuyIn(by=by, at=0, seat=seat, cents=100_000, transfer=""))
    first = table.state.coup_no
    while table.state.coup_no < first + rounds:
        coup = table.state.coup_no
        await desk.until(lambda: table.state.phase is Phase.BETTING)
        for seat, guest in enumerate(guests, 3):
            by = Actor(guest.account.id, Role.GUEST, seat)
            await desk.yes(table, c.PlaceWager(by=by, at=0, seat=seat, wager="banker", cents=10_000))
        await desk.until(lambda coup=coup: table.state.coup_no > coup and table.state.phase is Phase.BETTING)  # type: ignore[misc]


async def _refused(desk: Desk, table: HostedTable, guests: list[SignedIn]) -> None:
    await desk.until(lambda: table.state.phase is Phase.DEALING)
    for seat, guest in enumerate(guests, 3):
        by = Actor(guest.account.id, Role.GUEST, seat)
        for late in (c.PlaceWager, c.WithdrawWager):
            command = late(by=by, at=0, seat=seat, wager="banker", cents=10_000)
            assert not (await table.command(command, f"late-{next(IDS)}")).ok


async def _day(desk: Desk) -> None:
    accounting = Actor("Ada", Role.ACCOUNTING)
    for name, pit in desk.house.pits.items():
        opened = await pit.command(pc.OpenDay(by=accounting, at=0, day=DAY), f"open-{name}")
        assert opened.ok, opened.refusal
        told = hc.TellPitDay(by=THE_HOUSE, at=0, pit=name, day=DAY, closed=False)
        assert (await desk.house.own.command(told, f"told-{name}")).ok
