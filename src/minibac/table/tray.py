"""The tray of a table: no chip leaves it, and no round begins, before its opener or after its closer (R37, R38).

The pit counts and decides; the table obeys. Whatever a decider would pay, the tray must be able to pay it in chips that
lie there: a payment for which it lacks a denomination is refused, and a fill is asked for (R39).
"""

from minibac.machine.kinds import noted, signed
from minibac.play.chips import Chips, in_chips, lacking, put_together, without, worth
from minibac.play.settlement import Action
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.apply_tray import Carried, Heaps, TooFew, moved_by, moved_chips, paid
from minibac.table.checks import Decision, decides, not_now
from minibac.table.names import chips_said
from minibac.table.phases import COUP_PHASES
from minibac.table.state import TableState
from minibac.voice.said import Money, said

TRAYS, COUNTS, SLIPS = "R37", "R38", "R39"
"""The controls of what changes a tray, of counts, and of fills and credits."""
USUAL_CENTS = (1, 5, 25, 100, 500, 2500)
"""Coins and chips in which a fill can be asked for, beside those that the tray was opened with."""


def shut(state: TableState) -> Refusal | None:
    """Why no chips are sold or paid here and no round begins, or ``None``: the tray has no opener, or its closer."""
    if state.tray_open or not state.kept:
        return None
    sentence = (
        said("the tray of table {table} is closed: its closer for {day} is counted, and play goes on with the opener")
        if state.tray_day
        else said("the tray of table {table} has no opener: no chips are sold and no round begins before it")
    )
    return refuse(Code.TRAY_CLOSED, sentence.about(table=state.table, day=state.tray_day), COUNTS)


def takes(state: TableState, seat: int, cents: int) -> bool:
    """Whether the tray can take a sum from a guest's chips now: it is open, and has the change for it."""
    if not state.kept:
        return True
    heaps = Heaps(state.tray, state.guest_chips)
    return not shut(state) and not isinstance(moved_chips(heaps, {seat: -cents}), TooFew)


def unpayable(state: TableState, events: tuple[e.Event, ...]) -> Refusal | None:
    """Why the tray cannot do what was decided, or ``None``: it is closed, or lacks the chips."""
    if not state.kept:
        return None
    heaps = Heaps(state.tray, state.guest_chips)
    for event in events:
        postings = getattr(event, "postings", ())
        if not postings or not (payments := paid(postings)):
            continue
        if refusal := shut(state):
            return refusal
        moved = moved_by(heaps, event, payments)
        if isinstance(moved, TooFew):
            return _too_few(state, moved)
        heaps = moved
    return None


def wrongly_laid(state: TableState, made: tuple[Action, ...], chips: Chips) -> Refusal | None:
    """Why these are not the chips of what the dealer did, or ``None``: they are laid for one payment, make its sum, and
    come from the tray."""
    if not chips:
        return None
    clauses = state.rules.rulebook.settlement.dealer
    if len(made) != 1 or made[0].step not in ("pay", "add"):
        sentence = said("chips are chosen for one payment at a time, and for nothing else")
    elif any(denomination < 1 or number < 1 for denomination, number in chips.items()):
        sentence = said("chips are laid by denomination, one or more of each")
    elif worth(chips) != made[0].amount_cents:
        sentence = said("{chips} are {worth}, and not {sum}", chips=chips_said(chips), worth=Money(worth(chips)))
        sentence = sentence.about(sum=Money(made[0].amount_cents))
    elif state.kept and (lacks := lacking(state.tray, chips)):
        sentence = said("the tray does not hold these chips: it lacks {chips}", chips=chips_said(lacks))
    else:
        return None
    return refuse(Code.WRONG_PAYMENT, sentence, *clauses, TRAYS)


def _too_few(state: TableState, short: TooFew) -> Refusal:
    lacks = lacking_for(state, short)
    sentence = said(
        "the tray cannot pay {sum}: it lacks {chips}; a fill is asked for",
        sum=Money(abs(short.cents)),
        chips=chips_said(lacks),
    )
    return refuse(Code.TRAY_SHORT, sentence, SLIPS, allowed=tuple(f"{d}:{n}" for d, n in lacks.items()))


