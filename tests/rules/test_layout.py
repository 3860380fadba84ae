"""The felt and the seats: what each document wants on the layout, where people sit, where cards are put."""

import json
from itertools import combinations

import pytest
from click.testing import Result

from minibac.play.wagers import Wager, check_wagers
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.layout import Inscription, LayoutArea, check_layout, layout
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.table import table_view
from tests.rules.shown import shown
from tests.sightings import Sightings


def house(rulebook_id: str, **choices: object) -> HouseRules:
    rules = build(load(rulebook_id), choices)
    assert isinstance(rules, HouseRules)
    return rules


def on_the_felt(rules: HouseRules) -> Result:
    """The table as the command line shows it: its areas are those of the rules, in their order."""
    result = shown(rules)
    felt = json.loads(result.stdout)["layout"]
    assert [(made["id"], made["label"]) for made in felt["areas"]] == [(a.id, a.label) for a in layout(rules).areas]
    assert [made["id"] for made in felt["left_out"]] == [made.id for made in layout(rules).left_out]
    return result


def areas(rules: HouseRules) -> list[str]:
    return [area.id for area in layout(rules).areas]


def area(rules: HouseRules, name: str) -> LayoutArea:
    return next(area for area in layout(rules).areas if area.id == name)


def without(rules: HouseRules, *names: str) -> tuple[Refusal, ...]:
    return check_layout(rules, [name for name in areas(rules) if name not in names])


HOUSES = [
    house("section-42"),
    house("section-42", vigorish_collection="deferred"),
    house("section-42", vigorish_type="tie-25"),
    house("massachusetts"),
    house("massachusetts", vigorish_collection="deferred", dragon_bonus=True),
    house("massachusetts", vigorish_type="ez", house_money=True, dragon_bonus=True),
    house("massachusetts", vigorish_type="ez", dragon_7_notice="sign"),
    house("seminole"),
    house("seminole", vigorish_collection="at-payout"),
    house("seneca"),
    house("seneca", vigorish_collection="deferred"),
]


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.rulebook.id)
def test_a_layout_made_from_the_rules_is_never_refused(rules: HouseRules) -> None:
    assert check_layout(rules, areas(rules)) == ()
    assert len(areas(rules)) == len(set(areas(rules)))
    for made in layout(rules).areas:
        assert made.label
        assert made.clauses


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.rulebook.id)
def test_every_missing_area_is_reported_by_name(rules: HouseRules) -> None:
    """All faults, not only the first."""
    for gone in combinations(areas(rules), 2):
        refusals = [refusal for refusal in without(rules, *gone) if "has no area" in refusal.sentence]
        assert len(refusals) == 2
        for refusal, name in zip(refusals, gone, strict=True):
            assert refusal.code is Code.ILLEGAL_LAYOUT
            assert f"no area for {name}," in refusal.sentence
            assert refusal.clauses == area(rules, name).clauses
            assert name in refusal.allowed


def test_an_area_nobody_knows_is_refused() -> None:
    (refusal,) = check_layout(house("section-42"), [*areas(house("section-42")), "roulette"])
    assert "an area for roulette" in refusal.sentence
    assert refusal.clauses == ("s42/b/3",)


# --- wagers on their areas -------------------------------------------------------------------------------------------


@pytest.mark.clause("s42/b/3")
def test_each_wager_has_its_area(saw: Sightings) -> None:
    rules = house("section-42")
    assert [(a.id, a.label) for a in layout(rules).areas if a.per_seat] == [
        ("player", "PLAYER"),
        ("banker", "BANKER"),
        ("tie", "TIE"),
    ]
    saw(on_the_felt(rules))


def test_an_area_that_does_not_exist_takes_no_wager_and_no_area_may_lack() -> None:
    rules = house("section-42")
    refusals = without(rules, "tie")
    assert [refusal.clauses for refusal in refusals] == [("s42/b/3",)]
    off_the_felt = check_wagers(rules, [Wager(10, "player", 100)])
    assert len(off_the_felt) == 1
    assert off_the_felt[0].code is Code.NO_SUCH_SEAT


# --- the hands' areas ------------------------------------------------------------------------------------------------


@pytest.mark.clause("ma/2/b/1")
def test_both_hands_have_an_area_for_their_cards(saw: Sightings) -> None:
    rules = house("massachusetts")
    hands = [made for made in layout(rules).areas if not made.per_seat]
    assert [(made.id, made.label) for made in hands] == [
        ("player-hand", "PLAYER'S HAND"),
        ("banker-hand", "BANKER'S HAND"),
    ]
    saw(on_the_felt(rules))


