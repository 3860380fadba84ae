/** The signatures under a day-end report: who signed which revision, and the way to sign it (R43). */

import { post } from "../api.js";
import { h, newId } from "../dom.js";
import { spoken, t } from "../voice.js";
import { askForm } from "./ask-form.js";

/**
 * @param {any} report as the books give it
 * @param {(error: unknown, near?: Element|null) => void} failed
 * @param {() => void} again reads the report anew
 */
export function signaturePart(report, failed, again) {
  const { day, signatures, may, figures } = report;
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
  return h(
    "div",
    { id: "signature", class: "column" },
    h("p", { class: "small", text: spoken(report.signed_said) }),
    signatures.length ? h("ul", { class: "rows" }, ...signatures.map((/** @type {any} */ one) => h("li", { "data-revision": one.revision }, h("a", { href: `/api/books/day/${encodeURIComponent(day)}/signed/${one.revision}`, text: t("Revision {number}", { number: one.revision }) }), " ", h("span", { class: "clause", text: one.sha256 }), " ", h("a", { href: `/api/books/day/${encodeURIComponent(day)}/signed/${one.revision}/report`, download: "", "data-do": "download", text: t("Download what was signed") })))) : null,
    h(
      "div",
      { class: "buttons" },
      may.includes("SignReport") ? h("button", { type: "button", class: "button gold", "data-do": "SignReport", onclick: asks }, t("Sign the report")) : null,
      may.includes("CountersignReport") ? h("button", { type: "button", class: "button gold", "data-do": "CountersignReport", onclick: second }, t("Sign as the second")) : null,
    ),
  );
}
