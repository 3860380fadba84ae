"""The side wagers: Dragon Bonus, Dragon 7, Panda 8 and the pairs, when they win, lose and are returned."""

import pytest

from minibac.play.propositions import priced
from minibac.play.results import Result
from minibac.play.settlement import Action
from minibac.rules.layout import check_layout, layout
from minibac.rules.refusal import Code
from tests.naive.dealer import deal_hands
from tests.play import tables
from tests.play.tables import STAKE, dealt, mistake, refusals, representatives, settled, steps, table, unwanted, wager
from tests.sightings import Sightings

EZ = {"vigorish_type": "ez"}
MIRROR = {"player": "banker", "banker": "player"}

# -- Dragon Bonus ----------------------------------------------------------------------------------

# Each case of 7(a)(4) with coups of the Player's Hand, and what they make of a wager on it.
BONUS = [
    ("ma/7/a/4/i/a", "5s 5h 3d 2c", "win"),  # Natural 8 over 7
    ("ma/7/a/4/i/a", "5s Kh 4d Qc", "win"),  # Natural 9 over 0, a lead of nine, and still this case (B25)
    ("ma/7/a/4/i/b", "5s 5h 4d 3c", "win"),  # Natural 9 over Natural 8
    ("ma/7/a/4/i/c", "3s Kh 4d Jc 3h", "win"),  # 7 stands, Banker 0 draws to 3: by four
    ("ma/7/a/4/i/c", "Ks Jh 4d Qc 5s Th", "win"),  # three cards, 9 over 0: by nine, no Natural
    ("ma/7/a/4/ii/a", "5s 5h 3d 4c", "lose"),  # Natural 8 under Natural 9
    ("ma/7/a/4/ii/b", "2s 3h 4d 3c", "lose"),  # 6 to 6: an ordinary tie
    ("ma/7/a/4/ii/b", "2s 3h 4d 4c", "lose"),  # 6 under 7
    ("ma/7/a/4/ii/b", "2s 5h 4d 3c", "lose"),  # 6 under Natural 8
    ("ma/7/a/4/ii/c", "3s 2h 4d 4c", "lose"),  # 7 over 6: by one
    ("ma/7/a/4/ii/c", "3s 2h 4d Kc 2h", "lose"),  # 7 stands, Banker 2 draws to 4: by three
    ("ma/7/a/4/iii", "5s 6h 3d 2c", "push"),  # both Natural 8
    ("ma/7/a/4/iii", "5s 6h 4d 3c", "push"),  # both Natural 9
]


def swapped(text: str) -> str:
    """The same first four cards with the hands changed."""
    order = text.split()
    return " ".join((order[1], order[0], order[3], order[2], *order[4:]))


def bonus_params(*, breaks: bool = False) -> list[object]:
    """Every line under its case; i and ii are proven with their own cases."""
    found: list[object] = []
    for clause, text, outcome in BONUS:
        marks = [pytest.mark.clause(clause, breaks=True) if breaks else pytest.mark.clause(clause)]
        parent = clause.rpartition("/")[0]
        if parent in ("ma/7/a/4/i", "ma/7/a/4/ii"):
            marks.append(pytest.mark.clause(parent, breaks=True) if breaks else pytest.mark.clause(parent))
        found.append(pytest.param(clause, text, outcome, id=f"{clause} {text}", marks=marks))
    return found


@pytest.mark.parametrize(("clause", "text", "outcome"), bonus_params())
def test_dragon_bonus_is_judged_for_its_own_hand(clause: str, text: str, outcome: str, saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus="on")
    on_player = settled(dealt(rules, text, wager("dragon-bonus-player")), "dragon-bonus-player")
    assert on_player.outcome == outcome
    assert [cited for cited in on_player.clauses if cited in {case for case, *_ in BONUS}] == [clause]
    saw(on_player)
    if len(text.split()) == 4:  # no third cards: the same hands on the other side
        on_banker = settled(dealt(rules, swapped(text), wager("dragon-bonus-banker")), "dragon-bonus-banker")
        assert (on_banker.outcome, on_banker.net_cents) == (on_player.outcome, on_player.net_cents)
        assert clause in on_banker.clauses


@pytest.mark.parametrize(("clause", "text", "outcome"), bonus_params(breaks=True))
def test_dragon_bonus_settled_otherwise_is_refused(clause: str, text: str, outcome: str, saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus="on")
    coup = dealt(rules, text, wager("dragon-bonus-player"))
    right = {"win": "pay", "lose": "collect", "push": "return"}[outcome]
    for step in {"pay", "collect", "return"} - {right}:
        refusal = mistake(rules, coup, right, Action(step, 1, "dragon-bonus-player", STAKE))
        assert clause in refusal.clauses
        saw(refusal)


