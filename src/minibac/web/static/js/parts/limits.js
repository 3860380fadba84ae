/** The sign of the table, to be read closely: every wager with its odds and limits, the vigorish, the printed signs. */

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { ruled, wagerName } from "../told.js";
import { named, spoken, t, words } from "../voice.js";
import { signChange } from "./felt.js";
import { openSheet } from "./sheet.js";

const HEADS = words({
  wager: "Wager",
  pays: "Pays",
  least: "From",
  most: "To",
});

/** @param {import("../types.js").View} view */
export function openLimits(view) {
  const head = ["wager", "pays", "least", "most"].map((key, index) => h("th", { scope: "col", class: index > 1 ? "number" : "", text: named(HEADS, key) }));
  const rows = view.areas.map((area) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", text: wagerName(area.id, area.label) }),
      h("td", { text: spoken(area.said) }),
      h("td", { class: "number", text: dollars(area.minimum_cents) }),
      h("td", { class: "number", text: dollars(area.maximum_cents) }),
    ),
  );
  const { texts } = view.sign;
  const change = signChange(view.sign);
  openSheet(
    t("Limits and odds"),
    h("table", { class: "plain" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)),
    h("h3", { text: t("On the sign") }),
    h("p", { text: spoken(view.sign.said) }),
    change ? h("p", { class: "sign-change", text: change }) : "",
    ...texts.map((text) => h("p", { text: ruled(text) })),
    h("p", {}, h("a", { href: `/rules/${encodeURIComponent(view.table)}`, target: "_blank", text: t("Rules") })),
    view.odds ? h("p", {}, h("a", { href: `/odds?table=${encodeURIComponent(view.table)}`, target: "_blank", text: t("Exact odds of the cards left") })) : "",
  );
}
