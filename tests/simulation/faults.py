"""Faults that are planted, one at a time, so that the simulation is seen to find them.

Each is a small patch of the house as somebody could have written it by mistake, with the seed that finds it. The house
is as it was once the ``with`` is over.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from unittest import mock

from msgspec.structs import replace

from minibac.cards import share
from minibac.house import hosted_stream, hosted_table, open_log, times, wallets
from minibac.house.hosted_stream import HostedStream, Outcome
from minibac.house.hosted_table import HostedTable
from minibac.house.premises import Premises
from minibac.house.sealed_vault import SealedVault
from minibac.machine.automatic_people import is_automatic
from minibac.records import batch, chain, one_process, sqlite_schema, sqlite_writer, witness
from minibac.records.batch import Batch
from minibac.records.chain import GENESIS
from minibac.records.memory import MemoryStore
from minibac.records.store import StoreAway, StoreFull, Written
from minibac.server import hub, live, view
from minibac.table import events as e
from minibac.table import shares
from minibac.table.snapshot import freeze
from minibac.table.table_view import PARTS
from minibac.tlog.notes import LogCheckpoint
from tests.simulation.simulation import SHARE, plan_of, simulate

Patch = contextlib.AbstractContextManager[Any]


class Fault(NamedTuple):
    """A fault, and the seed that finds it."""

    name: str
    plant: Callable[[], Patch]
    kind: str
    """What the house keeps things in where it shows; nothing for anything."""
    seed: str = ""
    coups: int = 8

    def found(self, others: int = 30) -> str:
        """The seed that finds it while it is planted: its own, or, where the house has changed meanwhile, one of so
        many others; nothing where none does."""
        series = SHARE if self.seed.startswith(SHARE) else ""
        for seed in (self.seed, *(f"{series}{number}" for number in range(1, others + 1))):
            if self.kind in ("", plan_of(seed, self.coups).kind) and simulate(seed, self.coups).broken:
                return seed
        return ""


FOUND_BY: dict[str, tuple[str, int]] = {
    "a lost fsync": ("3", 8),
    "a witness that is not written": ("1", 8),
    "an acknowledgement before the commit": ("1", 8),
    "an answer inside the transaction": ("1", 8),
    "a full disk taken for success": ("3", 8),
    "a posting that is dropped": ("1", 8),
    "a link of the chain that skips one": ("1", 8),
    "a write that is kept twice": ("1", 8),
    "a leaf that is not written": ("1", 8),
    "a checkpoint of another tree": ("15", 8),
    "a command that is carried out twice": ("2", 8),
    "ids that are forgotten with the process": ("33", 8),
    "an event that is applied twice": ("1", 8),
    "a state that is left where it was only tried": ("1", 8),
    "a wallet that is credited twice": ("10", 8),
    "the chips of a guest who leaves are lost": ("10", 8),
    "a snapshot of the state before": ("1", 8),
    "a vault that is not sealed": ("1", 8),
    "a share that is left out of the mix": ("share 1", 8),
    "a stack that is not mixed again by the next process": ("share 3", 8),
    "a clock that runs back": ("29", 8),
    "a stale owner whose write is taken": ("17", 8),
    "a lease that is kept after it is over": ("66", 8),
    "a lease that two hold": ("269", 8),
    "a note that is carried out without its id": ("2", 8),
    "a follower that skips an event": ("2", 8),
    "a commitment that is told before it is kept": ("1", 8),
    "a view that leaks the next card": ("1", 8),
    "a card that lies face down is shown on the layout": ("1", 8),
    "a page that is told of another seat": ("2", 8),
    "an answer that is told to another page": ("1", 8),
    "a change of the view that is left out": ("1", 8),
    "news that comes in another order": ("1", 8),
    "a result that is told with the wrong version": ("1", 8),
}
"""The seed that finds each fault, and how many rounds it plays."""

FAULTS: dict[str, Fault] = {}


def fault(name: str, kind: str = "") -> Callable[[Callable[[], Patch]], Callable[[], Patch]]:
    """Name a fault."""

    def named(plant: Callable[[], Patch]) -> Callable[[], Patch]:
        seed, coups = FOUND_BY.get(name, ("", 8))
        FAULTS[name] = Fault(name, plant, kind, seed, coups)
        return plant

    return named


def put(where: Any, name: str, what: Any) -> Patch:
    return mock.patch.object(where, name, what)


class Every:
    """True at every so many calls."""

    def __init__(self, count: int) -> None:
        self._count, self._calls = count, 0

    def __call__(self) -> bool:
        self._calls += 1
        return self._calls % self._count == 0


# ------------------------------------------------------------------------------------------------------ what is kept


@fault("a lost fsync", "sqlite")
def lost_fsync() -> Patch:
    connect = sqlite_schema.connect

    def careless(path: str, *, writer: bool = False) -> Any:
        db = connect(path, writer=writer)
        if writer:
            db.execute("PRAGMA synchronous = NORMAL")
        return db

    return put(sqlite_schema, "connect", careless)


@fault("a witness that is not written", "sqlite")
def no_witness() -> Patch:
    return put(witness.Witness, "note", lambda self, seen: None)


@fault("an acknowledgement before the commit")
def early_answer() -> Patch:
    async def keep(self: Any, outcome: Any, id: str, answer: bytes) -> None:  # noqa: A002
        write = self._write(outcome, id, answer, self.version)
        self._take(outcome, Written(self.version + len(outcome.events), self.head))
        self._tell(outcome.events)
        await self.premises.store.append(write)

    return put(HostedStream, "_keep", keep)


@fault("an answer inside the transaction", "sqlite")
def answer_inside() -> Patch:
    kept, commit = sqlite_writer.Writer._keep, sqlite_writer.Writer._commit

    def committed(self: Any, jobs: Any, *, trusting: bool = True) -> None:
        self.jobs = jobs
        commit(self, jobs, trusting=trusting)

    def keep(self: Any, made: Any) -> None:
        kept(self, made)
        if len(self.jobs) == 1 and made.lines:
            stream = self.jobs[0].job.stream
            self._resolve(self.jobs, [made.heads[stream]])
            raise StoreAway("the disk went away just then")

    return two(put(sqlite_writer.Writer, "_commit", committed), put(sqlite_writer.Writer, "_keep", keep))


@fault("a full disk taken for success")
def full_is_fine() -> Patch:
    keep = HostedStream._keep

    async def kept(self: Any, outcome: Any, id: str, answer: bytes) -> None:  # noqa: A002
        try:
            await keep(self, outcome, id, answer)
        except StoreFull:
            self._take(outcome, Written(self.version + len(outcome.events), self.head))
            self._tell(outcome.events)

    return put(HostedStream, "_keep", kept)


@fault("a posting that is dropped")
def dropped_posting() -> Patch:
    every, lines = Every(9), wallets.with_wallets

    def short(before: Any, steps: Any) -> Any:
        found = lines(before, steps)
        if every() and any(found):
            return tuple(line[:0] for line in found)
        return found

    return put(hosted_table, "with_wallets", short)


@fault("a link of the chain that skips one")
def broken_link() -> Patch:
    every, link = Every(60), chain.link
    return put(batch, "link", lambda last, line: link(GENESIS if every() else last, line))


@fault("a write that is kept twice")
def written_twice() -> Patch:
    every, taken = Every(50), Batch._taken

    def twice(self: Any, write: Any) -> Any:
        if every() and len(write.events) == 1 and not write.leaves:
            write = replace(write, events=write.events * 2, postings=write.postings * 2)
        return taken(self, write)

    return put(Batch, "_taken", twice)


@fault("a leaf that is not written")
def no_leaf() -> Patch:
    every, grow = Every(4), Batch._grow
    return put(Batch, "_grow", lambda self, leaf: None if every() else grow(self, leaf))


@fault("a checkpoint of another tree")
def wrong_root() -> Patch:
    made = LogCheckpoint

    def wrong(origin: str, size: int, root: bytes) -> Any:
        return made(origin, size, bytes(reversed(root)))

    return put(open_log, "LogCheckpoint", wrong)


# ------------------------------------------------------------------------------------------------- what is carried out


@fault("a command that is carried out twice")
def carried_out_twice() -> Patch:
    handled = HostedStream._handled
    seen: Counter[str] = Counter()

    async def again(self: Any, command: Any, id: str) -> Any:  # noqa: A002
        seen[id] += bool(id)
        return await handled(self, command, f"{id}+{seen[id]}" if seen[id] > 1 else id)

    return two(put(HostedStream, "_handled", again), put(HostedTable, "_joins", lambda self, command: False))


@fault("ids that are forgotten with the process")
def forgotten_ids() -> Patch:
    async def nothing(self: Any, stream: str, command: str) -> None:
        return None

    taken = Batch.take

    def take(self: Any, write: Any) -> Any:
        known = self._standing.answered
        seen = getattr(self._standing, "answered_here", None)
        if seen is None:
            seen = set()
            with contextlib.suppress(AttributeError):
                self._standing.answered_here = seen
        if write.command and (write.stream, write.command) not in seen and known(write.stream, write.command):
            write = replace(write, command=f"{write.command}+")
        seen.add((write.stream, write.command))
        return taken(self, write)

    return two(put(MemoryStore, "answer", nothing), put(Batch, "take", take))


@fault("an event that is applied twice")
def applied_twice() -> Patch:
    every, take = Every(5), HostedStream._take

    def twice(self: Any, outcome: Any, written: Any) -> None:
        take(self, outcome, written)
        if isinstance(outcome.events[0], e.WagerPlaced) and every():
            self._state = self.machine.fold.apply(self._state, outcome.events[0])

    return put(HostedStream, "_take", twice)


@fault("a state that is left where it was only tried")
def tried_for_good() -> Patch:
    together = HostedStream._decided_together

    def left(self: Any) -> Any:
        made = together(self)
        if made:
            self._state, self.version = made[-1].outcome.state, made[-1].kept.version
        return made

    return put(HostedStream, "_decided_together", left)


@fault("a wallet that is credited twice")
def credited_twice() -> Patch:
    paid = wallets._paid

    def twice(guest: str, cents: int, step: str) -> Any:
        found = paid(guest, cents, step)
        return found * 2 if step == "leave" else found

    return put(wallets, "_paid", twice)


@fault("the chips of a guest who leaves are lost")
def lost_chips() -> Patch:
    paid = wallets._paid
    return put(wallets, "_paid", lambda guest, cents, step: () if step == "leave" else paid(guest, cents, step))


@fault("a snapshot of the state before")
def old_snapshot() -> Patch:
    decide = HostedTable._decide

    def early(self: Any, command: Any) -> Any:
        outcome = decide(self, command)
        if isinstance(outcome, Outcome) and outcome.snapshot:
            return outcome._replace(snapshot=freeze(self.state))
        return outcome

    return put(HostedTable, "_decide", early)


@fault("a vault that is not sealed")
def unsealed() -> Patch:
    return put(SealedVault, "seals", lambda self, events: ())


@fault("a share that is left out of the mix")
def unheard_share() -> Patch:
    return put(shares, "mixing_seed", lambda made, values: share.mixing_seed(made, dict(sorted(values.items())[1:])))


@fault("a stack that is not mixed again by the next process")
def unmixed() -> Patch:
    restore = SealedVault.restore
    return put(SealedVault, "restore", lambda self, state, sealed: restore(self, replace(state, share_seed=""), sealed))


@fault("a clock that runs back")
def back() -> Patch:
    return two(
        put(times.SteadyClock, "__call__", lambda self: self._wall()),
        put(Premises, "stamp", lambda self, last: self.clock()),
    )


# ------------------------------------------------------------------------------------------------- several processes


@fault("a stale owner whose write is taken", "shared")
def stale_owner() -> Patch:
    taken = Batch._taken

    def any_fence(self: Any, write: Any) -> Any:
        return taken(self, replace(write, fence=self._standing.fence(write.stream)))

    return put(Batch, "_taken", any_fence)


@fault("a lease that is kept after it is over", "shared")
def kept_lease() -> Patch:
    def fence(self: Any, stream: str) -> int:
        lease = self._leases.get(stream)
        return lease.fence if lease else 0

    return put(one_process.OneProcess, "fence", fence)


@fault("a lease that two hold", "shared")
def two_owners() -> Patch:
    async def claim(self: Any, stream: str, owner: str, ms: int) -> int:
        self._fences += 1
        self._leases[stream] = one_process._Lease(owner, 1, one_process._now_ms() + ms)
        return 1

    return put(one_process.OneProcess, "claim", claim)


@fault("a note that is carried out without its id", "shared")
def note_without_id() -> Patch:
    here = HostedStream._here

    async def nameless(self: Any, command: Any, id: str, *, travels: bool = False) -> Any:  # noqa: A002
        return await here(self, command, id if travels else "", travels=travels)

    return two(put(HostedStream, "_here", nameless), put(HostedTable, "_here", nameless))


@fault("a follower that skips an event", "shared")
def skipped() -> Patch:
    every, tell = Every(20), HostedStream._tell

    def shorter(self: Any, events: Any) -> None:
        tell(self, events[:-1] if not self.owned and every() else events)

    return put(HostedStream, "_tell", shorter)


# ----------------------------------------------------------------------------------------------------- what is told


@fault("a commitment that is told before it is kept")
def early_commitment() -> Patch:
    keep = HostedStream._keep

    async def early(self: Any, outcome: Any, id: str, answer: bytes) -> None:  # noqa: A002
        if any(isinstance(event, e.StackCommitted) for event in outcome.events):
            self._take(outcome, Written(self.version + len(outcome.events), self.head))
            self._tell(outcome.events)
            self.version -= len(outcome.events)
        await keep(self, outcome, id, answer)

    return put(HostedStream, "_keep", early)


@fault("a view that leaks the next card")
def leak() -> Patch:
    head = hub.Hub._head

    def more(self: Any, fresh: Any, changed: Any, *, inside: bool) -> str:
        text = head(self, fresh, changed, inside=inside)
        state, vault = self.table.state, self.table._vault
        if state.coup is None or state.next_index >= len(vault._dealt):
            return str(text)
        return f'{text},"next":"{vault.card(state.next_index)}"'

    return put(hub.Hub, "_head", more)


@fault("a card that lies face down is shown on the layout")
def face_up() -> Patch:
    made = PARTS["coup"]

    def coup(state: Any) -> Any:
        part = made.make(state)
        if part and len(part["player"]) == 1:
            part["banker"] = ["As"]
        return part

    return mock.patch.dict(PARTS, {"coup": made._replace(make=coup)})


@fault("a page that is told of another seat")
def wrong_seat() -> Patch:
    def other(state: Any, person: str) -> int:
        seats = [no for no, seat in state.seats.items() if not is_automatic(seat.guest)]
        mine = next((no for no, seat in state.seats.items() if seat.guest == person), 0)
        return seats[0] if mine else 0

    return put(hub, "seat_of", other)


@fault("an answer that is told to another page")
def wrong_page() -> Patch:
    tell = live._tell_answer

    def told(front: Any, at: Any, connection: Any, *more: Any) -> None:
        others = [other for other in at.connections if other is not connection]
        tell(front, at, others[0] if others else connection, *more)

    return put(live, "_tell_answer", told)


@fault("a change of the view that is left out")
def no_delta() -> Patch:
    every, update = Every(15), view.TableView.update

    def shorter(self: Any, last: Any) -> Any:
        changed = update(self, last)
        if every() and changed:
            changed.pop(next(iter(changed)))
        return changed

    return put(view.TableView, "update", shorter)


@fault("news that comes in another order")
def reordered() -> Patch:
    tell = Premises.tell
    held: dict[str, Any] = {}

    def later(self: Any, news: Any) -> None:
        before = held.pop(news.stream, None)
        if before is None and news.version % 10 == 0:
            held[news.stream] = news
            return
        tell(self, news)
        if before is not None:
            tell(self, before)

    return put(Premises, "tell", later)


@fault("a result that is told with the wrong version")
def wrong_version() -> Patch:
    remember = HostedStream._write

    def write(self: Any, outcome: Any, id: str, answer: bytes, after: int) -> Any:  # noqa: A002
        if b'"version":' in answer and after % 3 == 0:
            answer = answer.replace(b'"version":', b'"version":1')
        return remember(self, outcome, id, answer, after)

    return put(hosted_stream.HostedStream, "_write", write)


@contextlib.contextmanager
def two(one: Patch, other: Patch) -> Iterator[None]:
    with one, other:
        yield
