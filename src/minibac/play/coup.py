"""The coup: two hands, and who takes the next card. Chance comes from outside.

A coup says *who* draws next, never *what*; cards are handed to it. So one machine serves a live shoe, a seeded shoe, an
exhaustive enumeration, a replayed record, and a shoe somebody deals by hand on a real table.

>>> from minibac.cards.card import parse_cards
>>> from minibac.rules.rulebook import load
>>> coup = START
>>> for card in parse_cards("7h,9s,3c,2d,Kd,5c"):
...     coup = take(coup, card, load("section-42").tableau)
>>> next_draw(coup), coup.result.winner, coup.result.banker_total
(None, <Winner.BANKER: 'banker'>, 6)
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from minibac.cards.card import POINTS, Card
from minibac.play.results import Result
from minibac.rules.drawing import STOOD, DrawingRules


class Hand(StrEnum):
    """The two hands of the game. People are guests; these are cards."""

    PLAYER = "player"
    BANKER = "banker"


class Stage(StrEnum):
    """Where a coup stands: the card it waits for, or that it is over."""

    PLAYER_FIRST = "player-first"
    BANKER_FIRST = "banker-first"
    PLAYER_SECOND = "player-second"
    BANKER_SECOND = "banker-second"
    PLAYER_THIRD = "player-third"
    BANKER_THIRD = "banker-third"
    COMPLETE = "complete"
    VOID = "void"


class Turn(StrEnum):
    """What the card just taken means for the coup."""

    CARD = "card"
    NATURAL = "natural"
    PLAYER_DRAWS = "player-draws"
    BANKER_DRAWS = "banker-draws"
    STAND = "stand"
    OUT_OF_CARDS = "out-of-cards"


TRANSITIONS: dict[tuple[Stage, Turn], Stage] = {
    (Stage.PLAYER_FIRST, Turn.CARD): Stage.BANKER_FIRST,
    (Stage.BANKER_FIRST, Turn.CARD): Stage.PLAYER_SECOND,
    (Stage.PLAYER_SECOND, Turn.CARD): Stage.BANKER_SECOND,
    (Stage.BANKER_SECOND, Turn.NATURAL): Stage.COMPLETE,
    (Stage.BANKER_SECOND, Turn.PLAYER_DRAWS): Stage.PLAYER_THIRD,
    (Stage.BANKER_SECOND, Turn.BANKER_DRAWS): Stage.BANKER_THIRD,
    (Stage.BANKER_SECOND, Turn.STAND): Stage.COMPLETE,
    (Stage.PLAYER_THIRD, Turn.BANKER_DRAWS): Stage.BANKER_THIRD,
    (Stage.PLAYER_THIRD, Turn.STAND): Stage.COMPLETE,
    (Stage.BANKER_THIRD, Turn.CARD): Stage.COMPLETE,
    # The shoe is empty while a card is due: the round is void (s42/k/4, ma/13/e).
    (Stage.PLAYER_FIRST, Turn.OUT_OF_CARDS): Stage.VOID,
    (Stage.BANKER_FIRST, Turn.OUT_OF_CARDS): Stage.VOID,
    (Stage.PLAYER_SECOND, Turn.OUT_OF_CARDS): Stage.VOID,
    (Stage.BANKER_SECOND, Turn.OUT_OF_CARDS): Stage.VOID,
    (Stage.PLAYER_THIRD, Turn.OUT_OF_CARDS): Stage.VOID,
    (Stage.BANKER_THIRD, Turn.OUT_OF_CARDS): Stage.VOID,
}
"""Every transition of a coup. A pair that is absent cannot happen."""

DUE: dict[Stage, Hand] = {
    Stage.PLAYER_FIRST: Hand.PLAYER,
    Stage.BANKER_FIRST: Hand.BANKER,
    Stage.PLAYER_SECOND: Hand.PLAYER,
    Stage.BANKER_SECOND: Hand.BANKER,
    Stage.PLAYER_THIRD: Hand.PLAYER,
    Stage.BANKER_THIRD: Hand.BANKER,
}
"""The hand that takes the card a stage waits for: first and third card Player, second and fourth Banker."""


class Coup(NamedTuple):
    """A round of play as far as it has got."""

    stage: Stage = Stage.PLAYER_FIRST
    player: tuple[Card, ...] = ()
    """The Player's Hand."""
    banker: tuple[Card, ...] = ()
    """The Banker's Hand."""

    @property
    def player_total(self) -> int:
        """The Point Count of the Player's Hand as far as it lies."""
        return hand_total(self.player)

    @property
    def banker_total(self) -> int:
        """The Point Count of the Banker's Hand as far as it lies."""
        return hand_total(self.banker)

    def __repr__(self) -> str:
        player, banker = (" ".join(map(str, hand)) or "no card" for hand in (self.player, self.banker))
        return f"<Coup {self.stage}: Player {player}, Banker {banker}>"

    def _repr_html_(self) -> str:
        from minibac.play.html import coup_html

        return coup_html(self)

    @property
    def over(self) -> bool:
        """Whether no card follows: the coup is complete, or void."""
        return self.stage in (Stage.COMPLETE, Stage.VOID)

    @property
    def four_cards_out(self) -> bool:
        """Both hands have their first two cards, which is when House Money is decided (ma/8/c/3)."""
        return len(self.banker) >= 2

    @property
    def result(self) -> Result:
        """What the finished coup came to."""
        if self.stage is not Stage.COMPLETE:
            raise ValueError(f"the coup is at {self.stage}: it has a result when it is complete")
        return Result(
            self.player_total,
            self.banker_total,
            len(self.player),
            len(self.banker),
            self.player[0].rank == self.player[1].rank,
            self.banker[0].rank == self.banker[1].rank,
        )


