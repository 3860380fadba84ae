"""Postings for tests: made by hand, and what they come to."""

from collections import Counter
from collections.abc import Iterable

from minibac.play.postings import Posting


def balances(postings: Iterable[Posting]) -> dict[str, int]:
    """What each account has gained; the sum over all of them is zero."""
    totals: Counter[str] = Counter()
    for posting in postings:
        totals[posting.account] += posting.amount_cents
    assert sum(totals.values()) == 0, "postings must sum to zero"
    return dict(totals)


def line(account: str, cents: int, step: str, clause: str | None = None) -> Posting:
    """A line of the ledger that belongs to no seat and no wager."""
    return Posting(step, 0, "", account, cents, clause)
