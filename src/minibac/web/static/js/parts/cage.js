/** The cage: its chips and its cash, counted by two people when the house opens its day and when it closes it. */

import { get, post, RefusedError } from "../api.js";
import { h, newId } from "../dom.js";
import { dollars } from "../money.js";
import { AUTOMATIC } from "../staff-names.js";
import { named, t } from "../voice.js";
import { askForm } from "./ask-form.js";
import { sheetTable } from "./sheet-table.js";

/** A person's name; that of an automatic one is a word. @param {string} name */
const called = (name) => (name in AUTOMATIC ? named(AUTOMATIC, name) : name);

export class CagePanel {
  constructor() {
    this.element = h("section", { class: "panel pad", id: "cage", "aria-label": t("Cage"), hidden: true });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.element.isConnected && this.look());
  }

  /** What the house says of the cage; a person who may not read it is shown nothing. */
  async look() {
    const found = await get("/api/house/cage").catch(() => null);
    this.element.hidden = !found;
    if (found) this.#draw(found);
  }

  /** @param {any} found */
  #draw(found) {
    const { day, counts, may, sealed_by: sealed, known_chips: chips, known_cash: cash, holds } = found;
    const word = may === "opener" ? t("Count the cage: opener") : t("Count the cage: closer");
    const give = async (/** @type {any} */ values) => {
      const before = counts.length;
      await post("/api/house/commands", { id: newId(), role: "", command: { command: "CountCage", kind: may, ...values } });
      const now = await get("/api/house/cage");
      this.#draw(now);
      if (sealed && now.counts.length === before) throw new RefusedError({ code: "wrong-count", sentence: t("The two counts differ: both count again. Nobody is told what the other found."), clause: "R38" }, 409);
    };
    const ask = () =>
      askForm(
        word,
        [
          { name: "chips", label: t("Chips"), kind: "chips", chips },
          { name: "cash", label: t("Notes and coins"), kind: "chips", chips: cash },
        ],
        give,
        { go: word, lead: t("Two of the cage count, each for oneself.") },
      );
    const row = (/** @type {any} */ count) => h("li", { "data-cage": count.kind }, h("span", { text: count.kind === "opener" ? t("Opener") : t("Closer") }), " ", h("span", { class: "tag good", text: t("counted by {who}", { who: count.by.map(called).join(", ") }) }));
    const state = sealed ? h("span", { class: "tag", text: t("counted once by {who}, sealed until the second count", { who: called(sealed) }) }) : null;
    this.element.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("Cage") }), h("span", { class: `tag ${day ? "good" : ""}`, text: day ? t("Gaming day {day}", { day }) : t("no day is open") }), state),
      h("ul", { class: "rows" }, ...counts.map(row)),
      may ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button gold", "data-do": "CountCage", onclick: ask }, word)) : "",
      holds ? sheetTable(t("In the cage, by the logs"), [t("Account"), `#${t("Denomination")}`, `#${t("Pieces")}`], holds.map((/** @type {any} */ one) => [one.of === "chips" ? t("cage|chips") : t("cage|cash"), dollars(one.cents), String(one.number)])) : "",
    );
  }
}
