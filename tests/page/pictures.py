"""Pictures of every page for the documentation, narrow and wide, by day and by night.

    .venv-test/bin/python -m tests.page.pictures [NAME ...]

It opens a house in memory whose shuffles and clock are always the same, lets guests play, and writes
``docs/pictures/page/NAME-narrow-light.webp`` and its kin, and ``docs/pictures/table.webp`` for the README. Every phase
of a shoe from every side (``phases``, or one by its name) goes to ``build/pictures``, with a sheet of all of them in
each size and light; those of ``CHOSEN`` are in the documentation too.
"""

import contextlib
import io
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from minibac.house.open_house import OpenHouse
from minibac.house.times import wall_clock_ms
from minibac.houses.house import House, read_house
from minibac.people.sessions import COOKIE
from minibac.table.timing import Timing
from tests.browser import find_chromium, running_chromium
from tests.page.guests import NO_TOUR, short_shoe, time_passes, waiting_house
from tests.page.phases import NAMES_OF_PHASES, look_at, phases
from tests.page.school_pictures import school_pages
from tests.rules.houses import NOW, REFERENCE, change, house
from tests.server import running
from tests.server.running import Client, Live, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
BUILD = ROOT / "build" / "pictures"
PHASES = "phases"
CHOSEN = {"settlement-dealer-wide-light", "exposed-card-surveillance-wide-light", "shuffle-guest-wide-dark"}
SHEET_WIDE = 1_800
EVENING_MS = 1_794_682_800_000
"""The house opens at seven in the evening (UTC) on a Saturday."""
SEED = 8
SIZES = {"narrow": (390, 844), "wide": (1280, 800)}
LIGHTS = ("light", "dark")
README = "readme"
CARD_WAGER = "card-wager"
PIT = "seminole-main"
QUALITY = 82
LARGEST_BYTES = 200_000
NAMES = ("Ada", "Bo", "Chen")
STAKES = {"player": 2_500, "banker": 5_000, "tie": 1_000, "player-pair": 500, "banker-pair": 500, "dragon-7": 500}


class Scene(NamedTuple):
    """A page as it is to be shown."""

    name: str
    address: str
    client: Client | None = None
    ready: Callable[["Page"], None] | None = None
    """What is done on the page before it is taken."""
    signal: str = "body[data-ready]"
    """What is there once the page is."""


class Table:
    """A table with guests who wager for the picture."""

    def __init__(self, server: RunningServer, stack: ExitStack, table: str, seats: dict[int, str]) -> None:
        self.server, self.table = server, table
        self.guests: dict[int, Live] = {}
        for seat, name in seats.items():
            client = stack.enter_context(server.guest(name))
            self.guests[seat] = client.live(table)
            self.guests[seat].sit(seat, chips_cents=400_000)
        self.choice = random.Random(table)

    @property
    def state(self) -> Any:
        hosted = self.server.front.table(self.table)
        assert hosted is not None
        return hosted.state

    def until(self, holds: Callable[[], bool]) -> bool:
        """Wait a little, and say whether it came to that."""
        end = time.monotonic() + 2
        while not (found := holds()) and time.monotonic() < end:
            time.sleep(0.005)
        return found

    def wager(self, *kinds: str) -> None:
        """Each guest puts chips down."""
        offered = {proposition.id for proposition in self.state.rules.propositions}
        for seat, live in self.guests.items():
            main = self.choice.choice(("player", "banker", "banker"))
            for wager in dict.fromkeys((main, *(kind for kind in kinds if self.choice.random() < 0.6))):
                if wager in offered:
                    live.give("PlaceWager", seat=seat, wager=wager, cents=STAKES[wager] * self.choice.randint(1, 4))

    def play(self, coups: int) -> None:
        """So many rounds, with the clock running out wherever the table waits."""
        for _ in range(coups * 20):
            if self.state.coup_no > coups and self.state.phase.value == "betting":
                return
            if self.state.phase.value == "betting":
                self.wager("tie", "player-pair")
            self.wait()
        raise AssertionError(f"{self.table} never played {coups} rounds")

    def wait(self) -> None:
        """The clock runs out, and everything that follows from it is done."""
        time_passes(self.server, self.table)
        self.until(lambda: self.server.do(lambda: self.server.house.idle))


