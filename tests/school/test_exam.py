"""An exam table: every kind of mistake happens, is recorded once with its clause, and noticed or not as it was."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.machine.kinds import kinds_of
from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Refusal
from minibac.school import exam_commands as xc
from minibac.school.exam_view import seen
from minibac.school.fault_kinds import fault_kinds
from minibac.school.typed_steps import read_step
from minibac.table import commands as c
from minibac.table.dealer_view import REPORTS
from minibac.table.machine import TABLE
from minibac.table.state import Phase
from tests.school.exam_clauses import LEADS, belongs
from tests.school.exam_mistakes import (
    AT_ONCE,
    DEFERRED,
    FACE_UP,
    FACE_UP_DEALT,
    HANDED,
    HOUSE_MONEY,
    NO_BURN,
    NOTICED,
    OPENING,
    ROUND,
    SHOE_OVER,
    Program,
    Wrong,
    replays,
    scenario,
)

BOOKS = ("section-42", "massachusetts", "seminole", "seneca")
WHOLE_SHOE = 88
"""More rounds than a shoe has, so that its end is part of the exam."""
STYLED = (
    '[[guest]]\nseat = 5\nstyle = "late"\nrounds = [2, 3, 4, 5, 6]\n',
    '[[guest]]\nseat = 3\nstyle = "short"\nrounds = [8, 9, 10, 11]\n',
    '[[guest]]\nseat = 7\nstyle = "disputes"\nrounds = [12, 13, 14, 15]\n',
    *(f'[[mishap]]\nkind = "wager-touched"\nround = {number}\n' for number in range(16, 21)),
    *(f'[[mishap]]\nkind = "face-up-in-shoe"\nround = {number}\n' for number in (24, 26, 28, 29, 30)),
)
OF_BOOK: dict[str, dict[str, Wrong]] = {
    "section-42": AT_ONCE | FACE_UP_DEALT,
    "massachusetts": AT_ONCE | HANDED,
    "seminole": DEFERRED | FACE_UP_DEALT,
    "seneca": AT_ONCE | FACE_UP_DEALT,
}


def once_each(program: Program) -> None:
    """Each mistake was recorded once, with the clause that it belongs to, and nothing else was."""
    assert not program.wrong, "every mistake was made"
    assert not program.refused
    recorded = {kind: [fault.made.kind for fault in faults] for kind, faults in program.made.items()}
    assert recorded == {kind: [kind] for kind in program.made}
    assert len(program.state.faults) == len(program.made)
    assert all(fault.made.clauses and fault.made.right for fault in program.state.faults)
    rulebook = program.state.table.rules.rulebook.id
    led = {fault.made.kind: fault.made.clauses[0] for fault in program.state.faults}
    assert {kind: clause for kind, clause in led.items() if not belongs(kind, rulebook, clause)} == {}


def by_the_book(program: Program) -> None:
    """The log gives the exam again; the table's part of it alone is the log of a table."""
    assert replays(program) == ""


@pytest.mark.parametrize("rulebook", BOOKS)
def test_each_mistake_that_nobody_notices_stands(rulebook: str) -> None:
    program = Program(scenario(rulebook, WHOLE_SHOE, *STYLED), ROUND | FACE_UP | OF_BOOK[rulebook]).play()
    once_each(program)
    for fault in program.state.faults:
        assert fault.noticed_by != program.state.trainee
        if not fault.noticed_by:  # a guest who objects has the payment looked into
            assert fault.noticed_after_ms is None
            assert fault.stood == bool(fault.kind.until)
            assert fault.severity == fault.kind.stood
    told = {fault.made.kind: str(fault.made.did) for fault in program.state.faults}
    assert re.match(r"the call of \d for the (Player|Banker)'s cards", told["count-wrong"]), "with what was called"
    by_the_book(program)
    assert not program.audition.result().passed


@pytest.mark.parametrize("rulebook", BOOKS)
def test_each_mistake_that_is_noticed_is_put_right(rulebook: str) -> None:
    wrong = ROUND | FACE_UP | OF_BOOK[rulebook]
    program = Program(scenario(rulebook, WHOLE_SHOE, *STYLED), wrong, notices=True).play()
    once_each(program)
    for fault in program.state.faults:
        if fault.made.kind in NOTICED:
            assert fault.noticed_after_ms == 4_000, fault
            assert fault.put_right_by, fault
            assert fault.severity == fault.kind.noticed
            assert not fault.cents
    by_the_book(program)


@pytest.mark.parametrize("notices", [False, True])
@pytest.mark.parametrize("rulebook", BOOKS)
def test_mistakes_before_the_first_round(rulebook: str, notices: bool) -> None:
    program = Program(scenario(rulebook, 2, "opening = true\n"), OPENING, notices=notices).play()
    once_each(program)
    by_the_book(program)
    noticed = {fault.made.kind for fault in program.state.faults if fault.put_right_by}
    assert noticed == (set(NOTICED) & set(OPENING) if notices else set())
    once_each(Program(scenario(rulebook, 2, "opening = true\n"), NO_BURN).play())


