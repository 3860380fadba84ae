"""The shoe record: one shoe as a file of JSON Lines that stands alone and that anybody can check.

The first line is a header, then come the events of the shoe exactly as they are stored, and a last line with the
revealed order and the head of the chain:

    {"format":"minibac-shoe/2","rulebook":…,"options":…,"table":…,"shoe":3,"commitment":…,"first_version":1042,
     "previous_head":…,"before":…}
    {"event":"ProcedureStarted",…}
    …
    {"event":"ShoeRevealed",…}
    {"reveal":{"order":[…],"salt":…},"header":…,"head":…,"count":1811}

The chain starts from ``previous_head`` (64 zeros for a table's first line) and each event adds
``h = SHA-256(h ‖ bytes of the line)``, without its line break. ``header`` is the SHA-256 of the first line.
``before`` is the state in which the table was left by the shoe before, so that a replay can start there; it is null
for a table's first shoe, whose first event opens the table.

A shoe in whose shuffle guests were asked for a share has the format ``minibac-shoe/3``: the committed order is not the
stack that was cut, and who only knows the other format says so instead of finding every card wrong.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from minibac.display.frames import Frame
from minibac.records.chain import GENESIS, link
from minibac.records.store import Line
from minibac.records.upcast import UnreadableError, read_event, write_event
from minibac.shoes.notation import FIRST_LINE
from minibac.table import events as e
from minibac.table.machine import apply, opened
from minibac.table.snapshot import freeze
from minibac.table.state import TableState
from minibac.voice.misread import UNREADABLE, in_our_words

FORMAT: Final = "minibac-shoe/2"
SHARED_FORMAT: Final = "minibac-shoe/3"
FORMATS: Final = (FORMAT, SHARED_FORMAT)
OF_SHARES: Final = (e.ShareStated, e.ShareCommitted, e.SharesClosed, e.ShareRevealed, e.StackMixed)
NOT_SEEN: Final = -1
FIRST_BYTES: Final = b'{"format":'
LAST_BYTES: Final = b'{"reveal":'
LARGEST_BYTES: Final = 256 << 20
"""A shoe is a few hundred kilobytes. What is so much larger is no shoe record."""


class RecordError(ValueError):
    """There is no such record, or the file is none. The text is one readable sentence; ``line_no`` starts at 1."""

    line_no: int

    def __init__(self, sentence: str, line_no: int = 0) -> None:
        super().__init__(sentence)
        self.line_no = line_no


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a record."""

    format: str
    rulebook: str
    options: dict[str, bool | int | str]
    """Those the table had when the shoe began; a change in its course is an event."""
    table: str
    shoe: int
    commitment: str
    """As it was shown before the cut; empty where the cards came from a real shoe."""
    first_version: int
    previous_head: str
    before: msgspec.Raw = msgspec.Raw(b"null")


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order before the cut, top first, and the salt in hexadecimal."""

    order: tuple[str, ...]
    salt: str


class Last(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line of a record."""

    reveal: Reveal
    header: str
    head: str
    count: int


