"""``minibac serve`` from outside: the first run, the second, and every way in which it cannot open."""

import contextlib
import os
import signal
import socket
import sqlite3
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from click.testing import CliRunner

import minibac
from minibac.cli import cli
from minibac.cli.serve import house_settings
from minibac.people.keeping_out import KeepingOut
from minibac.people.sessions import COOKIE
from minibac.records.store import StoreAway
from minibac.server import serving
from tests.records.damage import alter
from tests.rules.houses import sample_text
from tests.server.running import WAIT
from tests.server.serve_command import LINK, served

HOUSES = Path(minibac.__file__).parent / "rulebooks" / "houses"


class Done(NamedTuple):
    """How a call ended that opened no house."""

    returncode: int
    stdout: str
    stderr: str


def run(*words: object) -> Done:
    """The command in this process: it says why it cannot open, and ends."""
    environ = {name: None for name in os.environ if name.startswith("MINIBAC_")}
    found = CliRunner().invoke(cli, ["serve", *map(str, words)], env=environ, prog_name="minibac")
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return Done(found.exit_code, found.stdout, found.stderr)


def test_the_first_run_prints_one_link_for_each_role_and_the_second_none(tmp_path: Path) -> None:
    data = tmp_path / "a folder" / "of data"
    with served("--data", data) as house:
        assert house.tables == 4
        links = house.links(9)
        assert {"admin", "dealer", "floorperson", "pit-boss", "surveillance", "accounting", "pit-clerk"} <= links.keys()
        with httpx.Client(timeout=WAIT, base_url=house.base) as client:
            assert client.get("/").status_code == 200
            assert client.get(links["dealer"]).status_code == 200
            token = links["admin"].rpartition("/")[2]
            assert client.get(f"/api/invitations/{token}").json()["role"] == "admin"
            made = client.post(f"/api/invitations/{token}", json={"name": "Ada", "password": "correct horse"})
            assert made.status_code == 201
            cookie = client.cookies[COOKIE]
        status, _ = house.stop()
        assert status == 0
    assert (data / "vault.key").stat().st_mode & 0o077 == 0
    with served("--data", data) as house:
        with httpx.Client(timeout=WAIT, base_url=house.base, cookies={COOKIE: cookie}) as client:
            assert client.get("/api/session").json()["person"]["name"] == "Ada"
        running = run("--data", data, "--port", 0)
        assert running.returncode == 1
        assert "in use" in running.stderr or "open" in running.stderr
        status, rest = house.stop(signal.SIGINT)
        assert status == 0
        assert not LINK.search(rest)
        assert any("--links" in line for line in (*house.lines, *rest.splitlines()))
    again = run("--data", data, "--links")
    assert again.returncode == 0
    assert len(again.stdout.splitlines()) == 9
    assert all("  http://localhost:8042/join/" in line for line in again.stdout.splitlines())
    config = tmp_path / "settings.toml"
    config.write_text('secure_cookies = true\nallowed_hosts = ["house.example"]\n', encoding="utf-8")
    behind = run("--data", data, "--links", "--config", config)
    assert all("  https://house.example/join/" in line for line in behind.stdout.splitlines()), behind.stdout


def test_links_are_made_for_no_house_that_is_not_there(tmp_path: Path) -> None:
    """Whoever forgets where the data are would hand out links that lead nowhere."""
    said = one_sentence(run("--data", tmp_path / "elsewhere", "--links"), 2)
    assert "there is no house in" in said
    assert not (tmp_path / "elsewhere").exists()


def one_sentence(done: Done, status: int) -> str:
    assert done.returncode == status, (done.stdout, done.stderr)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("minibac: ")
    return done.stderr


def test_a_port_in_use_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = one_sentence(run("--data", tmp_path, "--port", port), 1)
        assert f"port {port} is in use" in said
    assert not (tmp_path / "minibac.sqlite").exists()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    said = one_sentence(run("--data", tmp_path / "file", "--port", 0), 1)
    assert "cannot be written" in said