def test_the_three_cases_partition_every_pair_of_final_hands() -> None:
    """7(a)(4): i, ii and iii restated one by one; of each final result exactly one line of them holds."""
    wagers = priced(table("massachusetts", dragon_bonus="on"))
    for player, banker, player_cards, banker_cards, *_ in representatives(pairs=False):
        hands = {"player": (player, player_cards), "banker": (banker, banker_cards)}
        for name, (own, own_cards) in hands.items():
            other, other_cards = hands[MIRROR[name]]
            natural, other_natural = own_cards == 2 and own >= 8, other_cards == 2 and other >= 8
            cases = {
                "ma/7/a/4/i/a": natural and not other_natural,
                "ma/7/a/4/i/b": natural and other_natural and (own, other) == (9, 8),
                "ma/7/a/4/i/c": not natural and own - other >= 4,
                "ma/7/a/4/ii/a": natural and other_natural and (own, other) == (8, 9),
                "ma/7/a/4/ii/b": not natural and own <= other,
                "ma/7/a/4/ii/c": not natural and 0 < own - other < 4,
                "ma/7/a/4/iii": natural and other_natural and own == other,
            }
            (case,) = [clause for clause, holds in cases.items() if holds]
            outcome = wagers[f"dragon-bonus-{name}"].outcome(Result(player, banker, player_cards, banker_cards))
            assert outcome.clauses[0] == case
            assert outcome.kind == {"i": "win", "ii": "lose", "iii": "push"}[case.split("/")[4]]


@pytest.mark.clause("ma/7/a/4")
def test_dragon_bonus_on_either_hand_or_both(saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus="on")
    coup = dealt(rules, tables.NATURAL_8_7, wager("dragon-bonus-player", 5_00), wager("dragon-bonus-banker", 3_00))
    assert [w.net_cents for w in coup.settlement.wagers] == [5_00, -3_00]
    saw([line for line in coup.explanation if line.step == "wager"], [s for s in rules.settings if s.value is True])


@pytest.mark.clause("ma/7/a/4", breaks=True)
@pytest.mark.parametrize("name", ["dragon-bonus-player", "dragon-bonus-banker"])
def test_dragon_bonus_is_refused_where_it_is_not_offered(name: str, saw: Sightings) -> None:
    refusal = unwanted(table("massachusetts", dragon_bonus="off"), wager(name))
    assert refusal is not None
    assert refusal.clause == "ma/7/a/4"
    saw(refusal)


# -- Dragon 7 and Panda 8 --------------------------------------------------------------------------

INSURANCE = [
    ("ma/7/a/5/i", "dragon-7", tables.DRAGON_7, "win"),
    ("ma/7/a/5/ii", "dragon-7", tables.BANKER_7_IN_TWO, "lose"),
    ("ma/7/a/5/ii", "dragon-7", "As 2h 3d Kc 3c 5s", "lose"),  # 7 to 7 in three cards: a tie, and still a loss
    ("ma/7/a/5/ii", "dragon-7", tables.TIE_6_6, "lose"),
    ("ma/7/a/5/ii", "dragon-7", tables.BANKER_6_IN_THREE, "lose"),
    ("ma/7/a/6/i", "panda-8", tables.PANDA_8, "win"),
    ("ma/7/a/6/ii", "panda-8", tables.NATURAL_8_7, "lose"),
    ("ma/7/a/6/ii", "panda-8", "As 2h 3d Kc 4c 6s", "lose"),  # 8 to 8 in three cards
    ("ma/7/a/6/ii", "panda-8", tables.PLAYER_9_0, "lose"),
    ("ma/7/a/6/ii", "panda-8", tables.BANKER_7_6, "lose"),
]


def insurance_params(*, breaks: bool = False, definition: bool = False) -> list[object]:
    found: list[object] = []
    for clause, name, text, outcome in INSURANCE:
        id_ = f"ma/1/{name}" if definition else clause
        mark = pytest.mark.clause(id_, breaks=True) if breaks else pytest.mark.clause(id_)
        found.append(pytest.param(name, text, outcome, id=f"{id_} {text}", marks=mark))
    return found


def is_dragon_7(player: list[str], banker: list[str]) -> bool:
    return len(banker) == 3 and tables.count(banker) == 7 and tables.count(player) < 7


def is_panda_8(player: list[str], banker: list[str]) -> bool:
    return len(player) == 3 and tables.count(player) == 8 and tables.count(banker) < 8


@pytest.mark.parametrize(("name", "text", "outcome"), insurance_params() + insurance_params(definition=True))
def test_insurance_wins_on_its_hand_alone(name: str, text: str, outcome: str, saw: Sightings) -> None:
    player, banker, _, _ = deal_hands("massachusetts", text.split())
    assert (is_dragon_7 if name == "dragon-7" else is_panda_8)(player, banker) == (outcome == "win")
    result = settled(dealt(table("massachusetts", **EZ), text, wager(name)), name)
    assert result.outcome == outcome
    assert result.net_cents == ({"dragon-7": 40, "panda-8": 25}[name] * STAKE if outcome == "win" else -STAKE)
    saw(result)


