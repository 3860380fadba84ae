"""Hostile requests and messages, each made of bytes: of dice, or of what a coverage-guided fuzzer found worth trying.

Half of what is made has sense except for one thing; the rest is noise of many kinds. Bodies follow the description of
the API, commands the types of the program, names are of things that are there, and two in three requests come from a
role that may ask for that, so that a fault lies behind the first checks and not only before them.
"""

import json
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, cast

import msgspec

from minibac.pits import house_commands, pit_commands
from minibac.school import record_commands
from minibac.server.app import openapi
from minibac.table import commands
from tests.hostile.doors import TABLES
from tests.server.role_lists import OVER_HTTP

ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2**31, 2**53 + 1, 2**70, -(2**63), 1e308, -0.0, 0.1, float("nan"), float("inf"), "",
    " ", "x" * 600, "x" * 20_000, "\u0000", "\ud800", "\u202eabc", "<script>", "'; DROP TABLE events; --", "%s%s%n",
    "../../etc/passwd", "{seat}", [], {}, [[[[]]]], {"": ""}, ["player"] * 300, {str(n): n for n in range(300)},
    {"command": "PlaceWager"},
)  # fmt: skip
WORDS = (
    "player", "banker", "tie", "house-money", "take", "section-42", "massachusetts", "seminole", "seneca", "As", "Td",
    "seal", "floor", "calling", "wagers", "automatic dealer", "guest", "admin", "house", "2026-11-15", "other", "look",
    "wash", "carry", "s42-1", "seneca-main", "json", "csv", "open", "day", "USD", "1", "t1", "Ann", "trainee",
)  # fmt: skip
TEXTS = (*WORDS, "constructor", "__class__", "0", "-1", "null", "NaN", "ä" * 40, "𝕏", "\u00ad", "a/b", "?", "#", "..")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "X" * 40)
PARTS = (
    "guest", "spectator", "dealer", "floorperson", "pit-boss", "shift-manager", "pit-clerk", "surveillance",
    "accounting",
)  # fmt: skip
SEATS, WHOLE = (1, 2, 3, 9, 10), (0, 1, 5, 14, 100, 2_500, 100_000, -1)
MOST_DEPTH = 3
T = typing.TypeVar("T")


class Choices:
    """Bytes that choose; zeros when there are none left. ``there`` are names of things that there are, by field."""

    def __init__(self, data: bytes, there: Mapping[str, Sequence[str]] | None = None) -> None:
        self._data, self._at, self._there = data, 0, there or {}

    def below(self, count: int) -> int:
        """A number from 0 up to that, that not included."""
        width = 1 if count <= 256 else 2
        part = self._data[self._at : self._at + width]
        self._at += width
        return int.from_bytes(part, "big") % count

    def one(self, of: Sequence[T]) -> T:
        return of[self.below(len(of))]

    def text(self, name: str = "") -> str:
        """A text for a field: of something that is there, or anything."""
        near = self._there.get(name)
        return self.one(near) if near and self.below(4) else self.one(TEXTS)

    def rest(self, most: int) -> bytes:
        """Bytes as they are."""
        part = self._data[self._at : self._at + self.below(most + 1)]
        self._at += len(part)
        return part


class Request(NamedTuple):
    """To be asked over HTTP."""

    role: str
    method: str
    target: str
    body: bytes | None
    headers: tuple[tuple[bytes, bytes], ...]
    signed: bool


class Message(NamedTuple):
    """To be sent by a page at a table."""

    role: str
    table: str
    text: str | bytes


class Known(NamedTuple):
    """What there is to be asked about."""

    roles: tuple[str, ...]
    there: Mapping[str, Sequence[str]]
    """Names of things, by the field or the part of a path that names one."""


def attack(data: bytes, known: Known) -> Request | Message:
    """What these bytes try."""
    dice = Choices(data, known.there)
    if dice.below(2):
        return Message(dice.one(PARTS), dice.one(TABLES), _message(dice))
    return _request(dice, known)


# ------------------------------------------------------------------------------------------------------- at a table


def _message(dice: Choices) -> str | bytes:
    way = dice.below(10)
    if way == 0:
        return dice.rest(400)
    if way == 1:
        depth = dice.one((50, 500, 3_000))
        return '{"do": "command", "id": "m", "command": ' + "[" * depth + "]" * depth + "}"
    if way == 2:
        facts = {
            "do": "peel",
            "hand": dice.one(("player", "banker", "")),
            "card": dice.below(4),
            "edge": "top",
            "how": 0.5,
        }
        return _spoiled(dice, facts)
    number = dice.below(65_536)
    message = {"do": dice.one(("command", "command", "command", "pong", "peel")), "id": f"h{number}"}
    text = _spoiled(dice, message | {"command": _command(dice, commands.KINDS)})
    return _no_text(dice, text.encode("utf-8", "surrogatepass")) if way == 3 else text


def _command(dice: Choices, kinds: tuple[type[Any], ...]) -> dict[str, Any]:
    """A command of some kind whose facts have the right types, with one exception or none."""
    facts = plausible(dice, dice.one(kinds))
    if dice.below(3) == 0:
        facts[dice.one((*facts, "by", "at", "extra"))] = dice.one(ODD)
    return facts


