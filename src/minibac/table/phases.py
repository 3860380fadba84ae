"""The life of a table: its phases, and the events that lead from each to the next.

A pair of phase and event that is in no row cannot happen: ``decide`` refuses the command that asks for it, and
``apply`` raises. ``docs/table.md`` shows the rows as a diagram.
"""

from collections.abc import Iterable
from dataclasses import replace

from minibac.machine.automatic_people import is_automatic
from minibac.machine.kinds import Event
from minibac.machine.phases import Choice, Phases
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.asks import ASKS
from minibac.table.state import Phase, TableState

Following = Phase | Choice[Phase]
Rows = dict[tuple[Phase, type[Event]], Following]

# -------------------------------------------------------------------------------------------------- groups of phases

PROCEDURES = (Phase.OPENING, Phase.SHUFFLE, Phase.DEAD)
"""What the rulebook states step by step."""
SHARING = (Phase.SHARES, Phase.MIXING)
"""Guests' programs are asked for their share of the shuffle."""
CUT_PHASES = (Phase.MIXING, Phase.CUT_OFFER, Phase.CUT, Phase.CUT_DONE, Phase.COMPLETED, Phase.LOADED)
"""From the committed stack to the burn."""
CUTTING = (Phase.CUT_OFFER, Phase.CUT)
"""Somebody is asked to cut, or cuts."""
UNFINISHED = (Phase.DEALING, Phase.TURNING, Phase.HOUSE_MONEY, Phase.DRAWING)
"""A coup that still wants a card."""
UNCALLED = (*UNFINISHED, Phase.RESULT)
"""A coup whose result has not been announced."""
UNDECIDED = (*UNCALLED, Phase.SETTLING)
"""A coup that a void could still reverse, so nothing else touches chips (B10)."""
COUP_PHASES = (*UNDECIDED, Phase.RACKING)
"""From "no more bets" to the discard rack."""
DRAW_OR_RESULT = (Phase.DRAWING, Phase.RESULT)
"""The counts are announced: a hand is due a third card, or the result is."""
BETWEEN_COUPS = (Phase.BETTING, Phase.BETWEEN)
"""The shoe is loaded, and no coup is on the layout."""
IN_PLAY = (*BETWEEN_COUPS, *COUP_PHASES)
"""A card can be out of the shoe in error."""
STACKED = (*PROCEDURES, Phase.SHARES, Phase.COMMIT, Phase.SHOE_OVER, Phase.CLOSED)
"""The cards are a stack, a spread or a batch in the shuffler, and have no positions."""
HANDED = (Phase.TURNING, Phase.DRAWING)
"""Cards can be out with a guest."""
DEALT = (Phase.DEALING, Phase.DRAWING)
"""Cards come out of the shoe."""
IN_HAND = (*DEALT, Phase.TURNING)
"""Cards come out of the shoe, or are turned."""
OF_THE_VAULT = (Phase.COMMIT, Phase.SHOE_OVER)
"""The house commits to an order, or shows one."""
OF_NOBODY = (*OF_THE_VAULT, Phase.CLOSED)
"""Nobody at the table has anything to do."""

# ---------------------------------------------------------------------------- choices, by the state after the event


def _procedure(state: TableState, event: e.ProcedureStarted) -> Phase:
    """A batch that came out of the shuffler at a dead table may have to be spread itself."""
    return {"opening": Phase.OPENING, "shuffle": Phase.SHUFFLE}.get(event.procedure, Phase.DEAD)


def _four_out(state: TableState, event: e.CardDealt) -> Phase:
    return Phase.TURNING if len(state.on_layout.banker) == 2 else Phase.DEALING


def _one_less(state: TableState, event: e.CardStrayed) -> Phase:
    """A card that turned over in dealing leaves its hand, and the next takes its place (B28)."""
    return Phase.TURNING if len(state.on_layout.banker) == 2 else Phase.DEALING


