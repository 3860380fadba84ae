"""Plans that once broke a promise: what was found, and the smallest house that shows it.

``python3 go.py campaign simulation --seed N --minimise`` prints such a line.
"""

from tests.simulation.simulation import Plan, plan_of

KEPT: dict[str, Plan] = {
    "a page came in while the open log was signed, and was shown what nobody had been told": plan_of("4", 8),
    "a process that had slept beyond its lease signed out whom another had let in": plan_of("3916"),
    "play stood still when a guest was asked to cut while the automatic floorperson had an incident": plan_of("4117"),
    "a process was stopped while its database was away, and ended with an error": plan_of("40", 8),
}
