/**
 * `<mb-road>`: one scoreboard, six rows deep. A mark is appended when it is new and never moved; only what differs is
 * touched. Marks differ by shape as well as colour: Banker round, Player square, Tie a diamond.
 */

import { h, mark, s } from "../dom.js";
import { ROADS } from "../names.js";
import { named, t, words } from "../voice.js";

const LETTERS = words({
  B: "B",
  P: "P",
  T: "T",
});

/** @typedef {import("../types.js").RoadCell} RoadCell */
/** @typedef {"bead"|"big"|"big_eye_boy"|"small_road"|"cockroach_pig"} RoadKind */

const ROWS = 6;
const CELL = 20;
const CLASS = /** @type {Record<string, string>} */ ({ B: "banker", P: "player", T: "tie", R: "red", null: "none" });

/** @param {RoadCell} cell @returns {{player: boolean, banker: boolean}} */
function pairsOf(cell) {
  const bits = cell[4] ?? 0;
  return { player: Boolean(bits & 1), banker: Boolean(bits & 2) };
}

/** @type {Record<RoadKind, (cell: RoadCell) => SVGElement[]>} */
const DRAW = {
  bead([, , letter, , ]) {
    const shape =
      letter === "B"
        ? s("circle", { cx: 10, cy: 10, r: 8.6 })
        : letter === "P"
          ? s("rect", { x: 1.8, y: 1.8, width: 16.400, height: 16.400, rx: 3.6 })
          : s("path", { d: "M10 .8 19.200 10 10 19.200 .8 10Z" });
    return [shape, s("text", { x: 10, y: 10, dy: ".36em", "text-anchor": "middle" }, named(LETTERS, letter ?? ""))];
  },
  big([, , letter]) {
    if (letter === "B") return [s("circle", { cx: 10, cy: 10, r: 7.4, class: "hollow" })];
    if (letter === "P") return [s("rect", { x: 2.8, y: 2.8, width: 14.400, height: 14.400, rx: 3.4, class: "hollow" })];
    return [];
  },
  big_eye_boy: ([, , letter]) => [
    letter === "R"
      ? s("circle", { cx: 10, cy: 10, r: 6.600, class: "hollow bold" })
      : s("rect", { x: 3.6, y: 3.6, width: 12.800, height: 12.800, rx: 2, class: "hollow bold" }),
  ],
  small_road: ([, , letter]) => [
    letter === "R" ? s("circle", { cx: 10, cy: 10, r: 8 }) : s("rect", { x: 2.500, y: 2.500, width: 15, height: 15, rx: 2 }),
  ],
  cockroach_pig: ([, , letter]) => [s("path", { d: letter === "R" ? "M4 16 16 4" : "M4 4 16 16", class: "stroke" })],
};

export class MbRoad extends HTMLElement {
  constructor() {
    super();
    /** @type {RoadKind} */
    this.kind = "big";
    /** @type {string[]} */
    this.keys = [];
    this.columns = 0;
    this.drawing = s("svg", { "aria-hidden": "true", focusable: "false" });
    this.window = h("div", { class: "road-window" }, this.drawing);
  }

  connectedCallback() {
    this.kind = /** @type {RoadKind} */ (this.getAttribute("kind") ?? "big");
    if (this.window.isConnected) return;
    this.append(this.window);
    if (!this.hasAttribute("mini")) {
      mark(this.window, "tabindex", 0);
      mark(this.window, "role", "img");
    } else {
      mark(this, "role", "img");
    }
  }

  /** @param {readonly RoadCell[]} cells */
  draw(cells) {
    const keys = cells.map((cell) => cell.join());
    const same = this.keys.every((key, index) => index < keys.length && sameMark(key, keys[index]));
    if (!same) {
      this.drawing.replaceChildren();
      this.keys = [];
    }
    cells.forEach((cell, index) => {
      if (this.keys[index] === keys[index]) return;
      const old = this.drawing.children[index];
      const made = this.#mark(cell, index === cells.length - 1 && this.keys.length > 0);
      if (old) old.replaceWith(made);
      else this.drawing.append(made);
    });
    this.keys = keys;
    const columns = cells.reduce((most, cell) => Math.max(most, cell[0] + 1), 0) + 1;
    if (columns !== this.columns) {
      this.columns = columns;
      mark(this.drawing, "viewBox", `0 0 ${columns * CELL} ${ROWS * CELL}`);
      this.drawing.style.setProperty("--columns", String(columns));
      this.#scroll();
    }
    this.#name(cells);
  }

  /** Whole columns only, and the newest in sight; a sample is one mark, and stays where it is. */
  #scroll() {
    if (this.classList.contains("sample")) return;
    requestAnimationFrame(() => {
      const cell = this.window.clientHeight / ROWS;
      const over = this.window.scrollWidth - this.window.clientWidth;
      if (cell && over > 0) this.window.scrollLeft = Math.ceil(over / cell) * cell;
    });
  }

  /** @param {RoadCell} cell @param {boolean} fresh */
  #mark(cell, fresh) {
    const [column, row, letter, ties] = cell;
    const pairs = pairsOf(cell);
    const colour = this.kind === "bead" || this.kind === "big" ? CLASS[String(letter)] : letter === "R" ? "red" : "blue";
    const group = s(
      "g",
      { class: `mark ${colour}${fresh ? " fresh" : ""}`, transform: `translate(${column * CELL} ${row * CELL})` },
      ...DRAW[this.kind](cell),
    );
    if (pairs.banker) group.append(s("circle", { cx: 3.800, cy: 3.800, r: 2.700, class: "pair banker" }));
    if (pairs.player) group.append(s("rect", { x: 13.600, y: 13.600, width: 5, height: 5, rx: 1, class: "pair player" }));
    if (this.kind === "big" && ties) {
      group.append(s("path", { d: "M3.500 16.500 16.500 3.500", class: "ties" }));
      if (ties > 1) group.append(s("text", { x: 10, y: 10, dy: ".36em", "text-anchor": "middle", class: "ties-number" }, ties));
    }
    return group;
  }

  /** @param {readonly RoadCell[]} cells */
  #name(cells) {
    const place = this.hasAttribute("mini") ? this : this.window;
    const letters = cells.map((cell) => cell[2] ?? "–");
    const last = letters.slice(-12).join(" ");
    mark(place, "aria-label", t("{name}: {count} marks, the latest {last}", { name: named(ROADS, this.kind), count: cells.length, last: last || "–" }));
  }
}

/** A cell may gain ties, and nothing else. @param {string} before @param {string} after */
function sameMark(before, after) {
  const [a, b] = [before.split(","), after.split(",")];
  return a[0] === b[0] && a[1] === b[1] && (a[2] === b[2] || a[2] === "");
}

customElements.define("mb-road", MbRoad);
