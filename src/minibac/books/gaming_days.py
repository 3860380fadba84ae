"""Gaming days: to which of them a moment belongs.

A pit opens and closes its days; what happens at its tables in between belongs to the day. A table whose pit has never
opened a day, as at a house where nobody keeps the books, goes by the calendar in UTC.
"""

from bisect import bisect_right
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

DAY_MS = 86_400_000


class Period(NamedTuple):
    """A gaming day, or a stretch between two of them: then ``day`` is empty."""

    start: int
    day: str


class Days(Protocol):
    """Says to which period a moment belongs."""

    def at(self, ms: int) -> Period:
        """The period of a moment in milliseconds since 1970."""


class CalendarDays:
    """Days from midnight to midnight, in UTC.

    >>> CalendarDays().at(1_794_700_800_000)
    Period(start=1794700800000, day='2026-11-15')
    """

    def at(self, ms: int) -> Period:
        start = ms // DAY_MS * DAY_MS
        return Period(start, datetime.fromtimestamp(start / 1000, UTC).date().isoformat())


class PitDays:
    """The days of a pit, as its log opens and closes them.

    >>> days = PitDays()
    >>> days.open("2026-11-15", 100)
    >>> days.close(200)
    >>> [days.at(ms).day for ms in (99, 100, 200, 201)]
    ['', '2026-11-15', '2026-11-15', '']
    """

    def __init__(self) -> None:
        self._periods = [Period(0, "")]

    def open(self, day: str, ms: int) -> None:
        """A day begins."""
        if self._periods[-1].start >= ms:  # it begins in the millisecond in which the last one ended
            self._periods.pop()
        self._periods.append(Period(ms, day))

    def close(self, ms: int) -> None:
        """The open day ends with this millisecond."""
        self._periods.append(Period(ms + 1, ""))

    @property
    def now(self) -> Period:
        """The last period there is."""
        return self._periods[-1]

    def at(self, ms: int) -> Period:
        found = bisect_right(self._periods, ms, key=lambda period: period.start)
        return self._periods[max(0, found - 1)]


class TableDays:
    """The days of a table that plays through: from its closer on it plays for the next day, though papers of the old
    one keep that day of the pit open.

    >>> days = PitDays()
    >>> days.open("2026-11-15", 100)
    >>> TableDays(days, [(150, None, Period(150, "2026-11-16"))]).at(170).day
    '2026-11-16'
    """

    def __init__(self, of_pit: Days, ahead: Iterable[tuple[int, int | None, Period]]) -> None:
        self._of_pit = of_pit
        self._ahead = tuple(ahead)

    def at(self, ms: int) -> Period:
        ahead = (period for start, end, period in self._ahead if start <= ms and (end is None or ms < end))
        return next(ahead, None) or self._of_pit.at(ms)


def moment(ms: int) -> str:
    """A time as a report prints it.

    >>> moment(1_794_742_200_123)
    '2026-11-15 11:30:00 UTC'
    """
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