def test_house_money_and_debts_at_the_end_of_a_shoe() -> None:
    options = "[options]\nhouse_money = true\n"
    once_each(Program(scenario("massachusetts", 30, options=options), HOUSE_MONEY).play())
    for notices in (False, True):
        owed = Program(scenario("seminole", WHOLE_SHOE, "seed = 3\n"), SHOE_OVER, notices=notices).play()
        (fault,) = owed.state.faults
        assert (fault.made.kind, fault.stood, fault.severity) == ("vigorish-not-taken", True, "critical")
        assert fault.made.clauses[:2] == ("sem/commission-when", "s42/c/3/ii/before-reshuffle")
        assert bool(fault.noticed_by) == notices, "the floor is called when the shoe is over: no false alarm, too late"
        assert not fault.put_right_by


def test_every_kind_of_mistake_is_tried() -> None:
    tried = {
        *ROUND,
        *FACE_UP,
        *AT_ONCE,
        *DEFERRED,
        *HANDED,
        *FACE_UP_DEALT,
        *OPENING,
        *NO_BURN,
        *HOUSE_MONEY,
        *SHOE_OVER,
    }
    assert tried == set(fault_kinds()) == set(LEADS)
    assert not belongs("remedy-left-out", "section-42", "s42/g/2")


SAID_AT_RANDOM = (
    "nmb", "deal p", "deal b", "tuck", "hand p 2", "turn b", "count p 3", "result 5 5 t", "pay 2 player 20", "rack",
    "collect 4 banker 10", "last-hand", "owed 2 5", "end-shoe", "step wash yes", "cut 200", "burn 3", "remedy place",
    "report wrong-hand p", "report card-in-error seen", "report other 1", "floor", "floor money 2", "refuse 1 tie",
    "take 6 player 5", "give 6 player 5", "house-money 2 pay 5", "mark 1 banker 1",
)  # fmt: skip


@pytest.mark.parametrize("rulebook", BOOKS)
def test_whatever_is_done_the_table_stays_by_the_book(rulebook: str) -> None:
    chance = Random(rulebook)
    program = Program(scenario(rulebook, 30, *STYLED[:3], 'seed = "any"\n'), {})
    for _ in range(150):
        program.audition.others()
        program.time += 4_000
        right = program._right()
        if right is None or chance.random() < 0.3:
            step = read_step(chance.choice(SAID_AT_RANDOM), program.audition.by, program.audition.now())
            assert not isinstance(step, Refusal)
            program.audition.handle(step)
        else:
            assert not isinstance(program.audition.handle(right), Refusal)
    assert program.state.faults
    by_the_book(program)


# ------------------------------------------------------------------------------------------------- what hands cannot do


@pytest.fixture
def begun() -> Program:
    return Program(scenario("section-42", 3), {})


def does(program: Program, kind: type[Any], /, **facts: Any) -> Any:
    program.audition.others()
    return program.audition.handle(kind(by=program.audition.by, at=program.audition.now(), **facts))


@pytest.mark.parametrize(
    ("kind", "facts", "says"),
    [
        (c.RackCards, {}, "that cannot be done here now"),
        (c.TurnCards, {"hand": "player"}, "that cannot be done here now"),
        (c.DoStep, {"step": "wash"}, "that cannot be done here now"),
        (c.DealCard, {"hand": "dealer"}, "there is no hand 'dealer': player and banker"),
        (c.Report, {"kind": "earthquake"}, "'earthquake' is no irregularity"),
        (xc.CallFloor, {"about": "lunch"}, "the floor is called about cards, money"),
        (xc.RefuseWager, {"seat": 8, "wager": "tie"}, "no chips of seat 8 lie there"),
        (xc.PutRight, {"seat": 8, "wager": "tie", "cents": 5}, "nobody sits at seat 8"),
        (xc.PutRight, {"seat": 1, "wager": "playr", "cents": 5}, "there is no wager 'playr' (did you mean player?)"),
        (c.TakeActions, {"actions": (("pay", 8, "tie", 500),)}, "nobody sits at seat 8"),
        (c.TakeActions, {"actions": (("pay", 1, "panda-8", 500),)}, "Section 42 knows no wager panda-8; this"),
        (c.TakeActions, {"actions": (("pay", 1, "tie", -500),)}, "say which chips are moved"),
        (c.CarryOut, {"do": "burn-count"}, "'burn-count' is no remedy (did you mean burn-counted?)"),
        (xc.ShowMishap, {"kind": "face-up-in-shoe"}, "that cannot be done here now"),
    ],
)
def test_what_hands_cannot_do_is_refused_and_changes_nothing(
    begun: Program, kind: type[Any], facts: dict[str, Any], says: str
) -> None:
    begun.audition.others()
    before = begun.state
    refusal = does(begun, kind, **facts)
    assert isinstance(refusal, Refusal)
    assert refusal.sentence.startswith(says)
    assert begun.state == before


