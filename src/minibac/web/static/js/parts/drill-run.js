/**
 * `<mb-drill>`: a sheet that is asked, item after item. One field takes every key, and nothing is waited for between an answer and the next question,
 * so no key is lost; what was wrong is told below while the next question stands there.
 */

import { post } from "../api.js";
import { h, hide, say } from "../dom.js";
import { byOneKey, written } from "../drill-answers.js";
import { Practice } from "../drill-practice.js";
import { failure } from "../reading.js";
import { spoken, t } from "../voice.js";
import { cited } from "./cited.js";
import { tablePicture } from "./drill-picture.js";

/**
 * @typedef {import("../drill-answers.js").DrillItem} DrillItem
 * @typedef {{drill: string, rulebook: string, level: number|null, count: number|null, test: boolean, seconds: number}} Asked what somebody wants to be asked, and how long; 0 is the whole sheet
 * @typedef {{drill: string, seed?: string, test?: string, items: DrillItem[], comes_back_after: number[]}} Sheet
 */

const TICK_MS = 200;
const SHOWS = "?";

/** An answer in words: what its key or its letter stands for. @param {DrillItem} item @param {string} answer */
function inWords(item, answer) {
  const option = item.form.kind === "letter" ? item.options.find((each) => each.key === answer)?.says : item.form.keys[answer];
  return option ? t("{key} ({word})", { key: answer, word: option }) : answer;
}

