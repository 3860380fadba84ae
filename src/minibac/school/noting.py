"""What a sheet or an audition came to, as the record of a school notes it."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import msgspec

from minibac.school.items import Item
from minibac.school.record_events import NotedFault, Performance, Severity, Tally, Way
from minibac.school.sheets import answered


def of_sheet(
    items: Sequence[Item], typed: Sequence[str | None], *, way: Way, rulebook: str, seed: str, level: int, seconds: int
) -> Performance | None:
    """A sheet that was answered; nothing where nobody answered anything.

    In a test what was left out is wrong; practice may end at any moment. An item counts for the clause it leads with.
    """
    given = list(typed[: len(items)]) + [None] * (len(items) - len(typed))
    told = [(item, text) for item, text in zip(items, given, strict=True) if way == "test" or text is not None]
    if not any(text is not None for _, text in told):
        return None
    asked, right = Counter[str](), Counter[str]()
    right_count = 0
    for item, text in told:
        good = text is not None and answered(item, text).right
        right_count += good
        for clause in islice(item.clauses, 1):
            asked[clause] += 1
            right[clause] += good
    drill, *_ = (item.drill for item in items)
    return Performance(
        way=way,
        what=drill,
        rulebook=rulebook,
        seed=seed if way == "test" or seed.isdecimal() else hashlib.sha256(seed.encode()).hexdigest()[:16],
        level=level,
        asked=len(told),
        right=right_count,
        seconds=seconds,
        by_clause={clause: Tally(count, right[clause]) for clause, count in asked.items()},
    )


class AuditionFault(msgspec.Struct, frozen=True):
    """A fault as ``minibac audition --json`` tells it; what else it says is left there."""

    kind: str
    severity: Severity = msgspec.field(name="class")
    clause: str | None = None
    noticed: bool = False


class AuditionTold(msgspec.Struct, frozen=True):
    """The result of an audition, as its JSON has it."""

    scenario: str
    rulebook: str
    seed: str
    seconds: int
    coups: int
    faults: tuple[AuditionFault, ...]
    passed: bool


def of_audition(told: AuditionTold) -> Performance:
    """An audition as it is noted; a scenario of every rulebook goes by its common name."""
    faults = tuple(NotedFault(row.kind, row.clause or "", row.severity, row.noticed) for row in told.faults)
    return Performance(
        way="table",
        what=told.scenario.removesuffix(f"-{told.rulebook}"),
        rulebook=told.rulebook,
        seed=told.seed,
        seconds=told.seconds,
        coups=told.coups,
        faults=faults,
        held=told.passed,
    )
