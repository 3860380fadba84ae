"""Where the table stands: the steps of the procedure in progress, which are done, which is due, and its clause."""

from typing import NamedTuple

from minibac.rules.rulebook import Step
from minibac.table.phases import PROCEDURES
from minibac.table.state import Phase, TableState
from minibac.table.steps import PHASE_STEPS, active_steps, due, missing_steps

ROUND = "round"
CUT = "cut"
LABELS = {
    "offer-cut": "offer",
    "complete-cut": "cutting card",
    "no-more-bets": "wagers",
    "four-cards": "four cards",
    "announce-counts": "counts",
    "house-money": "House Money",
    "third-cards": "third cards",
    "announce-result": "result",
    "settle": "settle",
    "discard": "rack",
    "last-hand": "last hand",
    "feather-check": "check",
    "turn-down": "face down",
}
TITLES = {"opening": "Opening", "shuffle": "Shuffle", "dead-table": "Dead table", CUT: "Cut", ROUND: "Round"}
CUT_STEPS = ("offer-cut", "cut", "complete-cut", "load", "burn")


class StageStep(NamedTuple):
    """A step on the strip: its word, and whether it is behind, due or ahead."""

    label: str
    state: str


class Stage(NamedTuple):
    """The procedure in progress."""

    title: str
    steps: tuple[StageStep, ...]
    says: str
    clauses: tuple[str, ...]


def stage(state: TableState) -> Stage:
    """The procedure of this moment, step by step, as the rulebook of the table states it."""
    words, clauses = due(state)
    says = str(words)
    if state.phase in PROCEDURES:
        missing = list(dict.fromkeys(step.id for step, _ in missing_steps(state)))
        steps = _once(active_steps(state))
        current = missing[0] if missing else ""
        marked = tuple(
            StageStep(_label(step), "due" if step.id == current else "ahead" if step.id in missing else "done")
            for step in steps
        )
        return Stage(TITLES[state.procedure], marked, says, clauses)
    if state.phase in (Phase.COMMIT, Phase.SHOE_OVER, Phase.CLOSED):
        return Stage(state.phase.value.replace("-", " ").capitalize(), (), says, clauses)
    procedure, current = _current(state)
    book = state.rules.rulebook
    names = CUT_STEPS if procedure == CUT else [s.id for s in book.procedure[ROUND] if _shown(state, s)]
    by_id = {step.id: step for step in book.procedure[procedure]}
    at = list(names).index(current)
    marked = tuple(
        StageStep(_label(by_id[name]), "due" if index == at else "done" if index < at else "ahead")
        for index, name in enumerate(names)
    )
    return Stage(TITLES[procedure], marked, says, clauses)


def _current(state: TableState) -> tuple[str, str]:
    if state.phase is Phase.HOUSE_MONEY:
        return ROUND, "house-money"
    if state.phase is Phase.BETWEEN:
        return ROUND, "last-hand"
    return PHASE_STEPS[state.phase]


def _shown(state: TableState, step: Step) -> bool:
    """House Money where it is played; "last hand" when it comes near."""
    if step.id == "last-hand":
        return state.cut_card_seen or state.phase is Phase.BETWEEN
    return state.rules.applies(step.only)


def _once(steps: tuple[Step, ...]) -> list[Step]:
    return list({step.id: step for step in steps}.values())


def _label(step: Step) -> str:
    return LABELS.get(step.id, step.id.replace("-", " "))
