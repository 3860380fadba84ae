"""The coup as a diagram, drawn from the table of its transitions.

``docs/coup.md`` shows it; a test holds the page against what is drawn here.
"""

from collections.abc import Iterator

from minibac.play.coup import TRANSITIONS, Coup, Stage


def coup_diagram() -> str:
    """The transitions of a coup in Mermaid's words for a state diagram."""
    return "\n".join(["stateDiagram-v2", *(f"    {line}" for line in _lines())]) + "\n"


def _lines() -> Iterator[str]:
    yield f"[*] --> {_name(Coup().stage)}"
    for (stage, turn), following in TRANSITIONS.items():
        yield f"{_name(stage)} --> {_name(following)}: {turn.value.replace('-', ' ')}"
    for stage in Stage:
        if Coup(stage=stage).over:
            yield f"{_name(stage)} --> [*]"


def _name(stage: Stage) -> str:
    return stage.value.replace("-", "_")
