/**
 * Folding a card that lies face down: a crease, what stays under it, and the flap that shows the other side.
 *
 * A point of the flap is the card's point mirrored at the crease; its face is mirrored once more, so it reads aright.
 */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{at: Point, to: Point}} Crease a point on it, and the direction of the part that is folded over */

/** The outward direction of an edge or a corner. @param {string} edge @returns {Point} */
function outward(edge) {
  return {
    x: edge.includes("left") ? -1 : edge.includes("right") ? 1 : 0,
    y: edge.includes("top") ? -1 : edge.includes("bottom") ? 1 : 0,
  };
}

/**
 * The crease of a card that is peeled from an edge or a corner, so far.
 * @param {string} edge
 * @param {number} how 0 flat, 1 folded over entirely
 * @param {number} width
 * @param {number} height
 * @returns {Crease}
 */
export function creaseOf(edge, how, width, height) {
  const way = outward(edge);
  const start = { x: (width * (1 + way.x)) / 2, y: (height * (1 + way.y)) / 2 };
  const corner = way.x !== 0 && way.y !== 0;
  const to = corner ? unit({ x: way.x * width, y: way.y * height }) : way;
  const whole = corner ? Math.hypot(width, height) : way.x ? width : height;
  const deep = (whole * how) / 2;
  return { at: { x: start.x - to.x * deep, y: start.y - to.y * deep }, to };
}

/**
 * The crease when a corner has been dragged to a place: the line in the middle between them.
 * @param {Point} corner
 * @param {Point} place
 * @returns {Crease}
 */
export function creaseBetween(corner, place) {
  const way = { x: corner.x - place.x, y: corner.y - place.y };
  return { at: { x: (corner.x + place.x) / 2, y: (corner.y + place.y) / 2 }, to: unit(way) };
}

/** @param {Point} way @returns {Point} */
function unit(way) {
  const length = Math.hypot(way.x, way.y) || 1;
  return { x: way.x / length, y: way.y / length };
}

/**
 * The part of a polygon on one side of the crease.
 * @param {Point[]} polygon
 * @param {Crease} crease
 * @param {1|-1} side 1 is the folded side
 */
function part(polygon, crease, side) {
  const height = (/** @type {Point} */ p) => side * ((p.x - crease.at.x) * crease.to.x + (p.y - crease.at.y) * crease.to.y);
  /** @type {Point[]} */
  const found = [];
  polygon.forEach((p, index) => {
    const q = polygon[(index + 1) % polygon.length];
    const [a, b] = [height(p), height(q)];
    if (a >= 0) found.push(p);
    if (a >= 0 !== b >= 0) {
      const share = a / (a - b);
      found.push({ x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share });
    }
  });
  return found;
}

/** @param {Point[]} points */
const polygonText = (points) =>
  points.length ? `polygon(${points.map((p) => `${p.x.toFixed(2)}px ${p.y.toFixed(2)}px`).join(",")})` : "polygon(0 0)";

/**
 * Show a crease on the two layers of a card.
 * @param {HTMLElement} under the back that stays
 * @param {HTMLElement} flap the layer that is folded over; its first child is clipped
 * @param {Crease} crease
 * @param {number} width
 * @param {number} height
 */
export function foldOver(under, flap, crease, width, height) {
  const card = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const { at, to } = crease;
  const folded = part(card, crease, 1);
  under.style.clipPath = polygonText(part(card, crease, -1));
  const a00 = 1 - 2 * to.x * to.x;
  const a01 = -2 * to.x * to.y;
  const a11 = 1 - 2 * to.y * to.y;
  const along = 2 * (at.x * to.x + at.y * to.y);
  const matrix = [-a00, -a01, a01, a11, a00 * width + along * to.x, a01 * width + along * to.y];
  flap.style.transform = `matrix(${matrix.map((value) => value.toFixed(4)).join(",")})`;
  const inner = /** @type {HTMLElement} */ (flap.firstElementChild);
  inner.style.clipPath = polygonText(folded.map((p) => ({ x: width - p.x, y: p.y })));
}
