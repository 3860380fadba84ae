"""From the counts to the discard rack: House Money, the result, every move of the settlement, markers, the end."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from minibac.machine.kinds import noted, signed
from minibac.machine.roles import SUPERVISORS, Role
from minibac.machine.who import same_person
from minibac.play.deal import announced
from minibac.play.decisions import check_count
from minibac.play.postings import moved
from minibac.play.results import Result
from minibac.play.settlement import (
    Action,
    SettledWager,
    Settlement,
    check_actions,
    move_words,
    settle_house_money,
    settle_unchecked,
)
from minibac.play.wagers import HOUSE_MONEY, MAIN, Wager, check_addition
from minibac.rules.house_rules import HouseRules
from minibac.rules.once import once
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, decides, not_now, reasoned, seated, time_left, turned_cards
from minibac.table.fold import apply_all
from minibac.table.guests import betting_opened, collection_only, deferred, wagers_no_more
from minibac.table.opening import nothing_owed
from minibac.table.state import CoupInPlay, Phase, TableState
from minibac.table.steps import F14, RACK_MISMATCH, book_of, order_lost, remedy_to_come, round_step
from minibac.table.tray import wrongly_laid
from minibac.voice.said import Money, Said, said

B37 = "B37"
"""The ruling on vigorish that a guest does not pay where no form exists for it, cited where it asks for more."""
TAKE = "take"
CALLED = {"dragon-7": "dragon_7", "panda-8": "panda_8"}
"""What is called beside the winner, and how a rulebook lists it."""
ROUNDS_NAMED = 5
"""How many of the latest rounds in the rack a refusal names."""
SCOREBOARD_COUPS = 200
"""After so many coups the scoreboard of a continuous device starts anew (F10)."""

# ------------------------------------------------------------------------------------------------------ House Money


def choice_due(state: TableState) -> int | None:
    """The seat whose House Money is next, while its guest has not yet said where the payout goes, or ``None``.

    Who won nothing, or has no wager to which the payout could be added, has nothing to choose (B06).
    """
    seat = house_money_due(state)
    if seat is None or seat in state.on_layout.choices or not any(pairs(state)):
        return None
    return seat if additions(state, seat) else None


def additions(state: TableState, seat: int) -> list[str]:
    """The wagers of a seat to which its House Money may be added; none of a guest who may not play any more."""
    if wagers_no_more(state, seat):
        return []
    return [wager for wager in MAIN if check_addition(state.rules, state.wagered, seat, wager) is None]


def house_money_due(state: TableState) -> int | None:
    """The seat whose House Money is settled next: from the dealer's right, counterclockwise."""
    return min((seat for seat, wager in state.wagers if wager == HOUSE_MONEY), default=None)


def pairs(state: TableState) -> tuple[bool, bool]:
    """Whether the first two cards of the Player's and of the Banker's Hand are a pair."""
    player, banker = state.on_layout.cards("player"), state.on_layout.cards("banker")
    assert player is not None
    assert banker is not None
    return player[0].rank == player[1].rank, banker[0].rank == banker[1].rank


@decides(c.ChooseHouseMoney)
def choose_house_money(state: TableState, command: c.ChooseHouseMoney) -> Decision:
    """A winner says where the payout goes; who says nothing takes it."""
    text = state.rules.rulebook.settlement
    clauses = text.house_money_choice or state.rules.rulebook.wagers.list
    if refusal := seated(state, command.seat):
        return refusal
    if (command.seat, HOUSE_MONEY) not in state.wagers:
        return refuse(Code.ADDITION, said("seat {seat} has no House Money to settle", seat=command.seat), *clauses)
    if command.choice not in (TAKE, *MAIN):
        sentence = said(
            "'{choice}' is no choice: take the payout, or add it to player or banker", choice=command.choice
        )
        return refuse(Code.ADDITION, sentence, *clauses, allowed=(TAKE, *MAIN))
    if not any(pairs(state)):
        return refuse(Code.ADDITION, said("neither hand is a pair: there is no payout to choose about"), *clauses)
    if command.choice != TAKE:
        refusal = wagers_no_more(state, command.seat)
        refusal = refusal or check_addition(state.rules, state.wagered, command.seat, command.choice)
        if refusal:
            return refusal
    if command.by.role is Role.HOUSE:
        if command.seat != choice_due(state):
            return not_now(state, command, *clauses)
        if early := time_left(state, command, state.timing.house_money_ms, *clauses):
            return early
    return (noted(e.HouseMoneyChosen, command, clauses),)


