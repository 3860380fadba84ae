"""Two-card hands by their forms: all that a hand can come to with any third card, and how it draws.

What is said of hands here is the same however many cards are left; the hands of one shoe are :class:`DealtHands`.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter, mul, sub
from typing import NamedTuple, TypeVar

from minibac.cards.card import ALL_CARDS, Card, total
from minibac.odds.card_questions import CardQuestions, Form, classes
from minibac.play.propositions import Priced
from minibac.rules.drawing import DrawingRules

Of = TypeVar("Of")

WORTH_MERGING = 20_000
"""Beyond so many pairs of what two hands can tell, holding each against each takes longer than counting with more."""
WORTH_HOLDING = 2
"""Two third cards drawn from what both hands leave are sooner counted than taken out, with so many times fewer of them
than of two first cards."""

SHORT_ROW = 600
"""Rows of fewer forms take hardly less time than these."""


class HandDraws(NamedTuple):
    """How hands draw: what a form says beside its parts."""

    drawing: DrawingRules

    def player(self, hand: Sequence[Card]) -> str:
        points = total(hand)
        return "natural" if self.drawing.natural[points] else "draws" if self.drawing.player_draws[points] else "stands"

    def banker(self, hand: Sequence[Card]) -> tuple[bool, ...]:
        """Whether the Banker draws against each third card, and against none; nothing after a natural."""
        points = total(hand)
        return () if self.drawing.natural[points] else tuple(map(bool, self.drawing.banker_draws[points]))


class SideForms:
    """The forms of one side's two-card hands."""

    def __init__(
        self, side: str, asked: CardQuestions, deal: HandDraws, firsts: list[Card], thirds: list[Card]
    ) -> None:
        self.parts: dict[Form, int] = {}
        """What a hand can tell of itself when all cards lie, numbered."""
        self.of: list[list[int]] = []
        """The form of each ordered hand, by the classes of its cards."""
        self.final: list[tuple[int, ...]] = []
        """What each form tells with each class of third card, and last with none."""
        self.draw: list[str | tuple[bool, ...]] = []
        self.held: list[tuple[int, ...]] = []
        """The classes of third cards that the cards of a form belong to, where that is told."""
        draws = deal.player if side == "player" else deal.banker
        told_by_thirds = any(test.thirds and side in test.sides for test in asked.tests)
        turns = asked.turns(side)
        numbers: dict[Hashable, int] = {}
        for one in firsts:
            row: list[int] = []
            for other in firsts:
                if turns and len(row) < len(self.of):
                    row.append(self.of[len(row)][len(self.of)])
                    continue
                drawing = draws((one, other)) if asked.thirds else ""
                alone = self._part(asked.parts(side, (one, other)))
                takes = told_by_thirds and (drawing == "draws" if side == "player" else any(drawing))
                each = [alone] * len(thirds)
                if takes:
                    each = [self._part(asked.parts(side, (one, other, third))) for third in thirds]
                form = numbers.setdefault((drawing, (*each, alone)), len(numbers))
                if form == len(self.final):
                    self.final.append((*each, alone))
                    self.draw.append(drawing)
                row.append(form)
            self.of.append(row)

    def _part(self, part: Form) -> int:
        return self.parts.setdefault(part, len(self.parts))

    def alike(self, same: Sequence[int]) -> None:
        """Take parts that end alike for one, and with them forms that now say the same."""
        numbers: dict[Hashable, int] = {}
        merged = []
        finals, draws = self.final, self.draw
        self.final, self.draw = [], []
        for final, draw in zip(finals, draws, strict=True):
            told = tuple(same[part] for part in final)
            form = numbers.setdefault((draw, told), len(numbers))
            if form == len(self.final):
                self.final.append(told)
                self.draw.append(draw)
            merged.append(form)
        self.of = [[merged[form] for form in row] for row in self.of]

    def keep_thirds(self, keep: Sequence[int]) -> None:
        """Tell no more of third cards than these classes of them."""
        self.final = [(*(final[third] for third in keep), final[-1]) for final in self.final]

    def hold(self, third_of: Sequence[int]) -> None:
        """Tell forms apart by the classes of third cards that their cards belong to."""
        numbers: dict[Hashable, int] = {}
        finals, draws = self.final, self.draw
        self.final, self.draw = [], []
        for one, row in enumerate(self.of):
            for other, form in enumerate(row):
                held = tuple(sorted((third_of[one], third_of[other])))
                row[other] = numbers.setdefault((form, held), len(numbers))
                if row[other] == len(self.final):
                    self.final.append(finals[form])
                    self.draw.append(draws[form])
                    self.held.append(held)


