"""A serial line, to be listened to and never written to: the bytes of a device as they come.

The standard library has all that this needs on POSIX (docs/decisions/0018-listening-to-a-shoe.md).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

CHUNK = 4096


def is_line(path: Path) -> bool:
    """Whether this is a device that is there now, and no file of what one has said."""
    return stat.S_ISCHR(path.stat().st_mode)


def heard(path: Path) -> Iterator[bytes]:
    """The bytes of a line until it is closed from the other side, or of a file to its end."""
    line = os.open(path, os.O_RDONLY | os.O_NOCTTY)
    try:
        if live := os.isatty(line):
            _set_up(line)
        while chunk := _read(line, live):
            yield chunk
    finally:
        os.close(line)


def _read(line: int, live: bool) -> bytes:
    try:
        return os.read(line, CHUNK)
    except OSError:
        if not live:
            raise
        return b""  # what a line says whose other side is gone


def _set_up(line: int) -> None:
    """4800 baud, eight bits, no parity, one stop bit, and nothing that a terminal would do to the bytes."""
    import termios
    import tty

    tty.setraw(line, termios.TCSANOW)  # what has been said already is heard too
    how = termios.tcgetattr(line)
    how[2] &= ~(termios.CSIZE | termios.PARENB | termios.CSTOPB)
    how[2] |= termios.CS8 | termios.CREAD | termios.CLOCAL
    how[4] = how[5] = termios.B4800
    termios.tcsetattr(line, termios.TCSANOW, how)
