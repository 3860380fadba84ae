"""What has happened in a pit, or in the house as a whole, told in sentences.

>>> str(told(e.NoticeReceived(at=5, by="ann", notice=3)))
'Surveillance has notice 3, and its time runs.'
"""

from collections.abc import Callable, Mapping
from typing import Any

from minibac.machine.automatic_people import is_automatic
from minibac.machine.kinds import Event
from minibac.machine.names import command_words, role_name
from minibac.pits import house_events as h
from minibac.pits import pit_events as e
from minibac.pits.papers import count_name, paper_name
from minibac.rules.option_names import option_words
from minibac.table.accounts import account_name
from minibac.voice.said import Fact, Moment, Money, Names, Said, Somebody, introduced, many, parts, said
from minibac.voice.times import NO_ZONE

SAYS: dict[type[Event], Said] = {
    e.PitOpened: said("The pit {name} opens with the tables {tables}."),
    e.TableAdded: said("Table {table} joins the pit."),
    e.NoticeGiven: said("Notice {notice} goes to surveillance in writing: {options}. {text}"),
    e.NoticeReceived: said("Surveillance has notice {notice}, and its time runs."),
    e.NoticePosted: said("Notice {notice} is posted at table {table}: {options}. {text}"),
    e.ChangeScheduled: said("Change {change} is set for {effective_at}: {options}, tables {tables}."),
    e.ChangeCancelled: said("Change {change} is called off: {reason}."),
    e.ChangeDue: said("Change {change} is due: {options}, tables {tables}."),
    e.TableChanged: said("Table {table} has taken change {change}."),
    e.SeriesRegistered: said("A series of {kind} forms is registered: {prefix} {first} to {last}."),
    e.StockRead: said("The stock of {kind} forms is looked at: {unused_count} unused, next is {next_serial}."),
    e.SeriesAccounted: said(
        "The {kind} forms are accounted for: {unused_count} unused, {used_count} used, {void_count} void, "
        "{missing} missing, {surplus} too many."
    ),
    e.FormPrepared: said("{kind:^} form {serial}: table {table}, seat {seat}, {name}, {cents}."),
    e.FormSigned: said("The {role} signs form {serial}."),
    e.ReasonStated: said("The {role} states on form {serial} why the patron did not sign: {reason}."),
    e.PresenceConfirmed: said("The {role} is present for form {serial}."),
    e.OriginalDropped: said("The original of form {serial} goes into the drop box of table {table}."),
    e.MarkerReleased: said("Form {serial} lets the marker button of {cents} at seat {seat} of table {table} go."),
    e.VoidSigned: said("The {role} signs the void form {serial}: {reason}."),
    e.FormVoided: said("Form {serial} is void: {reason}."),
    e.CustodyChanged: said("{to} keeps the copies of form {serial} now."),
    e.DuplicatesForwarded: said("Duplicates go to accounting: {serials}; void among them: {void}."),
    e.DuplicatesReceived: said("Accounting has {copies:copy|copies}."),
    e.FormsCompared: said("The forms of {day} are compared: {agreed} agree, {exceptions_count:exception|exceptions}."),
    e.ComplimentaryPosted: said("{cents} of form {serial} are recorded for the guest."),
    e.FormReprinted: said("Form {serial} is printed again, copy {copy_no}."),
    e.InventoryCounted: said("Count {slip}, {kind} of table {table}: {cents}, {over_cents} against the ledger."),
    e.CountAttested: said("Count {slip} is attested."),
    e.CountsDiffered: said("Count {slip}, {kind} of table {table}: the second count is {cents}, and both count again."),
    e.TransferRequested: said("Request {request}: a {kind} of {cents} for table {table}."),
    e.RequestCancelled: said("Request {request} is called off: {reason}."),
    e.SlipPrepared: said("{kind:^} slip {serial}: {cents} for table {table}, request {request}."),
    e.TransferCompleted: said("{kind:^} slip {serial} is done: {cents} for table {table}."),
    e.DropBoxRemoved: said("The drop box {box} of table {table} is taken away."),
    e.DropSealed: said(
        "The drop box {box} of table {table} is counted once and sealed: {cash_cents} in cash, {originals} originals."
    ),
    e.DropCountsDiffered: said(
        "The drop box {box} of table {table}: the second count is {cash_cents} in cash, {originals} originals, "
        "and both count again."
    ),
    e.DropCounted: said("The drop box {box} of table {table} is counted: {cash_cents} in cash, {originals} originals."),
    e.WinReported: said("The win of table {table} is {win_cents}."),
    e.DayOpened: said("The gaming day {day} opens."),
    e.DayClosed: said("The gaming day {day} closes; open exceptions: {open_exceptions}."),
    e.ReopeningAsked: said("It is asked that the gaming day {day} be opened again: {reason}."),
    e.DayReopened: said("The gaming day {day} is opened again, as {asked_by} has asked: {reason}."),
    e.CorrectionProposed: said(
        "Correction {correction} is asked for: {account} from {before_cents} to {after_cents}, a difference of "
        "{difference_cents}: {reason}."
    ),
    e.CorrectionApproved: said(
        "Correction {correction} of {proposed_by} is let through: {account} from {before_cents} to {after_cents}, "
        "a difference of {difference_cents}: {reason}."
    ),
    e.ExceptionRaised: said("Exception {number}: {said}."),
    e.ExceptionResolved: said("Exception {number} is resolved: {resolution:.}."),
    e.AttemptRefused: said("The {role} was refused {command}: {said}."),
    h.HouseOpened: said("The house {name} opens."),
    h.PersonAdmitted: said("{name} gets an account."),
    h.RolesGranted: said("{person} becomes {role}; pits {pits}, tables {tables}."),
    h.RolesTaken: said("{person} is {role} no longer."),
    h.PersonDisabled: said("The account of {person} is disabled: {reason}."),
    h.PersonEnabled: said("The account of {person} is enabled again."),
    h.PersonRemoved: said("The account of {person} is removed: {reason}."),
    h.ProfileStarted: said("{person} works as {role}."),
    h.ProfileEnded: said("{person} works as {role} no longer."),
    h.CouponsRegistered: said("Coupons {prefix} {first} to {last} are entered, each for {face_cents}."),
    h.NumbersClaimed: said("The numbers {prefix} {first} to {last} are those of the pit {pit}."),
    h.CouponClaimed: said("The coupon {serial} comes to table {table}."),
    h.CouponSettled: said("The coupon {serial} has left table {table}."),
    h.ChipsGranted: said("{guest} gets play chips for {cents}."),
    h.CageSealed: said("The cage is counted once and sealed: the {kind} of {day}."),
    h.CageCountsDiffered: said("The cage, {kind} of {day}: the second count differs, and both count again."),
    h.CageCounted: said("The cage is counted: the {kind} of {day}."),
    h.ChipsRedeemed: said("The cage redeems play chips for {cents}."),
    h.PitDayTold: said("The gaming day {day} opens in the pit {pit}."),
    h.HouseDayOpened: said("The gaming day {day} of the house opens."),
    h.HouseDayClosed: said("The gaming day {day} of the house closes."),
    h.HouseReopeningAsked: said("It is asked that the gaming day {day} of the house be opened again: {reason}."),
    h.HouseDayReopened: said("The gaming day {day} of the house is opened again, as {asked_by} has asked: {reason}."),
    h.ReportSigned: said("Revision {revision} of the day-end report of {day} is signed, hash {sha256}."),
    h.ReportCountersigned: said("Revision {revision} of the day-end report of {day} is signed by a second person."),
    h.ParameterChanged: said("{name} changes from {before} to {after}: {reason}."),
    h.ReferenceReceived: said("The house holds the reference {name}."),
    h.HouseAttemptRefused: said("The {role} was refused {command}: {said}."),
    h.BooksChecked: said(
        "Everything that is kept was checked: {events_count:event|events}, {found_count:fault|faults} found."
    ),
    h.ExceptionAssigned: said("Exception {exception} is for {to} to look into."),
    h.ExceptionLookedAt: said("Exception {exception} is looked at."),
    h.ExceptionExplained: said("Exception {exception} is explained: {explanation}."),
    h.ExceptionClosed: said("Exception {exception} is closed."),
    h.ExceptionReopened: said("Exception {exception} is open again: {reason}."),
}
OTHERWISE = {
    "complete": said("The {role} signs form {serial}, and it is complete."),
    "forfeited": said("Play chips for {cents} are forfeited to the house."),
    "done": said("Table {table} has taken change {change}, as the last one."),
    "closed": said("The gaming day {day} closes in the pit {pit}."),
    "surrendered": said("The coupon {serial} is surrendered at table {table}."),
}
"""What is said instead where this fact of an event is true."""

