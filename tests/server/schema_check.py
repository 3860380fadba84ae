"""What a house says, held against its schemas: strictly, so that nothing travels that they do not name."""

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs

from minibac.server.app import openapi
from minibac.server.schemas import protocol_schema


def strict(shape: Any) -> Any:
    """A schema in which an object has the keys that are named and no others."""
    if isinstance(shape, list):
        return [strict(each) for each in shape]
    if not isinstance(shape, dict):
        return shape
    kept = {name: each if name in ("default", "discriminator") else strict(each) for name, each in shape.items()}
    if kept.get("type") == "object" and isinstance(kept.get("properties"), dict):
        kept.setdefault("additionalProperties", False)
    return kept


@cache
def _strict_protocol() -> dict[str, Any]:
    whole: dict[str, Any] = strict(protocol_schema())
    return whole


@cache
def _validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**_strict_protocol(), "$ref": f"#/$defs/{name}"})


def faults(name: str, value: Any) -> list[str]:
    """What is not as the schema of that name says; nothing where all of it is."""
    return [_told(error) for error in _validator(name).iter_errors(value)]


def _told(error: Any) -> str:
    return f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"


def hold(message: dict[str, Any], group: str = "HouseMessage", tag: str = "tell") -> None:
    """Hold a message against the one shape that its tag names."""
    shape = protocol_schema()["$defs"][group]["discriminator"]["mapping"][message[tag]].rpartition("/")[2]
    wrong = faults(shape, message)
    assert not wrong, (shape, wrong[:3], json.dumps(message)[:2000])


@cache
def _routes() -> list[tuple[re.Pattern[str], str, dict[str, Any]]]:
    """Every path and method as a pattern, paths without parameters first, with the responses of each."""
    rows = []
    for path, operations in sorted(openapi()["paths"].items(), key=lambda row: row[0].count("{")):
        pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) + r"/?(\?.*)?$")
        rows += [(pattern, method.upper(), operation["responses"]) for method, operation in operations.items()]
    return rows


@cache
def _answer_validator(path: str, method: str, status: int) -> jsonschema_rs.Draft202012Validator | None:
    whole = _strict_openapi()
    for pattern, verb, responses in _routes():
        if verb == method and pattern.match(path):
            schema = responses.get(str(status), {}).get("content", {}).get("application/json", {}).get("schema")
            return None if schema is None else jsonschema_rs.Draft202012Validator({**strict(schema), **whole})
    return None


@cache
def _strict_openapi() -> dict[str, Any]:
    return {"components": strict(openapi()["components"])}


def hold_answer(method: str, path: str, status: int, body: Any) -> None:
    """Hold the answer of a route against what the API says that it answers."""
    validator = _answer_validator(path.partition("?")[0], method, status)
    wrong = [_told(error) for error in validator.iter_errors(body)] if validator else []
    assert not wrong, (method, path, status, wrong[:3], json.dumps(body)[:2000])
