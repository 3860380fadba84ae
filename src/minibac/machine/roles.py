"""Who stands in the house: the parts that people play, and the person who gives a command."""

from enum import StrEnum

import msgspec


class Role(StrEnum):
    """The part a person plays. ``HOUSE`` is the house itself: its clock, its vault, its door."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    PIT_BOSS = "pit-boss"
    SHIFT_MANAGER = "shift-manager"
    PIT_CLERK = "pit-clerk"
    SURVEILLANCE = "surveillance"
    ACCOUNTING = "accounting"
    CAGE = "cage"
    COUNT_TEAM = "count-team"
    SECURITY = "security"
    COMPLIANCE = "compliance"
    ADMIN = "admin"
    INSTRUCTOR = "instructor"
    ASSESSOR = "assessor"
    TRAINEE = "trainee"
    GUEST = "guest"
    SPECTATOR = "spectator"
    HOUSE = "house"


SUPERVISORS = (Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER)
"""A casino supervisor is a floorperson or above (A27)."""


class Duty(StrEnum):
    """What a person is on duty for. One dealer may call the game and look after the wagers (A26)."""

    CALLING = "calling"
    WAGERS = "wagers"
    FLOOR = "floor"
    PIT = "pit"
    SHIFT = "shift"


class Actor(msgspec.Struct, frozen=True):
    """The person, or the house, that gives a command."""

    id: str
    """A name that stays the same: the log keeps it."""
    role: Role
    """As whom this person acts."""
    seat: int = 0
    """The seat of a guest, 0 for everybody else."""

    @property
    def is_supervisor(self) -> bool:
        """Whether this is a floorperson or above."""
        return self.role in SUPERVISORS


THE_HOUSE = Actor("house", Role.HOUSE)