def _both_called(state: TableState, event: e.CountCalled) -> Phase:
    if len(state.on_layout.called) < 2:
        return Phase.TURNING
    return _by_tableau(state, event) if state.on_layout.simulated else _money_left(state, event)


def _money_left(state: TableState, event: Event) -> Phase:
    waits = any(wager == "house-money" for _, wager in state.wagers)
    return Phase.HOUSE_MONEY if waits else _by_tableau(state, event)


def _by_tableau(state: TableState, event: Event) -> Phase:
    """Either a hand is due a third card, or the result is."""
    return Phase.RESULT if state.coup_so_far().over else Phase.DRAWING


def _corrected(state: TableState, event: e.CardCorrected) -> Phase:
    """The count of a first hand is announced again; after a third card the tableau is asked again."""
    return Phase.TURNING if len(state.on_layout.called) < 2 else _by_tableau(state, event)


def _simulated(state: TableState, event: e.ResultCalled) -> Phase:
    """A simulated round has no wagers to settle."""
    return Phase.RACKING if state.on_layout.simulated else Phase.SETTLING


def sharing(state: TableState) -> tuple[int, ...]:
    """The seats whose guests' programs are waited for: who is there and has said nothing yet of a share in the shuffle;
    then who has shown a hash, still sits here, and has not shown the value. A house's own guests have no share."""
    if state.phase is Phase.MIXING:
        there = {sits.guest for sits in state.seats.values()}
        return tuple(n for n, s in sorted(state.shares.items()) if s.hash and s.value is None and s.guest in there)
    given = {share.guest for share in state.shares.values()}
    asked = ((seat, state.seats[seat]) for seat in state.occupied if seat not in state.shares)
    return tuple(seat for seat, s in asked if s.here and s.guest not in given and not is_automatic(s.guest))


def _shared(state: TableState, event: e.ProcedureFinished) -> Phase:
    asked = state.share is not None and not state.continuous and sharing(state)
    return Phase.SHARES if asked else Phase.COMMIT


def _to_mix(state: TableState, event: e.StackCommitted) -> Phase:
    return Phase.MIXING if any(share.hash for share in state.shares.values()) else Phase.CUT_OFFER


SHARED = Choice("guests have a share", (Phase.SHARES, Phase.COMMIT), _shared)
MIXED = Choice("shares were given", (Phase.MIXING, Phase.CUT_OFFER), _to_mix)
CUTTER = Choice("who cuts", CUTTING, lambda state, event: Phase.CUT_OFFER if event.seat else Phase.CUT)
ANSWER = Choice("taken or not", CUTTING, lambda state, event: Phase.CUT if event.accept else Phase.CUT_OFFER)
PROCEDURE = Choice("which procedure", PROCEDURES, _procedure)
FOUR_OUT = Choice("four cards out", (Phase.DEALING, Phase.TURNING), _four_out)
ONE_LESS = Choice("four still out", (Phase.DEALING, Phase.TURNING), _one_less)
BOTH_CALLED = Choice("both counts called", (Phase.TURNING, Phase.HOUSE_MONEY, *DRAW_OR_RESULT), _both_called)
MONEY_LEFT = Choice("House Money left", (Phase.HOUSE_MONEY, *DRAW_OR_RESULT), _money_left)
TABLEAU = Choice("the tableau", DRAW_OR_RESULT, _by_tableau)
CORRECTED = Choice("which card", (Phase.TURNING, *DRAW_OR_RESULT), _corrected)
SIMULATED = Choice("simulated or not", (Phase.SETTLING, Phase.RACKING), _simulated)
RESUMED = Choice(
    "a coup waits", (Phase.BETWEEN, Phase.DEALING), lambda state, event: Phase.DEALING if state.coup else Phase.BETWEEN
)
HELD_BACK = Choice(
    "a card waits",
    (Phase.SHOE_OVER, Phase.COMMIT),
    lambda state, event: Phase.COMMIT if event.held_back else Phase.SHOE_OVER,
)

# ---------------------------------------------------------------------------------------------------------- the table


