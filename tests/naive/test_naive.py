"""The naive dealer against the printed examples and against coups settled by hand."""

import random
from typing import Any

import pytest

from tests.naive.dealer import banker_draws, burn, coups_in_shoe, deal, player_draws, point_count, settlement_steps

RULEBOOKS = ["section-42", "massachusetts", "seminole", "seneca"]


def hand(text: str) -> list[str]:
    return text.split()


def wager(name: str, stake_cents: int, seat: int = 1, coupon_cents: int = 0) -> dict[str, Any]:
    return {"seat": seat, "wager": name, "stake_cents": stake_cents, "coupon_cents": coupon_cents}


def money(dealt: dict[str, Any]) -> dict[str, int]:
    """The balances that are not zero."""
    return {account: cents for account, cents in dealt["balances"].items() if cents != 0}


def outcomes(dealt: dict[str, Any]) -> list[tuple[str, str, int, int, int]]:
    return [
        (row["wager"], row["outcome"], row["winnings_cents"], row["vigorish_cents"], row["net_cents"])
        for row in dealt["wagers"]
    ]


# -- printed examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("As 2h 4d", 7),  # Section 42 (a)(3)(i), Massachusetts 6(b)(1)
        ("As 2h 9d", 2),  # Section 42 (a)(3)(ii), Massachusetts 6(b)(2)
        ("9s 5h", 4),  # Seminole
        ("Js Ah", 1),  # Seminole
        ("Ts Kh Qc", 0),
        ("9s 9h 9d", 7),
    ],
)
def test_point_counts(cards: str, total: int) -> None:
    assert point_count(hand(cards)) == total


def test_banker_5_draws_against_a_third_card_of_4() -> None:
    """The worked example of Section 42 (i)(7)."""
    for rulebook in RULEBOOKS:
        assert banker_draws(rulebook, 0, 5, 4)
        assert not banker_draws(rulebook, 0, 5, 3)


def test_the_four_rulebooks_draw_alike() -> None:
    for player in range(10):
        for banker in range(10):
            assert len({player_draws(rulebook, player, banker) for rulebook in RULEBOOKS}) == 1
            for third in [None, *range(10)]:
                if third is None or player <= 5:
                    answers = {rulebook: banker_draws(rulebook, player, banker, third) for rulebook in RULEBOOKS}
                    assert len(set(answers.values())) == 1, (player, banker, third, answers)


def test_eight_decks_give_the_known_counts() -> None:
    """All ordered draws of six cards from eight decks; the well-known published counts."""
    left = [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]
    results = {"banker": 0, "player": 0, "tie": 0}

    def draw(values: list[int], ways: int) -> list[tuple[list[int], int]]:
        drawn = []
        for value in range(10):
            copies = left[value] - values.count(value)
            drawn.append(([*values, value], ways * copies))
        return drawn

    def finish(values: list[int], ways: int, player: int, banker: int) -> None:
        for cards_gone in range(len(values), 6):  # cards not needed may be any
            ways = ways * (416 - cards_gone)
        if player % 10 > banker % 10:
            results["player"] += ways
        elif player % 10 < banker % 10:
            results["banker"] += ways
        else:
            results["tie"] += ways

    deals: list[tuple[list[int], int]] = [([], 1)]
    for _ in range(4):
        deals = [longer for values, ways in deals for longer in draw(values, ways)]
    for values, ways in deals:
        player = (values[0] + values[2]) % 10
        banker = (values[1] + values[3]) % 10
        thirds: list[tuple[list[int], int, int | None]] = [(values, ways, None)]
        if player_draws("section-42", player, banker):
            thirds = [(longer, more, longer[4]) for longer, more in draw(values, ways)]
        for after, count, third in thirds:
            final_player = player + (third or 0)
            if banker_draws("section-42", player, banker, third):
                for longer, more in draw(after, count):
                    finish(longer, more, final_player, banker + longer[-1])
            else:
                finish(after, count, final_player, banker)
    assert results == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }


def test_the_coup_of_the_design_page() -> None:
    dealt = deal("section-42", {}, hand("7h 9s 3c 2d Kd 5c"), [wager("banker", 10000)])
    assert dealt["player"] == {"cards": ["7h", "3c", "Kd"], "total": 0}
    assert dealt["banker"] == {"cards": ["9s", "2d", "5c"], "total": 6}
    assert dealt["result"] == "banker"
    assert dealt["unused"] == []
    assert dealt["wagers"] == [
        {
            "seat": 1,
            "wager": "banker",
            "stake_cents": 10000,
            "added_cents": 0,
            "outcome": "win",
            "winnings_cents": 10000,
            "vigorish_cents": 500,
            "net_cents": 9500,
        }
    ]
    assert money(dealt) == {"seat/1/chips": 9500, "tray": -10000, "vigorish": 500}


