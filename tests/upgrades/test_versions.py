"""Every version's data folder is opened, played on and verified by the program as it is, on both stores."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from minibac import __version__
from minibac.cli import cli
from minibac.house.settings import Settings, load_settings
from minibac.houses.house import load_house
from minibac.houses.papers import moment_of
from minibac.houses.types import House
from minibac.people.sessions import COOKIE
from minibac.records.store import Store
from minibac.server.serving import open_store
from tests.server.running import RunningServer, running, stakes
from tests.upgrades import golden
from tests.upgrades.playing import Playing

MINUTE_MS = 60_000


class Kept(NamedTuple):
    """The folder of a version, laid out, and where its data lies."""

    folder: Path
    manifest: golden.Manifest
    settings: Settings

    def houses(self) -> list[House]:
        read = [load_house(str(file), moment_of(self.manifest.at)) for file in golden.houses_in(self.folder)]
        assert all(isinstance(house, House) for house in read), read
        return [house for house in read if isinstance(house, House)]


@pytest.fixture(
    params=[(version, kind) for version in golden.versions() for kind in ("sqlite", "postgres")], ids="-".join
)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    version, kind = request.param
    manifest = golden.lay_out(version, tmp_path)
    settings = load_settings(tmp_path / "settings.toml", overrides={"data": str(tmp_path)})
    assert isinstance(settings, Settings)
    with ExitStack() as stack:
        if kind == "postgres":
            (tmp_path / golden.SQLITE).unlink()
            address = stack.enter_context(request.getfixturevalue("postgres").database())
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute((tmp_path / golden.DUMP).read_bytes())
            settings = replace(settings, database=address)
        yield Kept(tmp_path, manifest, settings)


async def holds(store: Store, manifest: golden.Manifest) -> None:
    """Everything that was kept is there, and nothing else."""
    try:
        heads = {name: await store.version(name) for name in await store.streams()}
        assert {name: (head.version, bytes(head.head).hex()) for name, head in heads.items()} == manifest.heads
        assert {name: cents for name, cents in (await store.balances()).items() if cents} == {
            name: cents for name, cents in manifest.balances.items() if cents
        }
    finally:
        await store.close()


def minibac(*words: object, **environ: str) -> Result:
    done = CliRunner().invoke(cli, [str(word) for word in words], env=environ)
    assert done.exit_code == 0, done.output
    return done


def checked(settings: Settings, *more: object) -> None:
    """The books of a house hold, and what it told outsiders."""
    where = ("--database", settings.database) if settings.database else ("--data", settings.data)
    minibac("books", "check", *where, *more, MINIBAC_KEY_FILE=str(settings.key_path))


def test_there_is_a_folder_of_this_version() -> None:
    assert golden.versions()[-1] == __version__


def test_what_a_version_kept_is_opened_played_on_and_verified(kept: Kept) -> None:
    manifest, settings = kept.manifest, kept.settings

    async def untouched() -> None:
        await holds(await open_store(settings), manifest)

    asyncio.run(untouched())
    facts: dict[str, Any] = {name: getattr(settings, name) for name in SAME}
    with (
        running(kept.folder, houses=kept.houses(), at=manifest.at + MINUTE_MS, **facts) as server,
        ExitStack() as stack,
    ):
        told = [str(sentence) for sentence in server.house.interrupted]
        assert not any("closed" in sentence for sentence in told), told
        playing = Playing(server)
        _guests_come_back(playing, stack, manifest)
        _rounds_go_on(playing, manifest)
        _the_form_is_signed(server, stack, manifest)
        with server.client() as anybody:
            record = anybody.get(f"/api/tables/{manifest.ended}/shoes/1/record")
        assert record == (kept.folder / "shoe.jsonl").read_text(encoding="utf-8"), "told again as it was told then"
        server.call(server.front.book_checks._look())
        assert not server.house.own.state.found, server.house.own.state.found
    checked(settings, "--checkpoint", kept.folder / "log.checkpoint")


SAME = ("timing", "guest_idle_minutes", "console_idle_minutes", "database")
"""What of the settings file counts for a server in a test."""


def _guests_come_back(playing: Playing, stack: ExitStack, manifest: golden.Manifest) -> None:
    """With the cookies they had; their seats and wagers are as they left them."""
    for name, table in manifest.tables.items():
        state = playing.server.house.tables[name].state
        assert (str(state.phase), state.shoe_no, state.coup_no) == (table.phase, table.shoe_no, table.coup_no)
        for sits in table.sits:
            client = stack.enter_context(playing.server.client())
            client.http.cookies.set(COOKIE, sits.cookie)
            client.signed(client.get("/api/session"))
            assert client.person["id"] == sits.guest
            page = playing.comes(client, name, sits.seat)
            assert page.welcome["you"]["seat"] == sits.seat
            laid = {area: cents for (seat, area), cents in stakes(page.view).items() if seat == sits.seat}
            assert laid == sits.wagers


def _rounds_go_on(playing: Playing, manifest: golden.Manifest) -> None:
    """The round that was half dealt is dealt to its end, the others from their wagers; then one more everywhere."""
    tables = {name: playing.server.house.tables[name] for name in manifest.tables}
    for more in (True, False):
        before = {name: hosted.state for name, hosted in tables.items()}
        for name in tables:
            playing.bets_end(name)
        for name in tables:
            playing.settles(name, before[name])
            told = playing.pages[name][0][2].get(f"/api/tables/{name}/coups")["coups"]
            (coup,) = (row for row in told if row["coup_no"] == before[name].coup_no)
            settled = {(row["seat"], row["wager"], row["stake_cents"]) for row in coup["wagers"]}
            assert settled == {(one.seat_no, one.proposition, one.stake_cents) for one in before[name].wagered}
            assert (coup["status"], bool(settled)) == ("settled", True)
            if more:
                playing.wagers(name)


def _the_form_is_signed(server: RunningServer, stack: ExitStack, manifest: golden.Manifest) -> None:
    """Staff signs in with the password it had, and the form goes on where it stood."""
    guard = stack.enter_context(server.client())
    guard.signed(guard.post("/api/session", {"name": manifest.staff["security"], "password": manifest.password}))
    signed = {"command": "SignForm", "serial": manifest.form}
    guard.post("/api/pits/section-42-main/commands", {"id": "signed-on", "command": signed})


@pytest.mark.parametrize("version", golden.versions())
def test_what_a_version_gave_out_is_verified(version: str, tmp_path: Path) -> None:
    manifest = golden.lay_out(version, tmp_path)
    minibac("verify", tmp_path / "shoe.jsonl")
    minibac("verify", tmp_path / "paper.json", "--key", manifest.school_key)
    minibac("audit", tmp_path / "ended.shoe")
    minibac("shoes", "convert", tmp_path / "shoe.jsonl", tmp_path / "again.shoe")
    assert (tmp_path / "again.shoe").read_text("utf-8") == (tmp_path / "ended.shoe").read_text("utf-8")


@pytest.mark.parametrize("version", golden.versions())
@pytest.mark.parametrize("source", [golden.BACKUP, golden.FOLDER])
def test_a_backup_of_a_version_is_restored(version: str, source: str, tmp_path: Path) -> None:
    golden.lay_out(version, tmp_path / "old")
    again = tmp_path / "again"
    minibac("serve", "--restore", tmp_path / "old" / source, "--data", again)
    for beside in ("vault.key", "log.checkpoint"):
        (tmp_path / "old" / beside).rename(again / beside)
    minibac("books", "check", "--data", again)
