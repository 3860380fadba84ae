/**
 * What this page knows of one table: the view, merged from the parts that changed, and what only this connection may see.
 * Parts watch the keys they draw and are told once per message: at once, or in slices after it where that is soon enough.
 *
 * Events: `events` with what happened, `meanwhile` after a break, and `drawn` when the page shows all that is known here.
 */

import { Slices } from "./slices.js";
import { unfolded } from "./unfold.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Yours} Yours */
/** @typedef {import("./types.js").You} You */
/** @typedef {import("./types.js").PublicEvent} PublicEvent */
/** @typedef {{back: boolean, missed: PublicEvent[], leftOut: number}} Meanwhile */

/** @type {Yours} */
const NOTHING = { seat: null, chips_cents: 0, wallet_cents: 0, owed_cents: 0, leaving: { waits: false, pay_cents: 0, payable: false, unpaid: false }, cards: {}, asks: [], ready: null, wishes: [], partnerships: [] };

export class TableStore extends EventTarget {
  /** @param {import("./protocol.js").TableLink} link */
  constructor(link) {
    super();
    this.link = link;
    /** @type {View|null} */
    this.view = null;
    this.yours = NOTHING;
    /** @type {You|null} */
    this.you = null;
    this.offset = 0;
    /** @type {{keys: Set<string>, tell: () => void, later: boolean}[]} */
    this.watchers = [];
    this.slices = new Slices(() => this.#drawn());
    link.addEventListener("welcome", (event) => this.#welcome(/** @type {CustomEvent} */ (event).detail));
    link.addEventListener("news", (event) => this.#news(/** @type {CustomEvent} */ (event).detail));
    link.addEventListener("presence", (event) => this.#presence(/** @type {CustomEvent} */ (event).detail));
    link.addEventListener("wallet", (event) => {
      this.yours = { ...this.yours, wallet_cents: /** @type {CustomEvent} */ (event).detail.cents };
      this.#tell(new Set(["yours"]));
    });
  }

  /** The house's clock, in milliseconds since 1970. */
  now() {
    return Date.now() + this.offset;
  }

  /** The seat of this page, or null. */
  get seat() {
    return this.yours.seat || null;
  }

  /** The view once it is there. @returns {View} */
  get seen() {
    if (!this.view) throw new Error("the table has not said hello yet");
    return this.view;
  }

  /**
   * Be told when one of these parts changes: keys of the view, `yours` or `you`. Told at once when the view is there.
   * @param {readonly (keyof View | "yours" | "you")[]} keys
   * @param {(store: TableStore) => void} tell
   */
  watch(keys, tell) {
    return this.#watching(keys, tell, false);
  }

  /**
   * The same, but told in a slice after the news, in the order of watching: for what nobody waits for.
   * @param {readonly (keyof View | "yours" | "you")[]} keys
   * @param {(store: TableStore) => void} tell
   */
  watchLater(keys, tell) {
    return this.#watching(keys, tell, true);
  }

  /**
   * @param {readonly (keyof View | "yours" | "you")[]} keys
   * @param {(store: TableStore) => void} tell
   * @param {boolean} later
   */
  #watching(keys, tell, later) {
    const watcher = { keys: new Set(keys), tell: () => tell(this), later };
    this.watchers.push(watcher);
    if (this.view) watcher.tell();
    return () => {
      this.watchers = this.watchers.filter((other) => other !== watcher);
      this.slices.drop(watcher.tell);
    };
  }

  /** @param {any} message */
  #welcome(message) {
    this.offset = message.now - Date.now();
    this.view = /** @type {View} */ (unfolded(message.view));
    this.you = message.you;
    this.#mine(message.yours);
    this.#tell(null);
    const missed = Array.isArray(message.missed) ? message.missed : (message.missed?.events ?? []);
    /** @type {Meanwhile} */
    const meanwhile = { back: message.back, missed, leftOut: message.missed?.left_out ?? message.left_out ?? 0 };
    this.dispatchEvent(new CustomEvent("meanwhile", { detail: meanwhile }));
    if (!this.slices.waiting) this.#drawn();
  }

  /** @param {any} message */
  #news(message) {
    if (!this.view) return;
    this.offset = message.now - Date.now();
    const changed = new Set(Object.keys(message.set ?? {}));
    Object.assign(this.view, unfolded(message.set ?? {}));
    if (message.yours) {
      this.#mine(message.yours);
      changed.add("yours");
    }
    this.#tell(changed);
    if (message.events?.length) this.dispatchEvent(new CustomEvent("events", { detail: message.events }));
    if (!this.slices.waiting) this.#drawn();
  }

  /** @param {any} message */
  #presence(message) {
    if (!this.view) return;
    this.view.watching = message.watching;
    const there = new Set(message.seats ?? []);
    if (message.seats) this.view.seats = this.view.seats.map((seat) => ({ ...seat, connected: there.has(seat.seat) }));
    this.#tell(new Set(["seats", "watching"]));
    if (!this.slices.waiting) this.#drawn();
  }

  /** @param {Partial<Yours>|null|undefined} yours */
  #mine(yours) {
    this.yours = { ...NOTHING, wallet_cents: this.you?.wallet_cents ?? 0, ...(yours ?? {}) };
    this.yours.cards ??= {};
    this.yours.asks ??= [];
  }

  /** @param {Set<string>|null} changed all where null, and then at once: the page is behind in everything */
  #tell(changed) {
    for (const watcher of [...this.watchers]) {
      if (changed !== null && ![...watcher.keys].some((key) => changed.has(key))) continue;
      if (watcher.later && changed !== null) this.slices.add(watcher.tell);
      else watcher.tell();
    }
  }

  #drawn() {
    this.dispatchEvent(new Event("drawn"));
  }
}
