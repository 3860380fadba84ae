"""``minibac simulate`` as a person types it."""

import csv
import errno
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from minibac import __version__
from minibac.simulate.checkpoint import load
from minibac.simulate.runs import MOST_SHOES, simulate
from tests.command_line import Call, Told, calling, telling
from tests.simulate.shoes import house

PATIENCE_S = 100
"""How long a busy machine may take; a test that passes never waits for it."""


@pytest.fixture
def minibac() -> Call:
    return calling("simulate")


@pytest.fixture
def told(minibac: Call) -> Told:
    return telling(minibac)


def test_it_reports_what_the_design_fixes(told: Told) -> None:
    found = told("massachusetts", "--shoes", "3000", "--seed", "2", "--set", "vigorish_type=ez")
    assert (found["rulebook"], found["shoes"], found["seed"], found["minibac"]) == (
        "massachusetts",
        3000,
        2,
        __version__,
    )
    assert found["options"]["vigorish_type"] == "ez"
    assert found["device"] in ("cpu", "gpu")
    assert found["coups"] == simulate(house("massachusetts", vigorish_type="ez"), 3000, seed=2).coups
    assert found["coups_per_second"] > 0
    assert [wager["wager"] for wager in found["wagers"]] == ["player", "banker", "tie", "dragon-7", "panda-8"]
    banker = found["wagers"][1]
    assert banker["exact"]["exact"] == "66274384744/6508331087895"
    assert banker["z"] == pytest.approx((banker["mean"] - banker["exact"]["float"]) / banker["standard_error"])
    assert abs(banker["z"]) < 4
    assert "outside_rulebook" not in found


def test_decks_outside_the_rulebook_are_marked(told: Told) -> None:
    found = told("section-42", "--shoes", "20", "--decks", "2", "--device", "pure")
    assert (found["outside_rulebook"], found["options"]["decks"], found["cards"]) == (True, 2, 104)
    assert "outside_rulebook" not in told("section-42", "--shoes", "2", "--decks", "6", "--device", "pure")


def test_a_wager_on_pairs_brings_ranks(told: Told) -> None:
    found = told("seminole", "--shoes", "30", "--device", "pure")
    assert found["counted_by"] == "ranks"
    assert [wager["wager"] for wager in found["wagers"]][3:] == ["player-pair", "banker-pair"]


OWN = """
[wager.sum]
lines = [{ when = { "player_total + banker_total" = { from = 15 } }, outcome = "win", odds = 3 }, { outcome = "lose" }]
[wager.either-pair]
lines = [{ when.not = { player_pair = false, banker_pair = false }, outcome = "win", odds = 5 }, { outcome = "lose" }]
"""


def test_wagers_of_ones_own_are_counted_beside_the_printed(told: Told, minibac: Call, tmp_path: Path) -> None:
    file, run = tmp_path / "own.toml", str(tmp_path / "run.json")
    file.write_text(OWN, encoding="utf-8")
    asked = ("section-42", "--shoes", "60", "--own", str(file), "--per-shoe", "sum", "--checkpoint", run)
    report = told(*asked)
    assert report["counted_by"] == "ranks"
    rows = {row["wager"]: row for row in report["wagers"]}
    assert list(rows) == ["player", "banker", "tie", "sum", "either-pair"]
    assert (rows["sum"]["own"], "own" in rows["tie"]) == (True, False)
    assert all(abs(row["z"]) < 5 for row in rows.values())
    assert report["per_shoe"][0]["wager"] == "sum"
    file.write_text(OWN.replace("odds = 3", "odds = 4"), encoding="utf-8")
    assert "belongs to another run" in minibac(*asked).stderr
    file.write_text(OWN.replace("lines", "line"), encoding="utf-8")
    assert len(minibac(*asked).stderr.splitlines()) == 4


def test_a_shoe_is_shown_card_by_card(minibac: Call, told: Told) -> None:
    found = told("section-42", "--seed", "1", "--show-shoe", "7")
    assert (len(found["order"]), len(found["coups"]), found["cut_card_coup"]) == (416, 80, 79)
    assert found["coups"][0]["player"]["cards"] == found["order"][11:15:2]
    text = minibac("section-42", "--seed", "1", "--show-shoe", "7").stdout.splitlines()
    assert text[0] == "shoe 7 of seed 1: 80 coups"
    assert text[-2].endswith("the cutting card comes out")
    assert text[-1].endswith("last hand")
    assert minibac("section-42", "--show-shoe", "3", "--set", "shuffler=continuous").exit_code == 0