class ShoeRecord(NamedTuple):
    """A record as somebody wrote it: read, and not yet checked."""

    header: Header
    header_line: bytes
    lines: tuple[bytes, ...]
    last: Last

    def __repr__(self) -> str:
        return f"<ShoeRecord {self.header.table}/{self.header.shoe}: {len(self.lines)} lines>"

    @property
    def last_line_no(self) -> int:
        """The number of the last line of the file."""
        return len(self.lines) + 2

    @property
    def frame(self) -> Frame:
        """Its coups as rows; raises :class:`RecordError` where a line cannot be read."""
        found: Frame = self._notes.frame
        return found

    def to_arrow(self) -> Any:
        """Its coups, as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def _repr_html_(self) -> str:
        return str(self._notes._repr_html_())

    @property
    def _notes(self) -> Any:
        from minibac.shoes.noted_record import noted
        from minibac.shoes.shoe_notes import ShoeNotes

        return ShoeNotes(tuple(noted(self)))


class Start(NamedTuple):
    """A point of a stream before which nothing needs to be read: the version, its head and the state there."""

    version: int
    head: bytes
    state: TableState


# ------------------------------------------------------------------------------------------------------------- making


class Gathered(NamedTuple):
    """A shoe whose reveal has not come yet."""

    before: TableState | None
    first_version: int
    previous_head: bytes
    lines: list[bytes]


def make_record(lines: Iterable[Line], shoe_no: int, start: Start | None = None) -> Iterator[bytes]:
    """The record of a shoe, line by line, out of the lines of its table; raises :class:`RecordError`.

    A shoe begins after the end of the one before, so that its shuffle belongs to it, and ends with its own
    ``ShoeRevealed``. Where that is held back (a card of it still lay face down, F10), its record goes on until then.
    ``lines`` are those from the table's first on, or those after ``start``, a point before the end of the shoe before.
    """
    if shoe_no < 1:
        raise RecordError(f"there is no shoe {shoe_no}: they are counted from 1")
    state = start.state if start else None
    head, version = (start.head, start.version) if start else (GENESIS, 0)
    gathered: Gathered | None = None
    ended_no = NOT_SEEN if start else 0
    for line in lines:
        event = _read(line)
        if gathered is None and ended_no == shoe_no - 1:
            gathered = Gathered(state, line.version, head, [])
        if gathered is not None:
            gathered.lines.append(line.bytes)
        if state is None:
            if not isinstance(event, e.TableOpened):
                raise RecordError(f"line {line.version} of the log does not open a table, and nothing came before it")
            state = opened(event)
        else:
            state = apply(state, event)
        head = line.head
        if isinstance(event, e.ShoeRevealed) and event.shoe_no == shoe_no:
            if gathered is None:
                raise RecordError(f"shoe {shoe_no} began before line {version + 1}, from which on the log was given")
            yield from sealed(gathered, state.table, event, head)
            return
        if isinstance(event, e.ShoeRevealed) or (isinstance(event, e.ShoeEnded) and event.held_back):
            ended_no = max(ended_no, event.shoe_no)
    never = state is None or state.shoe_no < shoe_no
    raise RecordError(f"there is no shoe {shoe_no} at this table" if never else f"shoe {shoe_no} is not revealed yet")


def record_of(log: Iterable[e.Event], shoe_no: int) -> bytes:
    """The record of a shoe out of the whole log of its table, as that is held in memory."""
    return b"".join(make_record(_chained(log), shoe_no))


def _chained(log: Iterable[e.Event]) -> Iterator[Line]:
    head = GENESIS
    for version, event in enumerate(log, start=1):
        data = write_event(event)
        head = link(head, data)
        yield Line(version, data, head)


def _read(line: Line) -> e.Event:
    try:
        return read_event(line.bytes)
    except UnreadableError as error:
        raise RecordError(f"line {line.version} of the log: {error}") from None


def _opened(line: bytes) -> TableState:
    event = read_event(line)
    assert isinstance(event, e.TableOpened)
    return opened(event)


def sealed(found: Gathered, table: str, reveal: e.ShoeRevealed, head: bytes) -> Iterator[bytes]:
    """The lines of a record out of what was gathered: its header, its events, and the last line with the reveal."""
    events = [read_event(line) for line in found.lines]
    commitments = (event for event in events if isinstance(event, e.StackCommitted))
    committed = next(event for event in commitments if event.shoe_no == reveal.shoe_no)
    rules = found.before.rules if found.before else _opened(found.lines[0]).rules
    header = msgspec.json.encode(
        Header(
            format=format_of(events),
            rulebook=rules.rulebook.id,
            options=dict(rules.options),
            table=table,
            shoe=reveal.shoe_no,
            commitment=committed.commitment,
            first_version=found.first_version,
            previous_head=found.previous_head.hex(),
            before=msgspec.Raw(freeze(found.before) if found.before else b"null"),
        )
    )
    last = Last(
        reveal=Reveal(reveal.order, reveal.salt),
        header=hashlib.sha256(header).hexdigest(),
        head=head.hex(),
        count=len(found.lines),
    )
    yield header + b"\n"
    for line in found.lines:
        assert b"\n" not in line, "a stored event is one line"
        yield line + b"\n"
    yield msgspec.json.encode(last) + b"\n"


# ------------------------------------------------------------------------------------------------------------ reading


def format_of(events: Iterable[e.Event]) -> str:
    """The format in which these events are recorded."""
    return SHARED_FORMAT if any(isinstance(event, OF_SHARES) for event in events) else FORMAT


class RecordBytes(NamedTuple):
    """The lines of one record in a file that may hold several, one after the other."""

    line_no: int
    """Of its first line."""
    data: bytes


def stretches(lines: Iterable[bytes]) -> Iterator[RecordBytes]:
    """A file of records, record by record; one is held at a time, and none is longer than a shoe can be."""
    kept: list[bytes] = []
    start, size = 1, 0
    for line_no, line in enumerate(lines, start=1):
        if kept and (line.startswith(FIRST_BYTES) or size > LARGEST_BYTES):
            yield RecordBytes(start, b"".join(kept))
            kept = []
        if not kept:
            start, size = line_no, 0
        kept.append(line)
        size += len(line)
        if line.startswith(LAST_BYTES):
            yield RecordBytes(start, b"".join(kept))
            kept = []
    if kept:
        yield RecordBytes(start, b"".join(kept))


def read_record(data: bytes | str) -> ShoeRecord:
    """A record out of its file, bytes or text; raises :class:`RecordError` where the file is none."""
    lines = (data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data).split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    if len(lines) < 2:
        raise RecordError("a shoe record has a header, its events and a last line with the reveal", len(lines))
    try:
        found: Any = msgspec.json.decode(lines[0])
    except RecursionError as error:
        raise RecordError(f"the header is damaged: {in_our_words(error)}", 1) from None
    except UNREADABLE:
        found = None
    known = found.get("format") if isinstance(found, dict) else None
    if isinstance(known, str) and known.startswith(FORMAT.partition("/")[0]) and known not in FORMATS:
        reads = " and ".join(FORMATS)
        raise RecordError(f"this shoe record is of the format {known}, and this program reads {reads}", 1)
    if lines[0].removeprefix(b"\xef\xbb\xbf").startswith(FIRST_LINE.encode()):
        told = "this is a shoe notation, and no shoe record: minibac audit holds it against the rulebook, "
        raise RecordError(f"{told}minibac shoes convert makes records of it, verify_shoe.py checks its commitment", 1)
    if known not in FORMATS:
        raise RecordError(f"this is no shoe record: its first line does not say {FORMAT}", 1)
    header = _decoded(lines[0], Header, "the header", 1)
    if not lines[-1].startswith(LAST_BYTES):
        raise RecordError("the end of the record is missing: its last line holds no reveal", len(lines))
    last = _decoded(lines[-1], Last, "the last line", len(lines))
    return ShoeRecord(header, lines[0], tuple(lines[1:-1]), last)


def _decoded(line: bytes, kind: Any, what: str, line_no: int) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except UNREADABLE as error:
        raise RecordError(f"{what} is damaged: {in_our_words(error)}", line_no) from None
