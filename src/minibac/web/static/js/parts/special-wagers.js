/** Wagers that are no chips on an area: spoken ones with cash, and match-play coupons. Only where the table's options allow them. */

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { wagerName } from "../told.js";
import { t } from "../voice.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("../store.js").TableStore} TableStore */
/** @typedef {(kind: string, facts: Record<string, unknown>) => Promise<boolean>} Act */

/** What the table takes beside chips: the one way, or a choice of both. @param {TableStore} store @param {Act} act */
export function openOther(store, act) {
  const ways = [
    ...(store.seen.takes.spoken ? [{ word: t("Say a wager"), open: openSpoken }] : []),
    ...(store.seen.takes.coupons.length ? [{ word: t("Coupon"), open: openCoupon }] : []),
  ];
  if (ways.length === 1) {
    ways[0].open(store, act);
    return;
  }
  const choose = (/** @type {typeof openSpoken} */ way) => {
    dialog.close();
    way(store, act);
  };
  const buttons = ways.map(({ word, open: way }) => h("button", { type: "button", class: "button", onclick: () => choose(way) }, word));
  const dialog = openSheet(t("Other ways to wager"), h("div", { class: "buttons" }, ...buttons));
}

/** @param {string} label @param {HTMLElement} input */
const field = (label, input) => h("label", { class: "field" }, h("span", { text: label }), input);

/** Dollars as a number of cents. @param {HTMLInputElement} input */
const cents = (input) => Math.round(Number(input.value) * 100);

/** @param {string} name @param {number} value @param {number} least @param {number} step in cents */
function amount(name, value, least, step) {
  return h("input", { class: "input figures", type: "number", name, required: true, inputmode: "decimal", min: least / 100, step: step / 100, value: value / 100 });
}

/** @param {TableStore} store @param {readonly string[]} [ids] all where there are none */
function areas(store, ids) {
  const offered = store.seen.areas.filter((area) => !ids || ids.includes(area.id));
  return h("select", { class: "input", name: "wager" }, ...offered.map((area) => h("option", { value: area.id, text: wagerName(area.id, area.label) })));
}

/**
 * @param {string} title
 * @param {string} lead
 * @param {string} button
 * @param {HTMLElement[]} fields
 * @param {() => Promise<boolean>} send
 */
function open(title, lead, button, fields, send) {
  const submit = h("button", { type: "submit", class: "button gold" }, button);
  const form = h("form", { class: "sheet-form" }, h("p", { class: "small", text: lead }), ...fields, h("div", { class: "buttons" }, submit));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    if (await send()) dialog.close();
    submit.disabled = false;
  });
  const dialog = openSheet(title, form);
  /** @type {HTMLElement|null} */ (form.querySelector("select, input"))?.focus();
  return dialog;
}

/** What this seat has said already, each with a way back while it waits. @param {TableStore} store @param {Act} act @param {() => void} done */
function said(store, act, done) {
  const mine = /** @type {any[]} */ (store.seen.spoken ?? []).filter((row) => row.seat === store.seat);
  if (!mine.length) return [];
  const back = async (/** @type {string} */ wager) => {
    if (await act("WithdrawWager", { seat: store.seat, wager })) done();
  };
  const rows = mine.map((row) =>
    h(
      "li",
      {},
      h("span", { text: `${wagerName(row.wager)} ${dollars(row.cents)} · ${t(row.accepted ? "counts" : "waits to be confirmed")}` }),
      h("button", { type: "button", class: "button", onclick: () => back(row.wager) }, t("Take it back")),
    ),
  );
  return [h("h3", { text: t("You have said") }), h("ul", { class: "spoken-list" }, ...rows)];
}

/** Say a wager, with cash on the table. @param {TableStore} store @param {Act} act */
function openSpoken(store, act) {
  const unit = store.seen.unit_cents || 100;
  const first = store.seen.areas.find((area) => area.id === "player") ?? store.seen.areas[0];
  const least = Math.max(unit, first?.minimum_cents ?? unit);
  const wager = areas(store);
  const sum = amount("cents", least, unit, unit);
  const cash = amount("cash", least, unit, 100);
  sum.addEventListener("input", () => {
    if (cents(cash) < cents(sum)) cash.value = sum.value;
  });
  const fields = [field(t("On"), wager), field(t("How much, in dollars"), sum), field(t("Cash on the table, in dollars"), cash)];
  const send = () => act("SpeakWager", { seat: store.seat, wager: wager.value, cents: cents(sum), cash_cents: cents(cash) });
  const dialog = open(t("Say a wager"), t("Say a wager and put the cash for it on the table. It counts once it is confirmed before “no more bets”; then the cash becomes chips on the area. It is all play money."), t("Say it"), fields, send);
  dialog.body.append(...said(store, act, () => dialog.close()));
}

/** Put a coupon beside chips of one's own. @param {TableStore} store @param {Act} act */
function openCoupon(store, act) {
  const where = store.seen.takes.coupons;
  const mine = store.seen.wagers.find((row) => row.seat === store.seat && where.includes(row.wager));
  const wager = areas(store, where);
  if (mine) wager.value = mine.wager;
  const face = amount("face", mine?.stake_cents || 1000, 100, 100);
  const serial = h("input", { class: "input", name: "serial", required: true, maxlength: 40, autocomplete: "off", spellcheck: "false" });
  const fields = [field(t("On"), wager), field(t("Value of the coupon, in dollars"), face), field(t("Number of the coupon"), serial)];
  const send = () => act("PlaceWager", { seat: store.seat, wager: wager.value, cents: 0, coupon_cents: cents(face), coupon_serial: serial.value.trim() });
  open(t("Play a match-play coupon"), t("A coupon lies beside chips of yours and is paid as they are. It is given up whether it wins or loses, and comes back on a tie."), t("Put it down"), fields, send);
}
