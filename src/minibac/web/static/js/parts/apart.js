/** Where a box may stand over the page without covering what people look at. */

/** @typedef {{x: number, y: number}} Corner the left upper one */

/**
 * Of some places for a box the first that lies over none of these things; else the one that covers least.
 * @param {{width: number, height: number}} box
 * @param {Corner[]} places
 * @param {Iterable<Element>} things what may not be covered; what is hidden does not count
 */
export function apart({ width, height }, places, things) {
  const seen = [...things].map((thing) => thing.getBoundingClientRect()).filter((rect) => rect.width);
  const covers = (/** @type {Corner} */ { x, y }) => seen.reduce((sum, rect) => sum + Math.max(0, Math.min(x + width, rect.right) - Math.max(x, rect.left)) * Math.max(0, Math.min(y + height, rect.bottom) - Math.max(y, rect.top)), 0);
  return places.map((place) => ({ place, covered: covers(place) })).sort((a, b) => a.covered - b.covered)[0].place;
}
