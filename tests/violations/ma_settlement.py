"""Massachusetts: what is announced at the end of a coup, who is paid what, and in which order."""

from typing import Any

from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation

PLAYER_WINS, BANKER_WINS, TIES = "Kh 2s 9d 2d", "Kh 9s 2d Kd", "Kh Ks 9d 9c"
DRAGON_7, PANDA_8 = "Kh 2s 2d 2d 4h 3c", "Kh Ks 2d 4c 6h 3d"


def settling(house: TriedHouse, cards: str, *, holds: str = "settling", **facts: Any) -> Table:
    """A coup with these cards; options have no number at the end of their names, wagers have their seat."""
    wagers = {name: cents for name, cents in facts.items() if name[-1].isdigit()}
    options = {name: value for name, value in facts.items() if name not in wagers}
    table = Table(house, guests=(2, 3, 5), **options)
    table.coup(cards, holds, **wagers)
    return table


def paid(house: TriedHouse, cards: str, *moves: tuple[str, int, str, int], **facts: Any) -> Refused:
    """The dealer of the wagers makes these moves; the last one is wrong."""
    table = settling(house, cards, **facts)
    for move in moves[:-1]:
        table.dealer.ok("TakeActions", actions=[move])
    return refused(table.dealer.give("TakeActions", actions=[moves[-1]]))


def called(
    house: TriedHouse, cards: str, player: int, banker: int, winner: str, call: str = "", **facts: Any
) -> Refused:
    """The dealer announces this result."""
    table = settling(house, cards, holds="result", **{"player_3": 5_000, **facts})
    return refused(table.dealer.give("CallResult", player=player, banker=banker, result=winner, call=call))


@violation("ma/11/a", "The dealer announces the Banker, and the Player has nine against four.")
def the_wrong_winner(house: TriedHouse) -> Refused:
    return called(house, PLAYER_WINS, 9, 4, "banker")


@violation("ma/11/a/tie", "Nine against nine, and the dealer announces the Player.")
def tie_not_called(house: TriedHouse) -> Refused:
    return called(house, TIES, 9, 9, "player")


@violation("ma/11/a/ez", "At EZ Baccarat the dealer keeps silent about a Dragon 7.")
def dragon_7_not_called(house: TriedHouse) -> Refused:
    return called(house, DRAGON_7, 6, 7, "banker", vigorish_type="ez")


@violation("ma/1/dragon-7", "The dealer calls a Dragon 7 for a Banker's seven on two cards.")
def dragon_7_on_two_cards(house: TriedHouse) -> Refused:
    return called(house, "Kh 3s 6d 4d", 6, 7, "banker", "dragon-7", vigorish_type="ez")


@violation("ma/1/panda-8", "The dealer calls a Panda 8 for a Player's natural eight.")
def panda_8_on_two_cards(house: TriedHouse) -> Refused:
    return called(house, "Kh 3s 8d 4d", 8, 7, "player", "panda-8", vigorish_type="ez")


@violation("ma/11/b", "The dealer pays the winner while the losing chips still lie there.")
def paid_before_collecting(house: TriedHouse) -> Refused:
    return paid(house, PLAYER_WINS, ("pay", 3, "player", 5_000), player_3=5_000, banker_5=5_000)


@violation("ma/11/b/ez", "The dealer takes vigorish at an EZ Baccarat table.")
def vigorish_at_ez(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("vigorish", 3, "banker", 250), vigorish_type="ez", banker_3=5_000)


@violation("ma/11/c", "The dealer opens the next betting with the cards of the last round on the table.")
def cards_left_lying(house: TriedHouse) -> Refused:
    table = settling(house, PLAYER_WINS, holds="racking", player_3=5_000)
    return refused(table.dealer.give("CallNoMoreBets"))


@violation("ma/11/c/reconstruct", "The floorperson corrects a payment of a round that is not in the rack.")
def not_in_the_rack(house: TriedHouse) -> Refused:
    table = settling(house, PLAYER_WINS, holds="betting", player_3=5_000)
    return refused(table.floor.give("Reconstruct", coup_no=7, player_cards=["Kh", "9d"], banker_cards=["2s", "2d"]))


@violation("ma/12/a", "The dealer pays three to two on the Player.")
def three_to_two(house: TriedHouse) -> Refused:
    return paid(house, PLAYER_WINS, ("pay", 3, "player", 7_500), player_3=5_000)


@violation("ma/12/c", "The dealer pays a Banker wager one to two.")
def one_to_two(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("vigorish", 3, "banker", 250), ("pay", 3, "banker", 2_500), banker_3=5_000)


@violation("ma/12/d/1", "The dealer marks vigorish where the house collects it with the payout.")
def marked_for_later(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("mark", 3, "banker", 250), banker_3=5_000)


@violation("ma/12/d/2", "The dealer collects vigorish at once where the house marks it.")
def collected_at_once(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("vigorish", 3, "banker", 250), vigorish_collection="deferred", banker_3=5_000)


@violation("ma/12/c/ez", "The dealer pays an EZ Baccarat Banker wager less five per cent.")
def ez_less_five(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("pay", 3, "banker", 4_750), vigorish_type="ez", banker_3=5_000)


@violation("ma/7/a/1/iii/dragon-7", "The dealer pays the Banker wager on a Dragon 7 at EZ Baccarat.")
def dragon_7_paid(house: TriedHouse) -> Refused:
    return paid(house, DRAGON_7, ("pay", 3, "banker", 5_000), vigorish_type="ez", banker_3=5_000)


@violation("ma/7/a/1/i", "The dealer collects a winning Banker wager at seat 3.")
def banker_win_collected(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("collect", 3, "banker", 5_000), banker_3=5_000)