@pytest.mark.parametrize("hand", ["player-hand", "banker-hand"])
def test_a_layout_without_an_area_for_a_hand_is_refused(hand: str) -> None:
    refusals = without(house("massachusetts"), hand)
    assert [refusal.clauses for refusal in refusals] == [("ma/2/b/1",)]


# --- Massachusetts 2(b)(2) to (5): areas that come and go with the options --------------------------------------------

PLAIN, EZ = {"vigorish_type": "win"}, {"vigorish_type": "ez"}
COMING_AND_GOING = [
    # clause, the areas it asks for, options with it, options without it
    ("ma/2/b/2", ["dragon-bonus-player", "dragon-bonus-banker"], {"dragon_bonus": True}, {"dragon_bonus": False}),
    ("ma/2/b/3", ["dragon-7", "panda-8"], EZ, PLAIN),
    ("ma/2/b/3/i", ["dragon-7"], EZ, PLAIN),
    ("ma/2/b/3/iii", ["panda-8"], EZ, PLAIN),
    ("ma/2/b/4", ["house-money"], {"house_money": True}, {"house_money": False}),
    ("ma/2/b/5", ["vigorish"], {"vigorish_collection": "deferred"}, {"vigorish_collection": "at-payout"}),
]


def coming_and_going() -> list[object]:
    return [pytest.param(*row, marks=pytest.mark.clause(row[0]), id=str(row[0])) for row in COMING_AND_GOING]


@pytest.mark.parametrize(("clause", "names", "on", "off"), coming_and_going())
def test_an_area_is_there_exactly_where_its_wager_is(
    clause: str, names: list[str], on: dict[str, object], off: dict[str, object], saw: Sightings
) -> None:
    for name in names:
        made = area(house("massachusetts", **on), name)
        assert made.per_seat, "one for each player"
        assert clause in made.clauses
        assert name not in areas(house("massachusetts", **off))
    saw(on_the_felt(house("massachusetts", **on)))


@pytest.mark.parametrize(("clause", "names", "on", "off"), COMING_AND_GOING)
def test_a_layout_without_the_area_is_refused_and_so_is_one_with_it_elsewhere(
    clause: str, names: list[str], on: dict[str, object], off: dict[str, object]
) -> None:
    for name in names:
        (refusal,) = without(house("massachusetts", **on), name)
        assert clause in refusal.clauses
        rules = house("massachusetts", **off)
        (refusal,) = check_layout(rules, [*areas(rules), name])
        assert "which this table does not use" in refusal.sentence
        assert clause in refusal.clauses or refusal.clauses == ("ma/2/b/5/exempt",)


def test_an_ez_layout_says_what_a_dragon_7_does() -> None:
    """The second of the three items of ma/2/b/3: an inscription on the layout, or a sign."""
    for notice in ("layout", "sign"):
        rules = house("massachusetts", vigorish_type="ez", dragon_7_notice=notice)
        (line,) = layout(rules).inscriptions
        assert isinstance(line, Inscription)
        assert line.where == notice
        assert line.clauses == ("ma/2/b/3/ii", "ma/2/b/3")
        assert "Dragon 7 shall push and be returned" in line.text
        (refusal,) = check_layout(rules, areas(rules), inscribed=False)
        assert refusal.clauses == line.clauses
        on_felt = [area["inscription"] for area in table_view.areas(rules, {}, {}) if area["inscription"]]
        posted = table_view.sign(rules)["texts"]
        assert (on_felt, posted) == (([line.text], []) if notice == "layout" else ([], [line.text])), (
            "a page has it once"
        )
    assert layout(house("massachusetts")).inscriptions == ()
    assert check_layout(house("massachusetts"), areas(house("massachusetts")), inscribed=False) == ()


@pytest.mark.clause("ma/2/b/5/exempt")
@pytest.mark.parametrize("choices", [{"vigorish_collection": "at-payout"}, {"vigorish_type": "ez"}])
def test_no_vigorish_areas_where_it_is_taken_at_once_or_never(choices: dict[str, object], saw: Sightings) -> None:
    rules = house("massachusetts", **choices)
    assert [(made.id, made.clauses) for made in layout(rules).left_out] == [("vigorish", ("ma/2/b/5/exempt",))]
    saw(on_the_felt(rules))


def test_the_exemption_holds_in_exactly_these_two_configurations() -> None:
    deferred = house("massachusetts", vigorish_collection="deferred")
    assert layout(deferred).left_out == ()
    (refusal,) = without(deferred, "vigorish")
    assert refusal.clauses == ("ma/2/b/5",)
    for rules in (house("massachusetts"), house("massachusetts", vigorish_type="ez")):
        (refusal,) = check_layout(rules, [*areas(rules), "vigorish"])
        assert refusal.clauses == ("ma/2/b/5/exempt",)


