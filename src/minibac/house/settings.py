"""Settings of a running house: one file, the environment, the command line; each overrides the one before.

Nothing has to be set. A wrong value is told in one sentence, and all wrong values are told at once.
"""

import re
import shlex
import tomllib
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import msgspec

from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.words import did_you_mean, listed
from minibac.table.timing import GUESTS, Timing
from minibac.tlog.notes import WITNESS, NoteError, read_key
from minibac.voice.misread import in_our_words
from minibac.voice.said import said, words_of

PREFIX = "MINIBAC_"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a house runs; what it plays stands in its house files."""

    host: str = "127.0.0.1"
    port: int = 8042
    data: str = "minibac-data"
    """The folder of the database and the key."""
    database: str = ""
    """Empty: SQLite in the data folder. Otherwise the address of a PostgreSQL database."""
    houses: tuple[str, ...] = ()
    """House files; none: the sample house of each rulebook."""
    key_file: str = ""
    """The key of the vault; empty: ``vault.key`` in the data folder. It never goes into the database."""
    key_command: str = ""
    """A command that prints the key, in place of a file: an agent, a vault, a hardware token."""
    checkpoint_file: str = ""
    """The checkpoint of the open log that was signed last; empty: beside the key, or in the data folder."""
    backup_hours: int = 0
    """How often the house makes a copy of itself and proves it; 0: when somebody asks."""
    backups_kept: int = 14
    """How many of the copies that it made by itself are kept."""
    backup_folder: str = ""
    """Where copies go; empty: ``backups`` in the data folder."""
    secure_cookies: bool = False
    """Cookies are for HTTPS only: set it behind a proxy that speaks it."""
    trusted_origins: tuple[str, ...] = ()
    """Further origins whose pages may talk to this house."""
    allowed_hosts: tuple[str, ...] = ()
    """Names by which this house may be asked for, beside addresses, ``localhost`` and the machine's own."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose ``X-Forwarded-For`` is believed."""
    guest_wallet_cents: int = 1_000_000
    """The play chips a new guest has."""
    timing: Timing = Timing()
    pace_ms: int = 700
    """How long one step of the automatic dealer takes."""
    procedure_pace_ms: int = 450
    """How long one step of opening and shuffle takes when the automatic dealer does it; a third of it, and an automatic
    guest has sat down or put chips somewhere."""
    result_pace_ms: int = 3_500
    """How long a result stands before the automatic dealer clears the cards; five of its steps at most."""
    snapshot_events: int = 500
    """How many events are replayed at most when a table is opened, and some of a shoe."""
    console_idle_minutes: int = 5
    """After which a dealer's console is locked (R28)."""
    guest_idle_minutes: int = 30
    """After which a guest signs in again (R28)."""
    training_idle_minutes: int = 60
    """After which a training table that nobody visits is gone."""
    training_tables_max: int = 50
    training_tables_per_guest: int = 3
    training_tables_per_address: int = 25
    """So many of them are one guest's at most, and those of guests from one address; the staff has no such bound."""
    messages_per_second: int = 20
    """How many messages one connection may send, on average."""
    requests_per_minute: int = 600
    """How many requests one address may make, on average."""
    connections_max: int = 10_000
    """How many connections there are at most, as far as the files that the system lets a process open allow it."""
    connections_per_address: int = 2_000
    """How many of them from one address, and never more than half of all."""
    patience_seconds: int = 30
    """How long the house waits for a request to arrive whole, for the next one, and for an answer to be taken."""
    sign_in_failures_max: int = 3
    lockout_minutes: int = 15
    self_check_hours: int = 24
    """How often the program looks at its own files (R42)."""
    check_hours: int = 24
    """How often everything that is kept is held against itself, beside once soon after the start (R25)."""
    log_minutes: int = 10
    """How often every log that went on says in the open log where it stands."""
    log_witnesses: tuple[str, ...] = ()
    """The keys of those whose signatures under the open log this house shows, as ``minibac witness`` prints them."""
    lease_ms: int = 3_000
    """How long a process that says nothing still owns its tables, where several share a database."""
    renew_ms: int = 1_000
    """How often it says so."""
    metrics: bool = True
    log_format: str = "lines"
    """``lines`` for people, ``json`` for machines."""

    @property
    def key_path(self) -> Path:
        """Where the key of the vault lies."""
        return Path(self.key_file) if self.key_file else Path(self.data) / "vault.key"

    @property
    def checkpoint_path(self) -> Path:
        """Where the checkpoint of the open log lies that was signed last: beside the key, apart from the log."""
        if self.checkpoint_file:
            return Path(self.checkpoint_file)
        return self.key_path.with_name("log.checkpoint")

    @property
    def backup_path(self) -> Path:
        """The folder of copies."""
        return Path(self.backup_folder) if self.backup_folder else Path(self.data) / "backups"

    @property
    def sqlite_path(self) -> Path:
        """Where the embedded database lies."""
        return Path(self.data) / "minibac.sqlite"


