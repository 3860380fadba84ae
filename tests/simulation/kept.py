"""Plans that once broke a promise: what was found, and the smallest house that shows it.

``python3 go.py campaign simulation --seed N --minimise`` prints such a line.
"""

from tests.simulation.network import Weather
from tests.simulation.simulation import Plan, Trouble, plan_of

KEPT: dict[str, Plan] = {
    "a page came in while the open log was signed, and was shown what nobody had been told": plan_of("4", 8),
    "a process that had slept beyond its lease signed out whom another had let in": plan_of("3916"),
    "play stood still when a guest was asked to cut while the automatic floorperson had an incident": plan_of("4117"),
    "a process was stopped while its database was away, and ended with an error": plan_of("40", 8),
    "a disk lost the first leaf of the open log, which nobody had heard of, and that was taken for a fault": Plan(
        seed="20021", kind="sqlite", rulebooks=("massachusetts",), coups=1, guests=1, watchers=0,
        weather=Weather(latency_ms=1.0), troubles=(Trouble(after_coups=0, at_ms=15, kind="lying", ms=8000, count=2),),
    ),
    "a page that came in while the house was stopped was welcomed, and shown what it was never told": Plan(
        seed="30150", kind="sqlite", rulebooks=("seminole",), coups=1, guests=1, watchers=0,
        weather=Weather(latency_ms=2.0), troubles=(
            Trouble(after_coups=0, at_ms=2535, kind="stop", ms=2500, count=5),
            Trouble(after_coups=0, at_ms=2236, kind="slow", ms=2500, count=1),
            Trouble(after_coups=0, at_ms=2178, kind="cut", ms=500, count=6),
        ),
    ),
    "the witness of a house stayed behind after a power cut, until the next event": Plan(
        seed="1637", kind="sqlite", rulebooks=("massachusetts",), coups=1, guests=1, watchers=0,
        weather=Weather(latency_ms=1.0), troubles=(
            Trouble(after_coups=0, at_ms=173, kind="lying", ms=8000, count=2),
            Trouble(after_coups=0, at_ms=98, kind="power", ms=50, count=2),
        ),
    ),
}  # fmt: skip
