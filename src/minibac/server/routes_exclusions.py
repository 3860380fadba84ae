"""Who may not play, for security and compliance alone; and chips at the cage, by a number that leads to no name."""

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from minibac.machine.roles import Actor, Role
from minibac.people.accounts import Account
from minibac.people.exclusions import Exclusion, checked_entry, no_reason, plain
from minibac.people.keeping_out import KeepingOut
from minibac.people.people import SignedIn
from minibac.people.person_types import EntryTold, ExclusionsTold, InCents, Listed, RedemptionTold, SeenBy
from minibac.server.answers import Asked, Asking, entitled, granted, in_pace, must, no, says
from minibac.server.front import front_of
from minibac.voice.said import said

KEEPERS = (Role.SECURITY, Role.COMPLIANCE)
"""Who keeps the lists, and alone reads names and reasons: no administrator, no surveillance, nobody of the floor."""


class NewEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A person by name and date of birth, or the account of a guest; from a day to a day."""

    kind: Listed
    reason: str
    name: str = ""
    born: str = ""
    person: str = ""
    since: str = ""
    until: str = ""


class Why(msgspec.Struct, forbid_unknown_fields=True):
    reason: str


def _keeper(request: Asked, asking: SignedIn | None) -> tuple[KeepingOut, Actor]:
    """What the house does about its lists, and who asks for it."""
    whose = said("the exclusion lists are kept, and read, by security and compliance alone")
    front, by = entitled(request, asking, *KEEPERS, whose=whose)
    role = next(role for role in KEEPERS if front.people.has(by.account, role))
    return front.people.keeping_out, Actor(by.account.id, role)


async def _entry(out: KeepingOut, entry: str) -> Exclusion:
    listed = await out.lists.get(entry)
    if listed is None:
        raise no(404, said("there is no such entry"))
    return listed


def _reason(data: Why) -> str:
    reason = " ".join(data.reason.split())
    if wrong := no_reason(reason):
        raise no(400, wrong)
    return reason


@get("/api/exclusions", responses=says(401, 423))
async def exclusions(request: Asked, asking: Asking) -> Response[ExclusionsTold]:
    """Every entry, what was tried, and what becomes of chips."""
    out, _ = _keeper(request, asking)
    names = {account.id: account.name for account in await out.accounts.all()}
    entries, alerts = await out.lists.entries(), await out.lists.alerts()
    body: ExclusionsTold = {
        "entries": plain(entries, out.lists.in_force),
        "alerts": [msgspec.to_builtins(alert) for alert in alerts],
        "people": {id_: names[id_] for each in entries for id_ in (each.by, each.removed_by) if id_ in names},
        "chips": out.house.excluded_chips,
    }
    return Response(body, headers={"Cache-Control": "no-store"})


@post("/api/exclusions", status_code=201, responses=says(401, 404, 409, 423))
async def add_entry(request: Asked, data: JSONBody[NewEntry], asking: Asking) -> EntryTold:
    """Put a person on a list: also somebody without an account."""
    out, by = _keeper(request, asking)
    account = await out.accounts.get(data.person) if data.person else None
    if data.person and account is None:
        raise no(404, said("there is no such person"))
    if account and account.staff:
        raise no(409, said("the lists are for guests; an account of the staff is disabled"))
    facts = granted(
        checked_entry(
            data.name,
            data.born,
            data.kind,
            data.since,
            data.until,
            data.reason,
            account=account,
            today=out.lists.today(),
        )
    )
    entry = await out.exclude(facts, by.id)
    return plain([entry], out.lists.in_force)[0]


@post("/api/exclusions/{entry:str}/end", status_code=200, responses=says(401, 404, 409, 423))
async def end_entry(request: Asked, entry: FromPath[str], data: JSONBody[Why], asking: Asking) -> EntryTold:
    """Take a person off a list, with a reason."""
    out, by = _keeper(request, asking)
    listed = await _entry(out, entry)
    if listed.removed_at:
        raise no(409, said("this entry is over already"))
    await out.take_off(listed, by.id, _reason(data))
    return plain([await _entry(out, entry)], out.lists.in_force)[0]


@post("/api/exclusions/{entry:str}/release", status_code=200, responses=says(401, 404, 409, 423))
async def release_chips(request: Asked, entry: FromPath[str], asking: Asking) -> EntryTold:
    """Chips that the house holds may be redeemed at the cage."""
    out, by = _keeper(request, asking)
    listed = msgspec.structs.replace(await _entry(out, entry), released_by=by.id)
    await out.lists.put(listed)
    return plain([listed], out.lists.in_force)[0]


@post("/api/exclusions/{entry:str}/forfeit", status_code=200, responses=says(401, 404, 409, 423))
async def forfeit_chips(request: Asked, entry: FromPath[str], asking: Asking) -> InCents:
    """What lies in the wallet of the person goes to the house, where the house file says so."""
    out, by = _keeper(request, asking)
    listed = await _entry(out, entry)
    accounts = [each for each in await out.accounts.all() if (m := out.lists.match([listed], each)) and m.sure]
    return {"cents": sum([granted(await out.forfeit(account, by)) for account in accounts])}


@delete("/api/exclusions/{entry:str}", status_code=204, responses=says(401, 404, 409, 423))
async def delete_entry(request: Asked, entry: FromPath[str], asking: Asking) -> Response[None]:
    """Delete an entry that is over, with everything that was told about it."""
    out, by = _keeper(request, asking)
    listed = await _entry(out, entry)
    if out.lists.in_force(listed):
        raise no(409, said("this entry is in force: it is ended first, with a reason"))
    await out.forget_entry(listed, by.id)
    return Response(None, status_code=204)


@post("/api/exclusions/alerts/{alert:str}/seen", status_code=200, responses=says(401, 404, 423))
async def seen_alert(request: Asked, alert: FromPath[str], asking: Asking) -> SeenBy:
    """Somebody has looked at an attempt."""
    out, by = _keeper(request, asking)
    if not await out.lists.seen(alert, by.id):
        raise no(404, said("there is no such alert"))
    return {"seen_by": by.id}


@post("/api/me/redemption", status_code=200, responses=says(401, 423))
async def my_redemption(request: Asked, asking: Asking) -> RedemptionTold:
    """The number that a guest says at the cage to have the chips of the wallet redeemed."""
    front, guest = front_of(request.app), must(asking)
    if guest.account.staff:
        raise no(403, said("the staff has no wallet"))
    return await front.people.keeping_out.redemption(guest.account)


async def _at_the_cage(request: Asked, asking: SignedIn | None, number: str) -> tuple[KeepingOut, Actor, Account]:
    front, by = entitled(request, asking, Role.CAGE, whose=said("chips are redeemed by the cage"))
    await in_pace(front.guests, request)
    account = await front.people.keeping_out.redeemed_by(number)
    if account is None:
        raise no(404, said("nobody has that number: the guest's own page shows it"))
    return front.people.keeping_out, Actor(by.account.id, Role.CAGE), account


@get("/api/cage/redemptions/{number:str}", responses=says(401, 404, 423))
async def look_at_chips(request: Asked, number: FromPath[str], asking: Asking) -> RedemptionTold:
    """What a number of the cage comes to; no name and no reason."""
    out, _, account = await _at_the_cage(request, asking, number)
    return await out.redemption(account)


@post("/api/cage/redemptions/{number:str}", status_code=200, responses=says(401, 404, 409, 423))
async def redeem_chips(request: Asked, number: FromPath[str], asking: Asking) -> InCents:
    """Redeem everything in the wallet behind a number."""
    out, by, account = await _at_the_cage(request, asking, number)
    return {"cents": granted(await out.redeem(account, by))}


ROUTES = (
    exclusions,
    add_entry,
    end_entry,
    release_chips,
    forfeit_chips,
    delete_entry,
    seen_alert,
    my_redemption,
    look_at_chips,
    redeem_chips,
)
