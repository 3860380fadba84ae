"""Statements: what an account had, every movement by its cause, and what it has now.

A statement is about a table, a pit, a guest or the whole house, for one gaming day or for everything there is. Its
movements sum to zero over all accounts, since every event does; a guest's statement is one side of them.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from minibac.books.books import Books, Key, Sum
from minibac.books.bridge import Bridge, bridge, bridge_plain
from minibac.books.table_win import table_win
from minibac.records.ledger import CAUSES
from minibac.voice.said import said

TRAINING = "training"
"""One line for everything at training tables: guests' wallets are the same there, and the rest is practice."""

ACCOUNTS = {
    "tray": said("chips in the tray"),
    "drop-box": said("cash in the drop box"),
    "vigorish": said("vigorish earned"),
    "owed": said("marker buttons"),
    "comps": said("vigorish the house bore, not yet recorded to a patron"),
    "layout": said("chips on the layout"),
    "chips": said("chips in front of the seats"),
    "cage": said("the cage"),
    "wallet": said("wallets"),
    "guest-comps": said("complimentaries recorded to patrons"),
    "corrections": said("the other side of corrections"),
    "mint": said("play chips minted"),
    "training": said("chips at training tables, whose play is no part of the house's"),
}
"""The lines of a statement, in their order, and what they are."""


class StatementLine(NamedTuple):
    """One cause in one account."""

    account: str
    cause: str
    times: int
    cents: int


class Balance(NamedTuple):
    """An account at the beginning and at the end."""

    account: str
    opening_cents: int
    closing_cents: int


class Statement(NamedTuple):
    """An account of something for a gaming day; ``day`` is empty for everything."""

    scope: str
    """``table``, ``pit``, ``guest`` or ``house``."""
    of: str
    day: str
    balances: tuple[Balance, ...]
    lines: tuple[StatementLine, ...]
    bridge: Bridge | None = None
    """Of a table on a day that was counted: its tray from the opener to the closer."""

    @property
    def sum_cents(self) -> int:
        """What all movements sum to: nothing, unless it is one side of them."""
        return sum(line.cents for line in self.lines)

    @property
    def activity(self) -> bool:
        """Whether anything moved."""
        return bool(self.lines)


def statement(books: Books, *, table: str = "", pit: str = "", guest: str = "", day: str = "") -> Statement:
    """The statement of a table, a pit, a guest, or without any of them of the house."""
    scope, of = next(
        ((s, n) for s, n in (("guest", guest), ("table", table), ("pit", pit)) if n), ("house", books.name)
    )
    mine = [
        (key, each)
        for key, each in books.sums.items()
        if (not table or key.table == table) and (not pit or key.pit == pit) and (not guest or key.guest == guest)
    ]
    if scope == "house":
        mine = [(_apart(books, key), each) for key, each in mine]
    start = min((key.period.start for key in books.sums if key.period.day == day), default=None) if day else None
    if day and start is None:
        opened = (pit_day.opened_at for book in books.pits.values() for d, pit_day in book.days.items() if d == day)
        start = min(opened, default=0)
    before = [(k, f) for k, f in mine if day and k.period.day != day and start is not None and k.period.start < start]
    during = [(k, f) for k, f in mine if not day or k.period.day == day]
    win = table_win(books, table, day) if scope == "table" and day else None
    return Statement(scope, of, day, _balances(before, during), _lines(during), bridge(books, win) if win else None)


def _apart(books: Books, key: Key) -> Key:
    """What moved at a training table, in the house's own statement: never its vigorish, its tray or its drop."""
    ours = key.account in ("wallet", "cage") or not books.is_training(key.table)
    return key if ours else key._replace(account=TRAINING)


def _lines(sums: Iterable[tuple[Key, Sum]]) -> tuple[StatementLine, ...]:
    moved: dict[tuple[str, str], list[int]] = {}
    for key, each in sums:
        row = moved.setdefault((key.account, key.cause), [0, 0])
        row[0] += each.count
        row[1] += each.cents
    order = {name: number for number, name in enumerate(ACCOUNTS)}
    steps = {name: number for number, name in enumerate(CAUSES)}
    keys = sorted(moved, key=lambda key: (order.get(key[0], len(order)), steps.get(key[1], len(steps)), *key))
    return tuple(StatementLine(*key, *moved[key]) for key in keys)


def _balances(before: Iterable[tuple[Key, Sum]], during: Iterable[tuple[Key, Sum]]) -> tuple[Balance, ...]:
    opening: Counter[str] = Counter()
    closing: Counter[str] = Counter()
    for key, each in before:
        opening[key.account] += each.cents
        closing[key.account] += each.cents
    for key, each in during:
        closing[key.account] += each.cents
    names = [name for name in (*ACCOUNTS, *sorted(set(closing) - set(ACCOUNTS))) if name in closing]
    return tuple(Balance(name, opening[name], closing[name]) for name in names)


def statement_plain(told: Statement) -> dict[str, Any]:
    """A statement as JSON has it."""
    return {
        "scope": told.scope,
        "of": told.of,
        "day": told.day or None,
        "activity": told.activity,
        "balances": [balance._asdict() for balance in told.balances],
        "movements": [line._asdict() for line in told.lines],
        "sum_cents": told.sum_cents,
        "bridge": bridge_plain(told.bridge) if told.bridge else None,
    }


CSV_HEADS = ("scope", "of", "day", "account", "cause", "times", "cents")


def statement_csv(told: Statement) -> list[tuple[object, ...]]:
    """A statement as rows: the opening, each movement and the closing of every account; the bridge of a tray last."""
    rows: list[tuple[object, ...]] = []
    head = (told.scope, told.of, told.day)
    for balance in told.balances:
        rows.append((*head, balance.account, "opening", "", balance.opening_cents))
        rows += [(*head, *line) for line in told.lines if line.account == balance.account]
        rows.append((*head, balance.account, "closing", "", balance.closing_cents))
    return rows + [(*head, "bridge", kind, "", cents) for kind, cents, _ in (told.bridge.rows if told.bridge else ())]
