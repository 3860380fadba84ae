"""The automatic dealer: the next right command, for whoever's turn it is.

A table can run alone with an automatic person for each role; a person may take over any step. It is also what a trainee
is compared with.
"""

from typing import NamedTuple

from minibac.cards.card import total
from minibac.play.vigorish import terms
from minibac.table import commands as c
from minibac.table.dealing import hand_due, mode, turn_due
from minibac.table.desk import missing_steps
from minibac.table.roles import Actor, Role
from minibac.table.settling import house_money_due, right_settlement, shoe_is_over, special_call
from minibac.table.state import Phase, TableState


class Staff(NamedTuple):
    """The automatic people; distinct where a clause wants distinct people (s42/d/1/verify)."""

    dealer: Actor = Actor("automatic dealer", Role.DEALER)
    floor: Actor = Actor("automatic floorperson", Role.FLOORPERSON)


class Next(NamedTuple):
    """Whose turn it is, and the right command."""

    role: Role
    command: c.Command


AUTOMATIC = Staff()
MIDDLE = 2


def next_command(state: TableState, at: int, staff: Staff = AUTOMATIC) -> Next | None:
    """The next right command at this table, or ``None`` while it waits: for a guest to sit down, or for the house.

    ``cards`` are left for the vault to fill in; the commitment and the reveal are the house's own.
    """
    command = _next(state, at, staff)
    return Next(command.by.role, command) if command else None


