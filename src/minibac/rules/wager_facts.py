"""What a line of a wager may ask about a coup: facts by name, each with the answers there are.

A fact is a name, as ``player_total``; a count of cards, as ``count 8 in coup``; names and counts added or taken away;
or two that are held against each other with ``is``. Most of them, the winner and the totals among them, follow from the
result of a coup; the others need its cards.

>>> read_fact("player_total + banker_total").answers == tuple(range(19))
True
>>> read_fact("player_first_rank is banker_first_rank").answers, read_fact("count K,Q in player").answers
((True, False), (0, 1, 2, 3))
>>> read_fact("own_third_suit", "banker").answers
('spades', 'hearts', 'diamonds', 'clubs', 'none')
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from minibac.rules.rulebook import Value
from minibac.rules.words import did_you_mean
from minibac.voice.said import Said, many, said

T = TypeVar("T")

RANKS = tuple("A23456789TJQK")
SUITS = ("spades", "hearts", "diamonds", "clubs")
COLOURS = ("red", "black")
NONE = "none"
"""The answer of a third card that was not drawn."""

YES_OR_NO: tuple[Value, ...] = (True, False)
WINNERS = ("player", "banker", "tie")
OTHER_HAND = {"player": "banker", "banker": "player"}

OF_A_RESULT: Mapping[str, Collection[Value]] = {
    "total": range(10),
    "cards": (2, 3),
    "natural": YES_OR_NO,
    "pair": YES_OR_NO,
}
"""What a result says of each hand."""

OF_TWO_CARDS: Mapping[str, Collection[Value]] = {
    "two_card_total": range(10),
    "suited": YES_OR_NO,
    "suited_pair": YES_OR_NO,
}
"""What only its first two cards say of a hand."""

CARDS = tuple(f"{rank}{suit[0]}" for suit in SUITS for rank in RANKS)
OF_A_CARD: Mapping[str, Collection[Value]] = {
    "card": CARDS,
    "rank": RANKS,
    "value": range(10),
    "suit": SUITS,
    "colour": COLOURS,
}
PLACES = ("first", "second", "third")
HAND_COLOURS = (*COLOURS, "mixed")

COUNTED_IN = {
    "player": 3,
    "banker": 3,
    "own": 3,
    "other": 3,
    "coup": 6,
    "player_first_two": 2,
    "banker_first_two": 2,
    "own_first_two": 2,
    "other_first_two": 2,
    "first_four": 4,
}
"""Where cards can be counted, and how many there are at most."""

KINDS = (*RANKS, *SUITS, *COLOURS, *CARDS)
"""What can be counted: a rank, a suit, a colour, or one card."""

SEVERAL_COUPS = (
    r"(^|[_\W])(streak|streaks|previous|next|last|run|runs|row|rounds|coups|shoe|shoes|consecutive|earlier|following"
    r"|history)($|[_\W])"
)
"""Words of a wager that more than one coup decides."""


class FactError(ValueError):
    """A fact that nobody knows, with a sentence for each thing that is wrong with it."""

    def __init__(self, *faults: Said) -> None:
        super().__init__(said("{faults}", faults=many(faults, ";")))
        self.faults = faults


class WagerFact(NamedTuple):
    """One thing that a line of a wager asks."""

    name: str
    answers: tuple[Value, ...]
    of_cards: bool
    """Whether it takes the cards to answer it: a result is not enough."""
    added: tuple[tuple[int, "WagerFact"], ...] = ()
    """What is added (1) and taken away (-1)."""
    alike: tuple["WagerFact", ...] = ()
    """The two that are held against each other."""
    counted: tuple[str, ...] = ()
    """The kinds of card that are counted, and where."""
    place: str = ""

    @property
    def leaves(self) -> tuple[str, ...]:
        """The names it is made of."""
        inside = [each for _, each in self.added] + list(self.alike)
        return tuple(name for each in inside for name in each.leaves) if inside else (self.name,)


def fact_answers(hand: str | None) -> dict[str, Collection[Value]]:
    """What a result answers to a wager on this hand: every fact by name, with the answers there are."""
    known: dict[str, Collection[Value]] = {"winner": WINNERS, "margin": range(10)}
    known |= {"dragon_7": YES_OR_NO, "panda_8": YES_OR_NO}
    if hand:
        known["lead"] = range(-9, 10)
    for side in _sides(hand):
        known |= {f"{side}_{name}": answers for name, answers in OF_A_RESULT.items()}
    return known


def card_answers(hand: str | None) -> dict[str, Collection[Value]]:
    """What only the cards of a coup answer."""
    known: dict[str, Collection[Value]] = {"coup_colour": HAND_COLOURS}
    for side in _sides(hand):
        known |= {f"{side}_{name}": answers for name, answers in OF_TWO_CARDS.items()}
        known[f"{side}_colour"] = HAND_COLOURS
        for place in PLACES:
            none = (NONE,) if place == "third" else ()
            known |= {f"{side}_{place}_{name}": (*answers, *none) for name, answers in OF_A_CARD.items()}
    return known


def _sides(hand: str | None) -> tuple[str, ...]:
    return ("player", "banker", *(("own", "other") if hand else ()))


@lru_cache(maxsize=4)
def _named_by_results(hand: str | None) -> dict[str, WagerFact]:
    """Every fact of a result that has a name of its own."""
    return {name: WagerFact(name, tuple(answers), of_cards=False) for name, answers in fact_answers(hand).items()}


@lru_cache(maxsize=4)
def _named_by_cards(hand: str | None) -> dict[str, WagerFact]:
    """The same of the facts that only cards answer."""
    return {name: WagerFact(name, tuple(answers), of_cards=True) for name, answers in card_answers(hand).items()}


def _named(name: str, hand: str | None) -> WagerFact | None:
    """A fact that has a name of its own, if there is one. Those of cards are laid out for whoever asks for more."""
    return _named_by_results(hand).get(name) or _named_by_cards(hand).get(name)


@lru_cache(maxsize=1024)
def read_fact(text: str, hand: str | None = None) -> WagerFact:
    """The fact that a text asks for, by a wager on this hand; raises with a sentence where there is none."""
    words = " ".join(text.split())
    if (named := _named(words, hand)) is not None:
        return named
    if " is " in words:
        one, other = _each(words.split(" is ", 1), lambda term: _term(term, hand))
        return _alike(one, other)
    terms = re.split(r"(?<=\w) ?([+-]) ?(?=\w)", words)
    if len(terms) > 1:
        signs = (1 if sign == "+" else -1 for sign in ["+", *terms[1::2]])
        return _added(list(zip(signs, _each(terms[::2], lambda term: _term(term, hand)), strict=True)))
    return _term(words, hand)


def _each(words: Iterable[str], read: Callable[[str], T]) -> list[T]:
    """What each of several words means; what is wrong with any of them is told together."""
    meant: list[T] = []
    faults: list[Said] = []
    for word in words:
        try:
            meant.append(read(word))
        except FactError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise FactError(*faults)
    return meant


def _term(text: str, hand: str | None) -> WagerFact:
    if (named := _named(text, hand)) is not None:
        return named
    if text.startswith("count "):
        return _count(text, hand)
    if re.search(SEVERAL_COUPS, text.lower()):
        raise FactError(several_coups(text))
    unknown = said("there is no fact '{fact}'{did_you_mean}; the facts are {facts}", fact=text)
    if hand is None and re.match("(own|other)_|lead$", text):
        unknown = said('\'{fact}\' is seen from a hand: write hand = "player" or "banker" in the wager', fact=text)
    results = [*fact_answers(hand), *(f"{side}_first_rank" for side in _sides(hand))]
    known = [*fact_answers(hand), *card_answers(hand)]
    raise FactError(unknown.about(did_you_mean=did_you_mean(text, known), facts=many([*results, "…"], "and")))


def several_coups(what: str) -> Said:
    """Why a wager over several coups is not taken."""
    return said(
        "'{what}' looks beyond one coup: a wager here is decided by the cards of the coup it lies on", what=what
    )


def _count(text: str, hand: str | None) -> WagerFact:
    what, _, place = text.removeprefix("count ").partition(" in ")
    words = what.replace(",", " ").split()
    places = [name for name in COUNTED_IN if hand or not name.startswith(("own", "other"))]
    faults: list[Said] = []
    kinds: list[str] = []
    try:
        kinds = list(dict.fromkeys(_each(words, _kind)))
    except FactError as error:
        faults += error.faults
    if not words or place not in places:
        wrong = said(
            "'{fact}' counts nothing: write it as \"count K in coup\"; cards are counted in {places}", fact=text
        )
        faults.append(wrong.about(places=many(places)))
    if faults:
        raise FactError(*faults)
    name = f"count {','.join(kinds)} in {place}"
    return WagerFact(name, tuple(range(COUNTED_IN[place] + 1)), of_cards=True, counted=tuple(kinds), place=place)


def _kind(word: str) -> str:
    kind = word if word in KINDS else rank_word(word)
    if kind not in KINDS:
        unknown = said(
            "'{kind}' is no kind of card{did_you_mean}: a rank is {ranks}, a suit {suits}, and there are {more}"
        )
        unknown = unknown.about(kind=word, did_you_mean=did_you_mean(word, KINDS), ranks=many(RANKS), suits=many(SUITS))
        raise FactError(unknown.about(more=many([*COLOURS, "Kh"])))
    return kind


def rank_word(word: str) -> str:
    """A rank or a card as people write it.

    >>> rank_word("10"), rank_word("k"), rank_word("10H")
    ('T', 'K', 'Th')
    """
    rank, suit = (word[:-1], word[-1].lower()) if word[-1:].lower() in "shdc" and len(word) > 1 else (word, "")
    return rank.upper().replace("10", "T") + suit


def _added(terms: list[tuple[int, WagerFact]]) -> WagerFact:
    least = most = 0
    for sign, term in terms:
        numbers = [answer for answer in term.answers if type(answer) is int]
        if not numbers:
            raise FactError(said("{fact} is no number, so nothing can be added to it or taken from it", fact=term.name))
        ends = sorted((sign * numbers[0], sign * numbers[-1]))
        least, most = least + ends[0], most + ends[1]
    name = terms[0][1].name + "".join(f" {'+' if sign > 0 else '-'} {term.name}" for sign, term in terms[1:])
    return WagerFact(name, tuple(range(least, most + 1)), any(term.of_cards for _, term in terms), added=tuple(terms))


def _alike(one: WagerFact, other: WagerFact) -> WagerFact:
    shared = [answer for answer in one.answers if answer != NONE and answer in other.answers]
    if not shared or type(one.answers[0]) is not type(other.answers[0]):
        never = said("{one} is never {other}: the one answers {answer}, the other {another}", one=one.name)
        never = never.about(other=other.name, answer=str(one.answers[0]), another=str(other.answers[0]))
        raise FactError(never)
    return WagerFact(f"{one.name} is {other.name}", YES_OR_NO, one.of_cards or other.of_cards, alike=(one, other))