class DealtByHand:
    """A dealer who deals as far as the picture wants it."""

    def __init__(self, server: RunningServer, stack: ExitStack, table: str) -> None:
        self.client = stack.enter_context(server.staff("dealer", "Grace", table=table))
        self.live = self.client.live(table, "dealer")
        for duty in ("calling", "wagers"):
            self.live.give("AssignStaff", duty=duty)

    def deal(self, *phases: str) -> None:
        for _ in range(60):
            with contextlib.suppress(TimeoutError):
                while True:
                    self.live.read(0.1)  # until the view is up to date
            if self.live.view["phase"] in phases:
                return
            following = (self.live.yours or {}).get("next")
            assert following, f"nothing to do at {self.live.view['phase']}"
            facts = {name: value for name, value in following["command"].items() if name != "command"}
            self.live.give(following["command"]["command"], **facts)
        raise AssertionError(f"the dealer never came to {phases}")


class SlowClock(running.MovableClock):
    """A clock that starts in the evening and hardly moves by itself, so that no time runs out before its picture."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = wall_clock_ms()

    def __call__(self) -> int:
        return EVENING_MS + (wall_clock_ms() - self.begun) // 100 + self.ahead


@contextmanager
def open_house(**settings: Any) -> Iterator[RunningServer]:
    """A house whose cards come out the same each time."""
    entropy = random.Random(SEED).randbytes
    timing = Timing(lost_ms=10**12)
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(OpenHouse, "open", partial(OpenHouse.open, entropy=entropy)))
        stack.enter_context(mock.patch.object(running, "MovableClock", SlowClock))
        yield stack.enter_context(waiting_house(timing=timing, heartbeat_seconds=10_000.0, **settings))


def scenes(server: RunningServer, stack: ExitStack) -> Iterator[Scene]:
    """Everything there is to see, in an order in which one leads to the other."""
    seats = dict(zip((1, 6, 8), NAMES, strict=True))
    others = [Table(server, stack, table, {3: "Eve", 5: "Finn"}) for table in ("s42-1", "ma-1", "sen-1")]
    for table in others:
        table.play(22 if table.table == "s42-1" else 14)
    main = Table(server, stack, "sem-1", seats)
    main.play(38)
    for table in others:
        table.play(table.state.coup_no)  # what stood still meanwhile has a fresh clock again
    roles = ("floorperson", "surveillance", "accounting", "admin", "cage", "count-team", "security")
    people = {role: stack.enter_context(server.staff(role, role.title())) for role in roles}
    yield Scene("lobby", "/")
    dealer = DealtByHand(server, stack, "sem-1")
    me = stack.enter_context(server.guest("Dana"))
    mine = me.live("sem-1")
    mine.sit(3, chips_cents=250_000)
    main.wager("tie", "player-pair", "banker-pair")
    for wager, cents in (("banker", 10_000), ("tie", 1_000), ("banker-pair", 500)):
        mine.give("PlaceWager", seat=3, wager=wager, cents=cents)
    yield Scene("table-betting", "/table/sem-1", me)
    dealer.deal("settling")
    yield Scene("table", "/table/sem-1", me)
    yield Scene("dealer", "/dealer/sem-1", dealer.client)
    yield from squeezed(server, stack)
    yield Scene("floor", f"/floor/{PIT}", people["floorperson"])
    yield Scene("surveillance", "/surveillance", people["surveillance"])
    yield Scene("books", "/books", people["accounting"])
    papers(people)
    yield Scene("cage", f"/floor/{PIT}", people["cage"])
    yield Scene("count-team", f"/floor/{PIT}", people["count-team"])
    yield Scene("exclusions", "/exclusions", people["security"])
    yield Scene("replay", "/replay/sem-1/1/7", ready=lambda page: page.keyboard.press("End"))
    yield Scene("odds", "/odds?rulebook=massachusetts&set=vigorish_type=ez&set=dragon_bonus=on&set=house_money=on")
    yield Scene("rules", "/rules")
    yield Scene("rulebook", "/rules/sem-1")
    yield Scene("fair", f"/fair/{revealed(server, stack)}", ready=verify)
    yield Scene("sign-in", "/sign-in")
    yield Scene("join", f"/join/{server.call(server.front.people.invitations.make('dealer', 'pictures'))}")
    yield Scene("not-found", "/no-such-page", signal="main h1")
    yield Scene("admin", "/admin", people["admin"])
    yield from (Scene(*page) for page in school_pages(server, stack))


def card_wager(stack: ExitStack) -> Iterator[tuple[RunningServer, Scene]]:
    """A wager on single cards, approved in the house file and dealt at a table under Section 42."""
    limit = {"minimum_cents": 500, "maximum_cents": 50_000}
    lines = [
        {"when": {"own_suited_pair": True}, "outcome": "win", "odds": 25},
        {"when": {"own_suited": True}, "outcome": "win", "odds": 2},
        {"when": {"coup_colour": ["red", "black"]}, "outcome": "lose", "part": "1/2"},
        {"outcome": "lose"},
    ]
    suited = {"label": "Suited Hand", "area": "SUITED HAND", "hand": "player", "lines": lines, "approval": REFERENCE}
    changes = {
        "approved": {"suited": suited},
        "T.approved_wagers": ["suited"],
        "T.limits": {"player": limit, "banker": limit, "tie": limit, "suited": limit},
        "T.layout.areas": ["player-hand", "banker-hand", "player", "banker", "tie", "suited"],
    }
    read = read_house(change(house("further"), changes), "house.toml", NOW)
    assert isinstance(read, House), read
    (table,) = read.tables
    server = stack.enter_context(open_house(houses=[read]))
    others = Table(server, stack, table, {2: "Ada", 6: "Bo"})
    others.play(12)
    dealer = DealtByHand(server, stack, table)
    me = stack.enter_context(server.guest("Dana"))
    mine = me.live(table)
    mine.sit(4, chips_cents=250_000)
    others.wager("tie")
    for wager, cents in (("player", 2_500), ("suited", 1_000)):
        mine.give("PlaceWager", seat=4, wager=wager, cents=cents)
    dealer.deal("settling")
    yield server, Scene(CARD_WAGER, f"/table/{table}", me)


def of_phases(server: RunningServer, stack: ExitStack, wanted: list[str]) -> Iterator[Scene]:
    """Every phase as guest, dealer and surveillance see it."""
    eye = stack.enter_context(server.staff("surveillance", "Argus"))
    for name, table in phases(server, stack):
        if wanted and PHASES not in wanted and name not in wanted:
            continue
        chosen = partial(look_at, table=table.table)
        yield Scene(f"{name}-guest", f"/table/{table.table}", table.me)
        yield Scene(f"{name}-dealer", f"/dealer/{table.table}", table.dealer)
        yield Scene(f"{name}-surveillance", "/surveillance", eye, chosen)


def sheet(pictures: list[Path], path: Path) -> None:
    """Many pictures as one, a phase to a row: to look at them all."""
    from PIL import Image, ImageOps

    width = SHEET_WIDE // 3
    small = [ImageOps.contain(Image.open(picture).convert("RGB"), (width, 10_000)) for picture in pictures]
    rows = [small[index : index + 3] for index in range(0, len(small), 3)]
    whole = Image.new("RGB", (SHEET_WIDE, sum(max(one.height for one in row) for row in rows)))
    top = 0
    for row in rows:
        for index, one in enumerate(row):
            whole.paste(one, (index * width, top))
        top += max(one.height for one in row)
    whole.save(path, "WEBP", quality=QUALITY)


def papers(people: dict[str, Client]) -> None:
    """A fill that waits for the cage, a credit whose slip is written, and two people who may not play."""
    series = {"command": "RegisterSeries", "first": 1, "last": 50}
    chips = {"fill": {"2500": 40, "500": 60}, "credit": {"10000": 12}}
    asks = [{"command": "RequestTransfer", "kind": kind, "table": "sem-1", "chips": of} for kind, of in chips.items()]
    printed = [series | {"kind": kind, "prefix": kind[0].upper()} for kind in chips]
    steps = [*(("accounting", each) for each in printed), *(("floorperson", ask) for ask in asks)]
    steps.append(("cage", {"command": "PrepareSlip", "request": 2}))
    for number, (role, command) in enumerate(steps):
        people[role].post(f"/api/pits/{PIT}/commands", {"id": f"paper {number}", "command": command})
    for name, born, kind in (("Ned Stark", "1961-04-02", "banned"), ("Ida Lund", "1974-11-30", "self-excluded")):
        entry = {"kind": kind, "name": name, "born": born, "reason": "SAMPLE: written down by security"}
        people["security"].post("/api/exclusions", entry, status=201)


def squeezed(server: RunningServer, stack: ExitStack) -> Iterator[Scene]:
    """The highest bettor holds the Player's cards and peels one, at a table with every wager there is."""
    holder = stack.enter_context(server.guest("Dana"))
    options = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
    table = server.training(holder, "massachusetts", options, clock=True, name="Dragon room")
    others = Table(server, stack, table, {2: "Ada", 6: "Chen"})
    mine = holder.live(table)
    mine.sit(4, chips_cents=300_000)
    others.play(9)
    for wager, cents in (("player", 50_000), ("dragon-7", 2_500), ("dragon-bonus-player", 2_500)):
        mine.give("PlaceWager", seat=4, wager=wager, cents=cents)
    others.wager("tie", "dragon-7")
    others.wait()
    assert others.until(lambda: others.state.phase.value == "turning"), others.state.phase

    def peel(page: "Page") -> None:
        with contextlib.suppress(Exception):
            page.locator("mb-squeeze:not([hidden])").wait_for(timeout=4_000)
            for _ in range(4):
                page.keyboard.press("ArrowUp")

    yield Scene("squeeze", f"/table/{table}", holder, peel)