# -- coups by hand --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_player_natural(rulebook: str) -> None:
    wagers = [wager("player", 2000), wager("banker", 4000, seat=2), wager("tie", 500, seat=3)]
    dealt = deal(rulebook, {}, hand("9h 2s Kc 3d 5c 5d"), wagers)
    assert dealt["result"] == "player"
    assert dealt["player"] == {"cards": ["9h", "Kc"], "total": 9}
    assert dealt["banker"] == {"cards": ["2s", "3d"], "total": 5}
    assert dealt["unused"] == ["5c", "5d"]
    assert outcomes(dealt) == [
        ("player", "win", 2000, 0, 2000),
        ("banker", "lose", 0, 0, -4000),
        ("tie", "lose", 0, 0, -500),
    ]
    assert money(dealt) == {"seat/1/chips": 2000, "seat/2/chips": -4000, "seat/3/chips": -500, "tray": 2500}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_tie_returns_player_and_banker(rulebook: str) -> None:
    wagers = [wager("player", 2000), wager("banker", 4000), wager("tie", 500)]
    dealt = deal(rulebook, {}, hand("6h 4s Kc 2d"), wagers)
    assert dealt["result"] == "tie"
    assert outcomes(dealt) == [("player", "push", 0, 0, 0), ("banker", "push", 0, 0, 0), ("tie", "win", 4000, 0, 4000)]
    assert money(dealt) == {"seat/1/chips": 4000, "tray": -4000}


def test_tie_odds_of_seventeen_to_two() -> None:
    dealt = deal("massachusetts", {"tie_odds": "17/2"}, hand("6h 4s Kc 2d"), [wager("tie", 500)])
    assert outcomes(dealt) == [("tie", "win", 4250, 0, 4250)]
    assert money(dealt) == {"seat/1/chips": 4250, "tray": -4250}


DRAGON_7 = "2h 2s Kc 3d 4c 2c"  # Player 6 in three, Banker 7 in three
PANDA_8 = "2h Ts 3c 7d 3d"  # Player 8 in three, Banker 7 in two


def test_dragon_7_pushes_the_banker_wager_at_ez() -> None:
    wagers = [wager("player", 2000), wager("banker", 4000), wager("dragon-7", 500), wager("panda-8", 300)]
    dealt = deal("massachusetts", {"vigorish_type": "ez"}, hand(DRAGON_7), wagers)
    assert dealt["result"] == "banker"
    assert outcomes(dealt) == [
        ("player", "lose", 0, 0, -2000),
        ("banker", "push", 0, 0, 0),
        ("dragon-7", "win", 20000, 0, 20000),
        ("panda-8", "lose", 0, 0, -300),
    ]
    assert money(dealt) == {"seat/1/chips": 17700, "tray": -17700}


def test_the_same_banker_7_wins_where_vigorish_is_charged() -> None:
    dealt = deal("massachusetts", {}, hand(DRAGON_7), [wager("banker", 4000)])
    assert outcomes(dealt) == [("banker", "win", 4000, 200, 3800)]
    assert money(dealt) == {"seat/1/chips": 3800, "tray": -4000, "vigorish": 200}


def test_a_two_card_banker_7_is_no_dragon() -> None:
    wagers = [wager("banker", 4000), wager("dragon-7", 500)]
    dealt = deal("massachusetts", {"vigorish_type": "ez"}, hand("6h 3s Kc 4d"), wagers)
    assert outcomes(dealt) == [("banker", "win", 4000, 0, 4000), ("dragon-7", "lose", 0, 0, -500)]
    assert money(dealt) == {"seat/1/chips": 3500, "tray": -3500}


@pytest.mark.parametrize("cards", ["7h As Kc 2d 4c", "2h As Kc Ad 6c 6d"])  # 7 and 7 in three, 8 in three and 8
def test_a_tie_is_neither_dragon_nor_panda(cards: str) -> None:
    wagers = [wager("banker", 4000), wager("dragon-7", 500), wager("panda-8", 300)]
    dealt = deal("massachusetts", {"vigorish_type": "ez"}, hand(cards), wagers)
    assert dealt["result"] == "tie"
    assert outcomes(dealt) == [
        ("banker", "push", 0, 0, 0),
        ("dragon-7", "lose", 0, 0, -500),
        ("panda-8", "lose", 0, 0, -300),
    ]
    assert money(dealt) == {"seat/1/chips": -800, "tray": 800}


