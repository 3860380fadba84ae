"""What the deciders of a pit share: how a no is said, the clauses of the forms."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from minibac.machine.fold import Register
from minibac.machine.kinds import signed
from minibac.machine.machine import Decision as Decided
from minibac.machine.roles import SUPERVISORS, Role
from minibac.machine.who import DUTIES_OF, off_duty
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.papers import TRANSFER_PAPERS, AtTable, Paper
from minibac.pits.pit_commands import PitCommand
from minibac.pits.pit_events import PitEvent
from minibac.pits.pit_state import Form, PitState
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import FormText, load
from minibac.rules.words import did_you_mean
from minibac.table import tray
from minibac.table.state import AUTOMATIC_STAFF
from minibac.voice.said import Money, Said, many, said

Decision = Decided[PitEvent]
decides = Register[PitState, Decision]()
K = TypeVar("K", bound=PitCommand)
OfForm = Callable[[Form, K], Decision]


def form_text() -> FormText:
    """The clauses of the Complimentary Vigorish Form: Section 42's, also where a guide borrows it."""
    text = load("section-42").house.form
    assert text is not None
    return text


SLIPS, COUNTS = tray.SLIPS, tray.COUNTS
FORMS, APART, CAUSES, TRACES = "R36", "R30", "R37", "R25"
"""Controls cited where no rulebook speaks: fills and credits, counts; other forms, duties, causes, corrections."""


def cites(kind: str, *names: str) -> tuple[str, ...]:
    """The clauses of a kind of paper: those of the Complimentary Vigorish Form, or the control for the others."""
    if kind == Paper.COMPLIMENTARY:
        return tuple(getattr(form_text(), name) for name in names)
    return (SLIPS,) if kind in TRANSFER_PAPERS else (FORMS,)


def known_kind(kind: str, allowed: Iterable[str], *clauses: str) -> Refusal | None:
    """Why there is no such kind, or ``None``."""
    names = tuple(map(str, allowed))
    if kind in names:
        return None
    hint, words = did_you_mean(kind, names), many(names)
    sentence = said("there is no '{word}' here{did_you_mean}: {words}", word=kind, did_you_mean=hint, words=words)
    return refuse(Code.NOT_FOUND, sentence, *clauses, allowed=names)


def known_table(state: PitState, table: str, *clauses: str) -> Refusal | None:
    """Why a table is none of this pit, or ``None``."""
    if table in state.tables:
        return None
    names = tuple(state.tables)
    sentence = said(
        "'{table}' is no table of the pit {pit}{did_you_mean}: {tables}",
        table=table,
        pit=state.name,
        did_you_mean=did_you_mean(table, names),
        tables=many(names, "and"),
    )
    return refuse(Code.NOT_FOUND, sentence, *clauses, allowed=names)


def found_form(state: PitState, serial: str) -> Form | Refusal:
    """The form with that number, or the refusal: a number that was not issued is no form."""
    if serial in state.forms:
        return state.forms[serial]
    hint = did_you_mean(serial, state.forms)
    sentence = said("no form '{serial}' has been issued{did_you_mean}", serial=serial, did_you_mean=hint)
    return refuse(Code.NOT_FOUND, sentence, form_text().serial)


def decides_form(kind: type[K]) -> Callable[[OfForm[K]], OfForm[K]]:
    """Register what decides a command by the form that it names; a number that was not issued is refused before."""

    def register(function: OfForm[K]) -> OfForm[K]:
        @decides(kind)
        def decide(state: PitState, command: Any) -> Decision:
            form = found_form(state, command.serial)
            return form if isinstance(form, Refusal) else function(form, command)

        return function

    return register


def day_open(state: PitState, *clauses: str) -> Refusal | None:
    """Why nothing can be written for a gaming day: none is open."""
    if state.day:
        return None
    return refuse(Code.DAY_NOT_OPEN, said("no gaming day is open in the pit {pit}", pit=state.name), *clauses)


OF_A_TABLE = (Role.DEALER, *SUPERVISORS)
"""Who is on duty at a table; clerks, the cage and those who carry are on duty in the pit."""
OnDuty = c.SignForm | c.SignVoid | c.CountInventory | c.AttestCount | c.RequestTransfer

AT_TABLE = (c.SignForm, c.CountInventory, c.AttestCount, c.RequestTransfer)
"""Commands for which the pit asks what goes on at the table as well."""


def placed(
    state: PitState,
    command: Any,
    staff: Callable[[str], Mapping[str, str]],
    at_table: Callable[[str], AtTable | None],
) -> Any:
    """A command with the people on duty at the table it is about, and what goes on there, where the pit asks for it."""
    if not isinstance(command, OnDuty):
        return command
    if isinstance(command, c.SignForm | c.SignVoid):
        form = state.forms.get(command.serial)
        table = form.table if form else ""
    elif isinstance(command, c.AttestCount):
        slip = state.slips.get(command.slip)
        table = slip.table if slip else ""
    else:
        table = command.table
    facts: dict[str, Any] = {"staff": staff(table)}
    if isinstance(command, AT_TABLE):
        facts["at_table"] = at_table(table)
    return replace(command, **facts)


def not_there(command: OnDuty, *clauses: str) -> Refusal | None:
    """Why a dealer who deals elsewhere, or a supervisor of other tables, has no part in this, or ``None``.

    Where no person has the floor, the pit or the shift of a table, a supervisor of that rank signs and counts for it.
    """
    role = command.by.role
    if role not in OF_A_TABLE:
        return None
    duties = DUTIES_OF[role]
    if role in SUPERVISORS and all(command.staff.get(duty) == AUTOMATIC_STAFF[duty] for duty in duties):
        return None
    return off_duty(command.by, command.staff, duties, *clauses)


def reasoned(reason: str, *clauses: str) -> Refusal | None:
    """Why a step without a reason is not taken, or ``None``."""
    if reason.strip():
        return None
    return refuse(Code.NO_REASON, said("a reason is stated, which is kept in the record"), *clauses)


def over_or_short(cents: int) -> Said:
    """By how much a count is off."""
    return said("{sum} over", sum=Money(cents)) if cents > 0 else said("{sum} short", sum=Money(-cents))


def raised(
    state: PitState, command: PitCommand, clauses: Iterable[str], kind: str, note: Said, *, after: int = 0, **facts: Any
) -> e.ExceptionRaised:
    """An exception for surveillance and audit; ``after`` is how many came before it with the same command."""
    facts.setdefault("severity", "medium")
    number = state.exception_no + 1 + after
    return signed(e.ExceptionRaised, command, clauses, number=number, kind=kind, said=note, day=state.day, **facts)
