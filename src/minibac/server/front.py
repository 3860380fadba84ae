"""The front of the house: everything that a request or a connection needs, in one place."""

import asyncio
import shutil
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from minibac.house.exam_room import ExamRoom
from minibac.house.hosted_table import HostedTable
from minibac.house.limits import Limits, one_address
from minibac.house.logs import log
from minibac.house.news import News
from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import Role
from minibac.machine.who import DUTIES_OF
from minibac.people.passwords import Passwords
from minibac.people.people import People
from minibac.people.sessions import Session
from minibac.pits import house_events as he
from minibac.pits.signs import sign, sign_plain
from minibac.records.store import StoreError
from minibac.server.backups import Backups
from minibac.server.book_checks import BookChecks
from minibac.server.connection import LOCKED, NOBODY, NOT_YOURS, Connection
from minibac.server.dealers_seen import DealersSeen
from minibac.server.doorway import Doorway
from minibac.server.hub import RELIEF_SECONDS, Hub
from minibac.server.manual_files import ManualFiles
from minibac.server.metrics import Metrics
from minibac.server.significant import note_coup, note_events
from minibac.server.supervisor import keep_alive
from minibac.server.turns import Turns
from minibac.server.web_files import WebFiles
from minibac.server.wire import ENCODER, Peel
from minibac.table.view_types import PendingPart

HEARTBEAT_SECONDS = 15.0
SWEEP_SECONDS = 300.0
MINUTE_MS = 60_000
SIGN_INS_PER_MINUTE = 30
REQUESTS_OF_A_GUEST = 10
"""An address may bring one new guest for so many requests it may make."""
FILES_OF_A_REQUEST = 30
"""An address may ask for so many files of the pages for each other request: a class of eighty may open them at once."""
MOST_WRONG = 50
"""So many messages without sense end a connection."""


