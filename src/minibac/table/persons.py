"""What belongs to a person and not to a seat: who bets together with whom (D09), and who may not play any more."""

from minibac.machine.kinds import noted, signed
from minibac.rules.refusal import Code, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, decides, seated
from minibac.table.phases import IN_PLAY
from minibac.table.state import Partnership, Phase, TableState
from minibac.table.wagering import unconfirmed_back
from minibac.voice.said import many, said

PARTNERS_LEAST = 2
EVERY_ONE = 0
"""The number of no partnership: all of them end with the gaming day."""


@decides(c.DeclarePartners)
def declare_partners(state: TableState, command: c.DeclarePartners) -> Decision:
    """Guests who bet together are one bettor before the table maximum (D09); what lies on the layout stands."""
    clauses = partnership_clauses(state)
    if not clauses:
        return refuse(Code.NOT_OFFERED, said("nothing is limited for guests who bet together under this rulebook"))
    for seat in command.seats:
        if refusal := seated(state, seat):
            return refusal
    seats = tuple(sorted(set(command.seats)))
    if len(seats) < PARTNERS_LEAST:
        return refuse(Code.NOT_SEATED, said("a partnership is two seats or more"), *clauses)
    guests = tuple(sorted(state.seats[seat].guest for seat in seats))
    marks, by = command.by.is_supervisor, command.by.id
    known = next((each for each in state.partnerships if each.guests == guests), None)
    if known is not None and (known.marked or by in known.agreed):
        sentence = said("that has been said already of seats {seats}", seats=many(seats, "and"))
        return refuse(Code.WRONG_STEP, sentence, *clauses)
    number = known.number if known else state.partnership_no + 1
    counts = marks or (known is not None and {*known.agreed, by} == set(guests))
    facts = {"number": number, "seats": seats, "guests": guests, "marked": marks, "counts": counts}
    declared = signed(e.PartnersDeclared, command, clauses, **facts)
    return (declared, *(unconfirmed_back(state, command, seats) if counts else ()))


def partnership_clauses(state: TableState) -> tuple[str, ...]:
    """The clause that limits partners; none where the rulebook says nothing of them."""
    clause = state.rules.rulebook.wagers.partnership
    return (clause,) if clause else ()


@decides(c.DissolvePartners)
def dissolve_partners(state: TableState, command: c.DissolvePartners) -> Decision:
    """End a partnership: the floor what it marked, a partner a declaration, between shoes (D09)."""
    clauses = partnership_clauses(state)
    if command.number == EVERY_ONE:  # the gaming day is over
        over = [each for each in state.partnerships if command.until is None or each.at <= command.until]
        return tuple(_dissolved(state, command, each) for each in over)
    known = partnership(state, command.number)
    if known is None:
        numbers = tuple(str(each.number) for each in state.partnerships)
        sentence = said("there is no partnership {number} at this table", number=command.number)
        return refuse(Code.WRONG_STEP, sentence, *clauses, allowed=numbers)
    if not known.marked and known.counts and not _between_shoes(state, known):
        return refuse(Code.NOT_NOW, said("a declared partnership ends between shoes"), *clauses)
    return (_dissolved(state, command, known),)


def partnership(state: TableState, number: int) -> Partnership | None:
    return next((each for each in state.partnerships if each.number == number), None)


def _dissolved(state: TableState, command: c.Command, known: Partnership) -> e.PartnersDissolved:
    seats = state.seats_of(known.guests)
    return signed(e.PartnersDissolved, command, partnership_clauses(state), number=known.number, seats=seats)


def _between_shoes(state: TableState, known: Partnership) -> bool:
    """Whether no shoe is in play; each round of a continuous device has one of its own, and begins with a wager."""
    staked = {seat for seat, _ in state.wagers} & {*state.seats_of(known.guests)}
    unstaked = state.continuous and state.phase is Phase.BETTING and not staked
    return unstaked or state.phase not in IN_PLAY


@decides(c.SayExcluded)
def say_excluded(state: TableState, command: c.SayExcluded) -> Decision:
    """A guest who sits here may not play any more, or is known by now to be too young: no further wager is taken; what
    was accepted stands."""
    seating = state.rules.rulebook.seating
    seats = [seat for seat in state.seats_of((command.guest,)) if state.seats[seat].excluded != command.excluded]
    clauses = (*seating.banned, *seating.self_excluded)
    told = [noted(e.GuestExcluded, command, clauses, seat=seat) for seat in seats]
    return (*told, *(unconfirmed_back(state, command, seats) if command.excluded else ()))
