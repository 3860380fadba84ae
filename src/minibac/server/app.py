"""The app: every route, what each request is held against before it, and what every answer carries."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import Message, Scope

from minibac import __version__
from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.people.passwords import Passwords
from minibac.people.sessions import COOKIE, same
from minibac.server import (
    routes_board,
    routes_books,
    routes_drills,
    routes_exams,
    routes_exclusions,
    routes_house,
    routes_log,
    routes_operations,
    routes_pages,
    routes_people,
    routes_pits,
    routes_reference,
    routes_schema,
    routes_school,
    routes_session,
    routes_tables,
)
from minibac.server.answers import CSRF, Asked, begins, handle_error, in_pace, no, provide_asking
from minibac.server.front import HEARTBEAT_SECONDS, Front, front_of
from minibac.server.live import STRAIGHT, live
from minibac.server.openapi import DescribedPlugin, described
from minibac.server.schemas import Schema
from minibac.server.security import HEADERS, STRICT_TRANSPORT, known_host, same_origin
from minibac.server.web_files import WebFiles
from minibac.voice.said import said

LARGEST_BODY = 65_536
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
UNLIMITED = ("/health", "/ready")
FILES = ("/static/", "/manual/")


ROUTES = (
    *routes_session.ROUTES,
    *routes_people.ROUTES,
    *routes_exclusions.ROUTES,
    *routes_house.ROUTES,
    *routes_log.ROUTES,
    *routes_tables.ROUTES,
    *routes_reference.ROUTES,
    *routes_pits.ROUTES,
    *routes_school.ROUTES,
    *routes_operations.ROUTES,
    *routes_pages.ROUTES,
    *routes_books.ROUTES,
    *routes_drills.ROUTES,
    *routes_exams.ROUTES,
    *routes_board.ROUTES,
    *routes_schema.ROUTES,
)


class App(Litestar):
    """Litestar, where requests begin by turns, and whatever answers GET answers HEAD too, without what comes after.

    A page at a table is sent to without a detour: what is done to every answer of a route says nothing to a message.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer HEAD as GET; the server that speaks to the network leaves the body out."""
        if scope["type"] == "http":
            await front_of(self).turns.turn()
            if scope["method"] == "HEAD":
                scope = {**scope, "method": "GET"}
        elif scope["type"] == "websocket":
            scope[STRAIGHT] = send
        await super().__call__(scope, receive, send)


def create_app(
    house: OpenHouse,
    settings: Settings,
    *,
    passwords: Passwords | None = None,
    web: WebFiles | None = None,
    heartbeat_seconds: float = HEARTBEAT_SECONDS,
) -> App:
    """The server of an open house; whoever opened the house closes it when the server has ended."""
    front = Front(house, settings, passwords=passwords, web=web, heartbeat_seconds=heartbeat_seconds)

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        await front.start()
        try:
            yield
        finally:
            await front.stop()

    return App(
        route_handlers=[*ROUTES, live],
        request_class=Asked,
        dependencies={"asking": Provide(provide_asking)},
        exception_handlers={Exception: handle_error},
        before_request=_before,
        before_send=[_carry],
        lifespan=[running],
        state=State({"front": front}),
        request_max_body_size=LARGEST_BODY,
        openapi_config=_about_the_api(),
        logging_config=None,
        debug=False,
    )


def _about_the_api() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="minibac",
        version=__version__,
        description="A house of mini-baccarat: play chips only. docs/protocol.md says what the routes mean.",
        path="/api/schema",
        render_plugins=[DescribedPlugin()],
    )


def openapi() -> Schema:
    """The description of the API, without a house."""
    asking = {"asking": Provide(provide_asking)}
    routes = Litestar(
        route_handlers=ROUTES,
        request_class=Asked,
        dependencies=asking,
        openapi_config=_about_the_api(),
        logging_config=None,
    )
    return described(routes, routes.openapi_schema.to_schema())


async def _before(request: Request[Any, Any, Any]) -> Response[Any] | None:
    """What every request is held against: the pace of its address, its origin, and the token of a change."""
    front = front_of(request.app)
    request.state["begun"] = time.perf_counter()
    path = request.url.path
    file, unlimited = path.startswith(FILES), path in UNLIMITED
    if not unlimited:
        await in_pace(front.files if file else front.requests, request)
    headers, settings = request.headers, front.settings
    if not (file or unlimited or known_host(headers.get("host"), settings.allowed_hosts)):
        raise no(403, said("this house does not go by that name: its settings list those it has, as allowed_hosts"))
    if request.method not in CHANGING:
        return None
    foreign = headers.get("sec-fetch-site") in ("cross-site", "same-site") and not headers.get("origin")
    secure = settings.secure_cookies or request.url.scheme == "https"
    if foreign or not same_origin(headers.get("origin"), headers.get("host"), settings.trusted_origins, secure=secure):
        raise no(403, said("the request comes from a page of another origin"))
    asking = await front.people.asking(request.cookies.get(COOKIE))
    if asking is None:
        return None
    if not begins(request.method, path) and not same(headers.get(CSRF) or "", asking.session.csrf):
        raise no(403, said("the csrf token is missing or not right; GET /api/session gives it"))
    await front.people.sessions.touch(asking.session)
    return None


async def _carry(message: Message, scope: Scope) -> None:
    """Every answer carries the headers, and is counted."""
    if message["type"] != "http.response.start":
        return
    front = front_of(scope["app"])
    known = {name.lower() for name, _ in message["headers"]}
    added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    if front.settings.secure_cookies or scope.get("scheme") == "https":
        added.append((b"strict-transport-security", STRICT_TRANSPORT.encode()))
    if b"cache-control" not in known:
        added.append((b"cache-control", b"no-store"))
    message["headers"] = [*message["headers"], *(pair for pair in added if pair[0] not in known)]
    begun = dict(scope["state"]).get("begun")
    if begun is not None:
        front.metrics.requests.labels(str(dict(scope)["method"])).observe(time.perf_counter() - begun)
