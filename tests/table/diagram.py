"""The life of a table as a diagram, and the commands of each phase, drawn from the tables that the table runs by.

``docs/table.md`` shows both; a test holds the page against what is drawn here.
"""

import re
from collections.abc import Iterable, Iterator

from minibac.machine.phases import Choice
from minibac.table.phases import CUT_PHASES, PHASES, PROCEDURES, TRANSITIONS, UNCALLED
from minibac.table.state import Phase

GROUPS: dict[str, tuple[Phase, ...]] = {"procedures": PROCEDURES, "cut_and_burn": CUT_PHASES, "the_round": UNCALLED}
"""Phases that are drawn in a frame of their own: an arrow that leaves each of them leaves the frame once."""


def table_diagram() -> str:
    """The ways from phase to phase in Mermaid's words for a state diagram."""
    return "\n".join(["stateDiagram-v2", *(f"    {line}" for line in (*_frames(), *_arrows()))]) + "\n"


def commands_by_phase() -> str:
    """The commands that belong to each phase, as a table in Markdown."""
    fitting = {phase: [_words(kind) for kind, phases in PHASES.fits.items() if phase in phases] for phase in Phase}
    rows = (f"| `{phase}` | {', '.join(commands)} |" for phase, commands in fitting.items())
    return "\n".join(["| phase | commands |", "| --- | --- |", *rows]) + "\n"


def _frames() -> Iterator[str]:
    yield f"[*] --> {_name(Phase.OPENING)}"
    for frame, phases in GROUPS.items():
        yield f"state {frame} {{"
        yield from (f"    {_name(phase)}" for phase in phases)
        yield "}"
    yield f"{_name(Phase.CLOSED)} --> [*]"


def _arrows() -> Iterator[str]:
    """One arrow for each pair of phases, or of frames, with the events that lead from one to the other."""
    sources: dict[tuple[str, tuple[Phase, ...]], list[Phase]] = {}
    for (phase, kind), row in TRANSITIONS.items():
        label = _words(kind) + (f" ({row.name})" if isinstance(row, Choice) else "")
        sources.setdefault((label, PHASES.leads(phase, kind)), []).append(phase)
    arrows: dict[tuple[str, str], list[str]] = {}
    for (label, leads), phases in sources.items():
        for source in _framed(phases):
            for target in _framed(leads):
                if source != target or source in GROUPS:
                    arrows.setdefault((source, target), []).append(label)
    for (source, target), labels in arrows.items():
        yield f"{source} --> {target}: {', '.join(labels)}"


def _framed(phases: Iterable[Phase]) -> list[str]:
    """Names of phases, with those of a whole frame as the frame."""
    left = list(phases)
    names = []
    for frame, group in GROUPS.items():
        if set(group) <= set(left):
            names.append(frame)
            left = [phase for phase in left if phase not in group]
    return [*names, *map(_name, left)]


def _name(phase: Phase) -> str:
    return phase.value.replace("-", "_")


def _words(kind: type) -> str:
    """``CardsTurned`` as ``cards turned``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
