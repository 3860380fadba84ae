"""The numbers that shuffle: Philox4x32-10, a cipher of counters, so that every shoe has a number.

Philox (Salmon, Moraes, Dror, Shaw: *Parallel random numbers: as easy as 1, 2, 3*, 2011) turns a counter of four words
and a key of two into four random words, and remembers nothing. The key is the seed; the counter says which coup of
which shoe is meant:

    counter = (coup, attempt, low word of the shoe's number, high word)        key = (low word of the seed, high word)

So shoe 7 of seed 1 is the same shoe on any device, with any number of threads, lanes, chunks or workers, and can be
dealt again alone. This module is the statement that every back end must agree with, bit for bit.

The functions here are plain: whole numbers in, whole numbers out. Numba and CUDA compile them as they stand, where a
number is 64 bits wide; the masks keep Python's unbounded numbers, and the sign bit of a signed word, to the same bits.

>>> [hex(word) for word in block(0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0)]
['0xd16cfe09', '0x94fdcceb', '0x5001e420', '0x24126ea1']
"""

MASK = 0xFFFFFFFF
"""The bits of a word."""

WORD = 1 << 32


def halves(seed: int) -> tuple[int, int]:
    """A seed as the key it is: its low word, its high word."""
    return seed & MASK, seed >> 32 & MASK


MULTIPLIER_0 = 0xD2511F53
MULTIPLIER_1 = 0xCD9E8D57
WEYL_0 = 0x9E3779B9
WEYL_1 = 0xBB67AE85
ROUNDS = 10

SEEDS = 1 << 64
"""Seeds, and numbers of shoes, are whole numbers below this."""


def block(
    counter_0: int, counter_1: int, counter_2: int, counter_3: int, key_0: int, key_1: int
) -> tuple[int, int, int, int]:
    """Four random words for a counter and a key. The vectors of the doctest are those of the authors."""
    for _ in range(ROUNDS):
        product_0 = MULTIPLIER_0 * (counter_0 & MASK)
        product_1 = MULTIPLIER_1 * (counter_2 & MASK)
        counter_0 = (product_1 >> 32) & MASK ^ counter_1 ^ key_0
        counter_1 = product_1 & MASK
        counter_2 = (product_0 >> 32) & MASK ^ counter_3 ^ key_1
        counter_3 = product_0 & MASK
        key_0 = (key_0 + WEYL_0) & MASK
        key_1 = (key_1 + WEYL_1) & MASK
    return counter_0, counter_1, counter_2, counter_3
