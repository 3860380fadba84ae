"""The house, as a machine: people and their duties, play chips, gaming days of all pits, parameters and papers."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from minibac.houses.calendar import calendar_day
from minibac.houses.papers import paper_faults
from minibac.machine.fold import Fold, Register
from minibac.machine.kinds import noted, reader
from minibac.machine.layers import layered
from minibac.machine.machine import Decision as Decided
from minibac.machine.machine import Machine, Traces
from minibac.machine.names import role_name, role_names
from minibac.machine.roles import THE_HOUSE, Role
from minibac.machine.who import Who
from minibac.pits import cage, coupons, numbers, reopening, reviews, signing
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits.duties import GRANTABLE, conflict
from minibac.pits.house_commands import HouseCommand
from minibac.pits.house_events import HouseEvent
from minibac.pits.house_state import HouseState, Person, Scope
from minibac.pits.pit_checks import APART, CAUSES, COUNTS, form_text, reasoned
from minibac.play.chips import put_together
from minibac.play.postings import moved
from minibac.rules.house_rules import Reference
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.words import did_you_mean, named
from minibac.voice.said import Said, Somebody, many, said
from minibac.voice.times import NO_ZONE, local

Decision = Decided[HouseEvent]
decides = Register[HouseState, Decision]()
applies = Register[HouseState, HouseState]()

WALLETS = "wallets"
"""The account of all guests' wallets together."""
TRANSFERS_KEPT = 100
"""A grant that is sent again finds itself among so many; who sends later sends it under the same id of the command."""
PAPERS, PARAMETERS = "R29", "R26"
"""Controls: the list of users, and the log of changed parameters."""

ADMIN = (Role.ADMIN, Role.HOUSE)


def _day(*_: object) -> tuple[str, ...]:
    return APART, form_text().forward


WHO: dict[type[HouseCommand], Who] = {
    c.AdmitPerson: Who(ADMIN, (APART, PAPERS)),
    c.GrantRole: Who(ADMIN, (APART, PAPERS)),
    c.TakeRole: Who(ADMIN, (APART, PAPERS)),
    c.DisablePerson: Who(ADMIN, (APART, PAPERS)),
    c.EnablePerson: Who(ADMIN, (APART, PAPERS)),
    c.RemovePerson: Who(ADMIN, (APART, PAPERS)),
    c.StartProfile: Who((Role.HOUSE,), (APART,)),
    c.EndProfile: Who((Role.HOUSE,), (APART,)),
    c.GrantChips: Who((Role.CAGE, Role.HOUSE), (APART, CAUSES)),
    c.RedeemChips: Who((Role.CAGE, Role.SECURITY, Role.COMPLIANCE), (APART, CAUSES)),
    c.TellPitDay: Who((Role.HOUSE,), _day),
    c.OpenHouseDay: Who((Role.ACCOUNTING,), _day),
    c.CloseHouseDay: Who((Role.ACCOUNTING,), _day),
    c.ChangeParameter: Who((Role.ADMIN,), (APART, PARAMETERS)),
    c.RecordReference: Who((Role.ADMIN, Role.SHIFT_MANAGER), (APART, PARAMETERS)),
    c.WriteDown: Who((Role.HOUSE,), (APART,)),
    **reviews.WHO,
    **reopening.HOUSE_WHO,
    **signing.WHO,
    **coupons.WHO,
    **numbers.WHO,
    **cage.WHO,
}
"""Who may give which command of the house. Surveillance says what it thinks of an exception and nothing else: it reads
everything and changes nothing (R31)."""

TRACED = {Code.NOT_YOURS: "high", Code.DUTIES_CONFLICT: "high", Code.STILL_OPEN: "low"}
"""Refusals that are kept: attempts against duties kept apart, and days that would have been closed too early."""


def open_house(
    name: str,
    pits: Iterable[str],
    at: int,
    references: dict[str, Reference] | None = None,
    operator: str = "",
    time_zone: str = NO_ZONE,
) -> e.HouseOpened:
    """The first event of a house."""
    facts = {
        "name": name,
        "pits": tuple(pits),
        "references": references or {},
        "operator": operator,
        "time_zone": time_zone,
    }
    return e.HouseOpened(at=at, by=THE_HOUSE.id, clauses=(APART,), **facts)  # type: ignore[arg-type]


