"""House Money: decided by the first four cards, taken or added to the Player or Banker wager, and settled with it."""

import pytest

from minibac.play.settlement import Action
from minibac.play.wagers import check_wagers
from minibac.rules.house_rules import HouseRules, Reference, build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from tests.play.tables import dealt, mistake, refusals, settled, steps, table, unwanted, wager
from tests.postings import balances
from tests.sightings import Sightings

# Cards: Player, Banker, Player, Banker; 8 or 9 in two cards where no third cards should follow.
PLAYER_PAIR = "4s 2h 4d 3c"  # Player 8 with a pair over 5
BANKER_PAIR = "2s 4h 3d 4c"  # Banker 8 with a pair over 5
BOTH_PAIRS = "2s 4h 2d 4c"  # Banker 8 over 4, both pairs
NO_PAIR = "5s 5h 4d 3c"  # 9 over 8
TEN_AND_JACK = "Ts 5h Jd 4c"  # worth the same, of different ranks; Banker 9
PAIR_IN_THIRDS = "As 2h 3d Kc 3c 2s"  # the third cards repeat ranks


def house(**choices: str) -> HouseRules:
    return table("massachusetts", house_money="on", **choices)


# -- the wager -------------------------------------------------------------------------------------


@pytest.mark.clause("ma/7/a/7")
def test_house_money_is_taken_where_it_is_offered(saw: Sightings) -> None:
    rules = house()
    coup = dealt(rules, NO_PAIR, wager("house-money", 5_00))
    saw(coup.explanation[0], [setting for setting in rules.settings if setting.name == "house_money"])


@pytest.mark.clause("ma/7/a/7", breaks=True)
def test_house_money_is_refused_where_it_is_not_offered(saw: Sightings) -> None:
    refusal = unwanted(table("massachusetts"), wager("house-money"))
    assert refusal is not None
    assert "house_money=on" in refusal.sentence
    saw(refusal)


FATES = [
    ("ma/7/a/7/i", PLAYER_PAIR, "win", 3),
    ("ma/7/a/7/i", BANKER_PAIR, "win", 3),
    ("ma/7/a/7/i", BOTH_PAIRS, "win", 15),
    ("ma/7/a/7/i/pair", "Qs 4h Qd 5c", "win", 3),  # the print's example: two queens, of whatever suit
    ("ma/7/a/7/i/pair", "Qs 4h Qs 5c", "win", 3),
    ("ma/7/a/7/i/pair", TEN_AND_JACK, "lose", 0),
    ("ma/7/a/7/ii", NO_PAIR, "lose", 0),
    ("ma/7/a/7/ii", TEN_AND_JACK, "lose", 0),
    ("ma/7/a/7/ii", PAIR_IN_THIRDS, "lose", 0),
]


@pytest.mark.parametrize(
    ("text", "outcome", "odds"), [pytest.param(*row, marks=pytest.mark.clause(clause)) for clause, *row in FATES]
)
def test_house_money_asks_for_pairs_of_rank_in_the_first_four_cards(
    text: str, outcome: str, odds: int, saw: Sightings
) -> None:
    order = text.split()
    pairs = [order[0][0] == order[2][0], order[1][0] == order[3][0]]
    assert {0: 0, 1: 3, 2: 15}[sum(pairs)] == odds
    result = settled(dealt(house(), text, wager("house-money", 5_00)), "house-money")
    assert (result.outcome, result.net_cents) == (outcome, 5_00 * odds if odds else -5_00)
    saw(result)


@pytest.mark.parametrize(
    ("text", "outcome", "odds"),
    [pytest.param(*row, marks=pytest.mark.clause(clause, breaks=True)) for clause, *row in FATES],
)
def test_house_money_settled_otherwise_is_refused(text: str, outcome: str, odds: int, saw: Sightings) -> None:
    rules = house()
    coup = dealt(rules, text, wager("house-money", 5_00))
    right = "pay" if outcome == "win" else "collect"
    for step in {"pay", "collect", "return"} - {right}:
        saw(mistake(rules, coup, right, Action(step, 1, "house-money", 5_00)))


# -- the choice ------------------------------------------------------------------------------------


@pytest.mark.clause("ma/8/c/3/i/choice", "ma/8/c/3/i/b/dealer", "ma/8/c/3/i/b")
def test_silence_means_take(saw: Sightings) -> None:
    """10 dollars at 15 to 1: 150 handed over, the stake returned, the Banker wager as it was."""
    rules = house(vigorish_type="ez")
    coup = dealt(rules, BOTH_PAIRS, wager("banker", 100_00), wager("house-money", 10_00))
    assert settled(coup, "house-money").net_cents == 150_00
    assert (settled(coup, "banker").added_cents, settled(coup, "banker").net_cents) == (0, 100_00)
    assert coup.settlement.actions[0] == Action("pay", 1, "house-money", 150_00)
    saw(coup.explanation, coup.settlement.wagers)


