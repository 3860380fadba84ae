"""An operator with the database in hand who wants a failed test out of the record of a school."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.records.sqlite import SqliteStore
from tests.server.running import PASSWORD, running

KEY = bytes(range(32))
DATABASE = "minibac.sqlite"
LAST = """DELETE FROM events WHERE stream = 'school'
    AND version = (SELECT max(version) FROM events WHERE stream = 'school')"""
ALTERED: dict[str, str] = {
    "one in the middle": "DELETE FROM events WHERE stream = 'school' AND version = 5",
    "right ones added": """UPDATE events SET line = CAST(replace(CAST(line AS TEXT), '"right":0', '"right":9') AS BLOB)
        WHERE stream = 'school'""",
}


class Failed(NamedTuple):
    """The data of a house whose school has noted two failed tests, and what a check of it said then."""

    folder: Path
    heads: Path


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> Failed:
    folder = tmp_path_factory.mktemp("operator") / "house"
    folder.mkdir()
    (folder / "vault.key").write_text(KEY.hex(), encoding="utf-8")
    (folder / "vault.key").chmod(0o600)
    with running(folder) as server, server.staff("instructor", "Ina") as ina, server.client() as tom:
        made = ina.post("/api/school/classes", {"title": "Spring", "rulebook": "seneca"}, status=201)["class"]
        code = ina.post(f"/api/school/classes/{made}/invitations", {}, status=201)["code"]
        facts = {"name": "Tom Lee", "password": PASSWORD}
        tom.signed(tom.post(f"/api/invitations/{code}", facts, status=201))
        for _ in range(2):
            test = tom.post("/api/drills/burn", {"rulebook": "seneca", "test": True})["test"]
            assert tom.post("/api/drills/burn/finish", {"test": test, "answers": ["?"]})["noted"]
    heads = folder.parent / "heads.json"
    heads.write_text(checked(folder), encoding="utf-8")
    return Failed(folder, heads)


def checked(folder: Path, *more: str) -> str:
    return CliRunner().invoke(cli, ["books", "check", "--data", str(folder), "--json", *more]).stdout


def findings(told: str) -> str:
    return str(msgspec.json.decode(told)["findings"])


@pytest.fixture
def altered(failed: Failed, tmp_path: Path) -> Callable[[str], Path]:
    """A copy of the data with an alteration, by somebody who takes what bars it off for a moment."""

    def alter(change: str) -> Path:
        copy = tmp_path / "house"
        shutil.copytree(failed.folder, copy)
        database = sqlite3.connect(copy / DATABASE)
        bars = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        with database:
            for name, _ in bars:
                database.execute(f"DROP TRIGGER {name}")
            assert database.execute(change).rowcount
            for _, bar in bars:
                database.execute(bar)
        database.close()
        return copy

    return alter


async def at_first_sight(folder: Path) -> str:
    """What a start sees before it opens anything: it keeps the house closed where this says something."""
    store = await SqliteStore.open(folder / DATABASE)
    found = await store.glance()
    await store.close()
    return " ".join(str(one.said) for one in found)


def test_the_database_bars_it(failed: Failed, tmp_path: Path) -> None:
    copy = tmp_path / DATABASE
    shutil.copy(failed.folder / DATABASE, copy)
    with closing(sqlite3.connect(copy)) as database, pytest.raises(sqlite3.IntegrityError, match="never removed"):
        database.execute(LAST)
    assert msgspec.json.decode(failed.heads.read_bytes())["agrees"]


@pytest.mark.parametrize("change", ALTERED)
def test_a_log_that_was_altered_is_found_and_no_school_is_kept_by_it(
    altered: Callable[[str], Path], change: str
) -> None:
    folder = altered(ALTERED[change])
    assert "'stream': 'school'" in findings(checked(folder))
    with running(folder) as server:
        assert not server.house.school.exists


def test_an_end_that_was_cut_off_is_found_by_the_witness_and_by_heads_that_were_kept(
    failed: Failed, altered: Callable[[str], Path]
) -> None:
    folder = altered(LAST)
    assert "of school was kept and is not there any more" in asyncio.run(at_first_sight(folder))
    (folder / f"{DATABASE}.witness").unlink()
    told = checked(folder, "--heads", str(failed.heads))
    found = [(one["stream"], one["sentence"]) for one in msgspec.json.decode(told)["findings"]]
    assert {stream for stream, _ in found} == {"school", ""}  # and that a row of the events is gone
    by_heads = [sentence for stream, sentence in found if stream == "school" and str(failed.heads) in sentence]
    assert len(by_heads) == 1
    assert "knows event 7 of th" in by_heads[0]
