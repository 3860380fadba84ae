"""Build the manual: ``python3 go.py docs`` calls it.

    python docs/site/build.py FOLDER [ARCHIVE]

FOLDER gets the site, to be opened from the disk; ARCHIVE gets it as the one file that a house serves under ``/manual``.
Any warning fails, and so does a link or an anchor that leads nowhere. The same pages give the same bytes.
"""

import importlib.metadata
import io
import lzma
import os
import re
import shutil
import sys
import tarfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.cmd.build import build_main

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent
LARGEST_PICTURE = 300_000
"""Bytes. The recordings are larger, and stay out of the archive: ``pip install minibac`` fetches it."""
UNWANTED = (".buildinfo", "objects.inv")
"""What Sphinx leaves for itself and for other sites."""
WORK_OF_OTHERS = ("accessible-pygments", "furo", "pygments", "snowballstemmer", "sphinx", "sphinx-basic-ng")
"""Packages whose scripts and styles are in the site; locks/bill.py lists them too."""
OUTSIDE = ("http", "https", "mailto", "data")


class Page(HTMLParser):
    """What a page leads to, and what can be led to in it."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "use":
                self.links.append(value)
            if name == "id" and value:
                self.anchors.add(value)


def dead_links(site: Path) -> Iterator[str]:
    """Each link of the finished site that leads nowhere."""
    pages = {}
    for file in sorted(site.rglob("*.html")):
        pages[file] = Page()
        pages[file].feed(file.read_text(encoding="utf-8"))
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in OUTSIDE:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            where = f"{file.relative_to(site).as_posix()}: {link}"
            if not target.is_relative_to(site) or not target.is_file():
                yield f"{where} leads nowhere"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{where} has no such anchor"


def build(site: Path, docs: Path = DOCS) -> int:
    """Make the site anew; the status is that of a command."""
    shutil.rmtree(site, ignore_errors=True)
    kept = site.with_name(site.name + ".doctrees")
    shutil.rmtree(kept, ignore_errors=True)
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    arguments = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(docs / "site"), "-d", str(kept)]
    status = build_main([*arguments, str(docs), str(site)])
    shutil.rmtree(kept, ignore_errors=True)
    if status:
        return status
    for name in UNWANTED:
        (site / name).unlink(missing_ok=True)
    lay_licences(site / "licences")
    dead = list(dead_links(site.resolve()))
    for each in dead:
        print(each, file=sys.stderr)
    return 1 if dead else 0


def lay_licences(folder: Path) -> None:
    """The licence of each package that something in the site is from: it goes wherever that goes."""
    folder.mkdir()
    for name in WORK_OF_OTHERS:
        (found,) = (
            file
            for file in importlib.metadata.files(name) or ()
            if file.stem in ("LICENSE", "COPYING") and ".dist-info" in str(file)
        )
        (folder / f"{name}.txt").write_text(found.read_text(encoding="utf-8"), encoding="utf-8")


def slimmed(page: bytes, left_out: dict[str, int]) -> bytes:
    """A page as a house serves it: a sentence stands where a recording is left out."""
    for name, size in left_out.items():
        said = f"A recording of {size // 1000} kB, left out of the package: docs/pictures/{name} in the source."
        page = re.sub(rb'<img [^>]*_images/%s"[^>]*>' % re.escape(name).encode(), b"<em>%s</em>" % said.encode(), page)
    return page


def pack(site: Path, archive: Path) -> None:
    """The site in one file, in an order and with times that never change.

    Its pages are much alike, so one stream holds them in a fifth of what they take one by one.
    """
    files = sorted(each for each in site.rglob("*") if each.is_file() and each.suffix != ".map")
    large = {each.name: each.stat().st_size for each in files if each.suffix == ".webp"}
    left_out = {name: size for name, size in large.items() if size > LARGEST_PICTURE}
    fresh = archive.with_name(archive.name + ".new")
    with (
        lzma.open(fresh, "wb", preset=9) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as packed,
    ):
        for file in files:
            if file.name in left_out:
                continue
            data = file.read_bytes()
            if file.suffix == ".html":
                data = slimmed(data, left_out)
            entry = tarfile.TarInfo(file.relative_to(site).as_posix())
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    fresh.replace(archive)


def main(arguments: list[str]) -> int:
    site = Path(arguments[0]).resolve()
    status = build(site)
    if not status and len(arguments) > 1:
        pack(site, Path(arguments[1]).resolve())
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