@decides(c.SettleHouseMoney)
def settle_house_money_at(state: TableState, command: c.SettleHouseMoney) -> Decision:
    """Settle the House Money of the next seat; nobody but the dealer moves the payout."""
    text = state.rules.rulebook.settlement
    seat = house_money_due(state)
    if command.seat != seat:
        sentence = said("House Money is settled from the dealer's right: seat {seat} comes first", seat=seat or 0)
        return refuse(Code.WRONG_ORDER, sentence, *reversed(text.house_money), allowed=(str(seat),))
    if choice_due(state) == seat:
        sentence = said(
            "seat {seat} has not said yet where its House Money goes: nobody decides that for the guest", seat=seat
        )
        return refuse(Code.STEP_MISSING, sentence, *text.house_money_choice, *text.house_money)
    mine = [wager for wager in state.wagered if wager.seat_no == seat]
    choice = state.on_layout.choices.get(seat, TAKE)
    additions = {seat: choice} if choice in MAIN else {}
    settled, live = settle_house_money(state.rules, *pairs(state), mine, additions, state.maximum_cents)
    if command.actions:
        made = tuple(Action(*move) for move in command.actions)
        if refusal := check_actions(state.rules, settled, made):
            return refusal
        if len(made) < len(settled.actions):
            left = settled.actions[len(made)]
            sentence = said(
                "the settlement of House Money at seat {seat} lacks {move}", seat=seat, move=move_words(left)
            )
            return refuse(Code.STEP_MISSING, sentence, *settled.grounds[left].clauses)
    if refusal := wrongly_laid(state, settled.actions, command.chips):
        return refusal
    outcome = settled.wagers[0]
    added = next((wager for wager in live if wager.added_cents), None)
    clauses = (*outcome.clauses, *(cl for action in settled.actions for cl in settled.grounds[action].clauses))
    facts = {"added_to": added.proposition, "added_cents": added.added_cents} if added else {}
    facts |= {"actions": settled.actions, "postings": settled.postings}
    return (noted(e.HouseMoneySettled, command, clauses, wager=outcome, **facts),)


# --------------------------------------------------------------------------------------------------------- the result


@decides(c.CallResult)
def call_result(state: TableState, command: c.CallResult) -> Decision:
    """Announce the final counts and the winner; at EZ, Dragon 7 and Panda 8 are called too."""
    result = state.coup_so_far().result
    right = announced(state.rules, result)
    special = special_call(state, result)
    called = (command.player, command.banker, command.result, command.call)
    if called != (result.player_total, result.banker_total, result.winner.value, special):
        sentence = said("the result is {calls}", calls=right.text)
        clauses = dict.fromkeys((*right.clauses, *_miscounted(state, command), *_miscalled(state, command, special)))
        return refuse(Code.WRONG_RESULT, sentence, *clauses, allowed=(result.winner.value,))
    result_called = signed(e.ResultCalled, command, right.clauses, code=result.code, announcement=right.text)
    if state.on_layout.simulated or state.wagers or state.spoken:
        return (result_called,)
    return (result_called, _settled(state, command, result.code, ()))


def _miscounted(state: TableState, command: c.CallResult) -> tuple[str, ...]:
    """The clauses of each final count that is announced wrong."""
    coup = state.coup_so_far()
    claims = ((coup.player, command.player), (coup.banker, command.banker))
    wrong = [check_count(cards, claimed, state.rules.rulebook) for cards, claimed in claims]
    return tuple(clause for refusal in wrong if refusal for clause in refusal.clauses)


def _miscalled(state: TableState, command: c.CallResult, special: str) -> tuple[str, ...]:
    """The clauses of a Dragon 7 or a Panda 8 that is called and is none."""
    calls = state.rules.rulebook.announcements
    return calls[CALLED[command.call]].clauses if command.call != special and CALLED.get(command.call) in calls else ()


def _settled(state: TableState, command: c.Command, code: int, wagers: tuple[SettledWager, ...]) -> e.CoupSettled:
    """The coup is settled: what each wager came to."""
    coup, clauses = state.on_layout, round_step(state, "settle").clauses
    every = (*coup.house_money_settled, *wagers)
    return signed(e.CoupSettled, command, clauses, coup_no=coup.no, code=code, wagers=every)


