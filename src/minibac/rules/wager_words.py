"""Wagers in words: the odds as a table calls them, and what must happen for a line of a wager to apply."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce

from minibac.rules.house_rules import HouseRules
from minibac.rules.options import typed
from minibac.rules.rulebook import Value
from minibac.rules.wager_facts import NONE, OF_A_CARD, OF_A_RESULT, read_fact
from minibac.voice.said import NOTHING, Fact, Said, many, said

OUTCOMES = {"win": said("wins"), "lose": said("loses"), "push": said("pushes")}
WINNERS = {
    "player": said("the Player's Hand wins"),
    "banker": said("the Banker's Hand wins"),
    "tie": said("the hands tie"),
}
HANDS = {
    "player": said("the Player's Hand"),
    "banker": said("the Banker's Hand"),
    "own": said("its hand"),
    "other": said("the other hand"),
}
SPECIAL = {
    "dragon_7": (said("it is no Dragon 7"), said("it is a Dragon 7")),
    "panda_8": (said("it is no Panda 8"), said("it is a Panda 8")),
}

YES_OR_NO_CARDS = {
    "suited": (
        said("the first two cards of {hand} have two suits"),
        said("the first two cards of {hand} have one suit"),
    ),
    "suited_pair": (
        said("the first two cards of {hand} are not one card twice"),
        said("the first two cards of {hand} are one card twice"),
    ),
}
PLACED = {
    "first": said("the first card of {hand} is {answers}"),
    "second": said("the second card of {hand} is {answers}"),
    "third": said("the third card of {hand} is {answers}"),
}
COUNTED = {
    "coup": said("the round has {count} of {kinds}"),
    "first_four": said("the first four cards have {count} of {kinds}"),
    "player": said("the Player's Hand has {count} of {kinds}"),
    "banker": said("the Banker's Hand has {count} of {kinds}"),
    "own": said("its hand has {count} of {kinds}"),
    "other": said("the other hand has {count} of {kinds}"),
    "player_first_two": said("the Player's first two cards have {count} of {kinds}"),
    "banker_first_two": said("the Banker's first two cards have {count} of {kinds}"),
    "own_first_two": said("the first two cards of its hand have {count} of {kinds}"),
    "other_first_two": said("the first two cards of the other hand have {count} of {kinds}"),
}
ANSWERS = {
    "spades": said("suit|spades"),
    "hearts": said("suit|hearts"),
    "diamonds": said("suit|diamonds"),
    "clubs": said("suit|clubs"),
    "red": said("colour|red"),
    "black": said("colour|black"),
    "mixed": said("colour|mixed"),
    NONE: said("not drawn"),
}


def odds_words(odds: Fraction) -> Said:
    """Odds as a table says them.

    >>> [str(odds_words(odds)) for odds in (Fraction(8), Fraction(17, 2), Fraction(1, 2))]
    ['8 to 1', '17 to 2', '1 to 2']
    """
    return said("{odds} to {stake}", odds=odds.numerator, stake=odds.denominator)


def when_words(when: Mapping[str, Sequence[Value]]) -> Said:
    """The condition of a line; nothing for the last one, which takes what is left.

    >>> str(when_words({"winner": ["banker"], "banker_total": [6]}))
    "the Banker's Hand wins and the Banker's Hand has 6"
    >>> str(when_words({"lead": [4], "own_natural": [False]}))
    'its hand leads by 4 and its hand has no natural'
    """
    conditions = [_fact_words(fact, tuple(values)) for fact, values in when.items()]
    if not conditions:
        return NOTHING
    return reduce(lambda one, other: said("{one} and {other}", one=one, other=other), conditions)


def _fact_words(fact: str, values: tuple[Value, ...]) -> Said:
    chosen = many(map(typed, values))
    if fact == "winner":
        winners = (WINNERS[str(value)] for value in values)
        return reduce(lambda one, other: said("{one} or {other}", one=one, other=other), winners)
    if fact in SPECIAL:
        return SPECIAL[fact][values == (True,)]
    if fact == "margin":
        return said("the hands are {points} apart", points=chosen)
    if fact == "lead":
        return _lead_words([int(value) for value in values])
    side, _, what = fact.partition("_")
    hand: Fact = HANDS.get(side, side)
    if what not in OF_A_RESULT:
        return _card_words(fact, hand, what, values)
    if what == "total":
        return said("{hand} has {total}", hand=hand, total=chosen)
    if what == "cards":
        return said("{hand} has {count} cards", hand=hand, count=chosen)
    yes = values == (True,)
    if what == "natural":
        return said("{hand} has a natural", hand=hand) if yes else said("{hand} has no natural", hand=hand)
    return said("{hand} has a pair", hand=hand) if yes else said("{hand} has no pair", hand=hand)


def _lead_words(leads: Sequence[int]) -> Said:
    """How far a hand is ahead, level or behind.

    >>> str(_lead_words([-2, -1, 0, 1]))
    'its hand leads by 1 or the hands tie or its hand is 2 or 1 behind'
    """
    ahead, behind = ([typed(abs(lead)) for lead in leads if sign * lead > 0] for sign in (1, -1))
    words = [said("its hand leads by {points}", points=many(ahead))] if ahead else []
    words += [WINNERS["tie"]] if 0 in leads else []
    words += [said("its hand is {points} behind", points=many(behind))] if behind else []
    return reduce(lambda one, other: said("{one} or {other}", one=one, other=other), words)


def _card_words(fact: str, hand: Fact, what: str, values: tuple[Value, ...]) -> Said:
    """What a fact of the cards says."""
    answers = many([ANSWERS.get(value, typed(value)) if isinstance(value, str) else typed(value) for value in values])
    yes = values == (True,)
    place, _, attribute = what.partition("_")
    counted = read_fact(fact, "player")
    if counted.place:
        kinds = many([ANSWERS.get(kind, kind) for kind in counted.counted])
        return COUNTED[counted.place].about(count=answers, kinds=kinds)
    if what in YES_OR_NO_CARDS:
        return YES_OR_NO_CARDS[what][yes].about(hand=hand)
    if what == "two_card_total":
        return said("{hand} has {total} in two cards", hand=hand, total=answers)
    if fact == "coup_colour":
        return said("the cards of the round are {answers}", answers=answers)
    if what == "colour":
        return said("the cards of {hand} are {answers}", hand=hand, answers=answers)
    if place in PLACED and attribute in OF_A_CARD:
        return PLACED[place].about(hand=hand, answers=answers)
    return said("{fact} is {answers}", fact=fact, answers=answers)


def odds_text(rules: HouseRules, wager: str) -> Said:
    """What an area of the felt says it pays: one price, or the best of several.

    >>> from minibac.rules.house_rules import build
    >>> from minibac.rules.rulebook import load
    >>> str(odds_text(build(load("massachusetts"), {}), "tie"))
    '8 to 1'
    >>> str(odds_text(build(load("section-42"), {"vigorish_type": "none-banker-6"}), "banker"))
    '1 to 1, 1 to 2 on 6'
    """
    proposition = next(p for p in rules.propositions if p.id == wager)
    wins = sorted({rules.odds(row.odds) for row in proposition.lines if row.odds})
    if not wins:
        return NOTHING
    odds = odds_words(wins[-1])
    special = proposition.lines[0]
    totals = special.when.get(f"{proposition.hand}_total", ())
    if len(wins) > 1 and proposition.kind == "main" and special.odds and totals:
        other, total = odds_words(rules.odds(special.odds)), many(map(typed, totals))
        return said("{odds}, {other} on {total}", odds=odds, other=other, total=total)
    if len(wins) > 1:
        return said("up to {odds}", odds=odds)
    if rules.vigorish.wager == wager and rules.vigorish.on == "win":
        return said("{odds} less {rate}", odds=odds, rate=vigorish_rate(rules))
    return odds


def vigorish_rate(rules: HouseRules) -> str:
    """The rate of the vigorish as a sign prints it; nothing where none is taken."""
    charge = rules.vigorish
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
    charge, rate = rules.vigorish, vigorish_rate(rules)
    if charge.wager is None:
        special = next(p for p in rules.propositions if p.id == "banker").lines[0]
        when = when_words(special.when)
        if special.odds:
            odds = odds_words(rules.odds(special.odds))
            return said(
                "No vigorish is taken; when {when}, a wager on the Banker's Hand pays {odds}.", when=when, odds=odds
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
