"""The day-end report: everything accounting signs for, about one moment, with the heads of the logs it was read from.

It states the operator, its title, the interval and when it was made; a part without anything says "No Activity" (R43).
"""

from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from minibac.books.books import Books
from minibac.books.bridge import PLAYED, Bridge, bridge, bridge_plain
from minibac.books.cage import CageDay, cage_day, cage_plain
from minibac.books.exceptional import Exceptional, exception_plain
from minibac.books.exceptions import exceptions
from minibac.books.form_register import form_status
from minibac.books.hand_over import HandOver, hand_overs
from minibac.books.headline import Headline, headline, headline_plain
from minibac.books.pit_book import NoticeLine
from minibac.books.signatures import Signature, signature_plain, signature_words
from minibac.books.signed_figures import changed, figures_hash
from minibac.books.statements import Statement, statement, statement_plain
from minibac.books.table_win import TableWin, day_wins, win_plain
from minibac.books.variance import Prices, Variance, variance_plain, variances
from minibac.houses.types import Inventory
from minibac.pits.copies import printed
from minibac.pits.papers import Paper
from minibac.pits.pit_state import Form
from minibac.records.store import Unsound
from minibac.rules.words import named
from minibac.voice.said import Names, Said, in_full, many, said
from minibac.voice.times import NO_ZONE, exported, moment

TITLE = said("Day-end report")
NO_ACTIVITY = said("No Activity")


class PitEnd(NamedTuple):
    """A pit on the day."""

    pit: str
    name: str
    opened_at: int
    opened_by: str
    closed_at: int | None
    closed_by: str


class DayEnd(NamedTuple):
    """A gaming day of the house."""

    operator: str
    day: str
    generated_at: int
    pits: tuple[PitEnd, ...]
    wins: tuple[TableWin, ...]
    bridges: tuple[Bridge, ...]
    counts: tuple[HandOver, ...]
    forms: tuple[Form, ...]
    statement: Statement
    exceptions: tuple[Exceptional, ...]
    variances: tuple[Variance, ...]
    heads: tuple[tuple[str, int, str], ...]
    coups_count: int
    faults: tuple[Unsound, ...]
    """What is wrong in the logs themselves, or between them and the ledger."""
    signatures: tuple[Signature, ...]
    """The reports of the day as they were signed, a revision after the other."""
    cage: CageDay | None = None
    """The cage, where it was counted."""
    uncounted: tuple[str, ...] = ()
    """The pits in which play waits for no count, as the house file states."""
    names: Names = str
    """What the people in it are called."""
    time_zone: str = NO_ZONE
    """Where the house is: every time is shown by the clock there."""

    @property
    def people(self) -> tuple[str, ...]:
        """Who opened and closed the pits and counted the trays."""
        opened = (person for pit in self.pits for person in (pit.opened_by, pit.closed_by))
        counted = (person for count in self.counts for person in (count.counted_by, count.attested_by))
        cage = (*self.cage.opened_by, *self.cage.closed_by) if self.cage else ()
        return tuple(filter(None, dict.fromkeys((*opened, *counted, *cage))))

    @property
    def closed(self) -> bool:
        """Whether every pit that opened the day has closed it."""
        return bool(self.pits) and all(pit.closed_at is not None for pit in self.pits)

    @property
    def headline(self) -> Headline:
        """Whether the books balance, in one sentence."""
        told = named(self, "faults", "wins", "exceptions", "activity", "closed", "cage")
        return headline(sum_cents=self.statement.sum_cents, changed=changed(self), **told)

    @property
    def signed(self) -> Said:
        """Who signed the report last, when, and as which revision."""
        return signature_words(self.signatures[-1] if self.signatures else None)

    @property
    def activity(self) -> bool:
        """Whether anything happened."""
        return bool(self.pits or self.statement.activity or self.exceptions)

    @property
    def interval(self) -> Said:
        """From the first opening to the last closing."""
        if not self.pits:
            return said("gaming day {day}", day=self.day)
        start = min(pit.opened_at for pit in self.pits)
        ends = [pit.closed_at for pit in self.pits]
        last = [end for end in ends if end is not None]
        end = moment(max(last), self.time_zone) if len(last) == len(ends) else said("still open")
        return said("{start} to {end}", start=moment(start, self.time_zone), end=end)

    @property
    def commission_cents(self) -> int:
        """Vigorish earned on the day, however it was or was not collected."""
        return sum(line.cents for line in self.statement.lines if line.account == "vigorish")

    @property
    def drop_cents(self) -> int:
        return sum(win.drop_cents or 0 for win in self.wins)

    @property
    def win_cents(self) -> int:
        return sum(win.win_cents or 0 for win in self.wins)

    @property
    def ledger_cents(self) -> int:
        return sum(win.ledger_cents for win in self.wins)

    @property
    def comps_cents(self) -> int:
        """Vigorish of the day's forms that was recorded to patrons."""
        return sum(f.cents for f in self.forms if f.kind == Paper.COMPLIMENTARY and f.posted)

    @property
    def uncollected_cents(self) -> int:
        """Vigorish that guests went away with, on forms of R36."""
        return sum(f.cents for f in self.forms if f.kind == Paper.UNCOLLECTED and f.posted)


