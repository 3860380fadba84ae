"""What events do to guests and their wagers."""

from collections.abc import Mapping

from msgspec.structs import replace

from minibac.play.chips import put_together, without
from minibac.play.wagers import Coupon
from minibac.table import events as e
from minibac.table.applies import applies
from minibac.table.phases import PROCEDURES
from minibac.table.state import CoupInPlay, Partnership, SeatState, Spoken, TableState

# --------------------------------------------------------------------------------------------------------------- guests


@applies(e.SeatTaken)
def _(state: TableState, event: e.SeatTaken) -> TableState:
    since = event.at if state.phase in PROCEDURES and not state.attended else state.since  # the first to look has time
    seats = {**state.seats, event.seat: SeatState(event.guest, event.name, arriving=event.arriving)}
    ready = tuple(seat for seat in state.ready if seat != event.seat)  # who sat here before has said nothing for others
    asked = tuple(seat for seat in state.cut_asked if seat != event.seat)  # nor has this guest been offered the cut
    owing = _without(state.left_owing, event.seat)
    facts = {"seats": seats, "since": since, "left_owing": owing, "ready": ready, "cut_asked": asked}
    return replace(state, **facts, active_at=event.at)


@applies(e.GuestArrived)
def _(state: TableState, event: e.GuestArrived) -> TableState:
    since = state.since if state.attended else event.at  # a clock of one's own
    return _arrived(replace(state, since=since, active_at=event.at), event.seat)


def _arrived(state: TableState, seat: int) -> TableState:
    """Who puts chips down is at the game, whatever was said."""
    sits = state.seats[seat]
    return replace(state, seats={**state.seats, seat: replace(sits, arriving=False)}) if sits.arriving else state


@applies(e.GuestExcluded)
def _(state: TableState, event: e.GuestExcluded) -> TableState:
    seat = replace(state.seats[event.seat], excluded=event.excluded)
    return replace(state, seats={**state.seats, event.seat: seat})


@applies(e.SeatLeft)
def _(state: TableState, event: e.SeatLeft) -> TableState:
    owing = {event.seat: state.seats[event.seat]} if event.owed_cents else {}
    return replace(state, seats=_without(state.seats, event.seat), left_owing={**state.left_owing, **owing})


@applies(e.VigorishCleared)
def _(state: TableState, event: e.VigorishCleared) -> TableState:
    return replace(state, left_owing=_without(state.left_owing, event.seat))


def _without(seats: Mapping[int, SeatState], gone: int) -> dict[int, SeatState]:
    return {no: seat for no, seat in seats.items() if no != gone}


@applies(e.SeatChanged)
def _(state: TableState, event: e.SeatChanged) -> TableState:
    seats = {event.to if no == event.seat else no: seat for no, seat in state.seats.items()}
    ready, asked = (
        tuple(event.to if seat == event.seat else seat for seat in said if seat != event.to)
        for said in (state.ready, state.cut_asked)
    )
    return replace(state, seats=seats, ready=ready, cut_asked=asked)


@applies(e.ConnectionSaid)
def _(state: TableState, event: e.ConnectionSaid) -> TableState:
    seat = replace(state.seats[event.seat], connected=event.connected, lost_at=0 if event.connected else event.at)
    return replace(state, seats={**state.seats, event.seat: seat})


@applies(e.ChipsBought)
def _(state: TableState, event: e.ChipsBought) -> TableState:
    seat = replace(state.seats[event.seat], transfer=event.transfer)
    waits = state.cash_unnamed
    if event.unnamed:
        waits = {**waits, event.seat: put_together(waits.get(event.seat, {}), event.notes)}
    cash = put_together(state.cash, event.notes)
    seats = {**state.seats, event.seat: seat}
    return replace(state, seats=seats, cash=cash, cash_unnamed=waits, active_at=event.at)


@applies(e.NotesNamed)
def _(state: TableState, event: e.NotesNamed) -> TableState:
    rest = without(state.cash, event.before)
    assert rest is not None, f"the drop box of {state.table} does not hold {event.before}"
    waits = {seat: notes for seat, notes in state.cash_unnamed.items() if seat != event.seat}
    return replace(state, cash=put_together(rest, event.notes), cash_unnamed=waits)


