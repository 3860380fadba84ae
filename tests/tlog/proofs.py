"""Checking that a leaf is in a tree: the house only ever makes such proofs, and others check them."""

from collections.abc import Sequence

from minibac.tlog.merkle import inclusion, node_hash


def included(entry_hash: bytes, index: int, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that a leaf is the one of that number in the tree of a root."""
    if not 0 <= index < size:
        return False
    over, ranges = entry_hash, inclusion(index, size)
    if len(proof) != len(ranges):
        return False
    for (first, _), other in zip(ranges, proof, strict=True):
        over = node_hash(other, over) if first < index else node_hash(over, other)
    return over == root
