"""The Merkle tree of a log (RFC 6962, section 2.1): leaves in order, one hash over all of them, and short proofs.

A *range* is a run of leaves, from the first to before the last. Proofs are stated as ranges whose hashes are wanted, so
that whoever keeps the tree can find each of them in its own way; the proof of one leaf among a million is twenty.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

Range = tuple[int, int]
"""Leaves from the first number to before the second."""

EMPTY = sha256().digest()
"""The hash of a tree without a leaf."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of one leaf."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees side by side."""
    return sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """How many leaves lie left in a tree: the largest power of two below its size.

    >>> [split(size) for size in (2, 3, 4, 5, 8, 9)]
    [1, 2, 2, 4, 4, 8]
    """
    return 1 << (size - 1).bit_length() - 1


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The hash of a tree from the hashes of its leaves, or of whole subtrees of one size.

    >>> root_of([leaf_hash(b"")]).hex()[:16]  # the tree of one empty leaf, as in the vectors of RFC 6962's authors
    '6e340b9cffb37a98'
    """
    if not hashes:
        return EMPTY
    stack: list[tuple[int, bytes]] = []  # whole subtrees, each half as high as the one left of it or lower
    for one in hashes:
        height, over = 0, one
        while stack and stack[-1][0] == height:
            height, over = height + 1, node_hash(stack.pop()[1], over)
        stack.append((height, over))
    return joined([over for _, over in stack])


def joined(hashes: Sequence[bytes]) -> bytes:
    """The hash over subtrees that stand side by side, each higher than all to its right together."""
    over = hashes[-1]
    for left in reversed(hashes[:-1]):
        over = node_hash(left, over)
    return over


def whole(part: Range) -> Iterator[tuple[int, int]]:
    """A range as whole subtrees from left to right: the height of each and its number among those of that height.

    >>> list(whole((0, 7)))
    [(2, 0), (1, 2), (0, 6)]
    """
    first, last = part
    while first < last:
        height = (first & -first).bit_length() - 1 if first else (last - first).bit_length() - 1
        while (1 << height) > last - first:
            height -= 1
        yield height, first >> height
        first += 1 << height


def inclusion(index: int, size: int) -> tuple[Range, ...]:
    """The ranges whose hashes prove that a leaf is in a tree, from its neighbour up.

    >>> inclusion(6, 7)
    ((4, 6), (0, 4))
    """
    first, last, ranges = 0, size, []
    while last - first > 1:
        middle = first + split(last - first)
        if index < middle:
            ranges.append((middle, last))
            last = middle
        else:
            ranges.append((first, middle))
            first = middle
    return tuple(reversed(ranges))


def consistency(old: int, new: int) -> tuple[Range, ...]:
    """The ranges whose hashes prove that the tree of a size is the beginning of a larger one.

    >>> consistency(3, 7)
    ((2, 3), (3, 4), (0, 2), (4, 7))
    """
    if old in (0, new):
        return ()
    first, last, ranges = 0, new, []
    while last != old:
        middle = first + split(last - first)
        if old <= middle:
            ranges.append((middle, last))
            last = middle
        else:
            ranges.append((first, middle))
            first = middle
    if first:
        ranges.append((first, last))
    return tuple(reversed(ranges))


def consistent(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the tree of the old root is the beginning of that of the new one."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not proof and old_root == (new_root if old == new else EMPTY)
    ranges = consistency(old, new)
    if len(proof) != len(ranges):
        return False
    pairs = list(zip(ranges, proof, strict=True))
    if old & (old - 1) == 0:  # the old tree is one whole subtree: its root is known, and not sent
        before = after = old_root
    else:
        before = after = pairs.pop(0)[1]
    for (first, _), other in pairs:
        if first < old:
            before, after = node_hash(other, before), node_hash(other, after)
        else:
            after = node_hash(after, other)
    return before == old_root and after == new_root
