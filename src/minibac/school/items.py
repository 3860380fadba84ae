"""What a drill is: questions without end, each with its answer, why it is so, and the clauses.

A new drill is one function that yields items and one row in ``drills.py``. The function gets the table it is about, a
source of chance that a seed has filled, and how hard it should be (1 to 3); it asks the engine for every answer.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Literal, NamedTuple, Protocol

from minibac.display.frames import Columns, Rows
from minibac.rules.house_rules import HouseRules
from minibac.school.answers import LETTERS, AnswerForm, dollars
from minibac.voice.languages import languages, render
from minibac.voice.said import Said

LEVELS = (1, 2, 3)
NO_FACTS: Mapping[str, Any] = {}
Worse = Literal["", "overpaid", "false_alarms"]
"""What a wrong answer to a drill can be besides wrong: more than is due, or an error seen where there is none."""


class Lesson(NamedTuple):
    """The table a drill is about: its rules, and the chips it pays in."""

    rules: HouseRules
    chips_cents: tuple[int, ...]


class Drawn(Protocol):
    """A picture that a question is about: words for a terminal, data to draw it from."""

    @property
    def told(self) -> Said: ...
    def plain(self) -> dict[str, Any]: ...


class Item(NamedTuple):
    """One question with its key."""

    question: Said
    form: AnswerForm
    answers: tuple[str, ...]
    """Every accepted answer in its written form; the first is the one that is shown."""
    why: Said
    clauses: tuple[str, ...]
    asked: Mapping[str, Any] = NO_FACTS
    """The same question as plain data, from which anybody can work out the answer anew."""
    options: tuple[Said, ...] = ()
    """What there is to choose from, or to put in order."""
    judge: Callable[[str], bool] | None = None
    """Says whether another answer is as right, where there are too many to list."""
    drill: str = ""
    level: int = 1
    figure: Drawn | None = None
    worse: Worse = ""

    @staticmethod
    def columns() -> Columns:
        """What of a question stands in a row: a sheet with its key."""
        return {"drill": str, "level": int, "question": str, "options": str, "shown": str, "why": str, "clauses": str}

    def lines(self) -> Iterator[tuple[object, ...]]:
        """The row."""
        options = "; ".join(f"{label} {option}" for label, option in zip(self.labels, self.options, strict=True))
        yield (self.drill, self.level, self.question, options, self.shown, self.why, self.clauses)

    def _repr_html_(self) -> str:
        return Rows([self])._repr_html_()

    @property
    def labels(self) -> tuple[str, ...]:
        """What stands before each option."""
        count = len(self.options)
        return tuple(LETTERS[:count]) if self.form.lettered else tuple(str(number + 1) for number in range(count))

    @property
    def shown(self) -> str:
        """The answer as it is shown; words as they are called."""
        first, *_ = self.answers
        return first

    @property
    def in_brackets(self) -> str:
        """The answer as a key on paper has it: of an order, what may change places stands in brackets."""
        words = self.shown.split()
        if self.judge is None or self.form.kind != "order":
            return self.shown
        groups = [[words[0]]]
        for place, word in enumerate(words[1:], start=1):
            swapped = [*words[: place - 1], word, words[place - 1], *words[place + 1 :]]
            groups = [*groups[:-1], [*groups[-1], word]] if self.right(" ".join(swapped)) else [*groups, [word]]
        return " ".join(f"({' '.join(group)})" if len(group) > 1 else group[0] for group in groups)

    @property
    def same_as(self) -> tuple[Any, ...]:
        """What makes two items the same question, whatever they are called and in which order things are listed."""
        picture = str(self.figure.told) if self.figure else ""
        return (self.drill, str(self.question), picture, frozenset(map(str, self.options)))

    def right(self, written: str) -> bool:
        """Whether an answer in its written form is right."""
        accepted = {self.form.read(answer) for answer in self.answers}
        return written in accepted or (self.judge is not None and self.judge(written))

    def plain(self, *, with_answer: bool) -> dict[str, Any]:
        """The item as JSON has it; without its answer for whoever has to find it."""
        told: dict[str, Any] = {
            "drill": self.drill,
            "level": self.level,
            "question": str(self.question),
            "question_said": self.question,
            "asked": self.asked,
            "write": str(self.form.hint),
        }
        if self.figure:
            told["figure"] = self.figure.plain()
        if self.options:
            told["options"] = dict(zip(self.labels, map(str, self.options), strict=True))
        return told | (self.key() if with_answer else {})

    def key(self) -> dict[str, Any]:
        """What the answer key says of it."""
        return {"answers": self.answers, "why": str(self.why), "why_said": self.why, "clauses": self.clauses}


Items = Callable[[Lesson, Random, int], Iterator[Item]]


class Drill(NamedTuple):
    """One thing to practise, at three levels."""

    id: str
    about: Said
    levels: tuple[Said, Said, Said]
    items: Items
    items_count: int = 20
    """How many items a sheet has unless it is told otherwise."""
    level: int | None = None
    """The level of the usual sheet; ``None``: a third of each."""
    worse: Worse = ""

    def __repr__(self) -> str:
        return f"<Drill {self.id}: {self.about}>"


def in_dollars(cents: int) -> tuple[str, ...]:
    """The one answer that is an amount."""
    return (dollars(cents),)


def called(call: Said) -> tuple[str, ...]:
    """A call word for word, in each language it is called in; English first."""
    return tuple(dict.fromkeys((str(call), *(render(call, language) for language in languages()))))


def unique(*groups: tuple[str, ...]) -> tuple[str, ...]:
    """Clauses, each once."""
    return tuple(dict.fromkeys(clause for group in groups for clause in group))
