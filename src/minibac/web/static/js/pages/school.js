/**
 * The school: for who teaches, the classes with everybody's progress, invitations on a sheet, signatures and papers; for
 * a trainee the own record. Whoever signs says the password again.
 */

import { get, post, remove } from "../api.js";
import { differs, h, keep } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { loadVoice, named, spoken, t, words } from "../voice.js";
import { askForm } from "../parts/ask-form.js";
import { openSheet } from "../parts/sheet.js";
import { comeIn, Shell } from "../parts/shell.js";
import { dayTime } from "../parts/times.js";

const WAYS = words({ practice: "practice", test: "test", table: "table" });
const LOOK_MS = 10_000;
/** The number of the house itself, where it acts. */
const HOUSE = "house";

/** @typedef {{competency: string, title: string, needs: Record<string, number>, passed: boolean, signed: {by: string, role: string, at: number}|null}} Row */
/** @typedef {{id: string, name: string|null, minutes: number, measured_seconds: number, attempts: number, not_handed_in: number, last_at: number, progress: Row[]}} Trainee */
/** @typedef {{id: string, title: string, rulebook: string, instructor: string, opened_at: number, trainees: Trainee[]}} SchoolClass */
/** @typedef {{number: number, at: number, way: string, what: string, called: import("../types.js").Said|string, rulebook: string, seed: string, asked: number, right: number, overpaid: number, false_alarms: number, seconds: number, coups: number, critical: number, major: number, minor: number, handed_in: boolean, passed: boolean, interventions: {kind: string, what: string, round_no: number, by: string}[]}} Attempt */

const at = (/** @type {string[]} */ ...parts) => `/api/school/${parts.map(encodeURIComponent).join("/")}`;
const act = (/** @type {string} */ what, /** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", class: "button", "data-do": what, onclick }, text);
const hours = (/** @type {number} */ minutes) => t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: Math.round(minutes % 60) });

/** A command for the school, under an id of its own. @param {Record<string, any>} command @param {string} [password] */
const order = (command, password = "") => post(at("commands"), { id: crypto.randomUUID(), command, password });

/** What a competency has come to. @param {Row} row @param {Record<string, string>} names */
function competency(row, names) {
  const missing = Object.entries(row.needs).filter(([, number]) => !number).map(([what]) => what);
  const told = row.signed ? t("signed off by {name}, {time}", { name: names[row.signed.by] ?? row.signed.by, time: dayTime(row.signed.at) }) : row.passed ? t("passed, not signed off") : t("open: {missing}", { missing: missing.join(", ") });
  const title = t(row.title);
  return h("span", { class: `tag ${row.signed ? "good" : ""}`, "data-competency": row.competency, "data-passed": row.passed, "data-signed": Boolean(row.signed), title: told }, title, h("span", { class: "unseen", text: told }), row.signed ? " ✓" : row.passed ? ` · ${t("passed")}` : "");
}

/** The papers of a trainee under a rulebook. @param {string} trainee @param {string} rulebook @param {boolean} whole */
function papers(trainee, rulebook, whole) {
  const link = (/** @type {string} */ kind, /** @type {string} */ text) => h("a", { class: "button", href: at("trainees", trainee, kind, rulebook), download: `${kind}-${trainee}-${rulebook}.pdf`, text });
  return [link("transcript", t("Transcript")), whole ? link("certificate", t("Certificate")) : null];
}

