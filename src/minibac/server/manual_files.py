"""The manual as the package carries it: one compressed file, ``web/manual.tar.xz``, built by ``python3 go.py docs``.

A house without it runs as well, and says so under ``/manual``. It is read when somebody first asks for a page
of it, and again after it was built anew.
"""

import lzma
import tarfile
from importlib.resources import files
from pathlib import Path

from minibac.server.web_files import TYPES, WebFile, web_file


class ManualFiles:
    """Every file of the manual, ready to be sent."""

    def __init__(self, archive: Path | None = None) -> None:
        self._archive = archive or Path(str(files("minibac"))) / "web" / "manual.tar.xz"
        self._built_at: int | None = None
        self._contents: dict[str, bytes] = {}
        self._ready: dict[str, WebFile] = {}

    @property
    def built(self) -> bool:
        """Whether there is a manual; what an archive that is damaged still holds is none."""
        try:
            built_at = self._archive.stat().st_mtime_ns
        except OSError:
            return False
        if built_at != self._built_at:
            self._ready.clear()
            self._contents = _contents(self._archive)
            self._built_at = built_at
        return bool(self._contents)

    def file(self, name: str) -> WebFile | None:
        """A page or a picture by its path in the manual."""
        if not self.built or name not in self._contents:
            return None
        if name not in self._ready:
            suffix = Path(name).suffix  # an example, such as a wager file, is read as it is
            self._ready[name] = web_file(self._contents[name], suffix if suffix in TYPES else ".txt")
        return self._ready[name]


def _contents(archive: Path) -> dict[str, bytes]:
    try:
        with tarfile.open(archive, "r:xz") as packed:
            return {each.name: opened.read() for each in packed if (opened := packed.extractfile(each)) is not None}
    except (OSError, EOFError, lzma.LZMAError, tarfile.TarError):
        return {}
