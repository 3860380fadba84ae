"""``minibac witness``: hold a house to what it showed before, and sign that one did."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from minibac.cli.common import Command, WithJson, argument, asks, fail, option
from minibac.cli.text import say
from minibac.voice.said import Said, said, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from minibac.tlog.notes import Signer, VerifierKey
    from minibac.tlog.witnessing import Verdict

CONTRADICTED, RENAMED, UNREACHED = 1, 3, 4
"""The exit status where the house contradicts itself, where its log has a new name, and where it does not answer."""
LOOK_S = 900
"""So long one look may take, whatever is asked in it."""
KEY_BYTES = HASH_BYTES = 32
TILE = 256
MOST_LEAVES = 1_000_000
"""No more are asked for, whatever a log says of its size."""
CONVICTED = ("rewritten", "forked")
"""What convicts a house for good."""
KEPT = {"house": str, "key": str, "checkpoint": str, "at": int, "caught": str, "before": dict}
"""What a file of this folder says of a log; ``before`` is what was known of it under the name that it had before."""
MOST_KEPT = 100
"""Files of evidence of what convicts nobody: a house that shows nonsense at every look does not fill this disk."""


class Ask(WithJson):
    """Which house, and where the witness keeps what it saw."""

    url: str = argument(metavar="URL")
    keep: Path = option(
        type=click.Path(file_okay=False, path_type=Path),
        default=Path("minibac-witness"),
        metavar="DIR",
        help="The witness's own folder: its key and the last checkpoints.  [default: minibac-witness]",
    )
    name: str = option(default="", metavar="NAME", help="The name under which it signs, as example.org/witness.")
    log_key: str = option(default="", metavar="KEY", help="The public key of the log, where it was heard elsewhere.")
    once: bool = option(is_flag=True, help="Look once, instead of again and again.")
    every: int = option(type=click.IntRange(1), default=60, metavar="S", help="Seconds between looks.  [default: 60]")
    no_submit: bool = option(is_flag=True, help="Bring no signature to the house; it is only written to the folder.")
    accept: str = option(default="", metavar="ORIGIN", help="Go on with a log that goes by this new name from now on.")


class Unreached(Exception):  # noqa: N818
    """The house did not answer, or not with what was asked for."""

    def __init__(self, what: Said) -> None:
        super().__init__(str(what))
        self.said = what


class Looked(NamedTuple):
    """One look at a house."""

    verdict: Verdict
    signed: str
    """The checkpoint with the witness's signature, where it signed."""
    submitted: Said | None
    """Why the house did not take the signature, or nothing: it did, or was not asked."""
    evidence: Path | None
    checkpoint: str


@click.command(
    cls=Command,
    short_help="Hold a house to what it showed before, and sign that you did.",
    examples=(
        "minibac witness http://localhost:8042 --once",
        "minibac witness https://house.example --name example.org/witness --every 300",
    ),
)
@asks(Ask)
def witness(ask: Ask) -> None:
    """Watch the open log of somebody else's house: every checkpoint must extend the one that was seen before.

    Run it where the house has no say. What was seen last is kept in DIR, and what extends it is signed (C2SP
    cosignature/v1) and brought to the house, which shows it if its settings name this witness. The exit status is 0
    when all is well, 1 when the house contradicts what it signed (both checkpoints are then in DIR, under evidence),
    shows less than before or has not signed what it shows, 3 when its log goes by a new name, 4 when it does not
    answer.
    """
    from minibac.tlog.notes import NoteError

    try:
        watching = Watching(ask)
    except NoteError as error:
        fail(error.said)
    except OSError as error:
        fail(said("{path}: cannot be used ({why})", path=str(ask.keep), why=words_of(error)))
    if not ask.as_json:
        click.echo(say(said("the key of this witness: {key}", key=watching.public)))
    while True:
        status = _look(ask, watching)
        if ask.once or watching.ends or status == RENAMED:
            raise click.exceptions.Exit(status)
        time.sleep(ask.every)


