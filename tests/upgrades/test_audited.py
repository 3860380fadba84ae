"""``minibac audit`` of the data folder of a house: right as it was kept, and a changed event is found."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from minibac.cli import cli
from minibac.play.results import Result
from tests.upgrades import golden

CALLED = """SELECT number, stream, version, line FROM events
    WHERE stream LIKE 'table/%' AND json_extract(CAST(line AS TEXT), '$.event') = 'ResultCalled' ORDER BY number"""


def audited(folder: Path) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(cli, ["audit", str(folder), "--json"])
    return done.exit_code, json.loads(done.stdout)


def call_otherwise(data: sqlite3.Connection) -> tuple[str, int]:
    """Change what was called of the first round in the data: its table, and the event."""
    number, stream, event_no, line = data.execute(CALLED).fetchone()
    called = json.loads(line)
    right = Result.from_code(called["code"])
    wrong = right._replace(player_total=right.banker_total, banker_total=(right.player_total + 1) % 10)
    data.execute("DROP TRIGGER events_stay")
    changed = json.dumps(called | {"code": wrong.code}).encode()
    data.execute("UPDATE events SET line = ? WHERE number = ?", (changed, number))
    return stream.removeprefix("table/"), event_no


NEWEST, OLDER_SCHEMA = golden.versions()[-1], golden.versions()[0]


def test_a_folder_that_is_to_be_brought_up_to_date_says_so_and_stays_as_it_is(tmp_path: Path) -> None:
    golden.lay_out(OLDER_SCHEMA, tmp_path)
    before = (tmp_path / "minibac.sqlite").read_bytes()
    status, told = audited(tmp_path)
    assert (status, told["found"]) == (1, {"line-unread": 1})
    assert "it is brought up to date when the house is opened" in told["findings"][0]["sentence"]
    assert (tmp_path / "minibac.sqlite").read_bytes() == before


def test_every_table_of_a_house_is_audited_from_its_data(tmp_path: Path) -> None:
    golden.lay_out(NEWEST, tmp_path)
    status, told = audited(tmp_path)
    assert (status, told["found"]) == (0, {})
    assert told["levels"] == {"suits": told["coups"]}
    assert len(told["files"]) > 1
    assert told["coups"] > 10
    with closing(sqlite3.connect(tmp_path / "minibac.sqlite")) as data, data:
        table, event_no = call_otherwise(data)
    status, told = audited(tmp_path)
    assert status == 1
    assert "wrong-count" in told["found"]
    assert {finding["file"] for finding in told["findings"]} == {str(tmp_path / table)}
    assert all(finding["line"] > event_no for finding in told["findings"])
