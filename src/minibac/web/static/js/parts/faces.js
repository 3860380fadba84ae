/**
 * The drawings of the table: suits, card faces, backs and chips. Chips, which lie in stacks, are made once as symbols and
 * used by reference.
 *
 * A face exists only for a card that this page has been told.
 */

import { s } from "../dom.js";
import { face } from "../money.js";

const SUITS = {
  s: "M50 3C62 23 95 41 95 65c0 14-10 22-21 22-9 0-16-5-20-12 1 10 5 18 13 22H33c8-4 12-12 13-22-4 7-11 12-20 12C15 87 5 79 5 65 5 41 38 23 50 3Z",
  h: "M50 94C21 69 5 51 5 30 5 15 16 5 29 5c10 0 17 6 21 15C54 11 61 5 71 5c13 0 24 10 24 25 0 21-16 39-45 64Z",
  d: "M50 2c9 19 21 35 37 48-16 13-28 29-37 48-9-19-21-35-37-48C29 37 41 21 50 2Z",
  c: "M50 4a21 21 0 0 1 16.500 34A21 21 0 1 1 54 69c1 12 5 21 13 28H33c8-7 12-16 13-28A21 21 0 1 1 33.500 38 21 21 0 0 1 50 4Z",
};

/** Columns and rows of the pips, as playing cards have had them for four centuries. */
const LEFT = 84;
const MID = 125;
const RIGHT = 166;
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

/**
 * Half of each court, drawn above the middle and turned for the other half; what differs is seen from afar. The king: a beard, a
 * cross on a tall crown, a sword. The queen: long hair, a low crown with pearls, a flower. The jack: a feathered cap to one side, a halberd.
 * Each piece is its kind and its path: robe, cloth (of the suit), gold, hair, skin, line.
 */