def test_panda_8() -> None:
    wagers = [wager("player", 2000), wager("banker", 4000), wager("dragon-7", 500), wager("panda-8", 300)]
    dealt = deal("massachusetts", {"vigorish_type": "ez"}, hand(PANDA_8), wagers)
    assert dealt["result"] == "player"
    assert outcomes(dealt) == [
        ("player", "win", 2000, 0, 2000),
        ("banker", "lose", 0, 0, -4000),
        ("dragon-7", "lose", 0, 0, -500),
        ("panda-8", "win", 7500, 0, 7500),
    ]
    assert money(dealt) == {"seat/1/chips": 5000, "tray": -5000}


def test_a_natural_8_is_no_panda() -> None:
    dealt = deal("massachusetts", {"vigorish_type": "ez"}, hand("8h 2s Kc 3d"), [wager("panda-8", 300)])
    assert outcomes(dealt) == [("panda-8", "lose", 0, 0, -300)]
    assert money(dealt) == {"seat/1/chips": -300, "tray": 300}


@pytest.mark.parametrize("collection", ["at-payout", "deferred"])
def test_a_tied_banker_wager_under_tie_25(collection: str) -> None:
    """The wager goes back whole and a quarter of it is charged, collected and never marked."""
    options = {"vigorish_type": "tie-25", "vigorish_collection": collection}
    wagers = [wager("banker", 4000), wager("player", 2000, seat=2)]
    dealt = deal("section-42", options, hand("6h 4s Kc 2d"), wagers)
    assert outcomes(dealt) == [("banker", "push", 0, 1000, -1000), ("player", "push", 0, 0, 0)]
    assert money(dealt) == {"seat/1/chips": -1000, "vigorish": 1000}


def test_a_banker_win_under_tie_25_is_free() -> None:
    dealt = deal("section-42", {"vigorish_type": "tie-25"}, hand("6h 4s Kc 3d"), [wager("banker", 4000)])
    assert outcomes(dealt) == [("banker", "win", 4000, 0, 4000)]
    assert money(dealt) == {"seat/1/chips": 4000, "tray": -4000}


@pytest.mark.parametrize("rulebook", ["section-42", "seminole"])
@pytest.mark.parametrize("cards", ["2h 2s 3c 4d Kc", "2h As Kc Kd 2c 5h"])  # Banker 6 in two cards, in three
def test_banker_6_pays_one_to_two(rulebook: str, cards: str) -> None:
    dealt = deal(rulebook, {"vigorish_type": "none-banker-6"}, hand(cards), [wager("banker", 4000)])
    assert dealt["banker"]["total"] == 6
    assert outcomes(dealt) == [("banker", "win", 2000, 0, 2000)]
    assert money(dealt) == {"seat/1/chips": 2000, "tray": -2000}


def test_banker_7_under_banker_6_pays_even_money() -> None:
    dealt = deal("section-42", {"vigorish_type": "none-banker-6"}, hand("6h 3s Kc 4d"), [wager("banker", 4001)])
    assert outcomes(dealt) == [("banker", "win", 4001, 0, 4001)]
    assert money(dealt) == {"seat/1/chips": 4001, "tray": -4001}


def test_half_a_cent_is_refused() -> None:
    with pytest.raises(ValueError, match="whole number of cents"):
        deal("section-42", {"vigorish_type": "none-banker-6"}, hand("2h 2s 3c 4d Kc"), [wager("banker", 4001)])


BANKER_WINS = "6h 3s Kc 4d"


@pytest.mark.parametrize(
    ("rulebook", "rounding", "rate", "stake", "vigorish"),
    [
        ("section-42", "none", "4%", 2500, 100),
        ("section-42", "none", "5%", 3300, 165),
        ("section-42", "up-to-5c", "5%", 3300, 165),
        ("section-42", "up-to-5c", "5%", 3320, 170),  # 166
        ("section-42", "up-to-5c", "4%", 110, 5),  # 4.4
        ("section-42", "up-to-5c", "5%", 1, 5),
        ("massachusetts", "up-to-25c", "5%", 3300, 175),  # 165
        ("massachusetts", "up-to-25c", "5%", 3500, 175),
        ("massachusetts", "up-to-25c", "5%", 100, 25),
    ],
)
@pytest.mark.parametrize("rounded_at", ["mark", "collection"])
def test_rounding(rulebook: str, rounding: str, rate: str, stake: int, vigorish: int, rounded_at: str) -> None:
    options = {"vigorish_rounding": rounding, "vigorish_rounded_at": rounded_at, "vigorish_rate": rate}
    dealt = deal(rulebook, options, hand(BANKER_WINS), [wager("banker", stake)])
    assert outcomes(dealt) == [("banker", "win", stake, vigorish, stake - vigorish)]
    balances = {"seat/1/chips": stake - vigorish, "tray": -stake, "vigorish": vigorish}
    assert money(dealt) == {account: cents for account, cents in balances.items() if cents != 0}


