"""The house file: the samples load, every fault is told at once, and each refused configuration names its clause."""

import copy
import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.cards.batches import Back, check_batch_backs
from minibac.play.propositions import fact_names, priced
from minibac.play.wagers import Limits, Wager, check_wagers
from minibac.rules.clauses import inventory
from minibac.rules.house import House, load_house, parse_house, read_house, sample_house
from minibac.rules.house_checks import check_money, facts
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.options import allowed_words
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS, load

Document = dict[str, Any]

GONE = object()
"""Takes a key out of a document."""

TABLES = {"section-42": "s42-1", "massachusetts": "ma-1", "seminole": "sem-1", "seneca": "sen-1"}
LIMIT = {"minimum_cents": 500, "maximum_cents": 50000}
DECKS = {"count": 8, "colour": "red", "design": "plain", "edge": "white"}
TOO_EARLY = tomllib.loads("effective = 2026-01-01T09:29:59")["effective"]
"""A second less than half an hour after surveillance was told."""

REFERENCE = {"authority": "Division", "reference": "D-17", "date": "2026-02-01"}


def sample_text(rulebook_id: str) -> str:
    return files("minibac.rulebooks").joinpath("houses", f"{rulebook_id}.toml").read_text(encoding="utf-8")


def sample(rulebook_id: str) -> Document:
    """The sample house, taken apart and ready to be changed."""
    return tomllib.loads(sample_text(rulebook_id))


def change(document: Document, changes: Mapping[str, object]) -> Document:
    """A document with some values changed. ``T`` at the start of a path is the table of the sample house."""
    document = copy.deepcopy(document)
    for path, value in changes.items():
        table = next(iter(document["tables"])) if document.get("tables") else "T"
        *keys, last = path.replace("T.", f"tables.{table}.", 1).split(".") if path.startswith("T.") else path.split(".")
        place: Any = document
        for key in keys:
            place = place[int(key)] if isinstance(place, list) else place.setdefault(key, {})
        if value is GONE:
            del place[last]
        else:
            place[last] = copy.deepcopy(value)
    return document


