"""Drawing: every cell that can be reached, the two-card totals with the rank of the Player's third card.

Each question gives six cards, also where fewer are right, so that an engine that draws too often has a card to draw.
No card is there twice: its place says when it left the shoe.
"""

from collections.abc import Iterator

from minibac.cards.card import POINTS, RANKS, Card, Rank, Suit
from minibac.kit.engine import GAME
from minibac.kit.kit_question import KitQuestion
from minibac.play.coup import Coup, play
from minibac.play.decisions import decisions
from minibac.rules.drawing import TOTALS
from minibac.rules.rulebook import RULEBOOKS, load

SUITS = (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)
OTHER_SUITS = (Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.HEARTS, Suit.DIAMONDS)


def drawing() -> Iterator[KitQuestion]:
    """Each cell, and each one without a third card twice, with other cards."""
    for cards in drawing_deals():
        coup = play(cards, load(GAME).tableau)
        yield KitQuestion({"ask": "coup", "cards": list(map(str, cards))}, drawing_clauses(coup), drawing_reason(coup))


def drawing_deals() -> Iterator[tuple[Card, ...]]:
    """The cards of the chapter, six to a coup."""
    rules, number = load(GAME).tableau, 0
    for player in range(TOTALS):
        for banker in range(TOTALS):
            draws = not rules.natural[player] and not rules.natural[banker] and rules.player_draws[player]
            for third in RANKS if draws else (Rank.SIX, Rank.ACE):
                number += 1
                yield _cards(player, banker, third, number)


def _cards(player: int, banker: int, third: Rank, number: int) -> tuple[Card, ...]:
    mine, theirs = _two(player, number), _two(banker, number // 3 + 1)
    ranks = (mine[0], theirs[0], mine[1], theirs[1], third, RANKS[number * 5 % len(RANKS)])
    cards: list[Card] = []
    for place, rank in enumerate(ranks):
        wanted = (SUITS[place], OTHER_SUITS[place], *Suit)
        cards.append(next(card for suit in wanted if (card := Card(rank, suit)) not in cards))
    return tuple(cards)


def _two(total: int, number: int) -> tuple[Rank, Rank]:
    """Two ranks of this total, others for other numbers."""
    ways = [(one, other) for one in RANKS for other in RANKS if (POINTS[one] + POINTS[other]) % TOTALS == total]
    return ways[number * 7 % len(ways)]


def drawing_clauses(coup: Coup) -> tuple[str, ...]:
    """The clauses of the four rulebooks that decide who draws."""
    made = (decisions(coup, load(name)) for name in RULEBOOKS)
    return tuple(dict.fromkeys(clause for each in made for decision in each for clause in decision.clauses))


def drawing_reason(coup: Coup) -> str:
    """Who draws and who stays, in words."""
    return "; ".join(str(decision.text) for decision in decisions(coup, load(GAME)))
