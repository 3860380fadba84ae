"""The frames of an Angel Eye shoe: bytes of a serial line into signals, whatever the line has done to them.

    05  seq  type  data …  03  c1 c2

``seq`` is a digit, 0 after a start and then 1 to 9 round and round, ``type`` a letter, data bytes have their highest
bit set, and ``c1 c2`` are the XOR of everything from ``seq`` to ``03`` in two hexadecimal digits. Each frame is sent
about three times. These are facts read from frames, no manufacturer's document; docs/angel-eye.md says what is
uncertain.

>>> reader = FrameReader()
>>> [one.kind for one in reader.feed(bytes.fromhex("0530530336300530530336"))]
['S']
>>> list(reader.feed(bytes.fromhex("30 05315003 3632".replace(" ", ""))))
[SentFrame(number=3, seq=1, kind='P', data=b'')]
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

START, END = 0x05, 0x03
HIGH: Final = 0x80
LONGEST: Final = 16
"""Bytes between start and end; the longest that were seen have four."""
_HEX = re.compile(rb"[0-9A-Fa-f\s,:-]*")
_BURN_BIT, _BANKER_BIT, _NUMBER = 0x40, 0x10, 0x0F
RANKS: Final = "?A23456789TJQK"
SUITS: Final = {1: "d", 2: "c", 3: "s", 4: "h"}
WINNERS: Final = {1: "P", 2: "T", 4: "B", 5: "B"}
BANKER_SIX: Final = 5
OVERDRAW: Final = 0x82
CODES: Final = {OVERDRAW: "overdraw", 0x87: "time-out", 0xC7: "time-out"}
PLACED: Final = "DIRdi"
"""Types whose data are a place and a card."""


class SentFrame(NamedTuple):
    """A frame whose checksum holds, as it was sent first."""

    number: int
    """Which frame of the line it is, from 1, repeats and broken ones counted."""
    seq: int
    kind: str
    data: bytes


class Noise(NamedTuple):
    """Bytes that are no frame, and why; or frames that never came."""

    number: int
    why: str
    lost: bool = False
    """Whether something that was sent is known to be missing."""


class FrameReader:
    """Frames out of bytes, as they come: joined, cut, repeated, garbled. It holds no more than one frame."""

    def __init__(self) -> None:
        self._open: bytearray | None = None
        self._outside = 0
        self._number = 0
        self._last: tuple[int, str, bytes] | None = None

    def feed(self, data: Iterable[int]) -> Iterator[SentFrame | Noise]:
        """What these bytes complete."""
        for byte in data:
            if byte == START:
                yield from self._broken_off()
                self._number += 1
                self._open = bytearray()
            elif self._open is None:
                self._outside += 1
            else:
                self._open.append(byte)
                if len(self._open) >= 3 and self._open[-3] == END:
                    yield from self._closed(bytes(self._open))
                    self._open = None
                elif len(self._open) > LONGEST:
                    yield Noise(self._number, f"no end within {LONGEST} bytes of its start")
                    self._open = None

    def end(self) -> Iterator[Noise]:
        """What is left when the line is silent for good."""
        yield from self._broken_off()

    def _broken_off(self) -> Iterator[Noise]:
        if self._outside:
            yield Noise(self._number, f"{self._outside:,} byte{'s' * (self._outside > 1)} outside of any frame")
            self._outside = 0
        if self._open is not None:
            yield Noise(self._number, f"it breaks off after {len(self._open) + 1} bytes")
            self._open = None

    def _closed(self, body: bytes) -> Iterator[SentFrame | Noise]:
        told, sums = body[:-2], body[-2:].upper()
        right = 0
        for byte in told:
            right ^= byte
        if sums != b"%02X" % right:
            yield Noise(self._number, f"its checksum is {_shown(sums)}, and {right:02X} is right")
        elif len(told) < 3 or not chr(told[0]).isdecimal() or not chr(told[1]).isalpha() or told[1] >= HIGH:
            yield Noise(self._number, "it has no digit and letter where a frame has them")
        else:
            yield from self._taken(SentFrame(self._number, told[0] - ord("0"), chr(told[1]), told[2:-1]))

    def _taken(self, frame: SentFrame) -> Iterator[SentFrame | Noise]:
        """A frame that is not the one before sent again; and whether some between them never came."""
        before, self._last = self._last, frame[1:]
        if before == self._last:
            return
        if before is not None and frame.seq not in (0, before[0] % 9 + 1):
            yield Noise(frame.number, f"frames are missing: after number {before[0]} came {frame.seq}", lost=True)
        yield frame


def _shown(data: bytes) -> str:
    return data.decode("ascii", "replace") if data.isalnum() else data.hex(" ")


# ------------------------------------------------------------------------------------------------- what a frame says


class PlacedCard(NamedTuple):
    """A card and where it lies. No face: it is hidden. Number 0: it concerns the burn."""

    hand: str
    number: int
    face: str


class Signal(NamedTuple):
    """What one frame says: ``started``, ``standing-by``, ``drawn``, ``shown``, ``resent``, ``result``, ``error``, and
    while an overdraw is handled ``overdrawn``, ``overdrawn-shown``, ``cleared``."""

    what: str
    frame: int
    card: PlacedCard | None = None
    winner: str = ""
    pair_bits: int = 0
    code: str = ""


NAMES: Final = {
    "S": "started", "P": "standing-by", "D": "drawn", "I": "shown", "R": "resent", "G": "result", "E": "error",
    "d": "overdrawn", "i": "overdrawn-shown", "e": "cleared",
}  # fmt: skip


def signal_of(frame: SentFrame) -> Signal | Noise:
    """What a frame says, or what cannot be read in it."""
    what, data = NAMES.get(frame.kind), frame.data
    if what is None:
        return Noise(frame.number, f"{frame.kind!r} is no type that is known")
    if frame.kind in PLACED:
        card = _placed(data)
        if card is None:
            return Noise(frame.number, f"{data.hex(' ') or 'nothing'} is no place and card")
        return Signal(what, frame.number, card)
    if frame.kind == "G":
        winner = WINNERS.get((data[0] >> 4) & 7) if len(data) == 1 and data[0] & HIGH else None
        if winner is None:
            return Noise(frame.number, f"{data.hex(' ') or 'nothing'} is no result")
        six = "banker-6" if (data[0] >> 4) & 7 == BANKER_SIX else ""
        return Signal(what, frame.number, winner=winner, pair_bits=data[0] & 3, code=six)
    if frame.kind in "Ee":
        code = data[0] if data else 0
        return Signal(what, frame.number, code=CODES.get(code, f"{code:02x}"))
    return Signal(what, frame.number)


def _placed(data: bytes) -> PlacedCard | None:
    if len(data) != 2 or not data[0] & data[1] & HIGH:
        return None
    place, card = data
    number = 0 if place & _BURN_BIT else place & _NUMBER
    rank, suit = card & 0x0F, SUITS.get((card >> 4) & 7, "")
    if number > 3 or rank >= len(RANKS) or (rank and not suit):
        return None
    return PlacedCard("banker" if place & _BANKER_BIT else "player", number, RANKS[rank] + suit if rank else "")


def signals(chunks: Iterable[bytes]) -> Iterator[Signal | Noise]:
    """Everything that a line says, to its end."""
    reader = FrameReader()
    for chunk in chunks:
        for one in reader.feed(chunk):
            yield signal_of(one) if isinstance(one, SentFrame) else one
    yield from reader.end()


def frame_bytes(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of a file of frames: as they were, or written as hexadecimal digits, ``05 30 53 03 36 30``."""
    written: bool | None = None
    left = b""
    for chunk in chunks:
        written = _HEX.fullmatch(chunk) is not None if written is None else written
        if not written:
            yield chunk
            continue
        digits = left + re.sub(rb"[^0-9A-Fa-f]", b"", chunk)
        even = len(digits) // 2 * 2
        left = digits[even:]
        yield bytes.fromhex(digits[:even].decode())
