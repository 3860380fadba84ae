"""Section 42 (g) and (h): who calls, who deals, where the cards lie, whose they are, and what is announced."""

from minibac.table.state import TableState
from tests.violations.scenes import Scene, option, player_has, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation

CARDS = "2h 3s 2d 2s 4c 9d"
"""Player 4 and Banker 5; the Player draws a four, and the Banker draws against it."""


@violation("s42/g/2", "The dealer deals without having called no more bets.")
def dealt_without_the_call(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    return refused(at.dealer.give("DealCard", hand="player"))


called = round_with(CARDS, "dealing")


@violation("s42/g/1", "The dealer deals to a third hand.")
def third_hand(house: TriedHouse) -> Refused:
    at = scene(house, "called, no wagers", called)
    return refused(at.dealer.give("DealCard", hand="dealer"))


@violation("s42/g/3/alternate", "The dealer deals the first card to the Banker's Hand.")
def banker_first(house: TriedHouse) -> Refused:
    at = scene(house, "called, no wagers", called)
    return refused(at.dealer.give("DealCard", hand="banker"))


@violation("s42/j/5", "A guest takes a card out of the shoe.")
def guest_deals(house: TriedHouse) -> Refused:
    at = scene(house, "called, no wagers", called)
    return refused(at.ann.give("DealCard", hand="player"))


@violation("s42/g/3/i", "The dealer hands the cards to a guest where they are dealt face up.")
def turned_where_they_lie_open(house: TriedHouse) -> Refused:
    at = scene(house, "called, no wagers", called)
    return refused(at.dealer.give("TurnCards", hand="player"))


four_cards = round_with(CARDS, "turning")


@violation("s42/g/3", "The dealer deals a fifth card before a count is announced.")
def fifth_card(house: TriedHouse) -> Refused:
    at = scene(house, "four cards", four_cards)
    return refused(at.dealer.give("DealCard", hand="player"))


@violation("s42/h/1", "The dealer announces the Banker's count first.")
def banker_announced_first(house: TriedHouse) -> Refused:
    at = scene(house, "four cards", four_cards)
    return refused(at.dealer.give("CallCount", hand="banker", count=5))


@violation("s42/a/3", "The dealer announces five for two twos.")
def miscounted(house: TriedHouse) -> Refused:
    at = scene(house, "four cards", four_cards)
    return refused(at.dealer.give("CallCount", hand="player", count=5))


def counting(house: TriedHouse, name: str, cards: str, count: int) -> Refused:
    at = scene(house, name, round_with(cards, "turning"))
    return refused(at.dealer.give("CallCount", hand="player", count=count))


@violation("s42/a/3/drop-left", "The dealer announces fifteen for an eight and a seven.")
def left_digit_kept(house: TriedHouse) -> Refused:
    return counting(house, "fifteen", "8h 3s 7d 2s 4c", 15)


@violation("s42/a/2/ii", "The dealer counts a King and a Ten as twenty.")
def faces_as_tens(house: TriedHouse) -> Refused:
    return counting(house, "faces", "Kh 3s Td 2s 4c 9d", 20)


@violation("s42/a/2/iii", "The dealer counts an Ace as eleven.")
def ace_as_eleven(house: TriedHouse) -> Refused:
    return counting(house, "ace", "Ah 3s 5d 2s", 16)


@violation("s42/a/2/i", "The dealer counts a nine and a five as three.")
def pips_miscounted(house: TriedHouse) -> Refused:
    return counting(house, "pips", "9h 3s 5d 2s 4c", 3)


counted = round_with(CARDS, "drawing")


@violation("s42/h/2", "The dealer announces the result while the Player's Hand is due a card.")
def result_without_the_draw(house: TriedHouse) -> Refused:
    at = scene(house, "counted", counted)
    return refused(at.dealer.give("CallResult", player=4, banker=5, result="banker"))


@violation("s42/h/3", "The dealer deals the Banker's third card before the Player's.")
def bankers_third_first(house: TriedHouse) -> Refused:
    at = scene(house, "counted", counted)
    return refused(at.dealer.give("DealCard", hand="banker"))


@violation("s42/h/4", "The dealer deals the Player's Hand a fourth card.")
def fourth_card(house: TriedHouse) -> Refused:
    at = scene(house, "three for the Player", round_with(CARDS, player_has(3)))
    return refused(at.dealer.give("DealCard", hand="player"))


@violation("s42/g/3/options", "A house deals the cards in a way of its own.")
def way_of_ones_own(house: TriedHouse) -> Refused:
    return option(house, deal_mode="blind")


# -------------------------------------------------------------------------------------------------------- tucked cards


@violation("s42/g/3/ii", "The dealer announces the Player's count while the cards lie face down.")
def announced_blind(house: TriedHouse) -> Refused:
    at = scene(house, "tucked", four_cards, deal_mode="tucked")
    return refused(at.dealer.give("CallCount", hand="player", count=4))


@violation("s42/g/3/ii/tuck", "The dealer turns the Banker's cards before the Player's Hand is called.")
def banker_turned_early(house: TriedHouse) -> Refused:
    at = scene(house, "tucked", four_cards, deal_mode="tucked")
    return refused(at.dealer.give("TurnCards", hand="banker"))


def player_announced(state: TableState) -> bool:
    return state.coup is not None and "player" in state.coup.called


@violation("s42/g/3/ii/turn", "The dealer announces the Banker's count from under the shoe.")
def banker_announced_under_the_shoe(house: TriedHouse) -> Refused:
    at = scene(house, "tucked, Player called", round_with(CARDS, player_announced), deal_mode="tucked")
    return refused(at.dealer.give("CallCount", hand="banker", count=5))


# -------------------------------------------------------------------------------------------------------- handed cards

HANDED = {"deal_mode": "handed"}
STAKES = {"ann_player": 2000, "bob_player": 1000, "ann_banker": 1000, "bob_banker": 2000}


@violation("s42/g/3/iii/tuck", "The dealer hands out the Player's cards with the Banker's still on their area.")
def not_tucked(house: TriedHouse) -> Refused:
    at = scene(house, "handed", round_with(CARDS, "turning", **STAKES), **HANDED)
    return refused(at.dealer.give("HandCards", hand="player", seat=3))


def tucked(at: Scene) -> None:
    round_with(CARDS, "turning", **STAKES)(at)
    at.dealer.ok("TuckBanker")


@violation("s42/g/3/iii/A", "The dealer hands the Player's cards to a guest with a smaller wager on it.")
def smaller_wager(house: TriedHouse) -> Refused:
    at = scene(house, "handed, tucked", tucked, **HANDED)
    return refused(at.dealer.give("HandCards", hand="player", seat=5))


@violation("s42/g/3/iii/A/announce", "The dealer hands out the Banker's cards before the Player's count is announced.")
def banker_handed_first(house: TriedHouse) -> Refused:
    at = scene(house, "handed, tucked", tucked, **HANDED)
    return refused(at.dealer.give("HandCards", hand="banker", seat=5))


def handed_out(at: Scene) -> None:
    tucked(at)
    at.dealer.ok("HandCards", hand="player", seat=3)


@violation("s42/g/3/iii/A/return", "Another guest turns the cards that Ann was handed.")
def another_returns_them(house: TriedHouse) -> Refused:
    at = scene(house, "handed out", handed_out, **HANDED)
    return refused(at.bob.give("ReturnCards", hand="player"))


@violation("s42/h/1/handed", "The dealer announces the Player's count while the guest has the cards.")
def announced_while_out(house: TriedHouse) -> Refused:
    at = scene(house, "handed out", handed_out, **HANDED)
    return refused(at.dealer.give("CallCount", hand="player", count=4))


def player_called(at: Scene) -> None:
    handed_out(at)
    at.ann.ok("ReturnCards", hand="player")
    at.dealer.ok("CallCount", hand="player", count=4)


@violation("s42/g/3/iii/B", "The dealer hands the Banker's cards to a guest with a smaller wager on it.")
def bankers_smaller_wager(house: TriedHouse) -> Refused:
    at = scene(house, "handed, Player called", player_called, **HANDED)
    return refused(at.dealer.give("HandCards", hand="banker", seat=3))


def banker_out(at: Scene) -> None:
    player_called(at)
    at.dealer.ok("HandCards", hand="banker", seat=5)


@violation("s42/g/3/iii/B/return", "Another guest turns the Banker's cards that Bob was handed.")
def another_returns_the_bankers(house: TriedHouse) -> Refused:
    at = scene(house, "handed, Banker out", banker_out, **HANDED)
    return refused(at.ann.give("ReturnCards", hand="banker"))


def banker_back(at: Scene) -> None:
    banker_out(at)
    at.bob.ok("ReturnCards", hand="banker")


@violation("s42/g/3/iii/B/announce", "The dealer deals a third card before the Banker's count is announced.")
def third_card_before_the_bankers_count(house: TriedHouse) -> Refused:
    at = scene(house, "handed, Banker back", banker_back, **HANDED)
    return refused(at.dealer.give("DealCard", hand="player"))


def third_down(at: Scene) -> None:
    banker_back(at)
    at.dealer.ok("CallCount", hand="banker", count=5)
    at.dealer.ok("DealCard", hand="player")


@violation("s42/g/3/iii/C/hand", "The dealer hands the Player's third card to another guest than the first two.")
def third_card_to_another(house: TriedHouse) -> Refused:
    at = scene(house, "handed, third down", third_down, **HANDED)
    return refused(at.dealer.give("HandCards", hand="player", seat=5))


@violation("s42/g/3/iii/C/return", "The dealer deals the Banker's third card while the Player's lies face down.")
def third_card_still_down(house: TriedHouse) -> Refused:
    at = scene(house, "handed, third down", third_down, **HANDED)
    return refused(at.dealer.give("DealCard", hand="banker"))


def bankers_third_down(at: Scene) -> None:
    third_down(at)
    at.dealer.ok("HandCards", hand="player", seat=3)
    at.ann.ok("ReturnCards", hand="player")
    at.dealer.ok("DealCard", hand="banker")


@violation("s42/g/3/iii/D/hand", "The dealer hands the Banker's third card to another guest than the first two.")
def bankers_third_to_another(house: TriedHouse) -> Refused:
    at = scene(house, "handed, Banker's third down", bankers_third_down, **HANDED)
    return refused(at.dealer.give("HandCards", hand="banker", seat=3))


EQUAL = {"ann_player": 1000, "bob_player": 1000, "ann_banker": 1000, "bob_banker": 1000}


def equal(at: Scene) -> None:
    round_with(CARDS, "turning", **EQUAL)(at)
    at.dealer.ok("TuckBanker")


@violation("s42/g/3/iii/E", "Of two equal wagers the dealer hands the Player's cards to the guest further away.")
def further_away(house: TriedHouse) -> Refused:
    at = scene(house, "handed, equal", equal, **HANDED)
    return refused(at.dealer.give("HandCards", hand="player", seat=5))


def equal_player_called(at: Scene) -> None:
    equal(at)
    at.dealer.ok("HandCards", hand="player", seat=3)
    at.ann.ok("ReturnCards", hand="player")
    at.dealer.ok("CallCount", hand="player", count=4)


@violation("s42/g/3/iii/E/banker", "Of two equal wagers the dealer hands the Banker's cards to the guest further away.")
def bankers_further_away(house: TriedHouse) -> Refused:
    at = scene(house, "handed, equal, Player called", equal_player_called, **HANDED)
    return refused(at.dealer.give("HandCards", hand="banker", seat=5))


# --------------------------------------------------------------------------------------------- the right to turn cards


@violation("s42/k/5", "The dealer takes the right to turn the cards from a guest the dealer dislikes.")
def right_taken_without_reason(house: TriedHouse) -> Refused:
    at = scene(house, "handed out, again", handed_out, **HANDED)
    return refused(at.dealer.give("RevokeRight", hand="player", reason="I do not like her"))


def given_up(at: Scene) -> None:
    handed_out(at)
    at.ann.ok("Relinquish", hand="player")


@violation("s42/k/5/offer", "The guest who gave up the cards takes them back before the others were asked.")
def answered_out_of_turn(house: TriedHouse) -> Refused:
    at = scene(house, "given up", given_up, **HANDED)
    return refused(at.ann.give("AnswerRight", hand="player", accept=True))


@violation("s42/k/5/dealer-turns", "The dealer turns the cards before every guest was offered them.")
def dealer_turns_early(house: TriedHouse) -> Refused:
    at = scene(house, "given up", given_up, **HANDED)
    return refused(at.dealer.give("TurnCards", hand="player"))


def passed_on(at: Scene) -> None:
    given_up(at)
    at.bob.ok("AnswerRight", hand="player", accept=True)


@violation("s42/k/5/remainder", "The dealer hands the cards back to the guest who gave up the right.")
def back_to_the_first(house: TriedHouse) -> Refused:
    at = scene(house, "passed on", passed_on, **HANDED)
    return refused(at.dealer.give("HandCards", hand="player", seat=3))


# ------------------------------------------------------------------------------------------------------- the last hand


def cutting_card_out(at: Scene) -> None:
    """The cutting card comes out with the round; the shoe is no shoe any more that could be shown to anybody."""
    at.wagers(ann_player=1000)
    at.dealer.ok("CallNoMoreBets")
    at.on("between")


@violation("s42/h/5/announce", "The dealer goes on after the cutting card without announcing the last hand.")
def last_hand_not_announced(house: TriedHouse) -> Refused:
    at = scene(house, "cutting card out", cutting_card_out, cut_card_depth=399)
    return refused(at.dealer.give("CallNoMoreBets"))


@violation("s42/h/5", "The dealer ends the shoe with the hand in which the cutting card came out.")
def shoe_ended_early(house: TriedHouse) -> Refused:
    at = scene(house, "cutting card out", cutting_card_out, cut_card_depth=399)
    return refused(at.dealer.give("EndShoe"))


def last_hand_played(at: Scene) -> None:
    cutting_card_out(at)
    at.dealer.ok("CallLastHand")
    at.dealer.ok("CallNoMoreBets")
    at.on("between")


@violation("s42/h/5/one-more", "The dealer deals another hand after the last one.")
def one_hand_too_many(house: TriedHouse) -> Refused:
    at = scene(house, "last hand played", last_hand_played, cut_card_depth=399)
    return refused(at.dealer.give("CallNoMoreBets"))
