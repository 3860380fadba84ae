"""Wagers that ask for the cards themselves: every way they can end, counted exactly over classes of cards.

Two kinds of card that neither the drawing rules nor any fact of the wager can tell apart are one class: ten classes
serve a wager on points, twenty one on colours and points, fifty-two one on suited pairs. First cards and third cards
are looked at separately, since a wager may look closely at the one and not at the other.

The count goes as in :mod:`minibac.odds.exact`: take the third cards ``x`` and ``y`` out first, then count ordered
two-card hands of Player and Banker side by side. A hand of two cards is known by its *form*: all that it can come to
with any third card, and how it draws. Let ``All`` be the row of Banker's hands by form, and ``R[k]`` those that contain
a given card of class ``k``. Beside the Player's hands of one form, ``w`` of them in all, of which ``h[k]`` use a card
of class ``k``, the Banker has

    w · All  -  Σ_k h[k] · R[k]  +  the hands that use both cards of the Player's, which were taken away twice

hands. Rows are packed into one whole number each, so that Python adds and scales all forms at once.

Where third cards are told apart by far fewer classes than first cards, nothing is taken out: forms also say how many of
their cards lie in each class of third cards, and with it how many of these are left to be drawn beside both hands.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby, permutations
from math import perm
from operator import itemgetter, mul, sub
from typing import NamedTuple, TypeVar

from minibac.cards.card import ALL_CARDS, Card, Rank, total
from minibac.odds.exact import CARDS_DEALT
from minibac.odds.prices import OddsError
from minibac.play.card_facts import CardFact, known
from minibac.play.propositions import Outcome, Priced
from minibac.rules.drawing import STOOD, TOTALS, DrawingRules
from minibac.rules.names import wager_name
from minibac.rules.rulebook import Value
from minibac.rules.wager_facts import OTHER_HAND, read_fact
from minibac.voice.said import said

Cards52 = tuple[int, ...]
"""How many are left of each of the 52 kinds of card, in the order of ``ALL_CARDS``."""

Form = tuple[Hashable, ...]
Of = TypeVar("Of")

VOID = None
"""What a coup comes to that the cards left cannot complete."""

WINNER = read_fact("winner")
WORTH_MERGING = 20_000
"""Beyond so many pairs of what two hands can tell, holding each against each takes longer than counting with more."""
WORTH_HOLDING = 2
"""Two third cards drawn from what both hands leave are sooner counted than taken out, with so many times fewer of them
than of two first cards."""

MOST_HELD = 1 << 28
"""So many bytes of rows are kept before they are read: what many hands tell of single cards is more than a memory."""

MOST_PAIRS = 25_000_000
"""Tables hold no more pairs of what two hands can tell: a wager with more is priced and neither dealt nor studied."""

Test = tuple[str, tuple[Value, ...]]


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


End = tuple[tuple[Outcome, bool], ...] | None
"""What the wagers come to together; ``VOID`` where the coup comes to nothing."""


def tally_cards(wagers: Sequence[Priced], left: Cards52, drawing: DrawingRules) -> Counter[End]:
    """In how many ordered draws these wagers end so together, over the total of the result table."""
    cards = sum(left)
    if cards < CARDS_DEALT:
        return _few_cards(CardQuestions(wagers), left, drawing)
    there = tuple(kind for kind, count in enumerate(left) if count)
    bits = 8 * (perm(cards, CARDS_DEALT).bit_length() // 8 + 1)
    return _Count(_forms(tuple(wagers), there, drawing), left, bits).run()


class HandTables(NamedTuple):
    """What the hands of one side tell, as numbers."""

    forms: tuple[tuple[int, ...], ...]
    """The form of two cards, by the classes of the first and the second."""
    parts: tuple[tuple[int, ...], ...]
    """What a form tells with each class of third card, and last with none."""


class CardTables(NamedTuple):
    """A wager on cards as tables of numbers, for whoever meets more coups than it can ask about one by one."""

    first: tuple[int, ...]
    """The class of each of the 52 kinds among first cards, and among third cards."""
    third: tuple[int, ...]
    player: HandTables
    banker: HandTables
    end: tuple[tuple[int, ...], ...]
    """Which of the ends it comes to, by what the Player's Hand tells and the Banker's."""
    ends: tuple[tuple[Outcome, bool], ...]
    """What the wager comes to, and whether it was a tie."""


def card_tables(wager: Priced, drawing: DrawingRules) -> CardTables:
    """The tables of one wager; raises with a sentence where they would be too large to hold."""
    forms = _forms((wager,), tuple(range(len(ALL_CARDS))), drawing)
    players, bankers = forms.told
    if len(players) * len(bankers) > MOST_PAIRS:
        asks = said(
            "{wager} tells {pairs} pairs of hands apart, too many for shoes to be dealt or studied with it: it can be "
            "priced, with minibac odds",
            wager=wager_name(wager.id),
            pairs=f"{len(players) * len(bankers):,}",
        )
        raise OddsError(asks)
    player, banker = (
        HandTables(tuple(map(tuple, side.of)), tuple(side.final)) for side in (forms.player, forms.banker)
    )
    end = tuple(tuple([forms.asked.end(one, other) for other in bankers]) for one in players)
    ends = tuple(each for (each,) in forms.asked.ends)
    return CardTables(tuple(forms.first.values()), tuple(forms.third.values()), player, banker, end, ends)


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


class _Deal(NamedTuple):
    """How hands draw: what a form says beside its parts."""

    drawing: DrawingRules

    def player(self, hand: Sequence[Card]) -> str:
        points = total(hand)
        return "natural" if self.drawing.natural[points] else "draws" if self.drawing.player_draws[points] else "stands"

    def banker(self, hand: Sequence[Card]) -> tuple[bool, ...]:
        """Whether the Banker draws against each third card, and against none; nothing after a natural."""
        points = total(hand)
        return () if self.drawing.natural[points] else tuple(map(bool, self.drawing.banker_draws[points]))


class _Forms:
    """The forms of one side's two-card hands."""

    def __init__(self, side: str, asked: CardQuestions, deal: _Deal, firsts: list[Card], thirds: list[Card]) -> None:
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


