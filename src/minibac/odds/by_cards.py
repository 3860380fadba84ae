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

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby, permutations
from math import perm
from operator import itemgetter
from typing import NamedTuple

from minibac.cards.card import ALL_CARDS, Card
from minibac.odds.card_hands import BothHands, DealtHands, HandDraws, forms_of
from minibac.odds.card_questions import CardQuestions
from minibac.odds.exact import CARDS_DEALT
from minibac.odds.prices import OddsError
from minibac.play.propositions import Outcome, Priced
from minibac.rules.drawing import STOOD, TOTALS, DrawingRules
from minibac.rules.names import wager_name
from minibac.voice.said import said

Cards52 = tuple[int, ...]
"""How many are left of each of the 52 kinds of card, in the order of ``ALL_CARDS``."""

VOID = None
"""What a coup comes to that the cards left cannot complete."""

MOST_HELD = 1 << 28
"""So many bytes of rows are kept before they are read: what many hands tell of single cards is more than a memory."""

MOST_PAIRS = 25_000_000
"""Tables hold no more pairs of what two hands can tell: a wager with more is priced and neither dealt nor studied."""

LONG_WORK = 3_000_000_000
"""Counting with more work than this takes minutes, and people are told before they wait."""

End = tuple[tuple[Outcome, bool], ...] | None
"""What the wagers come to together; ``VOID`` where the coup comes to nothing."""


def tally_cards(wagers: Sequence[Priced], left: Cards52, drawing: DrawingRules) -> Counter[End]:
    """In how many ordered draws these wagers end so together, over the total of the result table."""
    cards = sum(left)
    if cards < CARDS_DEALT:
        return _few_cards(CardQuestions(wagers), left, drawing)
    there = tuple(kind for kind, count in enumerate(left) if count)
    bits = 8 * (perm(cards, CARDS_DEALT).bit_length() // 8 + 1)
    return _Count(forms_of(tuple(wagers), there, drawing), left, bits).run()


def takes_minutes(wager: Priced, left: Cards52, drawing: DrawingRules) -> bool:
    """Whether counting a wager takes minutes; what is seen in hands to know it is kept for the count."""
    there = tuple(kind for kind, count in enumerate(left) if count)
    return forms_of((wager,), there, drawing).work > LONG_WORK


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
    forms = forms_of((wager,), tuple(range(len(ALL_CARDS))), drawing)
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


class _Count:
    """The count over six cards or more."""

    def __init__(self, forms: BothHands, left: Cards52, bits: int) -> None:
        self.asked, self.told, self.points, self.merged = forms.asked, forms.told, forms.points, forms.merged
        self.player, self.banker = forms.player, forms.banker
        self.cards, self.bits = sum(left), bits
        counts = [sum(left[kind] for kind in kinds) for kinds in forms.firsts]
        self.hands = DealtHands.dealt_from(counts, forms.table(bits))
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
        self.tally.update(self._read_by_pairs() if self.merged else self._read_by_lines())
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


def _few_cards(asked: CardQuestions, left: Cards52, drawing: DrawingRules) -> Counter[End]:
    """Fewer than six cards: deal every order of them."""
    cards = [card for card, count in zip(ALL_CARDS, left, strict=True) for _ in range(count)]
    return Counter(_played(asked, order, drawing) for order in permutations(cards))


def _played(asked: CardQuestions, order: Sequence[Card], drawing: DrawingRules) -> End:
    if len(order) < 4:
        return VOID
    deal = HandDraws(drawing)
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
