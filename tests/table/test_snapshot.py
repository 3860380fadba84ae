"""A state that was written down and read back is the same state, and the table goes on as if nothing had happened."""

import msgspec
import pytest

from minibac.house import law
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.rules.house_rules import Approved, HouseRules, Reference, build
from minibac.rules.rulebook import RULEBOOKS, Proposition, Row, load
from minibac.table import snapshot
from minibac.table.checks import Decision
from minibac.table.commands import Command
from minibac.table.machine import decide
from minibac.table.snapshot import freeze, outdated, shape, thaw
from minibac.table.state import Phase, TableState
from tests.table.helpers import Table
from tests.table.random_table import play
from tests.table.scenarios import SCENARIOS

LARGEST_BYTES = 64 * 1024


@pytest.fixture
def restarts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A house that starts anew from a snapshot before each command, and answers as the one that never stopped.

    Gives the sizes of the snapshots it took.
    """
    sizes: list[int] = []

    def both(state: TableState, command: Command) -> Decision:
        frozen = freeze(state)
        sizes.append(len(frozen))
        thawed = thaw(frozen)
        assert thawed == state
        assert freeze(thawed) == frozen, "not even the order of its wagers has changed"
        answer = decide(state, command)
        assert decide(thawed, command) == answer
        return answer

    monkeypatch.setattr(law, "decide", both)
    return sizes


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_playthrough_goes_on_from_any_snapshot(name, restarts):
    SCENARIOS[name]()
    assert len(restarts) > 10
    assert max(restarts) < LARGEST_BYTES


@pytest.mark.exhaustive
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_random_play_goes_on_from_any_snapshot(rulebook, restarts):
    for _ in play(rulebook, 250, "snapshots"):
        pass
    assert len(restarts) > 250
    assert max(restarts) < LARGEST_BYTES


@pytest.mark.exhaustive
def test_a_full_table_at_the_end_of_a_long_shoe_stays_small():
    table = Table("massachusetts", seats=range(1, 10), dragon_bonus="on", house_money="on")
    table.to(Phase.BETTING)
    sizes, phase = [], None
    while table.state.shoe_no == 1:
        if table.state.phase is not phase:
            phase = table.state.phase
            sizes.append(len(freeze(table.state)))
        if table.at(Phase.BETTING) and not table.state.wagers:
            for seat in table.state.occupied:
                for wager in ("banker", "tie", "dragon-bonus-banker", "house-money"):
                    table.bet(seat, wager, 20)
        table.step()
    assert len(sizes) > 300
    assert max(sizes) < LARGEST_BYTES


def test_papers_and_approved_wagers_come_back():
    paper = Reference("Division", "A-7", "2026-03-01")
    rows = (Row("win", when={"winner": ("banker",), "banker_total": (6,)}, odds="12"), Row("lose"))
    wager = Proposition(id="lucky-6", label="Lucky 6", area="LUCKY 6", kind="side", lines=rows)
    rules = build(load("section-42"), {}, references={"lucky-6": paper}, approved=[Approved(wager, paper)])
    assert isinstance(rules, HouseRules)
    live = LiveTable("T", rules, PracticeVault(1), lambda: 1, minimum_cents={"lucky-6": 500}, minimum_age=21)
    assert thaw(freeze(live.state)) == live.state


def test_another_shape_of_the_program_replays_the_log(monkeypatch):
    frozen = freeze(Table("seneca").state)
    assert thaw(frozen) is not None
    for other in (b"", b"{}", b"\xff", frozen[:-1], frozen.replace(shape().encode(), b"0" * 16)):
        assert thaw(other) is None
    assert outdated(frozen.replace(shape().encode(), b"0" * 16))
    assert not any(outdated(same) for same in (b"", b"{}", b"\xff", frozen))
    document = msgspec.json.decode(frozen)
    document["rest"]["a_field_of_tomorrow"] = 1
    assert thaw(msgspec.json.encode(document)) is None
    document = msgspec.json.decode(frozen)
    document["opening"]["options"]["decks"] = 5
    assert thaw(msgspec.json.encode(document)) is None, "no house rules any more"
    document["opening"]["rulebook"] = "atlantis"
    assert thaw(msgspec.json.encode(document)) is None


def test_the_same_fields_with_another_meaning_are_another_shape(monkeypatch):
    before = snapshot.shape.__wrapped__()
    assert before == shape()
    monkeypatch.setattr(snapshot, "SCHEMA", snapshot.SCHEMA + 1)
    assert snapshot.shape.__wrapped__() != before
