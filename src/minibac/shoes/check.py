"""Is a shoe record true? Its chain, its commitment, its cards, and every decision in it.

Everything that is wrong is found, not only the first: a :class:`Fault` names the line of the file and says what is the
matter. ``web/static/verify_shoe.py`` checks the same up to the cards without any code of ours; what is added here is
that the events are decided again under the rulebook.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from minibac.cards.card import ALL_CARDS
from minibac.cards.share import mixed, mixing_seed, share_hash
from minibac.cards.shoe import drawn_cut
from minibac.machine.roles import THE_HOUSE
from minibac.records.chain import link
from minibac.records.upcast import UnreadableError, read_event
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.shoes.record import ShoeRecord, format_of, read_record
from minibac.shoes.redecide import explain
from minibac.table import events as e
from minibac.table.automatic import AUTOMATIC
from minibac.table.commands import RevealShoe
from minibac.table.machine import apply_all, decide, opened
from minibac.table.places import misplaced
from minibac.table.snapshot import outdated, thaw
from minibac.table.state import Phase, TableState
from minibac.table.steps import ORDER_LOST

AHEAD: Final = 16
"""No decision has more events than this."""


class Fault(NamedTuple):
    """Something wrong with a record."""

    line_no: int
    """The line of the file, from 1."""
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line_no}: {self.sentence}"


class Checked(NamedTuple):
    """What was checked of a record, and everything that is wrong, in the order of the file."""

    events_count: int
    cards_count: int
    """Cards that were turned and held against the order."""
    committed: bool
    """Whether there was an order to hold them against; there is none when the cards came from a real shoe."""
    decisions_count: int
    """Decisions that the rulebook gives again."""
    not_replayed: str
    """Why no decision was looked at, or nothing."""
    faults: tuple[Fault, ...]
    shares: tuple[int, ...] = ()
    """The seats with a share in the shuffle."""
    withheld: tuple[int, ...] = ()
    """Those of them that did not show its value."""
    yours: int = 0
    """The seat that showed the share you name; 0 where you name none, or it is not there."""

    def _repr_html_(self) -> str:
        from minibac.shoes.html import checked_html

        return checked_html(self)


def check_record(
    record: ShoeRecord | bytes | str,
    commitment: str | None = None,
    head: str | None = None,
    share: str | None = None,
    given: Mapping[int, str] | None = None,
) -> Checked:
    """Check a record, or what is in its file.

    ``commitment`` and ``head`` are what somebody wrote down while the shoe was dealt, ``share`` is the value of a
    guest's share in the shuffle, ``given`` the hashes of all seats as they stood when that value was shown.
    """
    if not isinstance(record, ShoeRecord):
        record = read_record(record)
    events, faults = _events(record)
    faults += _hashes(record)
    faults += _written_down(record, commitment, head)
    cards_count, decisions_count, not_replayed = 0, 0, "its lines cannot be read"
    if len(events) == len(record.lines):
        faults += _revealed(record, events)
        stack, wrong = _mixed(record, events, share, given)
        faults += wrong
        cards_count, wrong = _cards(record, events, stack)
        faults += wrong
        try:
            decisions_count, not_replayed, wrong = _decisions(record, events)
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            not_replayed = "the state before it is not one that a table can have"
            wrong = [Fault(1, f"{not_replayed} ({type(error).__name__}: {error})")]
        faults += wrong
    found = sorted(set(faults), key=lambda fault: fault.line_no)
    committed = bool(record.header.commitment)
    mixes = [event for event in events if isinstance(event, e.StackMixed)]
    shares, withheld = (mixes[0].seats, mixes[0].withheld) if mixes else ((), ())
    mine = share.lower() if share else None
    yours = next((one.seat for one in events if isinstance(one, e.ShareRevealed) and one.value == mine), 0)
    counts = len(record.lines), cards_count, committed, decisions_count
    return Checked(*counts, not_replayed, tuple(found), shares, withheld, yours)


def _events(record: ShoeRecord) -> tuple[list[e.Event], list[Fault]]:
    events, faults = [], []
    for number, line in enumerate(record.lines, 2):
        try:
            events.append(read_event(line))
        except UnreadableError as error:
            faults.append(Fault(number, str(error)))
    return events, faults


def _hashes(record: ShoeRecord) -> Iterator[Fault]:
    last, end = record.last, record.last_line_no
    if hashlib.sha256(record.header_line).hexdigest() != last.header:
        yield Fault(1, "the header is not the one that the last line belongs to")
    if len(record.lines) != last.count:
        yield Fault(end, f"the record has {len(record.lines)} events, and its last line counts {last.count}")
    chain = _unhex(record.header.previous_head)
    if chain is None or len(chain) != hashlib.sha256().digest_size:
        yield Fault(1, "the head of the chain before the record is not 64 hexadecimal digits")
        return
    for line in record.lines:
        chain = link(chain, line)
    if chain.hex() != last.head:
        yield Fault(end, "the chain of hashes is broken: an event was edited, added, removed or moved")


def _unhex(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def _written_down(record: ShoeRecord, commitment: str | None, head: str | None) -> Iterator[Fault]:
    if commitment is not None and commitment.lower() != record.header.commitment:
        yield Fault(1, f"the commitment is {record.header.commitment or 'missing'}, not {commitment}")
    if head is not None and head.lower() != record.last.head:
        yield Fault(record.last_line_no, f"the head of the chain is {record.last.head}, not {head}")


# -------------------------------------------------------------------------------------------- commitment, cut and cards


def _revealed(record: ShoeRecord, events: list[e.Event]) -> Iterator[Fault]:
    """The last event shows what the last line shows; where an order was committed to, it is that order."""
    header, reveal, end = record.header, record.last.reveal, record.last_line_no
    last = events[-1] if events else None
    if not isinstance(last, e.ShoeRevealed) or last.shoe_no != header.shoe:
        yield Fault(end - 1, f"the last event does not reveal shoe {header.shoe}")
    elif (last.order, last.salt) != (reveal.order, reveal.salt):
        yield Fault(end, "the last line shows another order or salt than the event before it")
    found = [(n, event) for n, event in enumerate(events, 2) if _commits(event, header.shoe)]
    if len(found) != 1:
        yield Fault(end, f"{len(found)} events commit to the order of shoe {header.shoe}, and not one")
        return
    number, committed = found[0]
    assert isinstance(committed, e.StackCommitted)
    if committed.commitment != header.commitment:
        yield Fault(number, "the event commits to another order than the header says")
    if not committed.commitment:
        if reveal.order:
            yield Fault(end, "an order is revealed that nobody committed to")
        return
    if not reveal.order:
        yield Fault(end, _never_shown(header.shoe, events))
        return
    salt = _unhex(reveal.salt)
    if salt is None:
        yield Fault(end, "the salt is not written in hexadecimal digits")
    elif hashlib.sha256(salt + ",".join(reveal.order).encode()).hexdigest() != committed.commitment:
        yield Fault(end, "the revealed order and salt do not hash to the commitment")
    decks = len(reveal.order) // len(ALL_CARDS)
    if sorted(reveal.order) != sorted(map(str, ALL_CARDS * decks)):
        yield Fault(end, "the revealed order is not one of whole decks")
    if len(reveal.order) != committed.cards_count:
        yield Fault(number, f"the commitment is for {committed.cards_count} cards, and {len(reveal.order)} are shown")


def _never_shown(shoe_no: int, events: list[e.Event]) -> str:
    """Why there is no order: lost, as the house itself has written down, or simply not there."""
    for number, event in enumerate(events, 2):
        if isinstance(event, e.IncidentOpened) and event.kind == ORDER_LOST:
            return (
                f"the secret order of shoe {shoe_no} was lost, and the house wrote that down as incident "
                f"{event.number} in line {number}: no card can be held against the commitment any more"
            )
    return "the order was never shown, so that nothing can be held against the commitment"


def _commits(event: e.Event, shoe_no: int) -> bool:
    return isinstance(event, e.StackCommitted) and event.shoe_no == shoe_no


def _mixed(
    record: ShoeRecord, events: list[e.Event], mine: str | None, stood: Mapping[int, str] | None
) -> tuple[tuple[str, ...], list[Fault]]:
    """The stack that went to the cut: the revealed order, permuted by the guests' shares where they had any.

    Their hashes stand before the commitment, their values after it; who withheld one is named. Where hashes are not as
    they stood when a value was shown, some were made up by who knew the value.
    """
    header, order, wrong = record.header, record.last.reveal.order, list[Fault]()
    hashes, values, mixed_by, sealed_yet = dict[int, str](), dict[int, str](), "", False
    if header.format != (right := format_of(events)):
        wrong.append(Fault(1, f"the record says to be {header.format}, and by its events it is {right}"))
    for number, event in enumerate(events, 2):
        match event:
            case e.StackCommitted() if event.shoe_no == header.shoe:
                sealed_yet = True
            case e.ShareCommitted():
                if sealed_yet:
                    wrong.append(Fault(number, f"seat {event.seat} gives a share after the house has committed"))
                if event.hash in hashes.values():
                    wrong.append(Fault(number, f"seat {event.seat} gives the hash of another seat"))
                if event.hash:
                    hashes[event.seat] = event.hash
            case e.ShareRevealed():
                values[event.seat] = event.value
                told = share_hash(header.table, header.shoe, event.seat, event.value) if event.value else ""
                if told and hashes.get(event.seat) != told:
                    wrong.append(Fault(number, f"the value of seat {event.seat} does not hash to what it gave before"))
                if mixed_by or not sealed_yet:
                    wrong.append(Fault(number, f"seat {event.seat} shows its share out of turn"))
            case e.StackMixed():
                given = {seat: values.get(seat, "") for seat in sorted(hashes)}
                withheld = tuple(seat for seat, value in given.items() if not value)
                seed = mixing_seed(header.commitment, given)
                if mixed_by or (event.seats, event.withheld) != (tuple(given), withheld) or not given:
                    wrong.append(
                        Fault(number, f"the shares are of seats {_seats(given)}; withheld: {_seats(withheld)}")
                    )
                if event.seed != seed:
                    wrong.append(Fault(number, f"the shares mix the stack by {seed}, not by {event.seed}"))
                mixed_by = seed
            case e.StackCut() if sealed_yet and hashes and not mixed_by:
                wrong.append(Fault(number, "the stack is cut, and the guests' shares are not mixed in"))
            case e.ShoeEnded() if event.shoe_no == header.shoe:
                break
    if mine is not None and mine.lower() not in values.values():
        wrong.append(Fault(1, "the share that you name is not among those that were shown in this shuffle"))
    stood = hashes if stood is None else stood
    for seat in sorted(hashes.keys() | stood.keys()):
        if hashes.get(seat) != stood.get(seat):
            was, now = _gave(stood, seat), _gave(hashes, seat)
            wrong.append(Fault(1, f"seat {seat} had given {was} when your share was shown, and has given {now} here"))
    return (mixed(order, mixed_by) if mixed_by else order), wrong


def _gave(hashes: Mapping[int, str], seat: int) -> str:
    return hashes.get(seat, "nothing")


def _seats(seats: Iterable[int]) -> str:
    return ", ".join(map(str, seats)) or "none"


def _cards(record: ShoeRecord, events: list[e.Event], order: tuple[str, ...]) -> tuple[int, list[Fault]]:
    """Every card that was turned is the one that the stack, cut as it was cut, has in its place.

    A cut that nobody took, and no person made, lies where the commitment and the words of the guests put it.
    """
    shoe_no, book = record.header.shoe, record.header.rulebook
    nearest = load(book).cut.cards_from_either_end if book in RULEBOOKS else 0
    count, cut, words, mine, faults = 0, 0, list[str](), False, list[Fault]()
    for number, event in enumerate(events, 2):
        if mine and order and isinstance(event, e.StackCut):
            cut = event.position
            drawn = drawn_cut(nearest, len(order), record.header.commitment, words)
            if event.by == AUTOMATIC.dealer.id and cut != drawn:
                faults.append(Fault(number, f"nobody took the cut, so it falls at {drawn}, and not at {cut}"))
            if count:
                faults.append(Fault(number, "the stack is cut after a card was turned"))
            if not 0 < cut < len(order):
                faults.append(Fault(number, f"the stack is cut at {cut} of {len(order)} cards"))
        for position, card in turned(event) if mine and order else ():
            count += 1
            right = order[(cut + position) % len(order)] if 0 <= position < len(order) else None
            if card != right:
                faults.append(Fault(number, f"card {position + 1} of the shoe is {right or 'not there'}, not {card}"))
        if isinstance(event, e.CutAnswered | e.StackCut):
            words.append(event.word if isinstance(event, e.CutAnswered) else str(event.position))
        if _commits(event, shoe_no):
            mine, words = True, []
        elif isinstance(event, e.ShoeEnded) and event.shoe_no == shoe_no:
            break
    return count, faults


def turned(event: e.Event) -> Iterator[tuple[int, str]]:
    """Position and card of everything that an event shows."""
    match event:
        case e.CardDealt() | e.CardMoved() | e.ExposureReported() | e.SimulatedRoundStarted() if event.card:
            yield event.position, event.card
        case e.CardsTurned() | e.CardStrayed():
            yield from event.cards.items()
        case e.CardsBurned() | e.StrayDiscarded():
            yield from event.shown.items()


# ----------------------------------------------------------------------------------------------------------- decisions


def _decisions(record: ShoeRecord, events: list[e.Event]) -> tuple[int, str, list[Fault]]:
    """Fold the events from where the table stood before, and decide each of them again."""
    state = _start(record, events)
    if isinstance(state, str):
        return 0, state, []
    if isinstance(state, Fault):
        return 0, "it does not say from where", [state]
    done, count = 0, 0
    if isinstance(events[0], e.TableOpened):
        done = 1
    elif state.phase is Phase.SHOE_OVER:  # what followed the reveal of the shoe before is the first of this one
        rest = _after_reveal(state, events[0].at)
        if rest != tuple(events[: len(rest)]):
            return 0, "", [Fault(2, f"after the shoe before comes {' and '.join(type(r).__name__ for r in rest)}")]
        state, done = apply_all(state, rest), len(rest)
    while done < len(events):
        answer = explain(state, events[done : done + AHEAD])
        if not answer.events_count:
            why = answer.reason or "no command at a table leads to it"
            return count, "", [Fault(done + 2, f"{type(events[done]).__name__} is not what the rulebook gives: {why}")]
        state = apply_all(state, events[done : done + answer.events_count])
        done += answer.events_count
        if lost := misplaced(state):
            return count, "", [Fault(done + 1, f"card {lost[0] + 1} of the shoe lies nowhere, or in two places")]
        count += 1
    return count, "", []


def _after_reveal(state: TableState, at: int) -> tuple[e.Event, ...]:
    """What follows the reveal of a shoe. The order is known by now, so the question is put as for a real shoe."""
    answer = decide(replace(state, by_hand=True), RevealShoe(by=THE_HOUSE, at=at, order=(), salt=""))
    return () if isinstance(answer, Refusal) else answer[1:]


def _start(record: ShoeRecord, events: list[e.Event]) -> TableState | Fault | str:
    """The state before the first event; or a fault; or why there is no replay, in words."""
    header = record.header
    if not events:
        return Fault(2, "the record has no events")
    before = bytes(header.before)
    if before != b"null":
        if header.shoe == 1 or isinstance(events[0], e.TableOpened):
            return Fault(1, "nothing comes before the first shoe of a table, and the header has a state before it")
        state = thaw(before)
        if state is None and outdated(before):
            return "the state before it was written by another version of the program"
        if state is None:
            return Fault(1, "the state before the record cannot be read")
        if state.shoe_no != header.shoe - 1:
            return Fault(1, f"the state before the record is not that after shoe {header.shoe - 1}")
    else:
        first = events[0]
        if not isinstance(first, e.TableOpened):
            return Fault(2, "the first event of a table's first shoe opens the table, and this one does not")
        try:
            state = opened(first)
        except (LookupError, ValueError) as error:
            return Fault(2, f"the table cannot be opened like that: {error}")
    if (state.table, state.rules.rulebook.id, state.rules.options) != (header.table, header.rulebook, header.options):
        return Fault(1, "the header names another table, rulebook or options than the table had")
    return state
