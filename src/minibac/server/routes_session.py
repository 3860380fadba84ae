"""Signing in and out, guests, links: the door."""

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from minibac.machine.roles import Role
from minibac.people.ages import Stated, stated
from minibac.people.people import NO_LINK, SAME_WORDS, SignedIn
from minibac.people.person_types import AgeKnown, MadeLink, OfferedLink, SessionTold, WalletTold
from minibac.people.sessions import COOKIE
from minibac.rules.refusal import Refusal
from minibac.server.answers import (
    WHILE_LOCKED,
    Asked,
    Asking,
    address_of,
    entitled,
    gone_cookie,
    granted,
    in_pace,
    must,
    no,
    refused,
    says,
    token_cookie,
)
from minibac.server.front import front_of
from minibac.voice.said import said


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    password: str


class Password(msgspec.Struct, forbid_unknown_fields=True):
    password: str = ""


class Age(msgspec.Struct, forbid_unknown_fields=True):
    """How old somebody is: in years, or by the date of birth (``1990-12-31``)."""

    age: int | None = None
    born: str = ""


class NewGuest(Age, forbid_unknown_fields=True, kw_only=True):
    name: str
    """What the guest is called at the tables."""
    of_age: bool = False
    """Has to be true: the guest says to be of age."""


class NewPerson(NewGuest, forbid_unknown_fields=True, kw_only=True):
    password: str


class NewInvitation(msgspec.Struct, forbid_unknown_fields=True):
    role: str
    pit: str = ""
    table: str = ""


@get("/api/session", responses=says(), opt=WHILE_LOCKED)
async def whoami(request: Asked, asking: Asking) -> SessionTold:
    """Who is signed in, and the token that every change carries."""
    if asking is None:
        return {"person": None}
    return await front_of(request.app).people.described(asking)


async def _signed_in(request: Asked, token: str, asking: SignedIn, status: int) -> Response[SessionTold]:
    """The answer with the cookie of a new session; whoever was signed in at this browser before is signed out."""
    people = front_of(request.app).people
    if before := await people.asking(request.cookies.get(COOKIE)):
        await people.sign_out(before)
    body = await people.described(asking)
    return Response(body, status_code=status, cookies=[token_cookie(request, token)])


@post("/api/session", status_code=200, responses=says(401))
async def sign_in(request: Asked, data: JSONBody[Credentials]) -> Response[SessionTold]:
    """Sign in with a name and a password."""
    front = front_of(request.app)
    await in_pace(front.sign_ins, request)
    if len(data.password) > 1000 or len(data.name) > 200:
        raise no(401, SAME_WORDS)
    found = await front.people.sign_in(data.name, data.password, address_of(request))
    if isinstance(found, Refusal):
        front.metrics.sign_in_failures.inc()
        raise refused(found, 401)
    return await _signed_in(request, *found, 200)


@delete("/api/session", status_code=204, responses=says(401), opt=WHILE_LOCKED)
async def sign_out(request: Asked, asking: Asking) -> Response[None]:
    """Sign out."""
    await front_of(request.app).people.sign_out(must(asking))
    return Response(None, status_code=204, cookies=[gone_cookie()])


@post("/api/session/unlock", status_code=200, responses=says(401), opt=WHILE_LOCKED)
async def unlock(request: Asked, data: JSONBody[Password], asking: Asking) -> SessionTold:
    """Say the password again at a console that was idle."""
    front, found = front_of(request.app), must(asking)
    await in_pace(front.sign_ins, request)
    if refusal := await front.people.unlock(found, data.password[:1000], address_of(request)):
        front.metrics.sign_in_failures.inc()
        raise refused(refusal, 401)
    return await front.people.described(found)


@post("/api/session/lock", status_code=200, responses=says(401, 409), opt=WHILE_LOCKED)
async def lock(request: Asked, asking: Asking) -> SessionTold:
    """Lock the console before going away."""
    front, found = front_of(request.app), must(asking)
    if not found.account.password:
        raise no(409, said("there is no password to unlock it with: sign out instead"))
    await front.people.sessions.lock(found.session)
    return await front.people.described(found)