def refusals_of(answer: HouseRules | tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    assert not isinstance(answer, HouseRules), "the rules stand"
    return answer


def refused(document: Document) -> tuple[Refusal, ...]:
    found = read_house(document, "house.toml")
    assert not isinstance(found, House), "the house stands"
    return found


# ---------------------------------------------------------------------------------------------- other houses that stand

AREAS = ["player-hand", "banker-hand", "player", "banker", "tie"]

EZ = {
    "T.options.vigorish_type": "ez",
    "T.options.vigorish_rounding": GONE,
    "T.options.vigorish_collection": GONE,
    "T.wagers": ["player", "banker", "tie", "dragon-7", "panda-8"],
    "T.limits.dragon-7": LIMIT,
    "T.limits.panda-8": LIMIT,
    "T.layout.areas": [*AREAS, "dragon-7", "panda-8"],
    "T.layout.inscription": "sign",
}
BONUS = {
    "T.options.dragon_bonus": True,
    "T.options.dragon_bonus_paytable": "B",
    "T.options.house_money": True,
    "T.options.house_money_add": "all",
    "T.wagers": GONE,
    "T.limits.dragon-bonus-player": LIMIT,
    "T.limits.dragon-bonus-banker": LIMIT,
    "T.limits.house-money": LIMIT,
    "T.layout.areas": [*AREAS, "dragon-bonus-player", "dragon-bonus-banker", "house-money"],
}
AUTOMATIC = {
    "T.options.shuffler": "automatic",
    "T.options.decks": 16,
    "T.equipment.decks": [{**DECKS, "batch": "A"}, {**DECKS, "batch": "B", "colour": "blue"}],
}
MACHINE = {**AUTOMATIC, "T.shuffle_recipe": GONE}
DEFERRED = {"T.options.vigorish_collection": "deferred", "T.layout.areas": [*AREAS, "vigorish"]}
TIE_25 = {
    "T.options.vigorish_type": "tie-25",
    "T.options.vigorish_rate": GONE,
    "T.options.vigorish_rounding": GONE,
    "T.options.vigorish_collection": GONE,
}
BANKER_6 = {**TIE_25, "T.options.vigorish_type": "none-banker-6"}
LACE = {"pits.main.finish": "lace", "pits.main.reshuffle_after_lace": "part"}
FURTHER = {
    "approved": {
        "lucky-6": {
            "label": "Lucky 6",
            "area": "LUCKY 6",
            "approval": REFERENCE,
            "lines": [
                {"when": {"winner": ["banker"], "banker_total": [6]}, "outcome": "win", "odds": 12},
                {"outcome": "lose"},
            ],
        }
    },
    "T.approved_wagers": ["lucky-6"],
    "T.wagers": GONE,
    "T.limits.lucky-6": LIMIT,
    "T.layout.areas": [*AREAS, "lucky-6"],
}

HOUSES: dict[str, tuple[str, Mapping[str, object]]] = {
    **{rulebook_id: (rulebook_id, {}) for rulebook_id in RULEBOOKS},
    "ez": ("massachusetts", EZ),
    "bonus": ("massachusetts", BONUS),
    "ma-automatic": ("massachusetts", MACHINE),
    "ma-deferred": ("massachusetts", DEFERRED),
    "s42-automatic": ("section-42", AUTOMATIC),
    "s42-deferred": ("section-42", DEFERRED),
    "tie-25": ("section-42", TIE_25),
    "banker-6": ("section-42", BANKER_6),
    "lace": ("section-42", LACE),
    "further": ("section-42", FURTHER),
}


def house(name: str) -> Document:
    rulebook_id, changes = HOUSES[name]
    return change(sample(rulebook_id), changes)


@pytest.mark.parametrize("name", HOUSES)
def test_the_houses_these_tests_start_from_stand(name: str) -> None:
    read = read_house(house(name), "house.toml")
    assert isinstance(read, House), "\n".join(map(str, read))
    assert read.rules_for(HOUSES[name][0]) is not None


# ---------------------------------------------------------------------------------------------------------- the samples


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_sample_house_plays_the_defaults_and_states_every_choice(rulebook_id: str) -> None:
    rules = sample_house(rulebook_id).rules_for(rulebook_id)
    default = build(load(rulebook_id))
    assert rules is not None
    assert isinstance(default, HouseRules)
    assert rules.options == default.options
    for setting in rules.settings:
        options = [option for option in rules.rulebook.option if option.name == setting.name]
        assert setting.chosen or len(allowed_words(options[0])) == 1, f"{setting.name} is left unsaid"
    assert all("SAMPLE" in paper.authority and "SAMPLE" in paper.reference for paper in rules.references.values())


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_the_sample_house_serves_every_set_option_as_the_bare_rulebook_does(rulebook_id: str) -> None:
    """``--set`` on the sample house and on the rulebook itself agree, refusals included."""
    book, house = load(rulebook_id), sample_house(rulebook_id)
    for option in book.option:
        for word in (*allowed_words(option), "nonsense"):
            plain, stated = build(book, {option.name: word}), house.rules_with(rulebook_id, {option.name: word})
            if isinstance(plain, HouseRules):
                assert isinstance(stated, HouseRules), (option.name, word, stated)
                assert stated.options == plain.options, (option.name, word)
            else:
                assert stated == plain


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_limits_and_backs_of_a_sample_fit_the_parts_that_read_them(rulebook_id: str) -> None:
    table = sample_house(rulebook_id).tables[TABLES[rulebook_id]]
    limits = Limits(table.minimum_cents, table.maximum_cents)
    assert set(limits.minimum_cents) == set(priced(table.rules))
    wagers = [Wager(1, proposition, limits.minimum_cents[proposition]) for proposition in priced(table.rules)]
    assert check_wagers(table.rules, wagers, limits) == ()
    assert [Back(*back) for back in table.equipment.backs] == [Back("red", "plain")]


def test_a_house_gives_the_rules_of_its_first_table_under_a_rulebook() -> None:
    document = sample("section-42")
    document["tables"]["second"] = change(document, {"T.options.decks": 6, "T.equipment.decks.0.count": 6})["tables"][
        "s42-1"
    ]
    house = read_house(document, "house.toml")
    assert isinstance(house, House)
    assert list(house.tables) == ["s42-1", "second"]
    assert house.rules_for("section-42") is house.tables["s42-1"].rules
    assert house.rules_for("seneca") is None
    (refusal,) = refusals_of(house.rules_with("seneca", {}))
    assert "has no table under seneca" in refusal.sentence


def test_what_is_set_replaces_what_the_house_states() -> None:
    house = sample_house("massachusetts")
    ez = house.rules_with("massachusetts", {"vigorish_type": "ez", "dragon_bonus_paytable": "C"})
    assert isinstance(ez, HouseRules)
    assert "vigorish_collection" not in ez.options
    assert (ez.options["dragon_bonus"], ez.options["dragon_bonus_paytable"]) == (True, "C")
    sets = {"vigorish_type": "ez", "vigorish_rate": "5%", "decks": "9"}
    refusals = refusals_of(house.rules_with("massachusetts", sets))
    assert [refusal.code for refusal in refusals] == [Code.ILLEGAL_VALUE, Code.IDLE_OPTION]


def test_a_house_file_holds_its_own_references() -> None:
    """Without its references a house may keep what needs none, and nothing is lent to it."""
    document = change(sample("section-42"), {"references": {}})
    house = read_house(document, "house.toml")
    assert isinstance(house, House)
    refusals = refusals_of(house.rules_with("section-42", {"shuffler": "continuous"}))
    assert [refusal.code for refusal in refusals] == [Code.MISSING_REFERENCE]


# ------------------------------------------------------------------------------------- refused configurations by clause

# (clause, the house it starts from, what is changed)
BROKEN: list[tuple[str, str, Mapping[str, object]]] = [
    ("s42/a/1", "section-42", {"T.options.decks": 5}),
    ("s42/a/1/cutting-cards", "section-42", {"T.equipment.cutting_cards.count": 1}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.colour": "Red"}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.colour": "white"}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.opaque": False}),
    ("s42/a/1/cutting-card-look", "s42-automatic", {"T.equipment.cutting_cards.colour": "blue"}),
    ("s42/a/4", "s42-automatic", {"T.options.decks": 10}),
    ("s42/a/4", "s42-automatic", {"T.options.decks": 13}),
    ("s42/a/4/ii", "s42-automatic", {"T.equipment.decks.0.count": 10, "T.equipment.decks.1.count": 6}),
    ("s42/a/4/ii", "s42-automatic", {"T.equipment.decks.1.batch": "A"}),
    ("s42/a/4/iii", "s42-automatic", {"T.equipment.decks.1.colour": "red"}),
    (
        "s42/a/4/iii",
        "s42-automatic",
        {
            "T.equipment.decks": [
                DECKS,
                {**DECKS, "count": 4, "batch": "B"},
                {**DECKS, "count": 4, "batch": "B", "colour": "blue"},
            ]
        },
    ),
    ("s42/f/1", "section-42", {"T.equipment.decks": [{**DECKS, "count": 4}, {**DECKS, "count": 4, "design": "lined"}]}),
    ("s42/b/2/approval", "further", {"approved.lucky-6.approval": GONE}),
    ("s42/b/2/approval", "further", {"approved.lucky-6.approval.date": ""}),
    ("s42/b/2/approval", "section-42", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("s42/b/2", "section-42", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("s42/b/2/approval", "section-42", {"T.approved_wagers": ["lucky-6"]}),
    ("s42/b/1", "section-42", {"T.wagers": ["player", "banker"]}),
    ("s42/c/2", "section-42", {"T.options.tie_odds": 7}),
    ("s42/c/2", "section-42", {"T.options.tie_odds": "25/3"}),
    ("s42/c/3/rate", "section-42", {"T.options.vigorish_rate": "3%"}),
    ("s42/c/3/rate", "section-42", {"T.options.vigorish_rate": GONE}),
    ("s42/c/3/rate", "section-42", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("s42/c/3/i", "section-42", {"T.options.vigorish_rounding": "up-to-25c"}),
    ("s42/c/3/i", "section-42", {"T.options.vigorish_rounding": "up-to-5c", "T.chips_cents": [10, 500]}),
    ("s42/c/3/ii", "section-42", {"T.options.vigorish_collection": "never"}),
    ("s42/c/3/ii", "section-42", {"T.options.vigorish_collection": GONE}),
    ("s42/c/3/ii/marker", "s42-deferred", {"T.layout.areas": AREAS}),
    ("s42/c/3/iii/controls", "s42-deferred", {"controls.uncollected_vigorish": ["A", "B", "C", "D", "F", "our-own"]}),
    ("s42/c/3/iii/controls", "s42-deferred", {"controls": GONE}),
    ("s42/c/3/iii/controls", "s42-deferred", {"references.internal-controls": GONE}),
    ("s42/c/3/iii", "s42-deferred", {"references.internal-controls": GONE}),
    ("s42/c/4", "section-42", {"T.options.vigorish_type": "win,tie-25"}),
    ("s42/c/4", "section-42", {"T.options.vigorish_type": ["win", "tie-25"]}),
    ("s42/c/4", "tie-25", {"T.betting_unit_cents": 50, "T.chips_cents": [10]}),
    ("s42/c/4", "tie-25", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("s42/c/4/every-player", "tie-25", {"T.seats.3": {"vigorish_type": "win"}}),
    ("s42/c/5", "section-42", {"notices": GONE}),
    ("s42/c/5", "section-42", {"notices.vigorish_days": GONE}),
    ("s42/c/6/notice", "section-42", {"notices.vigorish_days": GONE}),
    ("s42/c/5/uniform", "section-42", {"T.seats.3": {"vigorish_rate": "4%"}}),
    ("s42/c/6", "section-42", {"T.options.vigorish_type": "tie-25,none-banker-6"}),
    ("s42/c/6/banker-6", "banker-6", {"T.betting_unit_cents": 25, "T.chips_cents": [25]}),
    ("s42/c/6/banker-6", "banker-6", {"T.betting_unit_cents": 5, "T.chips_cents": [5]}),
    ("s42/e/1", "section-42", {"T.options.shuffler": "wash"}),
    ("s42/e/2", "section-42", {"pits.main.finish": GONE}),
    ("s42/e/2", "section-42", {"pits.main.finish": "square"}),
    ("s42/e/2/ii/A", "section-42", {"pits.main.reshuffle_after_lace": "all"}),
    ("s42/e/2/ii/A", "lace", {"pits.main.reshuffle_after_lace": "most"}),
    ("s42/e/2/ii/B", "lace", {"pits.main.surveillance_notice.effective": TOO_EARLY}),
    ("s42/e/3", "section-42", {"T.options.finish": "lace"}),
    ("s42/e/3", "lace", {"T.options.reshuffle_after_lace": "all"}),
    ("s42/e/3", "section-42", {"pits.main.finish": GONE, "T.options.finish": "feather"}),
    ("s42/e/6/depth", "section-42", {"T.options.cut_card_depth": 13}),
    ("s42/e/6/depth", "section-42", {"T.options.cut_card_depth": 400}),
    ("s42/e/7/who", "section-42", {"T.options.recut_by": "nobody"}),
    ("s42/e/8/face", "section-42", {"T.options.dead_table_face": "sideways"}),
    ("s42/g/3/options", "section-42", {"T.options.deal_mode": "thrown"}),
    ("s42/g/3/options", "section-42", {"T.options.deal_mode": GONE}),
    ("s42/g/3/i/areas", "section-42", {"T.layout.areas": ["banker-hand", "player", "banker", "tie"]}),
    ("s42/j/3", "section-42", {"pits.main.settlement_order": "v"}),
    ("s42/j/3", "section-42", {"pits.main.settlement_order": GONE}),
    ("s42/j/3/i", "section-42", {"T.options.settlement_order": "i"}),
    ("s42/j/3/ii", "section-42", {"pits.main.surveillance_notice.effective": TOO_EARLY}),
    ("s42/l/1", "section-42", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    ("s42/l/1/controls", "section-42", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    ("ma/1/ez-baccarat", "massachusetts", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("ma/1/ez-baccarat", "ez", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("ma/2/a", "massachusetts", {"T.options.seats": 10}),
    ("ma/2/a/sides", "massachusetts", {"T.layout.seats_on_one_side": False}),
    ("ma/2/b", "massachusetts", {"references.layout-approval": GONE}),
    ("ma/2/b/1", "massachusetts", {"T.layout.areas": ["player-hand", "player", "banker", "tie"]}),
    ("ma/2/b/2", "bonus", {"T.layout.areas": [*AREAS, "dragon-bonus-player", "house-money"]}),
    ("ma/2/b/2", "massachusetts", {"T.layout.areas": [*AREAS, "dragon-bonus-player", "dragon-bonus-banker"]}),
    ("ma/2/b/3", "ez", {"T.layout.areas": AREAS}),
    ("ma/2/b/3/i", "ez", {"T.layout.areas": [*AREAS, "panda-8"]}),
    ("ma/2/b/3/i", "massachusetts", {"T.layout.areas": [*AREAS, "dragon-7"]}),
    ("ma/2/b/3/ii", "ez", {"T.layout.inscription": "none"}),
    ("ma/2/b/3/ii", "massachusetts", {"T.layout.inscription": "layout"}),
    ("ma/2/b/3/ii/sign", "ez", {"T.options.dragon_7_notice": "layout"}),
    ("ma/2/b/3/iii", "ez", {"T.layout.areas": [*AREAS, "dragon-7"]}),
    ("ma/2/b/3/iii", "massachusetts", {"T.layout.areas": [*AREAS, "panda-8"]}),
    ("ma/2/b/4", "bonus", {"T.layout.areas": [*AREAS, "dragon-bonus-player", "dragon-bonus-banker"]}),
    ("ma/2/b/4", "massachusetts", {"T.layout.areas": [*AREAS, "house-money"]}),
    ("ma/2/b/5", "ma-deferred", {"T.layout.areas": AREAS}),
    ("ma/2/b/5/exempt", "massachusetts", {"T.layout.areas": [*AREAS, "vigorish"]}),
    ("ma/2/b/5/exempt", "ez", {"T.layout.areas": [*AREAS, "dragon-7", "panda-8", "vigorish"]}),
    ("ma/3/a", "massachusetts", {"T.options.decks": 9}),
    ("ma/3/a", "massachusetts", {"T.equipment.decks.0.count": 6}),
    ("ma/3/a/cover-cards", "massachusetts", {"T.equipment.cutting_cards.count": 3}),
    ("ma/3/a/cover-cards", "massachusetts", {"T.equipment.cutting_cards": GONE}),
    (
        "ma/3/a/identical",
        "massachusetts",
        {"T.equipment.decks": [{**DECKS, "count": 7}, {**DECKS, "count": 1, "colour": "blue"}]},
    ),
    ("ma/3/b", "ma-automatic", {"T.options.decks": 18}),
    ("ma/3/b/1", "ma-automatic", {"T.equipment.decks.0.count": 9, "T.equipment.decks.1.count": 7}),
    ("ma/3/b/2", "ma-automatic", {"T.equipment.decks.1.colour": "RED"}),
    ("ma/3/b/2", "ma-automatic", {"T.equipment.decks.1.design": "lined"}),
    (
        "ma/4/e",
        "massachusetts",
        {"T.options.decks_received": "preinspected-preshuffled", "references.card-custody": GONE},
    ),
    (
        "ma/5/a/preshuffled",
        "massachusetts",
        {"T.options.decks_received": "preinspected-preshuffled", "references.card-custody": GONE},
    ),
    ("ma/5/a/method", "massachusetts", {"T.options.shuffler": "wash"}),
    ("ma/5/a/feather", "massachusetts", {"pits.main.finish": "lace"}),
    ("ma/5/d/depth", "massachusetts", {"T.options.cut_card_depth": 13}),
    ("ma/5/e/who", "massachusetts", {"T.options.recut_by": "same"}),
    ("ma/5/h", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "riffle", "strip", "cut"]}),
    ("ma/5/h/1", "massachusetts", {"T.shuffle_recipe": ["riffle", "riffle", "turn", "riffle", "strip", "cut"]}),
    ("ma/5/h/2", "massachusetts", {"T.shuffle_recipe": ["plug", "turn", "strip", "cut"]}),
    ("ma/5/h/3", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "riffle", "turn", "strip", "cut"]}),
    ("ma/5/h/4", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "strip", "turn", "riffle", "cut"]}),
    ("ma/5/h/5", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "turn", "riffle", "cut", "strip"]}),
    ("ma/7/a", "massachusetts", {**FURTHER}),
    ("ma/7/a", "massachusetts", {"T.wagers": ["player", "banker", "tie", "player-pair"]}),
    (
        "ma/7/a/4",
        "massachusetts",
        {"T.wagers": ["player", "banker", "tie", "dragon-bonus-player", "dragon-bonus-banker"]},
    ),
    ("ma/7/a/5", "massachusetts", {"T.limits.dragon-7": LIMIT}),
    ("ma/7/a/6", "massachusetts", {"T.limits.panda-8": LIMIT}),
    ("ma/7/a/7", "massachusetts", {"T.wagers": ["player", "banker", "tie", "house-money"]}),
    ("ma/8/c/3/i/a", "bonus", {"T.options.house_money_add": "3/2"}),
    ("ma/8/c/3/i/a", "bonus", {"T.options.house_money_add": "1/2"}),
    ("ma/8/c/3/i/a", "bonus", {"references.rules-submission": GONE}),
    ("ma/8/c/face-down", "massachusetts", {"T.options.deal_mode": "face-up"}),
    ("ma/11/b/order", "massachusetts", {"pits.main.settlement_order": "i"}),
    ("ma/12/b", "massachusetts", {"T.options.tie_odds": "15/2"}),
    ("ma/12/c/vigorish", "massachusetts", {"T.options.vigorish_rate": "4%"}),
    ("ma/12/c/vigorish", "massachusetts", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("ma/12/c/vigorish", "massachusetts", {"T.betting_unit_cents": 100}),
    ("ma/12/c/rounding", "massachusetts", {"T.options.vigorish_rounding": "up-to-5c"}),
    ("ma/12/d", "massachusetts", {"references.rules-submission": GONE}),
    ("ma/12/d", "massachusetts", {"T.options.vigorish_collection": GONE}),
    ("ma/12/d", "massachusetts", {"references.rules-submission.reference": ""}),
    ("ma/12/d/2", "ma-deferred", {"T.layout.areas": AREAS}),
    ("ma/12/d/2/iii", "ma-deferred", {"T.options.uncollected_path": "form"}),
    ("ma/12/e/paytable", "bonus", {"T.options.dragon_bonus_paytable": "D"}),
    ("ma/12/e/paytable", "bonus", {"T.options.dragon_bonus_paytable": GONE}),
    ("ma/12/e/paytable", "bonus", {"references.rules-submission": GONE}),
    ("ma/13/c/option", "massachusetts", {"T.options.disclosed_third_card": 3}),
    ("ma/13/c/option", "massachusetts", {"T.options.disclosed_third_card": GONE}),
    ("ma/13/c/option", "massachusetts", {"references.rules-submission": GONE}),
    ("ma/14", "massachusetts", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    ("ma/14/approval", "massachusetts", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    ("sem/age-18", "seminole", {"eligibility.minimum_age": 18}),
    ("sem/age-21", "seminole", {"eligibility.minimum_age": 18}),
    ("sem/banned", "seminole", {"eligibility.ban_list": False}),
    ("sem/commission", "seminole", {"T.options.vigorish_rate": "4%"}),
    ("sem/commission", "seminole", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("sem/decisions", "seminole", {"T.wagers": ["player", "banker", "tie", "player-pair", "banker-pair", "panda-8"]}),
    ("sem/decks", "seminole", {"T.options.decks": 6}),
    ("sem/no-commission", "seminole", {"T.options.vigorish_type": "win,none-banker-6"}),
    (
        "sem/pairs-areas",
        "seminole",
        {
            "T.layout.areas": [
                "player-hand",
                "banker-hand",
                "vigorish",
                "player",
                "banker",
                "tie",
                "player-pair",
                "banker-pair",
            ]
        },
    ),
    (
        "sem/pairs-areas",
        "seminole",
        {"T.layout.areas": ["player-hand", "banker-hand", "vigorish", "player", "banker", "tie"]},
    ),
    ("sem/self-excluded", "seminole", {"eligibility.self_exclusion_list": False}),
    ("sem/tie-pay", "seminole", {"T.options.tie_odds": 9}),
    ("sen/commission", "seneca", {"T.options.vigorish_type": "none-banker-6"}),
    ("sen/commission", "seneca", {"T.options.vigorish_rate": "4%"}),
    ("sen/decks", "seneca", {"T.options.decks": 6}),
    ("sen/dealer-deals", "seneca", {"T.options.deal_mode": "handed"}),
    ("sen/house", "seneca", {"house.fax": ""}),
    ("sen/house", "seneca", {"house.telephone": GONE}),
    ("sen/partnership", "seneca", {"T.limits.tie": GONE}),
    ("sen/reshuffle", "seneca", {"T.shuffle_recipe": ["shuffle"]}),
    ("sen/seats", "seneca", {"T.options.seats": 8}),
    ("sen/shuffle", "seneca", {"T.options.shuffler": "automatic"}),
    ("sen/three-bets", "seneca", {"T.wagers": ["player", "banker", "tie", "player-pair"]}),
    ("sen/tie-pay", "seneca", {"T.options.tie_odds": 9}),
]


@pytest.mark.parametrize(
    ("clause", "name", "changes"),
    [
        pytest.param(*broken, marks=pytest.mark.clause(broken[0], breaks=True), id=f"{broken[0]}-{number}")
        for number, broken in enumerate(BROKEN)
    ],
)
def test_a_refused_configuration_names_its_clause(
    saw: Callable[..., None], clause: str, name: str, changes: Mapping[str, object]
) -> None:
    refusals = refused(change(house(name), changes))
    saw(refusals)
    for refusal in refusals:
        assert refusal.sentence.startswith("house.toml: ")
        assert all(cited in inventory() for cited in refusal.clauses)


def test_every_refused_configuration_of_the_inventory_has_its_house() -> None:
    wanted = {clause.id for clause in inventory().values() if "refused configuration" in clause.software}
    assert wanted - {clause for clause, _, _ in BROKEN} == set()


@pytest.mark.parametrize(
    ("clause", "name"),
    [
        pytest.param(clause, name, marks=pytest.mark.clause(clause), id=clause)
        for clause, name in {
            "ma/1/ez-baccarat": "ez",
            "ma/12/d/2": "ma-deferred",
            "ma/12/e/paytable": "bonus",
            "ma/13/c/option": "massachusetts",
            "s42/a/4": "s42-automatic",
            "s42/c/4": "tie-25",
            "s42/c/6": "banker-6",
            "s42/e/2/ii/A": "lace",
            "s42/j/3": "section-42",
        }.items()
    ],
)
def test_a_choice_that_stands_cites_the_clause_that_allows_it(saw: Callable[..., None], clause: str, name: str) -> None:
    read = read_house(house(name), "house.toml")
    assert isinstance(read, House)
    saw([table.rules.settings for table in read.tables.values()])


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
    ("tables.ma-1.limits.player", "the minimum of 1000 cents is over the maximum of 500"),
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
    refusals = parse_house(FAULTS, "corner.toml")
    assert not isinstance(refusals, House)
    sentences = [refusal.sentence for refusal in refusals]
    for place, words in TOLD:
        told = [
            sentence for sentence in sentences if sentence.startswith(f"corner.toml: {place}: ") and words in sentence
        ]
        assert told, f"nothing about {place}: {words} in\n" + "\n".join(sentences)
    assert len(sentences) == len(set(sentences))
    assert all("\n" not in sentence for sentence in sentences)


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
    words = ["cut_card_depth=3", "seats=40", "5 cutting cards", "over the maximum", "chips of 7 cents", "T.colour"]
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
    refusals = parse_house(text, "corner.toml")
    assert not isinstance(refusals, House)
    assert any(words in refusal.sentence for refusal in refusals), "\n".join(map(str, refusals))


def test_a_file_that_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    for path, words in (
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "cannot be read"),
        (tmp_path / "latin.toml", "UTF-8"),
    ):
        refusals = load_house(path)
        assert not isinstance(refusals, House)
        assert words in refusals[0].sentence
    good = tmp_path / "house.toml"
    good.write_text(sample_text("seneca"), encoding="utf-8")
    assert isinstance(load_house(good), House)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"approved.lucky-6.lines": []}, "the last line has no conditions"),
        ({"approved.lucky-6.lines.1.when": {"winner": "tie"}}, "the last line has no conditions"),
        ({"approved.lucky-6.lines.0.when": {"winer": ["tie"]}}, "did you mean winner?"),
        ({"approved.lucky-6.lines.0.when": {"winner": ["dealer"]}}, 'winner is never "dealer"'),
        ({"approved.lucky-6.lines.0.when": {"banker_pair": [1]}}, "banker_pair is never 1"),
        ({"approved.lucky-6.lines.0.when": {"lead": [1]}}, "there is no fact 'lead'"),
        ({"approved.lucky-6.lines.0.odds": GONE}, "a win states its odds"),
        ({"approved.lucky-6.lines.0.odds": "1e9"}, "is no odds"),
        ({"approved.lucky-6.lines.0.odds": 0}, "is no odds"),
        ({"approved.lucky-6.lines.0.outcome": "wins"}, "did you mean win?"),
        ({"approved.lucky-6.hand": "dealer"}, '"dealer" is not known'),
        ({"approved.tie": {}}, "is the name of a printed wager"),
        ({"T.approved_wagers": []}, "no table takes this wager"),
        ({"T.approved_wagers": ["lucky-7"]}, "did you mean lucky-6?"),
        ({"T.limits.lucky-6": GONE}, "lucky-6 has no limits"),
    ],
)
def test_a_further_wager_is_read_with_the_same_care(changes: Mapping[str, object], words: str) -> None:
    sentences = [refusal.sentence for refusal in refused(change(house("further"), changes))]
    assert any(words in sentence for sentence in sentences), "\n".join(sentences)


