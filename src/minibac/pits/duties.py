"""Duties kept apart (R30): roles that no account may hold together, as data, each pair with its reason.

>>> conflict(Role.DEALER, [Role.SURVEILLANCE]).reason
'who watches the game takes no part in it'
>>> conflict(Role.DEALER, [Role.FLOORPERSON]) is None
True
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from minibac.machine.names import role_name
from minibac.machine.roles import SUPERVISORS, Actor, Role
from minibac.pits.house_state import HouseState, Scope
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Somebody, said

ON_THE_FLOOR = (Role.DEALER, *SUPERVISORS, Role.PIT_CLERK)
CHIP_ROLES = (*ON_THE_FLOOR, Role.CAGE, Role.COUNT_TEAM)
"""Roles through whose hands chips, cash or forms go."""
STAFF = (
    *CHIP_ROLES, Role.ACCOUNTING, Role.SECURITY, Role.COMPLIANCE, Role.SURVEILLANCE, Role.ADMIN, Role.INSTRUCTOR,
    Role.ASSESSOR,
)  # fmt: skip
"""What a person can be beside a guest."""
GRANTABLE = (*STAFF, Role.GUEST)
"""The roles a person can have; the house itself and somebody who only looks on are no accounts."""


class Conflict(NamedTuple):
    """Two roles that no account holds together, and why."""

    one: Role
    other: Role
    reason: str


def _pairs(one: Role, others: Iterable[Role], reason: str) -> tuple[Conflict, ...]:
    return tuple(Conflict(one, other, reason) for other in others if other is not one)


CONFLICTS: tuple[Conflict, ...] = (
    *_pairs(
        Role.SURVEILLANCE,
        [role for role in STAFF if role is not Role.SURVEILLANCE],
        "who watches the game takes no part in it",
    ),
    *_pairs(
        Role.ACCOUNTING,
        (*ON_THE_FLOOR, Role.CAGE, Role.COUNT_TEAM, Role.SECURITY),
        "who closes the books writes no entry in them",
    ),
    *_pairs(
        Role.ADMIN, (*CHIP_ROLES, Role.ACCOUNTING, Role.SECURITY), "who grants roles touches no chips and no books"
    ),
    *_pairs(Role.ADMIN, (Role.INSTRUCTOR, Role.ASSESSOR), "who grants roles teaches and examines nobody"),
    *_pairs(Role.COUNT_TEAM, (*ON_THE_FLOOR, Role.CAGE), "who counts the drop box has put nothing into it"),
    *_pairs(Role.CAGE, ON_THE_FLOOR, "who sends the chips does not receive them"),
    *_pairs(Role.PIT_CLERK, (Role.DEALER, *SUPERVISORS), "who keeps the forms signs them for nobody else"),
    *_pairs(Role.SECURITY, (*CHIP_ROLES,), "who carries the box neither fills nor counts it"),
    *_pairs(Role.COMPLIANCE, (*CHIP_ROLES, Role.ADMIN), "who keeps the exclusion lists touches no chips"),
    *_pairs(Role.GUEST, STAFF, "nobody plays in the house they work in"),
)
"""Every pair, once."""

_FOUND: dict[frozenset[Role], Conflict] = {frozenset((pair.one, pair.other)): pair for pair in CONFLICTS}


def conflict(role: Role, held: Iterable[Role]) -> Conflict | None:
    """The pair that keeps a role from somebody who holds others, or ``None``."""
    return next((_FOUND[pair] for other in held if (pair := frozenset((role, other))) in _FOUND), None)


def not_on_duty(state: HouseState, by: Actor, pit: str, tables: Collection[str], *clauses: str) -> Refusal | None:
    """Why somebody is not on duty in a pit now in the role of the command, or ``None``: the role holds there, and the
    person works in it. In a house whose log knows nobody, nobody is asked."""
    if not state.people:
        return None
    person = state.people.get(by.id)
    scope = None if person is None or person.disabled or person.removed else person.roles.get(by.role)
    if scope is None or not (pit in scope.pits or set(tables) & set(scope.tables) or scope == Scope()):
        sentence = said(
            "{person} is no {role} in the pit {pit}", person=Somebody(by.id), role=role_name(by.role), pit=pit
        )
        return refuse(Code.NOT_YOURS, sentence, *clauses)
    if person is None or person.active is not by.role:
        sentence = said("{person} is not on duty as {role} now", person=Somebody(by.id), role=role_name(by.role))
        return refuse(Code.NOT_YOURS, sentence, *clauses)
    return None
