/** A round told again, step by step, by a link: /replay/TABLE/SHOE/COUP. It is marked as a replay all the way through. */

import { get, RefusedError, session } from "../api.js";
import { h, make, mark, need, say } from "../dom.js";
import { dollars, gained } from "../money.js";
import { OUTCOMES } from "../names.js";
import { settings } from "../settings.js";
import { reasoned, refused, ruled, told, wagerName } from "../told.js";
import { TableStore } from "../store.js";
import { loadVoice, named, t, words } from "../voice.js";
import { cited } from "../parts/cited.js";
import { MbFelt } from "../parts/felt.js";
import { Shell } from "../parts/shell.js";
import { clockTime } from "../parts/times.js";

const STEPS = words({
  first: "To the beginning",
  back: "Back",
  on: "step|On",
  last: "To the end",
});

const [, , table = "", shoe = "", coup = ""] = location.pathname.split("/").map(decodeURIComponent);
const PACE_MS = 1_100;
const QUIET = new Set(["ConnectionSaid"]);

/** @typedef {{player: {position: number, card: string|null}[], banker: {position: number, card: string|null}[], counts: Record<string, number|null>,
 *   wagers: Map<string, number>, result: string, drawn: number}} Seen */

/** What lies on the table after so many events; the final counts are the recalled round's. @param {any[]} events @param {any} coup @returns {Seen} */
function after(events, coup) {
  /** @type {Seen} */
  const seen = { player: [], banker: [], counts: { player: null, banker: null }, wagers: new Map(), result: "", drawn: 0 };
  const hand = (/** @type {string} */ name) => (name === "banker" ? seen.banker : seen.player);
  for (const event of events) {
    const key = `${event.seat} ${event.wager}`;
    if (event.event === "WagerPlaced") seen.wagers.set(key, (seen.wagers.get(key) ?? 0) + event.cents);
    else if (event.event === "WagerWithdrawn") seen.wagers.set(key, Math.max(0, (seen.wagers.get(key) ?? 0) - event.cents));
    else if (event.event === "CardDealt" || event.event === "CardMoved") {
      hand(event.hand).push({ position: event.position, card: event.card ?? null });
      seen.drawn = Math.max(seen.drawn, event.position + 1);
      seen.counts[event.hand] = null;
    }
    else if (event.cards && event.hand) for (const [position, card] of Object.entries(event.cards)) turn(hand(event.hand), Number(position), String(card));
    else if (event.event === "CountCalled") seen.counts[event.hand] = event.count;
    else if (event.event === "ResultCalled") {
      seen.counts = { player: coup?.player_total ?? null, banker: coup?.banker_total ?? null };
      seen.result = coup?.result ?? "";
    }
  }
  return seen;
}

/** @param {{position: number, card: string|null}[]} cards @param {number} position @param {string} card */
function turn(cards, position, card) {
  const found = cards.find((one) => one.position === position);
  if (found) found.card = card;
}

