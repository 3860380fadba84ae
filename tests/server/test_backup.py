"""A copy of a running house becomes the same house again."""

import contextlib
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.people.sessions import COOKIE
from minibac.server import backups
from minibac.server.own_command import Ended
from tests.server.running import PATIENT, running


def test_a_copy_of_a_running_house_becomes_the_same_house(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    with running(first, timing=PATIENT, data=str(first)) as server:
        with server.guest("Ann") as ann, server.staff("admin") as admin:
            page = ann.live("ma-1")
            page.sit(4)
            while not (page.yours or {}).get("asks"):  # until the table waits for its guest
                page.read()
            cookie, version = ann.http.cookies[COOKIE], server.house.tables["ma-1"].version
            made = admin.post("/api/backup", status=201)
            ann.post("/api/backup", status=403)
        page.close()
    copy = first / made["folder"] / made["name"]
    if os.name == "posix":
        assert (copy.stat().st_mode & 0o777, copy.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    done = CliRunner().invoke(cli, ["serve", "--restore", str(copy), "--data", str(second)], prog_name="minibac")
    assert done.exit_code == 0, done.output
    again = CliRunner().invoke(cli, ["serve", "--restore", str(copy), "--data", str(second)], prog_name="minibac")
    assert again.exit_code == 1
    assert "Traceback" not in again.output
    with running(second, timing=PATIENT, data=str(second)) as server, server.client() as client:
        client.http.cookies.set(COOKIE, cookie)
        assert client.get("/api/session")["person"]["name"] == "Ann"
        assert server.house.tables["ma-1"].version >= version
        seats = client.get("/api/tables/ma-1")["view"]["seats"]
        assert [(seat["seat"], seat["chips_cents"]) for seat in seats] == [(4, 100_000)]
        assert json.loads(client.request("GET", "/ready").text)["ok"] is True


def test_an_account_that_was_altered_in_a_copy_is_told_when_it_is_restored(tmp_path: Path) -> None:
    """It is restored all the same: a house in which an account was just being made must be had again."""
    first, again = tmp_path / "first", tmp_path / "again"
    first.mkdir()
    with running(first, timing=PATIENT, data=str(first)) as server, server.staff("admin", "Ada") as admin:
        made = admin.post("/api/backup", status=201)
    copy = first / made["folder"] / made["name"]
    with contextlib.closing(sqlite3.connect(copy)) as db, db:
        renamed = "CAST(replace(CAST(document AS TEXT), '\"Ada\"', '\"Zed\"') AS BLOB)"
        changed = db.execute(f"UPDATE documents SET document = {renamed} WHERE kind = 'account'")
        assert changed.rowcount == 1
    done = CliRunner().invoke(cli, ["serve", "--restore", str(copy), "--data", str(again)], prog_name="minibac")
    assert done.exit_code == 1
    assert "is one of the staff, and the house's log has admitted nobody of that name" in done.output
    assert "does not own its name 'zed'" in done.output
    assert "is restored, but not all of it agrees; look at it before you open it" in done.output
    assert not [*again.glob("*-wal"), *again.glob("*-shm")], "the file is whole by itself"
    with running(again, timing=PATIENT, data=str(again)) as server, server.client() as client:
        assert client.get("/api/house")


def test_a_restore_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """A wrong file, and a chain that breaks; what was there before stays as it is."""
    first = tmp_path / "first"
    first.mkdir()
    with running(first, timing=PATIENT, data=str(first)) as server, server.staff("admin") as admin:
        made = admin.post("/api/backup", status=201)
    copy = first / made["folder"] / made["name"]
    broken = tmp_path / "broken.sqlite"
    data = copy.read_bytes()
    assert b"HouseOpened" in data
    broken.write_bytes(data.replace(b"HouseOpened", b"HouseClosed"))
    wrong = tmp_path / "wrong.sqlite"
    wrong.write_text("this is no backup", encoding="utf-8")
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "vault.key").write_text("a key", encoding="utf-8")
    for source in (broken, wrong):
        for folder in (tmp_path / "new" / "data", kept):
            done = CliRunner().invoke(
                cli, ["serve", "--restore", str(source), "--data", str(folder)], prog_name="minibac"
            )
            assert done.exit_code == 1
            assert len(done.output.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.sqlite", "first", "kept", "wrong.sqlite"]
    assert [path.name for path in kept.iterdir()] == ["vault.key"]


def told(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "logs" / "house.jsonl").read_text(encoding="utf-8")
    return [line for line in map(json.loads, text.splitlines()) if line["level"] in ("warning", "error")]


async def holds(*_: object, **__: object) -> Ended:
    return Ended(0, b"", b"")


def test_a_copy_that_was_proved_stays_whatever_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of a day to come, when a calendar was ahead, is no newer copy; one that cannot be deleted stops nothing."""
    monkeypatch.setattr(backups, "run_beside", holds)
    ahead, old = (f"scheduled-{day}T00-00-00-000.sqlite" for day in ("2131-01-01", "2020-01-01"))
    unlink = Path.unlink

    def unlinks(file: Path, missing_ok: bool = False) -> None:
        if file.name == old:
            raise PermissionError(13, "Permission denied")
        unlink(file, missing_ok)

    with running(tmp_path, timing=PATIENT, backups_kept=1) as server:
        made = server.front.backups
        made.folder.mkdir()
        for name in (ahead, old):
            (made.folder / name).touch()
        monkeypatch.setattr(Path, "unlink", unlinks)
        for _ in range(2):
            server.clock.ahead += 60_000
            assert server.call(made._made())
        assert len(list(made.folder.iterdir())) == 3
        assert {line["name"] for line in told(tmp_path)} == {old}
        monkeypatch.setattr(Path, "unlink", unlink)
        server.clock.ahead += 60_000
        assert server.call(made._made())
        kept = {file.name for file in made.folder.iterdir()}
        assert len(kept) == 2
        assert ahead in kept
        assert old not in kept
        assert made.failures == 0


def test_a_copy_that_failed_in_any_way_is_counted_and_the_next_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> Ended:
        raise RuntimeError("nobody foresaw it")

    def renames(file: Path, _target: Path) -> Path:
        raise PermissionError(13, "Permission denied", str(file))

    with running(tmp_path, timing=PATIENT) as server:
        made = server.front.backups
        monkeypatch.setattr(backups, "run_beside", fails)
        assert not server.call(made._made())
        monkeypatch.setattr(backups, "run_beside", holds)
        with monkeypatch.context() as at_once:
            at_once.setattr(Path, "rename", renames)
            assert not server.call(made._made())
        assert made.failures == 2
        assert not list(made.folder.iterdir())
        assert server.call(made._made())
        assert len(list(made.folder.iterdir())) == 1
    assert [line.get("kind") for line in told(tmp_path)] == ["program error", "backup", "backup"]
