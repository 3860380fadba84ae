"""Which wagers a table takes, and when Player, Banker and Tie win, lose and are returned."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from minibac.play.propositions import PropositionError
from minibac.play.settlement import Action
from minibac.play.wagers import WAGER_IDS, Limits, Wager, check_wager, check_wagers, partnership_sums
from minibac.rules.house_rules import Approved, HouseRules, Reference, build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import Proposition, Row, load
from tests.naive.dealer import deal_hands
from tests.play import tables
from tests.play.tables import STAKE, dealt, mistake, refusals, settled, table, unwanted, wager
from tests.sightings import Sightings

# -- the lists -------------------------------------------------------------------------------------

THREE = {"player", "banker", "tie"}
FIVE = THREE | {"player-pair", "banker-pair"}
EZ = {"vigorish_type": "ez"}
ALL_SEVEN = {**EZ, "dragon_bonus": "on", "house_money": "on"}

LISTS = [
    pytest.param("section-42", {}, THREE, marks=pytest.mark.clause("s42/b/1")),
    pytest.param(
        "massachusetts",
        ALL_SEVEN,
        THREE | {"dragon-bonus-player", "dragon-bonus-banker", "dragon-7", "panda-8", "house-money"},
        marks=pytest.mark.clause("ma/7/a"),
    ),
    pytest.param("seminole", {}, FIVE, marks=pytest.mark.clause("sem/decisions")),
    pytest.param("seneca", {}, THREE, marks=pytest.mark.clause("sen/three-bets")),
]


@pytest.mark.parametrize(("rulebook", "choices", "wagers"), LISTS)
def test_a_table_takes_the_wagers_of_its_list(
    rulebook: str, choices: dict[str, str], wagers: set[str], saw: Sightings
) -> None:
    rules = table(rulebook, **choices)
    assert {proposition.id for proposition in rules.propositions} == wagers
    coup = dealt(rules, tables.PLAYER_7_6, *(wager(name) for name in sorted(wagers)))
    placed = [line for line in coup.explanation if line.step == "wager"]
    assert len(placed) == len(wagers)
    saw(placed)


@pytest.mark.parametrize(
    ("rulebook", "choices", "wagers"),
    [
        pytest.param(rulebook, choices, wagers, marks=pytest.mark.clause(clause, breaks=True))
        for clause, (rulebook, choices, wagers) in zip(
            ("s42/b/1", "ma/7/a", "sem/decisions", "sen/three-bets"), (p.values for p in LISTS), strict=True
        )
    ],
)
def test_a_table_takes_no_other_wager(rulebook: str, choices: dict[str, str], wagers: set[str], saw: Sightings) -> None:
    rules = table(rulebook, **choices)
    for name in (*WAGER_IDS, "lucky-6", "player-win-by-9"):
        refusal = unwanted(rules, wager(name))
        assert (refusal is None) == (name in wagers)
        if refusal:
            assert refusal.code is Code.NOT_OFFERED
            assert set(refusal.allowed) == wagers
            saw(refusal)


@pytest.mark.clause("s42/b/2")
def test_an_accepted_wager_is_one_that_is_authorised(saw: Sightings) -> None:
    coup = dealt(table("section-42"), tables.PLAYER_7_6, wager("player"), wager("tie", seat_no=2))
    placed = [line for line in coup.explanation if line.step == "wager"]
    assert all({"s42/b/1", "s42/b/2"} <= set(line.clauses) for line in placed)
    saw(placed)


@pytest.mark.clause("s42/b/2", breaks=True)
def test_nobody_accepts_a_wager_that_is_not_authorised(saw: Sightings) -> None:
    """The check knows no role: there is nobody for whom it would answer otherwise."""
    for name in ("panda-8", "banker-pair", "any-pair"):
        refusal = unwanted(table("section-42"), wager(name))
        assert refusal is not None
        assert refusal.clause == "s42/b/2"
        saw(refusal)
    (elsewhere,) = refusals("section-42", dragon_bonus="on")
    assert (elsewhere.clause, "it belongs to massachusetts" in elsewhere.sentence) == ("s42/b/2", True)
    saw(elsewhere)


# -- an approved further wager ---------------------------------------------------------------------

APPROVAL = Reference("Division", "MB-17", "2026-03-01")
ANY_NATURAL = Proposition(
    id="any-natural",
    label="Any Natural",
    area="ANY NATURAL",
    kind="side",
    lines=(
        Row(outcome="win", when={"player_natural": (True,)}, odds="3/2"),
        Row(outcome="win", when={"banker_natural": (True,)}, odds="3/2"),
        Row(outcome="lose"),
    ),
)


def with_any_natural(approval: Reference | None, rulebook: str = "section-42") -> object:
    return build(load(rulebook), {}, approved=[Approved(ANY_NATURAL, approval)])


@pytest.mark.clause("s42/b/2/approval")
def test_an_approved_wager_is_taken_and_settled(saw: Sightings) -> None:
    rules = with_any_natural(APPROVAL)
    assert isinstance(rules, HouseRules)
    assert rules.approved[0].approval == APPROVAL
    won = dealt(rules, tables.NATURAL_9_8, wager("any-natural", 5_00))
    lost = dealt(rules, tables.PLAYER_7_6, wager("any-natural", 5_00))
    assert settled(won, "any-natural").net_cents == 7_50
    assert settled(lost, "any-natural").net_cents == -5_00
    line = won.explanation[0]
    assert "s42/b/1" not in line.clauses, "it is not one of the three"
    saw(line, won.postings, won.settlement.wagers)
    refusal = unwanted(rules, wager("any-natural", 5_01))
    assert refusal is not None
    assert refusal.code is Code.SPLIT_CENT


@pytest.mark.clause("s42/b/2/approval", breaks=True)
@pytest.mark.parametrize("approval", [None, Reference("", "MB-17", "")])
def test_a_further_wager_without_a_whole_approval_is_no_configuration(
    approval: Reference | None, saw: Sightings
) -> None:
    refused = with_any_natural(approval)
    assert isinstance(refused, tuple)
    assert [refusal.code for refusal in refused] == [Code.MISSING_REFERENCE]
    saw(*refused)


@pytest.mark.parametrize("rulebook", ["massachusetts", "seminole", "seneca"])
def test_the_other_lists_are_closed(rulebook: str) -> None:
    """E17: approval or not, nothing can be added."""
    refused = with_any_natural(APPROVAL, rulebook)
    assert isinstance(refused, tuple)
    assert refused[0].clause in ("ma/7/a", "sem/decisions", "sen/three-bets")


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ((Row(outcome="lose", when={"moon": (True,)}), Row(outcome="lose")), "moon"),
        ((Row(outcome="win"), Row(outcome="lose")), "odds"),
        ((Row(outcome="push", odds="1"), Row(outcome="lose")), "odds"),
        ((Row(outcome="lose", when={"margin": (9,)}),), "last line"),
    ],
)
def test_a_further_wager_that_cannot_be_read_is_told(rows: tuple[Row, ...], word: str) -> None:
    text = Proposition(id="odd", label="Odd", area="ODD", kind="side", lines=rows)
    rules = build(load("section-42"), {}, approved=[Approved(text, APPROVAL)])
    assert isinstance(rules, HouseRules)
    with pytest.raises(PropositionError, match=word):
        check_wager(rules, Wager(1, "odd", 100))


# -- chips on the areas ----------------------------------------------------------------------------

AREAS = [
    ("s42/b/1/i", "section-42", "banker"),
    ("s42/b/1/ii", "section-42", "player"),
    ("ma/7/a/1", "massachusetts", "banker"),
    ("ma/7/a/2", "massachusetts", "player"),
    ("ma/7/a/3", "massachusetts", "tie"),
]


@pytest.mark.parametrize(
    ("rulebook", "name"), [pytest.param(book, name, marks=pytest.mark.clause(clause)) for clause, book, name in AREAS]
)
def test_the_wager_is_offered_at_every_seat_on_its_own_area(rulebook: str, name: str, saw: Sightings) -> None:
    rules = table(rulebook)
    wagers = [wager(name, seat_no=seat_no) for seat_no in range(1, 10)]
    coup = dealt(rules, tables.PLAYER_7_6, *wagers)
    to_the_layout = {posting.account: posting.amount_cents for posting in coup.postings if posting.step == "wager"}
    assert {f"layout/{seat_no}/{name}": STAKE for seat_no in range(1, 10)}.items() <= to_the_layout.items()
    saw([line for line in coup.explanation if line.step == "wager"])


CHIPS = [("s42/b/3", "section-42"), ("ma/7/b", "massachusetts")]


@pytest.mark.parametrize(
    "rulebook", [pytest.param(rulebook, marks=pytest.mark.clause(clause)) for clause, rulebook in CHIPS]
)
def test_a_wager_is_chips_moved_to_its_area(rulebook: str, saw: Sightings) -> None:
    coup = dealt(table(rulebook), tables.TIE_6_6, wager("tie", 1), wager("player", 33, seat_no=4))
    assert [(p.account, p.amount_cents) for p in coup.postings if p.step == "wager"] == [
        ("seat/1/chips", -1),
        ("layout/1/tie", 1),
        ("seat/4/chips", -33),
        ("layout/4/player", 33),
    ]
    saw(coup.postings[:4])


@pytest.mark.parametrize(
    "rulebook", [pytest.param(rulebook, marks=pytest.mark.clause(clause, breaks=True)) for clause, rulebook in CHIPS]
)
def test_an_amount_without_chips_behind_it_is_no_wager(rulebook: str, saw: Sightings) -> None:
    rules = table(rulebook)
    for stake in (0, -100):
        refusal = unwanted(rules, wager("player", stake))
        assert refusal is not None
        assert refusal.code is Code.BAD_STAKE
        saw(refusal)
    (twice,) = check_wagers(rules, [wager("player"), wager("player", 2 * STAKE)])
    assert twice.code is Code.BAD_STAKE
    for seat_no in (0, 10):
        refusal = unwanted(rules, wager("player", seat_no=seat_no))
        assert refusal is not None
        assert refusal.code is Code.NO_SUCH_SEAT


@pytest.mark.clause("ma/7/b", breaks=True)
def test_massachusetts_names_chips_and_plaques_and_no_coupon(saw: Sightings) -> None:
    refusal = unwanted(table("massachusetts"), wager("player", coupon_cents=5_00))
    assert refusal is not None
    assert refusal.code is Code.COUPON
    saw(refusal, *refusals("massachusetts", match_play="on"))


# -- when they win, lose and are returned ----------------------------------------------------------

COUPS = [
    tables.PLAYER_7_6,
    tables.BANKER_7_6,
    tables.TIE_6_6,
    tables.NATURAL_9_8,
    tables.NATURAL_8_9,
    tables.NATURAL_TIE_8,
    tables.DRAGON_7,
    tables.BANKER_7_IN_TWO,
    tables.PANDA_8,
    tables.BANKER_6_IN_TWO,
    tables.BANKER_6_IN_THREE,
    tables.PLAYER_9_0,
]


class Final(NamedTuple):
    """The final hands of a coup as the print speaks of them."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int


