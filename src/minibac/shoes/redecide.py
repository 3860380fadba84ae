"""A log decided again: for every decision in it, the command that must have led there, and the same answer.

A log holds what happened, not what somebody asked for. But each event says enough to ask again: a card on the Banker's
Hand was a ``DealCard``, a called count a ``CallCount``. The command is put to the state before it, in the name of the
person whom the event names and in every part that this person can have played; one of the answers must be, to the
letter, what the log says. So a drawn card that the tableau does not give, a payment that is a cent wrong or a clause
that is not cited stands out, without a second statement of any rule.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from minibac.machine.roles import Actor, Role
from minibac.play.results import Result
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.irregular import ALIASES, PLACE
from minibac.table.machine import decide
from minibac.table.persons import EVERY_ONE
from minibac.table.settling import special_call
from minibac.table.state import TableState
from minibac.table.steps import active_steps, wishes

STAFF = (Role.DEALER, Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER, Role.HOUSE)
"""The parts in which somebody who is no guest gives commands at a table."""

Wanted = tuple[type[c.Command], dict[str, Any]]


class Answer(NamedTuple):
    """What became of the events of a log from one of them on."""

    events_count: int
    """How many of them one command explains; 0 when none does."""
    known: bool
    """Whether there was anything to ask: not every event names its command."""
    reason: str = ""
    """Why none does: the refusal, or what the rulebook gives instead."""


def explain(state: TableState, events: Sequence[e.Event]) -> Answer:
    """Find the command behind the first of these events, and how many of them it explains.

    A log may break off in the middle of a decision, as a shoe record does after its reveal.
    """
    asked = False
    reason = ""
    for command in likely_commands(state, events):
        asked = True
        answer = decide(state, command)
        if not isinstance(answer, Refusal) and answer and answer[: len(events)] == tuple(events[: len(answer)]):
            return Answer(min(len(answer), len(events)), True)
        reason = reason or _difference(answer, events)
    return Answer(0, asked, reason)


def _difference(answer: tuple[e.Event, ...] | Refusal, events: Sequence[e.Event]) -> str:
    if isinstance(answer, Refusal):
        return str(answer)
    for right, seen in zip(answer, events, strict=False):
        if right != seen:
            return f"by the rulebook it would be {e.encode(right).decode()}"
    return "by the rulebook more follows from it"


def likely_commands(state: TableState, events: Sequence[e.Event]) -> Iterator[c.Command]:
    """Every command that can have led to these events, likeliest first."""
    event = events[0]
    for kind, facts in _wanted(state, events):
        for actor in _people(state, event.by):
            yield kind(by=actor, at=event.at, **facts)


def _people(state: TableState, name: str) -> Iterator[Actor]:
    for seat, sits in state.seats.items():
        if sits.guest == name:
            yield Actor(name, Role.GUEST, seat)
    for role in STAFF:
        yield Actor(name, role)


def _wanted(state: TableState, events: Sequence[e.Event]) -> Iterator[Wanted]:
    event = events[0]
    if type(event) in SAME_FACTS:
        kind, names = SAME_FACTS[type(event)]
        yield kind, {name: getattr(event, name) for name in names}
    yield from _of_the_stack(state, event)
    yield from _of_a_coup(state, event)
    yield from _of_an_irregularity(state, event)


SAME_FACTS: dict[type[e.Event], tuple[type[c.Command], tuple[str, ...]]] = {
    e.StaffAssigned: (c.AssignStaff, ("duty", "person")),
    e.TimesStated: (c.StateTimes, ("timing",)),
    e.ShareStated: (c.StateShare, ("times",)),
    e.ShareCommitted: (c.CommitShare, ("seat", "hash")),
    e.SharesClosed: (c.CloseShares, ()),
    e.StackMixed: (c.CloseShares, ()),
    e.TrayOpened: (c.OpenTray, ("day", "slip", "chips")),
    e.TrayClosed: (c.CloseTray, ("slip",)),
    e.FillAsked: (c.AskFill, ("chips",)),
    e.ChipsCarried: (c.MoveChips, ("kind", "request", "chips")),
    e.GuestAnswered: (c.DoStep, ("step", "ok")),
    e.StackCommitted: (c.CommitStack, ("commitment",)),
    e.ShoeRevealed: (c.RevealShoe, ("order", "salt", "shoe_no")),
    e.CutAnswered: (c.AnswerCut, ("accept", "word")),
    e.StackCut: (c.CutStack, ("position",)),
    e.RecutOrdered: (c.OrderRecut, ("reason",)),
    e.CutCompleted: (c.CompleteCut, ("depth",)),
    e.ShoeLoaded: (c.LoadShoe, ("batch", "cutting_cards")),
    e.TableClosed: (c.CloseTable, ()),
    e.GuestExcluded: (c.SayExcluded, ("guest", "excluded")),
    e.SeatLeft: (c.LeaveSeat, ("seat",)),
    e.SeatChanged: (c.ChangeSeat, ("seat", "to")),
    e.ConnectionSaid: (c.SayConnection, ("seat", "connected")),
    e.ChipsBought: (c.BuyIn, ("seat", "cents", "transfer", "notes")),
    e.NotesNamed: (c.NameNotes, ("seat", "notes")),
    e.PartnersDeclared: (c.DeclarePartners, ("seats",)),
    e.PartnersDissolved: (c.DissolvePartners, ("number",)),
    e.GuestArrived: (c.SayArrived, ("seat",)),
    e.ReadySaid: (c.SayReady, ("seat", "ready")),
    e.TurningWaived: (c.WaiveTurning, ("seat", "waive")),
    e.WagerPlaced: (c.PlaceWager, ("seat", "wager", "cents", "coupon_cents", "coupon_serial")),
    e.WagerWithdrawn: (c.WithdrawWager, ("seat", "wager", "cents")),
    e.WagerSpoken: (c.SpeakWager, ("seat", "wager", "cents", "cash_cents")),
    e.SpokenConfirmed: (c.ConfirmSpoken, ("seat", "wager")),
    e.SpokenReturned: (c.WithdrawWager, ("seat", "wager")),
    e.CashConverted: (c.ConvertCash, ("seat", "wager", "notes")),
    e.BettingClosed: (c.CallNoMoreBets, ()),
    e.BankerTucked: (c.TuckBanker, ()),
    e.CardsHanded: (c.HandCards, ("hand", "seat")),
    e.RightAnswered: (c.AnswerRight, ("hand", "accept")),
    e.CountCalled: (c.CallCount, ("hand", "count")),
    e.HouseMoneyChosen: (c.ChooseHouseMoney, ("seat", "choice")),
    e.HouseMoneySettled: (c.SettleHouseMoney, ("seat", "chips")),
    e.ActionsTaken: (c.TakeActions, ("actions", "chips")),
    e.CardsRacked: (c.RackCards, ()),
    e.LastHandCalled: (c.CallLastHand, ()),
    e.ScoreboardRestarted: (c.RestartScoreboard, ("reason",)),
    e.VigorishCollected: (c.CollectVigorish, ("seat", "cents")),
    e.VigorishCleared: (c.ClearVigorish, ("seat", "cents", "reference")),
    e.CardCorrected: (c.CorrectCard, ("position", "card")),
    e.PaymentCorrected: (c.CorrectPayment, ("seat", "coup_no", "reason")),
    e.CoupReconstructed: (c.Reconstruct, ("coup_no", "player_cards", "banker_cards", "simulated")),
}
"""Events that say the same as the command they answer."""


def _of_the_stack(state: TableState, event: e.Event) -> Iterator[Wanted]:
    """Procedures, the burn, and the ends of a shoe."""
    match event:
        case e.StepDone():
            names = ("step", "batch", "ok", "note", "cards_count")
            yield c.DoStep, {name: getattr(event, name) for name in names}
            yield c.DoStep, {name: getattr(event, name) for name in names} | {"note": ""}
        case e.ShareRevealed():  # the guest may sit elsewhere by now
            for seat in state.seats_of((event.by,)) or (event.seat,):
                yield c.RevealShare, {"seat": seat, "value": event.value}
        case e.OptionsChanged():
            kept = {name: value for name, value in event.changed.items() if value != ""}
            yield c.ChangeOptions, {"options": kept, "notice": event.notice}
        case e.DecksRejected():
            for name in ("inspect", "verify"):
                yield c.DoStep, {"step": name, "batch": event.batch, "ok": False, "note": event.note}
        case e.ProcedureStarted():  # a check that failed
            for step in active_steps(state):
                for note in (event.reason, ""):
                    yield c.DoStep, {"step": step.id, "ok": False, "note": note}
        case e.CardsBurned():
            yield c.BurnCards, {"cards": tuple(event.shown.values()), "rack_batch": event.rack_batch}
        case e.SeatTaken():
            who = {"seat": event.seat, "guest": event.guest, "name": event.name, "arriving": event.arriving}
            yield c.TakeSeat, who | {"age": event.least_age, "attested_by": event.attested_by}
        case e.PartnersDissolved():  # with the gaming day
            for each in reversed(state.partnerships):
                yield c.DissolvePartners, {"number": EVERY_ONE, "until": each.at}
        case e.SpokenReturned():  # nobody confirmed it before the call, or the round is void
            yield c.CallNoMoreBets, {}
            yield c.Report, {"kind": Mishap.TOO_FEW_CARDS}
        case e.ShoeEnded():
            yield c.EndShoe, {}
            yield c.DirectShuffle, {"reason": event.reason}
            for kind in (c.DeclareDead, c.ChangeDecks, c.CloseTable):
                yield kind, {}
            for wish in wishes(state):
                yield c.DoStep, {"step": wish}


def _of_a_coup(state: TableState, event: e.Event) -> Iterator[Wanted]:
    """Cards, rights and results."""
    match event:
        case e.CardDealt():
            cards = (event.card,) if event.card else ()
            yield c.DealCard, {"hand": event.hand, "cards": cards}
            other = "banker" if event.hand == "player" else "player"
            yield c.Report, {"kind": Mishap.WRONG_HAND, "hand": other, "cards": cards}
        case e.CardsTurned():
            facts = {"hand": event.hand, "cards": tuple(event.cards.values())}
            yield c.ReturnCards if event.seat else c.TurnCards, facts
            for kind in (Mishap.CARD_EXPOSED, Mishap.EXPOSED_IN_DEALING):
                yield c.Report, {"kind": kind, **facts}
            yield c.ConfirmExposure, {"in_dealing": False}
        case e.RightSurrendered():
            yield c.Relinquish, {"hand": event.hand}
            yield c.RevokeRight, {"hand": event.hand, "reason": event.reason, "note": event.note}
        case e.ResultCalled():
            result = _result(event.code)
            if result is not None:
                called = {"result": result.winner.value, "call": special_call(state, result)}
                yield c.CallResult, {"player": result.player_total, "banker": result.banker_total, **called}


def _result(code: int) -> Result | None:
    try:
        return Result.from_code(code)
    except (LookupError, ValueError):
        return None


def _of_an_irregularity(state: TableState, event: e.Event) -> Iterator[Wanted]:
    """Reports, remedies and incidents."""
    match event:
        case e.CardStrayed():
            facts = {"disclosed": event.disclosed, "cards": tuple(event.cards.values()), "count": len(event.positions)}
            for kind in (event.kind, *(name for name, of in ALIASES.items() if of == event.kind)):
                yield c.Report, {"kind": kind, **facts}
            yield c.CarryOut, {"do": PLACE}
            yield c.ConfirmExposure, {"in_dealing": True}
        case e.ExposureReported():
            yield c.Report, {"kind": Mishap.EXPOSED_IN_DEALING, "cards": (event.card,)}
        case e.CardMoved():
            yield c.CarryOut, {"do": PLACE}
        case e.StrayDiscarded():
            for stray in state.strays[:1]:
                yield c.CarryOut, {"do": stray.do, "cards": tuple(event.shown.values())}
        case e.SimulatedRoundStarted():
            yield c.CarryOut, {"do": RemedyStep.SIMULATED_ROUND}
        case e.CoupVoided():
            yield c.Report, {"kind": Mishap.TOO_FEW_CARDS}
        case e.IncidentOpened():
            if event.kind == Mishap.UNCOLLECTED:
                yield c.LeaveSeat, {"seat": event.seat, "unpaid": True}
            yield c.Report, {"kind": event.kind, "note": event.note, "seat": event.seat}
        case e.IncidentResolved():
            yield c.ConfirmUnfinishable, {"number": event.number}
            yield c.ResolveIncident, {"number": event.number, "resolution": event.resolution}
