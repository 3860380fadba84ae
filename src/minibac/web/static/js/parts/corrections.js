/** Corrections of a pit's accounts: asked for with reason and after, before is the ledger’s; a second person lets each through (R25). */

import { get } from "../api.js";
import { h } from "../dom.js";
import { dollars } from "../money.js";
import { accountName, pitName, pitPlace } from "../staff-words.js";
import { t } from "../voice.js";
import { askForm } from "./ask-form.js";
import { pitButton } from "./pit-forms.js";

/** @typedef {import("./pit-link.js").PitLink} PitLink */

/** Before is the ledger's: each account stands with what the ledger says of it. @param {PitLink} link */
async function propose(link) {
  const { accounts } = await get(`/api/pits/${encodeURIComponent(link.pit)}/accounts`);
  askForm(
    t("Ask for a correction"),
    [
      { name: "account", label: t("Account"), kind: "select", options: accounts.map((/** @type {any} */ { account, cents }) => [account, `${accountName(account)} · ${dollars(cents)}`]), note: t("what the ledger says is before") },
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
    h("div", { class: "row-facts" }, h("span", { class: "figures", text: `${t("Before")} ${dollars(row.before_cents)}` }), h("span", { class: "figures", text: `${t("After")} ${dollars(row.after_cents)}` }), h("strong", { class: "figures", text: `${t("Difference")} ${dollars(row.difference_cents)}` }), h("span", { text: t("asked for by {who}", { who: link.name(row.proposed_by) }) })),
    row.now_cents === row.before_cents ? null : h("p", { class: "small figures", text: t("The ledger says {now} by now, and would say {then}.", { now: dollars(row.now_cents), then: dollars(row.then_cents) }) }),
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
      link.may("ProposeCorrection") ? h("button", { type: "button", class: "button", "data-do": "ProposeCorrection", onclick: (/** @type {Event} */ event) => propose(link).catch((error) => failed(error, /** @type {Element} */ (event.target))) }, t("Ask for a correction")) : null,
    ),
    corrections.length ? h("ul", { class: "rows" }, ...corrections.map((/** @type {any} */ row) => waitingRow(row, link, failed))) : h("p", { class: "quiet small", text: t("No correction waits.") }),
  );
}
