/** `<mb-result>`: what each wager of a seat came to and why, with the vigorish, its clause, and the sum of it all. */

import { h, mark } from "../dom.js";
import { dollars, gained } from "../money.js";
import { OUTCOMES } from "../names.js";
import { concluded, reasoned, wagerName } from "../told.js";
import { named, t } from "../voice.js";

export class MbResult extends HTMLElement {
  constructor() {
    super();
    this.shown = "";
  }

  connectedCallback() {
    mark(this, "role", "region");
    mark(this, "aria-label", t("Your last round"));
    if (!this.shown) this.draw(null, null, () => "", {});
  }

  /**
   * @param {import("../types.js").LastCoup|null} last
   * @param {number|null} seat
   * @param {(clause: string) => string} link
   * @param {Record<string, string>} labels names of the areas
   * @param {{balance?: number, replay?: string}} [facts]
   */
  draw(last, seat, link, labels, { balance, replay = "" } = {}) {
    const key = JSON.stringify([last, seat, balance, replay]);
    if (key === this.shown) return;
    this.shown = key;
    if (!last) {
      this.replaceChildren(h("h2", { text: t("Last round") }), h("p", { class: "quiet small", text: t("No round has been decided yet.") }));
      return;
    }
    const mine = (last.wagers ?? []).filter((row) => row.seat === seat);
    const net = mine.reduce((sum, row) => sum + row.net_cents, 0);
    const owed = mine.reduce((sum, row) => sum + row.owed_cents, 0);
    const before = (balance ?? 0) - net - owed;
    this.replaceChildren(
      h(
        "div",
        { class: "result-head" },
        h("h2", { text: t("Round {number}", { number: last.coup_no }) }),
        mine.length ? h("strong", { class: `figures net ${net > 0 ? "good" : net < 0 ? "bad" : ""}`, text: gained(net) }) : "",
      ),
      h("p", { class: "small result-says", text: concluded(last) }),
      mine.length
        ? h("ul", { class: "result-rows" }, ...mine.map((row) => this.#row(row, last, link, labels)))
        : h("p", { class: "quiet small", text: t("You had no wagers in it.") }),
      mine.length && balance !== undefined ? h("p", { class: "small figures quiet", text: t("Chips before {before}, after {after}", { before: dollars(before), after: dollars(balance) }) }) : "",
      replay ? h("a", { class: "small", href: replay, text: t("See it again") }) : "",
    );
  }

  /**
   * @param {import("../types.js").Outcome} row
   * @param {import("../types.js").LastCoup} last
   * @param {(clause: string) => string} link
   * @param {Record<string, string>} labels
   */
  #row(row, last, link, labels) {
    const why = reasoned(row, last);
    const clause = last.why?.[row.wager]?.clause;
    const coupon = row.coupon_cents ? t(" + {sum} coupon", { sum: dollars(row.coupon_cents) }) : "";
    const vigorish = row.vigorish_cents
      ? h("span", { class: "small", text: t(row.owed_cents ? "Won {won}; vigorish of {sum} marked, to be collected later" : "Won {won}, less vigorish of {sum}", { sum: dollars(row.vigorish_cents), won: dollars(row.winnings_cents ?? 0) }) })
      : "";
    return h(
      "li",
      { class: row.outcome },
      h(
        "span",
        { class: "result-line" },
        h("span", { text: `${wagerName(row.wager, labels[row.wager])} ${dollars(row.stake_cents + (row.added_cents ?? 0))}${coupon}` }),
        h("strong", { class: "figures", text: `${named(OUTCOMES, row.outcome)} ${row.net_cents ? gained(row.net_cents) : ""}` }),
      ),
      vigorish,
      h("span", { class: "small quiet" }, why ? `${why}${t(".")} ` : "", clause ? h("a", { class: "clause", href: link(clause), target: "_blank", text: clause }) : ""),
    );
  }
}

customElements.define("mb-result", MbResult);
