"""Wagers at the table: chips on areas until the call, spoken wagers, and the call itself."""

from minibac.play.wagers import Coupon, Limits, Wager, check_partnerships, check_wager, check_wagers
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.apply import apply_all
from minibac.table.desk import (
    Decision,
    dealer_on_duty,
    decides,
    not_now,
    not_yours,
    own_seat,
    round_step,
    seated,
    signed,
    stopped,
)
from minibac.table.opening import decks_too_old
from minibac.table.roles import SUPERVISORS, Duty, Role
from minibac.table.state import COUP_PHASES, Phase, TableState


def betting_open(state: TableState, what: str) -> Refusal | None:
    """Why nothing can be made, raised or withdrawn now, or ``None``."""
    if state.phase is Phase.BETTING:
        return None
    if state.phase in COUP_PHASES:
        step = round_step(state, "no-more-bets")
        simulated = state.coup is not None and state.coup.simulated
        remedy = next((r for r in state.rules.rulebook.remedy if "simulated-round" in r.do), None)
        clauses = remedy.clauses if simulated and remedy else ()
        sentence = f"{what} is too late: {step.says.rstrip('.')}"
        touched = state.rules.rulebook.handling.wagers
        return refuse(Code.BETTING_CLOSED, sentence, *clauses, *reversed(step.clauses), *touched)
    return not_now(state, what)


def _limits(state: TableState) -> Limits:
    return Limits(state.minimum_cents, state.maximum_cents)


@decides(c.PlaceWager)
def place_wager(state: TableState, command: c.PlaceWager) -> Decision:
    """Put chips on an area, more chips to those that lie there."""
    refusal = (
        own_seat(state, command, command.seat, Role.DEALER)
        or seated(state, command.seat)
        or betting_open(state, f"a wager on {command.wager}")
    )
    if refusal:
        return refusal
    key = (command.seat, command.wager)
    before = state.wagers.get(key, Wager(command.seat, command.wager, 0))
    coupon = Coupon(command.coupon_cents, command.coupon_serial) if command.coupon_serial else None
    if coupon and before.coupon:
        sentence = f"there is a coupon on {command.wager} already, {before.coupon.serial}"
        return refuse(Code.COUPON, sentence, *state.rules.rulebook.wagers.coupons)
    if command.cents < 0 or (command.cents == 0 and coupon is None):
        sentence = f"a stake of {command.cents} cents is no wager: chips for 1 cent or more make one"
        return refuse(Code.BAD_STAKE, sentence, *state.rules.rulebook.wagers.chips, allowed=("1",))
    wager = before._replace(stake_cents=before.stake_cents + command.cents, coupon=coupon or before.coupon)
    if refusal := _check(state, wager):
        return refusal
    if command.cents > state.chips(command.seat):
        sentence = f"seat {command.seat} has ${state.chips(command.seat) / 100:,.2f} in chips and cannot put down more"
        return refuse(Code.NOT_ENOUGH_CHIPS, sentence, *state.rules.rulebook.wagers.chips)
    proposition = next(p for p in state.rules.propositions if p.id == command.wager)
    clauses = (*proposition.clauses, *state.rules.rulebook.wagers.list, *state.rules.rulebook.wagers.chips)
    chips = state.rules.rulebook.wagers.chips[0]
    postings: tuple[e.PostingRow, ...] = (
        ("wager", command.seat, command.wager, wager.chips_account, -command.cents, chips),
        ("wager", command.seat, command.wager, wager.area, command.cents, chips),
    )
    return (
        signed(
            e.WagerPlaced,
            command,
            (*clauses, *(state.rules.rulebook.wagers.coupons if coupon else ())),
            seat=command.seat,
            wager=command.wager,
            cents=command.cents,
            coupon_cents=command.coupon_cents if coupon else 0,
            coupon_serial=command.coupon_serial,
            postings=postings if command.cents else (),
        ),
    )


