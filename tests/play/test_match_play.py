"""Match play coupons beside the chips of a Player or Banker wager (A44)."""

import pytest

from minibac.play.deal import check_deal
from minibac.play.wagers import Coupon, Wager, check_wager, check_wagers
from minibac.rules.refusal import Code
from tests.play import tables
from tests.play.tables import dealt, refusals, settled, steps, table, wager
from tests.postings import balances
from tests.sightings import Sightings

ON = {"match_play": "on"}

# 20 dollars in chips with a coupon of 10: what becomes of the guest's chips.
COUPONS = [
    ("player", tables.PLAYER_7_6, {}, 30_00, 0),  # pays its face as if chips
    ("banker", tables.BANKER_7_6, {}, 30_00, 1_50),  # 5 percent of the whole amount won
    ("banker", tables.BANKER_7_6, {"vigorish_rate": "4%"}, 30_00, 1_20),
    ("banker", tables.BANKER_6_IN_TWO, {"vigorish_type": "none-banker-6"}, 15_00, 0),
    ("player", tables.BANKER_7_6, {}, -20_00, 0),  # surrendered, and it costs nothing
    ("banker", tables.TIE_6_6, {}, 0, 0),  # returned on a push
    ("banker", tables.TIE_6_6, {"vigorish_type": "tie-25"}, 0, 5_00),  # a quarter of the chips alone
]


@pytest.mark.clause("s42/b/3/match-play")
@pytest.mark.parametrize(("name", "text", "choices", "gain", "vigorish"), COUPONS)
def test_a_coupon_plays_beside_the_chips(
    name: str, text: str, choices: dict[str, str], gain: int, vigorish: int, saw: Sightings
) -> None:
    rules = table("section-42", **ON, **choices)
    coup = dealt(rules, text, wager(name, 20_00, coupon_cents=10_00))
    result = settled(coup, name)
    assert (result.net_cents, result.vigorish_cents, result.coupon_cents) == (gain - vigorish, vigorish, 10_00)
    assert balances(coup.postings)["seat/1/chips"] == gain - vigorish
    placed = [p.amount_cents for p in coup.postings if p.account == f"layout/1/{name}"]
    assert placed[0] == 20_00, "a coupon is no chips"
    assert f"coupon 1-{name}" in str(coup.explanation[0].text)
    saw(coup.explanation[0], [setting for setting in rules.settings if setting.name == "match_play"])


@pytest.mark.clause("s42/b/3/match-play", breaks=True)
def test_a_coupon_is_refused_alone_twice_off_its_areas_and_where_none_are_used(saw: Sightings) -> None:
    rules = table("section-42", **ON)
    faults = [
        (rules, [Wager(1, "player", 0, Coupon(10_00, "A"))]),
        (rules, [Wager(1, "player", 5_00, Coupon(0, "A"))]),
        (rules, [Wager(1, "player", 5_00, Coupon(10_00, "A")), Wager(2, "player", 5_00, Coupon(10_00, "A"))]),
        (rules, [Wager(1, "tie", 5_00, Coupon(10_00, "A"))]),
        (table("section-42", match_play_on="banker"), [Wager(1, "player", 5_00, Coupon(10_00, "A"))]),
        (table("section-42"), [Wager(1, "player", 5_00, Coupon(10_00, "A"))]),
    ]
    for where, wagers in faults:
        (refusal,) = check_deal(where, (), wagers)
        assert refusal.code is Code.COUPON
        saw(refusal)
    saw(*refusals("section-42", match_play_on="tie"))
    assert (
        check_wagers(rules, [Wager(1, "player", 5_00, Coupon(10_00, "A")), Wager(1, "banker", 20, Coupon(20, "B"))])
        == ()
    )


def test_vigorish_before_payment_reaches_for_the_chips_of_the_guest_when_the_coupon_is_large() -> None:
    """1 dollar in chips and a coupon of 99 win 100 and owe 5: one from the area, four from the guest's chips."""
    coup = dealt(table("section-42", **ON), tables.BANKER_7_6, wager("banker", 1_00, coupon_cents=99_00))
    assert steps(coup) == [("vigorish", 1, "banker"), ("pay", 1, "banker")]
    taken = {p.account: p.amount_cents for p in coup.postings if p.step == "vigorish"}
    assert taken == {"layout/1/banker": -1_00, "seat/1/chips": -4_00, "vigorish": 5_00}
    assert balances(coup.postings)["seat/1/chips"] == 95_00


def test_a_coupon_that_makes_the_wager_split_a_cent_is_refused() -> None:
    refusal = check_wager(table("section-42", **ON), wager("banker", 20, coupon_cents=1))
    assert refusal is not None
    assert refusal.code is Code.SPLIT_CENT
