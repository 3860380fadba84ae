"""What events do to the coup on the layout, and to cards that are where they should not be."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from minibac.machine.roles import Duty
from minibac.table import events as e
from minibac.table.applies import applies
from minibac.table.state import NOBODY, CoupInPlay, Incident, Racked, Stray, TableState

# -------------------------------------------------------------------------------------------------------------- dealing


@applies(e.CardDealt)
def _(state: TableState, event: e.CardDealt) -> TableState:
    coup = state.on_layout
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
    return replace(state, coup=replace(state.on_layout, tucked=True))


@applies(e.CardsHanded)
def _(state: TableState, event: e.CardsHanded) -> TableState:
    return replace(state, coup=replace(state.on_layout, handed=event.hand))


NOT_EXPOSED: dict[str, Any] = {"exposed": None, "exposed_by": ""}


@applies(e.ExposureReported)
def _(state: TableState, event: e.ExposureReported) -> TableState:
    coup, card = state.on_layout, {event.position: event.card}
    coup = replace(coup, known={**coup.known, **card}, exposed=event.position, exposed_by=event.by)
    return replace(state, coup=coup, shown={**state.shown, **card})


@applies(e.CardsTurned)
def _(state: TableState, event: e.CardsTurned) -> TableState:
    coup = state.on_layout
    changed: dict[str, Any] = {"known": {**coup.known, **event.cards}}
    if coup.handed == event.hand:
        changed["handed"] = ""
    if coup.offering == event.hand:
        changed |= {"offering": "", "offered": NOBODY}
    if coup.exposed in event.cards:
        changed |= NOT_EXPOSED
    return replace(state, coup=replace(coup, **changed), shown={**state.shown, **event.cards})


@applies(e.CardCorrected)
def _(state: TableState, event: e.CardCorrected) -> TableState:
    """The count of a first hand is to be announced again."""
    coup = state.on_layout
    called = coup.called
    if event.hand in called and event.position in coup.hand(event.hand)[:2]:
        called = () if event.hand == "player" else ("player",)
    coup = replace(coup, known={**coup.known, event.position: event.card}, called=called)
    return replace(state, coup=coup, shown={**state.shown, event.position: event.card})


@applies(e.RightSurrendered)
def _(state: TableState, event: e.RightSurrendered) -> TableState:
    coup = state.on_layout
    holders = {**coup.holders, event.hand: event.offered if event.offered == 0 else coup.holders[event.hand]}
    coup = replace(
        coup,
        handed="",
        offering=event.hand if event.offered else "",
        offered=event.offered,
        asked=(event.seat,),
        given_up=(*coup.given_up, (event.hand, event.seat, event.reason)),
        holders=holders,
    )
    return replace(state, coup=coup)


@applies(e.RightAnswered)
def _(state: TableState, event: e.RightAnswered) -> TableState:
    coup = state.on_layout
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
    return replace(state, coup=replace(state.on_layout, called=(*state.on_layout.called, event.hand)))


@applies(e.HouseMoneyChosen)
def _(state: TableState, event: e.HouseMoneyChosen) -> TableState:
    coup = state.on_layout
    return replace(state, coup=replace(coup, choices={**coup.choices, event.seat: event.choice}))


@applies(e.HouseMoneySettled)
def _(state: TableState, event: e.HouseMoneySettled) -> TableState:
    coup = state.on_layout
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
    coup = replace(state.on_layout, code=event.code)
    return replace(state, coup=coup, results=state.results if coup.simulated else (*state.results, event.code))


@applies(e.ActionsTaken)
def _(state: TableState, event: e.ActionsTaken) -> TableState:
    coup = state.on_layout
    return replace(state, coup=replace(coup, moves=(*coup.moves, *event.actions)))


@applies(e.CoupSettled)
def _(state: TableState, event: e.CoupSettled) -> TableState:
    """A card of a real table may turn out to have been named wrong: then what was paid can be corrected (F06)."""
    lay = [
        state.wagers.get((one.seat, one.wager)) for one in event.wagers if one.coupon_cents and one.outcome != "push"
    ]
    coupons = (*state.coupons, *(wager.coupon.serial for wager in lay if wager and wager.coupon))
    if not state.by_hand:
        return replace(state, wagers={}, coupons=coupons)
    guests = {seat: sits.guest for seat, sits in state.seats.items()}
    coup = replace(state.on_layout, settled=event.wagers, guests=guests)
    return replace(state, wagers={}, coupons=coupons, coup=coup)


@applies(e.CardsRacked)
def _(state: TableState, event: e.CardsRacked) -> TableState:
    """The coup is over, and with it perhaps the shoe; after a simulated round a suspended coup comes back."""
    coup = state.on_layout
    racked = Racked(event.coup_no, event.player, event.banker, event.simulated, event.voided, coup.settled, coup.guests)
    completed = not event.simulated and not event.voided
    back = state.suspended if event.simulated and state.resume == "deal" else None
    return replace(
        state,
        rack=(*state.rack, racked),
        coup=back,
        carried=(*state.on_layout.waiting, *state.carried),
        suspended=None,
        last_hand_played=state.last_hand_played or (state.last_hand_called and completed),
        last_hand_due=(state.cut_card_seen and not state.last_hand_called) if completed else state.last_hand_due,
    )


# ------------------------------------------------------------------------------------------------------- irregularities


def _without(strays: tuple[Stray, ...], positions: Iterable[int]) -> tuple[Stray, ...]:
    """The stray cards without those that have found a place."""
    gone = set(positions)
    left = (replace(stray, positions=tuple(p for p in stray.positions if p not in gone)) for stray in strays)
    return tuple(stray for stray in left if stray.positions)


@applies(e.CardStrayed)
def _(state: TableState, event: e.CardStrayed) -> TableState:
    coup = state.coup
    hands = (name for name in ("player", "banker") if coup and not set(coup.hand(name)).isdisjoint(event.positions))
    stray = Stray(
        event.kind, event.positions, event.disclosed, event.cards, event.do[0], event.burn_count, next(hands, "")
    )
    fresh = [position for position in event.positions if position >= state.next_index]
    if coup is not None:  # a card that lay on a hand by mistake leaves it
        coup = replace(
            coup,
            player=tuple(p for p in coup.player if p not in event.positions),
            banker=tuple(p for p in coup.banker if p not in event.positions),
            known={p: card for p, card in coup.known.items() if p not in event.positions},
        )
    if coup is not None and coup.exposed in event.positions:  # the right to turn is offered again with the full hand
        coup = replace(coup, **NOT_EXPOSED, offering="", offered=NOBODY, asked=())
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
    coup = state.on_layout
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


@applies(e.CoupReconstructed)
def _(state: TableState, event: e.CoupReconstructed) -> TableState:
    """The cards of a real table are those that lie in the rack, whatever they were named."""
    if not state.by_hand:
        return state
    number = next(n for n, r in enumerate(state.rack) if (r.coup_no, r.simulated) == (event.coup_no, event.simulated))
    racked = replace(state.rack[number], rebuilt_by=event.by)
    lie = dict(zip((*racked.player, *racked.banker), (*event.player_cards, *event.banker_cards), strict=True))
    rack = (*state.rack[:number], racked, *state.rack[number + 1 :])
    return replace(state, rack=rack, shown={**state.shown, **lie})


@applies(e.PaymentCorrected)
def _(state: TableState, event: e.PaymentCorrected) -> TableState:
    """What the wager came to is from now on what it should have come to."""
    key = (event.seat, event.wager)
    rack = tuple(
        replace(racked, paid=tuple(event.settled if (p.seat, p.wager) == key else p for p in racked.paid))
        if racked.coup_no == event.coup_no and not racked.simulated
        else racked
        for racked in state.rack
    )
    return replace(state, rack=rack)


@applies(e.CoupVoided)
def _(state: TableState, event: e.CoupVoided) -> TableState:
    """The wagers are back with their guests; a live coup that waited behind a simulated round will not be dealt."""
    coup = replace(state.on_layout, handed="", offering="", offered=NOBODY)
    waiting = (*(state.suspended.waiting if state.suspended else ()), *coup.waiting)
    return replace(
        state,
        coup=replace(coup, waiting=()),
        carried=(*waiting, *state.carried),
        suspended=None,
        resume="",
        wagers={},
        spoken=(),
        void_for=event.clauses,
    )


@applies(e.IncidentOpened)
def _(state: TableState, event: e.IncidentOpened) -> TableState:
    floor = state.staff[Duty.FLOOR]
    incident = Incident(event.number, event.kind, event.note, event.stops_play, event.seat, event.by, event.role, floor)
    return replace(state, incidents={**state.incidents, event.number: incident}, incident_no=event.number)


@applies(e.IncidentResolved)
def _(state: TableState, event: e.IncidentResolved) -> TableState:
    """When play goes on, whoever it waits for has the whole time again."""
    after = replace(state, incidents={no: i for no, i in state.incidents.items() if no != event.number})
    return replace(after, since=event.at) if state.stopped and not after.stopped else after