class Fate(NamedTuple):
    """What a clause makes of a wager, and when."""

    clause: str
    rulebook: str
    name: str
    outcome: str
    when: Callable[[Final], bool]
    choices: Mapping[str, str] = MappingProxyType({})


def higher_player(final: Final) -> bool:
    return final.player > final.banker


def higher_banker(final: Final) -> bool:
    return final.banker > final.player


def equal(final: Final) -> bool:
    return final.player == final.banker


def unequal(final: Final) -> bool:
    return final.player != final.banker


def dragon_7(final: Final) -> bool:
    return final.banker == 7 and final.banker_cards == 3 and final.player < 7


def banker_but_for_dragon_7(final: Final) -> bool:
    return higher_banker(final) and not dragon_7(final)


FATES = [
    Fate("s42/b/1/i/A", "section-42", "banker", "win", higher_banker),
    Fate("s42/b/1/i/B", "section-42", "banker", "lose", higher_player),
    Fate("s42/b/1/i/C", "section-42", "banker", "push", equal),
    Fate("s42/b/1/i/C", "section-42", "banker", "push", equal, {"vigorish_type": "tie-25"}),
    Fate("s42/b/1/ii/A", "section-42", "player", "win", higher_player),
    Fate("s42/b/1/ii/B", "section-42", "player", "lose", higher_banker),
    Fate("s42/b/1/ii/C", "section-42", "player", "push", equal),
    Fate("s42/b/1/ii/C", "section-42", "player", "push", equal, {"vigorish_type": "tie-25"}),
    Fate("s42/b/1/iii/lose", "section-42", "tie", "lose", unequal),
    Fate("ma/7/a/1/i", "massachusetts", "banker", "win", higher_banker),
    Fate("ma/7/a/1/i", "massachusetts", "banker", "win", banker_but_for_dragon_7, EZ),
    Fate("ma/7/a/1/ii", "massachusetts", "banker", "lose", higher_player),
    Fate("ma/7/a/1/ii", "massachusetts", "banker", "lose", higher_player, EZ),
    Fate("ma/7/a/1/iii", "massachusetts", "banker", "push", equal),
    Fate("ma/7/a/1/iii", "massachusetts", "banker", "push", equal, EZ),
    Fate("ma/7/a/1/iii/dragon-7", "massachusetts", "banker", "push", dragon_7, EZ),
    Fate("ma/7/a/2/i", "massachusetts", "player", "win", higher_player),
    Fate("ma/7/a/2/i", "massachusetts", "player", "win", higher_player, EZ),
    Fate("ma/7/a/2/ii", "massachusetts", "player", "lose", higher_banker),
    Fate("ma/7/a/2/ii", "massachusetts", "player", "lose", higher_banker, EZ),
    Fate("ma/7/a/2/iii", "massachusetts", "player", "push", equal),
    Fate("ma/7/a/2/iii", "massachusetts", "player", "push", equal, EZ),
    Fate("ma/7/a/3/i", "massachusetts", "tie", "win", equal),
    Fate("ma/7/a/3/ii", "massachusetts", "tie", "lose", unequal),
    Fate("sem/tie-push-player", "seminole", "player", "push", equal),
    Fate("sem/tie-push-banker", "seminole", "banker", "push", equal),
    Fate("sem/tie-push-banker", "seminole", "banker", "push", equal, {"vigorish_type": "none-banker-6"}),
]
"""Each clause decides these coups and no other: elsewhere it must not be cited."""

