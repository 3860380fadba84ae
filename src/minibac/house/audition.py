"""An audition: a scenario that runs, with its guests and its mishaps, around whoever deals it."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random

from msgspec.structs import replace

from minibac.cards.card import Card, parse_card
from minibac.house.company import BANKROLL_CENTS, OF_AGE
from minibac.house.law import act, opening
from minibac.house.scenario_guests import ScenarioGuests
from minibac.house.vault import PracticeVault
from minibac.machine.kinds import Command, Event
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.school import exam_commands as xc
from minibac.school import exam_events as x
from minibac.school.exam import sit
from minibac.school.exam_score import ExamResult, result_of
from minibac.school.exam_state import ExamState, apply, opened
from minibac.school.scenario import PlannedMishap, Scenario
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.phases import BETWEEN_COUPS
from minibac.table.state import Phase
from minibac.voice.said import Said, said

TRAINEE = "trainee"
MINUTE_MS = 60_000
MOMENTS = {Mishap.WAGER_TOUCHED: Phase.TURNING, Mishap.CARD_HANDLED: Phase.RESULT}
"""When something irregular happens in its round; the rest while wagers are made."""


class NamedCards(PracticeVault):
    """A practice shoe with named cards on top of its first shoe after a cut in the middle."""

    def __init__(self, seed: int, cards: tuple[str, ...]) -> None:
        super().__init__(seed)
        self._named = tuple(map(parse_card, cards))

    def _shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        left = list(super()._shuffled(cards))
        if self._shoes > 1:
            return tuple(left)
        for card in self._named:
            left.remove(card)
        middle = len(cards) // 2
        return (*left[:middle], *self._named, *left[middle:])

    def lay_next(self, position: int, cards: Sequence[str]) -> str:
        """Put these cards at a position of the shoe; the first that is not in it any more, where there is one."""
        left = list(self._dealt[position:])
        for card in cards:
            if card not in left:
                return card
            left.remove(card)
        self._dealt = (*self._dealt[:position], *cards, *left)
        return ""


class Audition:
    """One trainee's exam: its state, its log, its sealed shoe. One writer."""

    def __init__(self, scenario: Scenario, clock: Callable[[], int], seed: str = "", trainee: str = TRAINEE) -> None:
        self.scenario, self._clock = scenario, clock
        self.seed = seed or scenario.seed
        self.by = Actor(trainee, Role.DEALER)
        number = int.from_bytes(sha256(self.seed.encode()).digest()[:4])
        self.vault = NamedCards(number, scenario.cards)
        rules, table = scenario.rules, scenario.table
        first = opening(
            "exam",
            rules,
            clock(),
            minimum_cents=dict(table.minimum_cents),
            maximum_cents=dict(table.maximum_cents),
        )
        self.state: ExamState = opened(first)
        self.log: list[Event] = [first]
        self._stopped_at: int | None = None
        self._stood_ms = 0
        self.chance = Random(f"guests {self.seed}")
        self.guests = ScenarioGuests(scenario.guests, self.chance, self.now)
        self._planned: list[PlannedMishap] = list(scenario.mishaps)
        self._drawn_for = 0
        self._prepare()

    # ---------------------------------------------------------------------------------------------------- before it

    def _prepare(self) -> None:
        """Seat the guests, and have the cards shuffled and cut unless that is part of the exam."""
        for seat in self.guests.seats:
            name = self.guests.name(seat)
            facts = {"guest": f"guest-{seat}", **OF_AGE}
            self._must(c.TakeSeat(by=THE_HOUSE, at=self.now(), seat=seat, name=name, **facts))
            transfer = f"first-{seat}"
            self._must(c.BuyIn(by=THE_HOUSE, at=self.now(), seat=seat, cents=BANKROLL_CENTS, transfer=transfer))
        while not self.scenario.opening and self.state.table.phase is not Phase.BETTING:
            wanted = next_command(self.state.table, self.now())
            assert wanted is not None, f"the table waits at {self.state.table.phase}"
            command = wanted.command
            if isinstance(command, c.CutStack):
                command = c.CutStack(by=command.by, at=command.at, position=self.state.table.cards_count // 2)
            self._must(command)
        for duty in (Duty.CALLING, Duty.WAGERS):
            self._must(c.AssignStaff(by=THE_HOUSE, at=self.now(), duty=duty, person=self.by.id))
        self._must(
            xc.BeginExam(by=THE_HOUSE, at=self.now(), trainee=self.by.id, scenario=self.scenario.id, seed=self.seed)
        )

    def _must(self, command: Command) -> None:
        refusal = self.handle(command)
        assert not isinstance(refusal, Refusal), f"{refusal} <- {command}"

    # ---------------------------------------------------------------------------------------------------- in it

    def now(self) -> int:
        """The time of the next command; it never runs backwards, and stands still while the exam does."""
        return max(self.time_at(self._clock()), self.state.at)

    def time_at(self, clock: int) -> int:
        """What the clock of the exam shows: it leaves out how long an instructor has stopped it."""
        return (clock if self._stopped_at is None else self._stopped_at) - self._stood_ms

    def handle(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Answer a command; what could not be done by anybody's hands is refused and changes nothing."""
        vault = self.vault.fork()
        if isinstance(command, xc.ResumeExam) and self._stopped_at is not None:
            command = replace(command, stood_ms=max(0, self._clock() - self._stopped_at))
        answer = sit(self.state, command, lambda table, each: act(table, each, vault, self.now))
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            if isinstance(event, x.NextCardsSet) and (gone := vault.lay_next(self.state.table.next_index, event.cards)):
                return refuse(Code.NOT_NOW, said("{card} is not in the shoe so often any more", card=gone))
        self.vault = vault
        for event in answer:
            self.state = apply(self.state, event)
            self.log.append(event)
            if isinstance(event, x.ExamPaused):
                self._stopped_at = self._clock()
            elif isinstance(event, x.ExamResumed):
                self._stopped_at, self._stood_ms = None, self._stood_ms + event.stood_ms
        return answer

    def others(self) -> list[Event]:
        """Let guests act and things happen until it is the trainee's turn; what has happened."""
        happened: list[Event] = []
        while self.state.ended_at is None and not self.state.paused:
            command = self._ending() or self.guests.in_exam(self.state) or self._mishap()
            if command is None:
                break
            answer = self.handle(command)
            if isinstance(answer, Refusal):
                break
            happened += answer
        return happened

    def goes_on(self) -> bool:
        """Let others act, and say whether the trainee's turn comes."""
        self.others()
        return self.state.ended_at is None

    def end(self, reason: Said) -> None:
        """End the exam here."""
        self._must(xc.EndExam(by=THE_HOUSE, at=self.now(), reason=reason))

    def _ending(self) -> Command | None:
        """All rounds are dealt, or the time is up: the exam ends between two rounds."""
        state, scenario = self.state, self.scenario
        if state.table.phase not in BETWEEN_COUPS:
            return None
        dealt = scenario.rounds and state.coups >= scenario.rounds
        late = scenario.minutes and self.now() - state.begun_at >= scenario.minutes * MINUTE_MS
        if not dealt and not late:
            return None
        reason = said("all rounds are dealt") if dealt else said("the time is up")
        return xc.EndExam(by=THE_HOUSE, at=self.now(), reason=reason, finished=True)

    def _mishap(self) -> Command | None:
        """Something irregular that is due in this round."""
        state = self.state
        round_no = state.coups + 1
        if state.mishap is not None or state.table.strays or state.table.stopped:
            return None
        if self._drawn_for != round_no:
            self._drawn_for = round_no
            rated = [one for one in self.scenario.mishaps if one.rate and self.chance.randrange(100) < one.rate]
            self._planned += [one._replace(rate=0, round_no=round_no) for one in rated]
        for one in self._planned:
            if one.round_no == round_no and state.table.phase is MOMENTS.get(Mishap(one.kind), Phase.BETTING):
                self._planned.remove(one)
                seat = next(iter(self.guests.seats)) if one.kind in MOMENTS else 0
                return xc.ShowMishap(by=THE_HOUSE, at=self.now(), kind=one.kind, seat=seat)
        return None

    # ---------------------------------------------------------------------------------------------------- about it

    def first_card(self) -> str | None:
        """The first card of a loaded shoe, which is turned before the burn."""
        table = self.state.table
        return self.vault.card(table.next_index) if table.phase is Phase.LOADED else None

    def result(self, clock: int = 0) -> ExamResult:
        """What it has come to: at its end, or so far; the pace by what was done last, or by what the clock shows."""
        return result_of(self.state, self.scenario.marks, self.time_at(clock) if clock else 0)