def test_a_file_where_the_folder_of_the_log_should_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("no folder", encoding="utf-8")
    said = one_sentence(run("--data", tmp_path, "--port", 0), 1)
    assert f"the folder of the log, {tmp_path / 'logs'}, cannot be written: it is no folder" in said


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
def test_a_checkpoint_that_cannot_be_kept_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that was signed would be held against the log again; and no pipe holds the start."""
    pipe, folder, settings = tmp_path / "pipe", tmp_path / "folder", tmp_path / "settings.toml"
    folder.mkdir()
    faults = {
        tmp_path / "none" / "x": "no such file or directory",
        folder: "it is a folder",
        pipe: "it is no plain file",
    }
    for place, words in faults.items():
        if place is pipe:
            os.mkfifo(pipe)
        settings.write_text(f"checkpoint_file = '{place}'\n", encoding="utf-8")
        said = one_sentence(run("--data", tmp_path, "--port", 0, "--config", settings), 1)
        assert f"the checkpoint of the open log cannot be kept in {place}: {words}" in said
    assert not [*tmp_path.rglob("*.new")]


@pytest.mark.parametrize("host", ["a..b", f"{'a' * 64}.example", "xn--.example", "xn--a\u00e9", ""])
def test_an_address_that_can_be_none_is_said(host: str, tmp_path: Path) -> None:
    said = one_sentence(run("--data", tmp_path, "--port", 0, "--host", host), 2)
    assert "is not known" in said if host else "host: it is empty" in said


def test_every_fault_of_a_house_file_is_said(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("[house]\nnam = 'Corner'\n", encoding="utf-8")
    said = one_sentence(run("--data", tmp_path, "--house", house, "--port", 0), 2)
    assert "did you mean name?" in said
    assert len(said.splitlines()) > 2


def test_a_house_of_ones_own_holds_no_samples(tmp_path: Path) -> None:
    said = one_sentence(run("--data", tmp_path, "--house", HOUSES / "seminole.toml", "--port", 0), 2)
    assert "references.internal-controls: still says SAMPLE" in said


def test_every_fault_of_the_settings_is_said(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("prot = 1\npace_ms = 'soon'\n", encoding="utf-8")
    said = one_sentence(run("--config", settings, "--data", tmp_path), 2)
    assert "did you mean port?" in said
    assert len(said.splitlines()) == 2


def test_a_newer_database_and_another_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "minibac.sqlite").write_bytes(b"no database at all, but long enough to be read as one" * 40)
    assert one_sentence(run("--data", tmp_path, "--port", 0), 1)
    (tmp_path / "minibac.sqlite").unlink()
    with contextlib.closing(sqlite3.connect(tmp_path / "minibac.sqlite")) as database:
        database.execute("pragma user_version = 9999")
        database.execute("create table somebody_elses (x)")
        database.commit()
    assert one_sentence(run("--data", tmp_path, "--port", 0), 1)


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX")
def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    key = tmp_path / "vault.key"
    key.write_text("00" * 32, encoding="utf-8")
    key.chmod(0o644)
    assert "chmod 600" in one_sentence(run("--data", tmp_path, "--port", 0), 1)


@pytest.mark.parametrize("when", ["look_at_lists", "first_links"])
def test_a_store_that_goes_away_while_the_house_opens_is_said(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreAway("the database does not answer")

    where = KeepingOut if when == "look_at_lists" else serving
    monkeypatch.setattr(where, when, away)
    done = run("--data", tmp_path, "--port", 0)
    assert (done.returncode, done.stderr) == (1, "minibac: the database does not answer\n")


def test_tables_of_the_records_without_a_place_in_the_house_are_named(tmp_path: Path) -> None:
    """Not the training tables, which come and go; and nothing is said where every table has its place."""
    with served("--data", tmp_path) as house:
        assert not any("records hold" in line for line in house.lines)
        assert house.lines[0].startswith("SAMPLE houses: ")
        house.stop()
    own = tmp_path / "seminole.toml"
    own.write_text(sample_text("seminole"), encoding="utf-8")
    with served("--data", tmp_path, "--house", own) as house:
        said = [line for line in house.lines if "records hold" in line]
        assert len(said) == 1
        assert said[0].startswith("the records hold 3 tables that have no place in this house: ")
        assert all(name in said[0] for name in ("ma-1", "s42-1", "sen-1"))
        house.stop()


def test_a_house_that_listens_to_everybody_says_so(tmp_path: Path) -> None:
    with served("--data", tmp_path, "--host", "0.0.0.0") as house:
        house.stop()
        assert any("passwords travel in the clear" in line for line in house.lines)


def test_the_language_of_the_program_is_no_setting_of_a_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINIBAC_LANGUAGE", "zh")
    assert house_settings(tmp_path).data == str(tmp_path)


def test_a_table_whose_log_was_changed_stays_closed_and_the_others_open(tmp_path: Path) -> None:
    with served("--data", tmp_path) as house:
        house.stop()
    alter(
        str(tmp_path / "minibac.sqlite"), "UPDATE events SET line = head WHERE stream = 'table/sen-1' AND version = 1"
    )
    with served("--data", tmp_path) as house:
        assert house.tables == 3
        (told,) = [line for line in house.lines if "stays closed" in line]
        assert told.startswith("table/sen-1 stays closed, for its event 1: the chain of hashes is broken here")
        ready = httpx.get(f"{house.base}/ready", timeout=WAIT).json()
        assert ready == {"ok": False, "paused": "", "found": [told], "tables": 3}
        house.stop()
    alter(str(tmp_path / "minibac.sqlite"), "UPDATE events SET line = head WHERE stream = 'house' AND version = 1")
    closed = run("--data", tmp_path, "--port", 0)
    assert (closed.returncode, closed.stdout) == (1, "")
    assert closed.stderr.startswith("minibac: house stays closed, for its event 1: the chain of hashes is broken here")