def day_end(books: Books, day: str, generated_at: int, prices: Prices | None = None, operator: str = "") -> DayEnd:
    """The report of a gaming day."""
    days = [(pit, pit_day) for pit in books.pits.values() if (pit_day := pit.days.get(day)) is not None]
    forms = tuple(form for _, pit_day in days for form in pit_day.forms.values())
    played = (play for table in books.house_tables for period, play in table.play.items() if period.day == day)
    wins = day_wins(books, day)
    return DayEnd(
        operator=operator or books.operator or books.name,
        day=day,
        generated_at=generated_at,
        pits=tuple(PitEnd(pit.pit, pit.name, d.opened_at, d.opened_by, d.closed_at, d.closed_by) for pit, d in days),
        wins=wins,
        bridges=tuple(made for win in wins if (made := bridge(books, win)) is not None),
        counts=hand_overs(books, day),
        forms=forms,
        statement=statement(books, day=day),
        exceptions=exceptions(books, day),
        variances=variances(books, prices, day) if prices else (),
        heads=tuple((stream, head.version, head.head.hex()) for stream, head in sorted(books.heads.items())),
        coups_count=sum(play.coups_count for play in played),
        faults=tuple(books.faults),
        signatures=tuple(books.signatures.get(day, ())),
        cage=cage_day(books, day),
        uncounted=uncounted(books),
        names=books.name_of,
        time_zone=books.time_zone,
    )


def uncounted(books: Books) -> tuple[str, ...]:
    """The pits in which play waits for no count: the house has said so in its file."""
    pits = books.pits.values()
    return tuple(pit.pit for pit in pits if pit.state is not None and pit.state.inventory is Inventory.NONE)


def inventory_said(pits: tuple[str, ...]) -> Said:
    """Whether play waits for the counts of the trays, in a sentence that every report has."""
    if not pits:
        return said("play waits for the opener of each tray, and ends with its closer")
    return said("play waits for no count of the trays in {pits}: the house has chosen so", pits=many(pits, "and"))


# ------------------------------------------------------------------------------------------------------- as it is shown


def form_plain(form: Form, names: Names = str) -> dict[str, Any]:
    """A form as JSON has it, with the names of those who have a part in it and the text that would be printed."""
    plain: dict[str, Any] = msgspec.to_builtins(form)
    parts = (*form.signed.values(), *form.present.values(), form.held_by, form.void_signed_by, form.void_by)
    people = {person: names(person) for person in parts if person}
    return plain | {"status": form_status(form), "people": people, "text": printed(form, names=names)}


FORM_CSV_HEADS = (
    "number", "kind", "pit", "table", "day", "seat", "guest", "name", "cents", "status", "kept_by", "signed",
    "void_by", "void_signed_by", "void_reason",
)  # fmt: skip


def form_csv(pit: str, form: Form, names: Names = str) -> tuple[object, ...]:
    """A form for a spreadsheet."""
    signed = "; ".join(f"{role}: {in_full(person, names)}" for role, person in form.signed.items())
    void = (
        (in_full(form.void_by, names), in_full(form.void_signed_by, names), form.void_reason)
        if form.void
        else ("",) * 3
    )
    where = (form.serial, str(form.kind), pit, form.table, form.day, form.seat or "")
    return (*where, form.guest, form.name, form.cents, form_status(form), in_full(form.held_by, names), signed, *void)


