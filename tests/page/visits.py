"""Every page of the site with somebody who may open it, and what is asked of each: it fits, axe is content, it is ours.

A house with guests, coups and people of each role, so that no page is looked at while it is empty.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from minibac.people.sessions import COOKIE
from tests.page.guests import NO_TOUR, WAIT_MS
from tests.server.running import Client, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = {360: 740, 768: 1024, 1280: 800, 1920: 1080}
SERIOUS = ("serious", "critical")
SETTLES_MS = 10_000
TABLE = "ma-1"
PIT = "massachusetts-main"


class Visit(NamedTuple):
    """A page as one person opens it."""

    name: str
    """The file of the page."""
    address: str
    role: str = ""
    """Whose page it is; nobody's in particular where it is empty."""


VISITS = (
    Visit("lobby", "/"),
    Visit("table", f"/table/{TABLE}"),
    Visit("dealer", f"/dealer/{TABLE}", "dealer"),
    Visit("floor", f"/floor/{PIT}", "floorperson"),
    Visit("surveillance", "/surveillance", "surveillance"),
    Visit("books", "/books", "accounting"),
    Visit("admin", "/admin", "admin"),
    Visit("exclusions", "/exclusions", "security"),
    Visit("school", "/school", "instructor"),
    Visit("board", "/board/c-1", "instructor"),
    Visit("mistake", "/mistake/{exam}/1", "instructor"),
    Visit("odds", "/odds"),
    Visit("drills", "/drills"),
    Visit("course", "/course"),
    Visit("exam", "/exams", "assessor"),
    Visit("rules", "/rules"),
    Visit("rules", "/rules/sen-1"),
    Visit("replay", f"/replay/{TABLE}/1/1"),
    Visit("join", "/join/{token}"),
    Visit("fair", f"/fair/{TABLE}"),
    Visit("sign-in", "/sign-in"),
)
"""Each page at least once; a page that is added to the site is added here, and a test says so."""


def play_a_shoe(server: RunningServer, table: str = TABLE) -> None:
    """Let a guest play until the first shoe is over and its order shown."""
    with server.guest("Ada") as ada:
        live = ada.live(table)
        live.sit(3, chips_cents=500_000)
        live.until_view(lambda view: view["phase"] == "betting")
        live.give("PlaceWager", seat=3, wager="banker", cents=2_500)
        live.until_view(lambda view: view["last"] is not None)


@contextmanager
def opened(
    server: RunningServer,
    browser: "Browser",
    visit: Visit,
    person: Client | None = None,
    seen: list[tuple[str, int]] | None = None,
    **context: Any,
) -> Iterator["Page"]:
    """The page, drawn; a fault in its scripts fails the test. ``seen`` takes each address it asks for, and its size."""
    facts: dict[str, Any] = {
        "viewport": {"width": 1280, "height": 800},
        "reduced_motion": "reduce",
        "locale": "en-US",
    } | context
    address = visit.address
    if "{token}" in address:
        address = address.replace("{token}", server.call(server.front.people.invitations.make("dealer", "test")))
    if "{exam}" in address:
        kept = server.call(server.front.exams.every())
        address = address.replace("{exam}", next((exam.id for exam in kept), "none"))
    with browser.new_context(**facts) as room:
        room.add_init_script(NO_TOUR)
        if person is not None:
            cookie = person.http.cookies[COOKIE]
            room.add_cookies([{"name": COOKIE, "value": cookie, "url": server.base}])
        page = room.new_page()
        page.set_default_timeout(WAIT_MS)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        if seen is not None:
            page.on("requestfinished", lambda request: seen.append((request.url, request.sizes()["responseBodySize"])))
            page.on("requestfailed", lambda request: seen.append((request.url, 0)))
        page.goto(server.base + address)
        page.locator("body[data-ready]").wait_for()
        yield page
        assert faults == []


def each_letters(page: "Page") -> Iterator[str]:
    """The page with its own faces, then with those of a browser that takes none: wide ones, see tests/browser.py."""
    for letters in ("the page's letters", "the system's letters"):
        page.evaluate(
            """(plain) => {
                document.querySelector("link[href$='faces.css']").disabled = plain;
                return document.fonts.ready;
            }""",
            letters.startswith("the system's"),
        )
        yield letters
    page.evaluate("document.querySelector(\"link[href$='faces.css']\").disabled = false")


def drawn_anew(page: "Page") -> None:
    """Wait until the page has been laid out and painted again, however long the machine takes for it."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def settled(page: "Page", look: Callable[[], list[str]]) -> list[str]:
    """What is wrong with how a page looks; empty where nothing is. A page may take a moment to settle."""
    found: list[str] = []
    for _ in range(SETTLES_MS // 100):
        if not (found := look()):
            break
        page.wait_for_timeout(100)
    return found


def overflow(page: "Page") -> list[str]:
    """What makes the page wider than its window; empty where it fits."""
    return settled(page, lambda: _overflow(page))


def _overflow(page: "Page") -> list[str]:
    found: list[str] = page.evaluate(
        """() => {
            const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
            if (wide <= 0) return [];
            const scrolled = (element) => {
                for (let up = element.parentElement; up; up = up.parentElement) {
                    if (getComputedStyle(up).overflowX !== "visible") return true;
                }
                return false;
            };
            const beyond = [...document.querySelectorAll("body *")]
                .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolled(element))
                .map((element) => `${element.tagName}.${element.className}`);
            return [`${wide} pixels`, ...beyond.slice(0, 6)];
        }"""
    )
    return found


def axe_finds(page: "Page") -> list[dict[str, Any]]:
    """Everything that axe finds. Of hundreds of lines that are alike, the first dozen is looked at."""
    from axe_playwright_python.sync_playwright import Axe

    context = {"exclude": [[".clause-item:nth-of-type(n + 12)"], [".sentences li:nth-of-type(n + 5)"]]}
    found = Axe().run(page, context=context).response["violations"]
    assert isinstance(found, list)
    return found


def anything(page: "Page") -> list[tuple[str, Any]]:
    """What axe finds, however slight."""
    return [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in axe_finds(page)]


def serious(page: "Page") -> list[tuple[str, Any]]:
    """What axe finds serious or worse."""
    return [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in axe_finds(page) if v["impact"] in SERIOUS]
