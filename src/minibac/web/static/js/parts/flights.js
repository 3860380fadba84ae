/**
 * What is seen of a settlement: losing chips go to the float, winning ones are paid beside the stake and pushed to the guest, vigorish
 * goes back, a marker button is laid, or taken away when it is paid; one move after the other, in the order in which the house says they were made.
 *
 * Everything flies over the table as a picture: what lies on it has changed already when this is seen. Where motion is
 * reduced nothing flies: what is paid lies beside its stake for a while, a still picture.
 */

import { h } from "../dom.js";
import { stackOf } from "../money.js";
import { settings } from "../settings.js";
import { cardBack, cardFace, drawStack, stackDrawing } from "./faces.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {[step: string, seat: number, wager: string, cents: number]} Move */
/** @typedef {{float: Point, box: (seat: number, area: string) => Point|null, plate: (seat: number) => Point|null, marker: (seat: number) => Point, strip?: (seat: number) => boolean}} Ways `strip`: whether a seat is one of a strip, whose boxes have room for one small stack */

/** All moves of a round take no longer than this together, one no longer than that. */
const WHOLE_MS = 1_900;
const MOVE_MS = 520;
/** How long a payment lies beside its stake before both are pushed to the guest. */
const LIES_MS = 700;
/** How long it lies there where nothing moves. */
const STILL_MS = 2_500;
/** By then the boxes of a strip stand where they will stand. */
const SETTLES_MS = 250;
/** A chip in the strip of the seats. */
const SLIGHT = 19;
/** A marker button goes back and what was owed is paid: not a move of a settlement, but seen like one. */
const CLEARED = "cleared";
/** So many pictures are made in one frame; the next ones in the next, so that no frame waits for all of them. */
const AT_ONCE = 4;
/** A payment lies so far beside its stake, in widths of a chip. */
const BESIDE = 1.05;

export class Flights {
  /**
   * @param {HTMLElement} layer where pictures fly
   * @param {(seat: number, area: string) => number} staked what lay in a box before
   * @param {(from: Point, to: Point, ms: number) => void} moved told of every move as it begins
   */
  constructor(layer, staked, moved) {
    this.layer = layer;
    this.staked = staked;
    this.moved = moved;
    /** Counts how often the table was looked at anew. */
    this.looks = 0;
  }

  /**
   * @param {readonly Move[]} moves in their order
   * @param {readonly number[]} chips the denominations of the table
   * @param {Ways} ways
   * @param {number} size of a chip
   * @param {readonly number[]} chosen the chips of the one payment, where the dealer has chosen them
   */
  settle(moves, chips, ways, size, chosen = []) {
    const one = settings.pace(MOVE_MS);
    if (document.hidden) return;
    if (!one) {
      this.#still(moves, chips, ways, size, chosen);
      return;
    }
    const step = Math.min(one * 0.6, settings.pace(WHOLE_MS) / Math.max(1, moves.length));
    /** @type {(() => void)[]} */
    const pictures = [];
    const fly = (/** @type {readonly number[]} */ stack, /** @type {number} */ wide, /** @type {[Point, number][]} */ way) => pictures.push(() => this.#fly(stack, wide, way));
    moves.forEach(([kind, seat, wager, cents], index) => {
      const begin = step * index;
      const owes = ways.plate(seat);
      if (kind === CLEARED) {
        fly([], size, [[ways.marker(seat), 0], [ways.float, one]]);
        if (owes && cents) fly(stackOf(cents, chips), size * 0.8, [[owes, 0], [ways.float, one]]);
      }
      const from = ways.box(seat, wager);
      if (!from) return;
      const stake = this.staked(seat, wager) || cents;
      const plate = owes ?? from;
      if (kind === "collect") fly(stackOf(cents, chips), size, [[from, 0], [from, begin], [ways.float, begin + one]]);
      else if (kind === "add") fly(stackOf(cents, chips), size, [[ways.float, begin], [from, begin + one]]);
      else if (kind === "return") fly(stackOf(stake, chips), size, [[from, 0], [from, begin], [plate, begin + one]]);
      else if (kind === "pay") {
        const beside = ways.strip?.(seat) ? { x: from.x, y: from.y - size / 3 } : { x: from.x + size * BESIDE, y: from.y };
        const pushed = begin + one + settings.pace(LIES_MS);
        fly(stackOf(stake, chips), size, [[from, 0], [from, pushed], [plate, pushed + one]]);
        fly(chosen.length ? chosen : stackOf(cents, chips), size, [[ways.float, begin], [beside, begin + one], [beside, pushed], [plate, pushed + one]]);
      } else if (kind === "vigorish") fly(stackOf(cents, chips), size * 0.8, [[plate, begin], [ways.float, begin + one]]);
      else if (kind === "mark") fly([], size, [[ways.float, begin], [ways.marker(seat), begin + one]]);
    });
    this.#launch(pictures);
  }

  /** Some of them in each frame, in their order. @param {readonly (() => void)[]} pictures */
  async #launch(pictures) {
    const { looks } = this;
    for (let at = 0; at < pictures.length && looks === this.looks && !document.hidden; at += AT_ONCE) {
      for (const make of pictures.slice(at, at + AT_ONCE)) make();
      await new Promise((done) => requestAnimationFrame(done));
    }
  }

