"""The Seneca guide: eight decks, seven seats, three bets, two shuffles and no choice."""

from tests.violations.scenes import (
    Scene,
    counts_called,
    fresh_decks,
    house_file,
    option,
    player_has,
    round_with,
    scene,
)
from tests.violations.trial import Refused, TriedHouse, refused, violation

BOOK = "seneca"
CARDS = "2h 3s 2d 2s 4c 9d"


@violation("sen/decks", "A house plays with six decks.")
def six_decks(house: TriedHouse) -> Refused:
    return option(house, BOOK, decks=6)


@violation("sen/commission", "A house takes four percent.")
def four_percent(house: TriedHouse) -> Refused:
    return option(house, BOOK, vigorish_rate="4%")


@violation("sen/tie-pay", "A house pays ties nine to one.")
def tie_at_nine(house: TriedHouse) -> Refused:
    return option(house, BOOK, tie_odds=9)


@violation("sen/shuffle", "A device shuffles the cards in the dealer's place.")
def device_shuffles(house: TriedHouse) -> Refused:
    return option(house, BOOK, shuffler="automatic")


@violation("sen/house", "A house file leaves out the telephone of the casino.")
def no_telephone(house: TriedHouse) -> Refused:
    del house
    return house_file(BOOK, ('telephone = "716.299.1100"', 'telephone = ""'))


@violation("sen/seats", "An eighth person takes a seat.")
def eighth_person(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, betting", rulebook=BOOK)
    return refused(house.person("guest", "Zoe").live(at.table.id).give("TakeSeat", seat=8))


@violation("sen/three-bets", "A guest bets on a pair.")
def bet_on_a_pair(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, betting", rulebook=BOOK)
    return refused(at.ann.give("PlaceWager", seat=3, wager="banker-pair", cents=1000))


@violation("sen/no-more-bets", "The dealer deals without the call.")
def no_call(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, betting", rulebook=BOOK)
    return refused(at.dealer.give("DealCard", hand="player"))


def shuffled_once(at: Scene) -> None:
    fresh_decks()(at)
    at.on("shuffle")
    at.steps("shuffle")


@violation("sen/reshuffle", "The dealer leaves the second shuffle out.")
def one_shuffle(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, shuffled once", shuffled_once, rulebook=BOOK)
    return refused(at.step(at.dealer, "feather"))


@violation("sen/shoe", "The dealer puts the cards into the shoe after one shuffle.")
def loaded_after_one(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, shuffled once", shuffled_once, rulebook=BOOK)
    return refused(at.dealer.give("LoadShoe", cutting_cards=2))


called = round_with(CARDS, "dealing", ann_player=1000)


@violation("sen/bets-before", "A guest bets after the call.")
def late_bet(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, called", called, rulebook=BOOK)
    return refused(at.ann.give("PlaceWager", seat=3, wager="tie", cents=1000))


@violation("sen/dealer-deals", "A guest takes a card from the shoe.")
def guest_deals(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, called", called, rulebook=BOOK)
    return refused(at.bob.give("DealCard", hand="player"))


@violation("sen/two-hands", "The dealer deals a hand for the house.")
def hand_for_the_house(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, called", called, rulebook=BOOK)
    return refused(at.dealer.give("DealCard", hand="house"))


@violation("sen/four-cards", "The dealer deals both first cards to one side.")
def both_to_one_side(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, called", called, rulebook=BOOK)
    return refused(at.dealer.give("DealCard", hand="banker"))


@violation("sen/announce-counts", "The dealer deals a third card before the counts are announced.")
def third_before_the_counts(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, four cards", round_with(CARDS, "turning"), rulebook=BOOK)
    return refused(at.dealer.give("DealCard", hand="player"))


def drawing(house: TriedHouse, cards: str, hand: str) -> Refused:
    out = player_has(3) if len(cards.split()) == 5 else counts_called
    at = scene(house, f"Seneca, cards {cards}", round_with(cards, out), rulebook=BOOK)
    return refused(at.dealer.give("DealCard", hand=hand))


@violation("sen/natural", "A card is drawn against a natural.")
def drawn_against_a_natural(house: TriedHouse) -> Refused:
    return drawing(house, "4h 2s 4d 2c", "banker")


@violation("sen/player-stands", "The player's hand draws to six.")
def player_draws_to_six(house: TriedHouse) -> Refused:
    return drawing(house, "3h 2s 3d 2c", "player")


@violation("sen/player-draws", "A player's hand of four is passed over.")
def player_passed_over(house: TriedHouse) -> Refused:
    return drawing(house, "2h 3s 2d 2s", "banker")


@violation("sen/banker-3-no", "The banker draws to three against an eight.")
def banker_three(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 3c 8s", "banker")


@violation("sen/banker-stands-7-9", "The banker draws to seven.")
def banker_seven(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 7c 6s", "banker")


@violation("sen/closest-nine", "The dealer gives the round to the hand further from nine.")
def further_from_nine(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, result", round_with("Kh 9s Qd Ks", "result"), rulebook=BOOK)
    return refused(at.dealer.give("CallResult", player=0, banker=9, result="player"))


@violation("sen/even-money-player", "The dealer pays a player bet two to one.")
def player_paid_double(house: TriedHouse) -> Refused:
    at = scene(house, "Seneca, Player won", round_with("9h Ks Qd Kh", "settling", ann_player=1000), rulebook=BOOK)
    return at.moves(("pay", 3, "player", 2000))
