/** Figures of the house: drop, win, hold and rounds an hour as a chart with its table beside it, and variances by dealer. */

import { h, make, s } from "../dom.js";
import { dollars } from "../money.js";
import { named, t, words } from "../voice.js";
import { MbChart } from "./charts.js";
import { sheetTable } from "./sheet-table.js";

export const FIGURES_BY = words({
  day: "figures|day",
  week: "figures|week",
  month: "figures|month",
  table: "figures|table",
  pit: "figures|pit",
  shift: "figures|shift",
  dealer: "figures|dealer",
});
const WIN_BY = words({ count: "by count", ledger: "by ledger", "count and ledger": "by count, where counted" });
const HOUR_MS = 3_600_000;
const HEIGHT = 260;
const FOOT = 28;

/** @param {number|null} hold */
const share = (hold) => (hold === null ? "–" : `${(hold * 100).toFixed(2)} %`);

/** Drop and win as bars over each name, the hold written above them. @param {any[]} rows */
function bars(rows) {
  const label = `${t("Drop, win and hold")}: ${rows.map((row) => `${row.name || row.key} ${dollars(row.drop_cents)}, ${dollars(row.win_cents)}, ${share(row.hold)}`).join("; ")}`;
  const most = Math.max(1, ...rows.map((row) => Math.max(row.drop_cents, row.win_cents)));
  const least = Math.min(0, ...rows.map((row) => row.win_cents));
  return (/** @type {number} */ width) => {
    const room = width / rows.length;
    const y = (/** @type {number} */ cents) => 22 + ((most - cents) / (most - least)) * (HEIGHT - FOOT - 26);
    const bar = (/** @type {number} */ x, /** @type {number} */ cents, /** @type {string} */ kind) => s("rect", { class: kind, x, y: Math.min(y(0), y(cents)), width: room * 0.3, height: Math.max(1, Math.abs(y(cents) - y(0))) });
    const step = Math.ceil(rows.length / Math.max(1, Math.floor(width / 96))); // a name takes some 96 pixels
    return s(
      "svg",
      { class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": label },
      s("line", { class: "axis", x1: 0, x2: width, y1: y(0), y2: y(0) }),
      ...rows.flatMap((row, index) => {
        const left = index * room;
        const said = index % step ? [] : [s("text", { class: "tiny", x: left + room * 0.15, y: HEIGHT - 8 }, row.name || row.key), s("text", { class: "tiny figure", x: left + room * 0.15, y: y(Math.max(row.drop_cents, row.win_cents, 0)) - 6 }, share(row.hold))];
        return [bar(left + room * 0.15, row.drop_cents, "bar-drop"), bar(left + room * 0.5, row.win_cents, "bar-win"), ...said];
      }),
    );
  };
}

/** Drop, win and hold of the tables of a day; the table of the report stands beside it. @param {any[]} tables those of a report */
export function drawDay(tables) {
  const rows = tables.filter((row) => row.drop_cents !== null && row.win_cents !== null).map((row) => ({ key: row.table, ...row, hold: row.drop_cents ? row.win_cents / row.drop_cents : null }));
  return rows.length ? [h("h3", { text: t("Drop, win and hold") }), ...drawn(rows)] : [];
}

/** The chart with its keys. @param {any[]} rows */
function drawn(rows) {
  const chart = make(MbChart);
  chart.draw(bars(rows));
  const key = (/** @type {string} */ kind, /** @type {string} */ word) => h("span", {}, h("span", { class: `key ${kind}`, "aria-hidden": "true" }), ` ${word}`);
  return [h("p", { class: "small chart-keys" }, key("bar-drop", t("Drop")), key("bar-win", t("Win")), h("span", { text: t("above the bars: hold, win divided by drop") })), chart];
}

/** The figures, drawn and as a table. @param {any} found what the books answered */
export function drawFigures(found) {
  const rows = found.figures.filter((/** @type {any} */ row) => row.key);
  if (!rows.length) return [h("p", { class: "quiet", text: t("No Activity") })];
  return [
    ...drawn(rows),
    sheetTable(
      t("Drop, win and hold"),
      [named(FIGURES_BY, found.by), `#${t("Hours")}`, `#${t("Rounds")}`, `#${t("An hour")}`, `#${t("Staked")}`, `#${t("Drop")}`, `#${t("Win")}`, `#${t("Hold")}`, `#${t("Win by ledger")}`, t("Win is")],
      found.figures.map((/** @type {any} */ row) => [row.name || row.key || t("together"), (row.open_ms / HOUR_MS).toFixed(1), row.coups, row.coups_per_hour === null ? "–" : row.coups_per_hour.toFixed(1), dollars(row.staked_cents), dollars(row.drop_cents), dollars(row.win_cents), share(row.hold), dollars(row.ledger_cents), named(WIN_BY, row.win_by)]),
    ),
  ];
}

/** Variances by dealer. @param {any} found what the books answered */
export function drawDealers(found) {
  if (!found.dealers.length) return [h("p", { class: "quiet", text: t("No Activity") })];
  const number = (/** @type {number|null} */ value) => (value === null ? "–" : value.toFixed(1));
  return [
    sheetTable(
      t("Variances by dealer"),
      [t("Dealer"), `#${t("Rounds")}`, `#${t("Counts")}`, `#${t("Off")}`, `#${t("Over or short")}`, "#t", `#${t("Corrected")}`, `#${t("Expected")}`, `#${t("To guests")}`, "#z"],
      found.dealers.map((/** @type {any} */ row) => [row.name, row.coups, row.counts, row.off, dollars(row.over_cents), number(row.t), row.corrections, number(row.expected), dollars(row.corrected_cents), number(row.z)]),
    ),
    h("p", { class: "small quiet", text: t("t is the mean of over and short divided by its standard error, z how many standard deviations corrections are from the rate of all dealers. Beyond 2 chance goes once in twenty times; with fewer than ten counts more often.") }),
  ];
}