@pytest.mark.parametrize(("rounded_at", "vigorish"), [("mark", 175), ("collection", 165)])
def test_deferred_vigorish_is_owed(rounded_at: str, vigorish: int) -> None:
    options = {
        "vigorish_collection": "deferred",
        "vigorish_rounding": "up-to-25c",
        "vigorish_rounded_at": rounded_at,
    }
    dealt = deal("massachusetts", options, hand(BANKER_WINS), [wager("banker", 3300)])
    assert outcomes(dealt) == [("banker", "win", 3300, vigorish, 3300 - vigorish)]
    assert money(dealt) == {"seat/1/chips": 3300, "seat/1/owed": -vigorish, "tray": -3300, "vigorish": vigorish}


def test_seminole_defers_by_default_and_seneca_does_not() -> None:
    dealt = deal("seminole", {}, hand(BANKER_WINS), [wager("banker", 2000)])
    assert money(dealt) == {"seat/1/chips": 2000, "seat/1/owed": -100, "tray": -2000, "vigorish": 100}
    dealt = deal("seneca", {}, hand(BANKER_WINS), [wager("banker", 2000)])
    assert money(dealt) == {"seat/1/chips": 1900, "tray": -2000, "vigorish": 100}


def test_seminole_pairs_need_the_rank_not_the_value() -> None:
    wagers = [wager("player-pair", 100), wager("banker-pair", 100)]
    dealt = deal("seminole", {}, hand("Th 4s Jc 4d 9c 9d"), wagers)
    assert outcomes(dealt) == [("player-pair", "lose", 0, 0, -100), ("banker-pair", "win", 1100, 0, 1100)]
    assert money(dealt) == {"seat/1/chips": 1000, "tray": -1000}
    dealt = deal("seminole", {}, hand("Jh Ts Jc Kd 9c 9d"), wagers)
    assert outcomes(dealt) == [("player-pair", "win", 1100, 0, 1100), ("banker-pair", "lose", 0, 0, -100)]
    assert money(dealt) == {"seat/1/chips": 1000, "tray": -1000}


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        ("9h 8s Kc Kd", ("win", 1), ("lose", -1)),  # natural 9 over natural 8
        ("9h Ks Kc Kd", ("win", 1), ("lose", -1)),  # a natural with a lead of 9 is still 1 to 1 (B25)
        ("9h 9s Kc Kd", ("push", 0), ("push", 0)),
        ("6h 3s Kc 4d", ("lose", -1), ("lose", -1)),  # Banker by one
        ("2h As Kc 6d 7d", ("lose", -1), ("lose", -1)),  # 9 against 7
        ("2h 2s Kc 2d 7d 6c", ("win", 30), ("lose", -1)),  # 9 against 0
        ("2h 2s Kc 2d 6d 6c", ("win", 10), ("lose", -1)),  # 8 against 0
        ("7h Ks Kc Kd Kh", ("win", 6), ("lose", -1)),  # 7 against 0
        ("6h Ks Kc Kd Kh", ("win", 4), ("lose", -1)),  # 6 against 0
        ("6h Ks Kc Kd Ah", ("win", 2), ("lose", -1)),  # 6 against 1
        ("6h Ks Kc Kd 2h", ("win", 1), ("lose", -1)),  # 6 against 2
        ("6h Ks Kc Kd 3h", ("lose", -1), ("lose", -1)),  # 6 against 3
        ("6h 2s 4c Kd Kh 7c", ("lose", -1), ("win", 30)),  # 0 against 9
    ],
)
def test_dragon_bonus_table_a(cards: str, player: tuple[str, int], banker: tuple[str, int]) -> None:
    wagers = [wager("dragon-bonus-player", 100), wager("dragon-bonus-banker", 100, seat=2)]
    dealt = deal("massachusetts", {"dragon_bonus": "on"}, hand(cards), wagers)
    assert [(row["outcome"], row["net_cents"]) for row in dealt["wagers"]] == [
        (player[0], player[1] * 100),
        (banker[0], banker[1] * 100),
    ]
    expected = {
        "seat/1/chips": player[1] * 100,
        "seat/2/chips": banker[1] * 100,
        "tray": -(player[1] + banker[1]) * 100,
    }
    assert money(dealt) == {account: cents for account, cents in expected.items() if cents != 0}