def opened(event: e.HouseOpened) -> HouseState:
    """The first state of a house."""
    facts = named(event, "name", "pits", "at", "references", "time_zone")
    return HouseState(**facts)


def _account(account: str) -> str:
    """The house knows what is in all wallets together; the ledger of the store knows each."""
    return WALLETS if account.endswith("/wallet") else account


def _person(state: HouseState, person: str) -> Person | Refusal:
    """The account of a person who is in the list and not locked out, or the refusal."""
    found = state.people.get(person)
    if found is None or found.removed:
        hint = did_you_mean(person, state.people)
        sentence = said("there is no person '{person}'{did_you_mean}", person=person, did_you_mean=hint)
        return refuse(Code.NOT_FOUND, sentence, APART)
    if found.disabled:
        return refuse(
            Code.NOT_YOURS, said("the account of {person} is disabled", person=Somebody(person, found.name)), APART
        )
    return found


def _changed(state: HouseState, person: str, **changes: Any) -> HouseState:
    return replace(state, people=layered(state.people).put(person, replace(state.people[person], **changes)))


# --------------------------------------------------------------------------------------------------------------- people


@decides(c.AdmitPerson)
def admit_person(state: HouseState, command: c.AdmitPerson) -> Decision:
    if not command.person.strip() or command.person in state.people or command.person == THE_HOUSE.id:
        sentence = said("'{person}' is no new name: each person has an account of their own", person=command.person)
        return refuse(Code.SEAT_TAKEN, sentence, PAPERS, APART)
    return (noted(e.PersonAdmitted, command, (PAPERS,)),)


@decides(c.GrantRole)
def grant_role(state: HouseState, command: c.GrantRole) -> Decision:
    """A role for a person, unless it would stand beside one that must be kept apart from it."""
    person = _person(state, command.person)
    if isinstance(person, Refusal):
        return person
    role = command.role
    if role not in GRANTABLE:
        sentence = said("{role} is no role of a person: {roles}", role=role, roles=role_names(GRANTABLE))
        return refuse(Code.NOT_FOUND, sentence, APART, allowed=GRANTABLE)
    if command.by.id == command.person:
        sentence = said("{person} does not grant roles to themselves", person=Somebody(command.person))
        return refuse(Code.DUTIES_CONFLICT, sentence, APART)
    if pair := conflict(role, person.roles):
        other = pair.other if pair.one is role else pair.one
        sentence = said(
            "{person} is {other} and cannot be {role} too: {reason}",
            person=Somebody(command.person),
            other=role_name(other),
            role=role_name(role),
            reason=Said(pair.reason),
        )
        return refuse(Code.DUTIES_CONFLICT, sentence, APART, allowed=(other,))
    if unknown := [pit for pit in command.pits if pit not in state.pits]:
        sentence = said("there is no pit {unknown}: {pits}", unknown=many(unknown), pits=many(state.pits, "and"))
        return refuse(Code.NOT_FOUND, sentence, APART, allowed=state.pits)
    return (noted(e.RolesGranted, command, (APART,), role=role.value),)


@decides(c.TakeRole)
def take_role(state: HouseState, command: c.TakeRole) -> Decision:
    person = state.people.get(command.person)
    if person is None or command.role not in person.roles:
        sentence = said("'{person}' is no {role}", person=Somebody(command.person), role=role_name(command.role))
        return refuse(Code.NOT_FOUND, sentence, APART)
    taken = noted(e.RolesTaken, command, (APART,), role=command.role.value)
    return (*_ended(person, command, command.role), taken)


def _ended(person: Person, command: HouseCommand, role: Role | None = None) -> tuple[e.ProfileEnded, ...]:
    """The end of the active profile, where it goes with the role or the person."""
    if person.active is None or (role is not None and person.active is not role):
        return ()
    return (noted(e.ProfileEnded, command, (APART,), role=person.active.value),)