def revealed(server: RunningServer, stack: ExitStack) -> str:
    """A table with shoes that are over."""
    owner = stack.enter_context(server.guest("Owner"))
    table = short_shoe(server, owner, "seneca", decks=8)
    guests = Table(server, stack, table, {2: "Gus"})
    for _ in range(60):
        if guests.state.shoe_no >= 3 and guests.state.phase.value == "betting":
            break
        guests.wait()
    return table


def verify(page: "Page") -> None:
    page.locator(".fair-shoe button").first.click()
    page.locator(".fair-shoe .verdict[data-ok]").wait_for()


def take(server: RunningServer, browser: "Browser", scene: Scene) -> Iterator[tuple[str, bytes]]:
    """The scene in each size and light; the table once more, with its roads, for the README."""
    sizes = SIZES | ({README: (1440, 1080)} if scene.name == "table" else {})
    for size, (width, height) in sizes.items():
        for light in LIGHTS[:1] if size == README else LIGHTS:
            with browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=light,  # type: ignore[arg-type]
                reduced_motion="reduce",
                locale="en-US",
                timezone_id="UTC",
            ) as room:
                room.add_init_script(NO_TOUR)
                if scene.client is not None:
                    cookie = scene.client.http.cookies[COOKIE]
                    room.add_cookies([{"name": COOKIE, "value": cookie, "url": server.base}])
                page = room.new_page()
                page.goto(server.base + scene.address)
                page.locator(scene.signal).wait_for()
                if scene.ready:
                    scene.ready(page)
                page.wait_for_timeout(500)
                yield f"{scene.name}-{size}-{light}", page.screenshot(animations="disabled")