class _Hands:
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

    def __init__(self, table: "_Table") -> None:
        self.table = table

    @classmethod
    def dealt_from(cls, left: list[int], table: "_Table") -> "_Hands":
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

    def without(self, gone: int) -> "_Hands":
        """The hands with one card of a class gone."""
        hands = _Hands(self.table)
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


class _Table:
    """What never changes while cards are taken out: which hands have which form, and where things stand."""

    def __init__(self, player: _Forms, banker: _Forms, bits: int) -> None:
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
def _forms(wagers: tuple[Priced, ...], there: tuple[int, ...], drawing: DrawingRules) -> "_BothHands":
    """What wagers see in hands of these kinds of card; it is the same however many are left of each."""
    return _BothHands(CardQuestions(wagers), there, drawing)


class _BothHands:
    """The forms of both sides' hands, and what they can tell together."""

    def __init__(self, asked: CardQuestions, there: Sequence[int], drawing: DrawingRules) -> None:
        self.asked, self.drawing = asked, drawing
        self.first = _numbered(there, classes(asked.look_first))
        self.third = _numbered(there, classes(asked.look_third))
        self.firsts, thirds = _members(self.first), _members(self.third)
        deal = _Deal(drawing)
        seen_first, seen_third = _look(self.firsts), _look(thirds)
        self.player = _Forms("player", asked, deal, seen_first, seen_third)
        self.banker = _Forms("banker", asked, deal, seen_first, seen_third)
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
        self._tables: dict[int, _Table] = {}

    def table(self, bits: int) -> "_Table":
        """The table with so much room for each number."""
        if bits not in self._tables:
            self._tables[bits] = _Table(self.player, self.banker, bits)
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
        if len(players) * len(bankers) > WORTH_MERGING:
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


