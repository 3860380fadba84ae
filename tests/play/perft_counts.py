"""The perft numbers: how many ordered six-card draws each hand wins, known to the last one."""

from minibac.cards.card import Card, Rank, Suit

BY_VALUE = [Card(Rank(rank), Suit.SPADES) for rank in "TA23456789"]
"""A card of each Value 0 to 9."""
GOLDEN = {  # ordered six-card permutations: Banker, Player, Tie
    1: (6737232640, 6548674432, 1372227328),
    6: (403095751234560, 392220492728832, 83552962932288),
    8: (2292252566437888, 2230518282592256, 475627426473216),
}
