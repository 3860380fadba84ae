"""Guests, chips, the cut: who sits, who may cut, what is bought and carried away."""

from minibac.cards.card import burn_count
from minibac.cards.shoe import check_burn, check_cut, check_depth
from minibac.machine.automatic_people import is_automatic
from minibac.machine.kinds import noted, signed
from minibac.machine.roles import Role
from minibac.play.postings import moved
from minibac.rules.house_rules import HouseRules
from minibac.rules.names import book_words, wager_called
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.cash import brought, unnamed
from minibac.table.checks import (
    Decision,
    another_time,
    decides,
    is_guest_at,
    not_now,
    reasoned,
    seated,
    time_left,
    turned_cards,
)
from minibac.table.fold import apply_all
from minibac.table.phases import CUTTING
from minibac.table.state import CARDS, NOBODY, Phase, TableState
from minibac.table.steps import batch_names, book_of, cut_step, load_step
from minibac.table.tray import takes
from minibac.voice.said import Money, Somebody, many, said

OLDEST = 130
"""Nobody is older; who says so has not said how old."""
NO_BATCH = "none"
"""The discard rack is empty."""

# --------------------------------------------------------------------------------------------------------- the cut


def offer_cut(state: TableState, command: c.Command, after: int = NOBODY) -> e.CutOffered:
    """Offer the cut to the next entitled: clockwise from the highest seat, the dealer when nobody is left."""
    seat = next_to_cut(state, after)
    step = cut_step(state, "offer-cut" if seat else "dealer-cuts")
    return signed(e.CutOffered, command, step.clauses, seat=seat)


def next_to_cut(state: TableState, after: int = NOBODY) -> int:
    """The next seat clockwise that has not been asked, from the highest or from below ``after``; 0 is the dealer.

    Who has sat down meanwhile above the others is asked after them, before the dealer cuts.
    """
    there = (seat for seat in reversed(state.occupied) if not state.seats[seat].arriving)
    unasked = [seat for seat in there if seat not in state.cut_asked]
    below = next((seat for seat in unasked if after < 1 or seat < after), 0)
    return below if below or state.recut else next(iter(unasked), 0)


@decides(c.AnswerCut)
def answer_cut(state: TableState, command: c.AnswerCut) -> Decision:
    """The guest takes the cut or declines; who took it may still give it back, and the house says no for the silent."""
    step = cut_step(state, "offer-cut")
    # The cut is of two phases: who has taken it may still give it back, and can answer nothing else.
    giving_back = state.phase is Phase.CUT and state.cut_seat > 0 and not command.accept
    if state.phase is not Phase.CUT_OFFER and not giving_back:
        return not_now(state, command)
    if command.by.role is Role.GUEST and not is_guest_at(state, command, state.cut_seat):
        sentence = said("the cut is offered to seat {seat} now", seat=state.cut_seat)
        clauses = out_of_turn(state, command)
        return refuse(Code.CUT_OUT_OF_TURN, sentence, *clauses, allowed=(str(state.cut_seat),))
    if command.by.role is Role.HOUSE and (early := time_left(state, command, state.timing.cut_ms, *step.clauses)):
        return early
    facts = {"seat": state.cut_seat, "accept": command.accept, "word": command.word}
    answered = signed(e.CutAnswered, command, step.clauses, **facts)
    if command.accept:
        return (answered,)
    return (answered, offer_cut(apply_all(state, [answered]), command, after=state.cut_seat))


@decides(c.CutStack)
def cut_stack(state: TableState, command: c.CutStack) -> Decision:
    """The guest who accepted cuts, or the dealer where nobody did."""
    step = cut_step(state, "cut")
    if state.cut_seat and not is_guest_at(state, command, state.cut_seat):
        sentence = said("the guest at seat {seat} accepted the cut", seat=state.cut_seat)
        return refuse(Code.CUT_OUT_OF_TURN, sentence, *out_of_turn(state, command), allowed=(str(state.cut_seat),))
    if refusal := check_cut(state.rules, state.cards_count, command.position):
        return refusal
    by_dealer = cut_step(state, "dealer-cuts").clauses if state.cut_seat == 0 else ()
    return (signed(e.StackCut, command, (*step.clauses, *by_dealer), seat=state.cut_seat, position=command.position),)


