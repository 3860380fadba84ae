"""What a document is called and of what kind it is, which rulings are its own, and where its terms are used."""

import pytest

from minibac.play.deal import DealtCoup
from minibac.play.wagers import check_wagers
from minibac.rules.clauses import inventory
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.plain import books_plain
from minibac.rules.rulebook import PREFIXES, RULEBOOKS, load
from minibac.rules.rulings import rulings
from tests.play import tables
from tests.play.tables import dealt, table, wager

NAMES = {"section-42": "Section 42", "massachusetts": "Massachusetts", "seminole": "Seminole", "seneca": "Seneca"}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_refusal_calls_the_document_by_its_short_name(rulebook: str) -> None:
    strange = "player-pair" if rulebook == "massachusetts" else "dragon-7"
    (refusal,) = check_wagers(table(rulebook), [wager(strange)])
    assert refusal.sentence.startswith(f"{NAMES[rulebook]} knows no wager {strange}; ")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_begins_with_the_prefix_of_its_document(rulebook: str) -> None:
    prefix = load(rulebook).prefix
    assert PREFIXES[prefix] == rulebook
    own = [clause.id for clause in inventory().values() if clause.document == rulebook]
    assert all(name.partition("/")[0] == prefix for name in own)


def test_two_regulations_and_two_guides() -> None:
    kinds = {row["rulebook"]: row["kind"] for row in books_plain()["rulebooks"]}
    regulations, guides = ["section-42", "massachusetts"], ["seminole", "seneca"]
    assert kinds == dict.fromkeys(regulations, "regulation") | dict.fromkeys(guides, "guide")


# --- rulings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_regulation_meets_every_silence_common_to_all(rulebook: str) -> None:
    common = [entry for entry in rulings() if entry.startswith("F")]
    assert [entry for entry in load(rulebook).rulings if entry.startswith("F")] == common


@pytest.mark.parametrize("rulebook", ["seminole", "seneca"])
def test_a_guide_meets_the_silences_that_a_guest_can_meet(rulebook: str) -> None:
    """Seat numbers, limits, the order of side wagers, odds that are not whole, a round that cannot be completed."""
    common = [rulings()[entry].title for entry in load(rulebook).rulings if entry.startswith("F")]
    assert [title.split()[0] for title in common] == ["Direction", "Wager", "Minimum", "Side", "Odds", "A"]


SETTLED_BY = {
    "Seats": {"section-42": ["seats"], "seminole": ["seats"]},
    "Tie vigorish against win vigorish": {"section-42": ["vigorish_type"]},
    '"Round off to five cents or the next highest multiple"': {
        "section-42": ["vigorish_rounded_at"],
        "massachusetts": ["vigorish_rounded_at"],
    },
    "Continuous shuffler": {
        "section-42": ["decks", "vigorish_collection"],
        "massachusetts": ["decks", "vigorish_collection"],
    },
    "Void round with two batches": {"section-42": ["void_reshuffle"], "massachusetts": ["void_reshuffle"]},
    "Face-up card in the middle of a round": {
        rulebook: ["face_up_in_round"] for rulebook in ("section-42", "seminole", "seneca")
    },
    "Which exposure opens a simulated round": {"massachusetts": ["exposed_in_dealing"]},
    "Maximum depth of the cutting card": {rulebook: ["cut_card_depth"] for rulebook in RULEBOOKS},
    "Match play details": {"section-42": ["match_play_on"]},
    "Does the 5 cent rounding reach the tie vigorish?": {"section-42": ["tie_vigorish_rounded"]},
    "No complimentary path": {"massachusetts": ["uncollected_vigorish"]},
    "Addition and the table maximum": {"massachusetts": ["house_money_over_maximum"]},
    "House Money in a round later voided": {"massachusetts": ["house_money_on_void"]},
    "Face-up card during a live round": {"massachusetts": ["wagers_before_simulated"]},
    '"Preinspected and reshuffled"': {"massachusetts": ["decks_received"]},
    "When commission is paid": {"seminole": ["vigorish_rounding", "vigorish_collection"]},
    "Macau undefined": {"seminole": ["deal_mode"]},
    "Wager found after the call, or wrong payment": {rulebook: ["payment_correction"] for rulebook in RULEBOOKS},
    "A coup that cannot be completed": {rulebook: ["unfinishable_coup"] for rulebook in RULEBOOKS},
    "Partnership": {"seneca": ["partnership_limit"]},
    "Time and rounding of the commission": {"seneca": ["vigorish_rounding", "vigorish_collection"]},
}
"""The questions that a setting answers, by the title of the ruling, with the rulebooks that leave them open."""

EVERYTHING = {
    "section-42": {"vigorish_rounding": "up-to-5c", "vigorish_collection": "deferred", "match_play": "on"},
    "massachusetts": {"vigorish_rounding": "up-to-25c", "vigorish_collection": "deferred", "house_money": "on"},
    "seminole": {},
    "seneca": {},
}
"""Choices under which no option is idle that answers a ruling."""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_setting_says_which_ruling_it_answers(rulebook: str) -> None:
    made = {setting.name: setting.ruling for setting in table(rulebook, **EVERYTHING[rulebook]).settings}
    answers = {name: rulings()[entry].title for name, entry in made.items() if entry}
    right = {name: title for title, books in SETTLED_BY.items() for name in books.get(rulebook, ())}
    if rulebook in ("section-42", "massachusetts"):
        assert right["vigorish_collection"] == "Continuous shuffler"  # with one, it has no other value
        for shuffler in ("automatic", "continuous"):
            device = build(load(rulebook), {"shuffler": shuffler})
            assert isinstance(device, HouseRules)
            answers |= {s.name: rulings()[s.ruling].title for s in device.settings if s.ruling}
    if rulebook == "section-42":
        on_tie = table(rulebook, vigorish_type="tie-25").settings
        answers |= {s.name: rulings()[s.ruling].title for s in on_tie if s.ruling}
    assert answers == right


# --- terms -----------------------------------------------------------------------------------------------------------


def cited(coup: DealtCoup, step: str, words: str) -> tuple[str, ...]:
    """The clauses of the step of a coup in which these words are said."""
    return next(told.clauses for told in coup.explanation if told.step == step and words in str(told.text))


@pytest.mark.parametrize(("term", "cards"), [("dragon_7", tables.DRAGON_7), ("panda_8", tables.PANDA_8)])
def test_the_call_and_the_wager_rest_on_the_definition_of_the_hand(term: str, cards: str) -> None:
    (definition,), words = load("massachusetts").terms[term].clauses, load("massachusetts").terms[term].text
    rules = table("massachusetts", vigorish_type="ez")
    named = term.replace("_", "-")
    coup = dealt(rules, cards, wager(named))
    assert definition in cited(coup, "result", f"wins, {words}")
    assert definition in cited(coup, "pay", f"{words} Insurance")
    other = dealt(rules, tables.PLAYER_7_6, wager(named))
    assert definition in cited(other, "collect", f"{words} Insurance")


def test_a_natural_ends_the_drawing_by_its_definition() -> None:
    term = load("massachusetts").terms["natural"]
    coup = dealt(table("massachusetts"), tables.NATURAL_8_7)
    assert {*term.clauses} <= {*cited(coup, "stand", f"a {term.text.lower()}, no more cards")}
