"""The limits of a table as options that change while it is open: ``minimum_cents/banker``, ``maximum_cents/banker``.

No rulebook says how large a wager is at least or at most, nor that a change of it needs notice: both are the house's
(D10, F07). A change is written down (R26), stands on the sign until its time, and comes between two rounds.
"""

from collections.abc import Mapping
from typing import NamedTuple

from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Value
from minibac.rules.words import did_you_mean
from minibac.voice.said import Money, said

MINIMUM, MAXIMUM = "minimum_cents", "maximum_cents"
CHANGED = "R26"
"""The control that wants every changed parameter in the log."""


class LimitOf(NamedTuple):
    """Which limit an option is."""

    kind: str
    wager: str


def limit_of(option: str) -> LimitOf | None:
    """The limit that an option is, or ``None`` for every other option.

    >>> limit_of("maximum_cents/tie"), limit_of("vigorish_rate")
    (LimitOf(kind='maximum_cents', wager='tie'), None)
    """
    kind, _, wager = option.partition("/")
    return LimitOf(kind, wager) if kind in (MINIMUM, MAXIMUM) and wager else None


def limits_refusal(rules: HouseRules, options: Mapping[str, Value]) -> Refusal | None:
    """Why a table with these rules cannot have these limits, or ``None``: both of a wager that it takes, in order."""
    offered = tuple(proposition.id for proposition in rules.propositions)
    for wager in dict.fromkeys(limit.wager for limit in map(limit_of, options) if limit):
        if wager not in offered:
            hint = did_you_mean(wager, offered)
            sentence = said("this table takes no wager '{wager}'{did_you_mean}", wager=wager, did_you_mean=hint)
            return refuse(Code.NOT_OFFERED, sentence, CHANGED, allowed=offered)
        low, high = (options.get(f"{kind}/{wager}") for kind in (MINIMUM, MAXIMUM))
        if not (type(low) is int and type(high) is int and 0 < low <= high):
            shown = {
                "low": Money(low) if type(low) is int else said("limit|nothing"),
                "high": Money(high) if type(high) is int else said("limit|nothing"),
            }
            sentence = said(
                "limits of {wager} are a minimum and a maximum that is not below it: {low} and {high} are not",
                wager=wager,
            )
            return refuse(Code.ILLEGAL_VALUE, sentence.about(**shown), CHANGED)
    return None