@pytest.mark.parametrize(
    ("table", "odds"), [("A", [30, 10, 6, 4, 2, 1]), ("B", [20, 8, 7, 4, 3, 1]), ("C", [30, 10, 4, 4, 2, 2])]
)
def test_dragon_bonus_tables(table: str, odds: list[int]) -> None:
    """Leads of 9, 8, 7, 6, 5 and 4."""
    coups = [
        "2h 2s Kc 2d 7d 6c",
        "2h 2s Kc 2d 6d 6c",
        "7h Ks Kc Kd Kh",
        "6h Ks Kc Kd Kh",
        "6h Ks Kc Kd Ah",
        "6h Ks Kc Kd 2h",
    ]
    for cards, paid in zip(coups, odds, strict=True):
        options = {"dragon_bonus_paytable": table}
        dealt = deal("massachusetts", options, hand(cards), [wager("dragon-bonus-player", 100)])
        assert money(dealt) == {"seat/1/chips": paid * 100, "tray": -paid * 100}


# -- House Money ----------------------------------------------------------------------------------------------

PLAYER_PAIR_BANKER_WINS = "3h 2s 3c 5d"  # Player 6 with a pair, Banker 7
TWO_PAIRS_TIE = "3h 3s 3c 3d"  # 6 and 6


def test_house_money_taken() -> None:
    wagers = [wager("house-money", 1000), wager("banker", 2000)]
    dealt = deal("massachusetts", {"house_money": "on"}, hand(PLAYER_PAIR_BANKER_WINS), wagers)
    assert outcomes(dealt) == [("house-money", "win", 3000, 0, 3000), ("banker", "win", 2000, 100, 1900)]
    assert money(dealt) == {"seat/1/chips": 4900, "tray": -5000, "vigorish": 100}


def test_house_money_added_and_won() -> None:
    wagers = [wager("house-money", 1000), wager("banker", 2000)]
    dealt = deal("massachusetts", {"house_money": "on"}, hand(PLAYER_PAIR_BANKER_WINS), wagers, {1: "banker"})
    assert dealt["wagers"][1]["added_cents"] == 3000
    assert outcomes(dealt) == [("house-money", "win", 3000, 0, 3000), ("banker", "win", 5000, 250, 4750)]
    assert money(dealt) == {"seat/1/chips": 7750, "tray": -8000, "vigorish": 250}


def test_house_money_added_and_lost() -> None:
    wagers = [wager("player", 2000), wager("house-money", 1000)]
    dealt = deal("massachusetts", {"house_money": "on"}, hand(PLAYER_PAIR_BANKER_WINS), wagers, {1: "player"})
    assert dealt["wagers"][0]["added_cents"] == 3000
    assert outcomes(dealt) == [("player", "lose", 0, 0, -5000), ("house-money", "win", 3000, 0, 3000)]
    assert money(dealt) == {"seat/1/chips": -2000, "tray": 2000}


def test_half_of_house_money_added_and_lost() -> None:
    wagers = [wager("player", 2000), wager("house-money", 1000)]
    dealt = deal("massachusetts", {"house_money_add": "1/2"}, hand(PLAYER_PAIR_BANKER_WINS), wagers, {1: "player"})
    assert dealt["wagers"][0]["added_cents"] == 1500
    assert outcomes(dealt) == [("player", "lose", 0, 0, -3500), ("house-money", "win", 3000, 0, 3000)]
    assert money(dealt) == {"seat/1/chips": -500, "tray": 500}


def test_two_pairs_added_and_tied() -> None:
    wagers = [wager("player", 2000), wager("house-money", 1000)]
    dealt = deal("massachusetts", {"house_money": "on"}, hand(TWO_PAIRS_TIE), wagers, {1: "player"})
    assert outcomes(dealt) == [("player", "push", 0, 0, 0), ("house-money", "win", 15000, 0, 15000)]
    assert money(dealt) == {"seat/1/chips": 15000, "tray": -15000}


def test_house_money_lost() -> None:
    wagers = [wager("player", 2000), wager("house-money", 1000)]
    dealt = deal("massachusetts", {"house_money": "on"}, hand("Kh 2s Qc 5d 9h"), wagers, {1: "player"})
    assert outcomes(dealt) == [("player", "win", 2000, 0, 2000), ("house-money", "lose", 0, 0, -1000)]
    assert money(dealt) == {"seat/1/chips": 1000, "tray": -1000}


def test_house_money_needs_a_wager_to_be_added_to() -> None:
    wagers = [wager("player", 2000), wager("house-money", 1000)]
    with pytest.raises(ValueError, match="no banker wager"):
        deal("massachusetts", {"house_money": "on"}, hand(TWO_PAIRS_TIE), wagers, {1: "banker"})


# -- match play -----------------------------------------------------------------------------------------------


def test_match_play_on_a_banker_win_pays_vigorish_on_all_of_it() -> None:
    wagers = [wager("banker", 2000, coupon_cents=1000)]
    dealt = deal("section-42", {"match_play": "on"}, hand(BANKER_WINS), wagers)
    assert outcomes(dealt) == [("banker", "win", 3000, 150, 2850)]
    assert money(dealt) == {"seat/1/chips": 2850, "tray": -3000, "vigorish": 150}


