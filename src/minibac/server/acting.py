"""From a message to a command: who gives it, when, and that nobody acts for anybody else.

A page says what; the house says who and when. Two things are said by the door of the house for those who ask: that an
eligible person takes a seat, and that one of the staff goes on duty. Which role may give which command, and that only
who is on duty does, is the table's to say.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from minibac.machine.automatic_people import is_automatic
from minibac.machine.kinds import Command
from minibac.machine.names import command_name
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.machine.who import DUTIES_OF, barred, off_duty
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.server.wire import WrongMessageError
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC
from minibac.table.machine import TABLE
from minibac.table.opening import duty_clauses
from minibac.table.state import TableState
from minibac.voice.misread import in_our_words
from minibac.voice.said import said

KINDS: Final = {kind.__name__: kind for kind in c.KINDS}
GUESTS_OWN: Final = (c.TakeSeat, c.BuyIn, c.PlaceWager)
"""What touches a guest's person, wallet or stake: the guest's own to give."""
HOUSE_SAYS: Final[Mapping[type[Command], tuple[str, ...]]] = {
    c.TakeSeat: ("guest", "name", "age", "of_age", "attested_by", "excluded"),
    c.BuyIn: ("excluded",),
}
"""What the house says in a command, whatever the page has said."""
MAY_LEAVE_OUT: Final[Mapping[type[Command], Mapping[str, Callable[[Actor, str], str]]]] = {
    c.BuyIn: {"transfer": lambda _, command_id: command_id},
    c.AnswerCut: {"word": lambda _, command_id: command_id},  # made by the page, which has a share in the cut by it
    c.AssignStaff: {"person": lambda by, _: by.id},
}
"""What a page may leave out of a command, and what then stands there, of who gives it and its id."""
LONGEST_TEXT: Final = 500
MOST_CENTS: Final = 10**12
MOST_ITEMS: Final = 200


def read_command(facts: dict[str, Any], by: Actor, at: int, command_id: str) -> c.Command:
    """The command of a page, or :class:`WrongMessageError`."""
    name = facts.get("command")
    if not isinstance(name, str) or name not in KINDS:
        raise WrongMessageError(f"there is no command {str(name)[:40]!r}")
    if "by" in facts or "at" in facts:
        raise WrongMessageError("who gives a command and when is not for the page to say")
    kind = KINDS[name]
    filled = {**facts, "by": msgspec.to_builtins(by), "at": at}
    if kind is c.TakeSeat:
        filled["guest"] = by.id
    for field, fill in MAY_LEAVE_OUT.get(kind, {}).items():
        filled.setdefault(field, fill(by, command_id))
    try:
        command: c.Command = msgspec.convert(filled, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise WrongMessageError(f"{name}: {in_our_words(error)}") from None
    _bounded(command)
    return command


def _bounded(command: c.Command) -> None:
    """Texts of a sensible length, and amounts that no ledger overflows with."""
    for field in command.__struct_fields__:
        if field in ("by", "at"):
            continue
        value = getattr(command, field)
        if isinstance(value, str) and (len(value) > LONGEST_TEXT or not value.isprintable()):
            raise WrongMessageError(f"{field} has {LONGEST_TEXT} printable characters at most")
        whole = (*value, *value.values()) if isinstance(value, dict) else (value,)
        if any(isinstance(each, int) and abs(each) > MOST_CENTS for each in whole):
            raise WrongMessageError(f"{field} is too large")
        if isinstance(value, tuple | dict) and len(value) > MOST_ITEMS:
            raise WrongMessageError(f"{field} has {MOST_ITEMS} entries at most")


class Known(NamedTuple):
    """What the house knows of a guest who wants to play."""

    name: str = ""
    age: int | None = None
    of_age: bool = False
    attested_by: str = ""
    excluded: bool = False


UNKNOWN: Final = Known()


def directed(state: TableState, command: c.Command, known: Known = UNKNOWN) -> c.Command | Refusal:
    """The command as the house passes it to the table, or why it does not."""
    by = command.by
    if by.role is Role.SPECTATOR:  # nobody in particular: what the table would refuse leaves no trace
        return barred(TABLE.who[type(command)], state, command) or command
    if isinstance(command, GUESTS_OWN) and by.role is not Role.GUEST:
        return refuse(
            Code.NOT_YOURS,
            said("{command} is a guest's own to give", command=command_name(command)),
            allowed=("guest",),
        )
    if isinstance(command, c.TakeSeat):
        return msgspec.structs.replace(command, by=THE_HOUSE, guest=by.id, **known._asdict())
    if isinstance(command, c.BuyIn):
        return msgspec.structs.replace(command, excluded=known.excluded)
    if isinstance(command, c.AssignStaff) and not by.is_supervisor:
        return _on_duty(state, command)
    return command


def goes_on_duty(state: TableState, command: c.Command) -> c.AssignStaff | None:
    """A supervisor who acts where no person has that duty takes it: the door has seen that the role holds here."""
    by, row = command.by, TABLE.who[type(command)]
    duty, there = come_on_duty(state, by)
    if duty is None or not barred(row, state, command) or barred(row, there, command):
        return None
    return c.AssignStaff(by=THE_HOUSE, at=command.at, duty=duty, person=by.id)


def come_on_duty(state: TableState, by: Actor) -> tuple[Duty | None, TableState]:
    """The duty that a supervisor would take by acting here, and the table as it is then; ``None`` and the table as it
    is where a person has that duty already, or it is none of a supervisor's."""
    duty = next(iter(DUTIES_OF.get(by.role, ())), None)
    if duty is None or not by.is_supervisor or not is_automatic(state.staff[duty]):
        return None, state
    return duty, msgspec.structs.replace(state, staff={**state.staff, duty: by.id})


def may_deal(state: TableState, by: Actor, at: int) -> bool:
    """Whether a dealer who is not on duty here may take over the table."""
    duties = (c.AssignStaff(by=by, at=at, duty=duty, person=by.id) for duty in (Duty.CALLING, Duty.WAGERS))
    return not any(isinstance(directed(state, comes), Refusal) for comes in duties)


def _on_duty(state: TableState, command: c.AssignStaff) -> c.Command | Refusal:
    """A dealer puts nobody on duty but the dealer's own person, where no other has that duty, and goes off duty when
    the automatic one takes over."""
    by, holder = command.by, state.staff.get(command.duty, "")
    comes = command.person == by.id and (holder == by.id or is_automatic(holder))
    goes = command.person == AUTOMATIC.dealer.id and holder == by.id
    if by.role is Role.DEALER and command.duty in (Duty.CALLING, Duty.WAGERS):
        if comes or goes:
            return msgspec.structs.replace(command, by=THE_HOUSE)
        if refusal := off_duty(by, state.staff, [Duty(command.duty)], *duty_clauses(state, command.duty)):
            return refusal
    return refuse(Code.NOT_YOURS, said("a dealer goes on duty, and off again; others are put on duty by the floor"))
