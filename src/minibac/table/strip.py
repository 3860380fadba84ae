"""The strip: the procedure in progress as a row of steps, what is done, what is due now, what comes next.

The steps are the rulebook's own rows, so that the strip under the felt is never different from the procedure.
"""

from minibac.rules.rulebook import Step
from minibac.table.phases import COUP_PHASES, CUT_PHASES, PROCEDURES
from minibac.table.state import Phase, TableState
from minibac.table.steps import PHASE_STEPS, active_steps, book_of, missing_steps, procedures, round_step
from minibac.table.view_types import StripRow, StripState
from minibac.voice.said import said

ROUND_STEPS = {phase: step for phase, (procedure, step) in PHASE_STEPS.items() if procedure == "round"} | {
    Phase.HOUSE_MONEY: "house-money",
    Phase.BETWEEN: "last-hand",
}
WAGERS = said("Guests put their chips down, until No More Bets is called.")
"""While betting is open the guests are at work: the call ends that, and is the next step."""
OVER = said("The last hand has been played: nothing more is dealt before the reshuffle.")
"""What stands beside the last hand once it is over."""
BESIDE = ("recut", "load-after-recut", "dealer-cuts")
"""Steps of the cut that only happen when something else does."""


def strip(state: TableState) -> list[StripRow]:
    """The steps of the opening, the shuffle, the cut or the round, whichever is in progress."""
    if state.phase in ROUND_STEPS:
        return _round(state)
    if state.phase in CUT_PHASES:
        steps = [s for s in procedures(state).active["cut", state.fresh] if s.id not in BESIDE]
        return _up_to(steps, "offer-cut" if state.phase is Phase.MIXING else PHASE_STEPS[state.phase][1])
    if state.phase in PROCEDURES:
        return _procedure(state)
    return []


def strip_depends(state: TableState) -> tuple[object, ...]:
    """What the strip is made from."""
    procedure = state.procedure, state.done, state.fresh, state.hand_shuffle
    return id(state.rules), state.phase, *procedure, state.last_hand_due, state.last_hand_played, _money(state)


def _money(state: TableState) -> bool:
    """Whether House Money is a step of this round."""
    return any(wager == "house-money" for _, wager in state.wagers) or state.phase is Phase.HOUSE_MONEY


def _round(state: TableState) -> list[StripRow]:
    money = _money(state)
    steps = []
    for step in book_of(state.rules).active["round", state.fresh]:
        if step.id == "house-money" and not money and state.phase in COUP_PHASES:
            continue
        if step.id == "last-hand" and not (state.last_hand_due or state.phase is Phase.BETWEEN):
            continue
        steps.append(step)
    betting = state.phase is Phase.BETTING
    wagers: StripRow = {
        "id": "wagers",
        "label": str(WAGERS),
        "clause": state.rules.rulebook.wagers.chips.leading,
        "state": "now" if betting else "done",
    }
    if betting:
        return [wagers, *(_row(step, "next") for step in steps)]
    rows = [wagers, *_up_to(steps, ROUND_STEPS[state.phase])]
    if state.phase is Phase.BETWEEN and state.last_hand_played:
        one_more, *_ = round_step(state, "last-hand").clauses.led_by("one_more")
        rows[-1] = {**rows[-1], "label": str(OVER), "clause": one_more}
    return rows


def _procedure(state: TableState) -> list[StripRow]:
    done = {name for name, _ in state.done}
    missing = {step.id for step, _ in missing_steps(state)}
    now = next((step.id for step, _ in missing_steps(state)), "")
    rows = []
    for step in active_steps(state):
        if step.id == now:
            rows.append(_row(step, "now"))
        elif step.id in missing:
            rows.append(_row(step, "next"))
        elif step.id in done:
            rows.append(_row(step, "done"))
    return rows


def _up_to(steps: list[Step], now: str) -> list[StripRow]:
    names = [step.id for step in steps]
    at = names.index(now) if now in names else len(names)
    return [_row(s, "done" if i < at else "now" if i == at else "next") for i, s in enumerate(steps)]


def _row(step: Step, state: StripState) -> StripRow:
    return {"id": step.id, "label": step.says, "clause": step.clauses.leading, "state": state}
