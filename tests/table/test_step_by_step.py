"""Every procedure walked from its first step to its last: who does it, under which clauses, and nothing out of order.

The lists restate the print. A guide walks the steps of Section 42 (principle 4 of the rulings) but for its own shuffle.
"""

from typing import Any, NamedTuple

import pytest

from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import DEALER, FLOOR, Table
from tests.table.steps import does


class Walked(NamedTuple):
    """A step as printed: its name, whose it is, the clauses it fulfils, and whether each batch has its own."""

    step: str
    role: str
    clauses: tuple[str, ...]
    each_batch: bool = False


def dealer(step: str, *clauses: str, each_batch: bool = False) -> Walked:
    return Walked(step, "dealer", clauses, each_batch)


def floor(step: str, *clauses: str, each_batch: bool = False) -> Walked:
    return Walked(step, "floorperson", clauses, each_batch)


def guest(step: str, *clauses: str) -> Walked:
    return Walked(step, "guest", clauses)


ROWS = ("s42/d/2", "s42/d/2/rows", "s42/d/2/suit-sequence")
FANS = ("ma/4/b", "ma/4/b/fan")

OPENING: dict[tuple[str, str], list[Walked]] = {
    ("section-42", "manual"): [
        dealer("receive", "s42/d/1"),
        dealer("inspect", "s42/d/1"),
        floor("verify", "s42/d/1/verify"),
        dealer("spread", *ROWS),
        guest("look", "s42/d/2", "s42/d/3"),
        dealer("turn-down", "s42/d/3"),
        dealer("wash", "s42/d/3/wash"),
        dealer("stack", "s42/d/3/stack"),
    ],
    ("section-42", "automatic"): [
        dealer("receive", "s42/d/1", "s42/a/4/ii", "s42/a/4/i", each_batch=True),
        dealer("inspect", "s42/d/1", each_batch=True),
        floor("verify", "s42/d/1/verify", each_batch=True),
        dealer("spread", *ROWS, "s42/d/4", each_batch=True),
        guest("look", "s42/d/2", "s42/d/3"),
        dealer("turn-down", "s42/d/3", "s42/d/4/turn-stack", each_batch=True),
        dealer("stack", "s42/d/3/stack", "s42/d/4/turn-stack", each_batch=True),
    ],
    ("massachusetts", "manual"): [
        dealer("receive", "ma/4/a", "ma/2/c"),
        dealer("inspect", "ma/4/a"),
        floor("verify", "ma/4/a/verify"),
        dealer("spread", *FANS),
        guest("look", "ma/4/b", "ma/4/c"),
        dealer("turn-down", "ma/4/c"),
        dealer("wash", "ma/4/c/wash"),
        dealer("stack", "ma/4/c/stack"),
    ],
    ("massachusetts", "automatic"): [
        dealer("receive", "ma/4/a", "ma/3/b/1", "ma/2/c", each_batch=True),
        dealer("inspect", "ma/4/a", each_batch=True),
        floor("verify", "ma/4/a/verify", each_batch=True),
        dealer("spread", *FANS, "ma/4/d", each_batch=True),
        guest("look", "ma/4/b", "ma/4/c"),
        dealer("turn-down", "ma/4/c", "ma/4/d/turn-stack", each_batch=True),
        dealer("stack", "ma/4/c/stack", "ma/4/d/turn-stack", each_batch=True),
    ],
}
OPENING |= {(book, "continuous"): OPENING[book, "manual"] for book in ("section-42", "massachusetts")}
OPENING |= {(guide, "manual"): OPENING["section-42", "manual"] for guide in ("seminole", "seneca")}

FEATHER = [dealer("feather", "s42/e/2", "s42/e/2/i"), floor("feather-check", "s42/e/2/i/verify")]
LACE = [dealer("lace", "s42/e/2", "s42/e/2/ii")]
AGAIN = [dealer("reshuffle", "s42/e/2/ii/A")]
S42_SHUFFLE = [dealer("shuffle", "s42/e/1", "s42/e/1/random")]
SENECA_SHUFFLE = [dealer("shuffle", "sen/shuffle", "s42/e/1/random"), dealer("shuffle-again", "sen/reshuffle")]
BOTH_WAYS = {"finish": "lace", "reshuffle_after_lace": "part"}

