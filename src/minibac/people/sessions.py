"""Sessions: who is signed in, kept by the house and named by an opaque cookie.

The store holds a session under the hash of its token, so that reading the database signs nobody in. A console of the
staff that is idle for five minutes is locked, and its person says the password again; a guest signs in again after
thirty (R28).
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from minibac.house.times import Clock
from minibac.records.one_process import OneProcess
from minibac.records.store import Store, sweep
from minibac.records.world import random_bytes

KIND: Final = "session"
COOKIE: Final = "minibac_session"
TOKEN_BYTES: Final = 32
DAY_MS: Final = 24 * 60 * 60 * 1000
LIFE_MS: Final = 30 * DAY_MS
WRITE_MS: Final = 60_000
"""Activity is written down this often, not with every message."""
FRESH_MS: Final = 2_000
"""A page that stays open is held against the store this often: another process may have ended its session."""


class SessionData(msgspec.Struct, frozen=True):
    """A session as it is kept."""

    person: str
    csrf: str
    created: int
    active: int
    staff: bool = False
    locked: bool = False


class Session:
    """A session in use. Pages of one session share it, so that one lock locks them all."""

    def __init__(self, key: str, data: SessionData) -> None:
        self.key, self.data = key, data
        self.active = data.active
        self.locked = data.locked
        self.written = data.active
        self.read = 0
        """When it was last held against the store."""
        self.writes = 0
        """Counts where this process begins to write it down and where it is done: odd while that is under way."""
        self.ended = False

    @property
    def person(self) -> str:
        return self.data.person

    @property
    def csrf(self) -> str:
        return self.data.csrf


class Sessions:
    """Every session of a house."""

    def __init__(self, store: Store, clock: Clock, *, console_idle_ms: int, guest_idle_ms: int) -> None:
        self._store, self._clock = store, clock
        self._alone = isinstance(store, OneProcess)
        """Whether nobody but this process can end or lock a session, so that what is at hand is all there is."""
        self._console_idle_ms, self._guest_idle_ms = console_idle_ms, guest_idle_ms
        self._known: dict[str, Session] = {}
        self.closed: Callable[[Session], None] = lambda _: None
        """Hears of a session that was locked or ended here: its open pages go with it."""
        self._asleep: WeakValueDictionary[str, Session] = WeakValueDictionary()
        """Sessions that were idle for long: only an open page still keeps them in memory, the store has them all."""

    async def begin(self, person: str, *, staff: bool) -> tuple[str, Session]:
        """A new session: the token for the cookie, which is kept nowhere else."""
        token, now = random_bytes(TOKEN_BYTES).hex(), self._clock()
        session = Session(key_of(token), SessionData(person, random_bytes(16).hex(), now, now, staff))
        self._known[session.key] = session
        await self._write(session)
        return token, session

    async def find(self, token: str | None) -> Session | None:
        """The session of a cookie, if it still counts."""
        if not token or len(token) != 2 * TOKEN_BYTES:
            return None
        key = key_of(token)
        session = await self._read(key)
        if session is None:
            return None
        if self._clock() - session.data.created > LIFE_MS:
            await self.end(session)
            return None
        self.look(session)
        return session

    async def refresh(self, session: Session) -> None:
        """Hold a session that is in use against the store, now and then: it may have been ended or locked elsewhere."""
        if not self._alone and not session.ended and abs(self._clock() - session.read) > FRESH_MS:
            await self._read(session.key)

    async def _read(self, key: str) -> Session | None:
        """The session as the store has it; what another process wrote last counts here too."""
        before = self._at_hand(key)
        writes = before.writes if before else 0
        kept = await self._store.get(KIND, key)
        session = self._at_hand(key)
        if kept is None:
            if session is not None:
                self._over(session)
            return None
        data = msgspec.json.decode(kept, type=SessionData)
        if session is None:
            session = Session(key, data)
        elif data != session.data and session.writes == writes and writes % 2 == 0:
            session.data, session.locked = data, data.locked
            session.active = session.written = max(session.active, data.active)
        session.read = self._clock()
        self._known[key] = session
        return session

    def _at_hand(self, key: str) -> Session | None:
        return self._known.get(key) or self._asleep.get(key)

    def look(self, session: Session) -> bool:
        """Whether the session is locked, which happens by itself when it was idle for too long."""
        idle = self._clock() - session.active
        if idle > (self._console_idle_ms if session.data.staff else self._guest_idle_ms):
            session.locked = True
        return session.locked

    async def touch(self, session: Session) -> None:
        """The person did something."""
        if self.look(session):
            return
        session.active = self._clock()
        if session.active - session.written > WRITE_MS:
            await self._write(session)

    async def unlock(self, session: Session) -> None:
        session.active, session.locked = self._clock(), False
        await self._write(session)

    async def lock(self, session: Session) -> None:
        session.locked = True
        self.closed(session)
        await self._write(session)

    async def end(self, session: Session) -> None:
        """Sign out."""
        self._over(session)
        await self._store.put(KIND, [(session.key, None)])

    def _over(self, session: Session) -> None:
        session.ended = True
        self._known.pop(session.key, None)
        self.closed(session)

    async def end_all(self, person: str) -> None:
        """Sign a person out everywhere."""
        for key, kept in (await self._store.all(KIND)).items():
            if msgspec.json.decode(kept, type=SessionData).person == person:
                await self.end(self._at_hand(key) or Session(key, msgspec.json.decode(kept, type=SessionData)))

    async def sweep(self) -> None:
        """Take away sessions that are over."""
        old = self._clock() - LIFE_MS
        for key in await sweep(self._store, KIND, SessionData, lambda session: session.created < old):
            if session := self._at_hand(key):
                self._over(session)
        idle = self._clock() - max(self._console_idle_ms, self._guest_idle_ms) - WRITE_MS
        for key, session in tuple(self._known.items()):
            if session.active < idle:
                self._asleep[key] = self._known.pop(key)

    async def _write(self, session: Session) -> None:
        if session.ended:
            return  # somebody signed out meanwhile, and stays signed out
        session.written = session.active
        session.data = msgspec.structs.replace(session.data, active=session.active, locked=session.locked)
        session.writes += 1
        try:
            await self._store.put(KIND, [(session.key, msgspec.json.encode(session.data))])
        finally:
            session.writes += 1


def key_of(token: str) -> str:
    """The name under which the store knows a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
