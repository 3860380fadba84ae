"""The automatic dealer: the next right command, for whoever's turn it is.

A table can run alone with an automatic person for each role; a person may take over any step. It is also what a trainee
is compared with.
"""

from typing import NamedTuple

from msgspec.structs import replace

from minibac.cards.card import ALL_CARDS, total
from minibac.cards.shoe import drawn_cut
from minibac.machine.automatic_people import is_automatic
from minibac.machine.machine import Next
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.rules.remedies import Mishap
from minibac.table import commands as c
from minibac.table.dealing import cash_first, hand_due, mode, next_position, turn_due
from minibac.table.guests import NO_BATCH, collection_only, to_pay
from minibac.table.irregular import remedy_ready, waits
from minibac.table.opening import ON_ARRIVAL, checked_people, decks_too_old, lacks_paper
from minibac.table.phases import CUT_PHASES, DEALT, IN_HAND, OF_NOBODY, PROCEDURES, SHARING, UNFINISHED, sharing
from minibac.table.settling import TAKE, choice_due, floor_says, house_money_due, right_settlement, special_call
from minibac.table.state import AUTOMATIC_STAFF, Incident, Phase, TableState
from minibac.table.steps import (
    ORDER_LOST,
    active_steps,
    batch_names,
    has_answered,
    missing_steps,
    order_lost,
    plain_to_see,
)
from minibac.table.tray import shut


class Crew(NamedTuple):
    """Who does what at this table now; one dealer may call the game and look after the wagers (A26)."""

    caller: Actor
    payer: Actor
    floor: Actor


class Staff(NamedTuple):
    """The automatic people of a table."""

    dealer: Actor = Actor(AUTOMATIC_STAFF[Duty.CALLING], Role.DEALER)
    floor: Actor = Actor(AUTOMATIC_STAFF[Duty.FLOOR], Role.FLOORPERSON)
    boss: Actor = Actor(AUTOMATIC_STAFF[Duty.PIT], Role.PIT_BOSS)


AUTOMATIC = Staff()
CANNOT_PAY = "the guest is away, or cannot pay the vigorish"


def crew(state: TableState) -> Crew:
    """The people on duty, automatic or not."""
    caller, payer, floor = (state.staff[duty] for duty in (Duty.CALLING, Duty.WAGERS, Duty.FLOOR))
    return Crew(Actor(caller, Role.DEALER), Actor(payer, Role.DEALER), Actor(floor, Role.FLOORPERSON))


def next_command(state: TableState, at: int) -> Next[c.Command] | None:
    """The next right command at this table, or ``None`` while it waits: for a guest to sit down, or for the house.

    ``cards`` are left for the vault to fill in; the commitment and the reveal are the house's own. It is asked again
    after every command, so a person may give any of them in its place. Guests who are asked decline, take what they
    have won, and return the cards they were handed.
    """
    command = _next(state, at, crew(state))
    return Next(command.by.role, command) if command else None


def guest(state: TableState, seat: int) -> Actor:
    """The person at a seat."""
    return Actor(state.seats[seat].guest, Role.GUEST, seat)


def _next(state: TableState, at: int, people: Crew) -> c.Command | None:
    caller = people.caller
    phase = state.phase
    if state.incidents and (found := _incident(state, at, people)):
        return found
    if state.stopped or (order_lost(state) and wants_cards(state)):
        return None  # the coup waits until it can be completed (F14)
    if phase in PROCEDURES:
        return _procedure(state, at, people)
    if phase in OF_NOBODY:
        return None  # the vault commits and reveals
    if phase in SHARING:
        return _share(state, at)
    if phase in CUT_PHASES:
        return _cut(state, at, caller)
    if state.strays and remedy_ready(state) and not order_lost(state):
        return c.CarryOut(by=caller, at=at, do=state.strays[0].do)
    if phase is Phase.BETTING:
        return _betting(state, at, people)
    if phase in IN_HAND:
        return _cards(state, at, people)
    if phase is Phase.HOUSE_MONEY:
        if seat := choice_due(state):
            return c.ChooseHouseMoney(by=guest(state, seat), at=at, seat=seat, choice=TAKE)
        return c.SettleHouseMoney(by=people.payer, at=at, seat=house_money_due(state) or 0)
    if phase is Phase.RESULT:
        return _result(state, at, caller)
    if phase is Phase.SETTLING:
        # A person may have made some of them, in any order that the clauses leave open.
        made = set(state.on_layout.moves)
        rest = tuple(action for action in right_settlement(state).actions if tuple(action) not in made)
        return c.TakeActions(by=people.payer, at=at, actions=rest)
    if phase is Phase.RACKING:
        return c.RackCards(by=caller, at=at)
    return _between(state, at, people)


