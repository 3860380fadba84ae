"""Data folders as earlier versions left them: what is in one, and how it is laid out for a test.

A folder of ``tests/data/versions`` is what ``python -m tests.upgrades.make VERSION`` wrote with that version's program:
a house that stopped with a round half dealt, wagers on the felt and a form half signed, and what it gave out of itself.
"""

import lzma
import os
from pathlib import Path

import msgspec

from tests.server.running import KEY

VERSIONS = Path(__file__).parent.parent / "data" / "versions"
MANIFEST = "manifest.json"
SQLITE, BACKUP, DUMP, FOLDER = "minibac.sqlite", "backup.sqlite", "postgres.sql", "backup-postgres"


class Sits(msgspec.Struct, frozen=True):
    """A guest at a table when the house stopped, and the session that comes back."""

    guest: str
    name: str
    seat: int
    cookie: str
    wagers: dict[str, int]
    """Cents by area."""


class KeptTable(msgspec.Struct, frozen=True):
    """A table when the house stopped."""

    phase: str
    shoe_no: int
    coup_no: int
    sits: tuple[Sits, ...]


class Manifest(msgspec.Struct, frozen=True):
    """What a folder must hold, whoever reads it."""

    version: str
    at: int
    """The moment of the house when it stopped."""
    heads: dict[str, tuple[int, str]]
    """Of every log its last version, and the hash of it."""
    balances: dict[str, int]
    """Of every account of the house and its tables, in cents."""
    tables: dict[str, KeptTable]
    password: str
    """Of all the staff."""
    staff: dict[str, str]
    """Name by role."""
    form: str
    """The number of the form that is half signed."""
    ended: str
    """The table whose shoe came to its end."""
    school_key: str


def versions() -> list[str]:
    """Every version of which there is a folder, the oldest first."""
    return sorted((folder.name for folder in VERSIONS.glob("*.*.*")), key=lambda name: [*map(int, name.split("."))])


def manifest_of(version: str) -> Manifest:
    return msgspec.json.decode((VERSIONS / version / MANIFEST).read_bytes(), type=Manifest)


def packed(file: Path) -> bytes:
    """The file as it is kept: small, and always the same bytes for the same content."""
    return lzma.compress(file.read_bytes(), preset=9 | lzma.PRESET_EXTREME)


def lay_out(version: str, folder: Path) -> Manifest:
    """Put everything of a version into a folder, as it lay where the house ran; what was packed is unpacked."""
    folder.mkdir(parents=True, exist_ok=True)
    source = VERSIONS / version
    for file in sorted(source.rglob("*")):
        goal = folder / file.relative_to(source)
        if file.is_dir():
            goal.mkdir(exist_ok=True)
        elif file.suffix == ".xz":
            goal.with_suffix("").write_bytes(lzma.decompress(file.read_bytes()))
        else:
            goal.write_bytes(file.read_bytes())
    key = folder / "vault.key"
    os.close(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    key.write_text(KEY.hex() + "\n", encoding="ascii")
    return manifest_of(version)


def houses_in(folder: Path) -> list[Path]:
    """The house files of a folder."""
    return sorted((folder / "houses").glob("*.toml"))
