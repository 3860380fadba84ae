/**
 * A clause read where it is cited, so that whoever deals never leaves the table for it: a touch of its number unfolds what it says
 * beside it, the next touch anywhere folds it again.
 */

import { get } from "../api.js";
import { h, mark, say } from "../dom.js";
import { t } from "../voice.js";
import { clauseAnchor } from "./cited.js";

/** @type {Map<string, Promise<string>>} */
const known = new Map();

/** What a clause says; nothing where it cannot be had. @param {string} id */
export function clauseSays(id) {
  const words = known.get(id) ?? get(`/api/clauses/${id}`).then(({ says = "", title = "" }) => says || title, () => "");
  known.set(id, words);
  return words;
}

/** @param {HTMLElement} main the page whose clauses are read where they stand @param {string} table */
export function readHere(main, table) {
  const words = h("q", { class: "clause-says", lang: "en" });
  const number = h("strong", { class: "figures" });
  const whole = h("a", { target: "_blank", text: t("The rules of this table") });
  const sheet = h("div", { class: "clause-here", popover: "auto", role: "note" }, number, words, whole);
  main.append(sheet);
  main.addEventListener("click", async (event) => {
    const link = /** @type {Element} */ (event.target).closest("a.clause");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const id = link.textContent ?? "";
    say(number, id);
    mark(whole, "href", clauseAnchor(table, id));
    say(words, await clauseSays(id));
    sheet.showPopover();
    const [box, own] = [link.getBoundingClientRect(), sheet.getBoundingClientRect()];
    const below = box.bottom + 6 + own.height < innerHeight;
    sheet.style.left = `${Math.max(8, Math.min(box.left, innerWidth - own.width - 8)).toFixed(0)}px`;
    sheet.style.top = `${(below ? box.bottom + 6 : Math.max(8, box.top - own.height - 6)).toFixed(0)}px`;
  });
}
