"""What an audit tells at its end: how much was known, what was looked at, what is wrong, and by which other rule."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from minibac.audit.finding import OF_A_SHOE, Check, Finding, FindingCode, Level
from minibac.audit.readings import Explanation
from minibac.audit.statistics import REMARKABLE, Compared
from minibac.shoes.noted import NotedCoup

KEPT = 1_000
"""Findings that are kept to be told at the end. All are counted, and all go to whoever listens."""

Listener = Callable[[Finding], None]


class Wrong(NamedTuple):
    """A coup or a shoe with everything that is wrong with it."""

    findings: tuple[Finding, ...]
    coup: NotedCoup | None

    @property
    def first(self) -> Finding:
        return self.findings[0]


class Report:
    """Counts that grow as files are read, and the first findings."""

    def __init__(self, listeners: Iterable[Listener] = ()) -> None:
        self.files: list[str] = []
        self.shoes = 0
        self.coups = 0
        self.wagers = 0
        self.levels: Counter[Level] = Counter()
        self.looked: Counter[Check] = Counter()
        self.unknown: Counter[tuple[Check, str]] = Counter()
        self.found: Counter[FindingCode] = Counter()
        self.wrong_coups = 0
        self.wrong: list[Wrong] = []
        self.asked: str | None = None
        """The rulebook that shoes are held against, whatever they state."""
        self.choices: Mapping[str, str] = {}
        """Options of it that were chosen."""
        self.rulebooks: Counter[str] = Counter()
        """Shoes by the rulebook that they were held against."""
        self.not_stated = 0
        """Coups of which no rulebook is stated, or one that is refused as it is stated."""
        self.explained: list[Explanation] = []
        self.tested: list[Compared] = []
        self._kept = 0
        self._listeners = tuple(listeners)

    def add(self, findings: Iterable[Finding], coup: NotedCoup | None = None) -> None:
        """Everything that was found about one coup, or about a shoe or a line."""
        findings = tuple(findings)
        if not findings:
            return
        self.wrong_coups += coup is not None
        for finding in findings:
            self.found[finding.code] += 1
            for listen in self._listeners:
                listen(finding)
        if self._kept < KEPT:
            self._kept += len(findings)
            self.wrong.append(Wrong(findings, coup))

    @property
    def findings_count(self) -> int:
        return self.found.total()

    @property
    def left_out(self) -> int:
        """Findings that were counted and not kept."""
        return self.findings_count - self._kept

    def unknown_of(self, check: Check) -> int:
        """How many coups, or shoes, could not be looked at for this."""
        return sum(times for (one, _), times in self.unknown.items() if one is check)

    def plain(self) -> dict[str, object]:
        """The report as JSON has it."""
        return {
            "files": self.files,
            "shoes": self.shoes,
            "coups": self.coups,
            "wagers": self.wagers,
            "levels": {level.value: self.levels[level] for level in Level if self.levels[level]},
            "checks": [
                {
                    "check": check.value,
                    "of": "shoe" if check in OF_A_SHOE else "coup",
                    "looked_at": self.looked[check],
                    "unknown": self.unknown_of(check),
                    "unknown_by_level": {level: times for (one, level), times in self.unknown.items() if one is check},
                }
                for check in Check
            ],
            "held_against": {"asked": self.asked, "options": dict(self.choices), "shoes": dict(self.rulebooks)},
            "rulebook_not_stated": self.not_stated,
            "wrong_coups": self.wrong_coups,
            "found": {code.value: self.found[code] for code in FindingCode if self.found[code]},
            "findings": [finding.plain() for wrong in self.wrong for finding in wrong.findings],
            "findings_left_out": self.left_out,
            "statistics": {"level": REMARKABLE, "method": "holm", "tests": [test.plain() for test in self.tested]},
            "explained_by": [explained.plain() for explained in self.explained],
        }