def _look(ask: Ask, watching: Watching) -> int:
    """Look once and tell it; the exit status."""
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    try:
        looked = watching.look(int(time.time()))
    except Unreached as error:
        if ask.as_json:
            _tell({"at": at, "house": ask.url, "found": "unreached", "sentence": str(error.said)})
        else:
            click.echo(f"minibac: {say(error.said)}", err=True)
        return UNREACHED
    except OSError as error:  # nothing is signed that could not be written down
        fail(said("{path}: cannot be used ({why})", path=str(ask.keep), why=words_of(error)), UNREACHED)
    verdict = looked.verdict
    if ask.as_json:
        told: dict[str, Any] = {"at": at, "house": ask.url, "found": str(verdict.kind), "holds": verdict.holds}
        told |= {"sentence": str(verdict.said)}
        told |= {"checkpoint": looked.checkpoint, "cosigned": looked.signed, "witness": watching.public}
        told |= {"submitted": bool(looked.signed) and not ask.no_submit and looked.submitted is None}
        _tell(told | {"evidence": str(looked.evidence) if looked.evidence else ""})
    else:
        click.echo(say(said("{at}  {house}: {verdict}", at=at, house=ask.url, verdict=verdict.said)))
        if looked.submitted is not None:
            not_taken = said("the house did not take the signature: {why}", why=looked.submitted)
            click.echo(say(not_taken), err=True)
        if looked.evidence is not None:
            click.echo(say(said("both checkpoints are in {path}", path=str(looked.evidence))), err=True)
        if verdict.kind == "renamed":
            goes_on = said("ask the house why; --accept {origin} goes on with it", origin=watching.shown)
            click.echo(say(goes_on), err=True)
    return 0 if verdict.holds else RENAMED if verdict.kind == "renamed" else CONTRADICTED


def _tell(told: dict[str, Any]) -> None:
    """One look to a line, so that a loop can be read as it goes."""
    click.echo(json.dumps(told, ensure_ascii=False))


