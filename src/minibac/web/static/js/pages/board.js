/**
 * The instructor's board of a class: every trainee with the exam being sat, its table, its pace, its score so far and the last mistake; one
 * of them looked at over the shoulder, on the drawn table in large. An instructor stops an exam and lets it go on, whispers, lets something happen and sets
 * cards; an assessor looks on. It is looked at every two seconds, and after each intervention.
 */

import { get, post, RefusedError } from "../api.js";
import { differs, h, hide, keep, mark, say } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { refused } from "../told.js";
import { loadVoice, named, spoken, t } from "../voice.js";
import { askForm } from "../parts/ask-form.js";
import { ExamFelt } from "../parts/exam-felt.js";
import { faultHead, faultLine } from "../parts/exam-faults.js";
import { comeIn, Shell } from "../parts/shell.js";
import { clockTime, dayTime } from "../parts/times.js";

/** @typedef {import("../parts/exam-faults.js").Fault} Fault */
/** @typedef {{id: string, scenario: string, called: string, trainee: string, name?: string|null, begun_at: number, last_at: number, ended: boolean, paused: boolean, note: string|null, round: number, rounds: number|null, minutes: number|null, seconds: number, coups: number, coups_an_hour: number, pace_asked: number|null, by_class: Record<string, number>, passed: boolean|null, last_fault: Fault|null, interventions: number}} Exam */
/** @typedef {Exam & {lies: any, print: number}} Dealt an exam, what lies on its table and which of the printed ones it is */
/** @typedef {{id: string, name: string|null, exam: Dealt|null, exams: {id: string, scenario: string, called: string, begun_at: number, ended: boolean}[]}} Trainee */

const AGAIN_MS = 2_000;
const [, , classId = ""] = location.pathname.split("/").map(decodeURIComponent);

const exams = (/** @type {string[]} */ ...parts) => `/api/exams/${parts.map(encodeURIComponent).join("/")}`;
const act = (/** @type {string} */ what, /** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", class: "button", "data-do": what, onclick }, text);
const called = (/** @type {{id: string, name?: string|null}} */ who) => (who.name ? `${who.name} (${who.id})` : who.id);

/** Where an exam stands, in a word. @param {Exam|null} exam */
function standing(exam) {
  if (!exam) return { word: t("no exam"), tone: "" };
  if (exam.ended) return exam.passed ? { word: t("over: passes"), tone: "good" } : { word: t("over: does not pass"), tone: "bad" };
  return exam.paused ? { word: t("stopped"), tone: "bad" } : { word: t("dealing"), tone: "good" };
}

/** @param {Exam} exam */
function far(exam) {
  const round = exam.ended ? t("{coups:round|rounds}", { coups: exam.coups }) : exam.rounds ? t("Round {round} of {rounds}", { round: exam.round, rounds: exam.rounds }) : t("Round {round}", { round: exam.round });
  return `${round} · ${t("{minutes} min", { minutes: Math.floor(exam.seconds / 60) })}`;
}

/** @param {Exam} exam */
const pace = (exam) => (exam.pace_asked ? t("{pace} rounds an hour, {least} asked for", { pace: exam.coups_an_hour, least: exam.pace_asked }) : t("{pace} rounds an hour", { pace: exam.coups_an_hour }));
/** @param {Exam} exam */
const score = ({ by_class: { critical, major, minor } }) => t("{critical} critical, {major} major, {minor} minor", { critical, major, minor });

/** One trainee of the class: the same elements as long as the page is open, so that nobody loses the button under the finger. */
class TraineeCard {
  /** @param {(exam: string) => void} look */
  constructor(look) {
    this.exam = "";
    this.name = h("h3");
    this.state = h("span", { class: "tag" });
    this.what = h("span");
    this.far = h("span", { class: "figures" });
    this.pace = h("span", { class: "figures" });
    this.score = h("span", { class: "figures" });
    this.last = h("p", { class: "small" });
    this.deeds = h("span", { class: "figures" });
    this.table = new ExamFelt("small");
    this.look = act("look", t("Over the shoulder"), () => look(this.exam));
    this.element = h("li", { class: "panel pad board-card" }, h("div", { class: "row-head" }, this.name, this.state), this.table.frame, h("div", { class: "row-facts small" }, this.what, this.far, this.pace, this.score, this.deeds), this.last, h("div", { class: "buttons" }, this.look));
  }

  /** @param {Trainee} who @param {string} looked @param {any} told what else is on the board */
  set(who, looked, told) {
    const { exam } = who;
    const { word, tone } = standing(exam);
    this.exam = exam?.id ?? "";
    mark(this.element, "data-trainee", who.id);
    mark(this.element, "data-looked", Boolean(exam) && exam?.id === looked);
    hide(this.table.frame, !exam);
    if (exam) this.table.show({ ...told.prints[exam.print], ...exam.lies }, told.now, "");
    say(this.name, called(who));
    say(this.state, word);
    mark(this.state, "class", `tag ${tone}`);
    mark(this.look, "aria-label", t("Over the shoulder of {name}", { name: called(who) }));
    hide(this.look, !exam);
    say(this.what, exam ? t(exam.called) : "");
    say(this.far, exam ? far(exam) : "");
    say(this.pace, exam ? pace(exam) : "");
    say(this.score, exam ? score(exam) : "");
    say(this.deeds, exam?.interventions ? t("Interventions: {count}", { count: exam.interventions }) : "");
    if (differs(this.last, exam?.last_fault ?? null)) this.last.replaceChildren(...(exam?.last_fault ? faultHead(exam.last_fault) : []));
  }
}

