"""The guests of a scenario: each style shows in its round, and whoever deals right has no fault."""

import pytest

from minibac.machine.kinds import Event
from minibac.play.wagers import MAIN
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap
from minibac.school import exam_events as x
from minibac.table import commands as c
from minibac.table import events as e
from tests.school.exam_mistakes import Program, scenario

BOOKS = ("section-42", "massachusetts", "seminole", "seneca")
SEAT, ROUND = 7, 2
HANDED = '[options]\ndeal_mode = "handed"\n'


def with_guest(rulebook: str, style: str, options: str = "") -> Program:
    """An exam of three rounds with a guest whose style shows in the second."""
    guest = f'[[guest]]\nseat = {SEAT}\nstyle = "{style}"\nrounds = [{ROUND}]\n'
    return Program(scenario(rulebook, 3, guest, options=options), {})


def of_the_guest(program: Program, kind: type[Event]) -> list[Event]:
    return [event for event in program.audition.log if isinstance(event, kind) and event.by == f"guest-{SEAT}"]


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize("style", ["odd", "short", "late", "disputes", "delays"])
def test_a_style_shows_once_and_whoever_deals_right_passes(rulebook: str, style: str) -> None:
    program = with_guest(rulebook, style).play()
    assert program.audition.result().passed
    assert not program.state.faults
    laid = [event for event in of_the_guest(program, x.ChipsLaid) if isinstance(event, x.ChipsLaid)]
    if style == "odd":
        assert any(
            isinstance(event, e.WagerPlaced) and event.wager in MAIN and event.cents % 1000
            for event in of_the_guest(program, e.WagerPlaced)
        )
    elif style == "disputes":
        assert len(of_the_guest(program, x.PaymentDisputed)) == 1
    elif style == "delays" and program.audition.scenario.rules.options["deal_mode"] == "handed":
        assert any(isinstance(event, e.CardsHanded) and event.seat == SEAT for event in program.audition.log)
    else:
        assert [one.late for one in laid] == [style != "short"]
        assert len(of_the_guest(program, x.ChipsLaid)) == sum(
            isinstance(event, x.ChipsPushedBack) for event in program.audition.log
        )


def test_who_waits_for_a_guest_who_delays_gets_chips_in_time() -> None:
    program = with_guest("seneca", "delays")
    placed = 0
    while program.audition.goes_on():
        program.time += 4_000
        table = program.state.table
        right = program._right()
        if isinstance(right, c.CallNoMoreBets) and program.state.coups + 1 == ROUND and not placed:
            program.audition.others()
            placed = sum(seat == SEAT for seat, _ in program.state.table.wagers)
            assert bool(placed) == (program.audition.now() >= table.since + 20_000)
        elif right is not None:
            program._do(right)
    assert placed == 1
    assert not of_the_guest(program, x.ChipsLaid)
    assert not program.state.faults


def to_the_guest(program: Program) -> str:
    """Deal until the guest who delays has cards; the hand."""
    while program.audition.goes_on():
        program.time += 4_000
        coup = program.state.table.coup
        if coup is not None and coup.handed and coup.holders[coup.handed] == SEAT and program.state.coups + 1 == ROUND:
            assert program._right() is None, "the guest has the cards"
            return coup.handed
        if (right := program._right()) is not None:
            program._do(right)
    raise AssertionError("the guest got no cards")


def takes_back(program: Program, hand: str, reason: str, note: str = "") -> None:
    by, at = program.audition.by, program.audition.now()
    answer = program.audition.handle(c.RevokeRight(by=by, at=at, hand=hand, reason=reason, note=note))
    assert not isinstance(answer, Refusal), answer


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts", "seminole"])
def test_cards_that_are_kept_too_long_are_taken_back_and_not_sooner(rulebook: str) -> None:
    program = with_guest(rulebook, "delays", HANDED)
    hand = to_the_guest(program)
    since, turning_ms = program.state.table.since, program.state.table.timing.turning_ms
    program.time = since + turning_ms - 1_000
    takes_back(program, hand, "delay")
    (fault,) = program.state.faults
    assert (fault.made.kind, fault.made.seat, fault.severity) == ("right-passed-over", SEAT, "major")
    assert fault.made.clauses == program.state.table.rules.rulebook.handed.revoke
    assert "the guest still has 1 second" in str(fault.made.right)
    assert program.state.table.on_layout.handed == hand, "the cards stay with the guest"
    program.time = since + turning_ms
    takes_back(program, hand, "delay")
    assert program.state.table.on_layout.handed != hand
    program.play()
    assert program.audition.result().passed, "one major mistake may be"
    assert len(program.state.faults) == 1


def test_cards_are_not_taken_from_a_guest_who_broke_no_rule() -> None:
    program = with_guest("section-42", "delays", HANDED)
    takes_back(program, to_the_guest(program), "breach of the rules", "bent them")
    assert [str(fault.made.right) for fault in program.state.faults] == [
        "the guest has the right to turn the cards, and has broken no rule"
    ]
    program.play()
    assert len(program.state.faults) == 1


def test_a_debt_that_can_be_paid_is_reported_in_vain() -> None:
    program = Program(scenario("seminole", 6), {})
    while program.audition.goes_on() and not program.state.table.owing:
        program.time += 4_000
        if (right := program._right()) is not None:
            program._do(right)
    seat = program.state.table.owing[0]
    by, at = program.audition.by, program.audition.now()
    program.audition.handle(c.Report(by=by, at=at, kind=Mishap.UNCOLLECTED, seat=seat, note="cannot pay"))
    assert [fault.made.kind for fault in program.state.faults] == ["false-alarm"]
    assert not program.state.table.incidents
