"""Wagers on cards, counted for many compositions at once, for studies that price every coup (extra ``fast``).

The count is that of :mod:`minibac.odds.by_cards` with other means. A coup is one of some *cases*: which third cards
were drawn, and with them which totals the hands may have had. The third cards are taken out of the composition. Then,
with ``m`` cards left of each class and over all ordered hands of two cards,

    h[p][k] = cards of class k in the Player's hands that tell p         w[p] = those hands
    r[b][k] = the Banker's hands that tell b and hold a given card of k  a[b] = all that tell b
    t[p][b] = the Banker's hands that tell b and are made of the same two cards as a hand that tells p

and the Banker tells b beside p in ``w[p] a[b] - Σ_k h[p][k] r[b][k] + t[p][b]`` draws. What a hand tells is looked up
once for many compositions, which lie side by side.

Where third cards are told apart by far fewer classes than first cards, a case is two such classes, and no card is taken
out: hands are told apart by how many cards of each of the two they hold, which says how many third cards are left.

Counts are exact: float64 holds every whole number below 2^53, enough up to 8 decks; beyond, the same code runs on
int64, up to 27 decks.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.cards.card import ALL_CARDS
from minibac.odds.batch import number_for, shared_out
from minibac.odds.by_cards import CardTables, End, HandTables, card_tables, tally_cards
from minibac.odds.compiled import kept
from minibac.odds.exact import CARDS_DEALT
from minibac.play.propositions import Priced
from minibac.rules.drawing import STOOD, TOTALS, DrawingRules

Counts = NDArray[np.int64]

ALL_TOTALS = (1 << TOTALS) - 1
NONE = -1

LANES = 64
"""Compositions side by side: enough to fill vectors, few enough to stay in a processor's own memory."""

X, Y, X_KIND, Y_KIND, PLAYER, BANKER = range(6)
"""What a case says: the classes of the third cards among third cards, their kinds (``NONE``: not drawn), and the totals
of two cards, as masks, that Player and Banker had."""

WORTH_CLASSES = 8
"""With so many times fewer cases, classes of third cards are counted sooner than kinds."""

WORTH_MERGING = 16
"""So few pairs of what two hands can tell are counted sooner than it is asked which of them end alike."""


