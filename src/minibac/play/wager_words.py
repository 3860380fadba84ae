"""Wagers in words: the odds as a table calls them, and what must happen for a line of a wager to apply."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from minibac.rules.options import typed
from minibac.rules.rulebook import Value
from minibac.rules.words import listed

OUTCOMES = {"win": "wins", "lose": "loses", "push": "pushes"}

WINNERS = {"player": "the Player's Hand wins", "banker": "the Banker's Hand wins", "tie": "the hands tie"}
HANDS = {"player": "the Player's Hand", "banker": "the Banker's Hand", "own": "its hand", "other": "the other hand"}
SPECIAL = {"dragon_7": "a Dragon 7", "panda_8": "a Panda 8"}


def odds_words(odds: Fraction) -> str:
    """Odds as a table says them.

    >>> odds_words(Fraction(8)), odds_words(Fraction(17, 2)), odds_words(Fraction(1, 2))
    ('8 to 1', '17 to 2', '1 to 2')
    """
    return f"{odds.numerator} to {odds.denominator}"


def when_words(when: Mapping[str, Sequence[Value]]) -> str:
    """The condition of a line; nothing for the last one, which takes what is left.

    >>> when_words({"winner": ["banker"], "banker_total": [6]})
    "the Banker's Hand wins and the Banker's Hand has 6"
    >>> when_words({"lead": [4], "own_natural": [False]})
    'its hand leads by 4 and its hand has no natural'
    """
    return listed((_fact_words(fact, tuple(values)) for fact, values in when.items()), "and")


def _fact_words(fact: str, values: tuple[Value, ...]) -> str:
    chosen = listed(map(typed, values))
    if fact == "winner":
        return listed(WINNERS[str(value)] for value in values)
    if fact in SPECIAL:
        return f"it is {SPECIAL[fact]}" if values == (True,) else f"it is no {SPECIAL[fact].removeprefix('a ')}"
    if fact == "margin":
        return f"the hands are {chosen} apart"
    if fact == "lead":
        if values == (0,):
            return "the hands tie"
        behind = len(values) == 1 and int(values[0]) < 0
        return f"its hand is {-int(values[0])} behind" if behind else f"its hand leads by {chosen}"
    side, _, what = fact.partition("_")
    hand = HANDS.get(side, side)
    if what == "total":
        return f"{hand} has {chosen}"
    if what == "cards":
        return f"{hand} has {chosen} cards"
    return f"{hand} has {'a' if values == (True,) else 'no'} {what}"