class BoardPage {
  /** @param {import("../types.js").Person} person @param {any} told */
  constructor(person, told) {
    this.shell = new Shell({ title: t("Board"), person });
    this.looked = "";
    /** @type {TraineeCard[]} */
    this.cards = [];
    this.timer = 0;
    this.grid = h("ul", { class: "board-grid" });
    this.nobody = h("p", { class: "quiet", text: t("Nobody is in this class yet."), hidden: true });
    this.table = new ExamFelt();
    this.who = h("h2");
    this.state = h("span", { class: "tag" });
    this.chosen = h("select", { class: "input", name: "exam", "aria-label": t("Exam") });
    this.chosen.addEventListener("change", () => this.#lookAt(this.chosen.value));
    this.facts = h("p", { class: "small figures" });
    this.note = h("p", { class: "small board-note" });
    this.tools = h("div", { class: "buttons" });
    this.faults = h("ul", { class: "rows" });
    this.deeds = h("ul", { class: "rows" });
    this.log = h("ol", { class: "rows small board-log" });
    this.shoulder = h(
      "section",
      { class: "panel from-above", "aria-label": t("Over the shoulder"), id: "shoulder", hidden: true },
      h("div", { class: "panel-head" }, this.who, this.state, this.chosen),
      this.table.frame,
      this.facts,
      this.note,
      this.tools,
    );
    this.beside = h(
      "div",
      { class: "column", hidden: true },
      h("section", { class: "panel pad", "aria-label": t("Mistakes") }, h("h2", { text: t("Mistakes") }), this.faults),
      h("section", { class: "panel pad", "aria-label": t("Interventions") }, h("h2", { text: t("Interventions") }), this.deeds),
      h("section", { class: "panel pad", "aria-label": t("What happened last") }, h("h2", { text: t("What happened last") }), this.log),
    );
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("Board of {title}", { title: told.class.title }) }),
      h("div", { class: "panel-head" }, h("h2", { text: told.class.title }), h("span", { class: "small quiet", text: named(RULEBOOKS, told.class.rulebook) }), told.instructs ? h("div", { class: "buttons" }, h("a", { class: "button", href: `/api/school/export?format=csv&class=${encodeURIComponent(classId)}`, download: `${classId}.csv`, text: "CSV" })) : null),
      this.nobody,
      this.grid,
      h("div", { class: "work-grid watch-top" }, this.shoulder, this.beside),
    );
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.look();
    });
    this.#board(told);
    this.#again();
    this.look().then(() => this.shell.ready());
  }

  #again() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (document.hidden ? this.#again() : this.look()), AGAIN_MS);
  }

  /** The class, and whose shoulder is looked over. */
  async look() {
    clearTimeout(this.timer);
    try {
      this.#board(await get(`/api/school/classes/${encodeURIComponent(classId)}/board`));
      if (this.looked) this.#draw(await get(exams(this.looked, "shoulder")));
      this.shell.tell("");
    } catch (error) {
      if (error instanceof RefusedError) this.shell.failed(error);
      else this.shell.tell(t("The connection was lost. Coming back …"));
    }
    this.#again();
  }

  /** @param {any} told */
  #board(told) {
    this.instructs = told.instructs;
    /** @type {Trainee[]} */
    const trainees = told.trainees;
    hide(this.nobody, trainees.length > 0);
    while (this.cards.length < trainees.length) this.cards.push(new TraineeCard((exam) => this.#lookAt(exam)));
    this.cards.length = trainees.length;
    this.looked ||= (trainees.find(({ exam }) => exam && !exam.ended) ?? trainees.find(({ exam }) => exam))?.exam?.id ?? "";
    keep(this.grid, this.cards, (card) => card.element);
    trainees.forEach((one, index) => this.cards[index].set(one, this.looked, told));
    const own = trainees.find((one) => one.exams.some(({ id }) => id === this.looked))?.exams ?? [];
    if (differs(this.chosen, own)) this.chosen.replaceChildren(...own.map((one) => h("option", { value: one.id, text: `${t(one.called)}, ${dayTime(one.begun_at)}` })));
    this.chosen.value = this.looked;
    say(this.shell.line, t("{count} in exams", { count: trainees.filter(({ exam }) => exam && !exam.ended).length }));
  }

  /** @param {string} exam */
  async #lookAt(exam) {
    this.looked = exam;
    await this.look();
    this.shoulder.scrollIntoView({ block: "start" });
  }

  /** @param {any} told */
  #draw(told) {
    /** @type {Exam} */
    const exam = told.exam;
    if (exam.id !== this.looked) return;
    hide(this.shoulder, false);
    hide(this.beside, false);
    mark(this.shoulder, "data-exam", exam.id);
    const { word, tone } = standing(exam);
    say(this.who, called({ id: exam.trainee, name: exam.name }));
    say(this.state, word);
    mark(this.state, "class", `tag ${tone}`);
    const waits = [told.irregular_said ? spoken(told.irregular_said) : "", told.objects ? t("Seat {seat} objects: the payment was wrong.", { seat: told.objects }) : ""].filter(Boolean).join(" ");
    this.table.show(told.view, told.now, waits);
    say(this.facts, [t(exam.called), t("since {time}", { time: dayTime(exam.begun_at) }), far(exam), pace(exam), score(exam)].join(" · "));
    hide(this.note, !exam.note);
    say(this.note, exam.note ? t("Whispered: “{text}”", { text: exam.note }) : "");
    if (differs(this.tools, [exam.id, exam.ended, exam.paused, this.instructs])) this.tools.replaceChildren(...(this.instructs && !exam.ended ? this.#deedsFor(exam, told) : []));
    const faults = /** @type {Fault[]} */ (told.faults);
    if (differs(this.faults, faults)) this.faults.replaceChildren(...(faults.length ? faults.map((fault) => faultLine(fault, exam.trainee, h("a", { href: `/mistake/${encodeURIComponent(exam.id)}/${fault.number}`, text: t("Replay with the class") }))) : [h("li", { class: "quiet small", text: t("No mistake so far.") })]));
    if (differs(this.deeds, told.interventions)) this.deeds.replaceChildren(...(told.interventions.length ? told.interventions.map((/** @type {any} */ one) => h("li", { class: "small", "data-deed": one.kind }, h("p", { text: spoken(one.said) }), h("div", { class: "row-facts" }, h("span", { class: "figures", text: `${t("Round {round}", { round: one.round })} · ${clockTime(one.at)}` }), h("span", { text: one.name })))) : [h("li", { class: "quiet small", text: t("Nobody has intervened.") })]));
    if (differs(this.log, told.log)) this.log.replaceChildren(...told.log.map((/** @type {any} */ one) => h("li", {}, h("span", { class: "figures quiet", text: clockTime(one.at) }), " ", spoken(one.said))));
  }

  /** @param {Exam} exam @param {any} told */
  #deedsFor(exam, told) {
    const now = (/** @type {string} */ command) => this.#give(exam.id, { command }).catch((error) => this.shell.failed(error));
    return [
      exam.paused ? act("resume", t("Go on"), () => now("ResumeExam")) : act("pause", t("Stop"), () => now("PauseExam")),
      act("whisper", t("Whisper"), () => this.#ask(exam.id, t("Whisper"), [{ name: "text", label: t("What only the trainee reads"), kind: "long", optional: true, note: t("Nothing takes the last note back.") }], "WhisperNote")),
      act("inject", t("Let happen"), () =>
        this.#ask(
          exam.id,
          t("Let happen"),
          [
            { name: "kind", label: t("What happens"), kind: "select", options: told.injects.map((/** @type {any} */ one) => [one.kind, spoken(one.said)]) },
            { name: "seat", label: t("Seat"), kind: "select", optional: true, options: [["0", t("the first guest’s")], ...told.view.seats.map((/** @type {any} */ { seat }) => [String(seat), String(seat)])] },
          ],
          "InjectIrregularity",
        )),
      act("cards", t("Next cards"), () => this.#ask(exam.id, t("Next cards"), [{ name: "cards", label: t("Cards"), note: t("Rank and suit, the next one first: 9h Kd Ts") }], "SetNextCards")),
    ];
  }

  /** @param {string} exam @param {string} title @param {import("../parts/ask-form.js").Field[]} fields @param {string} command */
  #ask(exam, title, fields, command) {
    const lead = t("It stands in the log of the exam, on its result and on the transcript.");
    askForm(title, fields, ({ seat, ...facts }) => this.#give(exam, { command, ...facts, ...(seat === undefined ? {} : { seat: Number(seat) }) }), { go: title, lead });
  }

  /** @param {string} exam @param {Record<string, any>} command */
  async #give(exam, command) {
    this.#draw(await post(exams(exam, "interventions"), { command }));
    await this.look();
  }
}

await loadVoice();
const person = await comeIn(t("Board"), ["instructor", "assessor"]);
if (person) {
  try {
    new BoardPage(person, await get(`/api/school/classes/${encodeURIComponent(classId)}/board`));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const shell = new Shell({ title: t("Board"), person });
    shell.main.append(h("section", { class: "panel come-in" }, h("h1", { text: t("Board") }), h("p", { text: refused(error.refusal) }), h("a", { class: "button", href: "/school" }, t("School"))));
    shell.ready();
  }
}
