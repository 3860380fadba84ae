"""Rulings: how each contradiction, misprint, ambiguity and gap of the documents is resolved, and why.

>>> rulings()["D01"].title
'Banker 6 listed twice for a third card of 6'
"""

from functools import cache

import msgspec

from minibac.rules.rulebook import packaged


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """One entry: the problem, the resolution the program implements, and the reason."""

    id: str
    title: str
    clauses: tuple[str, ...]
    is_choice: bool = msgspec.field(name="ruling")
    """A regulator could decide otherwise; where it moves money, wagers or cards it is an option."""
    problem: str
    resolution: str
    why: str


@cache
def rulings() -> dict[str, Ruling]:
    """Every entry by id."""
    return {entry.id: entry for entry in msgspec.convert(packaged("rulings.toml")["ruling"], list[Ruling])}
