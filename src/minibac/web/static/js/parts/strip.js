/** `<mb-strip>`: the procedure as a strip of steps, the current one lit, each with its clause. */

import { h, hide, keep, mark, say } from "../dom.js";
import { has, ruled, t } from "../i18n.js";
import { settings } from "../settings.js";

export class MbStrip extends HTMLElement {
  constructor() {
    super();
    this.list = h("ol", { class: "strip-steps" });
    this.rulebook = "";
    this.now = "";
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(this.list);
    mark(this, "role", "region");
    mark(this, "aria-label", t("strip.label"));
  }

  /**
   * @param {readonly import("../types.js").StripStep[]} steps
   * @param {string} rulebook
   */
  draw(steps, rulebook) {
    const own = settings.language !== "en"; // the rulebook's sentence is English; the name of the step is not
    keep(
      this.list,
      steps,
      () => h("li", {}, h("span", { class: "strip-dot" }), h("span", { class: "strip-name" }), h("span", { class: "strip-label" }), h("a", { class: "clause" })),
      (item, step) => {
        mark(item, "data-state", step.state);
        mark(item, "aria-current", step.state === "now" ? "step" : null);
        const key = `step.${step.id}`;
        const name = step.id.replaceAll("-", " ");
        say(item.children[1], has(key) ? t(key) : name.charAt(0).toUpperCase() + name.slice(1));
        say(item.children[2], own ? "" : step.label);
        mark(item, "title", ruled(step.label));
        const link = /** @type {HTMLAnchorElement} */ (item.children[3]);
        hide(link, !step.clause);
        if (step.clause) {
          say(link, step.clause);
          mark(link, "href", clauseLink(rulebook, step.clause));
          mark(link, "target", "_blank");
        }
      },
    );
    const now = steps.find((step) => step.state === "now")?.id ?? "";
    if (now !== this.now) {
      this.now = now;
      requestAnimationFrame(() => this.#reveal());
    }
  }

  /** The current step in sight, without moving the page. */
  #reveal() {
    const item = /** @type {HTMLElement|null} */ (this.list.querySelector('[data-state="now"]'));
    if (!item) return;
    this.list.scrollTo({ left: item.offsetLeft - this.list.clientWidth / 2 + item.offsetWidth / 2, behavior: "auto" });
  }
}

/**
 * Where a clause can be read: the rules of the table it is about.
 * @param {string} table the id of a table or of a rulebook
 * @param {string} clause
 */
export function clauseLink(table, clause) {
  return `/rules/${encodeURIComponent(table)}#${encodeURIComponent(clause)}`;
}

customElements.define("mb-strip", MbStrip);