class _Count:
    """The count over six cards or more."""

    def __init__(self, forms: _BothHands, left: Cards52, bits: int) -> None:
        self.asked, self.told, self.points = forms.asked, forms.told, forms.points
        self.player, self.banker = forms.player, forms.banker
        self.cards, self.bits = sum(left), bits
        counts = [sum(left[kind] for kind in kinds) for kinds in forms.firsts]
        self.hands = _Hands.dealt_from(counts, forms.table(bits))
        # Third cards: in each class of first cards, those that a third card is told apart by, with their numbers.
        self.within: list[Counter[int]] = [Counter() for _ in counts]
        for kind, number in forms.first.items():
            self.within[number][forms.third[kind]] += left[kind]
        self.holds = forms.holds
        if forms.holds:
            self.left_of = [0] * len(self.points)
            for kind, third in forms.third.items():
                self.left_of[third] += left[kind]
            held = self.banker.held
            self.holding = [
                [self._where([k.count(t) == n for k in held]) for n in (1, 2)] for t in range(len(self.points))
            ]
            """For each class of third cards, the Banker's forms that hold one of it, and two."""
        self.rows: defaultdict[tuple[int, int], int] = defaultdict(int)
        """Rows of Banker's forms, by what the Player's Hand tells and the class of the Banker's third card."""
        # Third cards of the Banker's of which its hands say the same stand in one row.
        columns = list(zip(*self.banker.final, strict=True))
        self.column = [columns.index(column) for column in columns]
        self.most_rows = max(1, MOST_HELD // max(1, len(self.banker.final) * bits // 8))
        self.tally: Counter[End] = Counter()
        self._where_holds = cache(self._holds)

    def run(self) -> Counter[End]:
        if self.asked.thirds:
            self._by_thirds()
        else:
            any_two = (self.cards - 4) * (self.cards - 5)
            for form, final in enumerate(self.player.final):
                self.rows[final[-1], -1] += any_two * self.hands.banker_row(form)
        self._read()
        return self.tally

    def _by_thirds(self) -> None:
        cards, hands, draw = self.cards, self.hands, self.player.draw
        forms = range(len(draw))
        drawing = [form for form in forms if draw[form] == "draws"]
        standing = [form for form in forms if draw[form] == "stands"]
        natural = self._mask(lambda rule: not rule)
        takes = self._mask(partial(_takes, STOOD))
        live = self._mask(bool)
        takes_against = [self._mask(partial(_takes, x)) for x in range(TOTALS)]
        stays_against = [live & ~taking for taking in takes_against]
        every = self._mask(lambda _: True)
        over = {"natural": every, "draws": natural, "stands": every & ~takes}

        two_left, one_left = (cards - 4) * (cards - 5), cards - 5
        for form in forms:
            row = hands.banker_row(form)
            self._add(form, None, None, two_left * (row & over[str(draw[form])]))
            if self.holds and draw[form] == "stands":
                for y, left in self._left(form, row & takes):
                    self._add(form, None, y, one_left * left)
            elif self.holds and draw[form] == "draws":
                for x, left in self._left(form, row & live):
                    self._add(form, x, None, one_left * (left & stays_against[self.points[x]]))
                    for y, rest in self._left(form, left & takes_against[self.points[x]], x):
                        self._add(form, x, y, rest)
        if self.holds:
            return
        for one, of_one in enumerate(self.within):
            beside = hands.without(one)
            for form in drawing:
                row = beside.banker_row(form)
                for x, count in of_one.items():
                    self._add(form, x, None, count * one_left * (row & stays_against[self.points[x]]))
            for form in standing:
                row = beside.banker_row(form) & takes
                for y, count in of_one.items():
                    self._add(form, None, y, count * one_left * row)
            for other in range(one + 1):
                if not beside.left[other]:
                    continue
                both = beside.without(other)
                pairs = self._thirds(one, other)
                for form in drawing:
                    row = both.banker_row(form)
                    if row:
                        for x, y, count in pairs:
                            self._add(form, x, y, count * (row & takes_against[self.points[x]]))

    def _left(self, form: int, row: int, gone: int | None = None) -> Iterator[tuple[int, int]]:
        """Each class of third cards, and the row times what is left of it beside both hands and a card that is gone."""
        for third, count in enumerate(self.left_of):
            count -= self.player.held[form].count(third) + (third == gone)
            once, twice = self.holding[third]
            if rest := count * row - (row & once) - 2 * (row & twice):
                yield third, rest

    def _thirds(self, one: int, other: int) -> list[tuple[int, int, int]]:
        """The third cards ``x`` and ``y`` of these two classes, either way round, with the number of such draws."""
        draws: Counter[tuple[int, int]] = Counter()
        for a, count in self.within[one].items():
            for b, more in self.within[other].items():
                draws[a, b] += count * (more - (one == other and a == b))
                if one != other:
                    draws[b, a] += count * more
        return [(x, y, count) for (x, y), count in draws.items() if count]

    def _mask(self, keeps: Callable[[tuple[bool, ...]], bool]) -> int:
        """Keeps the Banker's forms that draw so, under ``&``."""
        return self._where([isinstance(rule, tuple) and keeps(rule) for rule in self.banker.draw])

    def _where(self, marks: Iterable[bool]) -> int:
        """The Banker's forms that are marked, as a mask."""
        blank, field = bytes(self.bits // 8), b"\xff" * (self.bits // 8)
        return int.from_bytes(b"".join(field if mark else blank for mark in marks), "little")

    def _add(self, form: int, x: int | None, y: int | None, row: int) -> None:
        self.rows[self.player.final[form][-1 if x is None else x], self.column[-1 if y is None else y]] += row
        if len(self.rows) > self.most_rows:
            self._read()

    def _read(self) -> None:
        """Read how the rows that are kept end, and keep them no longer."""
        players, bankers = self.told
        by_lines = len(players) * len(bankers) > WORTH_MERGING
        self.tally.update(self._read_by_lines() if by_lines else self._read_by_pairs())
        self.rows.clear()

    def _read_by_pairs(self) -> Counter[End]:
        players, bankers = self.told
        tally: Counter[int] = Counter()
        width = self.bits // 8
        forms = self.banker.final
        end = self.asked.end
        for player, of_player in groupby(sorted(self.rows), key=itemgetter(0)):
            by_part: Counter[int] = Counter()
            for place in of_player:
                y, raw = place[1], self.rows[place].to_bytes(len(forms) * width, "little")
                for form, final in enumerate(forms):
                    if count := int.from_bytes(raw[form * width : (form + 1) * width], "little"):
                        by_part[final[y]] += count
            parts = players[player]
            for banker, count in by_part.items():
                tally[end(parts, bankers[banker])] += count
        ends = self.asked.ends
        return Counter({ends[number]: count for number, count in tally.items()})

    def _read_by_lines(self) -> Counter[End]:
        """The same line by line, for all the Banker can tell at once: each test keeps the forms that it holds for."""
        players, field = self.told[0], (1 << self.bits) - 1
        tally: Counter[End] = Counter()
        for (player, y), row in self.rows.items():
            masks = [self._where_holds(place, part, y) for place, part in enumerate(players[player])]
            ends: list[tuple[tuple[Outcome, ...], int]] = [((), row)]
            for lines in self.asked.lines:
                ends = [each for end in ends for each in _decided(end, lines, masks)]
            for outcomes, decided in ends:
                tied = 0 if self.asked.tie is None else decided & masks[self.asked.tie]
                for tie, part in ((True, tied), (False, decided ^ tied)):
                    if part:
                        # The sum of all fields: a number and the sum of its digits leave the same over the highest.
                        tally[tuple((outcome, tie) for outcome in outcomes)] += part % field
        return tally

    def _holds(self, place: int, part: Hashable, y: int) -> int:
        """The Banker's forms for which a test holds, with this class of third card, beside a part of the Player's."""
        joined = self.asked.tests[place].joined
        told = (self.told[1][final[y]][place] for final in self.banker.final)
        answers: dict[Hashable, bool] = {}
        return self._where(
            answers[each] if each in answers else answers.setdefault(each, bool(joined(part, each))) for each in told
        )


def _decided(
    end: tuple[tuple[Outcome, ...], int], lines: Iterable[tuple[tuple[int, ...], Outcome]], masks: Sequence[int]
) -> Iterator[tuple[tuple[Outcome, ...], int]]:
    """What is left of a row by each line that decides it, with what it came to before."""
    outcomes, row = end
    for asked, outcome in lines:
        decided = row
        for place in asked:
            decided &= masks[place]
        if decided:
            yield (*outcomes, outcome), decided
            row ^= decided
        if not row:
            return


def _takes(third: int, rule: tuple[bool, ...]) -> bool:
    """Whether a Banker's hand that draws so takes a card against this third card of the Player's."""
    return bool(rule) and rule[third]


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


def _few_cards(asked: CardQuestions, left: Cards52, drawing: DrawingRules) -> Counter[End]:
    """Fewer than six cards: deal every order of them."""
    cards = [card for card, count in zip(ALL_CARDS, left, strict=True) for _ in range(count)]
    return Counter(_played(asked, order, drawing) for order in permutations(cards))


def _played(asked: CardQuestions, order: Sequence[Card], drawing: DrawingRules) -> End:
    if len(order) < 4:
        return VOID
    deal = _Deal(drawing)
    player, banker, thirds = [order[0], order[2]], [order[1], order[3]], list(order[4:])
    rule = deal.banker(banker)
    if rule and deal.player(player) != "natural":
        third = STOOD
        if deal.player(player) == "draws":
            if not thirds:
                return VOID
            third = thirds[0].points
            player.append(thirds.pop(0))
        if rule[third]:
            if not thirds:
                return VOID
            banker.append(thirds.pop(0))
    end = asked.end(asked.parts("player", player), asked.parts("banker", banker))
    return asked.ends[end]
