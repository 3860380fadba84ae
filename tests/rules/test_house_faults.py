"""The house file: every fault of it is told at once, in sentences, with its place."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from minibac.houses.house import House, load_house, parse_house, read_house
from minibac.play.propositions import facts, priced
from minibac.play.results import Result
from minibac.rules.rulebook import load
from minibac.rules.wager_facts import fact_answers
from tests.rules.houses import GONE, HOUSES, NOW, TABLES, change, house, refused, sample_text

# ------------------------------------------------------------------------------------------------- every fault, at once

FAULTS = """
colour = "green"

[house]
name = ""
telefone = "1"

[eligibility]
minimum_age = "old"
ban_list = true

[references.rule-submission]
authority = "Commission"
reference = "R-1"
date = 2026-01-01

[references.layout-approval]
authority = "Commission"
reference = 5
date = "first of May"

[pits.main]
finnish = "feather"

[tables.ma-1]
pit = "mian"
rulebook = "massachusetts"
betting_unit_cents = 10
chips_cents = "all"

[tables.ma-1.options]
decks = 9
vigorish_type = "win"
vigorish_collection = "at-payout"
tie_ods = 8

[tables.ma-1.limits]
player = { minimum_cents = 1000, maximum_cents = 500 }
banker = { minimum_cents = 1000 }
dragon-7 = { minimum_cents = 500, maximum_cents = 1000 }

[tables.ma-1.equipment]
cutting_cards = { count = 2, colour = "red", opaque = "yes" }

[tables.ma-1.layout]
areas = ["player-hand", "player", "banker", "tie"]