def plausible(dice: Choices, kind: type[Any]) -> dict[str, Any]:
    """A command of that kind whose facts have the right types."""
    facts: dict[str, Any] = {"command": kind.__name__}
    for field in msgspec.structs.fields(kind):
        if field.name not in ("by", "at") and (field.required or dice.below(3)):
            facts[field.name] = _of_type(dice, field.type, field.name)
    return facts


def _of_type(dice: Choices, kind: Any, name: str, depth: int = 0) -> Any:
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _of_type(dice, inside[0], name, depth)
    if origin is typing.Literal:
        return dice.one(inside)
    if origin in (typing.Union, UnionType):
        return _of_type(dice, dice.one(inside), name, depth)
    if origin in (tuple, list, set, frozenset, dict) and depth < MOST_DEPTH:
        if origin is dict:
            return {str(_of_type(dice, inside[0], name, depth + 1)): _of_type(dice, inside[1], name, depth + 1)
                    for _ in range(dice.below(4))}  # fmt: skip
        if origin is tuple and inside[-1:] != (...,):
            return [_of_type(dice, each, name, depth + 1) for each in inside]
        return [_of_type(dice, inside[0], name, depth + 1) for _ in range(dice.below(5))]
    if kind is bool:
        return bool(dice.below(2))
    if kind is int:
        return (
            dice.one((1, 2, 3, 9, 10))
            if "seat" in name or name == "to"
            else dice.one((0, 1, 5, 14, 100, 2_500, 100_000, -1))
        )
    if kind is float:
        return dice.below(1000) / 100
    if kind is type(None):
        return None
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and depth < MOST_DEPTH:
        return {each.name: _of_type(dice, each.type, each.name, depth + 1) for each in msgspec.structs.fields(kind)}
    return dice.text(name)


def _spoiled(dice: Choices, value: Any) -> str:
    """The value as text, as it is or damaged somewhere."""
    text = json.dumps(value)
    way = dice.below(12)
    if way == 0:
        return text[: dice.below(len(text))]
    if way == 1:
        at = dice.below(len(text))
        return text[:at] + chr(dice.below(0x2FFF)) + text[at + 1 :]
    if way == 2:
        return text + text
    if way == 3:
        return text.replace('"', "'")
    return text


def _no_text(dice: Choices, text: bytes) -> bytes:
    """The text with a byte that is none of UTF-8, inside one of its quotes where it has any."""
    quotes = [at for at, byte in enumerate(text) if byte == ord('"')] or [0]
    at = dice.one(quotes) + 1
    return text[:at] + bytes((128 + dice.below(128),)) + text[at:]


# ---------------------------------------------------------------------------------------------------------- over HTTP


@cache
def _described() -> dict[str, Any]:
    return openapi()


@cache
def routes() -> tuple[tuple[str, str, tuple[dict[str, Any], ...], dict[str, Any] | None], ...]:
    """Method, path, parameters of the query and the schema of the body, of every route."""
    rows = []
    for path, operations in _described()["paths"].items():
        for method, operation in operations.items():
            asked = [each for each in operation.get("parameters", ()) if each["in"] == "query"]
            bodies = list(operation.get("requestBody", {}).get("content", {}).values())
            rows.append((method.upper(), path, tuple(asked), bodies[0]["schema"] if bodies else None))
    return tuple(rows)


PAGES = (
    "/", "/play", "/floor", "/manual/", "/static/js/store.js", "/static/../../go.py", "/fair", "/exams", "/board/x",
)  # fmt: skip
KEEPS_SESSIONS = {
    ("DELETE", "/api/me"),
    ("DELETE", "/api/session"),
    ("POST", "/api/session/lock"),
    ("DELETE", "/api/people/{person}/roles"),
    ("POST", "/api/people/{person}/disable"),
}
"""What ends the sessions by which everything else is tried; only strangers try it."""
ORDERS = {
    "/api/pits/{pit_id}/commands": pit_commands.PIT_KINDS,
    "/api/house/commands": house_commands.HOUSE_KINDS,
    "/api/school/commands": record_commands.SCHOOL_COMMANDS,
}
LIKELY = {
    "/api/books": ("accounting", "surveillance", "shift-manager", "admin"),
    "/api/cage": ("cage", "guest", "security", "compliance"),
    "/api/drills": ("trainee", "guest"),
    "/api/exams": ("trainee", "instructor"),
    "/api/exclusions": ("security", "compliance"),
    "/api/house": ("accounting", "admin", "cage", "surveillance"),
    "/api/invitations": ("admin", ""),
    "/api/me": ("guest", "trainee"),
    "/api/people": ("admin", "security"),
    "/api/pits": ("accounting", "surveillance", "pit-boss", "pit-clerk"),
    "/api/school": ("instructor", "assessor", "trainee"),
    "/api/tables": ("guest", "surveillance", "floorperson"),
}
"""Who may ask for what lies under a path, as a rule."""
MAY_ORDER = {name: tuple(role for role, kinds in OVER_HTTP.items() if name in kinds)
             for may in OVER_HTTP.values() for name in may}  # fmt: skip
