"""The files that pages show: each is read by what reads such files."""

import re
import tomllib
from pathlib import Path

from minibac.odds.own_wagers import read_wager_file
from minibac.odds.prices import prices
from minibac.rules.rulebook import RULEBOOKS
from minibac.school.scenario import Scenario, read_scenario
from minibac.shoes.mapping import read_mapping

ROOT = Path(__file__).resolve().parents[1]


def shown(page: str) -> list[str]:
    """The files of this form that the page shows, or parts of one."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(r"^```toml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_the_scenario_of_the_page_can_be_sat() -> None:
    (file,) = shown("school.md")
    scenario = read_scenario(file, "ours.toml")
    assert isinstance(scenario, Scenario), scenario


def test_the_mappings_of_the_page_are_some() -> None:
    files = shown("import.md")
    assert [file for file in files if not read_mapping(file.encode()).tells] == []
    assert len(files) == 4


def test_the_wagers_of_the_page_and_what_was_published_of_them_are_one_file() -> None:
    file = read_wager_file("\n".join([*shown("wagers.md"), '[wager.flush]\nlabel = "Flush"\n']))
    assert [wager.id for wager in file.wagers] == ["tiger-pair", "flush"]
    assert file.published["tiger-pair"].agrees(prices("section-42", own=file.wagers)["tiger-pair"].edge)


def test_a_rulebook_prints_its_tableau_as_the_page_shows_it() -> None:
    """Where the page says that a rulebook has a table, the files have it so."""
    (file,) = shown("reference/rulebooks.md")
    drawing = tomllib.loads(file)["drawing"]
    files = [ROOT / "src" / "minibac" / "rulebooks" / f"{book}.toml" for book in RULEBOOKS]
    printed = [tomllib.loads(file.read_text(encoding="utf-8")).get("drawing", {}) for file in files]
    assert any(drawing.items() <= each.items() for each in printed)