SEVERAL_FATES = [
    Fate("s42/b/1/iii", "section-42", "tie", "win", equal),
    Fate("sem/tie", "seminole", "tie", "win", equal),
    Fate("sem/tie", "seminole", "tie", "lose", unequal),
    Fate("sen/banker-bet", "seneca", "banker", "win", higher_banker),
    Fate("sen/banker-bet", "seneca", "banker", "lose", higher_player),
    Fate("sen/player-bet", "seneca", "player", "win", higher_player),
    Fate("sen/player-bet", "seneca", "player", "lose", higher_banker),
    Fate("sen/tie-bet", "seneca", "tie", "win", equal),
    Fate("sen/tie-bet", "seneca", "tie", "lose", unequal),
]
"""Clauses that also speak of other coups."""


def params(fates: list[Fate], *, breaks: bool = False) -> list[object]:
    return [
        pytest.param(
            fate,
            id="-".join((fate.clause, fate.outcome, *fate.choices.values())),
            marks=pytest.mark.clause(fate.clause, breaks=True) if breaks else pytest.mark.clause(fate.clause),
        )
        for fate in fates
    ]


def final_hands(text: str) -> Final:
    """The totals by the naive count of the test, not of the engine."""
    order = text.split()
    player, banker, _, _ = deal_hands("section-42", order)
    return Final(tables.count(player), tables.count(banker), len(player), len(banker))


