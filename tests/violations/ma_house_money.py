"""Massachusetts: House Money, which is settled before any third card and never touched by a guest."""

from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation

PAIR = "2h 4s 2d 3d 9c"
"""A pair of deuces for the Player, four against seven; the Player draws."""


def won(house: TriedHouse, cards: str = PAIR, **wagers: int) -> Table:
    """House Money waits to be settled; seats 2 and 5 have it, and seat 5 a wager on the Player."""
    table = Table(house, guests=(2, 5), house_money=True)
    wagers = wagers or {"house_money_2": 1_000, "house_money_5": 1_000, "player_5": 5_000}
    table.coup(cards, "house-money", **wagers)
    return table


@violation("ma/8/c/3", "The dealer draws the Player's third card with House Money still on the layout.")
def drawn_before_house_money(house: TriedHouse) -> Refused:
    return refused(won(house).dealer.give("DealCard", hand="player"))


@violation("ma/8/c/3/i", "The dealer settles House Money from the left: seat 5 before seat 2.")
def from_the_left(house: TriedHouse) -> Refused:
    return refused(won(house).dealer.give("SettleHouseMoney", seat=5))


@violation("ma/8/c/3/i/choice", "A guest without a wager on either hand adds House Money to the Banker.")
def added_to_nothing(house: TriedHouse) -> Refused:
    return refused(won(house).guests[2].give("ChooseHouseMoney", seat=2, choice="banker"))


@violation("ma/8/c/3/i/b", "A guest pulls the House Money payout over.")
def payout_pulled_over(house: TriedHouse) -> Refused:
    return refused(won(house).guests[2].give("SettleHouseMoney", seat=2))


@violation("ma/8/c/3/i/a/settle", "The dealer pays the original wager and forgets the House Money that was added.")
def addition_forgotten(house: TriedHouse) -> Refused:
    table = won(house, "2h 4s 2d 3d 4c")
    table.guests[5].ok("ChooseHouseMoney", seat=5, choice="player")
    table.go("settling")
    return refused(table.dealer.give("TakeActions", actions=[["pay", 5, "player", 5_000]]))
