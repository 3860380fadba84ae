/** Tables of figures as the books show them. */

import { h } from "../dom.js";
import { dollars } from "../money.js";

/**
 * A table that scrolls sideways where there is no room.
 * @param {string} name
 * @param {readonly string[]} heads a head that begins with "#" is a column of numbers
 * @param {readonly (readonly (string|number|Node|null)[])[]} rows
 */
export function sheetTable(name, heads, rows) {
  const right = heads.map((head) => head.startsWith("#"));
  return h(
    "div",
    { class: "scroll-x", tabindex: 0, role: "region", "aria-label": name },
    h(
      "table",
      { class: "plain" },
      h("thead", {}, h("tr", {}, ...heads.map((head, index) => h("th", { scope: "col", class: right[index] ? "number" : "", text: head.replace("#", "") })))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell, index) => h("td", { class: right[index] ? "number" : "" }, cell))))),
    ),
  );
}

/** @param {number|null|undefined} cents */
export const money = (cents) => (cents === null || cents === undefined ? "–" : dollars(cents));
