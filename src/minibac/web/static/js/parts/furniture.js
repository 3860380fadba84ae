/**
 * The furniture of a table as it is drawn: wood and cloth, the numbered boxes of every seat, the float with its tubes, the drop
 * slot, the spaces for marker buttons. Where each of it lies, the scene says; what is offered and printed, the layout.
 */

import { s } from "../dom.js";
import { translated } from "../voice.js";
import { chipColours } from "./faces.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Place} Place */

/** Tubes of a float: so many at most, and at least one for each denomination. */
const TUBES = 14;
/** A box that is so wide has its name printed in it, beside its number. */
const NAMED = 62;

/** Letters of a name are so large at least, or are not printed. */
const LEAST = 6.5;

/** A box that is so many times as wide as high has its row for itself. */
const ALONE = 4;

/** Spaces for marker buttons without their name, where it could not be read. */
export const NAMELESS = "-";

const n = (/** @type {number} */ value) => Number(value.toFixed(1));

/** Letters in the middle of a place, turned with it. @param {Place} place @param {string} text @param {string} kind @param {number} size @param {number} [down] @param {number} [right] */
function print(place, text, kind, size, down = 0, right = 0) {
  return s("text", { transform: `translate(${n(place.x)} ${n(place.y)}) rotate(${n(place.turn)})`, x: n(right), y: n(down), "text-anchor": "middle", "font-size": n(size), class: kind }, text);
}

/**
 * The whole table without what lies on it.
 * @param {SVGSVGElement} drawing
 * @param {Scene} scene
 * @param {{names: Record<string, string>, focus: number, chips: readonly number[], markers: string, seats: number, labels?: Record<"float"|"slot", string>|null}} printed with labels for who looks from above
 */
export function drawTable(drawing, scene, { names, focus, chips, markers, seats, labels = null }) {
  const { width, height, across } = scene;
  drawing.setAttribute("viewBox", `0 0 ${n(width)} ${n(height)}`);
  const stop = (/** @type {string} */ offset, /** @type {string} */ kind) => s("stop", { offset, class: kind });
  const boxes = scene.boxes.map((box) => s("path", { d: box.path, class: "sector", "data-area": box.area, "data-seat": box.seat, "data-focus": box.seat === focus }));
  drawing.replaceChildren(
    s(
      "defs",
      {},
      s("radialGradient", { id: "cloth-light", cx: 0.5, cy: 0.2, r: 0.85 }, stop("0", "cloth-1"), stop("0.55", "cloth-2"), stop("1", "cloth-3")),
      s("linearGradient", { id: "wood-light", x1: 0, y1: 0, x2: 0, y2: 1 }, stop("0", "wood-1"), stop("0.25", "wood-2"), stop("0.75", "wood-3"), stop("1", "wood-4")),
      s("pattern", { id: "weave", width: 4, height: 4, patternUnits: "userSpaceOnUse" }, s("path", { d: "M0 4L4 0", class: "weave-light" }), s("path", { d: "M0 0L4 4", class: "weave-dark" })),
    ),
    s(
      "g",
      across ? { transform: `rotate(180 ${n(width / 2)} ${n(height / 2)})` } : {},
      s("path", { d: scene.rail, class: "table-rail" }),
      s("path", { d: scene.cloth, class: "table-cloth" }),
      s("path", { d: scene.cloth, class: "table-weave" }),
      s("path", { d: scene.ring, class: "table-ring" }),
      ...boxes,
    ),
    ...scene.boxes.flatMap((box) => inBox(box, box.seat === focus ? "" : (names[box.area] ?? ""), scene.scale)),
    ...drawFloat(scene.float, chips),
    ...drawSlot(scene.slot),
    ...(markers ? drawSpaces(scene, markers, seats) : []),
    ...(labels ? [label(scene.float, labels.float), label(scene.slot, labels.slot, true)] : []),
  );
}

/** A sum below a stack is so high, at scale one and at least; and the name of a box above it, with what lies below the stack. */
const SUM = 9.5;
const ABOVE_ALONE = 11.5;
const FOOT = { several: 3, alone: 6 };

/** How large the number of a seat is printed in a box. @param {Place} place @param {number} scale */
const numberSize = (place, scale) => Math.min(place.h * 0.3, 14 * scale, place.w * 0.5);

/** A box that is so wide has room for a sum beside its chips. */
const BESIDE = 46;

/** So high may a stack stand in the lowest box below what is printed there, in one of several and in one that has its row for itself; and whether sums stand beside it everywhere. @param {Scene} scene */
export function stackRoom({ boxes, scale }) {
  const { place } = boxes.reduce((low, box) => (box.place.h < low.place.h ? box : low));
  const beside = boxes.every((box) => box.place.w >= BESIDE);
  return { beside, several: place.h - numberSize(place, scale) * 1.25 - (beside ? 0 : SUM * Math.max(1, scale)) - FOOT.several, alone: place.h - ABOVE_ALONE * scale - FOOT.alone };
}

/**
 * The number of the seat in each of its boxes, and the name where there is room and nobody else writes it.
 * @param {import("./scene.js").Box} box
 * @param {string} name
 * @param {number} scale
 */
