/** What the reading pages (rules, odds, fairness) share: their words, their head, and how a failure is said. */

import { h } from "./dom.js";
import { refused } from "./told.js";
import { t } from "./voice.js";
import { pageHead, tool } from "./parts/head.js";
import { openSettings } from "./parts/preferences.js";

/**
 * Put the head on the page.
 * @param {string} title the page's name
 * @param {string} skip the words of the skip link
 * @param {string} main the id that the skip link leads to
 * @param {Node[]} [tools]
 */
export function openPage(title, skip, main, tools = []) {
  document.title = `minibac · ${title}`;
  document.body.prepend(
    h("a", { class: "skip", href: `#${main}`, text: skip }),
    pageHead({ where: h("span", { class: "where-name", text: title }), tools: [...tools, tool("settings", t("Settings"), openSettings)] }),
  );
}

/** Why the house said no, in a panel; with a link to the clause where it named one. @param {unknown} error */
export function failure(error) {
  const refusal = /** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) };
  const link = refusal.clause ? h("a", { class: "clause", href: `/rules#${encodeURIComponent(refusal.clause)}`, text: refusal.clause }) : null;
  return h("p", { class: "panel failure", role: "alert" }, refused(refusal), " ", link);
}

/** A number of the house as a percentage. @param {number} value @param {number} [digits] */
export function percent(value, digits = 4) {
  return `${(100 * value).toFixed(digits).replace("-", "−")} %`;
}

/** A value of an option as a person types it. @param {string|number|boolean|null|undefined} value */
export function typed(value) {
  if (value === true) return "on";
  if (value === false) return "off";
  return value === null || value === undefined ? "" : String(value);
}