def test_match_play_lost_costs_the_chips_only() -> None:
    wagers = [wager("player", 2000, coupon_cents=1000)]
    dealt = deal("section-42", {"match_play": "on"}, hand(BANKER_WINS), wagers)
    assert outcomes(dealt) == [("player", "lose", 0, 0, -2000)]
    assert money(dealt) == {"seat/1/chips": -2000, "tray": 2000}


def test_match_play_and_the_tie_vigorish() -> None:
    wagers = [wager("banker", 2000, coupon_cents=1000)]
    dealt = deal("section-42", {"match_play": "on", "vigorish_type": "tie-25"}, hand(TWO_PAIRS_TIE), wagers)
    assert outcomes(dealt) == [("banker", "push", 0, 500, -500)]
    assert money(dealt) == {"seat/1/chips": -500, "vigorish": 500}


@pytest.mark.parametrize(
    ("rulebook", "options", "wagers"),
    [
        ("section-42", {}, [wager("player", 0)]),
        ("section-42", {}, [wager("player", 100), wager("player", 100)]),
        ("section-42", {}, [wager("player", 100, coupon_cents=100)]),
        ("section-42", {"match_play": "on"}, [wager("tie", 100, coupon_cents=100)]),
        ("seneca", {"match_play": "on"}, [wager("player", 100, coupon_cents=100)]),
        ("section-42", {}, [wager("player-pair", 100)]),
        ("massachusetts", {}, [wager("dragon-7", 100)]),
        ("massachusetts", {}, [wager("house-money", 100)]),
        ("massachusetts", {}, [wager("dragon-bonus-player", 100)]),
        ("montana", {}, [wager("player", 100)]),
    ],
)
def test_what_no_table_takes(rulebook: str, options: dict[str, str], wagers: list[dict[str, Any]]) -> None:
    with pytest.raises(ValueError, match=r"stake|two wagers|offered|coupon|rulebook"):
        deal(rulebook, options, hand(BANKER_WINS), wagers)


# -- void -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("cards", ["", "3h", "3h 2s 3c", "Kh 2s Qc 5d", "Kh 2s Qc Ad 4c"])
def test_a_void_coup_returns_every_stake(rulebook: str, cards: str) -> None:
    wagers = [wager("player", 2000), wager("banker", 2000, seat=2), wager("tie", 500, seat=2)]
    dealt = deal(rulebook, {}, hand(cards), wagers)
    assert dealt["result"] == "void"
    assert dealt["unused"] == []
    assert [row[1:] for row in outcomes(dealt)] == [("push", 0, 0, 0)] * 3
    assert money(dealt) == {}


PAIR_THEN_NO_CARDS = "Kh 2s Kc 5d"  # the Player must draw and cannot


def test_a_void_coup_reverses_house_money() -> None:
    wagers = [wager("player", 2000), wager("house-money", 1000), wager("house-money", 1000, seat=2)]
    dealt = deal("massachusetts", {"house_money": "on"}, hand(PAIR_THEN_NO_CARDS), wagers, {1: "player"})
    assert dealt["result"] == "void"
    assert [row[1:] for row in outcomes(dealt)] == [("push", 0, 0, 0)] * 3
    assert money(dealt) == {}


def test_house_money_may_stand_in_a_void_coup() -> None:
    options = {"house_money": "on", "house_money_on_void": "stands"}
    wagers = [wager("player", 2000), wager("house-money", 1000), wager("house-money", 1000, seat=2)]
    dealt = deal("massachusetts", options, hand(PAIR_THEN_NO_CARDS), wagers, {1: "player"})
    assert dealt["wagers"][0]["added_cents"] == 3000
    assert outcomes(dealt) == [
        ("player", "push", 0, 0, 0),
        ("house-money", "win", 3000, 0, 3000),
        ("house-money", "win", 3000, 0, 3000),
    ]
    assert money(dealt) == {"seat/1/chips": 3000, "seat/2/chips": 3000, "tray": -6000}
    dealt = deal("massachusetts", options, hand("Kh 2s Qc 5d"), [wager("house-money", 1000)])
    assert money(dealt) == {"seat/1/chips": -1000, "tray": 1000}
    dealt = deal("massachusetts", options, hand("Kh 2s Kc"), [wager("house-money", 1000)])
    assert money(dealt) == {}


# -- order ----------------------------------------------------------------------------------------------------

THREE_SEATS = [
    wager("banker", 2000, seat=1),
    wager("tie", 500, seat=1),
    wager("player", 2000, seat=2),
    wager("tie", 500, seat=3),
    wager("banker", 2000, seat=3),
]