function inBox({ seat, place }, name, scale) {
  const size = numberSize(place, scale);
  const corner = () => print(place, String(seat), "box-number", size, place.h / 2 - size * 0.4 - (place.sag ?? 0), size * 0.75 - place.w / 2);
  // Beside odds a number would be read with them: in a box of one's own that is one of several it stands above the chips.
  if (!name) return [place.w > ALONE * place.h ? corner() : print(place, String(seat), "box-number", size * 0.75, size * 0.85 - place.h / 2, place.w / 2 - size * 0.6)];
  const letters = Math.min(9.5 * scale, (place.w - 8) / Math.max(4, name.length) / 0.72);
  if (place.w < NAMED || letters < LEAST) {
    const short = initials(name);
    const own = Math.min(size * 0.72, (place.w - size * 1.5) / Math.max(2, short.length) / 0.78);
    if (!short || own < LEAST) return [print(place, String(seat), "box-number", size, -place.h / 2 + size)];
    return [print(place, String(seat), "box-number", size, -place.h / 2 + size, size * 0.6 - place.w / 2), print(place, short, "box-name", own, -place.h / 2 + size, size * 0.5)];
  }
  return [print(place, name, "box-name", letters, -place.h / 2 + letters * 1.2), corner()];
}

/** A name of several words by their first letters and its figures, a short one as it is: for a box too narrow for all of it. @param {string} name */
function initials(name) {
  const words = name.split(/\s+/);
  return words.length > 1 && !translated() ? words.map((word) => (/^\d/.test(word) ? word : word.charAt(0))).join("").toUpperCase() : name.length < 5 ? name : "";
}

/** What a thing is called, on it or beside it. @param {Place} place @param {string} words @param {boolean} [beside] */
function label(place, words, beside = false) {
  const wide = [...words].reduce((sum, letter) => sum + (letter > "\u2e80" ? 12.4 : 6.6), 14);
  const right = beside ? place.w / 2 + 5 + wide / 2 : 0;
  return s("g", { class: "thing-label" }, s("rect", { x: n(place.x + right - wide / 2), y: n(place.y - 9), width: n(wide), height: 18, rx: 9 }), print(place, words, "thing-name", 12, 4, right));
}

/** The float: tubes by denomination, the highest in the middle, chips on their edges. @param {Place} place @param {readonly number[]} chips */
function drawFloat({ x, y, w, h }, chips) {
  const sorted = [...new Set(chips)].sort((a, b) => b - a);
  const each = Math.max(1, Math.floor(TUBES / Math.max(1, sorted.length)));
  const tubes = sorted.flatMap((cents, index) => Array.from({ length: index ? each : 1 }, () => cents));
  const order = tubes.reduce((/** @type {number[]} */ row, cents, index) => (index % 2 ? [...row, cents] : [cents, ...row]), []);
  const left = x - w / 2;
  const wide = (w - 8) / Math.max(1, order.length);
  return [
    s("rect", { x: n(left), y: n(y - h / 2), width: n(w), height: n(h), rx: 5, class: "float-body" }),
    ...order.flatMap((cents, index) => {
      const middle = n(left + 4 + wide * (index + 0.5));
      const [, body, spots] = chipColours(cents);
      const d = `M${middle} ${n(y - h / 2 + 4)}V${n(y + h / 2 - 4)}`;
      return [
        s("path", { d, class: "tube", "stroke-width": n(wide - 1.5) }),
        s("path", { d, class: "tube-chips", stroke: body, "stroke-width": n(wide - 3) }),
        s("path", { d, class: "tube-spots", stroke: spots, "stroke-width": n((wide - 3) * 0.3) }),
      ];
    }),
    s("rect", { x: n(left), y: n(y - h / 2), width: n(w), height: n(h), rx: 5, class: "float-edge" }),
  ];
}

/** The slot of the drop box, with its paddle. @param {Place} place */
function drawSlot({ x, y, w, h }) {
  return [
    s("rect", { x: n(x - w / 2), y: n(y - h / 2), width: n(w), height: n(h), rx: n(w / 2), class: "slot" }),
    s("rect", { x: n(x - w * 0.14), y: n(y - h * 0.36), width: n(w * 0.28), height: n(h * 0.72), rx: 1.5, class: "slot-paddle" }),
  ];
}

/** The numbered spaces for marker buttons. @param {Scene} scene @param {string} label @param {number} seats */
function drawSpaces(scene, label, seats) {
  const side = scene.across ? -1 : 1; // the plaque is at the other
  return [
    ...(label === NAMELESS ? [] : [print({ ...scene.line, x: scene.line.x + side * (scene.line.w / 2 + 7) }, label, side > 0 ? "spaces-name" : "spaces-name before", Math.min(11, scene.line.h * 0.42), scene.line.h * 0.15)]),
    ...Array.from({ length: seats }, (_, index) => scene.marker(index + 1)).flatMap((place, index) => [
      s("rect", { x: n(place.x - place.w / 2), y: n(place.y - place.h / 2), width: n(place.w), height: n(place.h), rx: 4, class: "space" }),
      print(place, String(index + 1), "box-number", place.h * 0.5, place.h * 0.18),
    ]),
  ];
}