class SchoolPage {
  /** @param {import("../types.js").Person} person */
  constructor(person) {
    this.shell = new Shell({ title: t("School"), person });
    this.failed = this.shell.failed.bind(this.shell);
    this.shown = "";
    /** @type {Record<string, string>} */
    this.names = {};
    this.instructs = person.roles.some((held) => held.role === "instructor");
    this.classes = h("div", { class: "column", id: "classes" });
    this.nothing = h("p", { class: "quiet", text: t("No class has been opened."), hidden: true });
    this.key = h("code", { class: "hash" });
    this.marks = h("div", { class: "column school-marks", id: "marks" });
    const exported = (/** @type {string} */ form, /** @type {string} */ file, /** @type {string} */ text) => h("a", { class: "button", href: `${at("export")}?format=${form}`, download: file, text });
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("School") }),
      h(
        "section",
        { class: "panel pad", "aria-label": t("Classes") },
        h("div", { class: "panel-head" }, h("h2", { text: t("Classes") }), this.instructs ? h("div", { class: "buttons" }, act("open-class", t("Open a class"), () => this.#openClass()), exported("csv", "attempts.csv", "CSV"), exported("xapi", "statements.json", "xAPI")) : null),
        this.nothing,
        this.classes,
      ),
      h("section", { class: "panel pad", "aria-label": t("Marks of the school") }, h("h2", { text: t("Marks of the school") }), this.marks),
      h("section", { class: "panel pad", "aria-label": t("Key of the school") }, h("h2", { text: t("Key of the school") }), h("p", { class: "small", text: t("Papers are signed with it. Publish it where others can read it; minibac verify holds a paper against it.") }), this.key),
    );
    this.#often().then(() => this.shell.ready());
  }

  async #often() {
    await this.look().catch((error) => this.failed(error));
    setTimeout(() => this.#often(), document.hidden ? 4 * LOOK_MS : LOOK_MS);
  }

  async look() {
    const told = await get("/api/school");
    const key = JSON.stringify(told);
    if (key === this.shown) return;
    this.shown = key;
    this.names = told.names;
    this.key.textContent = told.key;
    this.#marks(told);
    this.nothing.hidden = told.classes.length > 0;
    keep(this.classes, told.classes, () => h("section", { class: "school-class" }), (box, one) => this.#class(box, /** @type {SchoolClass} */ (one)));
  }

  /** Which marks hold, since when and by whom, and what passes. @param {any} told */
  #marks({ marks, marks_said: rows, marks_at: since, marks_by: by, names }) {
    if (!differs(this.marks, [marks, since, by])) return;
    const who = by === HOUSE ? t("by the house file") : t("by {name}", { name: names[by] ?? by });
    const line = since ? [t(marks.name), t("since {time}", { time: dayTime(since) }), who] : [t(marks.name), t("as they come with the program")];
    const need = (/** @type {{what: string, passes: import("../types.js").Said, source: string|null}} */ { what, passes, source }) => h("li", {}, h("code", { text: what }), ` ${spoken(passes)}`, source ? h("span", { class: "quiet", text: ` (${source})` }) : null);
    this.marks.replaceChildren(
      h("p", { class: "small", "data-marks": marks.name, text: line.join(" · ") }),
      h("details", {}, h("summary", { text: t("What passes") }), ...rows.map((/** @type {any} */ row) => h("section", { "data-mark": row.competency }, h("h3", { text: t(row.title) }), h("ul", { class: "small figures" }, ...row.needs.map(need))))),
    );
  }

  /** @param {HTMLElement} box @param {SchoolClass} one */
  #class(box, one) {
    box.dataset.class = one.id;
    const facts = [named(RULEBOOKS, one.rulebook), one.instructor, t("since {time}", { time: dayTime(one.opened_at) })];
    box.replaceChildren(
      h("div", { class: "panel-head" }, h("h3", { text: one.title }), h("span", { class: "small quiet", text: facts.join(" · ") }), h("div", { class: "buttons" }, h("a", { class: "button gold", "data-do": "board", href: `/board/${encodeURIComponent(one.id)}`, text: t("Board") }), ...(this.instructs ? this.#classTools(one) : []))),
      h("ul", { class: "rows" }, ...one.trainees.map((trainee) => this.#trainee(one, trainee))),
    );
  }

  /** What an instructor does for a class. @param {SchoolClass} one */
  #classTools(one) {
    const file = `${one.id}.csv`;
    return [act("links", t("Links for a list"), () => this.#links(one)), act("code", t("Join code"), () => this.#code(one)), act("enrol", t("Enrol by number"), () => this.#enrol(one)), h("a", { class: "button", href: `${at("export")}?format=csv&class=${encodeURIComponent(one.id)}`, download: file, "aria-label": t("CSV of {title}", { title: one.title }), text: "CSV" })];
  }

  /** @param {SchoolClass} one @param {Trainee} trainee */
  #trainee(one, trainee) {
    const who = trainee.name ? `${trainee.name} (${trainee.id})` : trainee.id;
    const ready = trainee.progress.filter((row) => row.passed && !row.signed);
    const signed = trainee.progress.filter((row) => row.signed);
    const whole = trainee.progress.every((row) => row.signed);
    const seldom = [
      signed.length ? act("unsign", t("Take a signature back"), () => this.#unsign(one, trainee, signed)) : null,
      this.instructs ? act("withdraw", t("Take out of the class"), () => leaves(one, trainee.id, who, () => this.look())) : null,
      this.instructs ? act("remove", t("Remove the name"), () => this.#remove(trainee, who)) : null,
    ].filter(Boolean);
    return h(
      "li",
      { "data-trainee": trainee.id },
      h("div", { class: "row-head" }, h("strong", { text: who })),
      h("div", { class: "row-facts small" }, h("span", { text: t("{hours} of teaching", { hours: hours(trainee.minutes) }) }), h("span", { text: t("{hours} measured", { hours: hours(trainee.measured_seconds / 60) }) }), h("span", { text: t("{count:attempt|attempts}", { count: trainee.attempts }) }), trainee.not_handed_in ? h("span", { text: t("{count} not handed in", { count: trainee.not_handed_in }) }) : null),
      h("div", { class: "competencies" }, ...trainee.progress.map((row) => competency(row, this.names))),
      h(
        "div",
        { class: "buttons" },
        ready.length ? act("sign", t("Sign off"), () => this.#sign(one, trainee, ready)) : null,
        act("record", t("Record"), () => this.#record(trainee.id, who)),
        ...papers(trainee.id, one.rulebook, whole),
        act("attempt", t("Note a test"), () => void noteTest(one.rulebook, trainee.id, who, () => this.look()).catch(this.failed)),
        this.instructs ? act("hours", t("Note hours"), () => this.#hours(trainee, who)) : null,
      ),
      seldom.length ? h("details", { class: "seldom" }, h("summary", { text: t("More") }), h("div", { class: "buttons" }, ...seldom)) : null,
    );
  }

  #openClass() {
    askForm(
      t("Open a class"),
      [
        { name: "title", label: t("Title") },
        { name: "rulebook", label: t("Rulebook"), kind: "select", options: Object.keys(RULEBOOKS).map((book) => [book, named(RULEBOOKS, book)]) },
      ],
      (values) => post(at("classes"), values).then(() => this.look()),
      { go: t("Open a class") },
    );
  }

  /** @param {SchoolClass} one */
  #links(one) {
    askForm(
      t("Links for a list"),
      [{ name: "names", label: t("Names, one on each line or with commas between them"), kind: "lines" }],
      async ({ names }) => {
        const made = await post(at("classes", one.id, "invitations"), { names });
        this.#sheet(one, made.links.map((/** @type {{name: string, path: string}} */ link) => h("li", {}, h("strong", { text: link.name }), h("div", { class: "address", text: location.origin + link.path }))));
      },
      { go: t("Make the links"), lead: t("Each link makes one account, once, within a week. The names are for the sheet; nobody keeps them.") },
    );
  }

  /** @param {SchoolClass} one */
  #code(one) {
    askForm(
      t("Join code"),
      [],
      async () => {
        const made = await post(at("classes", one.id, "invitations"), { names: [] });
        this.#sheet(one, [h("li", {}, h("div", { class: "join-code", text: made.code }), h("div", { class: "address", text: location.origin + made.path }))]);
      },
      { go: t("Make a code"), lead: t("The whole class joins with one code, for a week. The code before it counts no more.") },
    );
  }

  /** Somebody who has an account already: of the staff, or from another class. @param {SchoolClass} one */
  #enrol(one) {
    askForm(
      t("Enrol by number"),
      [{ name: "trainee", label: t("Number"), note: t("Of somebody of the staff, or of another class, as t-0001.") }],
      ({ trainee }) => order({ command: "EnrolTrainee", trainee, class_id: one.id }).then(() => this.look()),
      { go: t("Enrol") },
    );
  }

  /** The sheet that is printed and handed out; it cannot be shown again. @param {SchoolClass} one @param {Node[]} rows */
  #sheet(one, rows) {
    const lead = t("Open the address, choose a name and a password, and write them down. Play chips only.");
    const print = h("button", { type: "button", class: "button gold no-print", onclick: () => window.print() }, t("Print"));
    openSheet(one.title, h("div", { class: "paper invitation-sheet" }, h("p", { text: lead }), h("ul", {}, ...rows), print));
  }

  /** @param {SchoolClass} one @param {Trainee} trainee @param {Row[]} ready */
  #sign(one, trainee, ready) {
    const words = { title: t("Sign off {name}", { name: trainee.name ?? trainee.id }), go: t("Sign off"), lead: t("It is passed by the marks of the school. Your signature stays in the log.") };
    this.#signature("SignOff", one, trainee, ready, words);
  }

  /** @param {SchoolClass} one @param {Trainee} trainee @param {Row[]} signed */
  #unsign(one, trainee, signed) {
    const words = { title: t("Take a signature of {name} back", { name: trainee.name ?? trainee.id }), go: t("Take it back"), lead: t("The signature stays in the log, and so does that it was taken back, and by whom.") };
    this.#signature("WithdrawSignOff", one, trainee, signed, words);
  }

  /** What is signed with the password. @param {string} command @param {SchoolClass} one @param {Trainee} trainee @param {Row[]} rows @param {{title: string, go: string, lead: string}} words */
  #signature(command, one, trainee, rows, { title, go, lead }) {
    const input = h("input", { class: "input", type: "password", name: "password", required: true, autocomplete: "current-password" });
    const password = { box: h("label", { class: "field" }, h("span", { text: t("Your password again") }), input), read: () => input.value };
    const fields = [
      { name: "competency", label: t("Competency"), kind: /** @type {const} */ ("select"), options: rows.map((row) => /** @type {const} */ ([row.competency, t(row.title)])) },
      { name: "password", label: "", made: password },
    ];
    askForm(title, fields, (values) => order({ command, trainee: trainee.id, rulebook: one.rulebook, competency: values.competency }, values.password).then(() => this.look()), { go, lead });
  }

  /** @param {Trainee} trainee @param {string} who */
  #hours(trainee, who) {
    askForm(
      t("Note hours for {name}", { name: who }),
      [{ name: "minutes", label: t("Minutes"), kind: "number" }],
      ({ minutes }) => order({ command: "NoteHours", trainee: trainee.id, minutes }).then(() => this.look()),
      { go: t("Note hours") },
    );
  }

  /** @param {Trainee} trainee @param {string} who */
  #remove(trainee, who) {
    askForm(t("Remove the name of {name}", { name: who }), [], () => remove(at("trainees", trainee.id)).then(() => this.look()), {
      go: t("Remove the name"),
      lead: t("The account goes, and the name with it. The record stays under the number. This cannot be taken back."),
    });
  }

  /** @param {string} trainee @param {string} who */
  #record(trainee, who) {
    get(at("trainees", trainee)).then((told) => openSheet(who, attempts(told.attempts))).catch((error) => this.failed(error));
  }
}