@post("/api/guests", status_code=201, responses=says(409))
async def be_guest(request: Asked, data: JSONBody[NewGuest]) -> Response[SessionTold]:
    """Sit down as a guest without a password, with a wallet of play chips."""
    front = front_of(request.app)
    await in_pace(front.guests, request)
    age = said_age(request, data)
    token, found = granted(await front.people.guest(data.name, address_of(request), of_age=data.of_age, age=age))
    return await _signed_in(request, token, found, 201)


def said_age(request: Asked, data: Age) -> Stated:
    """What a request says about an age, which may be nothing."""
    house = front_of(request.app).house
    return granted(stated(data.age, data.born, house.now(), house.time_zone))


@post("/api/me/age", status_code=200, responses=says(401, 409, 423))
async def my_age(request: Asked, data: JSONBody[Age], asking: Asking) -> AgeKnown:
    """A guest says how old they are, once; it is kept with the person and goes into no log."""
    front, found = front_of(request.app), must(asking)
    if found.account.staff:
        raise no(403, said("only guests are asked for their age"))
    granted(await front.people.state_age(found.account, said_age(request, data), found.account.id))
    return {"age_known": True}


@post("/api/guests/top-up", status_code=200, responses=says(401, 409, 423))
async def top_up(request: Asked, asking: Asking) -> WalletTold:
    """Fill a guest's wallet with play chips again, when it is low."""
    front, found = front_of(request.app), must(asking)
    if found.account.staff:
        raise no(403, said("the staff has no wallet"))
    return {"wallet_cents": granted(await front.people.top_up(found.account))}


@get("/api/invitations/{token:str}", responses=says(404))
async def invitation(request: Asked, token: FromPath[str]) -> OfferedLink:
    """What a link offers."""
    front = front_of(request.app)
    found = await front.people.offered(token)
    if found is None:
        raise no(404, NO_LINK)
    name = front.house.own.state.name
    return {"role": found.role, "pit": found.pit or None, "table": found.table or None, "house": name}


@post("/api/invitations/{token:str}", status_code=201, responses=says(404, 409))
async def accept(request: Asked, token: FromPath[str], data: JSONBody[NewPerson]) -> Response[SessionTold]:
    """Take a link: an account with its role, signed in."""
    front = front_of(request.app)
    await in_pace(front.sign_ins, request)
    age = said_age(request, data)
    found = await front.people.accept(token, data.name, data.password, address_of(request), of_age=data.of_age, age=age)
    if found is None:
        raise no(404, NO_LINK)
    return await _signed_in(request, *granted(found), 201)


@post("/api/invitations/{token:str}/join", status_code=204, responses=says(401, 404, 409, 423))
async def join(request: Asked, token: FromPath[str], asking: Asking) -> None:
    """A trainee who is signed in joins another class, and keeps number and record."""
    front, found = front_of(request.app), must(asking)
    await in_pace(front.sign_ins, request)
    if refusal := await front.people.joins(token, found.account):
        raise refused(refusal)


@post("/api/invitations", status_code=201, responses=says(401, 409, 423))
async def invite(request: Asked, data: JSONBody[NewInvitation], asking: Asking) -> MadeLink:
    """The administrator makes a link."""
    front, found = entitled(request, asking, Role.ADMIN, whose=said("links are made by the administrator"))
    if data.table and front.table(data.table) is None:
        raise no(400, said("there is no such table"))
    if data.pit and data.pit not in front.house.own.state.pits:
        raise no(400, said("there is no such pit"))
    token = granted(await front.people.invite(data.role, found.account.id, pit=data.pit, table=data.table))
    return {"token": token, "path": f"/join/{token}", "role": data.role}


ROUTES = (whoami, sign_in, sign_out, unlock, lock, be_guest, my_age, top_up, invitation, accept, join, invite)
