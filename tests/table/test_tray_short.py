"""A tray that cannot pay, or cannot change a guest's chip, names chips with which it can: nobody waits for nothing."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.play.chips import handed, put_together, worth
from minibac.table.apply_tray import TooFew
from minibac.table.state import TableState
from minibac.table.tray import lacking_for
from tests.table.helpers import Table

DENOMINATIONS = (25, 100, 500, 2_500, 10_000, 50_000)
HEAPS = st.dictionaries(st.sampled_from(DENOMINATIONS), st.integers(1, 6), max_size=6)


@cache
def state() -> TableState:
    """Any table; nothing is read while this module is imported."""
    return Table("section-42", seats=()).state


@settings(max_examples=300)
@given(HEAPS, HEAPS, st.integers(-2_000, 2_000))
def test_with_the_chips_it_lacks_the_payment_is_made(
    tray: dict[int, int], guest: dict[int, int], quarters: int
) -> None:
    cents = 25 * quarters
    if not cents or -cents > worth(guest) or handed(tray, guest, cents) is not None:
        return
    lacks = lacking_for(state(), TooFew(cents, tray, guest))
    assert lacks, "nobody can bring nothing"
    assert handed(put_together(tray, lacks), guest, cents) is not None


def test_the_chip_to_be_changed_is_one_the_guest_has_still_in_hand() -> None:
    short = TooFew(-650, {}, {25: 1, 100: 1, 500: 1, 2_500: 1})
    assert handed(put_together(short.tray, lacking_for(state(), short)), short.guest, short.cents) is not None


def test_a_guest_who_pays_with_a_large_chip_is_given_change() -> None:
    short = TooFew(-125, {100: 1, 25: 1, 2_500: 3}, {10_000: 2})
    assert handed(short.tray, short.guest, short.cents) is None
    assert handed(put_together(short.tray, lacking_for(state(), short)), short.guest, short.cents) is not None
