"""What accounting is shown of a day whose forms it has still to read off their copies.

The comparison is blind: who types what a copy says is told neither what the pit has written on the form nor a sum of
such forms, until the copies of the day are compared (s42/c/3/iii/F).
"""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from minibac.books.books import Books
from minibac.books.day_end import DayEnd, day_plain
from minibac.books.exceptional import Exceptional
from minibac.pits.copies import SEALED, sealed_words, unread

OF_FORMS = ("owed", "comps", "guest-comps")
"""Accounts that move by the amounts of forms."""


def unread_forms(books: Books) -> frozenset[str]:
    """The numbers of the forms that accounting has still to read."""
    known = ((pit.state, form) for pit in books.pits.values() if pit.state for form in pit.forms.values())
    return frozenset(form.serial for state, form in known if unread(state, form))


def blind_day(report: DayEnd, serials: Collection[str]) -> DayEnd:
    """The report without what is written on these forms, and without the sums they are in."""
    if not serials:
        return report
    tables = {form.table for form in report.forms if form.serial in serials}
    wins = (win._replace(forms=None, differences=()) if win.table in tables else win for win in report.wins)
    forms = (
        replace(form, seat=0, guest="", name="", cents=0, reason="") if form.serial in serials else form
        for form in report.forms
    )
    return report._replace(
        wins=tuple(wins),
        bridges=tuple(bridge for bridge in report.bridges if bridge.table not in tables),
        forms=tuple(forms),
        exceptions=blind_exceptions(report.exceptions, serials),
    )


def blind_exceptions(rows: tuple[Exceptional, ...], serials: Collection[str]) -> tuple[Exceptional, ...]:
    """The exceptions; of those about one of these forms only which form it is. Each keeps its name for good."""
    return tuple(_blind(row) if row.serial in serials else row for row in rows)


def _blind(row: Exceptional) -> Exceptional:
    return replace(row, said=sealed_words(row.serial), seat=0, guest="", cents=0, known_as=row.id)


def blind_statement(plain: dict[str, Any]) -> dict[str, Any]:
    """A statement as JSON without the accounts that move by forms; what it sums to is still that of all."""
    rows = {name: [row for row in plain[name] if row["account"] not in OF_FORMS] for name in ("movements", "balances")}
    return plain | rows | {"bridge": None}


def blind_plain(report: DayEnd, serials: Collection[str]) -> dict[str, Any]:
    """The report as JSON for somebody who has still to read these forms."""
    plain = day_plain(blind_day(report, serials))
    if not serials:
        return plain
    sealed: dict[str, Any] = {**SEALED, "text": ""}
    plain["forms"] = [form | (sealed if form["serial"] in serials else {}) for form in plain["forms"]]
    plain["statement"] = blind_statement(plain["statement"])
    return plain | dict.fromkeys(("win_cents", "drop_cents", "comps_cents", "uncollected_cents"))
