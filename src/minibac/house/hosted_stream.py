"""One stream of a running house: decide, store, apply, tell, one command at a time.

The state is always one that is on disk. A command is answered when its events are durable; an accepted one that is sent
again gets the answer it got before, whatever has happened since. Where several processes share a store, one of them
owns the stream; the others follow it by reading, and pass on to the owner what they are asked.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from minibac.house.news import Answer, News, decode_answer, encode_answer
from minibac.house.premises import LOG, Premises
from minibac.records.store import (
    Conflict,
    Entry,
    Line,
    Overdrawn,
    Repeated,
    StoreError,
    StoreFull,
    Write,
)
from minibac.rules.refusal import Code, Refusal, refuse

S = TypeVar("S")

ANSWERS_KEPT = 2_000
"""How many answers a stream has at hand; older ones are in the store."""
READ_AT_ONCE = 2_000
"""How many events are in memory at most while a log is read."""
REPLY_MS = 10_000
"""How long a process waits for the owner of a stream."""


class Outcome(NamedTuple):
    """What a command would lead to."""

    events: tuple[Any, ...]
    state: Any
    entries: tuple[Entry, ...] = ()
    seals: tuple[tuple[str, bytes | None], ...] = ()
    snapshot: bytes = b""
    then: Callable[[], None] | None = None
    """What changes in memory once it is on disk."""


class Note(msgspec.Struct, frozen=True):
    """A command that came in elsewhere, on its way to the owner of the stream."""

    id: str
    command: msgspec.Raw


class HostedStream(Generic[S]):
    """A stream: a table, a pit, or the house's own log."""

    def __init__(self, premises: Premises, stream: str) -> None:
        self.premises = premises
        self.stream = stream
        self.version = 0
        self.owned = not premises.shared
        """Whether this process is the one that writes here."""
        self.fence = 0
        self._state: S | None = None
        self._lock = asyncio.Lock()
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._snapshot_at = 0

    # --- what each kind of stream says for itself

    def _decide(self, command: Any) -> Outcome | Refusal:
        raise NotImplementedError

    def _folded(self, state: S | None, event: Any) -> S:
        raise NotImplementedError

    def _read(self, line: bytes) -> Any:
        raise NotImplementedError

    def _written(self, event: Any) -> bytes:
        raise NotImplementedError

    def _read_command(self, command: bytes) -> Any:
        raise NotImplementedError

    def _thawed(self, snapshot: bytes) -> S | None:
        del snapshot
        return None

    def _trace(self, command: Any, refusal: Refusal) -> Outcome | None:
        """What a refused command leaves in the log, though nothing changed."""
        del command, refusal
        return None

    def _prepared(self, command: Any, id: str) -> Any:  # noqa: A002
        del id
        return command

    async def _followed(self, events: tuple[Any, ...]) -> None:
        """Events were read that another process wrote."""

    def _told(self, events: tuple[Any, ...]) -> None:
        """Events were kept, or read: whoever waits inside the stream looks again."""

    # --- reading

    @property
    def state(self) -> S:
        """The state after the last event that is on disk."""
        assert self._state is not None, f"{self.stream} has not been opened"
        return self._state

    @property
    def exists(self) -> bool:
        return self._state is not None

    @property
    def last_at(self) -> int:
        """The time of the last event."""
        return int(getattr(self._state, "at", 0))

    async def load(self) -> None:
        """Read the stream: the newest snapshot and the rest, or the whole log where no snapshot can be used."""
        kept = await self.premises.store.snapshot(self.stream)
        if kept is not None and (state := self._thawed(kept[1])) is not None:
            self.version, self._state = kept[0], state
            self._snapshot_at = self.version
        await self._read_all()

    async def _read_all(self) -> None:
        while len(await self.read_on()) == READ_AT_ONCE:
            pass

    async def read_on(self) -> tuple[Any, ...]:
        """Read what is new, so much at a time, without telling anybody; the events."""
        found: list[Any] = []
        state, version = self._state, self.version
        async for line in self.premises.store.read(self.stream, after=version, until=version + READ_AT_ONCE):
            event = self._read(line.bytes)
            state = self._folded(state, event)
            version = line.version
            found.append(event)
        self._state, self.version = state, version
        return tuple(found)

    async def follow(self) -> None:
        """Read what another process has written, and tell it here."""
        async with self._lock:
            if not self.owned or not self.exists:
                await self._follow()

    async def _follow(self) -> None:
        more = True
        while more and (events := await self.read_on()):
            more = len(events) == READ_AT_ONCE
            await self._followed(events)
            self._tell(events)

    async def lines(self, after: int = 0, until: int | None = None) -> tuple[Line, ...]:
        """Stored lines, exactly as they were written."""
        return tuple([line async for line in self.premises.store.read(self.stream, after, until)])

    # --- writing

    async def begin(self, outcome: Outcome) -> bool:
        """Write the first events of a stream; false where somebody else has."""
        async with self._lock:
            try:
                await self._keep(outcome, "", b"")
            except Conflict:
                await self._read_all()
                return False
            return True

    async def command(self, command: Any, id: str = "") -> Answer:  # noqa: A002
        """Answer a command: accepted and durable, or refused. Who stops waiting changes nothing about it."""
        return await asyncio.shield(self.premises.spawn(self.carry_out(command, id), f"a command to {self.stream}"))

    async def carry_out(self, command: Any, id: str = "") -> Answer:  # noqa: A002
        """:meth:`command`, for a caller that is never cancelled."""
        answer = await self._here(command, id) if self.owned else None
        return answer or await self._elsewhere(command, id)

    async def give(self, command: Any) -> Answer:
        """A command of the house's own, carried out here or not at all: another owner has a house of its own."""
        return await self._here(command, "") or self._refused(_sentence("another process owns the table"))

    async def _here(self, command: Any, id: str) -> Answer | None:  # noqa: A002
        async with self._lock:
            for _ in range(2):
                if not self.owned:
                    return None
                try:
                    return await self._handled(command, id)
                except Conflict:  # somebody else has written: the lease is lost, or two programs share a file
                    if self.premises.shared:
                        self.step_down()
                    await self._follow()
            return self._refused(_sentence("somebody else writes to it at the same time"))

    async def _handled(self, command: Any, id: str) -> Answer:  # noqa: A002
        if id and (known := self._answers.get(id)):
            return replace(known, repeated=True)
        command = self._prepared(replace(command, at=self.premises.stamp(self.last_at)), id)
        outcome = self._decide(command)
        if isinstance(outcome, Refusal) or not outcome.events:
            kept = await self.premises.store.answer(self.stream, id) if id else None
            if kept is not None:
                return replace(decode_answer(kept), repeated=True)
            if not isinstance(outcome, Refusal):
                return Answer(True, self.version)
            if (trace := self._trace(command, outcome)) is not None:
                await self._left(trace)
            return self._refused(outcome)
        answer = Answer(True, self.version + len(outcome.events))
        try:
            await self._keep(outcome, id, encode_answer(answer))
        except Repeated as repeated:
            return replace(decode_answer(repeated.answer), repeated=True)
        except Overdrawn as overdrawn:
            return self._refused(_overdrawn(overdrawn))
        except StoreFull:
            self.premises.disk_is_full()
            return self._refused(_sentence(self.premises.paused))
        except Conflict:
            raise
        except StoreError as error:
            LOG.error("%s: %s", self.stream, error)
            return self._refused(_sentence(str(error)))
        if id:
            self._answers[id] = answer
            if len(self._answers) > ANSWERS_KEPT:
                self._answers.popitem(last=False)
        return answer

    async def _left(self, trace: Outcome) -> None:
        """Keep the trace of an attempt; where that fails, the refusal stands all the same."""
        try:
            await self._keep(trace, "", b"")
        except Conflict:
            raise
        except StoreError as error:
            LOG.error("%s: an attempt could not be written down: %s", self.stream, error)

    async def _keep(self, outcome: Outcome, id: str, answer: bytes) -> None:  # noqa: A002
        """Store, then apply, then tell."""
        write = Write(
            stream=self.stream,
            after=self.version,
            events=tuple(self._written(event) for event in outcome.events),
            entries=outcome.entries,
            command=id,
            answer=answer,
            seals=outcome.seals,
            snapshot=outcome.snapshot,
            fence=self.fence,
        )
        written = await self.premises.store.append(write)
        self._state, self.version = outcome.state, written.version
        if outcome.snapshot:
            self._snapshot_at = self.version
        if outcome.then:
            outcome.then()
        self._tell(outcome.events)

    def _tell(self, events: tuple[Any, ...]) -> None:
        self.premises.tell(News(self.stream, self.version, events, self._state))
        self._told(events)

    def _refused(self, refusal: Refusal) -> Answer:
        return Answer(False, self.version, refusal)

    # --- more than one process

    async def take_over(self, fence: int) -> bool:
        """This process owns the stream from now on; whether it did not before."""
        async with self._lock:
            if self.owned and fence == self.fence:
                return False
            await self._follow()
            self.owned, self.fence = True, fence
            return True

    def step_down(self) -> None:
        """Somebody else owns the stream, or nobody."""
        if self.premises.shared:
            self.owned, self.fence = False, 0
            self._answers.clear()

    async def serve_notes(self) -> None:
        """Answer the commands that came in at other processes."""
        if not self.owned:
            return
        for number, note in await self.premises.store.notes(self.stream):
            try:
                sent = msgspec.json.decode(note, type=Note)
                command = self._read_command(bytes(sent.command))
            except msgspec.DecodeError:
                answer: Answer | None = self._refused(_sentence("the command cannot be read"))
            else:
                answer = await self._here(command, sent.id)
            if answer is not None:
                await self.premises.store.reply(number, encode_answer(answer))

    def replied(self, number: int) -> None:
        """A reply to a note has arrived."""
        if (waiting := self._waiting.get(number)) and not waiting.done():
            waiting.set_result(None)

    async def _elsewhere(self, command: Any, id: str) -> Answer:  # noqa: A002
        """Send a command to the owner; a note outlives an owner that dies, and the next one answers it."""
        store = self.premises.store
        note = Note(
            id or f"{self.premises.owner}-{self.premises.entropy(8).hex()}", msgspec.Raw(msgspec.json.encode(command))
        )
        number = await store.send(self.stream, msgspec.json.encode(note))
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        cancel = self.premises.later(REPLY_MS, lambda: self.replied(number))
        try:
            if (reply := await store.replied(number)) is None:
                await waiting
                reply = await store.replied(number)
        finally:
            cancel()
            del self._waiting[number]
        if reply is None:
            sentence = "the owner of the table does not answer; whether the command counts is not known: send it again"
            return Answer(False, self.version, refuse(Code.NOT_NOW, sentence), unknown=True)
        answer = decode_answer(reply)
        if answer.version > self.version:  # who was answered finds here what the answer speaks of
            with suppress(StoreError):
                await self.follow()
        return answer


def _sentence(why: str) -> Refusal:
    return refuse(Code.NOT_NOW, f"the command was not carried out: {why}")


def _overdrawn(error: Overdrawn) -> Refusal:
    what = "wallet holds" if error.account.endswith("wallet") else "account holds"
    return refuse(Code.NOT_ENOUGH_CHIPS, f"the {what} {-error.balance / 100:,.2f} too little for that")
