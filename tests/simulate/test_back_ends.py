"""The same shoes everywhere: pure Python, the lanes uncompiled, Numba, the CUDA simulator; any chunks, any threads."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from minibac.simulate import dealing, lanes, philox, pure
from minibac.simulate.histogram import Histogram, empty
from minibac.simulate.plan import By, Plan, SimulationError, plan
from minibac.simulate.runs import back_end, run, simulate
from tests.simulate.shoes import KINDS, SEED, house
from tests.simulate.totals import total


def some_worth(shoes: Plan) -> tuple[tuple[int, ...], ...]:
    return tuple(range(shoes.codes)), tuple(-(code % 7) for code in range(shoes.codes))


def dealt_uncompiled(shoes: Plan, first_shoe: int, count: int, monkeypatch: pytest.MonkeyPatch) -> Histogram:
    """The functions of the lanes as plain Python, on lists."""
    monkeypatch.setattr(lanes, "PREFIXES", shoes.prefixes)
    work = [0] * (lanes.WORK_ROWS * lanes.LANES)
    codes = [[0] * lanes.LANES for _ in range(shoes.most_coups + 1)]
    counts = [0] * (shoes.codes + 1)
    sums = [0, 0]
    lanes.deal_shoes(
        work, codes, counts, sums, [], 0, [], first_shoe, count, SEED & 0xFFFFFFFF, SEED >> 32,
        shoes.decks, shoes.depth, shoes.coups, shoes.codes, shoes.natural, shoes.player_rule, shoes.banker_rules,
    )  # fmt: skip
    assert sums[0] == sum(counts[:-1])
    return Histogram(tuple(counts[:-1]), count, sums[1])


@pytest.mark.parametrize("by", By)
@pytest.mark.parametrize("kind", KINDS)
def test_numba_deals_the_shoes_of_pure_python(kind: str, by: By) -> None:
    cpu = back_end("cpu")
    shoes = KINDS[kind](by)
    worth = some_worth(shoes)
    count = 3 if shoes.coups or shoes.decks > 8 else 12
    for first in (0, 2**33 - 2):  # the number of a shoe takes two words
        assert cpu.deal(shoes, SEED, first, count, worth) == pure.deal(shoes, SEED, first, count, worth)


def test_coups_drawn_again_are_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen decks make rejections frequent enough to meet some; the lanes draw those coups again by themselves."""
    attempts = []

    def block(coup: int, attempt: int, *others: int) -> tuple[int, int, int, int]:
        attempts.append(attempt)
        return philox.block(coup, attempt, *others)

    monkeypatch.setattr(dealing, "block", block)
    shoes = KINDS["16 decks"](By.POINTS)
    assert pure.deal(shoes, SEED, 0, 300) == back_end("cpu").deal(shoes, SEED, 0, 300)
    assert sum(attempts) > 0


def test_shoes_are_the_same_by_points_and_by_ranks() -> None:
    cpu = back_end("cpu")
    by_points, by_ranks = (cpu.deal(KINDS["8 decks"](by), SEED, 0, 1000) for by in (By.POINTS, By.RANKS))
    assert by_ranks.by_points == by_points


@pytest.mark.parametrize("by", By)
def test_the_lanes_run_uncompiled_too(by: By, monkeypatch: pytest.MonkeyPatch) -> None:
    shoes = KINDS["1 deck"](by)
    assert dealt_uncompiled(shoes, 5, 9, monkeypatch) == pure.deal(shoes, SEED, 5, 9)


