"""The calendar of a house: gaming days have the name of a day, written as 2026-11-15, in UTC."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

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


def calendar_day(at: int, last_day: str) -> str:
    """The one gaming day that can be opened at a moment: that of the calendar, in UTC, or where it is over already the
    day after the last.

    >>> calendar_day(1_794_742_200_000, "2026-11-13"), calendar_day(1_794_742_200_000, "2026-11-15")
    ('2026-11-15', '2026-11-16')
    """
    today = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    return today if today > last_day else day_after(last_day)


def day_after(day: str) -> str:
    """The next day of the calendar.

    >>> day_after("2026-12-31")
    '2027-01-01'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


@lru_cache(maxsize=16)
def day_ends(day: str) -> int:
    """When a gaming day is over by the calendar, in milliseconds since 1970.

    >>> day_ends("2026-11-15")
    1794787200000
    """
    midnight = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(days=1)
    return int(midnight.timestamp()) * 1000
