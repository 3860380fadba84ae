"""The schemas: shipped as they are made, served as they are shipped; the page about the protocol agrees with them."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest

from minibac.rules.refusal import Code
from minibac.server.app import openapi
from minibac.server.schema_words import WORDS
from minibac.server.schemas import asyncapi, protocol_schema, written
from minibac.table.guest_view import ANSWERED_BY
from minibac.table.state import Phase
from tests.command_line import calling
from tests.server.protocol_page import PAGE, ROOT, page_made
from tests.server.running import running
from tests.server.schema_check import faults, hold

SCHEMAS = ROOT / "docs/schemas"
MAKE: dict[str, Callable[[], dict[str, Any]]] = {"protocol": protocol_schema, "asyncapi": asyncapi, "openapi": openapi}
RENEW = "minibac schema --write docs/schemas; python3 -m tests.server.write_protocol_page"
MEANINGS = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize("name", MAKE)
def test_the_shipped_schemas_are_as_the_types_say(name: str) -> None:
    fresh = (SCHEMAS / f"{name}.json").read_text(encoding="utf-8") == written(MAKE[name]())
    assert fresh, f"docs/schemas/{name}.json is stale: {RENEW}"


def test_the_house_serves_them() -> None:
    with running(houses=()) as server, server.client() as client:
        for name in MAKE:
            told = client.http.get(f"/api/schema/{name}.json").json()
            same = told == json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
            assert same, name


def references(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        if isinstance(shape.get("$ref"), str):
            yield shape["$ref"]
        tagged = shape.get("discriminator", {}) if "anyOf" in shape else {}
        mapping = shape["x-mapping"] if isinstance(tagged, str) else tagged.get("mapping", {})
        yield from mapping.values()
        for each in shape.values():
            yield from references(each)
    elif isinstance(shape, list):
        for each in shape:
            yield from references(each)


def place(document: Any, reference: str) -> Any:
    for step in reference.removeprefix("#/").split("/"):
        document = document.get(step, {})
    return document or None


@pytest.mark.parametrize("name", MAKE)
def test_every_reference_leads_somewhere(name: str) -> None:
    document = MAKE[name]()
    lost = [reference for reference in set(references(document)) if place(document, reference) is None]
    assert not lost


def test_they_are_schemas() -> None:
    jsonschema_rs.meta.validate(protocol_schema())
    for shape in openapi()["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **shape})


def test_the_websocket_is_described_by_what_travels_there() -> None:
    document, shapes = asyncapi(), protocol_schema()["$defs"]
    page = {name.rpartition("/")[2] for name in shapes["PageMessage"]["discriminator"]["mapping"].values()}
    told = {name.rpartition("/")[2] for name in shapes["HouseMessage"]["discriminator"]["mapping"].values()}
    assert document["channels"]["live"]["messages"].keys() == page | told == document["components"]["messages"].keys()
    actions = {
        action: {
            message["$ref"].rpartition("/")[2]
            for operation in document["operations"].values()
            if operation["action"] == action
            for message in operation["messages"]
        }
        for action in ("receive", "send")
    }
    assert actions == {"receive": page, "send": told}


def test_a_discriminator_of_asyncapi_is_the_name_of_a_property() -> None:
    """As the schema of AsyncAPI 3 asks, which is stricter here than that of OpenAPI."""
    tagged = list(values_of(asyncapi(), "discriminator"))
    assert "tell" in tagged
    assert all(isinstance(name, str) for name in tagged)


def values_of(shape: object, key: str) -> Iterator[object]:
    """What stands under a key, anywhere in a document."""
    if isinstance(shape, dict):
        if key in shape:
            yield shape[key]
        for each in shape.values():
            yield from values_of(each, key)
    elif isinstance(shape, list):
        for each in shape:
            yield from values_of(each, key)


SAY_LESS = {
    "/api/books/day/{day}",
    "/api/books/day/{day}/signed/{revision}",
    "/api/books/day/{day}/signed/{revision}/report",
    "/api/books/dealers",
    "/api/books/exceptions",
    "/api/books/figures",
    "/api/books/forms",
    "/api/books/register",
    "/api/books/statements",
    "/api/pits/{pit_id}",
    "/api/school/export",
    "/api/tables/{table_id}/shoes/{number}/record",
}
"""Routes of which the API says that they answer, and not what: files, and reports that have pages of their own. The
list only gets shorter."""


def says_nothing(schema: dict[str, Any]) -> bool:
    return not schema or (schema.get("type") == "object" and not schema.keys() & {"properties", "additionalProperties"})


def test_routes_say_what_they_answer() -> None:
    bare = {
        path
        for path, operations in openapi()["paths"].items()
        for operation in operations.values()
        for status, response in operation["responses"].items()
        if status < "300"
        and says_nothing(response.get("content", {}).get("application/json", {}).get("schema", {"$ref": ""}))
    }
    assert bare == SAY_LESS


def test_routes_say_in_words_what_they_do_and_who_may_ask() -> None:
    document = openapi()
    ways = document["components"]["securitySchemes"]
    assert {way["in"] for way in ways.values()} == {"cookie", "header"}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert " " in operation["summary"], (method, path)
            assert all(
                " " in each["description"] or each["name"] == "reason" for each in operation.get("parameters", ())
            )
            asked = operation.get("security", [])
            assert {name for each in asked for name in each} <= ways.keys()
            if method != "get" and asked and not path.startswith("/api/invitations/"):
                assert "csrf" in asked[0], (method, path)
    assert "security" not in document["paths"]["/api/guests"]["post"]
    assert document["paths"]["/api/tables"]["post"]["security"] == [{"session": [], "csrf": []}]
    assert {} in document["paths"]["/api/house"]["get"]["security"]


def told_of(field: Any) -> bool:
    """Whether a field is told of in words, by itself or where it leads."""
    if not isinstance(field, dict):
        return False
    inside = [*field.get("anyOf", ()), field.get("items"), field.get("additionalProperties")]
    return bool(field.keys() & {"description", "$ref", "const"}) or any(map(told_of, inside))


TAGS = {"event", "command", "tell", "do", "is"}


def test_everything_that_travels_at_a_table_is_told_of_in_words() -> None:
    """A client is written from the schemas alone, so a field that says only its name leaves somebody guessing."""
    shapes = asyncapi()["components"]["schemas"]
    bare = [
        f"{name}.{field}"
        for name, shape in shapes.items()
        for field, what in shape.get("properties", {}).items()
        if field not in TAGS and not told_of(what)
    ]
    assert bare == [], "a line below the field in its class says what it is, or server/schema_words.py"
    assert shapes["View"]["properties"]["phase"]["enum"] == list(Phase)
    assert shapes["RefusalPart"]["properties"]["code"]["enum"] == list(Code)


OF_TYPES = {str: "string", int: "integer"}


def kind_of(field: dict[str, Any]) -> str:
    """What a field holds: two that hold different things are not told of by the same words."""
    if "anyOf" in field:
        return "|".join(sorted({kind_of(each) for each in field["anyOf"]} - {"null"}))
    inside = field.get("items") or field.get("additionalProperties")
    told = field.get("$ref") or field.get("type") or OF_TYPES[type(field.get("enum", [""])[0])]
    return f"{told} of {kind_of(inside)}" if isinstance(inside, dict) else str(told)


def test_what_is_said_of_a_name_wherever_it_stands_is_said_of_one_thing() -> None:
    """In the protocol and in what routes take and answer."""
    held: dict[str, set[str]] = {}
    for shape in openapi()["components"]["schemas"].values():
        for name, field in shape.get("properties", {}).items():
            if name in WORDS and field.get("description") == WORDS[name]:
                held.setdefault(name, set()).add(kind_of(field))
    assert {name: kinds for name, kinds in held.items() if len(kinds) > 1} == {}


# ------------------------------------------------------------------------------------------------------- protocol.md


def test_its_tables_are_made_from_the_schemas() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_made(), f"docs/protocol.md is stale: {RENEW}"


def first_cells(section: str) -> set[str]:
    """The words of the first column of the tables under a heading."""
    text = PAGE.read_text(encoding="utf-8").split(f"### {section}\n")[1].split("\n## ")[0].split("\n### ")[0]
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `")]
    return {word for row in rows for word in MEANINGS.findall(re.sub(r"\(.*?\)", "", row))} - {"tell"}


def test_every_message_of_the_house_is_on_the_page() -> None:
    mapping = protocol_schema()["$defs"]["HouseMessage"]["discriminator"]["mapping"]
    assert first_cells("From the house") == set(mapping)


def test_every_part_of_the_view_is_on_the_page() -> None:
    named = first_cells("The view")
    inside = {"unit_cents", "chips_cents", "notes_cents"}  # beside the areas
    assert named | inside == set(protocol_schema()["$defs"]["View"]["properties"])


@pytest.mark.parametrize(
    ("section", "shape"),
    [
        ("What a guest sees alone", "SeatedYours"),
        ("What a dealer sees alone", "DealerYours"),
        ("What the floor and surveillance see", "FloorYours"),
    ],
)
def test_what_one_connection_sees_alone_is_on_the_page(section: str, shape: str) -> None:
    named = first_cells(section)
    assert named == set(protocol_schema()["$defs"][shape]["properties"])


def is_named(route: str, named: str) -> bool:
    """Whether a path of the page, whole or without what stands before it (``…``), is that of a route."""
    ours, theirs = route.split("/"), named.removeprefix("…").split("/")
    if named.startswith("…"):
        ours = ours[-len(theirs) + 1 :]
        theirs = theirs[1:]
    return len(ours) == len(theirs) and all(
        mine == word or mine.startswith("{") for mine, word in zip(ours, theirs, strict=True)
    )


def test_routes_and_page_name_the_same_paths() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = {
        path.partition("?")[0]
        for path in re.findall(r"`(?:[A-Z]+ )?((?:/api|/log/|/health|/ready|/metrics|…/)[^\s`]*)", text)
    }
    routes = [*openapi()["paths"], "/api/tables/{table}/live", *(f"/api/schema/{name}.json" for name in MAKE)]
    assert [route for route in routes if not any(is_named(route, path) for path in named)] == []
    assert [path for path in named if path != "/api/" and not any(is_named(route, path) for route in routes)] == []


def examples() -> list[Any]:
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)]


def test_its_examples_are_as_the_schemas_say() -> None:
    kinds = set()
    for example in examples():
        if "tell" in example:
            hold(example)
        elif "do" in example:
            hold(example, "PageMessage", "do")
        else:
            assert faults("Said", example) == []
        kinds.add("tell" if "tell" in example else "do" if "do" in example else "said")
    assert kinds == {"tell", "do", "said"}


def test_a_wrong_message_is_found() -> None:
    good = {"do": "command", "id": "a", "command": {"command": "PlaceWager", "seat": 3, "wager": "tie", "cents": 500}}
    assert faults("PageMessage", good) == []
    for name, value in (("seat", "three"), ("cents", None), ("stake", 500), ("command", "PlaceBet")):
        assert faults("PageMessage", {**good, "command": good["command"] | {name: value}}), name  # type: ignore[operator]
    assert faults("PageMessage", {**good, "id": "a" * 65})
    assert faults("HouseMessage", {"tell": "wallet", "cents": 1.5})


# ----------------------------------------------------------------------------------------------------- the command line


def test_minibac_schema(tmp_path: Any) -> None:
    minibac = calling()
    assert json.loads(minibac("schema", "asyncapi").stdout) == json.loads(written(asyncapi()))
    assert minibac("schema", "--write", str(tmp_path / "new")).exit_code == 0
    assert {file.name for file in (tmp_path / "new").iterdir()} == {f"{name}.json" for name in MAKE}
    for words in ((), ("wsdl",), ("openapi", "--write", str(tmp_path))):
        no = minibac("schema", *words)
        assert (no.exit_code, no.stdout) == (2, ""), words
        assert "protocol" in no.stderr


def test_each_question_names_the_commands_that_answer_it() -> None:
    shapes = protocol_schema()["$defs"]
    questions = shapes["SeatedYours"]["properties"]
    assert set(questions["asks"]["items"]["enum"]) == set(ANSWERED_BY) == set(questions["answers"]["properties"])
    for question in questions["answers"]["properties"].values():
        assert (
            question["items"]["discriminator"]["mapping"].keys()
            <= shapes["TableCommand"]["discriminator"]["mapping"].keys()
        )
