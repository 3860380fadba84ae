"""What roles and duties are called where they stand in a sentence."""

from collections.abc import Iterable

from minibac.voice.said import Fact, Many, many, vocabulary

ROLES = vocabulary(
    "role", "dealer", "floorperson", "pit-boss", "shift-manager", "pit-clerk", "surveillance", "accounting", "cage",
    "count-team", "security", "admin", "guest", "spectator", "house", "patron", "supervisor",
)  # fmt: skip
DUTIES = vocabulary("duty", "calling", "wagers", "floor")


def role_name(role: str) -> Fact:
    return ROLES.get(role, role)


def role_names(roles: Iterable[str]) -> Many:
    return many(map(role_name, roles))


def duty_name(duty: str) -> Fact:
    return DUTIES.get(duty, duty)
