"""A disk under the SQLite store: full, failing, slow, and what it still has after a power cut.

Files lie in a folder of their own for each life of a process. When it dies the next life gets what a disk would have:
everything after a kill; after a power cut what was synced, with a last write that was torn; and where the disk has lied
about sync, less than that. The log beside the database is read here frame by frame, as the format describes it.
"""

import random
import shutil
import sqlite3
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

from minibac.records.world import HERE
from tests.simulation.scheduler import KilledError

NAME = "minibac.sqlite"
CHECKPOINT = "log.checkpoint"
FRAME_HEADER, WAL_HEADER = 24, 32


class Disk:
    """The disk of one house, through all lives of its process."""

    def __init__(self, folder: Path, seed: str) -> None:
        self._folder = folder
        self._dice = random.Random(f"disk {seed}")
        self.life = 0
        self.full = self.failing = False
        self.kill_at = ""
        """Where in the next commit the process dies: before, inside, torn or after; or nothing."""
        self.dies: Callable[[], None] = lambda: None
        self.committed: Callable[[], None] = lambda: None
        self.synced = True
        """Whether each commit waits for the disk."""
        self.commits = 0
        self.lied = 0
        """How many commits the disk has lost that it said it had, until it is cured."""
        self._whole = 0
        """The life that has everything, where it has lied."""
        self.behind = False
        """Whether what lies beside may know less than the database since a power cut: no house was open behind it."""
        self._beside: list[tuple[bytes | None, bytes | None]] = []
        self._torn_from = -1
        self.place.mkdir(parents=True)

    @property
    def place(self) -> Path:
        return self._folder / f"life-{self.life}"

    @property
    def path(self) -> Path:
        return self.place / NAME

    @property
    def checkpoint(self) -> Path:
        return self.place / CHECKPOINT

    def keep_beside(self) -> None:
        """Remember what lies beside the database: no sync is waited for there."""
        self._beside = [*self._beside[-3:], tuple(map(_bytes, self._files_beside(self.place)))]  # type: ignore[list-item]

    @staticmethod
    def _files_beside(place: Path) -> tuple[Path, Path]:
        return place / f"{NAME}.witness", place / CHECKPOINT

    def next_life(self, *, power_cut: bool = False, lost_commits: int = 0) -> None:
        """What the next life finds."""
        if self.lied:
            lost_commits = 0
        before = self.place
        self.life += 1
        self.place.mkdir()
        for name in (NAME, f"{NAME}-wal", f"{NAME}.witness", CHECKPOINT):
            if (before / name).is_file():
                shutil.copyfile(before / name, self.place / name)
        wal = self.place / f"{NAME}-wal"
        if self._torn_from >= 0 and wal.is_file():
            size = wal.stat().st_size
            if size > self._torn_from:
                _cut(wal, self._dice.randint(self._torn_from, size - 1))
            self._torn_from = -1
        if power_cut:
            if wal.is_file() and self._dice.random() < 0.5:  # something that was never synced lies behind the end
                with wal.open("ab") as file:
                    file.write(self._dice.randbytes(self._dice.randint(1, 5_000)))
            if self._beside:
                for beside, kept in zip(
                    self._files_beside(self.place), self._dice.choice(self._beside[-2:]), strict=True
                ):
                    if kept is not None:
                        beside.write_bytes(kept)
                self.behind = True
        if power_cut and not self.synced:
            lost_commits = self._dice.randint(1, 4)
        if lost_commits and wal.is_file():
            ends = commit_ends(wal)
            lost = min(lost_commits, len(ends))
            if lost:
                _cut(wal, ends[-lost - 1] if lost < len(ends) else WAL_HEADER)
            if lost and not power_cut:
                self.lied, self._whole = lost, self.life - 1
        self._beside.clear()

    def cured(self) -> None:
        """What the disk had lost is there again: somebody puts the whole of the life before the lie in its place."""
        before = self._folder / f"life-{self._whole}"
        self.lied = 0
        self.life += 1
        self.place.mkdir()
        for name in (NAME, f"{NAME}-wal", f"{NAME}.witness", CHECKPOINT):
            if (before / name).is_file():
                shutil.copyfile(before / name, self.place / name)

    # --- from the connection

    def before_commit(self) -> None:
        self.before_write()
        if self.kill_at == "before":
            self._die()
        if self.kill_at == "torn":
            wal = Path(f"{self.path}-wal")
            ends = commit_ends(wal) if wal.is_file() else []
            self._torn_from = ends[-1] if ends else WAL_HEADER

    def after_commit(self) -> None:
        self.commits += 1
        torn = self.kill_at == "torn"
        if not torn:
            self.committed()
        if torn or self.kill_at == "after":
            self._die()
        self.keep_beside()

    def before_write(self) -> None:
        if self.full:
            raise _error("database or disk is full", sqlite3.SQLITE_FULL)
        if self.failing:
            raise _error("disk I/O error", sqlite3.SQLITE_IOERR)

    def inside(self) -> None:
        if self.kill_at == "inside":
            self._die()

    def _die(self) -> None:
        self.kill_at = ""
        self.dies()
        raise KilledError


class SimulatedConnection(sqlite3.Connection):
    """A connection to a file on such a disk."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        world: Any = HERE.get()
        self._world = world
        self._disk: Disk = world.disk
        self._life = self._disk.life

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        self._alive()
        if sql.startswith("PRAGMA synchronous"):
            self._disk.synced = sql.endswith("FULL")
        if sql != "COMMIT":
            return super().execute(sql, *given)
        self._disk.before_commit()
        done = super().execute(sql)
        self._disk.after_commit()
        return done

    def executemany(self, sql: str, *given: Any) -> sqlite3.Cursor:
        self._alive()
        self._disk.before_write()
        done = super().executemany(sql, *given)
        self._disk.inside()
        return done

    def _alive(self) -> None:
        if self._life != self._disk.life or self._world.dead:
            raise KilledError


def commit_ends(wal: Path) -> list[int]:
    """Where each commit in a write-ahead log ends, in bytes."""
    text = wal.read_bytes()
    if len(text) < WAL_HEADER:
        return []
    size = struct.unpack(">I", text[8:12])[0] or 65_536
    salts = text[16:24]
    ends, at = [], WAL_HEADER
    while at + FRAME_HEADER + size <= len(text) and text[at + 8 : at + 16] == salts:
        commit = struct.unpack(">I", text[at + 4 : at + 8])[0]
        at += FRAME_HEADER + size
        if commit:
            ends.append(at)
    return ends


def _cut(file: Path, at: int) -> None:
    with file.open("r+b") as opened:
        opened.truncate(at)


def _bytes(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _error(words: str, code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error
