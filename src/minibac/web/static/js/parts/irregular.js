/**
 * The irregularities as a short guided choice: what happened, was the card disclosed, what does the Banker do. It ends in
 * the rulebook's remedy, read from the table's own rows, and in the report; the table decides what follows.
 */

import { h } from "../dom.js";
import { HANDS } from "../names.js";
import { ruled } from "../told.js";
import { named, spoken, t } from "../voice.js";
import { cited } from "./cited.js";
import { openSheet } from "./sheet.js";
import { refusalLine } from "./shell.js";

/**
 * @typedef {{says: string, clauses: string[], disclosed?: boolean, banker_draws?: boolean}} Remedy
 * @typedef {{kind: string, label: string, asks: string[], stops_play?: boolean, remedies?: Remedy[],
 *   otherwise?: string}} Irregularity
 */

class Guide {
  /**
   * @param {readonly Irregularity[]} kinds
   * @param {{table: string, seats: readonly number[], send: (command: Record<string, any>) => Promise<import("../protocol.js").Answer>}} facts
   */
  constructor(kinds, { table, seats, send }) {
    this.kinds = kinds;
    this.table = table;
    this.seats = seats;
    this.send = send;
    this.body = h("div", { class: "guide" });
    this.trail = h("ol", { class: "guide-trail small" });
    this.dialog = openSheet(t("Something went wrong"), this.trail, this.body);
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
    this.#what();
  }