@pytest.mark.parametrize("fate", params(FATES + SEVERAL_FATES))
def test_what_becomes_of_a_wager(fate: Fate, saw: Sightings) -> None:
    rules = table(fate.rulebook, **fate.choices)
    decided = [text for text in COUPS if fate.when(final_hands(text))]
    assert decided
    for text in COUPS:
        result = settled(dealt(rules, text, wager(fate.name)), fate.name)
        if text in decided:
            assert result.outcome == fate.outcome
            assert fate.clause in result.clauses
            saw(result)
        elif fate in FATES:
            assert fate.clause not in result.clauses


@pytest.mark.parametrize("fate", params(FATES + SEVERAL_FATES, breaks=True))
def test_any_other_settlement_is_refused(fate: Fate, saw: Sightings) -> None:
    """A win collected, a loss paid or returned, a push collected or paid."""
    rules = table(fate.rulebook, **fate.choices)
    right = {"win": "pay", "lose": "collect", "push": "return"}[fate.outcome]
    for text in COUPS:
        if not fate.when(final_hands(text)):
            continue
        coup = dealt(rules, text, wager(fate.name))
        for step in {"pay", "collect", "return"} - {right}:
            refusal = mistake(rules, coup, right, Action(step, 1, fate.name, STAKE))
            assert refusal.code is Code.WRONG_PAYMENT
            assert fate.clause in refusal.clauses
            saw(refusal)


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts", "seminole", "seneca"])
def test_a_push_moves_no_money(rulebook: str) -> None:
    coup = dealt(table(rulebook), tables.TIE_6_6, wager("player"), wager("banker"))
    assert [(w.outcome, w.net_cents, w.vigorish_cents) for w in coup.settlement.wagers] == [("push", 0, 0)] * 2