@applies(e.PartnersDeclared)
def _(state: TableState, event: e.PartnersDeclared) -> TableState:
    before = next((each for each in state.partnerships if each.number == event.number), None)
    agreed = () if event.marked else (*(before.agreed if before else ()), event.by)
    made = Partnership(event.number, event.guests, agreed, event.marked, event.at)
    kept = tuple(each for each in state.partnerships if each.number != event.number)
    return replace(state, partnerships=(*kept, made), partnership_no=max(state.partnership_no, event.number))


@applies(e.PartnersDissolved)
def _(state: TableState, event: e.PartnersDissolved) -> TableState:
    return replace(state, partnerships=tuple(each for each in state.partnerships if each.number != event.number))


@applies(e.ReadySaid)
def _(state: TableState, event: e.ReadySaid) -> TableState:
    others = tuple(seat for seat in state.ready if seat != event.seat)
    return replace(state, ready=(*others, event.seat) if event.ready else others)


@applies(e.TurningWaived)
def _(state: TableState, event: e.TurningWaived) -> TableState:
    seat = replace(state.seats[event.seat], waives=event.waive)
    return replace(state, seats={**state.seats, event.seat: seat})


# --------------------------------------------------------------------------------------------------------------- wagers


@applies(e.BettingOpened)
def _(state: TableState, event: e.BettingOpened) -> TableState:
    return replace(state, coup_no=event.coup_no, resume="", ready=())


@applies(e.WagerPlaced)
def _(state: TableState, event: e.WagerPlaced) -> TableState:
    coupon = Coupon(event.coupon_cents, event.coupon_serial) if event.coupon_serial else None
    wager = state.wager(event.seat, event.wager).plus(event.cents, coupon)
    wagers = {**state.wagers, (event.seat, event.wager): wager}
    return _arrived(replace(state, wagers=wagers, active_at=event.at), event.seat)


@applies(e.WagerWithdrawn)
def _(state: TableState, event: e.WagerWithdrawn) -> TableState:
    key = (event.seat, event.wager)
    left = state.wagers[key].plus(-event.cents)
    wagers = {k: w for k, w in state.wagers.items() if k != key}
    if left.stake_cents:
        wagers[key] = left
    return replace(state, wagers=wagers, active_at=event.at)


@applies(e.WagerSpoken)
def _(state: TableState, event: e.WagerSpoken) -> TableState:
    spoken = Spoken(event.seat, event.wager, event.cents, event.cash_cents, event.at)
    return _arrived(replace(state, spoken=(*state.spoken, spoken), active_at=event.at), event.seat)


@applies(e.SpokenConfirmed)
def _(state: TableState, event: e.SpokenConfirmed) -> TableState:
    spoken = tuple(
        replace(
            s,
            confirmed=(*s.confirmed, event.role),
            confirmed_by=(*s.confirmed_by, event.by),
            accepted=event.accepted,
        )
        if (s.seat, s.wager) == (event.seat, event.wager)
        else s
        for s in state.spoken
    )
    return replace(state, spoken=spoken)


@applies(e.SpokenReturned)
def _(state: TableState, event: e.SpokenReturned) -> TableState:
    spoken = tuple(s for s in state.spoken if (s.seat, s.wager) != (event.seat, event.wager))
    return replace(state, spoken=spoken, active_at=event.at)


@applies(e.CashConverted)
def _(state: TableState, event: e.CashConverted) -> TableState:
    key = (event.seat, event.wager)
    found = next(s for s in state.spoken if (s.seat, s.wager) == key)
    wager = state.wager(*key).plus(found.cents)
    spoken = tuple(s for s in state.spoken if s is not found)
    cash = put_together(state.cash, event.notes)
    return replace(state, spoken=spoken, wagers={**state.wagers, key: wager}, cash=cash)


@applies(e.BettingClosed)
def _(state: TableState, event: e.BettingClosed) -> TableState:
    coup = CoupInPlay(
        no=state.coup_no, waiting=state.carried, holders={"player": event.player_holder, "banker": event.banker_holder}
    )
    return replace(state, coup=coup, carried=(), remedied=())
