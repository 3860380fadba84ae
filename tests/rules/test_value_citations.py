"""What a chosen value, a fixed one and the cards on the table cite, through the house file and the rules."""

import pytest

from minibac.rules.house_rules import HouseRules, build
from minibac.rules.option_names import VALUES
from minibac.rules.plain import book_plain
from minibac.rules.rulebook import RULEBOOKS, Value, load
from tests.rules.houses import DECKS, change, refused, sample

MACHINE: dict[str, Value] = {"shuffler": "automatic", "decks": 16}
CHOSEN: list[tuple[str, dict[str, Value], str, tuple[str, ...]]] = [
    ("section-42", {**MACHINE, "void_reshuffle": "same-set", "finish": "feather"}, "finish", ("s42/e/2/i",)),
    ("section-42", {**MACHINE, "void_reshuffle": "same-set", "finish": "lace"}, "finish", ("s42/e/2/ii",)),
    ("section-42", {**MACHINE, "void_reshuffle": "alternate"}, "void_reshuffle", ("s42/a/4/v",)),
    ("massachusetts", {**MACHINE, "void_reshuffle": "alternate"}, "void_reshuffle", ("ma/3/b/4",)),
]
"""What the print says of these values; with a machine the finish is that of the set that is shuffled by hand (A16)."""


@pytest.mark.parametrize(("book", "chosen", "option", "clauses"), CHOSEN)
def test_a_value_cites_its_own_clause(
    book: str, chosen: dict[str, Value], option: str, clauses: tuple[str, ...]
) -> None:
    rules = build(load(book), chosen)
    assert isinstance(rules, HouseRules), rules
    (setting,) = [setting for setting in rules.settings if setting.name == option]
    assert setting.clauses[-len(clauses) :] == clauses


BACKS = {"section-42": "s42/f/1", "massachusetts": "ma/3/a/identical", "seminole": "s42/f/1", "seneca": "s42/f/1"}
"""Where each says that all cards have the same backs; the guides borrow it."""


@pytest.mark.parametrize("book", RULEBOOKS)
def test_decks_with_two_kinds_of_backs_are_refused_by_the_clause(book: str) -> None:
    mixed = [{**DECKS, "count": 4}, {**DECKS, "count": 4, "colour": "blue"}]
    found = refused(change(sample(book), {"T.equipment.decks": mixed}))
    cited = [refusal.clause for refusal in found if "are not alike" in refusal.sentence]
    assert cited == [BACKS[book]]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_what_a_book_leaves_no_choice_about_is_told_in_words_by_its_clause_and_ruling(book: str) -> None:
    """The rules page and `minibac rules` say a fixed value in words."""
    rules = build(load(book), {})
    assert isinstance(rules, HouseRules)
    fixed = book_plain(rules)["fixed"]
    assert {name: value for name, value in fixed.items() if name in SAID and value not in VALUES[name]} == {}
    offered = rules.rulebook.fixed.get("right_offered_to")
    assert (offered.clause if offered else "") == OFFERED.get(book, "")
    ruling = next(row for row in book_plain(rules)["rulings"] if row["id"] == "A41") if offered else {"options": {}}
    assert ruling["options"].get(book, []) == (["right_offered_to"] if offered else [])


SAID = ("right_offered_to",)
"""Of those that are fixed; a recipe of a shuffle is told step by step."""
OFFERED = {"section-42": "s42/k/5/offer", "massachusetts": "ma/8/d/offer", "seminole": "s42/k/5/offer"}
"""Where each says to whom a right to turn the cards is offered that a guest gives up; Seneca deals face up."""
