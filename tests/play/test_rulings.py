"""The rulings that touch drawing, wagers, payouts, settlement and options, each with a test that names its entry.

The docstring of a test quotes the resolution it holds the program to, and is held against the packaged rulings itself.
"""

import sys
from fractions import Fraction
from itertools import product

import pytest

from minibac.cards.card import RANKS, Card, Rank, Suit
from minibac.cards.shoe import check_cut
from minibac.play.coup import Hand, next_draw
from minibac.play.decisions import check_draw, count_of, decisions, value_of
from minibac.play.propositions import priced
from minibac.play.results import Result
from minibac.play.settlement import Action
from minibac.play.vigorish import terms
from minibac.play.wagers import Limits, check_addition, check_wager, check_wagers
from minibac.rules.drawing import STOOD
from minibac.rules.house_rules import HouseRules
from minibac.rules.options import allowed_words, read_value, typed
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.rules.rulings import rulings
from tests.play import tables
from tests.play.tables import cards, dealt, mistake, refusals, settled, steps, table, wager
from tests.postings import balances

NO_6 = {"vigorish_type": "none-banker-6"}
TIE_25 = {"vigorish_type": "tie-25"}
EZ = {"vigorish_type": "ez"}


def net(rules: HouseRules, text: str, name: str, stake: int = 100_00) -> int:
    """What a single wager gains or costs."""
    return settled(dealt(rules, text, wager(name, stake)), name).net_cents


# A32 and A33 on the cutting card are with the shoe.
TOUCHED = """
A01 A02 A03 A04 A05 A08 A09 A10 A17 A18 A19 A20 A21 A22 A23 A25 A31 A43 A44
B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B16 B20 B25 B26 B27 B35
C01 C02 C03 C04 C05 C06 C07 C09 C12 D01 D02 D06 D07 D08 D09 D11 D13
E01 E02 E03 E04 E05 E06 E07 E09 E10 E11 E12 E14 E15 E16 E17 E18 E19 E20 E21 E22 E23 E24 E25 E26 E27 E28 E29 E31 E32 E33
E34 E39 F01 F07 F08 F09 F10
"""


def test_every_test_here_quotes_its_ruling() -> None:
    """The first line of each docstring stands in the resolution of the entry in the test's name."""
    found = set()
    for name, test in vars(sys.modules[__name__]).items():
        entry = name.removeprefix("test_")[:3].upper()
        if name.startswith("test_") and entry[1:].isdigit():
            assert (test.__doc__ or "").splitlines()[0].strip('."') in rulings()[entry].resolution, name
            found.add(entry)
    found |= {entry for entry, *_ in SETTINGS}
    assert found == set(TOUCHED.split())


# -- A. Section 42 -----------------------------------------------------------------------------------


def test_a01_three_exclusive_schemes() -> None:
    """one setting with three exclusive values under this rulebook."""
    (option,) = [option for option in load("section-42").option if option.name == "vigorish_type"]
    assert option.values == ("win", "tie-25", "none-banker-6")
    assert refusals("section-42", vigorish_type="win,tie-25")
    assert net(table("section-42", **TIE_25), tables.BANKER_7_6, "banker") == 100_00


def test_a02_a_tied_banker_wager_is_returned_and_charged() -> None:
    """the wager is returned in full and 25 percent of it is owed as a separate charge."""
    coup = dealt(table("section-42", **TIE_25), tables.TIE_6_6, wager("banker"))
    assert sorted(coup.settlement.actions) == [
        Action("return", 1, "banker", 100_00),
        Action("vigorish", 1, "banker", 25_00),
    ]
    assert settled(coup, "banker").outcome == "push"


def test_a03_the_tie_vigorish_is_exact() -> None:
    """the 25 percent charge is exact to the cent and is not rounded up."""
    rules = table("section-42", **TIE_25)
    assert net(rules, tables.TIE_6_6, "banker", 1_04) == -26
    refusal = check_wager(rules, wager("banker", 1_03))
    assert refusal is not None
    assert (refusal.code, refusal.allowed) == (Code.SPLIT_CENT, ("4",))
    assert refusals("section-42", vigorish_rounding="up-to-5c", **TIE_25)[0].code is Code.IDLE_OPTION


@pytest.mark.parametrize(
    ("rulebook", "rounding", "multiple"), [("section-42", "up-to-5c", 5), ("massachusetts", "up-to-25c", 25)]
)
def test_a04_rounding_is_upward_when_it_arises_or_when_it_is_collected(
    rulebook: str, rounding: str, multiple: int
) -> None:
    """upward only, exact multiples unchanged, smallest result one multiple."""
    default = terms(table(rulebook, vigorish_rounding=rounding))
    assert default is not None
    assert not default.rounded_when_collected
    assert [default.cents(won) for won in (1, 20 * multiple, 20 * multiple + 1)] == [multiple, multiple, 2 * multiple]
    deferred = {"vigorish_rounding": rounding, "vigorish_collection": "deferred"}
    later = terms(table(rulebook, **deferred, vigorish_rounded_at="collection"))
    assert later is not None
    owed = later.cents(20) + later.cents(40)  # one cent and two
    assert (owed, later.collected_cents(owed)) == (3, multiple)


