"""``minibac load`` against a real house: guests sit, play and go, nothing is refused but what comes late."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from minibac.cli import cli
from minibac.table.timing import Timing
from tests.server.running import RunningServer, running, wait_until

QUICK = Timing(betting_ms=500, look_ms=20_000, cut_ms=20_000, turning_ms=20_000, offer_ms=20_000, house_money_ms=20_000)
SECONDS = "200"
"""How long a busy machine may take; the load ends with the coups it was asked for."""
LATE = {"betting-closed", "not-now", "wrong-step"}
"""What a guest on a busy machine may hear: the clocks are the house's, and it goes on without a guest who is late."""


def load(server: RunningServer, *options: str) -> Result:
    return CliRunner().invoke(cli, ["load", server.base, *options])


def measured(server: RunningServer, *options: str) -> dict[str, Any]:
    result = load(server, *options, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_guests_sit_play_and_go(tmp_path: Path) -> None:
    with running(tmp_path, timing=QUICK) as server:
        found = measured(
            server, "--tables", "2", "--seats", "2", "--spectators", "3", "--seconds", SECONDS, "--coups", "6"
        )
        assert found["coups"] >= 6
        assert found["wagers"] >= found["coups"]
        assert found["commands"] > 0
        assert found["connections_lost"] == {}
        assert found["refused"].keys() <= LATE
        assert 0 < found["wager_ms"]["p50"] <= found["wager_ms"]["p99"] <= found["wager_ms"]["max"]
        assert found["news"] > found["coups"]
        assert 1_000 < found["largest_view_bytes"] < 16_000
        assert found["seconds"] < int(SECONDS), "it ends with the coups it was asked for"
        wait_until(lambda: not any(hub.connections for hub in server.front.hubs.values()))


@pytest.mark.parametrize("rulebook", ["massachusetts", "seminole", "seneca"])
def test_guests_answer_what_the_table_asks_of_them(rulebook: str) -> None:
    """Cards are handed out, rights are offered, a cut is offered: whoever is asked answers, and nobody else does."""
    with running(timing=QUICK) as server:
        for table in [name for name, each in server.house.tables.items() if each.state.rules.rulebook.id != rulebook]:
            del server.house.tables[table]  # hidden from the load; their dealers sleep
        found = measured(server, "--tables", "1", "--seats", "3", "--seconds", SECONDS, "--coups", "8")
        assert found["coups"] >= 8
        assert found["connections_lost"] == {}
        assert found["refused"].keys() <= LATE


def test_tables_that_the_house_lacks_are_opened(tmp_path: Path) -> None:
    with running(tmp_path, timing=QUICK) as server:
        before = len(server.house.tables)
        found = measured(server, "--tables", str(before + 1), "--seats", "1", "--seconds", SECONDS, "--coups", "2")
        assert found["tables"] == before + 1
        assert found["coups"] >= 2
        assert len(server.house.tables) == before + 1


def test_a_house_that_limits_its_guests_is_told_how_to_be_loaded() -> None:
    with running(timing=QUICK, requests_per_minute=1) as server:
        result = load(server, "--tables", "4", "--seats", "7", "--seconds", "20")
    assert result.exit_code == 1
    assert result.stderr.startswith("minibac: the house takes no more guests from one address so quickly: raise its")
    assert "MINIBAC_REQUESTS_PER_MINUTE=100000" in result.stderr
    assert "Traceback" not in result.output


def test_the_report_for_people_says_the_same(tmp_path: Path) -> None:
    with running(tmp_path, timing=QUICK) as server:
        result = load(server, "--tables", "1", "--seats", "1", "--seconds", SECONDS, "--coups", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("1 table with 1 guest each, ")
    assert "from wager to answer: p50 " in result.stdout
