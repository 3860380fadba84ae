"""Wagers on cards as a simulation sees them: for each, tables of numbers that say how a coup of certain cards ends.

A shoe that is dealt by card keeps the order of the pool that every other shoe has (:mod:`~minibac.simulate.dealing`),
suit by suit inside each rank. So the same number takes the same card, and whoever counts by points, by ranks or by
cards counts the same shoe.
"""

from collections.abc import Iterable
from typing import NamedTuple

from minibac.cards.card import ALL_CARDS, Card, Rank, Suit
from minibac.odds.by_cards import HandTables, card_tables
from minibac.odds.prices import Gross, Laid, Odds
from minibac.rules.drawing import DrawingRules

ROW_OF_RANKS = (
    *(Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING),
    *(Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE),
)
"""The order of the pool: cards that count nothing first, so that it is the same by points and by ranks."""

ROW_OF_CARDS = tuple(Card(rank, suit) for rank in ROW_OF_RANKS for suit in Suit)

Numbers = tuple[int, ...]


class Sight(NamedTuple):
    """One wager on cards, looked up: classes of the cards, what each hand tells, and the end they come to together.

    Tables lie flat: ``player[first * classes + second]`` is the form of the Player's first two cards,
    ``player_told[form * (thirds + 1) + third]`` what it tells with a third card, and ``end[player * told + banker]``
    the end of the wager.
    """

    wager: str
    first: Numbers
    """The class of each card of the pool's row among first cards."""
    third: Numbers
    """The same among third cards; behind them the class of no card."""
    classes: int
    thirds: int
    player: Numbers
    player_told: Numbers
    banker: Numbers
    banker_told: Numbers
    end: Numbers
    told: int
    """How many things a Banker's Hand can tell."""
    ends: int
    """In how many ways the wager can end."""

    @property
    def suits(self) -> bool:
        """Whether it tells the suits of any rank apart."""
        looks = (*self.first, 0), self.third
        return any(len(set(look[at : at + 4])) > 1 for look in looks for at in range(0, len(look) - 1, 4))

    def end_of(self, player: list[int], banker: list[int]) -> int:
        """The end of a coup whose hands are these cards of the pool's row."""
        shown = []
        for hand, forms, told in ((player, self.player, self.player_told), (banker, self.banker, self.banker_told)):
            form = forms[self.first[hand[0]] * self.classes + self.first[hand[1]]]
            third = self.third[hand[2]] if len(hand) > 2 else self.thirds
            shown.append(told[form * (self.thirds + 1) + third])
        return self.end[shown[0] * self.told + shown[1]]


def sights_of(odds: Odds) -> tuple[Sight, ...]:
    """The wagers on cards among these, in their order."""
    return tuple(sight(laid, odds.rules.drawing) for laid in odds.laid.values() if laid.wager.asks_cards)


def sight(laid: Laid, drawing: DrawingRules) -> Sight:
    """A wager on cards as tables."""
    tables = card_tables(laid.wager, drawing)
    places = [ALL_CARDS.index(card) for card in ROW_OF_CARDS]
    thirds = max(tables.third) + 1
    numbers = {gross: number for number, gross in enumerate(laid.ends)}
    as_laid = [numbers[Gross.of(*end)] for end in tables.ends]
    ends = _flat((as_laid[end] for end in row) for row in tables.end)
    return Sight(
        laid.wager.id,
        tuple(tables.first[place] for place in places),
        (*(tables.third[place] for place in places), thirds),
        max(tables.first) + 1,
        thirds,
        *_hand(tables.player),
        *_hand(tables.banker),
        ends,
        len(tables.end[0]),
        len(laid.ends),
    )


def _hand(tables: HandTables) -> tuple[Numbers, Numbers]:
    return _flat(tables.forms), _flat(tables.parts)


def _flat(rows: Iterable[Iterable[int]]) -> Numbers:
    return tuple(number for row in rows for number in row)
