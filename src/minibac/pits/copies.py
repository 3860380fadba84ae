"""The copies of a form after the drop: the way to accounting, the comparison, the comp, reprint and search."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from minibac.machine.kinds import noted, signed
from minibac.machine.names import role_name
from minibac.machine.roles import Role
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.forms import account_of, unfinished
from minibac.pits.papers import TRANSFER_PAPERS, VIGORISH_PAPERS, Copy, Paper, copy_name, folded
from minibac.pits.pit_checks import (
    FORMS,
    Decision,
    cites,
    day_open,
    decides,
    decides_form,
    form_text,
    found_form,
    raised,
)
from minibac.pits.pit_state import Form, PitState
from minibac.play.postings import moved
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Fact, Money, Names, Said, Somebody, in_full, many, said, vocabulary

FIELDS = vocabulary("field", "kind", "table", "seat", "guest", "cents")
"""What two copies of a form have in common."""


@decides_form(c.PassDuplicate)
def pass_duplicate(form: Form, command: c.PassDuplicate) -> Decision:
    """A duplicate changes hands from one pit clerk to another, and only so; the log says each time."""
    clauses = cites(form.kind, "retain" if form.void else "duplicate")
    if form.kind in TRANSFER_PAPERS or form.forwarded:
        sentence = said("form {serial} is not in the custody of a pit clerk", serial=form.serial)
        return refuse(Code.CUSTODY, sentence, *clauses)
    if form.held_by != command.by.id:
        sentence = said(
            "{keeper} keeps the duplicate of form {serial}, not {person}",
            keeper=Somebody(form.held_by),
            serial=form.serial,
            person=Somebody(command.by.id),
        )
        return refuse(Code.CUSTODY, sentence, *clauses, allowed=(form.held_by,))
    if command.to.role is not Role.PIT_CLERK or command.to.id == command.by.id:
        sentence = said(
            "a duplicate is kept by a pit clerk; {person} ({role}) does not get it",
            person=Somebody(command.to.id),
            role=role_name(command.to.role),
        )
        return refuse(Code.CUSTODY, sentence, *clauses, allowed=(Role.PIT_CLERK,))
    return (noted(e.CustodyChanged, command, clauses, form, copies=kept_copies(form), to=command.to.id),)


def kept_copies(form: Form) -> tuple[str, ...]:
    """The copies that are with the pit clerk: all of them, or the duplicate of a form whose original is dropped."""
    return form.copies[1:] if form.dropped else form.copies


@decides(c.ForwardDuplicates)
def forward_duplicates(state: PitState, command: c.ForwardDuplicates) -> Decision:
    """The packet of the day for accounting: duplicates, and both copies of what is void."""
    clauses = (form_text().forward, form_text().duplicate)
    if refusal := day_open(state, *clauses):
        return refusal
    mine = [form for form in state.of_day(*VIGORISH_PAPERS) if form.held_by == command.by.id and not form.forwarded]
    for serial in command.serials:
        form = found_form(state, serial)
        if isinstance(form, Refusal):
            return form
        if form not in mine:
            sentence = said(
                "{person} does not keep the duplicate of form {serial}: {keeper} does, or did",
                person=Somebody(command.by.id),
                serial=serial,
                keeper=Somebody(form.held_by),
            )
            return refuse(Code.CUSTODY, sentence, *clauses, allowed=(form.held_by,))
    chosen = [form for form in mine if not command.serials or form.serial in command.serials]
    early = [form.serial for form in chosen if unfinished(form)]
    if early or not chosen:
        sentence = said("no duplicate to forward: {person} keeps none", person=Somebody(command.by.id))
        if early:
            sentence = said("no duplicate to forward: {serials} is not finished", serials=many(early, "and"))
        return refuse(Code.INCOMPLETE_FORM, sentence, *clauses, allowed=tuple(early))
    void = tuple(form.serial for form in chosen if form.void)
    retain = (form_text().retain,) if void else ()
    serials = tuple(form.serial for form in chosen)
    return (signed(e.DuplicatesForwarded, command, (*clauses, *retain), serials=serials, void=void, day=state.day),)


@decides(c.ReceiveDuplicates)
def receive_duplicates(state: PitState, command: c.ReceiveDuplicates) -> Decision:
    """Accounting writes down what arrived, as it is, right or wrong: the comparison says which."""
    if refusal := day_open(state, form_text().forward):
        return refusal
    if state.compared:
        return refuse(Code.NOT_NOW, said("the forms of the day have been compared already"), form_text().compare)
    return (noted(e.DuplicatesReceived, command, (form_text().forward,)),)


SEALED = {"seat": None, "guest": None, "name": None, "cents": None}
"""What is on a form, for somebody who has still to read it off a copy."""


def sealed_words(serial: str) -> Said:
    """What is said of such a form."""
    return said("form {serial}: what is written on it is sealed until the forms of the day are compared", serial=serial)


def unread(state: PitState, form: Form) -> bool:
    """Whether accounting has still to read the copies of a form: until the day's are compared, it is told nothing."""
    return form.serial in state.today and form.kind in VIGORISH_PAPERS and not state.compared