@violation("ma/7/a/1/ii", "The dealer returns a Banker wager that has lost.")
def banker_loss_returned(house: TriedHouse) -> Refused:
    return paid(house, PLAYER_WINS, ("return", 3, "banker", 5_000), banker_3=5_000)


@violation("ma/7/a/1/iii", "The hands tie, and the dealer collects the Banker wager.")
def banker_tie_collected(house: TriedHouse) -> Refused:
    return paid(house, TIES, ("collect", 3, "banker", 5_000), banker_3=5_000)


@violation("ma/7/a/2/i", "The dealer returns a Player wager that has won, and pays nothing.")
def player_win_returned(house: TriedHouse) -> Refused:
    return paid(house, PLAYER_WINS, ("return", 3, "player", 5_000), player_3=5_000)


@violation("ma/7/a/2/ii", "The dealer pays a friend's Player wager that has lost.")
def player_loss_paid(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("pay", 3, "player", 5_000), player_3=5_000)


@violation("ma/7/a/2/iii", "The hands tie, and the dealer collects the Player wager.")
def player_tie_collected(house: TriedHouse) -> Refused:
    return paid(house, TIES, ("collect", 3, "player", 5_000), player_3=5_000)


@violation("ma/7/a/3/i", "The dealer returns a Tie wager that has won.")
def tie_win_returned(house: TriedHouse) -> Refused:
    return paid(house, TIES, ("return", 3, "tie", 1_000), tie_3=1_000)


@violation("ma/7/a/3/ii", "The dealer returns a Tie wager because the counts were close.")
def tie_loss_returned(house: TriedHouse) -> Refused:
    return paid(house, "Kh 8s 9d Kd", ("return", 3, "tie", 1_000), tie_3=1_000)


@violation("ma/7/a/4/iii", "Both hands are natural nines, and the dealer collects Dragon Bonus.")
def natural_tie_collected(house: TriedHouse) -> Refused:
    move = ("collect", 3, "dragon-bonus-player", 1_000)
    return paid(house, TIES, move, dragon_bonus=True, dragon_bonus_player_3=1_000)


@violation("ma/7/a/4/ii/c", "The Player leads by three, and the dealer pays Dragon Bonus.")
def a_lead_of_three(house: TriedHouse) -> Refused:
    move = ("pay", 3, "dragon-bonus-player", 1_000)
    return paid(house, "Kh Ks 7d 4d Kc", move, dragon_bonus=True, dragon_bonus_player_3=1_000)


@violation("ma/7/a/4/ii/b", "The hands are equal at six, and the dealer returns Dragon Bonus.")
def an_equal_hand(house: TriedHouse) -> Refused:
    move = ("return", 3, "dragon-bonus-banker", 1_000)
    return paid(house, "Kh Ks 6d 6c", move, dragon_bonus=True, dragon_bonus_banker_3=1_000)


@violation("ma/7/a/4/ii/a", "A natural eight loses to a natural nine, and the dealer returns Dragon Bonus on it.")
def eight_against_nine(house: TriedHouse) -> Refused:
    move = ("return", 3, "dragon-bonus-player", 1_000)
    return paid(house, "Kh Ks 8d 9c", move, dragon_bonus=True, dragon_bonus_player_3=1_000)


@violation("ma/12/e", "The dealer takes vigorish on a Dragon Bonus.")
def vigorish_on_dragon_bonus(house: TriedHouse) -> Refused:
    move = ("vigorish", 3, "dragon-bonus-player", 50)
    return paid(house, PLAYER_WINS, move, dragon_bonus=True, dragon_bonus_player_3=1_000)


@violation("ma/12/e/natural", "A natural nine leads by nine, and the dealer pays thirty to one for it.")
def natural_at_thirty(house: TriedHouse) -> Refused:
    move = ("pay", 3, "dragon-bonus-player", 30_000)
    return paid(house, "Kh Ks 9d Kd", move, dragon_bonus=True, dragon_bonus_player_3=1_000)


@violation("ma/12/e/win-by-7", "Under pay table B the dealer pays six to one for a lead of seven.")
def table_a_for_b(house: TriedHouse) -> Refused:
    move = ("pay", 3, "dragon-bonus-player", 6_000)
    facts = {"dragon_bonus_paytable": "B", "dragon_bonus": True, "dragon_bonus_player_3": 1_000}
    return paid(house, "Kh Ks 7d Kd Kc", move, **facts)


@violation("ma/12/f", "The dealer pays thirty to one on the Dragon 7 Insurance.")
def dragon_7_at_thirty(house: TriedHouse) -> Refused:
    return paid(house, DRAGON_7, ("pay", 3, "dragon-7", 30_000), vigorish_type="ez", dragon_7_3=1_000)


@violation("ma/12/g", "The dealer pays forty to one on the Panda 8 Insurance.")
def panda_8_at_forty(house: TriedHouse) -> Refused:
    return paid(house, PANDA_8, ("pay", 3, "panda-8", 40_000), vigorish_type="ez", panda_8_3=1_000)


@violation("ma/7/a/5/ii", "The Banker wins with six, and the dealer returns the Dragon 7 Insurance.")
def insurance_returned(house: TriedHouse) -> Refused:
    return paid(house, BANKER_WINS, ("return", 3, "dragon-7", 1_000), vigorish_type="ez", dragon_7_3=1_000)


@violation("ma/7/a/6/ii", "The Player wins with a natural eight, and the dealer pays the Panda 8 Insurance.")
def natural_eight_is_no_panda(house: TriedHouse) -> Refused:
    return paid(house, "Kh 2s 8d 2d", ("pay", 3, "panda-8", 25_000), vigorish_type="ez", panda_8_3=1_000)
