"""A table without help: its dealer finds the next step, the counts and the payments alone, as in an exam.

What is switched off is not sent, to nobody: whoever deals could look at another page. A count is told when it has been
called, and nothing says whether third cards are due. What lies on the table is told as at any other.
"""

from collections.abc import Callable, Iterator
from typing import Any

from minibac.cards.shoe import drawn_cut
from minibac.machine.roles import Actor
from minibac.table import commands as c
from minibac.table import table_view
from minibac.table.dealer_view import (
    REPORTS,
    WINNERS,
    bare_report,
    calls,
    cash_unnamed,
    lying_open,
    must_say,
    offered,
    tray_part,
)
from minibac.table.phases import CUT_PHASES, PROCEDURES
from minibac.table.state import Phase, TableState
from minibac.table.steps import active_steps, batch_names, step_batches
from minibac.table.view_types import CoupPart, DealerYours

NOT_THE_DEALERS = (("guest",), ("floorperson",))
"""Whose steps a dealer cannot make."""


def _phase(state: TableState) -> str:
    """The phase, but for whether third cards are due."""
    return (Phase.DRAWING if state.phase is Phase.RESULT else state.phase).value


def _coup(state: TableState) -> CoupPart | None:
    """The coup on the layout; of its counts those that have been called."""
    seen, coup = table_view.coup(state), state.coup
    if seen is None or coup is None or coup.code is not None:
        return seen
    called = [hand for hand in coup.called if len(coup.hand(hand)) == table_view.TWO]
    return {
        **seen,
        "player_total": seen["player_total"] if "player" in called else None,
        "banker_total": seen["banker_total"] if "banker" in called else None,
        "natural": [hand for hand in seen["natural"] if hand in called],
    }


UNAIDED: dict[str, Callable[[TableState], Any]] = {
    "phase": _phase,
    "coup": _coup,
    "strip": lambda _: [],
    "house_money_due": lambda _: None,
}
"""The keys of the view that tell less at a table without help."""


def unaided_part(state: TableState, at: int, actor: Actor) -> DealerYours:
    """What only its dealer sees: everything that could be done, in no order, and nothing about what should be."""
    part: DealerYours = {
        "next": None,
        "at_hand": [offered(each, asks=must_say(state, each)) for each in _open(state, at, actor)],
        "payouts": [],
        "irregularities": [bare_report(kind) for kind in REPORTS],
        "practice": True,
        "by_hand": [],
        "collects": [seat for seat in state.occupied if state.owed(seat)],
        "winners": WINNERS,
        "calls": calls(state),
    }
    if state.kept:
        part["tray"] = tray_part(state)
    if cash := cash_unnamed(state):
        part["cash"] = cash
    return part


def steps_by_name(state: TableState, at: int, actor: Actor) -> Iterator[c.Command]:
    """The steps of the procedure in progress that are a dealer's, by their names and not by their turn."""
    if state.phase in PROCEDURES:
        for step in sorted(active_steps(state), key=lambda step: step.id):
            if step.roles not in NOT_THE_DEALERS:
                for batch in step_batches(state, step):
                    yield c.DoStep(by=actor, at=at, step=step.id, batch=batch)


def _open(state: TableState, at: int, actor: Actor) -> Iterator[c.Command]:
    """The steps of the procedure in progress by their names, and commands about what lies open on the table."""
    yield from steps_by_name(state, at, actor)
    if state.phase in CUT_PHASES:
        yield from _cut(state, at, actor)
    elif state.phase is Phase.HOUSE_MONEY:
        for seat in sorted(seat for seat, wager in state.wagers if wager == "house-money"):
            yield c.SettleHouseMoney(by=actor, at=at, seat=seat)
    if state.strays:
        for do in sorted({do for remedy in state.rules.rulebook.remedy for do in remedy.do}):
            yield c.CarryOut(by=actor, at=at, do=do)
    yield from lying_open(state, at, actor)


def _cut(state: TableState, at: int, actor: Actor) -> Iterator[c.Command]:
    """What a dealer does between the cut and the first round."""
    nearest = state.rules.rulebook.cut.cards_from_either_end
    yield c.BurnCards(by=actor, at=at)
    yield c.CompleteCut(by=actor, at=at, depth=int(state.rules.options["cut_card_depth"]))
    if state.phase is Phase.CUT and state.cut_seat == 0:
        position = drawn_cut(nearest, state.cards_count, state.commitment, state.cut_words)
        yield c.CutStack(by=actor, at=at, position=position)
    yield c.LoadShoe(by=actor, at=at, batch=batch_names(state)[0])