def _each(phases: Iterable[Phase], kind: type[Event], following: Following) -> Rows:
    """The same row from each of these phases."""
    return {(phase, kind): following for phase in phases}


def _staying(phases: Iterable[Phase], *kinds: type[Event]) -> Rows:
    """Events that may happen in these phases and lead to no other."""
    return {(phase, kind): phase for phase in phases for kind in kinds}


def _but(*phases: Phase) -> tuple[Phase, ...]:
    return tuple(phase for phase in Phase if phase not in phases)


# fmt: off
TRANSITIONS: Rows = {
    **_each(PROCEDURES, e.ProcedureStarted, PROCEDURE),
    **_each(PROCEDURES, e.ProcedureFinished, SHARED),
    **_each(PROCEDURES, e.TableClosed, Phase.CLOSED),

    (Phase.SHARES, e.SharesClosed): Phase.COMMIT,
    (Phase.COMMIT, e.StackCommitted): MIXED,
    (Phase.MIXING, e.StackMixed): Phase.CUT_OFFER,
    (Phase.CUT_OFFER, e.CutOffered): CUTTER,
    (Phase.CUT_OFFER, e.CutAnswered): ANSWER,
    (Phase.CUT_OFFER, e.BettingOpened): Phase.BETTING,  # a continuous device deals from the full set, uncut (F10)
    (Phase.CUT, e.CutOffered): CUTTER,  # the guest who took the cut leaves
    (Phase.CUT, e.CutAnswered): Phase.CUT_OFFER,  # or gives it back
    (Phase.CUT, e.StackCut): Phase.CUT_DONE,
    (Phase.CUT_DONE, e.CutCompleted): Phase.COMPLETED,
    (Phase.COMPLETED, e.ShoeLoaded): Phase.LOADED,
    (Phase.LOADED, e.BettingOpened): Phase.BETTING,
    **_each((Phase.CUT_DONE, Phase.COMPLETED, Phase.LOADED), e.RecutOrdered, Phase.CUT_OFFER),

    (Phase.BETTING, e.BettingClosed): Phase.DEALING,
    (Phase.DEALING, e.CardDealt): FOUR_OUT,
    (Phase.TURNING, e.CountCalled): BOTH_CALLED,
    (Phase.HOUSE_MONEY, e.HouseMoneySettled): MONEY_LEFT,
    (Phase.DRAWING, e.CardDealt): TABLEAU,
    (Phase.DRAWING, e.CardsTurned): TABLEAU,
    (Phase.RESULT, e.ResultCalled): SIMULATED,
    (Phase.SETTLING, e.CoupSettled): Phase.RACKING,
    (Phase.RACKING, e.CardsRacked): RESUMED,
    (Phase.BETWEEN, e.BettingOpened): Phase.BETTING,

    (Phase.TURNING, e.CardStrayed): ONE_LESS,
    **_each(DRAW_OR_RESULT, e.CardMoved, TABLEAU),
    **_each(DRAW_OR_RESULT, e.CardCorrected, CORRECTED),
    (Phase.HOUSE_MONEY, e.CardCorrected): Phase.TURNING,
    **_each((*BETWEEN_COUPS, Phase.DEALING), e.SimulatedRoundStarted, Phase.DEALING),
    **_each(UNCALLED, e.CoupVoided, Phase.RACKING),

    (Phase.BETWEEN, e.ShoeEnded): HELD_BACK,
    **_each((*CUT_PHASES, Phase.BETTING), e.ShoeEnded, Phase.SHOE_OVER),
    (Phase.SHOE_OVER, e.ProcedureStarted): PROCEDURE,
    (Phase.SHOE_OVER, e.ProcedureFinished): Phase.COMMIT,
    (Phase.SHOE_OVER, e.TableClosed): Phase.CLOSED,
}
"""Every way from one phase to another, in the order of a table's day."""

