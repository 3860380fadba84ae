/** Match play coupons: those that were printed and entered by their numbers, and what became of them (A44). */

import { get, post } from "../api.js";
import { h, newId } from "../dom.js";
import { dollars } from "../money.js";
import { t } from "../voice.js";
import { askForm } from "./ask-form.js";
import { cited } from "./cited.js";
import { sheetTable } from "./sheet-table.js";

const IN_A_BOOK = 100; // coupons that are proposed to be entered at a time

/** The register of coupons, in a box that fills and renews itself; a person who may not read it is shown nothing. */
export function couponsPanel() {
  const box = h("section", { class: "panel pad", id: "coupons", "aria-label": t("Match play coupons"), hidden: true });
  const look = async () => {
    const found = await get("/api/house/coupons").catch(() => null);
    box.hidden = !found || !(found.issued.length || found.entered.length);
    if (!box.hidden) draw(box, found, look);
  };
  look();
  return box;
}

/** @param {HTMLElement} box @param {any} found @param {() => Promise<void>} look */
function draw(box, { issued, entered, may }, look) {
  const enter = (/** @type {any} */ { prefix, face_cents: face, next }) =>
    askForm(
      t("Enter coupons {prefix} of {sum}", { prefix, sum: dollars(face) }),
      [
        { name: "first", label: t("First number"), kind: "number", value: next },
        { name: "last", label: t("Last number"), kind: "number", value: next + IN_A_BOOK - 1 },
      ],
      async (values) => {
        await post("/api/house/commands", { id: newId(), role: "", command: { command: "RegisterCoupons", prefix, face_cents: face, ...values } });
        await look();
      },
      { go: t("Enter coupons") },
    );
  const buttons = may.includes("RegisterCoupons") ? issued.map((/** @type {any} */ series) => h("button", { type: "button", class: "button", "data-do": "RegisterCoupons", onclick: () => enter(series) }, t("Enter coupons {prefix} of {sum}", { prefix: series.prefix, sum: dollars(series.face_cents) }))) : [];
  const figures = (/** @type {string} */ text) => h("span", { class: "figures", text });
  box.replaceChildren(
    h("div", { class: "panel-head" }, h("h2", { text: t("Match play coupons") }), cited(["A44"], "", 1)),
    entered.length
      ? sheetTable(
          t("Match play coupons"),
          [t("First number"), t("Last number"), `#${t("Value")}`, `#${t("Given out")}`, `#${t("Played")}`, t("On a layout")],
          entered.map((/** @type {any} */ row) => [figures(row.first), figures(row.last), dollars(row.face_cents), row.given_out, row.played, row.lying.map((/** @type {any} */ one) => `${one.serial} · ${one.table}`).join(", ") || "–"]),
        )
      : h("p", { class: "quiet", text: t("No coupon is entered: none is taken at a table.") }),
    h("div", { class: "buttons" }, ...buttons),
  );
}
