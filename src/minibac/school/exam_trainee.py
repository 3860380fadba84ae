"""What the trainee of an exam does: right steps, wrong ones and what follows, steps left out, and noticing."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from minibac.cards.card import total
from minibac.machine.machine import Next
from minibac.machine.roles import SUPERVISORS, Role
from minibac.play.results import Result
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.school import exam_events as x
from minibac.school.exam_names import no_such
from minibac.school.exam_settlement import SettlementSitting
from minibac.school.exam_sitting import CANNOT, deed
from minibac.school.exam_state import ExamFault
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.dealing import HANDS, hand_clauses, hand_due, mode
from minibac.table.guests import to_pay
from minibac.table.irregular import KINDS as REPORTED
from minibac.table.irregular import exposure_first, remedy_ready, standstill
from minibac.table.machine import PLAY
from minibac.table.phases import CUT_PHASES, PROCEDURES
from minibac.table.state import Phase, TableState
from minibac.table.steps import due, due_as, incident_clauses, round_step, stray_clauses
from minibac.voice.said import Said, said

ASKED_FOR = (
    Code.NO_SUCH_SEAT, Code.NOT_SEATED, Code.NOT_OFFERED, Code.UNKNOWN_REPORT, Code.NO_REASON, Code.ILLEGAL_VALUE,
)  # fmt: skip
"""Refusals of what does not exist: they are said as they are, and nothing has happened."""
IMPOSSIBLE = (Code.TOO_FEW_CARDS, Code.NOT_ENOUGH_CHIPS, Code.TRAY_SHORT, Code.TRAY_CLOSED, Code.WRONG_CARD)
"""Refusals of what cannot be done by anybody's hands."""
WORDS = (c.CallCount, c.CallResult, c.CallLastHand, c.CallNoMoreBets)
"""What can always be said."""
BEFORE_PLAY = (c.DoStep, c.CutStack, c.CompleteCut, c.LoadShoe, c.EndShoe, c.AnswerCut)
LEFT_OUT: dict[type[c.Command], str] = {
    c.CallCount: "count-missing",
    c.CallResult: "result-missing",
    c.CallLastHand: "last-hand-missing",
    c.CallNoMoreBets: "dealt-before-call",
    c.DealCard: "card-omitted",
    c.BurnCards: "burn-left-out",
    c.RackCards: "cards-not-racked",
    c.CarryOut: "remedy-left-out",
    c.HandCards: "right-passed-over",
    c.SettleHouseMoney: "house-money-wrong",
    c.CollectVigorish: "vigorish-not-taken",
}
"""What it is called to leave a step out; any other is just that."""
DONE_WRONGLY: dict[type[c.Command], str] = {
    c.CallCount: "count-wrong",
    c.CallResult: "result-wrong",
    c.BurnCards: "burn-wrong",
    c.HandCards: "cards-to-wrong-guest",
    c.CarryOut: "remedy-wrong",
    c.SettleHouseMoney: "house-money-wrong",
    c.CollectVigorish: "vigorish-wrong",
}
"""What it is called to do the right step in a wrong way."""
SAID_LATE: dict[type[c.Command], str] = {
    c.CallNoMoreBets: "dealt-before-call",
    c.CallResult: "result-missing",
    c.CallLastHand: "last-hand-missing",
}
"""A call that comes after all, where leaving it out has been recorded."""
STRAY_KINDS = (Mishap.THIRD_CARD_TO_PLAYER, Mishap.THIRD_CARD_TO_BANKER, Mishap.CARD_IN_ERROR)
NOTICED_BY: dict[str, str] = {
    **dict.fromkeys(STRAY_KINDS, "card-in-error"),
    Mishap.WRONG_HAND: "card-to-wrong-hand",
    Mishap.OMITTED_CARD: "card-omitted",
    Mishap.BURN_TOO_MANY: "burn-wrong",
}
"""What a report notices."""
REALLY = (Mishap.TOO_FEW_CARDS, Mishap.CASH_OVERDUE)
"""Reports that the table checks by itself; of a debt it takes the dealer's word that the guest cannot pay."""
MOST_LEFT_OUT, MOST_STEPS = 5, 12


