/** `<mb-hand side="player">`: the cards of one hand, its count, and who holds it. The third card lies sideways. */

import { h, make, mark, say } from "../dom.js";
import { HANDS } from "../names.js";
import { settings } from "../settings.js";
import { named, t } from "../voice.js";
import { MbCard } from "./card.js";

/** A count is seen when its card lies there and is turned; so long does a card take, and cards on their way to the rack. */
const ARRIVES_MS = 720;
export const RACKED_MS = 420;

export class MbHand extends HTMLElement {
  constructor() {
    super();
    this.side = "player";
    this.name = h("h2", { class: "hand-name" });
    this.note = h("span", { class: "hand-note" });
    this.row = h("div", { class: "hand-cards" });
    this.total = h("output", { class: "hand-total figures" });
    /** @type {MbCard[]} */
    this.cards = [];
    this.counts = 0;
    /** When the card that moved last lies there. */
    this.lies = 0;
  }

  connectedCallback() {
    this.side = this.getAttribute("side") ?? "player";
    if (this.childElementCount) return;
    say(this.name, named(HANDS, this.side));
    this.append(h("div", { class: "hand-head" }, this.name, this.note), this.row, this.total);
    mark(this, "role", "group");
    mark(this, "aria-label", t("{hand}’s Hand", { hand: named(HANDS, this.side) }));
  }

  /**
   * @param {(string|null)[]} cards
   * @param {number|null|undefined} total
   * @param {{note?: string, won?: boolean, tucked?: boolean, away?: boolean}} [facts]
   */
  set(cards, total, { note = "", won = false, tucked = false, away = false } = {}) {
    const moves = cards.some((card, index) => (this.cards[index]?.shown ?? "none") !== (card ?? ""));
    if (this.cards.length && !cards.length) this.#rack();
    while (this.cards.length > cards.length) this.cards.pop()?.remove();
    cards.forEach((card, index) => {
      let element = this.cards[index];
      if (!element) {
        element = make(MbCard, { class: "dealt", sideways: index === 2 });
        this.cards.push(element);
        this.row.append(element);
      }
      element.show(card);
    });
    const count = total ?? null;
    clearTimeout(this.counts);
    if (moves) this.lies = performance.now() + settings.pace(ARRIVES_MS);
    const left = this.lies - performance.now();
    if (count !== null && left > 0) this.counts = setTimeout(() => this.#count(count), left);
    else this.#count(count);
    say(this.note, note);
    mark(this, "data-won", won);
    mark(this, "data-tucked", tucked);
    mark(this, "data-away", away);
  }

  /** @param {number|null} count */
  #count(count) {
    say(this.total, count ?? "");
    mark(this.total, "data-none", count === null);
    mark(this.total, "aria-label", count === null ? null : t("Point Count {count}", { count }));
  }

  /** The cards of a round that is over go to the rack together. */
  #rack() {
    const duration = settings.pace(RACKED_MS);
    if (!duration || document.hidden) return;
    const leaving = h("div", { class: "leaving", "aria-hidden": "true" }, ...this.cards);
    this.cards = [];
    this.row.append(leaving);
    const there = "translate(var(--rack-x, -40vw), var(--rack-y, -120px)) scale(0.4)";
    leaving.animate([{ transform: "none", opacity: 1 }, { transform: there, opacity: 0.2 }], { duration, easing: "ease-in" }).finished.catch(() => {}).then(() => leaving.remove());
  }

  /** @param {number} card @param {string} edge @param {number} how */
  peel(card, edge, how) {
    this.cards[card]?.peel(edge, how);
  }
}

customElements.define("mb-hand", MbHand);
