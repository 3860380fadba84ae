"""Every phase of a shoe at one table, as its guest, its dealer and surveillance see it: for pictures.

A table with nine seats is dealt by hand, step by step, and stands still wherever there is something to look at.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tests.page.guests import hosted_at, next_cards
from tests.server.running import Client, Live, RunningServer, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES_OF_PHASES = (
    "opening", "shuffle", "cut", "burn", "betting", "four-cards", "squeezing", "third-cards", "settlement",
    "exposed-card", "last-hand", "end-of-shoe",
)  # fmt: skip
THIRD_CARDS = "2h 3s 3d Kc 9d 4c"
"""Five against three: both draw, and Banker wins by seven against four."""
NATURAL = "4h Ks 4d 5c 7d"
"""Eight against five: nobody draws, so that a third card to the Player is one in error."""
OPTIONS = {"dragon_bonus": True}
MINE = 4
SHORT = 399
"""Cards behind the cutting card: after a round or two it comes out."""
MOMENT_MS = 5_000
NAMES = dict(enumerate(("Ada", "Bo", "Chen", "Dana", "Eve", "Finn", "Gus", "Hana", "Ivo"), 1))
OWN = ("player", "tie", "dragon-bonus-player")
WAGERS = ("player", "banker", "tie", "banker", "dragon-bonus-player", "dragon-bonus-banker")


class Dealt:
    """A training table with a dealer of flesh and blood, and somebody at every seat."""

    def __init__(
        self,
        server: RunningServer,
        stack: ExitStack,
        names: dict[int, str] = NAMES,
        options: dict[str, Any] = OPTIONS,
        chips_cents: int = 400_000,
        **more: Any,
    ) -> None:
        self.server = server
        self.dealer: Client = stack.enter_context(server.guest("Grace"))
        self.table = server.training(self.dealer, "massachusetts", options, dealer="me", name="Dragon room", **more)
        self.hosted = hosted_at(server, self.table)
        self.live: Live = self.dealer.live(self.table, "dealer")
        for duty in ("calling", "wagers"):
            self.live.ok("AssignStaff", duty=duty)
        self.guests: dict[int, Live] = {}
        for seat, name in names.items():
            client = stack.enter_context(server.guest(name))
            if seat == MINE:
                self.me = client
            self.guests[seat] = client.live(self.table)
            self.guests[seat].sit(seat, chips_cents=chips_cents)

    @property
    def step(self) -> str:
        """The step of the procedure that is done now."""
        return next((step["id"] for step in self.live.view["strip"] if step["state"] == "now"), "")

    @property
    def phase(self) -> str:
        return str(self.live.view["phase"])

    def heard(self) -> None:
        """Read until the view is up to date."""
        while self.live.welcome and self.hosted.version > self.live.version:
            self.live.read()

    def once(self) -> None:
        """The next right step, by the dealer or by the guest who is asked: yes to the look, no to the cut."""
        self.heard()
        following = (self.live.yours or {}).get("next")
        assert following, f"nothing to do at {self.phase}, {self.step}"
        facts = {name: value for name, value in following["command"].items() if name != "command"}
        if following["role"] not in ("dealer", "guest"):  # the automatic floorperson takes a moment
            before = self.hosted.version
            self.server.clock.ahead += MOMENT_MS
            self.server.do(self.hosted.wake)
            wait_until(lambda: self.hosted.version > before)
            return
        people = [self.live] if following["role"] != "guest" else [self.guests[MINE], *self.guests.values()]
        asked = {"ok": True} if "ok" in following.get("asks", ()) else {}
        answers = []
        for person in people:
            answers.append(person.give(following["command"]["command"], **facts | asked))
            if answers[-1].get("ok"):
                return
        raise AssertionError((following, answers[-1]))

    def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(200):
            self.heard()
            if holds():
                return
            self.once()
        raise AssertionError(f"it never came to that: {self.phase} {self.step} {(self.live.yours or {}).get('next')}")

    def wager(self, *seats: int, cents: int = 2_500) -> None:
        """These, or everybody, on several areas; most on the Player's Hand lies before seat four."""
        for seat in seats or self.guests:
            for index in range(3):
                most = seat == MINE and not index
                wager = OWN[index] if seat == MINE else WAGERS[(seat + index) % len(WAGERS)]
                self.guests[seat].give("PlaceWager", seat=seat, wager=wager, cents=50_000 if most else cents)


def one_too_many(table: Dealt) -> None:
    """A third card comes to the Player's Hand in error, and everybody sees it."""
    table.until(lambda: table.phase == "betting")
    table.wager()
    next_cards(table.hosted, NATURAL)
    table.until(lambda: table.phase == "result")
    table.live.ok("Report", kind="third-card-to-player", disclosed=True, cards=[], count=1)


def phases(server: RunningServer, stack: ExitStack) -> Iterator[tuple[str, Dealt]]:
    """Each phase by its name, with the table as it stands then."""
    table = Dealt(server, stack)
    for name, step in (("opening", "look"), ("shuffle", "riffle"), ("cut", "cut"), ("burn", "burn")):
        table.until(lambda step=step: table.step == step)  # type: ignore[misc]
        yield name, table
    table.until(lambda: table.phase == "betting")
    table.wager()
    next_cards(table.hosted, THIRD_CARDS)
    yield "betting", table
    table.until(lambda: table.phase == "turning")
    yield "four-cards", table
    table.until(lambda: table.live.view["coup"]["handed"] == "player")
    yield "squeezing", table
    table.until(lambda: table.phase == "result")
    yield "third-cards", table
    table.until(lambda: table.phase == "settling")
    following = (table.live.yours or {})["next"]["command"]["actions"]
    table.live.ok("TakeActions", actions=following[: len(following) // 2])
    yield "settlement", table
    one_too_many(table)
    yield "exposed-card", table
    short = Dealt(server, stack, depth=SHORT)
    short.until(lambda: short.live.view["last_hand"])
    short.until(lambda: short.phase == "betting")
    short.wager()
    yield "last-hand", short
    short.until(lambda: short.phase in ("ended", "between", "opening", "shuffle"))
    yield "end-of-shoe", short


def look_at(page: "Page", table: str) -> None:
    """One table large, and its log."""
    page.locator("select[name=table]").select_option(table)
    page.locator(f"#from-above [data-shown^='{table} '] mb-felt[data-arc] mb-seat[data-taken]").first.wait_for()
