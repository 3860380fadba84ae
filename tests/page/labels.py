"""What is written on a drawn table, measured in the browser: no two words lie on one another, and none is cut off.

Every text of the drawing is a box turned as it is turned, be it printed on the cloth or laid on it; so is what stands
in the way of a word: cards, counts, the plaque, the float, shoe, rack and clock.
"""

from typing import TYPE_CHECKING, Any

from tests.page.covered import SLACK, depth

if TYPE_CHECKING:
    from playwright.sync_api import Page

FAR = 700
"""Pixels: nothing on a table is so wide that two things whose corners are so far apart touch."""

WRITTEN = """(felt) => {
    const found = [];
    const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && getComputedStyle(element).clipPath === "none";
    const turn = (element) => {
        let angle = 0;
        for (let up = element; up && up !== felt; up = up.parentElement) {
            const { transform } = getComputedStyle(up);
            if (transform === "none") continue;
            const { a, b } = new DOMMatrix(transform);
            angle += Math.atan2(b, a);
        }
        return angle;
    };
    // The box around turned letters tells how wide and high they are by themselves.
    const corners = ({ left, right, top, bottom }, angle) => {
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const [c, s, all] = [Math.abs(cos), Math.abs(sin), Math.cos(2 * angle)];
        const [w, h] = [right - left, bottom - top];
        const [wide, high] = [(w * c - h * s) / all / 2, (h * c - w * s) / all / 2];
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return [[-wide, -high], [wide, -high], [wide, high], [-wide, high]]
            .map(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
    };
    const inSight = ({ left, right }, element) => {  // a strip of seats is scrolled: out of sight does not count
        const strip = element.closest(".rim");
        if (!strip || getComputedStyle(strip).overflowX === "visible") return true;
        const window = strip.getBoundingClientRect();
        return left >= window.left && right <= window.right;
    };
    for (const text of felt.querySelectorAll(".table-drawing text")) {
        if (!shown(text)) continue;
        const { x, y, width, height } = text.getBBox();
        const matrix = text.getScreenCTM();
        const box = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
            .map(([left, top]) => new DOMPoint(left, top).matrixTransform(matrix))
            .map((point) => [point.x, point.y]);
        found.push({ kind: "print", of: text.getAttribute("class"), words: text.textContent, corners: box, cut: "" });
    }
    const walk = document.createTreeWalker(felt, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || element.closest("svg, mb-card, .felt-over, .air, .mistake")) continue;
        if (!shown(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const angle = turn(element);
        const cut = [];
        for (let up = element; up !== felt.parentElement; up = up.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(up);
            if (overflowX === "auto" || (overflowX === "visible" && overflowY === "visible")) continue;
            if (up.scrollWidth > up.clientWidth + 1 || up.scrollHeight > up.clientHeight + 3) cut.push(up.className);
        }
        for (const rect of range.getClientRects()) {
            if (rect.width < 1 || !inSight(rect, element)) continue;
            const of = element.closest("mb-seat, mb-spot, mb-hand, mb-rack, mb-shoe, .plaque, .tubes, mb-clock");
            const which = of?.dataset.seat ?? of?.dataset.area ?? of?.getAttribute("side") ?? "";
            const whose = of ? `${of.localName} ${which}` : "";
            found.push({
                kind: "words", of: `${whose} ${element.className}`.trim(), words: node.data,
                corners: corners(rect, angle), cut: cut.join(),
            });
        }
    }
    const things = [".plaque", "mb-card", ".hand-total", ".tubes", "mb-shoe > svg", "mb-rack > svg", "mb-clock"];
    for (const name of things) {
        for (const thing of felt.querySelectorAll(name)) {
            if (!shown(thing) || thing.closest(".felt-over, .rack-top")) continue;
            const rect = thing.getBoundingClientRect();
            const inner = thing.textContent.trim();
            if (rect.width < 1) continue;
            found.push({ kind: "thing", of: name, words: inner, corners: corners(rect, turn(thing)), cut: "" });
        }
    }
    for (const stack of felt.querySelectorAll(".seat-row .stack")) {
        if (!shown(stack)) continue;
        const { area } = stack.closest(".seat-box").dataset;
        const words = `chips on ${area} of seat ${stack.closest("mb-seat").dataset.seat}`;
        const box = corners(stack.getBoundingClientRect(), turn(stack));
        found.push({ kind: "stack", of: words, words, corners: box, cut: "" });
    }
    const own = (felt.closest(".felt-frame") ?? felt).getBoundingClientRect();
    return { found, frame: [own.left, own.top, Math.min(own.right, innerWidth), own.bottom] };
}"""

