"""A shoe notation audited many coups at a time: lines of known cards and a result, which are nearly all of a long file.

The bytes of a block are looked at as arrays. A plain line, ``17. Kh 2s 3d | Qd 5c = T- 5:5`` with or without number,
suits, pairs and counts, whose coup is right in itself and in its shoe, is counted here. Every other line goes to the
auditor that reads one item at a time, which alone says what is wrong: the report is the same to the last count.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from minibac.audit.auditor import Auditor, HeldRules
from minibac.audit.finding import Check, Level
from minibac.audit.readings import CELLS, NO_THIRD, THIRDS, Readings, right_cells
from minibac.audit.shoe_check import COPIES_IN_DECK
from minibac.audit.statistics import POSITIONS
from minibac.cards.card import POINTS, RANKS, Suit
from minibac.rules.drawing import TOTALS, DrawingRules
from minibac.shoes.notation import LONGEST_LINE, read_line

BLOCK = 1 << 22
"""Bytes that are looked at together."""
A_FEW = 32
"""Lines that are read one by one while a misreading is not yet contradicted."""
MOST_DIGITS = 5
PAD = 64
"""Zero bytes after a block, so that looking past its last line finds nothing."""
CARDS = 6

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

SUITS = "".join(Suit)
FACES = [f"{rank}{suit}" for rank in RANKS for suit in SUITS] + [str(rank) for rank in RANKS]
"""What a code means: a card, or from 52 on a rank alone."""
NONE = 255
NO_CARD = 99


def _lookup(signs: str) -> Bytes:
    table = np.full(256, NONE, np.uint8)
    table[np.frombuffer(signs.encode(), np.uint8)] = np.arange(len(signs))
    return table


RANK_OF, SUIT_OF, WINNER_OF = _lookup("".join(RANKS)), _lookup(SUITS), _lookup("PBT")
VALUE = np.array([POINTS[rank] for rank in RANKS], np.int64)
PAIRS = ("", "b", "p", "bp")
BLANK, BAR, EQUALS, DOT, COLON, DASH, SMALL_B, SMALL_P, NEWLINE, RETURN = b" |=.:-bp\n\r"


class Reads(Protocol):
    """What gives bytes, so many at most."""

    def read(self, size: int, /) -> bytes: ...


class Coups(NamedTuple):
    """Lines of a block that are right coups by themselves, a row for each in their order."""

    line: Ints
    """Which line of the block."""
    number: Ints
    cards: Ints
    """How many."""
    codes: Ints
    """The cards in the order in which they left the shoe, ``NO_CARD`` where there is none."""
    suited: Bools
    cell: Ints
    winner: Ints
    pairs: Ints
    """-1 where pairs are not told."""
    counts: Bools
    """Whether Point Counts are told."""


def audit_notation(auditor: Auditor, file: str, stream: Reads) -> int:
    """Read one notation to its end: how many lines it has."""
    auditor.begin(file)
    line_no = 0
    for block, starts, ends in _blocks(stream):
        _Block(auditor, block, starts, ends, line_no).audit()
        line_no += len(starts)
    auditor.end_shoe()
    return line_no


def _blocks(stream: Reads) -> Iterator[tuple[bytes, Ints, Ints]]:
    """Blocks of whole lines with their beginnings and ends; of an endless line no more is kept than a line may have."""
    left = b""
    while True:
        read = stream.read(BLOCK)
        block = left + read
        if not read:
            if left:
                yield left, np.array([0]), np.array([len(left)])
            return
        breaks = np.flatnonzero(np.frombuffer(block, np.uint8) == NEWLINE)
        if not len(breaks):
            left = block[: LONGEST_LINE * 4 + PAD]
            continue
        left = block[breaks[-1] + 1 :]
        yield block, np.concatenate(([0], breaks[:-1] + 1)), breaks


class _Block:
    """The lines of one block, some read at once and the others one by one, in their order."""

    def __init__(self, auditor: Auditor, block: bytes, starts: Ints, ends: Ints, line_no: int) -> None:
        self.auditor, self.block, self.starts, self.ends, self.line_no = auditor, block, starts, ends, line_no

    def audit(self) -> None:
        tableau = self.auditor.drawing
        after = 1 if self.line_no == 0 else 0  # the first line of a file is no coup
        coups = _right_coups(self.block, self.starts, self.ends, tableau, after)
        breaks = np.flatnonzero(np.diff(coups.line) != 1) + 1
        self.taken = np.zeros(len(coups.line), np.bool_)
        self.sources: list[Readings] = []
        self.source_of = np.zeros(len(coups.line), np.int64)
        """Where each coup that was taken comes from, as a place in ``sources``."""
        at = 0
        for first, last in zip([0, *breaks.tolist()], [*breaks.tolist(), len(coups.line)], strict=True):
            if first < last:
                self._one_by_one(at, int(coups.line[first]))
                self._run(coups, first, last)
                at = int(coups.line[last - 1]) + 1
        self._one_by_one(at, len(self.starts))
        self._count(coups)

    def _one_by_one(self, first: int, last: int) -> None:
        for index in range(first, last):
            line = self.block[self.starts[index] : self.ends[index]].decode(errors="replace")
            number = self.line_no + index + 1
            item = read_line(line, number)
            if item is not None:
                self.auditor.see(item, number)

    def _run(self, coups: Coups, first: int, last: int) -> None:
        """Right coups one after the other: as many at once as are right in their shoe too."""
        while first < last:
            held = self.auditor.rules_at(self.line_no + int(coups.line[first]) + 1)
            stop = self._at_once(held, coups, first, last)
            if stop == first:
                stop = min(first + A_FEW, last)
                self._one_by_one(int(coups.line[first]), int(coups.line[stop - 1]) + 1)
            first = stop

    def _at_once(self, held: HeldRules, coups: Coups, first: int, last: int) -> int:
        """Count the coups from ``first`` on that are right in their shoe, and give the first that is left."""
        shoe, rules = self.auditor.shoe, held.rules
        alive = self.auditor.readings.alive
        here = slice(first, last)
        if shoe.after_last_hand is not None or shoe.after_cutting_card is not None:
            return first
        if alive["winner"] or alive["values"]:
            return first
        if (alive["totals"] and coups.counts[here].any()) or (alive["pairs"] and (coups.pairs[here] >= 0).any()):
            return first
        if rules.drawing != self.auditor.drawing:
            return first
        numbers = coups.number[here]
        if not numbers[0]:  # coups without numbers are counted on
            told = np.flatnonzero(numbers)
            last = first + int(told[0]) if len(told) else last
            numbers = shoe.coup_no + 1 + np.arange(last - first)
        elif shoe.bounded:
            if shoe.coups_count and numbers[0] != shoe.coup_no + 1:
                return first
            gaps = np.flatnonzero(np.diff(numbers) != 1)
            last = first + int(gaps[0]) + 1 if len(gaps) else last
        counted = held.stated and shoe.counts_cards(rules)
        after_cutting_card = None
        if counted:
            depth = rules.options.get("cut_card_depth")
            gone = shoe.gone_count + np.cumsum(coups.cards[first:last])
            fit = int(np.searchsorted(gone, rules.cards_in_shoe, side="right"))
            before = (
                int(np.searchsorted(gone, rules.cards_in_shoe - depth, side="right")) if isinstance(depth, int) else fit
            )
            fit = min(fit, before + 2)  # the coup in which the cutting card comes out, and one more
            if fit > before:
                after_cutting_card = fit - before - 1
            if fit == 0:
                return first
            last = first + fit
        codes = coups.codes[first:last]
        known = codes[codes != NO_CARD]
        copies = _copies(known)
        if counted:
            decks = rules.decks_in_shoe
            for face, times in copies.items():
                if shoe.copies[face] + times > (decks if len(face) > 1 else decks * COPIES_IN_DECK):
                    return first
        shoe.after_cutting_card = after_cutting_card
        self.taken[first:last] = True
        self.source_of[first:last] = self._source()
        self.auditor.report.not_stated += 0 if held.stated else last - first
        self.auditor.frequencies.decks[held.decks] += last - first
        numbers = numbers[: last - first]
        shoe.first_no = shoe.first_no if shoe.coups_count else int(coups.number[first])
        shoe.coups_count += last - first
        shoe.coup_no = max(shoe.coup_no, int(numbers[-1]))
        shoe.lines_aside = 0
        shoe.leave_at_once(copies, len(known), " ".join([FACES[code] for code in known.tolist()]).encode() + b" ")
        shoe.sequence.append(_Dealt(codes, numbers))
        shoe.result(_Results(coups.winner[first:last], coups.pairs[first:last]))
        return last

    def _source(self) -> int:
        """The place of what is read now in ``sources``."""
        readings = self.auditor.readings
        number = next((at for at, one in enumerate(self.sources) if one is readings), len(self.sources))
        if number == len(self.sources):
            self.sources.append(readings)
        return number

    def _count(self, coups: Coups) -> None:
        """What one-by-one reading would have counted of the coups that were taken at once."""
        report, taken = self.auditor.report, self.taken
        total = int(taken.sum())
        report.coups += total
        for check in (Check.NUMBER_OF_CARDS, Check.DRAWS, Check.WINNER):
            report.looked[check] += total
        told = {Check.TOTALS: coups.counts, Check.PAIRS: coups.pairs >= 0}
        for check, mask in told.items():
            report.looked[check] += int((taken & mask).sum())
        for number, readings in enumerate(self.sources):
            here = taken & (self.source_of == number) if len(self.sources) > 1 else taken
            for about in ("winner", "values"):
                readings.coups[about] += int(here.sum())
            for check, mask in told.items():
                readings.coups[check.value] += int((here & mask).sum())
            cells = np.bincount(coups.cell[here], minlength=CELLS)
            readings.cells.update({cell: int(cells[cell]) for cell in np.flatnonzero(cells).tolist()})
        for level, rows in ((Level.SUITS, taken & coups.suited), (Level.RANKS, taken & ~coups.suited)):
            if amount := int(rows.sum()):
                report.levels[level] += amount
                report.unknown[Check.TIMES, level.value] += amount
                for check, mask in told.items():
                    if unknown := int((rows & ~mask).sum()):
                        report.unknown[check, level.value] += unknown
        self._frequencies(coups)

    def _frequencies(self, coups: Coups) -> None:
        seen, taken = self.auditor.frequencies, self.taken
        winners = np.bincount(coups.winner[taken], minlength=3).tolist()
        seen.winners.update({letter: times for letter, times in zip("PBT", winners, strict=True) if times})
        codes = coups.codes[taken, :POSITIONS]
        ranks = np.where(codes < 52, codes // 4, codes - 52)
        seen.coups += len(ranks)
        for position, counted in enumerate(seen.ranks):
            each = np.bincount(ranks[:, position], minlength=13).tolist()
            counted.update({FACES[52 + rank]: times for rank, times in enumerate(each) if times})
        seen.pairs["player"] += int((ranks[:, 0] == ranks[:, 2]).sum())
        seen.pairs["banker"] += int((ranks[:, 1] == ranks[:, 3]).sum())


class _Dealt:
    """The cards of coups in their order, written out when somebody asks."""

    def __init__(self, codes: Ints, numbers: Ints) -> None:
        self._codes, self._numbers = codes.astype(np.uint8), numbers

    def __iter__(self) -> Iterator[tuple[str, int]]:
        for row, number in zip(self._codes.tolist(), self._numbers.tolist(), strict=True):
            yield from ((FACES[code], number) for code in row if code != NO_CARD)


class _Results:
    """The winners and pairs of coups, written out when somebody asks."""

    def __init__(self, winner: Ints, pairs: Ints) -> None:
        self._winner, self._pairs = winner.astype(np.uint8), pairs.astype(np.int8)

    def __iter__(self) -> Iterator[tuple[str, str | None]]:
        for winner, pairs in zip(self._winner.tolist(), self._pairs.tolist(), strict=True):
            yield "PBT"[winner], None if pairs < 0 else PAIRS[pairs]


def _copies(known: Ints) -> dict[str, int]:
    """How many of each face and each rank."""
    each = np.bincount(known, minlength=len(FACES))
    ranks = each[:52].reshape(13, 4).sum(axis=1) + each[52:]
    copies = {FACES[code]: int(each[code]) for code in np.flatnonzero(each[:52]).tolist()}
    return copies | {FACES[52 + rank]: int(ranks[rank]) for rank in np.flatnonzero(ranks).tolist()}


@lru_cache(8)
def _right(rules: DrawingRules) -> Bools:
    return np.array(right_cells(rules))


def _right_coups(block: bytes, starts: Ints, ends: Ints, rules: DrawingRules, after: int) -> Coups:
    """The lines of the block, from one on, that are plain and right."""
    sign = np.frombuffer(block + bytes(PAD), np.uint8)
    line = np.arange(len(starts))
    end = ends - (sign[np.maximum(ends - 1, 0)] == RETURN)
    number, at = _numbers(sign, starts)

    def keep(mask: Bools) -> None:
        nonlocal line, end, number, at
        line, end, number, at = line[mask], end[mask], number[mask], at[mask]

    keep((at > 0) & (line >= after))
    width = np.where(sign[at + 1] == BLANK, 2, 3)
    three = sign[at + 2 * width] != BAR
    player = 2 + three
    keep(good := (sign[at + player * width] == BAR) & (sign[at + player * width + 1] == BLANK))
    width, player = width[good], player[good]
    second = at + player * width + 2
    banker = np.where(sign[second + 2 * width] == EQUALS, 2, 3)
    result = second + banker * width
    good = (sign[result] == EQUALS) & (sign[result + 1] == BLANK) & (result + 3 <= end)
    keep(good)
    width, player, second, banker, result = (a[good] for a in (width, player, second, banker, result))
    ranks, suits, good = _cards(sign, at, second, width, player, banker)
    winner, pairs, counts, player_count, banker_count, read = _results(sign, result + 2, end)
    good &= read
    # What the cards come to.
    value = np.where(ranks < NONE, VALUE[np.minimum(ranks, 12)], 0)
    first_player, first_banker = (value[:, 0] + value[:, 2]) % TOTALS, (value[:, 1] + value[:, 3]) % TOTALS
    player_total, banker_total = (first_player + value[:, 4]) % TOTALS, (first_banker + value[:, 5]) % TOTALS
    third = np.where(player == 3, ranks[:, 4], NO_THIRD)
    cell = ((first_player * TOTALS + first_banker) * THIRDS + np.minimum(third, NO_THIRD)) * 2 + (banker == 3)
    good &= _right(rules)[cell]
    good &= winner == np.where(player_total > banker_total, 0, np.where(player_total < banker_total, 1, 2))
    good &= ~counts | ((player_count == player_total) & (banker_count == banker_total))
    right_pairs = (ranks[:, 1] == ranks[:, 3]) + 2 * (ranks[:, 0] == ranks[:, 2])
    good &= (pairs < 0) | (pairs == right_pairs)
    suited = width == 3
    code = np.where(ranks == NONE, NO_CARD, np.where(suited[:, None], ranks * 4 + suits, 52 + ranks))
    return Coups(
        line[good],
        number[good],
        (player + banker)[good],
        code[good],
        suited[good],
        cell[good],
        winner[good],
        pairs[good],
        counts[good],
    )


def _numbers(sign: Bytes, starts: Ints) -> tuple[Ints, Ints]:
    """The number of each line, or 0, and where its cards begin; 0 where it begins with no card either."""
    number, at = np.zeros(len(starts), np.int64), np.zeros(len(starts), np.int64)
    digits = (sign[starts] > ord("0")) & (sign[starts] <= ord("9"))
    value = np.where(digits, sign[starts] - np.int64(ord("0")), 0)
    for size in range(1, MOST_DIGITS + 1):
        following = sign[starts + size]
        done = digits & (following == DOT) & (sign[starts + size + 1] == BLANK)
        number[done], at[done] = value[done], starts[done] + size + 2
        digits &= (following >= ord("0")) & (following <= ord("9"))
        value = np.where(digits, value * 10 + following - ord("0"), value)
    after = sign[starts + 1]
    bare = (at == 0) & (RANK_OF[sign[starts]] != NONE) & ((after == BLANK) | (SUIT_OF[after] != NONE))
    at[bare] = starts[bare]
    return number, at


def _cards(sign: Bytes, at: Ints, second: Ints, width: Ints, player: Ints, banker: Ints) -> tuple[Ints, Ints, Bools]:
    """Ranks and suits in the order of dealing, ``NONE`` where there is no card; and whether all were read."""
    ranks = np.full((len(at), CARDS), NONE, np.int64)
    suits = np.full((len(at), CARDS), NONE, np.int64)
    good = np.ones(len(at), np.bool_)
    places = ((at, 0, 0), (second, 0, 1), (at, 1, 2), (second, 1, 3), (at, 2, 4), (second, 2, 5))
    for hand, number, column in places:
        there = (player if hand is at else banker) > number
        place = hand + number * width
        rank, suit = RANK_OF[sign[place]], SUIT_OF[sign[place + 1]]
        read = (rank < NONE) & ((width == 2) | (suit < NONE)) & (sign[place + width - 1] == BLANK)
        good &= read | ~there
        ranks[:, column] = np.where(there, rank, NONE)
        suits[:, column] = np.where(there & (width == 3), suit, 0)
    return ranks, suits, good


def _results(sign: Bytes, at: Ints, end: Ints) -> tuple[Ints, Ints, Bools, Ints, Ints, Bools]:
    """Winner, pairs, whether counts are told, both counts, and whether the line holds this and no more."""
    winner = WINNER_OF[sign[at]].astype(np.int64)
    one, two = sign[at + 1], sign[at + 2]
    both = (one == SMALL_B) & (two == SMALL_P)
    pairs = np.select([both, one == DASH, one == SMALL_B, one == SMALL_P], [3, 0, 1, 2], -1)
    after = at + 1 + np.where(pairs < 0, 0, np.where(both, 2, 1))
    counts = after + 4 == end
    player_count, banker_count = sign[after + 1].astype(np.int64) - 48, sign[after + 3].astype(np.int64) - 48
    read = (sign[after] == BLANK) & (sign[after + 2] == COLON)
    read &= (player_count >= 0) & (player_count < TOTALS) & (banker_count >= 0) & (banker_count < TOTALS)
    good = (winner < NONE) & ((after == end) | (counts & read))
    return winner, pairs, counts, player_count, banker_count, good
