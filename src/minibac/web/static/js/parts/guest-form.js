/** Sitting down without a password: a name, and a word about age. */

import { becomeGuest } from "../api.js";
import { h } from "../dom.js";
import { refused } from "../told.js";
import { t } from "../voice.js";
import { openSheet } from "./sheet.js";

/**
 * Ask for a name; resolves with the session, or null when somebody closes it.
 * @returns {Promise<import("../types.js").Session|null>}
 */
export function askForGuest() {
  return new Promise((done) => {
    const name = h("input", { class: "input", name: "name", required: true, maxlength: 24, autocomplete: "nickname" });
    const age = h("input", { type: "checkbox", required: true, name: "of_age" });
    const wrong = h("p", { role: "alert", class: "wrong" });
    const form = h(
      "form",
      { class: "sheet-form" },
      h("label", { class: "field" }, h("span", { text: t("Your name at the table") }), name),
      h("label", { class: "check" }, age, h("span", { text: t("I am of the age this house asks for") })),
      wrong,
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "button gold" }, t("Sit down"))),
      h("p", { class: "small quiet", text: `${t("Play chips only: nothing here is money, and nothing can be bought or cashed in.")} ${t("No password. The seat and the play chips live as long as this browser keeps its cookie.")}` }),
    );
    /** @type {import("../types.js").Session|null} */
    let found = null;
    const dialog = openSheet(t("Take a seat"), form);
    dialog.addEventListener("close", () => done(found));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      try {
        found = await becomeGuest(name.value.trim());
        dialog.close();
      } catch (error) {
        wrong.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
      }
    });
    name.focus();
  });
}

