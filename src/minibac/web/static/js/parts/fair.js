/** The fairness panel: what was committed, what has been revealed, and a check of it here in the browser. */

import { get, text } from "../api.js";
import { h } from "../dom.js";
import { refused } from "../told.js";
import { named, t, words } from "../voice.js";
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
  share: "a guest’s share in the shuffle is not as it was sealed, or is left out: seat {seen}",
  mine: "the share that this browser gave to the shuffle is not in it",
  resealed: "the order is not the one that was sealed when this browser showed its share of the shuffle",
  others: "the shares of other seats are not those that there were when this browser showed its own",
  cut: "the cut lies outside of the stack, or after a card was turned",
  format: "this is not a shoe record",
});

const STANDS = words({
  open: "Your share of the shuffle is given.",
  in: "Your share of the shuffle is in.",
  lost: "Your share of the shuffle was left out of it, and the house had it.",
  changed: "The shares of other seats are not those that there were when yours was shown.",
  late: "The value of your share did not come in time: it is named as withheld.",
  none: "You have no share in this shuffle: the house had not got it in time.",
});

/** Commitments this page was shown before the cut, by shoe: what a reveal is held against. @type {Map<string, string>} */
const shown = new Map();

/**
 * Remember how a shoe was sealed first; what is wrong where it has another seal now.
 * @param {string} table @param {number} shoe @param {string} commitment
 */
export function remember(table, shoe, commitment) {
  const key = `${table}/${shoe}`;
  if (commitment && !shown.has(key)) shown.set(key, commitment);
  if (shown.size > 50) shown.delete(/** @type {string} */ (shown.keys().next().value));
  return commitment && shown.get(key) !== commitment ? t("The house has sealed another order for this shoe than it showed before.") : "";
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
function fairBody(table, view) {
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

/** How a verdict is marked: as right, as wrong, or as neither where something was not checked at all. @param {import("../shoe-check.js").ShoeReport} report */
export const markOf = (report) => (report.ok && report.unsealed ? "partly" : String(report.ok));

/** What a check has found, in a sentence. @param {import("../shoe-check.js").ShoeReport} report */
export function verdictOf(report) {
  if (report.ok && report.noted && !report.sealed) return t("This notation tells no sealed order, so there is nothing to check its cards against.");
  if (report.ok && report.unsealed) return t("What was sealed is right: the order of {cards} cards, cut under {cut}, and the {turned} cards that are noted of it. Of {shoes} more in this notation no order was sealed, and nothing is checked there.", { cards: report.cards, cut: report.cut, turned: report.turned, shoes: report.unsealed });
  if (report.ok && report.partly) return t("It is right as far as it can be told: the order of {cards} cards is the sealed one, cut under {cut}, and the {turned} cards before the first one that belongs to neither hand came from it.", { cards: report.cards, turned: report.turned, cut: report.cut });
  if (report.ok && report.noted) return t("It is right: the order of {cards} cards is the sealed one, cut under {cut}, and all {turned} cards that are noted came from it.", { cards: report.cards, turned: report.turned, cut: report.cut });
  if (report.ok && !report.sealed) return t("The chain of its {events} events is unbroken. The cards came from a real shoe: no order was sealed, so there is none to check them against.", { events: report.events });
  if (report.ok) return t("It is right: the order of {cards} cards is the sealed one, cut under {cut}, all {turned} cards that were turned came from it, and the chain of its {events} events is unbroken.", { cards: report.cards, turned: report.turned, cut: report.cut, events: report.events });
  const faults = report.faults.map((fault) => t(FAULTS[fault.what], { ...fault, position: (fault.position ?? 0) + 1 }));
  return t("It is not right: {faults}.", { faults: faults.slice(0, 3).join("; ") });
}

/** What became of this browser's share, in words. @param {string} stands */
export const standingWords = (stands) => (stands ? named(STANDS, stands) : "");

/** Whose shares are in the shuffle, in a sentence; nothing where there are none. @param {import("../shoe-check.js").ShoeReport} report */
export function shareWords({ shares }) {
  if (!shares.seats.length) return "";
  const seats = shares.seats.join(", ");
  return shares.withheld.length ? t("The stack was mixed by the shares of seats {seats}; withheld by seat {withheld}.", { seats, withheld: shares.withheld.join(", ") }) : t("The stack was mixed by the shares of seats {seats}.", { seats });
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
      const { checkShoe, holdingMine } = await import("../shoe-check.js"); // no part of the first view
      const report = holdingMine(await checkShoe(await text(address), shown.get(`${table}/${number}`) ?? ""), table, number);
      verdict.dataset.ok = String(report.ok);
      verdict.textContent = [verdictOf(report), shareWords(report)].filter(Boolean).join(" ");
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
