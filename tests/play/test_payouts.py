"""What each winning wager is paid, to the cent; any other payment is refused."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from minibac.play.settlement import Action
from minibac.rules.refusal import Code
from tests.play import tables
from tests.play.tables import dealt, mistake, refusals, settled, table, wager
from tests.sightings import Sightings

EZ = MappingProxyType({"vigorish_type": "ez"})
NO_6 = MappingProxyType({"vigorish_type": "none-banker-6"})


class Payout(NamedTuple):
    """A win of a stake in cents, and the cents it is paid, worked out by hand."""

    clause: str
    rulebook: str
    name: str
    text: str
    stake: int
    paid: int
    choices: Mapping[str, str] = MappingProxyType({})


def bonus(row: str, text: str, *odds: int) -> list[Payout]:
    """One row of 12(e): what 7 dollars win under pay tables A, B and C."""
    clause, name = f"ma/12/e/{row}", "dragon-bonus-player"
    return [
        Payout(clause, "massachusetts", name, text, 7_00, 7_00 * pays, {"dragon_bonus_paytable": column})
        for column, pays in zip("ABC", odds, strict=True)
    ]


PAYOUTS = [
    Payout("s42/c/1", "section-42", "player", tables.PLAYER_7_6, 3_33, 3_33),
    Payout("s42/c/1", "section-42", "player", tables.NATURAL_9_8, 1, 1, {"vigorish_type": "tie-25"}),
    Payout("s42/c/2", "section-42", "tie", tables.TIE_6_6, 5_00, 40_00),
    Payout("s42/c/2", "section-42", "tie", tables.TIE_6_6, 5_00, 45_00, {"tie_odds": "9"}),
    Payout("s42/c/2", "section-42", "tie", tables.NATURAL_TIE_8, 5_02, 42_67, {"tie_odds": "17/2"}),
    Payout("s42/c/3", "section-42", "banker", tables.BANKER_7_6, 60_00, 60_00),
    Payout("s42/c/3", "section-42", "banker", tables.BANKER_6_IN_TWO, 60_00, 60_00, {"vigorish_rate": "4%"}),
    Payout("s42/c/6", "section-42", "banker", tables.BANKER_7_6, 60_02, 60_02, NO_6),
    Payout("s42/c/6/banker-6", "section-42", "banker", tables.BANKER_6_IN_TWO, 60_02, 30_01, NO_6),
    Payout("s42/c/6/banker-6", "section-42", "banker", tables.BANKER_6_IN_THREE, 2, 1, NO_6),
    Payout("ma/12/a", "massachusetts", "player", tables.PLAYER_7_6, 100_01, 100_01),
    Payout("ma/12/a", "massachusetts", "player", tables.PANDA_8, 100_01, 100_01, EZ),
    Payout("ma/12/b", "massachusetts", "tie", tables.TIE_6_6, 2_50, 20_00),
    Payout("ma/12/b", "massachusetts", "tie", tables.TIE_6_6, 2_50, 30_00, {"tie_odds": "12"}),
    Payout("ma/12/c", "massachusetts", "banker", tables.DRAGON_7, 33_00, 33_00),
    Payout("ma/12/c", "massachusetts", "banker", tables.BANKER_7_IN_TWO, 33_33, 33_33, EZ),
    *bonus("win-by-9", "Ks Jh 4d Qc 5s Th", 30, 20, 30),
    *bonus("win-by-8", "Ks Jh 4d Qc 5s Ah", 10, 8, 10),
    *bonus("win-by-7", "Ks Jh 4d Qc 5s 2h", 6, 7, 4),
    *bonus("win-by-6", "Ks Jh 4d Qc 5s 3h", 4, 4, 4),
    *bonus("win-by-5", "Ks Jh 4d Qc 5s 4h", 2, 3, 2),
    *bonus("win-by-4", "Ks Jh 4d Qc 5s 5h", 1, 1, 2),
    *bonus("natural", "5s Kh 4d Qc", 1, 1, 1),  # over 0: by nine, and still a natural winner (B25)
    *bonus("natural", tables.NATURAL_9_8, 1, 1, 1),
    Payout("ma/12/f", "massachusetts", "dragon-7", tables.DRAGON_7, 5_01, 200_40, EZ),
    Payout("ma/12/g", "massachusetts", "panda-8", tables.PANDA_8, 5_01, 125_25, EZ),
    Payout("ma/12/h", "massachusetts", "house-money", "8s 4h 8d 4c", 5_01, 75_15, {"house_money": "on"}),
    Payout("ma/12/h/both", "massachusetts", "house-money", "8s 4h 8d 4c", 5_01, 75_15, {"house_money": "on"}),
    Payout("ma/12/h", "massachusetts", "house-money", "4s 2h 4d 3c", 5_01, 15_03, {"house_money": "on"}),
    Payout("ma/12/h/one", "massachusetts", "house-money", "4s 2h 4d 3c", 5_01, 15_03, {"house_money": "on"}),
    Payout("ma/12/h/one", "massachusetts", "house-money", "2s 4h 3d 4c", 5_01, 15_03, {"house_money": "on"}),
    Payout("sem/pay-even-player", "seminole", "player", tables.PLAYER_9_0, 7, 7),
    Payout("sem/pay-even-banker", "seminole", "banker", tables.BANKER_6_IN_TWO, 33_00, 33_00),
    Payout("sem/pay-even-banker", "seminole", "banker", tables.BANKER_7_6, 33_34, 33_34, NO_6),
    Payout("sem/no-commission", "seminole", "banker", tables.BANKER_7_6, 33_34, 33_34, NO_6),
    Payout("sem/no-commission-6", "seminole", "banker", tables.BANKER_6_IN_TWO, 33_34, 16_67, NO_6),
    Payout("sem/no-commission-6", "seminole", "banker", tables.BANKER_6_IN_THREE, 33_34, 16_67, NO_6),
    Payout("sem/pairs-pay", "seminole", "player-pair", "4s 2h 4d 3c", 1_01, 11_11),
    Payout("sem/pairs-pay", "seminole", "banker-pair", "2s 4h 3d 4c", 1_01, 11_11),
    Payout("sem/tie-pay", "seminole", "tie", tables.TIE_6_6, 1_25, 10_00),
    Payout("sen/even-money-player", "seneca", "player", tables.PLAYER_7_6, 99, 99),
    Payout("sen/even-money-banker", "seneca", "banker", tables.BANKER_6_IN_THREE, 99_00, 99_00),
    Payout("sen/tie-pay", "seneca", "tie", tables.NATURAL_TIE_8, 1_25, 10_00),
]


def params(*, breaks: bool = False) -> list[object]:
    return [
        pytest.param(
            payout,
            id="-".join((payout.clause, *payout.choices.values(), str(payout.stake))),
            marks=pytest.mark.clause(payout.clause, breaks=True) if breaks else pytest.mark.clause(payout.clause),
        )
        for payout in PAYOUTS
    ]


@pytest.mark.parametrize("payout", params())
def test_a_win_is_paid_at_its_odds_and_the_stake_returned(payout: Payout, saw: Sightings) -> None:
    rules = table(payout.rulebook, **payout.choices)
    coup = dealt(rules, payout.text, wager(payout.name, payout.stake))
    result = settled(coup, payout.name)
    assert (result.outcome, result.winnings_cents) == ("win", payout.paid)
    assert result.net_cents == payout.paid - result.vigorish_cents
    from_the_tray = -sum(p.amount_cents for p in coup.postings if p.account == "tray")
    off_the_area = -sum(p.amount_cents for p in coup.postings if p.account.startswith("layout/") and p.amount_cents < 0)
    assert (from_the_tray, off_the_area) == (payout.paid, payout.stake)
    assert payout.clause in result.clauses
    saw(result, [p for p in coup.postings if p.step == "pay"])


@pytest.mark.parametrize("payout", params(breaks=True))
def test_any_other_payment_is_refused(payout: Payout, saw: Sightings) -> None:
    rules = table(payout.rulebook, **payout.choices)
    coup = dealt(rules, payout.text, wager(payout.name, payout.stake))
    for paid in (payout.paid - 1, payout.paid + 1, 2 * payout.paid, 0, payout.paid + payout.stake):
        refusal = mistake(rules, coup, "pay", Action("pay", 1, payout.name, paid))
        assert refusal.code is Code.WRONG_PAYMENT
        assert refusal.allowed == (str(payout.paid),)
        assert payout.clause in refusal.clauses
        saw(refusal)


TIE_ODDS = [
    ("s42/c/2", "section-42", ("7", "7.99", "0", "-9", "eight")),
    ("ma/12/b", "massachusetts", ("7", "15/2", "1/8")),
    ("sem/tie-pay", "seminole", ("7", "9", "17/2")),
    ("sen/tie-pay", "seneca", ("7", "9")),
]


@pytest.mark.parametrize(
    ("rulebook", "illegal"),
    [pytest.param(book, odds, marks=pytest.mark.clause(clause, breaks=True)) for clause, book, odds in TIE_ODDS],
)
def test_tie_odds_outside_the_print_are_no_configuration(
    rulebook: str, illegal: tuple[str, ...], saw: Sightings
) -> None:
    for odds in illegal:
        (refusal,) = refusals(rulebook, tie_odds=odds)
        assert refusal.code is Code.ILLEGAL_VALUE
        assert "tie_odds" in refusal.sentence
        assert "8" in refusal.sentence
        saw(refusal)


# -- Dragon Bonus: pay table and no vigorish -------------------------------------------------------


@pytest.mark.clause("ma/12/e")
@pytest.mark.parametrize("choices", [{}, {"vigorish_rounding": "up-to-25c"}, {"vigorish_collection": "deferred"}])
def test_no_vigorish_is_taken_on_a_dragon_bonus_win(choices: dict[str, str], saw: Sightings) -> None:
    """Not on the Banker's Hand either, where the Banker wager beside it bears 5 percent: 20 dollars owe 1."""
    rules = table("massachusetts", dragon_bonus="on", **choices)
    coup = dealt(rules, "2s 5h Kd 3c", wager("banker", 20_00), wager("dragon-bonus-banker", 20_00))
    assert (settled(coup, "banker").vigorish_cents, settled(coup, "dragon-bonus-banker").vigorish_cents) == (1_00, 0)
    saw(settled(coup, "dragon-bonus-banker"))


