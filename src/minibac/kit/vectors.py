"""The vectors: questions with the one right answer, the clauses it follows from, and the reason in words.

They are made from the engine on demand and are the same to the byte every time; the file of a chapter begins with a
line about itself. Anybody may use them for anything: CC0 1.0.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from minibac.kit.drawing_vectors import drawing
from minibac.kit.engine import KIT, answer
from minibac.kit.kit_question import KitQuestion
from minibac.kit.odds_vectors import odds
from minibac.kit.remedy_vectors import remedies
from minibac.kit.road_vectors import road_layouts
from minibac.kit.script_vectors import scripts
from minibac.kit.settlement_vectors import settlement
from minibac.kit.shoe_vectors import shoes

LICENCE = "CC0-1.0"


class Vector(msgspec.Struct, frozen=True):
    """A question, its answer, and why."""

    id: str
    question: dict[str, Any]
    answer: dict[str, Any]
    clauses: tuple[str, ...]
    reason: str


MAKERS: Mapping[str, Callable[[], Iterator[KitQuestion]]] = {
    "drawing": drawing,
    "settlement": settlement,
    "roads": road_layouts,
    "odds": odds,
    "shoes": shoes,
    "remedies": remedies,
    "scripts": scripts,
}
"""The chapters of the kit, in the order in which they are asked."""


@cache
def vectors(chapter: str) -> tuple[Vector, ...]:
    """The vectors of a chapter."""
    return tuple(
        Vector(f"{chapter}/{number}", stated.question, answer(stated.question), stated.clauses, stated.reason)
        for number, stated in enumerate(MAKERS[chapter](), start=1)
    )


def lines(chapter: str) -> Iterator[bytes]:
    """The file of a chapter, line by line."""
    made = vectors(chapter)
    yield msgspec.json.encode({"kit": KIT, "chapter": chapter, "vectors": len(made), "licence": LICENCE}) + b"\n"
    for vector in made:
        yield msgspec.json.encode(vector) + b"\n"


def digest(chapter: str) -> str:
    """The SHA-256 of the file of a chapter."""
    return hashlib.sha256(b"".join(lines(chapter))).hexdigest()
