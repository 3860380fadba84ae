/** `<mb-strip>`: the procedure as a strip of steps, the current one lit, each with its clause. */

import { h, hide, keep, mark, say } from "../dom.js";
import { ruled } from "../told.js";
import { named, t, words } from "../voice.js";

/** The steps of the procedures in a word or two; what the rulebook says of each stands beside it. */
const STEPS = words({
  receive: "step|Receive",
  inspect: "Inspect",
  verify: "Verify",
  spread: "Spread",
  look: "Look",
  "turn-down": "Turn down",
  "turn-up": "Turn up",
  wash: "Wash",
  stack: "Stack",
  shuffle: "Shuffle",
  "shuffle-again": "Shuffle again",
  riffle: "Riffle",
  turn: "Turn",
  strip: "Strip",
  plug: "Plug",
  feather: "Feather",
  "feather-check": "Feather check",
  lace: "Lace",
  reshuffle: "Reshuffle",
  "offer-cut": "Offer cut",
  cut: "Cut",
  recut: "Recut",
  "dealer-cuts": "Dealer cuts",
  "complete-cut": "Complete cut",
  load: "Load",
  "load-after-recut": "Load after recut",
  burn: "Burn",
  swap: "Swap",
  "ask-spread": "Ask spread",
  "ask-face-up": "Ask face up",
  "attest-device": "Attest device",
  "attest-custody": "Attest custody",
  wagers: "Wagers",
  "no-more-bets": "No more bets",
  "four-cards": "Four cards",
  "announce-counts": "Point Counts",
  "house-money": "House Money",
  "third-cards": "Third cards",
  "announce-result": "The result",
  settle: "Take and pay",
  discard: "Discard rack",
  "last-hand": "Last hand",
});

export class MbStrip extends HTMLElement {
  constructor() {
    super();
    this.list = h("ol", { class: "strip-steps" });
    this.now = "";
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(this.list);
    mark(this, "role", "region");
    mark(this, "aria-label", t("The procedure, step by step"));
    new ResizeObserver(() => requestAnimationFrame(() => this.#reveal())).observe(this.list); // also on a tablet that is turned
  }

  /**
   * @param {readonly import("../types.js").StripStep[]} steps
   * @param {string} rulebook
   */
  draw(steps, rulebook) {
    keep(
      this.list,
      steps,
      () => h("li", {}, h("span", { class: "strip-dot" }), h("span", { class: "strip-name" }), h("span", { class: "strip-label" }), h("a", { class: "clause" })),
      (item, step) => {
        mark(item, "data-state", step.state);
        mark(item, "aria-current", step.state === "now" ? "step" : null);
        say(item.children[1], named(STEPS, step.id));
        say(item.children[2], ruled(step.label));
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

  /** The current step in sight with all that is said of it, without moving the page. */
  #reveal() {
    mark(this.list, "data-full", false);
    const item = /** @type {HTMLElement|null} */ (this.list.querySelector('[data-state="now"]'));
    if (!item) return;
    const label = item.children[2];
    mark(this.list, "data-full", label.scrollHeight > label.clientHeight + 2);
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
