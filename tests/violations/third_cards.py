"""Section 42 (i): third cards that Table 1 or Table 2 does not give."""

from tests.violations.scenes import counts_called, option, player_has, round_with, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation


def drawing(house: TriedHouse, cards: str, hand: str) -> Refused:
    """These cards, and one more to a hand that is due none."""
    out = player_has(3) if len(cards.split()) == 5 else counts_called
    at = scene(house, f"cards {cards}", round_with(cards, out))
    return refused(at.dealer.give("DealCard", hand=hand))


@violation("s42/i/1", "The Banker's Hand draws against a natural eight.")
def against_a_natural(house: TriedHouse) -> Refused:
    return drawing(house, "4h 2s 4d 2c", "banker")


@violation("s42/i/2/t1/0-5", "The Banker's Hand draws although the Player's Hand has four and is to draw.")
def player_passed_over(house: TriedHouse) -> Refused:
    return drawing(house, "2h 3s 2d 2s", "banker")


@violation("s42/i/2/t1/6-9", "The Player's Hand draws to six.")
def player_draws_to_six(house: TriedHouse) -> Refused:
    return drawing(house, "3h 2s 3d 2c", "player")


@violation("s42/i/3/no-third", "The Banker's Hand draws to six when the Player's Hand stood.")
def banker_six_player_stood(house: TriedHouse) -> Refused:
    return drawing(house, "3h 3s 3d 3c", "banker")


@violation("s42/i/3/b0-2", "The dealer gives the Player's Hand the card that a Banker's Hand of two must take.")
def banker_two_passed_over(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 2c 8s", "player")


@violation("s42/i/3/b3", "The Banker's Hand draws to three against an eight.")
def banker_three_against_eight(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 3c 8s", "banker")


@violation("s42/i/3/b4", "The Banker's Hand draws to four against an ace.")
def banker_four_against_an_ace(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 4c As", "banker")


@violation("s42/i/3/b5", "The Banker's Hand draws to five against a three.")
def banker_five_against_three(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 5c 3s", "banker")


@violation("s42/i/3/b6", "The Banker's Hand draws to six against a five.")
def banker_six_against_five(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 6c 5s", "banker")


@violation("s42/i/3/b7-9", "The Banker's Hand draws to seven.")
def banker_seven(house: TriedHouse) -> Refused:
    return drawing(house, "2h Ks 2d 7c 6s", "banker")


@violation("s42/i/5", "The dealer reads the Player's count of three, not its third card worth nine.")
def count_read_for_the_card(house: TriedHouse) -> Refused:
    return drawing(house, "Kh Ks 4d 4c 9s", "banker")


@violation("s42/i/7/example", "With Banker five against a third card worth four the dealer deals to the Player again.")
def example_read_otherwise(house: TriedHouse) -> Refused:
    return drawing(house, "2h 3s 2d 2s 4c", "player")


@violation("s42/c/2", "A house pays the Tie Bet seven to one.")
def tie_at_seven(house: TriedHouse) -> Refused:
    return option(house, tie_odds=7)
