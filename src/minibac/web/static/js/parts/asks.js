/**
 * `<mb-asks>`: what the table asks of this seat now: the cut, a look at the cards, the right to turn, House Money. Silence
 * means what the rulebook says, and the clock shows how long there is.
 */

import { h, hide, make, mark } from "../dom.js";
import { dollars } from "../money.js";
import { HANDS } from "../names.js";
import { wagerName } from "../told.js";
import { named, t, words } from "../voice.js";
import { apart } from "./apart.js";
import { MbClock } from "./clock.js";

/** @typedef {import("../store.js").TableStore} TableStore */

/** What a guest may wish to see. */
export const WISHES = words({ "ask-spread": "Let me see the cards", "ask-face-up": "Face up, please" });

export class MbAsks extends HTMLElement {
  constructor() {
    super();
    this.asked = "";
    this.stands = () => this.#stand();
    this.clock = make(MbClock, { small: true });
    this.body = h("div", { class: "asks-body" });
  }

  connectedCallback() {
    if (this.childElementCount) return;
    mark(this, "role", "group");
    mark(this, "aria-label", t("The table asks you"));
    this.append(this.clock, this.body);
    this.hidden = true;
    addEventListener("resize", () => requestAnimationFrame(this.stands));
  }

  /**
   * @param {TableStore} store
   * @param {(kind: string, facts: Record<string, unknown>) => Promise<boolean>} act
   */
  follow(store, act) {
    this.act = act;
    store.watch(["yours", "phase", "coup", "cards_count", "wagers"], () => this.#draw(store));
    store.watch(["clock"], () => this.clock.set(store.seen.clock, () => store.now()));
  }

  /** @param {TableStore} store */
  #draw(store) {
    const what = store.yours.asks.find((ask) => ask in this.questions) ?? "";
    const coup = store.seen.coup;
    const key = [what, store.seen.phase, coup?.offered?.hand, store.seen.cards_count, store.yours.wishes].join();
    if (key === this.asked) return;
    this.asked = key;
    hide(this, !what);
    if (!what) {
      this.body.replaceChildren();
      return;
    }
    this.body.replaceChildren(...this.questions[/** @type {"cut"} */ (what)](store));
    mark(this, "data-round", Boolean(coup));
    // In the frame: to focus what was never laid out would lay out the whole page, in the middle of the news.
    requestAnimationFrame(() => {
      this.#stand();
      /** @type {HTMLElement|null} */ (this.body.querySelector("button, input"))?.focus({ preventScroll: true });
    });
  }

