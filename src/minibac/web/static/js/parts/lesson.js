/**
 * The first minute: one round to watch, with a caption for each step, what cards are worth and who draws; and the one question about
 * sound. The round comes from the house, dealt under the rules of this table, and is shown on a felt like the table's own.
 */

import { get } from "../api.js";
import { h, make, mark, say } from "../dom.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { TableStore } from "../store.js";
import { spoken, t } from "../voice.js";
import { cardFace } from "./faces.js";
import { MbFelt } from "./felt.js";
import { openSheet } from "./sheet.js";
import { clauseLink } from "./strip.js";

/** @typedef {{id: string, said: import("../types.js").Said, clauses: string[], set: Record<string, any>, events: any[]}} Frame */
/** @typedef {{rank: string, points: number, clauses: string[]}} Worth */

/** How long a caption stands before the next step, where nobody steps by hand. */
const STEP_MS = 4_500;
/** Below the felt: a caption of three lines, the buttons, the question about sound. */
const BELOW_PX = 250;
const LOUD = 0.6;

/** The style of what comes later is fetched with it. */
const style = new Promise((done) => {
  const link = h("link", { rel: "stylesheet", href: new URL("../../css/lesson.css", import.meta.url).href });
  link.addEventListener("load", done);
  link.addEventListener("error", done);
  document.head.append(link);
});

/** @param {string} table @param {number|null} [seat] */
const lessonOf = (table, seat) => get(`/api/tables/${encodeURIComponent(table)}/lesson?seat=${seat ?? 0}`);

/** The clauses of a step, each where it can be read. @param {readonly string[]} clauses @param {string} table */
const cited = (clauses, table) => clauses.slice(0, 2).flatMap((clause) => [" ", h("a", { class: "clause", href: clauseLink(table, clause), target: "_blank", text: clause })]);

/** A felt that shows what a script tells it, as if a table had. @param {import("../types.js").View} view @param {number} seat */
function stage(view, seat) {
  const link = new EventTarget();
  const store = new TableStore(/** @type {any} */ (link));
  const felt = make(MbFelt, { inert: true });
  felt.reserve = () => BELOW_PX;
  const tell = (/** @type {string} */ name, /** @type {Record<string, any>} */ detail) => link.dispatchEvent(new CustomEvent(name, { detail: { now: Date.now(), ...detail } }));
  const empty = { seats: [], wagers: {}, spoken: [], coup: null, last: null, clock: null, strip: [], set_aside: [], waiting: 0, last_hand: false, incidents: 0 };
  tell("welcome", { view: { ...view, ...empty }, you: { role: "guest" }, yours: { seat } });
  /** @param {Record<string, any>} set @param {any[]} events */
  const show = (set, events) => {
    tell("news", { set });
    const { wagers, chips_cents: chips } = store.seen;
    for (const [id, spot] of felt.bySpot) {
      const mine = wagers.find((wager) => wager.seat === seat && wager.wager === id)?.stake_cents ?? 0;
      spot.lay({ mine, added: 0, coupon: 0, spoken: 0, pending: 0, ready: 0, others: 0, outcome: "" }, chips, false);
    }
    for (const event of events) {
      if (event.event === "ActionsTaken") felt.settle(event.actions);
      if (event.event === "CardDealt") sound.card();
    }
  };
  return { felt, show, follow: () => felt.follow(store) };
}

/** The one question about sound; voice stays off until somebody asks for it. */
function soundQuestion() {
  const ways = /** @type {const} */ ([
    [t("Silent"), 0, 0],
    [t("Chips and cards"), LOUD, 0],
    [t("Chips, cards and the dealer’s voice"), LOUD, LOUD],
  ]);
  const buttons = ways.map(([words, effects, voice]) =>
    h("button", { type: "button", class: "button small", onclick: () => choose(effects, voice) }, words),
  );
  const choose = (/** @type {number} */ effects, /** @type {number} */ voice) => {
    settings.set("effects", effects);
    settings.set("voice", voice);
    show();
    sound.chip();
  };
  const show = () => ways.forEach(([, effects, voice], index) => mark(buttons[index], "aria-pressed", Boolean(effects) === Boolean(settings.values.effects) && Boolean(voice) === Boolean(settings.values.voice) ? "true" : "false"));
  show();
  return h("div", { class: "lesson-sound", role: "group", "aria-label": t("Sound") }, h("span", { class: "small", text: t("Would you like to hear the table?") }), ...buttons);
}

/**
 * Watch one round, and be asked about sound; resolves when it is over or skipped, with whether somebody wants to be shown around too.
 * @param {import("../types.js").View} view the table that one sits at
 * @param {number|null} seat
 * @returns {Promise<boolean>}
 */
