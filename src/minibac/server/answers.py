"""How routes say no, and how the description of the API knows it: one shape for every refusal."""

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict, TypeVar

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.params import QueryParameter

from minibac.house.limits import Limits, one_address
from minibac.house.logs import log
from minibac.machine.roles import Role
from minibac.people.people import SignedIn
from minibac.people.sessions import COOKIE, LIFE_MS
from minibac.records.store import StoreError
from minibac.rules.refusal import Code, Refusal, as_it_is, refuse
from minibac.server.front import Front, front_of
from minibac.server.messages import RefusalPart
from minibac.server.wire import ENCODER, refusal_plain
from minibac.voice.misread import in_our_words
from minibac.voice.said import NOTHING, Said, many, said

T = TypeVar("T")
Format = Annotated[Literal["json", "csv"], QueryParameter(name="format")]
"""In which form a list is wanted."""
Version = Annotated[int, QueryParameter(ge=0, le=2**53)]
Limit = Annotated[int, QueryParameter(ge=1, le=1_000)]
"""How many events are wanted after a version."""


class Asked(Request[Any, Any, Any]):
    """What is asked over HTTP; a body that nobody can read is refused, as other wrong bodies are."""

    async def json(self) -> Any:
        """The body; of two things that may be wrong with it the reader of JSON says nothing of its own: bytes that are
        no text, and a thousand lists in one another."""
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            raise no(400, as_it_is(in_our_words(error))) from None


class RefusalAnswer(TypedDict):
    """The answer of a route that was not granted."""

    refusal: RefusalPart


class RefusedError(HTTPException):
    """Leave a route with a refusal."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        super().__init__(detail=refusal.sentence, status_code=status)
        self.refusal = refusal


SENTENCES = {
    400: said("the request was not understood"),
    401: said("nobody is signed in"),
    403: said("that is not for this person"),
    404: said("there is nothing here"),
    405: said("this is not done in that way"),
    409: said("not now, by the rules"),
    413: said("the request is too large"),
    414: said("the address asked for is too long"),
    415: said("the request is no JSON"),
    423: said("the console is locked"),
    429: said("too many requests; wait a moment"),
    431: said("the headers of the request are too large, or too many"),
    503: said("the house is not ready"),
}


TOO_FAST_SECONDS = 1.0
GONE = "client disconnected prematurely"
"""What Litestar says of a request whose body never came; nobody hears the answer."""
AWAY = said("the store of the house does not answer")


def says(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals a route may answer with, for the description of the API. Every route may be asked too often."""
    every = (400, 403, 413, 429, *statuses)
    return {
        status: ResponseSpec(data_container=RefusalAnswer, description=str(SENTENCES[status]), generate_examples=False)
        for status in sorted(set(every))
    }


@dataclass
class CsvToo(Operation):
    """The description of a route that answers in CSV where somebody asks for it."""

    def __post_init__(self) -> None:
        found = (self.responses or {}).get("200")
        if isinstance(found, OpenAPIResponse) and found.content is not None:
            found.content["text/csv"] = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))


CODES = {
    400: Code.ILLEGAL_VALUE,
    401: Code.NOT_YOURS,
    403: Code.NOT_YOURS,
    404: Code.NOT_FOUND,
    405: Code.ILLEGAL_VALUE,
    413: Code.ILLEGAL_VALUE,
    414: Code.ILLEGAL_VALUE,
    431: Code.ILLEGAL_VALUE,
}
"""The code that goes with a status where nothing more is known; everything else is a matter of time."""

STATUSES = {Code.ILLEGAL_VALUE: 400, Code.UNKNOWN_OPTION: 400, Code.NOT_YOURS: 403, Code.NOT_FOUND: 404}
"""The status that goes with a code. Everything else, and a value that a clause stands against, is 409: by the rules."""


def no(status: int, sentence: Said = NOTHING, *clauses: str) -> RefusedError:
    """A refusal in words, with the code that goes with its status."""
    return RefusedError(status, refuse(CODES.get(status, Code.NOT_NOW), sentence or SENTENCES[status], *clauses))


def refused(refusal: Refusal, status: int = 0) -> RefusedError:
    """A refusal that somebody inside has given, with the status that goes with its code."""
    by_code = STATUSES.get(refusal.code, 409)
    return RefusedError(status or (409 if by_code == 400 and refusal.clause else by_code), refusal)


def granted(answer: T | Refusal) -> T:
    """What somebody inside has granted; a refusal is the answer of the route."""
    if isinstance(answer, Refusal):
        raise refused(answer)
    return answer


def together(refusals: Iterable[Refusal]) -> Said:
    """Several refusals in one sentence."""
    return said("{reasons}", reasons=many((refusal.said for refusal in refusals), ";"))


