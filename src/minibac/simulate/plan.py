"""What is to be simulated: the cards, the end of a shoe, the tableau; whole numbers that a kernel understands."""

from enum import StrEnum
from typing import NamedTuple

from minibac.play.results import CODES, POINT_CODES
from minibac.rules.drawing import DrawingRules
from minibac.rules.house_rules import CARDS_IN_DECK, LONGEST_BURN, LONGEST_COUP, HouseRules
from minibac.simulate.dealing import BY_POINTS, BY_RANKS
from minibac.simulate.sights import Sight
from minibac.voice.said import many, said

MOST_DECKS = 16
CONTINUOUS_COUPS = 200
"""Coups that count as one shoe where a continuous shuffler has no end of shoe: its scoreboard starts anew (F10)."""


class By(StrEnum):
    """How finely coups are told apart: by points, or by ranks, which also sees pairs."""

    POINTS = "points"
    RANKS = "ranks"


class SimulationError(ValueError):
    """A simulation that cannot be run. The message is a sentence for the person who asked."""


class WrongRequestError(SimulationError):
    """What was asked for means nothing. Asking otherwise helps; trying again, or on another machine, does not."""


class Plan(NamedTuple):
    """One kind of shoe, and how its coups are counted."""

    decks: int
    depth: int
    """Cards behind the cutting card."""
    coups: int
    """0 for a shoe that ends with its cutting card; with a continuous shuffler, the coups that count as a shoe."""
    by: By
    drawing: DrawingRules
    sights: tuple[Sight, ...] = ()
    """The wagers on cards that are counted too; their shoes are dealt by card."""

    @property
    def ends(self) -> tuple[int, ...]:
        """In how many ways each wager on cards can end."""
        return tuple(sight.ends for sight in self.sights)

    @property
    def all_codes(self) -> int:
        """Result codes, and behind them the ends of each wager on cards."""
        return self.codes + sum(self.ends)

    @property
    def prefixes(self) -> int:
        return BY_RANKS if self.by is By.RANKS else BY_POINTS

    @property
    def codes(self) -> int:
        """How many result codes there are."""
        return CODES if self.by is By.RANKS else POINT_CODES

    @property
    def natural(self) -> int:
        """The Naturals as a mask: bit ``t`` stands for the total ``t``."""
        return mask(self.drawing.natural)

    @property
    def player_rule(self) -> int:
        """The totals on which the Player draws, as a mask."""
        return mask(self.drawing.player_draws)

    @property
    def numbers(self) -> tuple[int, int, int, int, int]:
        """What a kernel asks for: decks, depth, coups, Naturals, the Player's rule."""
        return self.decks, self.depth, self.coups, self.natural, self.player_rule

    @property
    def banker_rules(self) -> list[int]:
        """For each Banker total a mask of the Player's third cards it draws against, the last bit for none."""
        return [mask(row) for row in self.drawing.banker_draws]

    @property
    def most_coups(self) -> int:
        """More coups than any shoe can have: the shortest takes four cards."""
        return self.coups or CARDS_IN_DECK * self.decks // 4 + 2


def mask(marks: tuple[bool, ...]) -> int:
    """A row of a truth table as a number.

    >>> bin(mask((True, False, False, True)))
    '0b1001'
    """
    return sum(1 << place for place, mark in enumerate(marks) if mark)


def plan(rules: HouseRules, by: By | str = By.POINTS, decks: int | None = None, sights: tuple[Sight, ...] = ()) -> Plan:
    """The shoes that a table deals. ``decks`` studies a number of decks in the shoe beside the rulebook's.

    Shoes of which wagers on cards are counted tell ranks apart.

    >>> from minibac.rules.house_rules import build
    >>> from minibac.rules.rulebook import load
    >>> plan(build(load("section-42"), {"decks": 6}))[:4]
    (6, 14, 0, <By.POINTS: 'points'>)
    """
    decks = rules.decks_in_shoe if decks is None else decks
    if by not in tuple(By):
        unknown = said("there is no way to count by {by}: {ways} are those there are", by=str(by))
        raise WrongRequestError(unknown.about(ways=many(By, "and")))
    by = By.RANKS if sights else By(by)
    if not 1 <= decks <= MOST_DECKS:
        no_shoe = said("{decks} decks make no shoe for study: 1 to {most} do", decks=str(decks), most=MOST_DECKS)
        raise WrongRequestError(no_shoe)
    if rules.options["shuffler"] == "continuous":
        return Plan(decks, 0, CONTINUOUS_COUPS, by, rules.drawing, sights)
    depth = int(rules.options["cut_card_depth"])
    most = decks * CARDS_IN_DECK - LONGEST_BURN - LONGEST_COUP
    if depth > most:
        raise WrongRequestError(
            said(
                "a cutting card {depth} cards from the back leaves no room for a burn and a round in a shoe of {cards} "
                "cards: {most} is the most",
                depth=str(depth),
                cards=str(decks * CARDS_IN_DECK),
                most=str(most),
            )
        )
    return Plan(decks, depth, 0, by, rules.drawing, sights)
