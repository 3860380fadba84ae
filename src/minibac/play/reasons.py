"""Why a wager came to what it came to: the line of its proposition that decided, in words, with the clause.

>>> from minibac.play.results import Result
>>> from minibac.rules.house_rules import build
>>> from minibac.rules.rulebook import load
>>> rules = build(load("massachusetts"), {})
>>> str(reason(rules, "banker", Result(3, 7, 2, 2)).said)
"The Banker's Hand wins: 1 to 1, less 5% vigorish"
>>> str(reason(rules, "tie", Result(3, 7, 2, 2)).said)
"The Banker's Hand wins: the wager loses"
>>> str(reason(build(load("massachusetts"), {"house_money": True}), "house-money", Result(3, 7, 2, 2)).said)
'No pair has come for it: the wager loses'
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from minibac.play.propositions import Hands, priced
from minibac.play.results import Result, Winner
from minibac.play.vigorish import terms
from minibac.rules.house_rules import HouseRules
from minibac.rules.once import once
from minibac.rules.wager_words import WINNERS, odds_words, when_words
from minibac.voice.said import Said, said

RETURNED, LOST = said("the wager is returned"), said("the wager loses")
NO_PAIR = said("no pair has come for it")


class Reason(NamedTuple):
    """What decided a wager, and the clauses it rests on."""

    said: Said
    clauses: tuple[str, ...]
    decides: str | None
    """The clause that decided it."""


def reason(rules: HouseRules, wager: str, result: Result, hands: Hands | None = None) -> Reason:
    """Why a coup means what it means for that wager; made once for each result code, where that decides."""
    if priced(rules)[wager].asks_cards:
        return _reason(rules, wager, result, hands)
    known, key = _reasons(rules), (wager, result.code)
    if key not in known:
        known[key] = _reason(rules, wager, result)
    return known[key]


@once
def _reasons(_: HouseRules) -> dict[tuple[str, int], Reason]:
    """The reasons given so far under these rules, by wager and result code."""
    return {}


def _reason(rules: HouseRules, wager: str, result: Result, hands: Hands | None = None) -> Reason:
    price = priced(rules)[wager]
    row = price.proposition.lines[price.line(result, hands)]
    outcome = price.outcome(result, hands)
    if row.when and (outcome.kind == "win" or price.asks_cards or {"winner", "lead", "margin"} & set(row.when)):
        happened = when_words(row.when)
    elif price.asks_points:  # a last line takes what is left: the winner of the coup tells what happened
        happened = WINNERS[result.winner.value]
    else:
        happened = NO_PAIR
    clauses: tuple[str, ...] = outcome.clauses
    then = odds_words(outcome.odds) if outcome.kind == "win" else RETURNED if outcome.kind == "push" else LOST
    if outcome.kind == "lose" and outcome.lost < 1:
        then = said("the wager loses {part} of itself", part=str(outcome.lost))
    charge = terms(rules)
    if (
        charge
        and charge.wager == wager
        and (outcome.kind == "win" if charge.on == "win" else result.winner is Winner.TIE)
    ):
        taken = said("{then}, less {rate} vigorish marked") if charge.deferred else said("{then}, less {rate} vigorish")
        taken = taken if outcome.kind == "win" else said("{then}, with {rate} vigorish")
        then = taken.about(then=then, rate=percent(charge.rate))
        clauses = (*clauses, *charge.taking_clauses)
    return Reason(
        said("{happened:^}: {then}", happened=happened, then=then),
        tuple(dict.fromkeys(clauses)),
        outcome.clauses.names.get("decides"),
    )


def reasons_plain(
    rules: HouseRules, wagers: Iterable[str], result: Result | None, hands: Hands | None = None
) -> dict[str, Any]:
    """Why each of these wagers came to what it did: in English, as it can be said anew, and the leading clause."""
    if result is None:
        return {}
    reasons = {wager: reason(rules, wager, result, hands) for wager in dict.fromkeys(wagers)}
    return {wager: {"why": str(why.said), "said": why.said, "clause": why.decides} for wager, why in reasons.items()}


def percent(rate: Fraction) -> str:
    """A rate as a sign prints it.

    >>> percent(Fraction(1, 20)), percent(Fraction(1, 400))
    ('5%', '0.25%')
    """
    return f"{float(rate * 100):g}%"