/** A test on paper, or one that was taken before somebody who teaches. @param {string} rulebook @param {string} trainee @param {string} who @param {() => Promise<void>} done */
async function noteTest(rulebook, trainee, who, done) {
  const { drills } = await get(`/api/drills?rulebook=${rulebook}`);
  const levels = /** @type {const} */ ([["0", t("easy to hard")], ["1", t("level 1")], ["2", t("level 2")], ["3", t("level 3")]]);
  askForm(
    t("Note a test of {name}", { name: who }),
    [
      { name: "what", label: t("Drill"), kind: "select", options: drills.map((/** @type {any} */ one) => /** @type {const} */ ([one.drill, t("{about:^}", { about: one.about })])) },
      { name: "seed", label: t("Seed of the sheet") },
      { name: "level", label: t("How hard"), kind: "select", options: levels },
      { name: "asked", label: t("Questions"), kind: "number" },
      { name: "right", label: t("Right"), kind: "number" },
      { name: "worse", label: t("Of the wrong ones: paid too much, or a false alarm"), kind: "number", value: 0 },
      { name: "seconds", label: t("Seconds it took"), kind: "number" },
    ],
    ({ level, worse, ...values }) => {
      const told = drills.find((/** @type {any} */ one) => one.drill === values.what).worse; // only some drills tell it apart
      const tried = { ...values, ...(told ? { [told]: worse } : {}), way: "test", rulebook, level: Number(level) };
      return order({ command: "NoteAttempt", trainee, tried }).then(done);
    },
    { go: t("Note the test"), lead: t("A sheet on paper, marked by its key. It stands in the record under your number; the same sheet counts once.") },
  );
}

