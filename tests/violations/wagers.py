"""Wagers that are not on the list, have nothing behind them, or come when no wager may be made."""

from typing import Any

from tests.violations.scenes import Scene, player_has, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, remedied, violation


@violation("s42/b/4", "A guest adds to a wager after the call of no more bets.")
def adding_after_the_call(house: TriedHouse) -> Refused:
    at = scene(house, "called", round_with("2h 3s 2d 2s", "dealing", ann_player=1000))
    return refused(at.ann.give("PlaceWager", seat=3, wager="player", cents=1000))


@violation("s42/b/5", "A guest takes chips back when the first card is out.")
def taking_back_after_the_first_card(house: TriedHouse) -> Refused:
    at = scene(house, "first card", round_with("2h 3s 2d 2s", player_has(1), ann_player=1000))
    return refused(at.ann.give("WithdrawWager", seat=3, wager="player"))


@violation("s42/b/1", "A guest wagers on a pair.")
def wager_on_a_pair(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.ann.give("PlaceWager", seat=3, wager="player-pair", cents=1000))


@violation("s42/b/2", "A guest wagers on something the dealer made up.")
def wager_of_the_dealers_own(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.ann.give("PlaceWager", seat=3, wager="insurance", cents=1000))


@violation("s42/b/3", "A guest wagers more chips than the guest has.")
def no_chips_behind_it(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.ann.give("PlaceWager", seat=3, wager="player", cents=10_000))


SPOKEN: dict[str, Any] = {"verbal_wagers": True, "match_play": True}


@violation("s42/b/3/match-play", "A guest lays a coupon without chips beside it.")
def coupon_alone(house: TriedHouse) -> Refused:
    at = scene(house, "coupons and spoken wagers", **SPOKEN)
    return refused(at.ann.give("PlaceWager", seat=3, wager="player", cents=0, coupon_cents=1000, coupon_serial="C1"))


def coupon_won(at: Scene) -> None:
    at.ann.ok("PlaceWager", seat=3, wager="player", cents=1000, coupon_cents=1000, coupon_serial="C1")
    at.dealt("9h Ks Qd Kh", "betting")


@violation("s42/b/3/match-play", "A guest lays a coupon a second time that has won and was surrendered.")
def coupon_twice(house: TriedHouse) -> Refused:
    at = scene(house, "coupon won", coupon_won, **SPOKEN)
    return refused(at.ann.give("PlaceWager", seat=3, wager="player", cents=1000, coupon_cents=1000, coupon_serial="C1"))


@violation("s42/b/3/verbal", "A guest speaks a wager and puts down half the cash.")
def half_the_cash(house: TriedHouse) -> Refused:
    at = scene(house, "coupons and spoken wagers", **SPOKEN)
    return refused(at.ann.give("SpeakWager", seat=3, wager="player", cents=2000, cash_cents=1000))


def spoken(at: Scene) -> None:
    at.ann.ok("SpeakWager", seat=3, wager="player", cents=2000, cash_cents=2000)


@violation("s42/b/3/verbal-confirm", "The dealer closes the betting on a spoken wager that no supervisor confirmed.")
def confirmed_by_the_dealer_alone(house: TriedHouse) -> Refused:
    at = scene(house, "spoken", spoken, **SPOKEN)
    at.dealer.ok("ConfirmSpoken", seat=3, wager="player")
    at.dealer.ok("CallNoMoreBets")
    return remedied(at.ann, "SpokenReturned")


def confirmed(at: Scene) -> None:
    spoken(at)
    for page in (at.dealer, at.floor):
        page.ok("ConfirmSpoken", seat=3, wager="player")
    at.dealer.ok("CallNoMoreBets")


@violation("s42/b/3/verbal-convert", "The dealer deals while the cash of a spoken wager lies on the layout.")
def cash_on_the_layout(house: TriedHouse) -> Refused:
    at = scene(house, "spoken and confirmed", confirmed, **SPOKEN)
    return refused(at.dealer.give("DealCard", hand="player"))
