"""A scenario as the automatic dealer deals it: whether it can be dealt, and which clauses whoever sits it meets."""

from functools import cache

from minibac.house.audition import Audition
from minibac.rules.refusal import Refusal
from minibac.school.exam_events import ExamBegun
from minibac.school.model_dealer import right_command
from minibac.school.scenario import Scenario, load_scenario, shipped

STEP_MS = 4_000
"""How long the automatic dealer takes for a step."""


def rehearsed(scenario: Scenario, seed: str = "") -> Audition:
    """The whole of it without a mistake, on a clock of its own."""
    clock = 0

    def now() -> int:
        return clock

    sat = Audition(scenario, now, seed)
    while sat.goes_on():
        clock += STEP_MS
        command = right_command(sat.state, sat.now(), sat.first_card())
        if command is not None:
            answer = sat.handle(command)
            assert not isinstance(answer, Refusal), f"{answer} <- {command}"
    return sat


@cache
def met_in_scenarios(rulebook: str) -> dict[str, tuple[str, ...]]:
    """Every clause that is cited in an exam of the program's own scenarios, once it has begun, and those scenarios."""
    found: dict[str, dict[str, None]] = {}
    for name in shipped():
        scenario = load_scenario(name)
        if not isinstance(scenario, Scenario) or scenario.rules.rulebook.id != rulebook:
            continue
        begun = False
        for event in rehearsed(scenario).log:
            begun = begun or isinstance(event, ExamBegun)
            for clause in event.clauses if begun else ():
                found.setdefault(clause, {})[name] = None
    return {clause: tuple(names) for clause, names in found.items()}