const COURTS = /** @type {Record<string, [string, string][]>} */ ({
  K: [
    ["robe", "M64 175C66 146 84 132 104 128H146C166 132 184 146 186 175Z"],
    ["gold", "M112 128 125 175 138 128Z"],
    ["cloth", "M64 175C65 158 72 146 84 138L98 175ZM186 175C185 158 178 146 166 138L152 175Z"],
    ["line", "M73 166 84 160M78 154 90 150M177 166 166 160M172 154 160 150"],
    ["hair", "M97 92C92 118 98 128 106 132 112 148 138 148 144 132 152 128 158 118 153 92Z"],
    ["skin", "M103 90H147V108C147 122 137 130 125 130 113 130 103 122 103 108Z"],
    ["hair", "M104 112C112 108 119 112 125 110 131 112 138 108 146 112 146 132 138 146 125 150 112 146 104 132 104 112Z"],
    ["mouth", "M118 118H132"],
    ["eyes", "M111 98H120M130 98H139M125 99V107L121 109"],
    ["gold", "M98 90 92 58 108 72 116 52 125 70 134 52 142 72 158 58 152 90Z"],
    ["gold", "M121 52V45H116V40H121V34H129V40H134V45H129V52Z"],
    ["suit", "M97 84H153V90H97ZM106 76 110 71 114 76 110 81ZM121 75 125 69 129 75 125 81ZM136 76 140 71 144 76 140 81Z"],
    ["steel", "M171 50 175 44 179 50V128H171Z"],
    ["gold", "M163 128H187V134H163ZM171 134H179V150H171Z"],
  ],
  Q: [
    ["robe", "M66 175C68 150 88 138 106 132H144C162 138 182 150 184 175Z"],
    ["cloth", "M106 132 125 175 144 132C140 140 132 144 125 144 118 144 110 140 106 132Z"],
    ["gold", "M106 132C110 146 118 152 125 152 132 152 140 146 144 132L138 130C136 140 131 145 125 145 119 145 114 140 112 130Z"],
    ["line", "M74 168C82 158 92 158 98 168M152 168C158 158 168 158 176 168"],
    ["hair", "M96 84C86 104 92 122 86 146 98 152 106 144 108 132H142C144 144 152 152 164 146 158 122 164 104 154 84Z"],
    ["skin", "M104 86H146V104C146 120 137 132 125 132 113 132 104 120 104 104Z"],
    ["hair", "M102 90C106 78 118 80 125 86 132 80 144 78 148 90 142 84 134 86 125 94 116 86 108 84 102 90Z"],
    ["eyes", "M111 101C113 98 118 98 120 101M130 101C132 98 137 98 139 101M125 101V110"],
    ["lips", "M119 118C122 115 124 116 125 117 126 116 128 115 131 118 128 123 122 123 119 118Z"],
    ["gold", "M99 82C96 72 97 64 100 60 104 68 110 70 114 66 116 58 121 54 125 50 129 54 134 58 136 66 140 70 146 68 150 60 153 64 154 72 151 82Z"],
    ["pearl", "M100 54a4.500 4.500 0 1 0 .1 0M125 42a5 5 0 1 0 .1 0M150 54a4.500 4.500 0 1 0 .1 0M112 74a3 3 0 1 0 .1 0M125 72a3 3 0 1 0 .1 0M138 74a3 3 0 1 0 .1 0"],
    ["line", "M80 150C78 136 78 124 79 112"],
    ["suit", "M79 78a7 7 0 1 0 .1 0M70 86a7 7 0 1 0 .1 0M88 86a7 7 0 1 0 .1 0M74 97a7 7 0 1 0 .1 0M84 97a7 7 0 1 0 .1 0"],
    ["gold", "M79 88a5 5 0 1 0 .1 0"],
  ],
  J: [
    ["robe", "M64 175C68 150 86 138 104 132H146C164 138 182 150 186 175Z"],
    ["cloth", "M86 175 104 132 125 160 146 132 164 175Z"],
    ["gold", "M104 132 125 160 146 132 138 128 125 144 112 128Z"],
    ["line", "M70 170 82 146M180 170 168 146"],
    ["hair", "M99 86C92 104 96 122 94 130 102 136 110 130 110 124H140C140 130 148 136 156 130 154 122 158 104 151 86Z"],
    ["skin", "M104 84H146V104C146 118 137 130 125 130 113 130 104 118 104 104Z"],
    ["eyes", "M111 99H119M131 99H139M125 99V108H121"],
    ["mouth", "M118 118C122 121 128 121 132 118"],
    ["cloth", "M94 88C92 70 104 58 124 56 146 54 162 66 160 84L156 90H98Z"],
    ["gold", "M94 84H160V92H94Z"],
    ["suit", "M140 60C160 58 176 50 182 34 186 54 178 72 158 76 148 78 140 72 140 60Z"],
    ["line", "M142 66C158 64 172 56 180 42"],
    ["steel", "M72 66H77V150H72Z"],
    ["gold", "M77 76C92 72 96 88 92 102 88 96 84 94 77 96ZM72 78 63 84 72 92Z"],
  ],
});

/** Colours of a chip by its value in cents, as casinos of the east coast have them; the number says the same. */
const CHIP_COLOURS = /** @type {[number, string, string, string][]} */ ([
  // from this value on: body, edge spots, number
  [0, "#6fb0a6", "#fff", "#0c2b27"],
  [25, "#c98aa8", "#fff", "#3a1226"],
  [100, "#e9e6dd", "#31558f", "#1f2c45"],
  [500, "#b62c2a", "#f6e7c1", "#fff"],
  [2500, "#1e7a4a", "#f1ead2", "#fff"],
  [10000, "#22242b", "#d9d4c4", "#fff"],
  [50000, "#5e3b93", "#f0d98a", "#fff"],
  [100000, "#d9982a", "#3b2a08", "#2a1c02"],
  [500000, "#8a4b26", "#f7d9b0", "#fff"],
]);

