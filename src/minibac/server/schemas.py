"""Schemas of everything that travels, made from the types themselves: JSON Schema, and AsyncAPI for the WebSocket.

``protocol_schema`` holds every message, command, event and part of a view as ``$defs``; ``asyncapi`` and ``openapi``
have the same shapes as their components. The house serves them, ``minibac schema`` writes them.
"""

import ast
import inspect
import re
import sys
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, TypedDict, Union, get_args, get_type_hints, is_typeddict

import msgspec

from minibac import __version__
from minibac.machine.kinds import Command, Event
from minibac.machine.machine import Machine
from minibac.machine.roles import Role
from minibac.machine.who import Who
from minibac.people.sessions import COOKIE
from minibac.pits.copies import SEALED
from minibac.pits.house import HOUSE
from minibac.pits.house_events import HOUSE_KINDS
from minibac.pits.pit import PIT
from minibac.pits.pit_events import PIT_KINDS
from minibac.rules.refusal import Code
from minibac.school import exam_commands as xc
from minibac.school import record_commands as sc
from minibac.school.record import SCHOOL
from minibac.server import messages as m
from minibac.server.acting import HOUSE_SAYS, MAY_LEAVE_OUT
from minibac.server.connection import ENDINGS
from minibac.server.schema_words import FOR_ROUTES_TOO, WORDS
from minibac.server.wire import EDGES, CommandMessage, PeelMessage, PongMessage
from minibac.table import events as e
from minibac.table.guest_view import ANSWERED_BY
from minibac.table.machine import TABLE
from minibac.table.public_events import TOLD
from minibac.table.state import Phase
from minibac.table.view_types import LobbyRow, View
from minibac.table.wire_words import Clause, Milliseconds
from minibac.voice.said import Said

Schema = dict[str, Any]
DEFS = "#/$defs/"
INTERVENTIONS = (xc.PauseExam, xc.ResumeExam, xc.WhisperNote, xc.InjectIrregularity, xc.SetNextCards)
"""What an instructor may do to an exam."""
SIGNED: Mapping[type[Command], tuple[str, ...]] = {sc.SignOff: ("present",), sc.WithdrawSignOff: ("present",)}
"""What the house says of a signature by its password."""
UNTOLD = ("postings", "report")
"""What no log tells: the ledger has pages of its own, and so has a report."""
UNREAD = (*SEALED, "said", "reason", "originals", "copies")
"""What is null of a form to somebody who has still to read its duplicate off the paper."""
STAFF = "ForStaff"
"""Behind the name of an event as the floor and surveillance are told it."""


# ----------------------------------------------------------------------------------------------------- commands, events


def _made(name: str, source: type[msgspec.Struct], tag: tuple[str, str], fields: Iterable[Any]) -> type[Any]:
    """A type with these fields, and the words of the type it is made from."""
    tag_field, word = tag
    strict = tag_field == "command"
    made = msgspec.defstruct(name, fields, tag_field=tag_field, tag=word, kw_only=True, forbid_unknown_fields=strict)
    made.__doc__ = source.__doc__
    _SOURCES[made] = source
    return made


_SOURCES: dict[type[Any], type[Any]] = {}


def _field(field: msgspec.structs.FieldInfo, *, optional: bool = False) -> tuple[Any, ...]:
    """A field as it was, or one that may be left out."""
    if field.required and not optional:
        return field.name, field.type
    if field.required:
        return field.name, field.type, msgspec.field(default_factory=lambda: None)  # the house fills it in
    if field.default_factory is not msgspec.NODEFAULT:
        return field.name, field.type, msgspec.field(default_factory=field.default_factory)
    return field.name, field.type, msgspec.field(default=field.default)


def sent(kind: type[Command]) -> type[Any]:
    """A command as it is sent: without what the house knows."""
    unsaid, optional = {"by", "at", *HOUSE_SAYS.get(kind, ()), *SIGNED.get(kind, ())}, MAY_LEAVE_OUT.get(kind, ())
    kept = (field for field in msgspec.structs.fields(kind) if field.name not in unsaid)
    name = kind.__name__
    return _made(name, kind, ("command", name), [_field(field, optional=field.name in optional) for field in kept])


def commands_of(machine: Machine[Any, Any, Any]) -> list[type[Any]]:
    """The commands that somebody other than the house itself may give to a machine."""
    return [kind for kind, row in machine.who.items() if not (isinstance(row, Who) and set(row.roles) <= {Role.HOUSE})]


