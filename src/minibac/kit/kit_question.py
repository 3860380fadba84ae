"""A question as a chapter states it, with the clauses that answer it and the reason in words."""

from typing import Any, NamedTuple


class KitQuestion(NamedTuple):
    """What is asked, by which clauses it is answered, and why."""

    question: dict[str, Any]
    clauses: tuple[str, ...]
    reason: str
