"""The log: one JSON object to a line, for everything refused and every significant event (R26).

``house.jsonl`` in the folder ``logs`` of the data is a new file every day and is kept for five years, as records are
(R43); what goes to the terminal is the same in words for people, or in JSON where the settings ask for it.
"""

import asyncio
import contextlib
import itertools
import logging
import logging.handlers
import os
import re
import sys
import time
import traceback
from collections.abc import Iterator, MutableMapping
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

import structlog

KEPT_DAYS = 5 * 366
NAME = "minibac"
BELOW = ("uvicorn.error", "asyncio")
"""What the house stands on, which catches errors too: what it says of them goes into the same log."""


class Patient(logging.StreamHandler[Any]):
    """Where the log goes. What cannot be written is told in a sentence once, and counted until it can be."""

    _unwritten = 0

    def emit(self, record: logging.LogRecord) -> None:
        before = self._unwritten
        super().emit(record)
        if before and self._unwritten == before:
            self._unwritten = 0
            words = "the log could not be written for a while: of %s lines some may be missing"
            super().emit(logging.LogRecord(f"{NAME}.server", logging.WARNING, "", 0, words, (before,), None))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - as it is called in logging
        """Say why; never the line, nor where the program was."""
        self._unwritten += 1
        if self._unwritten == 1:
            error = sys.exc_info()[1]
            why = (error.strerror if isinstance(error, OSError) else "") or type(error).__name__
            with contextlib.suppress(OSError, ValueError, AttributeError):  # the terminal may be what is gone
                sys.stderr.write(f"minibac: the log cannot be written ({why}); the house goes on without it\n")


class OwnersFile(Patient, logging.handlers.TimedRotatingFileHandler):
    """A file a day, for its owner alone as the database is: names and addresses are in it.

    Several processes of a house may write to one. The first that writes after midnight puts the file of the day away,
    and no file that was put away is ever written over, whatever the clock says.
    """

    def doRollover(self) -> None:  # noqa: N802 - as it is called in logging
        with _alone(Path(self.baseFilename).parent):
            if self._is_of_the_day_before():
                super().doRollover()
                return
            if self.stream:
                self.stream.close()
                self.stream = None  # it is opened again for the next line
            self.rolloverAt = self.computeRollover(int(time.time()))

    def _is_of_the_day_before(self) -> bool:
        """Whether what lies there is still to be put away: another process may have been here first."""
        try:
            there = Path(self.baseFilename).stat()
        except FileNotFoundError:
            return False
        if self.stream:
            return os.path.samestat(there, os.fstat(self.stream.fileno()))
        return there.st_mtime < self.rolloverAt

    def rotation_filename(self, default_name: str) -> str:
        """The name of the day, or one that nothing has yet: a clock that was turned back brings a day twice."""
        names = itertools.chain((default_name,), (f"{default_name}.{number}" for number in itertools.count(2)))
        return next(name for name in names if not os.path.lexists(name))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as it is called in logging
        super().handleError(record)
        if self.stream and self.stream.closed:  # it could not even be closed: the next line opens it anew
            self.stream = None

    def _open(self) -> TextIOWrapper:
        mine = partial(os.open, mode=0o600)
        opened = open(self.baseFilename, self.mode, encoding=self.encoding, opener=mine)  # noqa: SIM115 - closed above
        assert isinstance(opened, TextIOWrapper)
        return opened


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other process of the house puts a file of this folder away meanwhile."""
    if sys.platform == "win32":  # a file that another process has open is not put away there
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def configure(folder: Path | None, *, log_format: str = "lines", stream: TextIO | None = None) -> None:
    """Send the log to a file of the day, and to the terminal."""
    close()
    root = logging.getLogger(NAME)
    root.setLevel(logging.INFO)
    root.propagate = False
    sources = [root, *map(logging.getLogger, BELOW)]
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
    ]

    def formatter(renderer: Any) -> logging.Formatter:
        cleared = structlog.stdlib.ProcessorFormatter.remove_processors_meta
        return structlog.stdlib.ProcessorFormatter(
            processors=[cleared, _without_values, renderer], foreign_pre_chain=shared
        )

    as_json = formatter(structlog.processors.JSONRenderer())
    in_words = formatter(structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0))
    handlers: list[Patient] = []
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept = OwnersFile(
            folder / "house.jsonl", when="midnight", utc=True, backupCount=KEPT_DAYS, encoding="utf-8", delay=True
        )
        kept.setFormatter(as_json)
        handlers.append(kept)
    terminal = Patient(stream or sys.stderr)
    terminal.setFormatter(as_json if log_format == "json" else in_words)
    terminal.setLevel(logging.INFO if log_format == "json" else logging.WARNING)
    handlers.append(terminal)
    for source in sources:
        for handler in handlers:
            source.addHandler(handler)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def close() -> None:
    """Let go of the files."""
    for source in map(logging.getLogger, (NAME, *BELOW)):
        for handler in tuple(source.handlers):
            if isinstance(handler, Patient):
                source.removeHandler(handler)
                with contextlib.suppress(OSError):  # what waits may still find no room
                    handler.close()


def log() -> Any:
    """The log of the server."""
    return structlog.stdlib.get_logger("minibac.server")


def log_fault(task: "asyncio.Task[Any]") -> None:
    """Log what a task has failed at, when it has ended and nobody awaits it."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log().error("program error", kind="program error", task=task.get_name(), exc_info=error)


def _without_values(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Of an error the log has the places, and never a value that was there: passwords and cards are among them.

    The message of an error is such a value, and so is what others than the house say beyond their first words: they
    tell the arguments of what failed.
    """
    error = line.pop("exc_info", None)
    if not isinstance(error, BaseException):
        error = (error if isinstance(error, tuple) else sys.exc_info())[1] if error else None
    if not str(line.get("logger", NAME)).startswith(NAME):
        line["event"] = re.split(r"[\n(]", str(line["event"]), maxsplit=1)[0].strip()
        if not isinstance(error, UnicodeDecodeError | ConnectionError):  # a page's, which sends no text or goes away
            line["kind"] = "program error"
    if error is not None:
        line["exception"] = "\n".join(_places(error, set()))
    return line


def _places(error: BaseException, told: set[int]) -> Iterator[str]:
    """Where an error was raised, after where that was that led to it; of each its class, and not its words."""
    led = [(error, "")]
    while True:
        told.add(id(error))
        before, why = error.__cause__, "The above exception was the direct cause of the following exception:"
        if before is None and not error.__suppress_context__:
            before, why = error.__context__, "During handling of the above exception, another exception occurred:"
        if before is None or id(before) in told:
            break
        led.append((before, why))
        error = before
    for one, why in reversed(led):
        yield "Traceback (most recent call last):"
        yield from "".join(traceback.format_tb(one.__traceback__)).splitlines()
        yield f"{type(one).__module__}.{type(one).__qualname__}".removeprefix("builtins.")
        for member in one.exceptions if isinstance(one, BaseExceptionGroup) else ():
            if id(member) not in told:
                yield from ("", "In this group:", "", *_places(member, told))
        if one is not led[0][0]:
            yield from ("", why, "")
