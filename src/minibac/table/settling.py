"""From the counts to the discard rack: House Money, the result, every move of the settlement, markers, the end."""

from minibac.play.deal import announced
from minibac.play.results import Result
from minibac.play.settlement import Action, Settlement, check_actions, settle, settle_house_money
from minibac.play.vigorish import terms
from minibac.play.wagers import HOUSE_MONEY, MAIN, check_addition
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
    reasoned,
    round_step,
    rows,
    seated,
    signed,
    stopped,
    supervisor,
)
from minibac.table.opening import nothing_owed
from minibac.table.roles import Duty, Role
from minibac.table.state import Phase, TableState

# ------------------------------------------------------------------------------------------------------ House Money


def house_money_due(state: TableState) -> int | None:
    """The seat whose House Money is settled next: from the dealer's right, counterclockwise."""
    return min((seat for seat, wager in state.wagers if wager == HOUSE_MONEY), default=None)


def _pairs(state: TableState) -> tuple[bool, bool]:
    assert state.coup is not None
    player, banker = state.coup.cards("player"), state.coup.cards("banker")
    assert player is not None
    assert banker is not None
    return player[0].rank == player[1].rank, banker[0].rank == banker[1].rank


@decides(c.ChooseHouseMoney)
def choose_house_money(state: TableState, command: c.ChooseHouseMoney) -> Decision:
    """A winner says where the payout goes; who says nothing takes it."""
    text = state.rules.rulebook.settlement
    clauses = text.house_money_choice or state.rules.rulebook.wagers.list
    if refusal := own_seat(state, command, command.seat) or seated(state, command.seat):
        return refusal
    if state.phase is not Phase.HOUSE_MONEY or state.coup is None:
        return not_now(state, "choosing what becomes of House Money", *clauses)
    if (command.seat, HOUSE_MONEY) not in state.wagers:
        return refuse(Code.ADDITION, f"seat {command.seat} has no House Money to settle", *clauses)
    if command.choice not in ("take", *MAIN):
        sentence = f"{command.choice!r} is no choice: take the payout, or add it to player or banker"
        return refuse(Code.ADDITION, sentence, *clauses, allowed=("take", *MAIN))
    if not any(_pairs(state)):
        return refuse(Code.ADDITION, "neither hand is a pair: there is no payout to choose about", *clauses)
    if command.choice != "take" and (
        refusal := check_addition(state.rules, state.wagered, command.seat, command.choice)
    ):
        return refusal
    return (signed(e.HouseMoneyChosen, command, clauses, seat=command.seat, choice=command.choice),)


@decides(c.SettleHouseMoney)
def settle_house_money_at(state: TableState, command: c.SettleHouseMoney) -> Decision:
    """Settle the House Money of the next seat; nobody but the dealer moves the payout."""
    text = state.rules.rulebook.settlement
    if refusal := dealer_on_duty(state, command, Duty.WAGERS, *(text.house_money_untouched or text.losers_first)):
        return refusal
    if state.phase is not Phase.HOUSE_MONEY or state.coup is None:
        return not_now(state, "settling House Money", *text.house_money)
    seat = house_money_due(state)
    if command.seat != seat:
        sentence = f"House Money is settled from the dealer's right: seat {seat} comes first"
        return refuse(Code.WRONG_ORDER, sentence, *reversed(text.house_money), allowed=(str(seat),))
    mine = [wager for wager in state.wagered if wager.seat_no == seat]
    choice = state.coup.choices.get(seat, "take")
    additions = {seat: choice} if choice in MAIN else {}
    settled, live = settle_house_money(state.rules, *_pairs(state), mine, additions)
    outcome = settled.wagers[0]
    added = next((wager for wager in live if wager.added_cents), None)
    clauses = dict.fromkeys(
        (*outcome.clauses, *(cl for action in settled.actions for cl in settled.grounds[action].clauses))
    )
    return (
        signed(
            e.HouseMoneySettled,
            command,
            clauses,
            seat=seat,
            added_to=added.proposition if added else "",
            added_cents=added.added_cents if added else 0,
            outcome=outcome.outcome,
            payout_cents=outcome.winnings_cents,
            postings=rows(settled.postings),
        ),
    )


