/** A rulebook to be read: its sections as elements, each line with its clauses. The page knows no rule; it draws what it is told. */

import { h } from "../dom.js";
import { conditionWords, has, legalWords, oddsWords, ruled, t, translated, valueName, wagerName } from "../i18n.js";
import { optionName, percent, typed } from "../reading.js";

/** @typedef {{id: string, title: string, body: HTMLElement[]}} Section */

/** Links to clauses of this page. @param {readonly string[]} ids */
export function cites(ids) {
  return h("span", { class: "cites" }, ...(ids ?? []).map((id) => h("a", { class: "clause", href: `#${id}`, text: id })));
}

/** @param {Record<string, string[]>} needs */
const needed = (needs) =>
  Object.entries(needs)
    .map(([name, values]) => (translated() ? `${optionName(name)}＝${values.map((value) => valueName(name, value)).join("或")}` : `${name}=${values.join("/")}`))
    .join(translated() ? "，" : ", ");

/** What the document itself says: in quotes and marked as English where the page is not. @param {string} text */
const printed = (text) => (translated() ? h("q", { lang: "en", text }) : text);

/** @param {string[]} heads @param {HTMLElement[]} rows @param {string} [label] */
function grid(heads, rows, label) {
  const head = h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text }))));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label ?? heads[0] }, h("table", { class: "plain" }, head, h("tbody", {}, ...rows)));
}

/** The name of a wager, as printed, and what it costs once that is known. @param {any} wager */
function wagerHead(wager) {
  const name = wagerName(wager.id, wager.label);
  return h(
    "th",
    { scope: "row", "data-wager": wager.id },
    name,
    name === wager.label ? null : h("span", { class: "small quiet printed", lang: translated() ? "en" : null, text: wager.label }),
    h("span", { class: "small quiet printed", text: oddsWords(wager.odds) }),
    h("span", { class: "small quiet printed edge figures" }),
  );
}

/** Write the house edge beside each wager. @param {ParentNode} root @param {any} odds */
export function showEdges(root, odds) {
  for (const wager of odds.wagers) {
    const place = root.querySelector(`[data-wager="${CSS.escape(wager.wager)}"] .edge`);
    if (place) place.textContent = `${t("lab.edge")} ${percent(wager.edge.float)}`;
  }
}

/** What a line of a wager comes to. @param {any} line */
function outcome(line) {
  const words = translated() ? t(`result.${line.result}`) : line.outcome;
  return line.odds ? `${words} ${oddsWords(line.odds)}` : words;
}

/** @param {any} book */
function wagers(book) {
  const rows = book.wagers.flatMap((/** @type {any} */ wager) =>
    wager.lines.map((/** @type {any} */ line, /** @type {number} */ index) =>
      h(
        "tr",
        { "data-find": "", class: index ? "" : "first" },
        index ? h("td", {}, h("span", { class: "unseen", text: wagerName(wager.id, wager.label) })) : wagerHead(wager),
        h("td", {}, conditionWords(line) || t("rules.otherwise")),
        h("td", {}, h("span", { class: "outcome", "data-outcome": line.outcome, text: outcome(line) })),
        h("td", {}, cites(line.clauses)),
      ),
    ),
  );
  const body = [grid([t("rules.wager"), t("rules.when"), t("rules.pays"), t("rules.clause")], rows, t("rules.wagers"))];
  if (book.not_offered.length) {
    const list = book.not_offered.map((/** @type {any} */ wager) => t("rules.needs", { label: wagerName(wager.id, wager.label), needs: needed(wager.needs) })).join(translated() ? "；" : "; ");
    body.push(h("p", { class: "quiet", "data-find": "", text: t("rules.not-offered", { list }) }));
  }
  for (const [name, paytable] of Object.entries(book.paytables)) body.push(...paytableOf(book, name, /** @type {any} */ (paytable)));
  return body;
}

/** @param {string} row */
function paytableRow(row) {
  const points = /^win-by-(\d)$/.exec(row)?.[1];
  return points ? t("paytable.win-by", { points }) : t(`paytable.${row}`);
}

