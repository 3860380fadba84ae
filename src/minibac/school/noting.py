"""What a sheet or an audition came to, as the record of a school notes it."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import msgspec

from minibac.school.items import Item, Worse
from minibac.school.record_events import NotedFault, Performance, Severity, Tally, Way
from minibac.school.sheets import answered


def same_sheet(key: bytes, *facts: object) -> str:
    """A word for a sheet or table: the same for the same, and without the key of the house no seed is found by it."""
    return hmac.new(key, repr(facts).encode(), hashlib.sha256).hexdigest()[:20]


def begun(way: Way, what: str, rulebook: str, sheet: str, asked: int = 0, level: int = 0) -> Performance:
    """A test or a table at its beginning: it counts from here on, whether anything is handed in or not."""
    facts = {"way": way, "what": what, "rulebook": rulebook, "seed": sheet, "sheet": sheet, "held": False}
    return Performance(**facts, asked=asked, level=level, handed_in=False)  # type: ignore[arg-type]


def shown(typed: Sequence[str | None], items_count: int) -> int:
    """How many items of a sheet somebody saw whose time ran out: as far as there are answers, and the first one."""
    answered = [number for number, text in enumerate(typed[:items_count], start=1) if text is not None]
    return max(answered, default=1)


def of_sheet(
    items: Sequence[Item],
    typed: Sequence[str | None],
    *,
    way: Way,
    rulebook: str,
    seed: str,
    level: int,
    seconds: int,
    sheet: str = "",
    whole: bool = True,
) -> Performance | None:
    """A sheet that was answered; nothing where nobody answered anything in practice, which may end at any moment.

    In a test what was left out is wrong. An item counts for the clause it leads with.
    """
    given = list(typed[: len(items)]) + [None] * (len(items) - len(typed))
    told = [(item, text) for item, text in zip(items, given, strict=True) if way == "test" or text is not None]
    if not told:
        return None
    asked, right = Counter[str](), Counter[str]()
    right_count, worse = 0, Counter[Worse]()
    for item, text in told:
        attempt = answered(item, text or "")
        good = attempt.right
        right_count += good
        worse[attempt.worse] += 1
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
        overpaid=worse["overpaid"],
        false_alarms=worse["false_alarms"],
        seconds=seconds,
        sheet=sheet,
        held=whole,
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


def common_name(scenario: str, rulebook: str) -> str:
    """What the record calls a scenario: one that every rulebook has goes by its common name."""
    return scenario.removesuffix(f"-{rulebook}")


def of_audition(told: AuditionTold) -> Performance:
    """An audition as it is noted."""
    faults = tuple(NotedFault(row.kind, row.clause or "", row.severity, row.noticed) for row in told.faults)
    return Performance(
        way="table",
        what=common_name(told.scenario, told.rulebook),
        rulebook=told.rulebook,
        seed=told.seed,
        seconds=told.seconds,
        coups=told.coups,
        faults=faults,
        held=told.passed,
    )
