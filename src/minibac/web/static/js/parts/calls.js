/**
 * `<mb-calls>`: what a dealer announces, as words at the edge of the felt: no more bets, the two Point Counts, the final counts with the
 * winner, last hand. Nothing comes over the cards. Which of it is right, the table says.
 *
 * Event `call` with the command. Keys while it has the focus: P and B choose the hand, a digit is its count; with both final
 * counts P, B and T are the winner, S what is called beside it. In an exam (`open`) everything can be called at any time: whether a
 * count or the result comes, the dealer chooses.
 */

import { h, hide, mark, say } from "../dom.js";
import { HANDS, WAGERS } from "../names.js";
import { wagerName } from "../told.js";
import { named, t } from "../voice.js";

/** @typedef {{coup: import("../types.js").Coup|null, betting: boolean, desk: any, help: boolean, mine: boolean, open?: boolean, shoe?: boolean}} CallFacts */

const BOTH = /** @type {const} */ (["player", "banker"]);

export class MbCalls extends HTMLElement {
  constructor() {
    super();
    /** @type {CallFacts} */
    this.facts = { coup: null, betting: false, desk: {}, help: true, mine: false };
    /** The hand whose count is spoken next. @type {"player"|"banker"} */
    this.hand = "player";
    /** Final counts that have been chosen. @type {Record<string, number|null>} */
    this.counts = { player: null, banker: null };
    this.also = "";
    this.round = "";
    /** Whether the result is called next, where that is the dealer's to know. */
    this.result = false;
    this.noMore = h("button", { type: "button", class: "button call-word", "data-call": "no-more-bets", "aria-keyshortcuts": "N", onclick: () => this.#call({ command: "CallNoMoreBets" }) }, t("No more bets"), h("kbd", { class: "kbd", text: "N" }));
    this.lastHand = h("button", { type: "button", class: "button call-word", "data-call": "last-hand", "aria-keyshortcuts": "L", onclick: () => this.#call({ command: "CallLastHand" }) }, t("Last hand"), h("kbd", { class: "kbd", text: "L" }));
    this.hands = BOTH.map((hand) => h("button", { type: "button", class: `button call-hand call-${hand}`, "data-hand": hand, onclick: () => this.#choose(hand) }));
    this.digits = Array.from({ length: 10 }, (_, count) => h("button", { type: "button", class: "button call-count figures", "data-count": count, onclick: () => this.#count(count) }, String(count)));
    this.which = [false, true].map((result) => h("button", { type: "button", class: "button call-which", "data-which": result ? "result" : "count", "aria-keyshortcuts": result ? "R" : "C", onclick: () => this.#turnTo(result) }, t(result ? "Call the result" : "Call a count"), h("kbd", { class: "kbd", text: result ? "R" : "C" })));
    this.countRow = h("div", { class: "count-row", role: "group", "aria-label": t("Point Counts") }, ...this.which, ...this.hands, ...this.digits);
    this.winners = h("div", { class: "winner-row", role: "group", "aria-label": t("Call the result") });
  }

  connectedCallback() {
    if (this.childElementCount) return;
    mark(this, "role", "group");
    mark(this, "aria-label", t("Calls"));
    this.append(this.noMore, this.lastHand, this.countRow, this.winners);
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether both Point Counts have been called, so that the next call is the result. */
  get final() {
    return this.facts.open ? this.result : BOTH.every((hand) => this.facts.coup?.called.includes(hand));
  }

  /** @param {CallFacts} facts */
  draw(facts) {
    this.facts = facts;
    const { coup, betting, desk, help, mine, open = false, shoe = true } = facts;
    const may = (/** @type {string} */ kind) => mine && (desk.practice || desk.by_hand?.some((/** @type {string} */ one) => one.startsWith(kind)));
    const counting = Boolean(coup && !coup.result && may(this.final ? "CallResult" : "CallCount"));
    // A count that is told as a help is known once its last card is turned.
    const known = help ? [coup?.player_total, coup?.banker_total] : [];
    const round = [coup?.no, coup?.called.length, coup?.player.length, coup?.banker.length, ...known].join(" ");
    if (round !== this.round) {
      this.round = round;
      this.result = false;
      this.hand = coup?.called.includes("player") && !this.final ? "banker" : "player";
      for (const hand of BOTH) this.counts[hand] = this.final && help ? (coup?.[`${hand}_total`] ?? null) : null;
      this.also = "";
    }
    for (const button of this.which) hide(button, !open);
    hide(this.noMore, (!open && !betting) || !may("CallNoMoreBets"));
    hide(this.lastHand, !shoe || (!open && (betting || coup !== null)) || !may("CallLastHand"));
    hide(this.countRow, !counting);
    hide(this.winners, !counting || !this.final);
    if (counting) this.#words();
    hide(this, [...this.children].every((child) => /** @type {HTMLElement} */ (child).hidden));
  }

  #words() {
    const { desk } = this.facts;
    for (const button of this.which) mark(button, "aria-pressed", (button.dataset.which === "result") === this.result ? "true" : "false");
    for (const button of this.hands) {
      const hand = button.dataset.hand ?? "";
      const count = this.final ? this.counts[hand] : null;
      say(button, count === null ? named(HANDS, hand) : `${named(HANDS, hand)} ${count}`);
      mark(button, "aria-pressed", hand === this.hand ? "true" : "false");
    }
    for (const button of this.digits) mark(button, "aria-label", t("{hand}’s count: {count}", { hand: named(HANDS, this.hand), count: Number(button.dataset.count) }));
    if (!this.final) return;
    const ready = BOTH.every((hand) => this.counts[hand] !== null);
    this.winners.replaceChildren(
      ...desk.winners.map((/** @type {string} */ result) => h("button", { type: "button", class: `button call-winner call-${result}`, "data-result": result, disabled: !ready, onclick: () => this.#result(result) }, result in HANDS ? t("{hand} wins", { hand: named(HANDS, result) }) : named(WAGERS, result))),
      ...desk.calls.map((/** @type {string} */ call) => h("button", { type: "button", class: "button call-also", "data-also": call, "aria-pressed": this.also === call ? "true" : "false", onclick: () => this.#beside(call) }, wagerName(call))),
    );
  }

  /** Come here with the keys. @param {boolean} [result] whether the result is to be called, where that is open */
  enter(result = false) {
    if (this.hidden || this.countRow.hidden) return false;
    if (this.facts.open) this.#turnTo(result);
    this.hands[BOTH.indexOf(this.hand)].focus();
    return true;
  }

  /** @param {boolean} result */
  #turnTo(result) {
    if (result !== this.result) {
      this.result = result;
      this.hand = "player";
      this.counts = { player: null, banker: null };
    }
    hide(this.winners, !result);
    this.#words();
  }

  /** @param {"player"|"banker"} hand */
  #choose(hand) {
    this.hand = hand;
    this.#words();
  }

  /** @param {number} count */
  #count(count) {
    if (!this.final) {
      const { hand } = this;
      if (this.facts.open) this.#choose(hand === "player" ? "banker" : "player");
      return this.#call({ command: "CallCount", hand, count });
    }
    this.counts[this.hand] = count;
    this.hand = BOTH.find((hand) => this.counts[hand] === null) ?? this.hand;
    return this.#words();
  }

  /** @param {string} call */
  #beside(call) {
    this.also = this.also === call ? "" : call;
    this.#words();
  }

  /** @param {string} result */
  #result(result) {
    const { player, banker } = this.counts;
    if (player === null || banker === null) return;
    const call = this.also;
    if (this.facts.open) this.#turnTo(false); // it may be called again
    this.#call({ command: "CallResult", player, banker, result, call });
  }

  /** What was called is called: the keys are those of the page again. @param {Record<string, any>} command */
  #call(command) {
    if (this.contains(document.activeElement)) this.closest("main")?.focus({ preventScroll: true });
    this.dispatchEvent(new CustomEvent("call", { detail: command }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.countRow.hidden) return;
    const key = event.key.toLowerCase();
    const hand = BOTH.find((one) => one[0] === key);
    const ready = this.final && BOTH.every((one) => this.counts[one] !== null);
    const winner = ready ? this.facts.desk.winners.find((/** @type {string} */ one) => one[0] === key) : "";
    if (/^\d$/.test(key)) this.#count(Number(key));
    else if (winner) this.#result(winner);
    else if (hand) this.#choose(hand);
    else if (key === "s" && this.final && this.facts.desk.calls.length) {
      const calls = ["", ...this.facts.desk.calls];
      this.#beside(calls[(calls.indexOf(this.also) + 1) % calls.length] || this.also);
    } else if (key === "backspace" && this.final) {
      this.counts = { player: null, banker: null };
      this.#choose("player");
    } else return;
    event.preventDefault();
  }
}

customElements.define("mb-calls", MbCalls);
