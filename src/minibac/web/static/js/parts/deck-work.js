/**
 * `<mb-deck-work>`: what the hands do with the cards before a round, as a picture on the cloth: spread, wash, riffle, strip, cut, burn.
 * The strip names the step; a picture shows it, and is still where motion is reduced. Every card here is a back or blank: nothing is told.
 */

import { mark, s } from "../dom.js";

const WIDE = 320;
const HIGH = 112;
const CARD = { w: 44, h: 62 };

/** A card or a packet of them. @param {number} x its left @param {number} y @param {number} [turn] @param {string} [kind] @param {number} [w] */
const card = (x, y, turn = 0, kind = "back", w = CARD.w) => s("rect", { x, y, width: w, height: CARD.h, rx: 4, transform: turn ? `rotate(${turn} ${x + w / 2} ${y + CARD.h / 2})` : null, class: `work-${kind}` });

/** A block of cards seen from its side. @param {number} x @param {number} y @param {number} w @param {number} [turn] */
const block = (x, y, w, turn = 0) => s("g", { transform: turn ? `rotate(${turn} ${x + w / 2} ${y + 22})` : null }, s("rect", { x, y, width: w, height: 44, rx: 3, class: "work-block" }), s("path", { d: `M${x + 3} ${y + 22}H${x + w - 3}`, class: "work-edges" }));

/** A card that lies open: that it is red or black is seen, and no more. @param {number} x @param {number} y @param {number} turn @param {number} index */
const face = (x, y, turn, index) => s("g", { transform: `rotate(${turn} ${x + CARD.w / 2} ${y + CARD.h / 2})` }, card(x, y, 0, "blank"), s("path", { d: `M${x + 3} ${y + 6}h5M${x + 5.500} ${y + 10}v5`, class: index % 4 < 2 ? "work-black" : "work-red" }));
const row = (/** @type {boolean} */ open) =>
  Array.from({ length: 24 }, (_, index) => {
    const [x, y, turn] = [12 + index * 10.600, 34 - 14 * Math.sin((index / 23) * Math.PI), (index - 11.500) * 1.500];
    return open ? face(x, y, turn, index) : card(x, y, turn);
  });
const whole = () => [block(80, 34, 160)];
const washed = () => Array.from({ length: 26 }, (_, index) => card(20 + ((index * 97) % 236), 6 + ((index * 53) % 44), (index * 67) % 180));
const riffled = () => [block(66, 26, 88, 9), block(166, 26, 88, -9), ...Array.from({ length: 7 }, (_, index) => card(124 + index * 4, 34 - (index % 2) * 5, index % 2 ? 7 : -7))];
const stripped = () => [block(70, 52, 120), block(92, 32, 120), block(114, 12, 120)];
const plugged = () => [block(60, 40, 140), block(196, 22, 64, -12)];
const laced = () => Array.from({ length: 12 }, (_, index) => card(64 + index * 13, index % 2 ? 14 : 34));
const cut = () => [block(40, 34, 150), block(206, 34, 70), s("rect", { x: 193, y: 20, width: 8, height: 70, rx: 2, class: "work-cut" })];
const burned = () => [card(36, 26, -4, "blank"), ...Array.from({ length: 8 }, (_, index) => card(104 + index * 22, 26))];

/** The picture of each step that has one. @type {Record<string, () => SVGElement[]>} */
const WORK = {
  receive: whole, inspect: whole, verify: () => row(true), spread: () => row(true), look: () => row(true), "ask-face-up": () => row(true), "ask-spread": () => row(true), "turn-up": () => row(true), "turn-down": () => row(false),
  wash: washed, stack: whole, shuffle: riffled, "shuffle-again": riffled, reshuffle: riffled, riffle: riffled, turn: whole, strip: stripped, plug: plugged, feather: laced, "feather-check": laced, lace: laced,
  "offer-cut": cut, cut, recut: cut, "dealer-cuts": cut, "complete-cut": () => [block(40, 34, 220), s("rect", { x: 250, y: 20, width: 8, height: 70, rx: 2, class: "work-cut" })], burn: burned,
};

export class MbDeckWork extends HTMLElement {
  constructor() {
    super();
    this.drawing = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", focusable: "false" });
    this.shown = "";
  }

  connectedCallback() {
    if (!this.drawing.isConnected) this.append(this.drawing);
    this.hidden = !this.shown;
  }

  /** @param {string} step the step that is done now, or nothing */
  show(step) {
    const next = step in WORK ? step : "";
    if (next === this.shown) return;
    this.shown = next;
    mark(this, "data-step", next || null);
    const pieces = next ? WORK[next]() : [];
    pieces.forEach((piece, index) => piece.style.setProperty("--turn", String(index)));
    this.drawing.replaceChildren(...pieces);
    this.hidden = !next;
  }
}

customElements.define("mb-deck-work", MbDeckWork);