SHUFFLES: list[tuple[str, dict[str, Any], list[Walked]]] = [
    ("section-42", {}, [*S42_SHUFFLE, *FEATHER]),
    ("section-42", {"finish": "lace"}, [*S42_SHUFFLE, *LACE]),
    ("section-42", BOTH_WAYS, [*S42_SHUFFLE, *LACE, *AGAIN]),
    ("section-42", {"shuffler": "automatic"}, S42_SHUFFLE),
    ("seminole", {}, [*S42_SHUFFLE, *FEATHER]),
    ("seminole", BOTH_WAYS, [*S42_SHUFFLE, *LACE, *AGAIN]),
    ("seneca", {}, [*SENECA_SHUFFLE, *FEATHER]),
    ("seneca", {"finish": "lace"}, [*SENECA_SHUFFLE, *LACE]),
    ("seneca", BOTH_WAYS, [*SENECA_SHUFFLE, *LACE, *AGAIN]),
    (
        "massachusetts",
        {"shuffler": "automatic"},
        [dealer("shuffle", "ma/5/a", "ma/5/a/random", "ma/5/a/each-shoe")],
    ),
]

S42_SEEN = [
    guest("look", "s42/e/8/turn-down"),
    dealer("turn-down", "s42/e/8/turn-down"),
]
S42_DEAD = dealer("spread", "s42/e/8", "s42/e/8/face")
S42_BY_HAND = [dealer("wash", "s42/e/8/i"), dealer("stack", "s42/e/8/i")]
MA_DEAD = [
    dealer("spread", "ma/5/g", "ma/5/g/face"),
    guest("look", "ma/5/g/inspect"),
    dealer("turn-down", "ma/5/g/inspect"),
]

DEAD_TABLES: list[tuple[str, dict[str, Any], list[Walked]]] = [
    ("section-42", {}, [S42_DEAD, *S42_SEEN, *S42_BY_HAND]),
    (
        "section-42",
        {"dead_table_face": "down"},
        [S42_DEAD, dealer("turn-up", "s42/e/8/turn-up"), *S42_SEEN, *S42_BY_HAND],
    ),
    ("seneca", {}, [S42_DEAD, *S42_SEEN, *S42_BY_HAND]),
    (
        "section-42",
        {"shuffler": "automatic"},
        [
            S42_DEAD,
            *S42_SEEN,
            dealer("stack", "s42/e/8/ii"),
            dealer("swap", "s42/e/8/ii/swap"),
            guest("ask-spread", "s42/e/8/ii/no-spread"),
            dealer("attest-device", "s42/e/8/ii/A", "s42/e/8/ii/no-spread"),
            dealer("attest-custody", "s42/e/8/ii/B", "s42/e/8/ii/no-spread"),
        ],
    ),
    ("section-42", {"shuffler": "continuous"}, [S42_DEAD, *S42_SEEN]),
    ("massachusetts", {}, [*MA_DEAD, dealer("wash", "ma/5/g/1"), dealer("stack", "ma/5/g/1")]),
    (
        "massachusetts",
        {"shuffler": "automatic"},
        [
            *MA_DEAD,
            dealer("stack", "ma/5/g/2"),
            dealer("swap", "ma/5/g/2/swap"),
            guest("ask-spread", "ma/5/g/2/no-spread"),
            dealer("attest-device", "ma/5/g/2/i", "ma/5/g/2/no-spread"),
            dealer("attest-custody", "ma/5/g/2/ii", "ma/5/g/2/no-spread"),
        ],
    ),
]

UNSPREAD = {"section-42": "s42/e/8/ii/no-spread", "massachusetts": "ma/5/g/2/no-spread"}


def people(table: Table) -> dict[str, Actor]:
    return {"dealer": DEALER, "floorperson": FLOOR, "guest": table.guest(1)}


