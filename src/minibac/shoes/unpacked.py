"""A file of somebody's as the text it holds: packed by gzip or not, in UTF-8 or in the UTF-16 of a spreadsheet."""

import gzip
import io
import zlib
from pathlib import PurePath
from typing import BinaryIO, Final

PACKED: Final = ".gz"
_GZIP: Final = b"\x1f\x8b"
UTF_8: Final = "utf-8"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_WIDE: Final = {(False, True): "utf-16-le", (True, False): "utf-16-be"}
"""Without that mark: which of two bytes is nothing in text that begins with plain letters."""
LINES_END: Final = {"csv": None, "results": None}
"""In tables and rows of results a carriage return ends a line too; elsewhere a line feed alone does."""


def ending_of(name: str) -> str:
    """The ending that says what a file holds.

    >>> ending_of("scores.CSV.gz"), ending_of("shoes.shoe")
    ('.csv', '.shoe')
    """
    path = PurePath(name.lower())
    return PurePath(path.stem).suffix if path.suffix == PACKED else path.suffix


class Unpacked(io.RawIOBase):
    """What a file packed by gzip holds; a file that breaks off ends there, and says so."""

    def __init__(self, packed: BinaryIO) -> None:
        self._stream = gzip.GzipFile(fileobj=packed)
        self.broken = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = b""
        try:
            data = self._stream.read1(len(buffer))
        except (EOFError, zlib.error, gzip.BadGzipFile):
            self.broken = True
        buffer[: len(data)] = data
        return len(data)


def unpacked(stream: BinaryIO) -> tuple[BinaryIO, Unpacked | None]:
    """The bytes of a file, and what unpacks them where it is packed; ``stream`` can be looked at before it is read."""
    if isinstance(stream, io.BufferedReader) and stream.peek(len(_GZIP))[: len(_GZIP)] == _GZIP:
        inside = Unpacked(stream)
        return io.BufferedReader(inside), inside
    return stream, None


def text_of(stream: BinaryIO, kind: str, code: str = "") -> io.TextIOWrapper:
    """The text of a file, line by line, in the code that somebody says it has."""
    end = LINES_END.get(kind, "\n")
    return io.TextIOWrapper(stream, encoding=code or code_of(stream), errors="replace", newline=end)


def code_of(stream: BinaryIO) -> str:
    """The code of a text: UTF-8, or UTF-16 where it begins with that mark or cannot be anything else."""
    first = stream.peek(4)[:4] if isinstance(stream, io.BufferedReader) else b""
    if first[:2] in _UTF_16:
        return "utf-16"
    nothing = [not byte for byte in first]
    return _WIDE.get((nothing[0], nothing[1]), UTF_8) if len(first) == 4 and nothing[:2] == nothing[2:] else UTF_8
