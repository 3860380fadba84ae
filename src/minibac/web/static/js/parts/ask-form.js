/**
 * A short form in a panel: its fields, a button, and the refusal in place with its clause. It stays open until the house
 * has said yes, so that nothing typed is lost.
 */

import { RefusedError } from "../api.js";
import { h, say } from "../dom.js";
import { dollars } from "../money.js";
import { t } from "../voice.js";
import { fromInput } from "../zones.js";
import { openSheet } from "./sheet.js";
import { refusalLine } from "./shell.js";

/** @typedef {{box: HTMLElement, read: () => any}} Control a control, and what stands in it */

/**
 * `made` is a control of one's own. An `answer` has a button for each of its options, and whoever presses one has sent the form.
 * With `digits` a number can be given by pointer alone.
 * @typedef {{name: string, label: string, kind?: "text"|"long"|"lines"|"number"|"dollars"|"select"|"check"|"chips"|"day"|"time"|"answer", digits?: boolean,
 *   options?: readonly (readonly [string, string])[], chips?: readonly number[], value?: any, optional?: boolean, note?: string, made?: Control}} Field
 */

let made = 0;

/** @param {Field} field @returns {Control} */
function control(field) {
  if (field.made) return field.made;
  const { name, label, kind = "text", value = "", optional = false } = field;
  const note = field.note ? h("span", { class: "small quiet", text: field.note }) : null;
  if (kind === "check") {
    const input = h("input", { type: "checkbox", name });
    input.checked = Boolean(value);
    return { box: h("label", { class: "check" }, input, h("span", { text: label })), read: () => input.checked };
  }
  if (kind === "select") {
    const input = h("select", { class: "input", name, required: !optional }, ...(field.options ?? []).map(([key, words]) => h("option", { value: key, text: words })));
    if (value !== "") input.value = String(value);
    return { box: h("label", { class: "field" }, h("span", { text: label }), input, note), read: () => input.value };
  }
  if (kind === "chips") return chipsControl(field);
  if (kind === "long") {
    const input = h("textarea", { class: "input", name, rows: 3, maxlength: 500, required: !optional });
    input.value = String(value);
    return { box: h("label", { class: "field" }, h("span", { text: label }), input, note), read: () => input.value.replace(/\s+/g, " ").trim() };
  }
  if (kind === "lines") {
    const input = h("textarea", { class: "input", name, rows: 8, required: !optional });
    return { box: h("label", { class: "field" }, h("span", { text: label }), input, note), read: () => input.value.split(/[\n,;，、；]+/).map((one) => one.trim()).filter(Boolean) };
  }
  /** @type {Record<string, string>} */
  const types = { number: "number", dollars: "number", day: "date", time: "datetime-local", text: "text" };
  const input = h("input", { class: "input", name, type: types[kind], required: !optional, maxlength: kind === "text" ? 200 : null, step: kind === "dollars" ? "0.01" : kind === "number" ? "1" : null });
  input.value = kind === "dollars" && value !== "" ? String(Number(value) / 100) : String(value);
  const read = () => {
    if (kind === "number") return Number(input.value);
    if (kind === "dollars") return Math.round(Number(input.value) * 100);
    if (kind === "time") return fromInput(input.value);
    return input.value.trim();
  };
  const box = h("label", { class: "field" }, h("span", { text: label }), input, note);
  return { box: field.digits ? h("div", { class: "digits-field" }, box, digitsOf(input)) : box, read };
}

/** A button for each digit, and one that takes the last back. @param {HTMLInputElement} input */
function digitsOf(input) {
  const key = (/** @type {string} */ words, /** @type {() => string} */ next, /** @type {string} */ label) =>
    h("button", { type: "button", class: "button figures", "aria-label": label, onclick: () => (input.value = next()) }, words);
  const digits = Array.from("1234567890", (digit) => key(digit, () => input.value + digit, digit));
  return h("div", { class: "digits" }, ...digits, key("←", () => input.value.slice(0, -1), t("Last digit back")));
}

/** A count of chips, by denomination, with the sum beside it. @param {Field} field @returns {Control} */
export function chipsControl({ label, chips = [], value }) {
  const sum = h("output", { class: "figures", text: dollars(0) });
  const inputs = [...chips].sort((a, b) => b - a).map((cents) => {
    const id = `chips-${(made += 1)}`;
    const input = h("input", { id, class: "input figures", type: "number", min: 0, step: 1, inputmode: "numeric", name: `chips-${cents}` });
    input.value = value?.[cents] ? String(value[cents]) : "";
    return { cents, input, row: h("div", { class: "chips-line" }, h("label", { for: id, text: dollars(cents) }), input) };
  });
  const read = () => Object.fromEntries(inputs.map(({ cents, input }) => [String(cents), Number(input.value || 0)]).filter(([, count]) => count));
  const box = h("fieldset", { class: "chips-field" }, h("legend", { text: label }), ...inputs.map(({ row }) => row), h("p", { class: "chips-sum" }, h("span", { text: t("Together") }), sum));
  const add = () => say(sum, dollars(inputs.reduce((all, { cents, input }) => all + cents * Number(input.value || 0), 0)));
  box.addEventListener("input", add);
  add();
  return { box, read };
}

/**
 * @param {string} title
 * @param {readonly Field[]} fields
 * @param {(values: Record<string, any>) => Promise<unknown>} send throws `RefusedError`, or a link's refusal
 * @param {{go?: string, lead?: import("../dom.js").Child, table?: string}} [facts]
 */
export function askForm(title, fields, send, { go = t("Send"), lead = null, table = "" } = {}) {
  const answer = fields.find((field) => field.kind === "answer");
  const parts = fields.filter((field) => field !== answer).map((field) => ({ field, ...control(field) }));
  const wrong = h("div");
  const submits = (answer?.options ?? [["", go]]).map(([value, words]) => h("button", { type: "submit", class: answer ? "button" : "button gold", ...(answer ? { name: answer.name, value } : {}) }, words));
  const busy = (/** @type {boolean} */ now) => submits.forEach((submit) => (submit.disabled = now));
  const form = h("form", { class: "sheet-form" }, typeof lead === "string" ? h("p", { text: lead }) : lead, ...parts.map(({ box }) => box), wrong, h("div", { class: "buttons", "aria-label": answer?.label ?? null, role: answer ? "group" : null }, ...submits));
  const dialog = openSheet(title, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.replaceChildren();
    const pressed = /** @type {HTMLButtonElement} */ (event.submitter ?? submits[0]).value;
    busy(true);
    try {
      await send({ ...Object.fromEntries(parts.map(({ field, read }) => [field.name, read()])), ...(answer ? { [answer.name]: pressed } : {}) });
      dialog.close();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      wrong.replaceChildren(refusalLine(error.refusal, table));
    } finally {
      busy(false);
    }
  });
  form.addEventListener("keydown", (event) => {
    if (!answer || event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault(); // a count that was typed is no answer yet
    submits[0].focus();
  });
  const first = /** @type {HTMLElement|null} */ (form.querySelector("input, select, textarea, button"));
  first?.focus();
  return dialog;
}

/** An answer of a table as a promise that fails with the refusal. @param {Promise<import("../protocol.js").Answer>} answer */
export async function granted(answer) {
  const found = await answer;
  if (!found.ok) throw new RefusedError(found.refusal, 409);
}
