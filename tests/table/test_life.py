"""The life of a table as it is told: the diagram, the rows behind it, and the log of random play that keeps to them."""

from pathlib import Path

import pytest

from minibac.machine.phases import Choice
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import TABLE, opened
from minibac.table.phases import ANYWHERE, PHASES, STAYING, TRANSITIONS
from minibac.table.state import Phase
from tests.table.diagram import GROUPS, commands_by_phase, table_diagram

DOCS = Path(__file__).parents[2] / "docs" / "table.md"


def test_the_docs_show_the_diagram_that_the_code_draws() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert page.count("```mermaid\n") == 1
    shown = page.split("```mermaid\n")[1].split("```")[0]
    assert shown == table_diagram(), "docs/table.md shows another machine: paste table_diagram() into it"
    assert page.endswith(f"\n\n{commands_by_phase()}"), "docs/table.md shows other commands: paste commands_by_phase()"


def test_the_diagram_has_an_arrow_for_every_transition() -> None:
    frame = {phase: name for name, phases in GROUPS.items() for phase in phases}
    arrows = {line.strip().partition(":")[0] for line in table_diagram().splitlines()}
    for (phase, kind), row in TRANSITIONS.items():
        for following in row.leads if isinstance(row, Choice) else (row,):
            here, there = (name.replace("-", "_") for name in (phase, following))
            drawn = {f"{a} --> {b}" for a in (here, frame.get(phase)) for b in (there, frame.get(following))}
            assert phase is following or drawn & arrows, f"{phase} --> {following}: {kind.__name__}"


def test_every_event_has_its_rows_and_only_one_of_them() -> None:
    moving, staying = ({kind for _, kind in rows} for rows in (TRANSITIONS, STAYING))
    assert not set(TRANSITIONS) & set(STAYING)
    assert not ANYWHERE & (moving | staying)
    assert ANYWHERE | moving | staying == {*e.KINDS} - {e.TableOpened}


def test_every_phase_can_be_reached_and_all_but_the_last_can_be_left() -> None:
    reached, ahead = {Phase.OPENING}, [Phase.OPENING]
    while ahead:
        phase = ahead.pop()
        found = {following for kind in e.KINDS for following in PHASES.leads(phase, kind)} - reached
        reached |= found
        ahead += found
    assert reached == {*Phase}
    stuck = {phase for phase in Phase if not any(here is phase for here, _ in TRANSITIONS)}
    assert stuck == {Phase.CLOSED}


def test_a_command_belongs_to_some_phase_and_every_phase_has_a_command_of_its_own() -> None:
    assert all(PHASES.fits.values())
    assert set(PHASES.fits) < set(c.KINDS)
    for phase in set(Phase) - {Phase.CLOSED}:
        own = {
            kind for kind, phases in PHASES.fits.items() if phase in phases and (len(phases) < 4 or kind is c.DoStep)
        }
        assert own, phase


def test_an_event_that_cannot_follow_is_a_broken_promise() -> None:
    state = opened(e.TableOpened(table="T1", rulebook="section-42", options={}))
    with pytest.raises(KeyError):
        TABLE.apply(state, e.BettingOpened(coup_no=1))
