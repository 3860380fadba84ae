"""Massachusetts: wagers that are not permitted, not paid for, or too late."""

from typing import Any

from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation


def betting(house: TriedHouse, **options: Any) -> Table:
    """A table that takes wagers, with guests at 3 and 5."""
    return Table(house, guests=(3, 5), **options)


@violation("ma/7/a/4", "A guest puts chips on Dragon Bonus where the house does not offer it.")
def dragon_bonus_unoffered(house: TriedHouse) -> Refused:
    table = betting(house)
    return refused(table.guests[3].give("PlaceWager", seat=3, wager="dragon-bonus-player", cents=1_000))


@violation("ma/7/a/5", "A guest wants the Dragon 7 Insurance at a table with vigorish.")
def dragon_7_with_vigorish(house: TriedHouse) -> Refused:
    table = betting(house)
    return refused(table.guests[3].give("PlaceWager", seat=3, wager="dragon-7", cents=1_000))


@violation("ma/7/a/6", "A guest wants the Panda 8 Insurance at a table with vigorish.")
def panda_8_with_vigorish(house: TriedHouse) -> Refused:
    table = betting(house)
    return refused(table.guests[3].give("PlaceWager", seat=3, wager="panda-8", cents=1_000))


@violation("ma/7/a/7", "A guest puts chips on House Money where the house does not offer it.")
def house_money_unoffered(house: TriedHouse) -> Refused:
    table = betting(house)
    return refused(table.guests[3].give("PlaceWager", seat=3, wager="house-money", cents=1_000))


@violation("ma/7/b", "A guest lays a match play coupon beside the chips.")
def coupon(house: TriedHouse) -> Refused:
    table = betting(house)
    facts = {"seat": 3, "wager": "player", "cents": 5_000, "coupon_cents": 5_000, "coupon_serial": "MP-1"}
    return refused(table.guests[3].give("PlaceWager", **facts))


@violation("ma/7/b/verbal", "A guest calls out a wager and shows half of the cash for it.")
def half_the_cash(house: TriedHouse) -> Refused:
    table = betting(house, verbal_wagers=True)
    return refused(table.guests[3].give("SpeakWager", seat=3, wager="banker", cents=10_000, cash_cents=5_000))


@violation("ma/7/b/verbal-confirm", "The guest beside the bettor confirms a spoken wager.")
def confirmed_by_a_friend(house: TriedHouse) -> Refused:
    table = betting(house, verbal_wagers=True)
    table.guests[3].ok("SpeakWager", seat=3, wager="banker", cents=10_000, cash_cents=10_000)
    return refused(table.guests[5].give("ConfirmSpoken", seat=3, wager="banker"))


@violation("ma/7/b/verbal-convert", "The dealer deals while the cash of a spoken wager lies on the table.")
def cash_on_the_table(house: TriedHouse) -> Refused:
    table = betting(house, verbal_wagers=True)
    table.guests[3].ok("SpeakWager", seat=3, wager="banker", cents=10_000, cash_cents=10_000)
    table.dealer.ok("ConfirmSpoken", seat=3, wager="banker")
    table.dealer.ok("CallNoMoreBets")
    return refused(table.dealer.give("DealCard", hand="player"))


@violation("ma/7/c", "A guest who has seen the Player's cards takes a wager on the Banker back.")
def withdrawn_after_the_call(house: TriedHouse) -> Refused:
    table = betting(house)
    table.coup("9h 2s Kd 2d", lambda state: "player" in (state.coup.called if state.coup else ()), banker_3=5_000)
    return refused(table.guests[3].give("WithdrawWager", seat=3, wager="banker"))


@violation("ma/8/b", "The dealer deals the first card and calls no more bets afterwards.")
def dealt_before_the_call(house: TriedHouse) -> Refused:
    return refused(betting(house).dealer.give("DealCard", hand="player"))


@violation("ma/12/d/2/iii", "The dealer takes a friend's marker button away before it is paid.")
def button_taken_away(house: TriedHouse) -> Refused:
    table = betting(house, vigorish_collection="deferred")
    table.coup("2h 9s Kd Ks", "betting", banker_3=10_000)
    return refused(table.dealer.give("ChangeMarker", seat=3, cents=0))


@violation("ma/12/d/2/ii", "The dealer puts down a button for more than is owed.")
def too_big_a_button(house: TriedHouse) -> Refused:
    table = betting(house, vigorish_collection="deferred")
    table.coup("2h 9s Kd Ks", "betting", banker_3=10_000)
    return refused(table.dealer.give("ChangeMarker", seat=3, cents=1_000))


@violation("ma/12/d/2/i", "The floorperson has the cards reshuffled while a guest owes vigorish.")
def reshuffled_unpaid(house: TriedHouse) -> Refused:
    table = betting(house, vigorish_collection="deferred")
    table.coup("2h 9s Kd Ks", "betting", banker_3=10_000)
    return refused(table.floor.give("DirectShuffle", reason="a worn card"))
