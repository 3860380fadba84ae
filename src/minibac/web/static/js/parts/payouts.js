/**
 * `<mb-payouts>`: the settlement move by move, in the rulebook's order, each amount also in chips by denomination. The move
 * that is due can be made on its own; for practice every one can, and the table says which clause a wrong one breaks.
 *
 * Event `move` with the action.
 */

import { h, mark } from "../dom.js";
import { dollars } from "../money.js";
import { MOVES } from "../staff-names.js";
import { wagerName } from "../told.js";
import { named, t } from "../voice.js";
import { chipsRow } from "./chips-row.js";
import { cited } from "./cited.js";

/** @typedef {{action: [string, number, string, number], label: string, chips: [number, number][], clauses: string[], done: boolean, vigorish: boolean}} Payout */

export class MbPayouts extends HTMLElement {
  constructor() {
    super();
    this.shown = "";
  }

  /** @param {readonly Payout[]} payouts @param {string} table @param {{mine: boolean, practice: boolean}} who whether this dealer settles, and whether it is for practice */
  draw(payouts, table, { mine, practice }) {
    const key = JSON.stringify([payouts, mine, practice]);
    if (key === this.shown) return;
    this.shown = key;
    this.hidden = !payouts.length;
    const now = payouts.findIndex((payout) => !payout.done);
    const left = payouts.filter((payout) => !payout.done).length;
    const focused = this.contains(document.activeElement);
    this.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("Take and pay") }), h("span", { class: "small quiet figures", text: t("{left} of {all} left", { left, all: payouts.length }) })),
      h("ol", { class: "payout-rows" }, ...payouts.map((payout, index) => this.#row(payout, index === now, table, mine && (practice || index === now)))),
    );
    // Whoever settles by keys stays here: the next move is under the finger.
    if (focused) /** @type {HTMLElement|null} */ (this.querySelector(".payout-do:not([disabled])"))?.focus();
  }

  /** @param {Payout} payout @param {boolean} now @param {string} table @param {boolean} may */
  #row(payout, now, table, may) {
    const [step, seat, wager, cents] = payout.action;
    const give = h(
      "button",
      { type: "button", class: "button payout-do", disabled: payout.done || !may, onclick: () => this.dispatchEvent(new CustomEvent("move", { detail: payout.action, bubbles: true })) },
      payout.done ? t("done") : named(MOVES, step),
    );
    mark(give, "aria-label", t("{move}: {wager} at seat {seat}, {sum}", { move: named(MOVES, step), wager: wagerName(wager), seat, sum: dollars(cents) }));
    return h(
      "li",
      { class: `payout ${payout.done ? "done" : ""} ${now ? "now" : ""} ${payout.vigorish ? "vigorish" : ""} move-${step}`, "aria-current": now ? "step" : null },
      h("span", { class: "payout-seat figures", title: t("Seat {seat}", { seat }), text: seat }),
      h("span", { class: "payout-what" }, h("span", { text: `${named(MOVES, step)} · ${wagerName(wager)}` }), cited(payout.clauses, table, 2)),
      h("span", { class: "payout-sum figures", text: dollars(cents) }),
      chipsRow(payout.chips),
      give,
    );
  }
}

customElements.define("mb-payouts", MbPayouts);