STAYING: Rows = {
    **_staying(PROCEDURES, e.StepDone, e.GuestAnswered, e.DecksRejected),
    **_staying((*PROCEDURES, Phase.SHOE_OVER), e.BatchesSwapped),
    **_staying((Phase.SHARES,), e.ShareCommitted),
    **_staying((Phase.MIXING,), e.ShareRevealed),
    **_staying((Phase.SHOE_OVER,), e.ShoeRevealed),
    **_staying((Phase.LOADED,), e.CardsBurned),
    **_staying((Phase.BETTING,), e.WagerPlaced, e.WagerWithdrawn, e.WagerSpoken, e.SpokenConfirmed, e.ReadySaid),
    **_staying((Phase.BETTING, Phase.DEALING), e.SpokenReturned),  # a void coup gives back what is no chip yet
    **_staying((Phase.BETTING, *COUP_PHASES), e.CashConverted),
    **_staying((Phase.DEALING, Phase.TURNING), e.CardsTurned, e.CardCorrected),
    **_staying((Phase.RACKING,), e.CardsTurned),  # a card of a void coup that somebody exposes
    **_staying((Phase.TURNING,), e.BankerTucked),
    **_staying(HANDED, e.CardsHanded, e.RightSurrendered, e.RightAnswered),
    **_staying((Phase.HOUSE_MONEY,), e.HouseMoneyChosen),
    **_staying((Phase.SETTLING,), e.ActionsTaken),
    **_staying((Phase.BETWEEN,), e.LastHandCalled),
    **_staying((phase for phase in IN_PLAY if phase is not Phase.TURNING), e.CardStrayed),
    **_staying(IN_PLAY, e.CardCarried, e.StrayDiscarded),
    **_staying(IN_HAND, e.ExposureReported),
    **_staying(_but(*UNDECIDED), e.VigorishCollected, e.VigorishCleared, e.PaymentCorrected),
    **_staying(_but(*COUP_PHASES), e.TurningWaived, e.ScoreboardRestarted),
    **_staying(_but(Phase.CLOSED), e.SeatTaken, e.ChipsBought, e.NotesNamed),
}
"""What happens within a phase, and only there."""

ANYWHERE: frozenset[type[Event]] = frozenset({
    e.StaffAssigned, e.OptionsChanged, e.TimesStated, e.ShareStated, e.SeatLeft, e.SeatChanged, e.ConnectionSaid,
    e.PartnersDeclared, e.PartnersDissolved, e.GuestExcluded, e.GuestArrived, e.TrayOpened, e.TrayClosed,
    e.ChipsCarried, e.FillAsked, e.CoupReconstructed, e.IncidentOpened, e.IncidentResolved,
})
"""What may happen in every phase, and leads to no other."""

ANEW: frozenset[type[Event]] = frozenset({
    e.StepDone, e.CutOffered, e.CutAnswered, e.CardsHanded, e.RightSurrendered, e.RightAnswered, e.CardsTurned,
    e.HouseMoneySettled,
})
"""After these the table waits for somebody else, although its phase may be the same."""
# fmt: on

OTHERWISE: dict[type[c.Command], tuple[Phase, ...]] = {
    **dict.fromkeys((c.TurnCards, c.ReturnCards, c.ConfirmExposure), IN_HAND),
    **dict.fromkeys((c.DirectShuffle, c.DeclareDead, c.ChangeDecks), BETWEEN_COUPS),
    c.DoStep: (*PROCEDURES, *CUT_PHASES),
    c.CloseShares: SHARING,
    c.CloseTable: (*PROCEDURES, *BETWEEN_COUPS),
    c.EndShoe: BETWEEN_COUPS,
}
"""Commands that belong to other phases than the event: a card of a void coup is only exposed, earlier than this only
the loss of its order ends a shoe, and until the first card leaves it a guest may ask to see the cards."""

_LIFE = Phases({**TRANSITIONS, **STAYING}, ANYWHERE, ANEW)
PHASES = replace(
    _LIFE, fits={kind: frozenset(OTHERWISE.get(kind, ())) or _LIFE.where(ask.event) for kind, ask in ASKS.items()}
)
"""The whole life of a table; a command belongs to the phases in which what it asks for can happen."""