NAMES = tuple(field.name for field in msgspec.structs.fields(Settings))
POSITIVE = (
    "guest_wallet_cents", "snapshot_events", "console_idle_minutes", "guest_idle_minutes", "training_idle_minutes",
    "messages_per_second", "requests_per_minute", "connections_max", "connections_per_address", "patience_seconds",
    "sign_in_failures_max", "lockout_minutes", "self_check_hours", "check_hours", "log_minutes", "lease_ms", "renew_ms",
    "backups_kept",
)  # fmt: skip

FROM_ZERO = (
    "pace_ms", "procedure_pace_ms", "result_pace_ms", "backup_hours",
    "training_tables_max", "training_tables_per_guest", "training_tables_per_address",
)  # fmt: skip
MOST = 10**9
"""More than any of the numbers means anything for."""
MOST_CENTS = 10**12
"""What a guest may be given: the ledger holds the play chips of nine million such guests, and a page every digit."""
TEXTS = tuple(field.name for field in msgspec.structs.fields(Settings) if field.type is str)
LISTS = tuple(field.name for field in msgspec.structs.fields(Settings) if field.type == tuple[str, ...])


def load_settings(
    path: str | Path | None = None,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
) -> Settings | tuple[Refusal, ...]:
    """The settings of a file, of ``MINIBAC_…`` in the environment and of the command line, or every fault in them.

    >>> load_settings(environ={"MINIBAC_PORT": "9000"}, overrides={"data": "here"}).port
    9000
    >>> for refusal in load_settings(environ={"MINIBAC_PROT": "9000", "MINIBAC_PACE_MS": "soon"}):
    ...     print(refusal)
    MINIBAC_PROT: there is no setting prot (did you mean port?)
    MINIBAC_PACE_MS: a whole number is expected, 0 or more, not a text
    """
    faults: list[Refusal] = []
    given: dict[str, tuple[str, object]] = {}
    if path is not None:
        given |= {name: (f"{path}: {name}", value) for name, value in _file(Path(path), faults).items()}
    for variable, text in (environ or {}).items():
        if variable.startswith(PREFIX):
            name = variable.removeprefix(PREFIX).lower()
            given[name] = variable, _read(name, text)
    for name, value in (overrides or {}).items():
        if value is not None:
            given[name] = name.replace("_", "-"), value
    chosen = {name: value for name, (where, value) in given.items() if _fits(name, where, value, faults)}
    if faults:
        return tuple(faults)
    return msgspec.convert(chosen, Settings)


