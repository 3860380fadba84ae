"""A form from the stock to the drop box: prepared, signed, dropped before witnesses, its marker released; or void.

The Complimentary Vigorish Form follows (A), (C) and (E) of Section 42 (c)(3)(iii). Where a rulebook knows collection
alone, the Uncollected Vigorish Form of R36 takes the same way for the incident at the house's expense (B37); the
Vigorish Recovery Form takes it when the guest pays after all. Fills and credits share the signatures and the void.
"""

from typing import Any

from minibac.machine.kinds import noted
from minibac.machine.names import role_name, role_names
from minibac.machine.roles import SUPERVISORS, Actor, Role
from minibac.machine.who import same_person
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.papers import TRANSFER_PAPERS, VIGORISH_PAPERS, Paper, copy_name, paper_name
from minibac.pits.pit_checks import (
    FORMS,
    Decision,
    cites,
    day_open,
    decides,
    decides_form,
    form_text,
    found_form,
    known_kind,
    known_table,
    not_there,
    raised,
    reasoned,
)
from minibac.pits.pit_state import Form, PitState
from minibac.pits.series import keeper, next_serial
from minibac.play.postings import Posting, moved
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import load
from minibac.table import commands as table_commands
from minibac.voice.said import Money, Said, Somebody, many, said

TWO_PARTS = ("original", "duplicate")
THREE_PARTS = ("original", "duplicate", "triplicate")
PATRON, SUPERVISOR = "patron", "supervisor"
WITNESSES = (Role.PIT_BOSS.value, Role.PIT_CLERK.value)
DEALER = Role.DEALER.value
UNCLEARED = "released-not-cleared"
"""The exception of a form whose marker button still lies on the layout."""


JOURNEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    Paper.FILL: ((Role.CAGE.value,), (Role.SECURITY.value,), (DEALER, SUPERVISOR)),
    Paper.CREDIT: ((DEALER, SUPERVISOR), (Role.SECURITY.value,), (Role.CAGE.value,)),
}
"""Who signs a slip, in the order of the chips' journey (R39): out of the cage, carried, received at the table; a credit
the other way. Nobody signs for chips that have not reached them."""


def signers(kind: str) -> tuple[str, ...]:
    """What a form is signed as, the patron apart."""
    if kind in TRANSFER_PAPERS:
        return tuple(role for stage in JOURNEYS[kind] for role in stage)
    return (DEALER, *WITNESSES)


def before_it(form: Form, role: str) -> tuple[str, ...]:
    """The signatures that come before one on the journey of a slip, and are still missing."""
    stages = JOURNEYS.get(form.kind, ())
    mine = next((number for number, stage in enumerate(stages) if role in stage), 0)
    return tuple(name for stage in stages[:mine] for name in stage if name not in form.signed)


def signs_as(by: Actor, form: Form) -> str | None:
    """What this person could sign the form as, or ``None``."""
    if by.role is Role.GUEST:
        return PATRON if form.guest == by.id else None
    if form.kind in TRANSFER_PAPERS and by.role in SUPERVISORS:
        return SUPERVISOR
    return by.role.value if by.role.value in signers(form.kind) else None


def unsigned(form: Form) -> tuple[str, ...]:
    """The signatures that a form still lacks."""
    lacks = [name for name in signers(form.kind) if name not in form.signed]
    if form.kind in VIGORISH_PAPERS and PATRON not in form.signed and not form.reason:
        lacks.append(PATRON)
    return tuple(lacks)


def unfinished(form: Form) -> tuple[Said, str] | None:
    """What a form of the day still lacks before it is done, with the clause name, or ``None``."""
    if form.void or form.completed:
        return None
    if lacks := unsigned(form):
        return said("the signature of {roles}", roles=role_names(lacks, "and")), "signatures"
    if form.kind in TRANSFER_PAPERS:
        return None
    if not form.dropped:
        return said("the original in the drop box"), "drop"
    if form.kind != Paper.RECOVERY and not form.released:
        return said("the release of the marker button"), "drop"
    return None


