/** A panel that opens over the page: a dialog with a head and a body. Escape and the backdrop close it. */

import { h, icon } from "../dom.js";
import { t } from "../voice.js";

/**
 * @param {string} title
 * @param {...import("../dom.js").Child} body
 * @returns {HTMLDialogElement & {body: HTMLElement}}
 */
export function sheet(title, ...body) {
  const id = `sheet-${Math.random().toString(36).slice(2)}`;
  const inside = h("div", { class: "sheet-body", tabindex: -1 }, ...body);
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": id },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id, text: title }),
      h("button", { type: "button", class: "button plain icon", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close")),
    ),
    inside,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  return Object.assign(dialog, { body: inside });
}

/**
 * Open a panel now.
 * @param {string} title
 * @param {...import("../dom.js").Child} body
 */
export function openSheet(title, ...body) {
  const dialog = sheet(title, ...body);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
