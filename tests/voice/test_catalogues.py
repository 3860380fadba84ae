"""Every language says everything that is said, and nothing that nobody says."""

import ast
import re

import msgspec
import pytest

from minibac.voice.languages import catalogue, languages, render, source
from minibac.voice.said import ENGLISH, Cards, Money, Said, parts, said
from tests.voice.sort_catalogue import sorted_source
from tests.voice.templates import bare_strings, calls, every_template, texts_of_data

OTHERS = [language for language in languages() if language != "en"]

MADE_ELSEWHERE = {
    "cli/terminal/words.py",  # what a rulebook prints
    "play/deal.py",  # calls, steps, remedies and labels of the rulebook
    "odds/report.py",  # what its HTML page says by itself, and names of the rulebook
    "rules/house_rules.py",  # the name of the rulebook
    "rules/layout.py",  # inscriptions and signs of the rulebook
    "school/hands.py",  # calls of the rulebook
    "school/marks.py",  # titles of competencies that come with the program, or a school's own
    "school/procedures.py",  # steps and remedies of the rulebook
    "school/scenario.py",  # what a scenario of the program is about, or somebody's own
    "rules/names.py",  # a sentence of a rulebook, where somebody's own words could stand too
    "table/dealing.py",
    "table/irregular.py",
    "table/opening.py",
    "table/settling.py",
    "table/steps.py",
    "table/wagering.py",
    "cli/terminal/felt.py",
    "cli/terminal/sheets.py",
    "cli/terminal/widgets.py",
    "pits/narrate.py",  # the names of pits and of the house
    "pits/house.py",  # why two duties are apart, from the list of such pairs
}
"""Where a template comes from data; each field is looked at by ``tests/voice/templates.py``."""

LEFT_OUT: dict[str, dict[str, set[str]]] = {
    "zh": {  # ids of steps
        "'{step}' is no step here{did_you_mean}: {steps}": {"step", "did_you_mean", "steps"},
        "the step '{step}'": {"step"},
    },
}
"""Facts that a translation leaves out on purpose, by language and template."""


NOT_OURS = re.compile(r"\bmarkers?\b(?! button)|\b(?:an?|the|each|every) (?:player|punter|gambler)\b", re.IGNORECASE)
"""A marker is always a marker button, and the person at a seat is a guest: Player and Banker are hands."""

PRINTED = {
    "\"An additional card is drawn for the player's and banker's hand\"",
    '"If a player does not accept the cut"',
    'Pay table "if the player elects to take"',
    "A wager on the Banker's Hand that results in a Dragon 7 shall push and be returned to the player.",
}
"""Quotations of a rulebook, and the words that a rulebook wants on a sign."""


def wordless(template: str) -> bool:
    """Whether a template is a single fact, so that there is nothing to translate."""
    return bool(re.fullmatch(r"\{\w+\}", template))


@pytest.mark.parametrize("language", OTHERS)
def test_every_template_has_an_entry(language: str) -> None:
    needed = {template for template in every_template() if not wordless(template)}
    assert len(needed) > 2_000
    assert sorted(needed - set(catalogue(language).templates)) == []


def test_people_and_things_go_by_their_own_names() -> None:
    hands = re.compile(r"\bthe Player\b|\bPlayer pair\b|\bPlayer[’']s\b")
    ours = every_template() - PRINTED
    assert sorted(text for text in ours if NOT_OURS.search(hands.sub("", text))) == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_entry_is_said_by_somebody(language: str) -> None:
    somewhere = every_template() | texts_of_data() | bare_strings()
    assert sorted(set(catalogue(language).templates) - somewhere) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_facts_of_its_template(language: str) -> None:
    wrong = {}
    for template, translated in catalogue(language).templates.items():
        had, has = ({name for _, name, _ in parts(text) if name} for text in (template, translated))
        if has - had or had - has != LEFT_OUT[language].get(template, set()):
            wrong[template] = has ^ had
    assert wrong == {}


@pytest.mark.parametrize("language", languages())
def test_no_brace_is_left_over(language: str) -> None:
    for template in every_template():
        facts = {name: 1 if "|" in how else "x" for _, name, how in parts(template) if name}
        assert not set("{}") & set(render(Said(template, facts), language)), template


def test_templates_are_literals() -> None:
    """A template that is put together cannot be found, so nobody could translate it."""
    wrong = []
    for file, call in calls():
        assert isinstance(call.func, ast.Name)
        literal = all(isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in call.args)
        if call.func.id in ("said", "vocabulary") and not (call.args and literal):
            wrong.append(f"{file}:{call.lineno}")
        if call.func.id == "Said" and not literal and file not in MADE_ELSEWHERE:
            wrong.append(f"{file}:{call.lineno}")
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_is_sorted(language: str) -> None:
    assert source(language).decode() == sorted_source(source(language))


def test_english_is_the_manner_without_templates() -> None:
    assert catalogue("en").manner == ENGLISH
    assert catalogue("en").templates == {}


def test_what_is_said_travels_and_comes_back() -> None:
    told = said("{card} for {sum}, {who}", card=Cards(("Td",)), sum=Money(5), who=said("the dealer"))
    assert msgspec.json.decode(msgspec.json.encode(told), type=Said) == told
    assert str(told) == "Td for $0.05, the dealer"


def test_words_of_a_stranger_are_no_template() -> None:
    """Braces in a name, or in a text that data says, are written as they are."""
    assert str(said("{guest} sits down", guest="{x} {")) == "{x} { sits down"
    assert str(Said("50 {percent")) == "50 {percent"
    assert str(Said("{who} wins")) == "{who} wins"