# -------------------------------------------------------------------------------------------------------------- prepare


@decides(c.PrepareForm)
def prepare_form(state: PitState, command: c.PrepareForm) -> Decision:
    """The pit clerk fills in the next form: the amount on the marker button, and the patron's name."""
    kind = command.kind
    refusal = (
        known_kind(kind, VIGORISH_PAPERS, form_text().prepare)
        or day_open(state, *cites(kind, "forward"))
        or known_table(state, command.table, *cites(kind, "prepare"))
        or _right_paper(state, command)
    )
    if refusal:
        return refusal
    serial = next_serial(state, kind, command.serial)
    if isinstance(serial, Refusal):
        return serial
    if command.copies != TWO_PARTS:
        sentence = said("a form is an original and a duplicate; with fewer it is incomplete and releases nothing")
        return refuse(Code.ONE_COPY, sentence, *cites(kind, "copies"), allowed=TWO_PARTS)
    if not command.guest.strip() or not command.name.strip():
        return refuse(Code.INCOMPLETE_FORM, said("the form names the patron who did not pay"), *cites(kind, "patron"))
    if refusal := _another_patron(command) or _amount(state, command):
        return refusal
    if command.table in state.drops:
        sentence = said(
            "the drop box of table {table} has been taken away for the count: the form is written on the next day",
            table=command.table,
        )
        return refuse(Code.NOT_NOW, sentence, *cites(kind, "drop", "forward"))
    twice = [
        form.serial
        for form in state.of_day(kind)  # a day is closed when its forms are finished
        if (form.table, form.seat) == (command.table, command.seat) and unfinished(form)
    ]
    if twice and kind != Paper.RECOVERY:
        sentence = said(
            "form {serial} for seat {seat} is not finished: finish or void it first", serial=twice[0], seat=command.seat
        )
        return refuse(Code.STILL_OPEN, sentence, *cites(kind, "amount"), allowed=tuple(twice))
    names = ("prepare", "serial", "copies", "amount", "patron", "sequence", "access", "duplicate")
    return (noted(e.FormPrepared, command, cites(kind, *names), serial=serial, day=state.day),)


def _another_patron(command: c.PrepareForm) -> Refusal | None:
    """Why it is not this patron's vigorish, or ``None``; what is recovered was another day's, at any seat."""
    guest, name = command.sits
    if command.kind == Paper.RECOVERY or not guest or (command.guest, command.name) == (guest, name or command.name):
        return None
    sentence = said(
        "the vigorish of seat {seat} is owed by {patron}, and the form names {named}",
        seat=command.seat,
        patron=Somebody(guest, name),
        named=command.name,
    )
    return refuse(Code.INCOMPLETE_FORM, sentence, *cites(command.kind, "patron"), allowed=(guest,))


def _right_paper(state: PitState, command: c.PrepareForm) -> Refusal | None:
    """The form that the rulebook of the table has; where it has none, that of R36 with the table's incident (B37)."""
    path = load(state.tables[command.table].rulebook).fixed["uncollected_path"]
    if command.kind == Paper.RECOVERY:
        return None
    right = Paper.COMPLIMENTARY if path.value == "form" else Paper.UNCOLLECTED
    if command.kind != right:
        sentence = said(
            "vigorish that is not collected at table {table} goes on the {form} form",
            table=command.table,
            form=paper_name(right),
        )
        clauses = (form_text().prepare,) if right is Paper.COMPLIMENTARY else (path.clause, FORMS)
        return refuse(Code.WRONG_STEP, sentence, *clauses, allowed=(right,))
    if right is Paper.UNCOLLECTED and state.tables[command.table].options.get("uncollected_vigorish") != "house-pays":
        sentence = said("nothing but collection clears a marker button at table {table}", table=command.table)
        return refuse(Code.VIGORISH_OWED, sentence, path.clause)
    if right is Paper.UNCOLLECTED and command.incident < 1:
        sentence = said("an incident is opened at the table first: nothing but collection clears a marker button there")
        return refuse(Code.VIGORISH_OWED, sentence, path.clause, FORMS)
    return command.stops if right is Paper.UNCOLLECTED else None


