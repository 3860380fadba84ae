/** Buying chips at the table, out of the wallet of play chips. */

import { post } from "../api.js";
import { h, newId } from "../dom.js";
import { dollars } from "../money.js";
import { refused } from "../told.js";
import { t } from "../voice.js";
import { chipsControl } from "./ask-form.js";
import { openSheet } from "./sheet.js";

/**
 * @param {import("../store.js").TableStore} store
 * @param {(kind: string, facts: Record<string, unknown>) => Promise<boolean>} act
 * @param {() => void} [then] when it is closed
 */
export function openBuyIn(store, act, then) {
  const wallet = store.yours.wallet_cents;
  const unit = Math.max(100, store.seen.unit_cents || 100);
  const least = store.seen.areas.reduce((found, area) => Math.max(found, area.minimum_cents), 0) || unit;
  const whole = Math.floor(wallet / unit) * unit;
  const usual = [least * 20, least * 50, least * 100, least * 200].filter((cents) => cents <= whole);
  const range = h("input", { type: "range", min: Math.min(unit, whole), max: whole, step: unit, value: usual[2] ?? usual.at(-1) ?? whole, "aria-label": t("How much?") });
  const buy = h("button", { type: "submit", class: "button gold" });
  const show = () => (buy.textContent = t("Buy {sum}", { sum: dollars(Number(range.value)) }));
  const wrong = h("p", { role: "alert", class: "wrong" });
  range.addEventListener("input", show);
  const set = (/** @type {number} */ cents) => {
    range.value = String(cents);
    show();
  };
  const notes = chipsControl({ name: "notes", label: t("Notes and coins"), chips: store.seen.notes_cents });
  const form = h(
    "form",
    { class: "sheet-form" },
    h("p", { text: t("In your wallet: {sum} in play chips", { sum: dollars(wallet) }) }),
    h("div", { class: "buttons" }, ...usual.map((cents) => h("button", { type: "button", class: "button", onclick: () => set(cents) }, dollars(cents)))),
    range,
    h("details", {}, h("summary", { text: t("Which notes (or let the house choose)") }), notes.box),
    wrong,
    h("div", { class: "buttons" }, buy, h("button", { type: "button", class: "button", onclick: topUp }, t("Fill the wallet again"))),
    h("p", { class: "small quiet", text: t("Play chips only: nothing here is money, and nothing can be bought or cashed in.") }),
  );
  const dialog = openSheet(t("Buy play chips"), form);
  let again = false;
  dialog.addEventListener("close", () => again || then?.());
  show();
  buy.disabled = whole <= 0;
  buy.focus();
  async function topUp() {
    try {
      await post("/api/guests/top-up");
      again = true;
      dialog.close();
      openBuyIn(store, act, then);
    } catch (error) {
      wrong.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
    }
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    buy.disabled = true;
    if (await act("BuyIn", { seat: store.seat, cents: Number(range.value), notes: notes.read(), transfer: newId() })) dialog.close();
    buy.disabled = false;
  });
}
