"""What a statement of a rulebook rests on: clauses in the order it cites them, by name where the program asks for one.

In a rulebook file they stand as a list, or as a table of names where some line of the program needs one by itself.

>>> cut = Clauses({"ordered": "s42/e/7", "also": ["s42/e/7/window"], "who": "s42/e/7/who"})
>>> cut
('s42/e/7', 's42/e/7/window', 's42/e/7/who')
>>> cut.named("who")
's42/e/7/who'
>>> cut.led_by("who")
('s42/e/7/who', 's42/e/7', 's42/e/7/window')
"""

from collections.abc import Iterable, Mapping
from typing import Any, Self


class Clauses(tuple[str, ...]):
    """Clauses in the order they are cited, some of them with a name."""

    names: Mapping[str, str]

    def __new__(cls, cited: Iterable[str] | Mapping[str, str | list[str]] = ()) -> Self:
        if not isinstance(cited, Mapping):
            made = super().__new__(cls, cited)
            made.names = {}
            return made
        rows = {name: [row] if isinstance(row, str) else row for name, row in cited.items()}
        made = super().__new__(cls, (clause for row in rows.values() for clause in row))
        made.names = {name: row for name, row in cited.items() if isinstance(row, str)}
        return made

    @property
    def leading(self) -> str:
        """The one cited first, where there is room for no more."""
        return next(iter(self))

    @property
    def one(self) -> str:
        """The clause, where there is but one."""
        (clause,) = self
        return clause

    def named(self, name: str) -> str:
        return self.names[name]

    def led_by(self, name: str) -> tuple[str, ...]:
        """All of them, that one first: a refusal leads with the clause that would be broken."""
        first = self.names[name]
        return (first, *(clause for clause in self if clause != first))

    def beside(self, name: str) -> tuple[str, ...]:
        """All of them but that one; that one where there is no other."""
        return tuple(clause for clause in self if clause != self.names.get(name)) or tuple(self)


def read_clauses(kind: type, written: Any) -> Any:
    """How a rulebook file states clauses: the hook of the reader for this type."""
    wrong = kind is not Clauses or not isinstance(written, list | dict)
    rows = written.values() if isinstance(written, dict) else [written]
    words = [word for row in rows for word in (row if isinstance(row, list) else [row])] if not wrong else [None]
    if not all(isinstance(word, str) for word in words):
        raise ValueError("clauses are a list of ids, or a table of them by name")
    return Clauses(written)
