"""The accounts of a house, by kind: the table's postings, the pit's corrections and the ledger read this one list."""

from functools import lru_cache

LAYOUT = "layout"

KINDS = ("chips", "owed", LAYOUT, "tray", "vigorish", "comps", "drop-box", "cage", "mint", "wallet", "corrections")
"""The kinds of accounts there are; an account's kind is its last word, or ``layout`` for an area of the layout."""


@lru_cache(maxsize=65536)
def kind(account: str) -> str:
    """What kind of account it is.

    >>> kind("seat/3/chips"), kind("layout/3/banker"), kind("tray"), kind("guest/ann/wallet")
    ('chips', 'layout', 'tray', 'wallet')
    """
    first, _, _ = account.partition("/")
    return LAYOUT if first == LAYOUT else account.rpartition("/")[2]