# ------------------------------------------------------------------------------------------- opening, shuffle and cut


def _procedure(state: TableState, at: int, people: Crew) -> c.Command | None:
    """The next step of opening, shuffle or dead table; a step that a guest must do, or see, waits for one."""
    counts = [name for name, _ in state.done]
    missing = missing_steps(state)
    last = next((step for step in active_steps(state) if counts and step.id == counts[-1]), None)
    if last is not None and last.then:
        return c.DoStep(by=people.caller, at=at, step=last.then)
    for step, batch in missing:
        short = next((name for name, times in step.after.items() if counts.count(name) < times), None)
        if short:
            return c.DoStep(by=people.caller, at=at, step=short)
        before = {other.id for other, name in missing if name in (batch, "A")} - {step.id}
        if before & set(step.needs):
            continue
        if not state.attended and (step.roles == ("guest",) or step.id in ON_ARRIVAL):
            return None
        if step.roles == ("guest",):
            there = (seat for seat in state.occupied if not state.seats[seat].arriving)
            silent = next((seat for seat in there if not has_answered(state, seat)), None)
            by = THE_HOUSE if silent is None else guest(state, silent)
            return c.DoStep(by=by, at=at, step=step.id, ok=False)
        if step.roles != ("floorperson",):
            counted = {"receive": state.rules.cards_in_shoe, "lace": len(ALL_CARDS)}.get(step.id)
            so = not lacks_paper(state, step)
            return c.DoStep(by=people.caller, at=at, step=step.id, batch=batch, ok=so, cards_count=counted)
        if people.floor.id in checked_people(state, step, batch):
            return c.AssignStaff(by=THE_HOUSE, at=at, duty=Duty.FLOOR, person=AUTOMATIC_STAFF[Duty.FLOOR])
        return c.DoStep(by=people.floor, at=at, step=step.id, batch=batch, ok=True)
    return None


def _share(state: TableState, at: int) -> c.Command:
    """A guest's program that has nothing to say gives no share, or withholds it; then the house goes on."""
    if not (silent := sharing(state)):
        return c.CloseShares(by=THE_HOUSE, at=at)
    if state.phase is Phase.SHARES:
        return c.CommitShare(by=guest(state, silent[0]), at=at, seat=silent[0], hash="")
    here = next(seat for seat, sits in state.seats.items() if sits.guest == state.shares[silent[0]].guest)
    return c.RevealShare(by=guest(state, here), at=at, seat=here, value="")


def _cut(state: TableState, at: int, caller: Actor) -> c.Command:
    if state.phase is Phase.CUT_OFFER:
        return c.AnswerCut(by=guest(state, state.cut_seat), at=at, accept=False)
    if state.phase is Phase.CUT:
        cutter = caller if state.cut_seat == 0 else guest(state, state.cut_seat)
        nearest = state.rules.rulebook.cut.cards_from_either_end
        position = drawn_cut(nearest, state.cards_count, state.commitment, state.cut_words)
        return c.CutStack(by=cutter, at=at, position=position)
    if state.phase is Phase.CUT_DONE:
        return c.CompleteCut(by=caller, at=at, depth=int(state.rules.options["cut_card_depth"]))
    if state.phase is Phase.COMPLETED:
        needed = int(state.rules.rulebook.fixed["cutting_cards"].value)
        return c.LoadShoe(by=caller, at=at, batch=state.in_play, cutting_cards=needed)
    return c.BurnCards(by=caller, at=at, rack_batch=NO_BATCH if len(batch_names(state)) > 1 else "")