@decides(c.DisablePerson)
def disable_person(state: HouseState, command: c.DisablePerson) -> Decision:
    person = _person(state, command.person)
    if isinstance(person, Refusal):
        return person
    if refusal := reasoned(command.reason, PAPERS):
        return refusal
    disabled = noted(e.PersonDisabled, command, (PAPERS,))
    return (*_ended(person, command), disabled)


@decides(c.EnablePerson)
def enable_person(state: HouseState, command: c.EnablePerson) -> Decision:
    person = state.people.get(command.person)
    if person is None or person.removed or not person.disabled:
        return refuse(Code.NOT_FOUND, said("no disabled person '{person}'", person=Somebody(command.person)), PAPERS)
    return (noted(e.PersonEnabled, command, (PAPERS,)),)


@decides(c.RemovePerson)
def remove_person(state: HouseState, command: c.RemovePerson) -> Decision:
    person = state.people.get(command.person)
    if person is None or person.removed:
        return refuse(Code.NOT_FOUND, said("there is no person '{person}'", person=command.person), PAPERS)
    if refusal := reasoned(command.reason, PAPERS):
        return refusal
    removed = noted(e.PersonRemoved, command, (PAPERS,))
    return (*_ended(person, command), removed)


@decides(c.StartProfile)
def start_profile(state: HouseState, command: c.StartProfile) -> Decision:
    """One profile at a time: the other is ended first."""
    person = _person(state, command.person)
    if isinstance(person, Refusal):
        return person
    if command.role not in person.roles:
        held = tuple(person.roles)
        sentence = said("{person} is no {role}", person=Somebody(command.person), role=role_name(command.role))
        return refuse(Code.NOT_YOURS, sentence, APART, allowed=held)
    if person.active is not None:
        sentence = said(
            "{person} works as {role} already: one profile at a time",
            person=Somebody(command.person),
            role=role_name(person.active),
        )
        return refuse(Code.DUTIES_CONFLICT, sentence, APART, allowed=(person.active,))
    return (noted(e.ProfileStarted, command, (APART,), role=command.role.value),)


@decides(c.EndProfile)
def end_profile(state: HouseState, command: c.EndProfile) -> Decision:
    person = state.people.get(command.person)
    if person is None or person.active is None:
        return refuse(
            Code.NOT_FOUND, said("'{person}' works in no role just now", person=Somebody(command.person)), APART
        )
    return _ended(person, command)


@applies(e.PersonAdmitted)
def _(state: HouseState, event: e.PersonAdmitted) -> HouseState:
    return replace(state, people=layered(state.people).put(event.person, Person(event.name, event.at)))


@applies(e.RolesGranted)
def _(state: HouseState, event: e.RolesGranted) -> HouseState:
    roles = {**state.people[event.person].roles, Role(event.role): Scope(event.pits, event.tables)}
    return _changed(state, event.person, roles=roles)


@applies(e.RolesTaken)
def _(state: HouseState, event: e.RolesTaken) -> HouseState:
    roles = {role: scope for role, scope in state.people[event.person].roles.items() if role != event.role}
    return _changed(state, event.person, roles=roles)


@applies(e.PersonDisabled, e.PersonEnabled)
def _(state: HouseState, event: Any) -> HouseState:
    return _changed(state, event.person, disabled=isinstance(event, e.PersonDisabled))


@applies(e.PersonRemoved)
def _(state: HouseState, event: e.PersonRemoved) -> HouseState:
    return _changed(state, event.person, removed=True, roles={})


@applies(e.ProfileStarted)
def _(state: HouseState, event: e.ProfileStarted) -> HouseState:
    return _changed(state, event.person, active=Role(event.role))


@applies(e.ProfileEnded)
def _(state: HouseState, event: e.ProfileEnded) -> HouseState:
    return _changed(state, event.person, active=None)


# ---------------------------------------------------------------------------------------------------------------- chips


