"""Backup and restore: a copy that becomes the same house again (R44).

A backup is a SQLite file, or a folder of JSON Lines with one file for each table and a page that says what is in it.
Either is checked before it is restored, line by line and row by row, and either can be restored into any store: a
house that outgrows its file moves to PostgreSQL this way. Leases and notes are not in it; they die with their process.
"""

import contextlib
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from minibac.play.postings import Posting
from minibac.records.leaves import RESTORED
from minibac.records.sqlite_schema import as_newest, check_header, recognise
from minibac.records.store import Line, Store, StoreError, Written
from minibac.records.verify import BEGINNING, line_fault, unlike_fault, unlike_ledger

COLUMNS: dict[str, dict[str, type]] = {
    "events": {"stream": str, "version": int, "line": bytes, "head": bytes},
    "ledger": {"stream": str, "version": int} | get_type_hints(Posting) | {"clause": str},
    "balances": {"owner": str, "account": str, "cents": int},
    "answers": {"stream": str, "command": str, "version": int, "answer": bytes},
    "snapshots": {"stream": str, "version": int, "snapshot": bytes},
    "seals": {"name": str, "sealed": bytes},
    "documents": {"kind": str, "name": str, "document": bytes},
}
"""What a store holds, by table and column; the same in both databases."""

ORDER = {"events": "stream, version", "ledger": "number", "answers": "stream, command"}
"""In which order the rows of a table come, where it is not that of its first columns."""

FORMAT = "minibac-backup-2"
ABOUT = "about.json"

Row = tuple[Any, ...]
Rows = Callable[[str], Iterable[Row]]
"""The rows of a table, by its name; may be asked again."""


class About(msgspec.Struct, frozen=True):
    """The page of a backup in a folder: written last, so that a folder without it is no backup."""

    format: str
    rows: dict[str, int]


def select(table: str) -> str:
    """The query for the rows of a table, in the order of a backup."""
    columns = COLUMNS[table]
    order = ORDER.get(table) or ", ".join(list(columns)[:2])
    return f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"


@contextlib.contextmanager
def new_place(target: str) -> Iterator[Path]:
    """A place to write to that takes the target's name once everything is in it and on the disk."""
    goal = Path(target)
    if goal.exists():
        raise StoreError(f"{target} exists already: a backup overwrites nothing")
    place = goal.with_name(f"{goal.name}.part")
    try:
        goal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _remove(place)
        yield place
        for file in [place, *place.glob("*")] if place.is_dir() else [place]:
            _synced(file)
        place.rename(goal)
        _synced(goal.parent)
    except OSError as error:
        raise StoreError(f"the backup to {target} failed: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            _remove(place)


def private(file: Path) -> None:
    """Make a file that nobody but its owner reads: a backup holds all that the database does."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


class FolderWriter:
    """Writes a backup into a folder, table by table, as the rows come."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._encoder = msgspec.json.Encoder()
        self._counts = dict.fromkeys(COLUMNS, 0)
        folder.mkdir(mode=0o700)
        for table in COLUMNS:
            private(self._file(table))

    def _file(self, table: str) -> Path:
        return self._folder / f"{table}.jsonl"

    def add(self, table: str, rows: Iterable[Row]) -> None:
        """More rows of a table, each a line; bytes are written in base64."""
        with self._file(table).open("ab") as file:
            for row in rows:
                file.write(self._encoder.encode(row) + b"\n")
                self._counts[table] += 1

    def finish(self) -> None:
        """Say what is in it."""
        about = self._encoder.encode(About(FORMAT, self._counts))
        private(self._folder / ABOUT)
        (self._folder / ABOUT).write_bytes(about + b"\n")


def read_folder(folder: Path) -> Rows:
    """The rows of a backup in a folder."""
    try:
        about = msgspec.json.decode((folder / ABOUT).read_bytes(), type=About)
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(f"{folder} is no backup of minibac") from error
    if about.format != FORMAT:
        raise StoreError(f"{folder} is a backup in another format, {about.format}, than this minibac reads, {FORMAT}")

    def rows(table: str) -> Iterator[Row]:
        types = [kind if name != "clause" else kind | None for name, kind in COLUMNS[table].items()]
        decoder: msgspec.json.Decoder[Row] = msgspec.json.Decoder(tuple[tuple(types)])  # type: ignore[misc]
        count = 0
        try:
            with (folder / f"{table}.jsonl").open("rb") as file:
                for line in file:
                    count += 1
                    yield decoder.decode(line)
        except (OSError, msgspec.DecodeError) as error:
            raise StoreError(f"{folder / table}.jsonl is damaged at line {max(count, 1)}") from error
        if count != about.rows.get(table):
            raise StoreError(f"{folder / table}.jsonl has {count} lines instead of {about.rows.get(table)}")

    return rows


@contextlib.contextmanager
def reading(source: str) -> Iterator[Rows]:
    """The rows of a backup, a file or a folder."""
    place = Path(source)
    if place.is_dir():
        yield read_folder(place)
        return
    if not place.is_file():
        raise StoreError(f"there is no backup at {source}")
    check_header(place)
    db = sqlite3.connect(
        f"{place.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        if not recognise(db, source):
            raise StoreError(f"{source} is no backup of minibac")
        with as_newest(db, source) as newest:
            yield lambda table: newest.execute(select(table))
    except sqlite3.Error as error:
        raise StoreError(f"{source} could not be read: {error}") from error
    finally:
        db.close()


def check_rows(rows: Rows) -> None:
    """Hold a backup against itself: every chain, every event's sum, every balance. Raises what is wrong first."""
    stream, before = "", BEGINNING
    for name, *row in rows("events"):
        if name != stream:
            stream, before = name, BEGINNING
        line = Line(*row)
        if fault := line_fault(before, line):
            raise StoreError(f"the backup is damaged: {stream}, event {line.version}: {fault}")
        before = Written(line.version, line.head)
    uneven: Counter[tuple[str, int]] = Counter()  # rows of events that were kept side by side stand in any order

    def summed() -> Iterator[tuple[str, str, int]]:
        for name, number, *row in rows("ledger"):
            posting = Posting(*row)
            uneven[name, number] += posting.amount_cents
            if not uneven[name, number]:
                del uneven[name, number]
            yield name, posting.account, posting.amount_cents

    unlike = unlike_ledger(summed(), {(owner, account): cents for owner, account, cents in rows("balances")})
    for name, number in uneven:
        raise StoreError(f"the backup is damaged: {name} does not balance at version {number}")
    for first in unlike:
        raise StoreError(f"the backup is damaged: {unlike_fault(first)}")


def check(source: str) -> None:
    """Hold a backup against itself; raises :class:`StoreError` where it is damaged, or none at all."""
    with reading(source) as rows:
        check_rows(rows)


async def restore(source: str, target: Store) -> None:
    """Fill an empty store from a backup, after checking it; a store that is not empty is left as it is."""
    with reading(source) as rows:
        check_rows(rows)
        await target.load(rows)
    await target.put(RESTORED, [("mark", b"1")])


def _remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _synced(place: Path) -> None:
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
