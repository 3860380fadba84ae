"""A line of the ledger, the same from the settlement of a coup to the store and back."""

from typing import NamedTuple


class Posting(NamedTuple):
    """One signed line of the ledger: what an account gains, by which step, under which clause."""

    step: str
    """What moved it: ``buy-in``, ``pay``, ``fill`` …; the store takes listed steps only (R37)."""
    seat: int
    wager: str
    account: str
    """``seat/3/chips``, ``tray``, …: an account belongs to its stream; ``guest/ID/wallet`` to the whole house."""
    amount_cents: int
    clause: str | None = None


def moved(
    step: str, cents: int, source: str, target: str, clause: str | None, seat: int = 0, wager: str = ""
) -> tuple[Posting, ...]:
    """The two lines of a sum that goes from one account to another; none where nothing moves.

    >>> [posting.amount_cents for posting in moved("leave", 500, "seat/3/chips", "cage", None, seat=3)]
    [-500, 500]
    """
    if not cents:
        return ()
    return (Posting(step, seat, wager, source, -cents, clause), Posting(step, seat, wager, target, cents, clause))