def walk(table: Table, steps: list[Walked]) -> None:
    """Do the steps in their order, each by its person; try every later one first, and every step by the others."""
    whole = table.state.phase
    for number, walked in enumerate(steps):
        for later in steps[number + 1 :]:
            early = table.no(c.DoStep, by=people(table)[later.role], step=later.step)
            assert early.code in (Code.STEP_MISSING, Code.WRONG_STEP), later.step
        for role, by in people(table).items():
            if role != walked.role:
                assert table.no(c.DoStep, by=by, step=walked.step).code is Code.NOT_YOURS
        ok = walked.step != "ask-spread"
        for batch in ("A", "B") if walked.each_batch else ("A",):
            assert table.state.phase is whole
            by = people(table)[walked.role]
            if walked.role == "guest":  # all who are there are asked
                for seat in table.state.occupied[1:]:
                    (answered,) = table.yes(c.DoStep, by=table.guest(seat), step=walked.step, ok=ok)
                    assert (answered.seat, answered.clauses) == (seat, walked.clauses)
            done = table.yes(c.DoStep, by=by, step=walked.step, batch=batch, ok=ok)[0]
            assert isinstance(done, e.StepDone)
            assert (done.step, done.batch, done.by) == (walked.step, batch, by.id)
            assert done.clauses == walked.clauses, walked.step
            if table.state.phase is whole and walked.step != "shuffle":
                again = table.no(c.DoStep, by=by, step=walked.step, batch=batch, ok=ok)
                assert again.code is Code.WRONG_STEP
        other = table.do(c.DoStep, by=people(table)[walked.role], step=walked.step, batch="B", ok=ok)
        assert isinstance(other, Refusal), "there is no second batch, or it has been done"
    assert table.state.phase is not whole, "the procedure is over"


@pytest.mark.parametrize(("rulebook", "shuffler"), OPENING)
def test_an_opening_goes_step_by_step(rulebook: str, shuffler: str) -> None:
    walk(Table(rulebook, shuffler=shuffler), OPENING[rulebook, shuffler])


def test_prepared_decks_are_received_and_stacked() -> None:
    for shuffler, each_batch in (("manual", False), ("automatic", True)):
        table = Table("massachusetts", shuffler=shuffler, decks_received="preinspected-preshuffled")
        received = OPENING["massachusetts", shuffler][0]
        walk(table, [received, dealer("stack", "ma/4/e", each_batch=each_batch)])


@pytest.mark.parametrize(("rulebook", "options", "steps"), SHUFFLES)
def test_a_shuffle_goes_step_by_step(rulebook: str, options: dict[str, Any], steps: list[Walked]) -> None:
    table = Table(rulebook, **options)
    table.to(Phase.SHUFFLE)
    walk(table, steps)
    assert table.state.phase is Phase.CUT_OFFER


def test_a_massachusetts_shuffle_has_its_clauses_and_repeats_what_it_likes() -> None:
    printed = {
        "plug": ("ma/5/h/1", "ma/5/h"),
        "riffle": ("ma/5/h/2", "ma/5/a", "ma/5/a/each-shoe"),
        "turn": ("ma/5/h/3",),
        "strip": ("ma/5/h/4",),
        "feather": ("ma/5/a/feather", "ma/5/a/random"),
        "feather-check": ("ma/5/a/feather-verify",),
    }
    table = Table("massachusetts")
    table.to(Phase.BETTING)
    table.yes(c.DirectShuffle, reason="a look at every step")
    for step in ("plug", "riffle", "riffle", "strip", "turn", "riffle", "strip", "turn", "riffle", "feather"):
        (done,) = table.yes(c.DoStep, step=step)
        assert done.clauses == printed[step]
        for by in (FLOOR, table.guest(1)):
            assert table.no(c.DoStep, by=by, step=step).code is Code.NOT_YOURS
    for once in ("plug", "feather"):
        assert table.no(c.DoStep, step=once).code is Code.WRONG_STEP
    done = table.yes(c.DoStep, by=FLOOR, step="feather-check")[0]
    assert done.clauses == printed["feather-check"]


@pytest.mark.parametrize("rulebook", ["section-42", "seminole"])
def test_a_dealer_may_shuffle_as_often_as_it_takes(rulebook: str) -> None:
    table = Table(rulebook)
    table.to(Phase.SHUFFLE)
    for _ in range(4):
        table.yes(c.DoStep, step="shuffle")
    table.yes(c.DoStep, step="feather")


@pytest.mark.parametrize(("rulebook", "options", "steps"), DEAD_TABLES)
def test_a_dead_table_comes_back_step_by_step(rulebook: str, options: dict[str, Any], steps: list[Walked]) -> None:
    table = Table(rulebook, **options)
    table.to(Phase.BETTING)
    table.dead()
    walk(table, steps)