  /** Number keys choose. @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
    const chosen = /** @type {HTMLElement|undefined} */ ([...this.body.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === event.key.toLowerCase()));
    if (!chosen) return;
    event.preventDefault();
    chosen.click();
  }

  /**
   * @param {string} question
   * @param {readonly {key: string, label: string, note?: string, choose: () => void}[]} choices
   */
  #ask(question, choices) {
    this.body.replaceChildren(
      h("h3", { text: question }),
      h(
        "div",
        { class: "guide-choices" },
        ...choices.map(({ key, label, note, choose }) =>
          h("button", { type: "button", class: "button guide-choice", "data-key": key, onclick: choose }, h("kbd", { class: "kbd", text: key.toUpperCase() }), h("span", {}, h("span", { text: label }), note ? h("span", { class: "small quiet", text: note }) : "")),
        ),
      ),
    );
    /** @type {HTMLElement|null} */ (this.body.querySelector("button"))?.focus();
  }

  #what() {
    this.trail.replaceChildren();
    const keys = "123456789abcdefghijkl";
    this.#ask(
      t("What happened?"),
      this.kinds.map((row, index) => ({
        key: keys[index],
        label: this.#name(row),
        note: row.stops_play ? t("play stands still") : "",
        choose: () => this.#next(row, {}),
      })),
    );
  }

  /** @param {Irregularity} row */
  #name(row) {
    return spoken(row.label);
  }

  /** @param {string} question @param {string} answer */
  #went(question, answer) {
    this.trail.append(h("li", {}, h("span", { class: "quiet", text: `${question} ` }), h("strong", { text: answer })));
  }

  /** @param {Irregularity} row @param {Record<string, any>} facts */
  #next(row, facts) {
    if (!Object.keys(facts).length) this.#went(t("What happened?"), this.#name(row));
    const ask = row.asks.find((name) => !(name in facts));
    if (ask === "disclosed") this.#yesNo(t("Was the card disclosed?"), t("somebody saw its face"), (yes) => this.#next(row, { ...facts, disclosed: yes }));
    else if (ask === "hand") this.#hand(row, facts);
    else if (ask === "seat") this.#seat(row, facts);
    else if (ask === "count") this.#count(row, facts);
    else if (ask === "note") this.#note(row, facts);
    else this.#banker(row, facts);
  }

  /** @param {string} question @param {string} note @param {(yes: boolean) => void} then */
  #yesNo(question, note, then) {
    const choose = (/** @type {boolean} */ yes) => {
      this.#went(question, t(yes ? "Yes" : "No"));
      then(yes);
    };
    this.#ask(question, [
      { key: "y", label: t("Yes"), note, choose: () => choose(true) },
      { key: "n", label: t("No"), choose: () => choose(false) },
    ]);
  }

  /** @param {Irregularity} row @param {Record<string, any>} facts */
  #hand(row, facts) {
    const question = t("On which area does the card lie?");
    const choose = (/** @type {string} */ hand) => {
      this.#went(question, named(HANDS, hand));
      this.#next(row, { ...facts, hand });
    };
    this.#ask(question, [
      { key: "p", label: t("Player"), choose: () => choose("player") },
      { key: "b", label: t("Banker"), choose: () => choose("banker") },
    ]);
  }

  /** @param {Irregularity} row @param {Record<string, any>} facts */
  #seat(row, facts) {
    this.#ask(
      t("Which seat?"),
      this.seats.map((seat) => ({
        key: String(seat),
        label: t("Seat {seat}", { seat }),
        choose: () => {
          this.#went(t("Which seat?"), String(seat));
          this.#next(row, { ...facts, seat });
        },
      })),
    );
  }

  /** @param {Irregularity} row @param {Record<string, any>} facts */
  #count(row, facts) {
    this.#ask(
      t("How many cards?"),
      [1, 2, 3, 4].map((count) => ({
        key: String(count),
        label: t("{count:card|cards}", { count }),
        choose: () => {
          this.#went(t("How many cards?"), String(count));
          this.#next(row, { ...facts, count });
        },
      })),
    );
  }

  /** @param {Irregularity} row @param {Record<string, any>} facts */
  #note(row, facts) {
    const input = h("textarea", { class: "input", rows: 3, maxlength: 400, required: true });
    const form = h("form", { class: "sheet-form" }, h("label", { class: "field" }, h("span", { text: t("What was seen, by whom") }), input), h("div", { class: "buttons" }, h("button", { type: "submit", class: "button gold" }, t("Go on"))));
    const go = () => {
      const note = input.value.replace(/\s+/g, " ").trim();
      if (note) this.#next(row, { ...facts, note });
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      go();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        go();
      }
    });
    this.body.replaceChildren(h("h3", { text: t("In a few words") }), form);
    input.focus();
  }

  /** The rows that are left after what was answered. @param {Irregularity} row @param {Record<string, any>} facts */
  #rows(row, facts) {
    return (row.remedies ?? []).filter((remedy) => remedy.disclosed === undefined || facts.disclosed === undefined || remedy.disclosed === facts.disclosed);
  }

  /** Where the remedy turns on it: what does the Banker do? @param {Irregularity} row @param {Record<string, any>} facts */
  #banker(row, facts) {
    const rows = this.#rows(row, facts);
    if (new Set(rows.map((remedy) => remedy.banker_draws ?? null)).size < 2) {
      this.#remedy(row, facts, rows);
      return;
    }
    const question = t("What does the Banker do?");
    const choose = (/** @type {boolean} */ draws) => {
      this.#went(question, t(draws ? "The Banker must draw" : "The Banker does not draw"));
      this.#remedy(row, facts, rows.filter((remedy) => remedy.banker_draws === undefined || remedy.banker_draws === draws));
    };
    this.#ask(question, [
      { key: "d", label: t("The Banker must draw"), note: t("by the table of play, without a third card of the Player"), choose: () => choose(true) },
      { key: "s", label: t("The Banker does not draw"), note: t("it stands, or there is a natural"), choose: () => choose(false) },
    ]);
  }

  /** @param {Irregularity} row @param {Record<string, any>} facts @param {readonly Remedy[]} rows */
  #remedy(row, facts, rows) {
    const wrong = h("div");
    const report = h("button", { type: "button", class: "button gold", "data-key": "enter" }, t("Report it"), h("kbd", { class: "kbd", text: "Enter" }));
    report.addEventListener("click", async () => {
      const answer = await this.send({ command: "Report", kind: row.kind, ...facts });
      if (answer.ok) this.dialog.close();
      else wrong.replaceChildren(refusalLine(answer.refusal, this.table));
    });
    this.body.replaceChildren(
      ...(rows.length || row.otherwise ? [h("h3", { text: t("The rulebook’s remedy") })] : []), // at a table without help neither is told
      rows.length
        ? h("ul", { class: "guide-remedies" }, ...rows.map((remedy) => h("li", {}, h("span", { text: ruled(remedy.says) }), " ", cited(remedy.clauses, this.table))))
        : h("p", { text: row.otherwise ? spoken(row.otherwise) : "" }),
      wrong,
      h("div", { class: "buttons" }, report, h("button", { type: "button", class: "button", onclick: () => this.#what() }, t("Begin again"))),
    );
    report.focus();
  }
}

/**
 * @param {readonly Irregularity[]} kinds
 * @param {ConstructorParameters<typeof Guide>[1]} facts
 */
export function openGuide(kinds, facts) {
  return new Guide(kinds, facts).dialog;
}

