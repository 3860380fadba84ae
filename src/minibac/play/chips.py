"""Chips by denomination: which of them change hands when a tray pays, or is paid, so many cents.

The dealer takes the largest that fit. Where they do not fit, the next larger chip goes over and change comes back, and
where that does not do either, what guest and tray hold is put together and the guest's part is made of it anew. So each
chip stays one chip: what leaves one place comes to another, in every denomination.
"""

from collections.abc import Mapping
from math import gcd

Chips = Mapping[int, int]
"""Denominations in cents, and how many there are of each; none that is zero."""

MOST_TRIED = 20
"""Of how many numbers of a denomination, the highest first, an amount is tried to be made; where every smaller chip
divides it the highest alone is enough: whatever needs fewer of it could be made with one more."""


def worth(chips: Chips) -> int:
    """What chips are worth in cents.

    >>> worth({500: 20, 2500: 4})
    20000
    """
    return sum(denomination * number for denomination, number in chips.items())


def put_together(chips: Chips, more: Chips) -> dict[int, int]:
    """Both heaps as one.

    >>> put_together({500: 1}, {500: 2, 25: 4})
    {500: 3, 25: 4}
    """
    heap = dict(chips)
    for denomination, number in more.items():
        heap[denomination] = heap.get(denomination, 0) + number
    return {denomination: number for denomination, number in heap.items() if number}


def without(chips: Chips, fewer: Chips) -> dict[int, int] | None:
    """A heap less another, or ``None`` where it does not hold it, in each denomination.

    >>> without({500: 3, 25: 4}, {500: 3}), without({500: 3}, {25: 1})
    ({25: 4}, None)
    """
    heap = dict(chips)
    for denomination, number in fewer.items():
        heap[denomination] = heap.get(denomination, 0) - number
        if heap[denomination] < 0:
            return None
    return {denomination: number for denomination, number in heap.items() if number}


def lacking(chips: Chips, wanted: Chips) -> dict[int, int]:
    """What of the wanted chips a heap does not hold.

    >>> lacking({500: 3}, {500: 5, 25: 1})
    {500: 2, 25: 1}
    """
    short = {denomination: number - chips.get(denomination, 0) for denomination, number in wanted.items()}
    return {denomination: number for denomination, number in short.items() if number > 0}


def made_of(chips: Chips, cents: int) -> dict[int, int] | None:
    """The chips of a heap that make an amount, the largest first, or ``None`` where no such chips are there.

    >>> made_of({10000: 1, 2500: 3, 500: 9}, 18000)
    {10000: 1, 2500: 3, 500: 1}
    >>> made_of({250: 1, 200: 3}, 600)
    {200: 3}
    >>> made_of({10000: 1}, 500) is None
    True
    """
    return _made(tuple(sorted(chips.items(), reverse=True)), cents)


def _made(heap: tuple[tuple[int, int], ...], cents: int) -> dict[int, int] | None:
    if not cents:
        return {}
    if cents < 0 or not heap:
        return None
    if cents % gcd(*(denomination for denomination, _ in heap)) or cents > sum(d * n for d, n in heap):
        return None
    (denomination, number), rest = heap[0], heap[1:]
    most = min(number, cents // denomination)
    tried = 1 if all(denomination % smaller == 0 for smaller, _ in rest) else MOST_TRIED
    for count in range(most, max(-1, most - tried), -1):
        made = _made(rest, cents - count * denomination)
        if made is not None:
            return {denomination: count, **made} if count else made
    return None


def handed(tray: Chips, guest: Chips, cents: int) -> tuple[dict[int, int], dict[int, int]] | None:
    """Tray and guest after the tray has paid so much, or has been paid where it is below zero; ``None`` where the
    chips of both do not suffice for it.

    >>> handed({2500: 2, 500: 10}, {}, 3000)
    ({2500: 1, 500: 9}, {2500: 1, 500: 1})
    >>> handed({500: 5, 25: 20}, {2500: 2}, -125)
    ({500: 1, 25: 5, 2500: 1}, {2500: 1, 500: 4, 25: 15})
    >>> handed({2500: 1}, {}, 500) is None
    True
    """
    giver, taker = (tray, guest) if cents > 0 else (guest, tray)
    moved = _moved(giver, taker, abs(cents))
    if moved is not None:
        return moved if cents > 0 else (moved[1], moved[0])
    both = put_together(tray, guest)
    part = made_of(both, worth(guest) + cents)
    rest = None if part is None else without(both, part)
    return None if part is None or rest is None else (rest, part)


def _moved(giver: Chips, taker: Chips, cents: int) -> tuple[dict[int, int], dict[int, int]] | None:
    """Giver and taker after so much: chips that fit, or the next larger chip and its change."""
    made = made_of(giver, cents)
    left = None if made is None else without(giver, made)
    if made is not None and left is not None:
        return left, put_together(taker, made)
    rest, got = dict(giver), dict(taker)
    for denomination in sorted(giver, reverse=True):
        number = min(rest[denomination], cents // denomination)
        rest[denomination] -= number
        got[denomination] = got.get(denomination, 0) + number
        cents -= number * denomination
    larger = min((denomination for denomination, number in rest.items() if number and denomination > cents), default=0)
    change = made_of(got, larger - cents) if larger else None
    left = without(rest, {larger: 1})
    more = None if change is None else without(put_together(got, {larger: 1}), change)
    return None if change is None or left is None or more is None else (put_together(left, change), more)


def plain_notes(cents: int, notes_cents: tuple[int, ...]) -> dict[int, int] | None:
    """An amount in the fewest large notes, or ``None`` where these notes cannot make it.

    >>> plain_notes(18500, (500, 2000, 5000, 10000)), plain_notes(25, (100, 500))
    ({10000: 1, 5000: 1, 2000: 1, 500: 3}, None)
    """
    return made_of({note: cents // note for note in notes_cents if note <= cents}, cents) if cents >= 0 else None


def other_heap(chips: Chips, before: Chips) -> dict[int, int]:
    """How many more of each denomination there are than before; below zero, fewer.

    >>> other_heap({500: 2, 100: 1}, {500: 1, 2500: 3})
    {2500: -3, 500: 1, 100: 1}
    """
    both = sorted({*chips, *before}, reverse=True)
    return {note: more for note in both if (more := chips.get(note, 0) - before.get(note, 0))}


def in_chips(cents: int, denominations: tuple[int, ...]) -> dict[int, int]:
    """An amount in chips of these denominations, the largest first; what does not fit is left out.

    >>> in_chips(18025, (25, 500, 10000))
    {10000: 1, 500: 16, 25: 1}
    """
    heap: dict[int, int] = {}
    for denomination in sorted(denominations, reverse=True):
        number, cents = divmod(cents, denomination)
        if number:
            heap[denomination] = number
    return heap