ADDED = [  # what 10 dollars add at 15 to 1, what is handed over, and the Banker win of 100 dollars with it
    ("all", 150_00, 0, 250_00),
    ("1/2", 75_00, 75_00, 175_00),
    ("1/3", 50_00, 100_00, 150_00),
    ("2/3", 100_00, 50_00, 200_00),
]


@pytest.mark.clause("ma/8/c/3/i/choice", "ma/8/c/3/i/a", "ma/8/c/3/i/a/settle", "ma/8/c/3/i/b/dealer", "ma/8/c/3/i/b")
@pytest.mark.parametrize(("portion", "added", "handed", "won"), ADDED)
def test_the_payout_is_added_all_or_the_stated_portion(
    portion: str, added: int, handed: int, won: int, saw: Sightings
) -> None:
    rules = house(house_money_add=portion, vigorish_type="ez")
    coup = dealt(rules, BOTH_PAIRS, wager("banker", 100_00), wager("house-money", 10_00), add={1: "banker"})
    rest = (Action("pay", 1, "house-money", handed),) if handed else ()
    assert coup.settlement.actions == (Action("add", 1, "house-money", added), *rest, Action("pay", 1, "banker", won))
    money = settled(coup, "house-money")
    assert (money.winnings_cents, money.net_cents) == (150_00, 150_00)
    banker = settled(coup, "banker")
    assert (banker.stake_cents, banker.added_cents, banker.winnings_cents) == (100_00, added, won)
    first = [p for p in coup.postings if p.wager == "house-money" and p.step != "wager"]
    handed_over = sum(p.amount_cents for p in first if p.account == "seat/1/chips")
    assert handed_over == handed + 10_00, "the remainder and the stake itself"
    assert balances(coup.postings)["seat/1/chips"] == 150_00 + won
    saw(coup.explanation, coup.settlement.wagers, [s for s in rules.settings if s.name == "house_money_add"])


@pytest.mark.parametrize(
    ("text", "target", "net"),
    [
        (BOTH_PAIRS, "banker", 250_00 - 12_50),  # 5 percent of the 250 won
        (BOTH_PAIRS, "player", -250_00),  # the addition dies with the wager
        ("4s 8h 4d Kc", "player", 0),  # 8 to 8: what was added comes back with the wager
        ("4s 8h 4d Kc", "banker", 0),
    ],
)
def test_the_addition_lives_and_dies_with_its_wager(text: str, target: str, net: int) -> None:
    stake = 10_00 if text == BOTH_PAIRS else 50_00  # 15 to 1, or 3 to 1: 150 dollars either way
    coup = dealt(house(), text, wager(target, 100_00), wager("house-money", stake), add={1: target})
    assert settled(coup, target).added_cents == 150_00
    assert settled(coup, target).net_cents == net
    assert balances(coup.postings)["seat/1/chips"] == 150_00 + net, "the payout itself had been won before"


@pytest.mark.clause("ma/8/c/3/i/choice", breaks=True)
def test_the_payout_goes_to_an_original_player_or_banker_wager_only(saw: Sightings) -> None:
    rules = house()
    placed = [
        wager("house-money"),
        wager("player"),
        wager("tie"),
        wager("banker", seat_no=2),
        wager("house-money", seat_no=3),
    ]
    assert unwanted(rules, *placed, add={1: "player"}) is None
    for seat_no, target in ((1, "banker"), (1, "tie"), (1, "house-money"), (2, "banker"), (3, "player"), (4, "player")):
        refusal = unwanted(rules, *placed, add={seat_no: target})
        assert refusal is not None
        assert refusal.code is Code.ADDITION
        saw(refusal)
    coup = dealt(rules, BOTH_PAIRS, wager("banker"), wager("house-money"))
    saw(mistake(rules, coup, "pay", Action("add", 1, "house-money", 1500_00)))


PORTIONS = [
    pytest.param("all", 75_00, marks=pytest.mark.clause("ma/8/c/3/i/a", breaks=True)),
    pytest.param("1/2", 150_00, marks=pytest.mark.clause("ma/8/c/3/i/a", breaks=True)),
    pytest.param("all", 149_99, marks=pytest.mark.clause("ma/8/c/3/i/b/dealer", breaks=True)),
    pytest.param("1/2", 50_00, marks=pytest.mark.clause("ma/8/c/3/i/b/dealer", breaks=True)),
]


