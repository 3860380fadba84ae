"""Massachusetts: third cards that the rules do not give, and those that the dealer would rather not deal."""

from tests.violations.ma_doors import Table
from tests.violations.trial import Refused, TriedHouse, refused, violation


def drawing(house: TriedHouse, cards: str, holds: str = "drawing", dealt: int = 0) -> Table:
    """A coup whose first two cards have been announced, and so many third cards dealt."""
    table = Table(house, guests=(3,))
    table.coup(cards, holds if not dealt else "drawing", player_3=5_000)
    if dealt:
        table.go(lambda state: state.coup is not None and len(state.coup.in_order()) == 4 + dealt)
        table.go(lambda state: state.coup is not None and len(state.coup.known) == 4 + dealt)
    return table


def third(house: TriedHouse, cards: str, hand: str, dealt: int = 0, holds: str = "drawing") -> Refused:
    """A third card for a hand that is not due one."""
    return refused(drawing(house, cards, holds, dealt).dealer.give("DealCard", hand=hand))


def result(house: TriedHouse, cards: str, player: int, banker: int, dealt: int = 0) -> Refused:
    """The dealer announces a result although a hand is due a card."""
    winner = "player" if player > banker else "banker" if banker > player else "tie"
    facts = {"player": player, "banker": banker, "result": winner}
    return refused(drawing(house, cards, dealt=dealt).dealer.give("CallResult", **facts))


@violation("ma/10/a", "The Player has a natural nine, and the dealer draws for the Banker all the same.")
def against_a_natural(house: TriedHouse) -> Refused:
    return third(house, "9h 2s Kd 2d", "banker", holds="result")


@violation("ma/10/t1/8-9", "The Banker has a natural eight, and the dealer draws for the Player.")
def against_the_bankers_natural(house: TriedHouse) -> Refused:
    return third(house, "2h 8s Kd Kc", "player", holds="result")


@violation("ma/10/b/1", "The Player has five, and the dealer gives the card to the Banker.")
def player_passed_over(house: TriedHouse) -> Refused:
    return third(house, "2h 2s 3d 3d", "banker")


@violation("ma/10/b/2", "The Player has six, and the dealer draws a third card for it.")
def player_draws_on_six(house: TriedHouse) -> Refused:
    return third(house, "2h 2s 4d 3d", "player")


@violation("ma/10/b", "The dealer calls the result with the Player's Hand at four.")
def player_stays_on_four(house: TriedHouse) -> Refused:
    return result(house, "2h 2s 2d 5d", 4, 7)


@violation("ma/10/c/1", "The Player stays, the Banker has six, and the dealer draws for the Banker.")
def banker_draws_on_six(house: TriedHouse) -> Refused:
    return third(house, "2h 2s 4d 4c", "banker", holds="result")


@violation("ma/10/c/2/i", "The Player drew, the Banker has two, and the dealer calls the result.")
def banker_stays_on_two(house: TriedHouse) -> Refused:
    return result(house, "2h Ks 3d 2c 4h", 9, 2, dealt=1)


@violation("ma/10/c/2/ii", "The Player drew, and the Banker gets a card on seven.")
def banker_draws_on_seven(house: TriedHouse) -> Refused:
    return third(house, "2h Ks 3d 7c 6h", "banker", 1, holds="result")


@violation("ma/10/t1/3", "The Banker has three and draws against an eight.")
def three_against_eight(house: TriedHouse) -> Refused:
    return third(house, "2h Ks 3d 3c 8h", "banker", 1)


@violation("ma/10/t1/4", "The Banker has four and draws against an ace.")
def four_against_ace(house: TriedHouse) -> Refused:
    return third(house, "2h Ks 3d 4c Ah", "banker", 1)


@violation("ma/10/t1/5", "The Banker has five and draws against a three.")
def five_against_three(house: TriedHouse) -> Refused:
    return third(house, "2h Ks 3d 5c 3h", "banker", 1)


@violation("ma/10/t1/6", "The Banker has six and draws against a king.")
def six_against_king(house: TriedHouse) -> Refused:
    return third(house, "2h Ks 3d 6c Kh", "banker", 1)


@violation("ma/10/t1/7", "The Banker has seven and draws against a six.")
def seven_against_six(house: TriedHouse) -> Refused:
    return third(house, "2h Ks 3d 7c 6h", "banker", 1)


@violation("ma/10/t1/0-2", "The Player drew an eight, the Banker has two, and the dealer has the Banker stay.")
def two_against_eight(house: TriedHouse) -> Refused:
    return result(house, "2h Ks 3d 2c 8h", 3, 2, dealt=1)


@violation("ma/10/c/2/iii", "The Banker has five and stays against a six.")
def five_against_six(house: TriedHouse) -> Refused:
    return result(house, "2h Ks 3d 5c 6h", 1, 5, dealt=1)


@violation("ma/9/b", "The dealer calls the result before deciding on third cards.")
def undecided(house: TriedHouse) -> Refused:
    return result(house, "2h Ks 3d 5c", 5, 5)


@violation("ma/9/c", "Both hands draw, and the dealer deals to the Banker's first.")
def banker_draws_first(house: TriedHouse) -> Refused:
    return third(house, "2h 2s Kd Kd", "banker")


@violation("ma/9/d", "The Player's Hand gets a fourth card.")
def a_fourth_card(house: TriedHouse) -> Refused:
    return third(house, "2h Ks 3d 2c 4h", "player", 1)
