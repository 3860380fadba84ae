"""The inventory: every clause of the four documents in our words, with the id that the program cites.

>>> clause = find_clause("ma/13/c/1")
>>> clause.kind, clause.document
('option', 'massachusetts')
"""

import re
from functools import cache

import msgspec

from minibac.rules.rulebook import RULEBOOKS, packaged
from minibac.rules.words import did_you_mean
from minibac.voice.said import said

CONSEQUENCE = re.compile(
    r"refus|incident|block|cannot|irregularity|exception|rejected|is an error|impossible|forces|does not qualify"
)
"""Words by which the inventory names what follows when a clause is broken."""


HELD = ("enforced", "attested", "shown", "out")
"""Enforced: the program stops or remedies the violation. Attested: a named person on duty says so, and who and when is
recorded. Shown: a text that somebody must read at its moment. Out: nothing for a program to do."""


class Clause(msgspec.Struct, frozen=True):
    """One statement of a document: what it says, and what the program does with it."""

    id: str
    """As it is cited: ``ma/13/c/1``."""
    kind: str
    """What it is: a rule, an option, a definition …"""
    held: str
    """How the program holds it, one of :data:`HELD`."""
    says: str
    """What the document says, in our words."""
    software: str
    """What the program does with it."""
    depends: tuple[str, ...]
    """Clauses that it rests on."""
    lines: str
    """Where it is printed."""
    capability: tuple[str, ...]
    """What of the program keeps it."""
    document: str
    """The id of the rulebook."""
    values: tuple[str, ...] = ()
    """What it leaves to the house, where it leaves something."""

    def _repr_html_(self) -> str:
        from minibac.rules.html import clause_html

        return clause_html(self)

    @property
    def names_a_consequence(self) -> bool:
        """Whether the inventory says what a violation leads to; if so, a proof must show it."""
        return CONSEQUENCE.search(self.software) is not None

    @property
    def is_out(self) -> bool:
        """A clause that leaves nothing for a program to do; its reason stands in ``software``."""
        return self.held == "out"


class UnknownClauseError(LookupError):
    """No such clause. The message is a sentence for the person who asked."""


@cache
def inventory() -> dict[str, Clause]:
    """All clauses of the four documents by id, in print order."""
    return {
        row["id"]: msgspec.convert({**row, "document": document}, Clause)
        for document in RULEBOOKS
        for row in packaged("inventory", f"{document}.toml")["clause"]
    }


def find_clause(clause_id: str) -> Clause:
    """The clause of that id, or a sentence with the nearest right one."""
    clauses = inventory()
    if clause_id in clauses:
        return clauses[clause_id]
    unknown = said("there is no clause '{clause}'{did_you_mean}", clause=clause_id)
    raise UnknownClauseError(unknown.about(did_you_mean=did_you_mean(clause_id, clauses)))
