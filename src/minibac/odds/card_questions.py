"""Wagers that ask for cards, as questions: what a hand tells of itself, how two of them end, which cards are alike."""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from minibac.cards.card import ALL_CARDS, Card, Rank
from minibac.play.card_facts import CardFact, known
from minibac.play.propositions import Outcome, Priced
from minibac.rules.rulebook import Value
from minibac.rules.wager_facts import OTHER_HAND, read_fact

Form = tuple[Hashable, ...]
Test = tuple[str, tuple[Value, ...]]
WINNER = read_fact("winner")


class CardQuestions:
    """One wager or several as questions to cards: parts of each hand, and how they end together."""

    def __init__(self, wagers: Sequence[Priced]) -> None:
        self.wagers = wagers
        self.tests: list[CardFact] = []
        places: dict[tuple[str | None, Test], int] = {}
        self.lines: list[list[tuple[tuple[int, ...], Outcome]]] = []
        """For each wager its lines: the places of the tests that each asks, and what it comes to."""
        for wager in wagers:
            hand = wager.proposition.hand
            lines = []
            for when, outcome in wager.lines:
                asked = []
                for test in when.items():
                    if (hand, test) not in places:
                        places[hand, test] = len(self.tests)
                        self.tests.append(known(read_fact(test[0], hand), hand, test[1]))
                    asked.append(places[hand, test])
                lines.append((tuple(asked), outcome))
            self.lines.append(lines)
        self.tie: int | None = None
        if any(outcome.kind == "push" for wager in wagers for _, outcome in wager.lines):
            self.tie = len(self.tests)  # stakes that a tie returns are told apart
            self.tests.append(known(WINNER, None, ("tie",)))
        self.thirds = any(test.thirds for test in self.tests)
        self._joined = [test.joined for test in self.tests]
        self._numbers: dict[tuple[Value, ...], int] = {}
        self._by_end: dict[tuple[tuple[Outcome, bool], ...], int] = {}

    def turns(self, side: str) -> bool:
        """Whether the first two cards of a hand may change places, and every wager ends as it did."""
        return all(_lines_said(wager, None) == _lines_said(wager, side) for wager in self.wagers)

    def look_first(self, card: Card) -> Hashable:
        return card.points, *(test.look_first(card) for test in self.tests)

    def look_third(self, card: Card) -> Hashable:
        return card.points, *(test.look_third(card) for test in self.tests)

    def parts(self, side: str, hand: Sequence[Card]) -> Form:
        """What a hand tells of itself."""
        return tuple(test.part(side, hand) for test in self.tests)

    def end(self, player: Form, banker: Form) -> int:
        """How a coup ends, as a number: many coups end alike, and numbers are sooner told apart than odds are."""
        # A list first: of millions of coups a generator costs as much again.
        answers = tuple([joined(one, other) for joined, one, other in zip(self._joined, player, banker)])  # noqa: B905
        number = self._numbers.get(answers)
        if number is None:
            tie = self.tie is not None and bool(answers[self.tie])
            end = tuple(
                (next(outcome for asked, outcome in lines if all(answers[place] for place in asked)), tie)
                for lines in self.lines
            )
            number = self._numbers[answers] = self._by_end.setdefault(end, len(self._by_end))
        return number

    @property
    def ends(self) -> tuple[tuple[tuple[Outcome, bool], ...], ...]:
        """What each wager comes to, and whether it was a tie, for each number that was given."""
        return tuple(self._by_end)


def _lines_said(wager: Priced, turned: str | None) -> list[tuple[Outcome, frozenset[Hashable]]]:
    """The lines of a wager, those that follow one another and end alike as one; with the first two cards of a hand
    ``turned``, as they are of that hand with its cards in the other order."""
    hand = wager.proposition.hand
    own = {} if hand is None else {hand: "own", OTHER_HAND[hand]: "other"}
    sides = "|".join(filter(None, (turned, own.get(turned or "")))) or "-"

    def name(text: str) -> str:
        places = {"first": "second", "second": "first"}
        card = rf"\b({sides})_(first|second)_(?!two)"
        return re.sub(card, lambda found: f"{found[1]}_{places[found[2]]}_", text)

    def asked(text: str) -> Hashable:
        fact = read_fact(text, hand)
        if fact.alike:
            return "is", *sorted(name(each.name) for each in fact.alike)
        return tuple(sorted((sign, name(each.name)) for sign, each in fact.added)) or name(fact.name)

    return [
        (outcome, frozenset(frozenset((asked(text), values) for text, values in when.items()) for when, _ in rows))
        for outcome, rows in groupby(wager.lines, key=itemgetter(1))
    ]


def classes(looks: Callable[[Card], Hashable]) -> list[int]:
    """The class of each of the 52 kinds of card under a look, numbered as they come."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(looks(card), len(numbers)) for card in ALL_CARDS]


def classes_seen(wagers: Sequence[Priced]) -> list[int]:
    """The class of each of the 52 kinds of card, as far as these wagers and the drawing rules can tell them apart."""
    asked = CardQuestions(wagers)
    return classes(lambda card: (asked.look_first(card), asked.look_third(card)))


def effort(wager: Priced) -> int:
    """How long it takes to count a wager with other cards left, in about as many microseconds."""
    seen = len(set(classes_seen([wager])))
    return seen**3 if CardQuestions([wager]).thirds else seen**2 // 2


def suits_seen(wagers: Iterable[Priced]) -> dict[Rank, str]:
    """The ranks whose suits some wager can tell apart, and which wager that is."""
    seen_by: dict[Rank, str] = {}
    for wager in wagers:
        asked = CardQuestions([wager])
        for looks in (asked.look_first, asked.look_third):
            by_rank: defaultdict[Rank, set[int]] = defaultdict(set)
            for card, number in zip(ALL_CARDS, classes(looks), strict=True):
                by_rank[card.rank].add(number)
            seen_by |= {rank: wager.id for rank, numbers in by_rank.items() if len(numbers) > 1 and rank not in seen_by}
    return seen_by
