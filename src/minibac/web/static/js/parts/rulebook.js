/** A rulebook to be read: its sections as elements, each line with its clauses. The page knows no rule; it draws what it is told. */

import { h } from "../dom.js";
import { legalWords, optionName, valueName } from "../option-names.js";
import { percent, typed } from "../reading.js";
import { ruled, wagerName } from "../told.js";
import { named, row, spoken, t, translated, words } from "../voice.js";

const CLAUSES = words({
  rule: "rule",
  procedure: "procedure",
  option: "option",
  record: "record",
  role: "role",
  announce: "announcement",
  equipment: "equipment",
  out: "out of a program’s reach",
  control: "control of gaming systems",
  ruling: "ruling",
});

const REMEDIES = words({
  "card-in-error": "A card drawn in error",
  "exposed-in-dealing": "A card turned over in dealing",
  "face-up-in-shoe": "A card face up in the shoe",
  "right-relinquished": "The right to turn the cards is given up",
  "third-card-to-player": "A third card dealt to the Player by mistake",
  "too-few-cards": "Too few cards to finish a round",
});

const PROCEDURES = words({
  opening: "Opening the table",
  shuffle: "The shuffle",
  cut: "The cut, and loading the shoe",
  "dead-table": "An idle table",
  "released-batch": "A batch from the shuffler",
  round: "A round of play",
});

/** @typedef {{id: string, title: string, body: HTMLElement[]}} Section */

/** Links to clauses of this page. @param {readonly string[]} ids */
function cites(ids) {
  return h("span", { class: "cites" }, ...(ids ?? []).map((id) => h("a", { class: "clause", href: `#${id}`, text: id })));
}

/** What options must be, in words. @param {any} book @param {Record<string, string[]>} needs @returns {import("../voice.js").Fact} */
const needed = ({ names }, needs) =>
  row(",", Object.entries(needs).map(([name, values]) => t("{option}={values}", { option: translated() ? optionName(names, name) : name, values: row("or", values.map((value) => valueName(names, name, value))) })));

/** What the document itself says: in quotes and marked as English where the page is not. @param {string} text */
const printed = (text) => (translated() ? h("q", { lang: "en", text }) : text);

/** @param {string[]} heads @param {HTMLElement[]} rows @param {string} [label] */
function grid(heads, rows, label) {
  const head = h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text }))));
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label ?? heads[0] }, h("table", { class: "plain" }, head, h("tbody", {}, ...rows)));
}

/** The name of a wager, as printed, and what it costs once that is known. @param {any} wager */
function wagerHead(wager) {
  const name = wagerName(wager.id, wager.label);
  return h(
    "th",
    { scope: "row", "data-wager": wager.id },
    name,
    name === wager.label ? null : h("span", { class: "small quiet printed", lang: translated() ? "en" : null, text: wager.label }),
    h("span", { class: "small quiet printed", text: spoken(wager.said) }),
    h("span", { class: "small quiet printed edge figures" }),
  );
}

/** Write the house edge beside each wager. @param {ParentNode} root @param {any} odds */
export function showEdges(root, odds) {
  for (const wager of odds.wagers) {
    const place = root.querySelector(`[data-wager="${CSS.escape(wager.wager)}"] .edge`);
    if (place) place.textContent = `${t("House edge")} ${percent(wager.edge.float)}`;
  }
}

/** What a line of a wager comes to. @param {any} line */
const outcome = ({ said }) => [said.outcome, said.odds].map(spoken).filter(Boolean).join(" ");

/** @param {any} book */
function wagers(book) {
  const rows = book.wagers.flatMap((/** @type {any} */ wager) =>
    wager.lines.map((/** @type {any} */ line, /** @type {number} */ index) =>
      h(
        "tr",
        { "data-find": "", class: index ? "" : "first" },
        index ? h("td", {}, h("span", { class: "unseen", text: wagerName(wager.id, wager.label) })) : wagerHead(wager),
        h("td", {}, spoken(line.said.when) || t("otherwise")),
        h("td", {}, h("span", { class: "outcome", "data-outcome": line.outcome, text: outcome(line) })),
        h("td", {}, cites(line.clauses)),
      ),
    ),
  );
  const body = [grid([t("Wager"), t("When"), t("Pays"), t("Clause")], rows, t("Wagers"))];
  if (book.not_offered.length) {
    const list = row(";", book.not_offered.map((/** @type {any} */ wager) => t("{label} (needs {needs})", { label: wagerName(wager.id, wager.label), needs: needed(book, wager.needs) })));
    body.push(h("p", { class: "quiet", "data-find": "", text: t("Under other options: {list}.", { list }) }));
  }
  for (const [name, paytable] of Object.entries(book.paytables)) body.push(...paytableOf(book, name, /** @type {any} */ (paytable)));
  return body;
}

