"""Many machines: what is said when there is no cluster, and, where Ray is installed, a cluster that loses a worker."""

import logging
import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from minibac.simulate import cluster, pure
from minibac.simulate.plan import SimulationError, plan
from tests.simulate.shoes import house
from tests.simulate.totals import total

HAS_RAY = find_spec("ray") is not None
MUST = os.environ.get("CI") == "true"


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SimulationError, match=r"pip install 'minibac\[cluster\]'"):
        cluster.connect("auto")


@pytest.mark.parametrize("address", ["nobody", "127.0.0.1:what", "127.0.0.1:99999999"])
def test_an_address_that_is_none_is_said(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None if not HAS_RAY else sys.modules.get("ray"))
    with pytest.raises(SimulationError):
        cluster._knock(address)


def test_a_cluster_that_does_not_answer_is_said() -> None:
    with socket.socket() as taken:  # a port that is bound but does not listen
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(SimulationError, match="does not answer"):
            cluster._knock(f"127.0.0.1:{taken.getsockname()[1]}")


@pytest.mark.skipif(not HAS_RAY and not MUST, reason="RAY IS NOT INSTALLED: the cluster is not tested")
def test_a_cluster_that_loses_a_worker_counts_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    dies_once = tmp_path / "died"

    def deal_or_die(shoes, seed, first, count, worth, _device):
        if first == 14 and not dies_once.exists():
            dies_once.touch()
            os._exit(1)  # as if the worker had been killed in the middle
        return pure.deal(shoes, seed, first, count, worth)

    monkeypatch.setattr(cluster, "deal_range", deal_or_die)
    ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    try:
        shoes = plan(house(), decks=1)
        steps = list(cluster.run(shoes, 3, [(0, 40)], "auto", task_shoes=7))
        assert dies_once.exists()
        assert total((step.histogram for step in steps), shoes.codes) == pure.deal(shoes, 3, 0, 40)
    finally:
        ray.shutdown()
