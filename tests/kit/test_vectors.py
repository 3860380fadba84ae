"""The vectors: they reach everything they promise, twice the same to the byte, and the naive dealer agrees."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from minibac.audit.readings import CELLS, cell_of, right_cells
from minibac.cards.card import parse_card
from minibac.kit.engine import KIT
from minibac.kit.settlement_vectors import CHARGES, ORDERS, OTHERWISE, PRICE_OPTIONS, price_tables, stated_options
from minibac.kit.vectors import MAKERS, digest, lines, vectors
from minibac.play.propositions import priced
from minibac.rules.clauses import inventory
from minibac.rules.rulebook import RULEBOOKS, load

PAGE = Path(__file__).parents[2] / "docs" / "kit.md"


def test_every_reachable_cell_of_the_drawing_table_is_asked() -> None:
    asked = set()
    for vector in vectors("drawing"):
        hands = ([parse_card(card).rank for card in vector.answer[hand]] for hand in ("player", "banker"))
        asked.add(cell_of(*hands))
    right = right_cells(load("section-42").tableau)
    assert asked == {cell for cell in range(CELLS) if right[cell]}


def test_every_wager_comes_out_in_every_way_under_every_scheme() -> None:
    told: set[tuple[Any, ...]] = set()
    for vector in vectors("settlement"):
        stated = vector.question["rulebook"], json.dumps(vector.question["options"], sort_keys=True)
        stakes = {(one["seat"], one["wager"]): one for one in vector.question["wagers"]}
        for one in vector.answer["wagers"]:
            laid = stakes[one["seat"], one["wager"]]
            added = vector.question.get("add", {}).get(str(one["seat"])) == one["wager"]
            if not added and "coupon_cents" not in laid:
                told.add((*stated, one["wager"], one["outcome"], Fraction(one["winnings_cents"], laid["stake_cents"])))
    for rules in price_tables((*CHARGES, *OTHERWISE)):
        stated = rules.rulebook.id, json.dumps(stated_options(rules), sort_keys=True)
        if rules.options.get("match_play") is True:
            continue
        for name, proposition in priced(rules).items():
            for _, outcome in proposition.lines:
                odds = outcome.odds if outcome.kind == "win" else Fraction(0)
                assert (*stated, name, outcome.kind, odds) in told
    orders = {(v.question["rulebook"], v.question["options"].get("settlement_order")) for v in vectors("settlement")}
    assert {order for _, order in orders} >= set(ORDERS)
    assert {rulebook for rulebook, _ in orders} == set(RULEBOOKS)


def test_every_legal_value_of_an_option_that_touches_a_payment_is_asked() -> None:
    asked = {
        (vector.question["rulebook"], name, value)
        for vector in vectors("settlement")
        for name, value in vector.question["options"].items()
    }
    for name in RULEBOOKS:
        for option in load(name).option:
            for value in option.values if option.name in PRICE_OPTIONS else ():
                assert (name, option.name, value) in asked


def test_every_vector_has_a_reason_and_clauses_that_exist() -> None:
    known = inventory().keys()
    for chapter in MAKERS:
        for vector in vectors(chapter):
            assert vector.reason
            assert set(vector.clauses) <= known
            assert vector.clauses or chapter == "roads"


@pytest.mark.parametrize("chapter", MAKERS)
def test_the_files_are_those_of_the_documentation(chapter: str) -> None:
    """The same to the byte in every run: who changes a vector writes another version of the kit."""
    rows = re.findall(r"\| `(\w+)\.jsonl` \| ([\d,]+) \| `([0-9a-f]{64})` \|", PAGE.read_text(encoding="utf-8"))
    assert {row[0]: (int(row[1].replace(",", "")), row[2]) for row in rows}[chapter] == (
        len(vectors(chapter)),
        digest(chapter),
    )
    head = msgspec.json.decode(next(lines(chapter)))
    assert head == {"kit": KIT, "chapter": chapter, "vectors": len(vectors(chapter)), "licence": "CC0-1.0"}