def special_call(state: TableState, result: Result) -> str:
    """``dragon-7`` or ``panda-8`` where this table has it called, otherwise nothing."""
    calls = state.rules.rulebook.announcements
    if state.rules.options["vigorish_type"] != "ez" or "dragon_7" not in calls:
        return ""
    return "dragon-7" if result.is_dragon_7 else "panda-8" if result.is_panda_8 else ""


# ----------------------------------------------------------------------------------------------------- the settlement


def right_settlement(state: TableState) -> Settlement:
    """Everything the dealer of the wagers has to do in this coup, in order; worked out once for a called result."""
    return _settlement(state.on_layout, state.wagers, state.rules)


@once
def _settlement(coup: CoupInPlay, wagers: Mapping[tuple[int, str], Wager], rules: HouseRules) -> Settlement:
    assert coup.code is not None
    dealt = coup.so_far(rules.drawing)
    return settle_unchecked(rules, Result.from_code(coup.code), tuple(wagers.values()), (dealt.player, dealt.banker))


@decides(c.TakeActions)
def take_actions(state: TableState, command: c.TakeActions) -> Decision:
    """Make moves of the settlement: collect, pay, return, take or mark vigorish. The first wrong one is refused."""
    step = round_step(state, "settle")
    right = right_settlement(state)
    before = tuple(Action(*move) for move in state.on_layout.moves)
    made = tuple(Action(*move) for move in command.actions)
    if not made:
        return refuse(Code.WRONG_STEP, said("no move was made"), *step.clauses)
    if refusal := check_actions(state.rules, right, (*before, *made)):
        return refusal._replace(also=(*refusal.also, *_when_charged(state, right, before, made)))
    if refusal := wrongly_laid(state, made, command.chips):
        return refusal
    keys = {(action.step, action.seat, action.wager) for action in made}
    postings = tuple(p for p in right.postings if (p.step, p.seat, p.wager) in keys)
    settled = {(w.seat, w.wager): w.clauses for w in right.wagers}
    clauses: list[str] = []
    for action in made:
        clauses += (*right.grounds[action].own, *right.grounds[action].order, *settled[action.seat, action.wager])
    book = state.rules.rulebook
    marks = book.owed.marker if any(action.step == "mark" for action in made) else ()
    when = collection_clauses(state) if any(action.step in CHARGES for action in made) else ()
    cited = (*clauses, *marks, *when, *book.settlement.dealer, *book.handling.wagers)
    taken = signed(e.ActionsTaken, command, cited, actions=made, postings=postings, chips=command.chips)
    if len(before) + len(made) < len(right.actions):
        return (taken,)
    assert state.on_layout.code is not None
    return (taken, _settled(state, command, state.on_layout.code, right.wagers))


CHARGES = ("vigorish", "mark")
"""Moves that take vigorish, or put a marker button down for it."""


def collection_clauses(state: TableState) -> tuple[str, ...]:
    """When vigorish is collected at this table: with the payment, or later."""
    return next((setting.clauses for setting in state.rules.settings if setting.name == "vigorish_collection"), ())


def _when_charged(
    state: TableState, right: Settlement, before: tuple[Action, ...], made: tuple[Action, ...]
) -> tuple[str, ...]:
    """The clauses of the collection, where the first wrong move leaves vigorish out or takes it in another way."""
    for number, move in enumerate(made):
        done = (*before, *made[:number])
        if check_actions(state.rules, right, (*done, move)):
            due = [action for action in right.actions if action.step in CHARGES and action not in done]
            charged = move.step in CHARGES or any(action.seat == move.seat for action in due)
            return collection_clauses(state) if charged else ()
    return ()


@decides(c.RackCards)
def rack_cards(state: TableState, command: c.RackCards) -> Decision:
    """The cards of the coup go to the discard rack; betting opens again unless something else is due."""
    step = round_step(state, "discard")
    coup = state.on_layout
    apart = state.rules.rulebook.simulated.rack if coup.simulated else ()
    voided = coup.code is None and not coup.simulated
    handled = any(incident.kind == Mishap.CARD_HANDLED for incident in state.incidents.values())
    untouched = () if handled else state.rules.rulebook.handling.cards
    clauses = (*step.clauses, *untouched, *apart)
    cards = {"player": coup.player, "banker": coup.banker, "simulated": coup.simulated}
    racked = signed(e.CardsRacked, command, clauses, coup_no=coup.no, **cards, voided=voided)
    return (racked, *reopen(apply_all(state, [racked]), command))


