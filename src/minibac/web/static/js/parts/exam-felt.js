/** The drawn table of an exam, from above and to be looked at only: everything lies as the house tells it, mistakes and all. */

import { h, make, say } from "../dom.js";
import { TableStore } from "../store.js";
import { MbFelt } from "./felt.js";

export class ExamFelt {
  /** @param {"large"|"small"} [size] */
  constructor(size = "large") {
    this.link = new EventTarget();
    this.felt = make(MbFelt, { above: size });
    this.felt.follow(new TableStore(/** @type {import("../protocol.js").TableLink} */ (this.link)));
    this.frame = h("div", { class: "felt-frame" }, this.felt);
    this.drawn = "";
  }

  /** @param {any} view what is printed on it and what lies there @param {number} now @param {string} caption */
  show(view, now, caption) {
    const key = JSON.stringify(view);
    if (key !== this.drawn) this.link.dispatchEvent(new CustomEvent("welcome", { detail: { now, view, you: null, yours: null } }));
    this.drawn = key;
    say(this.felt.caption, caption);
  }
}
