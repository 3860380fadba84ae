"""The power goes: what no fsync had brought to the disk is lost, in part, or arrives in another order.

``power_cut.c`` notes down what each process overwrote and which files it synced. When the process is dead,
:func:`cut` puts back what may be lost: of the writes after the last fsync of a file all, those from some moment on, or
any of the sectors they touched, so that a write is torn and a later one may lie there without an earlier one. SQLite's
shared index goes too, as it does when a machine starts anew.
"""

import hashlib
import os
import shutil
import struct
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR = 512
SOURCE = Path(__file__).parent / "power_cut.c"
FOLDER, JOURNAL, LYING = "MINIBAC_CUT_FOLDER", "MINIBAC_CUT_JOURNAL", "MINIBAC_CUT_LYING"
NOTE = struct.Struct("=c7xQQQQQ")
WAYS = ("all", "late", "sectors")
"""Everything after the last fsync is lost; what came after some moment; any of the sectors."""


class Lost(NamedTuple):
    """A write that may be lost: where, what was there before, and how long the file was."""

    offset: int
    before: bytes
    size: int


def library() -> Path | None:
    """The layer below a process, compiled where there is a compiler for C; else ``None``.

    It lies apart from the checkout: ``LD_PRELOAD`` takes a space in a path for its end.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or os.name == "nt":
        return None
    version = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:12]
    there = Path(tempfile.gettempdir()) / f"minibac-power-cut-{os.getuid()}-{version}.so"
    if " " in str(there):
        return None
    if not there.is_file():
        made = there.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", made, SOURCE, "-ldl", "-lpthread"], check=True)
        made.replace(there)
    return there


def notes(journal: Path) -> dict[tuple[int, int], list[Lost]]:
    """What was written to each file after its last fsync, first to last."""
    unsynced: defaultdict[tuple[int, int], list[Lost]] = defaultdict(list)
    for file in sorted(journal.iterdir(), key=lambda each: each.stat().st_mtime_ns):
        text = file.read_bytes()
        at = 0
        while at + NOTE.size <= len(text):
            kind, device, inode, size, offset, length = NOTE.unpack_from(text, at)
            at += NOTE.size
            if kind != b"w":
                unsynced[device, inode].clear()
            elif at + length <= len(text):  # a note that breaks off stands before a write that was never made
                unsynced[device, inode].append(Lost(offset, text[at : at + length], size))
                at += length
    return {file: writes for file, writes in unsynced.items() if writes}


def cut(folder: Path, journal: Path, dice: Random) -> Counter[str]:
    """Lose what a power cut would take from the files of a folder; how many files lost something, in which way."""
    counted: Counter[str] = Counter()
    unsynced = notes(journal)
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if path.name.endswith("-shm"):
            path.unlink()
            continue
        known = path.stat()
        if writes := unsynced.get((known.st_dev, known.st_ino)):
            way = dice.choice(WAYS)
            arrived = path.read_bytes()
            kept = _after(arrived, writes, way, dice)
            counted[f"{way}, {'without effect' if kept == arrived else 'lost'}"] += 1
            with path.open("r+b") as disk:
                disk.write(kept)
                disk.truncate()
    for each in journal.iterdir():
        each.unlink()
    return counted


def _after(arrived: bytes, writes: list[Lost], way: str, dice: Random) -> bytes:
    """The file after the cut."""
    if way == "late":
        return _undone(arrived, writes[dice.randrange(len(writes)) :])
    durable = _undone(arrived, writes)
    if way == "all":
        return durable
    size = dice.choice((len(durable), len(arrived)))
    mixed = bytearray(durable[:size].ljust(size, b"\0"))
    for start in range(0, size, SECTOR):
        if dice.random() < 0.5:
            there = arrived[start : min(start + SECTOR, size)]
            mixed[start : start + len(there)] = there
    return bytes(mixed)


def _undone(arrived: bytes, writes: list[Lost]) -> bytes:
    """The file before those writes."""
    text = bytearray(arrived)
    for lost in reversed(writes):
        text.extend(bytes(max(0, lost.offset + len(lost.before) - len(text))))
        text[lost.offset : lost.offset + len(lost.before)] = lost.before
        del text[lost.size :]
        text.extend(bytes(lost.size - len(text)))
    return bytes(text)