/** @param {any} book @param {string} name @param {any} paytable */
function paytableOf(book, name, paytable) {
  const chosen = typed(book.options.find((/** @type {any} */ option) => option.name === paytable.option)?.value);
  const rows = Object.entries(paytable.rows).map(([row, cells]) =>
    h(
      "tr",
      { "data-find": "" },
      h("th", { scope: "row", text: paytableRow(row) }),
      ...cells.map((/** @type {string} */ odds, /** @type {number} */ index) => h("td", { class: paytable.columns[index] === chosen ? "chosen" : "", text: t("rules.to-one", { odds }) })),
    ),
  );
  const label = t("rules.paytable", { name: translated() ? optionName(name.replaceAll("-", "_")) : name.replaceAll("-", " ") });
  return [h("h3", { text: label }), grid([optionName(paytable.option), ...paytable.columns], rows, label)];
}

/** @param {any} book */
function options(book) {
  const rows = book.options.map((/** @type {any} */ choice) => {
    const now = choice.value === null ? null : typed(choice.value);
    const value = now === null ? h("span", { class: "quiet", text: t("rules.idle", { needs: needed(choice.needs) }) }) : h("strong", { text: valueName(choice.name, now) });
    const borrowed = choice.borrowed ? h("span", { class: "tag", text: t("rules.borrowed-mark") }) : null;
    return h(
      "tr",
      { "data-find": "", id: `option-${choice.name}` },
      h("th", { scope: "row" }, optionName(choice.name), h("code", { class: "small quiet printed", text: choice.name })),
      h("td", {}, value, " ", borrowed),
      h("td", {}, h("span", { class: "values" }, ...choice.values.map((/** @type {string} */ word) => h("span", { class: now === word ? "legal now" : "legal", text: legalWords(choice, valueName(choice.name, word)) })))),
      h("td", {}, cites(choice.clauses)),
    );
  });
  return [grid([t("rules.option"), t("rules.value"), t("rules.legal"), t("rules.clause")], rows, t("rules.options"))];
}

/** @param {any} book */
function drawing(book) {
  const { natural, player, banker, clauses } = book.drawing;
  const columns = [..."-0123456789"];
  const stays = [..."01234567"].filter((total) => !player.includes(total));
  const list = (/** @type {string|string[]} */ totals) => [...totals].join(", ");
  const rows = [..."01234567"].map((total) => {
    const draws = banker[total] ?? "";
    return h(
      "tr",
      { "data-find": "" },
      h("th", { scope: "row", text: total }),
      ...columns.map((third) => {
        const takes = draws.includes(third);
        const word = t(takes ? "rules.draws" : "rules.stays");
        return h("td", { class: takes ? "draws" : "stays" }, h("span", { "aria-hidden": "true", text: takes ? "D" : "·" }), h("span", { class: "unseen", text: word }));
      }),
      h("td", {}, cites(clauses.rows[total] ?? [])),
    );
  });
  const head = h(
    "thead",
    {},
    h("tr", {}, h("td", {}), h("th", { scope: "colgroup", colspan: columns.length, text: t("rules.third") }), h("td", {})),
    h(
      "tr",
      {},
      h("th", { scope: "col", text: t("rules.banker-total") }),
      ...columns.map((third) => (third === "-" ? h("th", { scope: "col" }, h("span", { "aria-hidden": "true", text: "–" }), h("span", { class: "unseen", text: t("rules.none-taken") })) : h("th", { scope: "col", text: third }))),
      h("th", { scope: "col", text: t("rules.clause") }),
    ),
  );
  return [
    h("p", { "data-find": "" }, t("rules.naturals", { natural: list(natural) }), " ", cites(clauses.natural)),
    h("p", { "data-find": "" }, t("rules.player-draws", { draws: list(player), stays: list(stays) }), " ", cites(clauses.player)),
    h("p", { "data-find": "" }, t("rules.banker-draws"), " ", cites(clauses.banker)),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("rules.tableau") }, h("table", { class: "plain tableau" }, h("caption", { class: "unseen", text: t("rules.tableau") }), head, h("tbody", {}, ...rows))),
  ];
}

/** @param {{says: string, also?: Node|string|null, clauses: string[]}[]} lines @param {"ol"|"ul"} [kind] */
function sentences(lines, kind = "ul") {
  return h(kind, { class: "sentences" }, ...lines.map((line) => h("li", { "data-find": "" }, ruled(line.says), " ", line.also ?? null, line.also ? " " : null, cites(line.clauses))));
}