# --- Section 42 (c)(3)(ii): the numbered rectangles ------------------------------------------------------------------


@pytest.mark.clause("s42/c/3/ii/marker")
def test_deferred_vigorish_has_a_numbered_rectangle_for_each_seat(saw: Sightings) -> None:
    for rulebook_id in ("section-42", "seminole", "seneca"):
        rules = house(rulebook_id, vigorish_collection="deferred")
        made = area(rules, "vigorish")
        assert made.per_seat
        assert made.clauses == ("s42/c/3/ii/marker",)
        assert layout(rules).seats == tuple(range(1, rules.seats + 1)), "each imprinted with the number of its player"
        saw(on_the_felt(rules))
        assert "vigorish" not in areas(house(rulebook_id, vigorish_collection="at-payout"))


# --- Seminole: the pair areas ----------------------------------------------------------------------------------------


@pytest.mark.clause("sem/pairs-areas")
def test_the_pair_areas_lie_on_either_side_of_the_tie_hand(saw: Sightings) -> None:
    rules = house("seminole")
    labels = {made.id: made.label for made in layout(rules).areas}
    assert (labels["player-pair"], labels["banker-pair"], labels["tie"]) == ("PLAYER PAIR", "BANKER PAIR", "TIE HAND")
    names = areas(rules)
    at = names.index("tie")
    assert names[at - 1 : at + 2] == ["player-pair", "tie", "banker-pair"]
    saw(on_the_felt(rules))


def test_pair_areas_elsewhere_or_missing_are_refused() -> None:
    rules = house("seminole")
    rest = [name for name in areas(rules) if name not in ("player-pair", "tie", "banker-pair")]
    wrong = [
        ["tie", "player-pair", "banker-pair"],
        ["player-pair", "banker-pair", "tie"],
        ["banker-pair", "tie", "player-pair"],
    ]
    stated = [[*rest, *order] for order in wrong]
    stated.append(["player-pair", *rest, "tie", "banker-pair"])  # with other areas between
    for names in stated:
        refusals = check_layout(rules, names)
        assert [refusal.clauses for refusal in refusals] == [("sem/pairs-areas",)]
    for pair in ("player-pair", "banker-pair"):
        refusals = without(rules, pair)
        assert [refusal.clauses for refusal in refusals] == [("sem/pairs-areas",)]
    assert check_layout(rules, ["player-pair", "tie", "banker-pair", *rest]) == ()


# --- seats -----------------------------------------------------------------------------------------------------------

SEATS = [("massachusetts", "ma/2/a", 9), ("seneca", "sen/seats", 7)]


@pytest.mark.parametrize(
    ("rulebook_id", "clause", "most"), [pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in SEATS]
)
def test_seats_are_numbered_up_to_the_printed_most(rulebook_id: str, clause: str, most: int, saw: Sightings) -> None:
    assert house(rulebook_id).seats == most
    for seats in range(1, most + 1):
        rules = house(rulebook_id, seats=seats)
        assert layout(rules).seats == tuple(range(1, seats + 1))
        assert rules.setting("seats").clause == clause
        assert check_wagers(rules, [Wager(seats, "player", 100)]) == ()
        saw(rules.setting("seats"))


@pytest.mark.parametrize(
    ("rulebook_id", "clause", "most"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in SEATS],
)
def test_one_seat_more_is_refused(rulebook_id: str, clause: str, most: int, saw: Sightings) -> None:
    for seats in (0, most + 1, -1):
        refusals = build(load(rulebook_id), {"seats": seats})
        assert isinstance(refusals, tuple)
        assert [refusal.clauses for refusal in refusals] == [(clause,)]
        assert f"seats={seats} " in refusals[0].sentence
        saw(refusals)
    assert check_wagers(house(rulebook_id), [Wager(most + 1, "player", 100)])[0].code is Code.NO_SUCH_SEAT


@pytest.mark.clause("ma/2/a/sides")
def test_guests_sit_along_one_side(saw: Sightings) -> None:
    result = on_the_felt(house("massachusetts"))
    assert json.loads(result.stdout)["layout"]["sides"]["seats"] == "one"
    saw(result)


@pytest.mark.clause("s42/g/3/i/areas")
def test_each_hand_has_an_area_of_its_own_under_section_42(saw: Sightings) -> None:
    saw(on_the_felt(house("section-42")))


