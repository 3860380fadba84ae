/** The fairness panel: what was committed, what has been revealed, and a check of it here in the browser. */

import { get, text } from "../api.js";
import { h } from "../dom.js";
import { refused, t } from "../i18n.js";
import { checkShoe } from "../shoe-check.js";
import { openSheet } from "./sheet.js";

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
  openSheet(t("fair.title"), ...fairBody(table, view));
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
    h("p", { text: t("fair.how") }),
    h("h3", { text: t("fair.now", { shoe: view.shoe_no }) }),
    h("code", { class: "hash", text: view.commitment || t("fair.none") }),
    h("h3", { text: t("fair.before") }),
    list,
    h("p", { class: "small quiet" }, t("fair.program"), " ", h("a", { href: programAddress(), download: "verify_shoe.py", text: "verify_shoe.py" })),
    h("p", {}, h("a", { href: `/fair/${encodeURIComponent(table)}`, target: "_blank", text: t("fair.page") })),
  ];
}

/** @param {string} table @param {HTMLElement} list */
async function fillShoes(table, list) {
  try {
    const found = await get(`/api/tables/${encodeURIComponent(table)}/shoes`);
    const shoes = (Array.isArray(found) ? found : (found.shoes ?? [])).filter((/** @type {any} */ shoe) => shoe.revealed);
    if (!shoes.length) list.append(h("p", { class: "quiet", text: t("fair.none-revealed") }));
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
  if (report.ok && !report.sealed) return t("fair.unsealed", { events: report.events });
  if (report.ok) return t("fair.right", { cards: report.cards, turned: report.turned, cut: report.cut, events: report.events });
  const faults = report.faults.map((fault) => t(`fair.fault.${fault.what}`, { ...fault, position: (fault.position ?? 0) + 1 }));
  return t("fair.wrong", { faults: faults.slice(0, 3).join("; ") });
}

/** A shoe that is over: its commitment, a check of it, its record. @param {string} table @param {any} shoe */
export function shoeRow(table, shoe) {
  const number = shoe.shoe_no ?? shoe.shoe ?? shoe.number;
  const address = `/api/tables/${encodeURIComponent(table)}/shoes/${number}/record`;
  const verdict = h("p", { role: "status", class: "verdict" });
  const check = h("button", { type: "button", class: "button" }, t("fair.verify"));
  check.addEventListener("click", async () => {
    check.disabled = true;
    verdict.textContent = t("fair.checking");
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
    h("h4", { text: t("fair.shoe", { shoe: number }) }),
    h("code", { class: "hash", text: shoe.commitment ?? "" }),
    h("div", { class: "buttons" }, check, h("a", { class: "button", href: address, download: `shoe-${number}.jsonl`, text: t("fair.download") })),
    verdict,
  );
}
