"""What lies on a felt, and what covers what: boxes measured in the browser, turned as the arc turns them.

An area or a seat of the arc is turned, and a box around turned letters is larger than they are. So each thing is
measured upright inside its area, and its corners are then turned with it: two things overlap only if they do so on the
screen.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILL = """() => {
    const felt = document.querySelector("mb-felt");
    const chips = [25, 100, 500, 2_500, 10_000];
    const lying = { mine: 123_800, added: 0, coupon: 0, spoken: 0, pending: 0, ready: 0, others: 245_000, outcome: "" };
    felt.work.show("");
    felt.player.set(["Kh", "9s", "Td"], 9, { note: "wins", won: true });
    felt.banker.set(["Qc", "7d", "As"], 6, {});
    felt.clock.set({ for: "betting", until: 9_000, length: 20_000 }, () => 0);
    felt.bySpot.forEach((spot) => spot.lay(lying, chips, true));
    felt.seats.forEach((seat, index) => seat.set({
        seat: index + 1,
        taken: { seat: index + 1, name: "Wilhelmina", chips_cents: 1_234_550, owed_cents: 52_50, connected: true },
        yours: index + 1 === felt.focusSeat, free: false, holds: index === 4 ? "banker" : "", chips,
        wagers: felt.rows.flat().map((wager) => ({ wager, stake_cents: 250_000, added_cents: 0 })),
    }));
    if (felt.printed.markers) [...felt.markers.children].forEach((marker) => {
        marker.hidden = false;
        marker.textContent = "52.5";
    });
}"""
"""A felt as full as it gets: nine guests who owe vigorish, chips of all of them everywhere, three cards a hand."""

LYING = """async () => {
    const drawn = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
    await drawn();
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((moving) => moving.finished));
    const felt = document.querySelector("mb-felt");
    const found = [];
    const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && getComputedStyle(element).clipPath === "none";
    const letters = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, top, bottom } = element.getBoundingClientRect();  // what is cut off is not seen
        const cut = getComputedStyle(element).overflowY === "visible" ? {} : { top, bottom };
        const within = (box) => ({
            left: Math.max(box.left, left), right: Math.min(box.right, right),
            top: Math.max(box.top, cut.top ?? box.top), bottom: Math.min(box.bottom, cut.bottom ?? box.bottom),
        });
        return [...range.getClientRects()]
            .map(within)
            .filter((box) => box.right - box.left > 1 && box.bottom - box.top > 1);
    };
    const add = (name, group, kind, boxes, map = (point) => point) => {
        for (const { left, right, top, bottom } of boxes) {
            const corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(map);
            found.push({ name, group, kind, corners });
        }
    };
    const words = [".spot-label", ".spot-odds", ".spot-sign", ".spot-sum", ".spot-least", ".seat-name",
        ".seat-chips", ".seat-holds", ".seat-number"];
    for (const turned of felt.querySelectorAll("mb-spot, mb-seat")) {
        const matrix = new DOMMatrix(getComputedStyle(turned).transform);
        const held = turned.style.transform;
        turned.style.transform = "none";
        const own = turned.getBoundingClientRect();
        const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
        const map = ([left, top]) => {
            const point = matrix.transformPoint(new DOMPoint(left - x, top - y));
            return [point.x + x, point.y + y];
        };
        const group = turned.dataset.area ?? `seat ${turned.dataset.seat}`;
        if (turned.dataset.area) add(group, group, "area", [own], map);
        for (const part of words) {
            for (const element of [...turned.querySelectorAll(part)].filter(shown)) {
                add(`${group}: ${part}`, group, "words", letters(element), map);
            }
        }
        for (const stack of [...turned.querySelectorAll(".stack:not([data-none])")].filter(shown)) {
            const box = stack.closest(".seat-box")?.dataset.area;
            const where = box ? `${group} ${box}` : group;
            add(`${where}: chips`, where, "chips", [stack.getBoundingClientRect()], map);
        }
        for (const sum of [...turned.querySelectorAll(".pile-sum")].filter(shown)) {
            const where = `${group} ${sum.closest(".seat-box").dataset.area}`;
            add(`${where}: .pile-sum`, where, "words", letters(sum), map);
        }
        turned.style.transform = held;
    }
    const every = (name, kind, boxes) => [...felt.querySelectorAll(name)].forEach((element, index) => {
        if (shown(element)) add(`${name} ${index}`, `${name} ${index}`, kind, boxes(element));
    });
    for (const name of [".plaque", "mb-card", ".hand-total", "mb-shoe > svg", "mb-rack > svg", "mb-clock"]) {
        every(name, name === "mb-card" ? "card" : "thing", (element) => [element.getBoundingClientRect()]);
    }
    const alone = [".hand-name", ".hand-note", ".caption", ".shoe-words", ".marker"];
    for (const name of alone) every(name, "words", letters);
    return found;
}"""

SLACK = 1.5
"""Pixels by which two boxes may touch: a box of letters is higher than its letters."""

Point = tuple[float, float]


def covered(page: "Page") -> list[str]:
    """Every pair that lies on one another though neither should, and what reaches out of its area."""
    things = page.evaluate(LYING)
    areas = {thing["group"]: thing for thing in things if thing["kind"] == "area"}
    others = [thing for thing in things if thing["kind"] != "area"]
    found = []
    for index, one in enumerate(others):
        if (
            one["group"] in areas
            and depth(one["corners"], areas[one["group"]]["corners"]) < thickness(one["corners"]) - 3
        ):
            found.append(f"{one['name']} reaches out of its area")
        for other in others[index + 1 :]:
            if may(one, other):
                continue
            if depth(one["corners"], other["corners"]) > SLACK:
                found.append(f"{one['name']} and {other['name']}")
    return found


def may(one: dict[str, str], other: dict[str, str]) -> bool:
    """Cards of a hand may overlap; a sum lies at the foot of its own stack; lines of one text are one text."""
    kinds = {one["kind"], other["kind"]}
    if one["name"] == other["name"] or kinds == {"card"}:
        return True
    parts = {one["name"].partition(": ")[2], other["name"].partition(": ")[2]}
    return one["group"] == other["group"] and parts in ({"chips", ".spot-sum"}, {"chips", ".pile-sum"})


def depth(one: list[Point], other: list[Point]) -> float:
    """How far two convex shapes reach into one another; not above zero where they do not."""
    return min(
        min(max(first), max(second)) - max(min(first), min(second))
        for axis in (*axes(one), *axes(other))
        for first, second in [(along(one, axis), along(other, axis))]
    )


def thickness(shape: list[Point]) -> float:
    return min(max(along(shape, axis)) - min(along(shape, axis)) for axis in axes(shape))


def axes(shape: list[Point]) -> list[Point]:
    """The two directions of a turned box, of length one."""
    found = []
    for (x1, y1), (x2, y2) in ((shape[0], shape[1]), (shape[1], shape[2])):
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
        found.append(((x2 - x1) / length, (y2 - y1) / length))
    return found


def along(shape: list[Point], axis: Point) -> list[float]:
    return [x * axis[0] + y * axis[1] for x, y in shape]


APART = """([one, others]) => {
    const rects = (found) => [...document.querySelectorAll(found)]
        .map((element) => element.getBoundingClientRect()).filter(({ width }) => width);
    const over = (a, b, from, to) => a[from] < b[to] - 1 && b[from] < a[to] - 1;
    const cover = (a, b) => over(a, b, "left", "right") && over(a, b, "top", "bottom");
    const [box] = rects(one);
    return { box: box.toJSON(), covered: rects(others).filter((r) => cover(box, r)).map((r) => r.toJSON()) };
}"""
"""Which of these things a box covers."""


def lies_over(page: "Page", one: str, others: str) -> list[Any]:
    """What of these things that can be seen a box lies over."""
    found: list[Any] = page.evaluate(APART, [one, others])["covered"]
    return found