/** Somebody leaves a class. @param {{id: string, title: string}} one @param {string} trainee @param {string} who @param {() => Promise<void>} done */
function leaves(one, trainee, who, done) {
  askForm(t("{name} leaves {title}", { name: who, title: one.title }), [], () => order({ command: "WithdrawTrainee", trainee, class_id: one.id }).then(done), {
    go: t("Leave the class"),
    lead: t("What was noted stays in the record."),
  });
}

/** Every attempt, the newest first. @param {Attempt[]} rows */
function attempts(rows) {
  if (!rows.length) return h("p", { class: "quiet", text: t("Nothing has been tried yet.") });
  const heads = [t("No."), t("Time"), t("What"), t("Score"), t("Took"), t("Marks")];
  const dealt = (/** @type {Attempt} */ { coups, critical, major, minor, interventions }) => [t("{coups:round|rounds}; {critical} critical, {major} major, {minor} minor", { coups, critical, major, minor }), interventions.length ? t("Interventions: {count}", { count: interventions.length }) : ""].filter(Boolean).join("; ");
  const drilled = (/** @type {Attempt} */ { right, asked, overpaid, false_alarms }) => [t("{right} of {asked}", { right, asked }), overpaid ? t("overpaid: {count}", { count: overpaid }) : "", false_alarms ? t("false alarms: {count}", { count: false_alarms }) : ""].filter(Boolean).join("; ");
  const score = (/** @type {Attempt} */ one) => (!one.handed_in ? t("begun, not handed in") : one.way === "table" ? dealt(one) : drilled(one));
  return h(
    "div",
    { class: "attempts-box", tabindex: 0, role: "region", "aria-label": t("Attempts") },
    h(
      "table",
      { class: "attempts figures" },
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...[...rows].reverse().map((one) => h("tr", { "data-attempt": one.number }, ...[String(one.number), dayTime(one.at), t("{way}: {what}", { way: named(WAYS, one.way), what: spoken(one.called) }), score(one), t("{seconds} s", { seconds: one.seconds }), one.passed ? t("passes") : ""].map((text) => h("td", { text }))))),
    ),
  );
}

