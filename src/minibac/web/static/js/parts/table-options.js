/**
 * `<mb-table-options>`: every option of a rulebook that leaves a choice, as fields with their legal values, for a table of
 * one's own. The rulebook itself is chosen elsewhere on the form.
 */

import { h } from "../dom.js";
import { valueWords } from "../option-names.js";
import { settings } from "../settings.js";
import { t } from "../voice.js";
import { MbOptions } from "./options.js";

/** What changes the game most stands first; the rest follows as the rulebook has it. */
const FIRST = ["vigorish_type", "vigorish_rate", "vigorish_collection", "deal_mode", "tie_odds", "dragon_bonus", "dragon_bonus_paytable", "house_money", "decks", "seats"];

export class MbTableOptions extends MbOptions {
  /** @override */
  connectedCallback() {
    if (this.childElementCount) return;
    this.append(h("fieldset", { class: "plain-set" }, h("legend", { class: "unseen", text: t("Options of the rulebook") }), this.fields));
  }

  /** @override */
  draw() {
    super.draw();
    this.dataset.rulebook = this.rulebook;
  }

  /** @override @param {any} choice */
  wanted(choice) {
    return choice.least !== null || choice.values.filter((/** @type {string} */ value) => !value.includes(" ")).length > 1;
  }

  /** @override @param {any[]} choices */
  ordered(choices) {
    const place = (/** @type {any} */ choice) => (FIRST.includes(choice.name) ? FIRST.indexOf(choice.name) : FIRST.length);
    return [...choices].sort((one, other) => place(one) - place(other));
  }

  /** @override @param {any} choice */
  hint(choice) {
    return settings.language === "en" ? super.hint(choice) : t("{least} or more", { least: choice.least });
  }

  /** @override @param {string} name @param {string} value */
  words(name, value) {
    return valueWords(this.rules.names, name, value);
  }
}

customElements.define("mb-table-options", MbTableOptions);