@pytest.mark.parametrize(
    ("procedure", "after"),
    [
        ("i", ["pay 3 banker", "pay 1 banker", "vigorish 3 banker", "vigorish 1 banker"]),
        ("ii", ["vigorish 3 banker", "vigorish 1 banker", "pay 3 banker", "pay 1 banker"]),
        ("iii", ["pay 3 banker", "vigorish 3 banker", "pay 1 banker", "vigorish 1 banker"]),
        ("iv", ["vigorish 3 banker", "pay 3 banker", "vigorish 1 banker", "pay 1 banker"]),
    ],
)
def test_the_four_procedures(procedure: str, after: list[str]) -> None:
    steps = settlement_steps("section-42", {"settlement_order": procedure}, hand(BANKER_WINS), THREE_SEATS, None)
    losers = ["collect 3 tie", "collect 2 player", "collect 1 tie"]
    assert [f"{action} {seat} {name}" for action, seat, name in steps] == losers + after


@pytest.mark.parametrize(
    ("procedure", "expected"),
    [
        ("i", "return 3 banker, pay 3 tie, return 1 banker, pay 1 tie, vigorish 3 banker, vigorish 1 banker"),
        ("ii", "vigorish 3 banker, vigorish 1 banker, return 3 banker, pay 3 tie, return 1 banker, pay 1 tie"),
        ("iii", "return 3 banker, pay 3 tie, vigorish 3 banker, return 1 banker, pay 1 tie, vigorish 1 banker"),
        ("iv", "vigorish 3 banker, return 3 banker, pay 3 tie, vigorish 1 banker, return 1 banker, pay 1 tie"),
    ],
)
def test_the_order_of_the_tie_vigorish(procedure: str, expected: str) -> None:
    options = {"vigorish_type": "tie-25", "settlement_order": procedure}
    steps = settlement_steps("section-42", options, hand(TWO_PAIRS_TIE), THREE_SEATS, None)
    assert ", ".join(f"{action} {seat} {name}" for action, seat, name in steps) == expected + ", return 2 player"


def test_house_money_comes_first_and_from_seat_1_up() -> None:
    wagers = [
        wager("house-money", 1000, seat=5),
        wager("player", 2000, seat=5),
        wager("house-money", 1000, seat=2),
        wager("banker", 2000, seat=2),
    ]
    steps = settlement_steps("massachusetts", {"house_money": "on"}, hand(PLAYER_PAIR_BANKER_WINS), wagers, None)
    assert steps == [
        ("pay", 2, "house-money"),
        ("pay", 5, "house-money"),
        ("collect", 5, "player"),
        ("vigorish", 2, "banker"),
        ("pay", 2, "banker"),
    ]


def test_the_order_of_a_void_coup() -> None:
    wagers = [wager("house-money", 1000), wager("player", 2000), wager("tie", 100, seat=2)]
    cards = hand(PAIR_THEN_NO_CARDS)
    first = ("pay", 1, "house-money")
    returned = [("return", 2, "tie"), ("return", 1, "player")]
    options = {"house_money": "on"}
    assert settlement_steps("massachusetts", options, cards, wagers, None) == [
        first,
        *returned,
        ("return", 1, "house-money"),
    ]
    options["house_money_on_void"] = "stands"
    assert settlement_steps("massachusetts", options, cards, wagers, None) == [first, *returned]
    assert settlement_steps("massachusetts", options, cards[:3], wagers, None) == [
        *returned,
        ("return", 1, "house-money"),
    ]


# -- the shoe -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "more"), [("As", 1), ("2s", 2), ("9s", 9), ("Ts", 10), ("Js", 10), ("Ks", 10)])
def test_the_burn(first: str, more: int) -> None:
    cards = [first] + ["5h"] * 20
    assert burn(cards) == ([first] + ["5h"] * more, ["5h"] * (20 - more))


NATURALS = hand("9h Ks Kc Kd")  # a coup of four cards


@pytest.mark.parametrize(
    ("cards_before", "coups"),
    [
        (1, 2),  # inside the burn: counts for the first coup
        (2, 2),  # right after the burn: the first thing of the first coup, then one more
        (3, 2),  # during the first coup
        (5, 2),  # before its last card
        (6, 3),  # after the first coup's last card: the first thing of the second coup
        (9, 3),
        (10, 4),
    ],
)
def test_the_cutting_card(cards_before: int, coups: int) -> None:
    order = ["As", "2s"] + NATURALS * 20
    assert coups_in_shoe(order, len(order) - cards_before) == [NATURALS] * coups


