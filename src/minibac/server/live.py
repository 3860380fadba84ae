"""The table on a WebSocket: one connection has one role, sends commands and hears everything that role may hear."""

import asyncio
import time
from contextlib import suppress
from typing import Any, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import WebSocketReceiveEvent

from minibac.books.refused import may_not_play
from minibac.house.limits import Bucket, one_address
from minibac.house.logs import log
from minibac.house.news import Answer
from minibac.machine.automatic_people import is_automatic
from minibac.machine.names import role_name
from minibac.machine.roles import Duty, Role
from minibac.machine.who import ROLE_OF
from minibac.people.ages import years_of
from minibac.people.person_types import Attempt
from minibac.people.roster import AT_TABLES
from minibac.people.sessions import COOKIE, same
from minibac.records.store import StoreError
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.server import connection as ends
from minibac.server.acting import Known, directed, goes_on_duty, read_command
from minibac.server.answers import AWAY, address_of
from minibac.server.connection import Connection
from minibac.server.front import Front, front_of
from minibac.server.hub import Hub
from minibac.server.security import known_host, same_origin
from minibac.server.wire import CommandMessage, Peel, PeelMessage, WrongMessageError, read_message, refusal_plain, tell
from minibac.table import commands as c
from minibac.table.guest_view import seat_of
from minibac.table.opening import duty_clauses
from minibac.voice.said import Somebody, said

STRAIGHT = "minibac.send"
"""Where a scope holds the server's own way of sending, past whatever a framework puts around it."""
BURST_SECONDS = 3
LONGEST_WAIT = 5.0
NO_VERSION = "after is the last version that the page has seen, a whole number; this was none, so nothing is told again"
UNKNOWN = said("{away}; whether the command counts is not known: send it again", away=AWAY)
ATTEMPTS: dict[type[c.Command], Attempt] = {c.TakeSeat: "seat", c.BuyIn: "buy-in"}
"""What security is told that somebody tried; everything else is a wager."""
PARTS = (Role.GUEST, Role.SPECTATOR, *AT_TABLES)
SHUTTING = (ends.GOING, "the house is shutting down")