/** @param {any} book @param {string} name @param {any} paytable */
function paytableOf(book, name, paytable) {
  const chosen = typed(book.options.find((/** @type {any} */ option) => option.name === paytable.option)?.value);
  const rows = Object.entries(paytable.rows).map(([row, cells]) =>
    h(
      "tr",
      { "data-find": "" },
      h("th", { scope: "row", text: spoken(paytable.said[row]) }),
      ...cells.map((/** @type {string} */ odds, /** @type {number} */ index) => h("td", { class: paytable.columns[index] === chosen ? "chosen" : "", text: t("{odds} to 1", { odds }) })),
    ),
  );
  const label = t("Paytable of {name}", { name: translated() ? optionName(book.names, name.replaceAll("-", "_")) : name.replaceAll("-", " ") });
  return [h("h3", { text: label }), grid([optionName(book.names, paytable.option), ...paytable.columns], rows, label)];
}

/** @param {any} book */
function options(book) {
  const rows = book.options.map((/** @type {any} */ choice) => {
    const now = choice.value === null ? null : typed(choice.value);
    const value = now === null ? h("span", { class: "quiet", text: t("without meaning here: needs {needs}", { needs: needed(book, choice.needs) }) }) : h("strong", { text: valueName(book.names, choice.name, now) });
    const borrowed = choice.borrowed ? h("span", { class: "tag", text: t("borrowed") }) : null;
    return h(
      "tr",
      { "data-find": "", id: `option-${choice.name}` },
      h("th", { scope: "row" }, optionName(book.names, choice.name), h("code", { class: "small quiet printed", text: choice.name })),
      h("td", {}, value, " ", borrowed),
      h("td", {}, h("span", { class: "values" }, ...choice.values.map((/** @type {string} */ word) => h("span", { class: now === word ? "legal now" : "legal", text: legalWords(book.names, choice, word) })))),
      h("td", {}, cites(choice.clauses)),
    );
  });
  return [grid([t("Option"), t("At this table"), t("Legal values"), t("Clause")], rows, t("Options"))];
}

/** @param {any} book */
function drawing(book) {
  const { lines, third: thirds, banker } = book.drawing;
  const columns = [...thirds];
  const rows = banker.map((/** @type {any} */ { total, draws, clauses }) =>
    h(
      "tr",
      { "data-find": "" },
      h("th", { scope: "row", text: total }),
      ...columns.map((third) => {
        const takes = draws.includes(third);
        const word = t(takes ? "draws" : "stays");
        return h("td", { class: takes ? "draws" : "stays" }, h("span", { "aria-hidden": "true", text: takes ? "D" : "·" }), h("span", { class: "unseen", text: word }));
      }),
      h("td", {}, cites(clauses)),
    ),
  );
  const head = h(
    "thead",
    {},
    h("tr", {}, h("td", {}), h("th", { scope: "colgroup", colspan: columns.length, text: t("Player’s third card") }), h("td", {})),
    h(
      "tr",
      {},
      h("th", { scope: "col", text: t("Banker") }),
      ...columns.map((third) => (third === "-" ? h("th", { scope: "col" }, h("span", { "aria-hidden": "true", text: "–" }), h("span", { class: "unseen", text: t("no third card") })) : h("th", { scope: "col", text: third }))),
      h("th", { scope: "col", text: t("Clause") }),
    ),
  );
  const label = t("Banker’s total by the Player’s third card");
  return [
    ...lines.map((/** @type {any} */ line) => h("p", { "data-find": "" }, spoken(line.said), " ", cites(line.clauses))),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, h("table", { class: "plain tableau" }, h("caption", { class: "unseen", text: label }), head, h("tbody", {}, ...rows))),
  ];
}

/** @param {{says: string, also?: Node|string|null, clauses: string[]}[]} lines @param {"ol"|"ul"} [kind] */
function sentences(lines, kind = "ul") {
  return h(kind, { class: "sentences" }, ...lines.map((line) => h("li", { "data-find": "" }, ruled(line.says), " ", line.also ?? null, line.also ? " " : null, cites(line.clauses))));
}

