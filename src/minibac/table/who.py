"""Who may give which command at a table, where they must be on duty, and what is cited to everybody else.

A row asks for a role, a duty and a seat. One question stays with its deciders, because it has a code of its own
(``cut-out-of-turn``): whether the cut is this guest's.
"""

from collections.abc import Callable, Mapping
from typing import Any

from minibac.machine.roles import SUPERVISORS, Duty, Role
from minibac.machine.who import ROLE_OF, Clauses, Row, Who, cited, named_seat
from minibac.rules.remedies import Mishap
from minibac.rules.rulebook import Rulebook
from minibac.table import commands as c
from minibac.table.commands import Command
from minibac.table.corrections import naming_clauses
from minibac.table.dealing import back_clauses, hand_clauses, turn_clauses, turn_due
from minibac.table.guests import out_of_turn
from minibac.table.irregular import ALIASES, confirm_clauses
from minibac.table.opening import F12, decks_clauses, decks_too_old, duty_clauses
from minibac.table.persons import EVERY_ONE, partnership, partnership_clauses
from minibac.table.phases import PROCEDURES
from minibac.table.settling import TAKE
from minibac.table.state import AUTOMATIC_STAFF, Phase, TableState
from minibac.table.steps import (
    F14,
    ORDER_LOST,
    active_steps,
    book_of,
    cut_step,
    due,
    incident_clauses,
    load_step,
    order_lost,
    random_clauses,
    round_step,
    standing_still,
    stray_clauses,
)
from minibac.table.tray import COUNTS, SLIPS

HOUSE = (Role.HOUSE,)
REPORTERS = (Role.DEALER, *SUPERVISORS)
ROLES: Mapping[str, Role] = {duty.value: role for duty, role in ROLE_OF.items()}
AT_THE_TABLE = Who(REPORTERS, (F14,))
"""Somebody on duty at this table: a dealer of it, its floorperson, or above."""

# ------------------------------------------------------------------------------------------------- what a row rests on


def due_now(state: TableState, command: Command) -> tuple[str, ...]:
    """The clauses of what is due at this table now."""
    return due(state)[1]


def of_round(step: str) -> Clauses:
    """The clauses of a step of the round."""
    return lambda state, command: round_step(state, step).clauses


def of_cut(step: str) -> Clauses:
    """The clauses of a step of the cut."""
    return lambda state, command: cut_step(state, step).clauses


def of_book(clauses: Callable[[Rulebook], tuple[str, ...]]) -> Clauses:
    """Clauses that a rulebook names; where it has none, those of what is due."""
    return lambda state, command: clauses(state.rules.rulebook) or due(state)[1]


def of_state(clauses: Callable[[TableState], tuple[str, ...]]) -> Clauses:
    """Clauses that the state names."""
    return lambda state, command: clauses(state)


def _dealing(state: TableState, command: c.DealCard) -> tuple[str, ...]:
    step = "four-cards" if state.phase is Phase.DEALING else "third-cards"
    return (*round_step(state, step).clauses, *book_of(state.rules).deal_clauses)


def _racking(state: TableState, command: c.RackCards) -> tuple[str, ...]:
    """The cards of a simulated round are kept apart in the rack."""
    simulated = state.coup is not None and state.coup.simulated
    return (*round_step(state, "discard").clauses, *(state.rules.rulebook.simulated.rack if simulated else ()))


def _incident(state: TableState, command: c.ResolveIncident) -> tuple[str, ...]:
    incident = state.incidents.get(command.number)
    return (incident_clauses(state, incident.kind) if incident else ()) or standing_still(state)


def _reported(state: TableState, command: c.Report) -> tuple[str, ...]:
    """What a report is about: the remedy for it, or the clauses of its incident; where nothing is printed, F14."""
    kind = ALIASES.get(command.kind, command.kind)
    rows = [row for row in state.rules.rulebook.remedy if row.kind == kind and state.rules.applies(row.only)]
    remedies = tuple(dict.fromkeys(clause for row in rows for clause in row.clauses))
    return remedies or incident_clauses(state, kind) or (F14,)


# ------------------------------------------------------------------------------------------------------ kinds of rows


def caller(clauses: Clauses) -> Who:
    """The dealer who calls the game."""
    return Who((Role.DEALER,), clauses, (Duty.CALLING,))


def payer(clauses: Clauses) -> Who:
    """The dealer of the wagers."""
    return Who((Role.DEALER,), clauses, (Duty.WAGERS,))


def mover(clauses: Clauses) -> Who:
    """What only a dealer does with the cards: nobody may let a participant or a spectator reach for them (s42/j/5)."""

    def touched(state: TableState, command: Command) -> tuple[str, ...]:
        reaches = command.by.role in (Role.GUEST, Role.SPECTATOR)
        return (*cited(clauses, state, command), *(state.rules.rulebook.handling.cards if reaches else ()))

    return caller(touched)


