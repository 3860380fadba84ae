"""The pages and their files, and what whoever runs the house asks: health, readiness, figures."""

import asyncio
from typing import Any
from urllib.parse import quote

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from minibac.house.recovery import stays_closed
from minibac.records.store import StoreError
from minibac.rules.clauses import UnknownClauseError, find_clause
from minibac.rules.refusal import as_it_is
from minibac.server.answers import AWAY, Asked, no, says, wants_page
from minibac.server.front import front_of
from minibac.server.http_types import Okay, Ready
from minibac.server.web_files import WebFile
from minibac.voice.said import said

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

PAGES: dict[str, tuple[str, ...]] = {
    "lobby": ("/",),
    "table": ("/table/{table_id:str}",),
    "dealer": ("/dealer/{table_id:str}",),
    "floor": ("/floor/{pit_id:str}",),
    "surveillance": ("/surveillance",),
    "books": ("/books",),
    "admin": ("/admin",),
    "exclusions": ("/exclusions",),
    "school": ("/school",),
    "board": ("/board/{class_id:str}",),
    "mistake": ("/mistake/{exam_id:str}/{number:str}",),
    "odds": ("/odds",),
    "drills": ("/drills",),
    "course": ("/course",),
    "exam": ("/exams", "/exam/{exam_id:str}"),
    "rules": ("/rules", "/rules/{rulebook_id:str}"),
    "replay": ("/replay/{table_id:str}/{shoe:str}/{coup:str}",),
    "join": ("/join/{token:str}",),
    "fair": ("/fair/{table_id:str}",),
    "sign-in": ("/sign-in",),
}
"""The file of each page, and where it is found."""


def _sent(request: Asked, file: WebFile, cache: str) -> Response[bytes]:
    headers = {"ETag": file.tag, "Cache-Control": cache, "Vary": "Accept-Encoding", "Content-Type": file.type}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.squeezed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.squeezed, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.data, headers=headers)


def _page(name: str, paths: tuple[str, ...]) -> Any:
    @get(list(paths), include_in_schema=False, name=f"page-{name}")
    async def page(request: Asked) -> Response[bytes]:
        front = front_of(request.app)
        file = front.web.page(name, front.house.time_zone)
        if file is None:
            raise no(404)
        return _sent(request, file, ASK_AGAIN)

    return page


@get("/rules/{first:str}/{rest:path}", include_in_schema=False)
async def clause_page(first: FromPath[str], rest: FromPath[str]) -> Redirect:
    """A clause by its id, as refusals cite it: its place on the page of its rulebook."""
    try:
        found = find_clause(f"{first}/{rest.strip('/')}")
    except UnknownClauseError as error:
        raise no(404, as_it_is(error)) from None
    return Redirect(f"/rules/{found.document}#{quote(found.id, safe='/')}", status_code=302)


@get("/static/{path:path}", include_in_schema=False)
async def static(request: Asked, path: FromPath[str]) -> Response[bytes]:
    """A file of the pages; under the name of the build it may be kept for ever."""
    web = front_of(request.app).web
    name = path.lstrip("/")
    first, _, rest = name.partition("/")
    of_build = first == web.build
    file = web.static(rest if of_build else name)
    if file is None and rest and len(first) == len(web.build):
        file = web.static(rest)  # the page of another build: it gets what there is, and learns that it is outdated
        of_build = False
    if file is None:
        raise no(404)
    return _sent(request, file, FOR_EVER if of_build else ASK_AGAIN)


NOT_BUILT = said("the manual is not in this package: in a checkout python3 go.py docs builds it")


@get("/manual", include_in_schema=False)
async def manual_front() -> Redirect:
    """The manual by its short address; its pages lead to one another by relative ones."""
    return Redirect("/manual/index.html", status_code=302)


@get("/manual/{path:path}", include_in_schema=False)
async def manual(request: Asked, path: FromPath[str]) -> Response[bytes]:
    """A page or a picture of the manual that ``python3 go.py docs`` has built; without it, how it is built."""
    front = front_of(request.app)
    if file := await asyncio.to_thread(front.manual.file, path.lstrip("/")):
        return _sent(request, file, ASK_AGAIN)
    how = front.web.page("no-manual", front.house.time_zone)
    if front.manual.built:
        raise no(404)
    if how is None or not wants_page(request):
        raise no(404, NOT_BUILT)
    return Response(how.data, status_code=404, headers={"Cache-Control": "no-store", "Content-Type": how.type})


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: Asked) -> Response[bytes]:
    file = front_of(request.app).web.static("favicon.ico") or front_of(request.app).web.static("favicon.svg")
    return _sent(request, file, ASK_AGAIN) if file else Response(b"", status_code=204)


READY_S = 2.0
"""How long the store may take to say anything at all."""


@get("/health", responses=says())
async def health() -> Okay:
    """The process answers."""
    return {"ok": True}


@get("/ready", responses=says(503))
async def ready(request: Asked) -> Response[Ready]:
    """The house takes commands; while no new coup begins it says why, and what its start and the last check found."""
    front = front_of(request.app)
    if front.closing:
        raise no(503, said("the house is shutting down"))
    try:
        async with asyncio.timeout(READY_S):
            await front.house.store.get("room", "probe")
    except (StoreError, TimeoutError):
        raise no(503, AWAY) from None
    house = front.house
    found = [*map(stays_closed, house.broken.values()), *house.own.state.found]
    wrong = [str(each) for each in found]
    told: Ready = {
        "ok": not house.paused and not wrong,
        "paused": house.paused,
        "found": wrong,
        "tables": len(house.tables),
    }
    return Response(told)


@get("/metrics", media_type=MediaType.TEXT, responses=says(404))
async def metrics(request: Asked) -> str:
    """Figures in the form that Prometheus reads."""
    front = front_of(request.app)
    if not front.settings.metrics:
        raise no(404)
    return front.figures().decode()


ROUTES = (
    *(_page(name, paths) for name, paths in PAGES.items()),
    clause_page,
    static,
    manual_front,
    manual,
    favicon,
    health,
    ready,
    metrics,
)