"""The roles that may give a command over HTTP."""


def _request(dice: Choices, known: Known) -> Request:
    if dice.below(12) == 0:
        path = dice.one(PAGES) if dice.below(2) else "/" + dice.rest(60).decode("latin-1").replace("?", "")
        return Request(dice.one(known.roles), dice.one(METHODS), path, None, _headers(dice), signed=bool(dice.below(2)))
    method, path, asked, schema = dice.one(routes())
    likely = LIKELY.get("/".join(path.split("/")[:3]), known.roles)
    target = "/".join(_part(dice, piece) if piece.startswith("{") else piece for piece in path.split("/"))
    query = [each for each in asked if dice.below(12 if each.get("required") else 2)]
    if query:
        target += "?" + "&".join(f"{each['name']}={_quoted(_asked(dice, each))}" for each in query)
    if dice.below(20) == 0:
        method = dice.one(METHODS)
    body = None
    if schema is not None:
        value = _like(dice, schema)
        if isinstance(value, dict) and path in ORDERS:  # a copy, as something odd is shared by all inputs
            value = {**value, "command": _command(dice, cast(Any, ORDERS[path]))}
            if dice.below(8):
                value.pop("role", "")
            likely = MAY_ORDER.get(str(value["command"]["command"]), likely)
        elif isinstance(value, dict) and path.endswith("/steps") and dice.below(8):
            value = {**value, "step": json.dumps(_command(dice, commands.KINDS))}
        way = dice.below(8)
        if way == 0:
            body = dice.rest(300)
        elif way == 1:
            body = json.dumps(dice.one(ODD)).encode()
        else:
            body = _spoiled(dice, value).encode("utf-8", "surrogatepass")
            if way == 2:
                body = _no_text(dice, body)
    role = dice.one(likely) if dice.below(3) else dice.one(known.roles)
    if (method, path) in KEEPS_SESSIONS:
        role = ""
    return Request(role, method, target, body, _headers(dice), signed=bool(dice.below(8)))


def _part(dice: Choices, piece: str) -> str:
    """A part of a path: something that is there, or anything."""
    if dice.below(12) == 0:
        return dice.rest(40).decode("latin-1").replace("?", "%3f")
    return _quoted(dice.text(piece[1:-1]))


def _asked(dice: Choices, parameter: dict[str, Any]) -> str:
    """A value for a parameter of the query."""
    value = _like(dice, parameter["schema"], name=parameter["name"])
    return value if isinstance(value, str) else json.dumps(value)[:600]


def _quoted(text: str) -> str:
    return "".join(each if each.isalnum() or each in "-_." else f"%{byte:02x}" for each in text
                   for byte in (each.encode("utf-8", "surrogatepass")[:1] or b"_"))  # fmt: skip


PLAIN: dict[str, tuple[Any, ...]] = {
    "integer": (0, 1, 2, 9, 100, -1, 10**13),
    "number": (0, 0.5, 1e9),
    "boolean": (True, False),
    "null": (None,),
}


def _headers(dice: Choices) -> tuple[tuple[bytes, bytes], ...]:
    way = dice.below(16)
    odd: dict[int, tuple[tuple[bytes, bytes], ...]] = {
        0: ((b"origin", b"https://elsewhere.example"),),
        1: ((b"host", b"elsewhere.example"),),
        2: ((b"x-csrf-token", dice.rest(60)),),
        3: ((b"accept", b"text/html"),),
        4: ((b"cookie", dice.rest(200)),),
        5: ((b"content-type", dice.one((b"text/plain", b"application/x-www-form-urlencoded", b"\xff"))),),
        6: ((b"x-forwarded-for", b"10.0.0.1"), (b"x-forwarded-proto", b"https")),
        7: ((b"accept-language", dice.rest(60)), (b"range", b"bytes=9-1")),
    }
    return odd.get(way, ())


def _like(dice: Choices, schema: dict[str, Any], depth: int = 0, name: str = "") -> Any:
    """A value after a schema of the API; now and then with something odd in it."""
    if "$ref" in schema:
        schema = _described()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if depth > MOST_DEPTH + 2 or dice.below(25) == 0:
        return dice.one(ODD)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return _like(dice, dice.one(schema[choice]), depth + 1, name)
    if "enum" in schema:
        return dice.one(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = dice.one(kind)
    if kind == "object" or "properties" in schema:
        must = schema.get("required", ())
        facts = {field: _like(dice, each, depth + 1, field) for field, each in schema.get("properties", {}).items()
                 if field in must or dice.below(2)}  # fmt: skip
        if dice.below(10) == 0:
            facts[dice.one(TEXTS)] = dice.one(ODD)
        return facts
    if kind == "array":
        return [_like(dice, schema.get("items", {}), depth + 1, name) for _ in range(dice.below(4))]
    return dice.one(PLAIN[kind]) if kind in PLAIN else dice.text(name)
