"""Section 42 (j), (b)(1) and (c)(1) to (3): wrong calls, wrong payments, and moves out of turn."""

from tests.violations.scenes import Scene, option, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, remedied, violation

BANKER_WINS = "Kh 9s Qd Ks"
PLAYER_WINS = "9h Ks Qd Kh"
TIE = "9h 9s Qd Ks"


@violation("s42/j/1", "The dealer announces the Player's Hand as the winner with the lower count.")
def wrong_winner(house: TriedHouse) -> Refused:
    at = scene(house, "result", round_with(BANKER_WINS, "result"))
    return refused(at.dealer.give("CallResult", player=0, banker=9, result="player"))


@violation("s42/j/1/tie", "The dealer announces a Tie Hand as won by the Banker's Hand.")
def tie_announced_as_won(house: TriedHouse) -> Refused:
    at = scene(house, "result, tie", round_with(TIE, "result"))
    return refused(at.dealer.give("CallResult", player=9, banker=9, result="banker"))


def settling(house: TriedHouse, cards: str, *actions: tuple[str, int, str, int], **options: object) -> Refused:
    """A round with Ann on Player and Tie and Bob on Banker, and a move that is wrong."""
    stakes = {"ann_player": 1000, "ann_tie": 500, "bob_banker": 1000}
    at = scene(house, f"settling {cards} {options}", round_with(cards, "settling", **stakes), **options)
    return at.moves(*actions)


@violation("s42/j/2", "The dealer pays a winner before the losing wagers are collected.")
def paid_before_collected(house: TriedHouse) -> Refused:
    return settling(house, BANKER_WINS, ("vigorish", 5, "banker", 50))


@violation("s42/j/2/dealer", "The floorperson collects the losing wagers.")
def floor_collects(house: TriedHouse) -> Refused:
    stakes = {"ann_player": 1000, "ann_tie": 500, "bob_banker": 1000}
    at = scene(house, f"settling {BANKER_WINS} {{}}", round_with(BANKER_WINS, "settling", **stakes))
    return refused(at.floor.give("TakeActions", actions=[("collect", 3, "player", 1000)]))


@violation("s42/b/1/i/A", "The dealer collects a Banker wager that has won.")
def won_and_collected(house: TriedHouse) -> Refused:
    return settling(house, BANKER_WINS, ("collect", 5, "banker", 1000))


@violation("s42/b/1/ii/B", "The dealer returns a Player wager that has lost.")
def lost_and_returned(house: TriedHouse) -> Refused:
    return settling(house, BANKER_WINS, ("return", 3, "player", 1000))


@violation("s42/b/1/iii/lose", "The dealer returns a Tie Bet that has lost.")
def lost_tie_returned(house: TriedHouse) -> Refused:
    return settling(house, BANKER_WINS, ("return", 3, "tie", 500))


def losers_collected(at: Scene) -> None:
    round_with(BANKER_WINS, "settling", ann_player=1000, bob_banker=1000)(at)
    at.dealer.ok("TakeActions", actions=[("collect", 3, "player", 1000)])


@violation("s42/c/3/rate", "The dealer takes four percent where the house charges five.")
def four_percent(house: TriedHouse) -> Refused:
    return scene(house, "losers collected", losers_collected).moves(("vigorish", 5, "banker", 40))


@violation("s42/c/3/ii", "The dealer lets a guest owe the vigorish where the house collects it with the payment.")
def marked_instead(house: TriedHouse) -> Refused:
    return scene(house, "losers collected", losers_collected).moves(("mark", 5, "banker", 50))


@violation("s42/c/3/extract", "The dealer charges a winner of a Banker wager nothing.")
def vigorish_waived(house: TriedHouse) -> Refused:
    return scene(house, "losers collected", losers_collected).moves(("vigorish", 5, "banker", 0))


def vigorish_taken(at: Scene) -> None:
    losers_collected(at)
    at.dealer.ok("TakeActions", actions=[("vigorish", 5, "banker", 50)])


@violation("s42/c/3", "The dealer pays a Banker wager short.")
def paid_short(house: TriedHouse) -> Refused:
    return scene(house, "vigorish taken", vigorish_taken).moves(("pay", 5, "banker", 950))


@violation("s42/c/1", "The dealer pays a Player wager two to one.")
def paid_double(house: TriedHouse) -> Refused:
    return settling(house, PLAYER_WINS, ("pay", 3, "player", 2000))


