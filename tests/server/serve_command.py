"""``minibac serve`` as a process of its own, with its words as typed, and what it prints."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping

from tests.server.running import WAIT

ADDRESS = re.compile(r"minibac is open at (http://localhost:\d+)/ with (\d+) tables?")
LINK = re.compile(r"^  (\S+) +http://localhost:\d+(/join/\w+)$")
ENVIRON = {name: value for name, value in os.environ.items() if not name.startswith("MINIBAC_")}


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "minibac", "serve", *map(str, words)]


class Served:
    """A house in a process of its own."""

    def __init__(self, *words: object, environ: Mapping[str, str] | None = None, **settings: str) -> None:
        given = {f"MINIBAC_{name.upper()}": value for name, value in settings.items()} | dict(environ or {})
        self.process = subprocess.Popen(
            command("--port", 0, *words), stdout=subprocess.PIPE, text=True, env=ENVIRON | given
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []
        self.base = ""
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if found := ADDRESS.match(line):
                self.base, self.tables = found.group(1), int(found.group(2))
                break

    def links(self, count: int) -> dict[str, str]:
        assert self.process.stdout is not None
        found = {}
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if link := LINK.match(line.rstrip("\n")):
                found[link.group(1)] = link.group(2)
            if len(found) == count:
                break
        return found

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(number)
        assert self.process.stdout is not None
        rest = self.process.stdout.read()  # what was read ahead is in this object, not in the pipe
        return self.process.wait(WAIT), rest


@contextlib.contextmanager
def served(*words: object, environ: Mapping[str, str] | None = None, **settings: str) -> Iterator[Served]:
    house = Served(*words, environ=environ, **settings)
    try:
        yield house
    finally:
        if house.process.poll() is None:
            house.process.kill()
        house.process.communicate()
