"""Who may give a command, asked in one place: the role, the duty, the seat; and what is said to everybody else."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from minibac.machine.kinds import Command
from minibac.machine.names import command_name, duty_name, role_name, seat_or_role
from minibac.machine.roles import Duty, Role
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import many, said

Clauses = tuple[str, ...] | Callable[[Any, Any], tuple[str, ...]]
"""The clauses of a row; a function of state and command where the rulebook of the state decides."""

ROLE_OF: Mapping[Duty, Role] = {Duty.CALLING: Role.DEALER, Duty.WAGERS: Role.DEALER, Duty.FLOOR: Role.FLOORPERSON}
"""The role in which a person is on a duty."""


GUEST = Role.GUEST  # read once: every command asks, and a member of an enum is slow to look up


class Who(NamedTuple):
    """The roles that may give a command, and the clauses that say so."""

    roles: tuple[Role, ...]
    clauses: Clauses = ()
    duty: tuple[Duty, ...] = ()
    """What a person of that duty's role must be on duty for; where nobody is assigned, any of the role may."""
    seat: Callable[[Any, Any], int] | None = None
    """The seat, of state and command, for which a guest must speak; without it a guest speaks as any guest."""


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
    for duty in who.duty:
        if ROLE_OF[duty] is role and state.staff.get(duty, by.id) != by.id:
            return _off_duty(who, duty, state, command)
    return None


def _not_yours(who: Who, state: Any, command: Command) -> Refusal:
    seat = who.seat(state, command) if who.seat else 0
    names = [seat_or_role(role, seat) for role in who.roles]
    sentence = said(
        "{command} is not for {role}: {roles} may do that",
        command=command_name(command),
        role=role_name(command.by.role),
        roles=many(names),
    )
    return refuse(Code.NOT_YOURS, sentence, *cited(who.clauses, state, command), allowed=tuple(map(str, names)))


def _off_duty(who: Who, duty: Duty, state: Any, command: Command) -> Refusal:
    assigned = state.staff[duty]
    sentence = said(
        "{person} is not the {role} on duty for {duty}: {assigned} is",
        person=command.by.id,
        role=role_name(command.by.role),
        duty=duty_name(duty),
        assigned=assigned,
    )
    return refuse(Code.NOT_YOURS, sentence, *cited(who.clauses, state, command), allowed=(assigned,))
