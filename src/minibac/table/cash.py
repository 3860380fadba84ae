"""Cash at a table, by denomination: which notes and coins came, and fell into the drop box (R38).

A guest may say them with the buy-in. Where nobody does the plain breakdown is taken for granted; and where a person
deals, that person says which notes they were, until the tray is closed.
"""

from collections.abc import Mapping

from minibac.houses.types import NOTES_CENTS
from minibac.machine.kinds import noted
from minibac.machine.roles import Duty
from minibac.play.chips import Chips, plain_notes, worth
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, decides
from minibac.table.names import chips_said
from minibac.table.state import AUTOMATIC_STAFF, TableState
from minibac.table.tray import COUNTS
from minibac.voice.said import Money, said


def brought(cents: int, notes: Mapping[int, int], *clauses: str) -> dict[int, int] | Refusal:
    """The notes that a sum was brought in, or why they are none: they come to another sum."""
    named = {note: number for note, number in notes.items() if number} or plain_notes(cents, NOTES_CENTS) or {}
    if all(note > 0 and number > 0 for note, number in named.items()) and worth(named) == cents:
        return named
    sentence = said("{notes} are {worth}, and {sum} were to come", notes=chips_said(named), worth=Money(worth(named)))
    return refuse(Code.WRONG_COUNT, sentence.about(sum=Money(cents)), COUNTS, *clauses)


def unnamed(state: TableState) -> bool:
    """Whether the dealer is asked which notes came: a person deals."""
    return state.staff[Duty.WAGERS] != AUTOMATIC_STAFF[Duty.WAGERS]


@decides(c.NameNotes)
def name_notes(state: TableState, command: c.NameNotes) -> Decision:
    """The dealer spreads the notes, counts them, and says which they are."""
    before: Chips | None = state.cash_unnamed.get(command.seat)
    if before is None:
        sentence = said("no cash of seat {seat} waits to be named", seat=command.seat)
        return refuse(Code.NOT_FOUND, sentence, COUNTS, allowed=tuple(map(str, state.cash_unnamed)))
    notes = brought(worth(before), command.notes)
    if isinstance(notes, Refusal):
        return notes
    return (noted(e.NotesNamed, command, (COUNTS,), before=before, notes=notes),)
