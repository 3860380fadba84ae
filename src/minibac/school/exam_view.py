"""What everybody at an exam table sees: what lies on it and what others do. Nothing of what is due, and no count."""

from collections.abc import Sequence
from typing import Any

from minibac.machine.kinds import Event
from minibac.rules.names import procedure_name, wager_name
from minibac.school import exam_events as x
from minibac.school.exam_state import ExamState
from minibac.table import events as e
from minibac.table.narrate import told as narrated
from minibac.table.phases import CUT_PHASES, PROCEDURES
from minibac.table.table_view import lying, without_zeros
from minibac.voice.said import Fact, Money, Said, said

OF_OTHERS = (
    e.WagerPlaced, e.WagerWithdrawn, e.CutOffered, e.CutAnswered, e.StackCut, e.RightSurrendered, e.RightAnswered,
    e.HouseMoneyChosen, e.CardsHanded, e.StepDone, e.IncidentResolved,
)  # fmt: skip
"""What is told as it happens; the cards are looked at."""


def seen(state: ExamState, first_card: str | None = None) -> dict[str, Any]:
    """The table as it lies there, mistakes and all."""
    table, coup = state.table, state.table.coup
    stakes = [{"seat": seat, "wager": name, "cents": w.chips_cents} for (seat, name), w in table.wagers.items()]
    stakes += [{"seat": laid.seat, "wager": laid.wager, "cents": laid.cents} for laid in (*state.laid, *state.accepted)]
    return {
        "round": state.coups + 1,
        "doing": table.phase.value if table.phase in PROCEDURES else "cut" if table.phase in CUT_PHASES else "play",
        "seats": list(table.occupied),
        **hands(state),
        "handed": {"hand": coup.handed, "seat": coup.holders[coup.handed]} if coup and coup.handed else None,
        "first_card": first_card,
        "cut_card_seen": table.cut_card_seen,
        "wagers": sorted(stakes, key=lambda one: (one["seat"], str(one["wager"]))),
        "moves": [list(move) for move in state.moves],
        "markers": [{"seat": seat, "cents": cents} for seat in table.occupied if (cents := marker(state, seat))],
        "irregular": str(state.mishap.says) if state.mishap else None,
        "objects": state.disputed or None,
    }


def hands(state: ExamState) -> dict[str, list[str | None]]:
    """The cards of both hands, those among them that went there by a mistake nobody has noticed."""
    table, coup = state.table, state.table.coup
    moved = {p: fault.made.hand for fault in state.open_faults for p in fault.made.positions}
    both: dict[str, list[str | None]] = {"player": [], "banker": []}
    for hand, cards in both.items():
        own = coup.hand(hand) if coup else ()
        here = [p for p in own if moved.get(p, hand) == hand]
        here += [p for p, there in moved.items() if there == hand and p not in here]
        cards += [table.shown.get(p) for p in sorted(here)]
    return both


def wagers(state: ExamState) -> dict[str, dict[str, list[int]]]:
    """What lies on the layout after the moves that were made, with chips that the table does not take."""
    there = lying(state.wagered or state.table.wagered, state.moves)
    for laid in (*state.laid, *state.accepted):
        of_seat = there.setdefault(str(laid.seat), {})
        stake, *rest = of_seat.get(laid.wager, [0])
        of_seat[laid.wager] = without_zeros([stake + laid.cents, *rest])
    return there


def marker(state: ExamState, seat: int) -> int:
    """What the marker button of a seat shows: what was marked, right or wrong."""
    wrong = (
        f
        for f in state.faults
        if f.made.seat == seat and f.made.kind in ("marker-button-wrong", "marker-button-missing")
    )
    return state.table.owed(seat) - sum(fault.cents for fault in wrong)


def told(events: Sequence[Event], trainee: str) -> tuple[Said, ...]:
    """What everybody sees others do. What the table took as done has been done by nobody, and nobody sees it."""
    instead = set[int]()
    for at, event in enumerate(events):
        if isinstance(event, x.TakenAsDone):
            instead.update(range(at - event.events_count, at))
    return tuple(words for at, event in enumerate(events) if at not in instead and (words := _words(event, trainee)))


def _words(event: Event, trainee: str) -> Said | None:
    if isinstance(event, x.ChipsLaid):
        facts: dict[str, Fact] = {"seat": event.seat, "wager": wager_name(event.wager)}
        return said("Seat {seat} puts {stake} on {wager}.", stake=Money(event.chips_cents), **facts)
    if isinstance(event, x.MishapSeen):
        return said("{what}.", what=event.says)
    if isinstance(event, x.PaymentDisputed):
        return said("Seat {seat} objects: the payment was wrong.", seat=event.seat)
    if isinstance(event, e.ProcedureStarted):
        return said("{procedure:^} begins.", procedure=procedure_name(event.procedure))
    if isinstance(event, OF_OTHERS) and event.by != trainee:
        return narrated(event)
    return None
