"""The log: one JSON object to a line, for everything refused and every significant event (R26).

``house.jsonl`` in the folder ``logs`` of the data is a new file every day and is kept for five years, as records are
(R43); what goes to the terminal is the same in words for people, or in JSON where the settings ask for it.
"""

import logging
import logging.handlers
import os
import sys
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

import structlog

KEPT_DAYS = 5 * 366
NAME = "minibac"


class _OwnersFile(logging.handlers.TimedRotatingFileHandler):
    """A file a day, for its owner alone as the database is: names and addresses are in it."""

    def _open(self) -> TextIOWrapper:
        mine = partial(os.open, mode=0o600)
        opened = open(self.baseFilename, self.mode, encoding=self.encoding, opener=mine)  # noqa: SIM115 - closed above
        assert isinstance(opened, TextIOWrapper)
        return opened


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
        structlog.processors.format_exc_info,
    ]

    def formatter(renderer: Any) -> logging.Formatter:
        last = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
        return structlog.stdlib.ProcessorFormatter(processors=last, foreign_pre_chain=shared)

    as_json = formatter(structlog.processors.JSONRenderer())
    in_words = formatter(structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept = _OwnersFile(
            folder / "house.jsonl", when="midnight", utc=True, backupCount=KEPT_DAYS, encoding="utf-8", delay=True
        )
        kept.setFormatter(as_json)
        root.addHandler(kept)
    terminal = logging.StreamHandler(stream or sys.stderr)
    terminal.setFormatter(as_json if log_format == "json" else in_words)
    terminal.setLevel(logging.INFO if log_format == "json" else logging.WARNING)
    root.addHandler(terminal)
    structlog.configure(
        processors=[*shared[:-1], structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
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
