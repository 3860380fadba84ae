"""Every way a coup can fall from the cards left: the exact result table, in plain whole numbers.

Six cards leave the shoe, and it does not matter in which order we look at them. So look at the third cards first: the
fifth card, ``x``, and the sixth, ``y``. Once they are out, the coup hangs on nothing but the two-card totals of the
hands, ``p`` and ``t``, and the tableau says whose hand ``x`` and ``y`` go to, if anybody's. What remains to count is
how many ordered two-card hands of the Player and the Banker have these totals when dealt from the cards that are left
(:class:`_TwoCardHands`), for each of the 55 pairs of third cards. A coup that stops at four or five cards leaves
any of the others undealt, which is a factor.

Any tableau is counted like any other: the tableau is asked once for each cell, and nothing is assumed about its shape.

>>> from minibac.rules.drawing import parse_drawing
>>> rows = dict.fromkeys("012", "-0123456789") | {"3": "-012345679", "4": "-234567", "5": "-4567", "6": "67"}
>>> tableau = parse_drawing(natural="89", player="012345", banker=rows)
>>> table = result_table([32] * 13, tableau)
>>> table.total, sum(count for code, count in enumerate(table.by_code) if code // 40 == code // 4 % 10)
(4998398275503360, 475627426473216)
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import perm
from operator import index, mul, sub
from typing import NamedTuple

from minibac.cards.card import POINTS
from minibac.cards.composition import Composition, CompositionError, check, points_counts
from minibac.play.results import CODES, PAIR_LAYERS, POINT_CODES, Result
from minibac.rules.drawing import STOOD, TOTALS, DrawingRules
from minibac.voice.said import said

VALUES = tuple(POINTS.values())
"""The Value of each rank, in the order of a composition."""

CARDS_DEALT = 6
"""Cards of the longest coup; a table counts ordered draws of so many, or of all cards when fewer are left."""


class ResultTable(NamedTuple):
    """How many ordered draws of cards lead to each result. Divide by ``total`` for probabilities."""

    total: int
    """N(N-1)…(N-5) draws of six from N cards; N! orders when fewer than six are left."""
    by_code: tuple[int, ...]
    """Draws by result code: the 400 point codes, or all 1600 in a joint table."""
    void: int
    """Orders in which the coup needs a card that is not there; none as long as six cards are left."""


class PairCounts(NamedTuple):
    """How many ordered draws give the hands a pair in their first two cards, over the total of the result table."""

    total: int
    player_by_rank: tuple[int, ...]
    banker_by_rank: tuple[int, ...]
    both: int
    void: int
    """Orders that decide nothing, because the coup could not be dealt."""

    @property
    def player(self) -> int:
        return sum(self.player_by_rank)

    @property
    def banker(self) -> int:
        return sum(self.banker_by_rank)

    @property
    def either(self) -> int:
        return self.player + self.banker - self.both

    @property
    def neither(self) -> int:
        return self.total - self.void - self.either


def result_table(counts: Sequence[int], drawing: DrawingRules) -> ResultTable:
    """The result table of a composition, given as the cards left of each rank, ``A 2 … 9 T J Q K``."""
    ranks = _composition(counts)
    if sum(ranks) < CARDS_DEALT:
        return _by_points(_few_cards_table(ranks, drawing))
    return _point_table(points_counts(ranks), drawing)


def joint_table(counts: Sequence[int], drawing: DrawingRules) -> ResultTable:
    """The result table by full result code, the four pair layers apart, for wagers that look at points and pairs.

    Only pairs need ranks, so lay them out first: two Player's cards of one rank, two Banker's, or both, then finish the
    coup from the cards left, by points. The tables of coups with a Player pair, with a Banker pair and with both,
    taken from the table of all coups by inclusion and exclusion, leave the four layers.
    """
    ranks = _composition(counts)
    if sum(ranks) < CARDS_DEALT:
        return _few_cards_table(ranks, drawing)
    left = points_counts(ranks)
    every = _point_table(left, drawing)
    player_pair, banker_pair, both_pairs = ([0] * POINT_CODES for _ in range(3))

    pairs, double_pairs = _pair_weights(ranks)
    for value in range(TOTALS):
        if not pairs[value]:
            continue
        beside_pair = _taken(left, value, value)
        for other, ways in _ordered_hands(beside_pair):
            rest = _taken(beside_pair, *other)
            weight = pairs[value] * ways
            _add_finishes(player_pair, weight, 2 * value % 10, sum(other) % 10, rest, drawing)
            _add_finishes(banker_pair, weight, sum(other) % 10, 2 * value % 10, rest, drawing)
        for banker_value in range(TOTALS):
            if weight := double_pairs[value][banker_value]:
                rest = _taken(beside_pair, banker_value, banker_value)
                _add_finishes(both_pairs, weight, 2 * value % 10, 2 * banker_value % 10, rest, drawing)

    only_player = map(sub, player_pair, both_pairs)
    only_banker = list(map(sub, banker_pair, both_pairs))
    no_pair = map(sub, map(sub, every.by_code, player_pair), only_banker)
    return ResultTable(every.total, (*no_pair, *only_player, *only_banker, *both_pairs), void=0)


def pair_counts(counts: Sequence[int], drawing: DrawingRules | None = None) -> PairCounts:
    """The Player pairs and Banker pairs of a composition by rank, as closed forms.

    Pairs are decided by the first four cards whatever the tableau. A hand gets two cards of a rank of which ``n`` are
    left in n(n-1) ways, and the other four cards fall as they like. Below six cards a coup may still come
    to nothing for want of a third card. Name the ``drawing`` rules to leave such a void coup out, as
    the result tables do; without them its pairs stand.
    """
    ranks = _composition(counts)
    cards = sum(ranks)
    total = perm(cards, min(cards, CARDS_DEALT))
    if cards < 4:
        return PairCounts(total, (0,) * 13, (0,) * 13, both=0, void=total)
    if drawing is not None and cards < CARDS_DEALT:
        return _few_cards_pairs(ranks, drawing)
    others_of_one_hand = total // perm(cards, 2)
    by_rank = tuple(perm(count, 2) * others_of_one_hand for count in ranks)
    _, double_pairs = _pair_weights(ranks)
    both = sum(map(sum, double_pairs)) * (total // perm(cards, 4))
    return PairCounts(total, by_rank, by_rank, both, void=0)


def table_after_four(player_total: int, banker_total: int, counts: Sequence[int], drawing: DrawingRules) -> ResultTable:
    """The result table of a coup whose first four cards lie open, as guests see it when they choose about House Money.

    ``counts`` are the cards left behind the four; ``total`` counts ordered draws of two of them, or N! below two.
    """
    ranks = _composition(counts)
    cards = sum(ranks)
    if cards >= 2:
        by_code = [0] * POINT_CODES
        _add_finishes(by_code, 1, player_total, banker_total, points_counts(ranks), drawing)
        return ResultTable(perm(cards, 2), tuple(by_code), void=0)
    result = _finish(player_total, banker_total, [VALUES[rank] for rank in _cards(ranks)], drawing)
    by_code = [0] * POINT_CODES
    if result is not None:
        by_code[result.code] = 1
    return ResultTable(1, tuple(by_code), void=int(result is None))


# Six cards or more: third cards first.


def _point_table(left: Sequence[int], drawing: DrawingRules) -> ResultTable:
    """The table of at least six cards, given by value. ``p`` and ``t`` are the two-card totals of Player and Banker."""
    cards = sum(left)
    total = perm(cards, CARDS_DEALT)
    rows = _Rows(total)
    live = [t for t in range(TOTALS) if not drawing.natural[t]]
    natural = rows.mask(t for t in range(TOTALS) if drawing.natural[t])
    stands = [rows.mask(t for t in live if not drawing.banker_draws[t][third]) for third in range(STOOD + 1)]
    draws = [rows.mask(t for t in live if drawing.banker_draws[t][third]) for third in range(STOOD + 1)]
    player_draws = [p for p in live if drawing.player_draws[p]]
    player_stands = [p for p in live if not drawing.player_draws[p]]

    # Rows of final Banker totals, by final Player total, for each number of cards in the Player's and Banker's hands.
    two_two, two_three, three_two, three_three = ([0] * TOTALS for _ in range(4))

    hands = _TwoCardHands.dealt_from(left, rows)
    any_two_left = (cards - 4) * (cards - 5)
    for p in range(TOTALS):
        over = rows.wheel if drawing.natural[p] else natural if p in player_draws else natural | stands[STOOD]
        two_two[p] = any_two_left * (hands.banker_row(p) & over)

    for x in range(TOTALS):
        if not left[x]:
            continue
        beside_x = hands.without(x)
        one_third = left[x] * (cards - 5)
        for p in player_draws:
            three_two[(p + x) % 10] += one_third * (beside_x.banker_row(p) & stands[x])
        for p in player_stands:
            two_three[p] += one_third * (beside_x.banker_row(p) & draws[STOOD]) << rows.shift[x]
        for y in range(x + 1):
            both_thirds = left[x] * beside_x.left[y]
            if not both_thirds:
                continue
            for p, banker in beside_x.banker_rows_without(y, player_draws):
                banker *= both_thirds
                three_three[(p + x) % 10] += (banker & draws[x]) << rows.shift[y]
                if x != y:
                    three_three[(p + y) % 10] += (banker & draws[y]) << rows.shift[x]

    by_code = [0] * POINT_CODES
    for hand_sizes, by_player_total in enumerate((two_two, two_three, three_two, three_three)):
        for player_total, row in enumerate(by_player_total):
            by_code[player_total * 40 + hand_sizes : player_total * 40 + 40 : 4] = rows.numbers(row)
    return ResultTable(total, tuple(by_code), void=0)


class _Rows:
    """Ten counts in one whole number: field ``t`` of a row counts hands with Point Count ``t``.

    A row is the polynomial Σ count·z^t at z = 2^bits, with fields wide enough for the total of the table. Python then
    adds or scales ten counts in one operation. A card of ``v`` points takes every Point Count ``v`` fields on, which is
    a shift, and as Point Counts go round in tens, so do the fields: z^10 = 1.
    """

    def __init__(self, largest: int) -> None:
        self.field_bytes = largest.bit_length() // 8 + 1
        bits = 8 * self.field_bytes
        self.turn = TOTALS * bits
        self.wheel = (1 << self.turn) - 1
        """All fields full: a mask that keeps every total, and the modulus z^10 - 1."""
        self.shift = range(0, self.turn, bits)
        self.unit = [1 << shift for shift in self.shift]
        self.field = (1 << bits) - 1

    def mask(self, totals: Iterable[int]) -> int:
        """Keeps the given totals of a row under ``&``."""
        return sum([self.field << self.shift[total] for total in totals])

    def turned(self, row: int, value: int) -> int:
        """The row after a card of ``value`` has been added to each hand."""
        return (row << self.shift[value]) % self.wheel

    def numbers(self, row: int) -> list[int]:
        """The ten counts; fields beyond the tenth come round."""
        width = self.field_bytes
        raw = (row % self.wheel).to_bytes(TOTALS * width, "little")
        return [int.from_bytes(raw[at : at + width], "little") for at in range(0, TOTALS * width, width)]


class _TwoCardHands:
    """The ordered two-card hands that Player and Banker can hold side by side, for each total ``p`` of the Player.

    With the Player's cards still in, the Banker would have ``pairs`` hands. A Player's hand of first card A and second
    card A' takes away the Banker hands that use A, two for each partner of A; those that use A', in sum over all Player
    hands just as many; but the two that use both, whose total is also ``p``, only once:

        Banker hands beside the Player's  =  ways[p] · (pairs + 2 z^p) - 4 · shared[p]

    What the sums are made of is kept, so that a card can be taken out without counting again.
    """

    left: Sequence[int]
    """Cards of each value."""
    partners: list[int]
    """For each value, the row of totals that one card of it makes with every other card."""
    pairs: int
    """The row of all ordered two-card hands."""
    ways: list[int]
    """For each total ``p``, the number of Player's hands."""
    first_cards: list[int]
    """For each ``p``, the row of Player's hands by the value of the first card (not by total)."""
    shared: list[int]
    """For each ``p``, the partners of the first card, added up over the Player's hands."""

    def __init__(self, rows: _Rows) -> None:
        self.rows = rows

    @classmethod
    def dealt_from(cls, left: Sequence[int], rows: _Rows) -> "_TwoCardHands":
        hands = cls(rows)
        hands.left = left
        every_card = sum(map(mul, left, rows.unit))
        hands.partners = [rows.turned(every_card - rows.unit[a], a) for a in range(TOTALS)]
        hands.pairs = sum(map(mul, left, hands.partners))
        by_first_card = [[left[a] * (left[p - a] - (2 * a % 10 == p)) for a in range(TOTALS)] for p in range(TOTALS)]
        hands.ways = list(map(sum, by_first_card))
        hands.first_cards = [sum(map(mul, ways, rows.unit)) for ways in by_first_card]
        hands.shared = [sum(map(mul, ways, hands.partners)) for ways in by_first_card]
        return hands

    def banker_row(self, p: int) -> int:
        """The row of Banker's hands, over all Player's hands of total ``p``."""
        return self.ways[p] * (self.pairs + 2 * self.rows.unit[p]) - 4 * self.shared[p]

    def without(self, value: int) -> "_TwoCardHands":
        """The hands with one card of ``value`` gone."""
        unit = self.rows.unit
        hands = _TwoCardHands(self.rows)
        hands.left = [count - (a == value) for a, count in enumerate(self.left)]
        hands.partners = self._partners_without(value)
        hands.pairs = self.pairs - 2 * self.partners[value]
        hands.ways, hands.first_cards, hands.shared = [], [], []
        for p, gone, ways, shared in self._player_without(value, hands.partners, range(TOTALS)):
            hands.ways.append(ways)
            hands.first_cards.append(self.first_cards[p] - gone * (unit[value] + unit[p - value]))
            hands.shared.append(shared)
        return hands

    def banker_rows_without(self, value: int, totals: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Each ``p`` with its ``without(value).banker_row(p)``, without counting what is not asked for."""
        unit = self.rows.unit
        pairs = self.pairs - 2 * self.partners[value]
        for p, _, ways, shared in self._player_without(value, self._partners_without(value), totals):
            yield p, ways * (pairs + 2 * unit[p]) - 4 * shared

    def _partners_without(self, value: int) -> list[int]:
        return [row - self.rows.unit[a + value - 10] for a, row in enumerate(self.partners)]

    def _player_without(
        self, value: int, partners: list[int], totals: Iterable[int]
    ) -> Iterator[tuple[int, int, int, int]]:
        """The Player's hands of each total ``p`` once a card V of ``value`` is gone: ``p``, ``gone``, ways, shared.

        The first card of every hand loses a partner, V. The hands that held V go, with their partners: ``gone`` had it
        as the first card and ``gone`` as the second.
        """
        rows, left, first_cards = self.rows, self.left, self.first_cards
        back, turn, wheel = rows.turn - rows.shift[value], rows.turn, rows.wheel
        twice = 2 * value % 10
        of_card = partners[value]
        for p in totals:
            gone = left[p - value] - (p == twice)
            first = first_cards[p]
            shared = self.shared[p] - ((first << turn | first) >> back & wheel) - gone * (of_card + partners[p - value])
            yield p, gone, self.ways[p] - 2 * gone, shared


# Four cards on the table: finish the coup card by card.


def _add_finishes(by_code: list[int], weight: int, p: int, t: int, left: Sequence[int], drawing: DrawingRules) -> None:
    """Add the draws of two more cards from ``left`` (at least two, by value), each ``weight`` times, to ``by_code``."""
    cards = sum(left)
    if drawing.natural[p] or drawing.natural[t]:
        by_code[Result(p, t, 2, 2).code] += weight * cards * (cards - 1)
        return
    banker_draws = drawing.banker_draws[t]
    if not drawing.player_draws[p]:
        if not banker_draws[STOOD]:
            by_code[Result(p, t, 2, 2).code] += weight * cards * (cards - 1)
            return
        first_code = Result(p, 0, 2, 3).code
        for y, of_y in enumerate(left):
            by_code[first_code + (t + y) % 10 * 4] += weight * of_y * (cards - 1)
        return
    for x, of_x in enumerate(left):
        if not banker_draws[x]:
            by_code[Result((p + x) % 10, t, 3, 2).code] += weight * of_x * (cards - 1)
            continue
        first_code = Result((p + x) % 10, 0, 3, 3).code
        for y, of_y in enumerate(left):
            by_code[first_code + (t + y) % 10 * 4] += weight * of_x * (of_y - (x == y))


def _ordered_hands(left: Sequence[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """The two-card hands that can be dealt, lower value first, each with the number of its ordered draws."""
    for low, of_low in enumerate(left):
        for high in range(low, TOTALS):
            if ways := of_low * (of_low - 1) if low == high else 2 * of_low * left[high]:
                yield (low, high), ways


def _taken(left: Sequence[int], *values: int) -> list[int]:
    fewer = list(left)
    for value in values:
        fewer[value] -= 1
    return fewer


def _pair_weights(ranks: Composition) -> tuple[list[int], list[list[int]]]:
    """Ordered draws of a pair, by value of its cards; and of a Player pair beside a Banker pair, by both values.

    Ranks of the same value make different pairs, and four cards of one rank make two.
    """
    pairs = [0] * TOTALS
    double_pairs = [[0] * TOTALS for _ in range(TOTALS)]
    for player_rank, player_count in enumerate(ranks):
        value = VALUES[player_rank]
        ways = perm(player_count, 2)
        pairs[value] += ways
        for banker_rank, banker_count in enumerate(ranks):
            same = player_rank == banker_rank
            double_pairs[value][VALUES[banker_rank]] += perm(player_count, 4) if same else ways * perm(banker_count, 2)
    return pairs, double_pairs


# Fewer than six cards: deal every order of them, at most 120.


def _few_cards_table(ranks: Composition, drawing: DrawingRules) -> ResultTable:
    played = Counter(_played(order, drawing) for order in permutations(_cards(ranks)))
    return ResultTable(played.total(), tuple(played[code] for code in range(CODES)), void=played[None])


def _by_points(joint: ResultTable) -> ResultTable:
    layers = [joint.by_code[layer * POINT_CODES : (layer + 1) * POINT_CODES] for layer in range(PAIR_LAYERS)]
    return joint._replace(by_code=tuple(map(sum, zip(*layers, strict=True))))


def _few_cards_pairs(ranks: Composition, drawing: DrawingRules) -> PairCounts:
    player, banker = [0] * len(ranks), [0] * len(ranks)
    total = both = void = 0
    for order in permutations(_cards(ranks)):
        total += 1
        code = _played(order, drawing)
        if code is None:
            void += 1
            continue
        result = Result.from_code(code)
        player[order[0]] += result.player_pair
        banker[order[1]] += result.banker_pair
        both += result.player_pair and result.banker_pair
    return PairCounts(total, tuple(player), tuple(banker), both, void)


def _played(order: Sequence[int], drawing: DrawingRules) -> int | None:
    """The result code of the coup that ranks in this order make, given by index; ``None`` if they run out."""
    if len(order) < 4:
        return None
    player_1, banker_1, player_2, banker_2, *thirds = order
    p = (VALUES[player_1] + VALUES[player_2]) % 10
    t = (VALUES[banker_1] + VALUES[banker_2]) % 10
    finish = _finish(p, t, [VALUES[rank] for rank in thirds], drawing)
    return finish and finish._replace(player_pair=player_1 == player_2, banker_pair=banker_1 == banker_2).code


def _finish(p: int, t: int, thirds: Sequence[int], drawing: DrawingRules) -> Result | None:
    """The result of two-card hands ``p`` and ``t`` that draw ``thirds`` in this order; ``None`` if they run out."""
    if drawing.natural[p] or drawing.natural[t]:
        return Result(p, t, 2, 2)
    waiting = list(thirds)
    result = Result(p, t, 2, 2)
    player_third = STOOD
    if drawing.player_draws[p]:
        if not waiting:
            return None
        player_third = waiting.pop(0)
        result = result._replace(player_total=(p + player_third) % 10, player_cards=3)
    if drawing.banker_draws[t][player_third]:
        if not waiting:
            return None
        result = result._replace(banker_total=(t + waiting.pop(0)) % 10, banker_cards=3)
    return result


# Counting.


def _composition(counts: Sequence[int]) -> Composition:
    try:
        return check([index(count) for count in counts])
    except TypeError:
        whole = said("a composition counts whole cards of each rank, not {counts}", counts=repr(list(counts)))
        raise CompositionError(whole) from None


def _cards(ranks: Composition) -> list[int]:
    """Every card left, as the index of its rank."""
    return [rank for rank, count in enumerate(ranks) for _ in range(count)]
