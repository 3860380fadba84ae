"""Wagers in words: the odds as a table calls them, and what must happen for a line of a wager to apply."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from minibac.rules.house_rules import HouseRules
from minibac.rules.options import typed
from minibac.rules.rulebook import Value
from minibac.rules.words import listed
from minibac.voice.said import NOTHING, Said, said

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


def odds_text(rules: HouseRules, wager: str) -> str:
    """What an area of the felt says it pays: one price, or the best of several.

    >>> from minibac.rules.house_rules import build
    >>> from minibac.rules.rulebook import load
    >>> odds_text(build(load("massachusetts"), {}), "tie")
    '8 to 1'
    >>> odds_text(build(load("section-42"), {"vigorish_type": "none-banker-6"}), "banker")
    '1 to 1, 1 to 2 on 6'
    """
    proposition = next(p for p in rules.propositions if p.id == wager)
    wins = sorted({rules.odds(row.odds) for row in proposition.row if row.odds})
    if not wins:
        return ""
    text = odds_words(wins[-1])
    special = proposition.row[0]
    totals = special.when.get(f"{proposition.hand}_total", ())
    if len(wins) > 1 and proposition.kind == "main" and special.odds and totals:
        text += f", {odds_words(rules.odds(special.odds))} on {listed(map(typed, totals))}"
    elif len(wins) > 1:
        text = f"up to {text}"
    charge = rules.rulebook.vigorish[str(rules.options["vigorish_type"])]
    if charge.wager == wager and charge.on == "win":
        text += f" less {vigorish_rate(rules)}"
    return text


def vigorish_rate(rules: HouseRules) -> str:
    """The rate of the vigorish as a sign prints it; nothing where none is taken."""
    charge = rules.rulebook.vigorish[str(rules.options["vigorish_type"])]
    return str(rules.options[charge.rate_option] if charge.rate_option else charge.rate or "")


def vigorish_sign(rules: HouseRules) -> Said:
    """What the sign at a table says of the vigorish; where none is taken, what happens to the Banker instead.

    >>> from minibac.rules.house_rules import build
    >>> from minibac.rules.rulebook import load
    >>> print(vigorish_sign(build(load("seminole"), {"vigorish_collection": "deferred"})))
    Vigorish: 5% of a winning wager on the Banker's Hand, collected at the end of the shoe or on leaving.
    >>> print(vigorish_sign(build(load("massachusetts"), {"vigorish_type": "ez"})))
    No vigorish is taken; when it is a Dragon 7, a wager on the Banker's Hand is returned.
    """
    charge = rules.rulebook.vigorish[str(rules.options["vigorish_type"])]
    rate = vigorish_rate(rules)
    if charge.wager is None:
        special = next(p for p in rules.propositions if p.id == "banker").row[0]
        when = when_words(special.when)
        if special.odds:
            return said(
                "No vigorish is taken; when {when}, a wager on the Banker's Hand pays {odds}.",
                when=when,
                odds=odds_words(rules.odds(special.odds)),
            )
        return said("No vigorish is taken; when {when}, a wager on the Banker's Hand is returned.", when=when)
    if charge.on == "tie":
        return said("Vigorish: {rate} of a wager on the Banker's Hand, when the hands tie.", rate=rate)
    multiple = re.search(r"[0-9]+", str(rules.options.get("vigorish_rounding", "")))
    rounded = said(", rounded up to {cents} cents", cents=int(multiple[0])) if multiple else NOTHING
    deferred = charge.may_defer and rules.options.get("vigorish_collection") == "deferred"
    later = said(", collected at the end of the shoe or on leaving") if deferred else NOTHING
    return said(
        "Vigorish: {rate} of a winning wager on the Banker's Hand{rounded}{later}.",
        rate=rate,
        rounded=rounded,
        later=later,
    )