@pytest.mark.parametrize("kind", sorted(REPORTS))
def test_a_report_of_nothing_is_a_false_alarm_and_tells_nothing_of_what_is_due(begun: Program, kind: str) -> None:
    for number in (1, 2):
        answer = does(begun, c.Report, kind=kind, seat=1, hand="player", disclosed=True, note="I thought so")
        assert not isinstance(answer, Refusal), answer
        assert [fault.made.kind for fault in begun.state.faults] == ["false-alarm"] * number
        assert all(fault.made.clauses for fault in begun.state.faults)
        if number == 1:
            assert not isinstance(does(begun, c.CallNoMoreBets), Refusal)


@pytest.mark.parametrize("wager", ["playr", "panda-8"])
def test_a_slip_of_the_keyboard_is_no_payment(begun: Program, wager: str) -> None:
    """There is no such area on the felt, so no chips lie there; at an area that there is they would be a mistake."""
    while not isinstance(right := begun._right(), c.TakeActions):
        begun.audition.others()
        if right is not None:
            begun._do(right)
    ((_, seat, _, cents), *_) = right.actions
    assert isinstance(does(begun, c.TakeActions, actions=(("pay", seat, wager, cents),)), Refusal)
    assert isinstance(does(begun, c.TakeActions, actions=(("pay", seat, "tie", 0),)), Refusal)
    assert not begun.state.faults
    assert not isinstance(does(begun, c.TakeActions, actions=(("pay", seat, "tie", cents),)), Refusal)
    assert begun.state.faults


@pytest.mark.parametrize("rulebook", BOOKS)
def test_what_is_counted_wrongly_before_the_first_round_has_happened(rulebook: str) -> None:
    """Decks that are counted short are a mistake, and no help; a word that is no step, and more cards than there are,
    are nothing at all."""
    program = Program(scenario(rulebook, 1, "opening = true\n"), {})
    faults = 0
    while not isinstance(right := program._right(), c.BurnCards):
        program.audition.others()
        if isinstance(right, c.DoStep) and right.step == "receive":
            refused = does(program, c.DoStep, step="recieve", ok=True, cards_count=right.cards_count)
            assert refused.sentence.startswith("'recieve' is no step of this table (did you mean receive?): ")
            assert refused.allowed == tuple(sorted(refused.allowed)), "in no order that tells anything"
            right = replace(right, cards_count=(right.cards_count or 0) - 1)
            faults = 1
        if right is not None:
            program._do(right)
    assert [fault.made.kind for fault in program.state.faults] == ["step-wrong"] * faults
    left = program.state.table.cards_left
    assert isinstance(does(program, c.BurnCards, burned_count=left + 1), Refusal)
    assert len(program.state.faults) == faults


def test_a_card_from_an_empty_shoe_is_refused(begun: Program) -> None:
    begun.audition.others()
    assert not isinstance(does(begun, c.CallNoMoreBets), Refusal)
    table = begun.state.table
    begun.audition.state = replace(begun.state, table=replace(table, next_index=table.cards_count))
    assert isinstance(does(begun, c.DealCard, hand="player"), Refusal)
    assert not begun.state.faults


def test_after_its_end_nothing_is_taken(begun: Program) -> None:
    begun.play()
    assert isinstance(does(begun, c.CallNoMoreBets), Refusal)


def test_chips_that_came_too_late_lie_there_to_the_end_of_the_round_or_go_back() -> None:
    program = Program(scenario("seneca", 6, STYLED[0]), {"late-wager-accepted": ROUND["late-wager-accepted"]})
    while not program.made:
        program.audition.others()
        right = program._right()
        if right is not None and not program._mistake(right):
            program._do(right)
    (chips,) = program.state.accepted
    assert {"seat": chips.seat, "wager": "tie", "cents": chips.cents} in seen(program.state)["wagers"]
    does(program, xc.RefuseWager, seat=chips.seat, wager="tie")
    assert not program.state.accepted
    assert [one.made.kind for one in program.state.faults] == ["late-wager-accepted"]


def test_money_that_is_put_right_by_halves_lies_there_still(begun: Program) -> None:
    program = Program(scenario("section-42", 6), {"payment-wrong": ROUND["payment-wrong"]})
    while not program.made:
        program.audition.others()
        right = program._right()
        if right is not None and not program._mistake(right):
            program._do(right)
    fault = program.state.faults[0]
    place = {"seat": fault.made.seat, "wager": fault.made.wager}
    assert fault.cents == 500
    does(program, xc.PutRight, **place, cents=-200)
    assert program.state.faults[0].cents == 300
    assert program.state.faults[0].noticed_after_ms is None
    does(program, c.RackCards)
    does(program, xc.PutRight, **place, cents=-300)
    assert [one.made.kind for one in program.state.faults] == ["payment-wrong", "floor-not-called"]
    assert program.state.faults[0].put_right_by


# ------------------------------------------------------------------------------- on every other table


def test_no_other_table_knows_of_exams() -> None:
    assert not set(TABLE.deciders) & set(kinds_of(xc.ExamCommand))
    program = Program(scenario("seneca", 3), {})
    program.audition.others()
    table = program.state.table
    assert table.phase is Phase.BETTING
    wrong = c.DealCard(by=Actor(program.audition.by.id, Role.DEALER), at=table.at, hand="player")
    assert isinstance(TABLE.decide(table, wrong), Refusal)
