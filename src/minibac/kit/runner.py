"""The runner: every vector that an engine says it answers, put to it one by one, and what came of it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from minibac.kit.conversation import Conversation, EngineError, EngineGoneError
from minibac.kit.engine import KIT, Plain
from minibac.kit.judging import JUDGES, Misread
from minibac.kit.vectors import Vector, digest, vectors
from minibac.voice.said import Said, said


class WrongAnswer(NamedTuple):
    """A vector that an engine did not answer right."""

    vector: Vector
    faults: tuple[Said, ...]
    told: Plain | None
    """Its answer, where there was one."""

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "id": self.vector.id,
            "sentences": list(map(str, self.faults)),
            "question": self.vector.question,
            "answer": self.told,
            "right": self.vector.answer,
            "clauses": list(self.vector.clauses),
            "reason": self.vector.reason,
        }


class ChapterRun(NamedTuple):
    """How a chapter went."""

    chapter: str
    vectors: int
    asked: int
    right: int
    cannot: int
    """Questions that the engine said it cannot answer."""
    wrong: tuple[WrongAnswer, ...]
    misread: tuple[Misread, ...]

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "chapter": self.chapter,
            "sha256": digest(self.chapter),
            "vectors": self.vectors,
            "asked": self.asked,
            "right": self.right,
            "cannot": self.cannot,
            "wrong": [wrong.plain() for wrong in self.wrong],
            "misreadings": [{"sentence": str(each.said), "explains": each.wrong} for each in self.misread],
        }


class KitRun(NamedTuple):
    """What an engine said of itself, how each chapter went, and why it ended early if it did."""

    engine: str
    version: str
    leaves_out: tuple[str, ...]
    chapters: tuple[ChapterRun, ...]
    stopped: Said | None

    @property
    def passed(self) -> bool:
        """Something was asked, and nothing was wrong."""
        return self.stopped is None and any(c.right for c in self.chapters) and not any(c.wrong for c in self.chapters)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "kit": KIT,
            "engine": self.engine,
            "version": self.version,
            "leaves_out": list(self.leaves_out),
            "passed": self.passed,
            "stopped": str(self.stopped) if self.stopped else None,
            "chapters": [chapter.plain() for chapter in self.chapters],
        }


def run_kit(
    command: Sequence[str], chapters: Sequence[str], timeout_seconds: float, tell: Callable[[str], None]
) -> KitRun:
    """Ask an engine everything it says it answers; ``tell`` hears of each chapter as it begins."""
    runs: list[ChapterRun] = []
    with Conversation(command, timeout_seconds) as talk:
        try:
            hello = talk.hello()
            answers, leaves_out = _names(hello, "answers"), _names(hello, "leaves_out", ())
        except EngineError as error:
            return KitRun("", "", (), (), error.said)  # it never introduced itself
        gone: Said | None = None
        for chapter in chapters:
            if gone is None:
                tell(chapter)
                run, gone = _chapter(talk, chapter, answers, frozenset(leaves_out))
                runs.append(run)
    return KitRun(str(hello.get("engine", "")), str(hello.get("version", "")), leaves_out, tuple(runs), gone)


def _chapter(
    talk: Conversation, chapter: str, answers: Sequence[str], leaves_out: frozenset[str]
) -> tuple[ChapterRun, Said | None]:
    """How a chapter went, and why the engine is gone if it is."""
    judge = JUDGES[chapter](leaves_out)
    asked = right = cannot = 0
    wrong: list[WrongAnswer] = []
    gone: Said | None = None
    made = vectors(chapter)
    for vector in made:
        if vector.question["ask"] not in answers:
            continue
        asked += 1
        try:
            told = talk.ask(vector.question)
        except EngineGoneError as error:
            gone = error.said
            asked -= 1
            break
        except EngineError as error:
            wrong.append(WrongAnswer(vector, (error.said,), None))
            continue
        if "cannot" in told:
            cannot += 1
            continue
        faults = judge.faults(vector, told)
        if faults:
            wrong.append(
                WrongAnswer(vector, tuple(faults), {name: value for name, value in told.items() if name != "id"})
            )
        else:
            right += 1
    return ChapterRun(chapter, len(made), asked, right, cannot, tuple(wrong), tuple(judge.misread())), gone


def _names(hello: Plain, field: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
    names = hello.get(field, default)
    if isinstance(names, list | tuple) and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise EngineError(said("the answer to hello needs {field}, a list of words", field=field))
