"""The shoe: cut, cutting card, burn, and cards that leave in order and never come back.

A shoe is a value: drawing gives the card and the shoe without it. The cutting card is no card of the count; it lies in
front of the last ``depth`` cards and is out as soon as a card behind it, or that place itself, is reached.

Two ways lead to a shoe, and they do not meet. A live shoe is a :class:`LiveStack` that is cut and loaded; what must be
reproducible starts from a :class:`SeededStack` and goes through :func:`seeded_shoe`, and its shoe keeps the seed.
"""

from enum import StrEnum
from typing import NamedTuple

from minibac.cards.card import Card, burn_count
from minibac.cards.shuffle import LiveStack, SeededStack
from minibac.rules.house_rules import LONGEST_BURN, LONGEST_COUP, HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import said


class OutOfCardsError(LookupError):
    """A card was asked of an empty shoe: the coup cannot be completed and is void (s42/k/4, ma/13/e)."""


class CutStack(NamedTuple):
    """A live stack that has been cut: what lay over the cutting card has come to the back."""

    cards: tuple[Card, ...]
    position: int
    clauses: tuple[str, ...]


class Shoe(NamedTuple):
    """Cards in the order they will leave, the next one's place, and where the cutting card lies."""

    order: tuple[Card, ...]
    depth: int
    drawn_count: int = 0
    seed: int | None = None
    """The seed of a shoe made for reproducible work; a live shoe has none."""

    @property
    def is_live(self) -> bool:
        return self.seed is None

    @property
    def left_count(self) -> int:
        return len(self.order) - self.drawn_count

    @property
    def drawn(self) -> tuple[Card, ...]:
        """What has left the shoe; with what is still in it, always the full number of cards."""
        return self.order[: self.drawn_count]

    @property
    def left(self) -> tuple[Card, ...]:
        return self.order[self.drawn_count :]

    @property
    def cut_card_next(self) -> bool:
        """The cutting card is what would come out next."""
        return self.left_count == self.depth

    @property
    def cut_card_out(self) -> bool:
        """The cutting card has come out: a card from behind it has been drawn."""
        return self.left_count < self.depth

    def draw(self) -> tuple[Card, "Shoe"]:
        """The next card, and the shoe without it."""
        if self.drawn_count >= len(self.order):
            raise OutOfCardsError("the shoe is empty")
        return self.order[self.drawn_count], self._replace(drawn_count=self.drawn_count + 1)


class Burn(NamedTuple):
    """The cards burned before the first coup: the first one, and as many as it counts."""

    first: Card
    others: tuple[Card, ...]
    shown: tuple[Card, ...]
    clauses: tuple[str, ...]

    @property
    def cards_count(self) -> int:
        return 1 + len(self.others)


class Place(StrEnum):
    """Where a cutting card is. It is never one of the cards that count."""

    ASIDE = "aside"
    IN_STACK = "in-stack"
    IN_SHOE = "in-shoe"


class CuttingCards(NamedTuple):
    """Where the two cutting cards are: the one that ends the shoe, and the other (A30)."""

    places: tuple[Place, ...]
    clauses: tuple[str, ...]


def cutting_cards(rules: HouseRules, at: LiveStack | CutStack | Shoe) -> CuttingCards:
    """Both aside beside a stack; one in a stack that is being cut; both in a shoe, until the first comes out."""
    if isinstance(at, Shoe):
        places = (Place.ASIDE if at.cut_card_out else Place.IN_SHOE, Place.IN_SHOE)
    else:
        places = (Place.IN_STACK if isinstance(at, CutStack) else Place.ASIDE, Place.ASIDE)
    return CuttingCards(places, rules.rulebook.equipment.cutting_clauses)


def cut(rules: HouseRules, stack: LiveStack, position: int) -> CutStack | Refusal:
    """Put the cutting card in under ``position`` cards and bring those to the back; too near an end is refused."""
    if not isinstance(stack, LiveStack):
        raise TypeError(f"a live shoe is cut from a LiveStack, not from a {type(stack).__name__}")
    refusal = check_cut(rules, len(stack.cards), position)
    return refusal or CutStack(_turned(stack.cards, position), position, rules.rulebook.cut.cut_clauses)


def _turned(cards: tuple[Card, ...], position: int) -> tuple[Card, ...]:
    return (*cards[position:], *cards[:position])


def check_cut(rules: HouseRules, cards_count: int, position: int) -> Refusal | None:
    """Why this cut is refused and offered again, or ``None``."""
    nearest = rules.rulebook.cut.cards_from_either_end
    low, high = nearest, cards_count - nearest
    if low <= position <= high:
        return None
    sentence = said(
        "the cut is {near} cards from an end; the cutting card goes in at least {nearest} cards from either end, "
        "at {low} to {high}",
        near=min(position, cards_count - position),
        nearest=nearest,
        low=low,
        high=high,
    )
    return refuse(Code.WRONG_CUT, sentence, *rules.rulebook.cut.cut_clauses, allowed=(str(low), str(high)))


