"""Irregularities: what happened, whether the card was seen, whether the Banker draws, and what is then done.

Every row of the four rulebooks, under each option that chooses between rows.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from minibac.kit.engine import QuestionError, remedy_of
from minibac.kit.kit_question import KitQuestion
from minibac.rules.rulebook import RULEBOOKS, Remedy, load


def remedies() -> Iterator[KitQuestion]:
    """A question for each row and each of its choices."""
    for name in RULEBOOKS:
        for row in load(name).remedy:
            for question in _questions(name, row):
                try:
                    right = remedy_of(question)
                except QuestionError:  # the options of this row do not go together
                    continue
                yield KitQuestion(question, right.clauses, right.says)


def _questions(rulebook: str, row: Remedy) -> Iterator[dict[str, Any]]:
    for values in product(*row.only.values()):
        question: dict[str, Any] = {
            "ask": "remedy",
            "rulebook": rulebook,
            "options": dict(zip(row.only, values, strict=True)),
        }
        question |= {"mishap": row.kind.value}
        if row.disclosed is not None:
            question["disclosed"] = row.disclosed
        if row.banker_draws is not None:
            question["banker_draws"] = row.banker_draws
        yield question
