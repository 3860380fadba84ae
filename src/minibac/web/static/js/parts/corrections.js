/** Corrections of a pit's accounts: asked for with reason, before and after; a second person lets each through (R25). */

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { accountName, pitName, pitPlace } from "../staff-words.js";
import { t } from "../voice.js";
import { askForm } from "./ask-form.js";
import { pitButton } from "./pit-forms.js";

/** @typedef {import("./pit-link.js").PitLink} PitLink */

/** The accounts of a pit: the cage, what lies at its tables, what its forms stand for. @param {PitLink} link */
function accounts(link) {
  const { tables, forms } = link.view;
  const found = ["cage", ...tables.flatMap((/** @type {any} */ { id }) => [`table/${id}/tray`, `table/${id}/drop-box`]), ...forms.map((/** @type {any} */ form) => form.account)];
  return [...new Set(found.filter(Boolean))];
}

/** @param {PitLink} link */
function propose(link) {
  askForm(
    t("Ask for a correction"),
    [
      { name: "account", label: t("Account"), kind: "select", options: accounts(link).map((account) => [account, accountName(account)]) },
      { name: "before_cents", label: t("Before"), kind: "dollars" },
      { name: "after_cents", label: t("After"), kind: "dollars" },
      { name: "reason", label: t("Reason"), kind: "long" },
      { name: "entry", label: t("What it is about"), note: t("the number of a form, a slip or a round"), optional: true },
    ],
    (values) => link.give("ProposeCorrection", values),
    { go: t("Ask for a correction"), lead: t("Nothing is written over: a correction is an entry of its own, with a reason, and a second person lets it through.") },
  );
}

/** @param {any} row @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
function waitingRow(row, link, failed) {
  return h(
    "li",
    { "data-correction": row.number },
    h("div", { class: "row-head" }, h("strong", { text: t("Correction {number}", { number: row.number }) }), h("span", { class: "tag", text: accountName(row.account) }), row.entry ? h("span", { class: "small", text: row.entry }) : null),
    h("div", { class: "row-facts" }, h("span", { class: "figures", text: `${t("Before")} ${dollars(row.before_cents)}` }), h("span", { class: "figures", text: `${t("After")} ${dollars(row.after_cents)}` }), h("span", { text: t("asked for by {who}", { who: link.name(row.proposed_by) }) })),
    h("p", { class: "small", text: row.reason }),
    h("div", { class: "buttons" }, pitButton(link, "ApproveCorrection", { correction: row.number }, t("Let it through"), failed)),
  );
}

/** A pit's corrections that wait, and the way to ask for one. @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
export function correctionsPanel(link, failed) {
  const { corrections, day } = link.view;
  return h(
    "section",
    { class: "panel pad", "data-pit": link.pit, "aria-label": pitPlace(link.pit) },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { text: pitName(link.pit) }),
      h("span", { class: `tag ${day ? "good" : ""}`, text: day ? t("Gaming day {day}", { day }) : t("no day is open") }),
      day && link.may("ProposeCorrection") ? h("button", { type: "button", class: "button", "data-do": "ProposeCorrection", onclick: () => propose(link) }, t("Ask for a correction")) : null,
    ),
    corrections.length ? h("ul", { class: "rows" }, ...corrections.map((/** @type {any} */ row) => waitingRow(row, link, failed))) : h("p", { class: "quiet small", text: t("No correction waits.") }),
  );
}