/** @param {any} book */
function procedures(book) {
  return Object.entries(book.procedures).flatMap(([name, steps]) => [h("h3", { text: t(`procedure.${name}`) }), sentences(/** @type {any} */ (steps), "ol")]);
}

/** @param {any} book */
function remedies(book) {
  const kinds = [...new Set(book.remedies.map((/** @type {any} */ remedy) => remedy.kind))];
  return kinds.flatMap((kind) => {
    const seen = new Map();
    for (const remedy of book.remedies) if (remedy.kind === kind) seen.set(`${remedy.says} ${remedy.clauses}`, remedy);
    return [h("h3", { text: t(`remedy.${kind}`) }), sentences([...seen.values()])];
  });
}

/** @param {any} ruling */
const rulingTitle = (ruling) => (has(`ruling.${ruling.id}`) ? t(`ruling.${ruling.id}`) : ruling.title);

/** @param {any} book */
function rulings(book) {
  const line = (/** @type {string} */ key, /** @type {string} */ text) => (text ? [h("dt", { text: t(key) }), h("dd", {}, printed(text))] : []);
  return [
    h("p", { class: "quiet", text: t("rules.rulings-lead") }),
    ...book.rulings.map((/** @type {any} */ ruling) =>
      h(
        "article",
        { class: "ruling", id: ruling.id, "data-find": "", tabindex: -1 },
        h("h3", {}, h("span", { class: "clause", text: ruling.id }), " ", rulingTitle(ruling)),
        h("dl", {}, ...line("rules.ruling-problem", ruling.says), ...line("rules.ruling-resolution", ruling.software), ...line("rules.ruling-why", ruling.why)),
        h("p", {}, cites(ruling.clauses)),
      ),
    ),
  ];
}

/** @param {any} clause */
export function clauseItem(clause) {
  return h(
    "article",
    { class: "clause-item", id: clause.id, "data-find": "", tabindex: -1 },
    h("h4", {}, h("a", { class: "clause", href: `#${clause.id}`, "aria-label": t("rules.link", { clause: clause.id }), text: clause.id })),
    h("p", {}, printed(clause.title ? `${clause.title}. ${clause.says}` : clause.says)),
    h("span", { class: "tag", text: t(`kind.${clause.kind}`) }),
  );
}

/** @param {any} book */
function clauses(book) {
  const own = book.clauses.filter((/** @type {any} */ clause) => clause.document === book.rulebook);
  const lent = book.clauses.filter((/** @type {any} */ clause) => clause.document !== book.rulebook);
  const body = [h("p", { class: "quiet", text: t("rules.ours") }), h("div", { class: "clause-list" }, ...own.map(clauseItem))];
  if (lent.length) body.push(h("h3", { text: t("rules.elsewhere") }), h("div", { class: "clause-list" }, ...lent.map(clauseItem)));
  return body;
}

/** Every section of a rulebook, in the order a guest wants to read them. @param {any} book @returns {Section[]} */
export function sections(book) {
  const quoted = (/** @type {any[]} */ lines) => [sentences(lines.map((line) => ({ says: `“${ruled(line.text)}”`, also: translated() ? printed(line.text) : null, clauses: line.clauses })))];
  const found = [
    { id: "wagers", title: t("rules.wagers"), body: wagers(book) },
    { id: "drawing", title: t("rules.drawing"), body: drawing(book) },
    { id: "options", title: t("rules.options"), body: options(book) },
    { id: "procedures", title: t("rules.procedures"), body: procedures(book) },
    { id: "announcements", title: t("rules.announcements"), body: quoted(book.announcements) },
    ...(book.signs.length ? [{ id: "signs", title: t("rules.signs"), body: quoted(book.signs) }] : []),
    { id: "remedies", title: t("rules.remedies"), body: remedies(book) },
    ...(book.borrowed.length ? [{ id: "borrowed", title: t("rules.borrowed"), body: [sentences(book.borrowed.map((/** @type {any} */ lent) => ({ says: lent.what, clauses: [...lent.clauses, ...(lent.entry ? [lent.entry] : [])] })))] }] : []),
    { id: "rulings", title: t("rules.rulings"), body: rulings(book) },
    { id: "clauses", title: t("rules.clauses"), body: clauses(book) },
  ];
  return found;
}
