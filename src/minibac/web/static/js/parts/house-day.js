/** The gaming day of the whole house: opened by accounting, closed once every pit has closed its own. */

import { get, post } from "../api.js";
import { h, newId } from "../dom.js";
import { t } from "../i18n.js";
import { pitName } from "../staff-words.js";
import { askForm } from "./ask-form.js";

export class HouseDay {
  constructor() {
    this.element = h("section", { class: "panel pad", id: "house-day", "aria-label": t("books.house-day"), hidden: true });
  }

  /** What the house says now; a person who may not read it is shown nothing. */
  async look() {
    const found = await get("/api/house/day").catch(() => null);
    this.element.hidden = !found;
    if (found) this.#draw(found);
  }

  /** @param {string} command @param {string} day */
  async #give(command, day) {
    await post("/api/house/commands", { id: newId(), role: "", command: { command, day } });
    await this.look();
  }

  /** @param {any} found */
  #draw({ day, last_day: last, pits, may }) {
    const state = (/** @type {any} */ pit) => (pit.day !== day ? "behind" : pit.closed ? "closed" : "open");
    const open = () => askForm(t("books.house-open"), [{ name: "day", label: t("books.which-day"), kind: "day", value: new Date().toISOString().slice(0, 10) }], (values) => this.#give("OpenHouseDay", values.day), { go: t("books.house-open") });
    const close = () => askForm(t("books.house-close"), [], () => this.#give("CloseHouseDay", day), { go: t("books.house-close"), lead: t("books.house-close-lead") });
    const command = day ? "CloseHouseDay" : "OpenHouseDay";
    const ready = !day || pits.every((/** @type {any} */ pit) => state(pit) === "closed");
    const button = may.includes(command) ? h("button", { type: "button", class: `button ${ready ? "gold" : ""}`, "data-do": command, onclick: day ? close : open }, t(day ? "books.house-close" : "books.house-open")) : null;
    this.element.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("books.house-day") }), h("span", { class: `tag ${day ? "good" : ""}`, text: day ? t("pit.day", { day }) : t("books.none-open") }), ...(last ? [h("span", { class: "small quiet", text: t("books.house-last", { day: last }) })] : [])),
      ...(day ? [h("div", { class: "row-facts" }, ...pits.map((/** @type {any} */ pit) => h("span", { "data-state": state(pit) }, `${pitName(pit.pit)}: `, h("span", { class: `tag ${state(pit) === "closed" ? "good" : ""}`, text: t(`books.pit-${state(pit)}`) }))))] : []),
      ...(button ? [h("div", { class: "buttons" }, button)] : []),
    );
  }
}
