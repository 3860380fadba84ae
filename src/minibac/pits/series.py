"""Printed numbers: registered by accounting, kept by one role, used in order, and each of them accounted for."""

from collections.abc import Iterator
from typing import NamedTuple

from minibac.machine.kinds import noted
from minibac.machine.names import role_name
from minibac.machine.roles import Actor, Role
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.numbers import overlap
from minibac.pits.papers import TRANSFER_PAPERS, Paper, PrintedNumbers, paper_name, serial_of
from minibac.pits.pit_checks import Decision, cites, decides, known_kind, raised
from minibac.pits.pit_state import PitState
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import said

NAMED = 10
"""How many numbers a sentence names."""


class Register(NamedTuple):
    """Every number of a kind of form that was ever received, each in one of three states."""

    unused: tuple[str, ...]
    used: tuple[str, ...]
    void: tuple[str, ...]
    clauses: tuple[str, ...]


def register(state: PitState, kind: str) -> Register:
    """The register of a kind of form."""
    forms = [form for form in state.forms.values() if form.kind == kind]
    return Register(
        tuple(_unused(state, kind)),
        tuple(form.serial for form in forms if not form.void),
        tuple(form.serial for form in forms if form.void),
        cites(kind, "account"),
    )


def _unused(state: PitState, kind: str) -> Iterator[str]:
    for series in state.series:
        if series.kind == kind:
            yield from (serial_of(series.prefix, number) for number in range(series.next, series.last + 1))


def keeper(kind: str) -> Role:
    """Who keeps the unused forms: pit clerks, and the cage for fills and credits."""
    return Role.CAGE if kind in TRANSFER_PAPERS else Role.PIT_CLERK


def keeps(by: Actor, kind: str) -> Refusal | None:
    """Why this person has no access to the unused forms, or ``None``."""
    if by.role is keeper(kind):
        return None
    sentence = said(
        "unused {kind} forms are kept by {keeper}s alone; {role} has no access",
        kind=paper_name(kind),
        keeper=role_name(keeper(kind)),
        role=role_name(by.role),
    )
    return refuse(Code.NOT_YOURS, sentence, *cites(kind, "access"), allowed=(keeper(kind),))


def next_serial(state: PitState, kind: str, wanted: str) -> str | Refusal:
    """The number of the next form, which the program issues; a number somebody brings along must be that one."""
    series = state.next_series(kind)
    if series is None:
        sentence = said("no {kind} form is left: accounting registers another series", kind=paper_name(kind))
        return refuse(Code.WRONG_SERIAL, sentence, *cites(kind, "serial"))
    serial = serial_of(series.prefix, series.next)
    if wanted in ("", serial):
        return serial
    if wanted in _unused(state, kind):
        sentence = said(
            "{wanted} is not next: the forms are used in order, and {serial} is; void it to skip it",
            wanted=wanted,
            serial=serial,
        )
        return refuse(Code.WRONG_SERIAL, sentence, *cites(kind, "sequence"), allowed=(serial,))
    sentence = said(
        "{wanted} is no unused number of a registered series; the next form is {serial}", wanted=wanted, serial=serial
    )
    return refuse(Code.WRONG_SERIAL, sentence, *cites(kind, "serial", "sequence"), allowed=(serial,))


@decides(c.RegisterSeries)
def register_series(state: PitState, command: c.RegisterSeries) -> Decision:
    """Accounting enters a printed series; no number is there twice."""
    clauses = cites(command.kind, "serial", "account")
    if refusal := known_kind(command.kind, Paper, *cites(Paper.COMPLIMENTARY, "serial")):
        return refusal
    prefix = command.prefix.strip().upper()
    if not prefix or not 1 <= command.first <= command.last:
        sentence = said("a series has a prefix, a first number of 1 or more and a last number that is not smaller")
        return refuse(Code.WRONG_SERIAL, sentence, *clauses)
    mine = (PrintedNumbers(state.pit, series.prefix, series.first, series.last) for series in state.series)
    if refusal := overlap(prefix, command.first, command.last, (*mine, *command.elsewhere), *clauses):
        return refusal
    return (noted(e.SeriesRegistered, command, clauses, prefix=prefix),)


@decides(c.ReadStock)
def read_stock(state: PitState, command: c.ReadStock) -> Decision:
    """Look at the unused forms; only their keepers may, and it is written down."""
    refusal = known_kind(command.kind, Paper, *cites(Paper.COMPLIMENTARY, "access")) or keeps(command.by, command.kind)
    if refusal:
        return refusal
    unused = register(state, command.kind).unused
    clauses = cites(command.kind, "access", "account")
    first = unused[0] if unused else ""
    return (noted(e.StockRead, command, clauses, unused_count=len(unused), next_serial=first),)


@decides(c.AccountSeries)
def account_series(state: PitState, command: c.AccountSeries) -> Decision:
    """Hold the stock against the register: a number that is not there, or there again, is an exception."""
    refusal = known_kind(command.kind, Paper, *cites(Paper.COMPLIMENTARY, "account")) or keeps(command.by, command.kind)
    if refusal:
        return refusal
    book = register(state, command.kind)
    clauses = cites(command.kind, "account")
    known = {serial: None for part in (book.unused, book.used, book.void) for serial in part}
    room = len(known) + NAMED
    found: dict[str, int] = {}
    for prefix, first, last in command.unused:
        for number in range(first, min(last, first + room) + 1):
            serial = serial_of(prefix, number)
            found[serial] = found.get(serial, 0) + 1
    unused = set(book.unused)
    missing = tuple(serial for serial in book.unused if serial not in found)
    surplus = tuple(serial for serial, times in found.items() if serial not in unused or times > 1)
    counts = {"unused_count": len(book.unused), "used_count": len(book.used), "void_count": len(book.void)}
    accounted = noted(e.SeriesAccounted, command, clauses, missing=missing, surplus=surplus, **counts)
    wrong = [
        *(
            (s, "missing-number", said("{serial} is unused by the register and not in stock", serial=s))
            for s in missing
        ),
        *((s, "repeated-number", said("{serial} lies in stock and should not, or twice", serial=s)) for s in surplus),
    ]
    return (
        accounted,
        *(
            raised(state, command, clauses, kind, note, after=number, serial=serial, severity="high")
            for number, (serial, kind, note) in enumerate(wrong)
        ),
    )