def _check(state: TableState, wager: Wager) -> Refusal | None:
    """Why the layout with this wager on it would not stand: offer, coupons, whole cents, limits, partners."""
    if refusal := check_wager(state.rules, wager):
        return refusal
    layout = {**state.wagers, (wager.seat_no, wager.proposition): wager}
    refusals = check_wagers(state.rules, [w for w in layout.values() if w.seat_no == wager.seat_no], _limits(state))
    serials = [w.coupon.serial for w in layout.values() if w.coupon]
    if wager.coupon and serials.count(wager.coupon.serial) > 1:
        sentence = f"the coupon {wager.coupon.serial} lies on the layout twice"
        return refuse(Code.COUPON, sentence, *state.rules.rulebook.wagers.coupons)
    partners = check_partnerships(state.rules, layout.values(), _limits(state), state.partners)
    return next(iter((*refusals, *partners)), None)


@decides(c.WithdrawWager)
def withdraw_wager(state: TableState, command: c.WithdrawWager) -> Decision:
    refusal = own_seat(state, command, command.seat, Role.DEALER) or betting_open(state, f"taking {command.wager} back")
    if refusal:
        return refusal
    book = state.rules.rulebook
    wager = state.wagers.get((command.seat, command.wager))
    if wager is None:
        return refuse(Code.NOT_OFFERED, f"seat {command.seat} has no chips on {command.wager}", *book.wagers.chips)
    cents = wager.stake_cents if command.cents is None else command.cents
    if not 0 < cents <= wager.stake_cents:
        sentence = f"{cents} cents cannot be taken back from {wager.stake_cents}"
        return refuse(Code.BAD_STAKE, sentence, *book.wagers.chips, allowed=("1", str(wager.stake_cents)))
    left = wager._replace(stake_cents=wager.stake_cents - cents)
    if left.stake_cents and (refusal := _check(state, left)):
        return refusal
    chips = book.wagers.chips[0]
    postings: tuple[e.PostingRow, ...] = (
        ("wager", command.seat, command.wager, wager.area, -cents, chips),
        ("wager", command.seat, command.wager, wager.chips_account, cents, chips),
    )
    return (
        signed(
            e.WagerWithdrawn,
            command,
            book.wagers.chips,
            seat=command.seat,
            wager=command.wager,
            cents=cents,
            postings=postings,
        ),
    )


# ---------------------------------------------------------------------------------------------------- spoken wagers


def _spoken_off(state: TableState) -> Refusal | None:
    if state.rules.options.get("verbal_wagers") is True:
        return None
    sentence = "spoken wagers are not taken at this table; put chips on the area"
    return refuse(Code.NOT_OFFERED, sentence, *state.rules.rulebook.verbal.allowed, *state.rules.rulebook.wagers.chips)


@decides(c.SpeakWager)
def speak_wager(state: TableState, command: c.SpeakWager) -> Decision:
    """A spoken wager counts once it is confirmed; the cash lies on the table."""
    verbal = state.rules.rulebook.verbal
    refusal = (
        own_seat(state, command, command.seat)
        or seated(state, command.seat)
        or betting_open(state, "a spoken wager")
        or _spoken_off(state)
    )
    if refusal:
        return refusal
    if command.cash_cents < command.cents:
        sentence = f"a spoken wager of {command.cents} cents came with {command.cash_cents} in cash"
        return refuse(Code.NOT_ENOUGH_CHIPS, sentence, *verbal.allowed, allowed=(str(command.cents),))
    if any((s.seat, s.wager) == (command.seat, command.wager) for s in state.spoken):
        return refuse(Code.BAD_STAKE, f"seat {command.seat} has spoken for {command.wager} already", *verbal.allowed)
    before = state.wagers.get((command.seat, command.wager), Wager(command.seat, command.wager, 0))
    if refusal := _check(state, before._replace(stake_cents=before.stake_cents + command.cents)):
        return refusal
    return (
        signed(
            e.WagerSpoken,
            command,
            verbal.allowed,
            seat=command.seat,
            wager=command.wager,
            cents=command.cents,
            cash_cents=command.cash_cents,
        ),
    )


