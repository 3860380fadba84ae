/** The rules: of a table, of a rulebook, or the list of the four. Every refusal leads here, to the clause it names. */

import { get } from "../api.js";
import { h, icon, need } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { failure, openPage, typed } from "../reading.js";
import { ruled, wagerName } from "../told.js";
import { loadVoice, named, t, translated, words } from "../voice.js";
import { tool } from "../parts/head.js";
import { clauseItem, sections, showEdges } from "../parts/rulebook.js";

const KINDS = words({
  regulation: "a regulation",
  guide: "a guests’ guide",
});

const HELD = words({
  enforced: "enforced",
  attested: "attested",
  shown: "shown",
});

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const main = need("#rules");
const isBook = id in RULEBOOKS;

/** The clause in the address, decoded. */
const asked = () => decodeURIComponent(location.hash.slice(1));

async function list() {
  const [house, ...books] = await Promise.all([get("/api/house").catch(() => ({ tables: [] })), ...Object.keys(RULEBOOKS).map((book) => get(`/api/rules/${book}`))]);
  const cards = books.map((book) => {
    const tables = house.tables.filter((/** @type {any} */ table) => table.rulebook === book.rulebook);
    return h(
      "article",
      { class: "panel book-card" },
      h("h2", { text: ruled(book.name) }),
      h("p", { class: "lead-2", text: ruled(book.title) }),
      h("p", { class: "small quiet figures", text: `${named(KINDS, book.kind)} · ${t("{clauses} clauses · {wagers} wagers", { clauses: book.clauses.filter((/** @type {any} */ c) => c.document === book.rulebook).length, wagers: book.wagers.length + book.not_offered.length })}` }),
      h("p", { class: "small quiet figures", text: t("{enforced} enforced · {attested} attested · {shown} shown · {out} out", book.held) }),
      h("p", { class: "book-wagers" }, ...[...book.wagers, ...book.not_offered].map((/** @type {any} */ wager) => h("span", { class: "tag", text: wagerName(wager.id, wager.label) }))),
      h("div", { class: "buttons" }, h("a", { class: "button gold", href: `/rules/${book.rulebook}`, text: t("Read it") }), h("a", { class: "button", href: `/odds?rulebook=${book.rulebook}`, text: t("Prices of these wagers") })),
      tables.length ? h("p", { class: "small" }, t("Tables of this house"), ": ", ...tables.flatMap((/** @type {any} */ table, /** @type {number} */ index) => [index ? ", " : "", h("a", { href: `/rules/${encodeURIComponent(table.id)}`, text: ruled(table.name) })])) : null,
    );
  });
  main.append(h("header", { class: "reading-head" }, h("h1", { text: t("Rules") }), h("p", { class: "lead", text: t("Four published rulebooks. A table plays by one of them, with the options its house has chosen.") })), h("div", { class: "book-cards" }, ...cards));
}

async function read() {
  const place = encodeURIComponent(id);
  const [book, table] = await Promise.all([get(isBook ? `/api/rules/${place}` : `/api/tables/${place}/rules`), isBook ? null : get(`/api/tables/${place}`).catch(() => null)]);
  const name = table?.view?.name;
  document.title = `${ruled(name || book.name)} · ${t("Rules")} · minibac`;
  const found = sections(book);
  const count = h("p", { class: "small quiet", role: "status" });
  const field = h("input", { class: "input", type: "search", placeholder: t("a word or a clause, such as tie or c/3"), autocomplete: "off", spellcheck: "false" });
  const contents = h("nav", { class: "contents no-print", "aria-label": t("Contents") }, h("ol", {}, ...found.map((section) => h("li", {}, h("a", { href: `#${section.id}`, text: section.title })))), h("p", {}, h("a", { href: "/rules", text: t("All rulebooks") })));
  const options = book.options.filter((/** @type {any} */ option) => option.value !== null && book.choices.some((/** @type {any} */ choice) => choice.name === option.name && choice.prices));
  const lab = new URLSearchParams([["rulebook", book.rulebook], ...options.map((/** @type {any} */ option) => ["set", `${option.name}=${typed(option.value)}`])]);
  main.append(
    h(
      "header",
      { class: "reading-head" },
      h("h1", { text: ruled(book.name) }),
      h("p", { class: "lead", text: ruled(book.title) }),
      translated() ? h("p", { class: "small quiet", text: t("The rulebooks are in English.") }) : null,
      h("p", { class: "small quiet" }, `${named(KINDS, book.kind)}, ${name ? t("as {table} plays it", { table: ruled(name) }) : t("as its SAMPLE house plays it")} · `, h("span", { text: t("Play chips only") })),
      table?.view?.share ? h("p", { class: "small" }, t("Guests have a share in the shuffle at this table: each page seals a value before the house seals its order, and shows it after.")) : null,
      h("div", { class: "buttons no-print" }, name ? h("a", { class: "button", href: `/table/${place}`, text: t("To the table") }) : null, h("a", { class: "button", href: `/odds?${lab}`, text: t("Prices of these wagers") }), name ? h("a", { class: "button", href: `/fair/${place}` }, icon("fair"), t("Is it fair?")) : null),
      h("label", { class: "field find no-print" }, h("span", { text: t("Find in these rules") }), field),
      count,
    ),
    h(
      "div",
      { class: "reading" },
      contents,
      h("div", { class: "sections" }, h("div", { id: "elsewhere" }), ...found.map((section) => h("section", { class: "panel section", "aria-labelledby": section.id }, h("h2", { id: section.id, tabindex: -1, text: section.title }), ...section.body))),
    ),
  );
  field.addEventListener("input", () => filter(field.value, count));
  field.addEventListener("search", () => filter(field.value, count));
  get(`/api/odds?${lab}`).then((odds) => showEdges(main, odds), () => undefined);
  const show = () => point(field, count);
  addEventListener("hashchange", show);
  await show();
}

