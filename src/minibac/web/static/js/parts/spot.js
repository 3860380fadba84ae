/**
 * `<mb-spot>`: one of the guest's own boxes. It shows the guest's chips (pending as a ghost, accepted solid) and a refusal in place. Tap puts a chip down; a long press or a right click takes the last one back.
 *
 * Event `chip` with `{wager, back}`.
 */

import { h, mark, say } from "../dom.js";
import { brief, dollars, stackOf } from "../money.js";
import { areaName, ruled, wagerName } from "../told.js";
import { spoken, t } from "../voice.js";
import { drawStack, stackDrawing } from "./faces.js";

const LONG_PRESS_MS = 450;

/** @typedef {{mine: number, added: number, coupon: number, spoken: number, pending: number, ready: number, others: number, outcome: string}} Lying */

export class MbSpot extends HTMLElement {
  constructor() {
    super();
    this.area = "";
    this.label = h("span", { class: "spot-label" });
    this.odds = h("span", { class: "spot-odds" });
    this.sign = h("span", { class: "spot-sign" });
    this.stack = stackDrawing();
    this.ghost = stackDrawing();
    this.ghost.classList.add("ghost");
    this.sum = h("span", { class: "spot-sum figures", "aria-hidden": "true" });
    this.words = h("span", { class: "unseen" });
    this.least = h("span", { class: "spot-least figures", "aria-hidden": "true" });
    this.button = h(
      "button",
      { type: "button", class: "spot-button" },
      h("span", { class: "spot-words" }, this.label, this.odds, this.sign),
      h("span", { class: "spot-chips" }, this.stack, this.ghost, this.sum),
      this.least,
      this.words,
    );
    this.pressed = 0;
    this.long = false;
    this.button.addEventListener("click", () => {
      if (!this.long) this.#tell(false);
      this.long = false;
    });
    this.button.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (!this.long) this.#tell(true);
      this.long = true;
      setTimeout(() => (this.long = false), 300);
    });
    this.button.addEventListener("pointerdown", (event) => {
      this.long = false;
      if (event.pointerType === "mouse") return;
      this.pressed = setTimeout(() => {
        if (this.long) return;
        this.long = true;
        this.#tell(true);
      }, LONG_PRESS_MS);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      this.button.addEventListener(name, () => clearTimeout(this.pressed));
    }
    this.button.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" || event.key === "Delete") {
        event.preventDefault();
        this.#tell(true);
      }
    });
  }

  connectedCallback() {
    if (!this.button.isConnected) this.append(this.button);
  }

  /** @param {boolean} back */
  #tell(back) {
    this.dispatchEvent(new CustomEvent("chip", { detail: { wager: this.area, back }, bubbles: true }));
  }

  /** @param {import("../types.js").Area} area */
  set(area) {
    this.area = area.id;
    this.dataset.area = area.id;
    this.facts = area;
    say(this.label, areaName(area));
    say(this.odds, spoken(area.said));
    say(this.sign, ruled(area.inscription));
    this.sign.hidden = !area.inscription;
  }

  /**
   * @param {Lying} lying
   * @param {readonly number[]} chips
   * @param {boolean} open whether wagers are taken now
   */
  lay(lying, chips, open) {
    const area = this.facts;
    const solid = lying.mine + lying.added;
    drawStack(this.stack, stackOf(solid, chips));
    this.stack.style.visibility = solid ? "visible" : "hidden";
    const ghost = Math.max(0, lying.pending) + lying.ready;
    drawStack(this.ghost, stackOf(ghost, chips));
    mark(this.ghost, "data-none", !ghost);
    mark(this.stack, "data-none", !solid);
    say(this.sum, solid || ghost ? brief(solid + ghost) : "");
    mark(this, "data-chips", solid + ghost > 0);
    mark(this, "data-pending", lying.pending !== 0);
    if (lying.ready && area) say(this.least, t("min {least}", { least: dollars(area.minimum_cents) }));
    else if (lying.spoken) say(this.least, t("said {sum}", { sum: brief(lying.spoken) }));
    else say(this.least, lying.coupon ? t("+{sum} coupon", { sum: brief(lying.coupon) }) : "");
    mark(this, "data-outcome", lying.outcome || null);
    mark(this, "data-open", open);
    if (!area) return;
    const name = wagerName(area.id, area.label);
    const parts = name.toLowerCase() === areaName(area).toLowerCase() ? [] : [`${name}${t(".")}`];
    if (solid) parts.push(t("Your wager {sum}.", { sum: dollars(solid) }));
    if (lying.pending > 0) parts.push(t("{sum} on its way.", { sum: dollars(lying.pending) }));
    if (lying.coupon) parts.push(t("With a coupon of {sum}.", { sum: dollars(lying.coupon) }));
    if (lying.spoken) parts.push(t("{sum} spoken, to be confirmed.", { sum: dollars(lying.spoken) }));
    if (lying.ready) parts.push(t("{sum} ready; more chips make the minimum.", { sum: dollars(lying.ready) }));
    if (lying.others) parts.push(t("Others {sum}.", { sum: dollars(lying.others) }));
    parts.push(t("From {least} to {most}.", { least: dollars(area.minimum_cents), most: dollars(area.maximum_cents) }));
    say(this.words, parts.join(" "));
  }
}

customElements.define("mb-spot", MbSpot);
