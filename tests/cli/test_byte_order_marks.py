"""Editors of Windows put a mark before a text in UTF-8 that nobody sees: files that people write are read with it."""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from minibac.house.settings import Settings, load_settings
from minibac.houses.house import House, load_house
from minibac.odds import load_own_wagers
from minibac.school.marks import Marks, load_marks
from minibac.school.scenario import Scenario, load_scenario, shipped, shipped_text

MARK = "\ufeff"
WAGER = "[wager.mine]\nlines = [{ outcome = 'lose' }]"
NOW = datetime(2026, 11, 1, tzinfo=UTC)


def packaged(*path: str) -> str:
    return files("minibac").joinpath(*path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("load", "text", "kind"),
    [
        (load_own_wagers, WAGER, tuple),
        (
            lambda path: load_house(path, NOW),
            packaged("rulebooks", "houses", "section-42.toml").replace("SAMPLE", "Real"),
            House,
        ),
        (lambda path: load_scenario(str(path)), shipped_text(shipped()[0]), Scenario),
        (load_marks, packaged("school", "marks.toml"), Marks),
        (load_settings, "port = 9000", Settings),
    ],
)
def test_a_mark_before_the_text_is_passed_over(
    load: Callable[[Path], Any], text: str, kind: type, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MARK + text, encoding="utf-8")
    marked = load(file)
    file.write_text(text, encoding="utf-8")
    assert isinstance(marked, kind)
    assert marked == load(file)
