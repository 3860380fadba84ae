/**
 * The exam of whoever sits it: what lies on its table, asked for and answered over HTTP. Steps stand in line, so that none is lost
 * however fast they come. It speaks to a store as the connection of a table does: `welcome`, then `news` with the parts that changed; and
 * `told` with every answer of the house.
 */

import { get, post, RefusedError } from "./api.js";

/** @typedef {import("./types.js").Said} Said */
/** @typedef {{id: string, steps: number, name: string, rulebook: string, ended: boolean, now: number, ends_at: number|null, view: Record<string, any>, yours: Record<string, any>, result: any, note?: string|null, paused?: boolean, happened_said?: Said[], refused?: import("./types.js").Refusal|null}} ToldExam */

/** How often the page looks what an instructor says, and lets time pass: for a guest who holds the cards or is slow with chips, and when it is up. */
const LOOK_MS = 4_000;
/** From when on the page waits for chips, and how often: who deals need not. */
const SLOW_MS = 20_000;
const MOST_WAITS = 8;
const WAIT = "wait";

export class ExamLink extends EventTarget {
  /** @param {string} id */
  constructor(id) {
    super();
    this.path = `/api/exams/${encodeURIComponent(id)}`;
    /** How many steps have been taken. */
    this.version = 0;
    /** @type {ToldExam|null} */
    this.told = null;
    /** Since when wagers are made, by the clock of the house, and how often the page has waited then. */
    this.since = 0;
    this.waited = 0;
    /** What stands in line. @type {Promise<unknown>} */
    this.line = Promise.resolve();
  }

  /** The first look; fails where there is no such exam. */
  async connect() {
    this.#hear(await get(this.path));
    this.#often();
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  #inLine(act) {
    const done = this.line.then(act);
    this.line = done.catch(() => null);
    return done;
  }

  #often() {
    setTimeout(async () => {
      if (this.told?.ended) return;
      if (!document.hidden) await (this.#waits() ? this.#wait() : this.look());
      this.#often();
    }, LOOK_MS);
  }

  /** Whether time changes something. */
  #waits() {
    const { paused, result, view, now, ends_at: until } = /** @type {ToldExam} */ (this.told);
    const up = until !== null && now >= until;
    const slow = view.betting && now - this.since >= SLOW_MS && this.waited < MOST_WAITS;
    return !paused && !result && (view.coup ? Boolean(view.coup.handed) : up || slow);
  }

  #wait() {
    this.waited += 1;
    return this.step(WAIT);
  }

  /** How it stands now; a house that does not answer is asked again later. */
  look() {
    return this.#inLine(async () => this.#hear(await get(this.path))).catch(() => null);
  }

  /** @param {string} kind @param {Record<string, any>} facts @returns {Promise<import("./protocol.js").Answer>} */
  command(kind, facts) {
    return this.step(JSON.stringify({ command: kind, ...facts }));
  }

  /** One step: right or wrong it is taken; refused is what hands cannot do. @param {string} step @returns {Promise<import("./protocol.js").Answer>} */
  step(step) {
    return this.#inLine(() => this.#ask("steps", { step }));
  }

  /** Give it up. */
  end() {
    return this.#inLine(() => this.#ask("end", {}));
  }

  /** @param {string} where @param {Record<string, string>} body @returns {Promise<import("./protocol.js").Answer>} */
  async #ask(where, body) {
    try {
      const told = await post(`${this.path}/${where}`, body);
      this.#hear(told);
      return told.refused ? { ok: false, refusal: told.refused } : { ok: true, version: this.version };
    } catch (error) {
      if (error instanceof RefusedError) return { ok: false, refusal: error.refusal };
      throw error;
    }
  }

  /** @param {ToldExam} told */
  #hear(told) {
    const before = this.told;
    this.told = told;
    this.version = told.steps;
    const { now, view, yours } = told;
    if (view.phase !== before?.view.phase) {
      this.since = now;
      this.waited = 0;
    }
    const mine = JSON.stringify(yours) === JSON.stringify(before?.yours) ? null : yours;
    if (!before) this.dispatchEvent(new CustomEvent("welcome", { detail: { now, view, yours, you: null, back: false, missed: [] } }));
    else {
      const set = Object.fromEntries(Object.entries(view).filter(([name, part]) => JSON.stringify(part) !== JSON.stringify(before.view[name])));
      this.dispatchEvent(new CustomEvent("news", { detail: { now, set, yours: mine, events: [] } }));
    }
    this.dispatchEvent(new CustomEvent("told", { detail: told }));
  }
}
