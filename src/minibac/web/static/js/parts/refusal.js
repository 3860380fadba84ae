/**
 * `<mb-refusal>`: why something was pushed back, beside where it happened, with a link to the clause. It stays until it is
 * closed, something else is refused, or its time is up; the words also go to the live region.
 */

import { h, hide, icon, mark } from "../dom.js";
import { settings } from "../settings.js";
import { refused } from "../told.js";
import { t } from "../voice.js";

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

  /** Above the place where it happened, inside the window. @param {Element|null} near */
  #stand(near) {
    const box = near?.getBoundingClientRect();
    const width = Math.min(360, innerWidth - 16);
    const x = box ? box.left + box.width / 2 - width / 2 : innerWidth / 2 - width / 2;
    const y = box ? box.top : innerHeight * 0.7;
    this.style.width = `${width}px`;
    this.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
    this.style.top = `${Math.max(70, y)}px`;
  }

  close() {
    hide(this, true);
    clearTimeout(this.timer);
  }
}

customElements.define("mb-refusal", MbRefusal);
