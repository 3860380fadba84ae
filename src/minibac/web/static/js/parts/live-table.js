/**
 * One table at a glance, live: the drawn table from above, where it stands, what was said last. It is read only; whoever may
 * act adds buttons to `tools`.
 *
 * Events: `told` with `{table, events}`, `changed`.
 */

import { h, make, mark, say } from "../dom.js";
import { dollars } from "../money.js";
import { PHASES } from "../names.js";
import { TableLink } from "../protocol.js";
import { TableStore } from "../store.js";
import { concluded, ruled, shoeAndRound, told } from "../told.js";
import { justNow, named, t } from "../voice.js";
import { cited } from "./cited.js";
import { MbFelt } from "./felt.js";

const QUIET = new Set(["ConnectionSaid"]);

export class LiveTable extends EventTarget {
  /**
   * @param {string} table
   * @param {string} role
   */
  constructor(table, role) {
    super();
    this.id = table;
    this.link = new TableLink(table, { role });
    this.store = new TableStore(this.link);
    this.name = h("h2");
    this.line = h("span", { class: "small quiet figures" });
    this.felt = make(MbFelt, { above: "large" });
    this.facts = h("div", { class: "live-facts" });
    this.says = h("p", { class: "says small" });
    this.tools = h("div", { class: "buttons" });
    this.element = h(
      "section",
      { class: "panel live-table", "data-table": table },
      h("div", { class: "panel-head" }, this.name, this.line),
      h("div", { class: "felt-frame" }, this.felt),
      h("div", {}, this.facts, this.says),
      this.tools,
    );
    this.link.addEventListener("welcome", () => this.#follow(), { once: true });
    this.store.addEventListener("events", (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
  }

  /** What the floor and surveillance see beyond the table. @returns {any} */
  get inside() {
    return this.store.yours;
  }

  #follow() {
    const { store } = this;
    store.watch(["name", "shoe_no", "coup_no", "phase", "rulebook_name"], () => {
      const { name, rulebook_name: rulebook, shoe_no: shoe, coup_no: coup } = store.seen;
      say(this.name, ruled(name || rulebook));
      say(this.line, shoeAndRound(shoe, coup) || ruled(rulebook));
    });
    this.felt.follow(store);
    store.watch(["phase", "seats", "wagers", "staffed", "incidents", "yours", "last_hand", "cards_left", "watching"], () => {
      this.#facts();
      this.dispatchEvent(new CustomEvent("changed"));
    });
    if (store.seen.last) say(this.says, t("Last round {number}: {says}", { number: store.seen.last.coup_no, says: concluded(store.seen.last) }));
  }

  #facts() {
    const { phase, seats, seats_count: count, wagers, staffed, incidents, last_hand: last } = this.store.seen;
    const wagered = wagers.reduce((sum, wager) => sum + wager.stake_cents + wager.added_cents, 0);
    const owing = seats.filter((seat) => seat.owed_cents);
    const tags = [
      h("span", { class: "tag", text: named(PHASES, phase) }),
      h("span", { class: "tag", text: t("{taken} of {seats} seats", { taken: seats.length, seats: count }) }),
      h("span", { class: "tag", text: t(staffed ? "dealt by a person" : "automatic dealer") }),
      wagered ? h("span", { class: "tag figures", text: t("{sum} on the layout", { sum: dollars(wagered) }) }) : null,
      owing.length ? h("span", { class: "tag figures", text: t("Marker buttons: {count}, {sum}", { count: owing.length, sum: dollars(owing.reduce((sum, seat) => sum + seat.owed_cents, 0)) }) }) : null,
      ...(this.inside.may_not_play ?? []).map((/** @type {number} */ seat) => h("span", { class: "tag bad", "data-barred": seat, text: t("Seat {seat} may not play", { seat }) })),
      last ? h("span", { class: "tag", text: t("last hand") }) : null,
      incidents ? h("span", { class: "tag bad", text: t("play stands still") }) : null,
    ];
    this.facts.replaceChildren(...tags.filter((tag) => tag !== null));
    mark(this.element, "data-stopped", Boolean(incidents));
  }

  /** @param {import("../types.js").PublicEvent[]} events */
  #told(events) {
    const heard = events.filter((event) => !QUIET.has(event.event));
    const latest = heard.at(-1);
    if (latest) this.says.replaceChildren(h("span", { text: justNow(() => told(latest)) }), " ", cited(latest.clauses, this.id, 2));
    if (heard.length) this.dispatchEvent(new CustomEvent("told", { detail: { table: this, events: heard } }));
  }
}