export async function watchRound(view, seat) {
  const [{ round }] = await Promise.all([lessonOf(view.table, seat), style]);
  const own = seat ?? Number(Object.keys(round[0].set.wagers)[0]);
  const { felt, show, follow } = stage(view, own);
  /** @type {Record<string, any>} */
  const whole = {};
  /** The view after each step, so that one can go back. */
  const views = /** @type {Frame[]} */ (round).map(({ set }) => ({ ...Object.assign(whole, set) }));
  let at = -1;
  let timer = 0;
  let around = false;
  const says = h("p", { class: "lesson-says", "aria-live": "polite" });
  const where = h("span", { class: "small quiet figures" });
  const back = h("button", { type: "button", class: "button", "data-do": "back", onclick: () => step(-1) }, t("Back"));
  const next = h("button", { type: "button", class: "button gold", "data-do": "next", onclick: () => step(1) });
  const play = h("button", { type: "button", class: "button", "data-do": "play", onclick: () => (timer ? stop() : start()) });
  const tour = h("button", { type: "button", class: "button", "data-do": "tour", onclick: () => ((around = true), dialog.close()) }, t("Show me around"));
  const skip = h("button", { type: "button", class: "button plain", "data-do": "skip", onclick: () => dialog.close() }, t("Skip"));
  const dialog = openSheet(t("Watch one round"), felt, h("div", { class: "lesson-foot" }, says, h("div", { class: "buttons" }, next, back, play, tour, skip, where), soundQuestion()));
  dialog.classList.add("lesson");
  follow();
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    say(play, t("Play"));
  };
  const start = () => {
    say(play, t("Pause"));
    timer = setInterval(() => turn(1), STEP_MS);
  };
  const turn = (/** @type {number} */ by) => {
    const to = at + by;
    if (to >= round.length) {
      dialog.close();
      return;
    }
    at = Math.max(0, to);
    show(views[at], by > 0 ? round[at].events : []);
    says.replaceChildren(h("span", { text: spoken(round[at].said) }), ...cited(round[at].clauses, view.table));
    say(where, `${at + 1} / ${round.length}`);
    const last = at === round.length - 1;
    say(next, last ? t("Let me play") : t("Next"));
    mark(dialog, "data-step", round[at].id);
    back.disabled = at === 0;
    tour.hidden = !last;
    play.hidden = skip.hidden = last;
    if (last) stop();
  };
  /** Who steps by hand is not hurried on. @param {number} by */
  const step = (by) => {
    stop();
    turn(by);
  };
  turn(1);
  if (settings.pace(1)) start();
  else say(play, t("Play"));
  next.focus();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      stop();
      settings.set("tour", true);
      done(around);
    });
  });
}

/** What cards are worth and who draws, drawn from the rulebook of this table: a part of help. @param {import("../types.js").View} view */
export function cardsInAMinute(view) {
  const place = h("section", { class: "lesson-cards", "aria-label": t("Cards and drawing in a minute") });
  Promise.all([lessonOf(view.table), style]).then(([{ values, drawing }]) => place.prepend(...drawn(values, drawing, view.table)));
  const watch = () => {
    place.closest("dialog")?.close();
    watchRound(view, null);
  };
  place.append(h("button", { type: "button", class: "button gold", "data-do": "watch", onclick: watch }, t("Watch one round")));
  return place;
}

/** @param {Worth[]} values @param {any} drawing @param {string} table */
function drawn(values, drawing, table) {
  /** Ranks that are worth the same stand together. @type {Map<number, Worth[]>} */
  const byPoints = new Map();
  for (const worth of values) byPoints.set(worth.points, [...(byPoints.get(worth.points) ?? []), worth]);
  const groups = [...byPoints].map(([points, ranks]) =>
    h("figure", { class: "worth", "aria-label": t("{ranks} count {points}", { ranks: ranks.map(({ rank }) => rank).join(" "), points }) }, h("div", { class: "worth-cards", "aria-hidden": "true" }, ...ranks.map(({ rank }) => cardFace(`${rank}s`))), h("figcaption", { class: "figures", text: points })),
  );
  const thirds = [...drawing.third];
  return [
    h("h3", { text: t("What cards are worth") }),
    h("div", { class: "worths" }, ...groups),
    h("p", { class: "small" }, t("The Point Count of a hand is the last digit of its sum. The hand that comes nearer to nine wins."), ...cited(values[0].clauses, table)),
    h("h3", { text: t("Who draws") }),
    ...drawing.lines.map((/** @type {any} */ line) => h("p", { class: "small" }, spoken(line.said), ...cited(line.clauses, table))),
    h(
      "div",
      { class: "scroll-x", tabindex: 0, role: "region", "aria-label": t("When the Banker’s Hand draws") },
      h(
        "table",
        { class: "plain tableau-small" },
        h("caption", { class: "small quiet", text: t("Banker’s total down, the Player’s third card across; a dot draws") }),
        h("thead", {}, h("tr", {}, h("td"), ...thirds.map((third) => h("th", { scope: "col", text: third === "-" ? "–" : third })))),
        h("tbody", {}, ...drawing.banker.map((/** @type {any} */ row) => h("tr", {}, h("th", { scope: "row", text: row.total }), ...thirds.map((third) => h("td", {}, row.draws.includes(third) ? h("span", { class: "draws", role: "img", "aria-label": t("draws") }) : ""))))),
      ),
    ),
  ];
}
