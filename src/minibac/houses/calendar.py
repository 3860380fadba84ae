"""The calendar of a house: gaming days have the name of a day, written as 2026-11-15, where the house is."""

import re
from datetime import date, timedelta

from minibac.voice.times import NO_ZONE, day_of, midnight

A_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def is_day(day: str) -> bool:
    """Whether it is a day of the calendar, written as 2026-11-15.

    >>> is_day("2026-11-15"), is_day("2026-11-31"), is_day("soon")
    (True, False, False)
    """
    if not A_DAY.fullmatch(day):
        return False
    try:
        return bool(date.fromisoformat(day))
    except ValueError:
        return False


def calendar_day(at: int, last_day: str, zone: str = NO_ZONE) -> str:
    """The one gaming day that can be opened at a moment: that of the calendar, in the time zone of the house, or where
    it is over already the day after the last.

    >>> calendar_day(1_794_742_200_000, "2026-11-13"), calendar_day(1_794_742_200_000, "2026-11-15")
    ('2026-11-15', '2026-11-16')
    >>> calendar_day(1_794_700_800_000, "2026-11-13", "America/New_York")
    '2026-11-14'
    """
    today = day_of(at, zone)
    return today if today > last_day else day_after(last_day)


def day_after(day: str) -> str:
    """The next day of the calendar.

    >>> day_after("2026-12-31")
    '2027-01-01'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def day_ends(day: str, zone: str = NO_ZONE) -> int:
    """When a gaming day is over by the calendar, in milliseconds since 1970.

    >>> day_ends("2026-11-15"), day_ends("2026-11-15", "America/New_York")
    (1794787200000, 1794805200000)
    """
    return midnight(day_after(day), zone)
