"""One log held against everything that is kept of it: its chain, its fold, its rows, its snapshots, its shoes.

A log is folded again from its first event, as a replay does. The rows of the ledger must be, to the cent, the postings
that the events say and the house adds for wallets; whatever was kept of a state must be the state of the fold there.
"""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from minibac.books.refused import REFUSED, read_refused
from minibac.house.leaf_check import Leaves
from minibac.house.wallets import with_wallets
from minibac.machine.machine import Machine
from minibac.pits import pit_events as p
from minibac.pits.house import HOUSE
from minibac.pits.pit import PIT
from minibac.pits.pit_state import PitState
from minibac.play.chips import worth
from minibac.play.postings import Posting
from minibac.records.store import Posted, Whole, Written
from minibac.records.upcast import UnreadableError, read_event
from minibac.records.verify import BEGINNING, Found, steps
from minibac.school.record import SCHOOL
from minibac.shoes.shoe_list import ListedShoes, take_shoe
from minibac.shoes.starts import KIND as SHOE_START
from minibac.shoes.starts import frozen
from minibac.table import events as e
from minibac.table.machine import TABLE
from minibac.table.opening import check_reveal, due_to_show
from minibac.table.snapshot import freeze, outdated, thaw
from minibac.table.state import TableState
from minibac.voice.misread import UNREADABLE, in_our_words
from minibac.voice.said import Fact, Money, Said, said

TABLES, PITS, OWN, OF_SCHOOL = "table/", "pit/", "house", "school"
"""How the names of streams begin."""

BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a fold raises at an event that cannot follow."""

Heard = Callable[[int, Any, Any], None]
"""Takes each event with its version and the state after it."""


class Beside(NamedTuple):
    """What is kept beside a log."""

    marks: Mapping[int, str] = {}
    """Where shoes begin: the names of the documents by version."""
    shoes: ListedShoes = ListedShoes()
    """The list of shoes."""
    leaves: Leaves | None = None
    """What the open log tells."""


class Folded(NamedTuple):
    """A log that was read to its end."""

    head: Written
    state: Any
    """The state that it leads to; ``None`` where it could not be folded to the end."""
    rows_count: int


async def check_stream(store: Whole, stream: str, found: Found, beside: Beside, heard: Heard) -> Folded:
    """Read a log from its beginning, and tell everything that is wrong with it and with what is kept beside it."""
    machine, read = _machine(stream)
    if read is None:
        found(stream, 0, said("a house has no log of that name"))
    snapshot_at, snapshot = await store.snapshot(stream) or (0, b"")
    state: Any = None
    head, rows_count, folds, shoes = BEGINNING, 0, True, ListedShoes()
    async for step in steps(store, stream, found):
        version = step.line.version
        head, rows_count = Written(version, step.line.head), rows_count + len(step.rows)
        by_leaves = beside.leaves.held(stream, version, step.line.head, found) if beside.leaves else ()
        if not folds or read is None:
            continue
        before, folds, event = state, False, None
        try:
            event = read(step.line.bytes)
            state = machine.fold.fold(state, event) if machine else None
            wanted = _postings(before, event, state)
        except (UnreadableError, *UNREADABLE) as error:
            why = str(error) if isinstance(error, UnreadableError) else in_our_words(error)
            found(stream, version, said("the event cannot be read: {why}", why=why))
            continue
        except BROKEN:
            found(stream, version, said("{event} cannot follow there", event=type(event).__name__))
            continue
        folds = True
        fault = _of_another(stream, state or event) or _differing(wanted, step.rows)
        if fault := fault or _revealed(before, event) or _other_cash(event):
            found(stream, version, fault)
        heard(version, event, state)
        if beside.leaves and (fault := beside.leaves.lacks(stream, version, event, by_leaves)):
            found(stream, version, fault)
        if version == snapshot_at and not _same(snapshot, state):
            found(stream, version, said("the snapshot is not the state that the log leads to"))
        if (name := beside.marks.get(version)) and not _same(frozen(await store.get(SHOE_START, name) or b""), state):
            found(stream, version, said("the mark {name} is not the state that the log leads to", name=name))
        take_shoe(shoes, version, event)
        if version == beside.shoes.until and shoes.shoes != beside.shoes.shoes:
            found(stream, version, said("the list of shoes is not what the log says"))
    if (told := max(snapshot_at, beside.shoes.until, *beside.marks, 0)) > head.version:
        ends = said("the log ends at event {last}, and what is kept beside it knows of event {told}")
        found(stream, head.version, ends.about(last=str(head.version), told=str(told)))
    if (stands := await store.version(stream)) != head:
        says = said("the log is said to stand at event {told}, and its last one is {last}, or has another hash")
        found(stream, head.version, says.about(told=str(stands.version), last=str(head.version)))
    return Folded(head, state if folds else None, rows_count)


def _machine(stream: str) -> tuple[Machine[Any, Any, Any] | None, Callable[[bytes], Any] | None]:
    if stream.startswith(TABLES):
        return TABLE, read_event
    if stream.startswith(REFUSED):
        return None, read_refused
    whole: dict[str, Machine[Any, Any, Any]] = {OWN: HOUSE, OF_SCHOOL: SCHOOL}
    machine: Any = PIT if stream.startswith(PITS) else whole.get(stream)
    return machine, machine and machine.read


def _of_another(stream: str, what: Any) -> Said | None:
    """A log that belongs under another name."""
    own = what.pit if isinstance(what, PitState) else getattr(what, "table", "")
    if stream in (OWN, OF_SCHOOL) or stream.partition("/")[2] == own:
        return None
    return said("the log is one of {name}", name=own)


def _postings(before: Any, event: Any, after: Any) -> tuple[Posting, ...]:
    """The rows of the ledger that an event makes."""
    if isinstance(before, TableState):
        return with_wallets(before, [(event, after)])[0]
    return getattr(event, "postings", ())


def _differing(wanted: tuple[Posting, ...], rows: tuple[Posted, ...]) -> Said | None:
    kept = tuple(row.posting for row in rows)
    if kept == wanted:
        return None
    stored, right = next(pair for pair in zip_longest(kept, wanted) if pair[0] != pair[1])
    differs = said("the ledger has {stored} for this event, and it should be {right}")
    return differs.about(stored=_row(stored), right=_row(right))


def _row(posting: Posting | None) -> Fact:
    return said("no further row") if posting is None else " ".join(str(part) for part in posting if part)


def _revealed(before: Any, event: Any) -> Said | None:
    """An order that was shown must hash to its commitment, and agree with every card that was turned."""
    if not isinstance(event, e.ShoeRevealed) or not event.order or before.by_hand:
        return None
    due = before.held_back[0] if before.held_back else due_to_show(before)
    return check_reveal(before.rules, due, event.order, event.salt)


def _other_cash(event: Any) -> Said | None:
    """Cash by denomination that does not come to the sum beside it."""
    match event:
        case e.ChipsBought():
            cents = event.cents
        case e.CashConverted() | p.DropSealed() | p.DropCountsDiffered() | p.DropCounted():
            cents = event.cash_cents
        case e.NotesNamed():
            cents = worth(event.before)
        case _:
            return None
    if worth(event.notes) == cents:
        return None
    differs = said("the notes come to {notes}, and the sum is {sum}")
    return differs.about(notes=Money(worth(event.notes)), sum=Money(cents))


def _same(kept: bytes, state: TableState) -> bool:
    """Whether a kept state is that of the fold, both as they are read back."""
    return outdated(kept) or thaw(kept) == thaw(freeze(state))