class TraineeSitting(SettlementSitting):
    """A command of the trainee."""

    def of_the_trainee(self, command: c.Command) -> Refusal | None:
        if refusal := no_such(self.table, command):
            return refusal
        if isinstance(command, c.BurnCards) and command.burned_count is None:
            return refuse(Code.STEP_MISSING, said("say how many cards are burned after the first"))
        if isinstance(command, c.SettleHouseMoney) and not command.actions:
            return refuse(Code.STEP_MISSING, said("say what is paid, collected or returned"))
        if isinstance(command, c.Report):
            return self._report(command)
        if self._said_again(command):
            return None
        if type(command) in PLAY:
            self._overlooked(command)
        if isinstance(command, c.RevokeRight):
            return self._takes_back(command)
        omitted = self.open("card-omitted") if isinstance(command, c.DealCard) else None
        answer = self.goes(command)
        if answer is None and omitted is not None:
            self.noticed(omitted)
        return self._wrong(command, answer) if answer else None

    # ---------------------------------------------------------------------------------------------------- noticing

    def _said_again(self, command: c.Command) -> bool:
        """Whether this only puts right what was said wrongly, or left out: the table has it right already."""
        fault: ExamFault | None = None
        if isinstance(command, c.CallCount):
            fault = self.open("count-wrong", "count-missing", hand=command.hand)
            cards = self.table.coup.cards(command.hand) if self.table.coup and command.hand in HANDS else None
            fault = fault if cards and total(cards[:2]) == command.count else None
        elif isinstance(command, c.CallResult):
            code = self.table.coup.code if self.table.coup else None
            result = Result.from_code(code) if code is not None else None
            called = (command.player, command.banker, command.result)
            right = result and called == (result.player_total, result.banker_total, result.winner.value)
            fault = self.open("result-wrong") if right else None
        elif isinstance(command, c.DoStep):
            fault = self.open("step-left-out", step=command.step)
        elif isinstance(command, c.CarryOut) and (stray := self.open("card-in-error", "burn-wrong")):
            self.noticed(stray, put_right=False)
        if fault is None:
            return self._said_late(command)
        self.noticed(fault)
        return True

    def _said_late(self, command: c.Command) -> bool:
        """Whether a call comes that was left out before, and has been recorded for it."""
        kind = SAID_LATE.get(type(command))
        made = (fault.made for fault in self.state.faults)
        called = kind and any((one.kind, one.coup_no) == (kind, self.table.coup_no) for one in made)
        return bool(called) and isinstance(self.law(self.table, command), Refusal)

    def _report(self, command: c.Report) -> Refusal | None:
        """What has happened is reported: something that happened of itself, or one's own mistake, or nothing at all."""
        mishap = self.state.mishap
        if mishap is not None and mishap.kind == command.kind:
            if refusal := self.take(command):
                return refusal
            self.note(x.MishapTaken, kind=mishap.kind)
            return None
        kind = NOTICED_BY.get(command.kind, "")
        if fault := (command.hand and self.open(kind, hand=command.hand)) or self.open(kind):
            self.noticed(fault, put_right=False)
            return None
        if command.kind in REALLY or command.kind not in REPORTED or self._cannot_pay(command):
            refusal = self.take(command)
            if refusal is None or refusal.code in ASKED_FOR:
                return refusal  # any other would say what is due instead
        about = incident_clauses(self.table, command.kind) or due(self.table)[1]
        right = said("nothing of the kind has happened")
        self.fault("false-alarm", deed(command), right, about)
        return None

    def _cannot_pay(self, command: c.Report) -> bool:
        owes = command.kind == Mishap.UNCOLLECTED and self.table.owed(command.seat)
        return bool(owes) and self.table.chips(command.seat) < to_pay(self.table, command.seat)

    def _takes_back(self, command: c.RevokeRight) -> Refusal | None:
        """Cards are taken from a guest: for delay once the time is over, and nobody here breaks a rule."""
        handed, coup = self.table.rules.rulebook.handed, self.table.coup
        seat = coup.holders[command.hand] if coup is not None and command.hand in coup.holders else 0
        refusal = self.goes(command)
        there = coup is not None and coup.handed == command.hand
        if refusal and (refusal.code in ASKED_FOR or not there):
            return self._wrong(command, refusal)
        if refusal or command.reason != handed.delay:
            whose = said("the guest has the right to turn the cards, and has broken no rule")
            right = refusal.said if refusal else whose
            self.fault("right-passed-over", deed(command), right, handed.revoke, hand=command.hand, seat=seat)
        return None

    def _overlooked(self, command: c.Command) -> None:
        """What lay before the trainee, who goes on: chips to push back, something irregular, a guest's objection."""
        for laid in self.state.laid:
            if laid.late or isinstance(command, c.CallNoMoreBets | c.DealCard):
                did = said("the game goes on with the chips of seat {seat} on the layout", seat=laid.seat)
                kind = "late-wager-accepted" if laid.late else "bad-wager-accepted"
                self.fault(kind, did, laid.why, laid.clauses, seat=laid.seat, wager=laid.wager)
                self.note(x.ChipsKept, seat=laid.seat, wager=laid.wager)
        if mishap := self.state.mishap:
            self.fault("irregularity-overlooked", deed(command), mishap.says, mishap.clauses, seat=mishap.seat)
            self.take_up(mishap)
            self.repair()
        if seat := self.state.disputed:
            clauses = round_step(self.table, "discard").clauses.led_by("reconstruct")
            right = said("the floor looks into what a guest objects to")
            self.fault("floor-not-called", deed(command), right, clauses, seat=seat)
            self.note(x.DisputeHeard, seat=seat)

    # ------------------------------------------------------------------------------------------------ wrong steps

    def _wrong(self, command: c.Command, refusal: Refusal) -> Refusal | None:
        """The table would not have it: it has happened all the same, where hands can do it."""
        nonsense = refusal.code is Code.WRONG_HAND and getattr(command, "hand", "player") not in HANDS
        if refusal.code in ASKED_FOR or nonsense:
            return refusal
        if refusal.code in IMPOSSIBLE and not isinstance(command, c.DoStep):  # cards can be counted wrongly
            return CANNOT
        if (stray := self.open("card-in-error", "burn-wrong")) and remedy_ready(self.table):
            self.note(x.FaultStood, stray.made.clauses, number=stray.made.number)
            self.repair()
            again = self.goes(command)
            return self._wrong(command, again) if again else None
        if isinstance(command, c.DealCard) and self.table.phase not in (Phase.BETTING, Phase.BETWEEN):
            return self._card(command, refusal)
        if isinstance(command, c.CallResult) and self.table.phase is Phase.DRAWING and hand_due(self.table):
            self.fault("card-omitted", deed(command), refusal.said, refusal.clauses, hand=hand_due(self.table))
            return None
        wanted = self._owed(command) or self.next()
        if wanted is not None and _same(wanted.command, command):
            return self._done_wrongly(command, wanted, refusal)
        if refusal.code is not Code.NOT_YOURS and self._left_out_before(command):
            return None
        if isinstance(command, WORDS):
            self.fault("call-out-of-place", deed(command), refusal.said, refusal.clauses)
            return None
        if isinstance(command, c.TakeActions):
            return self.without_cause(command, refusal)
        if isinstance(command, c.RackCards | c.HandCards | c.TuckBanker) and self.table.coup is not None:
            self.fault("step-wrong", deed(command), refusal.said, refusal.clauses)
            return None
        return CANNOT

    def _owed(self, command: c.Command) -> Next[c.Command] | None:
        """The right collection of vigorish at the seat where it is collected wrongly."""
        if not isinstance(command, c.CollectVigorish) or not self.table.owed(command.seat):
            return None
        return Next(Role.DEALER, replace(command, cents=to_pay(self.table, command.seat)))

    def _done_wrongly(self, command: c.Command, wanted: Next[c.Command], refusal: Refusal) -> Refusal | None:
        """The right step in a wrong way, or by the wrong person: it is recorded, and taken as it should have been."""
        others = refusal.code is Code.NOT_YOURS
        kind = "two-person-rule" if others else DONE_WRONGLY.get(type(command), "step-wrong")
        facts: dict[str, Any] = {name: getattr(command, name) for name in ("hand", "step") if hasattr(command, name)}
        if isinstance(command, c.CollectVigorish) and isinstance(wanted.command, c.CollectVigorish):
            facts = {"seat": command.seat, "cents": wanted.command.cents - command.cents, "wager": "banker"}
        before = len(self.events)
        if failed := self.take_as_done(wanted.command):
            return failed
        if isinstance(command, c.BurnCards):
            facts["positions"] = self._burned(command, before)
        self.fault(kind, deed(command), refusal.said, refusal.clauses, **facts)
        return None

    def _burned(self, command: c.BurnCards, before: int) -> tuple[int, ...]:
        """Cards that were burned beyond the right number are out of the shoe."""
        burned = next(event for event in self.events[before:] if isinstance(event, e.CardsBurned))
        extra = (command.burned_count or 0) - (len(burned.positions) - 1)
        if extra <= 0:
            return ()
        report = c.Report(by=command.by, at=command.at, kind=Mishap.BURN_TOO_MANY, count=extra, disclosed=False)
        return self._strayed(report)

    def _strayed(self, report: c.Report) -> tuple[int, ...]:
        """Enter cards that are out of the shoe in error, and say which they are; none where the table has none."""
        before = len(self.events)
        if self.take(report):
            return ()
        out = self.events[before:]
        strays = [p for event in out if isinstance(event, e.CardStrayed) for p in event.positions]
        return tuple(strays) or tuple(event.position for event in out if isinstance(event, e.CardDealt))

    def _card(self, command: c.DealCard, refusal: Refusal) -> Refusal | None:
        """A card that no hand is due, or another one: it is out of the shoe, and lies where it was dealt."""
        state, coup = self.table, self.table.coup
        if coup is None:
            return None if self._left_out_before(command) else CANNOT
        if state.phase is Phase.TURNING and self._left_out_before(command, only=(c.CallCount,)):
            return None
        waits = refusal.code is Code.STEP_MISSING and state.phase in (Phase.DEALING, Phase.DRAWING)
        if waits:  # a remedy, or the cash of a spoken wager, comes first
            return None if self._left_out_before(command) else CANNOT
        disclosed = mode(state) != "handed" or not coup.holders.get(command.hand, 0)
        facts: dict[str, Any] = {"by": command.by, "at": command.at, "hand": command.hand}
        third = [Mishap.THIRD_CARD_TO_PLAYER] if command.hand == "player" else [Mishap.THIRD_CARD_TO_BANKER]
        kinds = [*third, Mishap.WRONG_HAND, Mishap.CARD_IN_ERROR]
        for kind in kinds if hand_due(state) else [*third, Mishap.CARD_IN_ERROR]:
            seen = None if kind == Mishap.WRONG_HAND else disclosed
            positions = self._strayed(c.Report(**facts, kind=kind, disclosed=seen))
            if positions:
                name = "card-to-wrong-hand" if kind == Mishap.WRONG_HAND else "card-in-error"
                lies = {"hand": command.hand, "positions": positions}
                self.fault(name, deed(command), refusal.said, refusal.clauses, **lies)
                return None
        return CANNOT

    def _left_out_before(self, command: c.Command, only: tuple[type[c.Command], ...] = ()) -> bool:
        """Take steps that were left out as done, until the command can be; each is recorded. False: it never can."""
        saved = self.state, len(self.events)
        early = self.table.phase in (*PROCEDURES, *CUT_PHASES, Phase.BETWEEN)
        for _ in range(MOST_STEPS if early else MOST_LEFT_OUT):
            wanted = self.next()
            if wanted is None or (only and not isinstance(wanted.command, only)):
                break
            if not self._can_be_left_out(command, wanted) or not self._leave_out(wanted):
                break
            if self._reached(command):
                return True
        self.state, kept = saved
        del self.events[kept:]
        return False

    def _can_be_left_out(self, command: c.Command, wanted: Next[c.Command]) -> bool:
        of_guest = wanted.role in (Role.GUEST, Role.HOUSE)
        waits = isinstance(command, c.TurnCards | c.CutStack)  # the dealer's hands are quicker than the guest's answer
        if of_guest and not waits:
            return False
        if isinstance(wanted.command, c.CallNoMoreBets) and not isinstance(command, c.DealCard):
            return False
        if isinstance(wanted.command, c.DealCard) and self.table.phase is not Phase.DRAWING:
            return False
        early = isinstance(wanted.command, BEFORE_PLAY)
        return not (early and isinstance(command, WORDS))

    def _reached(self, command: c.Command) -> bool:
        coup = self.table.coup
        if isinstance(command, c.TurnCards) and coup is not None and coup.cards(command.hand):
            return True
        if isinstance(command, c.TakeActions) and self.table.phase is not Phase.SETTLING:
            return False
        return self.goes(command) is None

    def _leave_out(self, wanted: Next[c.Command]) -> bool:
        """Record a step as left out and take it as done."""
        command, table = wanted.command, self.table
        if isinstance(command, c.TakeActions):
            self.rest_left_out()
            return True
        says, clauses = _asked_for(table, command)
        omitted = self.open("card-omitted")
        if omitted is not None and isinstance(command, c.DealCard | c.CallResult):
            if isinstance(command, c.CallResult):
                self.note(x.FaultStood, omitted.made.clauses, number=omitted.made.number)
        elif wanted.role in SUPERVISORS:
            self._omitted("floor-not-called", command, says, clauses)
        elif wanted.role is Role.DEALER:
            self._omitted(LEFT_OUT.get(type(command), "step-left-out"), command, says, clauses)
        if self.take_as_done(command):
            return False
        if isinstance(command, c.CarryOut):
            self.repair()
        while isinstance(command, c.DealCard) and self.table.phase is Phase.DRAWING:  # the house completes the hands
            following = self.next()
            if following is None or self.take_as_done(following.command):
                return False
        return True

    def _omitted(self, kind: str, command: c.Command, says: Said, clauses: Sequence[str]) -> None:
        facts: dict[str, Any] = {n: getattr(command, n) for n in ("hand", "step", "seat") if hasattr(command, n)}
        if isinstance(command, c.CollectVigorish):
            facts |= {"cents": command.cents, "wager": "banker"}
        did = said("left out: {step}", step=deed(command))
        fault = self.fault(kind, did, says, clauses, **facts)
        if fault.open and kind in ("card-omitted", "house-money-wrong"):  # the house does it: nothing is left to notice
            self.note(x.FaultStood, clauses, number=fault.made.number)


def _asked_for(table: TableState, command: c.Command) -> tuple[Said, Sequence[str]]:
    """What a step would have been, and the clauses that ask for just this one: the phase may name another first."""
    if (stands := standstill(table) or exposure_first(table)) is not None:
        return stands.said, stands.clauses
    if isinstance(command, c.DoStep):
        return due_as(table, command.step)
    if isinstance(command, c.CarryOut):
        return said("the remedy of the irregularity comes first"), stray_clauses(table)
    if isinstance(command, c.HandCards):
        return due(table)[0], hand_clauses(table, command.hand)
    if isinstance(command, c.CollectVigorish):
        owed = table.rules.rulebook.owed
        return deed(command), (*owed.before_reshuffle, *owed.stays)
    return due(table)


def _same(one: c.Command, other: c.Command) -> bool:
    """Whether two commands are the same step of the same procedure, whatever is said with it."""
    if type(one) is not type(other):
        return False
    return all(getattr(one, name) == getattr(other, name) for name in ("step", "hand") if hasattr(one, name))
