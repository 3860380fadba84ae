/** The table of a drill as a picture: two hands as they lie, what was called, and what was done with each wager. */

import { h, make } from "../dom.js";
import { HANDS } from "../names.js";
import { named, spoken, t } from "../voice.js";
import { MbCard } from "./card.js";

/** @param {string} card */
function lying(card) {
  const element = make(MbCard);
  element.show(card);
  return element;
}

/** @param {"player"|"banker"} side @param {string[]} cards */
const hand = (side, cards) => h("div", { class: "picture-hand", data: { side } }, h("h3", { text: named(HANDS, side) }), h("div", { class: "picture-cards" }, ...cards.map(lying)));

/** @param {import("../drill-answers.js").TablePicture} figure */
export function tablePicture(figure) {
  return h(
    "figure",
    { class: "picture", "aria-label": t("The table as it lies") },
    h("div", { class: "picture-hands" }, hand("player", figure.player), hand("banker", figure.banker)),
    h("p", { class: "picture-call", text: `“${spoken(figure.call_said)}”` }),
    figure.rows.length ? h("ul", { class: "picture-rows" }, ...figure.rows.map((row) => h("li", { data: { outcome: row.outcome }, text: spoken(row.told_said) }))) : null,
  );
}
