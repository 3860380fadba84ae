"""The key of the vault: a file beside the database, for the house alone, never in it.

Whoever takes the database has the order of no shoe. Whoever loses the key loses the shoes in play: they are voided, as
an incident, and everything goes on with the next shuffle.
"""

import os
import stat
from pathlib import Path

from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Said, said

KEY_BYTES = 32


def open_key(path: str | Path) -> bytes | Refusal:
    """The key in a file, made on the first run; a refusal where the file cannot be trusted to be secret and whole."""
    path = Path(path)
    try:
        return _made(path) if not path.exists() else _read(path)
    except OSError as error:
        return _no(said("{path}: cannot be used ({why})", path=str(path), why=str(error.strerror or error)))


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


def _read(path: Path) -> bytes | Refusal:
    mode = path.stat().st_mode
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        return _no(
            said(
                "{path}: can be read by others (mode {mode}); make it yours alone: chmod 600 {path}",
                path=str(path),
                mode=f"{stat.S_IMODE(mode):04o}",
            )
        )
    text = path.read_bytes().strip()
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
