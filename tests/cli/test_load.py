"""``minibac load``: what it refuses, and what it reports. ``tests/server`` plays it against a real house."""

import json
import socket

import pytest

from minibac.cli.load import lines, summary
from minibac.cli.load_guests import Measured


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("http://example.org:8042", "example.org is another machine; a load is for a house on this one"),
        ("ftp://localhost", "ftp://localhost is no address of a house; write it as http://localhost:8042"),
        ("http://localhost:port", "http://localhost:port is no address of a house"),
    ],
)
def test_it_plays_on_this_machine_alone(minibac, address, sentence):
    result = minibac("load", address)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_no_house_there_is_one_sentence(minibac):
    with socket.socket() as mute:  # bound, so that nobody else listens there, and silent
        mute.bind(("127.0.0.1", 0))
        port = mute.getsockname()[1]
        result = minibac("load", f"http://127.0.0.1:{port}", "--seconds", "1")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"minibac: no house answers at http://127.0.0.1:{port}: ")
    assert "Traceback" not in result.output


@pytest.mark.parametrize("option", ["--tables", "--seats", "--seconds", "--coups"])
def test_counts_and_times_are_bounded(minibac, option):
    result = minibac("load", option, "0")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"minibac: {option}: 0 is no whole number ")


def test_the_report_names_what_was_waited_for():
    found = Measured(seconds=2.0, commands=10, messages=40, received_bytes=2_000_000, largest_view_bytes=900)
    found.wager_seconds += [0.001 * n for n in range(1, 101)]
    found.news_ms += [1, 2, 30]
    found.coups |= {("s42-1", 1, 1), ("s42-1", 1, 2)}
    found.refused["betting-closed"] += 2
    found.lost["4008"] += 1
    report = summary(found, tables=1, seats=7, spectators=3)
    assert report["coups"] == 2
    assert report["commands_per_second"] == 5.0
    assert report["wager_ms"] == {"p50": 51.0, "p90": 90.0, "p99": 99.0, "max": 100.0}
    text = "\n".join(str(line) for line in lines(report))
    assert "1 table with 7 guests each and 3 spectators, 2.0 seconds: 2 coups, 10 commands" in text
    assert "refused: betting-closed 2" in text
    assert "connections the house ended: 1 with 4008" in text


def test_nothing_measured_is_said_as_such():
    report = summary(Measured(), tables=1, seats=1, spectators=0)
    assert report["wager_ms"] is None
    assert len(lines(report)) == 1


def test_a_load_without_a_coup_says_why_and_how_long_to_choose(minibac, monkeypatch):
    async def nothing(base, **how):
        return Measured(seconds=5.0, commands=8, messages=20)

    monkeypatch.setattr("minibac.cli.load_run.play", nothing)
    for more in ((), ("--json",)):
        result = minibac("load", "--seconds", "5", *more)
        assert result.exit_code == 1
        assert json.loads(result.stdout)["coups"] == 0 if more else "0 coups" in result.stdout
        (sentence,) = result.stderr.splitlines()
        assert sentence.startswith("minibac: no coup was begun in 5 seconds: a table that opens shuffles its cards")
        assert "--seconds 60" in sentence
