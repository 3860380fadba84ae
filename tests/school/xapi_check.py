"""What xAPI 1.0.3 asks of a statement: every fault of one.

The shape is held against the models of Ralph, the xAPI toolbox of France Université Numérique
(https://github.com/openfun/ralph); the specification itself (https://github.com/adlnet/xAPI-Spec, 1.0.3, part two)
prints no schema. What those models let through although the specification does not stands here: a number that is
written as a text, a time that is none of ISO 8601, an id in braces, an activity that is not called one.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError
from ralph.models.xapi.base.statements import BaseXapiStatement

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-](?!00:00)\d\d:\d\d|\+00:00)")
DURATION = re.compile(r"P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?")
MOST = 3
"""So many faults are told of one statement: an actor is tried as each kind of actor there is."""


def faults_of(statement: dict[str, Any]) -> list[str]:
    """What is wrong with a statement."""
    return [*_of_the_models(statement), *_of_the_text(statement)]


def _of_the_models(statement: dict[str, Any]) -> Iterator[str]:
    try:
        BaseXapiStatement.model_validate_json(json.dumps(statement))
    except ValidationError as error:
        yield from (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()[:MOST])


def _of_the_text(statement: dict[str, Any]) -> Iterator[str]:
    yield from _match("id", UUID, statement.get("id"))
    yield from _match("timestamp", TIME, statement.get("timestamp"))
    result = statement.get("result", {})
    if "duration" in result:
        yield from _match("duration", DURATION, result["duration"])
    score = result.get("score", {})
    yield from (f"{key} is no number" for key, each in score.items() if type(each) not in (int, float))
    if statement.get("object", {}).get("objectType") != "Activity":
        yield "object is no activity"


def _match(what: str, pattern: re.Pattern[str], value: object) -> Iterator[str]:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        yield f"{what} is {value!r}"
