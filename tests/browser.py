"""The browser of the tests: the distribution's chromium, driven by Playwright, with letters of its own.

Playwright's own browsers are never fetched. As root, ``python3 go.py test`` installs chromium and the fonts where there
are none. Of all the fonts of a machine chromium sees here DejaVu's, which are the widest, and one with Chinese: what a
page looks like does not depend on who has worked on the machine.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.missing import missing

if TYPE_CHECKING:  # a test that needs no browser does not wait for Playwright
    from playwright.sync_api import Browser, BrowserContext

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""What chromium and its near kin are called, the one without a window first: it takes a third less of the processor;
go.py looks for the same."""

FONTS = {
    "fonts-dejavu-core": (
        "DejaVuSans.ttf",
        "DejaVuSans-Bold.ttf",
        "DejaVuSansMono.ttf",
        "DejaVuSansMono-Bold.ttf",
        "DejaVuSerif.ttf",
        "DejaVuSerif-Bold.ttf",
    ),
    "fonts-wqy-zenhei": ("wqy-zenhei.ttc",),
}
"""The files that chromium may write with, by their Debian packages; go.py looks for one of each."""

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "$HOME/.local/share/fonts", "$HOME/.fonts")
"""Where fonts usually lie; go.py looks there too."""

FONT_SETTINGS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <match target="pattern"><edit name="hintstyle"><const>hintslight</const></edit></match>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # The page needs its own server and nothing else: every other name is unknown.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
"""How chromium is started, so that it talks to this machine alone."""

LAUNCH_MS = 120_000
PATIENCE_MS = 60_000
"""How long a busy machine may take to start it, and to do one thing in it."""


def find_chromium() -> str | None:
    """Where chromium is, if it is here."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def font_folders() -> list[Path]:
    """Those of FONT_FOLDERS that there are."""
    return [folder for folder in map(Path, map(os.path.expandvars, FONT_FOLDERS)) if folder.is_dir()]


def find_fonts(folders: list[Path]) -> dict[str, Path]:
    """Each file of FONTS that lies in one of these folders, however deep."""
    wanted = {name for names in FONTS.values() for name in names}
    files = (Path(inside, name) for folder in folders for inside, _, names in os.walk(folder) for name in names)
    return {file.name: file for file in files if file.name in wanted}


def lacking_fonts(folders: list[Path]) -> str:
    """Which fonts a machine lacks and where they were looked for, in words; empty where nothing is missing."""
    here = find_fonts(folders)
    packages = [package for package, names in FONTS.items() if not here.keys() >= set(names)]
    if not packages:
        return ""
    places = ", ".join(map(str, folders)) or "the usual places"
    return f"no {' and no '.join(packages)} in {places} (on Debian: apt install {' '.join(packages)})"


@cache
def font_settings() -> "tempfile.TemporaryDirectory[str]":
    """A folder with links to the fonts and a ``fonts.conf`` that knows no others; it goes with this process."""
    folder = tempfile.TemporaryDirectory(prefix="minibac-fonts-")
    for name, file in find_fonts(font_folders()).items():
        Path(folder.name, name).symlink_to(file)
    Path(folder.name, "fonts.conf").write_text(FONT_SETTINGS.format(folder=folder.name), encoding="utf-8")
    return folder


@contextmanager
def running_chromium(path: str | None = None, *flags: str) -> Iterator["Browser"]:
    """A headless chromium with the fonts of the tests. Only where there is fontconfig are they chosen: not on a Mac."""
    from playwright.sync_api import sync_playwright

    fonts = {"FONTCONFIG_FILE": f"{font_settings().name}/fonts.conf"} if sys.platform == "linux" else {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path or find_chromium(),
            args=[*FLAGS, *flags],
            env={**os.environ, **fonts},
            timeout=LAUNCH_MS,
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of chromium, on a machine that has its letters too."""
    if sys.platform == "linux" and (lacking := lacking_fonts(font_folders())):
        missing(f"the page in a browser; {lacking}")
    return find_chromium() or missing("the page in a browser; there is no chromium (on Debian: apt install chromium)")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator["Browser"]:
    """One headless chromium for a module; a test takes a context of its own, ``browser.new_context()``.

    Not for the whole run: while Playwright is open its event loop counts as running in this thread, and the next test
    that calls ``asyncio.run`` would be refused.
    """
    with running_chromium(chromium) as started:
        new_context = started.new_context

        def patient(**facts: Any) -> "BrowserContext":
            context = new_context(**facts)
            context.set_default_timeout(PATIENCE_MS)
            return context

        started.new_context = patient  # type: ignore[method-assign]
        yield started
