"""One stream of a running house: decide, store, apply, tell, one command after the other.

The state is always one that is on disk. A command is answered when its events are durable; an accepted one that is sent
again gets the answer it got before, whatever has happened since, and another one under its id is refused. Commands that
wait at the same moment, such as the wagers of a whole table, are each decided on what the one before leads to, written
in one commit and told together. Where several processes share a store, one of them owns the stream; the others follow
it by reading, and pass on to the owner what they are asked.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import islice
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

import msgspec
from msgspec.structs import replace

from minibac.house.limits import Limits
from minibac.house.news import Answer, Kept, News, decode_answer, decode_kept, digest_of, encode_answer, encode_kept
from minibac.house.open_log import leaves_of
from minibac.house.premises import LOG, Premises
from minibac.machine.kinds import encode
from minibac.machine.machine import Machine
from minibac.play.postings import Posting
from minibac.records.chain import GENESIS
from minibac.records.leaves import Due, salt_for
from minibac.records.ledger import postings_of
from minibac.records.store import (
    Broken,
    Conflict,
    Line,
    Overdrawn,
    Repeated,
    StoreAway,
    StoreError,
    StoreFull,
    Unsound,
    Write,
    Written,
)
from minibac.records.upcast import UnreadableError
from minibac.records.verify import balances_fault, line_fault, rows_fault, steps
from minibac.rules.refusal import Code, Refusal, as_it_is, refuse
from minibac.voice.said import Money, Said, said

S = TypeVar("S")
T = TypeVar("T")

ANSWERS_KEPT = 2_000
"""How many answers a stream has at hand; older ones are in the store."""
READ_AT_ONCE = 2_000
"""How many events are in memory at most while a log is read."""
REPLY_MS = 10_000
"""How long a process waits for the owner of a stream."""
CLOCKS_MS = 1_000
"""So far the clocks of two processes may be apart."""
SAME_ATTEMPTS = 5
"""How often the same person's same refused attempt leaves a trace, at once and then in an hour: a log is not for
filling."""

MOST_TOGETHER = 64
"""So many commands are decided one on the other before the first of them is on disk."""


class Outcome(NamedTuple):
    """What a command would lead to."""

    events: tuple[Any, ...]
    state: Any
    postings: tuple[tuple[Posting, ...], ...] = ()
    seals: tuple[tuple[str, bytes | None], ...] = ()
    snapshot: bytes = b""
    then: Callable[[], None] | None = None
    """What changes in memory once it is on disk."""


class Note(msgspec.Struct, frozen=True):
    """A command that came in elsewhere, on its way to the owner of the stream."""

    id: str
    command: msgspec.Raw


class AskedCommand:
    """A command that waits at a stream."""

    __slots__ = ("answer", "command", "id", "travels")

    def __init__(self, command: Any, id: str, *, travels: bool) -> None:  # noqa: A002
        self.command, self.id = command, id
        self.travels = travels
        """Whether it goes to another owner even when nobody waits for its answer any more."""
        self.answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()

    def say(self, answer: Answer | None) -> None:
        """Answer it; ``None``: this process does not own the stream."""
        if not self.answer.done():  # else whoever asked has gone away; what was written stays written
            self.answer.set_result(answer)

    def fail(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Decided(NamedTuple):
    """A command that would be accepted, if everything before it is kept."""

    asked: AskedCommand
    outcome: Outcome
    after: int
    kept: Kept


class HostedStream(Generic[S]):
    """A stream: a table, a pit, or the house's own log, as its machine decides and folds it."""

    def __init__(self, premises: Premises, stream: str, machine: Machine[S, Any, Any]) -> None:
        self.premises = premises
        self.stream = stream
        self.machine = machine
        self.version = 0
        self.head = GENESIS
        """The hash of the last line (R25)."""
        self.owned = not premises.shared
        """Whether this process is the one that writes here."""
        self.fence = 0
        self._state: S | None = None
        self._lock = asyncio.Lock()
        self._inbox: deque[AskedCommand] = deque()
        self._attended = False
        """Whether somebody takes the commands that wait."""
        self._answers: OrderedDict[str, Kept] = OrderedDict()
        self._refused_at: OrderedDict[str, int] = OrderedDict()
        """When a command was refused, by its id: a copy of it that comes in later is not carried out."""
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._snapshot_at = 0
        self._said_at = 0
        self._attempts = Limits(premises.clock, SAME_ATTEMPTS / 3600, SAME_ATTEMPTS)

    # --- what each kind of stream says for itself

    def _decide(self, command: Any) -> Outcome | Refusal:
        decision = self.machine.decide(self.state, command)
        return decision if isinstance(decision, Refusal) else self._outcome(decision)

    def _outcome(self, events: tuple[Any, ...]) -> Outcome:
        return Outcome(events, self.machine.apply_all(self.state, events), postings=postings_of(events))

    def _read(self, line: bytes) -> Any:
        return self.machine.read(line)

    def _written(self, event: Any) -> bytes:
        return encode(event)

    def _thawed(self, snapshot: bytes) -> S | None:
        del snapshot
        return None

    def _trace(self, command: Any, refusal: Refusal) -> Outcome | None:
        """What a refused command leaves in the log, though nothing changed."""
        left = self.machine.trace(self.state, command, refusal)
        return self._outcome(left) if left else None

    def _prepared(self, command: Any, id: str) -> Any:  # noqa: A002
        del id
        return command

    def _said(self, command: Any) -> Any:
        """A command as its sender gave it, without what the house has filled in."""
        return command

    def _joins(self, command: Any) -> bool:
        """Whether a command may be decided before the one in front of it is on disk."""
        del command
        return False

    async def _followed(self, events: tuple[Any, ...], state: S) -> None:
        """Events were read that another process wrote; they lead to this state, which nobody has seen yet."""

    async def _before_owning(self) -> None:
        """Everything has been read, and nothing is decided here yet."""

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

    def would(self, command: Any) -> bool:
        """Whether the stream would take a command now, and something came of it; nothing happens by the question."""
        answer = self.machine.decide(self.state, self._prepared(command, ""))
        return bool(answer) and not isinstance(answer, Refusal)

    async def load(self) -> None:
        """Read the stream: the newest snapshot and the rest, or the whole log where no snapshot can be used.

        What is read is held against itself, with its rows of the ledger; raises :class:`Broken` where it does not hold.
        """
        store = self.premises.store
        version, snapshot = await store.snapshot(self.stream) or (0, b"")
        if snapshot and (state := self._thawed(snapshot)) is not None:
            self.version, self._state, self._snapshot_at = version, state, version
            self.head = (await self.lines(version - 1, version))[0].head
        elif version and not snapshot:
            LOG.warning("%s: its snapshot is damaged or of another log; the log is read instead", self.stream)
        end = await store.version(self.stream)
        until = end.version if self.premises.shared else None  # its owner may be at work
        async for step in steps(store, self.stream, self._broken, Written(self.version, self.head), until):
            event, self._state = self._folded(self._state, step.line)
            self.version, self.head = step.line.version, step.line.head
            if fault := rows_fault(event, step.rows):
                self._broken(self.stream, self.version, fault)
        if (self.version, self.head) != end:
            self._broken(self.stream, end.version, said("event {version} is missing", version=str(end.version)))
        if not self.premises.shared:
            await self._check_balances()
        self.premises.reached(self.last_at)

    def _folded(self, state: S | None, line: Line) -> tuple[Any, S]:
        """The event of a line, and the state it leads to."""
        try:
            event = self._read(line.bytes)
            return event, self.machine.fold.fold(state, event)
        except UnreadableError as error:  # of a newer program, perhaps
            self._broken(self.stream, line.version, said("the event cannot be read: {why}", why=str(error)))
        except Exception:
            LOG.exception("%s, event %s cannot be read", self.stream, line.version)
            self._broken(
                self.stream, line.version, said("this program cannot read the event, or it cannot follow there")
            )

    async def _check_balances(self) -> None:
        """Hold the balances against the state; nobody else writes to the stream meanwhile."""
        kept, folded = await self.premises.store.balances(self.stream), getattr(self._state, "balances", {})
        if fault := balances_fault(self.stream, kept, folded):
            self._broken(self.stream, 0, fault)

    @staticmethod
    def _broken(stream: str, version: int, what: Said) -> NoReturn:
        raise Broken(Unsound(stream, version, what))

    async def read_on(self) -> tuple[Any, ...]:
        """Read what is new, so much at a time, without telling anybody; the events."""
        found: list[Any] = []
        state, last = self._state, Written(self.version, self.head)
        for line in await self.lines(self.version, self.version + READ_AT_ONCE):
            if fault := line_fault(last, line):
                self._broken(self.stream, line.version, fault)
            event, state = self._folded(state, line)
            last = Written(line.version, line.head)
            found.append(event)
        if state is not None and found:
            await self._followed(tuple(found), state)
            self._state, (self.version, self.head) = state, last
            self.premises.reached(self.last_at)
        return tuple(found)

    async def follow(self, *, doubting: bool = False) -> None:
        """Read what another process has written, and tell it here; ``doubting``, also where nobody else should have
        written: this process may have slept for longer than its lease, and not know it yet."""
        async with self._lock:
            if doubting or not self.owned or not self.exists:
                await self._follow()

    async def _follow(self) -> None:
        more = True
        while more and (events := await self.read_on()):
            more = len(events) == READ_AT_ONCE
            self._tell(events)

    def stored(self, after: int = 0, until: int | None = None) -> AsyncIterator[Line]:
        """Stored lines, exactly as they were written, as they are read."""
        return self.premises.store.read(self.stream, after, until)

    async def lines(self, after: int = 0, until: int | None = None) -> tuple[Line, ...]:
        """Stored lines, exactly as they were written."""
        return tuple([line async for line in self.stored(after, until)])

    # --- writing

    async def begin(self, first: Any) -> bool:
        """Write the first event of a stream; false where somebody else has."""
        async with self._lock:
            try:
                await self._keep(Outcome((first,), self.machine.opened(first)), "", b"")
            except Conflict:
                await self.read_on()
                return False
            return True

    async def command(self, command: Any, id: str = "") -> Answer:  # noqa: A002
        """Answer a command: accepted and durable, or refused. Who stops waiting changes nothing about it."""
        if self.owned and (answer := await self._here(command, id, travels=True)) is not None:
            return answer
        return await asyncio.shield(self.premises.spawn(self._elsewhere(command, id), f"a command to {self.stream}"))

    async def carry_out(self, command: Any, id: str = "") -> Answer:  # noqa: A002
        """:meth:`command`, for a caller that is never cancelled."""
        answer = await self._here(command, id) if self.owned else None
        return answer or await self._elsewhere(command, id)

    async def give(self, command: Any) -> Answer:
        """A command of the house's own, carried out here or not at all: another owner has a house of its own."""
        return await self._here(command, "") or self._refused(_sentence(said("another process owns the table")))

    async def _here(self, command: Any, id: str, *, travels: bool = False) -> Answer | None:  # noqa: A002
        asked = AskedCommand(command, id, travels=travels)
        self._inbox.append(asked)
        if not self._attended:
            self._attended = True
            self.premises.spawn(self._attend(), f"commands to {self.stream}")
        return await asked.answer

    async def _attend(self) -> None:
        """Carry out what waits, in the order in which it came, until nothing does."""
        try:
            while self._inbox:
                async with self._lock:
                    if together := self._decided_together():
                        await self._kept_together(together)
                    else:
                        await self._next_alone()
        finally:
            self._attended = False
            for asked in self._inbox:  # only where the house is abandoned in the middle of things
                asked.answer.cancel()

    async def _next_alone(self) -> None:
        asked = self._inbox[0]
        try:
            answer = await self._alone(asked.command, asked.id)
        except StoreError as error:  # it is away, and says so in a sentence
            LOG.error("a command to %s failed: %s", self.stream, error)
            asked.fail(error)
        except Exception as error:
            LOG.exception("a command to %s failed", self.stream)
            asked.fail(error)
        else:
            if answer is None and asked.travels and asked.answer.cancelled():
                self.premises.spawn(self._elsewhere(asked.command, asked.id), f"a command to {self.stream}")
            asked.say(answer)
        self._inbox.popleft()

    async def _alone(self, command: Any, id: str) -> Answer | None:  # noqa: A002
        for _ in range(2):
            if not self.owned:
                return None
            try:
                return await self._handled(command, id)
            except Conflict:  # somebody else has written: the lease is lost, or two programs share a file
                if self.premises.shared:
                    self.step_down()
                await self._follow()
        return self._refused(_sentence(said("somebody else writes to it at the same time")))

    def _decided_together(self) -> list[Decided]:
        """The commands in front that would be accepted one on the other. Nobody sees the states in between."""
        made: list[Decided] = []
        names: set[str] = set()
        before = self._state, self.version, self._snapshot_at
        try:
            for asked in islice(self._inbox, MOST_TOGETHER):
                name = asked.id
                if not self.owned or not name or name in names or name in self._answers:
                    break
                if not self._joins(asked.command):
                    break
                at = self.premises.stamp(self.last_at)
                outcome = self._decide(self._prepared(replace(asked.command, at=at), name))
                if isinstance(outcome, Refusal) or not outcome.events:
                    break  # what is said against it is said alone, on a state that is on disk
                after, self.version = self.version, self.version + len(outcome.events)
                self._state = outcome.state
                if outcome.snapshot:
                    self._snapshot_at = self.version
                names.add(name)
                kept = Kept(True, self.version, self._digest(asked.command))
                made.append(Decided(asked, outcome, after, kept))
        except Exception:
            LOG.exception("a command to %s is decided again, alone", self.stream)
        finally:
            self._state, self.version, self._snapshot_at = before
        return made

    async def _kept_together(self, made: list[Decided]) -> None:
        """Store them, each as a write of its own and all in one commit where the store can; then apply, then tell.

        Each write says which version it follows, so what is kept is always the first of them. Whatever comes after one
        that was not kept was decided on something that never came to be, and is carried out alone.
        """
        append = self.premises.store.append
        writes = [self._write(one.outcome, one.asked.id, encode_kept(one.kept), one.after) for one in made]
        results = await asyncio.gather(*map(append, writes), return_exceptions=True)
        events: list[Any] = []
        kept = 0
        for one, result in zip(made, results, strict=True):
            if isinstance(result, BaseException):
                break
            kept += 1
            self._take(one.outcome, result)
            self._remember(one.asked.id, one.kept)
            events += one.outcome.events
        if events:
            self._tell(tuple(events))
        for one in made[:kept]:
            self._inbox.popleft()
            one.asked.say(Answer(True, one.kept.version))
        for _ in made[kept:]:
            await self._next_alone()

    async def _handled(self, command: Any, id: str) -> Answer:  # noqa: A002
        digest = self._digest(command) if id else ""
        if id and (known := self._answers.get(id)):
            return known.again(digest, self.version)
        command = self._prepared(replace(command, at=self.premises.stamp(self.last_at)), id)
        outcome = self._decide(command)
        if isinstance(outcome, Refusal) or not outcome.events:
            kept = await self.premises.store.answer(self.stream, id) if id else None
            if kept is not None:
                return decode_kept(kept).again(digest, self.version)
            if not isinstance(outcome, Refusal):
                if id:  # sent again when it would do something, it does nothing still
                    self._remember(id, Kept(True, self.version, digest))
                return Answer(True, self.version)
            attempt = f"{command.by.id} {type(command).__name__} {outcome.code}"
            if id:
                _keep_few(self._refused_at, id, command.at)
            if self._attempts.take(attempt) and (trace := self._trace(command, outcome)) is not None:
                await self._left(trace)
            return self._refused(outcome)
        accepted = Kept(True, self.version + len(outcome.events), digest)
        try:
            await self._keep(outcome, id, encode_kept(accepted))
        except Repeated as repeated:
            return decode_kept(repeated.answer).again(digest, self.version)
        except Overdrawn as overdrawn:
            return self._refused(_overdrawn(overdrawn))
        except (StoreFull, StoreAway) as error:
            return self._refused(_sentence(as_it_is(self.premises.cannot_write(error))))
        except Conflict:
            raise
        except StoreError as error:
            LOG.error("%s: %s", self.stream, error)
            return self._refused(_sentence(as_it_is(error)))
        if id:
            self._remember(id, accepted)
        return Answer(True, accepted.version)

    async def answered(self, command: Any, id: str) -> Answer | None:  # noqa: A002
        """The answer to a command that was accepted before, for a door that would not let it in a second time."""
        kept = await self.premises.store.answer(self.stream, id)
        return None if kept is None else decode_kept(kept).again(self._digest(command), self.version)

    def _digest(self, command: Any) -> str:
        return digest_of(self._said(command))

    def _remember(self, id: str, kept: Kept) -> None:  # noqa: A002
        _keep_few(self._answers, id, kept)

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
        written = await self.premises.store.append(self._write(outcome, id, answer, self.version))
        await self._sign(
            outcome.events
        )  # while nobody can see the state yet: who comes in now is told of it with the news
        self._take(outcome, written)
        self._tell(outcome.events)

    async def _sign(self, events: tuple[Any, ...]) -> None:
        """Have the open log signed before anybody is told of these events, where that is promised."""

    def _write(self, outcome: Outcome, id: str, answer: bytes, after: int) -> Write:  # noqa: A002
        return Write(
            stream=self.stream,
            after=after,
            events=tuple(self._written(event) for event in outcome.events),
            postings=outcome.postings,
            command=id,
            answer=answer,
            seals=outcome.seals,
            snapshot=outcome.snapshot,
            fence=self.fence,
            leaves=leaves_of(self.stream, after, outcome.events) if self.premises.open_log else (),
        )

    async def say_head(self) -> None:
        """Write into the open log where this one stands, where it has gone on since that was last said so."""
        async with self._lock:
            if self.owned and self.exists and self.premises.open_log and self._said_at != self.version:
                leaf = Due(0, salt=salt_for(self.stream))
                write = Write(stream=self.stream, after=self.version, events=(), leaves=(leaf,), fence=self.fence)
                await self.premises.store.append(write)
                self._said_at = self.version

    def _take(self, outcome: Outcome, written: Written) -> None:
        """It is on disk: this is the state now."""
        self._state, (self.version, self.head) = outcome.state, written
        if outcome.snapshot:
            self._snapshot_at = written.version
        if outcome.then:
            outcome.then()

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
            await self._check_balances()
            await self._before_owning()
            self.owned, self.fence = True, fence
            return True

    @property
    def can_change_hands(self) -> bool:
        """Whether this is a good moment for another process to go on."""
        return True

    async def hand_over(self, to: str) -> bool:
        """Let another process own the stream from now on, between two commands; whether it does.

        What waits here is passed on to it. Whoever it is, it finds everything on disk.
        """
        premises = self.premises
        async with self._lock:
            if not self.owned:
                return False
            self.owned = False  # whatever comes of it, nothing more is written under this lease
            fence = await premises.store.pass_on(self.stream, premises.owner, to, premises.settings.lease_ms)
            self.step_down()
            return fence is not None

    def step_down(self) -> None:
        """Somebody else owns the stream, or nobody."""
        if self.premises.shared:
            self.owned, self.fence = False, 0
            self._answers.clear()

    async def serve_notes(self) -> None:
        """Answer the commands that came in at other processes."""
        if not self.owned:
            return
        notes = await self.premises.store.notes(self.stream)
        await asyncio.gather(*(self._serve_note(number, note) for number, note in notes))

    async def _serve_note(self, number: int, note: bytes) -> None:
        try:
            sent = msgspec.json.decode(note, type=Note)
            command = self.machine.read_command(bytes(sent.command))
        except msgspec.DecodeError:
            answer: Answer | None = self._refused(_sentence(said("the command cannot be read")))
        else:
            if command.at and self._comes_late(command.at, sent.id):
                late = self._refused(_sentence(said("it came too late")))
                answer = await self.answered(command, sent.id) or late
            else:
                answer = await self._here(command, sent.id)
        if answer is not None:
            await self.premises.store.reply(number, encode_answer(answer))

    def _comes_late(self, at: int, id: str) -> bool:  # noqa: A002
        """Whether a command has been on its way for so long that whoever gave it has heard otherwise meanwhile: that
        nobody answers, or that the same one, sent again, is refused."""
        refused_at = self._refused_at.get(id)
        return at < self.premises.clock() - REPLY_MS or (refused_at is not None and at <= refused_at + CLOCKS_MS)

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
            sentence = said(
                "the owner of the table does not answer; whether the command counts is not known: send it again"
            )
            return Answer(False, self.version, refuse(Code.NOT_NOW, sentence), unknown=True)
        answer = decode_answer(reply)
        if answer.version > self.version:  # who was answered finds here what the answer speaks of
            with suppress(StoreError):
                await self.follow()
        return answer


def _keep_few(kept: OrderedDict[str, T], id: str, value: T) -> None:  # noqa: A002
    kept[id] = value
    if len(kept) > ANSWERS_KEPT:
        kept.popitem(last=False)


def _sentence(why: Said) -> Refusal:
    return refuse(Code.NOT_NOW, said("the command was not carried out: {why}", why=why))


def _overdrawn(error: Overdrawn) -> Refusal:
    wallet = error.account.endswith("wallet")
    short = said("the wallet is {sum} short of that") if wallet else said("the account is {sum} short of that")
    return refuse(Code.NOT_ENOUGH_CHIPS, short.about(sum=Money(-error.balance)))