# ------------------------------------------------------------------------------------------------------------ the round


def _betting(state: TableState, at: int, people: Crew) -> c.Command | None:
    """Confirm and convert what was spoken, change decks that are too old, and call."""
    if decks_too_old(state, at):
        return _ended_early(state, at, people) or (None if state.owing else c.ChangeDecks(by=people.floor, at=at))
    if order_lost(state):
        return _ended_early(state, at, people) or (None if state.owing else c.EndShoe(by=people.caller, at=at))
    for spoken in state.spoken:
        if spoken.accepted:
            return c.ConvertCash(by=people.payer, at=at, seat=spoken.seat, wager=spoken.wager)
        by = people.floor if "dealer" in spoken.confirmed else people.caller
        return c.ConfirmSpoken(by=by, at=at, seat=spoken.seat, wager=spoken.wager)
    return c.CallNoMoreBets(by=people.caller, at=at) if state.seats and not shut(state) else None


def _ended_early(state: TableState, at: int, people: Crew) -> c.Command | None:
    """Before fresh decks or a reshuffle come in mid-shoe, wagers go back and debts are settled (B33)."""
    for seat, wager in (*((s.seat, s.wager) for s in state.spoken), *state.wagers):
        return c.WithdrawWager(by=people.payer, at=at, seat=seat, wager=wager)
    return _debt(state, at, people)


def _cards(state: TableState, at: int, people: Crew) -> c.Command:
    coup, caller = state.coup, people.caller
    assert coup is not None
    if coup.exposed is not None:
        return c.ConfirmExposure(by=people.floor, at=at, in_dealing=True)
    if coup.offering:
        return c.AnswerRight(by=guest(state, coup.offered), at=at, hand=coup.offering, accept=False)
    if coup.handed:
        return c.ReturnCards(by=guest(state, coup.holders[coup.handed]), at=at, hand=coup.handed)
    turning = turn_due(state)
    if mode(state) == "handed" and state.phase is Phase.TURNING and not coup.tucked and not coup.called:
        return c.TuckBanker(by=caller, at=at)
    if turning is not None:
        if mode(state) == "handed" and coup.holders[turning]:
            return c.HandCards(by=caller, at=at, hand=turning, seat=coup.holders[turning])
        return c.TurnCards(by=caller, at=at, hand=turning)
    if state.phase is Phase.TURNING:
        hand = "banker" if "player" in coup.called else "player"
        cards = coup.cards(hand)
        assert cards is not None
        return c.CallCount(by=caller, at=at, hand=hand, count=total(cards))
    if cash_first(state):
        return c.ConvertCash(by=people.payer, at=at, seat=state.spoken[0].seat, wager=state.spoken[0].wager)
    due = hand_due(state)
    assert due is not None
    if next_position(state) >= state.cards_count:
        return c.Report(by=caller, at=at, kind=Mishap.TOO_FEW_CARDS)
    return c.DealCard(by=caller, at=at, hand=due)


def _result(state: TableState, at: int, caller: Actor) -> c.Command:
    result = state.coup_so_far().result
    return c.CallResult(
        by=caller,
        at=at,
        player=result.player_total,
        banker=result.banker_total,
        result=result.winner.value,
        call=special_call(state, result),
    )


# ------------------------------------------------------------------------------------------ between coups, incidents


def _between(state: TableState, at: int, people: Crew) -> c.Command | None:
    """Between two coups: last hand, the debts at the end of the shoe, the end of the shoe; where the order is lost that
    a remedy wants, at once."""
    if not state.shoe_is_over and not (order_lost(state) and state.strays):
        return c.CallLastHand(by=people.caller, at=at)
    if state.owing:
        return _debt(state, at, people)
    return c.EndShoe(by=people.caller, at=at)