START = Coup()


def hand_total(hand: tuple[Card, ...]) -> int:
    """The Point Count of a hand."""
    return sum([POINTS[card.rank] for card in hand]) % 10


def next_draw(coup: Coup) -> Hand | None:
    """The hand that takes the next card, or ``None`` once the coup is over."""
    return DUE.get(coup.stage)


def take(coup: Coup, card: Card, rules: DrawingRules) -> Coup:
    """Give the next card to the hand that is due."""
    stage, player, banker = coup
    hand = DUE.get(stage)
    if hand is Hand.PLAYER:
        player = (*player, card)
    elif hand is Hand.BANKER:
        banker = (*banker, card)
    else:
        raise ValueError(f"no card is due: the coup is {stage}")
    return Coup(TRANSITIONS[stage, turn(stage, player, banker, rules)], player, banker)


def run_out(coup: Coup) -> Coup:
    """The shoe is empty and a card is due: the coup is void."""
    return coup._replace(stage=TRANSITIONS[coup.stage, Turn.OUT_OF_CARDS])


def turn(stage: Stage, player: tuple[Card, ...], banker: tuple[Card, ...], rules: DrawingRules) -> Turn:
    """What the card just dealt at this stage brings, by the rulebook's tableau."""
    if stage is Stage.BANKER_SECOND:
        player_total, banker_total = hand_total(player), hand_total(banker)
        if rules.natural[player_total] or rules.natural[banker_total]:
            return Turn.NATURAL
        if rules.player_draws[player_total]:
            return Turn.PLAYER_DRAWS
        return Turn.BANKER_DRAWS if rules.banker_draws[banker_total][STOOD] else Turn.STAND
    if stage is Stage.PLAYER_THIRD:
        third = POINTS[player[2].rank]
        return Turn.BANKER_DRAWS if rules.banker_draws[hand_total(banker)][third] else Turn.STAND
    return Turn.CARD


def play(cards: Iterable[Card], rules: DrawingRules) -> Coup:
    """Deal a coup from cards in the order they leave the shoe; it is void when they run out."""
    coup = START
    source = iter(cards)
    while not coup.over:
        card = next(source, None)
        coup = run_out(coup) if card is None else take(coup, card, rules)
    return coup