def handle_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Every error becomes a refusal; one that nobody foresaw is logged whole and told in one sentence."""
    status = getattr(error, "status_code", 500)
    if isinstance(error, RefusedError):
        refusal = error.refusal
    elif isinstance(error, ValidationException):
        status, refusal = 400, refuse(Code.ILLEGAL_VALUE, _validation(error))
    elif isinstance(error, HTTPException) and error.detail == GONE:
        status, refusal = 400, refuse(Code.ILLEGAL_VALUE, SENTENCES[400])
    elif isinstance(error, HTTPException) and status < 500:
        status = 400 if status in (415, 422) else status
        sentence = SENTENCES.get(status, said("the request is refused"))
        if status == 400:
            sentence = as_it_is(in_our_words(str(error.detail)))
        refusal = refuse(CODES.get(status, Code.ILLEGAL_VALUE), sentence)
    elif isinstance(error, StoreError):
        front_of(request.app).house.premises.heard(error)
        log().warning("the store did not answer", kind="outage", path=_path(request), sentence=str(error))
        status, refusal = 503, refuse(Code.NOT_NOW, AWAY)
    else:
        log().exception("program error", kind="program error", path=_path(request), exc_info=error)
        status, refusal = 500, refuse(Code.NOT_NOW, said("this is a fault of the house, not yours; it is in the log"))
    front = front_of(request.app)
    front.metrics.refused.labels(str(status)).inc()
    if status in (401, 403, 409, 423, 429):
        log().info(
            "request refused",
            status=status,
            method=request.method,
            path=_path(request),
            code=str(refusal.code),
            address=address_of(request),
        )
    if status == 404 and wants_page(request):
        return _nothing_here(front)
    return Response(
        {"refusal": refusal_plain(refusal, front.name_of)},
        status_code=status,
        media_type=MediaType.JSON,
        headers={"Cache-Control": "no-store"},
    )


def _path(request: Request[Any, Any, Any]) -> str:
    """What was asked for, as the log has it: without the token that an invitation's address holds."""
    return re.sub(r"(/(?:join|invitations)/+)[^/]+", r"\1...", request.url.path)[:200]


def in_json(value: T) -> Response[T]:
    """An answer as the wire writes it, to be kept by nobody."""
    told: Any = ENCODER.encode(value)
    return Response(told, media_type=MediaType.JSON, headers={"Cache-Control": "no-store"})


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person in a browser asks for a page, not a program for a fact."""
    reads = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return reads and not request.url.path.startswith(("/api/", "/static/"))


def _nothing_here(front: Front) -> Response[Any]:
    file = front.web.page("not-found", front.house.time_zone)
    body = file.data if file else b"<!doctype html><title>minibac</title><p>There is nothing here."
    headers = {"Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8"}
    return Response(body, status_code=404, headers=headers)


CALLED = {"form": "format", "sets": "set", "reached": "state", "start": "from", "end": "to", "of_class": "class"}
"""What a route calls a part of a request where its own word is another."""
CHOICES = {
    "format": said("json or csv"),
    "dealer": said("automatic or me"),
    "pace": said("slow, usual or fast"),
    "kind": said("banned or self-excluded"),
    "day": said("a date as 2026-11-15"),
    "from": said("a date as 2026-11-15"),
    "to": said("a date as 2026-11-15"),
    "by": said("table, pit, shift, dealer, day, week or month"),
    "state": said("open, new, assigned, looked-at, explained or closed"),
}
"""What can be said where only a few things can."""


def _validation(error: ValidationException) -> Said:
    extra = error.extra
    if not (isinstance(extra, list) and extra and isinstance(extra[0], dict)):
        return as_it_is(in_our_words(str(error.detail).partition(" for ")[0]))
    where, message = str(extra[0].get("key", "")), str(extra[0].get("message", ""))
    if message == "'data'":
        return said("the request says nothing: an object is expected")
    if where == "data" or not where:
        return as_it_is(in_our_words(message))
    where = CALLED.get(where, where)
    if where in CHOICES:
        return said("{field} is {choices}", field=where, choices=CHOICES[where])
    return said("{field}: {fault}", field=where, fault=in_our_words(message))


async def in_pace(limits: Limits, request: Request[Any, Any, Any]) -> None:
    """Whether an address may go on; if not, it is told to wait, and waits to be told: a flood slows itself down."""
    if not limits.take(one_address(address_of(request))):
        await asyncio.sleep(TOO_FAST_SECONDS)
        raise no(429)


def address_of(request: Any) -> str:
    """Where a request comes from; the proxy's word counts only for a proxy that is trusted."""
    client = request.client
    return client.host if client else ""


def token_cookie(request: Asked, token: str) -> Cookie:
    """The cookie of a session: opaque, for this house alone, out of reach of scripts."""
    front = front_of(request.app)
    secure = front.settings.secure_cookies or request.url.scheme == "https"
    return Cookie(
        key=COOKIE, value=token, httponly=True, samesite="strict", secure=secure, path="/", max_age=LIFE_MS // 1000
    )


def gone_cookie() -> Cookie:
    return Cookie(key=COOKIE, value="", httponly=True, samesite="strict", path="/", max_age=0)


CSRF = "X-CSRF-Token"
"""The header with the token of a session, which every change carries."""
BEFORE_SIGN_IN = ("/api/session", "/api/guests")


def begins(method: str, path: str) -> bool:
    """Whether somebody without a session, or with an old one, begins anew here."""
    return method == "POST" and (path in BEFORE_SIGN_IN or path.startswith("/api/invitations/"))


WHILE_LOCKED = {"while_locked": True}
"""What a route says of itself that a locked console may still ask: who is here, unlock, sign out."""


async def provide_asking(request: Asked) -> SignedIn | None:
    """Whoever is behind the cookie. At a locked console nobody reads or does anything before it is unlocked (R28)."""
    people = front_of(request.app).people
    found = await people.asking(request.cookies.get(COOKIE))
    if found and not request.route_handler.opt.keys() & WHILE_LOCKED and people.sessions.look(found.session):
        raise no(423, said("the console was idle and is locked: say the password again"), "R28")
    return found


Asking = NamedDependency[SignedIn | None]
"""Whoever is behind the cookie, in the signature of a route."""


def must(asking: SignedIn | None) -> SignedIn:
    """Somebody must be signed in."""
    if asking is None:
        raise no(401)
    return asking


def entitled(
    request: Asked, asking: SignedIn | None, *roles: Role, whose: Said, clauses: tuple[str, ...] = ()
) -> tuple[Front, SignedIn]:
    """The front, and somebody who has one of these roles; the others are told ``whose`` it is."""
    front, found = front_of(request.app), must(asking)
    if not front.people.has(found.account, *roles):
        raise no(403, whose, *clauses)
    return front, found
