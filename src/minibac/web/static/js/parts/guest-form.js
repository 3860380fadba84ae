/** Sitting down without a password: a name, and a word about age. */

import { becomeGuest } from "../api.js";
import { h } from "../dom.js";
import { refused, t } from "../i18n.js";
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
      h("label", { class: "field" }, h("span", { text: t("guest.name") }), name),
      h("label", { class: "check" }, age, h("span", { text: t("guest.age") })),
      wrong,
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "button gold" }, t("guest.go"))),
      h("p", { class: "small quiet", text: `${t("play-chips.long")} ${t("guest.note")}` }),
    );
    /** @type {import("../types.js").Session|null} */
    let found = null;
    const dialog = openSheet(t("guest.title"), form);
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

