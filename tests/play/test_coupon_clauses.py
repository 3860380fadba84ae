"""A coupon beside the chips rests on the clause that allows it, when it is taken and when it is refused (A44)."""

from minibac.play.wagers import Coupon, Wager, check_wagers
from minibac.rules.refusal import Code
from tests.play import tables
from tests.play.tables import dealt, table, wager


def test_a_coupon_is_taken_and_refused_by_its_own_clause() -> None:
    rules = table("section-42", match_play="on")
    taken = dealt(rules, tables.PLAYER_7_6, wager("player", 20_00, coupon_cents=10_00)).explanation[0]
    assert taken.clauses == ("s42/b/1/ii", "s42/b/1", "s42/b/2", "s42/b/3", "s42/b/3/match-play")
    (refused,) = check_wagers(rules, [Wager(1, "tie", 5_00, Coupon(10_00, "A"))])
    assert (refused.code, refused.clause) == (Code.COUPON, "s42/b/3/match-play")
