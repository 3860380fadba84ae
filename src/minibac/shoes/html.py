"""How a shoe looks in a notebook: what is said of it, its scoreboards, and its coups."""

from collections.abc import Iterable
from contextlib import suppress

from minibac.display.frames import Rows
from minibac.display.tables import facts_html, table_html, together
from minibac.play.pictures import roads_svg
from minibac.play.roads import roads
from minibac.shoes.check import Checked
from minibac.shoes.noted import NotedCoup
from minibac.shoes.shoe_notes import ShoeNotes

OPTION = "option."
LONG = ("order", "salt", "commitment")
"""What nobody reads in a table: it is in the facts of the shoe."""


def shoe_html(notes: ShoeNotes) -> str:
    """What was noted of one shoe."""
    facts = {name: value for name, value in notes.facts.items() if name not in LONG and not name.startswith(OPTION)}
    options = {name: value for name, value in notes.facts.items() if name.startswith(OPTION)}
    if options:
        facts["options"] = ", ".join(f"{name.removeprefix(OPTION)}={value}" for name, value in options.items())
    parts = [facts_html(facts, f"Shoe, {len(notes.coups):,} coups")]
    with suppress(ValueError):  # a coup without a result: there are no roads
        parts.append(roads_svg(roads(notes.marks)))
    if notes.coups:
        parts.append(coup_rows(notes.coups)._repr_html_())
    if notes.unread:
        lines = [(str(line.line_no), line.text, line.why) for line in notes.unread]
        parts.append(table_html(("line", "text", "why"), lines, "Lines that say nothing", 3))
    return together(*parts)


def coup_rows(coups: Iterable[NotedCoup]) -> Rows[NotedCoup]:
    """The coups of a shoe as rows."""
    return Rows(coups, NotedCoup, caption="Coups")


def checked_html(checked: Checked) -> str:
    """What was looked at in a record, and everything that is wrong with it."""
    facts = {
        "events": f"{checked.events_count:,}",
        "cards held against the order": f"{checked.cards_count:,}" if checked.committed else "there was no order",
        "decisions taken again": checked.not_replayed or f"{checked.decisions_count:,}",
        "faults": f"{len(checked.faults):,}",
    }
    right = "Nothing is wrong up to the cards" if checked.not_replayed else "Nothing is wrong"
    parts = [facts_html(facts, "The record is not true" if checked.faults else right)]
    if checked.faults:
        parts.append(Rows(checked.faults, caption="Faults")._repr_html_())
    return together(*parts)