def test_a_further_wager_is_priced_like_a_printed_one() -> None:
    read = read_house(house("further"), "house.toml")
    assert isinstance(read, House)
    assert priced(read.tables["s42-1"].rules)["lucky-6"].wins == {Fraction(12)}


@pytest.mark.parametrize("hand", [None, "player", "banker"])
def test_a_further_wager_may_ask_what_every_wager_may_ask(hand: str | None) -> None:
    assert set(facts(hand)) == set(fact_names(hand))


# --------------------------------------------------------------------------------------------- the rest of the promises


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
@given(data=st.data(), unit=st.integers(1, 600), chip=st.sampled_from([1, 5, 25]), times=st.integers(1, 40))
def test_a_betting_unit_that_stands_never_splits_a_cent(
    rulebook_id: str, data: st.DataObject, unit: int, chip: int, times: int
) -> None:
    """What the house file lets pass, the dealer takes: every multiple of the unit, on every area."""
    choices = {}
    for name in ("vigorish_type", "vigorish_rate", "vigorish_rounding", "vigorish_collection", "house_money_add"):
        option = next((option for option in load(rulebook_id).option if option.name == name), None)
        if option:
            choices[name] = data.draw(
                st.sampled_from([*option.values, *(["1/3"] if option.type == "rational" else [])])
            )
    rules = build(load(rulebook_id), choices)
    if not isinstance(rules, HouseRules):
        return
    wagers = [Wager(1, wager, unit * times) for wager in priced(rules)]
    if not check_money(rules, unit, chip):
        assert check_wagers(rules, wagers) == ()