def _amount(state: PitState, command: c.PrepareForm) -> Refusal | None:
    """Why the amount is not the one to be written, or ``None``."""
    clauses = cites(command.kind, "amount")
    if command.kind == Paper.RECOVERY:
        before = state.forms.get(command.against)
        if before is None or before.guest != command.guest or not before.posted:
            sentence = said(
                "'{against}' is no recorded form of {guest}: nothing to recover",
                against=command.against,
                guest=Somebody(command.guest, command.name),
            )
            return refuse(Code.NOT_FOUND, sentence, *clauses)
        waiting = sum(f.cents for f in state.of_day(command.kind) if f.against == before.serial and unfinished(f))
        most = before.cents - before.recovered_cents - waiting
        if not 0 < command.cents <= most:
            sentence = said(
                "{most} of form {serial} can be recovered, not {sum}",
                most=Money(most),
                serial=before.serial,
                sum=Money(command.cents),
            )
            return refuse(Code.WRONG_PAYMENT, sentence, *clauses, allowed=(str(most),))
        return None
    if command.cents != command.owed_cents or command.cents <= 0:
        return _not_the_marker(command.seat, command.cents, command.owed_cents, clauses)
    return None


def _not_the_marker(seat: int, cents: int, owed_cents: int, clauses: tuple[str, ...]) -> Refusal:
    sentence = said(
        "the marker button of seat {seat} shows {owed}, and the form {sum}",
        seat=seat,
        owed=Money(owed_cents),
        sum=Money(cents),
    )
    return refuse(Code.WRONG_PAYMENT, sentence, *clauses, allowed=(str(owed_cents),))


# ----------------------------------------------------------------------------------------------------------------- sign


@decides_form(c.SignForm)
def sign_form(form: Form, command: c.SignForm) -> Decision:
    """Sign in the role the form wants: each role once, each by somebody else."""
    role = signs_as(command.by, form)
    clauses = cites(form.kind, "patron_signature" if command.by.role is Role.GUEST else "signatures")
    if refusal := _not_closed(form, clauses):
        return refusal
    if role is None:
        lacks = role_names(unsigned(form), "and") if unsigned(form) else said("nobody")
        sentence = said(
            "{person} ({role}) does not sign form {serial}; it lacks {lacks}",
            person=Somebody(command.by.id),
            role=role_name(command.by.role),
            serial=form.serial,
            lacks=lacks,
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses, allowed=unsigned(form))
    if role in form.signed:
        sentence = said(
            "{person} has signed form {serial} as {role} already",
            person=Somebody(form.signed[role]),
            serial=form.serial,
            role=role_name(role),
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses, allowed=unsigned(form))
    refusal = same_person(command.by, form.signed.values(), *clauses, code=Code.WRONG_SIGNATURE)
    if refusal := refusal or not_there(command, *clauses):
        return refusal
    if early := before_it(form, role):
        sentence = said(
            "slip {serial} is signed in the order of its journey: {first} before {role}",
            serial=form.serial,
            first=role_names(early, "and"),
            role=role_name(role),
        )
        return refuse(Code.WRONG_ORDER, sentence, *clauses, allowed=early)
    if role == PATRON and form.reason:
        sentence = said(
            "it is stated on form {serial} why the patron did not sign: one or the other, not both", serial=form.serial
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses)
    if role == Role.PIT_BOSS and form.kind == Paper.UNCOLLECTED and command.stops:
        return command.stops
    complete = unsigned(form) == (role,)
    if complete and (refusal := _not_aside(form, command)):
        return refusal
    event = noted(e.FormSigned, command, clauses, role=role, complete=complete)
    if complete and form.kind in TRANSFER_PAPERS:
        return (event, _transferred(command, form))
    return (event,)


def _not_aside(form: Form, command: c.SignForm) -> Refusal | None:
    """Why a credit cannot be completed: its chips are not out of the tray, as where it paid them out before."""
    at = command.at_table
    if form.kind != Paper.CREDIT or at is None or form.request in at.aside:
        return None
    sentence = said("the chips of credit {serial} have not been taken out of the tray", serial=form.serial)
    return refuse(Code.TRAY_SHORT, sentence, *cites(form.kind))