# ----------------------------------------------------------------------------------------------------------- comparison


class Finding(NamedTuple):
    """What does not pair: the number, what is wrong, and the table it belongs to."""

    kind: str
    serial: str
    note: Said
    table: str = ""


def compare(
    forms: Iterable[Form], boxes: Iterable[tuple[str, Copy]], received: Iterable[Copy]
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Pair the originals from the drop boxes with the copies from the pit, field by field: what agrees, what does not.

    ``boxes`` are originals with the table whose box they were in; ``received`` what the pit forwarded.
    """
    register = {form.serial: form for form in forms}
    originals: dict[str, list[tuple[str, Copy]]] = defaultdict(list)
    for table, copy in boxes:
        originals[copy.serial].append((table, copy))
    arrived: dict[str, list[Copy]] = defaultdict(list)
    for copy in received:
        arrived[copy.serial].append(copy)
    found: list[Finding] = []
    for serial in dict.fromkeys((*originals, *arrived)):
        if serial not in register:
            table = originals[serial][0][0] if serial in originals else ""
            what = said("{serial} was not issued on this day", serial=serial)
            found.append(Finding("unmatched-number", serial, what, table))
    agreed = []
    for serial, form in register.items():
        check = _void if form.void else _pair
        wrong = list(check(form, originals[serial], arrived[serial]))
        found += wrong
        if not wrong:
            agreed.append(serial)
    return tuple(agreed), tuple(found)


def _void(form: Form, in_box: list[tuple[str, Copy]], copies: list[Copy]) -> Iterable[Finding]:
    serial, table = form.serial, form.table
    if form.dropped:  # it lay there before it was void
        yield from _once(form, "original", len(in_box))
    elif in_box:
        yield Finding("void-in-drop-box", serial, said("{serial} is void and lay in a drop box", serial=serial), table)
    for name in kept_copies(form):
        yield from _once(form, name, sum(copy.copy == name for copy in copies))
    if any(not copy.void for copy in copies):
        what = said("{serial} is void, and a copy does not say so", serial=serial)
        yield Finding("differing-copy", serial, what, table)


def _once(form: Form, name: str, number: int) -> Iterable[Finding]:
    """A copy is there once."""
    copy, serial = copy_name(name), form.serial
    if not number:
        what = said("the {copy} of {serial} is missing", copy=copy, serial=serial)
        yield Finding(f"missing-{name}", serial, what, form.table)
    elif number > 1:
        what = said("the {copy} of {serial} is there {number:time|times}", copy=copy, serial=serial, number=number)
        yield Finding(f"repeated-{name}", serial, what, form.table)


def _pair(form: Form, in_box: list[tuple[str, Copy]], copies: list[Copy]) -> Iterable[Finding]:
    yield from _once(form, "original", len(in_box))
    yield from _once(form, "duplicate", len(copies))
    for table, copy in in_box:
        if table != form.table:
            what = said("{serial} lay in the box of table {table}", serial=form.serial, table=table)
            yield Finding("other-drop-box", form.serial, what, form.table)
        yield from _differs(form, copy, "original")
    for copy in copies:
        yield from _differs(form, copy, "duplicate")


def _differs(form: Form, copy: Copy, name: str) -> Iterable[Finding]:
    read = _as_registered(form, copy)
    wrong: list[Fact] = [words for field, words in FIELDS.items() if getattr(read, field) != getattr(form, field)]
    wrong += [said("the copy")] if copy.copy != name else []
    wrong += [said("the mark VOID")] if copy.void else []
    if wrong:
        what = said(
            "the {copy} of {serial} differs in {what}",
            copy=copy_name(name),
            serial=form.serial,
            what=many(wrong, "and"),
        )
        yield Finding("differing-copy", form.serial, what, form.table)


def _as_registered(form: Form, copy: Copy) -> Copy:
    """A copy in the words of the register, which knows the kind by the number and the account by the patron's name."""
    named = folded(copy.guest) in (folded(form.guest), folded(form.name))
    return replace(copy, kind=copy.kind or form.kind, guest=form.guest if named else copy.guest)


@decides(c.CompareForms)
def compare_forms(state: PitState, command: c.CompareForms) -> Decision:
    """Compare the copies of the day; whatever does not pair is an open exception."""
    if refusal := day_open(state, form_text().compare):
        return refusal
    forms = state.of_day(*VIGORISH_PAPERS)
    here = tuple(form.serial for form in forms if not form.forwarded)
    if here or state.compared:
        sentence = said("the forms of the day have been compared already")
        if here:
            sentence = said("not all forms of the day have been forwarded: {serials}", serials=many(here, "and"))
        return refuse(Code.STILL_OPEN, sentence, form_text().compare, form_text().forward, allowed=here)
    tables = dict.fromkeys(form.table for form in forms if form.dropped)
    closed = [table for table in tables if table not in state.drops or not state.drops[table].counted_by]
    if closed:
        sentence = said(
            "the drop box of {tables} has not been counted: the originals lie in it", tables=many(closed, "and")
        )
        return refuse(Code.STILL_OPEN, sentence, form_text().compare, allowed=tuple(closed))
    boxes = [(table, copy) for table, drop in state.drops.items() for copy in drop.originals]
    agreed, wrong = compare(forms, boxes, state.duplicates)
    known = {(trouble.kind, trouble.serial) for trouble in state.exceptions.values()}
    news = [finding for finding in wrong if (finding.kind, finding.serial) not in known]  # a day compared once more
    clauses = (form_text().compare, form_text().account)
    facts = {"day": state.day, "agreed": agreed, "exceptions_count": len(news)}
    compared = signed(e.FormsCompared, command, clauses, **facts)
    exceptions = (_exception(state, command, clauses, number, finding) for number, finding in enumerate(news))
    return (compared, *exceptions)


def _exception(
    state: PitState, command: c.CompareForms, clauses: tuple[str, ...], number: int, finding: Finding
) -> e.ExceptionRaised:
    form = state.forms.get(finding.serial)
    staff = {**form.signed, "held": form.held_by} if form else {}
    facts: dict[str, Any] = {"serial": finding.serial, "table": finding.table, "staff": staff, "severity": "high"}
    facts |= {"seat": form.seat, "cents": form.cents} if form else {}
    return raised(state, command, clauses, finding.kind, finding.note, after=number, **facts)


# ------------------------------------------------------------------------------------------------------------- the comp


@decides_form(c.PostComplimentary)
def post_complimentary(form: Form, command: c.PostComplimentary) -> Decision:
    """Record what the house bore as a cash complimentary to the patron.

    The table took it from ``comps`` when it cleared the marker button; here it goes on to the guest.
    """
    (clause,) = clauses = cites(form.kind, "complimentary")
    if form.kind not in (Paper.COMPLIMENTARY, Paper.UNCOLLECTED) or not form.released or form.posted:
        sentence = said("form {serial} has released no marker button", serial=form.serial)
        if form.posted:
            sentence = said("form {serial} has been recorded already", serial=form.serial)
        return refuse(Code.NOT_NOW, sentence, *clauses)
    postings = moved(
        "post-complimentary", form.cents, account_of(form), "comps", clause, seat=form.seat, wager="banker"
    )
    return (noted(e.ComplimentaryPosted, command, clauses, form, postings=postings),)


# --------------------------------------------------------------------------------------------------- reprint and search


@decides_form(c.ReprintForm)
def reprint_form(form: Form, command: c.ReprintForm) -> Decision:
    """Print a form once more; the log says how often."""
    clauses = (*cites(form.kind, "account"), FORMS)
    return (noted(e.FormReprinted, command, clauses, copy_no=form.reprints + 1),)


def printed(form: Form, copy: str = "original", *, reprint: bool = False, names: Names = str) -> str:
    """A form as text, line by line; a reprint says COPY, and a void form VOID, by whom and why."""
    titles = {
        Paper.COMPLIMENTARY: "Complimentary Vigorish Form",
        Paper.UNCOLLECTED: "Uncollected Vigorish Form",
        Paper.RECOVERY: "Vigorish Recovery Form",
        Paper.FILL: "Fill slip",
        Paper.CREDIT: "Credit slip",
    }
    marks = [word for word, on in (("COPY", reprint), ("VOID", form.void)) if on]
    lines = [
        " ".join((titles[Paper(form.kind)], form.serial, f"({copy})", *marks)),
        f"Gaming day {form.day}, table {form.table}" + (f", seat {form.seat}" if form.seat else ""),
        str(said("Amount {sum}", sum=Money(form.cents))),
    ]
    if form.kind in VIGORISH_PAPERS:
        lines.append(f"Patron {form.name} ({form.guest})" + (f", against {form.against}" if form.against else ""))
    lines += [f"Signed as {role}: {in_full(person, names)}" for role, person in form.signed.items()]
    lines += [f"No signature of the patron: {form.reason}"] if form.reason else []
    if form.void:
        signers = (form.void_signed_by, form.void_by)
        lines += [f"Void, signed by {' and '.join(in_full(person, names) for person in signers)}: {form.void_reason}"]
    return "\n".join(lines)


def forms_of_guest(state: PitState, guest: str) -> tuple[Form, ...]:
    """Every form of a guest, by id or by a part of the name."""
    wanted = guest.casefold()
    return tuple(f for f in state.forms.values() if wanted and (f.guest == guest or wanted in f.name.casefold()))


def forms_numbered(state: PitState, number: str) -> tuple[Form, ...]:
    """The forms whose number is, or ends with, what somebody remembers of it."""
    wanted = number.strip().upper()
    return tuple(form for form in state.forms.values() if wanted and form.serial.upper().endswith(wanted))
