"""The open log held against itself, against the logs that it speaks of, and against checkpoints that somebody kept.

A checkpoint fixes every leaf below its size, and a leaf every event of its log up to its own: who has one checkpoint
from outside finds whatever was cut off, written anew or moved below it, though every hash in the store was made again.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from minibac.house.open_log import facts_of, verifier
from minibac.house.open_tree import HASH_BYTES, TILE, TILES
from minibac.records.leaves import OPEN_LOG, Epoch, Leaf, entry_of, read_leaf, salt_behind, stands
from minibac.records.store import Line, Whole, Written
from minibac.records.verify import BEGINNING, Found, line_fault
from minibac.tlog import merkle
from minibac.tlog.notes import LogCheckpoint, SignedNote, read_checkpoint
from minibac.voice.misread import UNREADABLE
from minibac.voice.said import Said, said

A_KEY = re.compile("[0-9a-f]{64}")


class Kept(NamedTuple):
    """A checkpoint that somebody kept, and who says so."""

    checkpoint: LogCheckpoint
    note: SignedNote
    told: Said


class Told(NamedTuple):
    """What the open log tells of an event."""

    leaf: Leaf
    line: bytes
    number: int

    def fault(self, head: bytes) -> Said | None:
        """Why the leaf is not one of this head."""
        if stands(self.leaf, self.line, head):
            return None
        other = said("leaf {number} of the open log has another hash for this event: the log was written anew")
        return other.about(number=self.number)


class Leaves:
    """The open log, as it was read to its end."""

    def __init__(self) -> None:
        self.head = BEGINNING
        self.told: defaultdict[str, dict[int, list[Told]]] = defaultdict(lambda: defaultdict(list))
        """What it tells of each log, by event."""
        self.first: dict[str, int] = {}
        """From which event on it tells of a log."""
        self.epochs: dict[int, Epoch] = {}

    def held(self, stream: str, version: int, head: bytes, tell: Found) -> tuple[Told, ...]:
        """The leaves of an event, each held against the hash that its log has there; a log has one from its first
        event on, or from when the open log began."""
        if version == 1 and self.epochs and stream not in self.first:
            tell(stream, version, said("the open log has no leaf of this log, and every log has one"))
        told = tuple(self.told[stream].pop(version, ())) if stream in self.told else ()
        for each in told:
            if fault := each.fault(head):
                tell(stream, version, fault)
        return told

    def lacks(self, stream: str, version: int, event: object, told: tuple[Told, ...]) -> Said | None:
        """Why the leaves of an event are not those that were due with it."""
        wanted = facts_of(event)
        if not wanted or not self.epochs or version <= self.first.get(stream, 0):
            return None
        if any(all(getattr(each.leaf, name) == value for name, value in wanted.items()) for each in told):
            return None
        return said("the open log has no leaf of this event, and it was due with it")

    def rest(self, tell: Found) -> None:
        """Whatever it tells of events that are not there."""
        for stream, told in self.told.items():
            if told:
                version = max(told)
                gone = said("the open log knows event {version} of this log, which is gone: its end was cut off")
                tell(stream, version, gone.about(version=str(version)))


def kept_in(text: str, told: Said) -> Kept:
    """The checkpoint in a text; raises ``NoteError``."""
    return Kept(*read_checkpoint(text), told)


async def read_leaves(store: Whole, tell: Found, outside: Iterable[Kept] = ()) -> Leaves:
    """Read the open log from its beginning, and tell everything that is wrong with it."""
    leaves = Leaves()
    wanted: defaultdict[int, list[Kept]] = defaultdict(list)
    for kept in outside:
        wanted[kept.checkpoint.size].append(kept)
    edge: list[tuple[int, bytes]] = []
    tile: list[bytes] = []
    async for line in store.read(OPEN_LOG):
        if fault := line_fault(leaves.head, line):
            tell(OPEN_LOG, line.version, fault)
        leaves.head = Written(line.version, line.head)
        _take(leaves, line, tell)
        height, one = 0, merkle.leaf_hash(entry_of(line.bytes))
        tile.append(one)
        if len(tile) == TILE:
            await _tile(store, line.version // TILE - 1, tile, tell)
            tile = []
        while edge and edge[-1][0] == height:
            height, one = height + 1, merkle.node_hash(edge.pop()[1], one)
        edge.append((height, one))
        for kept in wanted.pop(line.version, ()):
            _held(kept, merkle.joined([each for _, each in edge]), tell)
    for kept in (each for size in sorted(wanted) for each in wanted[size]):
        if kept.checkpoint.size:
            _short(kept, leaves, tell)
    for kept in outside:
        _signed(kept, leaves, tell)
    return leaves


def _take(leaves: Leaves, line: Line, tell: Found) -> None:
    number = line.version - 1
    try:
        leaf = read_leaf(line.bytes)
    except UNREADABLE:
        leaf = None
    behind = line.bytes[len(entry_of(line.bytes)) :]
    wrong_key = isinstance(leaf, Epoch) and not A_KEY.fullmatch(leaf.key)
    if leaf is None or wrong_key or behind != salt_behind(leaf, line.bytes):
        tell(OPEN_LOG, line.version, said("this is no leaf of the open log"))
        return
    if isinstance(leaf, Epoch):
        leaves.epochs[number] = leaf
        return
    if not leaves.epochs:
        tell(OPEN_LOG, line.version, said("the open log does not begin with its name"))
    leaves.first.setdefault(leaf.log, leaf.version)
    leaves.told[leaf.log][leaf.version].append(Told(leaf, line.bytes, number))


async def _tile(store: Whole, number: int, hashes: list[bytes], tell: Found) -> None:
    """A full tile that is kept beside the log must be that of its leaves; one that is not there is made again."""
    kept = await store.get(TILES, f"0/{number}")
    if kept is not None and len(kept) == TILE * HASH_BYTES and kept != b"".join(hashes):
        tell(OPEN_LOG, (number + 1) * TILE, said("a tile kept beside the open log is not that of its leaves"))


def _held(kept: Kept, root: bytes, tell: Found) -> None:
    if root != kept.checkpoint.root:
        anew = said("{told} has another root for {size} leaves of the open log: it was written anew")
        tell(OPEN_LOG, kept.checkpoint.size, anew.about(told=kept.told, size=str(kept.checkpoint.size)))


def _short(kept: Kept, leaves: Leaves, tell: Found) -> None:
    short = said("{told} is of {size} leaves, and the open log has {here}: its end was cut off")
    sizes = {"size": str(kept.checkpoint.size), "here": str(leaves.head.version)}
    tell(OPEN_LOG, leaves.head.version, short.about(told=kept.told, **sizes))


def _signed(kept: Kept, leaves: Leaves, tell: Found) -> None:
    """A checkpoint that is none of this log's says nothing; that is said, and not passed over."""
    keys = [verifier(epoch) for epoch in leaves.epochs.values() if epoch.origin == kept.checkpoint.origin]
    if not keys:
        other = said(
            "{told} is of a log called {origin}, and this one never went by that name: it is another one, or new"
        )
        tell(OPEN_LOG, 0, other.about(told=kept.told, origin=kept.checkpoint.origin))
    elif not any(key.signed(kept.note) for key in keys):
        tell(OPEN_LOG, 0, said("{told} is not signed with the key of this log", told=kept.told))
