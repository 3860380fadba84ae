/**
 * `<mb-felt>`: the table. Cards in the middle, Player left and Banker right; the table's own wagers below as an arc (wide)
 * or a grid (narrow); the seats along the rim. Everything on it comes from the view.
 */

import { differs, h, hide, keep, make, mark, s, say } from "../dom.js";
import { dollars } from "../money.js";
import { settings } from "../settings.js";
import { ruled } from "../told.js";
import { spoken, t } from "../voice.js";
import { MbCard } from "./card.js";
import { MbClock } from "./clock.js";
import { MbHand } from "./hand.js";
import { MbSeat } from "./seat.js";
import { MbRack, MbShoe } from "./shoe.js";
import { MbSpot } from "./spot.js";
import { dayTime } from "./times.js";

/** @typedef {import("../store.js").TableStore} TableStore */

/** From so many rem on there is room for an arc, and for one with many wagers a row up; a guest who reads large letters gets the grid. */
const WIDE = 47.5;
const WIDE_FULL = 62;
const MANY = 3;
/** Below so many rem two areas share a row of the grid, not three. */
const SLIM = 18;
/** As areas lie in front of a guest; the other wagers of the table follow in their own order, one row up. */
const FRONT = ["player-pair", "player", "tie", "banker", "banker-pair"];
const WEIGHT = /** @type {Record<string, number>} */ ({ player: 2.5, banker: 2.5, tie: 1.7 });

