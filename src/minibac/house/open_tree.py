"""The tree of a house's open log, kept as tiles (c2sp.org/tlog-tiles).

Hashes of leaves lie in tiles of 256, and each full tile's root in a tile of the level above. Full tiles are documents
beside the log, an index and never the truth: one that is missing is made again from the leaves. The tiles at the right
edge are in memory. So a start reads a few hundred leaves and a proof a few tiles, however long the log is.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import msgspec

from minibac.records.leaves import OPEN_LOG, Epoch, entry_of, read_leaf
from minibac.records.store import Line, Store
from minibac.tlog import merkle
from minibac.voice.misread import UNREADABLE

TILE: Final = 256
"""Hashes in a full tile."""
HASH_BYTES: Final = 32
TILES_KEPT: Final = 64
"""Full tiles at hand."""
TILES, SHOES, EPOCHS = "log-tile", "log-shoe", "log-epoch"
"""Kinds of documents: tiles by level and number, leaves of commitments by table and shoe, epochs by their leaf."""


class Tree:
    """The tree of the log, as far as the store has it: the right edge in memory, full tiles as documents."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.size = 0
        self.epochs: dict[int, Epoch] = {}
        """By the number of the leaf, from 0."""
        self._edge: list[list[bytes]] = []
        """The hashes of the tile of each level that is not full yet."""
        self._tiles: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        self._started = False
        self._one = asyncio.Lock()

    async def grow(self) -> None:
        """Read what is new."""
        async with self._one:
            if not self._started:
                await self._start((await self._store.version(OPEN_LOG)).version)
                self._started = True
            while lines := [line async for line in self._store.read(OPEN_LOG, self.size, self.size + TILE)]:
                await self._index(lines)
                for line in lines:
                    await self._take(line)

    async def _start(self, size: int) -> None:
        """Make the right edge, from the full tiles below it, up to the last full tile of leaves."""
        full = size // TILE
        for name, kept in (await self._store.all(EPOCHS)).items():
            self.epochs[int(name)] = msgspec.json.decode(kept, type=Epoch)
        if full and 0 not in self.epochs:
            for number in range(full):
                first = number * TILE
                await self._index([line async for line in self._store.read(OPEN_LOG, first, first + TILE)])
        self._edge = [[]]
        level, count = 0, full
        while count:
            part = count % TILE
            roots = [merkle.root_of(cut(await self._tile(level, n))) for n in range(count - part, count)]
            self._edge.append(roots)
            level, count = level + 1, count // TILE
        self.size = full * TILE

    async def _index(self, lines: Sequence[Line]) -> None:
        """Write down where commitments and epochs are."""
        shoes: list[tuple[str, bytes | None]] = []
        epochs: list[tuple[str, bytes | None]] = []
        for line in lines:
            try:
                leaf = read_leaf(line.bytes)
            except UNREADABLE:
                continue  # the check of everything says so
            if isinstance(leaf, Epoch):
                self.epochs[line.version - 1] = leaf
                epochs.append((f"{line.version - 1:012}", entry_of(line.bytes)))
            elif leaf.commitment:
                shoes.append((f"{leaf.log}/{leaf.shoe}", str(line.version - 1).encode()))
        if shoes:
            await self._store.put(SHOES, shoes)
        if epochs:
            await self._store.put(EPOCHS, epochs)

    async def _take(self, line: Line) -> None:
        self._add(0, merkle.leaf_hash(entry_of(line.bytes)))
        self.size = line.version
        level, number = 0, self.size // TILE - 1
        full: list[tuple[str, bytes | None]] = []
        while len(self._edge[level]) == TILE:
            tile, self._edge[level] = b"".join(self._edge[level]), []
            full.append((f"{level}/{number}", tile))
            self._remember(level, number, tile)
            self._add(level + 1, merkle.root_of(cut(tile)))
            level, number = level + 1, (number + 1) // TILE - 1
        if full:
            await self._store.put(TILES, full)

    def _add(self, level: int, one: bytes) -> None:
        if level == len(self._edge):
            self._edge.append([])
        self._edge[level].append(one)

    def _remember(self, level: int, number: int, tile: bytes) -> None:
        self._tiles[level, number] = tile
        if len(self._tiles) > TILES_KEPT:
            self._tiles.popitem(last=False)

    async def _tile(self, level: int, number: int) -> bytes:
        """A full tile: from memory, from its document, or made again."""
        if (known := self._tiles.get((level, number))) is not None:
            return known
        tile = await self._store.get(TILES, f"{level}/{number}") or b""
        if len(tile) != TILE * HASH_BYTES:
            tile = await self._made(level, number)
            await self._store.put(TILES, [(f"{level}/{number}", tile)])
        self._remember(level, number, tile)
        return tile

    async def _made(self, level: int, number: int) -> bytes:
        first = number * TILE
        if level:
            return b"".join([merkle.root_of(cut(await self._tile(level - 1, n))) for n in range(first, first + TILE)])
        lines = [line async for line in self._store.read(OPEN_LOG, first, first + TILE)]
        await self._index(lines)
        return b"".join(merkle.leaf_hash(entry_of(line.bytes)) for line in lines)

    async def hashes(self, level: int, first: int, last: int) -> list[bytes]:
        """Hashes of a level that lie in one tile."""
        number = first // TILE
        edge = self._edge[level] if level < len(self._edge) else []
        tile = edge if number == (self.size // TILE**level) // TILE else cut(await self._tile(level, number))
        return tile[first - number * TILE : last - number * TILE]

    async def root(self, part: merkle.Range) -> bytes:
        """The hash of a range."""
        if part[0] == part[1]:
            return merkle.EMPTY
        nodes = []
        for height, number in merkle.whole(part):
            level, low = height // 8, height % 8
            nodes.append(merkle.root_of(await self.hashes(level, number << low, (number + 1) << low)))
        return merkle.joined(nodes)

    async def roots(self, parts: Sequence[merkle.Range]) -> tuple[bytes, ...]:
        """The hashes of a proof."""
        return tuple([await self.root(part) for part in parts])


def cut(tile: bytes) -> list[bytes]:
    """The hashes in a tile."""
    return [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]
