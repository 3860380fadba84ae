"""Dealing, as plain functions: arrays and whole numbers in, whole numbers out, the same for every device.

**The pool.** Lay the cards that have not been drawn in a row: tens and faces first, then the aces, the twos, up to the
nines. A random number below the number of cards left takes the card at that place out of the row. All one has to know
of the row is where each kind of card ends, so the state of a shoe is a handful of *prefix counts*: how many cards are
tens or faces, how many are tens, faces or aces, and so on. The number ``r`` takes a card of the first kind whose prefix
is above ``r``, and that prefix and all behind it go down by one. No shuffle, no search, no branch.

By points there are ten kinds and nine prefixes; by ranks, where pairs are asked for, thirteen and twelve. The row is
the same in both, so the same number takes the same card, and both count the same shoe.

**Cards nobody sees.** In a well shuffled shoe every arrangement of any chosen places is equally likely. So the guest's
cut changes nothing and is left out, and the cards burned face down are not drawn: they stay in the pool with those
behind the cutting card, and only bring it nearer.

**Lanes.** The same functions deal one shoe or many side by side. ``work`` is one flat array of rows with a column
(*lane*) for each shoe: row ``k`` of a lane is ``work[k * lanes + lane]``. One lane is the plain state of one shoe; of
256, a processor deals 32 in one instruction.

Numba and CUDA compile these functions as they stand, but for three small ones (:func:`narrow`, :func:`bit`,
:func:`row_for`) in whose place they may put what suits their machine.
"""

from typing import Protocol

from minibac.play.results import POINT_CODES
from minibac.rules.drawing import STOOD
from minibac.simulate.philox import MASK, WORD, block


class Row(Protocol):
    """An array of whole numbers: a list, a NumPy array, an array on a GPU."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


NUMBERS = 6
"""A coup has a number for each card it can take; they are the first rows of the work."""

LEFT = NUMBERS
"""The row with the number of cards in the pool."""

PREFIX = LEFT + 1
"""The first of the prefix rows."""

BY_POINTS = 9
BY_RANKS = 12
"""How many prefixes there are: one fewer than kinds of card."""

ROWS = PREFIX + BY_RANKS

NO_CARD = 0xFFFF
"""A number that takes no card: no prefix is above it."""

BURN = 0
"""The burn has the place before the first coup, which is number 1."""


def narrow(number: int) -> int:
    """The number itself. A compiler puts a cast here, since everything about a coup fits in sixteen bits."""
    return number


def bit(mask: int, place: int) -> int:
    """The bit at this place of a mask."""
    return mask >> place & 1


def row_for(rules: Row, total: int) -> int:
    """The row of the Banker's table for this total."""
    return rules[total]


def two_numbers(work: Row, lane: int, lanes: int, pair: int, word: int) -> int:
    """Make two numbers of a random word, below the cards left for the first and for the second; give what remains.

    With ``n`` cards left, ``word·n`` has the first number in its high half, and its low half times ``n - 1`` has the
    second. They are the two digits of ``word·n(n-1)`` above 2^32; what remains below it tells if the word is fair.
    """
    cards = work[LEFT * lanes + lane] - 2 * pair
    first = (word & MASK) * (cards & MASK)
    second = (first & MASK) * (cards - 1 & MASK)
    work[2 * pair * lanes + lane] = first >> 32
    work[(2 * pair + 1) * lanes + lane] = second >> 32
    return second & MASK


def is_one_too_many(remains: int, cards: int) -> bool:
    """Whether a word must be rejected so that all pairs of numbers stay equally likely.

    2^32 words do not divide evenly among ``n(n-1)`` pairs: some pairs get one more than the others. Each pair has
    just one word that leaves less than ``n(n-1)``, and where it leaves less than 2^32 mod n(n-1), it is the one too
    many.
    """
    pairs = cards * (cards - 1)
    return remains < pairs and remains < WORD % pairs


def draw_numbers(work: Row, lane: int, lanes: int, coup: int, shoe: int, seed_low: int, seed_high: int) -> None:
    """Draw the numbers of a coup: number ``i`` is below the cards left when ``i`` are gone, each equally likely.

    When one of the words is rejected the whole coup is drawn again, as the next attempt.
    """
    cards = work[LEFT * lanes + lane]
    attempt = 0
    rejected = True
    while rejected:
        word_0, word_1, word_2, _ = block(coup, attempt, shoe & MASK, shoe >> 32 & MASK, seed_low, seed_high)
        rejected = is_one_too_many(two_numbers(work, lane, lanes, 0, word_0), cards)
        rejected |= is_one_too_many(two_numbers(work, lane, lanes, 1, word_1), cards - 2)
        rejected |= is_one_too_many(two_numbers(work, lane, lanes, 2, word_2), cards - 4)
        attempt += 1