def reopen(state: TableState, command: c.Command) -> tuple[e.Event, ...]:
    """Open the betting of the next coup, or end a continuous shoe's round, when nothing else is due first."""
    if state.phase is not Phase.BETWEEN or state.strays or state.shoe_is_over or state.last_hand_due:
        return ()
    if state.resume == "bet":  # a simulated round came before the call: the same betting goes on
        clauses = state.rules.rulebook.simulated.dealt
        return (signed(e.BettingOpened, command, clauses, coup_no=state.coup_no),)
    if state.continuous:
        return (*_scoreboard(state, command), _round_of_device_over(state, command))
    return (betting_opened(state, command),)


def _round_of_device_over(state: TableState, command: c.Command) -> e.ShoeEnded:
    """The cards go back into the device; a card that waits on the layout keeps the order from being shown (F10)."""
    clauses = state.rules.setting("shuffler").clauses
    held_back = bool(state.carried) and not order_lost(state)
    return signed(e.ShoeEnded, command, clauses, shoe_no=state.shoe_no, held_back=held_back)


def _scoreboard(state: TableState, command: c.Command) -> tuple[e.Event, ...]:
    if len(state.results) < SCOREBOARD_COUPS:
        return ()
    clauses = state.rules.setting("shuffler").clauses
    return (signed(e.ScoreboardRestarted, command, clauses, reason=f"{SCOREBOARD_COUPS} rounds"),)


@decides(c.RestartScoreboard)
def restart_scoreboard(state: TableState, command: c.RestartScoreboard) -> Decision:
    """Where no shoe ends, the floor may start the scoreboard anew; elsewhere it follows the shoe."""
    clauses = state.rules.setting("shuffler").clauses
    if refusal := reasoned(command.reason, *clauses):
        return refusal
    if not state.continuous:
        return not_now(state, command, *clauses)
    return (signed(e.ScoreboardRestarted, command, clauses, reason=command.reason),)


@decides(c.CallLastHand)
def call_last_hand(state: TableState, command: c.CallLastHand) -> Decision:
    step = round_step(state, "last-hand")
    if not state.last_hand_due or state.shoe_is_over or state.strays:
        return not_now(state, command, *step.clauses)
    words = Said(state.rules.rulebook.announcements["last_hand"].text)
    called = signed(e.LastHandCalled, command, step.clauses, announcement=words)
    return (called, *reopen(apply_all(state, [called]), command))


@decides(c.EndShoe)
def end_shoe(state: TableState, command: c.EndShoe) -> Decision:
    """The shoe is over; whatever is owed is collected before the cards go to the shuffle (A06)."""
    step = round_step(state, "last-hand")
    over = state.shoe_is_over or (order_lost(state) and not state.wagers and not state.spoken)
    if not over or remedy_to_come(state):
        return not_now(state, command, *step.clauses.led_by("one_more"))
    if refusal := nothing_owed(state):
        return refusal
    owed = state.rules.rulebook.owed.before_reshuffle if deferred(state) else ()
    why = state.void_for or ((F14,) if order_lost(state) else step.clauses)
    return (signed(e.ShoeEnded, command, (*why, *owed), shoe_no=state.shoe_no),)


# ------------------------------------------------------------------------------------------------------- reconstruction


class Rebuilt(NamedTuple):
    """The hands of a coup, rebuilt from the discard rack; ``None`` is a card that was never turned."""

    player: tuple[str | None, ...]
    banker: tuple[str | None, ...]
    clauses: tuple[str, ...]


def reconstruct(state: TableState, coup_no: int, *, simulated: bool = False) -> Rebuilt | None:
    """The hands of a coup of this shoe in the order in which their cards came, or ``None``: it is not in the rack."""
    found = (r for r in state.rack if r.coup_no == coup_no and r.simulated == simulated)
    racked = next(found, None)
    if racked is None:
        return None
    player, banker = (tuple(map(state.shown.get, hand)) for hand in (racked.player, racked.banker))
    return Rebuilt(player, banker, (round_step(state, "discard").clauses.named("reconstruct"),))