def out_of_turn(state: TableState, command: c.AnswerCut | c.CutStack) -> tuple[str, ...]:
    """Why the cut is another's: who is asked in which order, who cuts again once that was ordered, and at last the
    dealer."""
    recut = (state.rules.setting("recut_by").clause,) if state.recut else ()
    asked, dealer = cut_step(state, "offer-cut").clauses, cut_step(state, "dealer-cuts").clauses
    if isinstance(command, c.AnswerCut):
        return (*recut, *reversed(asked))
    return (*recut, *asked, *dealer) if state.cut_seat else dealer


@decides(c.OrderRecut)
def order_recut(state: TableState, command: c.OrderRecut) -> Decision:
    """Have the cards cut again, while the rulebook's window is open; by the next entitled, or the same (A29)."""
    step = cut_step(state, "recut")
    if state.phase not in recut_window(state):
        return recut_too_late(state, command)
    if refusal := reasoned(command.reason, *step.clauses):
        return refusal
    ordered = signed(e.RecutOrdered, command, step.clauses, reason=command.reason)
    if state.rules.options["recut_by"] == "same" and (state.cut_seat == 0 or cutter_seats(state)):
        seat = next(iter(cutter_seats(state)), 0)
    else:
        seat = next_to_cut(apply_all(state, [ordered]), state.cut_seat)
    return (ordered, signed(e.CutOffered, command, (step.clauses.named("who"),), seat=seat))


def cutter_seats(state: TableState) -> tuple[int, ...]:
    """Where the guest sits who cut last: a person, who may have another seat by now, and not whoever has that seat."""
    return state.seats_of((state.cut_by,))


def recut_window(state: TableState) -> tuple[Phase, ...]:
    """The phases in which this rulebook lets the cards be cut again."""
    until_dealt = state.rules.rulebook.fixed["recut_window"].value == "until-dealt"
    return (Phase.CUT_DONE, Phase.COMPLETED, *((Phase.LOADED,) if until_dealt else ()))


@another_time(c.OrderRecut)
def recut_too_late(state: TableState, command: c.OrderRecut) -> Refusal:
    """The window has closed, or there is nothing yet to cut again."""
    del command
    sentence = (
        said("a re-cut can be ordered only after the cut and before the first card leaves the shoe")
        if Phase.LOADED in recut_window(state)
        else said("a re-cut can be ordered only after the cut and before the shoe is loaded")
    )
    clauses = cut_step(state, "recut").clauses.led_by("window")
    return refuse(Code.RECUT_TOO_LATE, sentence, *clauses, allowed=recut_window(state))


@decides(c.CompleteCut)
def complete_cut(state: TableState, command: c.CompleteCut) -> Decision:
    step = cut_step(state, "complete-cut")
    if refusal := check_depth(state.rules, state.cards_count, command.depth):
        return refusal
    return (signed(e.CutCompleted, command, step.clauses, depth=command.depth),)


@decides(c.LoadShoe)
def load_shoe(state: TableState, command: c.LoadShoe) -> Decision:
    book = state.rules.rulebook
    step = load_step(state)
    needed = int(book.fixed["cutting_cards"].value)
    batch = command.batch or (state.in_play if len(batch_names(state)) == 1 else "")
    if command.cutting_cards is None or not batch:
        what = said("how many cutting cards there are") if batch else said("which batch it is")
        sentence = said("{what} must be said with it: {step:.}", what=what, step=book_words(step.says))
        said_by = book.equipment.cutting_clauses if batch else book.equipment.alternate_clauses
        return refuse(Code.STEP_MISSING, sentence, *said_by, *step.clauses)
    if command.cutting_cards != needed:
        sentence = said(
            "the shoe is loaded with {needed} cutting cards, and {at_hand} are at hand",
            needed=needed,
            at_hand=command.cutting_cards,
        )
        return refuse(Code.ILLEGAL_EQUIPMENT, sentence, *book.equipment.cutting_clauses, *step.clauses)
    alternate = book.equipment.alternate_clauses
    if batch != state.in_play and len(batch_names(state)) == 1:
        sentence = said("there is no batch {batch} at this table: its cards are one set", batch=batch)
        return refuse(Code.WRONG_BATCH, sentence, *step.clauses, allowed=(state.in_play,))
    if batch != state.in_play:
        sentence = said(
            "batch {batch} is not the one on the table: the batches alternate, and {right} is next",
            batch=batch,
            right=state.in_play,
        )
        return refuse(Code.WRONG_BATCH, sentence, *alternate, *step.clauses, allowed=(state.in_play,))
    alternates = state.rules.options["shuffler"] == "automatic" and not state.hand_shuffle
    own = (*book.equipment.cutting_clauses, *book.cut.shoe_clauses, *(alternate if alternates else ()))
    return (signed(e.ShoeLoaded, command, (*step.clauses, *own), batch=batch, cutting_cards=needed),)


