"""What a witness does: hold the checkpoint of a log against the one it saw last, and sign only what follows from it.

A witness that has signed a checkpoint never signs one that does not extend it. What it finds is told as a
:class:`Verdict`; a log that signed two checkpoints which contradict each other has given the evidence itself.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from minibac.tlog import merkle
from minibac.tlog.notes import LogCheckpoint, NoteError, VerifierKey, read_checkpoint
from minibac.voice.said import Said, said


class Found(StrEnum):
    """What came of a look."""

    FIRST = "first"
    SAME = "same"
    GROWN = "grown"
    TRUNCATED = "truncated"
    REWRITTEN = "rewritten"
    FORKED = "forked"
    UNSIGNED = "unsigned"
    RENAMED = "renamed"
    UNPROVED = "unproved"
    TAKEN = "taken"
    """The name is that of another log."""


class Verdict(NamedTuple):
    """What came of a look, in words."""

    kind: Found
    said: Said

    @property
    def holds(self) -> bool:
        """Whether the log is what it was, or more."""
        return self.kind in (Found.FIRST, Found.SAME, Found.GROWN)

    @property
    def contradicts(self) -> bool:
        """Whether the two checkpoints cannot both be of a log that only grows. A shorter one may be an old answer."""
        return self.kind in (Found.REWRITTEN, Found.FORKED)


Proved = Callable[[int, int], Sequence[bytes] | None]
"""Asks the log for the proof that one size is the beginning of another; ``None`` where it has none to give."""
Hashes = Callable[[int], Sequence[bytes] | None]
"""Asks the log for the hashes of so many of its leaves, from the first on."""


def judge(last: str, now: str, key: VerifierKey, proved: Proved, hashes: Hashes) -> Verdict:
    """Hold what a log shows now against what it showed last (nothing: it is seen for the first time).

    A proof that is missing or wrong shows nothing: whoever carried it may have lost it. Then the log's own leaves are
    asked. Where they lead to the newer root and not to the older, they and the two signatures convict the log.
    """
    try:
        newer, note = read_checkpoint(now)
    except NoteError as error:
        return Verdict(Found.UNSIGNED, error.said)
    if newer.origin != key.name:
        other = said("the log goes by another name now: {origin}, and it was {before}")
        return Verdict(Found.RENAMED, other.about(origin=newer.origin, before=key.name))
    if not key.signed(note):
        return Verdict(Found.UNSIGNED, said("the checkpoint is not signed with the key of the log"))
    if not last:
        return Verdict(Found.FIRST, said("first seen, with {size} leaves", size=str(newer.size)))
    older, _ = read_checkpoint(last)
    return _grown(older, newer, proved, hashes)


def _grown(older: LogCheckpoint, newer: LogCheckpoint, proved: Proved, hashes: Hashes) -> Verdict:
    sizes = {"before": str(older.size), "now": str(newer.size)}
    if newer.size == older.size:
        if newer.root == older.root:
            return Verdict(Found.SAME, said("as it was, with {size} leaves", size=str(newer.size)))
        forked = said("two different histories of {size} leaves are signed: somebody was shown another one")
        return Verdict(Found.FORKED, forked.about(size=str(newer.size)))
    if newer.size < older.size:
        short = said("the log had {before} leaves, and now it has {now}: it was cut off, or this is an old answer")
        return Verdict(Found.TRUNCATED, short.about(**sizes))
    proof = proved(older.size, newer.size)
    if proof is None or not merkle.consistent(older.size, older.root, newer.size, newer.root, proof):
        leaves = hashes(newer.size)
        if leaves is None or len(leaves) != newer.size or merkle.root_of(leaves) != newer.root:
            without = said("the log gives no proof that its {now} leaves begin with the {before} of before")
            return Verdict(Found.UNPROVED, without.about(**sizes))
        if merkle.root_of(leaves[: older.size]) == older.root:
            return Verdict(Found.GROWN, _AS_IT_SHOULD.about(**sizes))
        anew = said("the log was written anew: its {now} leaves do not begin with the {before} that were signed before")
        return Verdict(Found.REWRITTEN, anew.about(**sizes))
    return Verdict(Found.GROWN, _AS_IT_SHOULD.about(**sizes))


_AS_IT_SHOULD = said("grown from {before} to {now} leaves, and nothing before was touched")
