"""Massachusetts: four cards, who is handed them, and what the dealer announces."""

from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation

NO_DRAW = "Kh 3s 6d 3d"
"""Six against six: nobody draws."""


def dealt(house: TriedHouse, cards: str = NO_DRAW, holds: object = "turning", **wagers: int) -> Table:
    """A coup with these cards has come so far; seat 3 has the most on the Player's Hand and seat 5 on the Banker's."""
    table = Table(house, guests=(2, 3, 5))
    wagers = wagers or {"player_2": 2_000, "player_3": 5_000, "banker_5": 5_000}
    table.coup(cards, holds, **wagers)  # type: ignore[arg-type]
    return table


def handed(hand: str) -> object:
    """Somebody has the cards of a hand."""
    return lambda state: state.coup is not None and state.coup.handed == hand


@violation("ma/8/a", "The dealer deals a hand to the dealer.")
def a_third_hand(house: TriedHouse) -> Refused:
    return refused(dealt(house, holds="dealing").dealer.give("DealCard", hand="dealer"))


@violation("ma/8/c/alternate", "The dealer gives the first card to the Banker's Hand.")
def banker_first(house: TriedHouse) -> Refused:
    return refused(dealt(house, holds="dealing").dealer.give("DealCard", hand="banker"))


@violation("ma/8/c", "The dealer deals a fifth card before any count is announced.")
def five_cards(house: TriedHouse) -> Refused:
    return refused(dealt(house).dealer.give("DealCard", hand="player"))


@violation("ma/8/c/1", "The dealer hands out the Player's cards while the Banker's lie in the open.")
def banker_untucked(house: TriedHouse) -> Refused:
    return refused(dealt(house).dealer.give("HandCards", hand="player", seat=3))


@violation("ma/8/c/1/hand", "The dealer hands the Player's cards to a friend with a lower wager.")
def handed_to_a_friend(house: TriedHouse) -> Refused:
    table = dealt(house)
    table.dealer.ok("TuckBanker")
    return refused(table.dealer.give("HandCards", hand="player", seat=2))


@violation("ma/8/c/1/return", "A guest who holds no cards turns those that another was handed.")
def turned_by_another(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("player"))
    return refused(table.guests[2].give("ReturnCards", hand="player"))


@violation("ma/8/c/1/announce", "The dealer announces a Player's count of seven; it is six.")
def one_too_many(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("player"))
    table.step()
    return refused(table.dealer.give("CallCount", hand="player", count=7))


@violation("ma/8/c/2", "The dealer hands the Banker's cards out while the Player's Hand is uncalled.")
def banker_too_soon(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("player"))
    table.step()
    return refused(table.dealer.give("HandCards", hand="banker", seat=5))


@violation("ma/8/c/2/return", "The bettor on the Player turns the Banker's cards that were handed to seat 5.")
def the_other_hand(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("banker"))
    return refused(table.guests[3].give("ReturnCards", hand="banker"))


@violation("ma/8/c/2/announce", "The dealer announces the Banker's count before the cards are back.")
def announced_unseen(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("banker"))
    return refused(table.dealer.give("CallCount", hand="banker", count=6))


@violation("ma/8/c/4/hand", "The Player's third card goes to another bettor than the first two.")
def third_card_to_another(house: TriedHouse) -> Refused:
    table = dealt(house, "2h 2s Kd 3d 4h 5c", "drawing")
    table.dealer.ok("DealCard", hand="player")
    return refused(table.dealer.give("HandCards", hand="player", seat=2))


@violation("ma/8/c/4/return", "The dealer deals on while the Player's third card is still with its bettor.")
def dealt_on(house: TriedHouse) -> Refused:
    table = dealt(house, "2h 2s Kd 3d 4h 5c", "drawing")
    table.dealer.ok("DealCard", hand="player")
    table.go(handed("player"))  # type: ignore[arg-type]
    return refused(table.dealer.give("DealCard", hand="banker"))


@violation("ma/8/c/5/hand", "The dealer hands the Banker's third card to the bettor on the Player.")
def banker_third_to_player(house: TriedHouse) -> Refused:
    table = dealt(house, "Kh 2s 7d 3d 4h", "drawing")
    table.dealer.ok("DealCard", hand="banker")
    return refused(table.dealer.give("HandCards", hand="banker", seat=3))


