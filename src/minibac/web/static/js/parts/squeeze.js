/**
 * `<mb-squeeze>`: the cards that were handed to this seat. Peel from a corner or an edge, by hand or by arrow keys; Enter
 * turns. Only this page knows these cards; the others see a back and how far it is peeled. Peeling changes nothing.
 *
 * Events: `turn`, `pass` (the dealer turns mine) and `peel` with a Peel in `detail`.
 */

import { h, hide, keep, make, mark, say } from "../dom.js";
import { HANDS, cardName } from "../names.js";
import { named, t } from "../voice.js";
import { apart } from "./apart.js";
import { MbCard } from "./card.js";
import { MbClock } from "./clock.js";
import { cardBack, cardFace } from "./faces.js";
import { creaseBetween, creaseOf, foldOver } from "./fold.js";

const STEP = 0.08;
const OPEN = 0.96;
const INDEX_SHOWS = 0.82;
const TELL_EVERY_MS = 80;
const ARROWS = /** @type {Record<string, string>} */ ({
  ArrowUp: "bottom",
  ArrowDown: "top",
  ArrowLeft: "right",
  ArrowRight: "left",
});

class Held extends HTMLElement {
  constructor() {
    super();
    this.card = "";
    this.edge = "bottom";
    this.how = 0;
    this.under = h("div", { class: "under" }, cardBack());
    this.inner = h("div");
    this.flap = h("div", { class: "flap" }, this.inner);
    this.flat = h("div", { class: "held-face" });
    this.box = h("div", { class: "peelable" }, this.under, this.flap, this.flat);
    /** @type {((edge: string, how: number) => void)|null} */
    this.onpeel = null;
    /** @type {{x: number, y: number, edge: string}|null} */
    this.drag = null;
    this.addEventListener("pointerdown", (event) => this.#down(event));
    this.addEventListener("pointermove", (event) => this.#move(event));
    this.addEventListener("pointerup", () => this.#up());
    this.addEventListener("pointercancel", () => this.#up());
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  connectedCallback() {
    if (!this.box.isConnected) this.append(this.box);
    this.tabIndex = 0;
    mark(this, "role", "slider");
    mark(this, "aria-valuemin", 0);
    mark(this, "aria-valuemax", 100);
  }

  /** @param {string} card @param {string} label */
  hold(card, label) {
    mark(this, "aria-label", label);
    if (card === this.card) return;
    this.card = card;
    this.inner.replaceChildren();
    this.flat.replaceChildren();
    this.set(this.edge, 0);
  }

  get open() {
    return this.how >= OPEN;
  }

  /**
   * @param {string} edge
   * @param {number} how
   * @param {import("./fold.js").Crease} [crease]
   */
  set(edge, how, crease) {
    this.edge = edge;
    this.how = Math.max(0, Math.min(1, how));
    this.classList.toggle("open", this.open);
    mark(this.flap, "data-hide-index", this.how < INDEX_SHOWS);
    hide(this.flap, this.how <= 0.005);
    // A face is drawn when something of it is seen: a card is held flat for a while, and often it stays so.
    if (!this.flap.hidden && !this.inner.firstChild) this.inner.append(cardFace(this.card));
    if (this.open && !this.flat.firstChild) this.flat.append(cardFace(this.card));
    if (this.flap.hidden) {
      this.under.style.clipPath = ""; // a card that lies flat is not measured
    } else {
      const [width, height] = [this.offsetWidth, this.offsetHeight];
      foldOver(this.under, this.flap, crease ?? creaseOf(edge, this.how, width, height), width, height);
    }
    mark(this, "aria-valuenow", Math.round(this.how * 100));
    const words = this.open ? cardName(this.card) : t("peeled {percent} percent", { percent: Math.round(this.how * 100) });
    mark(this, "aria-valuetext", words);
    this.onpeel?.(edge, this.how);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.open) return;
    const box = this.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    const across = x < 0.3 ? "left" : x > 0.7 ? "right" : "";
    const along = y < 0.22 ? "top" : y > 0.78 ? "bottom" : "";
    let edge = along && across ? `${along}-${across}` : along || across;
    if (!edge) {
      const near = { left: x, right: 1 - x, top: y, bottom: 1 - y };
      edge = Object.entries(near).sort((a, b) => a[1] - b[1])[0][0];
    }
    this.drag = { x: event.clientX, y: event.clientY, edge };
    this.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.drag) return;
    const { edge } = this.drag;
    const [width, height] = [this.offsetWidth, this.offsetHeight];
    const dx = event.clientX - this.drag.x;
    const dy = event.clientY - this.drag.y;
    if (edge.includes("-")) {
      const corner = { x: edge.includes("left") ? 0 : width, y: edge.includes("top") ? 0 : height };
      const inwardX = edge.includes("left") ? Math.max(0.5, dx) : Math.min(-0.5, dx);
      const inwardY = edge.includes("top") ? Math.max(0.5, dy) : Math.min(-0.5, dy);
      const how = Math.hypot(inwardX, inwardY) / Math.hypot(width, height);
      this.set(edge, how, creaseBetween(corner, { x: corner.x + inwardX, y: corner.y + inwardY }));
      return;
    }
    const travel = { left: dx / width, right: -dx / width, top: dy / height, bottom: -dy / height }[edge] ?? 0;
    this.set(edge, travel);
  }

  /** A card that is let go falls back, unless it was peeled open. */
  #up() {
    if (!this.drag) return;
    this.drag = null;
    if (!this.open) this.set(this.edge, this.how > 0.75 ? 1 : 0);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const edge = ARROWS[event.key];
    if (!edge || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.open) return;
    if (this.how > 0 && edge !== this.edge) this.set(this.edge, this.how - STEP);
    else this.set(edge, this.how + STEP);
  }
}

customElements.define("mb-held", Held);

export class MbSqueeze extends HTMLElement {
  constructor() {
    super();
    this.heading = h("h2", { class: "squeeze-title" });
    this.clock = make(MbClock, { small: true });
    this.cards = h("div", { class: "squeeze-cards" });
    this.help = h("p", { class: "squeeze-help small", text: t("Pull a corner or an edge, or use the arrow keys; Enter turns. Peeling changes nothing: the cards are what they are.") });
    this.turnNow = h("button", { type: "button", class: "button gold", onclick: () => this.#tell("turn") }, t("Turn now"));
    this.pass = h("button", { type: "button", class: "button", onclick: () => this.#tell("pass") }, t("The dealer turns mine"));
    this.otherCards = h("span", { class: "squeeze-row" });
    this.otherName = h("span");
    this.otherCount = h("output", { class: "figures" });
    this.hand = "";
    /** @type {Record<number, number>} */
    this.told = {};
    this.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) {
        event.preventDefault();
        this.#tell("turn");
      }
    });
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(
      h("div", { class: "squeeze-head" }, this.heading, this.clock),
      this.cards,
      h("p", { class: "squeeze-other" }, this.otherName, this.otherCards, this.otherCount),
      h("div", { class: "buttons" }, this.turnNow, this.pass),
      this.help,
    );
    mark(this, "role", "group");
    mark(this, "aria-label", t("Your cards"));
    addEventListener("resize", () => requestAnimationFrame(() => this.#stand()));
  }

  /** @param {string} name @param {unknown} [detail] */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /**
   * The cards this seat holds now, or none. Cards that lie open already are not squeezed again.
   * @param {string} hand
   * @param {string[]} cards
   * @param {(string|null)[]} turned
   */
  hold(hand, cards, turned) {
    const fresh = cards.map((card, index) => ({ card, index })).filter(({ index }) => !turned[index]);
    const there = fresh.length > 0;
    hide(this, !there);
    if (!there) {
      this.cards.replaceChildren();
      this.hand = "";
      return;
    }
    const changed = this.hand !== hand || this.cards.childElementCount !== fresh.length;
    this.hand = hand;
    this.dataset.hand = hand;
    say(this.heading, t("The {hand}’s cards are in your hands", { hand: named(HANDS, hand) }));
    while (this.cards.childElementCount > fresh.length) this.cards.lastElementChild?.remove();
    fresh.forEach(({ card, index }, place) => {
      let held = /** @type {Held|undefined} */ (this.cards.children[place]);
      if (!held) {
        held = make(Held);
        this.cards.append(held);
      }
      held.onpeel = null;
      held.hold(card, t("Card {number} of the {hand}", { number: index + 1, hand: named(HANDS, hand) }));
      held.onpeel = (edge, how) => this.#peeled(index, edge, how);
    });
    // In the frame: to focus what was never laid out would lay out the whole page, in the middle of the news.
    if (changed) requestAnimationFrame(() => /** @type {HTMLElement|null} */ (this.cards.firstElementChild)?.focus({ preventScroll: true }));
  }

  /** What the other hand has meanwhile: these cards lie over it. @param {string} side @param {(string|null)[]} cards @param {number|null|undefined} total */
  beside(side, cards, total) {
    say(this.otherName, named(HANDS, side));
    keep(this.otherCards, cards, () => make(MbCard), (element, card) => element.show(card));
    say(this.otherCount, total ?? "");
    requestAnimationFrame(() => this.#stand());
  }

  /** Over the felt and over none of the guest's own boxes; on a phone it stands at the foot of the window. */
  #stand() {
    const over = this.parentElement;
    if (this.hidden || !over) return; // what is not seen is not measured
    this.style.removeProperty("transform");
    if (getComputedStyle(over).position === "fixed") return;
    const felt = over.getBoundingClientRect();
    const { x, y, width, height } = this.getBoundingClientRect();
    const places = [x, felt.left, felt.right - width].map((left) => ({ x: left, y }));
    const place = apart({ width, height }, places, document.querySelectorAll("mb-spot"));
    this.style.transform = `translateX(${Math.round(place.x - x)}px)`;
    mark(over, "data-stands", place.x > felt.left + (felt.width - width) / 2 + 1 ? "right" : place.x < felt.left + (felt.width - width) / 2 - 1 ? "left" : "middle");
  }

  /** @param {number} card @param {string} edge @param {number} how */
  #peeled(card, edge, how) {
    const now = performance.now();
    if (how > 0 && how < 1 && now - (this.told[card] ?? 0) < TELL_EVERY_MS) return;
    this.told[card] = now;
    this.#tell("peel", { hand: this.hand, card, edge, how: Math.round(how * 100) / 100 });
  }

  /** Space: peel a little further, and turn when everything is open. */
  more() {
    const held = /** @type {Held[]} */ ([...this.cards.children]);
    const next = held.find((card) => !card.open);
    if (!next) {
      this.#tell("turn");
      return;
    }
    next.set(next.edge, next.how + STEP * 2);
  }

  get holding() {
    return !this.hidden && this.cards.childElementCount > 0;
  }
}

customElements.define("mb-squeeze", MbSqueeze);