@pytest.mark.parametrize(("portion", "wrong"), PORTIONS)
def test_another_amount_added_is_refused(portion: str, wrong: int, saw: Sightings) -> None:
    rules = house(house_money_add=portion, vigorish_type="ez")
    coup = dealt(rules, BOTH_PAIRS, wager("banker"), wager("house-money", 10_00), add={1: "banker"})
    saw(mistake(rules, coup, "add", Action("add", 1, "house-money", wrong)))
    handed = mistake(rules, coup, "add", Action("pay", 1, "house-money", 150_00))
    assert handed.code is Code.WRONG_PAYMENT, "the guest asked for the addition"


@pytest.mark.clause("ma/8/c/3/i/b/dealer", breaks=True)
def test_a_part_of_the_payout_handed_over_is_refused(saw: Sightings) -> None:
    rules = house()
    coup = dealt(rules, PLAYER_PAIR, wager("house-money", 10_00))
    saw(mistake(rules, coup, "pay", Action("pay", 1, "house-money", 15_00)))


@pytest.mark.clause("ma/8/c/3/i/b/dealer", breaks=True)
def test_the_remainder_of_a_portion_goes_to_the_guest(saw: Sightings) -> None:
    rules = house(house_money_add="1/3", vigorish_type="ez")
    coup = dealt(rules, BOTH_PAIRS, wager("banker"), wager("house-money", 10_00), add={1: "banker"})
    for handed in (0, 99_99, 150_00):
        saw(mistake(rules, coup, "pay", Action("pay", 1, "house-money", handed)))


@pytest.mark.clause("ma/8/c/3/i/a", breaks=True)
def test_a_portion_needs_its_submission_and_is_a_part(saw: Sightings) -> None:
    for portion in ("0", "1", "3/2", "-1/2", "half"):
        (refusal,) = refusals("massachusetts", house_money_add=portion)
        assert refusal.code is Code.ILLEGAL_VALUE
        saw(refusal)
    held = {"rules-submission": Reference("Commission", "RS-2", "2026-02-01")}
    for references, refused in (({}, True), (held, False)):
        built = build(load("massachusetts"), {"house_money_add": "1/2", "vigorish_type": "ez"}, references=references)
        assert isinstance(built, tuple) == refused
        if isinstance(built, tuple):
            saw(*built)


@pytest.mark.clause("ma/8/c/3/i/a/settle", breaks=True)
def test_wager_and_addition_settled_apart_are_refused(saw: Sightings) -> None:
    """100 and 150 win 250 together; paying the original wager alone is wrong."""
    rules = house(vigorish_type="ez")
    coup = dealt(rules, BOTH_PAIRS, wager("banker"), wager("house-money", 10_00), add={1: "banker"})
    for paid in (100_00, 150_00):
        saw(mistake(rules, coup, "pay", Action("pay", 1, "banker", paid)))
    lost = dealt(rules, BOTH_PAIRS, wager("player"), wager("house-money", 10_00), add={1: "player"})
    assert lost.settlement.actions[1] == Action("collect", 1, "player", 250_00)
    saw(mistake(rules, lost, "collect", Action("collect", 1, "player", 100_00)))


# -- order and limits ------------------------------------------------------------------------------


def test_house_money_goes_up_the_seats_before_anything_else() -> None:
    """F01: from the dealer's right counterclockwise is from seat 1 up; a third card changes nothing."""
    wagers = [wager("house-money", 1_00, seat) for seat in (9, 1, 4)] + [wager("player", 5_00, seat) for seat in (1, 9)]
    coup = dealt(house(vigorish_type="ez"), PAIR_IN_THIRDS, *wagers)
    assert steps(coup)[:3] == [
        ("collect", 1, "house-money"),
        ("collect", 4, "house-money"),
        ("collect", 9, "house-money"),
    ]
    assert [seat for _, seat, name in steps(coup) if name == "player"] == [9, 1]


def test_the_account_of_the_coup_tells_house_money_before_third_cards() -> None:
    coup = dealt(house(vigorish_type="ez"), PAIR_IN_THIRDS, wager("house-money", 1_00), wager("player", 1_00))
    told = [line.step for line in coup.explanation]
    assert told.index("collect") < told.index("draw") < told.index("result") < told.index("pay")
    early = dealt(house(vigorish_type="ez"), "As 2h", wager("house-money", 1_00))
    assert [line.step for line in early.explanation] == ["wager", "no-more-bets", "void", "return"]


def test_a_stake_whose_addition_could_split_a_cent_is_refused_with_its_reason() -> None:
    (portion,) = check_wagers(house(house_money_add="1/2"), [wager("house-money", 5)])
    assert portion.clauses == ("ma/8/c/3/i/a",)
    (joined,) = check_wagers(house(), [wager("house-money", 5), wager("banker", 1_00)])
    assert joined.clauses == ("ma/8/c/3/i/a/settle", "ma/12/c/vigorish")
    assert check_wagers(house(), [wager("house-money", 5), wager("banker", 1_00, 2)]) == ()
