"""A house as it is installed: behind a proxy, under a supervisor, watched, copied, with its key in custody."""

import asyncio
import contextlib
import importlib
import json
import os
import posixpath
import re
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result

from minibac.cli import cli
from minibac.house import keys
from minibac.house.keys import key_of
from minibac.house.settings import Settings
from minibac.people.sessions import COOKIE
from minibac.rules.refusal import Refusal
from minibac.server import backups as server_backups
from minibac.server import supervisor
from minibac.server.backups import SCHEDULED, UNPROVED, Backups
from minibac.server.metrics import Metrics
from minibac.server.own_command import Ended, run_beside
from tests.server.running import KEY, PASSWORD, PATIENT, WAIT, RunningServer, running, wait_until
from tests.server.serve_command import ENVIRON, served

RUNNING = Path(__file__).parents[2] / "docs" / "running"
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, signals and sockets as POSIX has them")

# ------------------------------------------------------------------------------------------------------ behind a proxy


@pytest.mark.parametrize(
    ("proxies", "believed"), [((), False), (("10.0.0.9",), False), (("127.0.0.1",), True), (("127.0.0.0/8",), True)]
)
def test_what_a_proxy_says_of_a_caller_is_believed_of_a_trusted_one_alone(
    proxies: tuple[str, ...], believed: bool, tmp_path: Path
) -> None:
    forged = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
    with running(tmp_path, trusted_proxies=proxies) as server, server.client() as somebody:
        wrong = {"name": "Nobody Here", "password": "wrong password"}
        assert somebody.request("POST", "/api/session", wrong, headers=forged).status_code == 401
        guest = {"name": "Ann", "of_age": True, "age": 30}
        secure = {**forged, "Origin": f"https://127.0.0.1:{server.port}"}
        assert somebody.request("POST", "/api/guests", guest, headers=secure).status_code == (201 if believed else 403)
        named = {"Host": "evil.example", **forged}
        assert somebody.request("GET", "/api/house", headers=named).status_code == 403, "a name is never forwarded"
    (failed,) = [line for line in told(tmp_path) if line.get("kind") == "failed sign-in"]
    assert failed["address"] == ("203.0.113.7" if believed else "127.0.0.1")


SPELLINGS = (
    "/metrics", "/metrics/", "/metrics//", "//metrics", "/%6Detrics", "/metrics%2F", "/metrics/?x=1", "/metrics/.",
    "/static/../metrics", "/./metrics/", "/METRICS", "/metrics/x", "/metrics;x",
)  # fmt: skip
DENIED = re.compile(r"location \^~ (\S+) \{[^}]*?deny all;")
"""What nginx keeps from the outside, with all that begins so."""


def test_the_proxy_keeps_every_spelling_from_the_outside_under_which_the_house_tells_its_figures() -> None:
    """nginx looks for a place by the path as it is meant: decoded, with one slash for two and without dots."""
    answered = []
    with running() as server:
        for spelling in SPELLINGS:
            with contextlib.closing(HTTPConnection("127.0.0.1", server.port, timeout=WAIT)) as raw:
                raw.request("GET", spelling)
                answered += [spelling] if b"minibac_tables" in raw.getresponse().read() else []
    assert {"/metrics", "/metrics/", "/metrics//"} <= set(answered)
    for text in (RUNNING / "nginx.conf", RUNNING.parent / "operations.md"):
        (kept,) = DENIED.findall(text.read_text(encoding="utf-8"))
        meant = {spelling: re.sub("/+", "/", posixpath.normpath(unquote(spelling))) for spelling in answered}
        assert [spelling for spelling, path in meant.items() if not path.startswith(kept)] == [], text.name


