/** The signatures under a day-end report: who signed which revision, and the way to sign it (R43). */

import { post } from "../api.js";
import { h, newId } from "../dom.js";
import { spoken, t } from "../voice.js";
import { askForm } from "./ask-form.js";

/**
 * @param {any} report as the books give it
 * @param {string} me
 * @param {(error: unknown, near?: Element|null) => void} failed
 * @param {() => void} again reads the report anew
 */
export function signaturePart(report, me, failed, again) {
  const { day, closed, signatures, may, figures } = report;
  const last = signatures.at(-1);
  const sign = async () => {
    await post(`/api/books/day/${encodeURIComponent(day)}/sign`, { id: newId(), figures });
    again();
  };
  const asks = () => askForm(t("Sign the report"), [], sign, { go: t("Sign the report"), lead: `${spoken(report.headline_said)} ${t("You sign these figures. The report is kept as it is.")}` });
  const second = async (/** @type {Event} */ event) => {
    try {
      await post("/api/house/commands", { id: newId(), role: "", command: { command: "CountersignReport", day } });
      again();
    } catch (error) {
      failed(error, /** @type {Element} */ (event.target));
    }
  };
  const wanted = last && last.second && last.signed_by !== me && !last.countersigned_by && !last.reopened_since;
  return h(
    "div",
    { id: "signature", class: "column" },
    h("p", { class: "small", text: spoken(report.signed_said) }),
    signatures.length ? h("ul", { class: "rows" }, ...signatures.map((/** @type {any} */ one) => h("li", { "data-revision": one.revision }, h("a", { href: `/api/books/day/${encodeURIComponent(day)}/signed/${one.revision}`, text: t("Revision {number}", { number: one.revision }) }), " ", h("span", { class: "clause", text: one.sha256 })))) : null,
    h(
      "div",
      { class: "buttons" },
      closed && may.includes("SignReport") && (!last || last.reopened_since) ? h("button", { type: "button", class: "button gold", "data-do": "SignReport", onclick: asks }, t("Sign the report")) : null,
      wanted && may.includes("CountersignReport") ? h("button", { type: "button", class: "button gold", "data-do": "CountersignReport", onclick: second }, t("Sign as the second")) : null,
    ),
  );
}
