/**
 * Copies of forms, as they lie before somebody. Every fact is read off the paper and typed, and nothing is filled in from the
 * pit's record: only so do two papers meet in the comparison (s42/c/3/iii/D/compare).
 */

import { h } from "../dom.js";
import { t } from "../voice.js";

/** @typedef {{serial: string, copy: string, kind: string, table: string, seat: number, guest: string, cents: number, void: boolean}} Copy */

/**
 * A field for a short form: one group of inputs for each copy, and a button for another. Groups without a number are left out.
 * @param {import("./pit-link.js").PitLink} link
 * @param {{name: string, table?: string, originals?: boolean}} facts `originals`: nothing else lies here
 * @returns {import("./ask-form.js").Field}
 */
export function copiesField(link, { name, table = "", originals = false }) {
  /** @type {(() => Copy|null)[]} */
  const readers = [];
  const box = h("div", { class: "column" });
  const more = h("button", { type: "button", class: "button", "data-do": "another-copy" }, t("Another copy"));
  const add = () => {
    const { group, read } = copyGroup(link, readers.length + 1, table, originals);
    readers.push(read);
    more.before(group);
    return group;
  };
  more.addEventListener("click", () => /** @type {HTMLElement|null} */ (add().querySelector("input"))?.focus());
  box.append(more);
  add(); // one blank, however many there are: nobody who counts is told the number
  return { name, label: "", made: { box, read: () => readers.map((read) => read()).filter((copy) => copy !== null) } };
}

/** One copy. @param {import("./pit-link.js").PitLink} link @param {number} no @param {string} table @param {boolean} originals */
function copyGroup(link, no, table, originals) {
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => h("label", { class: "field" }, h("span", { text: label }), input);
  const serial = h("input", { class: "input", name: "serial", maxlength: 40, autocomplete: "off", required: no === 1 && !originals });
  const cents = h("input", { class: "input", name: "cents", type: "number", step: "0.01", min: 0, autocomplete: "off" });
  const where = h("select", { class: "input", name: "table" }, ...link.view.tables.map((/** @type {any} */ one) => h("option", { value: one.id, text: one.id })));
  if (table) where.value = table;
  const seat = h("input", { class: "input", name: "seat", type: "number", step: 1, min: 1, autocomplete: "off" });
  const patron = h("input", { class: "input", name: "patron", maxlength: 200, autocomplete: "off" });
  const which = h("select", { class: "input", name: "copy" }, h("option", { value: "duplicate", text: t("duplicate") }), h("option", { value: "original", text: t("original") }));
  const void_ = h("input", { type: "checkbox", name: "void" });
  // What is begun is entered whole.
  serial.addEventListener("input", () => {
    for (const input of [cents, seat, patron]) input.required = serial.value.trim() !== "";
  });
  const group = h(
    "fieldset",
    { class: "chips-field", "data-copy": no },
    h("legend", { text: t("Copy {number}", { number: no }) }),
    field(t("Number"), serial),
    field(t("Amount"), cents),
    field(t("Table"), where),
    field(t("Seat"), seat),
    field(t("Patron"), patron),
    originals ? null : field(t("Which copy"), which),
    h("label", { class: "check" }, void_, h("span", { text: t("VOID") })),
  );
  /** @returns {Copy|null} */
  const read = () => {
    const typed = serial.value.trim();
    if (!typed) return null;
    // The register of the house knows the kind by the number, and the patron by the name that stands on the form.
    return { serial: typed.toUpperCase(), copy: originals ? "original" : which.value, kind: "", table: where.value, seat: Number(seat.value), guest: patron.value.trim(), cents: Math.round(Number(cents.value) * 100), void: void_.checked };
  };
  return { group, read };
}
