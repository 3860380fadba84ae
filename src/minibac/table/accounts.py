"""The accounts of a house, by kind: the table's postings, the pit's corrections and the ledger read this one list."""

from functools import lru_cache

from minibac.voice.said import Fact, said

LAYOUT = "layout"

NAMES = {
    "chips": said("chips"),
    "owed": said("owed"),
    LAYOUT: said("layout"),
    "tray": said("tray"),
    "vigorish": said("vigorish"),
    "comps": said("comps"),
    "drop-box": said("drop box"),
    "cage": said("cage"),
    "mint": said("mint"),
    "wallet": said("wallet"),
    "corrections": said("corrections"),
}
KINDS = tuple(NAMES)
"""The kinds of accounts there are; an account's kind is its last word, or ``layout`` for an area of the layout."""


@lru_cache(maxsize=65536)
def kind(account: str) -> str:
    """What kind of account it is.

    >>> kind("seat/3/chips"), kind("layout/3/banker"), kind("tray"), kind("guest/ann/wallet")
    ('chips', 'layout', 'tray', 'wallet')
    """
    first, _, _ = account.partition("/")
    return LAYOUT if first == LAYOUT else account.rpartition("/")[2]


def account_name(account: str) -> Fact:
    """An account where it stands in a sentence.

    >>> str(account_name("table/ma-1/drop-box")), str(account_name("cage"))
    ('drop box of table ma-1', 'cage')
    """
    name: Fact = NAMES.get(kind(account), account)
    first, _, rest = account.partition("/")
    whose = rest.partition("/")[0]
    if first == "table":
        return said("{account} of table {table}", account=name, table=whose)
    return said("{account} of seat {seat}", account=name, seat=whose) if first in ("seat", LAYOUT) and whose else name
