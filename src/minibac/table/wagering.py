"""Wagers at the table: chips on areas until the call, spoken wagers, and the call itself."""

from collections.abc import Collection

from minibac.machine.kinds import noted, signed
from minibac.machine.names import role_name
from minibac.machine.who import same_person
from minibac.play.postings import moved
from minibac.play.propositions import priced
from minibac.play.settlement import lay
from minibac.play.wagers import Coupon, Limits, Wager, check_partnerships, check_wagers
from minibac.rules.names import wager_called
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.asks import words
from minibac.table.cash import brought
from minibac.table.checks import Decision, another_time, decides, not_now, seated
from minibac.table.fold import apply_all
from minibac.table.guests import wagers_no_more
from minibac.table.opening import decks_too_old
from minibac.table.phases import COUP_PHASES
from minibac.table.state import Spoken, TableState
from minibac.table.steps import F14, book_of, order_lost, round_step, stray_clauses
from minibac.table.tray import shut
from minibac.voice.said import Money, Said, said


@another_time(c.PlaceWager, c.WithdrawWager, c.SpeakWager, c.ConfirmSpoken)
def too_late(state: TableState, command: c.Command) -> Refusal:
    """Why nothing can be made, raised or withdrawn now: too late for this coup, or too early for the next."""
    if state.phase not in COUP_PHASES:
        return not_now(state, command)
    step = round_step(state, "no-more-bets")
    simulated = state.coup is not None and state.coup.simulated
    clauses = state.rules.rulebook.simulated.wagers if simulated else ()
    late = said("{what} is too late: no more bets has been called")
    none = said("{what} is not taken: a simulated round is dealt without wagers")
    sentence = (none if simulated else late).about(what=words(command))
    first_card_out = state.coup is not None and bool(state.coup.player)
    touched = state.rules.rulebook.handling.wagers if first_card_out else ()
    return refuse(Code.BETTING_CLOSED, sentence, *clauses, *step.clauses.led_by("closed"), *touched)


@decides(c.PlaceWager)
def place_wager(state: TableState, command: c.PlaceWager) -> Decision:
    """Put chips on an area, more chips to those that lie there."""
    refusal = seated(state, command.seat) or wagers_no_more(state, command.seat) or shut(state)
    if refusal := refusal or decks_too_old(state, command.at):
        return refusal
    before = state.wager(command.seat, command.wager)
    coupon = Coupon(command.coupon_cents, command.coupon_serial) if command.coupon_serial else None
    book = state.rules.rulebook
    if coupon is None and command.coupon_cents:
        sentence = said("a coupon is told by its serial number, and none was given")
        return refuse(Code.COUPON, sentence, *book.wagers.coupons, *book.wagers.chips)
    if coupon and before.coupon:
        sentence = said(
            "there is a coupon on {wager} already, {serial}",
            wager=wager_called(command.wager),
            serial=before.coupon.serial,
        )
        return refuse(Code.COUPON, sentence, *state.rules.rulebook.wagers.coupons)
    if command.cents < 0 or (command.cents == 0 and coupon is None):
        sentence = said("a stake of {stake} is no wager: chips for 1 cent or more make one", stake=Money(command.cents))
        return refuse(Code.BAD_STAKE, sentence, *state.rules.rulebook.wagers.chips, allowed=("1",))
    wager = before.plus(command.cents, coupon)
    if refusal := _check(state, wager):
        return refusal
    chips = state.chips(command.seat)
    if command.cents > chips:
        sentence = said(
            "seat {seat} has {chips} in chips and cannot put down more", seat=command.seat, chips=Money(chips)
        )
        return refuse(Code.NOT_ENOUGH_CHIPS, sentence, *state.rules.rulebook.wagers.chips)
    clauses = book_of(state.rules).wager_clauses[command.wager]
    return (
        signed(
            e.WagerPlaced,
            command,
            (*clauses, *(book.wagers.coupons if coupon else ())),
            seat=command.seat,
            wager=command.wager,
            cents=command.cents,
            coupon_cents=command.coupon_cents if coupon else 0,
            coupon_serial=command.coupon_serial,
            postings=lay(state.rules, wager, command.cents),
        ),
    )


