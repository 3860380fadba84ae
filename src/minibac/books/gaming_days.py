"""Gaming days: to which of them a moment belongs.

A pit opens and closes its days; what happens at its tables in between belongs to the day. A table whose pit has never
opened a day, as at a house where nobody keeps the books, goes by the calendar where the house is.
"""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from minibac.voice.times import NO_ZONE, day_of, midnight


class Period(NamedTuple):
    """A gaming day, or a stretch between two of them: then ``day`` is empty."""

    start: int
    day: str


class Days(Protocol):
    """Says to which period a moment belongs."""

    def at(self, ms: int) -> Period:
        """The period of a moment in milliseconds since 1970."""


class CalendarDays:
    """Days from midnight to midnight, by the clock of the house.

    >>> CalendarDays().at(1_794_700_800_000), CalendarDays("America/New_York").at(1_794_700_800_000).day
    (Period(start=1794700800000, day='2026-11-15'), '2026-11-14')
    """

    def __init__(self, zone: str = NO_ZONE) -> None:
        self._zone = zone

    def at(self, ms: int) -> Period:
        day = day_of(ms, self._zone)
        return Period(midnight(day, self._zone), day)


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
