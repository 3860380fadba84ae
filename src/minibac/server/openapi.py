"""OpenAPI of the routes: Litestar knows paths and parameters, the types of the routes what they take and answer.

Shapes are those of ``schemas``, so that HTTP, the WebSocket and the JSON Schema have one statement of each.
"""

from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

from litestar import Litestar, Response
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Stream

from minibac.people.person_types import SessionTold
from minibac.people.sessions import COOKIE
from minibac.server.answers import CSRF, RefusalAnswer, begins
from minibac.server.schemas import Schema, components, in_components, plain_words, reached

JSON = "application/json"
REFUSED = 400
DONE: Final = {"200": "what is asked for", "201": "it is made", "202": "it has begun", "204": "it is done"}
SESSION, TOKEN = "session", "csrf"
WAYS_IN: Final = {
    SESSION: {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "What signs somebody in sets it (Set-Cookie). One session is one person.",
    },
    TOKEN: {
        "type": "apiKey",
        "in": "header",
        "name": CSRF,
        "description": "`csrf` of the answer that signed somebody in, and of GET /api/session.",
    },
}
"""How a request says who asks."""
PARAMETERS: Final = {
    "after": "The version after which events are wanted.",
    "alert": "The number of an attempt.",
    "by": "What a row is of.",
    "class": "The id of a class.",
    "class_id": "The id of a class.",
    "clause_id": "A clause, a ruling or a control, as `ma/13/c/1`, `B10` or `R13`.",
    "counts": "The cards left of each rank, Ace to King, thirteen numbers with commas.",
    "coup": "The number of a coup in its shoe.",
    "day": "A gaming day, as `2026-11-15`.",
    "drill": "A drill by its name.",
    "effects": "Whether to add what one card less of each rank does.",
    "entry": "The number of an entry.",
    "exam": "The id of an exam.",
    "fault": "The number of a mistake.",
    "format": "In which form the answer is wanted.",
    "from": "The first day.",
    "guest": "The number of a guest.",
    "kind": "`transcript` or `certificate`.",
    "last": "How many coups.",
    "leaf": "The number of a leaf, from 0.",
    "limit": "How many events at most.",
    "new": "A size of the log.",
    "number": "Its number.",
    "old": "An earlier size of the log.",
    "person": "The number of a person.",
    "pit": "The id of a pit.",
    "pit_id": "The id of a pit.",
    "reason": "Why.",
    "removed": "Cards that have gone, as `A,9,Kd`.",
    "revision": "The number of a signed report.",
    "role": "A role by its name.",
    "rulebook": "The id of a rulebook, as `massachusetts`.",
    "scenario": "A scenario by its name.",
    "seat": "A seat, from 1 at the dealer's right.",
    "set": "An option with its value, as `decks=6`; it may be repeated.",
    "shoe": "The number of a shoe at its table.",
    "stake": "A stake in cents, where vigorish is rounded.",
    "state": "How far the house has got with them.",
    "table": "The id of a table.",
    "table_id": "The id of a table.",
    "to": "The last day.",
    "token": "What stands at the end of a link.",
    "trainee": "The number of a trainee.",
}
"""What a part of an address says."""


class DescribedPlugin(JsonRenderPlugin):
    """The description of the API, as the types of the routes say it; made once."""

    _made: bytes = b""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        if not self._made:
            self._made = self.render_json(request, described(request.app, openapi_schema))
        return self._made


def described(app: Litestar, document: Schema) -> Schema:
    """What Litestar says of the routes, with the shapes that their types have here."""
    places, types = [], []
    for route in app.routes:
        for method, (handler, _) in getattr(route, "route_handler_map", {}).items():
            operation = document["paths"].get(route.path_format, {}).get(method.lower())
            if operation is None:
                continue
            _tell(operation, method, route.path_format, handler)
            answer = _answered(handler.parsed_fn_signature.return_type.raw)
            for status, response in operation["responses"].items():
                content = response.get("content", {}).get(JSON)
                if content is not None:
                    places.append(content)
                    types.append(RefusalAnswer if int(status) >= REFUSED else answer)
            if handler.parsed_data_field is not None:
                places.append(operation["requestBody"]["content"][JSON])
                types.append(handler.parsed_data_field.annotation)
    shapes, named = components(*types)
    for content, shape in zip(places, shapes, strict=True):
        content["schema"] = shape
    wanted = sorted(reached(named, shapes))
    shapes_of = {"schemas": {name: named[name] for name in wanted}, "securitySchemes": WAYS_IN}
    document = document | {"components": shapes_of}
    whole: Schema = in_components(document)
    return whole


def _tell(operation: Schema, method: str, path: str, handler: Any) -> None:
    """What a route does, who may ask it, and what each part of its address is, in words."""
    said = plain_words(handler.fn.__doc__).partition(". ")
    operation["summary"] = said[0].rstrip(".")
    if said[2]:
        operation["description"] = said[2]
    for each in operation.get("parameters", ()):
        each["description"] = PARAMETERS[each["name"]]
    signature = handler.parsed_fn_signature
    if "asking" in signature.parameters:
        asks: dict[str, list[str]] = (
            {SESSION: []} if method == "GET" or begins(method, path) else {SESSION: [], TOKEN: []}
        )
        operation["security"] = [asks] if "401" in operation["responses"] else [asks, {}]
    for status, response in operation["responses"].items():
        response["description"] = DONE.get(status, response["description"])
        if get_args(signature.return_type.raw) == (SessionTold,) and method == "POST" and int(status) < REFUSED:
            response["headers"] = {"Set-Cookie": {"schema": {"type": "string"}, "description": f"{COOKIE}=…"}}


def _answered(annotation: Any) -> Any:
    """What a route answers: what is in its response, the first where it answers in CSV too."""
    if get_origin(annotation) in (Union, UnionType):
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is Response:
        answer = get_args(annotation)[0]
        return Any if answer is bytes else answer
    return Any if annotation is Stream else annotation