class DealtHands:
    """Two-card hands of both sides, dealt from ``left`` cards of each class."""

    left: list[int]
    every: int
    """The row of the Banker's ordered hands by form."""
    holding: list[int]
    """For each class, the row of the Banker's hands that contain a given card of it."""
    ways: list[int]
    """For each form of the Player's, its ordered hands."""
    using: list[list[int]]
    """For each form of the Player's, how often its hands use a card of each class that they use at all."""
    twice: list[int]
    """For each form of the Player's, the row of Banker's hands made of the same two cards."""

    def __init__(self, table: "HandRows") -> None:
        self.table = table

    @classmethod
    def dealt_from(cls, left: list[int], table: "HandRows") -> "DealtHands":
        hands = cls(table)
        hands.left = left
        places = range(len(left))
        hands.holding = [sum(map(mul, left, table.units[k])) - table.units[k][k] for k in places]
        hands.every = sum(map(mul, left, hands.holding)) // 2
        hands.ways, hands.twice = [0] * len(table.used), [0] * len(table.used)
        hands.using = [[0] * len(used) for used in table.used]
        for one in places:
            for other in places:
                hands._add(one, other, left[one] * (left[other] - (one == other)))
        return hands

    def _add(self, one: int, other: int, ways: int) -> None:
        form, at_one, at_other, unit = self.table.hand[one][other]
        self.ways[form] += ways
        using = self.using[form]
        using[at_one] += ways
        using[at_other] += ways
        self.twice[form] += ways * unit

    def without(self, gone: int) -> "DealtHands":
        """The hands with one card of a class gone."""
        hands = DealtHands(self.table)
        hands.left = [count - (k == gone) for k, count in enumerate(self.left)]
        hands.every = self.every - self.holding[gone]
        hands.holding = list(map(sub, self.holding, self.table.units[gone]))
        hands.ways, hands.twice = list(self.ways), list(self.twice)
        hands.using = list(map(list, self.using))
        for other, count in enumerate(hands.left):
            if count:
                hands._add(gone, other, -count)
                hands._add(other, gone, -count)
        return hands

    def banker_row(self, form: int) -> int:
        """The row of Banker's hands, over all Player's hands of this form."""
        beside: int = sum(map(mul, self.using[form], self.table.taken[form](self.holding)))
        return self.ways[form] * self.every - beside + self.twice[form]


class HandRows:
    """What never changes while cards are taken out: which hands have which form, and where things stand."""

    def __init__(self, player: SideForms, banker: SideForms, bits: int) -> None:
        classes = range(len(player.of))
        place = [[1 << bits * form for form in row] for row in banker.of]
        self.units = [[place[a][b] + place[b][a] for b in classes] for a in classes]
        """For two classes, the row of the two Banker's hands that two such cards make."""
        used: list[dict[int, int]] = [{} for _ in player.final]
        self.hand: list[list[tuple[int, int, int, int]]] = []
        """For two classes, the Player's form, the places of both in its list, and their unit."""
        for one in classes:
            row = []
            for other in classes:
                form = player.of[one][other]
                at = used[form]
                at_one, at_other = at.setdefault(one, len(at)), at.setdefault(other, len(at))
                row.append((form, at_one, at_other, self.units[one][other]))
            self.hand.append(row)
        self.used = used
        self.taken: list[Callable[[list[int]], Sequence[int]]] = [
            itemgetter(*at) if len(at) > 1 else itemgetter(slice(*_only(at))) for at in used
        ]
        """For each form, how to take the rows of the classes it uses."""


def _only(at: Iterable[int]) -> tuple[int, int]:
    (place,) = at
    return place, place + 1


@lru_cache(maxsize=64)
def forms_of(wagers: tuple[Priced, ...], there: tuple[int, ...], drawing: DrawingRules) -> "BothHands":
    """What wagers see in hands of these kinds of card; it is the same however many are left of each."""
    return BothHands(CardQuestions(wagers), there, drawing)


