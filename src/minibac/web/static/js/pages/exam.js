/**
 * An exam: whoever sits it deals at the drawn table, by pointer and by keys, and nothing helps. No next step is shown, no count, no amount; a
 * wrong step is not refused, it has happened. What was a mistake is told at the end, with its clause. `/exams` has those that can be sat.
 */

import { RefusedError } from "../api.js";
import { differs, h, hide, keep, make, mark, say } from "../dom.js";
import { ExamLink } from "../exam-link.js";
import { HANDS, PHASES } from "../names.js";
import { TableStore } from "../store.js";
import { ruled, wagerName } from "../told.js";
import { loadVoice, named, spoken, t, words } from "../voice.js";
import { MbAnnouncer } from "../parts/announcer.js";
import { askForm, granted } from "../parts/ask-form.js";
import { MbCalls } from "../parts/calls.js";
import { listExams } from "../parts/exam-list.js";
import { examResult } from "../parts/exam-result.js";
import { MbFelt } from "../parts/felt.js";
import { FeltWork } from "../parts/felt-work.js";
import { tool } from "../parts/head.js";
import { openGuide } from "../parts/irregular.js";
import { sayIt } from "../parts/say-it.js";
import { openSheet } from "../parts/sheet.js";
import { comeIn, refusalLine, Shell } from "../parts/shell.js";
import { BY_HAND, KEYS } from "../parts/steps.js";
import { clockTime } from "../parts/times.js";

/** @typedef {import("../parts/steps.js").Step} Step */

/** Pixels for what stands below the table: two rows of calls, and what is done with a stack. */
const EDGE = 164;
/** What is called stands at the edge of the felt. */
const CALLED = new Set(["no-more-bets", "count", "result", "last-hand"]);
/** What the floor is called about. */
const ABOUT = words({ "": "it is the floor’s turn", cards: "the cards", money: "a payment", wagers: "a wager", calls: "a call", steps: "a step", people: "who does what" });
/** Keys of the console that have no meaning here: nothing helps, and there is nobody to hand the table to. */
const ELSEWHERE = new Set(["Space", "A", "M", "O", "K"]);
const ALSO = [
  { keys: ["K"], words: "push the chosen stack back" },
  { keys: ["A"], words: "carry out a remedy" },
  { keys: ["M"], words: "put money right" },
];

/** What a guest has put down is read from the chips. @param {import("../types.js").Said} line */
const tellsMoney = ({ facts }) => Object.values(facts ?? {}).some((fact) => typeof fact === "object" && fact.is === "money");

