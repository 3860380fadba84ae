"""Views: what a seat, a spectator, the dealer, the floor and surveillance may see of a table.

``may_see`` gives positions. Nobody's view holds the order of the shoe: what the state does not contain cannot leak. A
card that is handed to a bettor is seen by that bettor alone; the others see a back until it is turned.
"""

from typing import Any

from minibac.machine.roles import Actor, Role
from minibac.rules.layout import layout
from minibac.table.dealing import under_shoe
from minibac.table.opening import decks_due_at
from minibac.table.phases import CUTTING
from minibac.table.state import TableState
from minibac.table.steps import due

CONFIDENTIAL = (Role.SURVEILLANCE, Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER)
"""Who sees incidents, names, the rack and when the decks are due; guests see a number and a name."""


def may_see(state: TableState, audience: Actor) -> frozenset[int]:
    """The positions of this shoe whose cards the audience may see: those turned, and those in its own hands."""
    seen = set(state.shown)
    coup = state.coup
    if coup is not None and coup.handed and audience.role is Role.GUEST:
        seat = coup.holders[coup.handed]
        if audience.seat == seat and state.seats[seat].guest == audience.id:
            seen.update(coup.hand(coup.handed))
    return frozenset(seen)


def view(state: TableState, audience: Actor, held: dict[int, str] | None = None) -> dict[str, Any]:
    """The table as one audience sees it. ``held``: cards the house shows this audience because it holds them."""
    allowed = may_see(state, audience)
    cards = {position: card for position, card in {**state.shown, **(held or {})}.items() if position in allowed}
    coup = state.coup
    seats = [
        {
            "seat": seat,
            "name": state.seats[seat].name,
            "connected": state.seats[seat].connected,
            "chips_cents": state.chips(seat),
            "owed_cents": state.owed(seat),
        }
        for seat in state.occupied
    ]
    shown: dict[str, Any] = {
        "table": state.table,
        "rulebook": state.rules.rulebook.id,
        "options": state.rules.options,
        "phase": state.phase.value,
        "shoe_no": state.shoe_no,
        "coup_no": state.coup_no,
        "cards_left": state.cards_left,
        "commitment": state.commitment,
        "last_hand": state.last_hand_called,
        "procedure": {"name": state.procedure, "done": [list(step) for step in state.done]},
        "burned": [cards.get(position) for position in state.burned],
        "seats": seats,
        "wagers": [
            {
                "seat": wager.seat_no,
                "wager": wager.proposition,
                "stake_cents": wager.stake_cents,
                "added_cents": wager.added_cents,
                "coupon_cents": wager.coupon_cents,
            }
            for wager in state.wagered
        ],
        "results": list(state.results),
        "areas": [area.id for area in layout(state.rules).areas],
        "signs": [line.text for line in layout(state.rules).inscriptions],
        "limits": {"minimum_cents": dict(state.minimum_cents), "maximum_cents": dict(state.maximum_cents)},
        "due": due(state)[0],
        "cut_offered_to": state.cut_seat if state.phase in CUTTING else None,
        "spoken": [
            {"seat": spoken.seat, "wager": spoken.wager, "cents": spoken.cents, "accepted": spoken.accepted}
            for spoken in state.spoken
        ],
        "waiting": len(state.carried) + (len(coup.waiting) if coup else 0),
        "set_aside": [cards.get(position) for stray in state.strays for position in stray.positions],
    }
    if coup is not None:
        shown["coup"] = {
            "simulated": coup.simulated,
            "player": [cards.get(position) for position in coup.player],
            "banker": [cards.get(position) for position in coup.banker],
            "holders": dict(coup.holders),
            "handed": coup.handed,
            "offered": coup.offered if coup.offering else None,
            "called": list(coup.called),
            "banker_under_shoe": under_shoe(state),
        }
    if audience.role in CONFIDENTIAL:
        shown["guests"] = {seat: state.seats[seat].guest for seat in state.occupied}
        shown["incidents"] = [
            {"number": incident.number, "kind": incident.kind, "note": incident.note, "stops_play": incident.stops_play}
            for incident in state.incidents.values()
        ]
        shown["staff"] = dict(state.staff)
        shown["decks_due_at"] = decks_due_at(state)
        shown["rack"] = [
            {
                "coup_no": racked.coup_no,
                "player": [cards.get(position) for position in racked.player],
                "banker": [cards.get(position) for position in racked.banker],
                "simulated": racked.simulated,
                "voided": racked.voided,
            }
            for racked in state.rack
        ]
    return shown
