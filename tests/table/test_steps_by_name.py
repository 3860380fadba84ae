"""A step is looked up by its name and the options of the table: one statement of it applies, or it is not there."""

from collections import Counter
from itertools import product

import pytest

from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.table.steps import PHASE_STEPS, Book

ROUND = {name for procedure, name in PHASE_STEPS.values() if procedure == "round"} | {"last-hand"}
CUT = {name for procedure, name in PHASE_STEPS.values() if procedure == "cut"} | {"dealer-cuts", "recut"}


def tables(rulebook_id: str) -> list[HouseRules]:
    """Every table that a house could build with the options that a step of the round or the cut depends on."""
    book = load(rulebook_id)
    steps = (*book.procedure["round"], *book.procedure["cut"])
    names = sorted({name for step in steps for name in step.only})
    values = [
        {True, False} | {value for option in book.option if option.name == name for value in option.values}
        for name in names
    ]
    found = (build(book, dict(zip(names, chosen, strict=True))) for chosen in product(*values))
    return [rules for rules in found if isinstance(rules, HouseRules)] or [default(book)]


def default(book: Rulebook) -> HouseRules:
    rules = build(book, {})
    assert isinstance(rules, HouseRules)
    return rules


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_every_table_has_each_step_exactly_once(rulebook_id: str) -> None:
    for rules in tables(rulebook_id):
        book = Book(rules)
        for procedure, wanted in (("round", ROUND), ("cut", CUT)):
            steps = [step for step in rules.rulebook.procedure[procedure] if rules.applies(step.only)]
            number = Counter(step.id for step in steps)
            assert set(number.values()) == {1}, (rules.options, number)
            assert wanted <= set(number), (rules.options, wanted - set(number))
            assert {name for kind, name in book.steps if kind == procedure} == set(number)
            assert all(book.steps[procedure, step.id] is step for step in steps)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_step_that_the_options_leave_out_is_not_found(rulebook_id: str) -> None:
    for rules in tables(rulebook_id):
        on = bool(rules.options.get("house_money"))
        assert (("round", "house-money") in Book(rules).steps) == on


def test_the_options_turn_steps_on_and_off() -> None:
    modes = {str(rules.options["deal_mode"]) for rules in tables("section-42")}
    assert modes == {"face-up", "tucked", "handed"}
    assert {bool(rules.options["house_money"]) for rules in tables("massachusetts")} == {True, False}