def test_a05_the_betting_unit_makes_vigorish_whole() -> None:
    """require a betting unit on which the vigorish is a whole number of cents."""
    for rate, unit in (("5%", 20), ("4%", 25)):
        rules = table("section-42", vigorish_rate=rate)
        for stake in range(1, 101):
            assert (check_wager(rules, wager("banker", stake)) is None) == (stake % unit == 0)


@pytest.mark.parametrize("rulebook", ["section-42", "seminole"])
def test_a08_any_winning_banker_six(rulebook: str) -> None:
    """final Point Count of six, any number of cards."""
    for text in (tables.BANKER_6_IN_TWO, tables.BANKER_6_IN_THREE):
        assert net(table(rulebook, **NO_6), text, "banker") == 50_00


def test_a09_half_is_paid_exactly() -> None:
    """pay exactly, in cents."""
    rules = table("section-42", **NO_6)
    assert net(rules, tables.BANKER_6_IN_TWO, "banker", 1_02) == 51
    odd = check_wager(rules, wager("banker", 1_01))
    assert odd is not None
    assert odd.clause == "s42/c/6/banker-6"


def test_a10_all_schemes_bind_all_players() -> None:
    """keep the uniformity rule for all schemes."""
    assert load("section-42").wagers.uniform == ("s42/c/5/uniform",)
    for choices, text, gain in (
        ({}, tables.BANKER_7_6, 95_00),
        (TIE_25, tables.TIE_6_6, -25_00),
        (NO_6, tables.BANKER_6_IN_TWO, 50_00),
    ):
        coup = dealt(table("section-42", **choices), text, *(wager("banker", seat_no=seat) for seat in range(1, 10)))
        assert {w.net_cents for w in coup.settlement.wagers} == {gain}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("text", ["5s Kh 4d Qc", "5s 2h 3d 3c", "Ks 5h 2d 4c"])
def test_a17_a_natural_in_either_hand_ends_the_drawing(rulebook: str, text: str) -> None:
    """with a natural in either hand the Banker is not obliged to draw, so the stray card follows the stay branch."""
    coup = dealt(table(rulebook), text).coup
    assert coup.over
    assert next_draw(coup) is None
    assert check_draw(coup, Hand.BANKER, load(rulebook)) is not None
    assert [decision.draws for decision in decisions(coup, load(rulebook))] == [False]


def test_a18_table_1_lists_8_and_9() -> None:
    """keep as printed; harmless."""
    book = load("section-42")
    assert book.drawing.clauses.player_stands == ("s42/i/2/t1/6-9",)
    assert not any(book.tableau.player_draws[6:])


def test_a19_table_1_requires_no_natural_in_either_hand() -> None:
    """requires no natural in either hand."""
    rules = table("section-42")
    for total in range(6):
        order = (f"{total}s" if total > 1 else ("Ks", "As")[total], "5h", "Kd", "4c")
        coup = dealt(rules, " ".join(order)).coup
        assert (len(coup.player), coup.banker_total) == (2, 9)


def test_a20_the_merged_rows_of_table_2() -> None:
    """the merged text covers all eleven columns of those rows."""
    draws = load("section-42").tableau.banker_draws
    assert all(draws[total] == (True,) * 11 for total in (0, 1, 2))
    assert all(draws[total] == (False,) * 11 for total in (7, 8, 9))


def test_a21_columns_are_values_of_the_third_card() -> None:
    """columns are indexed by the Value of the third card."""
    rules = table("section-42")
    for rank in RANKS:
        value = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(rank) if rank in "ATJQK" else int(rank)
        coup = dealt(rules, f"Ks 2h Qd 2c {rank}s 5d").coup  # Player 0 draws, Banker has 4
        assert (len(coup.banker) == 3) == (value in (2, 3, 4, 5, 6, 7))


def test_a22_procedure_iii_pays_and_then_takes() -> None:
    """pay at a position, then at once mark or collect there, then descend."""
    rules = table("section-42", settlement_order="iii")
    coup = dealt(rules, tables.BANKER_7_6, wager("banker", seat_no=2), wager("banker", seat_no=6))
    assert [(step, seat) for step, seat, _ in steps(coup)] == [("pay", 6), ("vigorish", 6), ("pay", 2), ("vigorish", 2)]