class ReplayPage {
  /** @param {any} found @param {any} there the table as it is now: what is printed on it @param {import("../types.js").Person|null} person */
  constructor(found, there, person) {
    this.there = there;
    this.link = new EventTarget();
    this.felt = make(MbFelt, { above: "large" });
    this.felt.follow(new TableStore(/** @type {import("../protocol.js").TableLink} */ (this.link)));
    this.events = found.events.filter((/** @type {any} */ event) => !QUIET.has(event.event));
    this.coup = found.coup;
    this.at = 1;
    this.timer = 0;
    this.shell = new Shell({ title: t("Replay"), person, table });
    this.says = h("p", { class: "replay-says", "aria-live": "polite" });
    this.clauses = h("p", { class: "small" });
    this.where = h("output", { class: "small quiet figures" });
    this.slider = h("input", { type: "range", min: 1, max: this.events.length, step: 1, "aria-label": t("Step") });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.playButton = h("button", { type: "button", class: "button gold", onclick: () => this.#play() }, t("Play"));
    this.wagers = h("section", { class: "panel pad", "aria-label": t("Wagers") });
    this.steps = h("ol", { class: "replay-steps", tabindex: 0, "aria-label": t("Every step") });
    this.#build();
    document.addEventListener("keydown", (event) => this.#key(event));
    this.show(1);
    this.shell.ready();
  }

  /** Which round of which table this is. */
  which() {
    return t("Shoe {shoe}, round {coup}, {table}", { shoe, coup, table: ruled(this.there.view.name) || table });
  }

  #build() {
    const number = Number(coup);
    say(this.shell.line, this.which());
    const step = (/** @type {string} */ word, /** @type {() => void} */ onclick) => h("button", { type: "button", class: "button", "data-do": word, onclick }, named(STEPS, word));
    const way = (/** @type {number} */ to, /** @type {string} */ word) => h("a", { class: "button plain", href: `/replay/${encodeURIComponent(table)}/${shoe}/${to}` }, word);
    this.steps.append(...this.events.map((/** @type {any} */ event, /** @type {number} */ index) => h("li", {}, h("button", { type: "button", onclick: () => this.show(index + 1) }, h("span", { class: "figures quiet", text: index + 1 }), h("span", { text: told(event) })))));
    this.shell.main.append(
      h("h1", { class: "unseen", text: `${t("This is a replay")}. ${this.which()}` }),
      h("p", { class: "replay-mark", role: "note" }, h("span", { text: t("This is a replay") }), h("span", { class: "small", text: this.which() })),
      h(
        "div",
        { class: "work-grid wide-left" },
        h(
          "div",
          { class: "column" },
          h("section", { class: "felt-frame", "aria-label": t("Table") }, this.felt),
          h(
            "section",
            { class: "panel replay-bar", "aria-label": t("Replay") },
            this.says,
            h("div", { class: "next-under" }, this.clauses, this.where),
            this.slider,
            h("div", { class: "buttons" }, step("first", () => this.show(1)), step("back", () => this.show(this.at - 1)), this.playButton, step("on", () => this.show(this.at + 1)), step("last", () => this.show(this.events.length))),
            h("div", { class: "next-under small" }, number > 1 ? way(number - 1, t("Round before")) : h("span"), h("span", { class: "quiet", text: t("Arrow keys step, Home and End jump, Space plays.") }), way(number + 1, t("Round after"))),
          ),
          this.#outcome(),
        ),
        h("div", { class: "column" }, this.wagers, h("section", { class: "panel pad", "aria-label": t("Every step") }, h("h2", { text: t("Every step") }), this.steps)),
      ),
    );
  }

  #outcome() {
    const rows = this.coup?.wagers ?? [];
    if (!rows.length) return null;
    return h(
      "section",
      { class: "panel pad", "aria-label": t("What each wager came to"), hidden: true, id: "outcome" },
      h("h2", { text: t("What each wager came to") }),
      h(
        "div",
        { class: "scroll-x", tabindex: 0, role: "region", "aria-label": t("What each wager came to") },
        h(
          "table",
          { class: "plain" },
          h(
            "tbody",
            {},
            ...rows.map((/** @type {any} */ row) => {
              const why = this.coup.why?.[row.wager];
              const reason = reasoned(row, this.coup);
              return h("tr", {}, h("td", { text: t("Seat {seat}", { seat: row.seat }) }), h("td", { text: `${wagerName(row.wager)} ${dollars(row.stake_cents)}` }), h("td", { text: named(OUTCOMES, row.outcome) }), h("td", { class: "number", text: row.net_cents ? gained(row.net_cents) : dollars(0) }), h("td", { class: "small" }, reason ? `${reason} ` : "", why?.clause ? cited([why.clause], table) : ""));
            }),
          ),
        ),
      ),
    );
  }

  /** @param {number} step */
  show(step) {
    this.at = Math.max(1, Math.min(this.events.length, step));
    const event = this.events[this.at - 1];
    const seen = after(this.events.slice(0, this.at), this.coup);
    this.#lay(seen);
    if (event.event === "ActionsTaken") this.felt.settle(event.actions);
    say(this.felt.caption, told(event));
    say(this.says, told(event));
    this.clauses.replaceChildren(cited(event.clauses ?? [], table));
    say(this.where, `${t("Step {step} of {all}", { step: this.at, all: this.events.length })} · ${clockTime(event.at)}`);
    this.slider.value = String(this.at);
    mark(this.slider, "aria-valuetext", told(event));
    const bets = [...seen.wagers].filter(([, cents]) => cents);
    this.wagers.replaceChildren(
      h("h2", { text: t("Wagers") }),
      bets.length ? h("ul", { class: "seat-bets" }, ...bets.map(([key, cents]) => h("li", { class: `bet bet-${key.split(" ")[1]}` }, h("span", { text: `${t("Seat {seat}", { seat: key.split(" ")[0] })} · ${wagerName(key.split(" ")[1])}` }), h("span", { class: "figures", text: dollars(cents) })))) : h("p", { class: "quiet small", text: t("No wagers.") }),
    );
    [...this.steps.children].forEach((line, index) => mark(line, "aria-current", index + 1 === this.at ? "step" : null));
    const now = /** @type {HTMLElement|undefined} */ (this.steps.children[this.at - 1]);
    if (now) this.steps.scrollTop = now.offsetTop - this.steps.clientHeight / 2;
    const outcome = document.querySelector("#outcome");
    if (outcome instanceof HTMLElement) outcome.hidden = !seen.result;
    if (this.at === this.events.length) this.#stop();
  }

  /** The table as it lay then: this round's cards and chips on the print of the table. @param {Seen} seen */
  #lay(seen) {
    const { view, now } = this.there;
    /** @type {Record<string, Record<string, number[]>>} */
    const wagers = {};
    for (const [key, cents] of seen.wagers) {
      const [seat, wager] = key.split(" ");
      if (cents) (wagers[seat] ??= {})[wager] = [cents];
    }
    const seats = [...new Set([...seen.wagers.keys()].map((key) => Number(key.split(" ")[0])))].map((seat) => ({ seat, name: t("Seat {seat}", { seat }), connected: true, chips_cents: 0, owed_cents: 0 }));
    const cards = { player: seen.player.map((one) => one.card), banker: seen.banker.map((one) => one.card) };
    const round = { no: Number(coup), ...cards, player_total: seen.counts.player, banker_total: seen.counts.banker, result: seen.result || null, holders: {}, handed: null, offered: null };
    const left = seen.drawn ? Math.max(0, view.cards_count - seen.drawn) : view.cards_count;
    const then = { ...view, coup: round, wagers, seats, clock: null, set_aside: [], waiting: 0, burned: [], strip: [], phase: "", cards_left: left, cut_card_depth: 0, last_hand: false };
    this.link.dispatchEvent(new CustomEvent("welcome", { detail: { now, view: then, you: null, yours: null } }));
  }

