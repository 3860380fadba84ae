"""The order of settlement: losers first, then one of the procedures; and what a dealer may do in which turn."""

from fractions import Fraction
from itertools import permutations

import pytest

from minibac.play.deal import DealtCoup
from minibac.play.results import Result
from minibac.play.settlement import Action, check_actions, settle, settle_unchecked, whole_cents
from minibac.play.wagers import Coupon, Wager
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal, Refused
from tests.play import tables
from tests.play.tables import acted, dealt, mistake, refusals, steps, table, wager
from tests.postings import balances
from tests.sightings import Sightings

# Banker wins with 7 over 6: seats 8, 5 and 2 have Banker wagers, seats 9, 5 and 1 lose.
LAYOUT = [
    wager("banker", 20_00, 5),
    wager("tie", 1_00, 5),
    wager("banker", 40_00, 2),
    wager("player", 5_00, 1),
    wager("player", 5_00, 9),
    wager("banker", 60_00, 8),
]
LOSERS = [("collect", 9, "player"), ("collect", 5, "tie"), ("collect", 1, "player")]

# s42/j/2, written out: the highest winning position is seat 8.
PROCEDURES = {
    "i": [("pay", 8), ("pay", 5), ("pay", 2), ("vigorish", 8), ("vigorish", 5), ("vigorish", 2)],
    "ii": [("vigorish", 8), ("vigorish", 5), ("vigorish", 2), ("pay", 8), ("pay", 5), ("pay", 2)],
    "iii": [("pay", 8), ("vigorish", 8), ("pay", 5), ("vigorish", 5), ("pay", 2), ("vigorish", 2)],
    "iv": [("vigorish", 8), ("pay", 8), ("vigorish", 5), ("pay", 5), ("vigorish", 2), ("pay", 2)],
}


def banker_win(rules: HouseRules) -> DealtCoup:
    return dealt(rules, tables.BANKER_7_6, *LAYOUT)


def first_refusal(rules: HouseRules, coup: DealtCoup, order: list[Action]) -> Refusal | None:
    return check_actions(rules, coup.settlement, order)


# -- the four procedures ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "order", [pytest.param(order, marks=pytest.mark.clause(f"s42/j/2/{order}")) for order in PROCEDURES]
)
def test_each_procedure_pays_and_takes_in_its_own_order(order: str, saw: Sightings) -> None:
    rules = table("section-42", settlement_order=order)
    coup = banker_win(rules)
    assert steps(coup) == LOSERS + [(step, seat, "banker") for step, seat in PROCEDURES[order]]
    assert acted(rules, coup, coup.settlement.actions) is None
    saw(coup.explanation, [setting for setting in rules.settings if setting.name == "settlement_order"])


@pytest.mark.parametrize(
    "order", [pytest.param(order, marks=pytest.mark.clause(f"s42/j/2/{order}", breaks=True)) for order in PROCEDURES]
)
def test_every_other_order_of_winners_and_vigorish_is_refused(order: str, saw: Sightings) -> None:
    """All 720 orders of the six moves that follow the losers: one of them is right."""
    rules = table("section-42", settlement_order=order)
    coup = banker_win(rules)
    losers, after = coup.settlement.actions[:3], coup.settlement.actions[3:]
    right = 0
    for tried in permutations(after):
        refusal = acted(rules, coup, (*losers, *tried))
        if refusal is None:
            right += 1
            assert tried == after
            continue
        assert refusal.code is Code.WRONG_ORDER
        assert {f"s42/j/2/{order}", "s42/j/2/then-pay"} <= set(refusal.clauses)
        saw(refusal)
    assert right == 1


@pytest.mark.clause("s42/j/2/then-pay")
@pytest.mark.parametrize("order", PROCEDURES)
def test_winners_follow_by_one_of_the_four(order: str, saw: Sightings) -> None:
    coup = banker_win(table("section-42", settlement_order=order))
    moves = [line for line in coup.explanation if line.step in ("pay", "vigorish")]
    assert len(moves) == 6
    assert all({f"s42/j/2/{order}", "s42/j/2/then-pay"} <= set(line.clauses) for line in moves)
    saw(moves)


