"""Somebody says stop: at any moment of the start, twice, and in the middle of things. Nothing is left half-written."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.running import WAIT, Client
from tests.server.serve_command import ENVIRON, served

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")

MOMENTS = (
    "minibac.server.serving:make_folder",
    "minibac.server.serving:open_store",
    "minibac.house.self_check:SelfCheck.look",
    "minibac.house.hosted_pit:HostedHouseLog.open_first",
    "minibac.house.hosted_table:HostedTable.open_first",
    "minibac.house.hosted_pit:HostedPit.first_event",
    "minibac.server.app:create_app",
    "minibac.server.front:Front.start",
    "minibac.server.serving:first_links",
)
"""Where the signal comes, in the order of the start."""

SCRIPT = """
import importlib, os, signal, sys

module, _, name = sys.argv[1].partition(":")
holder = importlib.import_module(module)
if "." in name:
    kind, name = name.split(".")
    holder = getattr(holder, kind)
found = getattr(holder, name)

def interrupted(*args, **more):
    for _ in range(int(sys.argv[2])):
        os.kill(os.getpid(), signal.SIGINT)
    return found(*args, **more)

import minibac.server.serving as serving
setattr(holder, name, interrupted)
if module == "minibac.server.app":
    serving.create_app = interrupted
from minibac.cli import cli
cli.main(["serve", "--port", "0", "--data", sys.argv[3]], prog_name="minibac")
"""


@pytest.mark.parametrize(
    ("moment", "times"), [*((moment, 1) for moment in MOMENTS), *((moment, 2) for moment in MOMENTS[-2:])]
)
def test_a_signal_at_any_moment_of_the_start_ends_it_in_one_line(moment: str, times: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, moment, str(times), str(tmp_path)],
        capture_output=True,
        text=True,
        env=ENVIRON,
        timeout=10 * WAIT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    last = done.stdout.splitlines()[-1]
    assert last in (
        "minibac was stopped before the house was open; everything is kept",
        "the house is closed; everything is kept",
    )


def test_a_house_that_was_stopped_while_it_opened_opens_afterwards(tmp_path: Path) -> None:
    words = [sys.executable, "-c", SCRIPT, "minibac.house.hosted_table:HostedTable.open_first", "1", str(tmp_path)]
    assert subprocess.run(words, capture_output=True, env=ENVIRON, timeout=10 * WAIT, check=False).returncode == 0
    with served("--data", tmp_path) as house:
        assert house.tables == 4
        assert len(house.links(9)) == 9, "the links are made by the first run that opens"
        status, rest = house.stop(signal.SIGINT)
    assert status == 0
    assert rest.splitlines() == ["the house is closed; everything is kept"]


def test_what_recovery_found_is_printed_once(tmp_path: Path) -> None:
    """In the words for people; the log of the house has it too."""
    pattern = re.compile(r"connection of seat 3 was lost")
    with served("--data", tmp_path) as house:
        client = Client(house)
        client.signed(client.post("/api/guests", {"name": "Ann", "of_age": True}, status=201))
        client.live("s42-1").ok("TakeSeat", seat=3)
        house.process.kill()
        house.process.wait(WAIT)
        client.close()
    words = [sys.executable, "-m", "minibac", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRON) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        out = ""
        for line in process.stdout:
            out += line
            if "is open at" in line:
                process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT) == 0
        assert len(pattern.findall(out)) == 1
        assert process.stderr.read() == ""
    log = (tmp_path / "logs" / "house.jsonl").read_text(encoding="utf-8")
    assert len(pattern.findall(log)) == 1
