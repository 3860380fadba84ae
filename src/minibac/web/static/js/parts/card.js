/** `<mb-card>`: a card on the table. Without the attribute `card` it is a back, and nothing else is in it. */

import { h, mark, s } from "../dom.js";
import { cardName } from "../names.js";
import { t } from "../voice.js";
import { cardBack, cardFace } from "./faces.js";
import { creaseOf, foldOver } from "./fold.js";

export class MbCard extends HTMLElement {
  constructor() {
    super();
    this.front = h("div", { class: "side front" });
    this.behind = h("div", { class: "side behind" }, cardBack());
    this.leaf = h("div", { class: "leaf" }, this.behind, this.front);
    this.shown = "";
    /** @type {{under: HTMLElement, flap: HTMLElement}|null} */
    this.peeled = null;
    /** How far it is peeled, where that is not drawn yet. @type {{edge: string, how: number}|null} */
    this.peeling = null;
  }

  connectedCallback() {
    if (!this.leaf.isConnected) this.append(this.leaf);
    mark(this, "role", "img");
    this.#name();
  }

  /** Show a card, or a back. @param {string|null|undefined} card */
  show(card) {
    const next = card ?? "";
    if (next === this.shown) return;
    this.shown = next;
    this.peel("", 0);
    if (next) this.front.replaceChildren(cardFace(next));
    else this.front.replaceChildren();
    mark(this, "card", next || null);
    this.#name();
  }

  #name() {
    mark(this, "aria-label", this.shown ? cardName(this.shown) : t("a card, face down"));
  }

  /**
   * How far somebody else has peeled this card: a back with a blank flap.
   * @param {string} edge
   * @param {number} how
   */
  peel(edge, how) {
    const asked = this.peeling !== null;
    this.peeling = how > 0 && !this.shown ? { edge, how } : null;
    if (!this.peeling) {
      if (this.peeled) {
        this.behind.replaceChildren(cardBack());
        this.peeled = null;
      }
      return;
    }
    if (!asked) requestAnimationFrame(() => this.#fold());
  }

  /** In the frame, where the card is laid out: news of a hand that peels does not stop to measure. */
  #fold() {
    if (!this.peeling) return;
    const { edge, how } = this.peeling;
    this.peeling = null;
    const width = this.leaf.offsetWidth;
    const height = this.leaf.offsetHeight;
    if (!this.peeled) {
      const under = h("div", { class: "under" }, cardBack());
      const blank = s("svg", { viewBox: "0 0 250 350" }, s("rect", { x: 1, y: 1, width: 248, height: 348, rx: 18, class: "blank" }));
      const flap = h("div", { class: "flap" }, h("div", {}, blank));
      this.behind.replaceChildren(h("div", { class: "peelable" }, under, flap));
      this.peeled = { under, flap };
    }
    foldOver(this.peeled.under, this.peeled.flap, creaseOf(edge, how, width, height), width, height);
  }
}

customElements.define("mb-card", MbCard);