/** @param {number} seconds */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export class MbDrill extends HTMLElement {
  constructor() {
    super();
    this.place = h("span", { class: "drill-place figures" });
    this.rightly = h("span", { class: "drill-rightly figures" });
    this.clock = h("span", { class: "drill-clock figures", role: "timer" });
    this.end = h("button", { type: "button", class: "button plain", onclick: () => this.finish() }, t("End"));
    this.question = h("p", { class: "drill-question", id: "drill-question", "aria-live": "polite" });
    this.figure = h("div", { class: "drill-figure" });
    this.options = h("ol", { class: "drill-options" });
    this.keys = h("div", { class: "drill-keys buttons" });
    this.field = h("input", { class: "input drill-field", name: "answer", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200, "aria-labelledby": "drill-question", "aria-describedby": "drill-hint" });
    this.send = h("button", { type: "submit", class: "button gold" }, t("Answer"));
    this.form = h("form", { class: "drill-answer" }, this.field, this.send);
    this.hint = h("p", { class: "small quiet", id: "drill-hint" });
    this.last = h("div", { class: "drill-last panel", role: "status", hidden: true });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#take();
    });
    this.field.addEventListener("input", () => this.#oneKey());
    /** @type {DrillItem|null} */
    this.item = null;
    /** The first answer to each item, in the order of the items. @type {(string|null)[]} */
    this.first = [];
    this.right = 0;
    this.answers = 0;
    this.waits = false;
    /** What was sent while the house judges the answer before. @type {string[]} */
    this.queue = [];
    this.timer = 0;
    this.over = false;
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(
      h("div", { class: "drill-bar" }, this.place, this.rightly, h("span", { class: "grow" }), this.clock, this.end),
      h("section", { class: "panel drill-card" }, this.question, this.figure, this.options, this.keys, this.form, this.hint),
      this.last,
    );
  }

  /** @param {Asked} asked @param {Sheet} sheet */
  begin(asked, sheet) {
    this.asked = asked;
    this.sheet = sheet;
    this.practice = new Practice(sheet.items, asked.test ? [] : sheet.comes_back_after);
    this.first = sheet.items.map(() => null);
    this.begun = performance.now();
    this.timer = window.setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
    this.#ask();
    this.field.focus({ preventScroll: true });
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  get seconds() {
    return Math.floor((performance.now() - (this.begun ?? 0)) / 1000);
  }

  #tick() {
    const whole = this.asked?.seconds ?? 0;
    say(this.clock, clock(whole ? Math.max(0, whole - this.seconds) : this.seconds));
    if (whole && this.seconds >= whole) this.finish();
  }

  #ask() {
    const item = this.practice?.next ?? null;
    this.item = item;
    if (!item || !this.sheet) return void this.finish();
    const again = this.first[item.number - 1] !== null;
    say(this.place, this.asked?.seconds ? t("question {number}", { number: this.answers + 1 }) : t("question {number} of {all}", { number: item.number, all: this.sheet.items.length }));
    say(this.rightly, this.asked?.test ? "" : again ? t("once more") : t("{right} right", { right: this.right }));
    say(this.question, spoken(item.question));
    this.figure.replaceChildren(...(item.figure ? [tablePicture(item.figure)] : []));
    const letters = item.form.kind === "letter";
    this.options.replaceChildren(...(letters ? [] : item.options.map((each) => h("li", {}, h("kbd", { class: "kbd", text: each.key }), " ", spoken(each.says)))));
    const choices = letters ? item.options.map((each) => [each.key, spoken(each.says)]) : Object.entries(item.form.keys).map(([key, says]) => [key, spoken(says)]);
    this.keys.replaceChildren(...choices.map(([key, words]) => h("button", { type: "button", class: "button drill-key", data: { key }, onclick: () => this.#press(key) }, h("kbd", { class: "kbd", text: key }), " ", words)));
    hide(this.options, letters || !item.options.length);
    hide(this.keys, !choices.length);
    hide(this.send, byOneKey(item.form));
    this.field.inputMode = byOneKey(item.form) ? "none" : item.form.kind === "number" ? "numeric" : "text";
    say(this.hint, t("write {hint}", { hint: item.form.hint }));
    this.hint.classList.remove("bad");
  }

  /** A button is the same as its key. @param {string} key */
  #press(key) {
    this.field.value = key;
    this.#take();
    this.field.focus({ preventScroll: true });
  }

  /** Take what stands in the field as the answer. */
  #take() {
    const item = this.item;
    if (!item || this.over || !this.field.value.trim()) return;
    if (this.waits) {
      this.queue.push(this.field.value);
      this.field.value = "";
      return;
    }
    const shows = this.field.value.trim() === SHOWS && !this.asked?.test;
    const answer = shows ? "" : written(item.form, this.field.value);
    if (answer === null) {
      say(this.hint, t("that cannot be read; write {hint}", { hint: item.form.hint }));
      this.hint.classList.add("bad");
      this.field.select();
      return;
    }
    this.field.value = "";
    if (this.asked?.test) return this.#next(item, answer, true);
    const right = (item.answers ?? []).some((each) => written(item.form, each) === answer);
    if (right || !item.judged || shows) return this.#next(item, answer, right);
    this.waits = true;
    post(`/api/drills/${this.sheet?.drill}/judge`, { sheet: this.#wanted(), number: item.number, answer })
      .then((told) => told.right === true, () => false)
      .then((judged) => {
        this.waits = false;
        this.#next(item, answer, judged);
        this.#goOn();
      });
  }

  /** One key is an answer where there is something to choose. */
  #oneKey() {
    if (this.item && !this.waits && byOneKey(this.item.form) && (written(this.item.form, this.field.value) !== null || this.field.value === SHOWS)) this.#take();
  }

  /** What was typed while the house judged: the lines that were sent, then the one that is being typed. */
  #goOn() {
    const typing = this.field.value;
    while (this.queue.length && !this.waits) {
      this.field.value = this.queue.shift() ?? "";
      this.#take();
    }
    this.field.value = typing;
    this.#oneKey();
  }

  /** @param {DrillItem} item @param {string} answer @param {boolean} right */
  #next(item, answer, right) {
    this.answers += 1;
    if (this.first[item.number - 1] === null) {
      this.first[item.number - 1] = answer;
      this.right += right ? 1 : 0;
    }
    if (!this.asked?.test) this.#tell(item, answer, right);
    this.practice?.answered(right);
    this.#ask();
  }

  /** What became of the answer before; a right one takes nothing away that is still to be read. @param {DrillItem} item @param {string} answer @param {boolean} right */
  #tell(item, answer, right) {
    this.dataset.last = right ? "right" : "wrong";
    if (right) return;
    this.last.hidden = false;
    this.last.replaceChildren(...explained(item, { answer, answers: item.answers ?? [], why: item.why, clauses: item.clauses ?? [] }, this.asked?.rulebook ?? ""));
  }

  #wanted() {
    const { rulebook, level, count } = this.asked ?? {};
    return { rulebook, level, count, seed: this.sheet?.seed };
  }

  /** The sheet is over: the house marks the first answers. */
  async finish() {
    if (this.over || !this.sheet || !this.asked) return;
    this.over = true;
    clearInterval(this.timer);
    this.field.disabled = true;
    const told = this.sheet.test ? { test: this.sheet.test } : { sheet: this.#wanted(), seconds: this.seconds };
    try {
      const score = await post(`/api/drills/${this.sheet.drill}/finish`, { answers: this.first, ...told });
      this.dispatchEvent(new CustomEvent("scored", { detail: score }));
    } catch (error) {
      this.append(failure(error));
    }
  }
}

/** A question that was answered wrongly, and what is right. @param {DrillItem} item @param {{answer: string, answers: string[], why?: import("../voice.js").Said, clauses: string[]}} told @param {string} rulebook */
export function explained(item, told, rulebook) {
  const right = inWords(item, told.answers[0] ?? "");
  const verdict = told.answer ? t("Not {answer}: it is {right}.", { answer: inWords(item, told.answer), right }) : t("It is {right}.", { right });
  return [
    h("p", { class: "small quiet", text: spoken(item.figure ? item.figure.told_said : item.question) }),
    h("p", {}, h("strong", { text: verdict }), " ", told.why ? t("{why:^}", { why: told.why }) : "", " ", cited(told.clauses, rulebook)),
  ];
}

customElements.define("mb-drill", MbDrill);