def lacking_for(state: TableState, short: TooFew) -> dict[int, int]:
    """The chips without which a payment cannot be made: what remains when the largest that fit are taken. Where a
    guest pays with a larger chip, the tray lacks the rest of its change, which begins with the chips just paid."""
    if short.cents > 0:
        wanted, _ = _beyond(short.tray, short.cents)
    else:
        due, kept = _beyond(short.guest, -short.cents)
        paid = without(short.guest, kept) or {}
        larger = min((denomination for denomination in kept if denomination > due), default=due)
        wanted, _ = _beyond(put_together(short.tray, paid), larger - due)
    known = {*USUAL_CENTS, *state.opener}
    return in_chips(wanted, tuple(denomination for denomination in known if denomination <= wanted))


def _beyond(chips: Chips, cents: int) -> tuple[int, Chips]:
    """What is left of an amount, and of a heap, when the largest chips that fit are taken from it."""
    taken: dict[int, int] = {}
    for denomination in sorted(chips, reverse=True):
        taken[denomination] = min(chips[denomination], cents // denomination)
        cents -= denomination * taken[denomination]
    return cents, without(chips, taken) or {}


@decides(c.OpenTray)
def open_tray(state: TableState, command: c.OpenTray) -> Decision:
    """The opener is attested: play may begin. The same count opens it once."""
    if refusal := _not_kept(state):
        return refusal
    if state.tray_open:
        if (state.tray_day, state.tray_slip) == (command.day, command.slip):
            return ()
        if command.chips in (None, state.tray):
            return (noted(e.TrayOpened, command, (COUNTS,), chips=state.tray),)
        sentence = said("the tray of table {table} is open for {day}", table=state.table, day=state.tray_day)
        return refuse(Code.NOT_NOW, sentence, COUNTS)
    return (noted(e.TrayOpened, command, (COUNTS,), chips=state.tray if command.chips is None else command.chips),)


@decides(c.CloseTray)
def close_tray(state: TableState, command: c.CloseTray) -> Decision:
    """The closer is counted, between two rounds; what guests hold and owe is stated with it."""
    if refusal := _not_kept(state):
        return refusal
    if not state.tray_day or (not state.tray_open and state.tray_slip == command.slip):
        return () if state.tray_day else shut(state) or ()
    if state.phase in COUP_PHASES:
        return not_now(state, said("counting the tray"), COUNTS)
    guests = sum(worth(chips) for chips in state.guest_chips.values())
    owed = {seat: state.owed(seat) for seat in state.owing}
    facts = {"day": state.tray_day, "slip": command.slip, "guests_cents": guests, "owed_cents": owed}
    return (signed(e.TrayClosed, command, (COUNTS,), **facts),)


@decides(c.MoveChips)
def move_chips(state: TableState, command: c.MoveChips) -> Decision:
    """Chips of a fill come into the tray; those of a credit leave it, and are carried away or put back."""
    if refusal := _not_kept(state) or shut(state):
        return refusal
    if command.kind not in tuple(Carried):
        sentence = said("chips are moved by fill, credit, away or back, and not by '{kind}'", kind=command.kind)
        return refuse(Code.NOT_FOUND, sentence, SLIPS, allowed=tuple(Carried))
    chips = state.aside.get(command.request) if command.kind in (Carried.AWAY, Carried.BACK) else command.chips
    if not chips or (command.kind == Carried.CREDIT and without(state.tray, chips) is None):
        sentence = said("the tray of table {table} does not hold these chips", table=state.table)
        return refuse(Code.TRAY_SHORT, sentence, SLIPS)
    return (noted(e.ChipsCarried, command, (SLIPS,), chips=chips),)


@decides(c.AskFill)
def ask_fill(state: TableState, command: c.AskFill) -> Decision:
    """Ask for what is lacking, and for as much of it, and of whatever has fallen under half, as the opener had."""
    if refusal := _not_kept(state) or shut(state):
        return refusal
    if any(denomination < 1 or number < 1 for denomination, number in command.chips.items()):
        return refuse(Code.WRONG_COUNT, said("chips are asked for by denomination, one or more of each"), SLIPS)
    low = {d for d, number in state.opener.items() if 2 * state.tray.get(d, 0) < number}
    asked = {
        d: max(command.chips.get(d, 0), state.opener.get(d, 0) - state.tray.get(d, 0))
        for d in sorted(low | set(command.chips))
    }
    if not asked:
        return refuse(Code.NOT_NOW, said("the tray of table {table} lacks nothing", table=state.table), SLIPS)
    if not lacking(state.fill_asked, asked):
        return ()
    return (noted(e.FillAsked, command, (SLIPS,), chips=asked),)


def _not_kept(state: TableState) -> Refusal | None:
    if state.kept:
        return None
    return refuse(Code.NOT_NOW, said("the tray of table {table} is counted by nobody", table=state.table), COUNTS)