BESIDE = [
    ("v", int), ("at", Milliseconds), ("clauses", list[Clause]), ("says", str), ("said", Said),
]  # fmt: skip
"""What is told with every event."""


def public_event(kind: type[e.Event]) -> type[Any]:
    """An event as everybody is told it."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    own = [(name, str if fields[name].type is Said else fields[name].type) for name in TOLD[kind]]
    name = kind.__name__
    return _made(name, kind, ("event", name), [*BESIDE, *own])


def staff_event(
    kind: type[Event], *, left_out: tuple[str, ...] = ("postings",), sealed: tuple[str, ...] = ()
) -> type[Any]:
    """An event as the floor, surveillance and accounting are told it, with who did it; what is sealed may be null."""
    fields_of = msgspec.structs.fields(kind)
    own = [(field.name, Union[field.type, None] if field.name in sealed else field.type) for field in fields_of]  # noqa: UP007
    beside = [("v", int), ("says", str), ("said", Said), ("who", Said)]
    fields = dict([*beside, *((name, what) for name, what in own if name not in (*left_out, "says"))])
    return _made(f"{kind.__name__}{STAFF}", kind, ("event", kind.__name__), list(fields.items()))


# ------------------------------------------------------------------------------------------------------------ the words


def _classes(types: Iterable[Any]) -> Iterator[type[Any]]:
    """Every class with fields in these types, each once."""
    waiting, seen = list(types), set()
    while waiting:
        each = waiting.pop()
        waiting.extend(get_args(each))
        if isinstance(each, type) and each not in seen and (is_typeddict(each) or hasattr(each, "__struct_fields__")):
            seen.add(each)
            yield each
            waiting.extend(get_type_hints(_SOURCES.get(each, each), include_extras=True).values())


@cache
def _said_of_fields(module: str) -> Mapping[str, Mapping[str, str]]:
    """What is written in the source of a module below each field of its classes: its own and what it extends there."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):  # there is no source
        return {}
    told: dict[str, dict[str, str]] = {}
    for written in tree.body:
        if isinstance(written, ast.ClassDef):
            bases = [told.get(base.id, {}) for base in written.bases if isinstance(base, ast.Name)]
            told[written.name] = dict(ChainMap(dict(_below(written)), *bases))
    return told


