/** Counts of the tray, fills and credits, drop boxes: who counts, who attests, what waits. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dollars } from "../money.js";
import { askForm } from "./ask-form.js";
import { chipsRow } from "./chips-row.js";
import { copiesField } from "./copies-field.js";
import { pitButton, reasonButton } from "./pit-forms.js";

/** @typedef {import("./pit-link.js").PitLink} PitLink */
/** @typedef {{box: string, counted_by: string, cash_cents: number}} Drop the drop box of a table */

/** @param {Record<string, number>} chips @returns {[number, number][]} */
const pairs = (chips) => /** @type {[number, number][]} */ (Object.entries(chips).map(([value, count]) => [Number(value), count]).sort((a, b) => b[0] - a[0]));

/** The denominations of a table, or of every table of the pit. @param {PitLink} link @param {string} [table] @returns {number[]} */
function chipsOf(link, table = "") {
  return [...new Set(/** @type {number[]} */ (link.view.tables.filter((/** @type {any} */ one) => !table || one.id === table).flatMap((/** @type {any} */ one) => one.chips_cents)))];
}

/** @param {PitLink} link */
function count(link) {
  const tables = link.view.tables;
  askForm(
    t("slips.count"),
    [
      { name: "table", label: t("notices.table"), kind: "select", options: tables.map((/** @type {any} */ table) => [table.id, table.id]) },
      { name: "kind", label: t("forms.kind"), kind: "select", options: ["opener", "shift", "closer"].map((kind) => [kind, t(`slips.${kind}`)]), value: tables[0]?.opener ? "closer" : "opener" },
      { name: "chips", label: t("slips.chips"), kind: "chips", chips: chipsOf(link) },
    ],
    (values) => link.give("CountInventory", values),
    { go: t("slips.count") },
  );
}

/** @param {PitLink} link */
function request(link) {
  const tables = link.view.tables;
  askForm(
    t("slips.request"),
    [
      { name: "kind", label: t("forms.kind"), kind: "select", options: ["fill", "credit"].map((kind) => [kind, t(`slips.${kind}`)]) },
      { name: "table", label: t("notices.table"), kind: "select", options: tables.map((/** @type {any} */ table) => [table.id, table.id]) },
      { name: "chips", label: t("slips.chips"), kind: "chips", chips: chipsOf(link) },
    ],
    (values) => link.give("RequestTransfer", values),
    { go: t("slips.request") },
  );
}

/** @param {PitLink} link */
function removeBox(link) {
  askForm(
    t("slips.drop-box"),
    [
      { name: "table", label: t("notices.table"), kind: "select", options: link.view.tables.map((/** @type {any} */ table) => [table.id, table.id]) },
      { name: "box", label: t("slips.box") },
    ],
    (values) => link.give("RemoveDropBox", values),
  );
}

/** What a drop box holds: the cash, and each original that lies in it, read off by whoever counts. @param {PitLink} link @param {string} table */
export function countBox(link, table) {
  const rows = link.view.forms.filter((/** @type {any} */ form) => form.table === table && form.day === link.view.day && form.dropped).length;
  askForm(
    t("slips.count-drop"),
    [{ name: "cash", label: t("slips.cash"), kind: "dollars" }, copiesField(link, { name: "originals", rows, table, originals: true })],
    ({ cash, originals }) => link.give("CountDrop", { table, cash_cents: cash, originals }),
    { go: t("slips.count-drop"), lead: t("slips.drop-lead") },
  );
}

/** @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
export function slipsPanel(link, failed) {
  const { slips, requests, drops } = link.view;
  const slipRow = (/** @type {any} */ slip) =>
    h(
      "li",
      { "data-slip": slip.number },
      h("div", { class: "row-head" }, h("strong", { text: `${t(`slips.${slip.kind}`)} · ${slip.table}` }), slip.attested_by ? h("span", { class: "tag good", text: t("slips.attested", { who: link.name(slip.attested_by) }) }) : h("span", { class: "tag", text: t("slips.waits") })),
      h("div", { class: "row-facts" }, h("span", { class: "figures", text: slip.cents === null ? t("slips.blind") : dollars(slip.cents) }), h("span", { text: t("slips.counted", { who: link.name(slip.counted_by) }) })),
      slip.chips ? chipsRow(pairs(slip.chips)) : null,
      !slip.attested_by && link.may("AttestCount")
        ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button gold", "data-do": "AttestCount", onclick: () => askForm(t("slips.attest"), [{ name: "chips", label: t("slips.chips"), kind: "chips", chips: chipsOf(link, slip.table) }], ({ chips }) => link.give("AttestCount", { slip: slip.number, chips }), { lead: t("slips.attest-lead"), go: t("slips.attest") }) }, t("slips.attest")))
        : null,
    );
  const requestRow = (/** @type {any} */ asked) =>
    h(
      "li",
      { "data-request": asked.number },
      h("div", { class: "row-head" }, h("strong", { text: `${t(`slips.${asked.kind}`)} · ${asked.table}` }), h("span", { class: "tag", text: asked.serial || t("slips.waits-slip") })),
      h("div", { class: "row-facts" }, h("span", { class: "figures", text: dollars(asked.cents) }), h("span", { text: t("slips.asked", { who: link.name(asked.asked_by) }) })),
      chipsRow(pairs(asked.chips)),
      asked.serial ? null : h("div", { class: "buttons" }, pitButton(link, "PrepareSlip", { request: asked.number }, t("slips.prepare"), failed, true), reasonButton(link, "CancelRequest", { request: asked.number }, t("slips.cancel"), t("floor.reason"))),
    );
  const dropRow = (/** @type {[string, Drop]} */ [table, drop]) =>
    h(
      "li",
      {},
      h("div", { class: "row-head" }, h("strong", { text: `${t("slips.box")} ${drop.box} · ${table}` }), drop.counted_by ? h("span", { class: "tag good figures", text: `${dollars(drop.cash_cents)} ${t("slips.counted", { who: link.name(drop.counted_by) })}` }) : null),
      !drop.counted_by && link.may("CountDrop") ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => countBox(link, table) }, t("slips.count-drop"))) : null,
    );
  const rows = [...requests.map(requestRow), ...[...slips].reverse().map(slipRow), ...Object.entries(drops).map(dropRow)];
  return h(
    "section",
    { class: "panel pad", "aria-label": t("slips.title"), id: "slips" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { text: t("slips.title") }),
      h(
        "div",
        { class: "buttons" },
        link.may("CountInventory") ? h("button", { type: "button", class: "button", "data-do": "CountInventory", onclick: () => count(link) }, t("slips.count")) : null,
        link.may("RequestTransfer") ? h("button", { type: "button", class: "button", "data-do": "RequestTransfer", onclick: () => request(link) }, t("slips.request")) : null,
        link.may("RemoveDropBox") ? h("button", { type: "button", class: "button", onclick: () => removeBox(link) }, t("slips.drop-box")) : null,
      ),
    ),
    rows.length ? h("ul", { class: "rows" }, ...rows) : h("p", { class: "quiet small", text: t(link.view.day ? "slips.none" : "pit.no-day") }),
  );
}
