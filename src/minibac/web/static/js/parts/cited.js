/** Clauses as links: to the rules of the table, or to the clause itself where no table is at hand. */

import { h } from "../dom.js";
import { clauseLink } from "./strip.js";

const BOOKS = /** @type {Record<string, string>} */ ({ s42: "section-42", ma: "massachusetts", sem: "seminole", sen: "seneca" });

/**
 * Where a clause can be read. A control (R28) and a clause of another rulebook than the table's are in a page of their own.
 * @param {string} table the id of a table, or nothing
 * @param {string} clause
 */
export function clauseAnchor(table, clause) {
  const book = BOOKS[clause.split("/")[0]];
  if (table && book) return clauseLink(table, clause);
  return book ? clauseLink(book, clause) : `/api/clauses/${encodeURIComponent(clause)}`;
}

/**
 * @param {readonly string[]} clauses
 * @param {string} table
 * @param {number} [most]
 */
export function cited(clauses, table, most = 3) {
  return h(
    "span",
    { class: "cited" },
    ...clauses.slice(0, most).map((clause) => h("a", { class: "clause", href: clauseAnchor(table, clause), target: "_blank", text: clause })),
  );
}
