"""What a page tells its reader to type: the files it shows, its commands, and what they print.

A block of the language ``console`` holds commands after ``$ ``, each with what it prints; ``…`` there stands for
anything. A line ``Write this into `NAME`:`` before a block says that its text is that file. ``<!-- keeps running -->``
before a block says that its command goes on while the reader types the next one: it is ready once it has printed what
the page shows. ``<!-- says no -->`` before a block says that its commands end with a status that is not 0; every other
one has to work.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

BLOCK = re.compile(
    r"^(?:(?:Write this into `(?P<file>[\w.-]+)`:|<!-- (?P<says>keeps running|says no) -->)\n\n?)?"
    r"```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
KINDS = {None: "run", "keeps running": "keep", "says no": "refused"}
PORT = "8042"
"""The port that a page says; a free one takes its place."""
PATIENCE_S = 240
"""How long a busy machine may take for one command."""
AS_TYPED: dict[str, Any] = {
    "shell": True,
    "stdin": subprocess.DEVNULL,
    "stdout": subprocess.PIPE,
    "stderr": subprocess.STDOUT,
    "encoding": "utf-8",
    "start_new_session": True,
}


class Step(NamedTuple):
    """A file to be written, or a command to be given."""

    kind: str
    """``file``, ``run``, ``refused`` or ``keep``."""
    what: str
    """The name of the file, or the command."""
    text: str
    """What is in the file, or what the page says that the command prints."""


def steps(page: str) -> Iterator[Step]:
    r"""What a reader does, in its order.

    >>> list(steps("```console\n$ minibac a \\\n    b\none\ntwo\n$ minibac c\n```\n"))
    [Step(kind='run', what='minibac a \\\n    b', text='one\ntwo\n'), Step(kind='run', what='minibac c', text='')]
    """
    for block in BLOCK.finditer(page):
        if block["file"]:
            yield Step("file", block["file"], block["text"])
        elif block["language"] == "console":
            kind = KINDS[block["says"]]
            for part in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
                command = re.match(r"(?:.*\\\n)*.*", part)
                assert command is not None
                yield Step(kind, command[0], part[command.end() :].removeprefix("\n"))


def alike(shown: str, printed: str) -> bool:
    r"""Whether a command printed what a page shows, ``…`` there being anything, also several lines.

    >>> alike("one\n…\nfour …\n", "one\ntwo\nthree\nfour 4\n"), alike("one …\n", "two\n")
    (True, False)
    """
    lines = [line.rstrip() for line in printed.splitlines()]
    pattern = ".*".join(map(re.escape, "\n".join(line.rstrip() for line in shown.splitlines()).split("…")))
    return re.fullmatch(pattern, "\n".join(lines).strip("\n"), re.DOTALL) is not None


def free_port() -> str:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return str(listening.getsockname()[1])


def follow(page: str, folder: Path) -> Iterator[tuple[Step, str]]:
    """Do in an empty folder what a page says, and give each command with what it printed."""
    port = free_port()
    here = Path(sys.executable).parent
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("MINIBAC_", "PYTEST_"))},
        "PATH": f"{here}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "PYTHONWARNINGS": "default",
    }
    with ExitStack() as running:
        for step in steps(page):
            if step.kind == "file":
                (folder / step.what).write_text(step.text.replace(PORT, port), encoding="utf-8")
                continue
            command = step.what.replace(PORT, port)
            if step.kind == "keep":
                wanted = step.text.replace(PORT, port)
                printed = running.enter_context(_kept(command, folder, environment, wanted))
            else:
                process = subprocess.Popen(command, cwd=folder, env=environment, **AS_TYPED)
                with process, _no_longer_than(PATIENCE_S, process):
                    printed = process.communicate()[0]
                assert (process.returncode != 0) is (step.kind == "refused"), (
                    f"$ {command}\nended with {process.returncode}:\n{printed}"
                )
            yield step, printed.replace(port, PORT)


@contextmanager
def _kept(command: str, folder: Path, environment: dict[str, str], wanted: str) -> Iterator[str]:
    """Start what goes on, wait until it has said what the page shows, and end it when the page ends."""
    with subprocess.Popen(command, cwd=folder, env=environment, **AS_TYPED) as process:
        said = ""
        try:
            assert process.stdout is not None
            with _no_longer_than(PATIENCE_S, process):
                for line in process.stdout:
                    said += line
                    if alike(wanted, said):
                        break
            # Nobody reads on, and what it says later must not fill the pipe: a program that cannot write stands still.
            reading = threading.Thread(target=process.stdout.read)
            reading.start()
            yield said
            os.killpg(process.pid, signal.SIGTERM)
            reading.join(PATIENCE_S)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def _no_longer_than(seconds: float, process: subprocess.Popen[str]) -> Iterator[None]:
    """End a command with all that it has started when it takes too long; what it said until then is wrong anyway."""
    too_late = threading.Timer(seconds, os.killpg, (process.pid, signal.SIGKILL))
    too_late.start()
    try:
        yield
    finally:
        too_late.cancel()
