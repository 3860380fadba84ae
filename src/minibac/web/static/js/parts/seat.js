/**
 * `<mb-seat>`: one seat of the table: who sits there, the chips in its numbered boxes, who holds the cards.
 * The boxes themselves are printed on the cloth; here lies what is in them.
 */

import { differs, h, hide, keep, mark, say } from "../dom.js";
import { dollars, stackOf, tiny } from "../money.js";
import { HANDS } from "../names.js";
import { wagerName } from "../told.js";
import { named, t } from "../voice.js";
import { drawStack, stackDrawing } from "./faces.js";

/** @typedef {{seat: number, taken: import("../types.js").Seat|null, yours: boolean, free: boolean, holds: string,
 *   wagers: import("../types.js").Wager[], chips: readonly number[]}} SeatFacts */

/** Letters of a name that stand on a plate as large as they should. */
const SHORT = 6;

export class MbSeat extends HTMLElement {
  constructor() {
    super();
    this.number = h("span", { class: "seat-number figures" });
    this.name = h("span", { class: "seat-name" });
    this.sum = h("span");
    this.cents = h("span", { class: "seat-cents" });
    this.chips = h("span", { class: "seat-chips figures" }, this.sum, this.cents);
    this.wagers = h("span", { class: "unseen" });
    this.holds = h("span", { class: "seat-holds" });
    this.sit = h("button", { type: "button", class: "seat-sit" });
    this.plate = h("div", { class: "seat-plate" }, this.number, h("span", { class: "seat-who" }, this.name, this.chips), this.holds);
    this.boxes = h("div", { class: "seat-boxes", "aria-hidden": "true" });
    /** @type {Map<string, HTMLElement>} */
    this.byArea = new Map();
    this.seat = 0;
    this.sit.addEventListener("click", () => {
      this.dispatchEvent(new CustomEvent("sit", { detail: this.seat, bubbles: true }));
    });
  }

  connectedCallback() {
    if (this.plate.isConnected) return;
    const only = this.closest("mb-felt[above]"); // who looks from above sits nowhere
    this.append(this.boxes, h("div", { class: "seat-edge" }, this.plate, only ? "" : this.sit, this.wagers));
  }

  /**
   * Where chips may lie, as they are seen: from the dealer to the guest, and the other way round across the table.
   * @param {readonly string[][]} rows from the guest to the dealer
   * @param {boolean} across
   */
  lay(rows, across) {
    if (!differs(this.boxes, [rows, across])) return;
    this.byArea.clear();
    const turned = across ? rows.map((row) => [...row].reverse()) : [...rows].reverse();
    this.boxes.replaceChildren(
      ...turned.map((row) =>
        h(
          "div",
          { class: "seat-row", "data-several": row.length > 1 },
          ...row.map((area) => {
            const box = h("div", { class: "seat-box", "data-area": area });
            this.byArea.set(area, box);
            return box;
          }),
        ),
      ),
    );
  }

  /** @param {SeatFacts} facts */
  set({ seat, taken, yours, free, holds, wagers, chips }) {
    this.seat = seat;
    mark(this, "data-seat", seat);
    mark(this, "data-yours", yours);
    mark(this, "data-taken", Boolean(taken));
    mark(this, "data-lost", taken !== null && !taken.connected);
    mark(this, "data-holds", holds || null);
    say(this.number, seat);
    hide(this.plate, !taken);
    hide(this.sit, Boolean(taken) || !free);
    for (const [area, box] of this.byArea) this.#put(box, wagers.find((wager) => wager.wager === area), chips);
    if (!taken) {
      say(this.sit, t("Sit"));
      mark(this.sit, "aria-label", t("Sit down at seat {seat}", { seat }));
      say(this.wagers, "");
      return;
    }
    say(this.name, yours ? t("You") : taken.name);
    mark(this.name, "title", taken.name);
    mark(this.name, "data-long", !yours && taken.name.length > SHORT);
    const [whole, cents = ""] = dollars(taken.chips_cents).split(".");
    say(this.sum, taken.connected ? whole : t("connection lost"));
    say(this.cents, taken.connected && cents ? `.${cents}` : "");
    mark(this.chips, "title", dollars(taken.chips_cents));
    hide(this.holds, !holds);
    say(this.holds, holds ? t("{hand}’s cards", { hand: named(HANDS, holds) }) : "");
    say(this.wagers, yours ? "" : wagers.map((w) => `${wagerName(w.wager)} ${dollars(w.stake_cents + (w.added_cents ?? 0))}`).join(", "));
  }

  /** The chips of one wager: a stack and, as a help, its sum. @param {HTMLElement} box @param {import("../types.js").Wager|undefined} wager @param {readonly number[]} chips */
  #put(box, wager, chips) {
    const cents = wager ? wager.stake_cents + (wager.added_cents ?? 0) : 0;
    if (!differs(box, [cents, chips])) return;
    mark(box, "data-cents", cents || null);
    keep(box, cents ? [cents] : [], () => h("span", { class: "pile" }, stackDrawing(), h("span", { class: "pile-sum figures" })), (pile) => {
      drawStack(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (pile.children[0])), stackOf(cents, chips));
      say(pile.children[1], tiny(cents));
    });
  }
}

customElements.define("mb-seat", MbSeat);