  /** What is paid, beside its stake. @param {readonly Move[]} moves @param {readonly number[]} chips @param {Ways} ways @param {number} size @param {readonly number[]} chosen */
  #still(moves, chips, ways, size, chosen) {
    /** @type {(() => void)[]} */
    const pictures = [];
    for (const [kind, seat, wager, cents] of moves) {
      const from = ways.box(seat, wager);
      if (kind !== "pay" || !from) continue;
      const paid = chosen.length ? chosen : stackOf(cents, chips);
      const beside = { x: from.x + size * BESIDE, y: from.y };
      const stake = this.staked(seat, wager) || cents;
      if (ways.strip?.(seat)) {
        setTimeout(() => {
          const box = ways.box(seat, wager); // a box in which nothing lies any more may be gone
          if (box) this.#fly([...stackOf(stake, chips), ...paid].sort((a, b) => b - a), SLIGHT, [[box, 0], [box, STILL_MS]]);
        }, SETTLES_MS);
        continue;
      }
      pictures.push(() => this.#fly(stackOf(stake, chips), size, [[from, 0], [from, STILL_MS]]));
      pictures.push(() => this.#fly(paid, size, [[beside, 0], [beside, STILL_MS]]));
    }
    this.#launch(pictures);
  }

  /**
   * One stack on its way; without chips it is a marker button. It lies still until it moves: only what moves is a layer of its own.
   * @param {readonly number[]} chips
   * @param {number} size
   * @param {[Point, number][]} way points and when they are reached; it is there from the first on
   */
  async #fly(chips, size, way) {
    const picture = h("span", { class: "flying" });
    if (chips.length) {
      const stack = stackDrawing();
      drawStack(stack, chips);
      picture.append(stack);
    } else picture.classList.add("flying-marker");
    picture.style.setProperty("--chip", `${size.toFixed(1)}px`);
    let [[here, now]] = way;
    picture.style.transform = lying(here);
    if (now) await waited(now);
    this.layer.append(picture);
    for (const [there, at] of way.slice(1)) {
      if (there === here) await waited(at - now);
      else {
        this.moved(here, there, at - now);
        const last = there === way[way.length - 1][0] && chips.length > 0;
        const flight = picture.animate([{ transform: lying(here), opacity: 1 }, { transform: lying(there), opacity: last ? 0.15 : 1 }], { duration: Math.max(1, at - now), easing: "cubic-bezier(0.4, 0, 0.2, 1)", fill: "forwards" });
        await flight.finished.catch(() => {});
      }
      if (!picture.isConnected) return;
      picture.style.transform = lying(there);
      [here, now] = [there, at];
    }
    picture.remove();
  }

  /** Cards on their way to a guest, who gives them back turned. @param {readonly (string|null)[]} cards @param {number} wide @param {Point} from @param {Point} to */
  async hand(cards, wide, from, to) {
    const duration = settings.pace(MOVE_MS);
    if (!duration || document.hidden || !cards.length) return;
    const picture = h("span", { class: "flying flying-cards" }, ...cards.map((card) => (card ? cardFace(card) : cardBack())));
    picture.style.setProperty("--card-w", `${wide.toFixed(1)}px`);
    this.layer.append(picture);
    this.moved(from, to, duration);
    const flight = picture.animate([{ transform: `${lying(from)} scale(0.7)` }, { transform: `${lying(to)} scale(0.7)` }], { duration, easing: "cubic-bezier(0.4, 0, 0.2, 1)" });
    await flight.finished.catch(() => {});
    picture.remove();
  }

  /** The table is looked at anew: nothing is under way any more. */
  stop() {
    this.looks += 1;
    this.layer.replaceChildren();
  }
}

/** @param {Point} point */
function lying({ x, y }) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -60%)`;
}

/** @param {number} ms */
function waited(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