/** Keep the lines that hold every word; sections without any go. @param {string} text @param {HTMLElement} count */
function filter(text, count) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let kept = 0;
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("[data-find]"))) {
    const there = words.every((word) => (line.textContent ?? "").toLowerCase().includes(word));
    line.hidden = !there;
    if (there) kept += 1;
  }
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll(".section"))) section.hidden = words.length > 0 && !section.querySelector("[data-find]:not([hidden])");
  main.classList.toggle("filtered", words.length > 0);
  count.textContent = !words.length ? "" : kept ? t("{count} places found", { count: kept }) : t("Nothing found for “{word}”.", { word: text.trim() });
}

/** Bring the clause of the address into sight, say what the program does with it; fetch one that is not on this page. */
async function point(/** @type {HTMLInputElement|null} */ field, /** @type {HTMLElement|null} */ count) {
  const clause = asked();
  for (const old of main.querySelectorAll(".found")) old.classList.remove("found");
  if (!clause) return;
  let item = document.getElementById(clause);
  const details = item && !item.classList.contains("clause-item") ? null : await get(`/api/clauses/${clause.split("/").map(encodeURIComponent).join("/")}`).catch(() => null);
  if (clause !== asked()) return;
  if (!item && details) {
    item = clauseItem(details);
    need("#elsewhere").replaceChildren(h("section", { class: "panel section" }, h("h2", { text: t("From another document") }), item));
  }
  if (!item) return;
  if (item.closest("[hidden]") && field && count) {
    field.value = "";
    filter("", count);
  }
  if (details && !item.querySelector(".clause-more")) item.append(more(details));
  item.classList.add("found");
  item.scrollIntoView({ block: "start" });
  if (item.tabIndex === -1) item.focus({ preventScroll: true });
}

/** @param {any} clause */
function more(clause) {
  const tests = clause.keeps.length + clause.breaks.length;
  return h(
    "div",
    { class: "clause-more small" },
    clause.software ? h("p", {}, h("strong", { text: `${t("What the program does")}: ` }), translated() ? h("q", { lang: "en", text: clause.software }) : clause.software) : null,
    clause.kind === "ruling" || clause.held === "out" ? null : h("p", { class: "quiet", text: `${clause.held ? `${named(HELD, clause.held)} · ` : ""}${clause.proven && tests ? t("Proven by {count} tests", { count: tests }) : t("Not proven yet")}` }),
  );
}

async function start() {
  const print = h("span");
  await loadVoice();
  openPage(t("Rules"), t("Skip to the rules"), "rules", [print]);
  if (id) print.replaceWith(Object.assign(tool("rules", t("Print"), () => window.print()), { id: "print" }));
  try {
    if (id) await read();
    else {
      main.append(h("div", { id: "elsewhere" }));
      await list();
      addEventListener("hashchange", () => point(null, null));
      await point(null, null);
    }
  } catch (error) {
    main.append(h("h1", { text: t("Rules") }), failure(error), h("p", {}, h("a", { href: "/rules", text: t("All rulebooks") })));
  }
  document.body.dataset.ready = "";
}

await start();