@pytest.mark.parametrize(
    ("name", "text", "outcome"), insurance_params(breaks=True) + insurance_params(breaks=True, definition=True)
)
def test_insurance_settled_otherwise_is_refused(name: str, text: str, outcome: str, saw: Sightings) -> None:
    rules = table("massachusetts", **EZ)
    coup = dealt(rules, text, wager(name))
    right = "pay" if outcome == "win" else "collect"
    for step in {"pay", "collect", "return"} - {right}:
        saw(mistake(rules, coup, right, Action(step, 1, name, STAKE)))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("dragon-7", marks=pytest.mark.clause("ma/7/a/5")),
        pytest.param("panda-8", marks=pytest.mark.clause("ma/7/a/6")),
    ],
)
def test_insurance_is_offered_at_ez(name: str, saw: Sightings) -> None:
    coup = dealt(table("massachusetts", **EZ), tables.TIE_6_6, wager(name))
    saw(coup.explanation[0])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("dragon-7", marks=pytest.mark.clause("ma/7/a/5", breaks=True)),
        pytest.param("panda-8", marks=pytest.mark.clause("ma/7/a/6", breaks=True)),
    ],
)
def test_insurance_is_refused_away_from_ez(name: str, saw: Sightings) -> None:
    refusal = unwanted(table("massachusetts", dragon_bonus="on", house_money="on"), wager(name))
    assert refusal is not None
    assert refusal.code is Code.NOT_OFFERED
    saw(refusal)


@pytest.mark.clause("ma/1/ez-baccarat")
def test_ez_is_one_designation_of_the_table(saw: Sightings) -> None:
    """It brings the push on a Dragon 7 and both insurance wagers, and takes all vigorish away."""
    rules = table("massachusetts", **EZ)
    assert {"dragon-7", "panda-8"} <= set(priced(rules))
    assert {"dragon-7", "panda-8"} <= {area.id for area in layout(rules).areas}
    assert not {"vigorish_rate", "vigorish_rounding", "vigorish_collection"} & set(rules.options)
    coup = dealt(rules, tables.DRAGON_7, wager("banker"))
    assert steps(coup) == [("return", 1, "banker")]
    saw([setting for setting in rules.settings if setting.name == "vigorish_type"])


@pytest.mark.clause("ma/1/ez-baccarat", breaks=True)
def test_a_part_of_ez_cannot_be_had_alone(saw: Sightings) -> None:
    saw(*refusals("massachusetts", vigorish_type="ez+win"))
    for idle in ({"vigorish_rate": "5%"}, {"vigorish_rounding": "none"}, {"vigorish_collection": "deferred"}):
        assert [r.code for r in refusals("massachusetts", **EZ, **idle)] == [Code.IDLE_OPTION]
    win = table("massachusetts")
    areas = [area.id for area in layout(win).areas]
    for name in ("dragon-7", "panda-8"):
        (refusal,) = check_layout(win, [*areas, name])
        assert "ma/1/ez-baccarat" in refusal.clauses
        saw(unwanted(win, wager(name)))
    ez = table("massachusetts", **EZ)
    for name in ("dragon-7", "panda-8"):
        (missing,) = check_layout(ez, [area.id for area in layout(ez).areas if area.id != name])
        assert missing.code is Code.ILLEGAL_LAYOUT


# -- the pairs of Seminole -------------------------------------------------------------------------

PAIRS = [  # Player's first two, Banker's first two, and what the two wagers come to
    ("4s 2h 4d 3c", "win", "lose"),
    ("2s 4h 3d 4c", "lose", "win"),
    ("8s 4h 8d 4c", "win", "win"),
    ("8s 8h 8s 8h", "win", "win"),
    ("Ts Kh Jd Qc 9s 9h", "lose", "lose"),  # worth the same, and of different ranks
    ("As 2h 3d Kc 3c 2s", "lose", "lose"),  # a third card makes no pair
]


@pytest.mark.clause("sem/pairs-wager")
@pytest.mark.parametrize(("text", "player", "banker"), PAIRS)
def test_each_pair_wager_asks_for_its_own_hand(text: str, player: str, banker: str, saw: Sightings) -> None:
    coup = dealt(table("seminole"), text, wager("player-pair", 3_00), wager("banker-pair", 5_00))
    assert [w.outcome for w in coup.settlement.wagers] == [player, banker]
    assert [w.net_cents for w in coup.settlement.wagers] == [
        33_00 if player == "win" else -3_00,
        55_00 if banker == "win" else -5_00,
    ]
    saw(coup.settlement.wagers)


@pytest.mark.clause("sem/pairs-wager", breaks=True)
@pytest.mark.parametrize(("text", "player", "banker"), PAIRS)
def test_pairs_settled_otherwise_are_refused(text: str, player: str, banker: str, saw: Sightings) -> None:
    rules = table("seminole")
    coup = dealt(rules, text, wager("player-pair"), wager("banker-pair"))
    for name, outcome in (("player-pair", player), ("banker-pair", banker)):
        right = "pay" if outcome == "win" else "collect"
        for step in {"pay", "collect", "return"} - {right}:
            saw(mistake(rules, coup, right, Action(step, 1, name, STAKE)))