def test_the_report_in_words_names_everything(minibac: Call, tmp_path: Path) -> None:
    chart, table = tmp_path / "chart.svg", tmp_path / "table.csv"
    result = minibac(
        *("seneca", "--shoes", "500", "--per-shoe", "banker", "--per-shoe", "tie"),
        *("--chart", str(chart), "--csv", str(table)),
    )
    assert result.exit_code == 0
    for words in ("of seed 1", "coups a shoe", "ahead in", "cut_card_depth=14", f"minibac {__version__}"):
        assert words in result.stdout
    assert result.stderr == ""
    assert ET.parse(chart).getroot().tag.endswith("svg")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [row["wager"] for row in rows] == ["player", "banker", "tie"]


def test_a_run_is_continued_and_merged(told: Told, minibac: Call, tmp_path: Path) -> None:
    one, two = str(tmp_path / "one.json"), str(tmp_path / "two.json")
    told("section-42", "--shoes", "100", "--checkpoint", one)
    found = told("section-42", "--shoes", "250", "--checkpoint", one)
    assert found["shoes"] == 250
    told("section-42", "--first-shoe", "250", "--shoes", "50", "--checkpoint", two)
    together = told("section-42", "--merge", one, "--merge", two)
    whole = told("section-42", "--shoes", "300")
    assert together["wagers"] == whole["wagers"]
    assert (together["coups"], together["coups_per_shoe"]) == (whole["coups"], whole["coups_per_shoe"])
    refused = minibac("section-42", "--shoes", "300", "--seed", "2", "--checkpoint", one)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "belongs to another run: it has seed 1, not 2" in refused.stderr
    assert load(Path(one)).ranges == ((0, 250),)


@pytest.mark.parametrize(
    ("args", "status", "sentence"),
    [
        ((), 2, "--shoes N is missing"),
        (("--shoes", "0"), 2, "--shoes 0 is nothing to deal"),
        (("--shoes", "1", "--seed", "-4"), 2, "--seed -4 is no seed"),
        (("--shoes", "1", "--device", "gpv"), 2, "there is no device 'gpv' (did you mean gpu?)"),
        (("--shoes", "1", "--threads", "0"), 2, "--threads 0 deals nothing"),
        (("--shoes", "1", "--decks", "17"), 2, "--decks 17 makes no shoe"),
        (("--shoes", "1", "--decks", "4", "--set", "decks=6"), 2, "choose one"),
        (("--shoes", "1", "--cluster", "auto", "--threads", "2"), 2, "leave --device and --threads out"),
        (("--shoes", "1", "--per-shoe", "dragon-7"), 2, "Section 42 knows no wager dragon-7"),
        (("--shoes", "1", "--per-shoe", "bankr"), 2, "did you mean banker?"),
        (("--shoes", "1", "--first-shoe", "-1"), 2, "--first-shoe -1 is no shoe"),
        (("--shoes", "2", "--first-shoe", str(MOST_SHOES - 1)), 2, "are more than there are"),
        (("--shoes", "1", "--merge", "nothing.json"), 1, "the checkpoint nothing.json cannot be read"),
        (("--show-shoe", "-7"), 2, "there is no shoe -7: shoes are numbered from 0"),
        (("--shoes", "1", "--chart", "chart.png"), 2, "a chart is written to a file that ends in .svg"),
        (("--shoes", "1", "--chart", "/nowhere/chart.svg"), 1, "/nowhere/chart.svg cannot be written"),
        (
            ("--shoes", "1", "--csv", "/nowhere/t.csv"),
            1,
            "/nowhere/t.csv cannot be written: there is no folder /nowhere",
        ),
        (("--shoes", "1", "--checkpoint", "/nowhere/c.json"), 1, "/nowhere/c.json cannot be written"),
    ],
)
def test_a_wrong_call_is_one_sentence(args: tuple[str, ...], status: int, sentence: str, minibac: Call) -> None:
    result = minibac("section-42", *args)
    assert (result.exit_code, result.stdout) == (status, "")
    assert sentence in result.stderr
    assert result.stderr.startswith("minibac: ")
    assert result.stderr.count("\n") == 1