# --------------------------------------------------------------------------------------------------------- the result


@decides(c.CallResult)
def call_result(state: TableState, command: c.CallResult) -> Decision:
    """Announce the final counts and the winner; at EZ, Dragon 7 and Panda 8 are called too."""
    step = round_step(state, "announce-result")
    if refusal := dealer_on_duty(state, command, Duty.CALLING, *step.clauses):
        return refusal
    if state.phase is not Phase.RESULT or state.coup is None:
        return not_now(state, "announcing the result", *step.clauses)
    result = state.coup_so_far().result
    right = announced(state.rules, result)
    special = special_call(state, result)
    said = (command.player, command.banker, command.result, command.call)
    if said != (result.player_total, result.banker_total, result.winner.value, special):
        extra = f", {special}" if special else ""
        sentence = f"the result is Player {result.player_total}, Banker {result.banker_total}, {result.winner}{extra}"
        return refuse(Code.WRONG_RESULT, sentence, *right.clauses, allowed=(result.winner.value,))
    return (signed(e.ResultCalled, command, right.clauses, code=result.code, announcement=right.text),)


def special_call(state: TableState, result: Result) -> str:
    """``dragon-7`` or ``panda-8`` where this table has it called, otherwise nothing."""
    calls = state.rules.rulebook.announcements
    if state.rules.options["vigorish_type"] != "ez" or "dragon_7" not in calls:
        return ""
    return "dragon-7" if result.is_dragon_7 else "panda-8" if result.is_panda_8 else ""


# ----------------------------------------------------------------------------------------------------- the settlement


def right_settlement(state: TableState) -> Settlement:
    """Everything the dealer of the wagers has to do in this coup, in order."""
    assert state.coup is not None
    assert state.coup.code is not None
    return settle(state.rules, Result.from_code(state.coup.code), state.wagered)


@decides(c.TakeActions)
def take_actions(state: TableState, command: c.TakeActions) -> Decision:
    """Make moves of the settlement: collect, pay, return, take or mark vigorish. The first wrong one is refused."""
    step = round_step(state, "settle")
    if refusal := dealer_on_duty(state, command, Duty.WAGERS, *reversed(step.clauses)):
        return refusal
    if state.phase is not Phase.SETTLING or state.coup is None:
        return not_now(state, "settling wagers", *round_step(state, "announce-result").clauses)
    if state.spoken:
        sentence = f"the cash of the spoken wager at seat {state.spoken[0].seat} is not converted into chips yet"
        return refuse(Code.STEP_MISSING, sentence, *state.rules.rulebook.verbal.convert)
    if refusal := stopped(state):
        return refusal
    right = right_settlement(state)
    before = tuple(Action(*move) for move in state.coup.moves)
    made = tuple(Action(*move) for move in command.actions)
    if not made:
        return refuse(Code.WRONG_STEP, "no move was made", *step.clauses)
    if refusal := check_actions(state.rules, right, (*before, *made)):
        return refusal
    keys = {(action.step, action.seat, action.wager) for action in made}
    postings = [p for p in right.postings if (p.step, p.seat, p.wager) in keys]
    settled = {(w.seat, w.wager): w.clauses for w in right.wagers}
    clauses = dict.fromkeys(
        clause for action in made for clause in (*right.grounds[action].clauses, *settled[action.seat, action.wager])
    )
    marks = state.rules.rulebook.owed.marker if any(action.step == "mark" for action in made) else ()
    done = len(before) + len(made) == len(right.actions)
    return (
        signed(
            e.ActionsTaken,
            command,
            (*clauses, *marks),
            actions=made,
            postings=rows(postings),
            done=done,
        ),
    )


