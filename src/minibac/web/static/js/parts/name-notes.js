/** Cash by denomination: which notes came with a buy-in, said by the guest or by the dealer who has them in hand. */

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { t } from "../voice.js";
import { askForm, granted } from "./ask-form.js";

/** So many seats have their button at once; the others wait behind a word, so that a full table hides no step. */
const SHOWN = 2;

/**
 * The seats whose notes the dealer has still to name, each with a button.
 * @param {readonly {seat: number, cents: number, notes: readonly (readonly [number, number])[]}[]} cash
 * @param {readonly number[]} known the notes and coins that the house takes
 * @param {(facts: {seat: number, notes: Record<string, number>}) => Promise<import("../protocol.js").Answer>} give
 * @param {string} table
 */
export function notesToName(cash, known, give, table) {
  const ask = (/** @type {typeof cash[number]} */ { seat, cents, notes }) =>
    askForm(
      t("Which notes did seat {seat} bring?", { seat }),
      [{ name: "notes", label: t("Notes and coins"), kind: "chips", chips: known, value: Object.fromEntries(notes) }],
      (values) => granted(give({ seat, notes: values.notes })),
      { lead: t("They come to {sum}.", { sum: dollars(cents) }), go: t("Name the notes"), table },
    );
  const buttons = cash.map((one) => h("button", { type: "button", class: "button", "data-do": "NameNotes", "data-seat": one.seat, onclick: () => ask(one) }, t("Cash of seat {seat}: {sum}, which notes?", { seat: one.seat, sum: dollars(one.cents) })));
  if (buttons.length <= SHOWN) return buttons;
  return [...buttons.slice(0, SHOWN), h("details", { class: "more-cash" }, h("summary", { text: t("Cash of {count:more seat|more seats}", { count: buttons.length - SHOWN }) }), h("div", { class: "buttons" }, ...buttons.slice(SHOWN)))];
}