@pytest.mark.clause("s42/j/2/then-pay", breaks=True)
@pytest.mark.parametrize("order", PROCEDURES)
def test_the_order_of_another_procedure_is_refused(order: str, saw: Sightings) -> None:
    rules = table("section-42", settlement_order=order)
    coup = banker_win(rules)
    for other in set(PROCEDURES) - {order}:
        moves = banker_win(table("section-42", settlement_order=other)).settlement.actions
        refusal = acted(rules, coup, moves)
        assert refusal is not None
        saw(refusal)


@pytest.mark.clause("s42/j/3")
def test_the_casino_chooses_the_procedure_for_a_table(saw: Sightings) -> None:
    for order in PROCEDURES:
        rules = table("section-42", settlement_order=order)
        assert rules.options["settlement_order"] == order
        saw([setting for setting in rules.settings if setting.name == "settlement_order"])


@pytest.mark.clause("s42/j/3", breaks=True)
def test_there_is_no_fifth_procedure(saw: Sightings) -> None:
    for order in ("v", "I", "pay-first", "i,ii"):
        (refusal,) = refusals("section-42", settlement_order=order)
        assert "i, ii, iii or iv" in refusal.sentence
        saw(refusal)


@pytest.mark.clause("ma/11/b/order")
@pytest.mark.parametrize("collection", ["at-payout", "deferred"])
def test_massachusetts_takes_or_marks_and_pays_seat_by_seat(collection: str, saw: Sightings) -> None:
    rules = table("massachusetts", vigorish_collection=collection)
    coup = banker_win(rules)
    took = "vigorish" if collection == "at-payout" else "mark"
    fourth = [(step.replace("vigorish", took), seat, "banker") for step, seat in PROCEDURES["iv"]]
    assert steps(coup) == LOSERS + fourth
    saw(coup.explanation)


@pytest.mark.clause("ma/11/b/order", breaks=True)
def test_massachusetts_knows_one_order(saw: Sightings) -> None:
    for order in ("i", "ii", "iii"):
        saw(*refusals("massachusetts", settlement_order=order))
    rules = table("massachusetts")
    coup = banker_win(rules)
    losers, after = coup.settlement.actions[:3], coup.settlement.actions[3:]
    for tried in permutations(after):
        refusal = acted(rules, coup, (*losers, *tried))
        assert (refusal is None) == (tried == after)
        if refusal:
            saw(refusal)


@pytest.mark.clause("ma/11/b/ez")
def test_ez_settles_in_a_payment_pass_alone(saw: Sightings) -> None:
    coup = banker_win(table("massachusetts", vigorish_type="ez"))
    assert steps(coup) == [*LOSERS, ("pay", 8, "banker"), ("pay", 5, "banker"), ("pay", 2, "banker")]
    saw([line for line in coup.explanation if line.step == "pay"])


@pytest.mark.clause("ma/11/b/ez", breaks=True)
def test_a_vigorish_step_at_ez_is_refused(saw: Sightings) -> None:
    rules = table("massachusetts", vigorish_type="ez")
    coup = banker_win(rules)
    for step in ("vigorish", "mark"):
        refusal = mistake(rules, coup, "pay", Action(step, 8, "banker", 3_00))
        assert {"ma/11/b/ez", "ma/12/c/ez"} <= set(refusal.clauses)
        saw(refusal)
    losers = coup.settlement.actions[:3]
    climbing = (*losers, *reversed(coup.settlement.actions[3:]))
    saw(acted(rules, coup, climbing))


# -- losers first ----------------------------------------------------------------------------------

LOSERS_FIRST = [("s42/j/2", "section-42"), ("ma/11/b", "massachusetts")]


