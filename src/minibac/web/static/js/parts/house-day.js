/** The gaming day of the whole house: opened by accounting, closed once every pit has closed its own. */

import { get, post } from "../api.js";
import { h, newId } from "../dom.js";
import { pitName } from "../staff-words.js";
import { named, t, words } from "../voice.js";
import { askForm } from "./ask-form.js";
import { reopening } from "./reopening.js";

const PIT_DAYS = words({
  closed: "day|closed",
  open: "open",
  behind: "not there yet",
});

export class HouseDay {
  constructor() {
    this.element = h("section", { class: "panel pad", id: "house-day", "aria-label": t("The house’s day"), hidden: true });
  }

  /** What the house says now. */
  async look() {
    const found = await get("/api/house/day");
    this.element.hidden = false;
    this.#draw(found);
  }

  /** @param {string} command @param {any} facts */
  async #give(command, facts) {
    await post("/api/house/commands", { id: newId(), role: "", command: { command, ...facts } });
    await this.look();
  }

  /** @param {any} found */
  #draw(found) {
    const { day, last_day: last, opens, pits, may } = found;
    const state = (/** @type {any} */ pit) => (pit.day !== day ? "behind" : pit.closed ? "closed" : "open");
    const open = () => askForm(t("Open the house’s day"), [{ name: "day", label: t("Gaming day"), kind: "day", value: opens }], (values) => this.#give("OpenHouseDay", values), { go: t("Open the house’s day") });
    const close = () => askForm(t("Close the house’s day"), [], () => this.#give("CloseHouseDay", { day }), { go: t("Close the house’s day"), lead: t("The house closes its day once every pit has closed its own. One that was closed by mistake is opened again by two people, with a reason.") });
    const command = day ? "CloseHouseDay" : "OpenHouseDay";
    const button = may.includes(command) ? h("button", { type: "button", class: "button gold", "data-do": command, onclick: day ? close : open }, t(day ? "Close the house’s day" : "Open the house’s day")) : null;
    this.element.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("The house’s day") }), h("span", { class: `tag ${day ? "good" : ""}`, text: day ? t("Gaming day {day}", { day }) : t("no day is open") }), ...(last ? [h("span", { class: "small quiet", text: t("Last closed: {day}", { day: last }) })] : [])),
      ...(day ? [h("div", { class: "row-facts" }, ...pits.map((/** @type {any} */ pit) => h("span", { "data-state": state(pit) }, `${pitName(pit.pit)}: `, h("span", { class: `tag ${state(pit) === "closed" ? "good" : ""}`, text: named(PIT_DAYS, state(pit)) }))))] : []),
      h("div", { class: "buttons" }, button, ...(day ? [] : reopening(found, (name) => may.includes(name), (name, facts) => this.#give(name, facts), ["AskHouseReopening", "ReopenHouseDay"], found.reopening?.asked_by))),
    );
  }
}
