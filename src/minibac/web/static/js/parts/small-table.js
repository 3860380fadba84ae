/** A table in small for who is not at it: the drawn table as it stood when it was asked for last. */

import { get } from "../api.js";
import { make } from "../dom.js";
import { TableStore } from "../store.js";
import { MbFelt } from "./felt.js";

export class SmallTable {
  /** @param {string} id @param {HTMLElement} frame */
  constructor(id, frame) {
    this.id = id;
    this.link = new EventTarget();
    const felt = make(MbFelt, { above: "small" });
    frame.append(felt);
    felt.follow(new TableStore(/** @type {import("../protocol.js").TableLink} */ (this.link)));
  }

  /** Ask how it stands. A table that is closed meanwhile stays as it was: whoever lists the tables takes it away. */
  async look() {
    const told = await get(`/api/tables/${encodeURIComponent(this.id)}`).catch(() => null);
    if (told) this.link.dispatchEvent(new CustomEvent("welcome", { detail: { ...told, you: null, yours: null } }));
  }
}