def test_a_shoe_that_runs_out_ends_in_a_void_coup() -> None:
    order = ["As", "2s", *NATURALS, *hand("Kh Kd")]
    assert coups_in_shoe(order, 3) == [NATURALS, ["Kh", "Kd"]]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_whole_shoes(rulebook: str) -> None:
    """With 14 cards behind the cutting card the coup in progress and the last one always fit."""
    rng = random.Random(42)
    for _ in range(20):
        order = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
        rng.shuffle(order)
        coups = coups_in_shoe(order, 14, rulebook)
        burned, rest = burn(order)
        played = [card for coup in coups for card in coup]
        assert rest[: len(played)] == played
        assert 70 <= len(coups) <= 95
        before_the_last = len(burned) + len(played) - len(coups[-1])
        assert before_the_last > len(order) - 14 >= before_the_last - len(coups[-2])
        for coup in coups:
            assert deal(rulebook, {}, coup, [])["result"] != "void"


# -- properties -----------------------------------------------------------------------------------------------


def random_options(rng: random.Random, rulebook: str) -> dict[str, str]:
    options: dict[str, str] = {}
    if rulebook == "section-42":
        options["vigorish_type"] = rng.choice(["win", "tie-25", "none-banker-6"])
        options["vigorish_rate"] = rng.choice(["4%", "5%"])
        options["vigorish_rounding"] = rng.choice(["none", "up-to-5c"])
        options["match_play"] = "on"
        options["settlement_order"] = rng.choice(["i", "ii", "iii", "iv"])
        options["tie_odds"] = rng.choice(["8", "9", "17/2"])
    if rulebook == "massachusetts":
        options["vigorish_type"] = rng.choice(["win", "ez"])
        options["vigorish_rounding"] = rng.choice(["none", "up-to-25c"])
        options["dragon_bonus_paytable"] = rng.choice(["A", "B", "C"])
        options["house_money_add"] = rng.choice(["all", "1/2", "2/5"])
        options["house_money_on_void"] = rng.choice(["reverse", "stands"])
    if rulebook == "seminole":
        options["vigorish_type"] = rng.choice(["win", "none-banker-6"])
    options["vigorish_collection"] = rng.choice(["at-payout", "deferred"])
    options["vigorish_rounded_at"] = rng.choice(["mark", "collection"])
    return options


@pytest.mark.parametrize("seed", range(400))
def test_money_is_conserved(seed: int) -> None:
    rng = random.Random(seed)
    rulebook = rng.choice(RULEBOOKS)
    options = random_options(rng, rulebook)
    names = ["player", "banker", "tie"]
    if rulebook == "massachusetts":
        names += ["dragon-bonus-player", "dragon-bonus-banker", "house-money"]
        if options["vigorish_type"] == "ez":
            names += ["dragon-7", "panda-8"]
    if rulebook == "seminole":
        names += ["player-pair", "banker-pair"]
    wagers = []
    add: dict[int, str] = {}
    for seat in range(1, 8):
        for name in rng.sample(names, rng.randint(1, len(names))):
            coupon = 0
            if rulebook == "section-42" and name in ("player", "banker"):
                coupon = rng.choice([0, 1000])
            wagers.append(wager(name, 1000 * rng.randint(1, 50), seat, coupon))
            if name in ("player", "banker") and rng.random() < 0.5:
                add[seat] = name
    rng.shuffle(wagers)
    ranks = rng.choice(["A23456789TJQK", "A2345", "3K", "67"])
    cards = [rng.choice(ranks) + rng.choice("shdc") for _ in range(rng.choice([2, 4, 5, 6, 6, 6, 8]))]

    dealt = deal(rulebook, options, cards, wagers, add)
    balances = dealt["balances"]
    assert sum(balances.values()) == 0
    assert balances["vigorish"] == sum(row["vigorish_cents"] for row in dealt["wagers"])
    for account, cents in balances.items():
        if account.startswith("layout/"):
            assert cents == 0
        if account.endswith("/owed"):
            assert cents < 0
    for seat in range(1, 8):
        wealth = balances[f"seat/{seat}/chips"] + balances.get(f"seat/{seat}/owed", 0)
        assert wealth == sum(row["net_cents"] for row in dealt["wagers"] if row["seat"] == seat)
    seen = dealt["player"]["cards"] + dealt["banker"]["cards"] + dealt["unused"]
    assert sorted(seen) == sorted(cards)

    steps = settlement_steps(rulebook, options, cards, wagers, add)
    done = {"win": "pay", "lose": "collect", "push": "return"}
    for row in dealt["wagers"]:
        here = [action for action, seat, name in steps if (seat, name) == (row["seat"], row["wager"])]
        assert here.count("vigorish") == (1 if row["vigorish_cents"] > 0 else 0)
        moved = [action for action in here if action != "vigorish"]
        assert moved[-1] == done[row["outcome"]]
        if row["wager"] != "house-money":
            assert len(moved) == 1
