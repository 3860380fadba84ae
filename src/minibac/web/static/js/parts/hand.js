/** `<mb-hand side="player">`: the cards of one hand, its count, and who holds it. The third card lies sideways. */

import { h, make, mark, say } from "../dom.js";
import { HANDS } from "../names.js";
import { named, t } from "../voice.js";
import { MbCard } from "./card.js";

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
    say(this.total, total ?? "");
    mark(this.total, "data-none", total === null || total === undefined);
    mark(this.total, "aria-label", total === null || total === undefined ? null : t("Point Count {count}", { count: total }));
    say(this.note, note);
    mark(this, "data-won", won);
    mark(this, "data-tucked", tucked);
    mark(this, "data-away", away);
  }

  /** @param {number} card @param {string} edge @param {number} how */
  peel(card, edge, how) {
    this.cards[card]?.peel(edge, how);
  }
}

customElements.define("mb-hand", MbHand);