def _debt(state: TableState, at: int, people: Crew) -> c.Command | None:
    """The next debt on the layout: collected, or cleared where the guest cannot pay (A07, B37)."""
    if not state.owing:
        return None
    for seat in state.owing:
        if seat in state.seats and state.chips(seat) >= to_pay(state, seat):
            return collected(state, at, seat, people)
    seat = state.owing[0]
    reference = f"shoe {state.shoe_no}, seat {seat}"
    clear = c.ClearVigorish(by=people.floor, at=at, seat=seat, cents=state.owed(seat), reference=reference)
    if not collection_only(state):
        return clear
    if report := _reported(state, at, seat, people.payer):
        return report
    attested = next(i for i in state.incidents.values() if _attests(i, seat))
    pays = state.rules.options.get("uncollected_vigorish") == "house-pays" and not state.chips(seat)
    return replace(clear, reference=str(attested.number)) if pays else None


def collected(state: TableState, at: int, seat: int, people: Crew) -> c.Command:
    """What is owed is taken from the chips of a seat; of a guest who is away, by dealer and floorperson (B37)."""
    away = collection_only(state) and not state.seats[seat].connected
    if away and not floor_says(state, seat):
        return c.Report(by=people.floor, at=at, kind=Mishap.UNCOLLECTED, seat=seat, note=CANNOT_PAY)
    return c.CollectVigorish(by=people.payer, at=at, seat=seat, cents=to_pay(state, seat))


def _reported(state: TableState, at: int, seat: int, by: Actor) -> c.Report | None:
    """Somebody on duty says that a guest has gone, or cannot pay; ``None`` where it has been said."""
    if any(_attests(incident, seat) for incident in state.incidents.values()):
        return None
    return c.Report(by=by, at=at, kind=Mishap.UNCOLLECTED, seat=seat, note=CANNOT_PAY)


def _attests(incident: Incident, seat: int) -> bool:
    """Whether somebody on duty has said so, and not the guest by leaving."""
    return incident.kind == Mishap.UNCOLLECTED and incident.seat == seat and bool(incident.role)


def _incident(state: TableState, at: int, people: Crew) -> c.Command | None:
    """What stops play is resolved at once, the rest while betting is open; a debt is left to the end of the shoe.

    A coup that cannot be completed is reported by one person and confirmed by another (F14), or it waits. The word of
    one person is no two people's because somebody automatic stands beside: another person confirms it, or a supervisor
    looks into it.
    """
    found: Incident | None = state.stopped
    if found is not None and found.kind == Mishap.UNFINISHABLE and not plain_to_see(state):
        second = people.caller if found.by == people.floor.id else people.floor
        if waits(state):
            return None
        if not is_automatic(second.id) or _known_without_seeing(state, found):
            return c.ConfirmUnfinishable(by=second, at=at, number=found.number)
        if any(not is_automatic(state.staff[duty]) for duty in (Duty.FLOOR, Duty.PIT, Duty.SHIFT)):
            return None
    if found is None and order_lost(state) and wants_cards(state):
        note = "the order of the shoe is lost"
        return None if waits(state) else c.Report(by=people.caller, at=at, kind=Mishap.UNFINISHABLE, note=note)
    if found is None and state.phase is Phase.BETTING:
        loose = (
            i
            for i in state.incidents.values()
            if i.kind != ORDER_LOST and (i.kind != Mishap.UNCOLLECTED or not state.owed(i.seat))
        )
        found = next((i for i in loose if not _left_open(i, people)), None)
    if found is None or _left_open(found, people):
        return None
    words = "looked into and play goes on"
    return c.ResolveIncident(by=people.floor, at=at, number=found.number, resolution=words)


def _known_without_seeing(state: TableState, found: Incident) -> bool:
    """Whether somebody automatic can say that a coup cannot be completed: the house itself knows that the order is
    lost, nobody but automatic people has said so, or whoever follows a real table alone has."""
    return order_lost(state) or is_automatic(found.by) or state.by_hand


def _left_open(incident: Incident, people: Crew) -> bool:
    """Whether a person had the floor then and has gone: nobody automatic finishes what that person left open."""
    return bool(incident.floor) and is_automatic(people.floor.id) and not is_automatic(incident.floor)


def wants_cards(state: TableState) -> bool:
    """Whether the coup on the layout still needs a card to be dealt or turned."""
    coup = state.coup
    if coup is None or state.phase not in UNFINISHED:
        return False
    return state.phase in DEALT or any(position not in coup.known for position in (*coup.player, *coup.banker))