/** @param {any} book */
function procedures(book) {
  return Object.entries(book.procedures).flatMap(([name, steps]) => [h("h3", { text: named(PROCEDURES, name) }), sentences(/** @type {any} */ (steps), "ol")]);
}

/** @param {any} book */
function remedies(book) {
  const kinds = [...new Set(book.remedies.map((/** @type {any} */ remedy) => remedy.kind))];
  return kinds.flatMap((kind) => {
    const seen = new Map();
    for (const remedy of book.remedies) if (remedy.kind === kind) seen.set(`${remedy.says} ${remedy.clauses}`, remedy);
    return [h("h3", { text: named(REMEDIES, kind) }), sentences([...seen.values()])];
  });
}

/** @param {any} ruling */
const rulingTitle = (ruling) => ruled(ruling.title);

/** What the house may choose instead, or the one value there is. @param {any} book @param {any} ruling */
function settings(book, ruling) {
  return (ruling.settings[book.rulebook] ?? []).map((/** @type {any} */ setting) => [
    h("dt", {}, t("Option"), " ", h("code", { class: "printed", text: setting.name })),
    h("dd", {}, h("span", { class: "values" }, ...setting.values.map((/** @type {string} */ word) => h("span", { class: typed(setting.default) === word ? "legal now" : "legal", text: legalWords(book.names, setting, word) })))),
  ]).flat();
}

/** @param {any} book */
function rulings(book) {
  const line = (/** @type {string} */ key, /** @type {string} */ text) => (text ? [h("dt", { text: key }), h("dd", {}, printed(text))] : []);
  return [
    h("p", { class: "quiet", text: t("Where the print contradicts itself, or says nothing, this is how it is read and why.") }),
    ...book.rulings.map((/** @type {any} */ ruling) =>
      h(
        "article",
        { class: "ruling", id: ruling.id, "data-find": "", tabindex: -1 },
        h("h3", {}, h("span", { class: "clause", text: ruling.id }), " ", rulingTitle(ruling)),
        h("dl", {}, ...line(t("Problem"), ruling.says), ...line(t("Resolution"), ruling.software), ...line(t("Why"), ruling.why), ...settings(book, ruling)),
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
    h("h3", {}, h("a", { class: "clause", href: `#${clause.id}`, "aria-label": t("Link to {clause}", { clause: clause.id }), text: clause.id })),
    h("p", {}, printed(clause.title ? `${clause.title}. ${clause.says}` : clause.says)),
    h("span", { class: "tag", text: named(CLAUSES, clause.kind) }),
  );
}

/** @param {any} book */
function clauses(book) {
  const own = book.clauses.filter((/** @type {any} */ clause) => clause.document === book.rulebook);
  const lent = book.clauses.filter((/** @type {any} */ clause) => clause.document !== book.rulebook);
  const body = [h("p", { class: "quiet", text: t("Clauses are told in our words; the print has the last word.") }), h("div", { class: "clause-list" }, ...own.map(clauseItem))];
  if (lent.length) body.push(h("h3", { text: t("From another document") }), h("div", { class: "clause-list" }, ...lent.map(clauseItem)));
  return body;
}

/** Every section of a rulebook, in the order a guest wants to read them. @param {any} book @returns {Section[]} */
export function sections(book) {
  const quoted = (/** @type {any[]} */ lines) => [sentences(lines.map((line) => ({ says: `“${ruled(line.text)}”`, also: translated() ? printed(line.text) : null, clauses: line.clauses })))];
  const found = [
    { id: "wagers", title: t("Wagers"), body: wagers(book) },
    { id: "drawing", title: t("Who draws"), body: drawing(book) },
    { id: "options", title: t("Options"), body: options(book) },
    { id: "procedures", title: t("Step by step"), body: procedures(book) },
    { id: "announcements", title: t("What the dealer announces"), body: quoted(book.announcements) },
    ...(book.signs.length ? [{ id: "signs", title: t("Written at the table"), body: quoted(book.signs) }] : []),
    { id: "remedies", title: t("When something goes wrong"), body: remedies(book) },
    ...(book.borrowed.length ? [{ id: "borrowed", title: t("Borrowed, where the guide is silent"), body: [sentences(book.borrowed.map((/** @type {any} */ lent) => ({ says: lent.what, clauses: [...lent.clauses, ...(lent.entry ? [lent.entry] : [])] })))] }] : []),
    { id: "rulings", title: t("Rulings"), body: rulings(book) },
    { id: "clauses", title: t("Every clause"), body: clauses(book) },
  ];
  return found;
}