@pytest.mark.parametrize("name", ["s42-automatic", "ma-automatic"])
@pytest.mark.parametrize("colours", [("red", "red"), ("red", "blue")])
@pytest.mark.parametrize("designs", [("plain", "plain"), ("plain", "lined")])
def test_the_house_file_and_the_cards_judge_backs_alike(
    name: str, colours: tuple[str, str], designs: tuple[str, str]
) -> None:
    backs = [Back(*back) for back in zip(colours, designs, strict=True)]
    read = read_house(house(name), "house.toml")
    assert isinstance(read, House)
    rules = read.rules_for(HOUSES[name][0])
    assert rules is not None
    decks = [{**DECKS, "batch": b, "colour": k.colour, "design": k.design} for b, k in zip("AB", backs, strict=True)]
    stands = isinstance(read_house(change(house(name), {"T.equipment.decks": decks}), "house.toml"), House)
    assert stands == (check_batch_backs(rules, backs) is None)


def test_the_tables_of_a_pit_are_alike_and_a_machine_needs_no_finish() -> None:
    document = house("section-42")
    document["tables"]["machine"] = house("s42-automatic")["tables"]["s42-1"]
    read = read_house(document, "house.toml")
    assert isinstance(read, House)
    assert "finish" not in read.tables["machine"].rules.options
    assert read.tables["machine"].rules.cards_in_shoe == 416
    del document["pits"]["main"]["finish"]
    (refusal,) = refused(document)
    assert refusal.sentence.startswith("house.toml: pits.main: finish is not stated")


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a document, tables and lists included."""
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in items:
        yield (*path, key)
        yield from places(inside, (*path, key))


STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(16**6000),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(
        ["", "none", "A", "1e999999999", "1/0", "-1", "massachusetts", "seneca", "on", "tie-25", "2026-01-01"]
    ),
    st.dates(),
    st.datetimes(),
    st.lists(st.one_of(st.text(max_size=5), st.integers(), st.dictionaries(st.text(max_size=5), st.integers()))),
    st.dictionaries(st.text(max_size=5), st.one_of(st.integers(), st.text(max_size=5), st.lists(st.integers()))),
)


@pytest.mark.parametrize("name", ["section-42", "ez", "bonus", "further", "seminole", "seneca"])
@given(data=st.data())
def test_whatever_stands_in_a_file_is_answered_with_a_house_or_sentences(name: str, data: st.DataObject) -> None:
    document = house(name)
    for _ in range(data.draw(st.integers(1, 4))):
        known = list(places(document))
        if not known:
            break
        *path, last = data.draw(st.sampled_from(known))
        place: Any = document
        for key in path:
            place = place[key]
        what = data.draw(st.sampled_from(["change", "delete", "rename"]))
        if what == "change":
            value = data.draw(STRANGE)
            place[last] = [] if value is None else value
        elif what == "rename" and isinstance(place, dict):
            place[data.draw(st.text(max_size=12))] = place.pop(last)
        else:
            del place[last]
    answer = read_house(document, "house.toml")
    if not isinstance(answer, House):
        assert answer
        assert all(isinstance(str(refusal), str) and refusal.sentence.startswith("house.toml") for refusal in answer)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
@given(data=st.data())
def test_a_file_with_letters_lost_is_answered_with_a_house_or_sentences(rulebook_id: str, data: st.DataObject) -> None:
    text = sample_text(rulebook_id)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    answer = parse_house(text[:start] + data.draw(st.text(max_size=3)) + text[end:], "house.toml")
    assert isinstance(answer, House) or answer


# ------------------------------------------------------------------------------------------------------------- the page


def test_the_example_of_the_page_about_house_files_stands() -> None:
    page = Path(__file__).parents[2].joinpath("docs/house-file.md").read_text(encoding="utf-8")
    (example,) = [
        block.partition("```")[0] for block in page.split("```toml\n")[1:] if block.startswith("# A complete")
    ]
    read = parse_house(example, "corner.toml")
    assert isinstance(read, House), "\n".join(map(str, read))
    assert {table.rules.rulebook.id for table in read.tables.values()} == {"section-42", "massachusetts"}