def test_seats_on_more_than_one_side_are_refused() -> None:
    for rulebook_id in RULEBOOKS:
        rules = house(rulebook_id)
        refusals = check_layout(rules, areas(rules), seats_on_one_side=False)
        printed = rulebook_id != "section-42"  # which says nothing of sides; the guides borrow
        assert [refusal.clauses for refusal in refusals] == ([("ma/2/a/sides",)] if printed else [])


# --- what is printed on the areas ------------------------------------------------------------------------------------

AREAS = {
    "section-42": {"player": "PLAYER", "banker": "BANKER", "tie": "TIE"},
    "massachusetts": {
        "player": "PLAYER",
        "banker": "BANKER",
        "tie": "TIE",
        "dragon-bonus-player": "DRAGON BONUS PLAYER",
        "dragon-bonus-banker": "DRAGON BONUS BANKER",
        "dragon-7": "DRAGON 7",
        "panda-8": "PANDA 8",
        "house-money": "HOUSE MONEY",
    },
    "seminole": {
        "player": "PLAYER",
        "banker": "BANKER",
        "tie": "TIE HAND",
        "player-pair": "PLAYER PAIR",
        "banker-pair": "BANKER PAIR",
    },
    "seneca": {"player": "PLAYER", "banker": "BANKER", "tie": "TIE"},
}
HANDS = {"player": "player", "banker": "banker", "dragon-bonus-player": "player", "dragon-bonus-banker": "banker"}
HANDS |= {"player-pair": "player", "banker-pair": "banker"}
KINDS = {"player": "main", "banker": "main", "tie": "tie", "house-money": "house-money"}
FELT = {
    "section-42": {"player-hand": "PLAYER'S HAND", "banker-hand": "BANKER'S HAND", "vigorish": "VIGORISH"},
    "massachusetts": {"player-hand": "PLAYER'S HAND", "banker-hand": "BANKER'S HAND", "vigorish": "VIGORISH"},
    "seminole": {"player-hand": "PLAYER", "banker-hand": "BANKER", "vigorish": "COMMISSION"},
    "seneca": {"player-hand": "PLAYER", "banker-hand": "BANKER", "vigorish": "COMMISSION"},
}


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_each_area_carries_its_name(rulebook_id: str) -> None:
    book = load(rulebook_id)
    assert {proposition.id: proposition.area for proposition in book.wager} == AREAS[rulebook_id]
    assert {made.id: made.label for made in book.layout.area} == FELT[rulebook_id]
    for proposition in book.wager:
        assert proposition.hand == HANDS.get(proposition.id)
        assert proposition.kind == KINDS.get(proposition.id, "side")
        assert proposition.label


def test_signs_on_the_wall() -> None:
    assert [(sign.where, sign.clauses) for sign in layout(house("seminole")).inscriptions[:2]] == [
        ("sign", ("sem/help-line",)),
        ("sign", ("sem/age-21",)),
    ]
    assert "1.888.ADMIT.IT" in layout(house("seminole")).inscriptions[0].text
    assert "at least 21 years old" in layout(house("seminole")).inscriptions[1].text
    assert [sign.clauses for sign in layout(house("seneca")).inscriptions] == [("sen/house",)]


CITED = {
    # for the seats, for the sides, for the wagers' own areas, for the areas of the hands, for the rectangles
    "section-42": ("s42/e/4/order", None, "s42/b/3", "s42/g/3/i/areas", "s42/c/3/ii/marker"),
    "massachusetts": ("ma/2/a", "ma/2/a/sides", "ma/7/b", "ma/2/b/1", "ma/2/b/5"),
    "seminole": ("s42/e/4/order", "ma/2/a/sides", "s42/b/3", "s42/g/3/i/areas", "s42/c/3/ii/marker"),
    "seneca": ("sen/seats", "ma/2/a/sides", "s42/b/3", "s42/g/3/i/areas", "s42/c/3/ii/marker"),
}


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_every_part_of_the_felt_cites_its_clause(rulebook_id: str) -> None:
    rules = house(rulebook_id, vigorish_collection="deferred")
    seats, sides, wagers, hands, rectangles = CITED[rulebook_id]
    felt = layout(rules)
    assert (felt.seats_clauses, felt.sides_clauses) == ((seats,), (sides,) if sides else ())
    for name in ("player", "banker", "tie"):
        assert area(rules, name).clauses == (wagers,)
    for name in ("player-hand", "banker-hand"):
        assert area(rules, name).clauses == (hands,)
    assert area(rules, "vigorish").clauses == (rectangles,)


def test_the_inscription_word_for_word() -> None:
    (line,) = layout(house("massachusetts", vigorish_type="ez")).inscriptions
    assert (
        line.text == "A wager on the Banker's Hand that results in a Dragon 7 shall push and be returned to the player."
    )