@pytest.mark.parametrize("device", ["pure", "cpu"])
def test_a_histogram_does_not_depend_on_chunks_or_threads(device: str) -> None:
    shoes, count = KINDS["6 decks"](By.RANKS), 61 if device == "pure" else 1999
    worth = some_worth(shoes)
    seen = set()
    for pieces in (1, 2, 3, 16, 61):
        for threads in (1, 3):
            steps = list(run(shoes, SEED, [(4, count)], back_end(device), threads, worth, -(-count // pieces)))
            assert [step.first_shoe for step in steps] == sorted(step.first_shoe for step in steps)
            counted = total((step.histogram for step in steps), shoes.codes, len(worth))
            seen.add((counted.by_code, counted.shoes, counted.coups_squared, str(sorted(counted.results[0].items()))))
    assert len(seen) == 1


def test_parts_of_a_run_add_up_to_the_whole() -> None:
    rules = house()
    whole = simulate(rules, 700, seed=3, first_shoe=10)
    parts = [simulate(rules, shoes, seed=3, first_shoe=first) for first, shoes in ((10, 1), (11, 299), (310, 400))]
    assert total(parts, 400) == whole


def test_other_seeds_are_other_shoes() -> None:
    shoes = KINDS["8 decks"](By.POINTS)
    assert len({pure.deal(shoes, seed, 0, 1).by_code for seed in (0, 1, 2**32, 2**64 - 1)}) == 4


KEPT = """
import sys
from minibac.simulate import cpu, pure
from minibac.simulate.plan import By
from tests.simulate.shoes import KINDS, SEED
for by in sys.argv[1:]:
    shoes = KINDS["1 deck"](By(by))
    assert cpu.deal(shoes, SEED, 0, 5) == pure.deal(shoes, SEED, 0, 5), by
    assert cpu.kernel(shoes.prefixes).stats.cache_hits.keys() or len(sys.argv) == 2, "compiled again"
print("the same")
"""


def test_kernels_kept_by_two_processes_live_together_in_a_third(tmp_path: Path) -> None:
    """They have functions of the same names, compiled for different numbers of prefixes."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    for kinds in ([["points"], ["ranks"]], [["points", "ranks"]]):
        running = [
            subprocess.Popen([sys.executable, "-c", KEPT, *by], env=environment, stdout=subprocess.PIPE, text=True)
            for by in kinds
        ]
        assert [process.communicate()[0] for process in running] == ["the same\n"] * len(kinds)


CUDA = """
from minibac.simulate import gpu, pure
from minibac.simulate.plan import By
from tests.simulate.shoes import KINDS, SEED
assert gpu.SIMULATED
for by in By:
    for kind in ("1 deck", "8 decks", "continuous", "altered tableau"):
        shoes = KINDS[kind](by)
        count = 2 if shoes.decks > 1 else 9
        assert gpu.deal(shoes, SEED, 3, count) == pure.deal(shoes, SEED, 3, count), (kind, by)
print("the same")
"""


@pytest.mark.skipif(find_spec("numba") is None, reason="the CUDA simulator comes with Numba")
def test_the_cuda_simulator_deals_the_same_shoes() -> None:
    """In a process of its own, since Numba reads the variable once."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CUDA], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "the same\n"), done.stderr


def test_auto_takes_the_fastest_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    from minibac.simulate import runs

    monkeypatch.setattr(runs, "_gpu", lambda: None)
    assert back_end().NAME == "cpu"
    monkeypatch.setattr(runs, "find_spec", lambda _name: None)
    assert back_end().NAME == "pure"
    with pytest.raises(SimulationError, match=r"pip install 'minibac\[fast\]'"):
        back_end("cpu")
    with pytest.raises(SimulationError, match=r"pip install 'minibac\[gpu\]'"):
        back_end("gpu")


@pytest.mark.parametrize(
    ("seed", "first_shoe", "shoes", "threads", "sentence"),
    [
        (1, 0, 0, None, "0 shoes are nothing to deal"),
        (-1, 0, 1, None, "-1 is no seed"),
        (2**64, 0, 1, None, "is no seed"),
        (1, -1, 1, None, "shoes are numbered from 0"),
        (1, 0, 1, 0, "0 threads deal nothing"),
    ],
)
def test_a_run_that_means_nothing_is_refused(
    seed: int, first_shoe: int, shoes: int, threads: int | None, sentence: str
) -> None:
    with pytest.raises(SimulationError, match=sentence):
        simulate(house(), shoes, seed, "pure", first_shoe, threads=threads)


def test_a_shoe_without_room_is_refused() -> None:
    with pytest.raises(SimulationError, match="leaves no room"):
        plan(house(cut_card_depth=100), decks=2)
    with pytest.raises(SimulationError, match="17 decks"):
        plan(house(), decks=17)


def test_nothing_counted_is_neutral() -> None:
    some = pure.deal(KINDS["1 deck"](By.POINTS), 1, 0, 2)
    assert empty(400) + some == some