@decides(c.BurnCards)
def burn_cards(state: TableState, command: c.BurnCards) -> Decision:
    """Burn the first card and as many as it counts; those that the rulebook shows are named."""
    book = state.rules.rulebook
    step = cut_step(state, "burn")
    rack = book.equipment.rack_clauses
    two = len(batch_names(state)) > 1
    if two and not command.rack_batch:
        sentence = said("say what lies in the discard rack before the burn: none of it may be of the other batch")
        return refuse(Code.STEP_MISSING, sentence, *rack, *step.clauses, allowed=(NO_BATCH, state.in_play))
    if two and command.rack_batch not in (NO_BATCH, state.in_play):
        sentence = said(
            "cards of batch {batch} lie in the discard rack: it is emptied before batch {right} is burned into it",
            batch=command.rack_batch,
            right=state.in_play,
        )
        return refuse(Code.WRONG_BATCH, sentence, *rack, *step.clauses, allowed=(state.in_play,))
    if refusal := turned_cards(state, command.cards[:1], 1, *step.clauses):
        return refusal
    first = CARDS[command.cards[0]]
    count = burn_count(first.rank)
    if command.burned_count is not None and (refusal := check_burn(state.rules, first, command.burned_count)):
        return refusal
    shown_count = 1 + count if book.fixed["burn_exposure"].value == "all" else 1
    if refusal := turned_cards(state, command.cards, shown_count, *book.cut.burn_exposure_clauses, *step.clauses):
        return refusal
    positions = tuple(range(state.next_index, state.next_index + 1 + count))
    shown = dict(zip(positions, command.cards, strict=False))
    facts = {"positions": positions, "shown": shown, "rack_batch": command.rack_batch if two else ""}
    return (
        signed(e.CardsBurned, command, (*step.clauses, *(rack if two else ())), **facts),
        betting_opened(state, command),
    )


def betting_opened(state: TableState, command: c.Command) -> e.BettingOpened:
    """Betting opens for the next coup: chips may be put on the areas until the call."""
    return signed(e.BettingOpened, command, state.rules.rulebook.wagers.chips, coup_no=state.coup_no + 1)


# -------------------------------------------------------------------------------------------------------- the seats


@decides(c.TakeSeat)
def take_seat(state: TableState, command: c.TakeSeat) -> Decision:
    """Seat a guest who is eligible; the reason of an exclusion stays with the house."""
    book = state.rules.rulebook
    seats = state.rules.seats
    if not 1 <= command.seat <= seats:
        sentence = said("there is no seat {seat}: the table has seats 1 to {seats}", seat=command.seat, seats=seats)
        return refuse(Code.NO_SUCH_SEAT, sentence, *book.layout.seats_clauses, allowed=("1", str(seats)))
    if command.seat in state.seats:
        free = [str(seat) for seat in range(1, seats + 1) if seat not in state.seats]
        sentence = said(
            "seat {seat} is taken; free are {free}", seat=command.seat, free=many(free, "and") if free else said("none")
        )
        return refuse(Code.SEAT_TAKEN, sentence, *book.layout.seats_clauses, allowed=tuple(free))
    if not command.guest:
        return refuse(Code.NOT_ELIGIBLE, said("nobody is named who takes the seat"), *book.layout.seats_clauses)
    if refusal := _button_lies(state, command.seat, command.guest):
        return refusal
    if any(seat.guest == command.guest for seat in state.seats.values()):
        sentence = said("{guest} sits at this table already", guest=Somebody(command.guest, command.name))
        return refuse(Code.SEAT_TAKEN, sentence, *book.layout.seats_clauses)
    if refusal := barred(state, command.excluded) or _old_enough(state, command):
        return refusal
    seating, least = book.seating, least_age(state)
    clauses = (*book.layout.seats_clauses, *seating.age, *seating.banned, *seating.self_excluded)
    by = command.attested_by if least else ""
    return (noted(e.SeatTaken, command, clauses, least_age=least, attested_by=by),)


