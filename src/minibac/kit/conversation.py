"""A conversation with an engine: one line of JSON to its standard input, one line of JSON from its standard output.

An engine may be slow, silent, broken or talkative. Each of these is a sentence here, and none of them stops the runner:
an engine that has ended or said nothing in time is started again a few times.
"""

import queue
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, Any, Self

import msgspec

from minibac.kit.engine import KIT, Plain, Question
from minibac.voice.misread import too_deep
from minibac.voice.said import Said, said, words_of

LONGEST_LINE = 4 << 20
STARTS_MOST = 4
"""The first start and three more."""
PATIENCE_AT_THE_START = 60.0
PATIENCE_AT_THE_END = 2.0
QUOTED = 200
"""Characters of an engine's own words that are told."""
_NAMES_ERROR = re.compile(rb"error|exception", re.IGNORECASE)


class EngineError(Exception):
    """An engine gave no answer. It has a sentence for the person who runs the kit."""

    def __init__(self, told: Said) -> None:
        super().__init__(str(told))
        self.said = told


class EngineGoneError(EngineError):
    """An engine that cannot be started, or that was started too often: nothing more is asked."""


class Conversation:
    """An engine that is asked, and is started again when it has gone."""

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        self.command = command
        self.timeout_seconds = timeout_seconds
        self._starts = 0
        self._asked = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in __exit__)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._end(PATIENCE_AT_THE_END)
        self._stderr.close()

    def hello(self) -> Plain:
        """What the engine says of itself. It may take long to start."""
        return self.ask({"ask": "hello"}, max(self.timeout_seconds, PATIENCE_AT_THE_START))

    def ask(self, question: Question, patience_seconds: float | None = None) -> Plain:
        """The engine's answer to a question, or an error with a sentence."""
        patience = self.timeout_seconds if patience_seconds is None else patience_seconds
        process = self._process or self._start()
        self._asked += 1
        number = self._asked
        assert process.stdin is not None
        try:
            process.stdin.write(msgspec.json.encode({"kit": KIT, "id": number, **question}) + b"\n")
            process.stdin.flush()
        except OSError:
            raise self._gone(process) from None
        until = time.monotonic() + patience
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                self._end(0)
                late = said("no answer within {seconds:second|seconds}: the engine was ended")
                raise EngineError(late.about(seconds=patience)) from None
            if not line:
                raise self._gone(process)
            if line.strip() and (answer := self._read(line, number)) is not None:
                return answer

    def _read(self, line: bytes, number: int) -> dict[str, Any] | None:
        """What a line says; nothing where it is the late answer to an earlier question."""
        if len(line) >= LONGEST_LINE:
            self._end(0)
            raise EngineError(said("the answer is a line of more than {most} bytes", most=LONGEST_LINE))
        quoted = _quoted(line)
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise EngineError(said("the answer is no JSON: {line}", line=quoted)) from None
        except RecursionError:
            raise EngineError(said("the answer is nested too deeply: {line}", line=quoted)) from None
        if too_deep(answer):
            raise EngineError(said("the answer is nested too deeply: {line}", line=quoted))
        answer = _whole(answer)
        if not isinstance(answer, dict):
            raise EngineError(said("the answer is no JSON object: {line}", line=quoted))
        told = answer.get("id")
        if type(told) is int and 0 < told < number:
            return None
        if type(told) is not int or told != number:
            wrong = said("the answer has the id {told}, and the question had {right}", right=number)
            raise EngineError(wrong.about(told=_quoted(msgspec.json.encode(told))))
        return answer

    def _start(self) -> "subprocess.Popen[bytes]":
        if self._starts == STARTS_MOST:
            often = said("the engine was started {times:time|times} and did not stay: nothing more is asked")
            raise EngineGoneError(often.about(times=STARTS_MOST))
        self._starts += 1
        self._stderr.seek(0)
        self._stderr.truncate()
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr
            )
        except (OSError, ValueError) as error:
            cannot = said("{command} cannot be started: {why}", command=self.command[0], why=words_of(error))
            raise EngineGoneError(cannot) from None
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True).start()
        return self._process

    def _gone(self, process: "subprocess.Popen[bytes]") -> EngineError:
        """Why there is no engine any more, with the last it said on standard error."""
        self._end(PATIENCE_AT_THE_END)
        self._stderr.seek(0)
        last = _last_words(self._stderr.read())
        gone = said("the engine ended with status {status} in place of an answer")
        if last:
            gone = said("the engine ended with status {status} in place of an answer; it said: {last}")
        return EngineError(gone.about(status=str(process.returncode), last=_quoted(last)))

    def _end(self, patience_seconds: float) -> None:
        """Let the engine end by itself, if it does so soon; else it is ended."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(patience_seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _whole(value: Any) -> Any:
    """An answer with its whole numbers as such: JSON has one kind of number, and many engines write 80.0 for 80."""
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _listen(stdout: IO[bytes], lines: "queue.SimpleQueue[bytes]") -> None:
    """Read the engine's lines as they come; an empty one says that there are no more."""
    with stdout:
        while line := stdout.readline(LONGEST_LINE):
            lines.put(line)
            if len(line) >= LONGEST_LINE:
                break
    lines.put(b"")


def _last_words(told: bytes) -> bytes:
    """The last line that names an error, or the last line: some say their own version after it."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if _NAMES_ERROR.search(line)), lines[-1] if lines else b"")


def _quoted(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"