@violation("s42/b/1/ii/A", "The dealer collects a Player wager that has won.")
def won_player_collected(house: TriedHouse) -> Refused:
    return settling(house, PLAYER_WINS, ("collect", 3, "player", 1000))


@violation("s42/b/1/i/B", "The dealer pays a Banker wager that has lost.")
def lost_and_paid(house: TriedHouse) -> Refused:
    return settling(house, PLAYER_WINS, ("pay", 5, "banker", 1000))


@violation("s42/b/1/ii/C", "The dealer collects a Player wager on a tie.")
def tied_player_collected(house: TriedHouse) -> Refused:
    return settling(house, TIE, ("collect", 3, "player", 1000))


@violation("s42/b/1/i/C", "The dealer collects a Banker wager on a tie.")
def tied_banker_collected(house: TriedHouse) -> Refused:
    return settling(house, TIE, ("collect", 5, "banker", 1000))


@violation("s42/b/1/iii", "The dealer collects a Tie Bet that has won.")
def won_tie_collected(house: TriedHouse) -> Refused:
    return settling(house, TIE, ("collect", 3, "tie", 500))


# ----------------------------------------------------------------------------------------------- the four procedures


def two_winners(house: TriedHouse, order: str, *actions: tuple[str, int, str, int]) -> Refused:
    """Ann and Bob have won on Banker, and the moves are made in another order."""
    stakes = {"ann_banker": 1000, "bob_banker": 1000}
    name = f"two winners, procedure {order}"
    return scene(house, name, round_with(BANKER_WINS, "settling", **stakes), settlement_order=order).moves(*actions)


@violation("s42/j/2/then-pay", "The dealer pays from the lowest seat upward.")
def lowest_seat_first(house: TriedHouse) -> Refused:
    return two_winners(house, "i", ("pay", 3, "banker", 1000))


@violation("s42/j/2/i", "Procedure (i): the dealer takes the vigorish of a seat before all winners are paid.")
def procedure_i(house: TriedHouse) -> Refused:
    return two_winners(house, "i", ("vigorish", 5, "banker", 50))


@violation("s42/j/2/ii", "Procedure (ii): the dealer pays a seat before all vigorish is taken.")
def procedure_ii(house: TriedHouse) -> Refused:
    return two_winners(house, "ii", ("pay", 5, "banker", 1000))


@violation("s42/j/2/iii", "Procedure (iii): the dealer pays the next seat before the vigorish of the first is taken.")
def procedure_iii(house: TriedHouse) -> Refused:
    return two_winners(house, "iii", ("pay", 5, "banker", 1000), ("pay", 3, "banker", 1000))


@violation("s42/j/2/iv", "Procedure (iv): the dealer pays a seat before its vigorish is taken.")
def procedure_iv(house: TriedHouse) -> Refused:
    return two_winners(house, "iv", ("pay", 5, "banker", 1000))


@violation("s42/j/3", "A house settles by a procedure of its own.")
def procedure_of_ones_own(house: TriedHouse) -> Refused:
    return option(house, settlement_order="v")


# ---------------------------------------------------------------------------------------------------- the discard rack


@violation("s42/j/4", "The dealer calls the next round with the cards of the last on the layout.")
def cards_on_the_layout(house: TriedHouse) -> Refused:
    at = scene(house, "racking", round_with(BANKER_WINS, "racking", bob_banker=1000))
    return refused(at.dealer.give("CallNoMoreBets"))


@violation("s42/j/4/reconstruct", "In a dispute the rack does not give the hands as they were dealt.")
def rack_out_of_order(house: TriedHouse) -> Refused:
    at = scene(house, "racked", round_with(BANKER_WINS, "betting", bob_banker=1000))
    at.dealer.ok("Reconstruct", coup_no=1, player_cards=["Kh", "Ks"], banker_cards=["9s", "Qd"])
    return remedied(at.floor, "IncidentOpened")


@violation("s42/j/5/staff", "The dealer lets a guest handle the cards.")
def guest_let_at_the_cards(house: TriedHouse) -> Refused:
    at = scene(house, "betting")
    at.floor.ok("Report", kind="card-handled", seat=3, note="the dealer let Ann take a card out of the rack")
    return remedied(at.floor, "IncidentOpened")
