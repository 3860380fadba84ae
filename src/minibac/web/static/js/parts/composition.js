/** `<mb-composition>`: the cards left, thirteen counts. A tap on a card takes one away; counts can be written and put back. */

import { h, mark, say } from "../dom.js";
import { RANKS as RANK_NAMES } from "../names.js";
import { named, t } from "../voice.js";

export const RANKS = [..."A23456789TJQK"];

/** How a rank is printed on a card. @param {string} rank */
export const printed = (rank) => (rank === "T" ? "10" : rank);

export class MbComposition extends HTMLElement {
  constructor() {
    super();
    /** @type {number[]} */
    this.counts = RANKS.map(() => 0);
    this.full = 0;
    /** @type {number[][]} */
    this.earlier = [];
    this.sum = h("p", { class: "figures sum", role: "status" });
    this.grid = h("div", { class: "ranks" });
    this.wrong = h("p", { class: "small wrong-words", role: "alert" });
    this.tiles = RANKS.map((rank, index) => this.#tile(rank, index));
    this.grid.append(...this.tiles.map((tile) => tile.element));
    this.undo = h("button", { type: "button", class: "button", onclick: () => this.#undo() }, t("Undo"));
    this.whole = h("button", { type: "button", class: "button", onclick: () => this.#set(RANKS.map(() => this.full)) }, t("Full shoe"));
    this.typing = this.#typing();
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(this.sum, this.grid, this.typing, this.wrong, h("div", { class: "buttons composition-tools" }, this.undo, this.whole));
  }

  /** @param {string} rank @param {number} index */
  #tile(rank, index) {
    const name = named(RANK_NAMES, rank);
    const left = h("span", { class: "rank-left figures" });
    const bar = h("span", { class: "rank-bar" });
    const take = h("button", { type: "button", class: "rank-card", onclick: () => this.#change(index, this.counts[index] - 1) }, h("span", { class: "rank-face", text: printed(rank) }), left, bar);
    const input = h("input", { class: "rank-count figures", type: "number", min: 0, step: 1, inputmode: "numeric", "aria-label": t("How many of rank {rank} are left", { rank: name }) });
    input.addEventListener("change", () => {
      this.#change(index, Math.round(Number(input.value)));
      input.value = String(this.counts[index]);
    });
    const put = h("button", { type: "button", class: "rank-put", "aria-label": t("Put one {rank} back", { rank: name }), onclick: () => this.#change(index, this.counts[index] + 1) }, "+");
    return { element: h("div", { class: "rank", "data-rank": rank }, take, h("div", { class: "rank-row" }, input, put)), take, left, bar, input, put, name };
  }

  #typing() {
    const input = h("input", { class: "input", placeholder: t("such as 9 9 8 A K"), autocomplete: "off", spellcheck: "false", name: "gone" });
    const form = h("form", { class: "gone" }, h("label", { class: "field" }, h("span", { text: t("Cards that are gone") }), input), h("button", { class: "button", type: "submit" }, t("Take away")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#gone(input.value)) input.value = "";
    });
    return form;
  }

  /** @param {string} text */
  #gone(text) {
    const counts = [...this.counts];
    say(this.wrong, "");
    for (const word of text.toUpperCase().replaceAll("10", "T").match(/[^\s,;]+/g) ?? []) {
      const ranks = /^[A2-9TJQK][SHDC]$/.test(word) ? [word[0]] : [...word];
      for (const rank of ranks) {
        const index = RANKS.indexOf(rank);
        if (index < 0) {
          say(this.wrong, t("There is no card {word}: write A, 2 to 9, T, J, Q or K.", { word }));
          return false;
        }
        if (!counts[index]) {
          say(this.wrong, t("There is no {rank} left to take away.", { rank: printed(rank) }));
          return false;
        }
        counts[index] -= 1;
      }
    }
    this.#set(counts);
    return true;
  }

  /** @param {number} index @param {number} count */
  #change(index, count) {
    const counts = [...this.counts];
    counts[index] = Math.max(0, Math.min(this.full, Number.isFinite(count) ? count : 0));
    this.#set(counts);
  }

  /** @param {number[]} counts */
  #set(counts) {
    if (counts.join() === this.counts.join()) {
      this.draw();
      return;
    }
    this.earlier.push(this.counts);
    if (this.earlier.length > 200) this.earlier.shift();
    this.counts = counts;
    this.draw();
    this.dispatchEvent(new Event("change"));
  }

  #undo() {
    const counts = this.earlier.pop();
    if (!counts) return;
    this.counts = counts;
    this.draw();
    this.dispatchEvent(new Event("change"));
  }

  /** Show these counts. @param {number[]} counts @param {number} full how many of a rank a whole shoe holds */
  show(counts, full) {
    if (full !== this.full) this.earlier = [];
    this.counts = [...counts];
    this.full = full;
    this.draw();
  }

  get touched() {
    return this.counts.some((count) => count !== this.full);
  }

  get fixed() {
    return this.hasAttribute("fixed");
  }

  draw() {
    const fixed = this.fixed;
    this.tiles.forEach((tile, index) => {
      const count = this.counts[index];
      say(tile.left, `×${count}`);
      tile.bar.style.transform = `scaleX(${this.full ? count / this.full : 0})`;
      // What somebody is typing is not overwritten by the price of the cards before it.
      if (tile.input !== document.activeElement && tile.input.value !== String(count)) tile.input.value = String(count);
      tile.input.max = String(this.full);
      mark(tile.take, "aria-label", t("Take away one {rank}; {left} left", { rank: tile.name, left: count }));
      tile.take.disabled = fixed || count === 0;
      tile.put.disabled = fixed || count >= this.full;
      tile.input.disabled = fixed;
      tile.element.classList.toggle("gone", count === 0);
    });
    this.undo.disabled = !this.earlier.length;
    this.whole.disabled = !this.touched;
    for (const part of [this.typing, this.undo, this.whole]) part.hidden = fixed;
    say(this.sum, t("{cards} cards left of {full}", { cards: this.counts.reduce((sum, count) => sum + count, 0), full: this.full * RANKS.length }));
  }
}

customElements.define("mb-composition", MbComposition);
