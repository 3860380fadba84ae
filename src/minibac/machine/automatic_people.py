"""Automatic people: nobody stands behind their names, which all begin in one way."""

from minibac.machine.roles import THE_HOUSE

AUTOMATIC_NAME = "automatic "
"""How the names of automatic people begin; nobody else's does."""


def is_automatic(person: str) -> bool:
    """Whether nobody stands behind a name: an automatic person, or the house itself.

    >>> is_automatic("automatic dealer"), is_automatic(automatic_guest(3)), is_automatic("ann")
    (True, True, False)
    """
    return person == THE_HOUSE.id or person.startswith(AUTOMATIC_NAME)


def automatic_guest(seat: int) -> str:
    """The automatic guest of a seat."""
    return f"{AUTOMATIC_NAME}guest {seat}"
