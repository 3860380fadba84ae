"""The files that pages show: each is read by what reads such files."""

import re
import tomllib
from pathlib import Path

from minibac.rules.rulebook import RULEBOOKS
from minibac.school.scenario import Scenario, read_scenario
from minibac.shoes.mapping import read_mapping

ROOT = Path(__file__).resolve().parents[1]


def shown(page: str) -> str:
    """The one file of this form that the page shows."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (file,) = re.findall(r"^```toml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return str(file)


def test_the_scenario_of_the_page_can_be_sat() -> None:
    scenario = read_scenario(shown("school.md"), "ours.toml")
    assert isinstance(scenario, Scenario), scenario


def test_the_mapping_of_the_page_is_one() -> None:
    assert read_mapping(shown("import.md").encode()).tells


def test_a_rulebook_prints_its_tableau_as_the_page_shows_it() -> None:
    """Where the page says that a rulebook has a table, the files have it so."""
    drawing = tomllib.loads(shown("reference/rulebooks.md"))["drawing"]
    files = [ROOT / "src" / "minibac" / "rulebooks" / f"{book}.toml" for book in RULEBOOKS]
    printed = [tomllib.loads(file.read_text(encoding="utf-8")).get("drawing", {}) for file in files]
    assert any(drawing.items() <= each.items() for each in printed)