@decides(c.RackCards)
def rack_cards(state: TableState, command: c.RackCards) -> Decision:
    """The cards of the coup go to the discard rack; betting opens again unless something else is due."""
    step = round_step(state, "discard")
    if refusal := dealer_on_duty(state, command, Duty.CALLING, *step.clauses):
        return refusal
    if state.phase is not Phase.RACKING or state.coup is None:
        return not_now(state, "racking the cards", *step.clauses)
    coup = state.coup
    voided = coup.code is None and not coup.simulated
    simulated = next((r.clauses for r in state.rules.rulebook.remedy if "simulated-round" in r.do), ())
    racked = signed(
        e.CardsRacked,
        command,
        (*step.clauses, *(simulated if coup.simulated else ())),
        coup_no=coup.no,
        player=coup.player,
        banker=coup.banker,
        simulated=coup.simulated,
        voided=voided,
    )
    return (racked, *reopen(apply_all(state, [racked]), command, voided=voided))


def reopen(state: TableState, command: c.Command, *, voided: bool = False) -> tuple[e.Event, ...]:
    """Open the betting of the next coup, or end a continuous shoe's round, when nothing else is due first."""
    if state.phase is not Phase.BETWEEN or state.strays or state.simulated_due:
        return ()
    if state.rules.options["shuffler"] == "continuous":
        return (signed(e.ShoeEnded, command, state.rules.rulebook.cut.shoe_clauses, shoe_no=state.shoe_no),)
    if voided or shoe_is_over(state) or (state.cut_card_seen and not state.last_hand_called):
        return ()
    return (signed(e.BettingOpened, command, coup_no=state.coup_no + 1),)


def shoe_is_over(state: TableState) -> bool:
    """One more hand after "last hand", or a void coup: nothing is dealt until the reshuffle."""
    return state.last_hand_played or (bool(state.rack) and state.rack[-1].voided)


@decides(c.CallLastHand)
def call_last_hand(state: TableState, command: c.CallLastHand) -> Decision:
    step = round_step(state, "last-hand")
    if refusal := dealer_on_duty(state, command, Duty.CALLING, *step.clauses):
        return refusal
    wanted = state.phase is Phase.BETWEEN and state.cut_card_seen and not state.last_hand_called
    if not wanted or shoe_is_over(state) or state.strays or state.simulated_due:
        return not_now(state, "calling the last hand", *step.clauses)
    words = state.rules.rulebook.announcements["last_hand"].text
    called = signed(e.LastHandCalled, command, step.clauses, announcement=words)
    return (called, *reopen(apply_all(state, [called]), command))


@decides(c.EndShoe)
def end_shoe(state: TableState, command: c.EndShoe) -> Decision:
    """The shoe is over; whatever is owed is collected before the cards go to the shuffle (A06)."""
    step = round_step(state, "last-hand")
    if refusal := dealer_on_duty(state, command, Duty.CALLING, *step.clauses):
        return refusal
    if state.phase is not Phase.BETWEEN or not shoe_is_over(state) or state.simulated_due:
        return not_now(state, "ending the shoe", *reversed(step.clauses))
    if refusal := nothing_owed(state):
        return refusal
    clauses = (*step.clauses, *(state.rules.rulebook.owed.before_reshuffle if terms(state.rules) else ()))
    return (signed(e.ShoeEnded, command, clauses, shoe_no=state.shoe_no),)


# ----------------------------------------------------------------------------------------------------------- vigorish