def own_seat(*staff: Role, clauses: Clauses = due_now, duty: tuple[Duty, ...] = ()) -> Who:
    """The guest at the seat that the command names, or the staff who are on that duty."""
    return Who((Role.GUEST, *staff), clauses, duty, seat=named_seat)


def of_guest(
    *staff: Role, clauses: Clauses = due_now, duty: tuple[Duty, ...] = (Duty.CALLING,)
) -> Callable[[TableState, Any], Who]:
    """What a guest does with chips and seats; where the table follows a real one, the dealer on duty writes it down."""
    written = own_seat(*staff, Role.DEALER, clauses=clauses, duty=duty)
    own = own_seat(*staff, clauses=clauses)
    return lambda state, command: written if state.by_hand else own


def _of_seating(state: TableState, command: c.TakeSeat) -> Who:
    """The door of the house; where the table follows a real one, whoever writes it down."""
    return Who((Role.HOUSE, *(REPORTERS if state.by_hand else ())), due_now)


def _of_withdrawing(state: TableState, command: c.WithdrawWager) -> Who:
    """The guest; the dealer pushes wagers back where no further card comes from this shoe (B33, F14)."""
    pushed_back = state.by_hand or order_lost(state) or decks_too_old(state, command.at)
    return own_seat(*((Role.DEALER,) if pushed_back else ()), clauses=CHIPS, duty=(Duty.WAGERS,))


# ----------------------------------------------------------------------------------------- rows that the moment decides


def _of_step(state: TableState, command: c.DoStep) -> Who:
    """The person whom the rulebook names for a step; a guest who says nothing had the chance, and the house says so."""
    step = next((step for step in active_steps(state) if step.id == command.step), None)
    if step is None or state.phase not in PROCEDURES:
        clauses = step.clauses if step and step.starts else due_now
        return Who((Role.DEALER, Role.FLOORPERSON, Role.GUEST, Role.HOUSE), clauses, seat=_of_whoever)
    if step.roles == ("floorperson",):
        return Who((Role.FLOORPERSON,), step.clauses, (Duty.FLOOR,))
    if step.roles != ("guest",):
        return caller(step.clauses)
    silent = HOUSE if command.ok is False and state.seats else ()
    who = Who((Role.GUEST, *silent), step.clauses)
    return who._replace(seat=_of_whoever) if command.by.role is Role.GUEST else who


def _of_whoever(state: TableState, command: Command) -> int:
    """Any guest may, at the seat where that guest sits."""
    return command.by.seat


def _of_answer(clauses: Clauses) -> Callable[[TableState, Any], Who]:
    """A guest answers; for a silent one the house may say no."""
    return lambda state, command: Who((Role.GUEST, *(() if command.accept else HOUSE)), clauses)


def _of_cut(state: TableState, command: c.CutStack) -> Who:
    """The guest who took the cut, or the dealer where nobody did."""
    return Who((Role.DEALER, *((Role.GUEST,) if state.cut_seat else ())), out_of_turn, (Duty.CALLING,))


def _of_right(state: TableState, command: c.AnswerRight) -> Who:
    """The guest to whom the right to turn is offered."""
    handed, coup = state.rules.rulebook.handed, state.coup
    clauses = (*handed.offer, *handed.remainder) or due(state)[1]
    who = _of_answer(clauses)(state, command)
    offered = coup.offered if coup is not None and command.hand and coup.offering == command.hand else None
    return who if offered is None else who._replace(seat=lambda state, command: offered)


def _of_return(state: TableState, command: c.ReturnCards) -> Who:
    """The guest who has the cards, as long as somebody has."""
    clauses = (*back_clauses(state, command.hand), *state.rules.rulebook.handling.cards) or due(state)[1]
    out = state.coup is not None and command.hand != "" and state.coup.handed == command.hand
    return Who((Role.GUEST,), clauses, seat=_holder if out else None)


def _of_giving_up(state: TableState, command: c.Relinquish) -> Who:
    """The guest with the right to turn, as long as the hand is to be turned."""
    held = state.coup is not None and turn_due(state) == command.hand and state.coup.holders[command.hand] > 0
    return Who((Role.GUEST,), state.rules.rulebook.handed.offer or due(state)[1], seat=_holder if held else None)


def _holder(state: TableState, command: c.ReturnCards | c.Relinquish) -> int:
    return state.on_layout.holders[command.hand]


def _of_choice(state: TableState, command: c.ChooseHouseMoney) -> Who:
    """A House Money winner and nobody else; silence means take, and the house says so when the time is over."""
    silent = HOUSE if command.choice == TAKE else ()
    return Who((Role.GUEST, *silent), of_book(lambda book: book.settlement.house_money_choice), seat=named_seat)


