"""Who may give a command, asked in one place: the role, the duty, the seat; and what is said to everybody else.

Two questions about people are asked here for every machine: whether somebody is on duty there (:func:`off_duty`), and
whether two people are two people (:func:`same_person`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from minibac.machine.kinds import Command
from minibac.machine.names import command_name, duty_name, role_name, seat_or_role
from minibac.machine.roles import Actor, Duty, Role
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Fact, Somebody, many, said

Clauses = tuple[str, ...] | Callable[[Any, Any], tuple[str, ...]]
"""The clauses of a row; a function of state and command where the rulebook of the state decides."""

ROLE_OF: Mapping[Duty, Role] = {
    Duty.CALLING: Role.DEALER,
    Duty.WAGERS: Role.DEALER,
    Duty.FLOOR: Role.FLOORPERSON,
    Duty.PIT: Role.PIT_BOSS,
    Duty.SHIFT: Role.SHIFT_MANAGER,
}
"""The role in which a person is on a duty."""
DUTIES_OF: Mapping[Role, tuple[Duty, ...]] = {
    role: tuple(duty for duty, of in ROLE_OF.items() if of is role) for role in ROLE_OF.values()
}
"""What a person of a role can be on duty for at a table."""


GUEST = Role.GUEST  # read once: every command asks, and a member of an enum is slow to look up


class Who(NamedTuple):
    """The roles that may give a command, and the clauses that say so."""

    roles: tuple[Role, ...]
    clauses: Clauses = ()
    duty: tuple[Duty, ...] = ()
    """What a person of that duty's role must be on duty for; left out, any duty of the role will do. Where a machine
    has nobody on a duty, any of the role may."""
    seat: Callable[[Any, Any], int] | None = None
    """The seat, of state and command, for which a guest must speak; without it a guest speaks as any guest."""
    comes: bool = False
    """Whether the person is just going on duty, and need not be there yet."""


Row = Who | Callable[[Any, Any], Who]
"""A row of the table of who may; a function of state and command where the moment decides, such as a named step."""


def named_seat(state: Any, command: Any) -> int:
    """The seat that a command names."""
    del state
    seat: int = command.seat
    return seat


def cited(clauses: Clauses, state: Any, command: Any) -> tuple[str, ...]:
    """The clauses of a row, in this state."""
    return clauses if isinstance(clauses, tuple) else clauses(state, command)


def barred(row: Row, state: Any, command: Command) -> Refusal | None:
    """Why this person may not give the command, or ``None``."""
    who = row if isinstance(row, Who) else row(state, command)
    by = command.by
    role = by.role
    if role not in who.roles:
        return _not_yours(who, state, command)
    if role is GUEST:
        if who.seat is None:
            return None
        seat = who.seat(state, command)
        sits = state.seats.get(seat)
        if by.seat == seat and (sits is None or sits.guest == by.id):
            return None
        return _not_yours(who, state, command)
    duties = [duty for duty in who.duty if ROLE_OF[duty] is role] or DUTIES_OF.get(role, ())
    staff = getattr(state, "staff", None)
    if not duties or not staff or who.comes or any(staff.get(duty, by.id) == by.id for duty in duties):
        return None
    return off_duty(by, staff, duties, *cited(who.clauses, state, command))


def _not_yours(who: Who, state: Any, command: Command) -> Refusal:
    seat = who.seat(state, command) if who.seat else 0
    names = [seat_or_role(role, seat) for role in who.roles]
    allowed = tuple(str(name) if role is GUEST else role.value for role, name in zip(who.roles, names, strict=True))
    sentence = said(
        "{command} is not for {role}: {roles} may do that",
        command=command_name(command),
        role=role_name(command.by.role),
        roles=many(names),
    )
    return refuse(Code.NOT_YOURS, sentence, *cited(who.clauses, state, command), allowed=allowed)


def off_duty(by: Actor, staff: Mapping[str, str], duties: Collection[Duty], *clauses: str) -> Refusal | None:
    """Why somebody is not the one on duty for any of these at a table, or ``None``."""
    if any(staff.get(duty) == by.id for duty in duties):
        return None
    assigned = tuple(dict.fromkeys(staff[duty] for duty in duties if staff.get(duty)))
    there: Fact = many(map(Somebody, assigned), "and") if assigned else said("nobody")
    sentence = said(
        "{person} is not the {role} on duty for {duty}: {assigned} is",
        person=Somebody(by.id),
        role=role_name(by.role),
        duty=many(map(duty_name, duties)),
        assigned=there,
    )
    return refuse(Code.NOT_YOURS, sentence, *clauses, allowed=assigned)


def same_person(by: Actor, others: Iterable[str], *clauses: str, code: Code = Code.NOT_YOURS) -> Refusal | None:
    """Why somebody cannot have one more part in something, or ``None``: nobody fills two of the roles it names."""
    if by.id not in others:
        return None
    sentence = said("{person} has a part in this already: it takes another person", person=Somebody(by.id))
    return refuse(code, sentence, *clauses)
