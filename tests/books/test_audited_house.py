"""``minibac audit`` of a house's data folder: every table of it, from its first event on."""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec

from minibac.play.results import CODES, Result
from tests.records.damage import alter


def test_the_tables_of_a_house_are_audited_where_they_are_kept(minibac: Any, data: Path) -> None:
    result = minibac("audit", str(data), "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["findings"]) == (0, [])
    assert told["coups"] > 10
    assert told["levels"] == {"suits": told["coups"]}
    checks = {check["check"]: check for check in told["checks"]}
    assert checks["payments"]["unknown"] == 0
    assert len(told["files"]) == 6


def test_what_somebody_changed_in_the_database_is_found_with_its_event(
    minibac: Any, data: Path, tmp_path: Path
) -> None:
    """The result that was called becomes another: the cards under it say otherwise."""
    copy = tmp_path / "house"
    shutil.copytree(data, copy)
    kept = copy / "minibac.sqlite"
    with contextlib.closing(sqlite3.connect(kept)) as db:
        called = "SELECT number, line FROM events WHERE CAST(line AS TEXT) LIKE '%\"ResultCalled\"%' LIMIT 1"
        number, line = db.execute(called).fetchone()
    event = json.loads(line)
    winner = Result.from_code(event["code"]).winner
    other = next(code for code in range(CODES) if Result.from_code(code).winner is not winner)
    changed = msgspec.json.encode({**event, "code": other})
    alter(str(kept), "UPDATE events SET line = ? WHERE number = ?", changed, number)
    told = json.loads(minibac("audit", str(copy), "--json").stdout)
    assert "wrong-winner" in told["found"]
    assert told["wrong_coups"] == 1
    assert all(finding["line"] for finding in told["findings"])


def test_another_folder_is_told_in_a_sentence(minibac: Any, tmp_path: Path) -> None:
    result = minibac("audit", str(tmp_path))
    assert result.exit_code == 2
    assert "holds no data of a house" in result.stderr