  /** On the felt where no card, count or clock and, in a round, none of the own boxes lies under it; a phone has it at its foot. */
  #stand() {
    const felt = this.closest("mb-felt");
    this.style.translate = "none";
    if (!felt || this.hidden || getComputedStyle(/** @type {Element} */ (this.parentElement)).position === "fixed") return;
    const [own, box] = [felt.getBoundingClientRect(), this.getBoundingClientRect()];
    const sides = [own.left + 8, own.right - box.width - 8, box.left];
    const places = [own.bottom - box.height - 8, own.top + 8].flatMap((y) => sides.map((x) => ({ x, y })));
    const boxes = this.hasAttribute("data-round") ? felt.querySelectorAll("mb-spot") : [];
    const { x, y } = apart(box, places, [...felt.querySelectorAll("mb-card, .hand-total, mb-deck-work, mb-felt > mb-clock[data-on]"), ...boxes]);
    this.style.translate = `${(x - box.left).toFixed(0)}px ${(y - box.top).toFixed(0)}px`;
  }

  /** @param {string} kind @param {Record<string, unknown>} facts */
  async #do(kind, facts) {
    for (const button of this.body.querySelectorAll("button")) button.disabled = true;
    const ok = await this.act?.(kind, facts);
    if (!ok) for (const button of this.body.querySelectorAll("button")) button.disabled = false;
    return ok;
  }

  /** @param {string} label @param {() => unknown} onclick @param {boolean} [gold] */
  #button(label, onclick, gold = false) {
    return h("button", { type: "button", class: gold ? "button gold" : "button", onclick }, label);
  }

  /** @type {Record<string, (store: TableStore) => Node[]>} */
  questions = {
    cut: (store) => {
      const count = store.seen.cards_count;
      const declines = store.yours.may_decline;
      const range = h("input", { type: "range", min: 1, max: count - 1, value: Math.round(count / 2), "aria-label": t("How many cards go to the back") });
      const words = h("output", { class: "figures" });
      const deck = h("div", { class: "deck", "aria-hidden": "true" }, h("div", { class: "deck-card" }));
      const show = () => {
        words.textContent = t("under {number} cards", { number: range.value });
        deck.style.setProperty("--share", String(Number(range.value) / count));
      };
      range.addEventListener("input", show);
      show();
      const cut = async () => {
        if (declines && !(await this.#do("AnswerCut", { accept: true }))) return;
        await this.#do("CutStack", { position: Number(range.value) });
      };
      return [
        h("h2", { text: t("The cut is offered to you") }),
        h("p", { class: "small", text: t("Your cut is your share of the chance: the order is sealed, and nobody knows where you will cut.") }),
        deck,
        range,
        words,
        h(
          "div",
          { class: "buttons" },
          this.#button(t("Cut here"), cut, true),
          declines ? this.#button(t("No, thank you"), () => this.#do("AnswerCut", { accept: false })) : h("span"),
        ),
      ];
    },
    look: (store) => [
      h("h2", { text: t("The cards are spread. Would you like to look?") }),
      h("p", { class: "small", text: t("Before the shuffle, the guests at the table may look at all the cards.") }),
      h(
        "div",
        { class: "buttons" },
        this.#button(t("I have looked"), () => this.#do("DoStep", { step: "look", ok: true }), true),
        ...store.yours.wishes.map((step) => this.#button(named(WISHES, step), () => this.#do("DoStep", { step }))),
        this.#button(t("No need"), () => this.#do("DoStep", { step: "look", ok: false })),
      ),
    ],
    spread: () => [
      h("h2", { text: t("Fresh cards come from the shuffler. Shall they be spread first?") }),
      h("p", { class: "small", text: t("If a guest asks, they are spread for a look and shuffled again before they are dealt. You may still ask until the first card is out.") }),
      h(
        "div",
        { class: "buttons" },
        this.#button(named(WISHES, "ask-spread"), () => this.#do("DoStep", { step: "ask-spread" })),
        this.#button(t("No need"), () => this.#do("DoStep", { step: "ask-spread", ok: false }), true),
      ),
    ],
    right: (store) => {
      const hand = store.seen.coup?.offered?.hand ?? "player";
      return [
        h("h2", { text: t("Would you like to turn the {hand}’s cards?", { hand: named(HANDS, hand) }) }),
        h(
          "div",
          { class: "buttons" },
          this.#button(t("Yes, hand them over"), () => this.#do("AnswerRight", { hand, accept: true }), true),
          this.#button(t("No, thank you"), () => this.#do("AnswerRight", { hand, accept: false })),
        ),
      ];
    },
    "house-money": (store) => {
      const seat = store.seat;
      const choose = (/** @type {string} */ choice) => this.#do("ChooseHouseMoney", { seat, choice });
      const { stake_cents: stake, places } = store.yours.house_money ?? { stake_cents: 0, places: [] };
      const add = places.map((id) => this.#button(t("Add it to {wager}", { wager: wagerName(id) }), () => choose(id)));
      return [
        h("h2", { text: t("Your House Money wager of {stake} wins", { stake: dollars(stake) }) }),
        h("p", { class: "small", text: t("Take the payout, or add it to a wager of yours. Silence means take.") }),
        h("div", { class: "buttons" }, this.#button(t("Take it"), () => choose("take"), true), ...add),
      ];
    },
  };
}

customElements.define("mb-asks", MbAsks);
