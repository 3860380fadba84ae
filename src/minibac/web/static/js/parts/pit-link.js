/** A pit over HTTP: looked at every few seconds and after each command; commands carry an id of their own. */

import { get, post, RefusedError } from "../api.js";
import { newId } from "../dom.js";
import { called } from "../voice.js";

const AGAIN_MS = 2_000;

export class PitLink extends EventTarget {
  /** @param {string} pit */
  constructor(pit) {
    super();
    this.pit = pit;
    /** @type {any} */
    this.view = null;
    this.offset = 0;
    this.timer = 0;
    this.shown = "";
    /** What the tables are called. @type {Map<string, string>} */
    this.tables = new Map();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.view) this.look();
    });
  }

  /** The house's clock. */
  now() {
    return Date.now() + this.offset;
  }

  async look() {
    clearTimeout(this.timer);
    try {
      const view = await get(`/api/pits/${encodeURIComponent(this.pit)}`);
      this.offset = view.now - Date.now();
      const key = JSON.stringify({ ...view, now: 0 });
      this.view = view;
      if (key !== this.shown) {
        this.shown = key;
        this.dispatchEvent(new CustomEvent("view", { detail: view }));
      }
      this.dispatchEvent(new CustomEvent("link", { detail: "open" }));
    } catch (error) {
      const status = error instanceof RefusedError ? error.status : 0;
      if (status && status !== 423) this.dispatchEvent(new CustomEvent("refused", { detail: error }));
      else this.dispatchEvent(new CustomEvent("link", { detail: "waiting" }));
    }
    this.timer = setTimeout(() => {
      if (!document.hidden) this.look();
    }, AGAIN_MS);
  }

  /**
   * @param {string} command
   * @param {Record<string, any>} [facts]
   * @param {string} [role] where a person has several
   */
  async give(command, facts = {}, role = "") {
    await post(`/api/pits/${encodeURIComponent(this.pit)}/commands`, { id: newId(), role, command: { command, ...facts } });
    await this.look();
  }

  /** A person by name, with the number for the record. @param {string|undefined} id */
  name(id) {
    return called(id, this.view?.people?.[id ?? ""]);
  }

  /** A table by name. @param {string} id */
  table(id) {
    return this.tables.get(id) || id;
  }

  /** Whether the house would take a command from this person now. @param {string} command @param {string|number} [key] what it is about, where the house says so for each */
  may(command, key = undefined) {
    return Boolean(key === undefined ? this.view?.may?.includes(command) : this.view?.offers?.[command]?.includes(key));
  }

  /** Whether it would with these facts. @param {string} command @param {Record<string, any>} facts */
  takes(command, facts) {
    return this.may(command, facts.refused ? `${facts.serial} refused` : facts.serial ?? facts.request ?? facts.correction ?? facts.notice ?? facts.change);
  }
}
