"""Section 42 (c)(5), (c)(6), (e)(2), (e)(3) and (j)(3): changes that nobody was told of, or not in time."""

from typing import Any

from tests.violations.trial import Refused, TriedHouse, refused, violation

PIT = "north"
MINUTE_MS = 60_000
DAY_MS = 1_440 * MINUTE_MS


def change(house: TriedHouse, after_ms: int, notice: int = 0, tables: tuple[str, ...] = (), **options: Any) -> Refused:
    """The pit boss sets a time for a change, and is refused."""
    grand = house.grand
    facts: dict[str, Any] = {
        "effective_at": grand.server.clock() + after_ms,
        "notice": notice,
        "tables": tables,
        "options": options,
    }
    return refused(grand.pit(grand.person("pit-boss", "Pia"), PIT, "ScheduleChange", **facts))


@violation("s42/j/3/ii", "The pit boss changes the procedure of settlement, and surveillance does not know.")
def settlement_untold(house: TriedHouse) -> Refused:
    return change(house, 60 * MINUTE_MS, settlement_order="i")


@violation("s42/e/2/ii/B", "The pit boss has the cards reshuffled after the lace, and surveillance does not know.")
def reshuffle_untold(house: TriedHouse) -> Refused:
    return change(house, 60 * MINUTE_MS, finish="lace", reshuffle_after_lace="all")


@violation("s42/c/5", "The pit boss raises the vigorish, and no guest was told.")
def raised_unposted(house: TriedHouse) -> Refused:
    return change(house, 30 * DAY_MS, 0, ("s42-2",), vigorish_rate="5%")


@violation("s42/c/6/notice", "The pit boss brings in the game without vigorish, and no guest was told.")
def no_vigorish_unposted(house: TriedHouse) -> Refused:
    return change(house, 30 * DAY_MS, 0, ("s42-1",), vigorish_type="none-banker-6")
