"""Seminole: the wagers, the deal, the charts and the pay of the guide, against which somebody plays."""

from typing import Any

from tests.page.guests import MINUTES_10
from tests.violations.ma_doors import Table, file_refused, options_refused
from tests.violations.trial import Refused, TriedHouse, refused, violation

PLAYER_WINS, BANKER_WINS, TIES, BANKER_6 = "Kh 2s 9d 2d", "Kh 9s 2d Kd", "Kh Ks 9d 9c", "Kh Ks Kd 6c 5c"


def at(house: TriedHouse, cards: str = "", holds: object = "betting", **facts: Any) -> Table:
    """A Seminole table, where a coup with these cards has come so far; wagers end with their seat, options do not."""
    wagers = {name: cents for name, cents in facts.items() if name[-1].isdigit()}
    options = {name: value for name, value in facts.items() if name not in wagers}
    table = Table(house, "seminole", guests=(3, 5), **options)
    if cards:
        table.coup(cards, holds, **(wagers or {"player_3": 5_000}))  # type: ignore[arg-type]
    return table


def paid(house: TriedHouse, cards: str, *move: object, **facts: Any) -> Refused:
    """The dealer makes this move of the settlement."""
    return refused(at(house, cards, "settling", **facts).dealer.give("TakeActions", actions=[move]))


def third(house: TriedHouse, cards: str, hand: str) -> Refused:
    """The dealer deals a third card to a hand when all that is due lies there."""
    return refused(at(house, cards, "result").dealer.give("DealCard", hand=hand))


def called(house: TriedHouse, cards: str, count: int) -> Refused:
    """The dealer announces this count of the Player's hand."""
    return refused(at(house, cards, "turning").dealer.give("CallCount", hand="player", count=count))


@violation("sem/decisions", "A guest puts chips on House Money, which the guide does not know.")
def house_money_in_florida(house: TriedHouse) -> Refused:
    return refused(at(house).guests[3].give("PlaceWager", seat=3, wager="house-money", cents=1_000))


@violation("sem/commission", "The house takes four per cent of a banker win.")
def four_per_cent_in_florida(house: TriedHouse) -> Refused:
    return options_refused(house, "seminole", vigorish_rate="4%")


@violation("sem/commission-when", "The floorperson has the cards spread while a guest owes commission.")
def spread_unpaid(house: TriedHouse) -> Refused:
    table = at(house, BANKER_WINS, "betting", banker_3=10_000)
    house.server.clock.ahead += MINUTES_10
    return refused(table.floor.give("DeclareDead"))


@violation("sem/no-commission", "At a game without commission the dealer takes five per cent.")
def commission_all_the_same(house: TriedHouse) -> Refused:
    move = ("vigorish", 3, "banker", 250)
    return paid(house, BANKER_WINS, *move, vigorish_type="none-banker-6", banker_3=5_000)


@violation("sem/no-commission-6", "At a game without commission the dealer pays a banker six in full.")
def six_paid_in_full(house: TriedHouse) -> Refused:
    return paid(house, BANKER_6, "pay", 3, "banker", 5_000, vigorish_type="none-banker-6", banker_3=5_000)


@violation("sem/pairs-wager", "Two cards of a suit, and the dealer pays the Player Pair.")
def suited_is_no_pair(house: TriedHouse) -> Refused:
    return paid(house, "Kh 2s 9h 2d", "pay", 3, "player-pair", 11_000, player_pair_3=1_000)


@violation("sem/pairs-areas", "The layout has both pair areas on one side of the tie.")
def pairs_on_one_side(house: TriedHouse) -> Refused:
    del house
    return file_refused(
        "seminole", ('"player-pair", "tie", "banker-pair"]\nsigns', '"player-pair", "banker-pair", "tie"]\nsigns')
    )


@violation("sem/pairs-pay", "The dealer pays twelve to one on the Banker Pair.")
def twelve_to_one(house: TriedHouse) -> Refused:
    return paid(house, "Kh 2s 9d 2d", "pay", 3, "banker-pair", 12_000, banker_pair_3=1_000)


@violation("sem/tie-pay", "The house pays nine to one on a tie.")
def nine_to_one(house: TriedHouse) -> Refused:
    return options_refused(house, "seminole", tie_odds=9)


@violation("sem/decks", "The house plays with six decks.")
def six_decks(house: TriedHouse) -> Refused:
    return options_refused(house, "seminole", decks=6)


@violation("sem/shuffle-shoe", "A guest puts the cards into the shoe.")
def loaded_by_a_guest_in_florida(house: TriedHouse) -> Refused:
    table = Table(house, "seminole")
    table.sit(3)
    table.go("completed")
    return refused(table.guests[3].give("LoadShoe", cutting_cards=2))


@violation("sem/dealer-deals", "A guest draws the next card from the shoe.")
def dealt_by_a_guest(house: TriedHouse) -> Refused:
    return refused(at(house, PLAYER_WINS, "dealing").guests[3].give("DealCard", hand="player"))


@violation("sem/macau", "The dealer hands the cards to a guest at a table that is not dealt the macau way.")
def macau_at_any_table(house: TriedHouse) -> Refused:
    return refused(at(house, PLAYER_WINS, "turning").dealer.give("HandCards", hand="player", seat=3))


@violation("sem/no-more-bets", "The dealer deals before the call of no more bets.")
def dealt_uncalled(house: TriedHouse) -> Refused:
    return refused(at(house).dealer.give("DealCard", hand="player"))


