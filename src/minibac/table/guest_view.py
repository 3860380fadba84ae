"""What not everybody may see: the cards in a guest's own hands, what the table asks of a seat, what the floor knows.

Nobody's view holds the order of the shoe: what the state does not contain cannot leak. A card that is handed to a
bettor is seen by that bettor alone; the others see a back until it is turned.
"""

from collections.abc import Mapping

from minibac.machine.roles import Actor, Role
from minibac.play.wagers import HOUSE_MONEY
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.dealer_view import next_step
from minibac.table.guests import can_pay, may_go, may_owe, not_ready, to_pay
from minibac.table.names import incident_name
from minibac.table.opening import decks_due_at
from minibac.table.phases import BETWEEN_COUPS, CUT_PHASES, CUTTING, PROCEDURES, SHARING, UNDECIDED, sharing
from minibac.table.settling import TAKE, additions, choice_due
from minibac.table.state import Partnership, Phase, TableState
from minibac.table.steps import has_answered, missing_steps, wishes
from minibac.table.view_types import (
    FloorYours,
    LeavingPart,
    PartnershipPart,
    PlainCommand,
    Question,
    ReadyPart,
    SeatedYours,
    ShareAsk,
    StepPart,
)
from minibac.voice.said import said

NOTHING_HELD: Mapping[int, str] = {}

CONFIDENTIAL = (Role.SURVEILLANCE, Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER)
"""Who sees incidents, names, the rack and when the decks are due; guests see a number and a name."""


def may_see(state: TableState, audience: Actor) -> frozenset[int]:
    """The positions of this shoe whose cards the audience may see: those turned, and those in its own hands."""
    seen = set(state.shown)
    coup = state.coup
    if coup is not None and coup.handed and audience.role is Role.GUEST:
        seat = coup.holders[coup.handed]
        if audience.seat == seat and state.seats[seat].guest == audience.id:
            seen.update(coup.hand(coup.handed))
    return frozenset(seen)


def seat_of(state: TableState, person: str) -> int:
    """The seat of a guest, 0 for somebody who stands."""
    return next((no for no, seat in state.seats.items() if seat.guest == person), 0)


ANSWERED_BY: Mapping[Question, tuple[type[c.Command], ...]] = {
    "cut": (c.AnswerCut, c.CutStack),
    "right": (c.AnswerRight,),
    "turn": (c.ReturnCards, c.Relinquish),
    "house-money": (c.ChooseHouseMoney,),
    "look": (c.DoStep,),
    "spread": (c.DoStep,),
}
"""What the table may ask of a guest, and the commands that answer it."""


def questions(state: TableState, seat: int) -> dict[Question, list[PlainCommand]]:
    """What the table waits for from this seat, and its answers as they can be sent, that of who plays along first."""
    answers: dict[Question, list[PlainCommand]] = {}
    coup = state.coup
    if state.phase in CUTTING and state.cut_seat == seat:
        answers["cut"] = _cut_answers(state)
    if coup is not None and coup.offering and coup.offered == seat:
        answers["right"] = [_sent(c.AnswerRight, hand=coup.offering, accept=accept) for accept in (True, False)]
    if coup is not None and coup.handed and coup.holders[coup.handed] == seat:
        answers["turn"] = [_sent(kind, hand=coup.handed) for kind in ANSWERED_BY["turn"]]
    if state.phase is Phase.HOUSE_MONEY and seat == choice_due(state):
        places = (TAKE, *additions(state, seat))
        answers["house-money"] = [_sent(c.ChooseHouseMoney, seat=seat, choice=place) for place in places]
    sits = state.seats.get(seat)
    if state.phase in PROCEDURES and not (sits and sits.arriving):
        step, batch = next(iter(missing_steps(state)), (None, ""))
        if step is not None and step.roles == ("guest",) and not has_answered(state, seat):
            looks = [_sent(c.DoStep, step=step.id, batch=batch, ok=ok) for ok in (True, False)]
            answers["spread" if step.starts else "look"] = looks
    return answers


def _sent(kind: type[c.Command], **facts: str | int | bool) -> PlainCommand:
    """A command as a page sends it, with what answers the question and nothing else."""
    return {"command": kind.__name__, **facts}


