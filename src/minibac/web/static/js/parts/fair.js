/** The fairness panel: what was committed, what has been revealed, and a check of it here in the browser. */

import { get, text } from "../api.js";
import { h } from "../dom.js";
import { checkShoe } from "../shoe-check.js";
import { refused } from "../told.js";
import { t, words } from "../voice.js";
import { openSheet } from "./sheet.js";

const FAULTS = words({
  commitment: "the order is not the one that was sealed",
  card: "card {position} was {seen} and should have been {right}",
  header: "the first line is not the one that the last line belongs to",
  chain: "the chain of hashes is broken: an event was edited, added, removed or moved",
  count: "the number of events differs from what the last line counts",
  decks: "the order is not one of whole decks, or not as many cards as were sealed",
  reveal: "the last event does not reveal this order",
  untaken: "nobody took the cut, so it falls at {right}, and not at {seen}",
  cut: "the cut lies outside of the stack, or after a card was turned",
  format: "this is not a shoe record",
});

/** Commitments this page was shown before the cut, by shoe: what a reveal is held against. @type {Map<string, string>} */
const shown = new Map();

/** @param {string} table @param {number} shoe @param {string} commitment */
export function remember(table, shoe, commitment) {
  const key = `${table}/${shoe}`;
  if (commitment && !shown.has(key)) shown.set(key, commitment);
  if (shown.size > 50) shown.delete(/** @type {string} */ (shown.keys().next().value));
}

/**
 * @param {string} table
 * @param {import("../types.js").View} view
 */
export async function openFair(table, view) {
  openSheet(t("Is it fair?"), ...fairBody(table, view));
}

/**
 * What the panel and the page of their own show; the shoes that are over come in as soon as they are known.
 * @param {string} table
 * @param {import("../types.js").View} view
 * @returns {HTMLElement[]}
 */
export function fairBody(table, view) {
  const list = h("div", { class: "fair-shoes" });
  fillShoes(table, list);
  return [
    h("p", { text: t("The house seals the order of the cards before the cut, by showing its hash. A guest cuts. When the shoe is over the order is shown, and you can check here, in your browser, that it is the sealed one and that every card came from it.") }),
    h("h3", { text: t("Shoe {shoe}, sealed as", { shoe: view.shoe_no }) }),
    h("code", { class: "hash", text: view.commitment || t("not sealed yet") }),
    h("h3", { text: t("Shoes that are over") }),
    list,
    h("p", { class: "small quiet" }, t("To check it without this page, use the small program"), " ", h("a", { href: programAddress(), download: "verify_shoe.py", text: "verify_shoe.py" })),
    h("p", {}, h("a", { href: `/fair/${encodeURIComponent(table)}`, target: "_blank", text: t("More, and every shoe, on a page of its own") })),
  ];
}

/** @param {string} table @param {HTMLElement} list */
async function fillShoes(table, list) {
  try {
    const found = await get(`/api/tables/${encodeURIComponent(table)}/shoes`);
    const shoes = (Array.isArray(found) ? found : (found.shoes ?? [])).filter((/** @type {any} */ shoe) => shoe.revealed);
    if (!shoes.length) list.append(h("p", { class: "quiet", text: t("No shoe has been revealed yet.") }));
    for (const shoe of shoes.slice(-12).reverse()) list.append(shoeRow(table, shoe));
  } catch (error) {
    list.append(h("p", { role: "alert", text: refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) }) }));
  }
}

/** Where the small program that checks a record lies. */
export function programAddress() {
  return new URL("../../verify_shoe.py", import.meta.url).pathname;
}

/** What a check has found, in a sentence. @param {import("../shoe-check.js").ShoeReport} report */
export function verdictOf(report) {
  if (report.ok && report.noted && !report.sealed) return t("This notation tells no sealed order, so there is nothing to check its cards against.");
  if (report.ok && report.partly) return t("It is right as far as it can be told: the order of {cards} cards is the sealed one, cut under {cut}, and the {turned} cards before the first one that belongs to neither hand came from it.", { cards: report.cards, turned: report.turned, cut: report.cut });
  if (report.ok && report.noted) return t("It is right: the order of {cards} cards is the sealed one, cut under {cut}, and all {turned} cards that are noted came from it.", { cards: report.cards, turned: report.turned, cut: report.cut });
  if (report.ok && !report.sealed) return t("The chain of its {events} events is unbroken. The cards came from a real shoe: no order was sealed, so there is none to check them against.", { events: report.events });
  if (report.ok) return t("It is right: the order of {cards} cards is the sealed one, cut under {cut}, all {turned} cards that were turned came from it, and the chain of its {events} events is unbroken.", { cards: report.cards, turned: report.turned, cut: report.cut, events: report.events });
  const faults = report.faults.map((fault) => t(FAULTS[fault.what], { ...fault, position: (fault.position ?? 0) + 1 }));
  return t("It is not right: {faults}.", { faults: faults.slice(0, 3).join("; ") });
}

/** A shoe that is over: its commitment, a check of it, its record. @param {string} table @param {any} shoe */
export function shoeRow(table, shoe) {
  const number = shoe.shoe_no ?? shoe.shoe ?? shoe.number;
  const address = `/api/tables/${encodeURIComponent(table)}/shoes/${number}/record`;
  const verdict = h("p", { role: "status", class: "verdict" });
  const check = h("button", { type: "button", class: "button" }, t("Verify here"));
  check.addEventListener("click", async () => {
    check.disabled = true;
    verdict.textContent = t("Checking …");
    try {
      const report = await checkShoe(await text(address), shown.get(`${table}/${number}`) ?? "");
      verdict.dataset.ok = String(report.ok);
      verdict.textContent = verdictOf(report);
    } catch (error) {
      verdict.dataset.ok = "false";
      verdict.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
    }
    check.disabled = false;
  });
  return h(
    "article",
    { class: "fair-shoe" },
    h("h4", { text: t("Shoe {shoe}", { shoe: number }) }),
    h("code", { class: "hash", text: shoe.commitment ?? "" }),
    h("div", { class: "buttons" }, check, h("a", { class: "button", href: address, download: `shoe-${number}.jsonl`, text: t("Download the record") })),
    verdict,
  );
}
