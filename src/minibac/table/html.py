"""How a table looks in a notebook: its phase, the cards of the round, the seats, and the scoreboards.

It shows what everybody may see: a card that lies face down is a back.
"""

from minibac.display.tables import Cell, Markup, dollars, facts_html, table_html, together
from minibac.play.pictures import cards_svg, roads_svg
from minibac.play.roads import roads
from minibac.rules.names import wager_called
from minibac.table.scoreboard import marks
from minibac.table.state import CARDS, TableState


def table_state_html(state: TableState) -> str:
    """A table between two commands."""
    facts: dict[str, Cell] = {"phase": state.phase.replace("-", " ")}
    facts["shoe"] = (
        f"{state.shoe_no}, round {state.coup_no}, {state.cards_left} cards left" if state.shoe_no else "none"
    )
    if (stopped := state.stopped) is not None:
        facts["stopped by"] = stopped.kind.replace("-", " ")
    if (coup := state.coup) is not None:
        for name, hand in (("Player's Hand", coup.player), ("Banker's Hand", coup.banker)):
            cards = [CARDS[coup.known[position]] if position in coup.known else None for position in hand]
            facts[name] = Markup(cards_svg(cards, name))
    parts = [facts_html(facts, f"Table {state.table}, {state.rules.rulebook.short}")]
    if state.seats:
        parts.append(table_html(("seat", "guest", "wagers", "chips", "owed"), seat_rows(state), "Seats", 3))
    if state.results:
        parts.append(roads_svg(roads(marks(state.results))))
    return together(*parts)


def seat_rows(state: TableState) -> list[tuple[str, ...]]:
    """A row for each seat: who sits there, what they have put down, and their chips."""
    rows: list[tuple[str, ...]] = []
    for seat in state.occupied:
        lies = [
            f"{wager_called(wager.proposition)} {dollars(wager.stake_cents + wager.added_cents)}"
            for wager in state.wagered
            if wager.seat_no == seat
        ]
        sits = state.seats[seat]
        money = dollars(state.chips(seat)), dollars(state.owed(seat))
        rows.append((str(seat), sits.name or sits.guest, ", ".join(lies), *money))
    return rows