def _file(path: Path, faults: list[Refusal]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        why = said("{path}: cannot be read ({why})", path=str(path), why=words_of(error))
    except ValueError as error:
        why = said("{path}: is no TOML: {error:_}", path=str(path), error=str(error))
    faults.append(refuse(Code.HOUSE_FILE, why))
    return {}


def _read(name: str, text: str) -> object:
    """A variable of the environment: lists are separated by commas, and what is no text is read as TOML where it can
    be."""
    if name in LISTS:
        return [part.strip() for part in text.split(",") if part.strip()]
    if name not in TEXTS and (name == "timing" or text in ("true", "false") or text.lstrip("-").isdigit()):
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except ValueError:
            return text
    return text


def _fits(name: str, where: str, value: object, faults: list[Refusal]) -> bool:
    """Whether a value can be taken; if not, the reason is among the faults."""
    if name not in NAMES:
        meant = did_you_mean(name, NAMES)
        sentence = said("{where}: there is no setting {name}{did_you_mean}", where=where, name=name, did_you_mean=meant)
        faults.append(refuse(Code.HOUSE_FILE, sentence, allowed=NAMES))
        return False
    try:
        found = getattr(msgspec.convert({name: value}, Settings), name)
    except msgspec.ValidationError as error:
        faults.append(refuse(Code.HOUSE_FILE, said("{where}: {misread}", where=where, misread=_misread(name, error))))
        return False
    problem = _problem(name, found)
    if problem:
        faults.append(refuse(Code.HOUSE_FILE, said("{where}: {problem}", where=where, problem=problem)))
    return not problem


def _misread(name: str, error: msgspec.ValidationError) -> str:
    """Why a value is of the wrong kind, and what the setting takes."""
    sentence = in_our_words(error).removeprefix(f"{name}: ").removeprefix(f"{name}.")
    bounds = _bounds(name)
    return sentence.replace(" is expected, ", f" is expected, {bounds}, ", 1) if bounds else sentence


def _bounds(name: str) -> str:
    if name == "port":
        return "from 0 to 65535"
    return "1 or more" if name in POSITIVE else "0 or more" if name in FROM_ZERO else ""


def _problem(name: str, value: Any) -> str:
    if name == "port" and not 0 <= value <= 65_535:
        return f"{value} is no port; it is a number {_bounds(name)}"
    if (name in POSITIVE and value < 1) or (name in FROM_ZERO and value < 0):
        return f"{value} is too small; it is {_bounds(name)}"
    if name in (*POSITIVE, *FROM_ZERO) and value > (most := MOST_CENTS if name.endswith("_cents") else MOST):
        return f"it is too large; it is {most} at most"
    if any("\0" in text for text in ((value,) if name in TEXTS else value if name in LISTS else ())):
        return "a NUL stands in it"
    if name == "host" and not value.strip():
        return "it is empty; write the address to listen at, as 127.0.0.1, or 0.0.0.0 for every one of the machine"
    if name == "timing" and (short := [field for field in value.__struct_fields__ if getattr(value, field) < 0]):
        return f"{listed(short, 'and')} cannot be below 0"
    if name == "timing" and (long := [field for field in value.__struct_fields__ if getattr(value, field) > MOST]):
        return f"{listed(long, 'and')} cannot be above {MOST}"
    if name == "timing" and (none := [field for field in GUESTS if not getattr(value, field)]):
        return f"{listed(none, 'and')} cannot be 0: guests have some time to answer"
    if name == "key_command" and (wrong := _unreadable(value)):
        return wrong
    if name == "log_witnesses":
        return next((f"{key[:80]!r} is no key of a witness" for key in value if not _is_witness(key)), "")
    if name in ENTRIES:
        right, example = ENTRIES[name]
        return next((f"{entry[:80]!r} matches nobody; write {example}" for entry in value if not right(entry)), "")
    if name == "log_format" and value not in ("lines", "json"):
        return f"{value!r} is no form of the log; it is lines or json"
    return ""


def _unreadable(command: str) -> str:
    """Why a command cannot be meant so; nothing of its words is repeated."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        return f"the command cannot be read: {str(error).lower()}"
    if command and not "".join(words[:1]):
        return "the command names no program"
    if words and "=" in words[0]:
        return "the command begins with a word that has = in it; a variable is set by env NAME=VALUE PROGRAM"
    return ""


def _is_proxy(entry: str) -> bool:
    """An address, or a network by its first address; ``*`` is everybody."""
    try:
        ip_network(entry)
    except ValueError:
        return entry == "*"
    return True


ENTRIES: Mapping[str, tuple[Callable[[str], object], str]] = {
    "allowed_hosts": (re.compile(r"[^\s/:*@\[\]]+").fullmatch, "the name alone, as house.example"),
    "trusted_origins": (re.compile(r"[a-z][a-z0-9+.-]*://[^\s/]+").fullmatch, "it whole, as https://other.example"),
    "trusted_proxies": (_is_proxy, "an address or a network, as 10.0.0.7 or 10.0.0.0/8"),
}
"""Lists whose entries are held against what a caller says of itself: which entries can ever match, and an example."""


def _is_witness(key: str) -> bool:
    try:
        return read_key(key).kind == WITNESS
    except NoteError:
        return False