@decides(c.Reconstruct)
def reconstruct_coup(state: TableState, command: c.Reconstruct) -> Decision:
    """In a dispute the hands are rebuilt from the rack; what lies there otherwise than in the log is an incident."""
    clauses = round_step(state, "discard").clauses.led_by("reconstruct")
    rebuilt = reconstruct(state, command.coup_no, simulated=command.simulated)
    if rebuilt is None:
        sentence = said("round {round} is not in the discard rack", round=command.coup_no)
        known = tuple(str(racked.coup_no) for racked in state.rack)
        return refuse(Code.WRONG_STEP, sentence, *clauses, allowed=known[-ROUNDS_NAMED:])
    lie = (command.player_cards, command.banker_cards)
    same_size = all(len(cards) == len(hand) for cards, hand in zip(lie, rebuilt[:2], strict=True))
    if same_size and all(
        known in (None, card)
        for cards, hand in zip(lie, rebuilt[:2], strict=True)
        for card, known in zip(cards, hand, strict=True)
    ):
        return (noted(e.CoupReconstructed, command, rebuilt.clauses),)
    note = f"the rack does not give round {command.coup_no} as it was dealt"
    facts = {"number": state.incident_no + 1, "kind": RACK_MISMATCH, "note": note, "stops_play": True}
    mismatch = signed(e.IncidentOpened, command, rebuilt.clauses, **facts, staff=dict(state.staff))
    if not state.by_hand or not same_size or _unlikely(state, command):
        return (mismatch,)
    return (noted(e.CoupReconstructed, command, rebuilt.clauses), mismatch)  # a card of a real table was named wrong


def _unlikely(state: TableState, command: c.Reconstruct) -> Refusal | None:
    """Why these cannot be the cards in the rack, beside all others that have been turned."""
    racked = next(r for r in state.rack if (r.coup_no, r.simulated) == (command.coup_no, command.simulated))
    others = {p: card for p, card in state.shown.items() if p not in (*racked.player, *racked.banker)}
    cards = (*command.player_cards, *command.banker_cards)
    return turned_cards(replace(state, shown=others), cards, len(cards))


# ----------------------------------------------------------------------------------------------------------- vigorish


@decides(c.CollectVigorish)
def collect_vigorish(state: TableState, command: c.CollectVigorish) -> Decision:
    """The dealer collects what a marker button shows, or its guest pays it; rounded now where the house rounds at
    collection (A04)."""
    owed = state.rules.rulebook.owed
    if refusal := seated(state, command.seat):
        return refusal
    debt = state.owed(command.seat)
    charge = book_of(state.rules).charge
    if not debt or charge is None:
        return refuse(Code.NOTHING_OWED, said("seat {seat} owes no vigorish", seat=command.seat), *owed.stays)
    right = charge.collected_cents(debt)
    if refusal := _owes(command, right, *owed.stays, *charge.clauses):
        return refusal
    if state.chips(command.seat) < right:
        sentence = said("seat {seat} has too few chips to pay {owed}", seat=command.seat, owed=Money(right))
        return refuse(Code.NOT_ENOUGH_CHIPS, sentence, *owed.leaving)
    away = not state.seats[command.seat].connected and command.by.role is not Role.GUEST
    if collection_only(state) and away and not floor_says(state, command.seat):
        sentence = said(
            "the guest of seat {seat} is away: the floorperson reports it before the dealer takes the vigorish",
            seat=command.seat,
        )
        return refuse(Code.NOT_YOURS, sentence, B37)
    seat, clause = command.seat, owed.stays.one
    chips, place = f"seat/{seat}/chips", (seat, "banker")
    postings = (
        *moved("collect-vigorish", debt, chips, f"seat/{seat}/owed", clause, *place),
        *moved("collect-vigorish", right - debt, chips, "vigorish", clause, *place),
    )
    clauses = (*owed.stays, *owed.before_reshuffle, *charge.clauses)
    receipt = f"V-{state.shoe_no}-{state.coup_no}-{seat}"
    collected = noted(e.VigorishCollected, command, clauses, receipt=receipt, postings=postings)
    return (collected, *_no_longer_owed(state, command, clauses, "the vigorish is collected"))