class Front:
    """One process of the server."""

    def __init__(
        self,
        house: OpenHouse,
        settings: Settings,
        *,
        passwords: Passwords | None = None,
        web: WebFiles | None = None,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
    ) -> None:
        self.house, self.settings = house, settings
        self.people = People(house, passwords)
        self.people.sessions.closed = self._session_closed
        self.dealers_seen = DealersSeen(house.store, house.now)
        self.metrics = Metrics()
        self.doorway = Doorway(settings)
        self.turns = Turns()
        self.book_checks = BookChecks(house)
        self.backups = Backups(house)
        self.exams = ExamRoom(house.premises, house.now)
        self.marking = asyncio.Lock()
        """One request at a time takes a test of a drill out of the store: its key is shown for what is marked."""
        self.web = web or WebFiles()
        self.manual = ManualFiles()
        self.hubs: dict[str, Hub] = {}
        self.heartbeat_seconds = heartbeat_seconds
        self.most_wrong = MOST_WRONG
        self.closing = self._looked = False
        self.heard_at = 0.0
        """When the last command of a page came, by the clock that only goes forward."""
        now = house.now
        per_second = settings.requests_per_minute / 60
        burst = max(20.0, settings.requests_per_minute / 4)
        self.requests = Limits(now, per_second, burst)
        self.files = Limits(now, FILES_OF_A_REQUEST * per_second, FILES_OF_A_REQUEST * burst)
        self.sign_ins = Limits(now, SIGN_INS_PER_MINUTE / 60, SIGN_INS_PER_MINUTE)
        guests_per_minute = max(1.0, settings.requests_per_minute / REQUESTS_OF_A_GUEST)
        self.guests = Limits(now, guests_per_minute / 60, guests_per_minute)
        self._stop_listening: Callable[[], None] = lambda: None
        self._stop_overhearing: Callable[[], None] = lambda: None
        self._tasks: list[asyncio.Task[None]] = []

    # --------------------------------------------------------------------------------------------------------- running

    async def start(self) -> None:
        """Listen to the house, and begin what is done again and again."""
        self._stop_listening = self.house.listen(self._told)
        self._stop_overhearing = self.house.store.overhear(self._overheard)
        self.house.present = self._present
        works = (
            self._beat, self._sweep, self._watch_doorway, self.book_checks.keep_looking, self.backups.keep_making,
            keep_alive,
        )  # fmt: skip
        self._tasks = [asyncio.create_task(self._lasting(work)) for work in works]
        await self.look_at_lists()
        log().info("the house is open", kind="start", tables=len(self.house.tables))
        for sentence in self.house.interrupted:
            log().info("recovered", kind="outage", sentence=str(sentence))  # whoever opens it tells the terminal
        if self.house.without_place:
            log().info("tables without a place", kind="start", tables=list(self.house.without_place))

    async def look_at_lists(self) -> None:
        """Hold everybody who sits against the lists of the house, once before it is open."""
        if not self._looked:
            await self.people.keeping_out.look_at_lists()
            self._looked = True

    async def goodbye(self) -> None:
        """Tell everybody that the house is closing, and let connections end by themselves."""
        self.closing = True
        for hub in self.hubs.values():
            hub.close("the house is shutting down; come back in a moment")
        for _ in range(40):
            if not any(hub.connections for hub in self.hubs.values()):
                break
            await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """Stop everything that was started."""
        await self.goodbye()
        self._stop_listening()
        self._stop_overhearing()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.book_checks.stop()
        for hub in self.hubs.values():
            await hub.finish()
        log().info("the house is closed", kind="stop")

    def _told(self, news: News) -> None:
        begun = time.perf_counter()
        self.metrics.commit_events.observe(len(news.events))
        note_events(news)
        kind, _, name = news.stream.partition("/")
        if kind == "house":
            self._house_told(news)
        if kind == "pit":
            for other in self.hubs.values():
                if other.table.pit == name:
                    other.refresh()
        hub = self.hubs.get(name) if kind == "table" else None
        if hub is not None:
            before = hub.coups[-1] if hub.coups else None
            hub.told(news)
            if hub.coups and hub.coups[-1] is not before:
                coup = hub.coups[-1]
                self.metrics.coups.labels(name, coup.status).inc()
                note_coup(coup)
        self.metrics.tell_seconds.observe(time.perf_counter() - begun)

    def _house_told(self, news: News) -> None:
        """Chips that were granted, and a person who went to work in another role, wherever that was asked."""
        for event in news.events:
            if isinstance(event, he.ChipsGranted | he.ChipsRedeemed):
                for hub in self.hubs.values():
                    hub.wallet_changed(event.guest)
            elif isinstance(event, he.ProfileStarted):
                for page in self._pages():
                    if page.person == event.person and page.role not in (Role.GUEST, Role.SPECTATOR, event.role):
                        page.end(NOT_YOURS, f"you work as {event.role} on another page: one role at a time")

    def say_peel(self, peel: Peel) -> None:
        """A guest peels a card: the pages of the other processes are to see it too."""
        self.house.store.say(ENCODER.encode(peel).decode())

    def _overheard(self, word: str) -> None:
        """A guest at another process peels a card; nothing but a peel comes this way."""
        with suppress(msgspec.DecodeError):
            peel = msgspec.json.decode(word, type=Peel)
            if hub := self.hubs.get(peel.table):
                hub.relay(peel.told())

    def _present(self, table: str, guest: str) -> bool:
        hub = self.hubs.get(table)
        return hub is not None and any(connection.person == guest for connection in hub.connections)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat_seconds)
            for name, hub in tuple(self.hubs.items()):
                if name not in self.house.tables:  # another process took it away
                    hub.close("the table is gone")
                    del self.hubs[name]
                hub.ping()
            await self._guarded(self._look_around)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for work in (self.people.sweep, self.dealers_seen.sweep, self.sweep_tables):
                await self._guarded(work)

    async def _watch_doorway(self) -> None:
        while True:
            await asyncio.sleep(1)
            self.doorway.sweep()

    async def _lasting(self, work: Callable[[], Awaitable[None]]) -> None:
        """What is done for as long as the house is open is begun again where it failed."""
        while not await self._guarded(work):  # noqa: ASYNC110
            await asyncio.sleep(self.heartbeat_seconds)

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> bool:
        """What is done again and again outlives a database that is away for a while, and a fault of ours, which is
        logged; whether it went well."""
        try:
            await work()
        except StoreError as error:
            self.house.premises.heard(error)
            log().warning("the store did not answer", kind="outage", sentence=str(error))
            return False
        except Exception:
            log().exception("program error", kind="program error")
            return False
        return True

    async def _look_around(self) -> None:
        pages = [(hub, page) for hub in self.hubs.values() for page in hub.connections]
        await self.dealers_seen.say((hub.table.id, page.person) for hub, page in pages if page.role in DUTIES_OF)
        for _, page in pages:
            await self.hold(page)
        for table in tuple(self.house.tables.values()):
            if table.owned:
                await self._orphaned(table)

    async def hold(self, page: Connection) -> None:
        """Hold a page against its session, which may have been ended or locked elsewhere."""
        if page.session is not None:
            await self.people.sessions.refresh(page.session)
            self._end_with(page, page.session)

    def _end_with(self, page: Connection, session: Session) -> None:
        """A page ends with its session: signed out, or idle for too long (R28)."""
        if session.ended:
            page.end(NOBODY, "you are signed out")
        elif self.people.sessions.look(session) and not page.closing:
            page.end(LOCKED, "the console is locked: say the password again")
            log().info("locked", kind="idle lock", person=page.person, role=str(page.role))

    def _session_closed(self, session: Session) -> None:
        for page in self._pages():
            if page.session is session:
                self._end_with(page, session)

    async def _orphaned(self, table: HostedTable) -> None:
        """Who was on duty and was lost with a process, this one before a restart or another, is relieved too."""
        staff = set(table.state.staff.values()) if table.exists else set()
        for person in sorted(person for person in staff if not is_automatic(person)):
            seen = await self.dealers_seen.seen(table.id, person)
            if not seen:
                await self.dealers_seen.say([(table.id, person)])
            elif self.house.now() - seen > (RELIEF_SECONDS + self.heartbeat_seconds) * 1000:
                log().info("relieved", kind="staff", table=table.id, person=person)
                await self.hub(table).relieve(person)

    async def sweep_tables(self) -> None:
        """Training tables where nobody has played for a while go, though a page may still show one.

        The process that owns one says so.
        """
        idle = self.settings.training_idle_minutes * MINUTE_MS
        for table in [each for each in self.house.tables.values() if each.training and each.owned]:
            if not table.watched and self.house.now() - table.last_at > idle:
                log().info("training table removed", kind="table", table=table.id)
                if hub := self.hubs.pop(table.id, None):
                    hub.close("the table is gone")
                await self.house.remove_table(table.id)

    # --------------------------------------------------------------------------------------------------------- asking

    def table(self, name: str) -> HostedTable | None:
        return self.house.tables.get(name)

    def hub(self, table: HostedTable) -> Hub:
        """The hub of a table, made when somebody first wants it."""
        hub = self.hubs.get(table.id)
        if hub is None:
            hub = Hub(table, self.house.now, self.people.wallet_cents, self.name_of, lambda: self._pending(table))
            self.hubs[table.id] = hub
        return hub

    def _pending(self, table: HostedTable) -> PendingPart | None:
        """The change of vigorish that is posted for a table."""
        pit = self.house.pits.get(table.pit)
        if pit is None or not pit.exists or not pit.state.changes or table.id not in pit.state.tables:
            return None
        return sign_plain(sign(pit.state, table.id))["pending"]

    def name_of(self, person: str) -> str:
        """What a person is called: one of the staff as the house's log has it, a guest as at the table they sit at."""
        if (known := self.house.own.state.people.get(person)) is not None:
            return known.name
        tables = (table.state for table in self.house.tables.values() if table.exists)
        sit = (seat for state in tables for seat in (*state.seats.values(), *state.left_owing.values()))
        return next((seat.name for seat in sit if seat.guest == person and seat.name), person)

    def works_elsewhere(self, person: str, role: Role) -> bool:
        """Whether somebody of the staff has a page open in another role."""
        return any(page.person == person and page.role is not role for page in self._pages())

    def _pages(self) -> list[Connection]:
        """Every page that is open, at whichever table."""
        return [page for hub in self.hubs.values() for page in hub.connections]

    def pages_of(self, place: str) -> int:
        """How many pages one address has open; behind a proxy the doorway sees the proxy's alone."""
        return sum(one_address(page.address) == place for page in self._pages())

    def watching(self, table: str) -> int:
        hub = self.hubs.get(table)
        return hub.watching if hub else 0

    def figures(self) -> bytes:
        """The page of figures, with what is counted only when somebody looks."""
        metrics, pages = self.metrics, self._pages()
        metrics.queue.set(max((page.waiting for page in pages), default=0))
        kept = self.house.store.figures()
        metrics.store_commits.set(kept.commits)
        metrics.store_writes.set(kept.jobs)
        metrics.store_waiting.set(kept.waiting)
        metrics.connections.clear()
        for role, count in Counter(str(page.role) for page in pages).items():
            metrics.connections.labels(role).set(count)
        metrics.open_connections.set(len(self.doorway))
        metrics.tables.set(len(self.house.tables))
        metrics.faults.set(self.house.own.state.found_count)
        metrics.paused.set(1 if self.house.paused else 0)
        metrics.backup_at.set(self.backups.proved_at)
        metrics.backup_failures.set(self.backups.failures)
        with suppress(OSError):
            metrics.free_bytes.set(shutil.disk_usage(self.settings.data).free)
        return metrics.text()


def front_of(app: Any) -> Front:
    """The front of an app."""
    found = app.state.front
    assert isinstance(found, Front)
    return found