  #play() {
    if (this.timer) {
      this.#stop();
      return;
    }
    if (this.at === this.events.length) this.show(1);
    say(this.playButton, t("Pause"));
    this.timer = setInterval(() => this.show(this.at + 1), Math.max(350, settings.pace(PACE_MS) || PACE_MS));
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = 0;
    say(this.playButton, t("Play"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, dialog")) return;
    if (event.key === "ArrowRight") this.show(this.at + 1);
    else if (event.key === "ArrowLeft") this.show(this.at - 1);
    else if (event.key === "Home") this.show(1);
    else if (event.key === "End") this.show(this.events.length);
    else if (event.key === " " && !target.closest("button, a")) this.#play();
    else return;
    event.preventDefault();
  }
}

await loadVoice();
const who = await session().catch(() => ({ person: null }));
try {
  const found = await get(`/api/tables/${encodeURIComponent(table)}/coups/${encodeURIComponent(shoe)}/${encodeURIComponent(coup)}`);
  new ReplayPage(found, await get(`/api/tables/${encodeURIComponent(table)}`), who.person);
} catch (error) {
  if (!(error instanceof RefusedError)) throw error;
  const shell = new Shell({ title: t("Replay"), person: who.person, table });
  need("#work").append(h("section", { class: "panel come-in" }, h("h1", { text: t("There is no such round.") }), h("p", { text: refused(error.refusal) }), h("a", { class: "button", href: "/" }, t("To the lobby"))));
  shell.ready();
}
