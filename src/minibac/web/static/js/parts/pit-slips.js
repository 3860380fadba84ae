/** Counts of the tray, fills and credits, drop boxes: who counts, who attests, what waits. */

import { RefusedError } from "../api.js";
import { h } from "../dom.js";
import { dollars } from "../money.js";
import { named, row, t, words } from "../voice.js";
import { askForm } from "./ask-form.js";
import { chipsRow } from "./chips-row.js";
import { copiesField } from "./copies-field.js";
import { pitButton, reasonButton } from "./pit-forms.js";

const SLIPS = words({
  opener: "Opener",
  shift: "Between shifts",
  closer: "Closer",
  fill: "Fill",
  credit: "Credit",
});

/** @typedef {import("./pit-link.js").PitLink} PitLink */
/** @typedef {{box: string, sealed_by: string, counted_by: string, cash_cents: number|null, notes: Record<string, number>|null}} Drop the drop box of a table */

/** A count that a second person makes. The house keeps it; where the two differ, both begin again. @param {PitLink} link @param {string} command @param {Record<string, any>} facts @param {() => boolean} stands whether it was found to be the same */
async function countAgain(link, command, facts, stands) {
  await link.give(command, facts);
  if (!stands()) throw new RefusedError({ code: "wrong-count", sentence: t("The two counts differ: both count again. Nobody is told what the other found."), clause: "R38" }, 409);
}

/** @param {Record<string, number>} chips @returns {[number, number][]} */
const pairs = (chips) => /** @type {[number, number][]} */ (Object.entries(chips).map(([value, count]) => [Number(value), count]).sort((a, b) => b[0] - a[0]));

/** The denominations of a table, or of every table of the pit. @param {PitLink} link @param {string} [table] @returns {number[]} */
function chipsOf(link, table = "") {
  return [...new Set(/** @type {number[]} */ (link.view.tables.filter((/** @type {any} */ one) => !table || one.id === table).flatMap((/** @type {any} */ one) => one.chips_cents)))];
}

/** The notes and coins that the house takes at a table. @param {PitLink} link @param {string} table @returns {number[]} */
const notesOf = (link, table) => link.view.tables.find((/** @type {any} */ one) => one.id === table)?.notes_cents ?? [];

/** Notes and coins in words. @param {Record<string, number>} notes */
const notesRow = (notes) => h("p", { class: "small figures", "data-notes": "", text: pairs(notes).map(([value, count]) => t("{count} of {value}", { count, value: dollars(value) })).join(", ") });

/** The tables for which the house would take a command from this person now. @param {PitLink} link @param {string} command */
const tablesFor = (link, command) => link.view.tables.filter((/** @type {any} */ table) => link.may(command, table.id)).map((/** @type {any} */ table) => [table.id, link.table(table.id)]);

/** @param {PitLink} link */
function count(link) {
  const counts = /** @type {string[]} */ (link.view.offers.CountInventory);
  askForm(
    t("Count the tray"),
    [
      { name: "which", label: t("Table"), kind: "select", options: counts.map((which) => [which, `${link.table(which.slice(0, which.lastIndexOf(" ")))} · ${named(SLIPS, which.slice(which.lastIndexOf(" ") + 1))}`]) },
      { name: "chips", label: t("Chips"), kind: "chips", chips: chipsOf(link) },
    ],
    ({ which, chips }) => link.give("CountInventory", { table: which.slice(0, which.lastIndexOf(" ")), kind: which.slice(which.lastIndexOf(" ") + 1), chips }),
    { go: t("Count the tray") },
  );
}

/** @param {PitLink} link */
function request(link) {
  askForm(
    t("Fill or credit"),
    [
      { name: "kind", label: t("Kind"), kind: "select", options: ["fill", "credit"].map((kind) => [kind, named(SLIPS, kind)]) },
      { name: "table", label: t("Table"), kind: "select", options: tablesFor(link, "RequestTransfer") },
      { name: "chips", label: t("Chips"), kind: "chips", chips: chipsOf(link) },
    ],
    (values) => link.give("RequestTransfer", values),
    { go: t("Fill or credit") },
  );
}

/** @param {PitLink} link */
function removeBox(link) {
  askForm(
    t("Take the drop box"),
    [
      { name: "table", label: t("Table"), kind: "select", options: tablesFor(link, "RemoveDropBox") },
      { name: "box", label: t("Number of the box") },
    ],
    (values) => link.give("RemoveDropBox", values),
  );
}

/** What a drop box holds: the cash, and each original that lies in it, read off by whoever counts. @param {PitLink} link @param {string} table */
function countBox(link, table) {
  askForm(
    t("Count the drop box"),
    [{ name: "notes", label: t("Notes and coins"), kind: "chips", chips: notesOf(link, table) }, copiesField(link, { name: "originals", table, originals: true })],
    ({ notes, originals }) => countAgain(link, "CountDrop", { table, notes, originals }, () => Boolean(link.view.drops[table]?.sealed_by)),
    { go: t("Count the drop box"), lead: t("Two people count, each for oneself. Enter every original that lies in the box as it is written.") },
  );
}

