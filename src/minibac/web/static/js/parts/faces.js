/**
 * The drawings of the table: suits, card faces, backs and chips. Chips, which lie in stacks, are made once as symbols and
 * used by reference.
 *
 * A face exists only for a card that this page has been told.
 */

import { s } from "../dom.js";
import { face } from "../money.js";

export const CARD_WIDTH = 250;
export const CARD_HEIGHT = 350;

const SUITS = {
  s: "M50 3C62 23 95 41 95 65c0 14-10 22-21 22-9 0-16-5-20-12 1 10 5 18 13 22H33c8-4 12-12 13-22-4 7-11 12-20 12C15 87 5 79 5 65 5 41 38 23 50 3Z",
  h: "M50 94C21 69 5 51 5 30 5 15 16 5 29 5c10 0 17 6 21 15C54 11 61 5 71 5c13 0 24 10 24 25 0 21-16 39-45 64Z",
  d: "M50 2c9 19 21 35 37 48-16 13-28 29-37 48-9-19-21-35-37-48C29 37 41 21 50 2Z",
  c: "M50 4a21 21 0 0 1 16.500 34A21 21 0 1 1 54 69c1 12 5 21 13 28H33c8-7 12-16 13-28A21 21 0 1 1 33.500 38 21 21 0 0 1 50 4Z",
};

/** Columns and rows of the pips, as playing cards have had them for four centuries. */
const LEFT = 78;
const MID = 125;
const RIGHT = 172;
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[MID, 72], [MID, 278]],
  3: [[MID, 72], [MID, 175], [MID, 278]],
  4: [[LEFT, 72], [RIGHT, 72], [LEFT, 278], [RIGHT, 278]],
  5: [[LEFT, 72], [RIGHT, 72], [MID, 175], [LEFT, 278], [RIGHT, 278]],
  6: [[LEFT, 72], [RIGHT, 72], [LEFT, 175], [RIGHT, 175], [LEFT, 278], [RIGHT, 278]],
  7: [[LEFT, 72], [RIGHT, 72], [MID, 123], [LEFT, 175], [RIGHT, 175], [LEFT, 278], [RIGHT, 278]],
  8: [[LEFT, 72], [RIGHT, 72], [MID, 123], [LEFT, 175], [RIGHT, 175], [MID, 227], [LEFT, 278], [RIGHT, 278]],
  9: [[LEFT, 72], [RIGHT, 72], [LEFT, 141], [RIGHT, 141], [MID, 175], [LEFT, 209], [RIGHT, 209], [LEFT, 278], [RIGHT, 278]],
  T: [[LEFT, 72], [RIGHT, 72], [MID, 106], [LEFT, 141], [RIGHT, 141], [LEFT, 209], [RIGHT, 209], [MID, 244], [LEFT, 278], [RIGHT, 278]],
};

/** Half of each court's emblem, drawn above the middle and turned for the other half: crown, coronet, plumed cap. */
const COURTS = {
  K: [
    ["gold", "M82 126 74 78 98 100 110 66 125 96 140 66 152 100 176 78 168 126Z"],
    ["line", "M80 118H170M125 96V60M118 68H132"],
    ["gold", "M74 72a6 6 0 1 0 .1 0M110 60a6 6 0 1 0 .1 0M140 60a6 6 0 1 0 .1 0M176 72a6 6 0 1 0 .1 0"],
    ["suit", "M96 110 102 104 108 110 102 116ZM119 110 125 104 131 110 125 116ZM142 110 148 104 154 110 148 116Z"],
  ],
  Q: [
    ["gold", "M84 126C76 104 78 88 84 82c4 14 12 20 20 20-2-16 8-30 21-38 13 8 23 22 21 38 8 0 16-6 20-20 6 6 8 22 0 44Z"],
    ["line", "M83 118H167M104 102C110 112 140 112 146 102"],
    ["gold", "M84 70a6 6 0 1 0 .1 0M125 52a6 6 0 1 0 .1 0M166 70a6 6 0 1 0 .1 0"],
    ["suit", "M125 78c7 6 9 14 0 24-9-10-7-18 0-24Z"],
  ],
  J: [
    ["gold", "M82 126C78 102 96 84 126 86c26 2 42 18 42 40Z"],
    ["suit", "M150 92C176 88 184 68 172 52c-2 14-14 18-26 22-10 4-14 12-10 16 4 3 9 3 14 2Z"],
    ["line", "M80 118H170M142 88C156 82 166 72 170 60"],
    ["gold", "M134 92a7 7 0 1 0 .1 0"],
  ],
};

