/**
 * `<mb-chip-tray>`: the denominations of the table, the chosen one raised; undo, clear, rebet, double; the balance.
 * Tap a chip to choose it, or drag it to a spot.
 *
 * Events: `do` with "undo", "clear", "rebet" or "double"; `laid` with `{wager, cents}`; `buy`; `ready`, when nobody needs to
 * wait for this guest any more; and `other`, where the table takes wagers that are no chips.
 */

import { h, icon, mark, say } from "../dom.js";
import { dollars, face, gained } from "../money.js";
import { settings } from "../settings.js";
import { named, t, words } from "../voice.js";
import { chip } from "./faces.js";

const WORDS = words({
  undo: "Undo",
  clear: "Clear",
  rebet: "Rebet",
  double: "Double",
});

const DRAG_PX = 8;
const MOST_CHIPS = 6;
const ACTIONS = /** @type {const} */ (["undo", "clear", "rebet", "double"]);
const KEYS = { undo: "Z", clear: "C", rebet: "R", double: "X" };

export class MbChipTray extends HTMLElement {
  constructor() {
    super();
    this.chips = h("div", { class: "tray-chips", role: "radiogroup" });
    this.balance = h("output", { class: "figures balance" });
    this.wagered = h("output", { class: "figures wagered" });
    this.last = h("output", { class: "figures last-net" });
    this.lastLine = h("span", { class: "money-line", hidden: true }, h("span", { class: "money-word", text: t("Last round") }), this.last);
    this.buy = h("button", { type: "button", class: "button gold buy" }, icon("buy"), h("span", { text: t("Buy in") }));
    this.actions = h("div", { class: "tray-actions" });
    this.readyWord = h("span");
    this.ready = h("button", { type: "button", class: "button gold tray-ready", hidden: true, "aria-keyshortcuts": "D Enter", onclick: () => this.#tell("ready") }, this.readyWord);
    this.other = h("button", { type: "button", class: "button icon tray-other", hidden: true, title: t("Other ways to wager"), "aria-label": t("Other ways to wager"), onclick: () => this.#tell("other") }, icon("menu"));
    /** @type {number[]} */
    this.values = [];
    this.chosen = settings.values.chip || 0;
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
  }

  connectedCallback() {
    if (this.childElementCount) return;
    mark(this.chips, "aria-label", t("Chip to put down"));
    for (const name of ACTIONS) {
      const label = named(WORDS, name);
      const button = h(
        "button",
        { type: "button", class: "button tray-do", title: `${label} (${KEYS[name]})`, "aria-keyshortcuts": KEYS[name], onclick: () => this.#tell("do", name) },
        icon(name),
        h("span", { text: label }),
      );
      this.buttons[name] = button;
      this.actions.append(button);
    }
    this.actions.append(this.ready);
    this.buy.addEventListener("click", () => this.#tell("buy"));
    this.append(
      h(
        "div",
        { class: "tray-money" },
        h("span", { class: "money-line" }, h("span", { class: "money-word", text: t("Chips") }), this.balance),
        h("span", { class: "money-line" }, h("span", { class: "money-word", text: t("Wagered") }), this.wagered),
        this.lastLine,
        this.buy,
        this.other,
      ),
      this.chips,
      this.actions,
    );
  }

  /** @param {string} name @param {unknown} [detail] */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** @param {readonly number[]} values @param {number} [least] the smallest wager, for a chip to begin with */
  offer(values, least = 0) {
    const sorted = [...values].sort((a, b) => a - b).slice(0, 8);
    const shown = sorted.length > MOST_CHIPS ? sorted.slice(-MOST_CHIPS) : sorted;
    if (shown.join() === this.values.join()) return;
    this.values = shown;
    if (!shown.includes(this.chosen)) this.chosen = shown.find((cents) => cents >= least) ?? shown.at(-1) ?? 0;
    this.chips.replaceChildren(...shown.map((cents, index) => this.#chip(cents, index)));
    this.#show();
  }

  /** Whether the table takes wagers that are no chips. @param {boolean} takes @param {boolean} now whether wagers are taken now */
  also(takes, now) {
    this.other.hidden = !takes;
    this.other.disabled = !now;
  }

  /** @param {number} cents @param {number} index */
  #chip(cents, index) {
    const button = h(
      "button",
      { type: "button", class: "tray-chip", role: "radio", "data-cents": cents, "aria-label": t("Chip of {value}", { value: dollars(cents) }), title: `${face(cents)} (${index + 1})`, "aria-keyshortcuts": String(index + 1) },
      chip(cents),
    );
    button.addEventListener("click", () => this.choose(cents));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = this.values[(this.values.indexOf(cents) + step + this.values.length) % this.values.length];
      this.choose(next);
      /** @type {HTMLElement|null} */ (this.chips.querySelector(`[data-cents="${next}"]`))?.focus();
    });
    button.addEventListener("pointerdown", (event) => this.#drag(event, cents, button));
    return button;
  }

  /** @param {number} cents */
  choose(cents) {
    if (!this.values.includes(cents)) return;
    this.chosen = cents;
    settings.set("chip", cents);
    this.#show();
  }

  /** @param {number} number from one */
  chooseNumber(number) {
    const cents = this.values[number - 1];
    if (cents) this.choose(cents);
  }

  #show() {
    for (const button of this.chips.children) {
      const on = Number(/** @type {HTMLElement} */ (button).dataset.cents) === this.chosen;
      mark(button, "aria-checked", on ? "true" : "false");
      mark(button, "tabindex", on ? 0 : -1);
    }
  }

  /** Carry a chip to a spot. @param {PointerEvent} down @param {number} cents @param {HTMLElement} button */
  #drag(down, cents, button) {
    if (down.button !== 0) return;
    /** @type {HTMLElement|null} */
    let carried = null;
    const size = button.offsetWidth;
    button.setPointerCapture(down.pointerId);
    const move = (/** @type {PointerEvent} */ event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!carried && Math.hypot(dx, dy) > DRAG_PX) {
        carried = h("div", { class: "carried", "aria-hidden": "true" }, chip(cents));
        carried.style.width = `${size}px`;
        document.body.append(carried);
        this.choose(cents);
      }
      if (carried) carried.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2}px)`;
    };
    const up = (/** @type {PointerEvent} */ event) => {
      button.removeEventListener("pointermove", move);
      button.removeEventListener("pointerup", up);
      button.removeEventListener("pointercancel", up);
      if (!carried) return;
      carried.remove();
      if (event.type === "pointercancel") return;
      const spot = document.elementFromPoint(event.clientX, event.clientY)?.closest("mb-spot");
      if (spot instanceof HTMLElement) this.#tell("laid", { wager: spot.dataset.area, cents });
    };
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", up);
    button.addEventListener("pointercancel", up);
  }

  /**
   * @param {{balance: number, wagered: number, seated: boolean, can: Record<string, boolean>, last: number|null, ready: import("../types.js").Yours["ready"]}} facts
   */
  set({ balance, wagered, seated, can, last, ready }) {
    this.ready.hidden = !ready;
    if (ready) {
      mark(this, "data-deals", true); // from now on its place is kept, so that no chip moves under a finger
      const waits = t("Waiting for {count:guest|guests}", { count: ready.others });
      say(this.readyWord, !ready.others ? t("Deal") : ready.said ? waits : t("Ready"));
      mark(this.ready, "aria-pressed", ready.said ? "true" : "false");
      mark(this.ready, "title", ready.said ? t("Not ready yet (D)") : t("No need to wait for me (D)"));
    }
    this.lastLine.hidden = last === null;
    say(this.last, last === null ? "" : gained(last));
    mark(this.last, "data-sign", last ? (last > 0 ? "good" : "bad") : null);
    say(this.balance, dollars(balance));
    say(this.wagered, dollars(wagered));
    for (const name of ACTIONS) this.buttons[name].disabled = !can[name];
    mark(this, "data-seated", seated);
  }
}

customElements.define("mb-chip-tray", MbChipTray);