def _below(written: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, after in pairwise(written.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
            yield field.target.id, str(ast.literal_eval(after.value))


def plain_words(text: str) -> str:
    """A text of the source without its markup and its examples."""
    text = re.sub(r":\w+:`([^`]+)`", r"`\1`", text).replace("``", "`")
    return " ".join(inspect.cleandoc(text).split(">>>")[0].split())


def _with_words(components: dict[str, Schema], types: Iterable[Any], of_routes: Iterable[Any]) -> None:
    """Tell what each field is: as its class says it, or else as it is said of its name."""
    travels = {kind.__name__ for kind in _classes(types)}
    for kind in _classes([*types, *of_routes]):
        source = _SOURCES.get(kind, kind)
        shape = components.get(kind.__name__, {})
        properties = shape.get("properties", {})
        for base in source.__mro__:
            for name, words in _said_of_fields(base.__module__).get(base.__name__, {}).items():
                if name in properties:
                    properties[name].setdefault("description", words)
    for shape_name, shape in components.items():
        said = WORDS.keys() if shape_name in travels else FOR_ROUTES_TOO
        for name, field in shape.get("properties", {}).items():
            if name in said and not _described(field):
                field["description"] = WORDS[name]
        _clean(shape)


def _described(field: Any) -> bool:
    """Whether a field says what it is, or leads to something that does."""
    if not isinstance(field, dict):
        return False
    if field.keys() & {"description", "$ref", "const"}:
        return True
    return any(map(_described, [*field.get("anyOf", ()), field.get("items"), field.get("additionalProperties")]))


def _clean(shape: Any) -> None:
    if isinstance(shape, dict):
        if isinstance(shape.get("description"), str):
            shape["description"] = plain_words(shape["description"])
        for each in shape.values():
            _clean(each)
    elif isinstance(shape, list):
        for each in shape:
            _clean(each)


# ------------------------------------------------------------------------------------------------------------- protocol


def one_of(names: Iterable[str], tag: str, *, drop: str = "") -> Schema:
    """One of these shapes, told apart by a tag."""
    listed = list(names)
    mapping = {name.removesuffix(drop): f"{DEFS}{name}" for name in listed}
    return {
        "anyOf": [{"$ref": f"{DEFS}{name}"} for name in listed],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


@cache
def _kinds() -> dict[str, list[type[Any]]]:
    """Every command and event that travels, by its group."""
    return {
        "TableCommand": [sent(kind) for kind in commands_of(TABLE)],
        "PitCommand": [sent(kind) for kind in commands_of(PIT)],
        "HouseCommand": [sent(kind) for kind in commands_of(HOUSE)],
        "SchoolCommand": [sent(kind) for kind in commands_of(SCHOOL)],
        "Intervention": [sent(kind) for kind in INTERVENTIONS],
        "PublicEvent": [public_event(kind) for kind in e.KINDS],
        "StaffEvent": [staff_event(kind) for kind in e.KINDS],
        "PitEvent": [staff_event(kind, left_out=UNTOLD, sealed=UNREAD) for kind in PIT_KINDS],
        "HouseEvent": [staff_event(kind, left_out=UNTOLD) for kind in HOUSE_KINDS],
    }


def components(*more: Any) -> tuple[list[Schema], dict[str, Schema]]:
    """The shapes of ``more``, and every named shape that travels; a reference leads to ``#/$defs/``."""
    kinds = _kinds()
    named_fields: Any = TypedDict
    changed = named_fields("ChangedParts", View.__annotations__, total=False)
    _SOURCES[changed] = View
    roots = [*m.TELLS, CommandMessage, PeelMessage, PongMessage, *m.YOURS, View, changed, LobbyRow]
    roots += [kind for group in kinds.values() for kind in group]
    shapes, named = msgspec.json.schema_components([*more, *roots], ref_template=f"{DEFS}{{name}}")
    _with_words(named, roots, more)
    for group, members in kinds.items():
        drop = "" if group.endswith("Command") or group in ("Intervention", "PublicEvent") else STAFF
        tag = "event" if group.endswith("Event") else "command"
        named[group] = one_of((kind.__name__ for kind in members), tag, drop=drop)
    named["ToldEvent"] = {"anyOf": [{"$ref": f"{DEFS}PublicEvent"}, {"$ref": f"{DEFS}StaffEvent"}]}
    named["Yours"] = {"anyOf": [{"$ref": f"{DEFS}{kind.__name__}"} for kind in m.YOURS]}
    named["PageMessage"] = one_of(("CommandMessage", "PeelMessage", "PongMessage"), "do")
    named["PageMessage"]["discriminator"]["mapping"] = {
        word: f"{DEFS}{kind.__name__}"
        for word, kind in (("command", CommandMessage), ("peel", PeelMessage), ("pong", PongMessage))
    }
    named["HouseMessage"] = one_of((kind.__name__ for kind in m.TELLS), "tell")
    named["HouseMessage"]["discriminator"]["mapping"] = {tell_of(kind): f"{DEFS}{kind.__name__}" for kind in m.TELLS}
    named["PeelMessage"]["properties"]["edge"]["enum"] = sorted(EDGES)
    for shape in ("View", "ChangedParts", "LobbyRow"):
        named[shape]["properties"]["phase"]["enum"] = list(Phase)
    named["RefusalPart"]["properties"]["code"]["enum"] = list(Code)
    named["SeatedYours"]["properties"]["answers"] = _answers()
    return list(shapes[: len(more)]), named


def tell_of(kind: Any) -> str:
    """The word under which the house tells a message."""
    word: str = get_args(kind.__annotations__["tell"])[0]
    return word


def _answers() -> Schema:
    """Of each question to a guest the commands that answer it."""
    return {
        "description": "Each of `asks` with its answers as they can be sent, that of a guest who plays along first.",
        "type": "object",
        "properties": {
            question: {"type": "array", "items": one_of((kind.__name__ for kind in kinds), "command")}
            for question, kinds in ANSWERED_BY.items()
        },
        "additionalProperties": False,
    }


@cache
def protocol_schema() -> Schema:
    """Every message, command, event and part of a view as JSON Schema."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:minibac:protocol",
        "title": "The protocol of a minibac house",
        "description": "PageMessage is what a page sends over the WebSocket of a table, HouseMessage what it hears.",
        "version": __version__,
        "$defs": dict(sorted(components()[1].items())),
    }


# ------------------------------------------------------------------------------------------------------------- asyncapi

QUERY = {
    "after": "The last version that the page has seen; the welcome then has what it missed.",
    "as": "The part one plays here: guest, spectator or a role that one holds at this table.",
    "csrf": "`csrf` of GET /api/session; not for a spectator.",
    "build": "The build of the page; without it no page is outdated.",
}


def in_components(shape: Any) -> Any:
    """A shape whose references lead to the components of an API."""
    if isinstance(shape, dict):
        return {name: in_components(each) for name, each in shape.items()}
    if isinstance(shape, list):
        return [in_components(each) for each in shape]
    return shape.replace(DEFS, "#/components/schemas/") if isinstance(shape, str) else shape


@cache
def asyncapi() -> Schema:
    """The WebSocket of a table as AsyncAPI 3 tells it; the house is the application that is described."""
    shapes = protocol_schema()["$defs"]
    page = (CommandMessage, PeelMessage, PongMessage)
    all_messages = {kind.__name__: kind for kind in (*page, *m.TELLS)}

    def listed(kinds: Iterable[Any]) -> list[Schema]:
        return [{"$ref": f"#/channels/live/messages/{kind.__name__}"} for kind in kinds]

    document: Schema = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "A table of a minibac house",
            "version": __version__,
            "description": "Play chips only. docs/protocol.md says what the messages mean.",
        },
        "servers": {
            "house": {
                "host": "localhost:8042",
                "protocol": "ws",
                "description": "minibac serve",
                "security": [{"$ref": "#/components/securitySchemes/session"}],
            }
        },
        "defaultContentType": "application/json",
        "channels": {
            "live": {
                "address": "/api/tables/{table}/live",
                "parameters": {"table": {"description": "The id of a table, from GET /api/house."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in all_messages},
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "query": {
                            "type": "object",
                            "properties": {
                                name: {"type": "string", "description": words} for name, words in QUERY.items()
                            },
                        },
                    }
                },
                "x-close-codes": {str(code): why for code, why in sorted(ENDINGS.items())},
            }
        },
        "operations": {
            "command": {
                "action": "receive",
                "summary": "A page gives a command and is answered under its id.",
                "channel": {"$ref": "#/channels/live"},
                "messages": listed([CommandMessage]),
                "reply": {
                    "channel": {"$ref": "#/channels/live"},
                    "messages": listed([m.AnswerMessage, m.WrongMessage]),
                },
            },
            "hear": {
                "action": "receive",
                "summary": "A page says how far a card is peeled, or that it is still there.",
                "channel": {"$ref": "#/channels/live"},
                "messages": listed([PeelMessage, PongMessage]),
            },
            "tell": {
                "action": "send",
                "summary": "The house tells each connection what its role may hear.",
                "channel": {"$ref": "#/channels/live"},
                "messages": listed(m.TELLS),
            },
        },
        "components": {
            "messages": {
                name: {"name": name, "summary": plain_words(kind.__doc__ or ""), "payload": {"$ref": f"{DEFS}{name}"}}
                for name, kind in all_messages.items()
            },
            "securitySchemes": {
                "session": {
                    "type": "httpApiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": "What signs somebody in sets it; `csrf` is in the query. A spectator needs neither.",
                }
            },
        },
    }
    both = [{"$ref": f"{DEFS}{group}"} for group in ("PageMessage", "HouseMessage")]
    wanted = reached(shapes, [document, both])
    document["components"]["schemas"] = {name: shapes[name] for name in sorted(wanted)}
    told: Schema = _in_asyncapi(in_components(document))
    return told


def _in_asyncapi(shape: Any) -> Any:
    """A schema as AsyncAPI has it: a discriminator is a property; where each value leads is an extension."""
    if isinstance(shape, list):
        return [_in_asyncapi(each) for each in shape]
    if not isinstance(shape, dict):
        return shape
    found = {name: _in_asyncapi(each) for name, each in shape.items()}
    tagged = shape.get("discriminator")
    if isinstance(tagged, dict) and "propertyName" in tagged:
        found |= {"discriminator": tagged["propertyName"], "x-mapping": tagged["mapping"]}
    return found


def reached(named: Mapping[str, Schema], shapes: object) -> set[str]:
    """The names of all that these shapes refer to, themselves and by others."""
    names: set[str] = set()
    waiting = _referred(shapes)
    while waiting:
        if (name := waiting.pop()) not in names:
            names.add(name)
            waiting += _referred(named[name])
    return names


def _referred(shape: object) -> list[str]:
    return re.findall(rf'"{re.escape(DEFS)}(\w+)"', msgspec.json.encode(shape).decode())


def written(document: Schema) -> str:
    """A document as it is kept in a file."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"