@pytest.mark.clause("ma/12/e", breaks=True)
def test_vigorish_on_a_dragon_bonus_win_is_refused(saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus="on")
    coup = dealt(rules, "2s 5h Kd 3c", wager("dragon-bonus-banker", 20_00))
    for step in ("vigorish", "mark"):
        saw(mistake(rules, coup, "pay", Action(step, 1, "dragon-bonus-banker", 1_00)))


@pytest.mark.clause("ma/12/e/paytable")
@pytest.mark.parametrize("column", ["A", "B", "C"])
def test_the_pay_table_is_the_one_selected(column: str, saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus_paytable=column)
    coup = dealt(rules, "Ks Jh 4d Qc 5s 2h", wager("dragon-bonus-player", 1_00))
    assert settled(coup, "dragon-bonus-player").winnings_cents == {"A": 6_00, "B": 7_00, "C": 4_00}[column]
    saw([setting for setting in rules.settings if setting.name == "dragon_bonus_paytable"])


@pytest.mark.clause("ma/12/e/paytable", breaks=True)
def test_another_pay_table_is_no_configuration(saw: Sightings) -> None:
    for column in ("D", "a", "1"):
        (refusal,) = refusals("massachusetts", dragon_bonus_paytable=column)
        assert "A, B or C" in refusal.sentence
        saw(refusal)


@pytest.mark.clause("ma/12/e/natural-tie")
@pytest.mark.parametrize("column", ["A", "B", "C"])
def test_a_natural_tie_is_a_push_under_every_pay_table(column: str, saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus_paytable=column)
    coup = dealt(rules, tables.NATURAL_TIE_8, wager("dragon-bonus-player"), wager("dragon-bonus-banker"))
    assert [(w.outcome, w.net_cents) for w in coup.settlement.wagers] == [("push", 0), ("push", 0)]
    saw(coup.settlement.wagers)


@pytest.mark.clause("ma/12/e/natural-tie", breaks=True)
def test_a_natural_tie_paid_or_collected_is_refused(saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus="on")
    coup = dealt(rules, tables.NATURAL_TIE_8, wager("dragon-bonus-player", 5_00))
    for step in ("pay", "collect"):
        saw(mistake(rules, coup, "return", Action(step, 1, "dragon-bonus-player", 5_00)))
