/** `<mb-seat>`: the plate of one seat: who sits there, their chips and wagers, who holds the cards, the marker button. */

import { h, mark, say } from "../dom.js";
import { t, wagerName } from "../i18n.js";
import { brief, dollars } from "../money.js";

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
      say(this.sit, t("seat.sit"));
      mark(this.sit, "aria-label", t("seat.sit-at", { seat }));
      say(this.wagers, "");
      this.owed.hidden = true;
      return;
    }
    say(this.name, yours ? t("seat.you") : taken.name);
    mark(this.name, "title", taken.name);
    say(this.chips, taken.connected ? dollars(taken.chips_cents) : t("seat.lost"));
    this.owed.hidden = !taken.owed_cents;
    say(this.owed, taken.owed_cents ? dollars(taken.owed_cents) : "");
    mark(this.owed, "title", t("seat.owes", { sum: dollars(taken.owed_cents) }));
    mark(this.owed, "aria-label", t("seat.owes", { sum: dollars(taken.owed_cents) }));
    mark(this.owed, "role", "img");
    this.holds.hidden = !holds;
    say(this.holds, holds ? t("seat.holds", { hand: t(`hand.${holds}`) }) : "");
    say(this.wagers, wagers.map((w) => `${short(w.wager)} ${brief(w.stake_cents + (w.added_cents ?? 0))}`).join(" · "));
    const words = wagers.map((w) => `${wagerName(w.wager)} ${dollars(w.stake_cents + (w.added_cents ?? 0))}`).join(", ");
    mark(this.wagers, "aria-label", words || null);
    mark(this.wagers, "title", words || null);
    mark(this.wagers, "role", words ? "img" : null);
  }
}

/** @param {string} wager */
function short(wager) {
  return t(`short.${wager}`) === `short.${wager}` ? wager.slice(0, 3) : t(`short.${wager}`);
}

customElements.define("mb-seat", MbSeat);
