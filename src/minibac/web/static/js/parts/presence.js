/**
 * Hands that move cards and chips: the dealer's two, and those of guests who lay chips down. They come in from the edge, go along with what
 * moves, and are gone; where nothing moves there are none. They lie under cards, counts, chips and clock: they cover nothing that is read.
 */

import { s } from "../dom.js";

/** @typedef {{x: number, y: number}} Point */

/** Coming in and going away again, as a share of the whole. */
const IN = 0.14;
/** So wide is a hand at scale one; its drawing is so many units wide, and its arm so long that it reaches every seat from behind the other edge. */
const WIDE = 50;
const UNITS = { wide: 68, high: 1180 };
const SLEEVES = { dealer: "#1c1a19", guest: "#3d4a63" };
const SKIN = { fill: "#e2b48f", stroke: "#8f6242", "stroke-width": 1 };

/** A hand from above, its fingertips at the top. @param {string} sleeve */
function drawHand(sleeve) {
  const finger = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ h) => s("rect", { x, y, width: 9.4, height: h, rx: 4.7, ...SKIN });
  return s(
    "svg",
    { viewBox: `-34 -2 ${UNITS.wide} ${UNITS.high}`, class: "helping-hand", "aria-hidden": "true" },
    s("path", { d: "M-20 104L-36 1180H36L20 104Z", fill: sleeve }),
    s("path", { d: "M-21 96H21L22 112H-22Z", fill: "#f6f1e6", stroke: "#c9bfa8" }),
    s("path", { d: "M-15 70C-27 62 -33 50 -31 38Q-29 31 -24 36C-23 44 -19 50 -13 54Z", ...SKIN }),
    s("path", { d: "M-17 97C-21 80 -21 58 -19 44H18C21 60 20 80 17 97Z", ...SKIN }),
    finger(-19.5, 13, 42),
    finger(-9.7, 3, 50),
    finger(0, 0, 52),
    finger(9.6, 9, 44),
    s("path", { d: "M-18.5 48V62Q0 56 18 62V48Z", fill: SKIN.fill }),
  );
}

export class Presence {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Record<"dealer"|"guest", {drawing: SVGSVGElement, busy: boolean}[]>} */
    this.pairs = { dealer: [], guest: [] };
  }

  /**
   * One move of a hand that is free; where both are busy nobody is seen to do it.
   * @param {"dealer"|"guest"} who
   * @param {Point} shoulder where the arm comes from
   * @param {Point} from
   * @param {Point} to
   * @param {number} ms
   * @param {number} scale
   */
  async move(who, shoulder, from, to, ms, scale) {
    const pair = this.pairs[who];
    let hand = pair.find((one) => !one.busy);
    if (!hand && pair.length < 2) {
      hand = { drawing: drawHand(SLEEVES[who]), busy: false };
      pair.push(hand);
    }
    if (!hand) return;
    hand.busy = true;
    const { drawing } = hand;
    const mirrored = pair.indexOf(hand) === 0 ? 1 : -1;
    drawing.style.width = `${(WIDE * scale).toFixed(1)}px`;
    drawing.style.height = `${((WIDE * scale * UNITS.high) / UNITS.wide).toFixed(1)}px`;
    const at = (/** @type {Point} */ point, back = 0) => {
      const seen = Math.atan2(point.x - shoulder.x, shoulder.y - point.y);
      const angle = seen < -Math.PI / 2 ? seen + 2 * Math.PI : seen; // an arm never turns all the way round
      const [x, y] = [point.x - Math.sin(angle) * back, point.y + Math.cos(angle) * back];
      return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, 0) rotate(${angle.toFixed(3)}rad) scaleX(${mirrored})`;
    };
    const away = 60 * scale;
    this.layer.append(drawing);
    const easing = "cubic-bezier(0.4, 0, 0.2, 1)";
    const flight = drawing.animate(
      [
        { transform: at(from, away), opacity: 0 },
        { transform: at(from), opacity: 1, offset: IN, easing },
        { transform: at(to), opacity: 1, offset: 1 - IN },
        { transform: at(to, away), opacity: 0 },
      ],
      { duration: ms / (1 - 2 * IN) },
    );
    await flight.finished.catch(() => {});
    drawing.remove();
    hand.busy = false;
  }
}