COVERED = """() => [...document.querySelectorAll("mb-felt .sector")].flatMap((box) => {
    const matrix = box.getScreenCTM();
    const whole = box.getTotalLength();
    const outline = Array.from({ length: 200 }, (_, index) => box.getPointAtLength((whole * index) / 200))
        .map((point) => point.matrixTransform(matrix));
    return [...document.querySelectorAll("mb-felt :is(mb-shoe, mb-rack) > svg")].filter((thing) => {
        const { left, right, top, bottom } = thing.getBoundingClientRect();
        return outline.some(({ x, y }) => left < x && x < right && top < y && y < bottom);
    }).map((thing) => `${thing.parentElement.localName} on ${box.dataset.area} of seat ${box.dataset.seat}`);
})"""
"""Boxes that the shoe or the rack lies on."""


LOST = """(felt) => {
    const { left, right, top, bottom } = felt.getBoundingClientRect();
    return [...felt.querySelectorAll("mb-hand mb-card")].map((card) => card.getBoundingClientRect())
        .filter((card) => card.left < left || card.right > right || card.top < top || card.bottom > bottom).length;
}"""
"""How many cards of a hand do not lie on the table."""


def badly_written(page: "Page", felt: str) -> list[str]:
    """Every pair of words on one another, words on a thing or under it, what is cut off, what leaves the table."""
    seen = page.locator(felt).evaluate(WRITTEN)
    left, top, right, bottom = seen["frame"]
    written = [thing for thing in seen["found"] if thing["kind"] in ("print", "words")]
    stacks = [thing for thing in seen["found"] if thing["kind"] == "stack"]
    faults = []
    for index, one in enumerate(written):
        if one["cut"]:
            faults.append(f"{name(one)} is cut off")
        if any(not (left - 1 <= x <= right + 1 and top - 1 <= y <= bottom + 1) for x, y in one["corners"]):
            faults.append(f"{name(one)} leaves the table")
        others = [other for other in written[index + 1 :] if not may(one, other)]
        others += [thing for thing in seen["found"] if thing["kind"] == "thing" and not on(one, thing)]
        others += stacks if one["kind"] == "print" else []  # a stack lies below what is printed in a small box
        faults += [
            f"{name(one)} and {name(other)}"
            for other in others
            if near(one, other) and depth(one["corners"], other["corners"]) > SLACK
        ]
    assert len(written) > len("PLAYER BANKER"), "hardly anything is written there"
    lost = page.locator(felt).evaluate(LOST)
    return [*faults, f"{lost} cards lie beside the table"] if lost else faults


def near(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two shapes can lie on one another at all: most lie far apart, and are measured no closer."""
    return all(abs(here - there) < FAR for here, there in zip(one["corners"][0], other["corners"][0], strict=True))


def name(one: dict[str, str]) -> str:
    return f"{one['words']!r} ({one['of']})"


def may(one: dict[str, str], other: dict[str, str]) -> bool:
    """Lines of one text are one text, and a marker button covers the number of its space."""
    kinds = {one["of"], other["of"]}
    return (one["of"], one["words"]) == (other["of"], other["words"]) or (
        "box-number" in kinds and any("marker" in kind for kind in kinds)
    )


def on(one: dict[str, str], thing: dict[str, str]) -> bool:
    """What is written on the thing itself; a tray lies over the tubes that are drawn below it, and their label."""
    return one["words"].strip() in thing["words"] and bool(thing["words"])