@websocket("/api/tables/{table_id:str}/live", opt={"exclude_from_csrf": True})
async def live(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """``WS /api/tables/ID/live?after=V&as=ROLE&csrf=…&build=…``: see docs/protocol.md."""
    front = front_of(socket.app)
    await socket.accept()
    try:
        found = await _door(socket, front, table_id)
        if isinstance(found, Connection):
            hub = front.hub(front.house.tables[table_id])
            await hub.open()
            if not front.closing:
                await _attend(socket, front, hub, found)
                return
            found = SHUTTING  # while it came in: what happens from now on nobody is told
    except StoreError as error:
        front.house.premises.heard(error)
        log().warning("the store did not answer", kind="outage", table=table_id[:64], sentence=str(error))
        found = ends.AWAY, str(AWAY)
    except Exception:
        log().exception("program error", kind="program error", table=table_id[:64])
        found = ends.FAULT, ends.ENDINGS[ends.FAULT]
    code, reason = found
    log().info("connection refused", table=table_id[:64], code=code, reason=reason, address=address_of(socket))
    front.metrics.dropped.labels(str(code)).inc()
    with suppress(Exception):
        await socket.close(code, reason)


async def _door(socket: WebSocket[Any, Any, Any], front: Front, table_id: str) -> Connection | tuple[int, str]:
    """Who comes in, and as what; or the code and the reason of a closed door."""
    asked, address = socket.query_params, address_of(socket)
    if front.closing:
        return SHUTTING
    place = one_address(address)
    if not front.requests.take(place) or front.pages_of(place) >= front.doorway.most_of_one:
        return ends.TOO_MANY, "too many connections from one address"
    origin, host, settings = socket.headers.get("origin"), socket.headers.get("host"), front.settings
    secure = settings.secure_cookies or socket.url.scheme == "wss"
    if not known_host(host, settings.allowed_hosts) or not same_origin(
        origin, host, settings.trusted_origins, secure=secure
    ):
        return ends.NOT_YOURS, "the page is from another origin"
    table = await front.house.find_table(table_id)
    if table is None:
        return ends.NO_TABLE, "there is no such table"
    if "build" in asked and asked["build"] not in ("", front.web.build):
        return ends.OUTDATED, "the page is outdated: load it again"
    asking = await front.people.asking(socket.cookies.get(COOKIE))
    part = asked.get("as") or ("guest" if asking and not asking.account.staff else "spectator")
    if part not in PARTS:
        return ends.NOT_YOURS, f"there is no part {part[:20]!r} at a table"
    role = Role(part)

    straight = cast(dict[str, Any], socket.scope).get(STRAIGHT, socket.send)

    async def send(text: str) -> None:
        await straight({"type": "websocket.send", "text": text})

    if role is Role.SPECTATOR:
        return Connection(send, role=role, address=address)
    if asking is None:
        return ends.NOBODY, "nobody is signed in"
    if not same(asked.get("csrf") or "", asking.session.csrf):
        return ends.NOT_YOURS, "the csrf token is not right"
    if front.people.sessions.look(asking.session):
        return ends.LOCKED, "the console is locked: say the password again"
    if not await front.people.may_be(asking.account, role, table.id, table.pit):
        return ends.NOT_YOURS, f"you are not {role} at this table"
    if role is not Role.GUEST and asking.account.staff:
        elsewhere = front.works_elsewhere(asking.account.id, role)
        if refusal := await front.people.roster.work_as(asking.account.id, role, elsewhere=elsewhere):
            return ends.NOT_YOURS, refusal.sentence
    account, session = asking
    connection = Connection(send, role=role, person=account.id, name=account.name, session=session, address=address)
    if role is Role.GUEST:
        connection.wallet_cents = await front.people.wallet_cents(account.id)
    return connection


async def _attend(socket: WebSocket[Any, Any, Any], front: Front, hub: Hub, connection: Connection) -> None:
    """Welcome the page, and go on until one side ends it."""
    asked = socket.query_params.get("after")
    after = int(asked) if asked and asked.isdecimal() and len(asked) < 16 else None
    hub.join(connection, after, front.web.build)
    if asked and after is None:
        connection.put(tell("wrong", sentence=NO_VERSION))
    pump = asyncio.create_task(connection.pump())
    listen = asyncio.create_task(_listen(socket, front, hub, connection))
    over = asyncio.create_task(connection.over.wait())
    try:
        await asyncio.wait((pump, listen, over), return_when=asyncio.FIRST_COMPLETED)
        if connection.closing and not pump.done():
            # It is to end, but a page may not even take what is on its way: then it is ended without asking.
            await asyncio.wait((pump,), timeout=LONGEST_WAIT)
    finally:
        hub.leave(connection)
        for task in (pump, listen, over):
            task.cancel()
        _, heard, _ = await asyncio.gather(pump, listen, over, return_exceptions=True)
        if isinstance(heard, Exception):  # nobody foresaw it
            log().exception("program error", kind="program error", table=hub.table.id, exc_info=heard)
            connection.end(ends.FAULT, ends.ENDINGS[ends.FAULT])
        if connection.closing:
            front.metrics.dropped.labels(str(connection.closing)).inc()
            log().info("connection ended", table=hub.table.id, code=connection.closing, person=connection.person)
            with suppress(Exception):
                await asyncio.wait_for(socket.close(connection.closing, connection.reason), LONGEST_WAIT)


async def _listen(socket: WebSocket[Any, Any, Any], front: Front, hub: Hub, connection: Connection) -> None:
    """Read what the page sends, one message after another."""
    pace = front.settings.messages_per_second
    bucket = Bucket(front.house.now, pace, pace * BURST_SECONDS)
    wrong = 0
    with suppress(WebSocketDisconnect):
        while not connection.closing:
            event = cast(WebSocketReceiveEvent, await socket.receive())
            if cast(Any, event)["type"] == "websocket.disconnect":
                return
            if not bucket.take():
                log().warning("too many messages", person=connection.person, address=connection.address)
                connection.end(ends.TOO_MANY, "too many messages")
                return
            text = event.get("text")
            if text is None:
                text = (event.get("bytes") or b"").decode("utf-8", "replace")
            try:
                await _take(text, front, hub, connection)
            except WrongMessageError as error:
                wrong += 1
                front.metrics.wrong.inc()
                whose, sentence = _whose(connection), str(error)
                log().warning("message not understood", table=hub.table.id, **whose, sentence=sentence[:200])
                connection.put(tell("wrong", sentence=sentence[:300]))
                if wrong >= front.most_wrong:
                    connection.end(ends.TOO_MANY, "too many messages without sense")


def _whose(connection: Connection) -> dict[str, str]:
    """Who sent a message, for the log."""
    return {"person": connection.person, "role": str(connection.role), "address": connection.address}


async def _take(text: str, front: Front, hub: Hub, connection: Connection) -> None:
    message = read_message(text)
    connection.unanswered = 0
    if isinstance(message, PeelMessage):
        _peel(message, front, hub, connection)
    elif isinstance(message, CommandMessage):
        await _command(message, front, hub, connection)


def _peel(message: PeelMessage, front: Front, hub: Hub, connection: Connection) -> None:
    """How far a card is peeled, from the guest whose hands it is in and from nobody else.

    What a guest says after the clock has taken the cards is heard without a word: it was right when it was sent.
    """
    state = hub.table.state
    seat = seat_of(state, connection.person) if connection.role is Role.GUEST else 0
    if not seat:
        raise WrongMessageError("only the guest who holds the cards peels them")
    coup = state.coup
    if coup is None or coup.handed != message.hand or coup.holders[message.hand] != seat:
        return
    peel = Peel(table=hub.table.id, hand=message.hand, card=message.card, edge=message.edge, how=message.how, seat=seat)
    hub.relay(peel.told(), connection)
    front.say_peel(peel)


async def _command(message: CommandMessage, front: Front, hub: Hub, connection: Connection) -> None:
    table = hub.table
    begun = front.heard_at = time.perf_counter()
    by = connection.actor(seat_of(table.state, connection.person) if connection.person else 0)
    command = read_command(message.command, by, max(front.house.now(), table.state.at), message.id)
    try:
        if await _over(front, connection):
            return
        answer = await _answered(front, hub, connection, command, message.id)
    except StoreError as error:
        front.house.premises.heard(error)
        log().warning("the store did not answer", kind="outage", table=table.id, sentence=str(error))
        answer = Answer(False, 0, refuse(Code.NOT_NOW, UNKNOWN))
    if answer.ok and connection.role is Role.GUEST and isinstance(command, c.BuyIn | c.LeaveSeat):
        # Who hears the answer knows the wallet.
        with suppress(StoreError):
            await hub.tell_wallet(connection.person)
    _tell_answer(front, hub, connection, message.id, type(command).__name__, answer)
    front.metrics.command_seconds.observe(time.perf_counter() - begun)


async def _answered(front: Front, hub: Hub, connection: Connection, command: c.Command, command_id: str) -> Answer:
    """What the table answers, or what the door says in its place."""
    table, name = hub.table, f"{connection.person}:{command_id}"
    sent = await _directed(front, hub, command)
    if isinstance(sent, Refusal):  # whoever went off duty is no dealer any more, and is told again that it was done
        return await table.answered(command, name) or Answer(False, 0, sent)
    if (comes := goes_on_duty(table.state, sent)) is not None:
        await table.command(comes, f"{name}:duty")
    answer = await table.command(sent, name)
    if answer.ok and isinstance(sent, c.TakeSeat):  # the lists may have changed on the way
        account = await front.people.accounts.get(connection.person)
        age = years_of(account, front.house.now(), front.house.time_zone) if account else None
        await table.say_excluded(connection.person, await front.people.keeping_out.lists.kind_of(account), age)
    refused = answer.refusal is not None and answer.refusal.code is Code.NOT_ELIGIBLE
    if isinstance(sent, c.TakeSeat) or (refused and may_not_play(table.state, sent)):
        facts = {"table": table.id, "address": connection.address}
        account = await front.people.accounts.get(connection.person)
        await front.people.keeping_out.noticed(account, ATTEMPTS.get(type(sent), "wager"), **facts)
    return answer


async def _directed(front: Front, hub: Hub, command: c.Command) -> c.Command | Refusal:
    """The command as the table gets it; the account is looked at where eligibility or the wallet comes in."""
    if isinstance(command, c.AssignStaff) and (refusal := await _no_staff(front, hub, command)):
        return refusal
    account = None
    if isinstance(command, c.TakeSeat | c.BuyIn) and command.by.role is Role.GUEST:
        account = await front.people.accounts.get(command.by.id)
    if account is None:
        return directed(hub.table.state, command)
    table, age = hub.table, years_of(account, front.house.now(), front.house.time_zone)
    whose = account.age_by if age is not None else account.id if account.of_age else ""
    excluded = await front.people.keeping_out.lists.kind_of(account) in table.lists
    known = Known(account.name, age, account.of_age, whose, excluded)
    return directed(table.state, command, known)


async def _no_staff(front: Front, hub: Hub, command: c.AssignStaff) -> Refusal | None:
    """Why a supervisor cannot put this person on duty, or ``None``: nobody deals or checks without such a role here."""
    person, table, roster = command.person, hub.table, front.people.roster
    role = ROLE_OF.get(Duty(command.duty)) if command.duty in list(Duty) else None
    if not command.by.is_supervisor or role is None or not person or is_automatic(person):
        return None
    if roster.covers(person, role, table.id, table.pit) or (
        role is Role.DEALER and await roster.deals(person, table.id)
    ):
        return None
    sentence = said(
        "{person} is no {role} at this table, and has no duty here", person=Somebody(person), role=role_name(role)
    )
    return refuse(Code.NOT_YOURS, sentence, *duty_clauses(table.state, command.duty), allowed=(role.value,))


async def _over(front: Front, connection: Connection) -> bool:
    """Whether somebody may not act any more, and the connection ends: signed out, or idle for too long."""
    await front.hold(connection)
    if connection.session is not None:
        await front.people.sessions.touch(connection.session)
    return bool(connection.closing)


def _tell_answer(front: Front, hub: Hub, connection: Connection, command_id: str, kind: str, answer: Answer) -> None:
    refusal = answer.refusal
    if refusal is None:
        connection.put(tell("answer", id=command_id, ok=True, version=answer.version))
        front.metrics.commands.labels(kind, "accepted").inc()
        return
    no = refusal_plain(refusal, front.name_of)
    connection.put(tell("answer", id=command_id, ok=False, version=hub.version, refusal=no))
    front.metrics.commands.labels(kind, str(refusal.code)).inc()
    code, clause = str(refusal.code), refusal.clause
    whose = {} if refusal.code is Code.NOT_ELIGIBLE else _whose(connection)  # who may not play is nobody's to read here
    log().info("refused", table=hub.table.id, command=kind, code=code, clause=clause, **whose)