def _of_confirming(state: TableState, command: c.ConfirmSpoken) -> Who:
    """Those whose confirmation the rulebook asks for."""
    wanted = state.rules.rulebook.fixed.get("verbal_confirmers")
    names = str(wanted.value).split(",") if wanted else ["dealer", "supervisor"]
    roles = (*((Role.DEALER,) if "dealer" in names else ()), *(SUPERVISORS if "supervisor" in names else ()))
    return Who(roles, state.rules.rulebook.verbal.confirm or due(state)[1])


def _of_partners(state: TableState, command: c.DeclarePartners) -> Who:
    """One of the partners, or a supervisor: the floorperson of this table, or somebody above."""
    seat = command.by.seat if command.by.seat in command.seats else next(iter(command.seats), 0)
    who = Who((Role.GUEST, *SUPERVISORS), partnership_clauses(state), (Duty.FLOOR,))
    return who._replace(seat=lambda state, command: seat)


def _of_dissolving(state: TableState, command: c.DissolvePartners) -> Who:
    """The floor, of what it has marked; one of the partners, of what they have declared; the house, at the end of the
    gaming day."""
    clauses, known = partnership_clauses(state), partnership(state, command.number)
    if command.number == EVERY_ONE:
        return Who(HOUSE, clauses)
    if known is None:
        return Who((Role.GUEST, *SUPERVISORS), clauses)
    if known.marked:
        return Who(SUPERVISORS, clauses, (Duty.FLOOR,))
    seats = state.seats_of(known.guests)
    seat = command.by.seat if command.by.seat in seats else next(iter(seats), 0)
    return Who((Role.GUEST,), clauses, seat=lambda state, command: seat)


def _of_report(state: TableState, command: c.Report) -> Who:
    """The dealer or a supervisor; that the order of the shoe is lost, only the house can know.

    That the round cannot be completed, two people of this table say; that a card turned over as it was dealt, the
    dealer, and the floorperson confirms it.
    """
    if command.kind == Mishap.EXPOSED_IN_DEALING:
        return caller(confirm_clauses(state))
    if command.kind == ORDER_LOST:
        return Who(HOUSE, (F14,))
    if command.kind == Mishap.UNCOLLECTED:
        return Who(REPORTERS, state.rules.rulebook.owed.leaving)
    return AT_THE_TABLE if command.kind == Mishap.UNFINISHABLE else Who(REPORTERS, _reported)


def _of_assigning(state: TableState, command: c.AssignStaff) -> Who:
    """A supervisor on duty, of the rank of the duty or above, or the house; one who comes takes a duty that nobody has.

    A duty that somebody has is handed over by that person, or assigned by somebody above.
    """
    by, role = command.by, ROLES.get(command.duty)
    ranks = SUPERVISORS[SUPERVISORS.index(role) :] if role in SUPERVISORS else SUPERVISORS
    free = state.staff.get(command.duty) in (None, AUTOMATIC_STAFF.get(command.duty), by.id)
    comes = free and command.person == by.id and by.role is role
    return Who((*ranks, Role.HOUSE), duty_clauses(state, command.duty), comes=comes)


def _of_resolving(state: TableState, command: c.ResolveIncident) -> Who:
    """A supervisor; that a lost order is found again, only the house can know."""
    incident = state.incidents.get(command.number)
    return Who(HOUSE if incident and incident.kind == ORDER_LOST else SUPERVISORS, _incident)


CHIPS = of_book(lambda book: book.wagers.chips)
"""A guest's chips are the guest's to put down, and a wager is chips on its area."""