@pytest.mark.parametrize("order", ["i", "ii", "iii", "iv"])
def test_a23_mark_or_collect(order: str) -> None:
    """or, in all four, by the setting of `s42/c/3/ii`."""
    for collection, step in (("at-payout", "vigorish"), ("deferred", "mark")):
        rules = table("section-42", settlement_order=order, vigorish_collection=collection)
        coup = dealt(rules, tables.BANKER_7_6, wager("banker"))
        assert {action.step for action in coup.settlement.actions} == {"pay", step}


def test_a25_the_tie_vigorish_walks_winners_and_tied_bankers() -> None:
    """the chosen procedure walks all positions that have a winning Tie wager or a tied Banker wager."""
    placed = [
        wager("banker", seat_no=3),
        wager("tie", seat_no=5),
        wager("banker", seat_no=8),
        wager("player", seat_no=9),
    ]
    coup = dealt(table("section-42", settlement_order="iv", **TIE_25), tables.TIE_6_6, *placed)
    walked = ["vigorish 8", "return 8", "pay 5", "vigorish 3", "return 3", "return 9"]
    assert [f"{step} {seat}" for step, seat, _ in steps(coup)] == walked
    assert not any(account.endswith("owed") for account in balances(coup.postings)), "collected, never marked"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a31_the_longest_burn_and_a_full_round_fit_before_the_cutting_card(rulebook: str) -> None:
    """refuse a depth that leaves fewer than 11 + 6 cards before it."""
    cards_count = table(rulebook).cards_in_shoe
    table(rulebook, cut_card_depth=str(cards_count - 17))
    assert refusals(rulebook, cut_card_depth=str(cards_count - 16))
    assert 2 * 6 <= 14, "the hand in progress and the last hand fit behind it"


def test_a43_a_void_round_returns_all_wagers() -> None:
    """all wagers returned whole."""
    for rulebook in RULEBOOKS:
        coup = dealt(table(rulebook), tables.VOID, wager("player", 33), wager("banker", 60, 2), wager("tie", 7, 3))
        assert coup.is_void
        assert all(cents == 0 for cents in balances(coup.postings).values())
        assert [w.outcome for w in coup.settlement.wagers] == ["push"] * 3


def test_a44_match_play() -> None:
    """on the Player and Banker wagers only (setting `match_play_on`, default `player,banker`)."""
    rules = table("section-42", match_play="on")
    assert rules.options["match_play_on"] == "player,banker"
    refusal = check_wager(rules, wager("tie", coupon_cents=5_00))
    assert refusal is not None
    assert refusal.code is Code.COUPON
    won = settled(dealt(rules, tables.BANKER_7_6, wager("banker", 20_00, coupon_cents=10_00)), "banker")
    assert (won.winnings_cents, won.vigorish_cents) == (30_00, 1_50), "vigorish on the whole amount won"
    tied = table("section-42", match_play="on", **TIE_25)
    assert settled(dealt(tied, tables.TIE_6_6, wager("banker", 20_00, coupon_cents=10_00)), "banker").net_cents == -5_00


# -- B. Massachusetts --------------------------------------------------------------------------------


def test_b01_the_player_wager_wins_whenever_higher_at_ez() -> None:
    """wins whenever higher; a Panda 8 is simply such a win at 1 to 1."""
    for text in (tables.PLAYER_7_6, tables.PANDA_8, tables.NATURAL_9_8):
        assert net(table("massachusetts", **EZ), text, "player") == 100_00


def test_b02_the_player_wager_loses_on_a_dragon_7() -> None:
    """loses; no second test."""
    assert net(table("massachusetts", **EZ), tables.DRAGON_7, "player") == -100_00


def test_b03_house_money_odds_of_this_document() -> None:
    """use this document's own 12(h)."""
    rules = table("massachusetts", house_money="on")
    assert priced(rules)["house-money"].wins == {Fraction(3), Fraction(15)}


def test_b04_the_same_odds_give_the_amount_to_add() -> None:
    """the same odds give the amount to add."""
    rules = table("massachusetts", house_money="on")
    placed = (wager("player"), wager("house-money", 5_00))
    for add, step in (({}, "pay"), ({1: "player"}, "add")):
        coup = dealt(rules, "4s 2h 4d 3c", *placed, add=add)
        assert coup.settlement.actions[0] == Action(step, 1, "house-money", 15_00)


def test_b05_the_dealer_alone_raises_a_wager_after_the_call() -> None:
    """the only exception, carried out by the dealer."""
    rules = table("massachusetts", house_money="on")
    coup = dealt(rules, "4s 2h 4d 3c", wager("player"), wager("house-money", 5_00), add={1: "player"})
    added = coup.settlement.actions[0]
    assert added == Action("add", 1, "house-money", 15_00), "a move of the dealer"


