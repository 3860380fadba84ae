/** The head of every page: the name, where one is, "play chips only", and the tools of that page. */

import { h, icon, s } from "../dom.js";
import { t } from "../voice.js";

/** The sign of the house. */
function emblem() {
  return s(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" },
    s("rect", { width: 32, height: 32, rx: 7, fill: "#0d5a43" }),
    s("rect", { x: 2, y: 2, width: 28, height: 28, rx: 5.500, fill: "none", stroke: "#e2c06c" }),
    s("path", { d: "M16 5c3.200 6.400 6 9 9 11-3 2-5.800 4.600-9 11-3.200-6.400-6-9-9-11 3-2 5.800-4.600 9-11Z", fill: "#fffdf6" }),
  );
}

/**
 * A button with a picture and a word; the word hides where there is no room, and stays its name.
 * @param {Parameters<typeof icon>[0]} picture
 * @param {string} label
 * @param {() => void} onclick
 */
export function tool(picture, label, onclick) {
  return h("button", { type: "button", class: "button plain tool", title: label, onclick }, icon(picture), h("span", { class: "tool-word", text: label }));
}

/**
 * @param {{where?: Node|null, tools?: Node[]}} [facts]
 */
export function pageHead({ where = null, tools = [] } = {}) {
  return h(
    "header",
    { class: "page-head" },
    h("a", { class: "brand", href: "/", title: t("Lobby") }, emblem(), h("span", { class: "brand-word", text: "minibac" })),
    where,
    h("span", { class: "grow" }),
    h("span", { class: "tag chips", title: t("Play chips only: nothing here is money, and nothing can be bought or cashed in."), text: t("Play chips only") }),
    h("div", { class: "head-tools" }, ...tools),
  );
}