/** @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
export function slipsPanel(link, failed) {
  const { slips, requests, drops } = link.view;
  const slipRow = (/** @type {any} */ slip) =>
    h(
      "li",
      { "data-slip": slip.number },
      h("div", { class: "row-head" }, h("strong", { text: `${named(SLIPS, slip.kind)} · ${link.table(slip.table)}` }), slip.attested_by ? h("span", { class: "tag good", text: slip.attested_by.startsWith("automatic ") ? t("automatic") : t("attested by {who}", { who: link.name(slip.attested_by) }) }) : h("span", { class: "tag", text: t("waits to be attested") })),
      h("div", { class: "row-facts" }, h("span", { class: "figures", text: slip.cents === null ? t("sealed until attested") : dollars(slip.cents) }), h("span", { text: t("counted by {who}", { who: link.name(slip.counted_by) }) })),
      slip.chips ? chipsRow(pairs(slip.chips)) : null,
      link.may("AttestCount", slip.number)
        ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button gold", "data-do": "AttestCount", onclick: () => askForm(t("Attest"), [{ name: "chips", label: t("Chips"), kind: "chips", chips: chipsOf(link, slip.table) }], ({ chips }) => countAgain(link, "AttestCount", { slip: slip.number, chips }, () => link.view.slips.some((/** @type {any} */ one) => one.number === slip.number)), { lead: t("Count the chips yourself. What the dealer found is not shown."), go: t("Attest") }) }, t("Attest")))
        : null,
    );
  const requestRow = (/** @type {any} */ asked) =>
    h(
      "li",
      { "data-request": asked.number },
      h("div", { class: "row-head" }, h("strong", { text: `${named(SLIPS, asked.kind)} · ${link.table(asked.table)}` }), h("span", { class: "tag", text: asked.serial || t("waits for the cage") })),
      h("div", { class: "row-facts" }, h("span", { class: "figures", text: dollars(asked.cents) }), h("span", { text: t("asked for by {who}", { who: link.name(asked.asked_by) }) })),
      chipsRow(pairs(asked.chips)),
      asked.serial ? null : h("div", { class: "buttons" }, pitButton(link, "PrepareSlip", { request: asked.number }, t("Prepare the slip"), failed, true), reasonButton(link, "CancelRequest", { request: asked.number }, t("Cancel the request"), t("Reason"))),
    );
  const dropRow = (/** @type {[string, Drop]} */ [table, drop]) =>
    h(
      "li",
      {},
      h("div", { class: "row-head" }, h("strong", { text: `${t("Number of the box")} ${drop.box} · ${link.table(table)}` }), drop.counted_by ? h("span", { class: "tag good figures", text: `${dollars(drop.cash_cents ?? 0)} ${t("counted by {who}", { who: row("and", [link.name(drop.sealed_by), link.name(drop.counted_by)]) })}` }) : drop.sealed_by ? h("span", { class: "tag", text: t("counted once by {who}, sealed until the second count", { who: link.name(drop.sealed_by) }) }) : null),
      drop.notes && Object.keys(drop.notes).length ? notesRow(drop.notes) : null,
      link.may("CountDrop", table) ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-do": "CountDrop", onclick: () => countBox(link, table) }, t("Count the drop box"))) : null,
    );
  const askRow = (/** @type {any} */ table) =>
    h("li", { "data-asks": table.id }, h("div", { class: "row-head" }, h("strong", { text: t("{table} asks for a fill", { table: link.table(table.id) }) })), chipsRow(table.tray.fill));
  const asks = link.view.tables.filter((/** @type {any} */ table) => table.tray?.fill.length && !requests.some((/** @type {any} */ asked) => asked.table === table.id && asked.kind === "fill"));
  const rows = [...asks.map(askRow), ...requests.map(requestRow), ...[...slips].reverse().map(slipRow), ...Object.entries(drops).map(dropRow)];
  return h(
    "section",
    { class: "panel pad", "aria-label": t("Counts, fills and credits"), id: "slips" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { text: t("Counts, fills and credits") }),
      h(
        "div",
        { class: "buttons" },
        link.may("CountInventory") ? h("button", { type: "button", class: "button", "data-do": "CountInventory", onclick: () => count(link) }, t("Count the tray")) : null,
        link.may("RequestTransfer") ? h("button", { type: "button", class: "button", "data-do": "RequestTransfer", onclick: () => request(link) }, t("Fill or credit")) : null,
        link.may("RemoveDropBox") ? h("button", { type: "button", class: "button", "data-do": "RemoveDropBox", onclick: () => removeBox(link) }, t("Take the drop box")) : null,
      ),
    ),
    rows.length ? h("ul", { class: "rows" }, ...rows) : h("p", { class: "quiet small", text: t(link.view.day ? "No count, fill or credit today." : "No gaming day is open: accounting opens it.") }),
  );
}
