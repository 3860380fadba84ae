"""The log: one JSON object to a line, for everything refused and every significant event (R26).

``house.jsonl`` in the folder ``logs`` of the data is a new file every day and is kept for five years, as records are
(R43); what goes to the terminal is the same in words for people, or in JSON where the settings ask for it.
"""

import contextlib
import itertools
import logging
import logging.handlers
import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

import structlog

KEPT_DAYS = 5 * 366
NAME = "minibac"


class OwnersFile(logging.handlers.TimedRotatingFileHandler):
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
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
    ]

    def formatter(renderer: Any) -> logging.Formatter:
        cleared = structlog.stdlib.ProcessorFormatter.remove_processors_meta
        last = [cleared, structlog.processors.format_exc_info, renderer]
        return structlog.stdlib.ProcessorFormatter(processors=last, foreign_pre_chain=shared)

    # Of an error the log has the places, and never the values that were there: passwords and cards are among them.
    as_json = formatter(structlog.processors.JSONRenderer())
    plain = structlog.dev.plain_traceback
    in_words = formatter(structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, exception_formatter=plain))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept = OwnersFile(
            folder / "house.jsonl", when="midnight", utc=True, backupCount=KEPT_DAYS, encoding="utf-8", delay=True
        )
        kept.setFormatter(as_json)
        root.addHandler(kept)
    terminal = logging.StreamHandler(stream or sys.stderr)
    terminal.setFormatter(as_json if log_format == "json" else in_words)
    terminal.setLevel(logging.INFO if log_format == "json" else logging.WARNING)
    root.addHandler(terminal)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def close() -> None:
    """Let go of the files."""
    root = logging.getLogger(NAME)
    for handler in tuple(root.handlers):
        root.removeHandler(handler)
        handler.close()


def log() -> Any:
    """The log of the server."""
    return structlog.stdlib.get_logger("minibac.server")