@decides(c.CollectVigorish)
def collect_vigorish(state: TableState, command: c.CollectVigorish) -> Decision:
    """Collect what a marker button shows; rounded now where the house rounds at collection (A04)."""
    owed = state.rules.rulebook.owed
    if refusal := dealer_on_duty(state, command, Duty.WAGERS, *owed.stays):
        return refusal
    if refusal := seated(state, command.seat):
        return refusal
    debt = state.owed(command.seat)
    charge = terms(state.rules)
    if not debt or charge is None:
        return refuse(Code.NOTHING_OWED, f"seat {command.seat} owes no vigorish", *owed.stays)
    if state.phase in (Phase.SETTLING, Phase.HOUSE_MONEY):
        return not_now(state, "collecting vigorish in the middle of the settlement", *owed.stays)
    right = charge.collected_cents(debt)
    if command.cents != right:
        sentence = f"seat {command.seat} owes ${right / 100:,.2f}, not ${command.cents / 100:,.2f}"
        return refuse(Code.WRONG_PAYMENT, sentence, *owed.stays, *charge.clauses, allowed=(str(right),))
    if state.chips(command.seat) < right:
        sentence = f"seat {command.seat} has too few chips to pay ${right / 100:,.2f}"
        return refuse(Code.NOT_ENOUGH_CHIPS, sentence, *owed.leaving)
    seat, clause = command.seat, owed.stays[0]
    found: list[e.PostingRow] = [
        ("collect-vigorish", seat, "banker", f"seat/{seat}/chips", -right, clause),
        ("collect-vigorish", seat, "banker", f"seat/{seat}/owed", debt, clause),
    ]
    if right > debt:
        found.append(("collect-vigorish", seat, "banker", "vigorish", right - debt, clause))
    clauses = (*owed.stays, *owed.before_reshuffle, *charge.clauses)
    return (signed(e.VigorishCollected, command, clauses, seat=seat, cents=right, postings=tuple(found)),)


@decides(c.ChangeMarker)
def change_marker(state: TableState, command: c.ChangeMarker) -> Decision:
    """A marker button is the balance owed, not a second number: set to anything else it is refused."""
    owed = state.rules.rulebook.owed
    if refusal := dealer_on_duty(state, command, Duty.WAGERS, *owed.marker):
        return refusal
    debt = state.owed(command.seat)
    if command.cents == debt:
        return ()
    sentence = f"the marker button of seat {command.seat} shows ${debt / 100:,.2f} until that is collected"
    return refuse(Code.WRONG_PAYMENT, sentence, *owed.stays, *owed.marker, allowed=(str(debt),))


@decides(c.CorrectPayment)
def correct_payment(state: TableState, command: c.CorrectPayment) -> Decision:
    """A supervisor corrects a payment against the reconstructed coup (F06)."""
    clauses = round_step(state, "discard").clauses
    if (
        refusal := supervisor(state, command, *clauses)
        or reasoned(command.reason, *clauses)
        or seated(state, command.seat)
    ):
        return refusal
    if command.cents == 0 or not any(racked.coup_no == command.coup_no for racked in state.rack):
        sentence = f"coup {command.coup_no} is not in the discard rack, or nothing is to be corrected"
        return refuse(Code.WRONG_PAYMENT, sentence, *reversed(clauses))
    if state.chips(command.seat) + command.cents < 0:
        return refuse(Code.NOT_ENOUGH_CHIPS, f"seat {command.seat} has too few chips to give back", *clauses)
    seat = command.seat
    postings: tuple[e.PostingRow, ...] = (
        ("correct", seat, command.wager, "tray", -command.cents, clauses[0]),
        ("correct", seat, command.wager, f"seat/{seat}/chips", command.cents, clauses[0]),
    )
    return (
        signed(
            e.PaymentCorrected,
            command,
            clauses,
            seat=seat,
            wager=command.wager,
            cents=command.cents,
            coup_no=command.coup_no,
            reason=command.reason,
            postings=postings,
        ),
    )


def refuse_touch(state: TableState, command: c.Command) -> Refusal:
    """Nobody but the dealer moves chips that are decided (ma/8/c/3/i/b, s42/b/5)."""
    clauses = (*state.rules.rulebook.settlement.house_money_untouched, *state.rules.rulebook.handling.wagers)
    return not_yours(state, command, (Role.DEALER,), *clauses)
