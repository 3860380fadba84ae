"""Exact expectations and perfect play on the GPU, in the CUDA simulator, held against the processor."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

CUDA = """
import numpy as np
from minibac.odds.batch import expectations
from minibac.odds.prices import Odds
from minibac.simulate import gpu_exact
from minibac.simulate.plan import By, SimulationError, plan
from minibac.simulate.pricing import Pricing
from minibac.simulate.study import Shoes, perfect_study
from tests.simulate.shoes import altered, house

rules = house("massachusetts", vigorish_type="ez")
pays = Pricing.over(Odds(rules)).point_pays
rng = np.random.default_rng(1)
full = [[128, *[32] * 9], [1, 1, 1, 1, 1, 1, 0, 0, 0, 0], [6, *[0] * 9]]
some = np.array(full + rng.integers(0, 33, (6, 10)).tolist())
codes = np.eye(400)[:, ::23]
for drawing in (rules.drawing, altered(plan(rules)).drawing):
    assert np.abs(gpu_exact.expectations(some, drawing, pays) - expectations(some, drawing, pays)).max() < 1e-12
    few = some[[0, 1, 5]]
    assert (gpu_exact.expectations(few, drawing, codes) == expectations(few, drawing, codes)).all()
for burn_seen in (False, True):
    shoes = Shoes(6, seed=3, decks=1, burn_seen=burn_seen)
    for one, other in zip(*(perfect_study(rules, [], shoes, device) for device in ("gpu", "cpu")), strict=True):
        assert np.allclose(one.sums.totals, other.sums.totals, rtol=1e-12, atol=1e-12), (one, other)
        assert np.allclose(one.sums.products, other.sums.products, rtol=1e-12, atol=1e-12)
for wrong in ([[3] * 13], [[1] * 5 + [0] * 5], [[60] * 10], [[-1] + [9] * 9]):
    try:
        gpu_exact.expectations(wrong, rules.drawing, pays)
    except SimulationError:
        continue
    raise AssertionError(wrong)
for decks, by in ((16, By.POINTS), (1, By.RANKS)):
    try:
        gpu_exact.perfect(plan(rules, by, decks), 1, 0, 1, pays, burn_seen=False)
    except SimulationError:
        continue
    raise AssertionError(decks)
print("the same")
"""


@pytest.mark.skipif(find_spec("numba") is None, reason="the CUDA simulator comes with Numba")
def test_the_cuda_simulator_prices_the_same() -> None:
    """In a process of its own, since Numba reads the variable once."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CUDA], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "the same\n"), done.stderr