def floor_says(state: TableState, seat: int) -> bool:
    """Whether a supervisor has reported that the guest of a seat has gone, or cannot pay (B37)."""
    return any(
        i.kind == Mishap.UNCOLLECTED and i.seat == seat and i.role in SUPERVISORS for i in state.incidents.values()
    )


def _no_longer_owed(
    state: TableState, command: c.CollectVigorish | c.ClearVigorish, clauses: tuple[str, ...], words: str
) -> tuple[e.Event, ...]:
    """With a debt its incidents are over."""
    return tuple(
        signed(e.IncidentResolved, command, clauses, number=incident.number, resolution=words)
        for incident in state.incidents.values()
        if incident.kind == Mishap.UNCOLLECTED and incident.seat == command.seat
    )


def _owes(command: c.CollectVigorish | c.ClearVigorish, cents: int, *clauses: str) -> Refusal | None:
    """Why another sum than the one owed is neither collected nor cleared, or ``None``."""
    if command.cents == cents:
        return None
    sums = {"owed": Money(cents), "sum": Money(command.cents)}
    sentence = said("seat {seat} owes {owed}, not {sum}", seat=command.seat, **sums)
    return refuse(Code.WRONG_PAYMENT, sentence, *clauses, allowed=(str(cents),))


@decides(c.ClearVigorish)
def clear_vigorish(state: TableState, command: c.ClearVigorish) -> Decision:
    """Take a debt off the layout that cannot be collected: by a form, or at the house's expense."""
    owed, path = state.rules.rulebook.owed, state.rules.rulebook.fixed["uncollected_path"]
    clauses = (path.clause, *owed.stays)
    if command.seat not in state.left_owing and (refusal := seated(state, command.seat)):
        return refusal
    debt = state.owed(command.seat)
    if not debt:
        return refuse(Code.NOTHING_OWED, said("seat {seat} owes no vigorish", seat=command.seat), *clauses)
    if refusal := _owes(command, debt, *clauses) or reasoned(command.reference, *clauses):
        return refusal
    if collection_only(state) and (refusal := _house_does_not_pay(state, command, owed.stays)):
        return refusal
    account = f"seat/{command.seat}/owed"
    postings = moved("clear-vigorish", debt, "comps", account, path.clause, seat=command.seat, wager="banker")
    cleared = noted(e.VigorishCleared, command, clauses, postings=postings)
    return (cleared, *_no_longer_owed(state, command, clauses, "the house pays in the guest's place"))


def _house_does_not_pay(state: TableState, command: c.ClearVigorish, stays: tuple[str, ...]) -> Refusal | None:
    """Why nothing but collection clears this marker button now, or ``None`` (B37)."""
    seat = command.seat
    if state.rules.options.get("uncollected_vigorish") != "house-pays":
        sentence = said(
            "nothing but collection clears the marker button of seat {seat}: it stays and the shuffle waits"
        )
        return refuse(Code.VIGORISH_OWED, sentence.about(seat=seat), *stays)
    spoken_for = (spoken.seat for spoken in state.spoken)
    if state.chips(seat) or seat in (*(no for no, _ in state.wagers), *spoken_for):
        sentence = said("the guest of seat {seat} has chips at the table: the vigorish is taken from them")
        return refuse(Code.VIGORISH_OWED, sentence.about(seat=seat), *stays)
    incident = state.incidents.get(int(command.reference)) if command.reference.isdecimal() else None
    attests = incident is not None and (incident.kind, incident.seat) == (Mishap.UNCOLLECTED, seat) and incident.role
    if incident is None or not attests:
        sentence = said("somebody on duty here reports first that the vigorish of seat {seat} cannot be collected")
        return refuse(Code.VIGORISH_OWED, sentence.about(seat=seat), *stays)
    return same_person(command.by, (incident.by,), B37)


@decides(c.ChangeMarker)
def change_marker(state: TableState, command: c.ChangeMarker) -> Decision:
    """A marker button is the balance owed, not a second number: set to anything else it is refused."""
    owed = state.rules.rulebook.owed
    debt = state.owed(command.seat)
    if command.cents == debt:
        return ()
    sentence = said(
        "the marker button of seat {seat} shows {owed} until that is collected", seat=command.seat, owed=Money(debt)
    )
    return refuse(Code.WRONG_PAYMENT, sentence, *owed.stays, *owed.marker, allowed=(str(debt),))
