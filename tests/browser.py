"""The browser of the tests: the distribution's chromium, driven by Playwright.

Playwright's own browsers are never fetched. As root, ``python3 go.py test`` installs chromium where there is none.
"""

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.missing import missing

if TYPE_CHECKING:  # a test that needs no browser does not wait for Playwright
    from playwright.sync_api import Browser, BrowserContext

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""What chromium and its near kin are called; go.py looks for the same."""

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


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of chromium."""
    return find_chromium() or missing("the page in a browser; there is no chromium (on Debian: apt install chromium)")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator["Browser"]:
    """One headless chromium for a module; a test takes a context of its own, ``browser.new_context()``.

    Not for the whole run: while Playwright is open its event loop counts as running in this thread, and the next test
    that calls ``asyncio.run`` would be refused.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS, timeout=LAUNCH_MS)
        new_context = started.new_context

        def patient(**facts: Any) -> "BrowserContext":
            context = new_context(**facts)
            context.set_default_timeout(PATIENCE_MS)
            return context

        started.new_context = patient  # type: ignore[method-assign]
        yield started
        started.close()