def _cut_answers(state: TableState) -> list[PlainCommand]:
    """Take the cut or decline it; then where, for which the middle stands."""
    if state.phase is Phase.CUT_OFFER:
        return [_sent(c.AnswerCut, accept=accept) for accept in (True, False)]
    return [_sent(c.CutStack, position=state.cards_count // 2)]


def leaving(state: TableState, seat: int) -> LeavingPart:
    """How the guest of a seat gets away: after this round or now, what is to be paid first, whether without paying."""
    refusal, pay_cents = may_go(state, seat), to_pay(state, seat)
    able = can_pay(state, seat)
    payable = able and state.phase not in UNDECIDED
    waits = (able and not payable) or (refusal is not None and refusal.code is Code.NOT_NOW)
    unpaid = pay_cents > 0 and may_owe(state, seat, Role.GUEST)
    return {"waits": waits, "pay_cents": pay_cents, "payable": payable, "unpaid": unpaid}


def guest_depends(state: TableState) -> tuple[object, ...]:
    """What ``yours`` of any guest is made from, beside the guest's own money; while it is the same, so is that part."""
    coup = state.coup
    asked = (state.done, state.answers) if state.phase in PROCEDURES else ()
    money = state.wagers if state.phase is Phase.HOUSE_MONEY else ()
    turning = state.phase in (*CUT_PHASES, Phase.HOUSE_MONEY, *PROCEDURES)
    called = state.phase if turning else state.phase in UNDECIDED
    ready = (state.ready, not_ready(state)) if state.phase is Phase.BETTING else None
    share = (state.phase, state.shares) if state.phase in SHARING else ()
    said_here = (ready, called, asked, share)
    base = (state.seats, said_here, state.partnerships, state.cut_seat, money, state.spoken, state.tray_open)
    if coup is None:
        return base
    held = (coup.known, coup.player, coup.banker) if coup.handed else ()
    return (*base, coup.holders, coup.house_money_done, coup.handed, coup.offering, coup.offered, coup.choices, held)


def guest_part(state: TableState, seat: int, held: Mapping[int, str] = NOTHING_HELD) -> SeatedYours:
    """``yours`` of a guest. ``held``: cards the vault shows because this guest holds them; nothing else is taken."""
    sits = state.seats.get(seat)
    if sits is None:
        raise LookupError(said("nobody sits at seat {seat}", seat=seat))
    coup = state.coup
    cards: dict[str, list[str | None]] = {}
    if coup is not None and coup.handed and coup.holders[coup.handed] == seat:
        allowed = may_see(state, Actor(sits.guest, Role.GUEST, seat))
        known = {position: card for position, card in {**held, **coup.known}.items() if position in allowed}
        cards[coup.handed] = [known.get(position) for position in coup.hand(coup.handed)]
    answers = questions(state, seat)
    part: SeatedYours = {
        "seat": seat,
        "chips_cents": state.chips(seat),
        "owed_cents": state.owed(seat),
        "cards": cards,
        "leaving": leaving(state, seat),
        "asks": list(answers),
        "answers": answers,
        "arriving": sits.arriving,
        "ready": _ready(state, seat),
        "wishes": wishes(state),
        "share": _share(state, seat),
        "partnerships": [
            {**partnership_part(state, each), "agreed": sits.guest in each.agreed}
            for each in state.partnerships
            if sits.guest in each.guests
        ],
    }
    if "cut" in answers:
        part["may_decline"] = state.phase is Phase.CUT_OFFER
    if "house-money" in answers:
        stake_cents = state.wagers[seat, HOUSE_MONEY].stake_cents
        part["house_money"] = {"stake_cents": stake_cents, "places": additions(state, seat)}
    return part


def _share(state: TableState, seat: int) -> ShareAsk | None:
    """What is asked of this guest's program for the shuffle, if anything."""
    if state.phase is Phase.SHARES and seat in sharing(state):
        return {"asks": "hash", "shoe_no": state.shoe_no + 1, "seat": seat, "hash": ""}
    if state.phase is not Phase.MIXING:
        return None
    guest = state.seats[seat].guest
    mine = next((given for given in sharing(state) if state.shares[given].guest == guest), None)
    if mine is None:
        return None
    return {"asks": "value", "shoe_no": state.shoe_no, "seat": mine, "hash": state.shares[mine].hash}


def _ready(state: TableState, seat: int) -> ReadyPart | None:
    """While wagers are taken: whether this guest has said that all are laid, and for which others the call waits."""
    if state.phase is not Phase.BETTING:
        return None
    others = sorted(set(not_ready(state)) - {seat})
    return {"said": seat in state.ready, "others": len(others), "seats": others}


def partnership_part(state: TableState, partnership: Partnership) -> PartnershipPart:
    """Who of a partnership is here, whether it counts yet, and who may end it."""
    seats = list(state.seats_of(partnership.guests))
    return {"number": partnership.number, "seats": seats, "counts": partnership.counts, "marked": partnership.marked}


def floor_depends(state: TableState) -> tuple[object, ...]:
    """What the floor's part is made from; a card that lies in the rack is not turned again."""
    guests = tuple((seat, state.seats[seat].guest, state.seats[seat].excluded) for seat in state.occupied)
    debts = state.owing if state.phase in BETWEEN_COUPS else ()
    asked = (state.phase, state.done, state.spoken, state.coup and state.coup.exposed, debts)
    return (guests, state.incidents, state.staff, state.partnerships, decks_due_at(state), state.rack, asked)


ELSEWHERE = ("ResolveIncident", "ConfirmUnfinishable")
"""An incident has a row of its own on the floor's page, with what is to be said about it."""


def floor_asked(state: TableState) -> StepPart | None:
    """What the table waits for from its floorperson: a check, a word about a card that was disclosed, a spoken wager to
    confirm, decks to change, a debt."""
    step = next_step(state, state.at)
    if step is None or step["role"] != Role.FLOORPERSON or step["command"]["command"] in ELSEWHERE:
        return None
    return step


def floor_part(state: TableState) -> FloorYours:
    """What the floor and surveillance see beyond the table: incidents, people, the rack, when the decks are due."""
    return {
        "guests": {seat: state.seats[seat].guest for seat in state.occupied},
        "may_not_play": [seat for seat in state.occupied if state.seats[seat].excluded],
        "incidents": [
            {
                "number": i.number,
                "kind": i.kind,
                "label": str(said("{kind:^}", kind=incident_name(i.kind))),
                "said": said("{kind:^}", kind=incident_name(i.kind)),
                "note": i.note,
                "stops_play": i.stops_play,
                "seat": i.seat,
            }
            for i in state.incidents.values()
        ],
        "staff": dict(state.staff),
        "partnerships": [{**partnership_part(state, each), "guests": list(each.guests)} for each in state.partnerships],
        "decks_due_at": decks_due_at(state),
        "asked": floor_asked(state),
        "rack": [
            {
                "coup_no": racked.coup_no,
                "player": [state.shown.get(position) for position in racked.player],
                "banker": [state.shown.get(position) for position in racked.banker],
                "simulated": racked.simulated,
                "voided": racked.voided,
            }
            for racked in state.rack
        ],
    }