class CardBatch(NamedTuple):
    """One wager on cards, ready to be counted."""

    wager: Priced
    drawing: DrawingRules
    ends: tuple[End, ...]
    """Every way it can end; last a coup that comes to nothing."""
    first: Counts
    """The 52 cards by class among first cards."""
    kind: Counts
    """The 52 cards by kind, of which third cards are drawn: all of a kind are alike wherever they lie, or where
    cases are classes of third cards, these."""
    kind_first: Counts
    """For each kind the class among first cards that a third card is taken out of; ``NONE``: nothing is."""
    totals: Counts
    """The total of two cards, by the classes of both."""
    cases: Counts
    thirds: int
    """By how many classes third cards are told apart, no card among them."""
    player: "_Told"
    banker: "_Told"
    end: Counts
    """By what the hands tell, the number of the end."""

    @property
    def work(self) -> int:
        """How much there is to do for a composition, about: in each case all hands, and what they tell together."""
        pairs = self.cases[:, X] * self.thirds + self.cases[:, Y]
        beside = self.player.many[pairs] * self.banker.many[pairs]
        return int(len(self.cases) * len(self.totals) + beside.sum() // 2)

    def tallies(self, left: Counts, threads: int | None = None) -> Counts:
        """For each composition (a row of 52 cards) the number of ordered draws with each end."""
        cards = left.sum(axis=1)
        number = number_for(left)
        tallies = np.zeros((len(left), len(self.ends)), np.int64)
        enough = np.flatnonzero(cards >= CARDS_DEALT)

        def count(rows: slice) -> None:
            tallies[enough[rows], : self.end.max() + 1] = self._count(left[enough[rows]], number)

        shared_out(count, len(enough), threads)
        places = {end: place for place, end in enumerate(self.ends)}
        for row in np.flatnonzero(cards < CARDS_DEALT):
            for end, draws in tally_cards([self.wager], tuple(left[row].tolist()), self.drawing).items():
                tallies[row, places[end]] = draws
        return tallies

    def _count(self, left: Counts, number: str) -> Counts:
        rows, lanes = len(left), min(LANES, max(1, len(left)))
        blocks = -(-rows // lanes)
        kinds, classes = len(self.kind_first), int(self.first.max()) + 1
        by_kind = np.zeros((kinds, blocks * lanes), number)
        np.add.at(by_kind[:, :rows], self.kind, left.T)
        by_class = np.zeros((classes, blocks * lanes), number)
        np.add.at(by_class[:, :rows], self.first, left.T)
        ends = int(self.end.max()) + 1
        tally = np.zeros((blocks, ends, lanes), number)
        count_kernel()(
            _lanes(by_kind, lanes), _lanes(by_class, lanes), self.kind_first, self.totals, self.cases, self.thirds,
            *self.player, *self.banker, self.end, tally,
        )  # fmt: skip
        return np.asarray(tally.transpose(0, 2, 1).reshape(-1, ends)[:rows], np.int64)


def _lanes(by_row: NDArray[Any], lanes: int) -> NDArray[Any]:
    """Compositions side by side, a block for each so many of them."""
    return np.ascontiguousarray(by_row.reshape(len(by_row), -1, lanes).transpose(1, 0, 2))


class _Told(NamedTuple):
    """What the hands of one side tell with each class of third card, and last with none."""

    number: NDArray[np.int32]
    """By both third cards and by hand, a number for all that end alike."""
    told: Counts
    """By both third cards and by that number, what is told."""
    held: Counts
    """The same: three times the cards of the Player's third class that the hand holds, and those of the Banker's."""
    many: Counts
    """How many such numbers there are with each two third cards."""


@lru_cache(maxsize=64)
def card_batch(wager: Priced, drawing: DrawingRules) -> CardBatch:
    """A wager laid out for the batch engine; any wager will do, also one on pairs and totals at once."""
    tables = card_tables(wager, drawing)
    seen = list(zip(tables.first, tables.third, strict=True))
    kinds = {pair: number for number, pair in enumerate(dict.fromkeys(seen))}
    points = dict(zip(tables.first, (card.points for card in ALL_CARDS), strict=True))
    totals = np.array([(points[a] + points[b]) % TOTALS for a in sorted(points) for b in sorted(points)])
    third_points = dict(zip(tables.third, (card.points for card in ALL_CARDS), strict=True))
    end = np.array(tables.end)
    by_class = len(kinds) == len(points) and len(kinds) ** 2 >= WORTH_CLASSES * len(third_points) ** 2
    third_of = np.array([third for _, third in sorted(kinds)]) if by_class else np.full(len(points), NONE)
    return CardBatch(
        wager,
        drawing,
        (*((each,) for each in tables.ends), None),
        np.array(tables.first),
        np.array(tables.third if by_class else [kinds[pair] for pair in seen]),
        np.array([NONE for _ in third_points] if by_class else [first for first, _ in kinds]),
        totals,
        np.array(_cases(tables, [*third_points] if by_class else [third for _, third in kinds], third_points, drawing)),
        len(third_points) + 1,
        *_told(tables, end, third_of),
        end,
    )


def _told(tables: CardTables, end: Counts, third_of: Counts) -> tuple[_Told, _Told]:
    """What both hands tell, taken for one where it ends alike beside everything that the other can tell.

    ``third_of`` has the class of third cards that the cards of each class belong to, where that is to be told too.
    """
    player, banker = _by_third(tables.player), _by_third(tables.banker)
    merged: tuple[list[_Merged], list[_Merged]] = ([], [])
    for of_player, _ in player:
        for of_banker, _ in banker:
            ends = end[np.ix_(of_player, of_banker)]
            for side, rows, told in zip(merged, (ends, ends.T), (of_player, of_banker), strict=True):
                numbers = np.arange(len(told))
                if ends.size > WORTH_MERGING:
                    alike: dict[bytes, int] = {}
                    numbers = np.array([alike.setdefault(row.tobytes(), len(alike)) for row in rows])
                _, first = np.unique(numbers, return_index=True)
                side.append((numbers, told[first]))
    thirds = len(player)
    of_class = [(third_of == third).astype(np.int64) for third in range(thirds)]
    held = [np.add.outer(each, each).ravel() for each in of_class]
    one, other = (
        _numbered(
            [place for _, place in each for _ in range(thirds)] if each is player else [p for _, p in each] * thirds,
            side,
            [3 * held[x] + held[y] * (x != y) for x in range(thirds) for y in range(thirds)],
        )
        for each, side in zip((player, banker), merged, strict=True)
    )
    return one, other


def _numbered(places: Sequence[Counts], merged: Sequence["_Merged"], held: Sequence[Counts]) -> _Told:
    """What the hands of one side tell with each two third cards; ``places`` says it by hand, before it was merged."""
    number, told, cards = [], [], []
    for place, (same, of_same), holds in zip(places, merged, held, strict=True):
        each, numbers = np.unique(same[place] * 9 + holds, return_inverse=True)
        number.append(numbers.ravel().astype(np.int32))
        told.append(of_same[each // 9])
        cards.append(each % 9)
    return _Told(np.array(number), _rows(told), _rows(cards), np.array([len(each) for each in told]))


_Merged = tuple[Counts, Counts]
"""The number of each thing told among those that end alike, and for each of these one that is told."""


def _by_third(hand: HandTables) -> list[tuple[Counts, Counts]]:
    """For each third card what can be told, and for each hand its place among that."""
    forms, parts = np.array(hand.forms).ravel(), np.array(hand.parts)
    each = (np.unique(parts[:, third][forms], return_inverse=True) for third in range(parts.shape[1]))
    return [(told, place.ravel()) for told, place in each]


def _rows(rows: list[Counts]) -> Counts:
    """Rows of different lengths under one another."""
    whole = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for place, row in enumerate(rows):
        whole[place, : len(row)] = row
    return whole


def _cases(
    tables: CardTables, thirds: Sequence[int], points: dict[int, int], drawing: DrawingRules
) -> list[tuple[int, ...]]:
    """Every third card there can be, with the totals of both hands that lead to it."""
    none = len(points)
    if all(len(set(form)) == 1 for side in (tables.player, tables.banker) for form in side.parts):
        return [(none, none, NONE, NONE, ALL_TOTALS, ALL_TOTALS)]  # four cards decide
    natural = _mask(drawing.natural)
    draws = _mask(drawing.player_draws) & ~natural
    stands = ALL_TOTALS & ~draws & ~natural
    takes = [_mask([row[x] for row in drawing.banker_draws]) & ~natural for x in range(STOOD + 1)]
    cases: list[tuple[int, ...]] = [
        (none, none, NONE, NONE, natural, ALL_TOTALS),
        (none, none, NONE, NONE, draws, natural),
        (none, none, NONE, NONE, stands, ALL_TOTALS & ~takes[STOOD]),
    ]
    for x_kind, x in enumerate(thirds):
        against = takes[points[x]]
        cases.append((x, none, x_kind, NONE, draws, ALL_TOTALS & ~against & ~natural))
        cases.append((none, x, NONE, x_kind, stands, takes[STOOD]))
        cases += [(x, y, x_kind, y_kind, draws, against) for y_kind, y in enumerate(thirds)]
    return cases


def _mask(marks: Sequence[bool]) -> int:
    return sum(1 << place for place, mark in enumerate(marks) if mark)


def count_ends(
    by_kind: Any, by_class: Any, kind_first: Any, totals: Any, cases: Any, thirds: int, player_number: Any,
    player_told: Any, player_held: Any, player_many: Any, banker_number: Any, banker_told: Any, banker_held: Any,
    banker_many: Any, end: Any, tally: Any,
) -> None:  # fmt: skip
    """Count the ends of every block of compositions."""
    classes, lanes = by_class.shape[1:]
    players, bankers = player_told.shape[1], banker_told.shape[1]
    left = np.empty_like(by_class[0])
    hands = np.empty((players, lanes), by_class.dtype)
    using = np.empty((players, classes, lanes), by_class.dtype)
    every = np.empty((bankers, lanes), by_class.dtype)
    holding = np.empty((bankers, classes, lanes), by_class.dtype)
    twice = np.empty((players, bankers, lanes), by_class.dtype)
    # What is told in a case hangs on few classes each: the bits of those, and where numbers lie at all.
    uses, holds = np.empty(players, np.int64), np.empty(bankers, np.int64)
    same_two = np.empty((players, bankers), np.bool_)
    ends = tally.shape[1]
    beside = np.empty((9 * ends, lanes), by_class.dtype)
    taken = np.empty((9 * ends, lanes), by_class.dtype)
    ended = np.empty(9 * ends, np.bool_)
    cards = np.empty(lanes, by_class.dtype)
    for block in range(len(by_class)):
        cards[:] = 0
        for k in range(classes):
            for lane in range(lanes):
                cards[lane] += by_class[block, k, lane]
        for case in range(len(cases)):
            x, y, x_kind, y_kind = cases[case, X], cases[case, Y], cases[case, X_KIND], cases[case, Y_KIND]
            of_player, of_banker = cases[case, PLAYER], cases[case, BANKER]
            there = x_kind < 0 and y_kind < 0
            for lane in range(lanes):
                there |= x_kind >= 0 and by_kind[block, x_kind, lane] != 0
                there |= y_kind >= 0 and by_kind[block, y_kind, lane] != 0
            if not there:
                continue
            left[:] = by_class[block]
            if x_kind >= 0 and kind_first[x_kind] >= 0:
                for lane in range(lanes):
                    left[kind_first[x_kind], lane] -= 1
            if y_kind >= 0 and kind_first[y_kind] >= 0:
                for lane in range(lanes):
                    left[kind_first[y_kind], lane] -= 1
            both = x * thirds + y
            told_p, told_b = player_many[both], banker_many[both]
            uses[:told_p] = 0
            holds[:told_b] = 0
            same_two[:told_p, :told_b] = False
            for k in range(classes):
                for j in range(classes):
                    hand = k * classes + j
                    bit = 1 << totals[hand]
                    same = k == j
                    b = banker_number[both, hand]
                    if of_player & bit:
                        p = player_number[both, hand]
                        if not uses[p]:
                            hands[p] = 0
                        for each in (k, j):
                            if not uses[p] >> each & 1:
                                uses[p] |= 1 << each
                                using[p, each] = 0
                        for lane in range(lanes):
                            ways = left[k, lane] * (left[j, lane] - same)
                            hands[p, lane] += ways
                            using[p, k, lane] += ways
                            using[p, j, lane] += ways
                        if of_banker & bit:
                            turned = banker_number[both, j * classes + k]
                            for each in (b, turned):
                                if not same_two[p, each]:
                                    same_two[p, each] = True
                                    twice[p, each] = 0
                            for lane in range(lanes):
                                ways = left[k, lane] * (left[j, lane] - same)
                                twice[p, b, lane] += ways
                                twice[p, turned, lane] += ways
                    if of_banker & bit:
                        if not holds[b]:
                            every[b] = 0
                        for each in (k, j):
                            if not holds[b] >> each & 1:
                                holds[b] |= 1 << each
                                holding[b, each] = 0
                        for lane in range(lanes):
                            every[b, lane] += left[k, lane] * (left[j, lane] - same)
                            holding[b, k, lane] += left[j, lane] - same
                            holding[b, j, lane] += left[k, lane] - same
            for p in range(told_p):
                if not uses[p]:
                    continue
                ended[:] = False
                for b in range(told_b):
                    if not holds[b]:
                        continue
                    at = end[player_told[both, p], banker_told[both, b]] + ends * banker_held[both, b]
                    if not ended[at]:
                        ended[at] = True
                        beside[at] = 0
                        taken[at] = 0
                    for lane in range(lanes):
                        beside[at, lane] += every[b, lane]
                    shared = uses[p] & holds[b]
                    k = 0
                    while shared:
                        if shared & 1:
                            for lane in range(lanes):
                                taken[at, lane] += using[p, k, lane] * holding[b, k, lane]
                        shared >>= 1
                        k += 1
                    if same_two[p, b]:
                        for lane in range(lanes):
                            taken[at, lane] -= twice[p, b, lane]
                for at in range(9 * ends):
                    if not ended[at]:
                        continue
                    # The third cards that are left beside the four.
                    held_p, held_b = player_held[both, p], at // ends
                    of_x, of_y = held_p // 3 + held_b // 3, held_p % 3 + held_b % 3
                    if x_kind == y_kind:
                        of_y = of_x + 1
                    for lane in range(lanes):
                        drawn = cards[lane] - 5
                        if x_kind >= 0 and y_kind >= 0:
                            drawn = (by_kind[block, x_kind, lane] - of_x) * (by_kind[block, y_kind, lane] - of_y)
                        elif x_kind >= 0:
                            drawn *= by_kind[block, x_kind, lane] - of_x
                        elif y_kind >= 0:
                            drawn *= by_kind[block, y_kind, lane] - of_y
                        else:
                            drawn *= cards[lane] - 4
                        tally[block, at % ends, lane] += drawn * (hands[p, lane] * beside[at, lane] - taken[at, lane])


@cache
def count_kernel() -> Any:
    """``count_ends``, compiled and kept on disk."""
    return kept(count_ends)
