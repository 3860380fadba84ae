/** Sitting down without a password: a name, and a word about age; where the rulebook asks for it, the age itself. */

import { becomeGuest, post } from "../api.js";
import { h } from "../dom.js";
import { refused } from "../told.js";
import { t } from "../voice.js";
import { openSheet } from "./sheet.js";

/** @typedef {{age?: number, born?: string}} Age in years, or by the date of birth */
/** @typedef {{age?: number, least_age?: number}} Ages the age that a table asks for in years, 0 where a word is enough; and the least one, 0 where none is named */

/**
 * Ask for a name; resolves with the session, or null when somebody closes it.
 * @param {Ages} [ages]
 * @param {boolean} [deals] whether somebody comes to deal, who sits nowhere
 * @returns {Promise<import("../types.js").Session|null>}
 */
export function askForGuest({ age: years = 0, least_age: least = 0 } = {}, deals = false) {
  const name = h("input", { class: "input", name: "name", required: true, maxlength: 24, autocomplete: "nickname" });
  const { fields, read } = ageFields(years);
  return opened(
    t(deals ? "Open a training table" : "Take a seat"),
    t(deals ? "Open the table" : "Sit down"),
    [h("label", { class: "field" }, h("span", { text: t("Your name at the table") }), name), ofAge(least), ...fields],
    [h("p", { class: "small quiet", text: `${t("Play chips only: nothing here is money, and nothing can be bought or cashed in.")} ${t("No password. The seat and the play chips live as long as this browser keeps its cookie.")}` })],
    () => becomeGuest(name.value.trim(), read()),
  );
}

/**
 * Ask a guest who is known already for an age; resolves with whether it was said.
 * @param {number} least
 */
export async function askForAge(least) {
  const { fields, read } = ageFields(least);
  return Boolean(await opened(t("Your age"), t("Go on"), fields, [], () => post("/api/me/age", read())));
}

/** The word that a guest is old enough, with the age that is meant. @param {number} [least] 0 where no number is named */
export function ofAge(least = 0) {
  const words = least ? t("I am {least} or older", { least }) : t("I am of age where I live; no number of years is asked for here");
  return h("label", { class: "check" }, h("input", { type: "checkbox", required: true, name: "of_age" }), h("span", { text: words }));
}

/** The age, asked for in years or by the date of birth; nothing where a table does not ask. @param {number} least @returns {{fields: HTMLElement[], read: () => Age}} */
function ageFields(least) {
  if (!least) return { fields: [], read: () => ({}) };
  const age = h("input", { class: "input figures", type: "number", name: "age", min: 1, max: 130, inputmode: "numeric" });
  const born = h("input", { class: "input", type: "date", name: "born", autocomplete: "bday" });
  return {
    fields: [
      h("p", { class: "small", text: t("This table is for guests of {least} or more. Say your age in years, or your date of birth; it is kept with your account and goes into no log.", { least }) }),
      h("label", { class: "field" }, h("span", { text: t("Age in years") }), age),
      h("label", { class: "field" }, h("span", { text: t("or date of birth") }), born),
    ],
    read: () => (born.value ? { born: born.value } : age.value ? { age: Number(age.value) } : {}),
  };
}

/**
 * @template T
 * @param {string} title
 * @param {string} go
 * @param {HTMLElement[]} fields
 * @param {HTMLElement[]} small
 * @param {() => Promise<T>} send
 * @returns {Promise<T|null>}
 */
function opened(title, go, fields, small, send) {
  return new Promise((done) => {
    const wrong = h("p", { role: "alert", class: "wrong" });
    const form = h("form", { class: "sheet-form" }, ...fields, wrong, h("div", { class: "buttons" }, h("button", { type: "submit", class: "button gold" }, go)), ...small);
    /** @type {T|null} */
    let found = null;
    const dialog = openSheet(title, form);
    dialog.addEventListener("close", () => done(found));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      try {
        found = await send();
        dialog.close();
      } catch (error) {
        wrong.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
      }
    });
    form.querySelector("input")?.focus();
  });
}
