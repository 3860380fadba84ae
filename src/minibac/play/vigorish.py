"""Vigorish: the house's charge on a Banker wager, exactly as the rulebook rounds it.

>>> from minibac.rules.house_rules import build
>>> from minibac.rules.rulebook import load
>>> charge = terms(build(load("massachusetts"), {"vigorish_rounding": "up-to-25c"}))
>>> charge.cents(33_00)  # 5 percent of $33 is $1.65; up to the next quarter
175
"""

from fractions import Fraction
from typing import NamedTuple

from minibac.rules.citing import Clauses
from minibac.rules.house_rules import HouseRules, read_fraction, rounding_cents
from minibac.rules.once import once


class Terms(NamedTuple):
    """How a table charges vigorish."""

    wager: str
    on: str
    """``win`` or ``tie``: the outcome of the wager that is charged."""
    base: str
    """``winnings`` or ``stake``: what the rate is a part of."""
    rate: Fraction
    rounding_cents: int
    """The multiple the charge is rounded up to, 0 for none."""
    deferred: bool
    rounded_when_collected: bool
    clauses: Clauses
    rounding_clauses: tuple[str, ...]
    uniform_clauses: tuple[str, ...]

    @property
    def taking_clauses(self) -> tuple[str, ...]:
        """What stands behind taking it: type and rate, the rounding where there is one, and that all pay alike."""
        rounding = self.rounding_clauses if self.rounding_cents else ()
        return (*self.clauses, *rounding, *self.uniform_clauses)

    def base_cents(self, winnings_cents: int, chips_cents: int) -> int:
        """What the rate is a part of, for a wager of these chips that has won so much."""
        return winnings_cents if self.base == "winnings" else chips_cents

    def exact_cents(self, base_cents: int) -> Fraction:
        """The charge before any rounding."""
        return base_cents * self.rate

    def cents(self, base_cents: int) -> int:
        """The charge in whole cents: rounded up to the multiple; a part of a cent is never invented (A05)."""
        exact = self.exact_cents(base_cents)
        if self.rounding_cents and not (self.deferred and self.rounded_when_collected):
            return round_up(exact, self.rounding_cents)
        if exact.denominator != 1:
            raise ValueError(f"the vigorish on {base_cents} cents is {exact} cents, which is no whole number")
        return int(exact)

    def collected_cents(self, owed_cents: int) -> int:
        """What is taken when a debt is collected: the debt, rounded now where the house rounds at collection (A04)."""
        if self.rounding_cents and self.rounded_when_collected:
            return round_up(Fraction(owed_cents), self.rounding_cents)
        return owed_cents

    def whole(self, base_cents: int) -> bool:
        """Whether the charge on this base is a whole number of cents without inventing a rounding."""
        rounds = self.rounding_cents and not (self.deferred and self.rounded_when_collected)
        return bool(rounds) or self.exact_cents(base_cents).denominator == 1


def round_up(cents: Fraction, multiple: int) -> int:
    """The next highest multiple; an exact multiple stays as it is (A04).

    >>> round_up(Fraction(165), 25), round_up(Fraction(175), 25)
    (175, 175)
    """
    return -(-cents // multiple) * multiple


@once
def terms(rules: HouseRules) -> Terms | None:
    """The charge of this table, or ``None`` where no vigorish is taken; made once for each set of house rules."""
    text = rules.vigorish
    if text.wager is None or text.on is None or text.base is None:
        return None
    return Terms(
        wager=text.wager,
        on=text.on,
        base=text.base,
        rate=rules.fraction(text.rate_option) if text.rate_option else read_fraction(text.rate or "0"),
        rounding_cents=rounding_cents(rules.options),
        deferred=text.may_defer and rules.options.get("vigorish_collection") == "deferred",
        rounded_when_collected=rules.options.get("vigorish_rounded_at") == "collection",
        clauses=text.clauses,
        rounding_clauses=text.rounding_clauses,
        uniform_clauses=rules.rulebook.wagers.uniform,
    )
