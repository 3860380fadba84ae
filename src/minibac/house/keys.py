"""The key of the vault: a file beside the database, for the house alone, never in it.

Whoever takes the database has the order of no shoe. Whoever loses the key loses the shoes in play: they are voided, as
an incident, and everything goes on with the next shuffle.
"""

import contextlib
import hmac
import os
import shlex
import signal
import stat
import subprocess
import threading
import time
from pathlib import Path

from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Said, said, words_of

KEY_BYTES = 32
MARK = "key"
"""The kind of the document that says which key a house had last."""
PATIENCE_S = 30
"""How long a command may take that gives the key."""
LOOK_S = 0.2
"""How soon it is seen that nobody waits for it any more."""
LONGEST = 4096
"""How many bytes are read where a key should be; whoever says more says no key."""
SECRET_SIGNS = ("=", "@", "://")
"""What stands in a word that may hold a secret: a variable with its value, an address with its password."""


def mark_of(key: bytes) -> bytes:
    """What is kept of a key: enough to know it again, and nothing to find it by."""
    return hmac.digest(key, b"minibac: the key of the vault", "sha256")


def key_of(path: str | Path, command: str, given_up: threading.Event | None = None) -> bytes | Refusal:
    """The key that a command prints, where there is one, or that of a file; nobody waits on for one given up."""
    return _printed(command, given_up or threading.Event()) if command else open_key(path)


def _printed(command: str, given_up: threading.Event, patience_s: float = PATIENCE_S) -> bytes | Refusal:
    """The key from the output of a command. Nothing of what it prints, nor of its words, is ever repeated; its first
    word is, where that can be nothing but the name of a program."""
    words = shlex.split(command)
    source = said("the command for the key")
    if words and not any(sign in words[0] for sign in SECRET_SIGNS):
        source = said("the command for the key, {program},", program=words[0])
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    try:
        process = subprocess.Popen(words, start_new_session=True, bufsize=0, **pipes)  # type: ignore[call-overload]
    except (OSError, IndexError) as error:
        why = words_of(error) if isinstance(error, OSError) else said("no command")
        return _no(said("{source} cannot be run: {why}", source=source, why=why))
    with process:
        text = _output(process, given_up, patience_s)
        if text is None or len(text) > LONGEST:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)  # with whatever it has begun
    if text is None:
        late = said("{source} gave none within {seconds} seconds", source=source, seconds=round(patience_s))
        return _no(late)
    if process.returncode and len(text) <= LONGEST:
        failed = said("{source} ended with status {status}; try it by hand", source=source, status=process.returncode)
        return _no(failed)
    return _key_in(text) or _no(said("{source} printed no key: 64 hexadecimal digits", source=source))


def _output(process: "subprocess.Popen[bytes]", given_up: threading.Event, patience_s: float) -> bytes | None:
    """All that a command prints, or enough of it to be no key; nothing where that takes too long, or nobody wants it
    any more."""
    text = bytearray()

    def read() -> None:
        with contextlib.suppress(OSError, ValueError):  # it is closed where nobody waits any more
            while len(text) <= LONGEST and (piece := process.stdout.read(LONGEST)):  # type: ignore[union-attr]
                text.extend(piece)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    until = time.monotonic() + patience_s
    while not given_up.is_set() and (left_s := until - time.monotonic()) > 0:
        reader.join(min(LOOK_S, left_s))
        if len(text) > LONGEST:
            return bytes(text)
        if not reader.is_alive():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(min(LOOK_S, left_s))
                return bytes(text)
    return None


def _key_in(text: bytes) -> bytes | None:
    with contextlib.suppress(ValueError):
        key = bytes.fromhex(text.strip().decode("ascii"))
        return key if len(key) == KEY_BYTES else None
    return None


def open_key(path: str | Path) -> bytes | Refusal:
    """The key in a file, made on the first run; a refusal where the file cannot be trusted to be secret and whole."""
    path = Path(path)
    try:
        return _made(path) if not path.exists() else _read(path)
    except OSError as error:
        return _no(said("{path}: cannot be used ({why})", path=str(path), why=words_of(error)))


def _made(path: Path) -> bytes | Refusal:
    """A new key, written whole under another name first: nobody ever meets half a key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    key = os.urandom(KEY_BYTES)
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(handle, key.hex().encode() + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)
    try:
        os.link(draft, path)  # the first of two processes wins, and both use its key
    except FileExistsError:
        return _read(path)
    finally:
        draft.unlink()
    return key


def no_plain_file(mode: int) -> Said | None:
    """Why what lies there is not opened: a pipe could say nothing for ever, and its rights are not those of a file."""
    if stat.S_ISREG(mode):
        return None
    return said("it is a folder") if stat.S_ISDIR(mode) else said("it is no plain file")


def _of_a_service(path: Path) -> bool:
    """Whether systemd has laid the file down for this service alone (``LoadCredential=``).

    It grants the service's user the file by an access list, and such a list shows as the group's right to read.
    """
    folder = os.environ.get("CREDENTIALS_DIRECTORY", "")
    return bool(folder) and path.parent == Path(folder)


def _read(path: Path) -> bytes | Refusal:
    mode = path.stat().st_mode
    if (why := no_plain_file(mode)) is not None:
        return _no(said("{path}: cannot be used ({why})", path=str(path), why=why))
    others = 0o077 & ~(stat.S_IRGRP if _of_a_service(path) else 0)
    if os.name == "posix" and stat.S_IMODE(mode) & others:
        return _no(
            said(
                "{path}: can be read by others (mode {mode}); make it yours alone: chmod 600 {path}",
                path=str(path),
                mode=f"{stat.S_IMODE(mode):04o}",
            )
        )
    with path.open("rb") as file:
        text = file.read(LONGEST).strip()
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        return _no(said("{path}: is no key of the vault: 64 hexadecimal digits", path=str(path)))
    if len(key) != KEY_BYTES:
        wrong = said("{path}: holds {bytes} bytes, and the key of the vault has {right}", path=str(path))
        return _no(wrong.about(bytes=len(key), right=KEY_BYTES))
    return key


def _no(why: Said) -> Refusal:
    return refuse(Code.HOUSE_FILE, why)
