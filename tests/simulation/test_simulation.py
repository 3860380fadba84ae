"""Half a minute of simulated houses; `python3 go.py campaign simulation` plays ten thousand of them."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from minibac.table import events as e
from tests.simulation.disk import commit_ends
from tests.simulation.faults import FAULTS
from tests.simulation.kept import KEPT
from tests.simulation.minimise import as_test, shorter, smaller
from tests.simulation.network import Weather
from tests.simulation.shuffles import Shuffle, sha256
from tests.simulation.simulation import KINDS, SHARE, Plan, Result, Trouble, plan_of, play, simulate

COUPS = 8
SEEDS = [str(number) for number in range(1, 15)]
SAMPLE = (
    "an acknowledgement before the commit",
    "a lost fsync",
    "a command that is carried out twice",
    "an event that is applied twice",
    "a view that leaks the next card",
    "a posting that is dropped",
    "a stack that is not mixed again by the next process",
)
"""Of the faults that the campaign plants one after the other."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", SEEDS)
def test_every_promise_is_kept(seed: str) -> None:
    result = simulate(seed, COUPS)
    assert not result.broken, result.broken
    assert result.coups >= COUPS
    assert result.messages > 50


@pytest.mark.exhaustive
def test_guests_have_a_share_in_the_shuffle_and_every_promise_is_kept() -> None:
    results = [simulate(f"{SHARE}{number}", COUPS) for number in range(1, 7)]
    assert not [result.broken for result in results if result.broken]
    assert all(result.shuffles for result in results)
    assert any(result.withheld for result in results)


def test_what_is_wrong_with_a_share_is_seen() -> None:
    """A hash that comes too late, a value nobody sealed, a seat or a value that is left out."""
    sealed = sha256(f"share/t/1/2/{'ab' * 32}")
    committed = e.StackCommitted(at=0, by="h", shoe_no=1, cards_count=416, commitment="c0")
    hashed = e.ShareCommitted(at=0, by="g", seat=2, hash=sealed)
    shown = e.ShareRevealed(at=0, by="g", seat=2, value="ab" * 32)
    mixed = e.StackMixed(at=0, by="h", seats=(2,), withheld=(), seed=sha256(f"mix/c0/2:{'ab' * 32}"))
    replace = msgspec.structs.replace

    def wrong(*events: e.Event) -> str:
        shuffle = Shuffle()
        return next(filter(None, (shuffle.wrong("t", event) for event in events)), "")

    assert not wrong(hashed, committed, shown, mixed)
    assert "after the house had committed" in wrong(committed, hashed)
    assert "before the house had committed" in wrong(hashed, shown)
    assert "not the one that was sealed" in wrong(hashed, committed, replace(shown, value="cd" * 32))
    assert "not told as it was" in wrong(hashed, committed, mixed)
    assert "not told as it was" in wrong(hashed, committed, shown, replace(mixed, seats=()))
    assert "something else" in wrong(hashed, committed, shown, replace(mixed, seed="0" * 64))


def test_seeds_are_of_every_kind_and_much_goes_wrong_in_them() -> None:
    plans = [plan_of(str(number)) for number in range(300)]
    assert {plan.kind for plan in plans} == set(KINDS)
    assert len({trouble.kind for plan in plans for trouble in plan.troubles}) == 13


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", ["2", "3"])
def test_the_same_seed_is_the_same_bytes(seed: str) -> None:
    """Here, here once more, and in another process in which sets have another order."""
    first, again = simulate(seed, 4), simulate(seed, 4)
    assert (first.digest, first.steps, first.commits) == (again.digest, again.steps, again.commits)
    program = f"from tests.simulation.simulation import simulate; print(simulate({seed!r}, 4).digest)"
    environ = {**os.environ, "PYTHONHASHSEED": "7"}
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run([sys.executable, "-c", program], cwd=root, env=environ, capture_output=True, check=True)
    assert ran.stdout.decode().strip() == first.digest


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SAMPLE)
def test_a_planted_fault_is_found(name: str) -> None:
    fault = FAULTS[name]
    with fault.plant():
        assert fault.found()


def test_there_are_faults_enough_and_each_has_its_seed() -> None:
    assert len(FAULTS) >= 20
    assert all(fault.seed for fault in FAULTS.values())


@pytest.mark.exhaustive
def test_a_failing_plan_becomes_small_and_becomes_a_test() -> None:
    fault = FAULTS["a posting that is dropped"]

    def planted(plan: Plan) -> Result:
        with fault.plant():  # anew: it counts
            return play(plan)

    small, result = smaller(plan_of(fault.seed, fault.coups), planted)
    assert result.broken
    assert (small.coups <= 2, small.troubles) == (True, ())
    assert not any(planted(smaller_still).broken for smaller_still in shorter(small))
    again = eval(as_test(small).strip().rstrip(","), {"Plan": Plan, "Weather": Weather, "Trouble": Trouble})
    assert again == small
    assert not play(again).broken


@pytest.mark.exhaustive
@pytest.mark.parametrize("what", KEPT)
def test_what_was_broken_once_is_broken_no_more(what: str) -> None:
    result = play(KEPT[what])
    assert not result.broken, result.broken


def test_what_does_not_matter_is_left_out() -> None:
    """One trouble of three is to blame."""
    plan = plan_of("1")
    kinds = ("kill", "clock", "full")
    plan = msgspec.structs.replace(plan, troubles=tuple(Trouble(after_coups=1, at_ms=0, kind=kind) for kind in kinds))

    def plays(one: Plan) -> Result:
        blamed = any(trouble.kind == "clock" for trouble in one.troubles)
        return Result(seed=one.seed, kind=one.kind, broken="it is the clock" if blamed else "")

    small, _ = smaller(plan, plays)
    assert [trouble.kind for trouble in small.troubles] == ["clock"]
    assert (small.coups, small.guests, small.staff, small.watchers) == (1, 1, (), 0)


def test_the_commits_of_a_write_ahead_log_are_found(tmp_path: Path) -> None:
    """Frames of an older round of the file, whose salts are others, are none of it."""
    size, salts, old = 512, b"12345678", b"87654321"
    header = struct.pack(">8x I 4x", size) + salts + bytes(8)

    def frame(commit: int, salt: bytes) -> bytes:
        return struct.pack(">II", 1, commit) + salt + bytes(8) + bytes(size)

    wal = tmp_path / "wal"
    wal.write_bytes(header + frame(0, salts) + frame(2, salts) + frame(2, salts) + frame(0, salts) + frame(2, old))
    length = 24 + size
    assert commit_ends(wal) == [32 + 2 * length, 32 + 3 * length]