def _check(state: TableState, wager: Wager, *, less: bool = False) -> Refusal | None:
    """Why the layout with this wager on it would not stand: offer, coupons, whole cents, limits, partners.

    Partners who were over the limit when they became partners may have ``less`` there, and no more.
    """
    layout = {**state.wagers, (wager.seat_no, wager.proposition): wager}
    for spoken in state.spoken:  # what was spoken lies there too, as soon as it is confirmed
        key = (spoken.seat, spoken.wager)
        there = layout.get(key, Wager(*key, 0))
        layout[key] = there.plus(spoken.cents)
    mine = [w for w in layout.values() if w.seat_no == wager.seat_no]
    limits = Limits(state.minimum_cents, state.maximum_cents)
    refusal = next(iter(check_wagers(state.rules, mine, limits)), None)
    refusal = refusal or _twice(state, layout, wager) or _cannot_pay(state, wager)
    if refusal is None and state.partnerships and not less:
        together = [group for group in state.partners if wager.seat_no in group]
        refusal = next(iter(check_partnerships(state.rules, layout.values(), limits, together)), None)
    if refusal is None or refusal.clause:
        return refusal
    text = state.rules.rulebook.wagers  # a limit is the house's own: it rests on the clauses that let it take wagers
    clauses = (*((text.partnership,) if text.partnership else ()), *text.chips)
    return refuse(refusal.code, refusal.said, *clauses, allowed=refusal.allowed)


