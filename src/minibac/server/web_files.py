"""The pages and their files, as the package holds them, under one hash: the build.

A page is a file in ``web/pages``; ``__BUILD__`` in it becomes the build, so that it asks for ``/static/BUILD/…``, which
never changes and may be kept for ever. A page of another build is outdated, and the WebSocket tells it so.
``__LANGUAGES__`` becomes the languages of the house, each by its own name, to choose from; ``__ZONE__`` its time
zone; ``__HEAD__`` becomes ``web/head.html``, what every page has in its head. The style sheets that a page names itself
are sent as one, ``css/of/PAGE.css``: small files can be read, and one is the lighter to send.
"""

import gzip
import hashlib
import html
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from minibac.voice.languages import catalogue, languages

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".py": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
}
VOICE = "voice/"
"""Where the catalogues of the languages are found beside the page's own files: ``/static/BUILD/voice/zh.json``."""
SQUEEZED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".txt", ".py", ".webmanifest")
SHEET = re.compile(r'\s*<link rel="stylesheet" href="/static/__BUILD__/(css/[\w-]+[.]css)">')
"""A style sheet as a page names it, each in a line of its own."""
JOINED = re.compile(r"css/of/([\w-]+)[.]css")
HEAD, BUILD, LANGUAGES, ZONE = "__HEAD__", "__BUILD__", "__LANGUAGES__", "__ZONE__"


class WebFile(NamedTuple):
    """One file, ready to be sent."""

    data: bytes
    squeezed: bytes
    """Compressed with gzip, or empty where that gains nothing."""
    type: str
    tag: str


class WebFiles:
    """Every file of the pages, read once, or after each change in a checkout that somebody works in."""

    def __init__(self, *, reread: bool = False) -> None:
        self._folder = Path(str(files("minibac"))) / "web"
        self._voice = Path(str(files("minibac.voice"))) / "catalogues"
        self._reread = reread
        self._static: dict[str, tuple[WebFile, int, Path]] = {}
        self._pages: dict[tuple[str, str], WebFile] = {}
        self._build = ""

    @property
    def build(self) -> str:
        """A hash over every file."""
        self._build = self._build or self._hashed()
        return self._build

    def _hashed(self) -> str:
        digest = hashlib.sha256()
        for folder in (self._folder, self._voice):
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.suffix in TYPES and "__pycache__" not in path.parts:
                    digest.update(path.relative_to(folder).as_posix().encode())
                    digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()[:12]

    def page(self, name: str, zone: str) -> WebFile | None:
        """A page shell, with the build and the time zone of the house in it."""
        if self._reread:
            self._pages.clear()
            self._build = ""
        if (name, zone) not in self._pages:
            path = self._folder / "pages" / f"{name}.html"
            if not path.is_file():
                return None
            names = json.dumps({each: catalogue(each).manner.name for each in languages()}, ensure_ascii=False)
            head = (self._folder / "head.html").read_text(encoding="utf-8").strip()
            text = _with_one_sheet(name, path.read_text(encoding="utf-8")).replace(HEAD, head)
            text = (
                text.replace(BUILD, self.build).replace(LANGUAGES, html.escape(names)).replace(ZONE, html.escape(zone))
            )
            self._pages[name, zone] = web_file(text.encode(), ".html")
        return self._pages[name, zone]

    def static(self, name: str) -> WebFile | None:
        """A file under ``web/static``, or a catalogue; nothing outside, however it is written."""
        kept, written_at, path = self._static.get(name, (None, 0, self._folder))
        if one := JOINED.fullmatch(name):
            if kept is None or self._reread:
                kept = self._joined(one[1])
            if kept is not None:
                self._static[name] = kept, 0, path
            return kept
        if kept is None or (self._reread and _written_at(path) != written_at):
            root = (self._voice if name.startswith(VOICE) else self._folder / "static").resolve()
            try:
                path = (root / name.removeprefix(VOICE)).resolve()
                inside = path.is_relative_to(root) and path.is_file() and path.suffix in TYPES
            except (OSError, ValueError):
                return None
            if not inside:
                return None
            kept = web_file(path.read_bytes(), path.suffix)
            self._static[name] = kept, _written_at(path), path
        return kept

    def _joined(self, page: str) -> WebFile | None:
        """The style sheets of a page, in the order it names them."""
        path = self._folder / "pages" / f"{page}.html"
        if not path.is_file():
            return None
        named = SHEET.findall(path.read_text(encoding="utf-8"))
        return web_file(b"\n".join((self._folder / "static" / each).read_bytes() for each in named), ".css")


def _with_one_sheet(name: str, text: str) -> str:
    """The style sheets that a page names itself as one link, at the place of the first."""
    found = SHEET.search(text)
    if found is None:
        return text
    one = f'\n    <link rel="stylesheet" href="/static/{BUILD}/css/of/{name}.css">'
    return text[: found.start()] + one + SHEET.sub("", text[found.start() :])


def _written_at(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


def web_file(data: bytes, suffix: str) -> WebFile:
    """A file with all that goes before it on its way."""
    squeezed = gzip.compress(data, 6, mtime=0) if suffix in SQUEEZED and len(data) > 500 else b""
    tag = f'"{hashlib.sha256(data).hexdigest()[:24]}"'
    return WebFile(data, squeezed if len(squeezed) < len(data) else b"", TYPES[suffix], tag)
