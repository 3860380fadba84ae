"""Times as the clock of a house shows them. Logs keep milliseconds since 1970, UTC; a house has a zone of its own.

Where clocks are turned back an hour comes twice: a time in it bears its distance from UTC, so that no two are alike.
"""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache

NO_ZONE = "UTC"
"""Where a house names none."""
LATEST = 253_370_000_000_000
"""In the year 9998: no calendar is asked for what comes later."""


def is_zone(name: str) -> bool:
    """Whether the time zone database knows a name, as it is written there.

    >>> is_zone("America/New_York"), is_zone("america/new_york"), is_zone("EST5"), is_zone("../etc")
    (True, False, False, False)
    """
    return name in zones()


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of the database."""
    from zoneinfo import available_timezones  # read where a house names a zone, which few do

    return frozenset(available_timezones())


@lru_cache(maxsize=64)
def _zone(name: str) -> tzinfo:
    if name == NO_ZONE:
        return UTC
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


def local(ms: int, zone: str) -> datetime:
    """A moment on the clock of a house."""
    return datetime.fromtimestamp(min(max(0, ms), LATEST) // 1000, _zone(zone))


def local_to(at: datetime, zone: str) -> datetime:
    """A time on the clock of a house."""
    return at.astimezone(_zone(zone))


def in_zone(wall: datetime, zone: str) -> datetime:
    """A time that somebody reads off the clock of a house; one that says its own zone keeps it. Of an hour that comes
    twice the first is meant."""
    return wall if wall.tzinfo else wall.replace(tzinfo=_zone(zone))


def distance(ms: int, zone: str) -> str:
    """How far a house is from UTC at a moment.

    >>> distance(1_793_511_000_000, "America/New_York"), distance(0, "UTC")
    ('UTC-04:00', 'UTC+00:00')
    """
    return f"UTC{_offset(local(ms, zone))}"


def _offset(at: datetime) -> str:
    minutes = round((at.utcoffset() or timedelta()) / timedelta(minutes=1))
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def doubled(ms: int, zone: str) -> bool:
    """Whether the clock of a house shows this time twice, since it is turned back.

    >>> doubled(1_793_511_000_000, "America/New_York"), doubled(1_793_500_000_000, "America/New_York")
    (True, False)
    """
    at = local(ms, zone)
    return at.utcoffset() != at.replace(fold=1 - at.fold).utcoffset()


def moment(ms: int, zone: str = NO_ZONE) -> str:
    """A time as a report prints it that names the zone once.

    >>> moment(1_794_742_200_123), moment(1_794_742_200_123, "America/New_York")
    ('2026-11-15 11:30:00', '2026-11-15 06:30:00')
    >>> moment(1_793_511_000_000, "America/New_York"), moment(1_793_514_600_000, "America/New_York")
    ('2026-11-01 01:30:00 UTC-04:00', '2026-11-01 01:30:00 UTC-05:00')
    """
    shown = f"{local(ms, zone):%Y-%m-%d %H:%M:%S}"
    return f"{shown} {distance(ms, zone)}" if doubled(ms, zone) else shown


def clock_time(ms: int, zone: str = NO_ZONE) -> str:
    """The time of day alone.

    >>> clock_time(1_793_511_000_000, "America/New_York")
    '01:30:00 UTC-04:00'
    """
    return moment(ms, zone)[11:]


def full_moment(ms: int, zone: str) -> str:
    """A time that stands by itself: the clock of the house, and which.

    >>> full_moment(1_793_511_000_000, "America/New_York"), full_moment(0, "UTC")
    ('2026-11-01 01:30:00 UTC-04:00 America/New_York', '1970-01-01 00:00:00 UTC')
    """
    return f"{moment(ms, zone)} {zone}"


def exported(ms: int, zone: str) -> str:
    """A time for other programs: the clock of the house with its distance from UTC.

    >>> exported(1_794_742_200_123, "America/New_York")
    '2026-11-15 06:30:00-05:00'
    """
    at = local(ms, zone)
    return f"{at:%Y-%m-%d %H:%M:%S}{_offset(at)}"


# ----------------------------------------------------------------------------------------------------------------- days


def day_of(ms: int, zone: str) -> str:
    """The day of the calendar at a moment, where the house is.

    >>> day_of(1_794_700_800_000, "UTC"), day_of(1_794_700_800_000, "America/New_York")
    ('2026-11-15', '2026-11-14')
    """
    return local(ms, zone).date().isoformat()


@lru_cache(maxsize=64)
def midnight(day: str, zone: str) -> int:
    """When a day begins where the house is; where clocks are turned at midnight, the first time they show it or what
    comes after it. So a day has 24 hours, or 23, or 25.

    >>> hours = lambda day, next, zone: (midnight(next, zone) - midnight(day, zone)) / 3_600_000
    >>> hours("2026-03-08", "2026-03-09", "America/New_York"), hours("2026-11-01", "2026-11-02", "America/New_York")
    (23.0, 25.0)
    """
    return round(in_zone(datetime.fromisoformat(day), zone).timestamp() * 1000)