def test_a_file_that_cannot_be_written_is_said_before_a_shoe_is_dealt(
    minibac: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minibac.cli.simulate._Job.result", lambda *_: pytest.fail("shoes were dealt"))
    assert minibac("section-42", "--shoes", "1", "--csv", "/nowhere/table.csv").exit_code == 1


@pytest.mark.parametrize("file", ["table", "checkpoint"])
def test_what_was_found_is_printed_though_a_file_fails_at_the_end(
    minibac: Call, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if file == "table":
        monkeypatch.setattr(Path, "write_text", full)
        result = minibac("section-42", "--shoes", "2", "--device", "pure", "--csv", str(tmp_path / "table.csv"))
    else:
        monkeypatch.setattr("minibac.simulate.checkpoint.os.replace", full, raising=False)
        monkeypatch.setattr(Path, "replace", full)
        result = minibac("section-42", "--shoes", "2", "--device", "pure", "--checkpoint", str(tmp_path / "run.json"))
    assert result.exit_code == 1
    assert "in 2 shoes of seed 1" in result.stdout
    assert "cannot be written: no space left on device" in result.stderr.lower()


def test_a_checkpoint_that_holds_more_than_was_asked_for_is_said(minibac: Call, told: Told, tmp_path: Path) -> None:
    path = str(tmp_path / "run.json")
    told("section-42", "--shoes", "5", "--device", "pure", "--checkpoint", path)
    text = minibac("section-42", "--shoes", "2", "--device", "pure", "--checkpoint", path).stdout
    assert "in 5 shoes of seed 1" in text
    assert f"2 shoes were asked for and 0 dealt; the report is of all 5, for the checkpoint {path} had 5" in text


def test_one_of_a_thing_is_said_in_the_singular(minibac: Call) -> None:
    text = minibac("section-42", "--shoes", "1", "--decks", "1", "--device", "pure").stdout
    assert "in 1 shoe of seed 1\n1 deck, the cutting card" in text


def test_a_device_that_is_not_there_is_said(minibac: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    from minibac.simulate import runs

    monkeypatch.setattr(runs, "_gpu", lambda: None)
    result = minibac("section-42", "--shoes", "1", "--device", "gpu")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no GPU on this machine" in result.stderr


def test_a_damaged_checkpoint_is_said_and_kept(minibac: Call, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text('{"format": "minibac-simu', encoding="utf-8")
    result = minibac("section-42", "--shoes", "5", "--checkpoint", str(path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "is damaged or no checkpoint" in result.stderr
    assert path.read_text(encoding="utf-8") == '{"format": "minibac-simu'


def test_ctrl_c_keeps_the_checkpoint(tmp_path: Path, told: Told) -> None:
    path = tmp_path / "run.json"
    command = [sys.executable, "-m", "minibac", "simulate", "section-42", "--shoes", "100000", "--device", "pure"]
    # A pipe, no terminal: only the checkpoint tells that it has begun, and it is written every few seconds.
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, "--checkpoint", str(path)], stderr=subprocess.PIPE, env=environment) as process:
        end = time.monotonic() + PATIENCE_S
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, said
    assert said.startswith(b"minibac: stopped after ")
    (_, before), *_ = load(path).ranges
    with subprocess.Popen([*command, "--checkpoint", str(path)], stderr=subprocess.PIPE, env=environment) as process:
        while load(path).ranges == ((0, before),) and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE_S)
    kept = load(path)
    (first, shoes), *rest = kept.ranges
    assert shoes > before
    # What was kept before counts: the run is the one that was begun.
    assert said.startswith(f"minibac: stopped after {shoes} of 100000 shoes, kept in".encode())
    assert (first, rest) == (0, [])
    assert kept.histogram.coups == simulate(house(), shoes).coups
    assert told("section-42", "--shoes", str(shoes + 10), "--checkpoint", str(path))["shoes"] == shoes + 10


@pytest.mark.skipif(os.name == "nt", reason="a terminal is played by a pseudo-terminal")
def test_who_would_wait_long_in_plain_python_is_told_of_the_extra() -> None:
    without = "import sys; sys.modules['numba'] = None; from minibac.cli import main; main()"
    reading, writing = os.openpty()
    command = [sys.executable, "-c", without, "simulate", "section-42", "--shoes", "100000000"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=writing) as process:
        os.close(writing)
        shown = b""
        while b"coups/s" not in shown:
            shown += os.read(reading, 4096)
        process.send_signal(signal.SIGINT)
    os.close(reading)
    assert b"this is plain Python; the extra fast deals the same shoes many times as fast" in shown
    assert process.returncode == 130


@pytest.mark.skipif(os.name == "nt", reason="a terminal is played by a pseudo-terminal")
def test_on_a_terminal_a_bar_says_how_far_it_is_and_goes_away() -> None:
    reading, writing = os.openpty()
    command = [sys.executable, "-m", "minibac", "simulate", "section-42", "--shoes", "200", "--device", "pure"]
    environment = {**os.environ, "COLUMNS": "70"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=writing, env=environment) as process:
        os.close(writing)
        shown = b""
        try:
            while more := os.read(reading, 4096):
                shown += more
        except OSError:  # how Linux says that nobody writes any more
            pass
        os.close(reading)
        assert process.stdout is not None
        assert b"200 shoes" in process.stdout.read()
    *bars, cleared, after = shown.decode().rpartition("about ")[2].partition("\n")[2].split("\r")[1:]
    assert bars
    for bar in bars:
        assert re.fullmatch(r"\[#*-*\] +\d+ %  [\d,]+ coups/s  \d:\d\d:\d\d *", bar), bar
        assert len(bar) == 69
    assert cleared == " " * 69
    assert after == ""