export class MbFelt extends HTMLElement {
  constructor() {
    super();
    this.player = make(MbHand, { side: "player" });
    this.banker = make(MbHand, { side: "banker" });
    this.clock = make(MbClock);
    this.shoe = make(MbShoe);
    this.rack = make(MbRack);
    this.plaque = h("div", { class: "plaque" });
    this.aside = h("div", { class: "aside", role: "group" });
    this.caption = h("p", { class: "caption" });
    this.middle = h("div", { class: "hands-middle" }, this.clock);
    this.lines = s("svg", { class: "arc-lines", "aria-hidden": "true" });
    this.spots = h("div", { class: "spots", role: "group" });
    this.rim = h("div", { class: "rim", role: "group" });
    this.inscription = h("p", { class: "inscription", "aria-hidden": "true" });
    this.arc = h("div", { class: "arc" }, this.lines, this.spots, this.inscription, this.rim);
    this.over = h("div", { class: "felt-over" });
    /** @type {Map<string, MbSpot>} */
    this.bySpot = new Map();
    /** @type {MbSeat[]} */
    this.seats = [];
    this.laid = "";
    /** What the areas were arranged for last. */
    this.room = "";
    /** @type {number|null} */
    this.own = null;
    this.size = new ResizeObserver(() => this.#arrange());
  }

  connectedCallback() {
    if (!this.childElementCount) {
      mark(this.spots, "aria-label", t("Betting areas"));
      mark(this.rim, "aria-label", t("Seats"));
      mark(this.aside, "aria-label", t("Cards set aside or waiting"));
      this.append(
        h("div", { class: "felt-top" }, this.rack, this.plaque, h("span", { class: "grow" }), this.aside, this.shoe),
        h("div", { class: "hands" }, this.player, this.middle, this.banker),
        this.caption,
        this.arc,
        this.over,
      );
    }
    this.size.observe(this);
  }

  disconnectedCallback() {
    this.size.disconnect();
  }

  /** @param {TableStore} store */
  follow(store) {
    store.watch(["areas", "seats", "options"], () => this.#lay(store));
    store.watch(["coup", "phase", "yours"], () => this.#cards(store));
    store.watch(["clock"], () => this.clock.set(store.seen.clock, () => store.now()));
    store.watchLater(["areas", "seats", "wagers", "coup", "yours", "options"], () => this.#people(store));
    store.watchLater(["set_aside", "waiting"], () => this.#lone(store));
    store.watchLater(["cards_left", "cards_count", "cut_card_depth", "burned", "last_hand"], () => this.#shoe(store));
    store.watchLater(["areas", "sign", "options", "rulebook_name"], () => this.#plaque(store));
  }

  /** One spot for each wager of the table, in the order they lie. @param {TableStore} store */
  #lay(store) {
    const areas = store.seen.areas.filter((area) => area.maximum_cents !== undefined || area.odds);
    const seats = store.seen.seats_count;
    const key = areas.map((area) => `${area.id}|${area.label}|${area.odds}`).join() + seats;
    if (key === this.laid) return;
    this.laid = key;
    const front = FRONT.filter((id) => areas.some((area) => area.id === id));
    const ordered = [
      ...front.map((id) => /** @type {import("../types.js").Area} */ (areas.find((area) => area.id === id))),
      ...areas.filter((area) => !front.includes(area.id)),
    ];
    this.bySpot.clear();
    this.spots.replaceChildren(
      ...ordered.map((area) => {
        const spot = make(MbSpot);
        spot.set(area);
        spot.classList.add(front.includes(area.id) ? "front" : "side");
        this.bySpot.set(area.id, spot);
        return spot;
      }),
    );
    say(this.inscription, areas.map((area) => ruled(area.inscription)).filter(Boolean).join(" "));
    this.spots.style.setProperty("--front", String(front.length));
    this.seats = Array.from({ length: seats }, () => make(MbSeat));
    this.rim.replaceChildren(...this.seats);
    this.#arrange();
  }

  /** @param {TableStore} store */
  #cards(store) {
    const { coup } = store.seen;
    const result = coup?.result ?? "";
    for (const hand of /** @type {const} */ (["player", "banker"])) {
      const element = this[hand];
      const mine = store.yours.cards[hand];
      const holder = coup?.holders?.[hand] ?? 0;
      const handed = coup?.handed === hand;
      const offered = coup?.offered?.hand === hand ? coup.offered.seat : 0;
      let note = "";
      if (handed) note = mine ? t("in your hands") : t("held by seat {seat}", { seat: holder });
      else if (offered) note = t("offered to seat {seat}", { seat: offered });
      else if (result === hand) note = t("wins");
      else if (result === "tie") note = t("tie");
      else if (coup?.simulated) note = t("simulated, without wagers");
      const tucked = hand === "banker" && Boolean(coup?.tucked) && (coup?.banker ?? []).some((card) => card === null);
      element.set(coup?.[hand] ?? [], coup?.[`${hand}_total`], { note, won: result === hand, tucked, away: handed });
    }
    mark(this, "data-phase", store.seen.phase);
    mark(this, "data-result", result || null);
  }

  /** @param {TableStore} store */
  #shoe(store) {
    const view = store.seen;
    this.shoe.set({ left: view.cards_left, count: view.cards_count, depth: view.cut_card_depth, last: view.last_hand });
    const out = Math.max(0, view.cards_count - view.cards_left);
    this.rack.set({ out, count: view.cards_count, burned: view.burned?.length ?? 0 });
  }

  /** Cards that are out of the shoe and belong to no hand: set aside, or waiting face down for the next one. @param {TableStore} store */
  #lone(store) {
    const cards = [...(store.seen.set_aside ?? []), ...Array.from({ length: store.seen.waiting ?? 0 }, () => null)];
    keep(this.aside, cards, () => make(MbCard), (element, card) => element.show(card));
    hide(this.aside, !cards.length);
  }

  /** The sign with limits and vigorish. @param {TableStore} store */
  #plaque(store) {
    const { areas, sign, rulebook_name: rulebook } = store.seen;
    const main = areas.find((area) => area.id === "player") ?? areas[0];
    const limits = main ? `${dollars(main.minimum_cents)} – ${dollars(main.maximum_cents)}` : "";
    const now = spoken(sign.said);
    const change = signChange(sign);
    this.plaque.replaceChildren(
      h("strong", { text: ruled(rulebook) }),
      h("span", { text: limits }),
      now ? h("span", { class: "plaque-sign", text: now }) : "",
      change ? h("span", { class: "plaque-sign plaque-change", text: change }) : "",
    );
  }

  /** @param {TableStore} store */
  #people(store) {
    const view = store.seen;
    const free = store.seat === null && store.you?.role !== "spectator-only";
    if (store.seat !== this.own) {
      this.own = store.seat;
      requestAnimationFrame(() => this.#showOwn());
    }
    this.seats.forEach((element, index) => {
      const seat = index + 1;
      const coup = view.coup;
      const holds = coup?.handed && coup.holders?.[coup.handed] === seat ? coup.handed : "";
      const facts = {
        seat,
        taken: view.seats.find((row) => row.seat === seat) ?? null,
        yours: store.seat === seat,
        free,
        holds,
        wagers: view.wagers.filter((wager) => wager.seat === seat),
      };
      if (differs(element, facts)) element.set(facts);
    });
  }

  /** The guest's own seat in the middle of a row that is scrolled. */
  #showOwn() {
    const seat = this.seats[(this.own ?? 0) - 1];
    if (!seat || this.hasAttribute("data-arc")) return;
    this.rim.scrollLeft = seat.offsetLeft - this.rim.offsetLeft - (this.rim.clientWidth - seat.offsetWidth) / 2;
  }

  /** Say something on the felt. @param {string} words */
  announce(words) {
    say(this.caption, words);
    const duration = settings.pace(450);
    const from = { opacity: 0, transform: "translateY(6px)" };
    if (duration) this.caption.animate([from, { opacity: 1, transform: "none" }], { duration, easing: "ease-out" });
  }

  /** Lay the areas out: an arc around the dealer where there is room, otherwise a grid. */
  #arrange() {
    const width = this.arc.clientWidth;
    if (!width || !this.bySpot.size) return;
    const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const room = [width, innerHeight, letters, this.laid].join();
    if (room === this.room) return;
    this.room = room;
    const front = [...this.bySpot.values()].filter((spot) => spot.classList.contains("front"));
    const side = [...this.bySpot.values()].filter((spot) => !spot.classList.contains("front"));
    const wide = width >= letters * (side.length > MANY ? WIDE_FULL : WIDE);
    mark(this, "data-arc", wide);
    mark(this, "data-slim", width < letters * SLIM);
    mark(this.rim, "tabindex", wide ? null : 0);
    if (!wide) {
      this.lines.replaceChildren();
      this.arc.style.height = "";
      for (const element of [...this.bySpot.values(), ...this.seats]) {
        element.style.transform = "";
        element.style.width = "";
        element.style.height = "";
      }
      return;
    }
    const scale = Math.min(1.5, Math.max(0.86, Math.min(width / 1240, innerHeight / 790)));
    const high = { side: side.length ? 62 * scale : 0, front: 96 * scale, seat: 74 * scale, gap: 7 * scale };
    const outer = width * 1.9;
    const inner = outer - high.side - high.front - high.seat - 2 * high.gap;
    const reach = Math.asin((width / 2 - 10) / outer);
    const top = inner * Math.cos(reach);
    const height = outer - top;
    const middle = width / 2;
    this.arc.style.height = `${height.toFixed(1)}px`;
    mark(this.lines, "viewBox", `0 0 ${width} ${height.toFixed(1)}`);
    /** @type {SVGElement[]} */
    const shapes = [];
    const at = (/** @type {number} */ angle, /** @type {number} */ radius) => ({
      x: middle + radius * Math.sin(angle),
      y: radius * Math.cos(angle) - top,
    });
    /**
     * @param {HTMLElement} element
     * @param {number} from
     * @param {number} to
     * @param {number} near
     * @param {number} far
     */
    const place = (element, from, to, near, far) => {
      const angle = (from + to) / 2;
      const radius = (near + far) / 2;
      const point = at(angle, radius);
      const wide = 2 * near * Math.tan((to - from) / 2) - 4;
      const tall = far - near - 4;
      element.style.width = `${wide.toFixed(1)}px`;
      element.style.height = `${tall.toFixed(1)}px`;
      element.style.transform = `translate(${(point.x - wide / 2).toFixed(1)}px, ${(point.y - tall / 2).toFixed(1)}px) rotate(${((-angle * 180) / Math.PI).toFixed(2)}deg)`;
    };
    /** @param {MbSpot[]} spots @param {number} near @param {number} far @param {number} spread */
    const band = (spots, near, far, spread) => {
      const weights = spots.map((spot) => WEIGHT[spot.area] ?? 1.15);
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      let from = -spread;
      spots.forEach((spot, index) => {
        const to = from + (2 * spread * weights[index]) / all;
        const slit = 3 / far;
        shapes.push(sector(at, from + slit, to - slit, near, far, spot.area));
        place(spot, from, to, near, far);
        from = to;
      });
    };
    const slack = Math.min(reach * 0.94, 0.4);
    const sideFar = inner + high.side;
    const frontNear = sideFar + (high.side ? high.gap : 0);
    const frontFar = frontNear + high.front;
    if (side.length) band(side, inner, sideFar, Math.min(slack * 0.92, slack * (0.22 * side.length)));
    band(front, frontNear, frontFar, slack);
    const share = (2 * reach) / this.seats.length;
    this.seats.forEach((seat, index) => {
      place(seat, -reach + share * index, -reach + share * (index + 1), frontFar + high.gap, outer);
    });
    this.lines.replaceChildren(...shapes);
    this.style.setProperty("--scale", scale.toFixed(3));
  }
}

/**
 * A piece of a ring, with its corners a little rounded by the stroke.
 * @param {(angle: number, radius: number) => {x: number, y: number}} at
 * @param {number} from
 * @param {number} to
 * @param {number} near
 * @param {number} far
 * @param {string} area
 */
function sector(at, from, to, near, far, area) {
  const n = (/** @type {number} */ value) => value.toFixed(1);
  const [a, b, c, d] = [at(from, near), at(to, near), at(to, far), at(from, far)];
  const path = `M${n(a.x)} ${n(a.y)}A${n(near)} ${n(near)} 0 0 0 ${n(b.x)} ${n(b.y)}L${n(c.x)} ${n(c.y)}A${n(far)} ${n(far)} 0 0 1 ${n(d.x)} ${n(d.y)}Z`;
  return s("path", { d: path, class: "sector", "data-area": area });
}

/** The change that the sign announces, with its time; nothing where none is posted. @param {import("../types.js").View["sign"]} sign */
export function signChange(sign) {
  const pending = sign?.pending;
  return pending ? t("From {time}: {says}", { time: dayTime(pending.effective_at), says: spoken(pending.said) }) : "";
}

customElements.define("mb-felt", MbFelt);
