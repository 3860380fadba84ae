"""A run on disk: stopped at any moment, it can be continued, and added to another of the same kind.

The file says what is being simulated (rulebook, options, decks, seed), which shoes have been dealt, and their counts.
It is replaced in one step, so that whatever happens there is either the old file or the new one; a checksum tells a
damaged file from a good one.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from minibac.rules.rulebook import Value
from minibac.simulate.histogram import Histogram
from minibac.simulate.plan import Plan, SimulationError
from minibac.simulate.runs import Range
from minibac.voice.said import Said, said, vocabulary, words_of

FORMAT = "minibac-simulation-1"

SUBJECTS = vocabulary("run", "rulebook", "seed", "decks")
"""What the runs of one subject have in common, besides the options."""


class Subject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is simulated. Two runs with the same subject deal from one stock of shoes."""

    rulebook: str
    options: dict[str, Value]
    decks: int
    depth: int
    coups: int
    by: str
    tableau: list[int]
    seed: int
    followed: list[str] = []
    on_cards: list[str] = []
    """The wagers on cards whose ends are counted."""

    @classmethod
    def of(
        cls,
        rulebook: str,
        options: dict[str, Value],
        plan: Plan,
        seed: int,
        followed: Iterable[str] = (),
        on_cards: Iterable[str] = (),
    ) -> "Subject":
        tableau = [plan.natural, plan.player_rule, *plan.banker_rules]
        shoes = plan.decks, plan.depth, plan.coups, plan.by.value
        return cls(rulebook, options, *shoes, tableau, seed, list(followed), list(on_cards))

    def difference(self, other: "Subject") -> Said | None:
        """In what they differ first, as a part of a sentence; ``None`` when they are the same."""
        for name in SUBJECTS:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                return said("{name} {mine}, not {theirs}", name=SUBJECTS[name], mine=str(mine), theirs=str(theirs))
        if self.by != other.by:
            return said("coups counted by {mine}, not by {theirs}", mine=self.by, theirs=other.by)
        for name in dict.fromkeys([*self.options, *other.options]):
            mine, theirs = self.options.get(name), other.options.get(name)
            if mine != theirs:
                return said("{option}={mine}, not {theirs}", option=name, mine=str(mine), theirs=str(theirs))
        return None if self == other else said("other shoes, or other wagers followed or counted")


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a run has got."""

    subject: Subject
    ranges: tuple[Range, ...]
    """The shoes that are counted: first shoe and how many, in order and apart."""
    by_code: tuple[int, ...]
    coups_squared: int
    results: tuple[dict[int, int], ...] = ()
    seconds: float = 0.0
    by_end: tuple[tuple[int, ...], ...] = ()

    @property
    def histogram(self) -> Histogram:
        shoes = sum(count for _, count in self.ranges)
        return Histogram(self.by_code, shoes, self.coups_squared, tuple(map(Counter, self.results)), self.by_end)

    def missing(self, first_shoe: int, shoes: int) -> list[Range]:
        """What is still to be dealt of a range of shoes."""
        left = []
        at, end = first_shoe, first_shoe + shoes
        for first, count in self.ranges:
            if first + count <= at or first >= end:
                continue
            if first > at:
                left.append((at, first - at))
            at = first + count
        if at < end:
            left.append((at, end - at))
        return left

    def plus(self, ranges: Iterable[Range], histogram: Histogram, seconds: float) -> "Checkpoint":
        """The run with further shoes; a shoe that is already counted is an error."""
        together = self.histogram + histogram
        return Checkpoint(
            self.subject,
            joined([*self.ranges, *ranges]),
            together.by_code,
            together.coups_squared,
            tuple(map(dict, together.results)),
            self.seconds + seconds,
            together.by_end,
        )


def start(subject: Subject, histogram: Histogram) -> Checkpoint:
    """A run that has dealt nothing; ``histogram`` is empty."""
    return Checkpoint(subject, (), histogram.by_code, 0, tuple(map(dict, histogram.results)), by_end=histogram.by_end)


def joined(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Ranges in order, neighbours made one.

    >>> joined([(10, 5), (0, 4), (4, 6), (20, 1)])
    ((0, 15), (20, 1))
    """
    found: list[Range] = []
    for first, shoes in sorted(ranges):
        if found and first < sum(found[-1]):
            raise SimulationError(said("shoe {shoe} is counted twice: the runs overlap", shoe=str(first)))
        if found and first == sum(found[-1]):
            found[-1] = found[-1][0], found[-1][1] + shoes
        else:
            found.append((first, shoes))
    return tuple(found)


def merged(one: Checkpoint, other: Checkpoint) -> Checkpoint:
    """Two runs of the same subject as one."""
    if (difference := other.subject.difference(one.subject)) is not None:
        raise SimulationError(said("the runs cannot be merged: the other one has {difference}", difference=difference))
    return one.plus(other.ranges, other.histogram, other.seconds)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    sha256: str
    run: msgspec.Raw


def save(checkpoint: Checkpoint, path: Path) -> None:
    """Write a run down; the file that was there is replaced in one step, or stays as it was."""
    run = msgspec.json.encode(checkpoint)
    content = msgspec.json.encode(_File(FORMAT, hashlib.sha256(run).hexdigest(), msgspec.Raw(run)))
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        cannot = said("the checkpoint {path} cannot be written: {why}", path=str(path), why=words_of(error))
        raise SimulationError(cannot) from error


def load(path: Path) -> Checkpoint:
    """Read a run; a file that is damaged, or something else, is left as it is and an error."""
    try:
        content = path.read_bytes()
    except OSError as error:
        cannot = said("the checkpoint {path} cannot be read: {why}", path=str(path), why=words_of(error))
        raise SimulationError(cannot) from error
    try:
        file = msgspec.json.decode(content, type=_File)
        if file.format != FORMAT or file.sha256 != hashlib.sha256(file.run).hexdigest():
            raise SimulationError(said("its checksum is wrong"))
        checkpoint = msgspec.json.decode(file.run, type=Checkpoint)
        if joined(checkpoint.ranges) != checkpoint.ranges:
            raise SimulationError(said("its shoes are out of order"))
    except (ValueError, msgspec.DecodeError) as error:
        damaged = said("the checkpoint {path} is damaged or no checkpoint ({why}); it was left as it is")
        raise SimulationError(damaged.about(path=str(path), why=words_of(error))) from error
    return checkpoint


def continued(subject: Subject, path: Path) -> Checkpoint:
    """The run in a file, if it is this one."""
    found = load(path)
    if (difference := found.subject.difference(subject)) is not None:
        another = said("the checkpoint {path} belongs to another run: it has {difference}", path=str(path))
        raise SimulationError(another.about(difference=difference))
    return found
