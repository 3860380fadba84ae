/** Help: cards and drawing in a minute, the keys, and the tour of the page. */

import { h } from "../dom.js";
import { t, words } from "../voice.js";
import { cardsInAMinute } from "./lesson.js";
import { openSheet } from "./sheet.js";

const KEYS = words({
  "1–6": "choose a chip",
  "P B T": "put it on Player, Banker, Tie",
  "← →": "move between the areas; Enter puts a chip, Delete takes it back",
  "Z": "undo the last chip",
  "R": "the wagers of the last round again",
  "X": "double all wagers",
  "C": "take all wagers back",
  "D": "deal: nobody needs to wait for you",
  "Space": "peel, then turn",
  "Enter": "turn the cards you hold",
  "G": "scoreboards",
  "H": "this page",
  "M": "sound on or off",
});

/** @param {import("../types.js").View} view the table that one looks at */
export function openHelp(view) {
  openSheet(
    t("Help"),
    h("p", { text: t("You play with play chips. They are worth nothing, cannot be bought and cannot be cashed in.") }),
    h("p", { text: t("Choose a chip, then tap an area; tap again to add. A long press or a right click takes the last chip back. A wager is a ghost until the house has accepted it. If the house says no, you read why, with the clause.") }),
    h("p", { text: t("Where the rulebook hands cards out, the bettor with the highest wager may peel them. Peeling changes nothing: the cards were sealed before the cut.") }),
    cardsInAMinute(view),
    h("h3", { text: t("Keys") }),
    h(
      "table",
      { class: "plain" },
      h("tbody", {}, ...Object.entries(KEYS).map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, ...key.split(" ").map((one) => h("kbd", { class: "kbd", text: one }))), h("td", { text: t(what) })))),
    ),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => startTour() }, t("Show me around")), h("a", { class: "button", href: "/manual", target: "_blank", text: t("Manual") })),
  );
}

/** What is shown around, and the words for it; the language is there by then. */
const stopsOf = () => [
  { at: "mb-felt .hands", title: t("The two hands"), text: t("Player on the left, Banker on the right. The number beside the cards is the Point Count; nine is best.") },
  { at: "mb-felt .spots", title: t("Your wagers"), text: t("These are the wagers of this table’s rulebook, with what they pay. Tap one to put the chosen chip there.") },
  { at: "mb-chip-tray", title: t("Your chips"), text: t("Choose a chip here. Undo, clear, rebet and double work until “no more bets”. They are play chips.") },
  { at: "mb-strip", title: t("The procedure"), text: t("What the dealer does now and next, each step with its clause.") },
  { at: "mb-roads", title: t("The scoreboards"), text: t("Five roads of this shoe. Banker is round and red, Player square and blue.") },
  { at: ".head-tools", title: t("Rules, fairness, settings"), text: t("Read the rulebook, check that the shoe is fair, change speed, sound, light and language.") },
];

/** Show what is where, one thing at a time; resolves when it is over. @returns {Promise<void>} */
export function startTour() {
  document.querySelectorAll("dialog[open]").forEach((dialog) => /** @type {HTMLDialogElement} */ (dialog).close());
  const stops = stopsOf().map((stop) => ({ ...stop, place: document.querySelector(stop.at) })).filter(({ place }) => place);
  let at = 0;
  const words = h("p");
  const count = h("span", { class: "small quiet figures" });
  const next = h("button", { type: "button", class: "button gold" });
  const stop = h("button", { type: "button", class: "button plain" }, t("Skip"));
  const title = h("h2", { id: "tour-title" });
  const card = h("dialog", { class: "tour", "aria-labelledby": "tour-title" }, title, words, h("div", { class: "buttons" }, next, stop, count));
  const ring = h("div", { class: "tour-ring", "aria-hidden": "true" });
  let over = () => {};
  const done = () => {
    watching.disconnect();
    ring.remove();
    card.remove();
    scrollTo(0, 0); // back to the table, from wherever it led
    over();
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
    const { place, title: name, text } = stops[at];
    title.textContent = name;
    words.textContent = text;
    count.textContent = `${at + 1} / ${stops.length}`;
    next.textContent = at === stops.length - 1 ? t("Let me play") : t("Next");
    place?.scrollIntoView({ block: "center" });
    if (!place) return;
    const box = around(place);
    ring.style.left = `${box.left - 6}px`;
    ring.style.top = `${box.top - 6}px`;
    ring.style.width = `${box.right - box.left + 12}px`;
    ring.style.height = `${box.bottom - box.top + 12}px`;
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
  return new Promise((resolve) => (over = resolve));
}

/** Where something is on the screen. The own boxes of the half-moon lie apart from what holds them. @param {Element} place */
function around(place) {
  const own = place.getBoundingClientRect();
  if (own.height) return own;
  const boxes = [...place.children].map((one) => one.getBoundingClientRect());
  const side = (/** @type {"left"|"top"|"right"|"bottom"} */ name, /** @type {(...values: number[]) => number} */ most) => most(...boxes.map((box) => box[name]));
  return { left: side("left", Math.min), top: side("top", Math.min), right: side("right", Math.max), bottom: side("bottom", Math.max) };
}
