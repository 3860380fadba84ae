"""The hub of a table: hears what happened, writes it down once for each audience, and hands it to every connection.

There are two wordings of an event: one for everybody, one for the floor and surveillance. Beside it each connection has
``yours``: the cards in a guest's hands, what only a dealer sees, the floor's notes. It is sent where it changed.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any, Final

import msgspec

from minibac.books.recall import CoupFacts, Recall, latest
from minibac.house.hosted_table import HostedTable
from minibac.house.logs import log
from minibac.house.news import News
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.machine.who import DUTIES_OF
from minibac.records.store import StoreError
from minibac.records.upcast import read_event
from minibac.server.acting import come_on_duty, may_deal
from minibac.server.connection import GOING, UNANSWERED, Connection
from minibac.server.dealers_seen import DealersSeen
from minibac.server.view import TableView
from minibac.server.wire import ENCODER, tell
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.dealer_view import dealer_part
from minibac.table.guest_view import CONFIDENTIAL, floor_depends, floor_part, guest_depends, guest_part, seat_of
from minibac.table.offered import directed_by, takes_the_floor
from minibac.table.public_events import confidential, public
from minibac.table.state import AUTOMATIC_STAFF
from minibac.table.unaided import unaided_part
from minibac.table.view_types import DealerYours, PendingPart, StandingYours
from minibac.voice.said import Names

RING: Final = 200
"""How many events a page that comes back is told at most."""
KEPT_COUPS: Final = 100
PRESENCE_SECONDS: Final = 0.1
"""Comings and goings are told together, so that a crowd at the door does not tell itself of each of its own."""
WATCHFUL = (*CONFIDENTIAL, Role.PIT_CLERK, Role.ACCOUNTING)
"""Roles at a table that are told the names behind the events."""
RELIEF_SECONDS: Final = 60.0
"""How long a dealer may be away before the automatic one goes on."""


class Hub:
    """Everybody who watches one table."""

    def __init__(
        self,
        table: HostedTable,
        now: Callable[[], int],
        wallet: Callable[[str], Awaitable[int]],
        names: Names,
        pending: Callable[[], PendingPart | None] = lambda: None,
    ) -> None:
        self.table = table
        self._dealers_seen = DealersSeen(table.premises.store, now)
        self._now, self._wallet, self._names = now, wallet, names
        self._relief_seconds = RELIEF_SECONDS
        self.connections: dict[Connection, None] = {}
        self.view = TableView(table, pending)
        self.recall = Recall()
        self.coups: deque[CoupFacts] = deque(maxlen=250)
        """The latest coups, those of the current shoe among them."""
        self.version = 0
        self._ring: deque[tuple[int, e.Event]] = deque(maxlen=RING)
        self._ready: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._guests_from: tuple[object, ...] = ()
        self._floor: tuple[tuple[object, ...], bytes] = ((), b"")
        """The floor's part, and what it was made from."""
        self._presence_due = False
        self._early: list[News] = []

    # -------------------------------------------------------------------------------------------------- what happened

    async def open(self) -> None:
        """Read the latest rounds once, so that the last result and the recall are there."""
        if self._ready is None:
            self._ready = asyncio.create_task(self._open())
        ready = self._ready
        try:
            await asyncio.shield(ready)
        except StoreError:
            if self._ready is ready:  # whoever comes next tries again
                self._ready = None
                self._early.clear()
            raise

    async def _open(self) -> None:
        state, version = self.table.state, self.table.version
        found, recall = await latest(self.table.stored, state, version, coups=KEPT_COUPS)
        lines = await self.table.lines(max(0, version - RING), version)
        self.recall = recall
        self.coups.extend(found)
        self._ring.extend((line.version, read_event(line.bytes)) for line in lines)
        self.version = version
        for news in self._early:  # what was told while we read
            self._take_new(news)
        self._early.clear()

    def told(self, news: News) -> None:
        """Take what has happened, and tell it."""
        if self._ready is None:
            return  # nobody is here yet: it will be read from the log
        if not self._ready.done():
            self._early.append(news)
            return
        fresh = self._take_new(news)
        if self.connections and fresh:
            self._tell(fresh)

    def refresh(self) -> None:
        """Something around the table may have changed: tell it, where it shows."""
        if self.connections:
            self._tell([])

    def current(self) -> dict[str, msgspec.Raw]:
        """The view as it is now. Whoever watches is told first, so that no change is taken and not told."""
        self.refresh()
        self.view.update(self.recall.last)
        return self.view.whole

    def _take_new(self, news: News) -> list[tuple[int, e.Event]]:
        """Take what is not known yet: the events, and their versions."""
        fresh: list[tuple[int, e.Event]] = []
        for version, event in enumerate(news.events, news.version - len(news.events) + 1):
            assert isinstance(event, e.Event)
            if version > self.version:
                self._take(version, event)
                fresh.append((version, event))
        return fresh

    def _take(self, version: int, event: e.Event) -> None:
        facts = self.recall.feed(version, event)
        if facts is not None:
            self.coups.append(facts)
        self._ring.append((version, event))
        self.version = version
        if isinstance(event, e.SeatTaken | e.SeatLeft):
            self._presence()  # who sits no longer looks on
        if isinstance(event, e.SeatLeft):
            self.wallet_changed(event.guest)
        elif isinstance(event, e.ChipsBought):
            sits = self.table.state.seats.get(event.seat)
            self.wallet_changed(sits.guest if sits else "")
        elif isinstance(event, e.ConnectionSaid) and not event.connected:
            self._still_here(event.seat)

    def _tell(self, fresh: list[tuple[int, e.Event]]) -> None:
        changed = self.view.update(self.recall.last)
        if not changed and not fresh:
            return
        self._guests_from = guest_depends(self.table.state)
        heads: dict[bool, str] = {}
        plain: dict[bool, str] = {}
        yours: dict[str, bytes] = {}
        for connection in tuple(self.connections):
            inside = connection.role in WATCHFUL
            if inside not in heads:
                heads[inside] = self._head(fresh, changed, inside=inside)
                plain[inside] = heads[inside] + "}"
            mine = self._yours(connection, yours)
            if mine == connection.yours:
                connection.put(plain[inside])
            else:
                connection.yours = mine
                connection.put(f'{heads[inside]},"yours":{mine.decode()}}}')

    def _head(self, fresh: list[tuple[int, e.Event]], changed: dict[str, msgspec.Raw], *, inside: bool) -> str:
        wording = partial(confidential, names=self._names) if inside else public
        facts = {
            "tell": "news",
            "version": self.version,
            "now": self._now(),
            "events": [wording(event, version) for version, event in fresh],
            "set": changed,
        }
        return ENCODER.encode(facts).decode()[:-1]

    # ----------------------------------------------------------------------------------------------------------- yours

    def _yours(self, connection: Connection, made: dict[str, bytes]) -> bytes:
        """What only this connection may see; a dealer's part and the floor's are made once for all."""
        if connection.role is Role.SPECTATOR:
            return b"null"
        if connection.role is Role.GUEST:
            return self._guest(connection)
        if connection.role is not Role.DEALER:
            return self._floor_part(connection)
        if connection.person not in made:
            made[connection.person] = ENCODER.encode(self._dealer(connection.person))
        return made[connection.person]

    def _guest(self, connection: Connection) -> bytes:
        state = self.table.state
        seat = seat_of(state, connection.person)
        made_from = (self._guests_from, connection.wallet_cents, seat, state.chips(seat), state.owed(seat))
        if connection.made_from == made_from:
            return connection.yours
        connection.made_from = made_from
        if not seat:
            stands: StandingYours = {"seat": 0, "wallet_cents": connection.wallet_cents}
            return ENCODER.encode(stands)
        held = self.table.held_cards(Actor(connection.person, Role.GUEST, seat))
        sits = guest_part(state, seat, held)
        sits["wallet_cents"] = connection.wallet_cents
        return ENCODER.encode(sits)

    def _dealer(self, person: str) -> DealerYours:
        state = self.table.state
        at = max(self._now(), state.at)
        on_duty = [duty for duty, on in state.staff.items() if on == person]
        by, chips = Actor(person, Role.DEALER), self.table.house_table.chips_cents
        aided = self.table.house_table.help
        part = dealer_part(state, at, by, chips, practice=self.table.training) if aided else unaided_part(state, at, by)
        floor, following = state.staff[Duty.FLOOR], part["next"]
        if following and following.get("role") == Role.FLOORPERSON and not is_automatic(floor):
            following["name"] = self._names(floor)
        return {**part, "on_duty": on_duty, "may_deal": may_deal(state, by, at)}

    def _floor_part(self, connection: Connection) -> bytes:
        """What all of the floor see; and for one who supervises, what the table would take from that person."""
        state = self.table.state
        made_from = floor_depends(state)
        if self._floor[0] != made_from:
            self._floor = (made_from, ENCODER.encode(floor_part(state)))
        by = Actor(connection.person, connection.role)
        if not by.is_supervisor:
            return self._floor[1]
        at = max(self._now(), state.at)
        may = directed_by(come_on_duty(state, by)[1], at, by)
        if by.role is Role.FLOORPERSON and takes_the_floor(state, at, by):
            may[c.AssignStaff.__name__] = [0]
        return self._floor[1][:-1] + b',"may":' + ENCODER.encode(may) + b"}"

    # ----------------------------------------------------------------------------------------------------- connections

    def join(self, connection: Connection, after: int | None, build: str) -> None:
        """Welcome a page: the whole view, and what it missed. Nothing can happen in between."""
        view = self.current()
        self.connections[connection] = None
        self._guests_from = guest_depends(self.table.state)
        connection.yours = self._yours(connection, {})
        wording = partial(confidential, names=self._names) if connection.role in WATCHFUL else public
        missed = {"events": [], "left_out": 0} if after is None else self._missed(after, wording)
        state = self.table.state
        you = {
            "id": connection.person or None,
            "name": connection.name or None,
            "role": connection.role.value,
            "seat": seat_of(state, connection.person) if connection.role is Role.GUEST else 0,
            "wallet_cents": connection.wallet_cents,
        }
        connection.put(
            tell(
                "welcome",
                table=self.table.id,
                version=self.version,
                now=self._now(),
                build=build,
                you=you,
                view=view,
                yours=msgspec.Raw(connection.yours),
                missed=missed,
            )
        )
        self._presence()
        self._say_connection(connection.person, connected=True)
        if connection.role is Role.DEALER:
            self._start(self._dealers_seen.say([(self.table.id, connection.person)]))

    def _missed(self, after: int, wording: Callable[[e.Event, int], dict[str, Any]]) -> dict[str, Any]:
        found = [wording(event, version) for version, event in self._ring if version > after]
        return {"events": found, "left_out": max(0, self.version - max(0, after) - len(found))}

    def leave(self, connection: Connection) -> None:
        """A page is gone; a guest whose last page it was has lost the connection."""
        if self.connections.pop(connection, connection) is connection:
            return
        self._presence()
        if connection.role is Role.GUEST and not self._others(connection.person, Role.GUEST):
            self._say_connection(connection.person, connected=False)
        if connection.role in DUTIES_OF and not self._others(connection.person, connection.role):
            self._start(self._relieve(connection.person, connection.role, self._now()))

    def _others(self, person: str, role: Role) -> bool:
        return any(other.person == person and other.role is role for other in self.connections)

    def _presence(self) -> None:
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = False
        self.relay(self.presence())

    @property
    def watching(self) -> int:
        """How many look on: neither somebody at a seat, nor anybody of the staff."""
        seated = {seat.guest for seat in self.table.state.seats.values()}
        looks_on = (Role.SPECTATOR, Role.GUEST)
        return sum(one.role in looks_on and one.person not in seated for one in self.connections)

    def presence(self) -> str:
        """Who is here: how many watch, and which seats are connected."""
        here = {connection.person for connection in self.connections if connection.role is Role.GUEST}
        shared = self.table.premises.shared  # a guest of another process is here as far as the log knows
        seats = [
            no
            for no, seat in self.table.state.seats.items()
            if seat.guest in here or (shared and seat.connected) or is_automatic(seat.guest)
        ]
        return tell("presence", watching=self.watching, seats=sorted(seats))

    def _say_connection(self, person: str, *, connected: bool) -> None:
        seat = seat_of(self.table.state, person) if person else 0
        if seat and self.table.state.seats[seat].connected != connected:
            command = c.SayConnection(by=THE_HOUSE, at=self._at(), seat=seat, connected=connected)
            self._start(self.table.command(command))

    def _still_here(self, seat: int) -> None:
        """Another process, or another page, said that a guest is gone who has a page here."""
        sits = self.table.state.seats.get(seat)
        if sits is not None and self._others(sits.guest, Role.GUEST):
            self._say_connection(sits.guest, connected=True)

    async def _relieve(self, person: str, role: Role, left_at: int) -> None:
        """Who stays away from a duty is relieved, so that the game goes on without the person."""
        await asyncio.sleep(self._relief_seconds)
        if not self._others(person, role) and await self._dealers_seen.seen(self.table.id, person) <= left_at:
            await self.relieve(person, DUTIES_OF[role])

    async def relieve(self, person: str, duties: Collection[str] = tuple(Duty)) -> None:
        """The automatic people take over what a person was on duty for: of a role that was left, its duties alone."""
        for duty, on_duty in dict(self.table.state.staff).items():
            if on_duty == person and duty in duties:
                relief = AUTOMATIC_STAFF[duty]
                await self.table.command(c.AssignStaff(by=THE_HOUSE, at=self._at(), duty=duty, person=relief))

    def _at(self) -> int:
        return max(self._now(), self.table.state.at)

    def relay(self, text: str, apart_from: Connection | None = None) -> None:
        """Tell something that is not kept to everybody else."""
        for connection in tuple(self.connections):
            if connection is not apart_from:
                connection.put(text)

    async def tell_wallet(self, person: str) -> None:
        """Tell a guest what is in the wallet now, where that was not told yet."""
        cents = await self._wallet(person)
        for connection in tuple(self.connections):
            if connection.person == person and connection.role is Role.GUEST and connection.wallet_cents != cents:
                connection.wallet_cents = cents
                connection.put(tell("wallet", cents=cents))

    def wallet_changed(self, person: str) -> None:
        """Chips came into a wallet, or left it: whoever has a page here is told what is in it now."""
        if person and any(connection.person == person for connection in self.connections):
            self._start(self.tell_wallet(person))

    def ping(self) -> None:
        """Ask every page whether it is still there; two pings without an answer end a connection."""
        text = tell("ping")
        for connection in tuple(self.connections):
            if connection.unanswered >= 2:
                connection.end(UNANSWERED, "two pings were not answered")
            else:
                connection.unanswered += 1
                connection.put(text)
                if connection.role is Role.GUEST:  # what was said of it before may never have arrived
                    self._say_connection(connection.person, connected=True)

    def close(self, sentence: str) -> None:
        """The house is going, or the table is: everybody is told."""
        for connection in tuple(self.connections):
            connection.put(tell("closing", sentence=sentence))
            connection.end(GOING, sentence)

    async def finish(self) -> None:
        """Let what was begun end."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Awaitable[object]) -> None:
        task = asyncio.get_running_loop().create_task(self._done(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, work: Awaitable[object]) -> None:
        """What nobody waits for outlives a store that is away."""
        try:
            await work
        except StoreError as error:
            self.table.premises.heard(error)
            log().warning("the store did not answer", kind="outage", table=self.table.id, sentence=str(error))
        except Exception:
            log().exception("program error", kind="program error", table=self.table.id)