@violation("ma/8/c/5/return", "A guest beside the bettor turns the Banker's third card.")
def banker_third_turned(house: TriedHouse) -> Refused:
    table = dealt(house, "Kh 2s 7d 3d 4h", "drawing")
    table.dealer.ok("DealCard", hand="banker")
    table.go(handed("banker"))  # type: ignore[arg-type]
    return refused(table.guests[3].give("ReturnCards", hand="banker"))


@violation("ma/8/c/6", "Of two equal wagers on the Player the dealer prefers the farther one.")
def the_farther_player(house: TriedHouse) -> Refused:
    table = dealt(house, player_2=5_000, player_3=5_000)
    table.dealer.ok("TuckBanker")
    return refused(table.dealer.give("HandCards", hand="player", seat=3))


@violation("ma/8/c/6/banker", "Of two equal wagers on the Banker the dealer prefers the farther one.")
def the_farther_banker(house: TriedHouse) -> Refused:
    called = lambda state: state.coup is not None and "player" in state.coup.called  # noqa: E731
    table = dealt(house, NO_DRAW, called, banker_2=5_000, banker_5=5_000)
    return refused(table.dealer.give("HandCards", hand="banker", seat=5))


@violation("ma/8/d", "The dealer takes the cards from a guest who is not liked.")
def disliked(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("player"))
    return refused(table.dealer.give("RevokeRight", hand="player", reason="bad manners"))


@violation("ma/8/d/offer", "A guest across the table grabs a right to turn that is offered to seat 5.")
def out_of_the_ring(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("player"))
    table.guests[3].ok("Relinquish", hand="player")
    return refused(table.guests[2].give("AnswerRight", hand="player", accept=True))


@violation("ma/8/d/remainder", "The guest who gave the right up gets the third card after all.")
def right_comes_back(house: TriedHouse) -> Refused:
    table = dealt(house, "2h 2s Kd 3d 4h 5c", handed("player"))
    table.guests[3].ok("Relinquish", hand="player")
    table.guests[5].ok("AnswerRight", hand="player", accept=True)
    table.go("drawing")
    table.dealer.ok("DealCard", hand="player")
    return refused(table.dealer.give("HandCards", hand="player", seat=3))


@violation("ma/8/d/dealer-turns", "Nobody takes the cards, and the dealer hands them to a friend all the same.")
def nobodys_cards(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("player"))
    table.guests[3].ok("Relinquish", hand="player")
    table.guests[5].ok("AnswerRight", hand="player", accept=False)
    table.guests[2].ok("AnswerRight", hand="player", accept=False)
    return refused(table.dealer.give("HandCards", hand="player", seat=2))


@violation("ma/9/a", "The dealer of a handed hand announces the Banker's count first.")
def announced_backwards(house: TriedHouse) -> Refused:
    table = dealt(house, NO_DRAW, handed("player"))
    table.step()
    return refused(table.dealer.give("CallCount", hand="banker", count=6))


@violation("ma/6/b/drop-left", "The dealer announces twelve for a five and a seven.")
def twelve(house: TriedHouse) -> Refused:
    table = dealt(house, "5h 3s 7d 3d", handed("player"))
    table.step()
    return refused(table.dealer.give("CallCount", hand="player", count=12))


@violation("ma/6/a/2", "The dealer counts a king as ten and announces nine for it and a nine of the deuce.")
def a_king_is_ten(house: TriedHouse) -> Refused:
    table = dealt(house, "Kh 3s 9d 3d", handed("player"))
    table.step()
    return refused(table.dealer.give("CallCount", hand="player", count=19))


@violation("ma/6/a/3", "The dealer counts an ace as eleven.")
def an_ace_is_eleven(house: TriedHouse) -> Refused:
    table = dealt(house, "Ah 3s 2d 3d", handed("player"))
    table.step()
    return refused(table.dealer.give("CallCount", hand="player", count=13))


@violation("ma/6/a/1", "The dealer reads a six as a nine.")
def six_for_nine(house: TriedHouse) -> Refused:
    table = dealt(house, "6h 3s Kd 3d", handed("player"))
    table.step()
    return refused(table.dealer.give("CallCount", hand="player", count=9))
