"""OpenAPI of the routes: Litestar knows paths and parameters, the types of the routes what they take and answer.

Shapes are those of ``schemas``, so that HTTP, the WebSocket and the JSON Schema have one statement of each.
"""

from types import UnionType
from typing import Any, Union, get_args, get_origin

from litestar import Litestar, Response
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Stream

from minibac.server.answers import RefusalAnswer
from minibac.server.schemas import Schema, components, in_components, reached

JSON = "application/json"
REFUSED = 400


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
    document = document | {"components": {"schemas": {name: named[name] for name in wanted}}}
    whole: Schema = in_components(document)
    return whole


def _answered(annotation: Any) -> Any:
    """What a route answers: what is in its response, the first where it answers in CSV too."""
    if get_origin(annotation) in (Union, UnionType):
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is Response:
        answer = get_args(annotation)[0]
        return Any if answer is bytes else answer
    return Any if annotation is Stream else annotation
