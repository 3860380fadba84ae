"""The figures of a day that accounting signs for, and whether the books still give them.

The figures of a closed day stand still; where the books give others later, it is said above everything.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from minibac.books.cage import cage_plain
from minibac.books.reconcile import FAULT
from minibac.rules.words import named

if TYPE_CHECKING:
    from minibac.books.day_end import DayEnd


def figures(report: DayEnd) -> dict[str, Any]:
    """What accounting signs for: the numbers of the day, without words and without what happens to it later."""
    listed = [row for row in report.exceptions if row.day == report.day and row.kind != FAULT]
    return {
        "day": report.day,
        "rounds": report.coups_count,
        "pits": [[pit.pit, pit.opened_at, pit.closed_at] for pit in report.pits],
        "wins": {
            win.table: named(win, "opener_cents", "fills_cents", "credits_cents", "cash_cents", "forms_cents")
            | named(
                win, "closer_cents", "win_cents", "vigorish_cents", "ledger_cents", "reported_cents", "corrected_cents"
            )
            for win in report.wins
        },
        "cash": {win.table: [[line.note_cents, line.fell, line.counted] for line in win.cash] for win in report.wins},
        "cage": cage_plain(report.cage),
        "trays": {made.table: {kind: cents for kind, cents, _ in made.rows} for made in report.bridges},
        "counts": [[count.table, count.kind, count.at, count.cents, count.ledger_cents] for count in report.counts],
        "forms": [[f.serial, str(f.kind), f.table, f.seat, f.cents, f.void, f.dropped, f.posted] for f in report.forms],
        "balances": {b.account: [b.opening_cents, b.closing_cents] for b in report.statement.balances},
        "ledger": [[line.account, line.cause, line.times, line.cents] for line in report.statement.lines],
        "exceptions": [[row.at, row.kind, row.table, row.serial, row.cents] for row in listed],
    }


def figures_hash(report: DayEnd) -> str:
    """The SHA-256 of the figures of a day."""
    return hashlib.sha256(as_written(figures(report))).hexdigest()


def as_written(value: Any) -> bytes:
    """The same bytes for the same value, always."""
    return msgspec.json.encode(value, order="deterministic")


class Changed(NamedTuple):
    """What the books say otherwise than the report that was signed last."""

    revision: int
    parts: tuple[str, ...]
    """The parts of the figures, as JSON names them; ``report`` where the kept one is not what was signed."""


def changed(report: DayEnd) -> Changed | None:
    """What has changed since the report of a closed day was signed, or ``None``."""
    signature = report.signatures[-1] if report.signatures else None
    if signature is None or not report.closed or signature.reopened_since:
        return None
    if hashlib.sha256(signature.report.encode()).hexdigest() != signature.sha256:
        return Changed(signature.revision, ("report",))
    if figures_hash(report) == signature.figures:
        return None
    before = msgspec.json.decode(signature.report)["figures"]
    after = msgspec.json.decode(as_written(figures(report)))
    return Changed(signature.revision, tuple(part for part in after if after[part] != before.get(part)))
