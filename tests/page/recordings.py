"""One whole coup, recorded as its guest, its dealer and surveillance see it.

    .venv-test/bin/python -m tests.page.recordings [guest] [dealer] [surveillance]

It writes ``docs/pictures/coup-guest.webp`` and its kin, each an animated picture: the same cards each time, dealt by
hand at a table with nine guests, from the wagers to the rack.
"""

import base64
import io
import sys
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minibac.people.sessions import COOKIE
from tests.browser import find_chromium, running_chromium
from tests.page.guests import NO_TOUR, next_cards
from tests.page.phases import THIRD_CARDS, Dealt, look_at
from tests.page.pictures import FOLDER, open_house

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.server.running import RunningServer

SIDES = ("guest", "dealer", "surveillance")
WINDOW = {"width": 1120, "height": 700}
WIDE = 720
"""Pixels of a recording."""
FRAME_MS = 160
STEP_MS = 700
SETTLED_MS = 3_600
LARGEST_BYTES = 700_000


class Film:
    """What a page showed, frame by frame, each with the time it was drawn at."""

    def __init__(self, page: "Page") -> None:
        self.frames: list[tuple[float, bytes]] = []
        self.session = page.context.new_cdp_session(page)
        self.session.on("Page.screencastFrame", self._frame)
        self.session.send("Page.startScreencast", {"format": "jpeg", "quality": 90})

    def _frame(self, facts: dict[str, Any]) -> None:
        self.frames.append((facts["metadata"]["timestamp"], base64.b64decode(facts["data"])))
        self.session.send("Page.screencastFrameAck", {"sessionId": facts["sessionId"]})

    def write(self, path: Path) -> int:
        """An animated picture, small enough to be carried along: a frame now and then, as long as it stood there."""
        from PIL import Image

        self.session.send("Page.stopScreencast")
        kept: list[tuple[float, bytes]] = []
        for at, data in self.frames:
            if not kept or at - kept[-1][0] >= FRAME_MS / 1000:
                kept.append((at, data))
        images = [Image.open(io.BytesIO(data)).convert("RGB") for _, data in kept]
        images = [one.resize((WIDE, one.height * WIDE // one.width), Image.Resampling.LANCZOS) for one in images]
        times = [at for at, _ in kept]
        lasts = [round(1000 * (after - at)) for at, after in pairwise(times)]
        for quality in range(60, 10, -10):
            images[0].save(
                path,
                "WEBP",
                save_all=True,
                append_images=images[1:],
                duration=[*lasts, 2_500],
                loop=0,
                quality=quality,
                method=4,
            )
            if path.stat().st_size < LARGEST_BYTES:
                break
        return path.stat().st_size


def record(server: "RunningServer", browser: "Browser", table: Dealt, side: str, stack: ExitStack) -> Film:
    """A coup from the first wager to the rack."""
    client = {"guest": table.me, "dealer": table.dealer}.get(side) or stack.enter_context(server.staff(side, "Argus"))
    address = {"guest": f"/table/{table.table}", "dealer": f"/dealer/{table.table}"}.get(side, f"/{side}")
    room = stack.enter_context(browser.new_context(viewport=WINDOW, locale="en-US", timezone_id="UTC"))  # type: ignore[arg-type]
    room.add_init_script(NO_TOUR)
    room.add_cookies([{"name": COOKIE, "value": client.http.cookies[COOKIE], "url": server.base}])
    page = room.new_page()
    page.goto(server.base + address)
    page.locator("body[data-ready]").wait_for()
    if side == "surveillance":
        look_at(page, table.table)
    page.wait_for_timeout(1_000)
    film = Film(page)
    for seat in table.guests:
        table.wager(seat)
        page.wait_for_timeout(STEP_MS // 3)
    next_cards(table.hosted, THIRD_CARDS)
    while True:
        table.once()
        table.heard()
        page.wait_for_timeout(SETTLED_MS if table.phase == "racking" else STEP_MS)
        if table.phase == "betting":
            break
    return film


def main(wanted: list[str]) -> int:
    chromium = find_chromium()
    if chromium is None:
        print("recordings need chromium (on Debian: apt install chromium)", file=sys.stderr)
        return 1
    with running_chromium(chromium, "--no-sandbox") as browser, open_house() as server, ExitStack() as stack:
        table = Dealt(server, stack)
        table.until(lambda: table.phase == "betting")
        for side in wanted or SIDES:
            path = FOLDER / f"coup-{side}.webp"
            with ExitStack() as inside:
                size = record(server, browser, table, side, inside).write(path)
            print(f"{path.name}  {size // 1000} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