def test_b06_house_money_joins_one_original_wager() -> None:
    """without one, take only; with both, the player names one; no split."""
    rules = table("massachusetts", house_money="on")
    alone = [wager("house-money")]
    assert all(check_addition(rules, alone, 1, target) for target in ("player", "banker"))
    both = [*alone, wager("player"), wager("banker")]
    for target, other in (("player", "banker"), ("banker", "player")):
        assert check_addition(rules, both, 1, target) is None
        coup = dealt(rules, "4s 2h 4d 3c", *both, add={1: target})
        assert (settled(coup, target).added_cents, settled(coup, other).added_cents) == (300_00, 0)


def test_b07_the_addition_may_exceed_the_maximum() -> None:
    """the addition may exceed the maximum."""
    rules = table("massachusetts", house_money="on")
    placed = [wager("player", 100_00), wager("house-money", 100_00)]
    limits = Limits({}, {"player": 100_00, "house-money": 100_00})
    assert check_wagers(rules, [placed[0]._replace(added_cents=300_00), placed[1]], limits) == ()
    coup = dealt(rules, "4s 2h 4d 3c", *placed, add={1: "player"})
    assert settled(coup, "player").added_cents == 300_00, "the stake of House Money itself is returned, never added"
    assert balances(coup.postings)["seat/1/chips"] == 300_00 + 400_00


def test_b08_the_stake_that_is_compared_does_not_change() -> None:
    """the holder does not change."""
    rules = table("massachusetts", house_money="on")
    placed = (wager("player", 100_00), wager("player", 200_00, 2), wager("house-money", 100_00))
    coup = dealt(rules, "4s 2h 4d 3c", *placed, add={1: "player"})
    by_stake = max((w for w in coup.settlement.wagers if w.wager == "player"), key=lambda w: w.stake_cents)
    assert by_stake.seat == 2, "seat 1 has more on the area now, and seat 2 still the highest wager"


def test_b09_house_money_is_settled_in_every_round() -> None:
    """settle it in every round, before the result."""
    for text in ("4s 2h 4d 3c", "As 2h Ad Kc 3c 2s", "As 2h 2d Kc 3c 2s"):
        placed = (wager("house-money", seat_no=4), wager("player", seat_no=9))
        assert steps(dealt(table("massachusetts", house_money="on"), text, *placed))[0][1:] == (4, "house-money")


def test_b10_house_money_in_a_void_round() -> None:
    """reversed with the round, an added payout included."""
    placed = (wager("player", 100_00), wager("house-money", 10_00))
    text = "As 2h Ad Kc"  # a pair of aces; Player 2 must draw, and the cards are out
    for add in ({}, {1: "player"}):
        for choices, gain in (({}, 0), ({"house_money_on_void": "stands"}, 30_00)):
            rules = table("massachusetts", house_money="on", **choices)
            coup = dealt(rules, text, *placed, add=add)
            assert coup.is_void
            assert [(w.wager, w.net_cents) for w in coup.settlement.wagers] == [("player", 0), ("house-money", gain)]
            accounts = {account: cents for account, cents in balances(coup.postings).items() if cents}
            assert accounts == ({"seat/1/chips": gain, "tray": -gain} if gain else {})


def test_b16_equal_batches_of_whole_decks() -> None:
    """12, 14 or 16."""
    for decks in range(11, 18):
        choices = {"shuffler": "automatic", "decks": str(decks)}
        if decks in (12, 14, 16):
            assert table("massachusetts", **choices).decks_in_shoe * 2 == decks
        else:
            assert refusals("massachusetts", **choices)


def test_b20_the_cut_is_ten_from_both_ends() -> None:
    """both."""
    rules = table("massachusetts")
    assert [check_cut(rules, 416, place) is None for place in (9, 10, 406, 407)] == [False, True, True, False]


def test_b25_a_natural_win_pays_even_whatever_the_lead() -> None:
    """every natural win pays 1 to 1; leads are for hands that are not Naturals."""
    for column, (text, lead) in product("ABC", (("5s Kh 4d Qc", 9), ("5s 2h 4d Qc", 7), ("5s 2h 3d 2c", 4))):
        rules = table("massachusetts", dragon_bonus_paytable=column)
        coup = dealt(rules, text, wager("dragon-bonus-player", 5_00))
        assert coup.coup.player_total - coup.coup.banker_total == lead
        assert settled(coup, "dragon-bonus-player").winnings_cents == 5_00


def test_b26_the_irregular_steps_of_the_pay_tables() -> None:
    """as printed."""
    rows = load("massachusetts").paytable["dragon-bonus"].rows
    assert (rows["win-by-7"], rows["win-by-6"]) == (("6", "7", "4"), ("4", "4", "4"))


