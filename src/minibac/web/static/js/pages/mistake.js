/** A mistake told again with the class: /mistake/EXAM/NUMBER. The round in which it was made, step by step, on the drawn table. */

import { get, RefusedError } from "../api.js";
import { h, mark, say } from "../dom.js";
import { refused } from "../told.js";
import { loadVoice, spoken, t } from "../voice.js";
import { cited } from "../parts/cited.js";
import { ExamFelt } from "../parts/exam-felt.js";
import { faultLine } from "../parts/exam-faults.js";
import { comeIn, Shell } from "../parts/shell.js";
import { clockTime } from "../parts/times.js";

const [, , exam = "", number = ""] = location.pathname.split("/").map(decodeURIComponent);

/** @typedef {{at: number, said: import("../voice.js").Said, clauses: string[], mistake: boolean, lies: any}} Step */

class MistakePage {
  /** @param {import("../types.js").Person} person @param {any} told */
  constructor(person, told) {
    this.shell = new Shell({ title: t("A mistake, told again"), person });
    this.printed = told.print;
    /** @type {Step[]} */
    this.told = told.steps;
    this.made = this.told.findIndex((step) => step.mistake) + 1;
    this.at = 1;
    this.table = new ExamFelt();
    this.says = h("p", { class: "replay-says", "aria-live": "polite" });
    this.clauses = h("p", { class: "small" });
    this.where = h("output", { class: "small quiet figures" });
    this.slider = h("input", { type: "range", min: 1, max: this.told.length, step: 1, "aria-label": t("Step") });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.list = h("ol", { class: "replay-steps", tabindex: 0, "aria-label": t("Every step") }, ...this.told.map((step, index) => h("li", { "data-mistake": step.mistake }, h("button", { type: "button", onclick: () => this.show(index + 1) }, h("span", { class: "figures quiet", text: index + 1 }), h("span", { text: spoken(step.said) })))));
    const step = (/** @type {string} */ what, /** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", class: "button", "data-do": what, onclick }, text);
    say(this.shell.line, t("{scenario}, round {round}", { scenario: t(told.exam.called), round: told.exam.round }));
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("A mistake, told again") }),
      h(
        "div",
        { class: "work-grid wide-left" },
        h(
          "div",
          { class: "column" },
          h("section", { "aria-label": t("Table") }, this.table.frame),
          h(
            "section",
            { class: "panel replay-bar", "aria-label": t("Replay") },
            this.says,
            h("div", { class: "next-under" }, this.clauses, this.where),
            this.slider,
            h("div", { class: "buttons" }, step("first", t("To the beginning"), () => this.show(1)), step("back", t("Back"), () => this.show(this.at - 1)), step("mistake", t("To the mistake"), () => this.show(this.made)), step("on", t("step|On"), () => this.show(this.at + 1)), step("last", t("To the end"), () => this.show(this.told.length))),
          ),
        ),
        h("div", { class: "column" }, h("section", { class: "panel pad", "aria-label": t("Mistakes") }, h("ul", { class: "rows" }, faultLine(told.fault, told.exam.trainee))), h("section", { class: "panel pad", "aria-label": t("Every step") }, h("h2", { text: t("Every step") }), this.list)),
      ),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    this.show(1);
    this.shell.ready();
  }

  /** @param {number} step */
  show(step) {
    this.at = Math.max(1, Math.min(this.told.length, step));
    const { at, said, clauses, mistake, lies } = this.told[this.at - 1];
    this.table.show({ ...this.printed, ...lies }, at, mistake ? spoken(said) : "");
    say(this.says, spoken(said));
    mark(this.says, "data-mistake", mistake);
    this.clauses.replaceChildren(cited(clauses, ""));
    say(this.where, `${t("Step {step} of {all}", { step: this.at, all: this.told.length })} · ${clockTime(at)}`);
    this.slider.value = String(this.at);
    mark(this.slider, "aria-valuetext", spoken(said));
    [...this.list.children].forEach((line, index) => mark(line, "aria-current", index + 1 === this.at ? "step" : null));
    const line = /** @type {HTMLElement|undefined} */ (this.list.children[this.at - 1]);
    if (line) this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, dialog")) return;
    if (event.key === "ArrowRight") this.show(this.at + 1);
    else if (event.key === "ArrowLeft") this.show(this.at - 1);
    else if (event.key === "Home") this.show(1);
    else if (event.key === "End") this.show(this.told.length);
    else return;
    event.preventDefault();
  }
}

await loadVoice();
const person = await comeIn(t("A mistake, told again"), ["instructor", "assessor"]);
if (person) {
  try {
    new MistakePage(person, await get(`/api/exams/${encodeURIComponent(exam)}/replay/${encodeURIComponent(number)}`));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const shell = new Shell({ title: t("A mistake, told again"), person });
    shell.main.append(h("section", { class: "panel come-in" }, h("h1", { text: t("A mistake, told again") }), h("p", { text: refused(error.refusal) }), h("a", { class: "button", href: "/school" }, t("School"))));
    shell.ready();
  }
}