def test_no_vigorish_is_ever_charged_on_the_player_wager() -> None:
    for choices in ({}, {"vigorish_type": "tie-25"}, {"vigorish_type": "none-banker-6"}):
        rules = table("section-42", **choices)
        for text in COUPS:
            coup = dealt(rules, text, wager("player"))
            assert settled(coup, "player").vigorish_cents == 0


# -- limits and partners ---------------------------------------------------------------------------

LIMITS = Limits({"player": 10_00, "banker": 10_00}, {"player": 100_00, "banker": 100_00})


def test_limits_are_those_of_the_house() -> None:
    rules = table("seneca")
    assert check_wagers(rules, [wager("player", 10_00), wager("banker", 100_00)], LIMITS) == ()
    codes = [r.code for r in check_wagers(rules, [wager("player", 9_99), wager("banker", 100_20)], LIMITS)]
    assert codes == [Code.BELOW_MINIMUM, Code.ABOVE_MAXIMUM]


def test_partners_within_the_maximum_together() -> None:
    """Opposite areas do not add up: 60 + 40 on Player and 100 on Banker are within 100 each."""
    rules = table("seneca")
    wagers = [wager("player", 60_00, 2), wager("player", 40_00, 5), wager("banker", 100_00, 5)]
    assert check_wagers(rules, wagers, LIMITS, [(2, 5)]) == ()
    sums = partnership_sums(rules, wagers, LIMITS, [(5, 2)])
    assert [(s.seats, s.area, s.stake_cents) for s in sums] == [((2, 5), "player", 100_00), ((2, 5), "banker", 100_00)]
    assert "within" in str(sums[0].told)


def test_partners_over_the_maximum_together_are_refused() -> None:
    rules = table("seneca")
    wagers = [wager("player", 60_00, 2), wager("player", 60_00, 5), wager("player", 100_00, 6)]
    assert check_wagers(rules, wagers, LIMITS, [(2,), (5,), (6,)]) == (), "apart, each is within the maximum"
    (refusal,) = check_wagers(rules, wagers, LIMITS, [(2, 5), (6,)])
    assert refusal.code is Code.ABOVE_MAXIMUM
    assert "120" in refusal.sentence
    for elsewhere in ("section-42", "massachusetts", "seminole"):
        assert check_wagers(table(elsewhere), wagers, LIMITS, [(2, 5)]) == (), "no other document limits partners"
