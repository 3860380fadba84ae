"""A witness beside the database: the last event that somebody was told is kept.

A write-ahead log that was cut, or a database that was put back from an older copy, is whole for whoever reads it. So
the newest event of a commit is written down in a small file beside, before anybody is told of the commit. No disk is
waited for: after a power cut the witness may know less than was told, and never more.
"""

import contextlib
import os
import zlib
from pathlib import Path
from typing import NamedTuple

SUFFIX = ".witness"
"""How the name of the file ends."""


class Seen(NamedTuple):
    """An event that was kept."""

    stream: str
    version: int
    head: bytes


class Witness:
    """The file of one open database."""

    def __init__(self, database: Path) -> None:
        self.path = Path(f"{database}{SUFFIX}")
        self._file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
        self.seen = _read(self._file.read(4096))
        """What it said when the database was opened; ``None`` where it says nothing that can be read."""

    def note(self, seen: Seen) -> None:
        """Write down the newest event. A disk that refuses is not the witness's to tell."""
        line = f"{seen.version} {seen.head.hex()} {seen.stream}".encode()
        with contextlib.suppress(OSError):
            self._file.seek(0)
            self._file.write(b"%08x %b\n" % (zlib.crc32(line), line))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def _read(text: bytes) -> Seen | None:
    checksum, _, line = text.partition(b"\n")[0].partition(b" ")
    if checksum != b"%08x" % zlib.crc32(line) or not line:
        return None
    version, head, stream = line.decode().split(" ", 2)
    return Seen(stream, int(version), bytes.fromhex(head))