def notice_plain(line: NoticeLine, zone: str) -> dict[str, Any]:
    """A notice as JSON has it."""
    plain: dict[str, Any] = msgspec.to_builtins(line)
    times = {name: plain[f"{name}_at"] for name in ("given", "received", "effective")}
    shown = {name: None if at is None else exported(at, zone) for name, at in times.items()}
    return plain | shown | {"late": line.late}


def day_plain(report: DayEnd) -> dict[str, Any]:
    """The report as JSON."""
    return {
        "title": str(TITLE),
        **named(report, "operator", "day"),
        "interval": str(report.interval),
        "said": report.interval,
        "time_zone": report.time_zone,
        "generated": exported(report.generated_at, report.time_zone),
        **named(report, "generated_at", "activity", "closed"),
        **headline_plain(report.headline),
        "signed": str(report.signed),
        "signed_said": report.signed,
        "signatures": [signature_plain(signature) for signature in report.signatures],
        "figures": figures_hash(report),
        "coups": report.coups_count,
        **named(report, "win_cents", "ledger_cents", "drop_cents"),
        **named(report, "commission_cents", "comps_cents", "uncollected_cents"),
        "pits": [pit._asdict() for pit in report.pits],
        "uncounted_pits": list(report.uncounted),
        "inventory": str(inventory_said(report.uncounted)),
        "inventory_said": inventory_said(report.uncounted),
        "people": {person: report.names(person) for person in report.people},
        "tables": [win_plain(win) for win in report.wins],
        "bridges": [bridge_plain(made) for made in report.bridges],
        "cage": cage_plain(report.cage),
        "counts": [count._asdict() | {"over_cents": count.over_cents} for count in report.counts],
        "forms": [form_plain(form, report.names) for form in report.forms],
        "statement": statement_plain(report.statement),
        "variance": [variance_plain(row) for row in report.variances],
        "exceptions": [exception_plain(row, report.time_zone) for row in report.exceptions],
        "heads": [{"stream": s, "version": v, "head": h} for s, v, h in report.heads],
    }


OF_WIN = (
    "day", "pit", "table", "opener_cents", "fills_cents", "credits_cents", "cash_cents", "forms_cents", "closer_cents",
    "win_cents", "vigorish_cents", "ledger_cents", "difference_cents",
)  # fmt: skip
OF_TRAY = (*PLAYED, "correction", "expected", "difference", "owed", "comps")
"""Lines of the bridge from opener to closer; those that stand in the win already are left out."""
DAY_CSV_HEADS = (
    *OF_WIN, "differences", "cash_fell", "cash_counted", *(f"tray_{line.replace('-', '_')}_cents" for line in OF_TRAY),
    "time_zone", "opened", "closed", "opened_utc", "closed_utc", "verdict", "signed", "headline",
)  # fmt: skip


def day_csv(report: DayEnd) -> list[tuple[object, ...]]:
    """The wins of the day for a spreadsheet, each with its bridge; every row has the headline, and there is one row at
    least."""
    told = report.headline
    bridges = {made.table: {kind: cents for kind, cents, _ in made.rows} for made in report.bridges}
    rows = [
        (
            *attrgetter(*OF_WIN)(win),
            "; ".join(difference.sentence for difference in win.differences),
            " ".join(f"{line.note_cents}:{line.fell}" for line in win.cash if line.fell),
            " ".join(f"{line.note_cents}:{line.counted}" for line in win.cash if line.counted),
            *(bridges[win.table].get(line, 0) if win.table in bridges else None for line in OF_TRAY),
        )
        for win in report.wins
    ]
    opened = min((pit.opened_at for pit in report.pits), default=None)
    closed = max((pit.closed_at or 0 for pit in report.pits), default=None) if report.closed else None
    house = [None if at is None else exported(at, report.time_zone) for at in (opened, closed)]
    utc = [None if at is None else moment(at) for at in (opened, closed)]
    last = (report.time_zone, *house, *utc, told.verdict, str(report.signed), str(told.said))
    nobody = (report.day, *[None] * (len(DAY_CSV_HEADS) - 1 - len(last)))
    return [(*row, *last) for row in rows or [nobody]]
