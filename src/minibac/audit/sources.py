"""What was read, by where it comes from: one table of a floor may obey another rule than the others do.

A misreading is told of everything that was read where it explains all of it, else of a file, else of a table or a
device in one.
"""

from collections.abc import Collection, Sequence
from typing import Final

from minibac.audit.finding import FindingCode
from minibac.audit.payments import PaymentReadings, RoomLeft
from minibac.audit.readings import Explanation, Origin, Readings
from minibac.play.results import Result
from minibac.rules.drawing import DrawingRules
from minibac.rules.house_rules import HouseRules
from minibac.shoes.noted import NotedWager

MOST_SOURCES: Final = 100
"""Tables and devices of a file that are kept apart; the others are looked at together."""
MOST_KEPT: Final = 1_000
"""Explanations of parts that are kept until it is known what explains the whole."""


class _Seen:
    """What was seen of some shoes."""

    def __init__(self, room: RoomLeft) -> None:
        self.readings = Readings()
        self.payments: dict[int, PaymentReadings] = {}
        """By the rules they were held against."""
        self._room = room

    def paid_under(self, rules: HouseRules) -> PaymentReadings:
        if id(rules) not in self.payments:
            self.payments[id(rules)] = PaymentReadings(rules, self._room)
        return self.payments[id(rules)]

    def add(self, other: "_Seen") -> None:
        self.readings.add(other.readings)
        for paid in other.payments.values():
            self.paid_under(paid.rules).add(paid)

    def explained(self, drawing: DrawingRules, source: Origin) -> list[Explanation]:
        found = self.readings.explained(drawing)
        for paid in self.payments.values():
            found += paid.explained()
        return [one._replace(source=source) for one in found]


class Sources:
    """The misreadings that are not contradicted, of everything, of each file, and of each table and device in it."""

    def __init__(self) -> None:
        self.whole = Readings()
        """Of all files that are read to their end."""
        self._room = RoomLeft()
        self._everything = _Seen(self._room)
        self._of: dict[Origin, _Seen] = {}
        self._of_parts: list[Explanation] = []
        self.enter(Origin())

    def begin(self, file: str, drawing: DrawingRules) -> None:
        """Another file; what was seen of the one before is put to the rest."""
        self._close(drawing)
        self.enter(Origin(file))

    def enter(self, source: Origin) -> None:
        """The shoes that follow come from there."""
        if source not in self._of and len(self._of) >= MOST_SOURCES:
            source = Origin(source.file)
        self.source = source
        self._here = self._of.setdefault(source, _Seen(self._room))

    @property
    def readings(self) -> Readings:
        """What has been seen of the source that is read."""
        return self._here.readings

    def paid(
        self, rules: HouseRules, wagers: Sequence[NotedWager], result: Result, codes: Collection[FindingCode]
    ) -> None:
        """What became of the wagers of a coup."""
        self._here.paid_under(rules).see(wagers, result, codes)

    def _close(self, drawing: DrawingRules) -> None:
        file = _Seen(self._room)
        for seen in self._of.values():
            file.add(seen)
        of_file = file.explained(drawing, Origin(self.source.file))
        of_groups: list[Explanation] = []
        if len(self._of) > 1:
            for source, seen in self._of.items():
                of_groups += seen.explained(drawing, source)
        self._of_parts += _chosen(of_file, of_groups)[: MOST_KEPT - len(self._of_parts)]
        self._everything.add(file)
        self._of = {}

    def explained(self, drawing: DrawingRules) -> list[Explanation]:
        """The misreadings of everything; of what they do not explain, those of its parts."""
        self._close(drawing)
        self.whole = self._everything.readings
        return _chosen(self._everything.explained(drawing, Origin()), self._of_parts)


def _chosen(whole: Sequence[Explanation], parts: Sequence[Explanation]) -> list[Explanation]:
    """Of each thing that is explained what explains the whole, else its parts; without slips before with slips."""
    found: list[Explanation] = []
    for slips in (False, True):
        for level in (whole, parts):
            explained = {one.about for one in found}
            found += [one for one in level if one.about not in explained and (one.contradicted > 0) == slips]
    return found
