"""Short words for a narrow screen: money, wagers, the names of steps."""

from fractions import Fraction

from minibac.play.propositions import priced
from minibac.play.vigorish import terms
from minibac.rules.house_rules import HouseRules

SHORT_NAMES = {
    "player": "Player",
    "banker": "Banker",
    "tie": "Tie",
    "dragon-bonus-player": "Dragon P",
    "dragon-bonus-banker": "Dragon B",
    "dragon-7": "Dragon 7",
    "panda-8": "Panda 8",
    "player-pair": "P pair",
    "banker-pair": "B pair",
    "house-money": "House $",
}
WAGER_KEYS = {
    "player": "p",
    "banker": "b",
    "tie": "t",
    "dragon-7": "d",
    "panda-8": "a",
    "dragon-bonus-player": "l",
    "dragon-bonus-banker": "k",
    "player-pair": "i",
    "banker-pair": "j",
    "house-money": "m",
}
SPARE_KEYS = "efnouvy"
FELT_ORDER = ("player-pair", "player", "tie", "banker", "banker-pair")
"""As areas lie in front of a guest; the other wagers follow."""


def dollars(cents: int) -> str:
    """Money without needless cents.

    >>> dollars(9500), dollars(1234567), dollars(-525)
    ('$95', '$12,345.67', '-$5.25')
    """
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def gained(cents: int) -> str:
    """Money won or lost, with its sign.

    >>> gained(9500), gained(-500), gained(0)
    ('+$95', '-$5', '$0')
    """
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def short_name(wager: str) -> str:
    """A wager in a few letters; one that only the house has keeps its own name."""
    return SHORT_NAMES.get(wager, wager.replace("-", " ").title())


def wager_keys(rules: HouseRules) -> dict[str, str]:
    """The key of each wager of the table, in the order in which the areas are drawn."""
    offered = list(priced(rules))
    ordered = [w for w in FELT_ORDER if w in offered] + [w for w in offered if w not in FELT_ORDER]
    spare = iter(SPARE_KEYS)
    return {wager: WAGER_KEYS.get(wager) or next(spare, "") for wager in ordered}


def odds_of(rules: HouseRules, wager: str) -> str:
    """What an area pays, as it would stand on the felt."""
    wins = sorted(priced(rules)[wager].wins)
    charge = terms(rules)
    text = _odds(wins[-1]) if wins else ""
    if len(wins) > 1:
        text = f"≤ {text}" if wager not in ("player", "banker") else _odds(Fraction(1))
    if charge and charge.wager == wager and charge.on == "win":
        text += f" −{float(charge.rate * 100):g}%"
    return text


def _odds(odds: Fraction) -> str:
    return f"{odds.numerator}:{odds.denominator}"


def article(words: str) -> str:
    """A sentence that starts with a capital and ends with a full stop.

    >>> article("seat 3 is taken")
    'Seat 3 is taken.'
    """
    words = words.strip()
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?", "”", "…")) else ".")
