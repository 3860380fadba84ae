"""Questions the table asks the person at the screen, as values: the screen shows them and hands the answer back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from minibac.voice.said import Fact


class KeyedAnswer(NamedTuple):
    """One possible answer and its key."""

    key: str
    label: Fact
    value: str


@dataclass(frozen=True)
class Prompt:
    """A question. Without choices the answer is a line of text. ``answer`` may lead to a further question."""

    title: Fact
    answer: Callable[[str], "Prompt | None"]
    choices: tuple[KeyedAnswer, ...] = ()
    note: Fact = ""
    clauses: tuple[str, ...] = ()
    default: str = ""
    example: Fact = ""
    escape: str | None = None
    """What it means to turn away: an answer, or nothing when the question may simply be dropped."""


LETTERS = "abcdefijklmnoprtuvwxyz"
"""Keys of choices that have none of their own; those of the whole screen are left out."""


def listed_choices(labels: Mapping[str, Fact]) -> tuple[KeyedAnswer, ...]:
    """Choices with a letter each, in order."""
    return tuple(
        KeyedAnswer(letter, label, value) for letter, (value, label) in zip(LETTERS, labels.items(), strict=False)
    )
