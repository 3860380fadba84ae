/**
 * `<mb-options>`: a rulebook and those of its options that change a price, as fields. Which options mean something under the
 * others, and which values are legal, the rulebook says; the house refuses the rest.
 */

import { get } from "../api.js";
import { h, mark } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { optionName, valueName } from "../option-names.js";
import { typed } from "../reading.js";
import { named, spoken, t } from "../voice.js";

/** @type {Map<string, Promise<any>>} */
const books = new Map();

/** A rulebook, asked for once. @param {string} id @returns {Promise<any>} */
export function bookOf(id) {
  let found = books.get(id);
  if (!found) {
    found = get(`/api/rules/${id}`);
    books.set(id, found);
  }
  return found;
}

export class MbOptions extends HTMLElement {
  constructor() {
    super();
    this.book = h("select", { class: "input", name: "rulebook" }, ...Object.keys(RULEBOOKS).map((value) => h("option", { value, text: named(RULEBOOKS, value) })));
    this.fields = h("div", { class: "option-fields" });
    /** What was chosen by hand; the rest is the rulebook's sample house. @type {Record<string, string>} */
    this.chosen = {};
    /** @type {any} */
    this.rules = null;
    this.book.addEventListener("change", () => this.choose(this.book.value, {}, true));
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(h("label", { class: "field" }, h("span", { text: t("Rulebook") }), this.book), h("fieldset", { class: "plain-set" }, h("legend", { text: t("Options that change a price") }), this.fields));
  }

  /**
   * @param {string} rulebook
   * @param {Record<string, string>} chosen
   * @param {boolean} [told] whether to say that something changed
   */
  async choose(rulebook, chosen, told = false) {
    this.book.value = rulebook;
    this.chosen = { ...chosen };
    this.rules = await bookOf(rulebook);
    this.draw();
    if (told) this.dispatchEvent(new Event("change"));
  }

  /** The value of an option as it stands here. @param {string} name */
  value(name) {
    if (name in this.chosen) return this.chosen[name];
    const settled = this.rules.options.find((/** @type {any} */ option) => option.name === name);
    if (settled && settled.value !== null) return typed(settled.value);
    return typed(this.#choice(name)?.default);
  }

  /** @param {any} choice */
  #applies(choice) {
    return Object.entries(choice.needs).every(([name, values]) => values.includes(this.value(name)));
  }

  /** The statement of an option that applies now. @param {string} name */
  #choice(name) {
    return this.rules.choices.find((/** @type {any} */ choice) => choice.name === name && this.#applies(choice));
  }

  /** What the house is asked for: the options that were chosen and mean something. @returns {[string, string][]} */
  get sets() {
    if (!this.rules) return [];
    return Object.entries(this.chosen).filter(([name]) => this.#choice(name));
  }

  get rulebook() {
    return this.book.value;
  }

  /** Whether an option is asked for here: those that change a price. @param {any} choice */
  wanted(choice) {
    return choice.prices;
  }

  /** @param {any[]} choices */
  ordered(choices) {
    return choices;
  }

  /** What may be written where any number will do. @param {any} choice */
  hint(choice) {
    return spoken(choice.said);
  }

  /** A value as it is read. @param {string} name @param {string} value */
  words(name, value) {
    return valueName(this.rules.names, name, value);
  }

  draw() {
    const names = [...new Set(this.rules.choices.filter((/** @type {any} */ choice) => this.wanted(choice)).map((/** @type {any} */ choice) => choice.name))];
    const applying = this.ordered(names.map((name) => this.#choice(/** @type {string} */ (name))).filter(Boolean));
    const focused = /** @type {HTMLElement|null} */ (this.fields.querySelector(":focus"))?.getAttribute("name");
    this.fields.replaceChildren(...applying.map((choice) => this.#field(choice)));
    if (focused) /** @type {HTMLElement|null} */ (this.fields.querySelector(`[name="${focused}"]`))?.focus();
  }

  /** @param {any} choice */
  #field(choice) {
    const now = this.value(choice.name);
    const open = choice.values.length === 1 && choice.least !== null;
    const input = open
      ? h("input", { class: "input", name: choice.name, value: now, inputmode: "decimal", autocomplete: "off", title: this.hint(choice) })
      : h("select", { class: "input", name: choice.name }, ...choice.values.map((/** @type {string} */ value) => h("option", { value, text: this.words(choice.name, value), selected: value === now })));
    if (!open && choice.values.length === 1) mark(input, "disabled", true);
    input.addEventListener("change", () => {
      const before = new Map(Object.keys(this.chosen).map((name) => [name, this.#choice(name)]));
      this.chosen[choice.name] = input.value.trim();
      // A choice may bring other statements of the others: what was chosen under another one goes back to the rulebook's own.
      for (const [name, stated] of before) {
        const now = this.#choice(name);
        if (now && now !== stated && !now.values.includes(this.chosen[name])) delete this.chosen[name];
      }
      this.draw();
      this.dispatchEvent(new Event("change"));
    });
    const hint = open ? h("span", { class: "small quiet", text: this.hint(choice) }) : null;
    return h("label", { class: "field" }, h("span", { text: optionName(this.rules.names, choice.name) }), input, hint);
  }
}

customElements.define("mb-options", MbOptions);
