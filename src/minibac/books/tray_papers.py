"""What a table did to its tray, held against the slips of its pit: each count and each transfer once (R38, R39).

A tray is opened and closed by counts that two people made, and chips come and go by slips that everybody has signed.
A table's log says what it did by which count and which request; the pit's says what these were. Whatever is in one of
them and not in the other is one difference for its count or request, however many events tell of it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from minibac.pits import pit_events as p
from minibac.pits.papers import Count, Paper
from minibac.pits.pit_checks import COUNTS, SLIPS
from minibac.table import events as e
from minibac.table.apply_tray import Carried
from minibac.table.names import chips_said
from minibac.voice.said import Fact, Said, said

TrayEvent = e.TrayOpened | e.TrayClosed | e.ChipsCarried
TOLD = (e.TrayOpened, e.TrayClosed, e.ChipsCarried)
Numbered = tuple[int, TrayEvent]
"""An event of a table about its tray, with its number in the log."""


class TrayDifference(NamedTuple):
    """A count or a transfer of which pit and table do not say the same."""

    said: Said
    clause: str
    at: int
    table_version: int
    """The first event of the table that tells of it; 0 where none does."""
    pit_version: int
    """The event of the pit, where the table has none."""
    day: str
    staff: Mapping[str, str]


class _Counted(NamedTuple):
    event: p.InventoryCounted
    attested: p.CountAttested | None = None
    version: int = 0


class TrayPapers:
    """The counts, fills and credits of a pit, as its log tells them."""

    def __init__(self) -> None:
        self._counts: dict[int, _Counted] = {}
        self._asked: dict[int, p.TransferRequested] = {}
        self._completed: dict[int, tuple[int, p.TransferCompleted]] = {}
        self._over: set[str] = set()
        """The days that are closed: whatever was on its way has arrived."""

    def hear(self, version: int, event: object) -> None:
        """Take an event of the pit."""
        match event:
            case p.InventoryCounted():
                self._counts[event.slip] = _Counted(event)
            case p.CountAttested() if event.slip in self._counts:
                self._counts[event.slip] = self._counts[event.slip]._replace(attested=event, version=version)
            case p.TransferRequested():
                self._asked[event.request] = event
            case p.TransferCompleted():
                self._completed[event.request] = (version, event)
            case p.DayClosed():
                self._over.add(event.day)
            case p.DayReopened():
                self._over.discard(event.day)

    def differences(self, table: str, events: Iterable[Numbered]) -> Iterator[TrayDifference]:
        """Everything in which a table's log and these papers differ, each count and each request once."""
        counts: defaultdict[int, list[Numbered]] = defaultdict(list)
        moves: defaultdict[int, list[Numbered]] = defaultdict(list)
        for version, event in events:
            if isinstance(event, e.ChipsCarried):
                moves[event.request].append((version, event))
            else:
                counts[event.slip].append((version, event))
        for slip, told in counts.items():
            if (wrong := self._wrong_count(table, slip, told, counts)) is not None:
                yield self._differs(wrong, COUNTS, told[0], self._counters(slip))
        for slip, (count, attested, version) in self._counts.items():
            waits = count.table == table and count.kind != Count.SHIFT and count.day in self._over
            if waits and attested is not None and slip not in counts:
                note = said("count {slip} of table {table} never reached its tray", slip=slip, table=table)
                yield TrayDifference(note, COUNTS, attested.at, 0, version, count.day, self._counters(slip))
        for request, told in moves.items():
            if (wrong := self._wrong_move(table, request, told)) is not None:
                yield self._differs(wrong, SLIPS, told[0], self._movers(request))
        for request, (version, done) in self._completed.items():
            asked = self._asked[request]
            if done.table == table and asked.day in self._over and request not in moves:
                note = said("the chips of slip {serial} never reached the tray of table {table}", serial=done.serial)
                note = note.about(table=table)
                yield TrayDifference(note, SLIPS, done.at, 0, version, asked.day, self._movers(request))

    # --- inside

    def _differs(self, note: Said, clause: str, first: Numbered, staff: Mapping[str, str]) -> TrayDifference:
        version, event = first
        return TrayDifference(note, clause, event.at, version, 0, "", staff)

    def _counters(self, slip: int) -> dict[str, str]:
        count = self._counts.get(slip)
        if count is None:
            return {}
        return {"counted": count.event.by} | ({"attested": count.attested.by} if count.attested else {})

    def _movers(self, request: int) -> dict[str, str]:
        asked, done = self._asked.get(request), self._completed.get(request)
        return ({"asked": asked.by} if asked else {}) | ({"completed": done[1].by} if done else {})

    def _wrong_count(self, table: str, slip: int, told: list[Numbered], others: Iterable[int]) -> Said | None:
        """Why a tray was not opened or closed by this count, or ``None``."""
        count = self._counts.get(slip)
        about: dict[str, Fact] = {"slip": slip, "table": table}
        if count is None or count.event.table != table:
            return said("the tray of table {table} was opened or closed by count {slip}, which nobody made", **about)
        opened = [event for _, event in told if isinstance(event, e.TrayOpened)]
        if opened and count.attested is None:
            return said("the tray of table {table} was opened by count {slip}, which nobody attested", **about)
        if len(opened) < len(told) and count.event.kind != Count.CLOSER:
            return said("the tray of table {table} was closed by count {slip}, which is no closer", **about)
        plays_on = count.event.carries in others  # as it lay when the day was opened
        if opened and not plays_on and _some(opened[0].chips) != _some(count.event.chips):
            return said("the tray of table {table} was opened with other chips than count {slip} found", **about)
        return None

    def _wrong_move(self, table: str, request: int, told: list[Numbered]) -> Said | None:
        """Why the chips of a request did not go the way of its slip, or ``None``."""
        asked, done = self._asked.get(request), self._completed.get(request)
        moved = [event for _, event in told if isinstance(event, e.ChipsCarried)]
        about: dict[str, Fact] = {"request": request, "table": table}
        if asked is None or asked.table != table:
            return said("chips moved at table {table} by request {request}, which nobody made", **about)
        if any(_some(event.chips) != _some(asked.chips) for event in moved):
            note = said(
                "request {request} of table {table} is for {chips}, and the tray has other chips by it", **about
            )
            return note.about(chips=chips_said(asked.chips))
        way = [event.kind for event in moved]
        ways: list[list[Carried]] = [[Carried.CREDIT], [Carried.CREDIT, Carried.BACK]]
        if done is not None:
            ways = [[Carried.FILL]] if asked.kind == Paper.FILL else [[Carried.CREDIT, Carried.AWAY]]
        elif asked.kind == Paper.FILL:
            ways = []
        if way in ways or (done and asked.day not in self._over and way == ways[0][: len(way)]):
            return None
        return said("the chips of request {request} did not go the way of its slip at table {table}", **about)


def _some(chips: Mapping[int, int]) -> dict[int, int]:
    return {denomination: number for denomination, number in chips.items() if number}
