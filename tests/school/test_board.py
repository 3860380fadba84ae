"""The instructor's board by the machine: who may, what it does to an exam, and that all of it is on record."""

from typing import Any

import pytest

from minibac.cards.card import total
from minibac.house.audition import Audition
from minibac.machine.kinds import Command, encode, kinds_of, reader
from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Code, Refusal
from minibac.school import exam_commands as xc
from minibac.school.exam_board import INJECTED
from minibac.school.exam_events import ExamEvent
from minibac.school.exam_replay import frames, latest
from minibac.school.exam_state import replay
from minibac.school.model_dealer import right_command
from minibac.school.scenario import Scenario, load_scenario
from minibac.school.typed_steps import read_step
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase

INA = Actor("ina", Role.INSTRUCTOR)
GIVEN: dict[type[xc.ExamCommand], dict[str, Any]] = {
    xc.PauseExam: {},
    xc.ResumeExam: {},
    xc.WhisperNote: {"text": "look at seat 3"},
    xc.InjectIrregularity: {"kind": "face-up-in-shoe"},
    xc.SetNextCards: {"cards": "9h 9d"},
}
read_event = reader((*kinds_of(e.Event), *kinds_of(ExamEvent)))


class Sat:
    """An exam with a clock of its own, and somebody who deals it rightly."""

    def __init__(self, rulebook: str = "seneca") -> None:
        scenario = load_scenario(f"first-rounds-{rulebook}")
        assert isinstance(scenario, Scenario)
        self.ms = 1_000_000
        self.audition = Audition(scenario, lambda: self.ms, "board")
        self.audition.others()

    def give(self, of: type[xc.ExamCommand], by: Actor = INA, /, **facts: Any) -> Any:
        answer = self.audition.handle(of(by=by, at=self.audition.now(), **facts))
        if not isinstance(answer, Refusal):
            self.audition.others()
        return answer

    def right(self) -> Command:
        sat = self.audition
        command = right_command(sat.state, sat.now(), sat.first_card())
        assert command is not None
        return command

    def until(self, *phases: Phase) -> None:
        """Deal rightly until the table has come so far."""
        while self.audition.state.table.phase not in phases:
            sat = self.audition
            command = right_command(sat.state, sat.now(), sat.first_card())
            if command is None:
                self.ms += 1_000  # a guest takes time
            else:
                assert not isinstance(sat.handle(command), Refusal)
            sat.others()


@pytest.fixture
def sat() -> Sat:
    return Sat()


@pytest.mark.parametrize("kind", xc.OF_AN_INSTRUCTOR)
def test_only_an_instructor_gives_what_is_the_boards_and_not_in_an_own_exam(sat: Sat, kind: Any) -> None:
    own = Actor(sat.audition.by.id, Role.INSTRUCTOR)
    others = [Actor("x", role) for role in Role if role is not Role.INSTRUCTOR]
    before = sat.audition.state
    for by in (own, sat.audition.by, *others):
        answer = sat.give(kind, by, **GIVEN[kind])
        assert isinstance(answer, Refusal), by
        assert answer.code is Code.NOT_YOURS
    words = read_step('{"command": "' + kind.__name__ + '"}', sat.audition.by, 0)
    assert isinstance(words, Refusal), "and a trainee cannot even say it"
    assert sat.audition.state == before


def test_an_exam_stands_still_while_it_is_stopped(sat: Sat) -> None:
    assert "does not stand" in str(sat.give(xc.ResumeExam))
    sat.ms += 10_000
    sat.give(xc.PauseExam)
    assert "already" in str(sat.give(xc.PauseExam))
    sat.ms += 3_600_000
    refused = sat.audition.handle(sat.right())
    assert isinstance(refused, Refusal)
    assert "stopped the exam" in refused.sentence
    assert sat.audition.others() == []
    sat.give(xc.ResumeExam)
    sat.ms += 10_000
    sat.until(Phase.DEALING)
    result = sat.audition.result(sat.ms)
    assert result.seconds == 20, "an hour that it stood is nobody's time"
    assert [one["kind"] for one in result.as_json()["interventions"]] == ["pause", "resume"]
    assert "3,600 s" in result.as_json()["interventions"][1]["says"]
    assert not result.faults


def test_a_note_is_whispered_and_taken_back(sat: Sat) -> None:
    assert "say what" in str(sat.give(xc.WhisperNote, text="  "))
    assert "300" in str(sat.give(xc.WhisperNote, text="a" * 301))
    sat.give(xc.WhisperNote, text=" the losers\n first ")
    assert sat.audition.state.note == "the losers first"
    sat.give(xc.WhisperNote, text="")
    assert sat.audition.state.note == ""
    assert len(sat.audition.state.interventions) == 2


