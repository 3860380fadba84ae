"""The program looks at its own files: code and rulebooks by SHA-256, at the start, every day and when asked (R42).

What the files ought to be is known in up to two ways, and both are held against what is there:

- **The wheel says so.** A package installed from a wheel carries its ``RECORD``: the hash of every file, made when the
  wheel was built. That list is older than anything that could have happened to the files since.
- **The house remembers.** The first time a version of the program runs on a store, the hashes of its files are kept in
  the store's documents under that version. Every later start of the same version is held against them. Another version
  is an upgrade: it is entered beside the others, and the log says so. Who can write both the files and the database can
  defeat this; so can, and must, nobody who can write only one of them.

A checkout is edited all the time, so from a checkout the list is made at the start of each run and says what has
changed *since*. ``python -m minibac.house.self_check`` prints one line for each file and a digest of all of them, to
be compared with a copy kept elsewhere. A difference stops new coups until somebody has looked.
"""

import base64
import hashlib
import sys
from importlib import metadata
from pathlib import Path

import msgspec

import minibac
from minibac.records.store import Store

PACKAGE = Path(minibac.__file__).parent
KIND = "self-check"
"""The kind of document under which a store keeps the hashes of each version."""
SKIPPED = ("__pycache__",)


class Manifest(msgspec.Struct, frozen=True):
    """The files of a package and their hashes."""

    version: str
    files: dict[str, str]

    @property
    def digest(self) -> str:
        """One hash over all of them.

        >>> Manifest("1", {"a.py": "00"}).digest[:8]
        '1e758565'
        """
        lines = "".join(f"{name} {digest}\n" for name, digest in sorted(self.files.items()))
        return hashlib.sha256(lines.encode()).hexdigest()


class Finding(msgspec.Struct, frozen=True):
    """What a look at the files found."""

    digest: str
    files_count: int
    against: str
    """What they were held against, in words."""
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not (self.changed or self.missing or self.added)

    def __str__(self) -> str:
        if self.ok:
            return f"{self.files_count} files of the program are as {self.against}"
        parts = {"changed": self.changed, "missing": self.missing, "not known": self.added}
        told = "; ".join(f"{word}: {', '.join(names[:5])}" for word, names in parts.items() if names)
        return f"the files of the program are not as {self.against} ({told})"


def manifest(package: Path = PACKAGE) -> Manifest:
    """The files of the package as they are now: code, rulebooks, pages."""
    files = {
        path.relative_to(package).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(package.rglob("*"))
        if path.is_file() and not any(part in SKIPPED for part in path.parts) and path.suffix != ".pyc"
    }
    return Manifest(minibac.__version__, files)


def compared(found: Manifest, wanted: Manifest, against: str) -> Finding:
    """Hold two lists against each other."""
    common = found.files.keys() & wanted.files.keys()
    return Finding(
        found.digest,
        len(found.files),
        against,
        changed=tuple(sorted(name for name in common if found.files[name] != wanted.files[name])),
        missing=tuple(sorted(wanted.files.keys() - found.files.keys())),
        added=tuple(sorted(found.files.keys() - wanted.files.keys())),
    )


def is_checkout(package: Path = PACKAGE) -> bool:
    """Whether the package is run from its source, where files change all the time."""
    return (package.parent.parent / "pyproject.toml").exists() and package.parent.name == "src"


def recorded_by_wheel(package: Path = PACKAGE) -> Manifest | None:
    """What the wheel says about its files, or ``None`` where the package was not installed from one."""
    try:
        distribution = metadata.distribution("minibac")
    except metadata.PackageNotFoundError:
        return None
    files = {}
    for file in distribution.files or ():
        if file.parts[0] == "minibac" and file.hash is not None and file.suffix != ".pyc":
            padded = file.hash.value + "=" * (-len(file.hash.value) % 4)
            files["/".join(file.parts[1:])] = base64.urlsafe_b64decode(padded).hex()
    if not files or Path(str(distribution.locate_file("minibac"))).resolve() != package.resolve():
        return None
    return Manifest(distribution.version, files)


class SelfCheck:
    """The check of one running house."""

    def __init__(self, store: Store, package: Path = PACKAGE) -> None:
        self._store = store
        self._package = package
        self._first: Manifest | None = None
        self.last: Finding | None = None

    async def look(self) -> Finding:
        """Hash every file and hold it against what is known."""
        found = manifest(self._package)
        wanted, against = await self._known(found)
        self.last = compared(found, wanted, against)
        wheel = recorded_by_wheel(self._package)
        if self.last.ok and wheel is not None:
            self.last = compared(found, wheel, "the wheel recorded them")
        return self.last

    async def _known(self, found: Manifest) -> tuple[Manifest, str]:
        if self._first is None:
            self._first = found
            if not is_checkout(self._package):
                kept = await self._store.get(KIND, found.version)
                if kept is None:
                    await self._store.put(KIND, [(found.version, msgspec.json.encode(found))])
                else:
                    self._first = msgspec.json.decode(kept, type=Manifest)
        if is_checkout(self._package):
            return self._first, "they were when the house started (a checkout)"
        return self._first, f"the house keeps them for version {found.version}"


def text(package: Path = PACKAGE) -> str:
    """The list for somebody who compares it with a copy of his own."""
    found = manifest(package)
    lines = [f"{digest}  {name}" for name, digest in sorted(found.files.items())]
    return "\n".join([*lines, f"{found.digest}  minibac {found.version}, {len(lines)} files"])


if __name__ == "__main__":
    sys.stdout.write(text() + "\n")
