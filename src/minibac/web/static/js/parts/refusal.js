/**
 * `<mb-refusal>`: why something was pushed back, beside where it happened, with a link to the clause. It stays until it is
 * closed, something else is refused, or its time is up; the words also go to the live region.
 */

import { h, hide, icon, mark } from "../dom.js";
import { settings } from "../settings.js";
import { refused } from "../told.js";
import { t } from "../voice.js";
import { apart } from "./apart.js";

const SHOWN_MS = 9_000;

export class MbRefusal extends HTMLElement {
  constructor() {
    super();
    this.words = h("span");
    this.link = h("a", { class: "clause", target: "_blank" });
    this.timer = 0;
  }

  connectedCallback() {
    if (this.childElementCount) return;
    mark(this, "role", "alert");
    const close = h("button", { type: "button", class: "button plain icon", "aria-label": t("Close"), onclick: () => this.close() }, icon("close"));
    this.append(h("p", {}, this.words, " ", this.link), close);
    this.hidden = true;
  }

  /**
   * @param {import("../types.js").Refusal} refusal
   * @param {(clause: string) => string} link
   * @param {Element|null} [near]
   */
  show(refusal, link, near = null) {
    this.words.textContent = refused(refusal);
    this.link.hidden = !refusal.clause;
    if (refusal.clause) {
      this.link.textContent = refusal.clause;
      this.link.href = link(refusal.clause);
    }
    hide(this, false);
    const button = near?.querySelector("button");
    const duration = settings.pace(320);
    const shake = [0, -5, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    if (button && duration) button.animate(shake, { duration });
    // In the frame, where everything is laid out anyway: an answer does not stop to measure the page.
    requestAnimationFrame(() => this.#stand(near));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), SHOWN_MS);
  }

  /** Beside the place where it happened, inside the window, and over no card, count or clock. @param {Element|null} near */
  #stand(near) {
    const width = Math.min(360, innerWidth - 16);
    this.style.width = `${width}px`;
    const height = this.offsetHeight;
    const at = near?.getBoundingClientRect();
    const x = Math.max(8, Math.min(at ? at.left + at.width / 2 - width / 2 : (innerWidth - width) / 2, innerWidth - width - 8));
    const ways = at ? [at.top - height - 8, at.bottom + 8] : [innerHeight * 0.7];
    const places = [...ways, innerHeight - height - 8, 60].map((y) => ({ x, y: Math.max(60, Math.min(y, innerHeight - height - 8)) }));
    const place = apart({ width, height }, places, document.querySelectorAll("mb-card, mb-held, .hand-total, mb-clock"));
    this.style.left = `${x}px`;
    this.style.top = `${place.y}px`;
  }

  close() {
    hide(this, true);
    clearTimeout(this.timer);
  }
}

customElements.define("mb-refusal", MbRefusal);
