/** An amount as a dealer counts it out: a chip of each denomination, and how many. */

import { h } from "../dom.js";
import { dollars, face } from "../money.js";
import { t } from "../voice.js";
import { chip } from "./faces.js";

/**
 * @param {readonly (readonly [number, number])[]} chips denomination and how many, the highest first
 */
export function chipsRow(chips) {
  const words = chips.map(([value, count]) => t("{count} of {value}", { count, value: dollars(value) })).join(", ");
  return h(
    "span",
    { class: "chips-row", role: "img", "aria-label": words || t("no chips") },
    ...chips.map(([value, count]) =>
      h("span", { class: "chips-of", title: t("{count} of {value}", { count, value: dollars(value) }), "data-value": face(value) }, chip(value), h("span", { class: "chips-count figures", text: `×${count}` })),
    ),
  );
}