@decides(c.GrantChips)
def grant_chips(state: HouseState, command: c.GrantChips) -> Decision:
    """Play chips come from the mint into a guest's wallet; the same transfer counts once."""
    if command.cents <= 0 or not command.guest.strip():
        return refuse(Code.BAD_STAKE, said("a grant names a guest and gives a cent or more"), CAUSES)
    if command.transfer and state.transfers.get(command.guest) == command.transfer:
        return ()
    postings = moved("grant", command.cents, "mint", f"guest/{command.guest}/wallet", CAUSES)
    return (noted(e.ChipsGranted, command, (CAUSES,), postings=postings),)


@applies(e.ChipsGranted, e.ChipsRedeemed)
def _(state: HouseState, event: Any) -> HouseState:
    others = {guest: transfer for guest, transfer in state.transfers.items() if guest != event.guest}
    latest = dict(tuple(others.items())[-TRANSFERS_KEPT + 1 :])
    paid = put_together(state.cage_paid, event.notes) if isinstance(event, e.ChipsRedeemed) else state.cage_paid
    return replace(state, transfers={**latest, event.guest: event.transfer}, cage_paid=paid)


@decides(c.RedeemChips)
def redeem_chips(state: HouseState, command: c.RedeemChips) -> Decision:
    """Play chips go back to the mint out of a guest's wallet; the same transfer counts once.

    The cage pays for them; that nothing is paid, those say who keep the exclusion lists.
    """
    if command.forfeited is (command.by.role is Role.CAGE):
        return refuse(Code.NOT_YOURS, said("the cage redeems chips, and others say that they are forfeited"), APART)
    if command.cents <= 0 or not command.guest.strip():
        return refuse(Code.BAD_STAKE, said("there are no chips to redeem"), CAUSES)
    if command.transfer and state.transfers.get(command.guest) == command.transfer:
        return ()
    notes = {} if command.forfeited else cage.paid_in(command.cage_cash, command.cents)
    if isinstance(notes, Refusal):
        return notes
    postings = moved("redeem", command.cents, f"guest/{command.guest}/wallet", "mint", CAUSES)
    return (noted(e.ChipsRedeemed, command, (CAUSES,), notes=notes, postings=postings),)


# ----------------------------------------------------------------------------------------------------------------- days


@decides(c.TellPitDay)
def tell_pit_day(state: HouseState, command: c.TellPitDay) -> Decision:
    if command.pit not in state.pits:
        sentence = said("there is no pit '{pit}'", pit=command.pit)
        return refuse(Code.NOT_FOUND, sentence, form_text().forward, allowed=state.pits)
    return (noted(e.PitDayTold, command, (form_text().forward,)),)


def gaming_day(state: HouseState, at: int) -> str:
    """The gaming day of the house: the open one; or the one day that can be opened at a moment, that of a pit which
    has opened its own before the house, or else the calendar's."""
    ahead = (state.pit_days.get(pit, ("", True)) for pit in state.pits_with_days)
    opened = next((day for day, closed in ahead if not closed and day > state.last_day), "")
    return state.day or opened or calendar_day(at, state.last_day, state.time_zone)


@decides(c.OpenHouseDay)
def open_house_day(state: HouseState, command: c.OpenHouseDay) -> Decision:
    right = gaming_day(state, command.at)
    if state.day or command.day != right:
        sentence = said("the gaming day {day} of the house is open", day=right)
        if not state.day:
            sentence = said("'{wrong}' is not the day to open: it is {day}", wrong=command.day, day=right)
        return refuse(Code.NOT_NOW, sentence, form_text().forward, APART, allowed=(right,))
    return (noted(e.HouseDayOpened, command, (form_text().forward, APART)),)


@decides(c.CloseHouseDay)
def close_house_day(state: HouseState, command: c.CloseHouseDay) -> Decision:
    """The house closes its day when every pit has closed its own."""
    if command.day != state.day or not state.day:
        sentence = said("the open day of the house is {day}", day=state.day or said("none"))
        return refuse(Code.DAY_NOT_OPEN, sentence, form_text().forward, APART)
    waits = tuple(pit for pit in state.pits_with_days if state.pit_days.get(pit) != (state.day, True))
    if waits:
        sentence = said("the day {day} is not closed in {pits}", day=state.day, pits=many(waits, "and"))
        return refuse(Code.STILL_OPEN, sentence, form_text().forward, form_text().complimentary, allowed=waits)
    if cage.still_open(state):
        sentence = said("the cage has no closer for {day}: two of the cage count it", day=state.day)
        return refuse(Code.STILL_OPEN, sentence, COUNTS)
    return (noted(e.HouseDayClosed, command, (form_text().forward, form_text().complimentary)),)