def _cannot_pay(state: TableState, wager: Wager) -> Refusal | None:
    """Why a small wager could owe more vigorish, rounded up and taken at once, than it has and wins, or ``None``."""
    charge = book_of(state.rules).charge
    if charge is None or not charge.rounding_cents or charge.deferred or charge.wager != wager.proposition:
        return None
    for odds in priced(state.rules)[wager.proposition].wins:
        won = int(wager.amount_cents * odds)
        owed = charge.cents(charge.base_cents(won, wager.chips_cents))
        if owed > won + wager.chips_cents:
            sentence = said(
                "{stake} on {wager} could not pay vigorish of {owed}",
                stake=Money(wager.stake_cents),
                wager=wager_called(wager.proposition),
                owed=Money(owed),
            )
            least = str(-(-charge.rounding_cents // 2))
            return refuse(Code.BAD_STAKE, sentence, *charge.rounding_clauses, *charge.clauses, allowed=(least,))
    return None


def _twice(state: TableState, layout: dict[tuple[int, str], Wager], wager: Wager) -> Refusal | None:
    if wager.coupon is None:
        return None
    if wager.coupon.serial in state.coupons:
        sentence = said("the coupon {serial} has been played and surrendered", serial=wager.coupon.serial)
        return refuse(Code.COUPON, sentence, *state.rules.rulebook.wagers.coupons)
    serials = [w.coupon.serial for w in layout.values() if w.coupon]
    if serials.count(wager.coupon.serial) < 2:
        return None
    sentence = said("the coupon {serial} lies on the layout twice", serial=wager.coupon.serial)
    return refuse(Code.COUPON, sentence, *state.rules.rulebook.wagers.coupons)


@decides(c.WithdrawWager)
def withdraw_wager(state: TableState, command: c.WithdrawWager) -> Decision:
    """Take chips back before the call, or a spoken wager whose cash still lies on the table."""
    book = state.rules.rulebook
    spoken = _spoken_for(state, command)
    if spoken is not None:
        return (_cash_back(state, command, spoken),)
    wager = state.wagers.get((command.seat, command.wager))
    if wager is None:
        sentence = said("seat {seat} has no chips on {wager}", seat=command.seat, wager=wager_called(command.wager))
        return refuse(Code.NOT_OFFERED, sentence, *book.wagers.chips)
    cents = wager.stake_cents if command.cents is None else command.cents
    if not 0 < cents <= wager.stake_cents:
        sentence = said("{sum} cannot be taken back from {stake}", sum=Money(cents), stake=Money(wager.stake_cents))
        return refuse(Code.BAD_STAKE, sentence, *book.wagers.chips, allowed=("1", str(wager.stake_cents)))
    left = wager.plus(-cents)
    if left.stake_cents and (refusal := _check(state, left, less=True)):
        return refusal
    postings = lay(state.rules, wager, -cents)
    return (noted(e.WagerWithdrawn, command, book.wagers.chips, cents=cents, postings=postings),)


# ---------------------------------------------------------------------------------------------------- spoken wagers


def _cash_back(state: TableState, command: c.Command, spoken: Spoken) -> e.SpokenReturned:
    return noted(e.SpokenReturned, command, state.rules.rulebook.verbal.confirm, spoken)


def unconfirmed_back(state: TableState, command: c.Command, seats: Collection[int]) -> list[e.SpokenReturned]:
    """The cash of these seats goes back whose wagers nobody has confirmed; what was accepted stands."""
    return [
        _cash_back(state, command, spoken) for spoken in state.spoken if spoken.seat in seats and not spoken.accepted
    ]


def _spoken_for(
    state: TableState, command: c.WithdrawWager | c.SpeakWager | c.ConfirmSpoken | c.ConvertCash
) -> Spoken | None:
    """The spoken wager of the seat and the area that a command names."""
    return next((s for s in state.spoken if (s.seat, s.wager) == (command.seat, command.wager)), None)


def _spoken_off(state: TableState) -> Refusal | None:
    if state.rules.options.get("verbal_wagers") is True:
        return None
    sentence = said("spoken wagers are not taken at this table; put chips on the area")
    return refuse(Code.NOT_OFFERED, sentence, *state.rules.rulebook.verbal.allowed, *state.rules.rulebook.wagers.chips)


@decides(c.SpeakWager)
def speak_wager(state: TableState, command: c.SpeakWager) -> Decision:
    """A spoken wager counts once it is confirmed; the cash lies on the table."""
    verbal = state.rules.rulebook.verbal
    refusal = seated(state, command.seat) or wagers_no_more(state, command.seat) or _spoken_off(state)
    if refusal := refusal or shut(state) or decks_too_old(state, command.at):
        return refusal
    if command.cents <= 0:
        sentence = said("a spoken wager of {stake} is none", stake=Money(command.cents))
        return refuse(Code.BAD_STAKE, sentence, *verbal.allowed)
    if command.cash_cents < command.cents:
        sentence = said(
            "a spoken wager of {stake} came with {cash} in cash",
            stake=Money(command.cents),
            cash=Money(command.cash_cents),
        )
        return refuse(Code.NOT_ENOUGH_CHIPS, sentence, *verbal.allowed, allowed=(str(command.cents),))
    if _spoken_for(state, command):
        return refuse(
            Code.BAD_STAKE,
            said("seat {seat} has spoken for {wager} already", seat=command.seat, wager=wager_called(command.wager)),
            *verbal.allowed,
        )
    if refusal := _check(state, state.wager(command.seat, command.wager).plus(command.cents)):
        return refusal
    return (noted(e.WagerSpoken, command, verbal.allowed),)


@decides(c.ConfirmSpoken)
def confirm_spoken(state: TableState, command: c.ConfirmSpoken) -> Decision:
    """The dealer confirms, and where the rulebook says so a supervisor too, before betting closes."""
    verbal = state.rules.rulebook.verbal
    if refusal := _spoken_off(state):
        return refusal
    confirmers = str(state.rules.rulebook.fixed["verbal_confirmers"].value).split(",")
    role = "supervisor" if command.by.is_supervisor else command.by.role.value
    spoken = _spoken_for(state, command)
    if spoken is None:
        sentence = said("seat {seat} has not spoken for {wager}", seat=command.seat, wager=wager_called(command.wager))
        return refuse(Code.NOT_OFFERED, sentence, *verbal.allowed)
    if role in spoken.confirmed:
        sentence = said("the {role} has confirmed it already", role=role_name(role))
        return refuse(Code.WRONG_STEP, sentence, *verbal.confirm)
    if refusal := same_person(command.by, spoken.confirmed_by, *verbal.confirm):
        return refusal
    accepted = set(confirmers) <= {*spoken.confirmed, role}
    return (noted(e.SpokenConfirmed, command, verbal.confirm, role=role, accepted=accepted),)


@decides(c.ConvertCash)
def convert_cash(state: TableState, command: c.ConvertCash) -> Decision:
    """The cash of a confirmed spoken wager goes into the drop box and becomes chips on the area."""
    verbal = state.rules.rulebook.verbal
    spoken = _spoken_for(state, command)
    if spoken is None or not spoken.accepted:
        sentence = said(
            "seat {seat} has no confirmed spoken wager on {wager}", seat=command.seat, wager=wager_called(command.wager)
        )
        return refuse(Code.NOT_OFFERED, sentence, *verbal.convert, *verbal.confirm)
    seat, cash, clause = command.seat, spoken.cash_cents, verbal.convert.one
    notes = brought(cash, command.notes, clause)
    if isinstance(notes, Refusal):
        return notes
    place = seat, command.wager
    postings = (
        *moved("cash", cash, "cage", "drop-box", clause, *place),
        *moved("cash", spoken.cents, "tray", f"layout/{seat}/{command.wager}", clause, *place),
        *moved("cash", cash - spoken.cents, "tray", f"seat/{seat}/chips", clause, *place),
    )
    return (noted(e.CashConverted, command, verbal.convert, cash_cents=cash, notes=notes, postings=postings),)


# ---------------------------------------------------------------------------------------------------------- the call


@decides(c.CallNoMoreBets)
def call_no_more_bets(state: TableState, command: c.CallNoMoreBets) -> Decision:
    """Close the betting and freeze who holds the cards: the highest wager on each hand, nearest counterclockwise."""
    step = round_step(state, "no-more-bets")
    if refusal := shut(state) or decks_too_old(state, command.at):
        return refusal
    if order_lost(state):
        sentence = said("the order of this shoe is lost: wagers go back and the cards are reshuffled")
        return refuse(Code.NOT_NOW, sentence, F14)
    if state.strays:
        return refuse(Code.STEP_MISSING, said("the remedy of the irregularity comes first"), *stray_clauses(state))
    returned = unconfirmed_back(state, command, state.occupied)
    after = apply_all(state, returned)
    book = state.rules.rulebook
    handed = book_of(state.rules).deal_mode == "handed"
    clauses = (*step.clauses, *_holding(after)) if handed else step.clauses
    closed = signed(
        e.BettingClosed,
        command,
        clauses,
        player_holder=holder(after, "player") if handed else 0,
        banker_holder=holder(after, "banker") if handed else 0,
        announcement=Said(book.announcements["no_more_bets"].text),
    )
    return (*returned, closed)


def highest(state: TableState, hand: str) -> tuple[int, ...]:
    """The seats with the highest wager on a hand as it stood at the close of betting (A39), nearest the dealer first.

    What House Money has added since does not count (B08).
    """
    amounts = {w.seat_no: w.stake_cents + w.coupon_cents for w in state.wagered if w.proposition == hand}
    for spoken in state.spoken:
        if spoken.wager == hand and spoken.accepted:
            amounts[spoken.seat] = amounts.get(spoken.seat, 0) + spoken.cents
    most = max(amounts.values(), default=0)
    return tuple(sorted(seat for seat, cents in amounts.items() if cents == most))


def holder(state: TableState, hand: str) -> int:
    """The seat with the highest wager on a hand; of equals, nearest the dealer counterclockwise; 0 for nobody."""
    return next(iter(highest(state, hand)), 0)


def _holding(state: TableState) -> tuple[str, ...]:
    """Why the hands go to these bettors: the highest wager, and of equals the nearest."""
    handed = state.rules.rulebook.handed
    rows = (("player", handed.player, handed.player_tie), ("banker", handed.banker, handed.banker_tie))
    counts = [(len(highest(state, hand)), most, tie) for hand, most, tie in rows]
    return tuple(
        clause for count, most, tie in counts for clause in (*(most if count else ()), *(tie if count > 1 else ()))
    )
