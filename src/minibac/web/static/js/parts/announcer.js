/**
 * `<mb-announcer>`: everything that is said, in one polite live region, one sentence a phase; spoken too, if somebody
 * asked for a voice.
 */

import { h, mark } from "../dom.js";
import { settings } from "../settings.js";

const KEPT = 60;
/** Lines of one slice: a full table that wagers says seventy things at once. */
const AT_ONCE = 4;
const GATHER_MS = 120;

export class MbAnnouncer extends HTMLElement {
  constructor() {
    super();
    this.live = h("p", { class: "unseen" });
    this.log = h("ol", { class: "told", tabindex: 0 });
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
    /** Lines that are not in the log yet, the latest first. @type {HTMLElement[]} */
    this.unwritten = [];
    /** Where the log waits for its turn; without it every line is written at once. @type {import("../slices.js").Slices|null} */
    this.slices = null;
  }

  connectedCallback() {
    if (this.childElementCount) return;
    mark(this.live, "role", "status");
    mark(this.live, "aria-live", "polite");
    mark(this.live, "aria-atomic", "true");
    this.append(this.live, this.log);
  }

  /**
   * @param {string} words
   * @param {{clauses?: readonly string[], aloud?: boolean, link?: (clause: string) => string}} [facts]
   */
  say(words, { clauses = [], aloud = true, link } = {}) {
    if (!words) return;
    const line = h("li", {}, h("span", { text: words }));
    for (const clause of clauses.slice(0, 2)) {
      line.append(" ", link ? h("a", { class: "clause", href: link(clause), target: "_blank", text: clause }) : h("span", { class: "clause", text: clause }));
    }
    this.unwritten.unshift(line);
    if (this.slices) this.slices.add(this.#write);
    else this.#write();
    if (!aloud) return;
    this.waiting.push(words);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.live.textContent = this.waiting.join(" ");
      this.#speak(this.waiting.join(" "));
      this.waiting = [];
    }, GATHER_MS);
  }

  #write = () => {
    this.unwritten.splice(KEPT);
    this.log.prepend(...this.unwritten.splice(this.slices ? -AT_ONCE : 0));
    if (this.unwritten.length) this.slices?.add(this.#write);
    while (this.log.childElementCount > KEPT) this.log.lastElementChild?.remove();
  };

  /** @param {string} words */
  #speak(words) {
    const { voice, muted } = settings.values;
    if (!voice || muted || !("speechSynthesis" in globalThis)) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = settings.language === "zh" ? "zh-CN" : "en-US";
    spoken.volume = voice;
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  }
}

customElements.define("mb-announcer", MbAnnouncer);