def test_the_proxy_passes_on_the_port_by_which_it_was_asked() -> None:
    """A page's origin has it wherever it is another than 443, and what comes from another origin is refused."""
    with running(trusted_proxies=("127.0.0.1",)) as server, server.client() as somebody:
        guest = {"name": "Ann", "of_age": True, "age": 30}
        for host, status in (("127.0.0.1", 403), ("127.0.0.1:8443", 201)):  # as of $host, and of $http_host
            headers = {"Host": host, "Origin": "https://127.0.0.1:8443", "X-Forwarded-Proto": "https"}
            assert somebody.request("POST", "/api/guests", guest, headers=headers).status_code == status
    for text in (RUNNING / "nginx.conf", RUNNING.parent / "operations.md"):
        passed = re.findall(r"proxy_set_header Host (\S+);", text.read_text(encoding="utf-8"))
        assert passed == ["$http_host"], text.name


def told(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "logs" / "house.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


# ------------------------------------------------------------------------------------------------- logs without secrets


def test_no_log_holds_a_secret(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Sign-ins right and wrong, an invitation, sessions, the key, the order of a shoe: none of it is written down."""
    secrets = {KEY.hex(), PASSWORD, "guessed it wrong", "and wrong again"}
    with running(tmp_path, timing=PATIENT) as server:
        with server.staff("admin", "Al Stone") as admin, server.guest("Ann") as ann, server.client() as other:
            link = admin.post("/api/invitations", {"role": "dealer"}, status=201)
            token = next(word for word in re.findall(r"[0-9A-Za-z_-]{20,}", json.dumps(link)))
            secrets.add(token)
            other.get(f"/api/invitations/{token}")
            other.request("POST", "/api/invitations/no-such-token-at-all", {"name": "X", "password": PASSWORD})
            for wrong in ("guessed it wrong", "and wrong again"):
                other.request("POST", "/api/session", {"name": "Al Stone", "password": wrong})
            other.request("POST", "/api/session", {"name": PASSWORD, "password": "x"})
            other.signed(other.post("/api/session", {"name": "Al Stone", "password": PASSWORD}))
            page = ann.live("s42-1")
            page.sit(3)
            page.send("nonsense")
            page.until("wrong")
            ann.request("POST", "/api/tables", {"rulebook": "no"}, headers={"X-CSRF-Token": "forged"})
            for client in (admin, ann, other):
                secrets |= {client.csrf, client.http.cookies[COOKIE]}
            admin.post("/api/backup", status=201)
        secrets -= {PASSWORD}  # somebody typed it where a name belongs, and a name is logged
        secrets |= set(server.house.premises.key.hex().split())
    out, err = capfd.readouterr()
    written = out + err + "".join(file.read_text(encoding="utf-8") for file in (tmp_path / "logs").iterdir())
    assert len(secrets) > 8
    assert [secret for secret in secrets if secret in written] == []


@POSIX
def test_the_log_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Also where somebody made the data folder for all to read; names and addresses are in it."""
    tmp_path.chmod(0o755)
    with running(tmp_path) as server, server.client() as somebody:
        somebody.request("POST", "/api/session", {"name": "Al Stone", "password": "guessed"})
    logs = tmp_path / "logs"
    assert [file.name for file in logs.iterdir()] == ["house.jsonl"]
    for found in (logs, *logs.iterdir()):
        assert found.stat().st_mode & 0o077 == 0, found


# --------------------------------------------------------------------------------------------------- custody of the key


def command(folder: Path, script: str) -> str:
    """A command that does this; its words."""
    file = folder / "give-key"
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(stat.S_IRWXU)
    return f"{file} --token do-not-repeat"


@POSIX
@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (f"echo {KEY.hex()}; echo secret-noise >&2", ""),
        ("echo secret-noise; echo secret-noise >&2; exit 3", "ended with status 3"),
        ("echo secret-noise", "printed no key"),
        (f"echo {KEY.hex()[:40]}", "printed no key"),
        (f"echo {KEY.hex()}; sleep 600", "gave none within"),
        ("while :; do echo secret-noise; done", "printed no key"),
    ],
)
def test_the_key_comes_from_a_command_and_nothing_of_it_is_repeated(
    script: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(keys._printed, "__defaults__", (0.5 if "sleep" in script else 30.0,))
    found = key_of(tmp_path / "vault.key", command(tmp_path, script))
    if sentence:
        assert isinstance(found, Refusal)
        assert sentence in str(found)
        assert not re.search(r"secret-noise|do-not-repeat|[0-9a-f]{16}", str(found))
    else:
        assert found == KEY
    assert capfd.readouterr() == ("", "")
    assert not (tmp_path / "vault.key").exists(), "the key lies nowhere beside the data"


@POSIX
def test_a_command_that_nobody_waits_for_any_more_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that is told to stop while an agent thinks does not wait for the agent, and leaves nothing of it."""
    monkeypatch.setattr(keys._printed, "__defaults__", (1e6,))
    script, begun = (
        f"echo $$ > {tmp_path}/begun.new; mv {tmp_path}/begun.new {tmp_path}/begun; sleep 1000000",
        tmp_path / "begun",
    )
    given_up, found = threading.Event(), []
    asked = threading.Thread(target=lambda: found.append(key_of("", command(tmp_path, script), given_up)))
    asked.start()
    wait_until(begun.exists)
    given_up.set()
    asked.join()
    assert isinstance(found[0], Refusal)
    wait_until(lambda: ended(int(begun.read_text(encoding="ascii"))))


def ended(group: int) -> bool:
    """Whether nothing of a group is left, nor a killed one that the system has yet to bury."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_command_that_cannot_be_run_is_told() -> None:
    told = str(key_of("x", "/no/such/agent --token do-not-repeat"))
    assert told == "the command for the key, /no/such/agent, cannot be run: no such file or directory"


@pytest.mark.parametrize("word", ["TOKEN=do-not-repeat", "https://user:do-not-repeat@vault/key", "do-not-repeat@vault"])
def test_a_first_word_that_may_hold_a_secret_is_not_repeated(word: str) -> None:
    told = str(key_of("x", f"{word} get key"))
    assert told == "the command for the key cannot be run: no such file or directory"


@POSIX
def test_another_key_than_last_time_opens_nothing(tmp_path: Path) -> None:
    """A house that went on with another key would lose every shoe in play; who means it says so with a file."""
    data, gives = tmp_path / "data", command(tmp_path, f"cat {tmp_path}/key")
    (tmp_path / "key").write_text("ab" * 32, encoding="ascii")
    with served("--data", data, key_command=gives) as house:
        assert house.stop()[0] == 0
    assert {file.name for file in data.iterdir()} >= {"minibac.sqlite", "log.checkpoint"}
    (tmp_path / "key").write_text("cd" * 32, encoding="ascii")
    environ = ENVIRON | {"MINIBAC_KEY_COMMAND": gives}
    words = [sys.executable, "-m", "minibac", "serve", "--data", str(data), "--port", "0"]
    refused = subprocess.run(words, env=environ, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "gave another key than this house had last: nothing was opened" in refused.stderr
    everything = refused.stderr + refused.stdout + (data / "logs" / "house.jsonl").read_text(encoding="utf-8")
    assert "cd" * 32 not in everything
    assert "ab" * 32 not in everything
    assert "do-not-repeat" not in everything


# --------------------------------------------------------------------------------------------------------------- copies


def tells(house: RunningServer, newest: float) -> bool:
    """Whether the figures say that the newest copy is of that time."""
    (at,) = re.findall(r"^minibac_backup_timestamp_seconds (\S+)$", figures_of(house), re.MULTILINE)
    return float(at) == newest


def test_a_process_knows_of_the_copies_that_another_one_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one of them makes copies; the others do not tell for ever of the newest that they found at their start."""
    monkeypatch.setattr(Backups.keep_making, "__defaults__", (0.01,))
    with running(tmp_path, backup_hours=10**6) as house:
        now = house.clock() // 1000
        folder = house.front.backups.folder
        folder.mkdir()
        for number, (at, newest) in enumerate(
            [(now - 90_000, now - 90_000), (now - 5_000, now - 5_000), (now + 90_000, now - 5_000)]
        ):
            copy = folder / f"{SCHEDULED}{number}.sqlite"
            copy.touch()
            os.utime(copy, (at, at))
            wait_until(partial(tells, house, newest))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("copied")
    key = folder / "vault.key"
    key.touch(0o600)
    key.write_text(KEY.hex(), encoding="ascii")
    with running(folder, timing=PATIENT, backups_kept=1) as server:
        yield server


def figures_of(house: RunningServer) -> str:
    with house.client() as anybody:
        return str(anybody.get("/metrics"))


def prove(*words: object, **environ: str) -> Result:
    return CliRunner().invoke(cli, ["serve", "--prove", *map(str, words)], env=environ)


def test_the_house_copies_itself_proves_each_copy_and_keeps_the_newest(house: RunningServer) -> None:
    backups = house.front.backups
    with house.staff("admin") as admin:
        asked = admin.post("/api/backup", status=201)["name"]
    (backups.folder / "unproved-of-a-house-that-died.sqlite").touch()
    for _ in range(2):
        house.clock.ahead += 60_000
        assert house.call(backups._made())
    copies = sorted(file.name for file in backups.folder.iterdir())
    assert len([name for name in copies if name.startswith(SCHEDULED)]) == 1
    assert not any(name.startswith(UNPROVED) for name in copies)
    assert asked in copies, "what somebody asked for stays"
    text = figures_of(house)
    (at,) = re.findall(r"^minibac_backup_timestamp_seconds (\S+)$", text, re.MULTILINE)
    assert abs(float(at) * 1000 - house.clock()) < 10 * 60_000
    assert "minibac_backup_failures 0.0" in text


def test_a_copy_is_proved_where_copies_lie_and_nothing_of_that_stays(
    house: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In /tmp it could lie in memory, and that of a large house is more than the house may have."""
    folder, seen = house.front.backups.folder, []
    (folder / f"{UNPROVED}restored" / "of-a-house-that-died").mkdir(parents=True)

    async def beside(settings: Settings, *words: str, **environ: str) -> Ended:
        program = "import tempfile; print(tempfile.gettempdir())"
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", program], env=os.environ | environ, capture_output=True, check=True
        )
        seen.append(Path(done.stdout.decode().strip()))
        return await run_beside(settings, *words, **environ)

    monkeypatch.setattr(server_backups, "run_beside", beside)
    house.clock.ahead += 60_000
    assert house.call(house.front.backups._made())
    assert [place.parent for place in seen] == [folder]
    assert not [file for file in folder.iterdir() if file.name.startswith(UNPROVED)]


def test_a_copy_that_does_not_hold_is_told_and_counted(house: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    backups = house.front.backups
    before = backups.proved_at, set(backups.folder.iterdir())

    async def torn(target: str) -> None:
        await asyncio.to_thread(Path(target).write_bytes, b"SQLite format 3\0 and nothing behind it")

    monkeypatch.setattr(house.store, "backup", torn)
    assert not house.call(backups._made())
    assert (backups.proved_at, set(backups.folder.iterdir())) == before
    assert "minibac_backup_failures 1.0" in figures_of(house)
    assert any("kind" in line and line.get("sentence") for line in told(Path(house.settings.data)))


def test_a_folder_of_copies_that_is_none_is_told_in_a_sentence(house: RunningServer, tmp_path: Path) -> None:
    backups, file = house.front.backups, tmp_path / "file"
    file.write_text("no folder", encoding="utf-8")
    folder, backups.folder = backups.folder, file
    try:
        with house.staff("admin") as admin:
            answer = admin.post("/api/backup", status=409)
        assert not house.call(backups._made())
    finally:
        backups.folder = folder
    sentence = f"the folder of copies, {file}, cannot be written: it is no folder"
    assert answer["refusal"]["sentence"] == f"no copy was made: {sentence}"
    assert [line for line in told(Path(house.settings.data)) if line.get("sentence") == sentence]


def test_a_copy_is_proved_from_the_command_line(house: RunningServer, tmp_path: Path) -> None:
    with house.staff("admin") as admin:
        made = admin.post("/api/backup", status=201)
    copy = house.front.backups.folder / made["name"]
    key = str(house.settings.key_path)
    proved = prove(copy, MINIBAC_KEY_FILE=key)
    assert proved.exit_code == 0, proved.output
    assert re.search(r"is whole: it restores, and [\d,]+ events in \d+ logs hold", proved.output)
    assert "without its key" in prove(copy, MINIBAC_KEY_FILE=str(tmp_path / "none")).output
    damaged = tmp_path / "damaged.sqlite"
    shutil.copy(copy, damaged)
    _damage(damaged)
    refused = prove(damaged, MINIBAC_KEY_FILE=key)
    assert refused.exit_code == 1
    assert "the backup is damaged" in refused.output


def _damage(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("UPDATE events SET line = head WHERE stream = 'house' AND version = 1")


# -------------------------------------------------------------------------------------------------------- a supervisor


@POSIX
def test_a_supervisor_hears_that_the_house_is_open_alive_and_closing(tmp_path: Path) -> None:
    """And what lets people in stays out of its journal."""
    place = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(place))
        ear.settimeout(60)
        heard: list[str] = []

        def until(word: str) -> None:
            while word not in heard:
                heard.append(ear.recv(100).decode())

        watched = {"NOTIFY_SOCKET": str(place), "WATCHDOG_USEC": "600000"}
        with served("--data", tmp_path / "data", environ=watched) as house:
            until("READY=1")
            heard.remove("WATCHDOG=1")
            until("WATCHDOG=1")
            stopping = threading.Thread(target=house.stop)
            stopping.start()
            until("STOPPING=1")
            stopping.join()
    assert not any("/join/" in line for line in house.lines)


def test_nobody_is_told_where_nobody_supervises(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    supervisor.tell("READY=1")
    assert supervisor.patience_s() == 0
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    assert supervisor.patience_s() == 30
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert supervisor.patience_s() == 0, "it was meant for another process"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit, program = tmp_path / "minibac.service", tmp_path / "minibac"
    program.symlink_to(sys.executable)  # whose own path may hold a space, which ends a word in a unit
    text = (RUNNING / "minibac.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/minibac/bin/minibac", str(program)), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


# -------------------------------------------------------------------------------------------------------------- figures


def names_of_figures() -> set[str]:
    """Every name that the page of figures may have."""
    found = set()
    for family in Metrics().registry.collect():
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        found |= {f"{family.name}{end}" for end in ends}
    return found


def test_every_figure_of_the_alerts_and_the_dashboard_is_there() -> None:
    alerts = importlib.import_module("yaml").safe_load((RUNNING / "alerts.yml").read_text(encoding="utf-8"))
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    board = json.loads((RUNNING / "dashboard.json").read_text(encoding="utf-8"))
    asked = [rule["expr"] for rule in rules] + [each["expr"] for panel in board["panels"] for each in panel["targets"]]
    named = {name for expression in asked for name in re.findall(r"\bminibac_\w+", expression)}
    assert len(rules) == len({rule["alert"] for rule in rules}) > 10
    assert all(rule["annotations"].keys() == {"summary", "action"} for rule in rules)
    assert named - names_of_figures() == set()
    (old,) = [rule["expr"] for rule in rules if rule["alert"] == "BackupOld"]
    assert "minibac_backup_timestamp_seconds > 0" in old, "a house that makes no copies by itself tells 0"


@pytest.mark.skipif(not shutil.which("promtool"), reason="there is no promtool here")
def test_prometheus_takes_the_alerts() -> None:
    done = subprocess.run(["promtool", "check", "rules", RUNNING / "alerts.yml"], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
