"""How long guests have: the times that a table has stated, and that nobody speaks for a guest before they are over."""

import msgspec
from msgspec.structs import replace


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits, in milliseconds; the house's own choice, which no clause limits."""

    betting_ms: int = 20_000
    look_ms: int = 30_000
    cut_ms: int = 15_000
    turning_ms: int = 20_000
    offer_ms: int = 10_000
    house_money_ms: int = 15_000
    lost_ms: int = 120_000
    """How long a lost connection keeps a seat (F12)."""
    clocks: bool = True
    """Without clocks guests answer in their own time, and betting is open until all of them are ready."""


class ShareTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits for the shares of its guests in the shuffle, in milliseconds. Programs answer and not
    people, so that these times hold where there are no clocks too."""

    commit_ms: int = 5_000
    """For the hash of a value."""
    reveal_ms: int = 15_000
    """For the value, of those whose hash is in."""


USUAL_SHARE = ShareTimes()

USUAL = Timing()
"""The times of a table that has stated no others."""

NO_CLOCKS = Timing(clocks=False)

GUESTS = ("look_ms", "cut_ms", "turning_ms", "offer_ms", "house_money_ms")
"""The times in which a guest answers; none of them is nothing."""


def stretched(timing: Timing, factor: float) -> Timing:
    """So many times as long to wager and to answer; a lost connection keeps its seat as long as ever."""
    return replace(timing, **{name: round(factor * getattr(timing, name)) for name in ("betting_ms", *GUESTS)})
