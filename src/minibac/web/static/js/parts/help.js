/** Help with the keys, and the first-visit tour. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { openSheet } from "./sheet.js";

const KEYS = [
  ["1–6", "chip"],
  ["P B T", "spots"],
  ["← →", "arrows"],
  ["Z", "undo"],
  ["R", "rebet"],
  ["X", "double"],
  ["C", "clear"],
  ["Space", "peel"],
  ["Enter", "turn"],
  ["G", "roads"],
  ["H", "help"],
  ["M", "mute"],
];

export function openHelp() {
  openSheet(
    t("help.title"),
    h("p", { text: t("help.play-chips") }),
    h("p", { text: t("help.wagering") }),
    h("p", { text: t("help.squeeze") }),
    h("h3", { text: t("help.keys") }),
    h(
      "table",
      { class: "plain" },
      h("tbody", {}, ...KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, ...key.split(" ").map((one) => h("kbd", { class: "kbd", text: one }))), h("td", { text: t(`help.key.${what}`) })))),
    ),
    h("button", { type: "button", class: "button", onclick: () => startTour(true) }, t("tour.again")),
  );
}

const STOPS = ["mb-felt .hands", "mb-felt .spots", "mb-chip-tray", "mb-strip", "mb-roads", ".head-tools"];

/** Show what is where, one thing at a time. @param {boolean} [again] */
export function startTour(again = false) {
  if (settings.values.tour && !again) return;
  document.querySelectorAll("dialog[open]").forEach((dialog) => /** @type {HTMLDialogElement} */ (dialog).close());
  const stops = STOPS.map((selector, index) => ({ place: document.querySelector(selector), index })).filter(({ place }) => place);
  let at = 0;
  const words = h("p");
  const count = h("span", { class: "small quiet figures" });
  const next = h("button", { type: "button", class: "button gold" });
  const stop = h("button", { type: "button", class: "button plain" }, t("tour.skip"));
  const title = h("h2", { id: "tour-title" });
  const card = h("dialog", { class: "tour", "aria-labelledby": "tour-title" }, title, words, h("div", { class: "buttons" }, next, stop, count));
  const ring = h("div", { class: "tour-ring", "aria-hidden": "true" });
  const done = () => {
    settings.set("tour", true);
    watching.disconnect();
    ring.remove();
    card.remove();
  };
  /** What the table asks of the guest has a clock of its own: the tour steps aside until it is answered. */
  const asks = [...document.querySelectorAll("mb-asks, mb-squeeze")];
  const watching = new MutationObserver(() => aside());
  const aside = () => {
    const asked = asks.some((element) => !(/** @type {HTMLElement} */ (element).hidden));
    if (asked === card.hidden) return;
    card.hidden = ring.hidden = asked;
    if (!asked) {
      show();
      next.focus();
    }
  };
  const show = () => {
    const { place, index } = stops[at];
    title.textContent = t(`tour.${index}.title`);
    words.textContent = t(`tour.${index}.text`);
    count.textContent = `${at + 1} / ${stops.length}`;
    next.textContent = at === stops.length - 1 ? t("tour.done") : t("tour.next");
    place?.scrollIntoView({ block: "center" });
    const box = place?.getBoundingClientRect();
    if (!box) return;
    ring.style.left = `${box.left - 6}px`;
    ring.style.top = `${box.top - 6}px`;
    ring.style.width = `${box.width + 12}px`;
    ring.style.height = `${box.height + 12}px`;
    const below = box.bottom + 12 + 190 < innerHeight;
    card.style.top = below ? `${box.bottom + 14}px` : `${Math.max(64, box.top - 204)}px`;
  };
  next.addEventListener("click", () => {
    at += 1;
    if (at >= stops.length) done();
    else show();
  });
  stop.addEventListener("click", done);
  card.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done();
    event.stopPropagation();
  });
  document.body.append(ring, card);
  card.show();
  show();
  next.focus();
  for (const element of asks) watching.observe(element, { attributes: true, attributeFilter: ["hidden"] });
  aside();
}