/** Colours of a chip by its value in cents, as casinos of the east coast have them; the number says the same. */
const CHIP_COLOURS = /** @type {[number, string, string, string][]} */ ([
  // from this value on: body, edge spots, number
  [0, "#c98aa8", "#fff", "#3a1226"],
  [100, "#e9e6dd", "#31558f", "#1f2c45"],
  [500, "#b62c2a", "#f6e7c1", "#fff"],
  [2500, "#1e7a4a", "#f1ead2", "#fff"],
  [10000, "#22242b", "#d9d4c4", "#fff"],
  [50000, "#5e3b93", "#f0d98a", "#fff"],
  [100000, "#d9982a", "#3b2a08", "#2a1c02"],
  [500000, "#8a4b26", "#f7d9b0", "#fff"],
]);

/** @type {SVGDefsElement|null} */
let defs = null;

/** The hidden drawing that holds every symbol of the document. */
function shelf() {
  if (defs?.isConnected) return defs;
  defs = s("defs");
  const lattice = s(
    "pattern",
    { id: "lattice", width: 16, height: 16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("path", { d: "M0 0H16M0 0V16", class: "lattice-line" }),
    s("circle", { cx: 8, cy: 8, r: 2.4, class: "lattice-dot" }),
  );
  defs.append(lattice);
  const holder = s("svg", { width: 0, height: 0, "aria-hidden": "true", class: "shelf", focusable: "false" }, defs);
  document.body.append(holder);
  return defs;
}

/** @param {string} card */
function isRed(card) {
  return card[1] === "h" || card[1] === "d";
}

/**
 * A pip of a suit: a path of its own and no copy of a symbol, which is three elements and a tree of shadows for each pip.
 * @param {string} suit
 * @param {number} x its middle
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned]
 */
function pip(suit, x, y, size, turned = false) {
  const scale = ((turned ? -size : size) / 100).toFixed(3);
  const [left, top] = turned ? [x + size / 2, y + size / 2] : [x - size / 2, y - size / 2];
  return s("path", { d: SUITS[/** @type {keyof typeof SUITS} */ (suit)], transform: `translate(${left} ${top}) scale(${scale})`, class: "pip" });
}

/** @param {string} rank */
function shown(rank) {
  return rank === "T" ? "10" : rank;
}

/**
 * The face of a card.
 * @param {string} card rank and suit, as "Td"
 * @returns {SVGSVGElement}
 */
export function cardFace(card) {
  shelf();
  const [rank, suit] = card;
  const index = () =>
    s(
      "g",
      { class: "index" },
      s("text", { x: 29, y: 52, "text-anchor": "middle", class: rank === "T" ? "rank ten" : "rank" }, shown(rank)),
      pip(suit, 29, 76, 31),
    );
  const turned = index();
  turned.setAttribute("transform", "rotate(180 125 175)");
  return s(
    "svg",
    { viewBox: "0 0 250 350", class: `face ${isRed(card) ? "red" : "black"}`, "aria-hidden": "true", focusable: "false" },
    s("rect", { x: 0.75, y: 0.75, width: 248.5, height: 348.5, rx: 18, class: "paper" }),
    ...middle(rank, suit),
    index(),
    turned,
  );
}

/** @param {string} rank @param {string} suit */
function middle(rank, suit) {
  if (rank === "A") {
    return [
      s("circle", { cx: 125, cy: 175, r: 66, class: "ace-ring" }),
      s("circle", { cx: 125, cy: 175, r: 60, class: "ace-ring thin" }),
      pip(suit, 125, 175, 84),
    ];
  }
  if (rank in PIPS) return PIPS[rank].map(([x, y]) => pip(suit, x, y, 46, y > 176));
  const half = (/** @type {boolean} */ turned) =>
    s(
      "g",
      turned ? { transform: "rotate(180 125 175)" } : {},
      ...COURTS[/** @type {"K"|"Q"|"J"} */ (rank)].map(([kind, d]) => s("path", { d, class: `court-${kind}` })),
    );
  return [
    s("rect", { x: 57, y: 40, width: 136, height: 270, rx: 8, class: "court-panel" }),
    s("rect", { x: 57, y: 40, width: 136, height: 270, rx: 8, class: "court-lattice", fill: "url(#lattice)" }),
    s("rect", { x: 62, y: 45, width: 126, height: 260, rx: 5, class: "court-frame" }),
    half(false),
    half(true),
    s("path", { d: "M62 156C90 138 160 138 188 156V194C160 212 90 212 62 194Z", class: "court-band" }),
    s("text", { x: 125, y: 195, "text-anchor": "middle", class: "court-letter" }, rank),
    pip(suit, 82, 175, 24),
    pip(suit, 168, 175, 24, true),
  ];
}

/** The back of a card. @returns {SVGSVGElement} */
export function cardBack() {
  shelf();
  return s(
    "svg",
    { viewBox: "0 0 250 350", class: "back", "aria-hidden": "true", focusable: "false" },
    s("rect", { width: 250, height: 350, rx: 18, class: "back-edge" }),
    s("rect", { x: 12, y: 12, width: 226, height: 326, rx: 10, class: "back-body" }),
    s("rect", { x: 12, y: 12, width: 226, height: 326, rx: 10, fill: "url(#lattice)" }),
    s("rect", { x: 20, y: 20, width: 210, height: 310, rx: 6, class: "back-line" }),
    s("rect", { x: 25, y: 25, width: 200, height: 300, rx: 4, class: "back-line thin" }),
    s("path", { d: "M125 105C150 130 185 150 195 175 185 200 150 220 125 245 100 220 65 200 55 175 65 150 100 130 125 105Z", class: "back-rosette" }),
    s("path", { d: "M125 125C142 145 164 158 172 175 164 192 142 205 125 225 108 205 86 192 78 175 86 158 108 145 125 125Z", class: "back-line" }),
    s("path", { d: SUITS.d, transform: "translate(97 142) scale(.56 .66)", class: "back-gold" }),
  );
}

/** @param {number} cents */
function colours(cents) {
  let found = CHIP_COLOURS[0];
  for (const row of CHIP_COLOURS) if (cents >= row[0]) found = row;
  return found;
}

/** The symbol of a chip, made when it is first wanted. @param {number} cents */
function chipSymbol(cents) {
  const id = `chip-${cents}`;
  const place = shelf();
  if (document.getElementById(id)) return id;
  const [from, body, spots, ink] = colours(cents);
  const count = { 0: 4, 100: 6, 500: 8, 2500: 6, 10000: 8, 50000: 12, 100000: 10, 500000: 5 }[from] ?? 8;
  const edge = [];
  for (let i = 0; i < count; i += 1) {
    const turn = (360 / count) * i;
    edge.push(s("path", { d: "M43.500 2.400A48 48 0 0 1 56.500 2.400L55 15A36 36 0 0 0 45 15Z", fill: spots, transform: `rotate(${turn} 50 50)` }));
  }
  const text = face(cents);
  const size = text.length > 3 ? 19 : text.length > 2 ? 24 : 29;
  place.append(
    s(
      "symbol",
      { id, viewBox: "0 0 100 100" },
      s("circle", { cx: 50, cy: 50, r: 49, fill: body }),
      ...edge,
      s("circle", { cx: 50, cy: 50, r: 48.200, fill: "none", stroke: "#000", "stroke-opacity": 0.35, "stroke-width": 1.6 }),
      s("circle", { cx: 50, cy: 50, r: 35.500, fill: body, stroke: spots, "stroke-width": 1.6 }),
      s("circle", { cx: 50, cy: 50, r: 31.500, fill: "none", stroke: spots, "stroke-width": 1.4, "stroke-dasharray": "2 3.500", "stroke-opacity": 0.9 }),
      s("path", { d: "M20 34A34 34 0 0 1 80 34 46 46 0 0 0 20 34Z", fill: "#fff", "fill-opacity": 0.16 }),
      s("text", { x: 50, y: 50, dy: "0.36em", "text-anchor": "middle", fill: ink, class: "chip-number", "font-size": size }, text),
    ),
  );
  return id;
}

/**
 * One chip.
 * @param {number} cents
 * @returns {SVGSVGElement}
 */
export function chip(cents) {
  return s(
    "svg",
    { viewBox: "0 0 100 100", class: "chip", "aria-hidden": "true", focusable: "false" },
    s("use", { href: `#${chipSymbol(cents)}`, width: 100, height: 100 }),
  );
}

/**
 * A stack seen from the guest's side; old drawings are reused.
 * @param {SVGSVGElement} drawing
 * @param {readonly number[]} chips the lowest first
 */
export function drawStack(drawing, chips) {
  const shownChips = chips.slice(-9);
  const key = shownChips.join();
  if (drawing.dataset.key === key) return; // a view box that is set again has every number on the chips laid out again
  drawing.dataset.key = key;
  const rise = 9;
  const height = 66 + rise * Math.max(0, shownChips.length - 1) + 8;
  drawing.setAttribute("viewBox", `0 ${-height + 74} 100 ${height}`);
  drawing.style.setProperty("--tall", String(height / 100));
  drawing.replaceChildren(
    ...shownChips.flatMap((cents, index) => {
      const lift = -index * rise;
      const [, body, spots] = colours(cents);
      return [
        s("ellipse", { cx: 50, cy: 41 + lift, rx: 48, ry: 32, fill: index ? "#000" : "rgb(0 0 0 / 45%)", "fill-opacity": 0.5 }),
        s("ellipse", { cx: 50, cy: 38 + lift, rx: 48, ry: 32, fill: body }),
        s("path", { d: `M2 ${38 + lift}A48 32 0 0 0 98 ${38 + lift}`, fill: "none", stroke: spots, "stroke-width": 6, "stroke-dasharray": "9 17" }),
        s("use", { href: `#${chipSymbol(cents)}`, x: 0, y: -16 + lift, width: 100, height: 100, transform: `translate(0 ${(33 + lift) * 0.34}) scale(1 .66)` }),
      ];
    }),
  );
}

/** An empty drawing for a stack. */
export function stackDrawing() {
  return s("svg", { class: "stack", "aria-hidden": "true", focusable: "false" });
}