/** Where a trainee learns, under the rulebook of the class. @param {string} [book] */
function learning(book) {
  const query = book ? `?${new URLSearchParams({ rulebook: book })}` : "";
  const link = (/** @type {string} */ path, /** @type {string} */ text, kind = "button") => h("a", { class: kind, href: path + query, text });
  return [link("/course", t("The course"), "button gold"), link("/drills", t("Drills")), link("/exams", t("Exams"))];
}

class RecordPage {
  /** @param {import("../types.js").Person} person */
  constructor(person) {
    this.shell = new Shell({ title: t("My record"), person });
    this.shell.main.append(h("h1", { class: "unseen", text: t("My record") }));
    this.#look(person).then(() => this.shell.ready()).catch((error) => this.shell.failed(error));
  }

  /** @param {import("../types.js").Person} person */
  async #look(person) {
    const told = await get("/api/school/me");
    const titles = Object.values(told.titles).join(", ");
    const facts = [titles, t("number {number}", { number: told.trainee }), t("{hours} of teaching", { hours: hours(told.minutes) }), t("{hours} measured", { hours: hours(told.measured_seconds / 60) }), told.not_handed_in ? t("{count} not handed in", { count: told.not_handed_in }) : ""].filter(Boolean);
    this.shell.main.append(
      h("section", { class: "panel pad", "aria-label": person.name }, h("div", { class: "panel-head" }, h("h2", { text: person.name }), h("div", { class: "buttons" }, ...learning(Object.keys(told.rulebooks)[0]))), h("p", { class: "small", text: facts.join(" · ") }), h("p", { class: "small quiet", text: t("Of this school; no licence and no regulator’s certification.") })),
      ...Object.entries(told.rulebooks).map(([book, rows]) => {
        const progress = /** @type {Row[]} */ (rows);
        return h("section", { class: "panel pad", "data-rulebook": book, "aria-label": named(RULEBOOKS, book) }, h("div", { class: "panel-head" }, h("h2", { text: named(RULEBOOKS, book) }), h("div", { class: "buttons" }, ...papers(told.trainee, book, progress.every((row) => row.signed)))), h("div", { class: "competencies" }, ...progress.map((row) => competency(row, told.names))));
      }),
      h("section", { class: "panel pad", "aria-label": t("Attempts") }, h("h2", { text: t("Attempts") }), attempts(told.attempts)),
      h("div", { class: "buttons" }, ...Object.entries(told.titles).map(([id, title]) => act("leave", t("Leave {title}", { title }), () => leaves({ id, title: String(title) }, told.trainee, person.name, async () => location.reload())))),
    );
  }
}

await loadVoice();
const person = await comeIn(t("School"), ["instructor", "assessor", "trainee"]);
if (person) {
  const teaches = person.roles.some((held) => held.role === "instructor" || held.role === "assessor");
  if (teaches) new SchoolPage(person);
  else new RecordPage(person);
}