class Watching:
    """A witness of one house: what it saw last, its key, and how it asks."""

    def __init__(self, ask: Ask) -> None:
        from minibac.tlog.notes import WITNESS, check_key_name, read_key

        self._url = ask.url.rstrip("/")
        if not self._url.startswith(("http://", "https://")):
            fail(said("{url} is no address of a house: it begins with http:// or https://", url=ask.url))
        self._folder = ask.keep
        self._submits = not ask.no_submit
        self._accept = ask.accept
        self._until = 0.0
        self.ends = False
        """Whether there is nothing left to sign here."""
        self._hashes: list[bytes] = []
        """The leaves that were asked for last."""
        self.shown = ""
        """The name by which the log goes now."""
        ask.keep.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._signer: Signer = _own_key(ask.keep, ask.name)
        check_key_name(self._signer.name)
        self.public = str(self._signer.public(WITNESS))
        self._file = ask.keep / f"{_plain(self._url)}.json"
        self._given = str(read_key(ask.log_key)) if ask.log_key else ""
        key = _read_state(self._file).get("key", self._given)
        if self._given and key != self._given and not ask.accept:
            fail(said("this witness knows the log by another key: {key}", key=key))

    # --- one look

    def look(self, now: int) -> Looked:
        """Ask the house, hold it against what was seen last, write that down, and only then sign."""
        self._until = time.monotonic() + LOOK_S
        while (looked := self._look_once(now)) is None:
            pass  # what it was held against is not the last any more: another one with this folder signed meanwhile
        return looked

    def _look_once(self, now: int) -> Looked | None:
        from minibac.tlog.notes import NoteError, SignedNote, read_checkpoint
        from minibac.tlog.witnessing import Found, Verdict, judge

        states = self._states()
        text = self._get("/log/checkpoint")
        try:
            checkpoint, note = read_checkpoint(text)
            key = self._key(states, checkpoint.origin)
        except NoteError as error:
            raise Unreached(said("{url} shows no open log: {why}", url=self._url, why=error.said)) from None
        self.shown = checkpoint.origin
        named = [state for state in _logs(states.values()) if _name(state) == key.name]
        known = [state for state in named if state["key"] == str(key)]
        if caught := next((each["caught"] for each in known if each.get("caught") in CONVICTED), None):
            before = said("the house contradicted itself before: nothing of this log is signed any more")
            self.ends = True
            return Looked(Verdict(Found(caught), before), "", None, None, text)
        last = max((state["checkpoint"] for state in known), key=_size, default="")
        verdict = judge(last, text, key, self._proof, self._leaves)
        if verdict.holds and (other := next((state for state in named if state["key"] != str(key)), None)):
            taken = said("{house} has shown a log of this name with another key, and one name is signed for one key")
            verdict = Verdict(Found.TAKEN, taken.about(house=other.get("house", "")))
        was = states.get(self._file, {})
        earlier = was if was.get("key", str(key)) != str(key) else was.get("before")
        told = {"house": self._url, "key": str(key), "at": now} | ({"before": earlier} if earlier else {})
        own = SignedNote(note.text, tuple(dict.fromkeys(key.of(note))))  # what others say they signed is not passed on
        with _alone(self._folder):
            if self._seen(states, key.name) != self._seen(self._states(), key.name):
                return None
            if not verdict.holds:
                evidence = self._keep_evidence(verdict, last, text, str(key), now)
                if verdict.contradicts:
                    self.ends = True
                    self._write(told | {"caught": str(verdict.kind), "checkpoint": last})
                return Looked(verdict, "", None, evidence, text)
            self._write(told | {"checkpoint": str(own)})
            signed = str(own._replace(signatures=(*own.signatures, self._signer.cosign(note.text, now))))
            _write_safely(self._file.with_suffix(".cosigned"), signed)
        return Looked(verdict, signed, self._submit(signed) if self._submits else None, None, text)

    def _states(self) -> dict[Path, dict[str, Any]]:
        """What is known in this folder: of this address, and of others, which may show the same log."""
        return {file: state for file in sorted(self._folder.glob("*.json")) if (state := _read_state(file))}

    def _seen(self, states: dict[Path, dict[str, Any]], name: str) -> tuple[Any, ...]:
        """What a log of a name is held against."""
        told = {(each["key"], each["checkpoint"], each.get("caught", "")) for each in _logs(states.values())}
        mine = states.get(self._file, {}).get("key")
        return mine, {each for each in told if each[0].startswith(f"{name}+")}

    def _key(self, states: dict[Path, dict[str, Any]], origin: str) -> VerifierKey:
        """The key of the log: the one that is known, or was heard elsewhere, or the first that it shows."""
        from minibac.tlog.notes import read_key

        known = states.get(self._file)
        renamed = known and self._accept == origin != _name(known)
        return read_key((known["key"] if known and not renamed else self._given) or self._get("/log/key"))

    def _proof(self, old: int, new: int) -> Sequence[bytes] | None:
        from minibac.tlog.notes import NoteError, read_hashes

        try:
            told = json.loads(self._get(f"/api/log/consistency?old={old}&new={new}", missing="{}"))
            return read_hashes([str(each) for each in told["hashes"]])
        except (NoteError, ValueError, LookupError, TypeError, RecursionError):
            return None

    def _leaves(self, size: int) -> list[bytes] | None:
        """The hashes of so many leaves, from the tiles of the log."""
        hashes: list[bytes] = []
        while len(hashes) < min(size, MOST_LEAVES):
            number, width = len(hashes) // TILE, min(TILE, size - len(hashes))
            path, above = f"{number % 1000:03}", number // 1000
            while above:
                path, above = f"x{above % 1000:03}/{path}", above // 1000
            tile = self._fetch(f"/log/tile/0/{path}" + (f".p/{width}" if width < TILE else ""), missing=b"")
            if len(tile) != width * HASH_BYTES:
                return None
            self._hashes = hashes
            hashes += [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]
        return hashes

    def _submit(self, signed: str) -> Said | None:
        import urllib.request

        from minibac.cli.asking import NotAnswered, answered, is_success, refusal

        body = json.dumps({"checkpoint": signed}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self._url}/api/log/cosignatures", body, headers, method="POST")
        try:
            status, answer = answered(request, self._until)
        except NotAnswered as error:
            return said("{why}", why=str(error))
        return None if is_success(status) else refusal(status, answer)

    def _get(self, path: str, missing: str | None = None) -> str:
        """What the house answers, as text."""
        from minibac.cli.asking import as_words

        try:
            return self._fetch(path, None if missing is None else missing.encode()).decode()
        except UnicodeDecodeError as error:
            why = as_words(error)
            raise Unreached(said("{url} cannot be reached: {why}", url=self._url, why=why)) from None

    def _fetch(self, path: str, missing: bytes | None = None) -> bytes:
        """What the house answers; ``missing`` where it has no such thing."""
        from minibac.cli.asking import NotAnswered, answered, is_success, refusal

        try:
            status, answer = answered(f"{self._url}{path}", self._until)
        except NotAnswered as error:
            raise Unreached(said("{url} cannot be reached: {why}", url=self._url, why=str(error))) from None
        if is_success(status):
            return answer
        if status == HTTPStatus.NOT_FOUND and missing is not None:
            return missing
        refused = said("{url} does not answer what was asked: {why}", url=self._url)
        raise Unreached(refused.about(why=refusal(status, answer)))

    # --- what is kept

    def _write(self, state: dict[str, Any]) -> None:
        _write_safely(self._file, json.dumps(state, indent=1, ensure_ascii=False) + "\n")

    def _keep_evidence(self, verdict: Verdict, last: str, text: str, key: str, now: int) -> Path | None:
        """Both checkpoints, each with the signature of the house, and what it takes to see that they contradict.

        What convicts nobody is kept too, up to so many times.
        """
        if verdict.kind == "taken":  # nobody has said two things
            return None
        folder = self._folder / "evidence"
        folder.mkdir(exist_ok=True, mode=0o700)
        mark = sha256(f"{last}{text}".encode()).hexdigest()[:12]
        path = folder / f"{_plain(self._url)}-{verdict.kind}-{mark}.json"
        if path.exists():
            return path
        if not verdict.contradicts and sum(1 for _ in folder.iterdir()) >= MOST_KEPT:
            return None
        told: dict[str, Any] = {"house": self._url, "at": now, "found": str(verdict.kind)}
        told |= {"sentence": str(verdict.said), "key": key, "before": last, "now": text}
        if verdict.kind == "rewritten":
            told["leaves"] = [each.hex() for each in self._hashes]
        _write_safely(path, json.dumps(told, indent=1, ensure_ascii=False) + "\n")
        return path


