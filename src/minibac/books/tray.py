"""What lies in a tray and in a drop box, by the ledger: the one statement of it, for the house and for the books.

The table's own log says what play has moved; the pit's says what was brought and taken away. Vigorish that was
collected lies in the tray as well, and vigorish that is owed, or that the house bore, does not.
"""

from collections.abc import Mapping

IN_TRAY = ("tray", "vigorish", "comps")
"""Accounts of a table's log whose sum, with the marker buttons, is what play has moved into its tray."""


def is_marker(account: str) -> bool:
    """Whether an account is the marker button of a seat.

    >>> is_marker("seat/3/owed"), is_marker("guest/ann/owed")
    (True, False)
    """
    return account.startswith("seat/") and account.endswith("/owed")


def played_into_tray(balances: Mapping[str, int]) -> int:
    """What play has moved into the tray of a table, from the balances of its log."""
    return sum(cents for account, cents in balances.items() if account in IN_TRAY or is_marker(account))


def in_tray(table: str, of_table: Mapping[str, int], of_pit: Mapping[str, int]) -> int:
    """The chips that a count of the tray must find.

    >>> in_tray("one", {"tray": -900, "vigorish": 50, "seat/1/owed": -50}, {"table/one/tray": 5000, "cage": -5000})
    4100
    """
    return played_into_tray(of_table) + of_pit.get(f"table/{table}/tray", 0)


def in_drop_box(table: str, of_table: Mapping[str, int], of_pit: Mapping[str, int]) -> int:
    """The cash that a count of the drop box must find."""
    return of_table.get("drop-box", 0) + of_pit.get(f"table/{table}/drop-box", 0)
