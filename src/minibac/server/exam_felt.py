"""The table of an exam as the drawn felt shows it, and what lies at hand for whoever sits it.

The view has the shape of a table's, and tells what eyes see: cards where they lie, right or wrong, chips as they were
moved. It tells no count, no result, nothing of what is due and nothing of what was a mistake.
"""

from collections.abc import Iterator
from typing import Any

from minibac.house.audition import Audition
from minibac.machine.roles import Actor
from minibac.school.exam_names import remedy_names
from minibac.school.exam_state import ExamState
from minibac.school.exam_view import hands, marker, wagers
from minibac.server.view import laid_out
from minibac.table import commands as c
from minibac.table.dealer_view import REPORTS, WINNERS, bare_report, calls, lying_open, must_say, offered
from minibac.table.phases import BETWEEN_COUPS, CUT_PHASES, PROCEDURES
from minibac.table.scoreboard import scoreboard
from minibac.table.state import Phase, TableState
from minibac.table.table_view import PARTS, TWO, sign
from minibac.table.unaided import steps_by_name

COUNTED: dict[type[c.Command], str] = {c.BurnCards: "burned_count", c.CompleteCut: "depth", c.CutStack: "position"}
"""What a dealer counts in a step between the shuffle and the first round."""


def print_of(sat: Audition) -> dict[str, Any]:
    """What does not change while an exam is sat: its rules, and what is printed on its felt."""
    table = sat.state.table
    return laid_out(table, sat.scenario.table) | {"sign": sign(table.rules)}


def felt_view(sat: Audition) -> dict[str, Any]:
    """What lies on the table, in the shape of a table's view."""
    state, table = sat.state, sat.state.table
    parts = {name: part.make(table) for name, part in PARTS.items() if name not in ("coup", "wagers", "strip", "roads")}
    return {
        **parts,
        "table": "",
        "name": sat.scenario.name,
        "pit": "",
        "training": False,
        "help": False,
        "odds": False,
        **print_of(sat),
        "phase": _phase(table),
        "coup": _coup(state),
        "wagers": wagers(state),
        "seats": [_seat(state, row) for row in parts["seats"]],
        "set_aside": _set_aside(state, sat.first_card()),
        "last_hand": False,
        "house_money_due": None,
        "strip": [],
        "roads": scoreboard(()),
        "last": None,
        "clock": None,
        "staffed": True,
    }


def _phase(table: TableState) -> str:
    """As much of the phase as anybody sees: a procedure, open wagers, a round."""
    if table.phase in (*PROCEDURES, *CUT_PHASES, *BETWEEN_COUPS) or table.coup is None:
        return table.phase.value
    return Phase.DEALING.value


def _coup(state: ExamState) -> dict[str, Any] | None:
    """The cards as they lie, and no count; who holds them once somebody does."""
    seen, there = PARTS["coup"].make(state.table), hands(state)
    if seen is None and not any(there.values()):
        return None
    known = seen or {"no": state.table.coup_no, "handed": None, "holders": {}, "offered": None, "simulated": False}
    held = {hand: seat for hand, seat in known["holders"].items() if hand == known["handed"]}
    untold: dict[str, Any] = {"player_total": None, "banker_total": None, "result": None, "called": [], "natural": []}
    third = [hand for hand, cards in there.items() if len(cards) > TWO]
    return {"tucked": False, **known, **untold, **there, "holders": held, "third": third}


def _seat(state: ExamState, row: dict[str, Any]) -> dict[str, Any]:
    """A guest; what somebody has before them would tell what a payment should have been."""
    return row | {"chips_cents": 0, "owed_cents": marker(state, row["seat"]), "connected": True}


def _set_aside(state: ExamState, first_card: str | None) -> list[list[str | None]]:
    """Cards beside the hands: those that were reported, and the first of a shoe, which is turned before the burn."""
    unseen = {p for fault in state.open_faults for p in fault.made.positions}
    strays = tuple(stray for stray in state.table.strays if not unseen & set(stray.positions))
    aside: list[list[str | None]] = [[state.table.shown.get(p), "shoe"] for stray in strays for p in stray.positions]
    if first_card:
        aside.append([first_card, "shoe"])
    return aside


def exam_part(sat: Audition) -> dict[str, Any]:
    """What whoever deals could do, in no order, and nothing about what should be done."""
    state, table = sat.state, sat.state.table
    mishap = state.mishap
    return {
        "exam": True,
        "on_duty": ["calling", "wagers"],
        "next": None,
        "at_hand": [offered(command, asks=_asked(table, command)) for command in _open(table, sat.now(), sat.by)],
        "payouts": [],
        "irregularities": [bare_report(kind) for kind in REPORTS],
        "remedies": [{"do": do, "said": name} for do, name in remedy_names(table).items()],
        "practice": True,
        "by_hand": [],
        "collects": [seat for seat in table.occupied if marker(state, seat)],
        "cut_card_seen": table.cut_card_seen,
        "irregular": mishap.says if mishap else None,
        "objects": state.disputed or None,
        "winners": WINNERS,
        "calls": calls(table),
    }


def _asked(table: TableState, command: c.Command) -> list[str]:
    """What has to be said with a step: numbers of cards are the dealer's to count."""
    asks = must_say(table, command)
    return [COUNTED[type(command)], *asks] if type(command) in COUNTED else asks


def _open(table: TableState, at: int, actor: Actor) -> Iterator[c.Command]:
    """The steps of the procedure in progress by their names, those of the cut, and what lies open on the table."""
    yield from steps_by_name(table, at, actor)
    if table.phase in CUT_PHASES:
        yield c.BurnCards(by=actor, at=at)
        yield c.CompleteCut(by=actor, at=at, depth=0)
        yield c.CutStack(by=actor, at=at, position=0)
        yield c.LoadShoe(by=actor, at=at)
    for command in lying_open(table, at, actor):
        if not isinstance(command, c.CollectVigorish):  # a marker button is touched, and says no more than it shows
            yield command