class ExamPage {
  /** @param {import("../types.js").Person} person @param {string} id */
  constructor(person, id) {
    this.person = person;
    this.shell = new Shell({ title: t("Exam"), person, tools: [tool("help", t("Keys"), () => this.#help())] });
    this.link = new ExamLink(id);
    this.store = new TableStore(/** @type {any} */ (this.link));
    this.felt = make(MbFelt, { across: true });
    this.felt.reserve = () => EDGE;
    this.work = new FeltWork(this.felt, this.store, {
      send: (command, near) => this.send(command, near),
      step: (step, near) => this.#step(step, near),
      hand: (hand, seat, near) => this.send({ command: "HandCards", hand, seat }, near),
      collect: (seat, near) => this.#collect(seat, near),
    });
    this.calls = make(MbCalls);
    this.announcer = make(MbAnnouncer);
    this.note = h("p", { class: "panel pad exam-note", role: "status", hidden: true });
    this.seen = h("div", { class: "panel pad exam-seen", role: "status", "aria-label": t("At the table"), hidden: true });
    this.atHand = h("div", { class: "at-hand-list" });
    this.atHandPanel = h("section", { class: "panel pad", "aria-label": t("At hand") }, h("h2", { text: t("At hand") }), this.atHand);
    this.steps = BY_HAND.filter(({ id: step }) => !CALLED.has(step)).map((step) => h("button", { type: "button", class: "button by-hand-step", "data-step": step.id, "aria-keyshortcuts": step.key.toUpperCase(), onclick: () => this.#step(step.id) }, h("span", { text: t(step.words) }), h("kbd", { class: "kbd", text: step.key.toUpperCase() })));
    this.acts = [
      this.#act("irregular", t("Irregularity"), "I", () => this.#irregular()),
      this.#act("floor", t("Call the floor"), "F", () => this.#floor()),
      this.#act("remedy", t("Remedy"), "A", () => this.#remedy()),
      this.#act("put-right", t("Put money right"), "M", () => this.#putRight()),
    ];
    this.table = h("div", { class: "exam-table" });
    this.#build();
    this.link.addEventListener("welcome", () => this.#follow(), { once: true });
    this.link.addEventListener("told", (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
    this.store.addEventListener("drawn", () => mark(document.body, "data-version", this.link.version));
    this.calls.addEventListener("call", (event) => this.send(/** @type {CustomEvent} */ (event).detail, this.calls));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What lies at hand, as the house tells it. @returns {any} */
  get desk() {
    return this.store.yours;
  }

  /** Whether steps are taken now; who teaches looks on, and is told what it comes to as it goes. */
  get open() {
    const { told } = this.link;
    return Boolean(told && !told.ended && !told.paused && !told.result);
  }

  /** @param {string} id @param {string} text @param {string} key @param {() => void} onclick */
  #act(id, text, key, onclick) {
    return { key: key.toLowerCase(), act: onclick, button: h("button", { type: "button", class: "button", "data-do": id, "aria-keyshortcuts": key, onclick }, text, h("kbd", { class: "kbd", text: key })) };
  }

  #build() {
    this.table.append(
      this.note,
      this.seen,
      h("section", { class: "dealer-table", "aria-label": t("The table") }, this.felt, h("div", { class: "felt-edge" }, this.calls, this.work.bar)),
      h(
        "div",
        { class: "dealer-grid" },
        h("div", { class: "dealer-main" }, h("section", { class: "panel pad", "aria-label": t("Every step by hand") }, h("h2", { text: t("Every step by hand") }), h("div", { class: "by-hand" }, ...this.steps))),
        h(
          "div",
          { class: "dealer-side" },
          this.atHandPanel,
          h("section", { class: "panel pad", "aria-label": t("When something is wrong") }, h("h2", { text: t("When something is wrong") }), h("div", { class: "buttons" }, ...this.acts.map(({ button }) => button))),
          h("section", { class: "panel pad story", "aria-label": t("What has happened") }, h("h2", { text: t("What has happened") }), this.announcer),
          h("section", { class: "panel pad", "aria-label": t("End") }, h("p", { class: "small", text: t("It ends by itself after its last round.") }), h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-do": "end", onclick: () => this.#end() }, t("Give the exam up")))),
        ),
      ),
    );
    this.shell.main.append(h("h1", { class: "unseen", text: t("Exam") }), h("p", { class: "exam-banner small", text: t("This is an exam, outside all books. Nothing helps, and a mistake simply happens.") }), this.table);
  }

  #follow() {
    const { store } = this;
    this.felt.follow(store);
    store.watch(["name", "rulebook_name", "coup_no"], () => {
      const { name, rulebook_name: rulebook, coup_no: coup } = store.seen;
      say(this.shell.title, ruled(name));
      const until = this.link.told?.ends_at;
      say(this.shell.line, [t("Exam"), ruled(rulebook), coup ? t("round {round}", { round: coup }) : "", t("without help"), until ? t("until {time}", { time: clockTime(until) }) : ""].filter(Boolean).join(" · "));
    });
    store.watch(["coup", "phase"], () => say(this.felt.caption, store.seen.coup ? "" : named(PHASES, store.seen.phase)));
    store.watchLater(["areas", "layout", "seats", "wagers", "coup", "yours", "options", "chips_cents"], () => this.work.draw(this.open));
    store.watch(["takes"], () => {
      for (const button of this.steps) hide(button, Boolean(button.dataset.step?.startsWith("hand-")) && !store.seen.takes.turning);
    });
    store.watch(["yours"], () => this.#atHands());
    this.shell.ready();
  }

  #drawCalls() {
    const { coup, betting } = this.store.seen;
    if (differs(this.calls, [coup, betting, this.open])) this.calls.draw({ coup, betting, desk: this.desk, help: false, mine: this.open, open: true });
  }

  /** What the house answers: what others did, an instructor's word, the end. @param {import("../exam-link.js").ToldExam} told */
  #told(told) {
    for (const line of told.happened_said ?? []) if (!tellsMoney(line)) this.announcer.say(spoken(line));
    mark(document.body, "data-duty", this.open);
    hide(this.note, !told.note);
    say(this.note, told.note ? t("The instructor says: {note}", { note: told.note }) : "");
    this.shell.tell(told.paused ? t("The instructor has stopped the exam for a moment.") : "");
    for (const { button } of this.acts) button.disabled = !this.open;
    for (const button of this.steps) button.disabled = !this.open;
    if (this.work.mine !== this.open) this.work.draw(this.open);
    this.#drawCalls();
    if (told.ended && told.result) this.#over(told);
  }

  /** @param {import("../exam-link.js").ToldExam} told */
  #over(told) {
    if (!this.table.isConnected) return;
    for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    const recorded = this.person.roles.some((held) => held.role === "trainee");
    this.table.replaceWith(examResult(told.result, recorded));
    mark(document.body, "data-ended", true);
    say(this.shell.line, [t("Exam"), ruled(this.store.seen.rulebook_name)].join(" · "));
    this.shell.main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  #atHands() {
    const { desk } = this;
    const steps = /** @type {Step[]} */ (desk.at_hand ?? []);
    keep(
      this.atHand,
      steps,
      (_, index) => h("button", { type: "button", class: "button at-hand", "aria-keyshortcuts": index < 9 ? String(index + 1) : null }, h("kbd", { class: "kbd", text: index < 9 ? index + 1 : "" }), h("span", { class: "at-hand-label" })),
      (button, step) => {
        say(button.children[1], spoken(step.said));
        button.onclick = () => this.#atHandStep(step);
      },
    );
    hide(this.atHandPanel, !steps.length);
    const seen = [spoken(desk.irregular), desk.objects ? t("Seat {seat} objects: the payment was wrong.", { seat: desk.objects }) : "", desk.cut_card_seen ? t("The cutting card has come out of the shoe.") : ""].filter(Boolean);
    if (differs(this.seen, seen)) this.seen.replaceChildren(...seen.map((text) => h("p", { text })));
    hide(this.seen, !seen.length);
  }

  // ------------------------------------------------------------------------------------------------- what is done

  /** Take a step; what hands cannot do is said where it was tried. @param {Record<string, any>} command @param {Element|null} [near] */
  async send({ command, ...facts }, near = null) {
    if (!this.open) return false;
    const answer = await this.link.command(command, facts);
    this.work.tell(answer.ok ? [] : [refusalLine(answer.refusal, "")], near);
    return answer.ok;
  }

  /** @param {string} kind @param {Record<string, any>} facts */
  #give = (kind, facts) => this.link.command(kind, facts);

  /** @param {string} id @param {Element|null} [near] */
  #step(id, near = null) {
    const step = BY_HAND.find((one) => one.id === id);
    if (!step || !this.open) return undefined;
    if (!step.make) return this.calls.enter(id === "result");
    if (id === "hand-player" || id === "hand-banker") return this.#handOut(id === "hand-player" ? "player" : "banker");
    const hand = id.endsWith("player") ? this.felt.player : id.endsWith("banker") || id === "tuck" ? this.felt.banker : null;
    const there = near ?? hand ?? (id === "rack" || id === "burn" ? this.felt.rack : this.felt.hands);
    const burn = /** @type {Step|undefined} */ (this.desk.at_hand?.find((/** @type {Step} */ one) => one.command.command === "BurnCards"));
    if (id === "burn" && burn) return sayIt(burn, "", this.#give);
    return this.send(step.make(this.store), there);
  }

  /** @param {Step} step */
  #atHandStep(step) {
    if (!this.open) return undefined;
    if (!step.asks) return this.send(step.command);
    if (!step.asks.includes("note")) return sayIt(step, "", this.#give);
    const { command, ...facts } = step.command;
    return askForm(spoken(step.said), [{ name: "note", label: t("What did you see?"), kind: "long" }], ({ note }) => granted(this.#give(command, { ...facts, note })), { go: spoken(step.said) });
  }

  /** The seats where somebody sits, to choose from. @returns {[string, string][]} */
  get seats() {
    return this.store.seen.seats.map(({ seat }) => [String(seat), t("Seat {seat}", { seat })]);
  }

  /** @param {"player"|"banker"} hand */
  #handOut(hand) {
    askForm(t("Hand out the {hand}’s cards", { hand: named(HANDS, hand) }), [{ name: "seat", label: t("To whom"), kind: "select", options: this.seats }], ({ seat }) => granted(this.#give("HandCards", { hand, seat: Number(seat) })), { go: t("Hand out") });
  }

  /** What a guest owes is the dealer's to say. @param {number} seat @param {Element|null} [near] */
  #collect(seat, near = null) {
    if (!this.open) return;
    this.work.tell([], near);
    askForm(t("Vigorish of seat {seat}", { seat }), [{ name: "cents", label: t("How much is collected"), kind: "dollars" }], ({ cents }) => granted(this.#give("CollectVigorish", { seat, cents })), { go: t("Collect") });
  }

  #irregular() {
    const seats = this.store.seen.seats.map((seat) => seat.seat);
    openGuide(this.desk.irregularities ?? [], { table: "", seats, send: ({ command, ...facts }) => this.#give(command, facts) });
  }

  #floor() {
    askForm(
      t("Call the floor"),
      [
        { name: "about", label: t("What is it about?"), kind: "select", optional: true, options: Object.keys(ABOUT).map((about) => [about, named(ABOUT, about)]) },
        { name: "seat", label: t("At which seat"), kind: "select", optional: true, options: [["0", t("at none")], ...this.seats] },
      ],
      ({ about, seat }) => granted(this.#give("CallFloor", { about, seat: Number(seat) })),
      { go: t("Call") },
    );
  }

  #remedy() {
    const options = this.desk.remedies.map((/** @type {{do: string, said: import("../types.js").Said}} */ one) => [one.do, spoken(one.said)]);
    askForm(t("Remedy"), [{ name: "remedy", label: t("What is done with the card"), kind: "select", options }], ({ remedy }) => granted(this.#give("CarryOut", { do: remedy })), { go: t("Carry it out") });
  }

  #putRight() {
    askForm(
      t("Put money right"),
      [
        { name: "seat", label: t("At which seat"), kind: "select", options: this.seats },
        { name: "wager", label: t("Wager"), kind: "select", options: this.store.seen.areas.map(({ id, label }) => [id, wagerName(id, label)]) },
        { name: "way", label: t("What is done"), kind: "select", options: [["take", t("taken back from the guest")], ["give", t("given to the guest")]] },
        { name: "cents", label: t("How much"), kind: "dollars" },
      ],
      ({ seat, wager, way, cents }) => granted(this.#give("PutRight", { seat: Number(seat), wager, cents: way === "give" ? cents : -cents })),
      { go: t("Put it right") },
    );
  }

  #end() {
    askForm(t("Give the exam up"), [], () => granted(this.link.end()), { go: t("Give the exam up"), lead: t("It is over then, and does not pass.") });
  }

  #help() {
    const rows = [...KEYS.filter(({ keys }) => !ELSEWHERE.has(keys[0])), ...ALSO];
    openSheet(
      t("Keys"),
      h("p", { text: t("Everything here works with keys alone, and on the felt with the pointer: cards from the shoe to a hand, chips from a stack to the float, chips from the float beside a stake. Nobody says whether a step is right.") }),
      h("table", { class: "plain keys" }, h("tbody", {}, ...rows.map(({ keys, words: what }) => h("tr", {}, h("td", {}, ...keys.map((key) => h("kbd", { class: "kbd", text: key }))), h("td", { text: t(what) }))))),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !this.open) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    const step = BY_HAND.find((one) => one.key === key);
    const act = this.acts.find((one) => one.key === key);
    const found = /^[1-9]$/.test(key) ? /** @type {Step[]} */ (this.desk.at_hand ?? [])[Number(key) - 1] : undefined;
    if (this.work.key(key, target)) event.preventDefault();
    else if (found) this.#atHandStep(found);
    else if (step) this.#step(step.id);
    else if (act) act.act();
    else if (key === "h" || key === "?") this.#help();
    else return;
    event.preventDefault();
  }
}

await loadVoice();
const person = await comeIn(t("Exams"), ["trainee", "instructor", "assessor"], true);
if (person && location.pathname === "/exams") {
  const shell = new Shell({ title: t("Exams"), person });
  listExams(shell, person).then(() => shell.ready()).catch((error) => shell.failed(error));
} else if (person) {
  const page = new ExamPage(person, decodeURIComponent(location.pathname.split("/")[2] ?? ""));
  page.link.connect().catch((error) => {
    if (!(error instanceof RefusedError)) throw error;
    page.table.remove();
    page.shell.failed(error);
    page.shell.ready();
  });
}
