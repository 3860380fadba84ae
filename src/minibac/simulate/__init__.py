"""Shoes by the billion, dealt as the rulebook deals them: burn, cutting card, last hand, reshuffle.

>>> from minibac.rules.house_rules import house_rules
>>> from minibac.simulate import simulate
>>> histogram = simulate(house_rules("section-42"), shoes=4, seed=1, device="pure")
>>> histogram.shoes, histogram.coups
(4, 321)

Shoe ``i`` of seed ``s`` is one certain shoe, whoever deals it: `philox` makes its random numbers out of the two,
`dealing` says in plain functions how a coup is dealt from them, `pure`, `cpu`, `gpu` and `cluster` run these
functions, and `histogram` is what they bring home: whole numbers that add up exactly. `runs` chooses a device and
keeps it busy, `shown` deals a shoe again card by card through the ordinary engine, `report` lays the wagers over the
counts, and `checkpoint` keeps a long run on disk.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minibac.simulate.histogram import Histogram
    from minibac.simulate.plan import By, Plan, SimulationError
    from minibac.simulate.report import Estimate, estimates
    from minibac.simulate.runs import simulate
    from minibac.simulate.shown import show_shoe

__all__ = ["By", "Estimate", "Histogram", "Plan", "SimulationError", "estimates", "show_shoe", "simulate"]

_HOMES = {
    "histogram": ("Histogram",),
    "plan": ("By", "Plan", "SimulationError"),
    "report": ("Estimate", "estimates"),
    "runs": ("simulate",),
    "shown": ("show_shoe",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"minibac.simulate.{module}"), name)
    raise AttributeError(f"module 'minibac.simulate' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
