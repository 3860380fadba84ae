"""A pit, as a machine.

Whoever reached for the unused forms, or would have changed the settlement too early, is in the log, though nothing
changed.
"""

from typing import Any

from minibac.machine.fold import Fold
from minibac.machine.kinds import reader
from minibac.machine.machine import Machine, Traces
from minibac.pits import copies, days, forms, notices, reopening, series, slips
from minibac.pits import pit_events as e
from minibac.pits.pit_apply import applies, opened
from minibac.pits.pit_checks import decides, form_text
from minibac.pits.pit_commands import PIT_KINDS, PitCommand
from minibac.pits.pit_events import PitEvent
from minibac.pits.pit_state import PitState
from minibac.pits.who import WHO
from minibac.rules.refusal import Code

__all__ = ["PIT", "copies", "days", "forms", "notices", "reopening", "series", "slips"]

TRACED: dict[Code, str] = {
    Code.NOT_YOURS: "high",
    Code.NO_NOTICE: "high",
    Code.TOO_EARLY: "high",
    Code.DIFFERS_FROM_PIT: "medium",
    Code.WRONG_SERIAL: "high",
    Code.WRONG_SIGNATURE: "high",
    Code.WRONG_ORDER: "medium",
    Code.INCOMPLETE_FORM: "medium",
    Code.CUSTODY: "high",
    Code.ONE_COPY: "medium",
    Code.WRONG_PAYMENT: "medium",
    Code.WRONG_COUNT: "medium",
    Code.VIGORISH_OWED: "high",
    Code.STILL_OPEN: "low",
    Code.TRAY_SHORT: "medium",
}
"""Refusals that are kept, with how much they matter. A name that does not exist, or a word left out, is a slip of the
pen and leaves nothing."""


def _attempted(state: PitState, command: Any) -> dict[str, Any]:
    """Where an attempt was made: what the form says, or else the command."""
    serial = str(getattr(command, "serial", ""))
    form = state.forms.get(serial)
    return {
        "day": state.day,
        "table": form.table if form else str(getattr(command, "table", "")),
        "seat": form.seat if form else int(getattr(command, "seat", 0)),
        "serial": serial,
    }


PIT = Machine[PitState, PitCommand, PitEvent](
    fold=Fold("pit", e.PitOpened, opened, applies.functions),
    who=WHO,
    deciders=decides.functions,
    read=e.decode,
    read_command=reader(PIT_KINDS),
    late=lambda _state, _command: (form_text().account,),
    traces=Traces(e.AttemptRefused, TRACED, _attempted),
)
