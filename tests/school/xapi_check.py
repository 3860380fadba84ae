"""What xAPI 1.0.3 asks of a statement, written anew from its specification (part two, data): every fault of one.

Only what a statement of ours can contain is known; a property that is not is a fault.
"""

import re
from collections.abc import Iterator
from typing import Any

IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
DURATION = re.compile(r"P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def faults_of(statement: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a statement."""
    return list(_statement(statement))


def _keys(what: str, value: object, known: str, required: str = "") -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{what} is no object"
        return
    yield from (f"{what} has {key}" for key in value.keys() - set(known.split()))
    yield from (f"{what} lacks {key}" for key in set(required.split()) - value.keys())
    yield from (f"{what}.{key} is null" for key, each in value.items() if each is None)


def _match(what: str, pattern: re.Pattern[str], value: object) -> Iterator[str]:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        yield f"{what} is {value!r}"


def _statement(value: dict[str, Any]) -> Iterator[str]:
    yield from _keys("statement", value, "id actor verb object result context timestamp", "actor verb object")
    yield from _match("id", UUID, value.get("id"))
    yield from _match("timestamp", TIME, value.get("timestamp"))
    yield from _agent("actor", value["actor"])
    yield from _keys("verb", value["verb"], "id display", "id")
    yield from _match("verb.id", IRI, value["verb"].get("id"))
    yield from _words("verb.display", value["verb"].get("display", {}))
    activity = value["object"]
    yield from _keys("object", activity, "objectType id definition", "id")
    yield from _match("object.id", IRI, activity.get("id"))
    if activity.get("objectType") != "Activity":
        yield "object is no activity"
    definition = activity.get("definition", {})
    yield from _keys("definition", definition, "name description type moreInfo extensions")
    yield from _words("definition.name", definition.get("name", {}))
    yield from _match("definition.type", IRI, definition.get("type"))
    yield from _result(value.get("result", {}))
    context = value.get("context", {})
    yield from _keys("context", context, "instructor platform language extensions")
    yield from _match("context.language", LANGUAGE, context.get("language"))
    yield from _extensions(context.get("extensions", {}))
    if "instructor" in context:
        yield from _agent("context.instructor", context["instructor"])


def _agent(what: str, value: Any) -> Iterator[str]:
    """An agent has exactly one inverse functional identifier; ours is an account."""
    yield from _keys(what, value, "objectType name account", "account")
    if value.get("objectType") != "Agent" or not isinstance(value.get("name", ""), str):
        yield f"{what} is no agent"
    account = value.get("account", {})
    yield from _keys(f"{what}.account", account, "homePage name", "homePage name")
    yield from _match(f"{what}.account.homePage", IRI, account.get("homePage"))


def _words(what: str, value: Any) -> Iterator[str]:
    for language, text in value.items():
        yield from _match(what, LANGUAGE, language)
        if not isinstance(text, str):
            yield f"{what} holds {text!r}"


def _extensions(value: Any) -> Iterator[str]:
    for name in value:
        yield from _match("the name of an extension", IRI, name)


def _result(value: Any) -> Iterator[str]:
    yield from _keys("result", value, "score success completion response duration extensions")
    yield from (f"{key} is no truth" for key in ("success", "completion") if not isinstance(value.get(key, True), bool))
    if "duration" in value:
        yield from _match("duration", DURATION, value["duration"])
    yield from _extensions(value.get("extensions", {}))
    if "score" in value:
        score = value["score"]
        yield from _keys("score", score, "scaled raw min max")
        if not -1 <= score.get("scaled", 0) <= 1:
            yield "scaled is -1 to 1"
        if not score.get("min", 0) <= score.get("raw", 0) <= score.get("max", 10**9) or score["min"] >= score["max"]:
            yield "raw is between min and max"