def _transferred(command: c.SignForm, form: Form) -> e.TransferCompleted:
    """The chips of a fill go from the cage to the tray, those of a credit back."""
    (clause,) = clauses = cites(form.kind)
    cents = form.cents if form.kind == Paper.FILL else -form.cents
    postings = moved(form.kind, cents, "cage", f"table/{form.table}/tray", clause)
    return noted(e.TransferCompleted, command, clauses, form, postings=postings)


def _not_closed(form: Form, clauses: tuple[str, ...]) -> Refusal | None:
    if form.void:
        return refuse(Code.NOT_NOW, said("form {serial} is void", serial=form.serial), *cites(form.kind, "void"))
    if form.dropped or form.completed:
        return refuse(Code.NOT_NOW, said("form {serial} is finished", serial=form.serial), *clauses)
    return None


@decides_form(c.StateReason)
def state_reason(form: Form, command: c.StateReason) -> Decision:
    """In place of the patron's signature, the dealer or the pit boss who signed says why it could not be had."""
    clauses = cites(form.kind, "patron_signature")
    if refusal := _not_closed(form, clauses) or reasoned(command.reason, *clauses):
        return refusal
    if form.kind in TRANSFER_PAPERS or PATRON in form.signed or form.reason:
        sentence = said("form {serial} has the patron's signature, or a statement, or wants none", serial=form.serial)
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses)
    role = command.by.role.value
    if form.signed.get(role) != command.by.id:
        sentence = said(
            "the {role} who states the reason signs form {serial} first; {person} has not",
            role=role_name(role),
            serial=form.serial,
            person=Somebody(command.by.id),
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses)
    if command.there and not command.refused:
        sentence = said(
            "{patron} sits at a table: the patron signs form {serial}, or is asked and refuses to",
            patron=form.name,
            serial=form.serial,
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses)
    return (noted(e.ReasonStated, command, clauses, role=role, complete=unsigned(form) == (PATRON,)),)


# ----------------------------------------------------------------------------------------------------------------- drop


def _ready(form: Form) -> Refusal | None:
    """Why the original cannot go into the drop box yet, or never, whoever holds it."""
    if form.kind in TRANSFER_PAPERS:
        sentence = said("{serial} is a {kind} slip", serial=form.serial, kind=paper_name(form.kind))
        return refuse(Code.WRONG_STEP, sentence, *cites(form.kind))
    if form.void:
        sentence = said(
            "form {serial} is void: both copies stay with the pit clerk, none goes into the drop box",
            serial=form.serial,
        )
        return refuse(Code.CUSTODY, sentence, *cites(form.kind, "retain", "void"))
    if form.dropped:
        sentence = said("the original of form {serial} is in the drop box", serial=form.serial)
        return refuse(Code.NOT_NOW, sentence, *cites(form.kind, "drop"))
    if lacks := unsigned(form):
        which = "patron_signature" if lacks == (PATRON,) else "signatures"
        sentence = said(
            "form {serial} still lacks the signature of {lacks}", serial=form.serial, lacks=role_names(lacks, "and")
        )
        return refuse(Code.INCOMPLETE_FORM, sentence, *cites(form.kind, which, "drop"), allowed=lacks)
    return None


@decides_form(c.ConfirmPresence)
def confirm_presence(form: Form, command: c.ConfirmPresence) -> Decision:
    """The pit boss and the pit clerk who signed say that they are there; nobody stands in for them."""
    if refusal := _ready(form):
        return refusal
    role, clauses = command.by.role.value, cites(form.kind, "witness")
    if form.signed.get(role) != command.by.id:
        sentence = said(
            "{signer} signed form {serial} as {role}, not {person}",
            signer=Somebody(form.signed[role]) if role in form.signed else said("nobody"),
            serial=form.serial,
            role=role_name(role),
            person=Somebody(command.by.id),
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses, allowed=(str(form.signed.get(role)),))
    if role in form.present:
        return ()
    return (noted(e.PresenceConfirmed, command, clauses, role=role),)