def _next(state: TableState, at: int, staff: Staff) -> c.Command | None:
    dealer, floor = staff
    phase = state.phase
    if state.stopped:
        number = state.stopped.number
        return c.ResolveIncident(by=floor, at=at, number=number, resolution="looked into and play goes on")
    if phase in (Phase.OPENING, Phase.SHUFFLE, Phase.DEAD):
        return _procedure(state, at, staff)
    if phase in (Phase.COMMIT, Phase.SHOE_OVER, Phase.CLOSED):
        return None  # the vault commits and reveals
    if phase is Phase.CUT_OFFER:
        return c.AnswerCut(by=guest(state, state.cut_seat), at=at, accept=False)
    if phase is Phase.CUT:
        cutter = dealer if state.cut_seat == 0 else guest(state, state.cut_seat)
        return c.CutStack(by=cutter, at=at, position=state.cards_count // MIDDLE)
    if phase is Phase.CUT_DONE:
        return c.CompleteCut(by=dealer, at=at, depth=int(state.rules.options["cut_card_depth"]))
    if phase is Phase.COMPLETED:
        return c.LoadShoe(by=dealer, at=at, batch=state.in_play)
    if phase is Phase.LOADED:
        return c.BurnCards(by=dealer, at=at)
    if state.strays and (phase in (Phase.BETWEEN, Phase.BETTING) or state.strays[0].do != "simulated-round"):
        return c.CarryOut(by=dealer, at=at, do=state.strays[0].do)
    if phase is Phase.BETTING:
        if unconfirmed := next((s for s in state.spoken if not s.accepted), None):
            return _confirm(state, at, staff, unconfirmed.seat, unconfirmed.wager)
        return c.CallNoMoreBets(by=dealer, at=at) if state.seats else None
    if phase in (Phase.DEALING, Phase.DRAWING, Phase.TURNING):
        return _cards(state, at, dealer)
    if phase is Phase.HOUSE_MONEY:
        seat = house_money_due(state)
        return c.SettleHouseMoney(by=dealer, at=at, seat=seat or 0)
    if phase is Phase.RESULT:
        result = state.coup_so_far().result
        return c.CallResult(
            by=dealer,
            at=at,
            player=result.player_total,
            banker=result.banker_total,
            result=result.winner.value,
            call=special_call(state, result),
        )
    if phase is Phase.SETTLING:
        if state.spoken:
            return c.ConvertCash(by=dealer, at=at, seat=state.spoken[0].seat, wager=state.spoken[0].wager)
        assert state.coup is not None
        rest = right_settlement(state).actions[len(state.coup.moves) :]
        return c.TakeActions(by=dealer, at=at, actions=rest)
    if phase is Phase.RACKING:
        return c.RackCards(by=dealer, at=at)
    return _between(state, at, staff)


def guest(state: TableState, seat: int) -> Actor:
    """The person at a seat."""
    return Actor(state.seats[seat].guest, Role.GUEST, seat)


def _procedure(state: TableState, at: int, staff: Staff) -> c.Command | None:
    """The next step of opening, shuffle or dead table; a step that a guest must do waits for one."""
    counts = [name for name, _ in state.done]
    steps = {step.id: step for step, _ in missing_steps(state)}
    all_steps = {step.id: step for step in state.rules.rulebook.procedure[state.procedure]}
    last = all_steps.get(counts[-1]) if counts else None
    if last is not None and last.then:
        return c.DoStep(by=staff.dealer, at=at, step=last.then)
    for step, batch in missing_steps(state):
        short = next((name for name, times in step.after.items() if counts.count(name) < times), None)
        if short:
            return c.DoStep(by=staff.dealer, at=at, step=short)
        if any(need in steps for need in step.needs if need != step.id and _blocks(state, need, batch)):
            continue
        if step.roles == ("guest",):
            if not state.seats:
                return None
            return c.DoStep(by=guest(state, state.occupied[0]), at=at, step=step.id, ok=False)
        by = staff.floor if step.roles == ("floorperson",) else staff.dealer
        return c.DoStep(by=by, at=at, step=step.id, batch=batch)
    return None


def _blocks(state: TableState, need: str, batch: str) -> bool:
    return any(step.id == need and name in (batch, "A") for step, name in missing_steps(state))


def _confirm(state: TableState, at: int, staff: Staff, seat: int, wager: str) -> c.Command:
    spoken = next(s for s in state.spoken if (s.seat, s.wager) == (seat, wager))
    by = staff.floor if "dealer" in spoken.confirmed else staff.dealer
    return c.ConfirmSpoken(by=by, at=at, seat=seat, wager=wager)


def _cards(state: TableState, at: int, dealer: Actor) -> c.Command:
    coup = state.coup
    assert coup is not None
    if coup.offering:
        return c.AnswerRight(by=guest(state, coup.offered), at=at, hand=coup.offering, accept=False)
    if coup.handed:
        return c.ReturnCards(by=guest(state, coup.holders[coup.handed]), at=at, hand=coup.handed)
    turning = turn_due(state)
    if mode(state) == "handed" and state.phase is Phase.TURNING and not coup.tucked and not coup.called:
        return c.TuckBanker(by=dealer, at=at)
    if turning is not None:
        if mode(state) == "handed" and coup.holders[turning]:
            return c.HandCards(by=dealer, at=at, hand=turning, seat=coup.holders[turning])
        return c.TurnCards(by=dealer, at=at, hand=turning)
    if state.phase is Phase.TURNING:
        hand = "banker" if "player" in coup.called else "player"
        cards = coup.cards(hand)
        assert cards is not None
        return c.CallCount(by=dealer, at=at, hand=hand, count=total(cards))
    due = hand_due(state)
    assert due is not None
    if state.next_index >= state.cards_count and not (state.carried is not None and not coup.player):
        return c.Report(by=dealer, at=at, kind="too-few-cards")
    return c.DealCard(by=dealer, at=at, hand=due)


def _between(state: TableState, at: int, staff: Staff) -> c.Command | None:
    """Between two coups: last hand, the debts at the end of the shoe, the end of the shoe."""
    if not shoe_is_over(state):
        return c.CallLastHand(by=staff.dealer, at=at)
    charge = terms(state.rules)
    for seat in state.occupied:
        if state.owed(seat) and charge:
            return c.CollectVigorish(by=staff.dealer, at=at, seat=seat, cents=charge.collected_cents(state.owed(seat)))
    return c.EndShoe(by=staff.dealer, at=at)
