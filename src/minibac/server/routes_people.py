"""The list of people, their roles, and what a person may ask to have: everything kept, or nothing any more."""

from typing import Any

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from minibac.books.csv_text import csv_text
from minibac.house.logs import log
from minibac.machine.roles import Actor, Role
from minibac.people.accounts import Account
from minibac.people.people import SignedIn
from minibac.people.person_types import AccountExport, AgeAttested, Disabled, PeopleTold, RolesTold
from minibac.pits.duties import STAFF
from minibac.server.answers import Asked, Asking, CsvToo, Format, entitled, gone_cookie, granted, must, no, says
from minibac.server.front import Front, front_of
from minibac.server.routes_session import Age, said_age
from minibac.voice.said import in_full, said
from minibac.voice.times import exported

ATTEST_AGES = (Role.ADMIN, Role.SECURITY)
CSV_HEADS = ("id", "name", "roles", "functions", "created", "last_access", "age", "age_by", "disabled")


class RoleOf(msgspec.Struct, forbid_unknown_fields=True):
    role: str
    pit: str = ""
    table: str = ""


async def _admin(request: Asked, asking: SignedIn | None, person: str) -> tuple[Front, Actor, Account]:
    """The front, the administrator who asks, and the account that is asked about."""
    front, by = entitled(request, asking, Role.ADMIN, whose=said("that is for the administrator"))
    return front, Actor(by.account.id, Role.ADMIN), await _account(front, person)


async def _account(front: Front, person: str) -> Account:
    account = await front.people.accounts.get(person)
    if account is None:
        raise no(404, said("there is no such person"))
    return account


@get("/api/people", responses=says(401, 423), operation_class=CsvToo)
async def people(request: Asked, asking: Asking, form: Format = "json") -> Response[PeopleTold] | Response[str]:
    """Everybody with an account: name, roles, functions, created, last access, disabled (R29)."""
    whose = said("the list is for the administrator, for surveillance and for security")
    front, found = entitled(request, asking, Role.SURVEILLANCE, *ATTEST_AGES, whose=whose)
    rows = await front.people.listed()
    if not front.people.has(found.account, Role.ADMIN, Role.SURVEILLANCE):
        rows = [row for row in rows if row["guest"]]  # security attests ages, and those are of guests
    if form == "json":
        told: PeopleTold = {"people": rows}
        return Response(told, media_type=MediaType.JSON)
    cells: list[dict[str, Any]] = [{**row} for row in rows]
    for row in cells:
        row["roles"] = " ".join("/".join(filter(None, (r["role"], r["pit"], r["table"]))) for r in row["roles"])
        row["functions"] = "; ".join(row["functions"])
        row["age_by"] = in_full(row["age_by"] or "", front.name_of)
        row |= {
            name: exported(row[name], front.house.time_zone) if row[name] else "" for name in ("created", "last_access")
        }
    return Response(csv_text(CSV_HEADS, ([row[head] for head in CSV_HEADS] for row in cells)), media_type="text/csv")


def _role(name: str) -> Role:
    if name not in STAFF:
        raise no(400, said("there is no role '{role}' to give", role=name))
    return Role(name)


@post("/api/people/{person:str}/roles", status_code=200, responses=says(401, 404, 409, 423))
async def grant(request: Asked, person: FromPath[str], data: JSONBody[RoleOf], asking: Asking) -> RolesTold:
    """Give a person a role; duties that must be apart are refused (R30)."""
    front, by, account = await _admin(request, asking, person)
    if not account.staff:
        raise no(409, said("a guest gets a role by a link of its own"))
    if data.table and front.table(data.table) is None:
        raise no(400, said("there is no such table"))
    role = _role(data.role)
    granted(await front.people.roster.grant(person, role, pit=data.pit, table=data.table, by=by))
    log().info("role granted", kind="account", person=person, role=data.role, by=by.id)
    return {"roles": front.people.places(account)}


@delete("/api/people/{person:str}/roles", status_code=200, responses=says(401, 404, 409, 423))
async def take(
    request: Asked,
    person: FromPath[str],
    asking: Asking,
    role: FromQuery[str],
    pit: FromQuery[str] = "",
    table: FromQuery[str] = "",
) -> RolesTold:
    """Take a role from a person, or one pit or table of it."""
    front, by, account = await _admin(request, asking, person)
    granted(await front.people.roster.take(person, _role(role), pit=pit, table=table, by=by))
    await front.people.sessions.end_all(person)
    log().info("role taken", kind="account", person=person, role=role, pit=pit, table=table, by=by.id)
    return {"roles": front.people.places(account)}


@post("/api/people/{person:str}/disable", status_code=200, responses=says(401, 404, 409, 423))
async def disable(request: Asked, person: FromPath[str], asking: Asking, reason: FromQuery[str] = "") -> Disabled:
    """Lock a person out; what the person did stays."""
    front, by, account = await _admin(request, asking, person)
    if account.id == by.id:
        raise no(409, said("nobody disables the account in use"))
    if account.staff:
        granted(await front.people.roster.disable(person, reason[:200] or "by the administrator", by))
    await front.people.accounts.change(person, disabled=True)
    await front.people.sessions.end_all(person)
    log().info("account disabled", kind="account", person=person, by=by.id)
    return {"disabled": True}


@post("/api/people/{person:str}/enable", status_code=200, responses=says(401, 404, 409, 423))
async def enable(request: Asked, person: FromPath[str], asking: Asking) -> Disabled:
    """Let a person in again."""
    front, by, account = await _admin(request, asking, person)
    if account.staff:
        granted(await front.people.roster.enable(person, by))
    await front.people.accounts.change(person, disabled=False)
    log().info("account enabled", kind="account", person=person, by=by.id)
    return {"disabled": False}


@post("/api/people/{person:str}/age", status_code=200, responses=says(401, 404, 409, 423))
async def attest_age(request: Asked, person: FromPath[str], data: JSONBody[Age], asking: Asking) -> AgeAttested:
    """Somebody of the staff has looked at a paper and says how old a guest is."""
    front, by = entitled(
        request, asking, *ATTEST_AGES, whose=said("an age is attested by the administrator or security")
    )
    account = await _account(front, person)
    if account.staff:
        raise no(409, said("only guests are asked for their age"))
    granted(await front.people.state_age(account, said_age(request, data), by.account.id))
    return {"age_by": by.account.id}


@get("/api/me/export", responses=says(401, 423))
async def export(request: Asked, asking: Asking) -> AccountExport:
    """Everything kept about the account."""
    return await front_of(request.app).people.export(must(asking).account)


@delete("/api/me", status_code=204, responses=says(401, 409, 423))
async def remove(request: Asked, asking: Asking) -> Response[None]:
    """Remove the account; the logs keep an id that leads to nobody."""
    granted(await front_of(request.app).people.remove(must(asking).account))
    return Response(None, status_code=204, cookies=[gone_cookie()])


ROUTES = (people, grant, take, disable, enable, attest_age, export, remove)