def write(path: Path, png: bytes) -> int:
    """A picture small enough to be carried along."""
    from PIL import Image

    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in range(QUALITY, 30, -8):
        image.save(path, "WEBP", quality=quality, method=6)
        if path.stat().st_size < LARGEST_BYTES:
            break
    return path.stat().st_size


def main(wanted: list[str]) -> int:
    chromium = find_chromium()
    if chromium is None:
        print("pictures need chromium (on Debian: apt install chromium)", file=sys.stderr)
        return 1
    total = 0
    of_shoe = {PHASES, *NAMES_OF_PHASES} & set(wanted)
    pages = set(wanted) - of_shoe - {CARD_WAGER}
    sheets: dict[str, list[Path]] = {}
    with running_chromium(chromium, "--no-sandbox") as browser, open_house() as server, ExitStack() as stack:
        for scene in scenes(server, stack) if not wanted or pages else ():
            if wanted and scene.name not in wanted:
                continue
            pages.discard(scene.name)
            for name, png in take(server, browser, scene):
                path = FOLDER / "table.webp" if README in name else FOLDER / "page" / f"{name}.webp"
                total += write(path, png)
                print(f"{path.name}  {path.stat().st_size // 1000} KB")
        for other, scene in card_wager(stack) if not wanted or CARD_WAGER in wanted else ():
            for name, png in take(other, browser, scene):
                total += write(FOLDER / "page" / f"{name}.webp", png)
        for scene in of_phases(server, stack, wanted) if not wanted or of_shoe else ():
            for name, png in take(server, browser, scene):
                path = BUILD / f"{name}.webp"
                write(path, png)
                sheets.setdefault("-".join(name.split("-")[-2:]), []).append(path)
                if name in CHOSEN:
                    total += write(FOLDER / "page" / f"{name}.webp", png)
    for name, pictures in sheets.items():
        sheet(pictures, BUILD / f"all-{name}.webp")
        print(BUILD / f"all-{name}.webp")
    print(f"{total / 1e6:.1f} MB in {FOLDER}")
    if pages:
        print(f"there is no picture called {', '.join(sorted(pages))}", file=sys.stderr)
    return 1 if pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
