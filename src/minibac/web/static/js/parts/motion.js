/**
 * What moves over a table: chips of a settlement, cards on their way, and the hands that do it. The felt loads this when the first thing
 * moves, and tells what has changed; how it lies by then is drawn by itself.
 */

import { settings } from "../settings.js";
import { Flights } from "./flights.js";
import { RACKED_MS } from "./hand.js";
import { COUNT } from "./scene.js";

/** @typedef {import("./flights.js").Point} Point */
/** @typedef {{player: (string|null)[], banker: (string|null)[], handed: string, holders: Record<string, number>}} Lying */

/** So long is a card on its way from the shoe, as cards.css says. */
const DEALT_MS = 380;
const WORK_MS = 900;

export class Motion {
  /** @param {import("./felt.js").MbFelt} felt */
  constructor(felt) {
    this.felt = felt;
    this.flights = new Flights(felt.air, () => 0, (from, to, ms) => this.#help(from, to, ms));
    /** @type {Promise<import("./presence.js").Presence>|null} */
    this.presence = null;
  }

  /**
   * @param {readonly import("./flights.js").Move[]} moves
   * @param {Map<string, number>} lay what lay in each box before
   * @param {Record<string, number>} paid
   */
  settle(moves, lay, paid) {
    const { printed, scene } = this.felt;
    const chosen = Object.entries(paid).sort(([a], [b]) => Number(b) - Number(a)).flatMap(([cents, many]) => Array.from({ length: many }, () => Number(cents)));
    this.flights.staked = (seat, area) => lay.get(`${seat} ${area}`) ?? 0;
    this.flights.settle(moves, printed.chips, this.#ways(), scene ? 28 * scene.scale : 26, chosen);
  }

  /** Two hands at the cards before a round. */
  work() {
    const { scene } = this.felt;
    if (!scene) return;
    const { x, y, h: high } = scene.hands;
    for (const side of [-1, 1]) this.#help({ x: x + side * high * 1.2, y }, { x: x + side * high * 0.3, y }, settings.pace(WORK_MS));
  }

  /** What has become of the cards since they lay like that: dealt, handed to a guest, given back, racked. @param {Lying} before */
  cards(before) {
    const { scene, lying: now, across } = this.felt;
    if (!scene || !now) return;
    const middle = (/** @type {"player"|"banker"} */ hand, /** @type {number} */ card) => {
      const out = (hand === "banker") !== across ? 1 : -1;
      return { x: scene.hands.x + out * (12 + scene.card * (COUNT + 0.6 + 1.07 * card)), y: scene.hands.y };
    };
    for (const hand of /** @type {const} */ (["player", "banker"])) {
      if (now[hand].length === before[hand].length + 1) this.#help(scene.shoe, middle(hand, before[hand].length), settings.pace(DEALT_MS));
      if (hand === "player" && before.player.length && !now.player.length) this.#help(scene.hands, scene.rack, settings.pace(RACKED_MS));
      if (before.handed === now.handed || (before.handed !== hand && now.handed !== hand)) continue;
      const seat = now.holders[hand] ?? 0;
      const plate = scene.wedges[seat - 1]?.plate;
      const down = before[hand].flatMap((card, index) => (card === null ? [index] : [])); // those that go, or come back turned
      const place = middle(hand, down.reduce((sum, index) => sum + index, 0) / Math.max(1, down.length));
      const goes = now.handed === hand;
      if (plate && now[hand].length) this.flights.hand(down.map((index) => (goes ? null : (now[hand][index] ?? null))), scene.card, goes ? place : plate, goes ? plate : place);
    }
  }

  /** Another guest lays chips down: a hand is seen that does it. @param {Map<string, number>} before */
  laying(before) {
    const { scene, lay, own } = this.felt;
    if (!scene) return;
    for (const [key, cents] of lay) {
      const [seat, area] = key.split(" ");
      const box = scene.boxes.find((one) => String(one.seat) === seat && one.area === area)?.place;
      const plate = scene.wedges[Number(seat) - 1]?.plate;
      if (box && plate && Number(seat) !== own && cents > (before.get(key) ?? 0)) this.#help(plate, box, settings.pace(DEALT_MS), Number(seat));
    }
  }

  /** A hand goes along with what moves: the dealer's, or that of a guest. @param {import("./flights.js").Point} from @param {import("./flights.js").Point} to @param {number} ms already at the chosen speed @param {number} [seat] */
  #help(from, to, ms, seat = 0) {
    const { felt } = this;
    const { scene } = felt;
    if (!scene || !ms || document.hidden || felt.hasAttribute("data-small")) return;
    const side = felt.across ? 1 : -1; // of the dealer, above or below
    const beyond = 150 * scene.scale;
    const edge = scene.height / 2 + (seat ? -side : side) * (scene.height / 2 + beyond);
    const shoulder = { x: seat ? (scene.wedges[seat - 1]?.plate.x ?? from.x) : scene.width / 2, y: edge };
    this.presence ??= import("./presence.js").then(({ Presence }) => new Presence(felt.helping));
    this.presence.then((hands) => hands.move(seat ? "guest" : "dealer", shoulder, from, to, ms, scene.scale));
  }

  /** Where chips go: by the scene, or on a phone by what is seen of it. */
  #ways() {
    const { felt } = this;
    const { scene } = felt;
    if (scene) {
      const { float, marker } = scene;
      // Where chips lie in a box: beside the words in one's own, beside the sum in another's.
      const box = (/** @type {number} */ seat, /** @type {string} */ area) => {
        const place = scene.boxes.find((one) => one.seat === seat && one.area === area)?.place;
        if (!place) return null;
        const alone = felt.rows.some((row) => row.length === 1 && row[0] === area);
        const aside = seat === felt.focusSeat ? place.w * (alone ? 0.19 : 0.36) : alone ? -13 * scene.scale : 0;
        const turn = (place.turn * Math.PI) / 180;
        return { x: place.x + aside * Math.cos(turn), y: place.y + aside * Math.sin(turn) };
      };
      return { float, marker, box, plate: (/** @type {number} */ seat) => scene.wedges[seat - 1]?.plate ?? null };
    }
    const own = felt.getBoundingClientRect();
    const middle = (/** @type {Element|null|undefined} */ element) => {
      const box = element?.getBoundingClientRect();
      return box?.width ? { x: box.left + box.width / 2 - own.left, y: box.top + box.height / 2 - own.top } : null;
    };
    const float = { x: own.width / 2, y: 20 };
    const box = (/** @type {number} */ seat, /** @type {string} */ area) => middle(seat === felt.own ? felt.bySpot.get(area) : felt.seats[seat - 1]?.byArea.get(area));
    return { float, box, plate: (/** @type {number} */ seat) => middle(felt.seats[seat - 1]?.plate), marker: () => float };
  }
}