@decides(c.ConfirmSpoken)
def confirm_spoken(state: TableState, command: c.ConfirmSpoken) -> Decision:
    """The dealer confirms, and where the rulebook says so a supervisor too, before betting closes."""
    verbal = state.rules.rulebook.verbal
    confirmers = (
        str(state.rules.rulebook.fixed["verbal_confirmers"].value).split(",") if _spoken_off(state) is None else []
    )
    if refusal := _spoken_off(state) or betting_open(state, "confirming a spoken wager"):
        return refusal
    role = "supervisor" if command.by.role in SUPERVISORS else command.by.role.value
    if role not in confirmers:
        return not_yours(state, command, confirmers, *verbal.confirm)
    spoken = next((s for s in state.spoken if (s.seat, s.wager) == (command.seat, command.wager)), None)
    if spoken is None:
        return refuse(Code.NOT_OFFERED, f"seat {command.seat} has not spoken for {command.wager}", *verbal.allowed)
    if role in spoken.confirmed:
        return refuse(Code.WRONG_STEP, f"the {role} has confirmed it already", *verbal.confirm)
    accepted = set(confirmers) <= {*spoken.confirmed, role}
    return (
        signed(
            e.SpokenConfirmed,
            command,
            verbal.confirm,
            seat=command.seat,
            wager=command.wager,
            role=role,
            accepted=accepted,
        ),
    )


@decides(c.ConvertCash)
def convert_cash(state: TableState, command: c.ConvertCash) -> Decision:
    """The cash of a confirmed spoken wager goes into the drop box and becomes chips on the area."""
    verbal = state.rules.rulebook.verbal
    if refusal := dealer_on_duty(state, command, Duty.WAGERS, *verbal.convert):
        return refusal
    spoken = next((s for s in state.spoken if (s.seat, s.wager) == (command.seat, command.wager)), None)
    if spoken is None or not spoken.accepted:
        sentence = f"seat {command.seat} has no confirmed spoken wager on {command.wager}"
        return refuse(Code.NOT_OFFERED, sentence, *verbal.convert, *verbal.confirm)
    if state.phase not in (Phase.BETTING, *COUP_PHASES):
        return not_now(state, "converting cash")
    seat, cash, clause = command.seat, spoken.cash_cents, verbal.convert[0]
    rows = [
        ("cash", seat, command.wager, "cage", -cash, clause),
        ("cash", seat, command.wager, "drop-box", cash, clause),
        ("cash", seat, command.wager, "tray", -cash, clause),
        ("cash", seat, command.wager, f"layout/{seat}/{command.wager}", spoken.cents, clause),
    ]
    if cash > spoken.cents:
        rows.append(("cash", seat, command.wager, f"seat/{seat}/chips", cash - spoken.cents, clause))
    return (
        signed(
            e.CashConverted,
            command,
            verbal.convert,
            seat=seat,
            wager=command.wager,
            cash_cents=cash,
            postings=tuple(rows),
        ),
    )


# ---------------------------------------------------------------------------------------------------------- the call


@decides(c.CallNoMoreBets)
def call_no_more_bets(state: TableState, command: c.CallNoMoreBets) -> Decision:
    """Close the betting and freeze who holds the cards: the highest wager on each hand, nearest counterclockwise."""
    step = round_step(state, "no-more-bets")
    refusal = dealer_on_duty(state, command, Duty.CALLING, *step.clauses)
    if refusal:
        return refusal
    if state.phase is not Phase.BETTING:
        return not_now(state, "the call of no more bets")
    if refusal := stopped(state) or decks_too_old(state, command.at):
        return refusal
    returned = [
        signed(
            e.SpokenReturned,
            command,
            state.rules.rulebook.verbal.confirm,
            seat=spoken.seat,
            wager=spoken.wager,
            cash_cents=spoken.cash_cents,
        )
        for spoken in state.spoken
        if not spoken.accepted
    ]
    after = apply_all(state, returned)
    book = state.rules.rulebook
    handed = state.rules.options["deal_mode"] == "handed"
    clauses = (*step.clauses, *book.handed.player_tie, *book.handed.banker_tie) if handed else step.clauses
    closed = signed(
        e.BettingClosed,
        command,
        clauses,
        player_holder=holder(after, "player") if handed else 0,
        banker_holder=holder(after, "banker") if handed else 0,
        announcement=book.announcements["no_more_bets"].text,
    )
    return (*returned, closed)


def holder(state: TableState, hand: str) -> int:
    """The seat with the highest wager on a hand; of equals, nearest the dealer counterclockwise; 0 for nobody."""
    amounts = {w.seat_no: w.stake_cents + w.coupon_cents for w in state.wagered if w.proposition == hand}
    for spoken in state.spoken:
        if spoken.wager == hand and spoken.accepted:
            amounts[spoken.seat] = amounts.get(spoken.seat, 0) + spoken.cents
    return min(amounts, key=lambda seat: (-amounts[seat], seat), default=0)