@decides(c.DropOriginal)
def drop_original(state: PitState, command: c.DropOriginal) -> Decision:
    """The dealer who signed drops the original before the pit boss and the pit clerk who signed."""
    form = found_form(state, command.serial)
    if isinstance(form, Refusal):
        return form
    if refusal := _ready(form):
        return refusal
    clauses = cites(form.kind, "drop", "witness")
    if form.signed[DEALER] != command.by.id:
        sentence = said(
            "{signer} signed form {serial} as dealer and drops it, not {person}",
            signer=Somebody(form.signed[DEALER]),
            serial=form.serial,
            person=Somebody(command.by.id),
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *cites(form.kind, "drop"), allowed=(form.signed[DEALER],))
    if away := [role for role in WITNESSES if role not in form.present]:
        sentence = said(
            "the original is dropped in the presence of the {away} who signed", away=role_names(away, "and")
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *cites(form.kind, "witness"), allowed=tuple(away))
    if form.table in state.drops:
        sentence = said("the drop box of table {table} has been taken away for the count", table=form.table)
        return refuse(Code.NOT_NOW, sentence, *cites(form.kind, "drop"))
    if form.kind != Paper.RECOVERY and command.owed_cents != form.cents:
        return _not_the_marker(form.seat, form.cents, command.owed_cents, cites(form.kind, "amount"))
    if form.kind == Paper.UNCOLLECTED and command.stops:
        return command.stops
    witnesses = tuple(form.present[role] for role in WITNESSES)
    return (noted(e.OriginalDropped, command, clauses, form, witnesses=witnesses, postings=_recovered(state, form)),)


def _recovered(state: PitState, form: Form) -> tuple[Posting, ...]:
    """The guest's payment of vigorish that had been written off: less complimentary, more cash at the cage."""
    if form.kind != Paper.RECOVERY:
        return ()
    account = account_of(state.forms[form.against])
    return moved("recover-vigorish", form.cents, "cage", account, FORMS, seat=form.seat, wager="banker")


def account_of(form: Form) -> str:
    """The guest's account that bears the vigorish of a form."""
    return f"guest/{form.guest}/comps"


@decides_form(c.ReleaseMarker)
def release_marker(form: Form, command: c.ReleaseMarker) -> Decision:
    """Once the original is in the drop box, and not before, the marker button may leave the layout."""
    clauses = cites(form.kind, "drop")
    if form.kind in (*TRANSFER_PAPERS, Paper.RECOVERY) or form.void or not form.dropped or form.released:
        sentence = (
            said("form {serial} has released its marker button already: a marker button goes with its own form")
            if form.dropped
            else said(
                "form {serial} is not in the drop box: a marker button goes with the form that was dropped for it"
            )
        )
        return refuse(Code.VIGORISH_OWED, sentence.about(serial=form.serial), *clauses)
    if command.owed_cents != form.cents:
        return _not_the_marker(form.seat, form.cents, command.owed_cents, cites(form.kind, "amount"))
    if form.kind == Paper.UNCOLLECTED and command.stops:
        return command.stops
    clauses = (*clauses, form_text().win)
    reference = str(form.incident) if form.kind == Paper.UNCOLLECTED else form.serial
    supervisor = form.signed[WITNESSES[0]]
    return (noted(e.MarkerReleased, command, clauses, form, reference=reference, supervisor=supervisor),)


def clear_command(released: e.MarkerReleased, at: int) -> table_commands.ClearVigorish:
    """The command that the house brings to the table, in the name of the pit boss who signed."""
    by = Actor(released.supervisor, Role.PIT_BOSS)
    return table_commands.ClearVigorish(
        by=by, at=at, seat=released.seat, cents=released.cents, reference=released.reference
    )