def barred(state: TableState, excluded: bool) -> Refusal | None:
    """Why a person whom the house does not let play may not; sentence and clauses are the same for every list.

    Where the rulebook knows no such list it is the house's own, and rests on no clause.
    """
    if not excluded:
        return None
    seating = state.rules.rulebook.seating
    sentence = said("this person cannot play here; the house tells them why in private")
    return refuse(Code.NOT_ELIGIBLE, sentence, *seating.banned, *seating.self_excluded)


def wagers_no_more(state: TableState, seat: int) -> Refusal | None:
    """Why no further wager is taken from a guest who may not play any more, or ``None``."""
    if (refusal := barred(state, state.seats[seat].excluded)) is None:
        return None
    sentence = said(
        "no further wager is taken from seat {seat}: what lies on the layout stands, and the chips may be taken away; "
        "the house tells the guest why in private",
        seat=seat,
    )
    return refuse(refusal.code, sentence, *refusal.clauses, *state.rules.rulebook.seating.age)


def least_age(state: TableState) -> int:
    """The age that a seat at this table needs: the rulebook's, or the house's own where that is higher; 0 for none."""
    return max(asked_age(state.rules), state.minimum_age)


def asked_age(rules: HouseRules) -> int:
    """The age for which a rulebook asks in years; 0 where it states none, and the guest's word is enough (E38)."""
    return int(rules.rulebook.fixed["minimum_age"].value) if rules.rulebook.seating.age else 0


def _old_enough(state: TableState, command: c.TakeSeat) -> Refusal | None:
    """Why somebody is not known to be old enough, or ``None``.

    A rulebook that states an age asks for it in years. Elsewhere it is the house's own, and a word is enough.
    """
    least, asked = least_age(state), state.rules.rulebook.seating
    if not least:
        return None
    told = command.of_age and not asked.age if command.age is None else least <= command.age <= OLDEST
    if told and command.attested_by:
        return None
    sentence = said("a seat at this table is for guests of {least} or more", least=least)
    if told:
        sentence = said("nobody attests the age of {guest}", guest=Somebody(command.guest, command.name))
    elif command.age is None and asked.age:
        sentence = said("{sentence}: the age is asked for, in years or as a date of birth", sentence=sentence)
    elif command.age is None:
        sentence = said("{sentence}, and nobody has said that this guest is", sentence=sentence)
    elsewhere = state.rules.rulebook.fixed.get("minimum_age_elsewhere")
    old_enough_there = elsewhere is not None and command.age is not None and command.age >= int(elsewhere.value)
    other = asked.other_age if old_enough_there and not told else ()
    return refuse(Code.NOT_ELIGIBLE, sentence, *asked.age, *other, allowed=(str(least),))


@decides(c.BuyIn)
def buy_in(state: TableState, command: c.BuyIn) -> Decision:
    refusal = seated(state, command.seat) or barred(state, command.excluded) or wagers_no_more(state, command.seat)
    if refusal:
        return refusal
    chips = state.rules.rulebook.wagers.chips
    if command.cents <= 0:
        sentence = said("a buy-in of {sum} buys nothing", sum=Money(command.cents))
        return refuse(Code.BAD_STAKE, sentence, *chips, allowed=("1",))
    if command.transfer and command.transfer == state.seats[command.seat].transfer:
        return ()  # the same transfer, sent twice
    notes = brought(command.cents, command.notes, *chips)
    if isinstance(notes, Refusal):
        return notes
    seat = f"seat/{command.seat}/chips"
    postings = (
        *moved("buy-in", command.cents, "tray", seat, chips[0], seat=command.seat),
        *moved("buy-in", command.cents, "cage", "drop-box", chips[0], seat=command.seat),
    )
    facts = {"notes": notes, "unnamed": unnamed(state)}
    return (noted(e.ChipsBought, command, chips, **facts, postings=postings),)


