/**
 * `<mb-clock>`: the server's clock as a ring and digits: amber, then red in the last five seconds. One timer for all of
 * them, which wakes when digits change and not in between: a page on which only a clock runs rests for the rest of each second.
 */

import { h, mark, s, say } from "../dom.js";
import { named, t, words } from "../voice.js";

const CLOCKS = words({
  betting: "to wager",
  look: "to look",
  cut: "to cut",
  turning: "to turn",
  offer: "to answer",
  "house-money": "to choose",
});

const SECOND_MS = 1_000;
const AMBER_MS = 10_000;
const RED_MS = 5_000;
const AROUND = 2 * Math.PI * 45;
/** More seconds than that are told in minutes, and more minutes in hours: a ring has room for two digits and a letter. */
const MOST = 99;

/** @type {Set<MbClock>} */
const running = new Set();
let timer = 0;

function tick() {
  for (const clock of running) clock.draw();
  clearTimeout(timer);
  timer = running.size ? setTimeout(tick, Math.min(...[...running].map((clock) => clock.left % SECOND_MS || SECOND_MS)) + 1) : 0;
}

export class MbClock extends HTMLElement {
  constructor() {
    super();
    this.ring = s("circle", { cx: 50, cy: 50, r: 45, class: "ring", "stroke-dasharray": AROUND, transform: "rotate(-90 50 50)" });
    this.digits = h("span", { class: "digits figures" });
    this.words = h("span", { class: "what" });
    /** @type {import("../types.js").ClockFace|null} */
    this.face = null;
    this.now = () => Date.now();
    this.offset = "";
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(
      s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, s("circle", { cx: 50, cy: 50, r: 45, class: "track" }), this.ring),
      this.digits,
      this.words,
    );
    mark(this, "role", "timer");
    this.draw();
  }

  disconnectedCallback() {
    running.delete(this);
  }

  /**
   * @param {import("../types.js").ClockFace|null} face
   * @param {() => number} now the house's clock
   */
  set(face, now) {
    this.face = face;
    this.now = now;
    if (face) running.add(this);
    else running.delete(this);
    this.draw();
    tick();
  }

  /** Milliseconds left. */
  get left() {
    return this.face ? Math.max(0, this.face.until - this.now()) : 0;
  }

  draw() {
    const face = this.face;
    mark(this, "data-on", Boolean(face));
    if (!face) {
      mark(this, "aria-label", t("No clock runs"));
      return;
    }
    const left = this.left;
    const seconds = Math.ceil(left / 1000);
    const share = Math.max(0, Math.min(1, left / Math.max(1, face.length)));
    const offset = (AROUND * (1 - share)).toFixed(1);
    if (this.offset !== offset) this.ring.style.strokeDashoffset = offset;
    this.offset = offset;
    mark(this, "data-level", left <= RED_MS ? "red" : left <= AMBER_MS ? "amber" : "calm");
    say(this.digits, brief(seconds));
    say(this.words, named(CLOCKS, face.for));
    mark(this, "aria-label", t("{what}: {seconds} seconds", { what: named(CLOCKS, face.for), seconds }));
  }
}

/** A time as it fits into the ring. @param {number} seconds */
function brief(seconds) {
  const minutes = Math.ceil(seconds / 60);
  if (seconds <= MOST) return String(seconds);
  return minutes <= MOST ? `${minutes}\u2032` : `${Math.ceil(minutes / 60)} h`;
}

customElements.define("mb-clock", MbClock);