@decides(c.TellUncleared)
def tell_uncleared(state: PitState, command: c.TellUncleared) -> Decision:
    """What a table did not clear is an exception that people see, once for each form."""
    form = found_form(state, command.serial)
    if isinstance(form, Refusal):
        return form
    if any((trouble.kind, trouble.serial) == (UNCLEARED, form.serial) for trouble in state.exceptions.values()):
        return ()
    clauses = command.refusal.clauses or cites(form.kind, "drop")
    note = said(
        "form {serial} let a marker button go, and the table did not clear it: {why}",
        serial=form.serial,
        why=command.refusal.said,
    )
    facts: dict[str, Any] = {"table": form.table, "seat": form.seat, "serial": form.serial, "cents": form.cents}
    return (raised(state, command, clauses, UNCLEARED, note, severity="high", staff=form.signed, **facts),)


# ----------------------------------------------------------------------------------------------------------------- void


def _voidable(form: Form, owed_cents: int) -> Refusal | None:
    """Why a form is not made void, or ``None``. One that was dropped and may not let its marker button go any more is
    made void too, since it documents nothing: the guest has paid (s42/c/3/ii/marker-stays), or the button shows another
    sum; one of R36 also where the guest has chips again. Its original lies in the drop box, and is found at the
    count."""
    clauses = cites(form.kind, "void")
    if form.void:
        return refuse(Code.NOT_NOW, said("form {serial} is void already, for good", serial=form.serial), *clauses)
    other = form.kind == Paper.COMPLIMENTARY and owed_cents != form.cents
    stuck = (form.kind == Paper.UNCOLLECTED or other) and not form.released
    if (form.dropped and not stuck) or form.completed:
        sentence = said("form {serial} is finished: it is corrected, not voided", serial=form.serial)
        return refuse(Code.NOT_NOW, sentence, *clauses)
    return None


@decides_form(c.SignVoid)
def sign_void(form: Form, command: c.SignVoid) -> Decision:
    """The pit boss signs the void form; for a slip any supervisor does."""
    clauses = cites(form.kind, "void_signatures")
    if refusal := _voidable(form, command.owed_cents) or reasoned(command.reason, *clauses):
        return refusal
    if form.kind in VIGORISH_PAPERS and command.by.role is not Role.PIT_BOSS:
        sentence = said(
            "a void form is signed by the pit boss and the pit clerk, not by {role}", role=role_name(command.by.role)
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *clauses, allowed=WITNESSES)
    if refusal := not_there(command, *clauses):
        return refusal
    return (noted(e.VoidSigned, command, clauses, role=command.by.role.value),)


@decides_form(c.VoidForm)
def void_form(form: Form, command: c.VoidForm) -> Decision:
    """All copies are marked VOID together, once both have signed; the clerk keeps them."""
    clauses = cites(form.kind, "void", "void_signatures", "retain")
    if refusal := _voidable(form, command.owed_cents) or reasoned(command.reason, *clauses):
        return refusal
    right = keeper(form.kind)
    if command.by.role is not right:
        sentence = said(
            "a {kind} form is voided by the {keeper}, not by {role}",
            kind=paper_name(form.kind),
            keeper=role_name(right),
            role=role_name(command.by.role),
        )
        return refuse(Code.WRONG_SIGNATURE, sentence, *cites(form.kind, "void_signatures"), allowed=(right,))
    copies = command.copies or form.copies
    if set(copies) != set(form.copies):
        sentence = said(
            "VOID is written on {copies} together, never on one alone", copies=many(map(copy_name, form.copies), "and")
        )
        return refuse(Code.ONE_COPY, sentence, *cites(form.kind, "void"), allowed=form.copies)
    signed = cites(form.kind, "void_signatures")
    if not form.void_signed_by:
        sentence = said("void form {serial} wants two signatures: the supervisor's is missing", serial=form.serial)
        return refuse(Code.WRONG_SIGNATURE, sentence, *signed)
    if refusal := same_person(command.by, (form.void_signed_by,), *signed, code=Code.WRONG_SIGNATURE):
        return refusal
    signed_by = (form.void_signed_by, command.by.id)
    return (noted(e.FormVoided, command, clauses, copies=form.copies, signed_by=signed_by),)
