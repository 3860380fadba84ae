/** `<mb-seat>`: the plate of one seat: who sits there, their chips and wagers, who holds the cards, the marker button. */

import { h, mark, say } from "../dom.js";
import { brief, dollars } from "../money.js";
import { HANDS, SHORT } from "../names.js";
import { wagerName } from "../told.js";
import { named, t } from "../voice.js";

/** @typedef {{seat: number, taken: import("../types.js").Seat|null, yours: boolean, free: boolean, holds: string,
 *   wagers: import("../types.js").Wager[]}} SeatFacts */

export class MbSeat extends HTMLElement {
  constructor() {
    super();
    this.number = h("span", { class: "seat-number figures" });
    this.name = h("span", { class: "seat-name" });
    this.chips = h("span", { class: "seat-chips figures" });
    this.wagers = h("span", { class: "seat-wagers" });
    this.owed = h("span", { class: "marker figures" });
    this.holds = h("span", { class: "seat-holds" });
    this.sit = h("button", { type: "button", class: "seat-sit" });
    this.plate = h(
      "div",
      { class: "seat-plate" },
      this.number,
      h("span", { class: "seat-who" }, this.name, this.chips),
      this.holds,
    );
    this.low = h("div", { class: "seat-low" }, this.owed, this.wagers);
    this.seat = 0;
    this.sit.addEventListener("click", () => {
      this.dispatchEvent(new CustomEvent("sit", { detail: this.seat, bubbles: true }));
    });
  }

  connectedCallback() {
    if (!this.plate.isConnected) this.append(this.plate, this.sit, this.low);
  }

  /** @param {SeatFacts} facts */
  set({ seat, taken, yours, free, holds, wagers }) {
    this.seat = seat;
    mark(this, "data-seat", seat);
    mark(this, "data-yours", yours);
    mark(this, "data-taken", Boolean(taken));
    mark(this, "data-lost", taken !== null && !taken.connected);
    mark(this, "data-holds", holds || null);
    say(this.number, seat);
    this.plate.hidden = !taken;
    this.sit.hidden = Boolean(taken) || !free;
    mark(this, "data-empty", !taken && !free);
    if (!taken) {
      say(this.sit, t("Sit"));
      mark(this.sit, "aria-label", t("Sit down at seat {seat}", { seat }));
      say(this.wagers, "");
      this.owed.hidden = true;
      return;
    }
    say(this.name, yours ? t("You") : taken.name);
    mark(this.name, "title", taken.name);
    say(this.chips, taken.connected ? dollars(taken.chips_cents) : t("connection lost"));
    this.owed.hidden = !taken.owed_cents;
    say(this.owed, taken.owed_cents ? dollars(taken.owed_cents) : "");
    mark(this.owed, "title", t("Marker button: owes vigorish of {sum}", { sum: dollars(taken.owed_cents) }));
    mark(this.owed, "aria-label", t("Marker button: owes vigorish of {sum}", { sum: dollars(taken.owed_cents) }));
    mark(this.owed, "role", "img");
    this.holds.hidden = !holds;
    say(this.holds, holds ? t("{hand}’s cards", { hand: named(HANDS, holds) }) : "");
    say(this.wagers, wagers.map((w) => `${short(w.wager)} ${brief(w.stake_cents + (w.added_cents ?? 0))}`).join(" · "));
    const words = wagers.map((w) => `${wagerName(w.wager)} ${dollars(w.stake_cents + (w.added_cents ?? 0))}`).join(", ");
    mark(this.wagers, "aria-label", words || null);
    mark(this.wagers, "title", words || null);
    mark(this.wagers, "role", words ? "img" : null);
  }
}

/** @param {string} wager */
function short(wager) {
  return SHORT[wager] ? t(SHORT[wager]) : wager.slice(0, 3);
}

customElements.define("mb-seat", MbSeat);