@decides(c.LeaveSeat)
def leave_seat(state: TableState, command: c.LeaveSeat) -> Decision:
    """Leave the table with what is in front of the seat; what is owed is paid first (F12).

    Nobody is held who cannot pay: the marker button stays, until it is collected or a form stands for it, and that is
    an incident (A07, B37).
    """
    refusal = seated(state, command.seat) or may_go(state, command.seat)
    owes = refusal is not None and refusal.code is Code.VIGORISH_OWED
    unpaid = owes and command.unpaid and may_owe(state, command.seat, command.by.role)
    if refusal and not unpaid:
        return refusal
    book = state.rules.rulebook
    cents = state.chips(command.seat)
    postings = moved("leave", cents, f"seat/{command.seat}/chips", "cage", book.wagers.chips.one, seat=command.seat)
    clauses = (*(book.owed.leaving if deferred(state) else ()), *book.layout.seats_clauses)
    guest = state.seats[command.seat].guest
    owed = state.owed(command.seat)
    left = noted(e.SeatLeft, command, clauses, guest=guest, cents=cents, owed_cents=owed, postings=postings)
    note = "the guest has gone without paying the vigorish"
    facts = {"number": state.incident_no + 1, "kind": Mishap.UNCOLLECTED, "note": note, "seat": command.seat}
    facts |= {"stops_play": False, "staff": dict(state.staff)}
    owing = (signed(e.IncidentOpened, command, book.owed.leaving, **facts),) if owed else ()
    if state.phase in CUTTING and state.cut_seat == command.seat:
        return (*owing, left, offer_cut(apply_all(state, [*owing, left]), command, after=command.seat))
    return (*owing, left)


def may_owe(state: TableState, seat: int, role: Role) -> bool:
    """Whether the guest of a seat may go without paying: one who cannot pay; and where no form exists for a debt, the
    guest who will not, and says so (B37)."""
    will_not = role is Role.GUEST and collection_only(state)
    return will_not or not can_pay(state, seat)


def can_pay(state: TableState, seat: int) -> bool:
    """Whether a guest has the chips for the own marker button, and the tray can take them."""
    cents = to_pay(state, seat)
    return 0 < cents <= state.chips(seat) and takes(state, seat, cents)


def to_pay(state: TableState, seat: int) -> int:
    """What it takes to be free of a marker button: what it shows, rounded where the house rounds at collection."""
    charge, owed = book_of(state.rules).charge, state.owed(seat)
    return charge.collected_cents(owed) if charge and owed else 0


def collection_only(state: TableState) -> bool:
    """Whether the rulebook knows no form for vigorish that is not collected (B37)."""
    return state.rules.rulebook.fixed["uncollected_path"].value == "collection"


def _button_lies(state: TableState, seat: int, guest: str) -> Refusal | None:
    """Why this guest cannot take this seat: a debt follows its guest, and its button stays where it lies (F12, B37)."""
    stays = state.rules.rulebook.owed.stays
    mine = next((no for no, owes in state.left_owing.items() if owes.guest == guest), seat)
    if mine != seat:
        sentence = said("the marker button of {guest} lies at seat {seat}: sit down there", guest=guest, seat=mine)
        return refuse(Code.VIGORISH_OWED, sentence, *stays, allowed=(str(mine),))
    if seat in state.left_owing and state.left_owing[seat].guest != guest:
        sentence = said("the marker button of a guest who has gone lies at seat {seat}", seat=seat)
        return refuse(Code.SEAT_TAKEN, sentence, *stays)
    return None


def deferred(state: TableState) -> bool:
    """Whether vigorish may be owed at this table, so that it falls due when a guest leaves or the shoe ends."""
    return state.rules.options.get("vigorish_collection") == "deferred"