@pytest.mark.parametrize("rulebook", [pytest.param(book, marks=pytest.mark.clause(id_)) for id_, book in LOSERS_FIRST])
def test_all_losing_wagers_are_collected_first(rulebook: str, saw: Sightings) -> None:
    coup = banker_win(table(rulebook))
    assert steps(coup)[:3] == LOSERS
    assert "collect" not in [step for step, *_ in steps(coup)[3:]]
    saw([line for line in coup.explanation if line.step == "collect"])


@pytest.mark.parametrize(
    "rulebook", [pytest.param(book, marks=pytest.mark.clause(id_, breaks=True)) for id_, book in LOSERS_FIRST]
)
def test_paying_taking_or_returning_before_the_losers_is_refused(rulebook: str, saw: Sightings) -> None:
    rules = table(rulebook)
    coup = banker_win(rules)
    losers, after = coup.settlement.actions[:3], coup.settlement.actions[3:]
    for collected in range(3):
        refusal = acted(rules, coup, (*losers[:collected], after[0]))
        assert refusal is not None
        assert refusal.code is Code.WRONG_ORDER
        assert "collecting" in refusal.sentence
        saw(refusal)
    tie = dealt(rules, tables.TIE_6_6, wager("player"), wager("tie", 1_00, 3), wager("banker", seat_no=2))
    assert acted(rules, tie, [Action("return", 1, "player", 100_00)]) is None, "nobody lost"


def test_no_clause_orders_the_losers_among_themselves() -> None:
    rules = table("section-42")
    coup = banker_win(rules)
    losers, after = coup.settlement.actions[:3], coup.settlement.actions[3:]
    for tried in permutations(losers):
        assert check_actions(rules, coup.settlement, (*tried, *after)) is None


def test_house_money_is_not_among_the_losers_of_the_result() -> None:
    """It has been settled before third cards, and a winner of it may be paid before the losers of the result."""
    rules = table("massachusetts", house_money="on", vigorish_type="ez")
    coup = dealt(rules, "4s 2h 4d 3c", wager("house-money", 1_00, 2), wager("banker", 5_00, 3))
    assert steps(coup) == [("pay", 2, "house-money"), ("collect", 3, "banker")]
    refusal = check_actions(rules, coup.settlement, [Action("collect", 3, "banker", 5_00)])
    assert refusal is not None
    assert refusal.clause == "ma/8/c/3"


# -- the tie ---------------------------------------------------------------------------------------

TIE_LAYOUT = [wager("banker", 20_00, 7), wager("tie", 1_00, 7), wager("tie", 1_00, 4), wager("banker", 40_00, 2)]
TIE_LAYOUT += [wager("player", 5_00, 9)]

TIED = {  # A25: positions with a winning Tie wager or a tied Banker wager, in the order of the procedure
    "i": ["return 7 banker", "pay 7 tie", "pay 4 tie", "return 2 banker", "vigorish 7 banker", "vigorish 2 banker"],
    "ii": ["vigorish 7 banker", "vigorish 2 banker", "return 7 banker", "pay 7 tie", "pay 4 tie", "return 2 banker"],
    "iii": ["return 7 banker", "pay 7 tie", "vigorish 7 banker", "pay 4 tie", "return 2 banker", "vigorish 2 banker"],
    "iv": ["vigorish 7 banker", "return 7 banker", "pay 7 tie", "pay 4 tie", "vigorish 2 banker", "return 2 banker"],
}


@pytest.mark.parametrize("order", TIED)
def test_the_tie_vigorish_goes_by_the_procedure(order: str) -> None:
    rules = table("section-42", vigorish_type="tie-25", settlement_order=order)
    coup = dealt(rules, tables.TIE_6_6, *TIE_LAYOUT)
    moves = [f"{step} {seat} {name}" for step, seat, name in steps(coup)]
    assert moves == [*TIED[order], "return 9 player"]