[tables.s42-1]
pit = "main"
rulebook = "section-24"
"""

TOLD = [
    ("colour", "there is no such key"),
    ("house.name", "is empty"),
    ("house.telefone", "did you mean telephone?"),
    ("eligibility.minimum_age", '"old" is not a whole number'),
    ("eligibility.self_exclusion_list", "is not stated"),
    ("references.rule-submission", "did you mean rules-submission?"),
    ("references.layout-approval.reference", "5 is not words in quotes"),
    ("references.layout-approval.date", '"first of May" is not a date'),
    ("pits.main.finnish", "did you mean finish?"),
    ("tables.ma-1.pit", "did you mean main?"),
    ("tables.ma-1.chips_cents", '"all" is not a list of whole numbers'),
    ("tables.ma-1.options", "decks=9 is not allowed"),
    ("tables.ma-1.options", "there is no option tie_ods (did you mean tie_odds?)"),
    ("tables.ma-1.options", "disclosed_third_card is not stated"),
    ("tables.ma-1.options", "needs the reference 'rules-submission'"),
    ("tables.ma-1.limits.player", "the minimum of $10.00 is over the maximum of $5.00"),
    ("tables.ma-1.limits.banker.maximum_cents", "is not stated"),
    ("tables.ma-1.limits", "tie has no limits"),
    ("tables.ma-1.limits", "dragon-7 has limits"),
    ("tables.ma-1.equipment.cutting_cards.opaque", '"yes" is not true or false'),
    ("tables.ma-1.equipment.decks", "is not stated"),
    ("tables.ma-1.layout", "no area for banker-hand"),
    ("tables.s42-1.rulebook", "did you mean section-42?"),
    ("tables.s42-1.betting_unit_cents", "is not stated"),
    ("tables.s42-1.options", "is not stated"),
    ("tables.s42-1.limits", "is not stated"),
    ("tables.s42-1.equipment", "is not stated"),
]


def test_every_fault_of_a_file_is_told_at_once() -> None:
    refusals = parse_house(FAULTS, "corner.toml", NOW)
    assert not isinstance(refusals, House)
    sentences = [refusal.sentence for refusal in refusals]
    for place, words in TOLD:
        told = [
            sentence for sentence in sentences if sentence.startswith(f"corner.toml: {place}: ") and words in sentence
        ]
        assert told, f"nothing about {place}: {words} in\n" + "\n".join(sentences)
    assert len(sentences) == len(set(sentences))
    assert all("\n" not in sentence for sentence in sentences)


def test_a_clause_that_states_an_option_and_asks_for_its_papers_is_named_once() -> None:
    found = refused(change(house("massachusetts"), {"T.options.house_money": True, "T.wagers": GONE}))
    (portion,) = [no for no in found if "house_money_add is not stated" in no.sentence]
    assert portion.clauses == ("ma/8/c/3/i/a",)


@pytest.mark.parametrize("name", HOUSES)
def test_two_faults_in_different_parts_are_both_told(name: str) -> None:
    """A refused option hides no fault elsewhere: the rest of the table is judged without it."""
    changes = {
        "T.options.cut_card_depth": 3,
        "T.options.seats": 40,
        "T.equipment.cutting_cards.count": 5,
        "T.limits.player.minimum_cents": 999_999_500,
        "T.layout.seats_on_one_side": False,
        "T.chips_cents": [7],
        "T.colour": "green",
    }
    sentences = "\n".join(refusal.sentence for refusal in refused(change(house(name), changes)))
    words = [
        "cut_card_depth=3",
        "seats=40",
        "cards is 5;",
        "over the maximum",
        "chips of $0.07",
        "T.colour",
    ]
    if load(HOUSES[name][0]).layout.sides_clauses:
        words.append("one side")
    for word in words:
        assert word.replace("T.", f"{TABLES[HOUSES[name][0]]}.") in sentences


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[house", "is no TOML"),
        ("x = 1\nx = 2", "is no TOML"),
        ("x = " + "[" * 5000, "nested too deep"),
        ("x = " + "9" * 5000, "is no TOML"),
        ("", "is not stated"),
        ("house = 3", "house: 3 is not a table, as [house]"),
        ("tables = []", "tables: [] is not a table"),
        ("tables.x = 1", "tables.x: 1 is not a table"),
        ("[tables]", "a house has a table at least"),
        ("eligibility.minimum_age = 0x" + "f" * 5000, "a number of too many digits"),
        ("eligibility.minimum_age = true", "true is not a whole number"),
        ('"two\\nlines" = 1', '"two�lines": there is no such key'),
        ("[tables.a]\nseats = 9", "tables.a.rulebook: is not stated"),
    ],
)
def test_a_file_that_cannot_be_a_house_is_told_in_sentences(text: str, words: str) -> None:
    refusals = parse_house(text, "corner.toml", NOW)
    assert not isinstance(refusals, House)
    assert any(words in refusal.sentence for refusal in refusals), "\n".join(map(str, refusals))


def test_a_file_that_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    for path, words in (
        (tmp_path / "none.toml", "no such file"),
        (tmp_path, "cannot be read"),
        (tmp_path / "latin.toml", "UTF-8"),
    ):
        refusals = load_house(path, NOW)
        assert not isinstance(refusals, House)
        assert words in refusals[0].sentence
    good = tmp_path / "house.toml"
    good.write_text(sample_text("seneca"), encoding="utf-8")
    assert isinstance(load_house(good, NOW), House)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"approved.lucky-6.lines": []}, "the last line has no conditions"),
        ({"approved.lucky-6.lines.1.when": {"winner": "tie"}}, "the last line has no conditions"),
        ({"approved.lucky-6.lines.0.when": {"winer": ["tie"]}}, "did you mean winner?"),
        ({"approved.lucky-6.lines.0.when": {"winner": ["dealer"]}}, 'winner is never "dealer"'),
        ({"approved.lucky-6.lines.0.when": {"banker_pair": [1]}}, "banker_pair is never 1"),
        ({"approved.lucky-6.lines.0.when": {"lead": [1]}}, "'lead' is seen from a hand"),
        ({"approved.lucky-6.lines.0.part": "1/2"}, "only a line that loses takes a part of the stake"),
        ({"approved.lucky-6.lines.0.odds": "paytable:a/b"}, "there are no paytables here"),
        ({"approved.lucky-6.lines.0.when": {"streak": 3}}, "'streak' looks beyond one coup"),
        ({"approved.lucky-6.lines.0.odds": GONE}, "a win states its odds"),
        ({"approved.lucky-6.lines.0.odds": "1e9"}, "is no odds"),
        ({"approved.lucky-6.lines.0.odds": 0}, "is no odds"),
        ({"approved.lucky-6.lines.0.outcome": "wins"}, "did you mean win?"),
        ({"approved.lucky-6.hand": "dealer"}, '"dealer" is not known'),
        ({"approved.tie": {}}, "is the name of a printed wager"),
        ({"approved.a/b": {}}, '"a/b" is no id of a wager'),
        ({"T.approved_wagers": []}, "no table takes this wager"),
        ({"T.approved_wagers": ["lucky-7"]}, "did you mean lucky-6?"),
        ({"T.limits.lucky-6": GONE}, "lucky-6 has no limits"),
    ],
)
def test_a_further_wager_is_read_with_the_same_care(changes: Mapping[str, object], words: str) -> None:
    sentences = [refusal.sentence for refusal in refused(change(house("further"), changes))]
    assert any(words in sentence for sentence in sentences), "\n".join(sentences)


def test_a_further_wager_is_priced_like_a_printed_one() -> None:
    read = read_house(house("further"), "house.toml", NOW)
    assert isinstance(read, House)
    assert priced(read.tables["s42-1"].rules)["lucky-6"].wins == {Fraction(12)}


def test_a_further_wager_may_add_up_and_join_what_a_result_says() -> None:
    when = {"any": [{"player_total + banker_total": {"from": 17}}, {"not": {"player_cards is banker_cards": True}}]}
    read = read_house(change(house("further"), {"approved.lucky-6.lines.0.when": when}), "house.toml", NOW)
    assert isinstance(read, House)
    wager = priced(read.tables["s42-1"].rules)["lucky-6"]
    kinds = [wager.outcome(Result(*coup)).kind for coup in ((8, 9, 2, 2), (8, 8, 2, 2), (8, 1, 3, 2), (8, 1, 3, 3))]
    assert kinds == ["win", "lose", "win", "lose"]


@pytest.mark.parametrize("hand", [None, "player", "banker"])
def test_a_further_wager_may_ask_what_every_wager_may_ask(hand: str | None) -> None:
    assert set(fact_answers(hand)) == set(facts(Result(2, 7, 3, 2), hand))