def test_b27_insurance_is_part_of_ez() -> None:
    """always offered at EZ, never elsewhere."""
    for choices, offered in ((EZ, True), ({}, False), ({"dragon_bonus": "on"}, False)):
        wagers = set(priced(table("massachusetts", **choices)))
        assert ({"dragon-7", "panda-8"} <= wagers, bool({"dragon-7", "panda-8"} & wagers)) == (offered, offered)


def test_b35_the_insurance_wagers_use_the_definitions() -> None:
    """use the definitions."""
    wagers = priced(table("massachusetts", **EZ))
    for player, banker, player_cards, banker_cards, *_ in tables.representatives(pairs=False):
        result = Result(player, banker, player_cards, banker_cards)
        assert (wagers["dragon-7"].outcome(result).kind == "win") == result.is_dragon_7
        assert (wagers["panda-8"].outcome(result).kind == "win") == result.is_panda_8


# -- C. Seminole -------------------------------------------------------------------------------------


def test_c01_when_commission_is_paid() -> None:
    """`vigorish_collection` is `deferred`."""
    assert table("seminole").options["vigorish_collection"] == "deferred"
    table("seminole", vigorish_collection="at-payout")
    assert refusals("seminole", vigorish_rounding="up-to-5c"), "rounding is not mentioned: none"


def test_c02_tens_and_faces_are_nothing() -> None:
    """tens and faces are zero."""
    for rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING):
        assert value_of(rank, load("seminole")).number == 0
    assert value_of(Rank.NINE, load("seminole")).number == 9


@pytest.mark.parametrize(
    ("rulebook", "text", "total"), [("seminole", "9s 5h", 4), ("seminole", "9s 9h 9d", 7), ("seminole", "Js Ah", 1)]
)
def test_c03_two_digit_totals(rulebook: str, text: str, total: int) -> None:
    """modulo 10."""
    assert count_of(cards(text), load(rulebook)).number == total


def test_c04_a_pair_is_of_rank() -> None:
    """the first two cards of the named hand have the same rank, suits ignored."""
    for text, gain in (("4s 2h 4d 3c", 11_00), ("Ts 5h Jd 4c", -1_00), ("4s 2h 4s 3c", 11_00), ("2s 4h 3d 4c", -1_00)):
        assert net(table("seminole"), text, "player-pair", 1_00) == gain


def test_c05_pairs_are_settled_with_the_rest() -> None:
    """with the other wagers after the result, losers first."""
    placed = (wager("player-pair", seat_no=2), wager("banker-pair", seat_no=9), wager("banker", seat_no=1))
    coup = dealt(table("seminole"), "4s 2h 4d 3c", *placed)
    assert steps(coup) == [("collect", 9, "banker-pair"), ("collect", 1, "banker"), ("pay", 2, "player-pair")]


def test_c06_half_the_wager_on_a_six() -> None:
    """paid 1 to 2, wager returned."""
    coup = dealt(table("seminole", **NO_6), tables.BANKER_6_IN_TWO, wager("banker"))
    assert balances(coup.postings)["seat/1/chips"] == 50_00
    assert balances(coup.postings)["layout/1/banker"] == 0


def test_c07_the_two_lists_of_the_chart_match_by_position() -> None:
    """match by position, first to first."""
    book = load("seminole")
    assert book.drawing.printed_stands is not None
    for total, stands in book.drawing.printed_stands.rows.items():
        draws = book.drawing.banker[total].replace("-", "")
        assert sorted(draws + stands) == list("0123456789")


def test_c09_the_player_stands_on_6_to_9() -> None:
    """no natural in either hand; 8 and 9 are naturals."""
    for text, ends in (("5s Kh 3d Qc", True), ("2s 5h 3d 4c", True), ("2s Kh 4d Qc", False)):
        made = decisions(dealt(table("seminole"), f"{text} 2d 2h").coup, load("seminole"))
        assert ("natural" in str(made[0].text)) == ends
        assert not made[0].draws


def test_c12_what_seminole_borrows() -> None:
    """principle 4, at the Section 42 defaults."""
    borrowed = {s.name: (s.value, s.clause) for s in table("seminole").settings if s.borrowed}
    lender = {s.name: (s.value, s.clause) for s in table("section-42").settings}
    assert {"seats", "settlement_order", "finish", "cut_card_depth"} <= set(borrowed)
    assert borrowed.items() <= lender.items()


# -- D. Seneca ---------------------------------------------------------------------------------------


def test_d01_banker_6_against_a_third_card_of_6() -> None:
    """draws on 6 and 7."""
    book = load("seneca")
    assert [third for third in range(10) if book.tableau.banker_draws[6][third]] == [6, 7]
    printed = book.drawing.printed_stands
    assert printed is not None
    assert "6" in printed.rows["6"], "the print stays as it is"
    assert printed.corrections == {"6/6": "D01"}
    coup = dealt(table("seneca"), "Ks 2h Qd 4c 6s Ah").coup
    assert (len(coup.banker), coup.banker_total) == (3, 7)


