/**
 * What moves over a table: chips of a settlement, cards on their way, and the hands that do it. The felt loads this when the first thing
 * moves, and tells what has changed; how it lies by then is drawn by itself.
 */

import { settings } from "../settings.js";
import { Flights } from "./flights.js";
import { RACKED_MS } from "./hand.js";
import { COUNT } from "./scene.js";

/** @typedef {import("./flights.js").Point} Point */
/** @typedef {{width: number, height: number, scale: number, cardWidth: number, shoe: Point, rack: Point, hands: Point & {h: number}, card: (hand: "player"|"banker", index: number) => Point, plate: (seat: number) => Point|null}} Stage */
/** @typedef {{player: (string|null)[], banker: (string|null)[], handed: string, holders: Record<string, number>}} Lying */

/** So long is a card on its way from the shoe, as cards.css says. */
const DEALT_MS = 380;
const WORK_MS = 900;
/** How large hands are on a phone. */
const PHONE = 0.7;

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
    this.#measured(({ hands: { x, y, h: high } }) => {
      for (const side of [-1, 1]) this.#help({ x: x + side * high * 1.2, y }, { x: x + side * high * 0.3, y }, settings.pace(WORK_MS));
    });
  }

  /** What has become of the cards since they lay like that: dealt, handed to a guest, given back, racked. @param {Lying} before */
  cards(before) {
    const { lying: now } = this.felt;
    if (now) this.#measured((stage) => this.#carry(stage, before, now));
  }

  /** @param {Stage} stage @param {Lying} before @param {Lying} now */
  #carry(stage, before, now) {
    for (const hand of /** @type {const} */ (["player", "banker"])) {
      if (now[hand].length === before[hand].length + 1) this.#help(stage.shoe, stage.card(hand, before[hand].length), settings.pace(DEALT_MS));
      if (hand === "player" && before.player.length && !now.player.length) this.#help(stage.hands, stage.rack, settings.pace(RACKED_MS));
      if (before.handed === now.handed || (before.handed !== hand && now.handed !== hand)) continue;
      const plate = stage.plate(now.holders[hand] ?? 0);
      const down = before[hand].flatMap((card, index) => (card === null ? [index] : [])); // those that go, or come back turned
      const place = stage.card(hand, down.reduce((sum, index) => sum + index, 0) / Math.max(1, down.length));
      const goes = now.handed === hand;
      if (plate && now[hand].length) this.flights.hand(down.map((index) => (goes ? null : (now[hand][index] ?? null))), stage.cardWidth, goes ? place : plate, goes ? plate : place);
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
    if (!ms || document.hidden || felt.hasAttribute("data-small")) return;
    const { width, height, scale, plate } = this.#stage();
    const side = felt.across ? 1 : -1; // of the dealer, above or below
    const beyond = 150 * scale;
    const edge = height / 2 + (seat ? -side : side) * (height / 2 + beyond);
    const shoulder = { x: seat ? (plate(seat)?.x ?? from.x) : width / 2, y: edge };
    this.presence ??= import("./presence.js").then(({ Presence }) => new Presence(felt.helping));
    this.presence.then((hands) => hands.move(seat ? "guest" : "dealer", shoulder, from, to, ms, scale));
  }

  /** At once where the scene says where things lie; what has to be measured waits for the frame. @param {(stage: Stage) => void} go */
  #measured(go) {
    if (this.felt.scene) go(this.#stage());
    else if (settings.pace(1)) requestAnimationFrame(() => go(this.#stage()));
  }

  /** Where everything lies: by the scene, or on a phone by what is seen of it. @returns {Stage} */
  #stage() {
    const { felt } = this;
    const { scene } = felt;
    if (scene) {
      const card = (/** @type {"player"|"banker"} */ hand, /** @type {number} */ index) => {
        const out = (hand === "banker") !== felt.across ? 1 : -1;
        return { x: scene.hands.x + out * (12 + scene.card * (COUNT + 0.6 + 1.07 * index)), y: scene.hands.y };
      };
      return { width: scene.width, height: scene.height, scale: scene.scale, cardWidth: scene.card, shoe: scene.shoe, rack: scene.rack, hands: scene.hands, card, plate: (seat) => scene.wedges[seat - 1]?.plate ?? null };
    }
    // Where it will lie: what is on its way is drawn elsewhere.
    const lies = (/** @type {HTMLElement} */ element) => {
      let [x, y] = [element.offsetWidth / 2, element.offsetHeight / 2];
      for (let up = /** @type {HTMLElement|null} */ (element); up && up !== felt; up = /** @type {HTMLElement|null} */ (up.offsetParent)) [x, y] = [x + up.offsetLeft, y + up.offsetTop];
      return { x, y, h: element.offsetHeight / 2 };
    };
    return {
      width: felt.offsetWidth,
      height: felt.offsetHeight,
      scale: PHONE,
      cardWidth: felt.player.cards[0]?.offsetWidth ?? 0,
      shoe: lies(felt.shoe),
      rack: lies(felt.rack),
      hands: lies(felt.work.hidden ? felt.hands : felt.work),
      card: (hand, index) => lies(felt[hand].cards[Math.round(index)] ?? felt[hand]),
      plate: () => null,
    };
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
        const aside = seat === felt.focusSeat ? place.w * (alone ? 0.19 : 0.36) : alone || felt.hasAttribute("data-beside") ? -13 * scene.scale : 0;
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
    return { float, box, plate: (/** @type {number} */ seat) => middle(felt.seats[seat - 1]?.plate), marker: () => float, strip: (/** @type {number} */ seat) => seat !== felt.own };
  }
}
