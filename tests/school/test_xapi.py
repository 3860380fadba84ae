"""The statements of a record are valid by xAPI 1.0.3, and what is wrong with a statement is found."""

from copy import deepcopy
from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE
from minibac.school import record_commands as c
from minibac.school.record_events import NotedFault, NotedIntervention, Tally
from minibac.school.xapi import statements
from tests.school.school_helpers import ASA, BOOK, TOM, School, sheet
from tests.school.xapi_check import faults_of

HOME = "https://school.example"


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    """A record with everything that an attempt can have, and a signature."""
    school = School()
    begun: dict[str, Any] = {"right": 0, "seconds": 0, "seed": "w-1", "sheet": "w-1", "handed_in": False}
    table: dict[str, Any] = {"way": "table", "asked": 0, "right": 0, "seconds": 1_800, "coups": 40}
    fault, deed = NotedFault("wrong-call", "sen/tie", "minor"), NotedIntervention("note", "", 2, "p-0001")
    for tried in (
        sheet(by_clause={"sen/tie": Tally(2, 1)}),
        sheet(way="practice", seed="8"),
        sheet(**begun),
        sheet("audition", seed="9", faults=(fault,), interventions=(deed,), **table),
        sheet("first-rounds", seed="11", **table),
        sheet("first-rounds", seed="12", held=False, **table),
        sheet("payments", seed="13", asked=40, right=39, overpaid=1),
    ):
        school.yes(c.NoteAttempt, by=THE_HOUSE, trainee=TOM.id, tried=tried)
    school.yes(c.NoteAttempt, by=ASA, trainee=TOM.id, tried=sheet(seed="10", right=3))
    school.yes(c.SignOff, by=ASA, trainee=TOM.id, rulebook=BOOK, competency="calls", present=True)
    return list(statements(school.state, HOME, lambda person: "Tom Lee" if person == TOM.id else person))


def test_every_statement_of_a_record_is_valid(told: list[dict[str, Any]]) -> None:
    assert [faults for each in told if (faults := faults_of(each))] == []
    verbs = [each["verb"]["id"].rpartition("/")[2] for each in told]
    assert verbs == [
        "passed", "attempted", "attempted", "passed", "passed", "failed", "failed", "failed", "mastered",
    ]  # fmt: skip
    assert [each["result"].get("completion") for each in told] == [True, True, False, *[True] * 5, None]
    (overpaid,) = (each for each in told if each["object"]["id"].endswith("/payments"))
    assert 1 in overpaid["result"]["extensions"].values()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("id", "{0f0e5d0a-0000-5000-8000-000000000000}"),
        ("id", "statement 7"),
        ("actor", None),
        ("actor.account.homePage", "the school"),
        ("actor.mbox", "mailto:tom@school.example"),
        ("verb.id", "passed"),
        ("verb.display", {"in English": "passed"}),
        ("object.objectType", "Thing"),
        ("object.definition.type", "assessment"),
        ("result.duration", "60"),
        ("result.success", "yes"),
        ("result.score.scaled", 1.5),
        ("result.score.raw", 21),
        ("result.score.raw", "20"),
        ("result.extensions", {"seed": 7}),
        ("context.language", "plain English"),
        ("timestamp", "yesterday"),
        ("timestamp", 1_800_000_000),
        ("grade", "A"),
    ],
)
def test_a_statement_that_is_none_is_found(told: list[dict[str, Any]], path: str, value: object) -> None:
    altered = deepcopy(told[0])
    *places, last = path.split(".")
    inside = altered
    for place in places:
        inside = inside[place]
    inside[last] = value
    assert faults_of(altered)