@pytest.mark.parametrize("rulebook", UNSPREAD)
def test_what_a_guest_may_ask_for_has_its_time(rulebook: str) -> None:
    """The released batch is spread on request after the swap; in Massachusetts the dead spread is turned on request."""
    clause = UNSPREAD[rulebook]
    table = Table(rulebook, shuffler="automatic")
    table.to(Phase.BETTING)
    table.dead()
    by = table.guest(1)
    if rulebook == "massachusetts":
        assert table.no(c.DoStep, by=by, step="ask-face-up").allowed == ("spread",)
    for step in ("spread", "look", "turn-down", "stack", "swap"):
        assert table.no(c.DoStep, by=by, step="ask-spread").allowed == ("swap",)
        does(table, step)
    for other in (DEALER, FLOOR, Actor("somebody", Role.SPECTATOR)):
        assert table.no(c.DoStep, by=other, step="ask-spread").allowed == ("guest",)
    asked, started = table.yes(c.DoStep, by=by, step="ask-spread")
    assert asked.clauses == started.clauses == (clause,)
    walk(table, [dealer("spread", clause), guest("look", clause), dealer("reshuffle", clause)])


# --- the cut, the load and the burn ----------------------------------------------------------------------------------

SUPERVISORS = ("floorperson", "pit-boss", "shift-manager")
S42_CUT = {
    "offer-cut": (("dealer",), ("s42/e/4", "s42/e/4/order")),
    "dealer-cuts": (("dealer",), ("s42/e/4/dealer",)),
    "cut": (("guest", "dealer"), ("s42/e/5",)),
    "complete-cut": (("dealer",), ("s42/e/6", "s42/e/6/depth", "s42/e/6/end")),
    "recut": (SUPERVISORS, ("s42/e/7", "s42/e/7/window", "s42/e/7/who")),
    "load": (("dealer",), ("s42/e/6/load",)),
    "burn": (("dealer",), ("s42/e/6/burn", "s42/e/6/burn-count", "s42/e/6/burn-shown")),
}
MA_CUT = {
    "offer-cut": (("dealer",), ("ma/5/b", "ma/5/b/order")),
    "dealer-cuts": (("dealer",), ("ma/5/b/dealer",)),
    "cut": (("guest", "dealer"), ("ma/5/c", "ma/5/h/5")),
    "complete-cut": (("dealer",), ("ma/5/d", "ma/5/d/depth")),
    "recut": (SUPERVISORS, ("ma/5/e", "ma/5/e/window", "ma/5/e/who")),
    "load": (("dealer",), ("ma/5/d/load", "ma/5/h/5/purpose")),
    "load-after-recut": (("dealer",), ("ma/5/e/load", "ma/5/d/load")),
    "burn": (("dealer",), ("ma/5/f", "ma/5/f/face-down", "ma/5/f/count")),
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_steps_of_the_cut_are_the_printed_ones(rulebook: str) -> None:
    printed = MA_CUT if rulebook == "massachusetts" else S42_CUT
    rules = Table(rulebook).rules
    steps = [step for step in load(rulebook).procedure["cut"] if rules.applies(step.only)]
    assert {step.id: (step.roles, step.clauses) for step in steps} == printed


def test_after_a_device_the_cut_and_the_load_are_the_same_but_for_the_manual_shuffle() -> None:
    rules = Table("massachusetts", shuffler="automatic").rules
    steps = [step for step in load("massachusetts").procedure["cut"] if rules.applies(step.only)]
    by_device = {"cut": (("guest", "dealer"), ("ma/5/c",)), "load": (("dealer",), ("ma/5/d/load",))}
    assert {step.id: (step.roles, step.clauses) for step in steps} == MA_CUT | by_device


def test_the_steps_of_a_manual_shuffle_are_not_cited_where_a_device_shuffles() -> None:
    """Massachusetts 5(h) is for a manual shuffle: a cut after the device rests on 5(c) and 5(d) alone."""
    table = Table("massachusetts", shuffler="automatic")
    table.to(Phase.BETTING)
    assert not [event for event in table.log if any(clause.startswith("ma/5/h") for clause in event.clauses)]
    assert "ma/5/c" in table.last(e.StackCut).clauses
    assert "ma/5/d/load" in table.last(e.ShoeLoaded).clauses
