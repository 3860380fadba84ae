"""Short words for a narrow screen: money, wagers, and what is said, in the language of the screen."""

from collections.abc import Callable

from msgspec.structs import replace

from minibac.cli.text import SUITS
from minibac.rules.house_rules import HouseRules
from minibac.voice.languages import catalogue
from minibac.voice.said import ENGLISH, Fact, Said, said, written

NARROW = replace(ENGLISH, cents="if-any", ranks={"T": "10"}, suits=SUITS)
"""English as this screen writes it: suits as signs, money without needless cents."""

Say = Callable[[Fact], str]


def saying(language: str) -> Say:
    """A way to say things in a language.

    >>> from minibac.voice.said import Money
    >>> saying("en")(said("{sum} on {wager}", sum=Money(5_00), wager=short_name("tie")))
    '$5 on Tie'
    """
    spoken = catalogue(language)
    manner = NARROW if language == "en" else spoken.manner

    def say(told: Fact) -> str:
        words = told if isinstance(told, Said) else said("{told}", told=told)
        return written(words, manner, lambda template: spoken.templates.get(template, template))

    return say


WAGERS = {
    "player": (said("Player"), "p", said("initials|P")),
    "banker": (said("Banker"), "b", said("initials|B")),
    "tie": (said("Tie"), "t", said("initials|T")),
    "dragon-bonus-player": (said("Dragon P"), "l", said("initials|DP")),
    "dragon-bonus-banker": (said("Dragon B"), "k", said("initials|DB")),
    "dragon-7": (said("Dragon 7"), "d", said("initials|D7")),
    "panda-8": (said("Panda 8"), "a", said("initials|P8")),
    "player-pair": (said("P pair"), "i", said("initials|PP")),
    "banker-pair": (said("B pair"), "j", said("initials|BP")),
    "house-money": (said("House $"), "m", said("initials|HM")),
}
"""Each printed wager: its short name, its key, its initials."""

SPARE_KEYS = "efnouy"
FELT_ORDER = ("player-pair", "player", "tie", "banker", "banker-pair")
"""As areas lie in front of a guest; the other wagers follow."""


def printed(text: str) -> Said:
    """A text of a rulebook, which is its own template."""
    return Said(text)


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


def short_name(wager: str) -> Fact:
    """A wager in a few letters; one that only the house has keeps its own name."""
    return WAGERS[wager][0] if wager in WAGERS else wager.replace("-", " ").title()


def initials(wager: str) -> Fact:
    """A wager in two letters at most, or as few as a language needs."""
    return WAGERS[wager][2] if wager in WAGERS else wager[:2].upper()


def wager_keys(rules: HouseRules) -> dict[str, str]:
    """The key of each wager of the table, in the order in which the areas are drawn."""
    offered = [proposition.id for proposition in rules.propositions]
    ordered = [w for w in FELT_ORDER if w in offered] + [w for w in offered if w not in FELT_ORDER]
    spare = iter(SPARE_KEYS)
    return {wager: WAGERS[wager][1] if wager in WAGERS else next(spare, "") for wager in ordered}
