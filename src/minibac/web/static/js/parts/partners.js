/** Guests who bet together: each partner says so, and one of them may end it between shoes. What the floor has marked, the floor ends. */

import { h } from "../dom.js";
import { row, t } from "../voice.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("../store.js").TableStore} TableStore */
/** @typedef {(kind: string, facts: Record<string, unknown>) => Promise<boolean>} Act */

/** @param {TableStore} store @param {Act} act */
export function openPartners(store, act) {
  const { seats } = store.seen;
  const others = seats.filter((seat) => seat.seat !== store.seat);
  const boxes = others.map((seat) => ({ seat: seat.seat, box: h("input", { type: "checkbox", name: `partner-${seat.seat}` }), name: seat.name }));
  const send = async (/** @type {string} */ kind, /** @type {Record<string, unknown>} */ facts) => {
    if (await act(kind, facts)) dialog.close();
  };
  const chosen = () => [store.seat, ...boxes.filter(({ box }) => box.checked).map(({ seat }) => seat)];
  const button = (/** @type {string} */ word, /** @type {() => unknown} */ onclick) => h("button", { type: "button", class: "button", onclick }, word);
  const known = store.yours.partnerships.map((one) => {
    const facts = { seats: row("and", one.seats) };
    const words = one.counts ? t("Seats {seats} bet together.", facts) : t("Seats {seats} are to bet together: not every partner has said so yet.", facts);
    return h(
      "li",
      { "data-partnership": one.number },
      h("p", { text: one.marked ? `${words} ${t("The floor has marked it, and ends it.")}` : words }),
      one.marked
        ? null
        : h(
            "div",
            { class: "buttons" },
            one.counts || one.agreed ? null : button(t("Yes, we do"), () => send("DeclarePartners", { seats: one.seats })),
            button(one.counts ? t("End it") : t("No, thank you"), () => send("DissolvePartners", { number: one.number })),
          ),
    );
  });
  const dialog = openSheet(
    t("Betting together"),
    h("p", { class: "small", text: t("Partners are one bettor before the table maximum. It counts when each of them has said so.") }),
    h("ul", { class: "rows" }, ...known),
    ...boxes.map(({ box, seat, name }) => h("label", { class: "check" }, box, h("span", { text: `${t("Seat {seat}", { seat })} · ${name}` }))),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "button gold", onclick: () => send("DeclarePartners", { seats: chosen() }) }, t("We bet together"))),
  );
}
