"""The page draws in slices: what the eye waits for at once, the rest after the frames that follow, and it measures
nothing while it hears the news.

The scheduler is tested with frames, timers and a clock that the test moves: nothing here depends on a machine's speed.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.guests import at_table, time_passes, time_passes_until, waiting_house
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BY_HAND = """async () => {
    const { Slices } = await import("/static/js/slices.js");
    const now = { ms: 0, frames: [], timers: new Map(), told: [] };
    globalThis.requestAnimationFrame = (draw) => now.frames.push(draw);
    globalThis.cancelAnimationFrame = (frame) => { if (frame) delete now.frames[frame - 1]; };
    globalThis.setTimeout = (call, ms = 0) => now.timers.set(now.timers.size + 1, { call, ms }).size;
    globalThis.clearTimeout = (timer) => now.timers.get(timer) && (now.timers.get(timer).call = null);
    globalThis.reportError = (error) => now.told.push(error.message);
    performance.now = () => now.ms;
    const due = (most) => {
        for (const timer of [...now.timers.values()].filter(({ ms }) => ms <= most)) {
            const { call } = timer;
            timer.call = null;
            call?.();
        }
    };
    const frame = () => {
        now.frames.splice(0).forEach((draw) => draw?.());
        due(0);
    };
    const slices = new Slices(() => now.told.push("empty"));
    const draw = (name, ms = 0) => () => { now.told.push(name); now.ms += ms; };
    const { told } = now;
    STEPS
    return told;
}"""
"""The scheduler of the page with frames, timers and time of the test; it answers what was drawn, in order."""

MEASURED = """
globalThis.measured = [];
let hears = "";
const listen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (name, heard, ...more) {
    const watched = (event) => {
        hears = name === "message" ? JSON.parse(event.data).tell : "";
        heard(event);
        hears = "";
    };
    return listen.call(this, name, watched, ...more);
};
const note = (what) => {
    if (hears && hears !== "welcome") measured.push(`${what} while it hears ${hears}: ${new Error().stack}`);
};
for (const [kind, names] of [
    [Element, ["clientWidth", "clientHeight", "clientLeft", "clientTop"]],
    [Element, ["scrollWidth", "scrollHeight", "scrollLeft", "scrollTop"]],
    [HTMLElement, ["offsetWidth", "offsetHeight", "offsetLeft", "offsetTop", "offsetParent", "innerText"]],
]) {
    for (const name of names) {
        const { get, ...rest } = Object.getOwnPropertyDescriptor(kind.prototype, name);
        Object.defineProperty(kind.prototype, name, { ...rest, get() { note(name); return get.call(this); } });
    }
}
for (const [kind, name] of [
    [Element, "getBoundingClientRect"], [Element, "getClientRects"], [Element, "scrollIntoView"], [Element, "scrollTo"],
    [HTMLElement, "focus"], [Document, "elementFromPoint"], [Window, "getComputedStyle"],
]) {
    const owner = kind === Window ? globalThis : kind.prototype;
    const real = owner[name];
    owner[name] = function (...facts) { note(name); return real.apply(this, facts); };
}
"""
"""Notes whatever makes a browser lay out the page in the middle of a script, while a message is heard."""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@pytest.fixture
def page(server: RunningServer, browser: "Browser") -> Iterator["Page"]:
    with browser.new_context() as context:
        found = context.new_page()
        found.goto(f"{server.base}/static/favicon.svg")
        yield found


def played(page: "Page", steps: str) -> list[Any]:
    found = page.evaluate(BY_HAND.replace("STEPS", steps))
    assert isinstance(found, list)
    return found


def test_what_stands_in_line_is_drawn_after_the_frame_once_and_in_order(page: "Page") -> None:
    steps = """
        const [a, b] = [draw("a"), draw("b")];
        slices.add(a); slices.add(b); slices.add(a);
        told.push(slices.waiting ? "waits" : "does not wait");
        frame();
        told.push(slices.waiting ? "waits" : "does not wait");
        frame();
    """
    assert played(page, steps) == ["waits", "a", "b", "empty", "does not wait"]


def test_a_slice_that_took_long_leaves_the_rest_to_the_next_frame(page: "Page") -> None:
    steps = """
        for (const one of [draw("long", 5), draw("longer", 50), draw("short"), draw("last")]) slices.add(one);
        for (let i = 0; i < 4; i += 1) { frame(); told.push("frame"); }
    """
    assert played(page, steps) == ["long", "frame", "longer", "frame", "short", "last", "empty", "frame", "frame"]


def test_what_has_more_than_fits_into_a_frame_goes_on_in_the_next(page: "Page") -> None:
    steps = """
        let left = 2;
        const long = () => { told.push("part"); if (left-- > 0) slices.add(long); };
        slices.add(long); slices.add(draw("short"));
        for (let i = 0; i < 3; i += 1) { frame(); told.push("frame"); }
    """
    assert played(page, steps) == ["part", "frame", "short", "part", "frame", "part", "empty", "frame"]


def test_what_is_said_at_once_is_written_a_few_lines_a_frame(server: RunningServer, page: "Page") -> None:
    steps = """
        await import("/static/js/parts/announcer.js");
        const announcer = document.createElement("mb-announcer");
        document.body.append(announcer);
        announcer.slices = slices;
        const all = () => [...announcer.log.children].map((line) => line.textContent);
        const written = () => { frame(); const lines = all(); told.push([lines.length, lines[0]]); };
        for (let i = 1; i <= 6; i += 1) announcer.say(`line ${i}`, { aloud: false });
        written();
        announcer.say("line 7", { aloud: false });
        written();
        told.push(all().at(-1));
        for (let i = 1; i <= 100; i += 1) announcer.say(`more ${i}`, { aloud: false });
        for (let i = 0; i < 14; i += 1) frame();
        written();
        told.push(all().at(-1));
    """
    page.goto(f"{server.base}/no-such-page")
    wanted = [[4, "line 4"], "empty", [7, "line 7"], "line 1", "empty", [60, "more 100"], "more 41"]
    assert played(page, steps) == wanted


def test_nobody_starves_however_fast_the_news_comes(page: "Page") -> None:
    steps = """
        const [often, rare] = [draw("often", 9), draw("rare", 9)];
        slices.add(often); slices.add(rare);
        for (let i = 0; i < 3; i += 1) { frame(); slices.add(often); }
    """
    assert played(page, steps) == ["often", "rare", "often", "empty"]


def test_a_page_without_frames_is_drawn_all_the_same(page: "Page") -> None:
    steps = """
        slices.add(draw("a"));
        due(Infinity);
        frame();
    """
    assert played(page, steps) == ["a", "empty"]


def test_what_goes_wrong_keeps_nobody_else_from_being_drawn(page: "Page") -> None:
    steps = """
        const gone = draw("gone");
        slices.add(() => { throw new Error("wrong"); }); slices.add(gone); slices.add(draw("b"));
        slices.drop(gone);
        frame();
    """
    assert played(page, steps) == ["wrong", "b", "empty"]


def test_the_page_measures_nothing_while_it_hears_the_news(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner:
        table = server.training(owner, "massachusetts", {}, clock=True)
    with at_table(server, browser, table) as holder, at_table(server, browser, table, "Bea") as other:
        for guest in (holder, other):
            guest.context.add_init_script(MEASURED)
        holder.sit(2)
        holder.until_phase("betting")
        other.sit(3)
        holder.put("player")
        holder.put("tie")
        other.put("banker")
        time_passes(server, table)
        holder.find("mb-squeeze:not([hidden]) mb-held:focus").first.wait_for()
        holder.page.keyboard.press("ArrowUp")
        other.find("mb-hand[side='player'] mb-card .flap").first.wait_for()
        holder.page.keyboard.press("p")  # too late
        holder.find("mb-refusal:not([hidden])").wait_for()
        hosted, coup_no = holder.hosted, holder.hosted.state.coup_no
        time_passes_until(server, table, lambda: hosted.state.coup_no > coup_no)
        holder.until_phase("betting")
        for guest in (holder, other):
            guest.drawn()
            assert guest.page.evaluate("measured") == []