@violation("sem/four-cards", "The dealer draws a fifth card before the counts are announced.")
def a_fifth_card(house: TriedHouse) -> Refused:
    return refused(at(house, PLAYER_WINS, "turning").dealer.give("DealCard", hand="player"))


@violation("sem/two-hands", "The dealer deals a hand to a guest.")
def a_hand_for_a_guest(house: TriedHouse) -> Refused:
    return refused(at(house, PLAYER_WINS, "dealing").dealer.give("DealCard", hand="seat 3"))


@violation("sem/alternate", "The dealer gives the first two cards to the banker's hand.")
def two_for_the_banker(house: TriedHouse) -> Refused:
    return refused(at(house, PLAYER_WINS, "dealing").dealer.give("DealCard", hand="banker"))


@violation("sem/natural", "The player has a natural, and the dealer draws for the bank.")
def natural_drawn_against(house: TriedHouse) -> Refused:
    return third(house, "Kh 2s 8d 2d", "banker")


@violation("sem/player-stands", "The player has six, and the dealer draws for it.")
def player_draws_on_six_in_florida(house: TriedHouse) -> Refused:
    return third(house, "Kh 3s 6d 4d", "player")


@violation("sem/player-draws", "The player has five, and the dealer draws for the bank alone.")
def player_left_at_five(house: TriedHouse) -> Refused:
    return refused(at(house, "Kh 2s 5d 2d", "drawing").dealer.give("DealCard", hand="banker"))


@violation("sem/one-additional", "The player's hand gets a fourth card.")
def a_fourth_card_in_florida(house: TriedHouse) -> Refused:
    table = at(house, "Kh 2s 4d 2d 3c", "drawing")
    table.dealer.ok("DealCard", hand="player")
    return refused(table.dealer.give("DealCard", hand="player"))


@violation("sem/banker-3-no", "The bank has three and draws against an eight.")
def three_against_eight_in_florida(house: TriedHouse) -> Refused:
    return third(house, "Kh Ks 2d 3d 8c", "banker")


@violation("sem/banker-4-no", "The bank has four and draws against an ace.")
def four_against_ace_in_florida(house: TriedHouse) -> Refused:
    return third(house, "Kh Ks 2d 4d Ac", "banker")


@violation("sem/banker-5-no", "The bank has five and draws against a nine.")
def five_against_nine(house: TriedHouse) -> Refused:
    return third(house, "Kh Ks 2d 5d 9c", "banker")


@violation("sem/banker-6-no", "The bank has six and draws against a five.")
def six_against_five(house: TriedHouse) -> Refused:
    return third(house, "Kh Ks 2d 6d 5c", "banker")


@violation("sem/banker-7", "The bank has seven and draws.")
def seven_draws(house: TriedHouse) -> Refused:
    return third(house, "Kh Ks 2d 7d 6c", "banker")


@violation("sem/banker-8-9", "The bank has a natural nine and draws.")
def nine_draws(house: TriedHouse) -> Refused:
    return third(house, "Kh Ks 2d 9d", "banker")


@violation("sem/banker-player-stands", "The player stands on seven, and the bank draws on six.")
def six_draws(house: TriedHouse) -> Refused:
    return third(house, "Kh Ks 7d 6d", "banker")


@violation("sem/closest-nine", "Eight against nine, and the dealer announces the eight.")
def eight_wins(house: TriedHouse) -> Refused:
    table = at(house, "Kh Ks 8d 9d", "result")
    return refused(table.dealer.give("CallResult", player=8, banker=9, result="player"))


@violation("sem/tie", "The hands are alike, and the dealer collects the tie bet.")
def tie_collected(house: TriedHouse) -> Refused:
    return paid(house, TIES, "collect", 3, "tie", 1_000, tie_3=1_000)


@violation("sem/pay-even-player", "The dealer pays two to one on the player.")
def two_to_one(house: TriedHouse) -> Refused:
    return paid(house, PLAYER_WINS, "pay", 3, "player", 10_000, player_3=5_000)


@violation("sem/pay-even-banker", "The dealer pays the bank less the commission and marks the commission as well.")
def commission_twice(house: TriedHouse) -> Refused:
    table = at(house, BANKER_WINS, "settling", banker_3=5_000)
    table.dealer.ok("TakeActions", actions=[["mark", 3, "banker", 250]])
    return refused(table.dealer.give("TakeActions", actions=[["pay", 3, "banker", 4_750]]))


@violation("sem/tie-push-player", "On a tie the dealer collects the player bet.")
def player_tie_lost(house: TriedHouse) -> Refused:
    return paid(house, TIES, "collect", 3, "player", 5_000, player_3=5_000)


@violation("sem/tie-push-banker", "On a tie the dealer pays a friend's banker bet.")
def banker_tie_paid(house: TriedHouse) -> Refused:
    return paid(house, TIES, "pay", 3, "banker", 5_000, banker_3=5_000)


@violation("sem/values-examples", "The dealer announces fourteen for a nine and a five.")
def fourteen(house: TriedHouse) -> Refused:
    return called(house, "9h 2s 5d 2d", 14)


@violation("sem/help-line", "The house posts no sign with the number to call.")
def no_sign(house: TriedHouse) -> Refused:
    del house
    return file_refused("seminole", ("signs_posted = true", "signs_posted = false"))
