/** `<mb-roads>`: the five scoreboards of the shoe, what the next coup would add, and the shoe in numbers. */

import { h, keep, make, mark, say } from "../dom.js";
import { ROADS } from "../names.js";
import { named, t, words } from "../voice.js";
import { MbRoad } from "./road-board.js";

const COUNTS = words({
  banker: "Banker",
  player: "Player",
  tie: "Tie",
  player_pair: "P pair",
  banker_pair: "B pair",
});

const DERIVED = /** @type {const} */ (["big_eye_boy", "small_road", "cockroach_pig"]);

/** One mark as the board would show it. @param {string} kind */
function sample(kind) {
  const road = make(MbRoad, { kind, mini: true, class: "sample", "aria-hidden": "true" });
  road.kind = /** @type {any} */ (kind);
  return road;
}

/**
 * The bead plate: coup `i` stands at column `i // 6`, row `i % 6`.
 * @param {readonly string[]} beads a letter each, with `b` and `p` for pairs
 * @returns {import("../types.js").RoadCell[]}
 */
function beadCells(beads) {
  return beads.map((bead, index) => [Math.floor(index / 6), index % 6, bead[0], 0, pairBits(bead)]);
}

/**
 * The cells of the big road with the pairs of their coups, which are the decided beads in their order.
 * @param {readonly import("../types.js").RoadCell[]} cells
 * @param {readonly string[]} beads
 * @returns {import("../types.js").RoadCell[]}
 */
function bigCells(cells, beads) {
  const decided = beads.filter((bead) => bead[0] !== "T");
  return cells.map(([column, row, letter, ties], index) => [column, row, letter, ties, pairBits(decided[index] ?? "")]);
}

/** @param {string} bead */
function pairBits(bead) {
  const pairs = bead.slice(1);
  return (pairs.includes("p") ? 1 : 0) + (pairs.includes("b") ? 2 : 0);
}

export class MbRoads extends HTMLElement {
  constructor() {
    super();
    /** @type {Record<string, MbRoad>} */
    this.boards = {};
    this.counts = h("dl", { class: "counts" });
    this.ask = h("div", { class: "ask" });
    this.asked = "";
    this.counted = "";
  }

  connectedCallback() {
    if (this.childElementCount) return;
    for (const kind of /** @type {const} */ (["bead", "big", ...DERIVED])) {
      const board = make(MbRoad, { kind });
      this.boards[kind] = board;
      this.append(h("figure", { class: `board ${kind}` }, h("figcaption", { text: named(ROADS, kind) }), board));
    }
    this.append(h("section", { class: "shoe-numbers", "aria-label": t("This shoe in numbers") }, this.counts, this.ask));
  }

  /** @param {import("../types.js").Roads|null|undefined} roads */
  draw(roads) {
    if (!roads) return;
    const beads = roads.bead ?? [];
    this.boards.bead.draw(beadCells(beads));
    this.boards.big.draw(bigCells(roads.big ?? [], beads));
    for (const kind of DERIVED) this.boards[kind].draw(roads[kind] ?? []);
    this.#count(roads.counts ?? {});
    this.#askNext(roads.ask ?? {});
  }

  /** @param {Record<string, number>} counts */
  #count(counts) {
    const key = JSON.stringify(counts);
    if (key === this.counted) return;
    this.counted = key;
    const known = Object.keys(counts).filter((name) => typeof counts[name] === "number");
    keep(
      this.counts,
      known,
      () => h("div", {}, h("dt"), h("dd", { class: "figures" })),
      (row, name) => {
        mark(row, "class", `count ${name.toLowerCase()}`);
        say(row.children[0], named(COUNTS, name));
        say(row.children[1], counts[name]);
      },
    );
  }

  /** @param {Record<string, {B: string|null, P: string|null}>} ask */
  #askNext(ask) {
    const key = JSON.stringify(ask);
    if (key === this.asked) return;
    this.asked = key;
    keep(
      this.ask,
      /** @type {const} */ (["B", "P"]),
      (side) =>
        h(
          "div",
          { class: `ask-row ${side === "B" ? "banker" : "player"}` },
          h("span", { class: "ask-name", text: t(side === "B" ? "If Banker" : "If Player") }),
          h("span", { class: "ask-marks", role: "img" }, ...DERIVED.map(sample)),
        ),
      (row, side) => {
        const marks = DERIVED.map((kind) => ask[kind]?.[side] ?? null);
        const words = marks.map((letter) => (letter ? t(letter === "R" ? "red" : "blue") : t("nothing yet")));
        mark(row.children[1], "aria-label", words.join(", "));
        marks.forEach((letter, index) => /** @type {MbRoad} */ (row.children[1].children[index]).draw(letter ? [[0, 0, letter]] : []));
      },
    );
  }
}

customElements.define("mb-roads", MbRoads);