def test_d02_the_missing_row_of_the_banker() -> None:
    """draws on 3, 4, 5 and stands on 6."""
    book = load("seneca")
    assert [total for total in range(3, 7) if book.tableau.banker_draws[total][STOOD]] == [3, 4, 5]
    for total in (3, 4, 5, 6):
        coup = dealt(table("seneca"), f"2s {total}h 4d Kc As").coup  # Player stands on 6
        assert (len(coup.banker) == 3) == (total < 6)
        assert "s42/i/3/no-third" in decisions(coup, book)[-1].clauses, "borrowed, and it says from where"


def test_d06_player_and_banker_on_a_tie() -> None:
    """push."""
    coup = dealt(table("seneca"), tables.TIE_6_6, wager("player"), wager("banker"))
    assert [(w.outcome, w.net_cents) for w in coup.settlement.wagers] == [("push", 0), ("push", 0)]
    assert ["s42/b/1/ii/C" in w.clauses or "s42/b/1/i/C" in w.clauses for w in coup.settlement.wagers] == [True, True]


def test_d07_the_tie_is_not_paid_even_money() -> None:
    """Tie 8 to 1."""
    assert net(table("seneca"), tables.TIE_6_6, "tie", 1_00) == 8_00


def test_d08_time_and_rounding_of_the_commission() -> None:
    """at payout by default, exact to the cent; deferred if the house adopts `s42/c/3/ii`."""
    rules = table("seneca")
    assert (rules.options["vigorish_collection"], rules.options["vigorish_rounding"]) == ("at-payout", "none")
    assert net(rules, tables.BANKER_7_6, "banker", 33_00) == 33_00 - 1_65
    (setting,) = [
        s for s in table("seneca", vigorish_collection="deferred").settings if s.name == "vigorish_collection"
    ]
    assert (setting.clause, setting.borrowed, setting.ruling) == ("s42/c/3/ii", True, "D08")


def test_d09_partners_are_one_bettor() -> None:
    """the sum of their bets on one area may not exceed the table maximum."""
    limits = Limits({}, {"player": 100_00, "banker": 100_00})
    together = [wager("player", 60_00, 1), wager("player", 60_00, 2)]
    opposite = [wager("player", 60_00, 1), wager("banker", 60_00, 2)]
    assert check_wagers(table("seneca"), together, limits, [(1, 2)])[0].clause == "sen/partnership"
    assert check_wagers(table("seneca"), together, limits) == ()
    assert check_wagers(table("seneca"), opposite, limits, [(1, 2)]) == ()
    every_area = table("seneca", partnership_limit="all-areas")
    assert check_wagers(every_area, opposite, limits, [(1, 2)])[0].clause == "sen/partnership"


def test_d11_every_total_is_one_digit() -> None:
    """modulo 10."""
    for ranks in product(RANKS, repeat=3):
        hand = tuple(Card(rank, Suit.SPADES) for rank in ranks)
        values = [0 if rank in "TJQK" else 1 if rank == "A" else int(rank) for rank in ranks]
        assert count_of(hand, load("seneca")).number == sum(values) % 10


def test_d13_what_seneca_borrows() -> None:
    """principle 4."""
    borrowed = {s.name: s.clause for s in table("seneca").settings if s.borrowed}
    assert {"vigorish_collection", "settlement_order", "finish", "cut_card_depth"} <= set(borrowed)
    assert all(clause.startswith("s42/") for clause in borrowed.values())


# -- E. between the documents ------------------------------------------------------------------------

