"""One connection: what waits to be sent, and the rule that nobody waits for a slow reader.

A message goes out at once to a page that can take it, without a task being woken for it: a thousand pages are told in
one go. What a page cannot take yet waits in the queue of its connection; one whose queue is full is dropped, and its
page comes back with the last version it saw. So the slowest reader costs nobody else anything.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, Final

from minibac.machine.roles import Actor, Role
from minibac.people.sessions import Session

QUEUE_MESSAGES: Final = 256
QUEUE_CHARACTERS: Final = 1_000_000

SLOW: Final = 4008
NOBODY: Final = 4001
NOT_YOURS: Final = 4003
NO_TABLE: Final = 4004
OUTDATED: Final = 4009
LOCKED: Final = 4023
TOO_MANY: Final = 4029
GOING: Final = 1001
FAULT: Final = 1011
AWAY: Final = 1013
UNANSWERED: Final = 4010
ENDINGS: Final = {
    GOING: "the house is closing: come back",
    FAULT: "a fault of the house, which is in its log: come back",
    AWAY: "the store does not answer: come back",
    NOBODY: "nobody is signed in",
    NOT_YOURS: "this is not this person's",
    NO_TABLE: "there is no such table",
    SLOW: "the page reads too slowly: come back with after",
    OUTDATED: "the page is outdated: load it again",
    UNANSWERED: "two pings stayed unanswered: come back",
    LOCKED: "the console is locked: come back after POST /api/session/unlock",
    TOO_MANY: "too many messages, messages without sense, or pages of one address: come back, and slower",
}
"""The codes with which the house ends a connection."""


class Connection:
    """A page at a table, or a program."""

    def __init__(
        self,
        send: Callable[[str], Coroutine[Any, Any, None]],
        *,
        role: Role,
        person: str = "",
        name: str = "",
        session: Session | None = None,
        address: str = "",
    ) -> None:
        self._send = send
        self.role, self.person, self.name = role, person, name
        self.session, self.address = session, address
        self.wallet_cents = 0
        self.yours: bytes = b"null"
        """What was told last as ``yours``."""
        self.made_from: tuple[object, ...] = ()
        """The parts of the state and the guest's own money from which ``yours`` was made."""
        self.unanswered = 0
        """Pings without a pong."""
        self.closing = 0
        """The code with which this connection ends, once that is decided."""
        self.reason = ""
        self._queue: deque[str] = deque()
        self._characters = 0
        self._wake = asyncio.Event()
        self._free = False
        """Whether nothing waits and nothing is on its way, so that a message may go out at once."""
        self._begun: Coroutine[Any, Any, None] | None = None
        """A message on its way that the page could not take at once."""
        self._awaited: Any = None
        """What that waits for."""
        self._failed = False
        self.over = asyncio.Event()
        """Set once it is decided that this connection ends."""

    def actor(self, seat: int) -> Actor:
        """Who gives the commands of this connection."""
        return Actor(self.person or "spectator", self.role, seat if self.role is Role.GUEST else 0)

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._queue)

    def put(self, text: str) -> None:
        """Send a message when there is time; a queue that is full ends the connection instead."""
        if self.closing:
            return
        if len(self._queue) >= QUEUE_MESSAGES or self._characters + len(text) > QUEUE_CHARACTERS:
            self.end(SLOW, "the page reads too slowly; come back with the last version")
            return
        if self._free:
            self._send_now(text)
            return
        self._queue.append(text)
        self._characters += len(text)
        self._wake.set()

    def _send_now(self, text: str) -> None:
        """Take the first step of sending, which is mostly the only one; the pump takes the others."""
        sending = self._send(text)
        try:
            self._awaited = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the page is gone: whoever attends to it will see that
            self._failed = True
        else:
            self._begun = sending
        self._free = False
        self._wake.set()

    def end(self, code: int, reason: str) -> None:
        """End the connection: what waits is not sent any more, except when the house itself is going."""
        if self.closing:
            return
        self.closing, self.reason = code, reason
        if code != GOING:
            self._queue.clear()
            self._characters = 0
        self._wake.set()
        self.over.set()

    async def pump(self) -> None:
        """Send what waits, one after another, until the connection is to end."""
        try:
            while not self._failed:
                if self._begun is not None:
                    await _rest_of(self._begun, self._awaited)
                    self._begun = self._awaited = None
                while self._queue:
                    text = self._queue.popleft()
                    self._characters -= len(text)
                    await self._send(text)
                if self.closing:
                    return
                self._free = True
                await self._wake.wait()
                self._free = False
                self._wake.clear()
        finally:
            self._free = False


@coroutine
def _rest_of(sending: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that has taken its first step and waits for something."""
    came: Any = None
    while True:
        thrown: BaseException | None = None
        try:
            came = yield awaited
        except BaseException as fault:
            thrown = fault
        try:
            awaited = sending.send(came) if thrown is None else sending.throw(thrown)
        except StopIteration:
            return