WHO: dict[type[Command], Row] = {
    # staff and opening
    c.AssignStaff: _of_assigning,
    c.DoStep: _of_step,
    c.DirectShuffle: Who(SUPERVISORS, of_book(lambda b: b.cut.directed_clauses or b.cut.undirected_clauses)),
    c.DeclareDead: Who(SUPERVISORS, of_book(lambda book: book.procedure["dead-table"][0].clauses)),
    c.ChangeDecks: Who(SUPERVISORS, of_state(decks_clauses)),
    c.CloseTable: Who(SUPERVISORS, of_state(lambda state: active_steps(state, "opening")[0].clauses)),
    c.ChangeOptions: Who(HOUSE, of_round("settle")),
    c.StateTimes: Who(HOUSE, due_now),
    c.StateShare: Who(HOUSE, of_state(random_clauses)),
    c.OpenTray: Who(HOUSE, (COUNTS,)),
    c.CloseTray: Who(HOUSE, (COUNTS,)),
    c.MoveChips: Who(HOUSE, (SLIPS,)),
    c.AskFill: Who((*HOUSE, *REPORTERS), (SLIPS,)),
    c.CommitShare: own_seat(clauses=of_state(random_clauses)),
    c.RevealShare: own_seat(clauses=of_state(random_clauses)),
    c.CloseShares: Who(HOUSE, of_state(random_clauses)),
    c.CommitStack: Who(HOUSE, of_state(random_clauses)),
    c.RevealShoe: Who(HOUSE, of_state(random_clauses)),
    # cut and burn
    c.AnswerCut: _of_answer(out_of_turn),
    c.CutStack: _of_cut,
    c.OrderRecut: Who(SUPERVISORS, of_cut("recut")),
    c.CompleteCut: mover(of_cut("complete-cut")),
    c.LoadShoe: mover(lambda state, command: (*load_step(state).clauses, *state.rules.rulebook.cut.load_clauses)),
    c.BurnCards: mover(of_cut("burn")),
    # guests
    c.TakeSeat: _of_seating,
    c.SayExcluded: Who(HOUSE, of_book(lambda book: (*book.seating.banned, *book.seating.self_excluded))),
    c.LeaveSeat: of_guest(Role.HOUSE, clauses=(F12,)),
    c.ChangeSeat: of_guest(clauses=(F12,)),
    c.SayConnection: Who(HOUSE, of_book(lambda book: (*book.owed.leaving, *book.layout.seats_clauses))),
    c.BuyIn: of_guest(Role.HOUSE, clauses=CHIPS),
    c.NameNotes: payer((COUNTS,)),
    c.DeclarePartners: _of_partners,
    c.DissolvePartners: _of_dissolving,
    c.SayArrived: own_seat(),
    c.SayReady: own_seat(),
    c.WaiveTurning: own_seat(clauses=of_book(lambda book: book.handed.offer)),
    # wagers
    c.PlaceWager: of_guest(clauses=CHIPS, duty=(Duty.WAGERS,)),
    c.WithdrawWager: _of_withdrawing,
    c.SpeakWager: own_seat(clauses=CHIPS),
    c.ConfirmSpoken: _of_confirming,
    c.ConvertCash: payer(of_book(lambda book: book.verbal.convert)),
    c.CallNoMoreBets: caller(of_round("no-more-bets")),
    # dealing
    c.DealCard: mover(_dealing),
    c.TuckBanker: mover(of_book(lambda book: book.handed.tuck)),
    c.HandCards: mover(lambda state, command: hand_clauses(state, command.hand) or due(state)[1]),
    c.ReturnCards: _of_return,
    c.TurnCards: mover(lambda state, command: turn_clauses(state, command.hand) or due(state)[1]),
    c.Relinquish: _of_giving_up,
    c.RevokeRight: Who(
        (Role.DEALER, Role.FLOORPERSON), of_book(lambda book: book.handed.revoke), (Duty.CALLING, Duty.FLOOR)
    ),
    c.AnswerRight: _of_right,
    c.CallCount: caller(of_round("announce-counts")),
    # from the counts to the discard rack
    c.ChooseHouseMoney: _of_choice,
    c.SettleHouseMoney: payer(of_book(lambda b: b.settlement.house_money_untouched or b.settlement.losers_first)),
    c.CallResult: caller(of_round("announce-result")),
    c.TakeActions: payer(of_state(lambda state: round_step(state, "settle").clauses.led_by("duty"))),
    c.RackCards: mover(_racking),
    c.CallLastHand: caller(of_round("last-hand")),
    c.EndShoe: caller(of_round("last-hand")),
    c.CollectVigorish: own_seat(
        Role.DEALER, clauses=of_book(lambda book: book.owed.stays), duty=(Duty.WAGERS,)
    ),  # a guest pays it by the same hand: nobody waits for a dealer to be free of a debt
    c.ClearVigorish: Who(
        SUPERVISORS, of_book(lambda book: (book.fixed["uncollected_path"].clause, *book.owed.stays)), (Duty.FLOOR,)
    ),
    c.ChangeMarker: payer(of_book(lambda book: book.owed.marker)),
    c.RestartScoreboard: Who(SUPERVISORS, of_state(lambda state: state.rules.setting("shuffler").clauses)),
    c.CorrectCard: caller(lambda state, command: naming_clauses(state, command.position)),
    c.CorrectPayment: Who(SUPERVISORS, of_round("discard")),
    c.Reconstruct: Who(REPORTERS, of_state(lambda state: round_step(state, "discard").clauses.led_by("reconstruct"))),
    # irregularities
    c.Report: _of_report,
    c.ConfirmExposure: Who((Role.FLOORPERSON,), of_state(confirm_clauses), (Duty.FLOOR,)),
    c.CarryOut: mover(of_state(stray_clauses)),
    c.ResolveIncident: _of_resolving,
    c.ConfirmUnfinishable: AT_THE_TABLE,
}
"""One row for each command of a table."""