@pytest.mark.parametrize("order", ["ii", "iv"])
def test_a_guest_who_is_all_in_pays_the_tie_vigorish_out_of_the_wager(order: str) -> None:
    """A25: taken before the return, it never touches the guest's other chips."""
    rules = table("section-42", vigorish_type="tie-25", settlement_order=order)
    coup = dealt(rules, tables.TIE_6_6, wager("banker", 100_00))
    moved = [(p.step, p.account, p.amount_cents) for p in coup.postings if p.step != "wager"]
    assert moved == [
        ("vigorish", "layout/1/banker", -25_00),
        ("vigorish", "vigorish", 25_00),
        ("return", "layout/1/banker", -75_00),
        ("return", "seat/1/chips", 75_00),
    ]


def test_what_is_only_returned_may_be_returned_whenever_the_losers_are_in() -> None:
    rules = table("section-42")
    coup = dealt(rules, tables.TIE_6_6, *TIE_LAYOUT)
    right = coup.settlement.actions
    pays, returns = [a for a in right if a.step == "pay"], [a for a in right if a.step == "return"]
    assert len(returns) == 3
    for tried in permutations(returns):
        assert check_actions(rules, coup.settlement, [*tried, *pays]) is None
        assert check_actions(rules, coup.settlement, [tried[0], pays[0], tried[1], pays[1], tried[2]]) is None


# -- what else is refused --------------------------------------------------------------------------


def test_moves_for_nothing_are_refused() -> None:
    rules = table("section-42")
    coup = dealt(rules, tables.PLAYER_7_6, wager("player", 5_00))
    nobody = check_actions(rules, coup.settlement, [Action("pay", 2, "player", 5_00)])
    assert nobody is not None
    assert "no such wager" in nobody.sentence
    paid = Action("pay", 1, "player", 5_00)
    twice = check_actions(rules, coup.settlement, [paid, paid])
    assert twice is not None
    assert "has been done" in twice.sentence


def test_a_wager_that_should_have_been_refused_is_never_truncated() -> None:
    """A broken promise raises; half a cent is not lost silently."""
    rules = table("section-42", tie_odds="17/2")
    result = dealt(rules, tables.TIE_6_6).coup.result
    with pytest.raises(ValueError, match="no whole number"):
        settle_unchecked(rules, result, [Wager(1, "tie", 1)])
    with pytest.raises(ValueError, match="no whole number"):
        whole_cents(101, Fraction(1, 2))


@pytest.mark.parametrize(
    ("rulebook", "wager", "code", "clause"),
    [
        ("massachusetts", Wager(3, "dragon-7", 5_00), Code.NOT_OFFERED, "ma/7/a/5"),
        ("massachusetts", Wager(3, "banker", 10_00, Coupon(5_00, "M-1")), Code.COUPON, "ma/7/b"),
        ("massachusetts", Wager(10, "banker", 10_00), Code.NO_SUCH_SEAT, "ma/2/a"),
        ("section-42", Wager(3, "banker", -10_00), Code.BAD_STAKE, "s42/b/3"),
        ("section-42", Wager(3, "banker", 1), Code.SPLIT_CENT, "s42/c/3/extract"),
    ],
)
def test_what_no_table_takes_is_not_settled_either(rulebook: str, wager: Wager, code: Code, clause: str) -> None:
    result = Result(player_total=6, banker_total=7, player_cards=2, banker_cards=3)
    with pytest.raises(Refused) as no:
        settle(rulebook, result, [wager])
    (refusal,) = no.value.refusals
    assert (refusal.code, clause in refusal.clauses) == (code, True)
    assert settle(rulebook, result, [Wager(3, "banker", 10_00)]).wagers[0].outcome == "win"


@pytest.mark.parametrize("counts", [(15, 3, 2, 3), (9, 3, 4, 3), (-1, 3, 2, 2), (9, 3, 2, 1)])
def test_what_is_no_result_is_not_settled(counts: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="result"):
        settle("section-42", Result(*counts), [Wager(3, "banker", 10_00)])


def test_balances_notice_a_ledger_that_does_not_sum_to_zero() -> None:
    coup = dealt(table("section-42"), tables.PLAYER_7_6, wager("player"))
    with pytest.raises(AssertionError, match="zero"):
        balances(coup.postings[:-1])
