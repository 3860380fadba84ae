"""What lies in a tray and in a drop box, by the ledger: the one statement of it, for the house and for the books.

The table's own log says what play has moved; the pit's says what was brought and taken away. Vigorish that was
collected lies in the tray as well, and vigorish that is owed, or that the house bore, does not.
"""

from collections.abc import Mapping

from minibac.play.chips import other_heap

IN_TRAY = ("tray", "vigorish", "comps")
"""Accounts of a table's log whose sum, with the marker buttons, is what play has moved into its tray."""


def is_marker(account: str) -> bool:
    """Whether an account is the marker button of a seat.

    >>> is_marker("seat/3/owed"), is_marker("guest/ann/owed")
    (True, False)
    """
    return account.startswith("seat/") and account.endswith("/owed")


def in_tray(table: str, of_table: Mapping[str, int], of_pit: Mapping[str, int]) -> int:
    """The chips that a count of the tray must find.

    >>> in_tray("one", {"tray": -900, "vigorish": 50, "seat/1/owed": -50}, {"table/one/tray": 5000, "cage": -5000})
    4100
    """
    played = sum(cents for account, cents in of_table.items() if account in IN_TRAY or is_marker(account))
    return played + of_pit.get(f"table/{table}/tray", 0)


def in_ledger(account: str, of_tables: Mapping[str, Mapping[str, int]], of_pit: Mapping[str, int]) -> int:
    """What the ledger says of an account of a pit, its log and those of its tables together: what a correction begins
    with. A tray is what a count must find in it.

    >>> in_ledger("cage", {"one": {"cage": -500}, "two": {"cage": 200}}, {"cage": -5000})
    -5300
    >>> in_ledger("table/one/tray", {"one": {"tray": -900, "vigorish": 50}}, {"table/one/tray": 5000})
    4150
    """
    first, _, rest = account.partition("/")
    table, _, kind = rest.partition("/")
    if first == "table":
        lies = {"tray": in_tray, "drop-box": in_drop_box}.get(kind)
        return lies(table, of_tables.get(table, {}), of_pit) if lies else of_pit.get(account, 0)
    return of_pit.get(account, 0) + sum(balances.get(account, 0) for balances in of_tables.values())


def fallen(cash: Mapping[int, int], counted: Mapping[int, int]) -> dict[int, int]:
    """The notes and coins that a count of the drop box must find: all that ever fell, less those of earlier boxes.

    >>> fallen({10000: 7, 2000: 3}, {10000: 5, 2000: 3})
    {10000: 2}
    """
    return other_heap(cash, counted)


def in_drop_box(table: str, of_table: Mapping[str, int], of_pit: Mapping[str, int]) -> int:
    """The cash that a count of the drop box must find."""
    return of_table.get("drop-box", 0) + of_pit.get(f"table/{table}/drop-box", 0)