@applies(e.PitDayTold)
def _(state: HouseState, event: e.PitDayTold) -> HouseState:
    return replace(state, pit_days={**state.pit_days, event.pit: (event.day, event.closed)})


@applies(e.HouseDayOpened)
def _(state: HouseState, event: e.HouseDayOpened) -> HouseState:
    return replace(state, day=event.day, reopening=None)


@applies(e.HouseDayClosed)
def _(state: HouseState, event: e.HouseDayClosed) -> HouseState:
    return replace(state, day="", last_day=event.day, day_before=state.last_day)


# ------------------------------------------------------------------------------------------------ parameters and papers


@decides(c.ChangeParameter)
def change_parameter(state: HouseState, command: c.ChangeParameter) -> Decision:
    """A parameter or a rulebook changes: what it was, what it is, and why (R26)."""
    del state
    if refusal := reasoned(command.reason, PARAMETERS):
        return refusal
    if not command.name.strip() or command.before == command.after:
        return refuse(Code.NOT_NOW, said("a change names a parameter and changes it"), PARAMETERS)
    return (noted(e.ParameterChanged, command, (PARAMETERS,)),)


@decides(c.RecordReference)
def record_reference(state: HouseState, command: c.RecordReference) -> Decision:
    """A submission, an approval or an internal control arrives; its time of receipt is the event's (part G)."""
    if not all(part.strip() for part in (command.name, command.authority, command.reference, command.date)):
        sentence = said("a reference has a name, an authority, a reference and a date")
        return refuse(Code.MISSING_REFERENCE, sentence, PARAMETERS)
    reference = Reference(command.authority, command.reference, command.date)
    if fault := next(paper_faults(reference, local(command.at, state.time_zone)), None):
        return refuse(fault.code, said("{name}: {what}", name=command.name, what=fault.said), PARAMETERS)
    return (noted(e.ReferenceReceived, command, (PARAMETERS,), reference=reference),)


@applies(e.ReferenceReceived)
def _(state: HouseState, event: e.ReferenceReceived) -> HouseState:
    return replace(state, references=layered(state.references).put(event.name, event.reference))


@decides(c.WriteDown)
def write_down(state: HouseState, command: c.WriteDown) -> Decision:
    del state
    return (replace(command.noticed, at=command.at),)


@applies(e.ParameterChanged, e.HouseAttemptRefused)
def _(state: HouseState, event: HouseEvent) -> HouseState:
    """Traces are in the log, and change nothing."""
    del event
    return state


@applies(e.BooksChecked)
def _(state: HouseState, event: e.BooksChecked) -> HouseState:
    return replace(state, checked_at=event.at, found_count=event.found_count, found=event.found)


APPLIERS = {
    **applies.functions,
    **reviews.applies.functions,
    **reopening.house_applies.functions,
    **signing.applies.functions,
    **coupons.applies.functions,
    **numbers.applies.functions,
    **cage.applies.functions,
}
DECIDERS = {
    **decides.functions,
    **reviews.decides.functions,
    **reopening.house_decides.functions,
    **signing.decides.functions,
    **coupons.decides.functions,
    **numbers.decides.functions,
    **cage.decides.functions,
}

HOUSE = Machine[HouseState, HouseCommand, HouseEvent](
    fold=Fold("house", e.HouseOpened, opened, APPLIERS, account=_account),
    who=WHO,
    deciders=DECIDERS,
    read=e.decode,
    read_command=reader(c.HOUSE_KINDS),
    late=(APART,),
    traces=Traces(e.HouseAttemptRefused, TRACED),
)
