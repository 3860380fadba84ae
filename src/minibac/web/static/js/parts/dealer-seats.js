/**
 * `<mb-dealer-seats>`: every guest from the highest seat down, with chips, wagers and the marker button. The marker is
 * collected from here.
 *
 * Event `collect` with the seat.
 */

import { h } from "../dom.js";
import { dollars, stackOf } from "../money.js";
import { HANDS } from "../names.js";
import { wagerName } from "../told.js";
import { named, t } from "../voice.js";
import { chipsRow } from "./chips-row.js";

export class MbDealerSeats extends HTMLElement {
  /** @param {import("../types.js").View} view @param {readonly number[]} collects the seats whose marker button may be collected now */
  draw(view, collects) {
    const seats = [...view.seats].sort((a, b) => b.seat - a.seat);
    if (!seats.length) {
      this.replaceChildren(h("h2", { text: t("Seats and wagers") }), h("p", { class: "quiet small", text: t("Nobody sits here.") }));
      return;
    }
    this.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("Seats and wagers") }), h("span", { class: "small quiet", text: t("from the highest") })),
      h("ul", { class: "dealer-seats" }, ...seats.map((seat) => this.#row(seat, view, collects.includes(seat.seat)))),
    );
  }

  /** @param {import("../types.js").Seat} seat @param {import("../types.js").View} view @param {boolean} collects */
  #row(seat, view, collects) {
    const wagers = view.wagers.filter((wager) => wager.seat === seat.seat);
    const holds = view.coup?.handed && view.coup.holders?.[view.coup.handed] === seat.seat ? view.coup.handed : "";
    return h(
      "li",
      { class: seat.connected ? "" : "away" },
      h("span", { class: "payout-seat figures", text: seat.seat }),
      h("span", { class: "seat-person" }, h("strong", { text: seat.name || t("Guest") }), h("span", { class: "small quiet figures", text: seat.connected ? dollars(seat.chips_cents) : t("connection lost") }), holds ? h("span", { class: "tag", text: t("{hand}’s cards", { hand: named(HANDS, holds) }) }) : ""),
      h(
        "ul",
        { class: "seat-bets" },
        ...wagers.map((wager) =>
          h("li", { class: `bet bet-${wager.wager}` }, h("span", { text: wagerName(wager.wager) }), h("span", { class: "figures", text: dollars(wager.stake_cents + (wager.added_cents ?? 0)) }), chipsRow(counted(wager.stake_cents + (wager.added_cents ?? 0), view.chips_cents))),
        ),
      ),
      seat.owed_cents
        ? h("button", { type: "button", class: "button marker-button figures", disabled: !collects, title: t("Collect the vigorish of {sum} from seat {seat}", { seat: seat.seat, sum: dollars(seat.owed_cents) }), "aria-label": t("Collect the vigorish of {sum} from seat {seat}", { seat: seat.seat, sum: dollars(seat.owed_cents) }), onclick: () => this.dispatchEvent(new CustomEvent("collect", { detail: seat.seat, bubbles: true })) }, h("span", { class: "marker-word", text: t("owes") }), dollars(seat.owed_cents))
        : "",
    );
  }
}

/** An amount in chips, the highest first. @param {number} cents @param {readonly number[]} chips @returns {[number, number][]} */
function counted(cents, chips) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const value of stackOf(cents, chips)) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found];
}

customElements.define("mb-dealer-seats", MbDealerSeats);
