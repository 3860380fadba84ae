/** The prices of a table: a row for each wager, each with every way it ends; two sides where two are compared. */

import { h } from "../dom.js";
import { percent } from "../reading.js";
import { wagerName } from "../told.js";
import { named, t, words } from "../voice.js";

const ENDS = words({
  win: "win",
  push: "push",
  lose: "loss",
});

/** A fraction, which may break after its bar. @param {{exact: string, float: number}|null|undefined} value */
function exact(value) {
  const [above, below] = (value?.exact ?? "–").replace("-", "−").split("/");
  return h("span", { class: "exact" }, above, ...(below ? ["/", h("wbr"), below] : []));
}

/** A number in full, for whoever reckons with it. @param {number} value */
const decimal = (value) => value.toPrecision(10).replace("-", "−");

/** @param {number|bigint} value */
const grouped = (value) => value.toLocaleString("en-US").replaceAll(",", " ");

/** @param {any} wager */
function ways(wager) {
  const rows = wager.outcomes.map((/** @type {any} */ way) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "number", text: way.pays.replace("-", "−") }),
      h("td", { text: named(ENDS, way.outcome) }),
      h("td", { class: "number" }, percent(way.probability.float, 5), exact(way.probability)),
      h("td", { class: "number", text: Number.isSafeInteger(way.combinations) ? grouped(way.combinations) : `≈ ${way.combinations.toExponential(6)}` }),
    ),
  );
  const heads = [t("Pays"), "", t("Probability"), t("Combinations")];
  const facts = [
    [t("Expectation"), wager.expectation],
    [t("Variance"), wager.variance],
    [t("Edge, ties excluded"), wager.edge_ties_excluded],
  ].filter(([, value]) => value);
  return [
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Every way {wager} ends", { wager: wagerName(wager.wager) }) }, h("table", { class: "plain ways" }, h("thead", {}, h("tr", {}, ...heads.map((text, index) => (text ? h("th", { scope: "col", class: index === 1 ? "" : "number", text }) : h("td", {}))))), h("tbody", {}, ...rows))),
    h("dl", { class: "price-facts" }, ...facts.flatMap(([name, value]) => [h("dt", { text: name }), h("dd", {}, h("span", { class: "figures", text: decimal(value.float) }), " ", exact(value))])),
  ];
}

/** @param {any} wager */
const figures = (wager) => [
  [t("House edge"), percent(wager.edge.float), "edge"],
  [t("Wins"), percent(wager.hit_frequency.float, 3), ""],
  [t("Std. dev."), wager.standard_deviation.toFixed(4), ""],
];

/**
 * @param {any} odds
 * @param {Set<string>} open the wagers whose ways are shown
 */
export function priceList(odds, open) {
  return h(
    "div",
    { class: "price-list" },
    ...odds.wagers.map((/** @type {any} */ wager) => {
      const details = h("details", { class: "ways-of", open: open.has(wager.wager) }, h("summary", { text: t("Every way it ends") }), ...ways(wager));
      details.addEventListener("toggle", () => (details.open ? open.add(wager.wager) : open.delete(wager.wager)));
      return h(
        "article",
        { class: "price", "data-wager": wager.wager, "data-best": odds.best?.wager === wager.wager ? "" : null },
        h("h3", { text: wagerName(wager.wager) }),
        h("dl", { class: "price-figures" }, ...figures(wager).map(([name, value, kind]) => h("div", { class: kind }, h("dt", { text: name }), h("dd", { class: "figures", text: value })))),
        h("p", { class: "small" }, h("span", { class: "quiet", text: `${t("Exactly")} ` }), exact(wager.edge)),
        details,
      );
    }),
  );
}

/** Two sides, wager by wager. @param {any} first @param {any} second */
export function comparison(first, second) {
  const ids = [...new Set([...first.wagers, ...second.wagers].map((wager) => wager.wager))];
  const find = (/** @type {any} */ side, /** @type {string} */ id) => side.wagers.find((/** @type {any} */ wager) => wager.wager === id);
  const cell = (/** @type {any} */ wager) => h("td", { class: "number" }, ...(wager ? [percent(wager.edge.float), exact(wager.edge)] : [h("span", { class: "quiet", text: t("not offered") })]));
  const rows = ids.map((id) => {
    const [a, b] = [find(first, id), find(second, id)];
    const differ = a && b ? b.edge.float - a.edge.float : null;
    return h(
      "tr",
      { "data-wager": id },
      h("th", { scope: "row", text: wagerName(id) }),
      cell(a),
      cell(b),
      h("td", { class: "number", text: differ === null ? "" : `${differ > 0 ? "+" : ""}${percent(differ)}` }),
    );
  });
  const heads = [t("Wager"), t("First"), t("Second"), t("Difference")];
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Compare with other options") }, h("table", { class: "plain compared" }, h("thead", {}, h("tr", {}, ...heads.map((text, index) => h("th", { scope: "col", class: index ? "number" : "", text })))), h("tbody", {}, ...rows)));
}