/** A chip of a stack rises so far above the one below it; a whole stack so far at most. */
const STACK_RISE = 12;
const STACK_HIGH = 60;

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
      s("text", { x: 32, y: 59, "text-anchor": "middle", class: rank === "T" ? "rank ten" : "rank" }, shown(rank)),
      pip(suit, 32, 88, 36),
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
      ...COURTS[rank].map(([kind, d]) => s("path", { d, class: `court-${kind}` })),
    );
  return [
    s("rect", { x: 60, y: 28, width: 130, height: 294, rx: 6, class: "court-panel" }),
    half(false),
    half(true),
    s("rect", { x: 60, y: 28, width: 130, height: 294, rx: 6, class: "court-frame" }),
    s("path", { d: "M60 175H190", class: "court-waist" }),
    pip(suit, 79, 47, 27),
    pip(suit, 171, 303, 27, true),
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

/** Body, edge spots and number of a chip. @param {number} cents */
export function chipColours(cents) {
  let found = CHIP_COLOURS[0];
  for (const row of CHIP_COLOURS) if (cents >= row[0]) found = row;
  return found;
}

/** Where the spots at the edge of a chip are, and how long one of them is. */
const EDGE = 42;
const SPOT = 11.4;

/** The symbol of a chip, made when it is first wanted. @param {number} cents */
function chipSymbol(cents) {
  const id = `chip-${cents}`;
  const place = shelf();
  if (document.getElementById(id)) return id;
  const [from, body, spots, ink] = chipColours(cents);
  const count = { 0: 4, 25: 4, 100: 6, 500: 8, 2500: 6, 10000: 8, 50000: 12, 100000: 10, 500000: 5 }[from] ?? 8;
  // One ring in dashes: every copy of a chip has each element of it once more.
  const apart = ((2 * Math.PI * EDGE) / count - SPOT).toFixed(2);
  const edge = s("circle", { cx: 50, cy: 50, r: EDGE, fill: "none", stroke: spots, "stroke-width": 12, "stroke-dasharray": `${SPOT} ${apart}`, "stroke-dashoffset": SPOT / 2, transform: "rotate(-90 50 50)" });
  const text = face(cents);
  const size = text.length > 3 ? 19 : text.length > 2 ? 24 : 29;
  place.append(
    s(
      "symbol",
      { id, viewBox: "0 0 100 100" },
      s("circle", { cx: 50, cy: 50, r: 49, fill: body }),
      edge,
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
 * A stack as it lies before a guest, one rim above the other; old drawings are reused. However many chips there are, all of
 * them are in it: a tall stack is drawn closer.
 * @param {SVGSVGElement} drawing
 * @param {readonly number[]} chips the lowest first
 */
export function drawStack(drawing, chips) {
  const key = chips.join();
  if (drawing.dataset.key === key) return; // a view box that is set again has every number on the chips laid out again
  drawing.dataset.key = key;
  const rise = Math.min(STACK_RISE, STACK_HIGH / Math.max(1, chips.length - 1));
  const top = -rise * Math.max(0, chips.length - 1);
  const height = 66 - top + STACK_RISE;
  drawing.setAttribute("viewBox", `0 ${(top + 8).toFixed(1)} 100 ${height.toFixed(1)}`);
  drawing.style.setProperty("--tall", (height / 100).toFixed(3));
  const rims = chips.map((cents, index) => {
    const y = (40 - rise * index).toFixed(1);
    const [, body, spots] = chipColours(cents);
    return [
      s("path", { d: `M2 ${y}v${STACK_RISE}a48 31 0 0 0 96 0v-${STACK_RISE}z`, fill: body, class: "chip-rim" }),
      s("path", { d: `M4 ${y}v${STACK_RISE / 2}a46 31 0 0 0 92 0v-${STACK_RISE / 2}`, stroke: spots, class: "chip-spots" }),
    ];
  });
  const face = s("use", { href: `#${chipSymbol(chips.at(-1) ?? 0)}`, width: 100, height: 100, transform: `translate(0 ${(40 + top - 32).toFixed(1)}) scale(1 .64)` });
  drawing.replaceChildren(...rims.flat(), ...(chips.length ? [face] : []));
}

/** An empty drawing for a stack. */
export function stackDrawing() {
  return s("svg", { class: "stack", "aria-hidden": "true", focusable: "false" });
}