PERSONS = ("person", "guest", "to", "asked_by", "proposed_by")
COUNTED = ("originals", "copies", "agreed")


BY_NOBODY = said("Count {slip} is taken over automatically.")
"""Nobody stands behind the word of an automatic person, so nothing is attested by it."""


def told(event: Event, names: Names = str, zone: str = NO_ZONE) -> Said:
    """The event in a sentence, with its times in a zone; ``names`` gives the name behind the id of a person."""
    instead = next((OTHERWISE[name] for name in OTHERWISE if getattr(event, name, False)), None)
    template = instead if instead and type(event) is not e.ReasonStated else SAYS[type(event)]
    if isinstance(event, e.CountAttested) and is_automatic(event.by):
        template = BY_NOBODY
    used = {name for _, name, _ in parts(template.template) if name}
    return template.about(**{name: fact(event, name, names, zone) for name in used})


def fact(event: Event, name: str, names: Names = str, zone: str = NO_ZONE) -> Fact:
    """A field of an event as it is said."""
    value: Any = getattr(event, name)
    if name in PERSONS:
        return Somebody(value, names(value))
    if isinstance(value, Said):
        return introduced(value, names)
    if name == "effective_at":
        return Moment(value, zone)
    if name in WORDS:
        return WORDS[name](value)
    if name.endswith("cents"):
        return Money(value)
    if name == "name" and isinstance(event, e.PitOpened | h.HouseOpened):
        return Said(value)
    if isinstance(value, Mapping):
        return option_words(value) if name == "options" else many(value, "and")
    if isinstance(value, tuple):
        return len(value) if name in COUNTED else many(value, "and") if value else said("none")
    return value  # type: ignore[no-any-return]


WORDS: dict[str, Callable[[Any], Fact]] = {
    "role": role_name,
    "command": command_words,
    "kind": lambda kind: count_name(kind) if kind in ("opener", "shift", "closer") else paper_name(kind),
    "account": account_name,
}
