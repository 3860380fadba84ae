"""What each event does to the state. Events are facts: applying one never asks whether it was right."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from minibac.machine.fold import Fold, Register
from minibac.play.wagers import Coupon, Wager
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import load
from minibac.table import events as e
from minibac.table.phases import PHASES
from minibac.table.state import (
    NOBODY,
    CoupInPlay,
    HeldBack,
    Incident,
    Racked,
    SeatState,
    Spoken,
    Stray,
    TableState,
)

applies = Register[TableState, TableState]()
"""The one function that applies an event."""


def opened(event: e.TableOpened) -> TableState:
    """The first state of a table. The house rules come from the event, so that a log stands alone."""
    rules = build(load(event.rulebook), event.options, references=event.references, approved=event.approved)
    if not isinstance(rules, HouseRules):
        raise ValueError(f"a log opens a table under options that are no house rules: {rules[0]}")
    return TableState(
        table=event.table,
        rules=rules,
        minimum_cents=event.minimum_cents,
        maximum_cents=event.maximum_cents,
        minimum_age=event.minimum_age,
        by_hand=event.by_hand,
        at=event.at,
        since=event.at,
    )


def _coup(state: TableState) -> CoupInPlay:
    assert state.coup is not None, "no coup is on the layout"
    return state.coup


# ------------------------------------------------------------------------------------------------- staff and opening


@applies(e.StaffAssigned)
def _(state: TableState, event: e.StaffAssigned) -> TableState:
    return replace(state, staff={**state.staff, event.duty: event.person})


@applies(e.ProcedureStarted)
def _(state: TableState, event: e.ProcedureStarted) -> TableState:
    fresh = True if event.procedure == "opening" else state.fresh
    return replace(state, procedure=event.procedure, done=(), done_by={}, fresh=fresh)


@applies(e.StepDone)
def _(state: TableState, event: e.StepDone) -> TableState:
    done_by = {**state.done_by, event.step: event.by}
    since = event.at if event.step == "receive" else state.decks_since
    return replace(state, done=(*state.done, (event.step, event.batch)), done_by=done_by, decks_since=since)


@applies(e.DecksRejected)
def _(state: TableState, event: e.DecksRejected) -> TableState:
    return replace(state, done=tuple(step for step in state.done if step[1] != event.batch))


@applies(e.ProcedureFinished)
def _(state: TableState, event: e.ProcedureFinished) -> TableState:
    return replace(state, procedure=event.procedure)


@applies(e.BatchesSwapped)
def _(state: TableState, event: e.BatchesSwapped) -> TableState:
    return replace(state, in_play=event.in_play)


@applies(e.StackCommitted)
def _(state: TableState, event: e.StackCommitted) -> TableState:
    return replace(
        state,
        shoe_no=event.shoe_no,
        cards_count=event.cards_count,
        commitment=event.commitment,
        next_index=event.carried_count,
        carried=tuple(range(event.carried_count)),
        depth=0,
        cut_seat=NOBODY,
        cut_asked=(),
        cut_position=0,
        recut=False,
        cut_card_seen=False,
        last_hand_due=False,
        last_hand_called=False,
        last_hand_played=False,
        reshuffle_due=False,
        rack=(),
        burned=(),
        shown={},
        results=state.results if state.continuous else (),
    )


@applies(e.ShoeRevealed)
def _(state: TableState, event: e.ShoeRevealed) -> TableState:
    if event.shoe_no != state.shoe_no:
        return replace(state, held_back=tuple(shoe for shoe in state.held_back if shoe.shoe_no != event.shoe_no))
    return replace(state, commitment="")


# ----------------------------------------------------------------------------------------------------- cut and burn


@applies(e.CutOffered)
def _(state: TableState, event: e.CutOffered) -> TableState:
    return replace(state, cut_seat=event.seat)


@applies(e.CutAnswered)
def _(state: TableState, event: e.CutAnswered) -> TableState:
    return replace(state, cut_asked=(*state.cut_asked, event.seat))


@applies(e.StackCut)
def _(state: TableState, event: e.StackCut) -> TableState:
    return replace(state, cut_position=event.position, cut_seat=event.seat)


@applies(e.RecutOrdered)
def _(state: TableState, event: e.RecutOrdered) -> TableState:
    return replace(state, recut=True, depth=0, cut_asked=())


@applies(e.CutCompleted)
def _(state: TableState, event: e.CutCompleted) -> TableState:
    return replace(state, depth=event.depth)


@applies(e.ShoeLoaded)
def _(state: TableState, event: e.ShoeLoaded) -> TableState:
    return replace(state, last_batch=event.batch, fresh=False)


@applies(e.CardsBurned)
def _(state: TableState, event: e.CardsBurned) -> TableState:
    return replace(
        state,
        next_index=state.next_index + len(event.positions),
        burned=(*state.burned, *event.positions),
        shown={**state.shown, **event.shown},
        cut_card_seen=state.cut_card_seen or state.cards_left - len(event.positions) < state.depth,
    )


@applies(e.OptionsChanged)
def _(state: TableState, event: e.OptionsChanged) -> TableState:
    before = state.rules
    rules = build(before.rulebook, event.options, references=before.references, approved=before.approved)
    if not isinstance(rules, HouseRules):
        raise ValueError(f"a log changes a table to options that are no house rules: {rules[0]}")
    return replace(state, rules=rules)


# ----------------------------------------------------------------------------------------------------------- guests


@applies(e.SeatTaken)
def _(state: TableState, event: e.SeatTaken) -> TableState:
    return replace(state, seats={**state.seats, event.seat: SeatState(event.guest, event.name)})


@applies(e.SeatLeft)
def _(state: TableState, event: e.SeatLeft) -> TableState:
    seats = {no: seat for no, seat in state.seats.items() if no != event.seat}
    left = (tuple(no for no in group if no != event.seat) for group in state.partners)
    return replace(state, seats=seats, partners=tuple(group for group in left if len(group) > 1))


@applies(e.SeatChanged)
def _(state: TableState, event: e.SeatChanged) -> TableState:
    seats = {event.to if no == event.seat else no: seat for no, seat in state.seats.items()}
    partners = tuple(tuple(event.to if no == event.seat else no for no in group) for group in state.partners)
    cut_seat = event.to if state.cut_seat == event.seat else state.cut_seat
    return replace(state, seats=seats, partners=partners, cut_seat=cut_seat)


@applies(e.ConnectionSaid)
def _(state: TableState, event: e.ConnectionSaid) -> TableState:
    seat = replace(state.seats[event.seat], connected=event.connected, lost_at=0 if event.connected else event.at)
    return replace(state, seats={**state.seats, event.seat: seat})


@applies(e.ChipsBought)
def _(state: TableState, event: e.ChipsBought) -> TableState:
    seat = replace(state.seats[event.seat], transfer=event.transfer)
    return replace(state, seats={**state.seats, event.seat: seat})


@applies(e.PartnersDeclared)
def _(state: TableState, event: e.PartnersDeclared) -> TableState:
    kept = tuple(group for group in state.partners if not set(group) & set(event.seats))
    return replace(state, partners=(*kept, event.seats))


@applies(e.TurningWaived)
def _(state: TableState, event: e.TurningWaived) -> TableState:
    seat = replace(state.seats[event.seat], waives=event.waive)
    return replace(state, seats={**state.seats, event.seat: seat})


# ----------------------------------------------------------------------------------------------------------- wagers


@applies(e.BettingOpened)
def _(state: TableState, event: e.BettingOpened) -> TableState:
    return replace(state, coup_no=event.coup_no, resume="")


@applies(e.WagerPlaced)
def _(state: TableState, event: e.WagerPlaced) -> TableState:
    key = (event.seat, event.wager)
    before = state.wagers.get(key, Wager(event.seat, event.wager, 0))
    coupon = Coupon(event.coupon_cents, event.coupon_serial) if event.coupon_serial else before.coupon
    wager = before._replace(stake_cents=before.stake_cents + event.cents, coupon=coupon)
    return replace(state, wagers={**state.wagers, key: wager})


@applies(e.WagerWithdrawn)
def _(state: TableState, event: e.WagerWithdrawn) -> TableState:
    key = (event.seat, event.wager)
    left = state.wagers[key].stake_cents - event.cents
    wagers = {k: w for k, w in state.wagers.items() if k != key}
    if left:
        wagers[key] = state.wagers[key]._replace(stake_cents=left)
    return replace(state, wagers=wagers)


@applies(e.WagerSpoken)
def _(state: TableState, event: e.WagerSpoken) -> TableState:
    spoken = Spoken(event.seat, event.wager, event.cents, event.cash_cents, event.at)
    return replace(state, spoken=(*state.spoken, spoken))


@applies(e.SpokenConfirmed)
def _(state: TableState, event: e.SpokenConfirmed) -> TableState:
    spoken = tuple(
        replace(s, confirmed=(*s.confirmed, event.role), accepted=event.accepted)
        if (s.seat, s.wager) == (event.seat, event.wager)
        else s
        for s in state.spoken
    )
    return replace(state, spoken=spoken)


@applies(e.SpokenReturned)
def _(state: TableState, event: e.SpokenReturned) -> TableState:
    return replace(state, spoken=tuple(s for s in state.spoken if (s.seat, s.wager) != (event.seat, event.wager)))


@applies(e.CashConverted)
def _(state: TableState, event: e.CashConverted) -> TableState:
    key = (event.seat, event.wager)
    found = next(s for s in state.spoken if (s.seat, s.wager) == key)
    before = state.wagers.get(key, Wager(event.seat, event.wager, 0))
    wager = before._replace(stake_cents=before.stake_cents + found.cents)
    spoken = tuple(s for s in state.spoken if s is not found)
    return replace(state, spoken=spoken, wagers={**state.wagers, key: wager})


@applies(e.BettingClosed)
def _(state: TableState, event: e.BettingClosed) -> TableState:
    coup = CoupInPlay(
        no=state.coup_no,
        waiting=state.carried,
        holders={"player": event.player_holder, "banker": event.banker_holder},
    )
    return replace(state, coup=coup, carried=(), remedied=())


# ---------------------------------------------------------------------------------------------------------- dealing


@applies(e.CardDealt)
def _(state: TableState, event: e.CardDealt) -> TableState:
    coup = _coup(state)
    changed: dict[str, Any] = {}
    hands: dict[str, Any] = {event.hand: (*coup.hand(event.hand), event.position)}
    if event.card:
        hands["known"] = {**coup.known, event.position: event.card}
        changed["shown"] = {**state.shown, event.position: event.card}
    if event.position == state.next_index:
        changed["next_index"] = state.next_index + 1
    elif event.position in coup.waiting:
        hands["waiting"] = tuple(p for p in coup.waiting if p != event.position)
        if not hands["waiting"] and not state.carried:
            changed["carried_clauses"] = ()
    else:
        changed["strays"] = _without(state.strays, (event.position,))
    if event.cut_card:
        changed["cut_card_seen"] = True
    return replace(state, coup=replace(coup, **hands), **changed)


@applies(e.BankerTucked)
def _(state: TableState, event: e.BankerTucked) -> TableState:
    return replace(state, coup=replace(_coup(state), tucked=True))


@applies(e.CardsHanded)
def _(state: TableState, event: e.CardsHanded) -> TableState:
    return replace(state, coup=replace(_coup(state), handed=event.hand))


@applies(e.CardsTurned)
def _(state: TableState, event: e.CardsTurned) -> TableState:
    coup = _coup(state)
    changed: dict[str, Any] = {"known": {**coup.known, **event.cards}}
    if coup.handed == event.hand:
        changed["handed"] = ""
    if coup.offering == event.hand:
        changed |= {"offering": "", "offered": NOBODY}
    return replace(state, coup=replace(coup, **changed), shown={**state.shown, **event.cards})


@applies(e.CardCorrected)
def _(state: TableState, event: e.CardCorrected) -> TableState:
    """The count of a first hand is to be announced again."""
    coup = _coup(state)
    called = coup.called
    if event.hand in called and event.position in coup.hand(event.hand)[:2]:
        called = () if event.hand == "player" else ("player",)
    coup = replace(coup, known={**coup.known, event.position: event.card}, called=called)
    return replace(state, coup=coup, shown={**state.shown, event.position: event.card})


@applies(e.RightSurrendered)
def _(state: TableState, event: e.RightSurrendered) -> TableState:
    coup = _coup(state)
    holders = {**coup.holders, event.hand: event.offered if event.offered == 0 else coup.holders[event.hand]}
    coup = replace(
        coup,
        handed="",
        offering=event.hand if event.offered else "",
        offered=event.offered,
        asked=(event.seat,),
        holders=holders,
    )
    return replace(state, coup=coup)


@applies(e.RightAnswered)
def _(state: TableState, event: e.RightAnswered) -> TableState:
    coup = _coup(state)
    over = event.accept or event.offered == 0
    holders = {**coup.holders, event.hand: event.seat if event.accept else 0} if over else coup.holders
    coup = replace(
        coup,
        holders=holders,
        offered=NOBODY if over else event.offered,
        offering="" if over else event.hand,
        asked=(*coup.asked, event.seat),
    )
    return replace(state, coup=coup)


@applies(e.CountCalled)
def _(state: TableState, event: e.CountCalled) -> TableState:
    return replace(state, coup=replace(_coup(state), called=(*_coup(state).called, event.hand)))


@applies(e.HouseMoneyChosen)
def _(state: TableState, event: e.HouseMoneyChosen) -> TableState:
    coup = _coup(state)
    return replace(state, coup=replace(coup, choices={**coup.choices, event.seat: event.choice}))


@applies(e.HouseMoneySettled)
def _(state: TableState, event: e.HouseMoneySettled) -> TableState:
    coup = _coup(state)
    money = state.wagers[event.seat, "house-money"]
    wagers = {key: wager for key, wager in state.wagers.items() if key != (event.seat, "house-money")}
    if event.added_to:
        key = (event.seat, event.added_to)
        wagers[key] = wagers[key]._replace(added_cents=event.added_cents)
    coup = replace(
        coup,
        house_money_done=(*coup.house_money_done, event.seat),
        house_money_postings=(*coup.house_money_postings, *event.postings),
        house_money_wagers=(*coup.house_money_wagers, money),
        house_money_settled=(*coup.house_money_settled, event.wager),
    )
    return replace(state, coup=coup, wagers=wagers)


@applies(e.ResultCalled)
def _(state: TableState, event: e.ResultCalled) -> TableState:
    coup = replace(_coup(state), code=event.code)
    return replace(state, coup=coup, results=state.results if coup.simulated else (*state.results, event.code))


@applies(e.ActionsTaken)
def _(state: TableState, event: e.ActionsTaken) -> TableState:
    return replace(state, coup=replace(_coup(state), moves=(*_coup(state).moves, *event.actions)))


@applies(e.CoupSettled)
def _(state: TableState, event: e.CoupSettled) -> TableState:
    return replace(state, wagers={})


@applies(e.CardsRacked)
def _(state: TableState, event: e.CardsRacked) -> TableState:
    """The coup is over, and with it perhaps the shoe; after a simulated round a suspended coup comes back."""
    racked = Racked(event.coup_no, event.player, event.banker, event.simulated, event.voided)
    completed = not event.simulated and not event.voided
    back = state.suspended if event.simulated and state.resume == "deal" else None
    return replace(
        state,
        rack=(*state.rack, racked),
        coup=back,
        carried=(*_coup(state).waiting, *state.carried),
        suspended=None,
        last_hand_played=state.last_hand_played or (state.last_hand_called and completed),
        last_hand_due=(state.cut_card_seen and not state.last_hand_called) if completed else state.last_hand_due,
    )


@applies(e.LastHandCalled)
def _(state: TableState, event: e.LastHandCalled) -> TableState:
    return replace(state, last_hand_called=True, last_hand_due=False)


@applies(e.ShoeEnded)
def _(state: TableState, event: e.ShoeEnded) -> TableState:
    over = replace(
        state,
        shoe_then=event.then,
        strays=(),
        remedied=(),
        coup=None,
        suspended=None,
        resume="",
        rack=(),
        burned=(),
        shown={},
    )
    if not event.held_back:
        return replace(over, carried=(), carried_clauses=(), shown=state.shown)
    held = HeldBack(state.shoe_no, state.commitment, state.cut_position, state.shown)
    return replace(over, held_back=(*state.held_back, held))


@applies(e.ScoreboardRestarted)
def _(state: TableState, event: e.ScoreboardRestarted) -> TableState:
    return replace(state, results=())


@applies(e.TableClosed, e.VigorishCleared, e.VigorishCollected, e.PaymentCorrected, e.CoupReconstructed)
def _(state: TableState, event: e.Event) -> TableState:
    """Nothing but the phase, or the ledger, moves."""
    return state


# --------------------------------------------------------------------------------------------------- irregularities


def _without(strays: tuple[Stray, ...], positions: Iterable[int]) -> tuple[Stray, ...]:
    """The stray cards without those that have found a place."""
    gone = set(positions)
    left = (replace(stray, positions=tuple(p for p in stray.positions if p not in gone)) for stray in strays)
    return tuple(stray for stray in left if stray.positions)


@applies(e.CardStrayed)
def _(state: TableState, event: e.CardStrayed) -> TableState:
    stray = Stray(event.kind, event.positions, event.disclosed, event.cards, event.do[0], event.burn_count)
    fresh = [position for position in event.positions if position >= state.next_index]
    coup = state.coup
    if coup is not None:  # a card that lay on a hand by mistake leaves it
        coup = replace(
            coup,
            player=tuple(p for p in coup.player if p not in event.positions),
            banker=tuple(p for p in coup.banker if p not in event.positions),
            known={p: card for p, card in coup.known.items() if p not in event.positions},
        )
    return replace(
        state,
        coup=coup,
        strays=(*_without(state.strays, event.positions), stray),
        next_index=state.next_index + len(fresh),
        shown={**state.shown, **event.cards},
        cut_card_seen=state.cut_card_seen or event.cut_card,
        remedied=event.clauses,
    )


@applies(e.CardMoved)
def _(state: TableState, event: e.CardMoved) -> TableState:
    coup = _coup(state)
    strays = _without(state.strays, (event.position,))
    hands = {
        name: (*(p for p in coup.hand(name) if p != event.position), *((event.position,) if name == event.hand else ()))
        for name in ("player", "banker")
    }
    known = {**coup.known, event.position: event.card} if event.card else coup.known
    coup = replace(coup, player=hands["player"], banker=hands["banker"], known=known)
    return replace(state, coup=coup, strays=strays)


@applies(e.CardCarried)
def _(state: TableState, event: e.CardCarried) -> TableState:
    return replace(
        state,
        carried=(*state.carried, *event.positions),
        carried_clauses=tuple(dict.fromkeys((*state.carried_clauses, *event.clauses))),
        strays=_without(state.strays, event.positions),
    )


@applies(e.StrayDiscarded)
def _(state: TableState, event: e.StrayDiscarded) -> TableState:
    fresh = [position for position in event.positions if position >= state.next_index]
    return replace(
        state,
        strays=_without(state.strays, event.positions),
        burned=(*state.burned, *event.positions),
        shown={**state.shown, **event.shown},
        next_index=state.next_index + len(fresh),
        cut_card_seen=state.cut_card_seen or event.cut_card,
    )


@applies(e.SimulatedRoundStarted)
def _(state: TableState, event: e.SimulatedRoundStarted) -> TableState:
    known = {event.position: event.card} if event.card else {}
    coup = CoupInPlay(
        no=state.coup_no, simulated=True, player=(event.position,), known=known, holders={"player": 0, "banker": 0}
    )
    dealt_later = state.coup is not None and event.resume == "deal"
    given_back = state.coup.waiting if state.coup is not None and not dealt_later else ()
    return replace(
        state,
        strays=_without(state.strays, (event.position,)),
        coup=coup,
        suspended=state.coup if dealt_later else None,
        carried=(*given_back, *state.carried),
        resume=event.resume,
    )


@applies(e.CoupVoided)
def _(state: TableState, event: e.CoupVoided) -> TableState:
    """The wagers are back with their guests; a live coup that waited behind a simulated round will not be dealt."""
    coup = replace(_coup(state), handed="", offering="", offered=NOBODY)
    waiting = (*(state.suspended.waiting if state.suspended else ()), *coup.waiting)
    return replace(
        state,
        coup=replace(coup, waiting=()),
        carried=(*waiting, *state.carried),
        suspended=None,
        resume="",
        wagers={},
        spoken=(),
        reshuffle_due=state.reshuffle_due or event.reshuffle,
    )


@applies(e.IncidentOpened)
def _(state: TableState, event: e.IncidentOpened) -> TableState:
    incident = Incident(event.number, event.kind, event.note, event.stops_play, event.seat)
    return replace(state, incidents={**state.incidents, event.number: incident}, incident_no=event.number)


@applies(e.IncidentResolved)
def _(state: TableState, event: e.IncidentResolved) -> TableState:
    return replace(state, incidents={no: i for no, i in state.incidents.items() if no != event.number})


FOLD = Fold[TableState, e.Event]("table", e.TableOpened, opened, applies.functions, PHASES)
apply, apply_all, replay = FOLD.apply, FOLD.apply_all, FOLD.replay