@decides(c.ChangeSeat)
def change_seat(state: TableState, command: c.ChangeSeat) -> Decision:
    if refusal := seated(state, command.seat) or may_go(state, command.seat):
        return refusal
    book = state.rules.rulebook
    if not 1 <= command.to <= state.rules.seats or command.to in state.seats:
        sentence = said("seat {to} is not free", to=command.to)
        return refuse(Code.SEAT_TAKEN, sentence, *book.layout.seats_clauses)
    if refusal := _button_lies(state, command.to, state.seats[command.seat].guest):
        return refusal
    if state.cut_seat == command.seat and state.phase in CUTTING:
        return not_now(state, said("changing seats while the cut is yours"))
    cents = state.chips(command.seat)
    seats = f"seat/{command.seat}/chips", f"seat/{command.to}/chips"
    postings = moved("move", cents, *seats, book.wagers.chips.one, seat=command.seat)
    return (noted(e.SeatChanged, command, book.layout.seats_clauses, postings=postings),)


def may_go(state: TableState, seat: int) -> Refusal | None:
    """Why the guest cannot leave this seat now: a wager in play, a part in the round, vigorish owed."""
    book = state.rules.rulebook
    live = [wager for no, wager in state.wagers if no == seat] or [s.wager for s in state.spoken if s.seat == seat]
    if live:
        sentence = said(
            "seat {seat} has a wager on {wagers}: take it back before the call, or wait for the result",
            seat=seat,
            wagers=many(map(wager_called, live), "and"),
        )
        return refuse(Code.NOT_NOW, sentence, *book.handling.wagers)
    coup = state.coup
    if coup is not None and state.phase is not Phase.RACKING:
        if seat == coup.offered or seat in coup.holders.values():
            sentence = said("seat {seat} holds the right to turn the cards", seat=seat)
            return refuse(Code.NOT_NOW, sentence, *book.handed.offer)
        if seat in coup.house_money_done:  # a void round would still take it back (B10)
            sentence = said("seat {seat} has House Money in this round: wait for the result", seat=seat)
            return refuse(Code.NOT_NOW, sentence, *book.handling.wagers)
    if state.owed(seat):
        sentence = said(
            "seat {seat} owes {owed} of vigorish, which is due on leaving", seat=seat, owed=Money(state.owed(seat))
        )
        return refuse(Code.VIGORISH_OWED, sentence, *book.owed.leaving, *book.owed.stays)
    return None


@decides(c.SayConnection)
def say_connection(state: TableState, command: c.SayConnection) -> Decision:
    """A lost connection keeps the seat until its time runs out (F12)."""
    clauses = (*state.rules.rulebook.owed.leaving, *state.rules.rulebook.layout.seats_clauses)
    if refusal := seated(state, command.seat):
        return refusal
    if state.seats[command.seat].connected == command.connected:
        return ()
    return (noted(e.ConnectionSaid, command, clauses),)


@decides(c.SayArrived)
def say_arrived(state: TableState, command: c.SayArrived) -> Decision:
    """Chips are bought and the tour is over: from now on the table waits for this seat; said twice, it is said once."""
    if refusal := seated(state, command.seat):
        return refusal
    return (noted(e.GuestArrived, command),) if state.seats[command.seat].arriving else ()


@decides(c.SayReady)
def say_ready(state: TableState, command: c.SayReady) -> Decision:
    """A seat wants nobody to wait for it; said twice, it is said once."""
    if refusal := seated(state, command.seat):
        return refusal
    return () if (command.seat in state.ready) == command.ready else (noted(e.ReadySaid, command),)


def not_ready(state: TableState) -> tuple[int, ...]:
    """The seats that the call waits for; nobody waits for who is away or still arriving, has no chips at all, or is
    automatic."""
    people = (seat for seat, sits in state.seats.items() if sits.here and not is_automatic(sits.guest))
    wagered = {seat for seat, _ in state.wagers}
    return tuple(seat for seat in people if seat not in state.ready and (seat in wagered or state.chips(seat)))


@decides(c.WaiveTurning)
def waive_turning(state: TableState, command: c.WaiveTurning) -> Decision:
    """A seat declares, once and revocably between rounds, that the dealer turns its cards (F11)."""
    if refusal := seated(state, command.seat):
        return refusal
    return (noted(e.TurningWaived, command, state.rules.rulebook.handed.offer),)