def _size(text: str) -> int:
    """How many leaves a checkpoint is of; nothing has fewer."""
    from minibac.tlog.notes import read_checkpoint

    return read_checkpoint(text)[0].size if text else -1


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else signs with the key in this folder meanwhile: a second look must know what the first one signed."""
    lock = os.open(folder / "witness.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _plain(url: str) -> str:
    """An address as the name of a file."""
    return "".join(sign if sign.isalnum() or sign in ".-" else "_" for sign in url.partition("://")[2])[:100]


def _own_key(folder: Path, name: str) -> Signer:
    """The witness's key and name, made on the first run."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from minibac.tlog.notes import Signer

    path = folder / "witness.key"
    with _alone(folder):
        if not path.exists():
            named = name or f"minibac.example/witness/{os.urandom(4).hex()}"
            _write_safely(path, f"{named}\n{os.urandom(KEY_BYTES).hex()}\n")
    try:
        known, secret = path.read_text(encoding="utf-8").split("\n")[:2]
        private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    except ValueError:
        fail(said("{path} is no key of a witness: a name, and a key of 64 hexadecimal digits", path=str(path)))
    if name and name != known:
        fail(said("this witness signs as {known}: another name needs another folder", known=known))
    return Signer(known, private)


def _read_state(path: Path) -> dict[str, Any]:
    """What a file says of a log; nothing where there is none. One that is damaged is not taken for nothing."""
    if not path.exists():
        return {}
    unread = said("{path} cannot be read ({why}): what was seen last is not known", path=str(path))
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        if not _is_state(state):
            fail(unread.about(why=said("it is not what a witness writes")))
    except RecursionError:
        fail(unread.about(why=said("this is nested too deeply")))
    except ValueError as error:
        fail(unread.about(why=words_of(error)))
    return dict(state)


def _is_state(state: Any) -> bool:
    """Whether this was kept of a log: its fields, and a checkpoint that the key beside it has signed."""
    from minibac.tlog.notes import NoteError, read_checkpoint, read_key

    if not isinstance(state, dict) or not state.keys() >= {"key", "checkpoint"}:
        return False
    if any(not isinstance(value, KEPT.get(name, object)) for name, value in state.items()):
        return False
    try:
        key, (checkpoint, note) = read_key(state["key"]), read_checkpoint(state["checkpoint"])
    except NoteError:
        return False
    rightly = state.get("caught", "truncated") in (*CONVICTED, "truncated")  # which convicted, once
    earlier = "before" not in state or _is_state(state["before"])
    return rightly and earlier and checkpoint.origin == key.name and key.signed(note)


def _logs(states: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Everything that is known, also of logs that go by another name now."""
    for state in states:
        yield state
        yield from _logs([state["before"]] if "before" in state else [])


def _name(state: dict[str, Any]) -> str:
    """The name of the log that is known so."""
    return str(state["key"]).partition("+")[0]


def _write_safely(path: Path, text: str) -> None:
    """Write a file so that a power cut leaves the old one or the new one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(text.encode())  # all of it, or an error
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    draft.replace(path)
    if sys.platform == "win32":  # which opens no folder as a file
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