# Entry, setting, and what each rulebook allows: Section 42, Massachusetts, Seminole, Seneca; () is no such setting. A
# guide that is silent has borrowed the values of Section 42.
SETTINGS: list[tuple[str, str, tuple[tuple[object, ...], ...]]] = [
    ("E01", "decks", (("6", "7", "8", "100"), ("6", "7", "8"), ("8",), ("8",))),
    ("E03", "seats", (("1", "9"), ("1", "9"), ("1", "9"), ("1", "7"))),
    ("E04", "batch_design", (("free",), ("free",), ("free",), ("free",))),
    ("E05", "burn_exposure", (("all",), ("first-only",), ("all",), ("all",))),
    ("E06", "recut_window", (("until-dealt",), ("until-loaded",), ("until-dealt",), ("until-dealt",))),
    ("E07", "recut_by", (("next", "same"), ("next",), ("next", "same"), ("next", "same"))),
    ("E09", "finish", (("feather", "lace"), ("feather",), ("feather", "lace"), ("feather", "lace"))),
    ("E10", "shuffle_recipe", ((), ("plug,riffle,turn,strip,cut",), (), ("shuffle,shuffle",))),
    ("E11", "deck_change_hours", ((), ("24",), (), ())),
    ("E12", "spread_style", (("rows",), ("fan",), ("rows",), ("rows",))),
    ("E14", "dead_table_face", (("up", "down"), ("down",), ("up", "down"), ("up", "down"))),
    ("E15", "deal_mode", (("face-up", "tucked", "handed"), ("handed",), ("face-up", "handed"), ("face-up",))),
    ("E19", "tie_odds", (("8", "17/2", "9", "100"), ("8", "17/2", "9"), ("8",), ("8",))),
    ("E20", "vigorish_rate", (("4%", "5%"), ("5%",), ("5%",), ("5%",))),
    ("E21", "vigorish_rounding", (("none", "up-to-5c"), ("none", "up-to-25c"), ("none",), ("none",))),
    ("E22", "vigorish_type", (("win", "tie-25", "none-banker-6"), ("win", "ez"), ("win", "none-banker-6"), ("win",))),
    ("E24", "uncollected_path", (("form",), ("collection",), ("form",), ("form",))),
    ("E25", "verbal_confirmers", (("dealer,supervisor",), ("dealer",), (), ())),
    ("E26", "match_play", (("on", "off"), ("off",), ("off",), ("off",))),
    (
        "E27",
        "settlement_order",
        (("i", "ii", "iii", "iv"), ("iv",), ("i", "ii", "iii", "iv"), ("i", "ii", "iii", "iv")),
    ),
    ("E29", "disclosed_third_card", (("burn",), ("1", "2"), ("burn",), ("burn",))),
    ("E31", "disclosed_card", (("burn",), ("simulated-round",), ("burn",), ("burn",))),
    ("E32", "face_up_card", (("burn",), ("simulated-round",), ("burn",), ("burn",))),
    ("E33", "csm_authority", (("internal-controls",), ("commission",), (), ())),
    ("E39", "decks_received", ((), ("plain", "preinspected-preshuffled"), (), ())),
]
OTHER_VALUES = (
    "5",
    "9",
    "10",
    "7",
    "4%",
    "tucked",
    "lace",
    "same",
    "ez",
    "tie-25",
    "up-to-5c",
    "on",
    "iii",
    "burn",
    "1",
)


@pytest.mark.parametrize(("entry", "setting", "legal"), SETTINGS, ids=[entry for entry, *_ in SETTINGS])
def test_settings_per_rulebook(entry: str, setting: str, legal: tuple[tuple[object, ...], ...]) -> None:
    """Every entry of part E that is a setting: each rulebook allows its own values and no other."""
    assert f"`{setting}`" in rulings()[entry].resolution
    for rulebook, allowed in zip(RULEBOOKS, legal, strict=True):
        for value in allowed:
            table(rulebook, **{setting: str(value)})
        limits = [option for option in load(rulebook).option if option.name == setting]
        for value in OTHER_VALUES:
            in_a_range = any(not option.values and read_value(option, value) is not None for option in limits)
            if value not in allowed and not in_a_range:
                assert refusals(rulebook, **{setting: value}), (rulebook, value)


def test_e02_decks_with_an_automatic_shuffler() -> None:
    """Setting: `decks`."""
    assert table("section-42", shuffler="automatic", decks="12").decks_in_shoe == 6
    assert table("section-42", shuffler="automatic", decks="40").decks_in_shoe == 20
    assert table("massachusetts", shuffler="automatic").cards_in_shoe == 416
    for rulebook, decks in (
        ("section-42", "10"),
        ("section-42", "13"),
        ("massachusetts", "18"),
        ("massachusetts", "8"),
    ):
        assert refusals(rulebook, shuffler="automatic", decks=decks)
    for guide in ("seminole", "seneca"):
        assert refusals(guide, shuffler="automatic")


def test_e16_the_wagers_of_each_document() -> None:
    """Setting: `wagers`."""
    printed = [len(load(rulebook).wager) for rulebook in RULEBOOKS]
    assert printed == [3, 8, 5, 3], "Dragon Bonus is one of the seven, on two hands"


def test_e17_added_wagers() -> None:
    """Setting: `approved_wagers`."""
    assert [load(rulebook).wagers.approval for rulebook in RULEBOOKS] == ["s42/b/2/approval", None, None, None]


def test_e18_the_two_kinds_of_pair_wager() -> None:
    """two different wagers, never merged."""
    for rulebook, has, has_not in (
        ("massachusetts", "house-money", "player-pair"),
        ("seminole", "player-pair", "house-money"),
    ):
        names = [proposition.id for proposition in load(rulebook).wager]
        assert has in names
        assert has_not not in names


