"""The list of exceptions for surveillance and audit: one list, whatever log a thing was found in.

Each row names the clause, the table, the coup, the seat, the staff, the time and how much it weighs, and says in one
sentence what happened. Late wagers and other refused attempts, shortages of vigorish, errors of a dealer and their
remedies, forms that do not pair, counts that differ, notices that came too late: they are here, each once.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from msgspec.structs import replace

from minibac.books.books import PIT, TABLE, Books
from minibac.books.cage import cage_exceptions
from minibac.books.exceptional import NOT_LOOKED_AT, Exceptional, of_form, of_marker
from minibac.books.pit_book import PitBook
from minibac.books.reconcile import FAULT, reconcile
from minibac.books.refused import KEPT, stream_of
from minibac.books.table_book import SEEN, Sighting, TableBook
from minibac.machine.names import command_words, role_name
from minibac.pits.house_events import HouseAttemptRefused, HouseDayReopened
from minibac.pits.pit_events import AttemptRefused, DayReopened
from minibac.rules.names import wager_called
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.rules.words import named
from minibac.table import events as e
from minibac.table.accounts import account_name
from minibac.table.names import incident_name, reason_words, remedy_name
from minibac.voice.said import Money, Said, Somebody, introduced, many, said

OPEN = "open"
"""What is asked for: exceptions in every state but closed."""


def exceptions(books: Books, day: str = "") -> tuple[Exceptional, ...]:
    """Everything there is for a gaming day, or for all of them, the oldest first."""
    found = [*_of_tables(books), *_of_pits(books), *_of_house(books), *_of_refused(books), *reconcile(books, day)]
    mine = [row for row in found if not day or row.kind == FAULT or day == (row.day or books.day_of(row.at))]
    mine.sort(key=lambda row: (row.at, row.pit, row.table, row.stream, row.version, row.kind))
    return tuple(with_names(books, replace(row, review=books.reviews.get(row.id, NOT_LOOKED_AT))) for row in mine)


def with_names(books: Books, row: Exceptional) -> Exceptional:
    """An exception for people to read: everybody in it by name, with the number for the record."""
    review = row.review
    about = (row.guest, *row.staff.values(), review.assigned_to, review.explained_by, review.closed_by)
    names = {person: books.name_of(person) for person in about if person}
    return replace(row, said=introduced(row.said, books.name_of), names=names)


def open_exceptions(books: Books, day: str = "") -> tuple[Exceptional, ...]:
    """The exceptions of a gaming day, or of all of them, that nobody has closed."""
    return in_state(exceptions(books, day), OPEN)


def in_state(rows: Iterable[Exceptional], state: str) -> tuple[Exceptional, ...]:
    """Those with which the house has got so far; ``open`` is everything that is not closed, nothing is all of them."""
    return tuple(row for row in rows if state in ("", row.state) or (state == OPEN and row.state != "closed"))


EXCLUDED = "excluded-person"
"""Somebody whom the house does not let play wanted to: security is told (sem/banned)."""

DISAGREE = (
    "unmatched-number",
    "missing-original",
    "missing-duplicate",
    "missing-triplicate",
    "repeated-original",
    "repeated-duplicate",
    "differing-copy",
    "void-in-drop-box",
    "other-drop-box",
    "missing-number",
    "repeated-number",
    "count-discrepancy",
    "drop-discrepancy",
)
"""What a pit raises when two things that should agree do not."""


def disagreements(books: Books, day: str = "") -> tuple[Exceptional, ...]:
    """What does not agree: as the pit raised it and has not resolved it, and as the books find it themselves."""
    raised = [row for row in _of_pits(books) if row.kind in DISAGREE and not row.resolved]
    counted = [row for row in cage_exceptions(books) if row.kind != "counts-differ"]
    found = [row for row in (*raised, *counted, *reconcile(books, day)) if not day or row.day in ("", day)]
    found.sort(key=lambda row: (row.at, row.pit, row.table, row.version))
    return tuple(with_names(books, row) for row in found)


# --------------------------------------------------------------------------------------------------------- at the table


def _of_tables(books: Books) -> Iterator[Exceptional]:
    for book in books.house_tables:
        pit = books.pit_of(book.table)
        for seen in book.seen:
            yield _sighting(book, pit, seen)
        for cleared in book.cleared:
            if not cleared.incident:  # an incident stands in the list already
                path = load(book.rulebook).fixed["uncollected_path"]
                words = said(
                    "vigorish of {sum} was not collected: {reference}",
                    sum=Money(cleared.cents),
                    reference=cleared.reference,
                )
                facts = {"said": words, "clauses": (path.clause,)}
                yield of_marker(book, pit, cleared, "vigorish-not-collected", "medium", **facts)


def _sighting(book: TableBook, pit: str, seen: Sighting) -> Exceptional:
    event = seen.event
    resolved = ""
    if isinstance(event, e.IncidentOpened):
        kind, severity = event.kind, "high" if event.stops_play else "medium"
        solved = book.resolved.get(event.number)
        resolved = solved.resolution if solved else ""
    else:
        kind, severity = SEEN[type(event)]
    return Exceptional(
        **named(event, "at", "clauses"),
        **named(seen, "shoe_no", "guest", "version"),
        kind=kind,
        severity=severity,
        said=_words(event),
        day=seen.period.day,
        pit=pit,
        table=book.table,
        coup_no=int(getattr(event, "coup_no", 0)) or seen.coup_no,
        seat=int(getattr(event, "seat", 0)),
        staff={**seen.staff, "by": event.by},
        cents=int(getattr(event, "cents", 0)),
        stream=f"{TABLE}{book.table}",
        resolved=resolved,
    )


def _words(event: e.Event) -> Said:
    match event:
        case e.IncidentOpened():
            return said("{note}", note=reason_words(event.note))
        case e.CardStrayed():
            shown = said("disclosed") if event.disclosed else said("not disclosed")
            return said(
                "{cards_count:card|cards} out of the shoe in error ({kind}), {shown}: {remedy}",
                cards_count=len(event.positions),
                kind=incident_name(event.kind),
                shown=shown,
                remedy=many(map(remedy_name, event.do), ","),
            )
        case e.CoupVoided():
            return said("round {round} is void: {reason}", round=event.coup_no, reason=reason_words(event.reason))
        case e.PaymentCorrected():
            way = said("to the guest") if event.cents > 0 else said("back to the tray")
            return said(
                "a payment on {wager} of round {round} was corrected, {sum} {way}: {reason}",
                wager=wager_called(event.wager),
                round=event.coup_no,
                sum=Money(abs(event.cents)),
                way=way,
                reason=event.reason,
            )
        case e.CoupReconstructed():
            return said("round {round} was rebuilt from the discard rack", round=event.coup_no)
        case e.RecutOrdered():
            return said("the cards were cut again: {reason}", reason=event.reason)
        case e.DecksRejected():
            return said(
                "decks of batch {batch} were rejected: {note}", batch=event.batch, note=reason_words(event.note)
            )
    return said("{event}", event=type(event).__name__)


def _of_refused(books: Books) -> Iterator[Exceptional]:
    for number, tried in books.refused:
        pit = books.pit_of(tried.table)
        book = books.tables.get(tried.table)
        late = tried.code == Code.BETTING_CLOSED
        yield Exceptional(
            **named(tried, "at", "clauses", "table", "shoe_no", "coup_no", "seat"),
            kind="late-wager" if late else EXCLUDED if tried.excluded else f"refused-{tried.code}",
            severity=KEPT.get(Code(tried.code), "medium"),
            said=_unnamed(tried.command)
            if tried.excluded
            else _attempt(tried.by, tried.role, tried.command, tried.said),
            day=book.days.at(tried.at).day if book else "",
            pit=pit,
            guest=tried.by if tried.role == "guest" else "",
            staff={**tried.staff, **({} if tried.role == "guest" else {"by": tried.by})},
            stream=stream_of(tried.table),
            version=number,
        )


# ----------------------------------------------------------------------------------------------- in the pit, the house


def _of_pits(books: Books) -> Iterator[Exceptional]:
    return chain.from_iterable(map(_of_pit, books.pits.values()))


def _of_pit(pit: PitBook) -> Iterator[Exceptional]:
    stream = f"{PIT}{pit.pit}"
    for version, raised in pit.raised:
        solved = pit.resolved.get(raised.number)
        yield Exceptional(
            **named(raised, "at", "kind", "severity", "said", "clauses", "day", "table", "seat", "cents", "serial"),
            pit=pit.pit,
            staff={**raised.staff, "by": raised.by},
            stream=stream,
            version=version,
            resolved=solved.resolution if solved else "",
        )
    for version, tried in pit.attempts:
        place = {"pit": pit.pit, "table": tried.table, "seat": tried.seat, "serial": tried.serial}
        yield _refused(tried, tried.day, stream, version, **place)
    for version, corrected in pit.corrections:
        yield Exceptional(
            at=corrected.at,
            kind="correction",
            severity="medium",
            said=said(
                "{account} was corrected from {before} to {after}: {reason}",
                account=account_name(corrected.account),
                before=Money(corrected.before_cents),
                after=Money(corrected.after_cents),
                reason=corrected.reason,
            ),
            clauses=corrected.clauses,
            day=pit.calendar.at(corrected.at).day,
            pit=pit.pit,
            table=pit.table_of(corrected),
            staff={"proposed": corrected.proposed_by, "approved": corrected.by},
            cents=corrected.after_cents - corrected.before_cents,
            serial=corrected.entry,
            stream=stream,
            version=version,
        )
    for version, again in pit.reopenings:
        yield _reopened(again, stream, version, pit=pit.pit)
    for version, voided in pit.voids:
        form = pit.forms.get(voided.serial)
        signed = {f"signed {number}": person for number, person in enumerate(voided.signed_by, start=1)}
        yield Exceptional(
            at=voided.at,
            kind="void-form",
            severity="low",
            said=said("form {serial} was voided: {reason}", serial=voided.serial, reason=voided.reason),
            clauses=voided.clauses,
            day=form.day if form else pit.calendar.at(voided.at).day,
            pit=pit.pit,
            stream=stream,
            version=version,
            **of_form(form) | {"serial": voided.serial, "staff": signed},
        )


def _reopened(event: DayReopened | HouseDayReopened, stream: str, version: int, pit: str = "") -> Exceptional:
    return Exceptional(
        **named(event, "at", "clauses", "day"),
        kind="day-reopened",
        severity="medium",
        said=said("the gaming day {day} was opened again: {reason}", day=event.day, reason=event.reason),
        pit=pit,
        staff={"asked": event.asked_by, "opened": event.by},
        stream=stream,
        version=version,
    )


def _of_house(books: Books) -> Iterator[Exceptional]:
    yield from cage_exceptions(books)
    for version, again in books.reopenings:
        yield _reopened(again, "house", version)
    for version, tried in books.attempts:
        day = next((d for b in books.pits.values() if (d := b.calendar.at(tried.at).day)), "")
        yield _refused(tried, day, "house", version)


def _refused(
    tried: AttemptRefused | HouseAttemptRefused, day: str, stream: str, version: int, **place: Any
) -> Exceptional:
    return Exceptional(
        **named(tried, "at", "severity", "clauses"),
        kind=f"refused-{tried.code}",
        said=_attempt(tried.by, tried.role, tried.command, tried.said),
        day=day,
        staff={"by": tried.by},
        stream=stream,
        version=version,
        **place,
    )


def _unnamed(command: str) -> Said:
    """Who it was, and why, security and compliance read on a page of their own."""
    return said("somebody who may not play was refused {command}: security is told", command=command_words(command))


def _attempt(who: str, role: str, command: str, why: Said) -> Said:
    return said(
        "{who} ({role}) was refused {command}: {why}",
        who=Somebody(who),
        role=role_name(role),
        command=command_words(command),
        why=why,
    )
