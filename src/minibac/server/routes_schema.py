"""The protocol for machines: what travels as JSON Schema, the WebSocket as AsyncAPI; OpenAPI stands beside them."""

from litestar import Response, get

from minibac.server.answers import in_json
from minibac.server.schemas import Schema, asyncapi, protocol_schema


@get("/api/schema/protocol.json", include_in_schema=False)
async def protocol() -> Response[Schema]:
    """Every message, command, event and part of a view."""
    return in_json(protocol_schema())


@get("/api/schema/asyncapi.json", include_in_schema=False)
async def websocket() -> Response[Schema]:
    """The WebSocket of a table."""
    return in_json(asyncapi())


ROUTES = (protocol, websocket)
