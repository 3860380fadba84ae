"""What the cards of a coup say to a line of a wager.

A coup is two hands, and every fact is made of a part that the Player's Hand tells, a part that the Banker's Hand tells,
and how the two are put together: the winner of both totals, a count of both counts. So whoever counts coups may look at
one hand at a time. A fact also says how closely it looks at a card: cards that no fact of a wager can tell apart are
one class.

>>> from minibac.cards.card import parse_cards
>>> from minibac.rules.wager_facts import read_fact
>>> seen = known(read_fact("count hearts in coup"))
>>> seen.answer(parse_cards("7h,9h"), parse_cards("3c,2d,Ah"))
3
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeAlias

from minibac.cards.card import ALL_CARDS, Card, Suit, total
from minibac.rules.rulebook import Value
from minibac.rules.wager_facts import COLOURS, NONE, OF_A_CARD, OTHER_HAND, PLACES, SUITS, WagerFact

Hand: TypeAlias = Sequence[Card]
Look: TypeAlias = Callable[[Card], Hashable]
"""How closely one looks at a card; its points are always seen."""

SIDES = ("player", "banker")
SUIT_NAMES = {Suit(name[0]): name for name in SUITS}
RED = (Suit.HEARTS, Suit.DIAMONDS)


def points_alone(_: Card) -> None:
    """A look that sees no more."""


CARD: dict[str, Callable[[Card], Value]] = {
    "card": str,
    "rank": lambda card: card.rank.value,
    "value": lambda card: card.points,
    "suit": lambda card: SUIT_NAMES[card.suit],
    "colour": lambda card: COLOURS[card.suit not in RED],
}
assert CARD.keys() == OF_A_CARD.keys()


class CardFact(NamedTuple):
    """A fact that cards can answer."""

    sides: frozenset[str]
    """The hands it hangs on."""
    thirds: bool
    """Whether it hangs on anything but the first four cards."""
    look_first: Look
    """How closely it looks at the first two cards of a hand, and at a third."""
    look_third: Look
    part: Callable[[str, Hand], Any]
    """What a hand, of the side named, adds to it."""
    joined: Callable[[Any, Any], Value]
    """The answer from the Player's part and the Banker's."""

    def answer(self, player: Hand, banker: Hand) -> Value:
        """The answer that a coup gives."""
        return self.joined(self.part("player", player), self.part("banker", banker))

    def fits(self, values: Sequence[Value]) -> "CardFact":
        """Whether the answer is one of these; of one hand no more need be told than that."""
        if len(self.sides) > 1:
            return self._replace(joined=lambda player, banker: self.joined(player, banker) in values)
        (side,) = self.sides
        return _of_one(
            side,
            lambda hand: self.answer(*_placed(side, hand)) in values,
            thirds=self.thirds,
            look_first=self.look_first,
            look_third=self.look_third,
        )


def known(fact: WagerFact, hand: str | None = None, values: Sequence[Value] | None = None) -> CardFact:
    """How cards answer a fact of a wager on this hand; with ``values``, whether it is one of them."""
    told = _known(fact, hand)
    if values is None:
        return told
    fitting = told.fits(values)
    card = _one_card(fact)
    if card is None:
        return fitting
    # Of one card it matters only whether it fits.
    if card == "third":
        return fitting._replace(look_third=lambda each: told.look_third(each) in values)
    return fitting._replace(look_first=lambda each: told.look_first(each) in values)


def _one_card(fact: WagerFact) -> str | None:
    """The place of the only card that a fact is about."""
    words = fact.name.split("_")
    alone = not (fact.added or fact.alike or fact.counted)
    return words[1] if alone and len(words) == 3 and words[1] in PLACES and words[2] in CARD else None


def _known(fact: WagerFact, hand: str | None) -> CardFact:
    if fact.added:
        signs = [sign for sign, _ in fact.added]
        return _together(
            [_known(term, hand) for _, term in fact.added],
            lambda answers: sum(s * int(a) for s, a in zip(signs, answers, strict=True) if a != NONE),
        )
    if fact.alike:
        each = [_known(term, hand) for term in fact.alike]
        return _together(each, lambda answers: answers[0] == answers[1] != NONE)
    side, _, what = fact.name.partition("_")
    side = {"own": hand or "", "other": OTHER_HAND.get(hand or "", "")}.get(side, side)
    if fact.counted:
        return _count(fact, hand)
    if fact.name in RESULTS:
        return RESULTS[fact.name]
    if fact.name == "lead":
        sign = 1 if hand == "player" else -1
        return _of_both(total, lambda player, banker: sign * (player - banker))
    if fact.name == "coup_colour":
        return _of_both(_colour, lambda player, banker: player if player == banker else "mixed", look=CARD["colour"])
    if what in OF_A_HAND:
        return OF_A_HAND[what](side)
    place, _, attribute = what.partition("_")
    return _card(side, PLACES.index(place), attribute)


# ------------------------------------------------------------------------------------------------ kinds of facts


def _placed(side: str, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, ()) if side == "player" else ((), hand)


def _of_one(
    side: str,
    tell: Callable[[Hand], Value],
    *,
    thirds: bool,
    look_first: Look = points_alone,
    look_third: Look = points_alone,
) -> CardFact:
    """A fact of one hand."""
    which = SIDES.index(side)
    return CardFact(
        frozenset({side}),
        thirds,
        look_first,
        look_third,
        lambda of, hand: tell(hand) if of == side else None,
        lambda *parts: parts[which],
    )


def _of_both(
    tell: Callable[[Hand], Hashable],
    join: Callable[..., Value],
    *,
    thirds: bool = True,
    look: Look = points_alone,
) -> CardFact:
    """A fact of both hands, which tell the same of themselves."""
    return CardFact(frozenset(SIDES), thirds, look, look if thirds else points_alone, lambda _, hand: tell(hand), join)


def _together(each: Sequence[CardFact], join: Callable[[Sequence[Value]], Value]) -> CardFact:
    """Several facts in one; what a single hand can tell by itself, it tells."""
    sides = frozenset[str]().union(*(one.sides for one in each))
    thirds = any(one.thirds for one in each)

    def look_first(card: Card) -> Hashable:
        return tuple(one.look_first(card) for one in each)

    def look_third(card: Card) -> Hashable:
        return tuple(one.look_third(card) for one in each)

    if len(sides) == 1:
        side = next(iter(sides))
        return _of_one(
            side,
            lambda hand: join([one.answer(*_placed(side, hand)) for one in each]),
            thirds=thirds,
            look_first=look_first,
            look_third=look_third,
        )
    return CardFact(
        sides,
        thirds,
        look_first,
        look_third,
        lambda side, hand: tuple(one.part(side, hand) for one in each),
        lambda player, banker: join([one.joined(p, b) for one, p, b in zip(each, player, banker, strict=True)]),
    )


def _card(side: str, place: int, attribute: str) -> CardFact:
    """One card by its place in the hand."""
    tell = CARD[attribute]
    return _of_one(
        side,
        lambda hand: tell(hand[place]) if len(hand) > place else NONE,
        thirds=place == 2,
        look_first=points_alone if place == 2 else tell,
        look_third=tell if place == 2 else points_alone,
    )


def _count(fact: WagerFact, hand: str | None) -> CardFact:
    """How many cards of some kinds lie in a hand, or in both."""
    side, _, first_two = fact.place.partition("_")
    side = {"own": hand or "", "other": OTHER_HAND.get(hand or "", "")}.get(side, side)
    first_two = first_two or ("first_two" if fact.place == "first_four" else "")
    places = 2 if first_two else 3

    told = [tell for name, tell in CARD.items() if name != "value"]
    look = frozenset(card for card in ALL_CARDS if any(tell(card) in fact.counted for tell in told)).__contains__

    def count(cards: Hand) -> int:
        return sum(map(look, cards[:places]))

    if side in SIDES:
        return _of_one(
            side,
            count,
            thirds=not first_two,
            look_first=look,
            look_third=points_alone if first_two else look,
        )
    return _of_both(count, lambda player, banker: player + banker, thirds=not first_two, look=look)


def _colour(hand: Hand) -> str:
    colours = {str(CARD["colour"](card)) for card in hand}
    return colours.pop() if len(colours) == 1 else "mixed"


def _winner(player: int, banker: int) -> Value:
    return "tie" if player == banker else "player" if player > banker else "banker"


def _total_in(hand: Hand) -> tuple[int, int]:
    return total(hand), len(hand)


RESULTS = {
    "winner": _of_both(total, _winner),
    "margin": _of_both(total, lambda player, banker: abs(player - banker)),
    "dragon_7": _of_both(_total_in, lambda player, banker: banker == (7, 3) and player[0] < 7),
    "panda_8": _of_both(_total_in, lambda player, banker: player == (8, 3) and banker[0] < 8),
}

OF_A_HAND: dict[str, Callable[[str], CardFact]] = {
    "total": lambda side: _of_one(side, total, thirds=True),
    "cards": lambda side: _of_one(side, len, thirds=True),
    "natural": lambda side: _of_one(side, lambda hand: len(hand) == 2 and total(hand) >= 8, thirds=True),
    "pair": lambda side: _of_one(
        side, lambda hand: hand[0].rank == hand[1].rank, thirds=False, look_first=CARD["rank"]
    ),
    "two_card_total": lambda side: _of_one(side, lambda hand: total(hand[:2]), thirds=False),
    "suited": lambda side: _of_one(
        side, lambda hand: hand[0].suit == hand[1].suit, thirds=False, look_first=CARD["suit"]
    ),
    "suited_pair": lambda side: _of_one(side, lambda hand: hand[0] == hand[1], thirds=False, look_first=CARD["card"]),
    "colour": lambda side: _of_one(side, _colour, thirds=True, look_first=CARD["colour"], look_third=CARD["colour"]),
}