def test_e23_a_three_card_banker_7() -> None:
    """follows `vigorish_type`."""
    for rulebook in RULEBOOKS:
        assert net(table(rulebook), tables.DRAGON_7, "banker") == 95_00
    assert net(table("massachusetts", **EZ), tables.DRAGON_7, "banker") == 0


def test_e28_direction() -> None:
    """see F01."""
    for rulebook in RULEBOOKS:
        coup = dealt(table(rulebook), tables.PLAYER_7_6, *(wager("player", seat_no=seat) for seat in (3, 7, 5)))
        assert [seat for _, seat, _ in steps(coup)] == [7, 5, 3]


def test_e34_a_continuous_device_has_no_cutting_card() -> None:
    """cutting card and "last hand" become idle in both."""
    for rulebook in ("section-42", "massachusetts"):
        rules = table(rulebook, shuffler="continuous")
        assert not {"cut_card_depth", "recut_by", "finish"} & set(rules.options)


# -- F. silences common to all -----------------------------------------------------------------------


def test_f01_seat_1_is_at_the_right_of_the_dealer() -> None:
    """seat 1 is at the dealer's right and numbers rise counterclockwise seen from above."""
    placed = [wager("house-money", 20, seat) for seat in (7, 2)] + [wager("banker", 20, seat) for seat in (2, 7)]
    coup = dealt(table("massachusetts", house_money="on"), "2s 4h 3d 4c", *placed)
    assert [seat for _, seat, name in steps(coup) if name == "house-money"] == [2, 7]
    assert [seat for step, seat, _ in steps(coup) if step == "vigorish"] == [7, 2]


def test_f07_opposite_wagers_are_allowed() -> None:
    """house settings; opposite wagers are allowed since no clause forbids them."""
    for rulebook in RULEBOOKS:
        assert check_wagers(table(rulebook), [wager("player"), wager("banker"), wager("tie")]) == ()
        assert check_wagers(table(rulebook), [wager("player", 1_000_000_00)]) == (), "no number is printed"


def test_f08_the_order_inside_a_seat() -> None:
    """per seat, Player or Banker, then Tie, then side wagers, within the chosen seat order."""
    rules = table("massachusetts", dragon_bonus="on", **EZ)
    names = ["panda-8", "dragon-bonus-banker", "tie", "dragon-7", "banker", "dragon-bonus-player", "player"]
    coup = dealt(rules, tables.TIE_6_6, *(wager(name, seat_no=seat) for name in names for seat in (1, 2)))
    lost = ["dragon-bonus-player", "dragon-bonus-banker", "dragon-7", "panda-8"]
    assert steps(coup) == [
        *(("collect", seat, name) for seat in (2, 1) for name in lost),
        *(("pay", seat, "tie") for seat in (2, 1)),
        *(("return", seat, name) for seat in (2, 1) for name in ("player", "banker")),
    ]


def test_f09_rational_odds_and_portions() -> None:
    """any rational tie odds of 8 or more where a minimum is given, any stated portion of a House Money payout."""
    for rulebook in ("section-42", "massachusetts"):
        rules = table(rulebook, tie_odds="25/3")
        assert net(rules, tables.TIE_6_6, "tie", 3_00) == 25_00
        split = check_wager(rules, wager("tie", 3_01))
        assert split is not None
        assert (split.code, split.allowed) == (Code.SPLIT_CENT, ("3",))
    rules = table("massachusetts", house_money_add="2/7", **EZ)
    assert check_wagers(rules, [wager("house-money", 7)]) == ()
    assert check_wagers(rules, [wager("house-money", 8)])[0].code is Code.SPLIT_CENT


def test_f10_a_continuous_shuffler() -> None:
    """a single set of 6 or more decks (Massachusetts 6 to 8), no batches."""
    assert table("section-42", shuffler="continuous", decks="9").decks_in_shoe == 9
    assert refusals("massachusetts", shuffler="continuous", decks="9")
    for rulebook in ("section-42", "massachusetts"):
        (refusal,) = refusals(rulebook, shuffler="continuous", vigorish_collection="deferred")
        assert "at-payout" in refusal.sentence


def test_the_legal_values_are_told_in_words() -> None:
    """What part E prints is what a refusal offers."""
    for option in load("massachusetts").option:
        words = allowed_words(option)
        assert all(typed(value) in words for value in option.values)


def test_a_wrong_payment_of_a_borrowed_rule_cites_its_lender() -> None:
    """Principle 4: a gap in a guide is filled, and the borrowed clause is shown."""
    rules = table("seneca")
    coup = dealt(rules, tables.TIE_6_6, wager("banker"))
    assert "s42/b/1/i/C" in mistake(rules, coup, "return", Action("collect", 1, "banker", 100_00)).clauses
