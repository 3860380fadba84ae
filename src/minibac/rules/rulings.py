"""Rulings: how each contradiction, misprint, ambiguity and gap of the documents is resolved, and why.

>>> ruling("D01").title
'Banker 6 listed twice for a third card of 6'
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from minibac.rules.words import did_you_mean


class Ruling(NamedTuple):
    """One entry: the problem, the resolution the program implements, and the reason."""

    id: str
    title: str
    clauses: tuple[str, ...]
    is_choice: bool
    """A regulator could decide otherwise; where it moves money, wagers or cards it is an option."""
    problem: str
    resolution: str
    why: str


class UnknownRulingError(LookupError):
    """No such entry. The message is a sentence for the person who asked."""


@cache
def rulings() -> dict[str, Ruling]:
    """Every entry by id."""
    import tomllib

    text = files("minibac.rulebooks").joinpath("rulings.toml").read_text(encoding="utf-8")
    return {
        row["id"]: Ruling(
            row["id"],
            row["title"],
            tuple(row["clauses"]),
            row["ruling"],
            row["problem"],
            row["resolution"],
            row["why"],
        )
        for row in tomllib.loads(text)["ruling"]
    }


def ruling(ruling_id: str) -> Ruling:
    """The entry of that id, or a sentence with the nearest right one."""
    found = rulings()
    if ruling_id in found:
        return found[ruling_id]
    raise UnknownRulingError(f"there is no ruling {ruling_id!r}{did_you_mean(ruling_id, found)}")
