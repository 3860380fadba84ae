"""Rulings: how each contradiction, misprint, ambiguity and gap of the documents is resolved, and why.

>>> rulings()["D01"].title
'Banker 6 listed twice for a third card of 6'
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple


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