def check_depth(rules: HouseRules, cards_count: int, depth: int) -> Refusal | None:
    """Why the cutting card may not lie this far from the back, or ``None`` (A31 for the upper bound)."""
    low = _depth(rules)
    high = cards_count - LONGEST_BURN - LONGEST_COUP
    if low <= depth <= high:
        return None
    sentence = said(
        "the cutting card lies {depth} cards from the back; this house puts it in {low} to {high} from the back",
        depth=depth,
        low=low,
        high=high,
    )
    return refuse(Code.WRONG_CUT, sentence, *rules.rulebook.cut.depth_clauses, allowed=(str(low), str(high)))


def load(rules: HouseRules, stack: CutStack, cutting_cards: int = 2) -> Shoe | Refusal:
    """Load the dealing shoe with a stack that has been cut; both cutting cards must be there."""
    if not isinstance(stack, CutStack):
        raise TypeError(f"a live shoe is loaded with a CutStack, not with a {type(stack).__name__}")
    refusal = check_cutting_cards(rules, cutting_cards) or check_depth(rules, len(stack.cards), _depth(rules))
    return refusal or Shoe(stack.cards, _depth(rules))


def seeded_shoe(rules: HouseRules, stack: SeededStack, position: int) -> Shoe | Refusal:
    """A shoe for work that must be reproducible, cut and loaded by the same rules; it keeps its seed."""
    refusal = check_cut(rules, len(stack.cards), position) or check_depth(rules, len(stack.cards), _depth(rules))
    return refusal or Shoe(_turned(stack.cards, position), _depth(rules), seed=stack.seed)


def _depth(rules: HouseRules) -> int:
    return int(rules.options.get("cut_card_depth", 0))


def check_cutting_cards(rules: HouseRules, at_hand: int) -> Refusal | None:
    """Why the shoe is not loaded with that many cutting cards at hand, or ``None``."""
    needed = int(rules.rulebook.fixed["cutting_cards"].value)
    if at_hand == needed:
        return None
    sentence = said(
        "the shoe is loaded with {needed} cutting cards, and {at_hand} are at hand", needed=needed, at_hand=at_hand
    )
    return refuse(Code.ILLEGAL_EQUIPMENT, sentence, *rules.rulebook.equipment.cutting_clauses, allowed=(str(needed),))


class Dealt(NamedTuple):
    """A card that has left the shoe, by the clauses that make the shoe its only source."""

    card: Card
    shoe: Shoe
    clauses: tuple[str, ...]


def deal_card(rules: HouseRules, shoe: Shoe) -> Dealt:
    """Draw the next card for the table."""
    card, rest = shoe.draw()
    return Dealt(card, rest, rules.rulebook.cut.shoe_clauses)


def check_source(rules: HouseRules, shoe: Shoe, card: Card) -> Refusal | None:
    """Why this card may not be dealt, or ``None``: nothing comes from anywhere but the front of the shoe."""
    if not shoe.left_count:
        sentence = said("{card} cannot be dealt: the shoe is empty, and cards come from the shoe alone", card=str(card))
        return refuse(Code.WRONG_CARD, sentence, *rules.rulebook.cut.shoe_clauses, allowed=("none",))
    due = shoe.order[shoe.drawn_count]
    if card == due:
        return None
    sentence = said(
        "{card} cannot be dealt: the next card of the shoe is {due}, and cards come from the shoe in order",
        card=str(card),
        due=str(due),
    )
    return refuse(Code.WRONG_CARD, sentence, *rules.rulebook.cut.shoe_clauses, allowed=(str(due),))


def burn(rules: HouseRules, shoe: Shoe) -> tuple[Burn, Shoe]:
    """Burn the first card and as many as it counts; shown to all, or the first alone, by rulebook."""
    first, shoe = shoe.draw()
    others = []
    for _ in range(burn_count(first.rank)):
        card, shoe = shoe.draw()
        others.append(card)
    everything = rules.rulebook.fixed["burn_exposure"].value == "all"
    text = rules.rulebook.cut
    return Burn(
        first,
        tuple(others),
        (first, *others) if everything else (first,),
        (*text.burn_clauses, *text.burn_count_clauses, *text.burn_exposure_clauses),
    ), shoe


def check_burn(rules: HouseRules, first: Card, burned_count: int) -> Refusal | None:
    """Why a burn of that many further cards is wrong after this first one, or ``None``."""
    right = burn_count(first.rank)
    if burned_count == right:
        return None
    sentence = said(
        "{burned_count} cards were burned after {first}, which counts {right}",
        burned_count=burned_count,
        first=str(first),
        right=right,
    )
    clauses = (*rules.rulebook.cut.burn_count_clauses, *rules.rulebook.cut.burn_clauses)
    return refuse(Code.WRONG_BURN, sentence, *clauses, allowed=(str(right),))