def fill(work: Row, lane: int, lanes: int, prefixes: int, decks: int) -> None:
    """Put whole decks into the pool."""
    first_kind = 4 if prefixes == BY_POINTS else 1
    for k in range(prefixes):
        work[(PREFIX + k) * lanes + lane] = 4 * decks * (first_kind + k)
    work[LEFT * lanes + lane] = 52 * decks


def take_card(work: Row, lane: int, lanes: int, prefixes: int, number: int) -> int:
    """Take the card at this place out of the row; gives its kind, counted from 0 in the order of the row."""
    above_count = narrow(0)
    for k in range(prefixes):
        place = (PREFIX + k) * lanes + lane
        above = work[place] > number
        work[place] -= above
        above_count = narrow(above_count + above)
    return narrow(prefixes - above_count)


def value_of(kind: int, prefixes: int) -> int:
    """What a kind of card counts: by points the kind itself; by ranks T, J, Q, K nothing, and the rest from one up."""
    zeros = prefixes - BY_POINTS
    return narrow(kind - zeros if kind > zeros else 0)


def one_digit(total: int) -> int:
    """A Point Count: of a sum of two digits, the right one."""
    return narrow(total - 10 if total > 9 else total)


def burn_first_card(work: Row, lane: int, lanes: int, prefixes: int) -> int:
    """Take the first card of the shoe and say how many it burns: its value, but ten for tens and faces."""
    value = value_of(take_card(work, lane, lanes, prefixes, work[lane]), prefixes)
    work[LEFT * lanes + lane] -= 1
    return narrow(value if value > 0 else 10)


def deal_coup(
    work: Row, lane: int, lanes: int, prefixes: int, natural: int, player_rule: int, banker_rules: Row
) -> int:
    """Deal a coup with the numbers drawn for it and give its result code, with pair layers when dealt by ranks.

    Card ``i`` takes number ``i``: Player, Banker, Player, Banker, then the fifth to whoever draws first. Nothing
    branches: a third card that is not due is taken with a number that takes none.
    """
    player_1 = take_card(work, lane, lanes, prefixes, work[0 * lanes + lane])
    banker_1 = take_card(work, lane, lanes, prefixes, work[1 * lanes + lane])
    player_2 = take_card(work, lane, lanes, prefixes, work[2 * lanes + lane])
    banker_2 = take_card(work, lane, lanes, prefixes, work[3 * lanes + lane])
    player = one_digit(narrow(value_of(player_1, prefixes) + value_of(player_2, prefixes)))
    banker = one_digit(narrow(value_of(banker_1, prefixes) + value_of(banker_2, prefixes)))

    banker_rule = row_for(banker_rules, banker)
    live = (bit(natural, player) | bit(natural, banker)) == 0
    player_draws = live & (bit(player_rule, player) == 1)
    banker_alone = live & (bit(player_rule, player) == 0) & (bit(banker_rule, STOOD) == 1)

    number = work[4 * lanes + lane]
    number = narrow(number if player_draws | banker_alone else NO_CARD)
    fifth = value_of(take_card(work, lane, lanes, prefixes, number), prefixes)
    banker_after = player_draws & (bit(banker_rule, fifth) == 1)
    number = work[5 * lanes + lane]
    number = narrow(number if banker_after else NO_CARD)
    sixth = value_of(take_card(work, lane, lanes, prefixes, number), prefixes)

    player = one_digit(narrow(player + narrow(fifth if player_draws else 0)))
    banker = one_digit(narrow(banker + narrow(fifth if banker_alone else sixth if banker_after else 0)))
    code = narrow((player * 10 + banker) * 4 + player_draws * 2 + (banker_alone | banker_after))
    if prefixes == BY_RANKS:
        code = narrow(code + POINT_CODES * ((player_1 == player_2) + 2 * (banker_1 == banker_2)))
    return code


def cards_dealt(code: int) -> int:
    """How many cards a coup with this result code took: four, and the third card of either hand."""
    return narrow(4 + (code & 1) + (code >> 1 & 1))


WITH_CARDS = (fill, take_card, value_of, one_digit, burn_first_card, deal_coup, cards_dealt)
"""What a kernel does with the cards once their numbers are drawn, callees first, as it is compiled."""