def test_the_next_cards_are_set_as_far_as_the_shoe_has_them(sat: Sat) -> None:
    assert "1x" in str(sat.give(xc.SetNextCards, cards="9h 1x"))
    assert "24 at most" in str(sat.give(xc.SetNextCards, cards=" ".join(["9h"] * 25)))
    assert "9h is not in the shoe" in str(sat.give(xc.SetNextCards, cards=" ".join(["9h"] * 9)))
    assert not sat.audition.state.interventions, "what is refused leaves nothing"
    count = sat.audition.state.table.cards_left
    sat.give(xc.SetNextCards, cards="9h Kd 9d 2c")
    sat.until(Phase.RACKING)
    coup = sat.audition.state.table.coup
    assert coup is not None
    hands = {hand: list(map(str, coup.cards(hand) or ())) for hand in ("player", "banker")}
    assert hands == {"player": ["9h", "9d"], "banker": ["Kd", "2c"]}
    assert sat.audition.state.table.cards_left == count - 4
    assert not sat.audition.state.faults


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts", "seminole", "seneca"])
def test_each_irregularity_happens_as_a_scenario_lets_it_happen_and_is_met_by_the_book(rulebook: str) -> None:
    sat = Sat(rulebook)
    assert "cannot be let happen" in str(sat.give(xc.InjectIrregularity, kind="earthquake"))
    assert "nobody sits" in str(sat.give(xc.InjectIrregularity, kind="late-wager", seat=77))
    assert "has not been called" in str(sat.give(xc.InjectIrregularity, kind="late-wager"))
    for kind in ("wager-touched", "card-handled"):
        assert "no card is on the layout" in str(sat.give(xc.InjectIrregularity, kind=kind))
    assert "between two rounds" in str(sat.give(xc.InjectIrregularity, kind="disputed-payment"))
    moments = {"late-wager": Phase.DEALING, "wager-touched": Phase.TURNING, "card-handled": Phase.RESULT}
    for kind in INJECTED:
        sat.until(Phase.DEALING)  # in a round of its own
        sat.until(moments.get(kind, Phase.BETTING))
        if kind == "late-wager":
            assert "while wagers are made" in str(sat.give(xc.InjectIrregularity, kind="short-wager"))
        answer = sat.give(xc.InjectIrregularity, kind=kind)
        assert not isinstance(answer, Refusal), (kind, answer)
        again = sat.give(xc.InjectIrregularity, kind=kind)
        assert "one thing after the other" in str(again), kind
    sat.until(Phase.DEALING)
    result = sat.audition.result()
    assert [one["what"] for one in result.as_json()["interventions"]] == list(INJECTED)
    assert not result.faults, "who meets each by the book has made no mistake"
    log = [read_event(encode(event)) for event in sat.audition.log]
    assert replay(log) == sat.audition.state


def test_what_was_let_happen_and_overlooked_is_a_mistake_that_is_told_again_in_its_round(sat: Sat) -> None:
    sat.until(Phase.DEALING)
    sat.until(Phase.BETTING)
    assert not isinstance(sat.give(xc.InjectIrregularity, kind="face-up-in-shoe"), Refusal)
    sat.audition.handle(c.CallNoMoreBets(by=sat.audition.by, at=sat.audition.now()))
    (fault,) = sat.audition.state.faults
    assert fault.made.kind == "irregularity-overlooked"
    sat.until(Phase.BETTING)
    told = frames(sat.audition.log, 1)
    assert next(str(one.said) for one in told if one.event == fault.made).startswith("A mistake: ")
    assert any("The instructor lets happen" in str(one.said) for one in told)
    assert {one.after.coups for one in told[:-1]} <= {1, 2}
    assert frames(sat.audition.log, 2) == ()


def test_what_went_by_the_book_without_being_done_is_told_as_that(sat: Sat) -> None:
    def types(line: str) -> None:
        command = read_step(line, sat.audition.by, sat.audition.now())
        assert not isinstance(command, Refusal)
        assert not isinstance(sat.audition.handle(command), Refusal)

    sat.until(Phase.BETTING)
    for line in ("deal p", "deal b", "deal p", "deal b"):
        types(line)
    coup = sat.audition.state.table.coup
    assert coup is not None
    right, banker = total(coup.cards("player") or ()), total(coup.cards("banker") or ())
    types(f"count p {(right + 1) % 10}")
    types(f"count b {banker}")
    of_nobody = [f'By the book, and not done so: "{call}."' for call in ("No more bets", f"Player {right}")]
    told = [str(one.said) for one in frames(sat.audition.log, 1)]
    assert [line for line in told if line.startswith("By the book")] == of_nobody
    assert f'"Banker {banker}."' in told, "that was called"
    newest = [str(words) for _, words in latest(sat.audition.log, sat.audition.state, 40)]
    assert [line for line in newest if line.startswith("By the book")] == of_nobody[::-1]