class BothHands:
    """The forms of both sides' hands, and what they can tell together."""

    def __init__(self, asked: CardQuestions, there: Sequence[int], drawing: DrawingRules) -> None:
        self.asked, self.drawing = asked, drawing
        self.first = _numbered(there, classes(asked.look_first))
        self.third = _numbered(there, classes(asked.look_third))
        self.firsts, thirds = _members(self.first), _members(self.third)
        deal = HandDraws(drawing)
        seen_first, seen_third = _look(self.firsts), _look(thirds)
        self.player = SideForms("player", asked, deal, seen_first, seen_third)
        self.banker = SideForms("banker", asked, deal, seen_first, seen_third)
        self.points = [card.points for card in seen_third]
        self._merge()
        self._merge_thirds()
        third_of = [{self.third[kind] for kind in kinds} for kinds in self.firsts]
        alike = max(map(len, third_of)) == 1
        self.holds = asked.thirds and alike and len(third_of) ** 2 >= WORTH_HOLDING * len(self.points) ** 2
        """Whether third cards are drawn from what both hands leave, and not taken out before."""
        if self.holds:
            for side in (self.player, self.banker):
                side.hold([third for (third,) in third_of])
        self._tables: dict[int, HandRows] = {}

    @property
    def work(self) -> int:
        """About how much a count adds up: rows of the Banker's forms, each so long, made and then read."""
        if not self.asked.thirds:
            return len(self.player.final) * len(self.banker.final)
        made = len(self.player.final) * len(self.firsts) ** 2 // 2
        read = len(self.told[0]) * len(set(zip(*self.banker.final, strict=True)))
        return (made + read) * (len(self.banker.final) + SHORT_ROW)

    def table(self, bits: int) -> "HandRows":
        """The table with so much room for each number."""
        if bits not in self._tables:
            self._tables[bits] = HandRows(self.player, self.banker, bits)
        return self._tables[bits]

    def _merge(self) -> None:
        """Take what hands can tell for one where it ends alike: test by test, then, where it pays, as a whole."""
        players, bankers = list(self.player.parts), list(self.banker.parts)
        for place, test in enumerate(self.asked.tests):
            if len(test.sides) > 1:
                ones, others = ({part[place]: None for part in side} for side in (players, bankers))
                answers = [[test.joined(one, other) for other in others] for one in ones]
                same = dict(zip(ones, _alike(map(tuple, answers)), strict=True))
                merged = dict(zip(others, _alike(zip(*answers, strict=True)), strict=True))
                first = {number: one for one, number in reversed(same.items())}
                last = {number: one for one, number in reversed(merged.items())}
                players = [(*part[:place], first[same[part[place]]], *part[place + 1 :]) for part in players]
                bankers = [(*part[:place], last[merged[part[place]]], *part[place + 1 :]) for part in bankers]
        self.told = list(dict.fromkeys(players)), list(dict.fromkeys(bankers))
        self.player.alike(_alike(players))
        self.banker.alike(_alike(bankers))
        players, bankers = self.told
        self.merged = len(players) * len(bankers) <= WORTH_MERGING
        """Whether hands that end alike with whatever they meet are one, so that few pairs are left."""
        if not self.merged:
            return
        ends = [[self.asked.end(player, banker) for banker in bankers] for player in players]
        same_player, same_banker = _alike(map(tuple, ends)), _alike(zip(*ends, strict=True))
        self.told = _first_of(players, same_player), _first_of(bankers, same_banker)
        self.player.alike(same_player)
        self.banker.alike(same_banker)

    def _merge_thirds(self) -> None:
        """Take third cards for one of which no hand says anything else, and against which the Banker draws alike."""
        draws = list(zip(*self.drawing.banker_draws, strict=True))
        says = [list(zip(*side.final, strict=True)) for side in (self.player, self.banker)]
        same = _alike((draws[points], *(told[third] for told in says)) for third, points in enumerate(self.points))
        keep = _first_of(range(len(same)), same)
        self.third = {kind: same[third] for kind, third in self.third.items()}
        self.points = [self.points[third] for third in keep]
        for side in (self.player, self.banker):
            side.keep_thirds(keep)


def _look(members: Iterable[Sequence[int]]) -> list[Card]:
    """A card of each class."""
    return [ALL_CARDS[kinds[0]] for kinds in members]


def _alike(rows: Iterable[Hashable]) -> list[int]:
    """The first place at which each row stands, numbered without gaps."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(row, len(numbers)) for row in rows]


def _first_of(parts: Sequence[Of], numbers: Sequence[int]) -> list[Of]:
    """The first part with each number."""
    first = dict(zip(reversed(numbers), reversed(parts), strict=True))
    return [first[number] for number in range(len(first))]


def _numbered(there: Iterable[int], of_kind: Sequence[int]) -> dict[int, int]:
    """The classes of the kinds that are there, numbered anew without gaps."""
    numbers: dict[int, int] = {}
    return {kind: numbers.setdefault(of_kind[kind], len(numbers)) for kind in there}


def _members(numbered: Mapping[int, int]) -> list[list[int]]:
    """The kinds of each class."""
    members: list[list[int]] = []
    for kind, number in numbered.items():
        if number == len(members):
            members.append([])
        members[number].append(kind)
    return members
