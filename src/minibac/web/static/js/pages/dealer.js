/**
 * The dealer's page: the felt, on which cards and chips are moved by pointer and by keys; what is called, at its edge; and below it, where
 * the table helps, the next right step large, every other one at hand.
 */

import { get } from "../api.js";
import { differs, h, hide, keep, make, mark, say } from "../dom.js";
import { HANDS, PHASES } from "../names.js";
import { TableLink } from "../protocol.js";
import { DUTIES } from "../staff-names.js";
import { TableStore } from "../store.js";
import { concluded, ruled, shoeAndRound, told } from "../told.js";
import { loadVoice, named, spoken, t, words } from "../voice.js";
import { MbAnnouncer } from "../parts/announcer.js";
import { askForm, granted } from "../parts/ask-form.js";
import { MbCalls } from "../parts/calls.js";
import { chipsRow } from "../parts/chips-row.js";
import { chooseTable } from "../parts/choose.js";
import { cited } from "../parts/cited.js";
import { clauseSays, readHere } from "../parts/clause-here.js";
import { MbFelt } from "../parts/felt.js";
import { FeltWork } from "../parts/felt-work.js";
import { tool } from "../parts/head.js";
import { openGuide } from "../parts/irregular.js";
import { lockNow } from "../parts/lock.js";
import { notesToName } from "../parts/name-notes.js";
import { MbPayouts } from "../parts/payouts.js";
import { openSheet } from "../parts/sheet.js";
import { sayIt } from "../parts/say-it.js";
import { comeIn, refusalLine, Shell } from "../parts/shell.js";
import { BY_HAND, KEYS, mayMake } from "../parts/steps.js";
import { MbStrip } from "../parts/strip.js";

const GUEST_DOES = words({
  ReturnCards: "{who} turns the {hand}’s cards",
  AnswerCut: "{who} is offered the cut",
  CommitShare: "The guests’ pages give their shares of the shuffle",
  RevealShare: "The guests’ pages show their shares of the shuffle",
  CutStack: "{who} cuts",
  AnswerRight: "{who} is offered the {hand}’s cards",
  DoStep: "The guest may look at the cards",
  ChooseHouseMoney: "{who} chooses for House Money",
});

/** @typedef {import("../parts/steps.js").Step} Step */

const tableId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
/** Pixels for what stands below the table without scrolling: the calls, and the next step where the table helps. */
const EDGE = 66;
const NEXT_STEP = 176;
const AUTOMATIC = "automatic dealer";
const TAKEN = ["calling", "wagers"];
const ALOUD = new Set(["BettingClosed", "CountCalled", "ResultCalled", "LastHandCalled", "CoupVoided", "IncidentOpened", "IncidentResolved", "CardStrayed", "ShoeEnded"]);
const UNWRITTEN = new Set(["ConnectionSaid"]);

class DealerPage {
  /** @param {import("../types.js").Person} person */
  constructor(person) {
    const tools = [tool("help", t("Keys"), () => this.#help())];
    this.shell = new Shell({ title: t("Dealer’s console"), person, table: tableId, tools });
    this.link = new TableLink(tableId, { role: "dealer" });
    this.store = new TableStore(this.link);
    this.felt = make(MbFelt, { across: true });
    this.felt.reserve = () => EDGE + (this.helps ? NEXT_STEP : 0);
    this.strip = make(MbStrip);
    this.payouts = make(MbPayouts, { class: "panel pad", hidden: true });
    this.work = new FeltWork(this.felt, this.store, {
      send: (command, near) => this.send(command, near),
      step: (id, near) => this.#step(id, near),
      hand: (hand, seat, near) => this.send({ command: "HandCards", hand, seat }, near),
      collect: (seat, near) => this.#collect(seat, near),
    });
    this.calls = make(MbCalls);
    this.announcer = make(MbAnnouncer);
    this.label = h("span", { class: "next-label" });
    this.word = h("span", { class: "next-word" });
    this.nextButton = h("button", { type: "button", class: "next-step", "aria-keyshortcuts": "Space" }, this.word, this.label, h("kbd", { class: "kbd", text: "Space" }));
    this.nextClauses = h("p", { class: "next-clauses small" });
    this.instruction = h("p", { class: "instruction small", hidden: true });
    this.tray = h("div", { class: "instruction small", "data-tray": "", hidden: true });
    this.cash = h("div", { class: "buttons", hidden: true });
    this.all = h("button", { type: "button", class: "button", hidden: true, "aria-keyshortcuts": "A" }, t("All moves"), h("kbd", { class: "kbd", text: "A" }));
    this.atHand = h("div", { class: "at-hand-list" });
    this.atHandPanel = h("section", { class: "panel pad", "aria-label": t("At hand") }, h("h2", { text: t("At hand") }), this.atHand);
    this.duty = h("button", { type: "button", class: "button duty", "aria-keyshortcuts": "O" });
    this.papers = h("a", { class: "small", hidden: true, target: "_blank", text: t("Counts to make and papers to sign") });
    this.practice = h("span", { class: "small quiet", text: t("right or wrong"), hidden: true });
    this.floor = h("button", { type: "button", class: "button", "aria-keyshortcuts": "F", onclick: () => this.#floor() }, t("Call the floor"), h("kbd", { class: "kbd", text: "F" }));
    this.wrong = h("button", { type: "button", class: "button", "aria-keyshortcuts": "I", onclick: () => this.#irregular() }, t("Irregularity"), h("kbd", { class: "kbd", text: "I" }));
    this.steps = BY_HAND.map((step) => ({ step, button: this.#stepButton(step) }));
    this.top = h("div", { class: "table-top panel" }, this.strip);
    this.next = h("section", { class: "panel next-panel", "aria-label": t("Next") }, this.nextButton, h("div", { class: "next-under" }, this.nextClauses, this.all));
    this.notes = h("section", { class: "panel pad desk-notes", "aria-label": t("At the table"), hidden: true }, this.instruction, this.tray, this.cash);
    this.busy = false;
    this.#build();
    this.#listen();
  }

  /** The desk of the dealer, as the table tells it. @returns {any} */
  get desk() {
    return this.store.yours;
  }

  /** Whether this table helps its dealer. */
  get helps() {
    return this.store.view?.help !== false;
  }

  get onDuty() {
    return Boolean(this.desk.on_duty?.includes("calling"));
  }

  #build() {
    readHere(this.shell.main, tableId);
    this.duty.addEventListener("click", () => this.#changeDuty());
    this.nextButton.addEventListener("click", () => this.#next());
    this.all.addEventListener("click", () => this.#everyMove());
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("Dealer’s console") }),
      this.top,
      h("section", { class: "dealer-table", "aria-label": t("The table") }, this.felt, h("div", { class: "felt-edge" }, this.calls, this.work.bar)),
      h(
        "div",
        { class: "dealer-grid" },
        h(
          "div",
          { class: "dealer-main" },
          this.next,
          this.notes,
          this.payouts,
          h(
            "section",
            { class: "panel pad", "aria-label": t("Every step by hand") },
            h("div", { class: "panel-head" }, h("h2", { text: t("Every step by hand") }), this.practice),
            h("div", { class: "by-hand" }, ...this.steps.map(({ button }) => button)),
          ),
        ),
        h(
          "div",
          { class: "dealer-side" },
          h("section", { class: "panel pad duty-panel", "aria-label": t("Duty and calls") }, this.duty, h("div", { class: "buttons" }, this.wrong, this.floor), this.papers),
          this.atHandPanel,
          h("section", { class: "panel pad story", "aria-label": t("What has happened") }, h("h2", { text: t("What has happened") }), this.announcer),
        ),
      ),
    );
  }

  /** @param {typeof BY_HAND[number]} step */
  #stepButton(step) {
    return h("button", { type: "button", class: "button by-hand-step", "data-step": step.id, "aria-keyshortcuts": step.key.toUpperCase(), onclick: () => this.#step(step.id) }, h("span", { text: t(step.words) }), h("kbd", { class: "kbd", text: step.key.toUpperCase() }));
  }

  #listen() {
    const { link, store, shell } = this;
    shell.follow(link);
    link.addEventListener("welcome", () => this.#follow(), { once: true });
    store.addEventListener("drawn", () => mark(document.body, "data-version", link.version));
    store.addEventListener("events", (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
    this.payouts.addEventListener("move", (event) => this.send({ command: "TakeActions", actions: [/** @type {CustomEvent} */ (event).detail] }));
    this.calls.addEventListener("call", (event) => this.send(/** @type {CustomEvent} */ (event).detail, this.calls));
    document.addEventListener("keydown", (event) => this.#key(event));
    /** @type {Element|null} */
    this.pointed = null;
    document.addEventListener("click", (event) => (this.pointed = event.detail ? /** @type {Element} */ (event.target).closest("button, a") : null));
  }

  #follow() {
    const { store } = this;
    store.watch(["strip"], () => {
      this.strip.draw(store.seen.strip, tableId);
      hide(this.top, !store.seen.strip.length);
    });
    store.watch(["name", "shoe_no", "coup_no", "training", "rulebook_name"], () => this.#head());
    this.felt.follow(store);
    store.watch(["coup", "phase", "last"], () => this.#says());
    store.watch(["coup", "betting", "yours", "burned"], () => this.calls.draw({ coup: store.seen.coup, betting: store.seen.betting, shoe: store.seen.burned.length > 0, desk: this.desk, help: this.helps, mine: this.onDuty }));
    store.watchLater(["areas", "layout", "seats", "wagers", "coup", "yours", "options", "chips_cents"], () => this.work.draw(Boolean(this.desk.on_duty?.includes("wagers")), this.helps && !this.calls.hidden));
    store.watch(["yours", "phase", "staffed", "incidents", "seats"], () => this.#desk());
    this.papers.hidden = !person?.roles.some((held) => held.role === "dealer");
    this.papers.href = `/floor/${encodeURIComponent(store.seen.pit)}`;
    this.shell.ready();
    if (this.helps) this.nextButton.focus();
  }

  #head() {
    const { name, rulebook_name: rulebook, shoe_no: shoe, coup_no: coup, training } = this.store.seen;
    say(this.shell.title, ruled(name || rulebook));
    say(this.shell.line, [shoeAndRound(shoe, coup), t("Dealer’s console"), ruled(rulebook), training ? t("training table") : "", this.helps ? "" : t("without help")].filter(Boolean).join(" · "));
  }

  /** Where the table stands, on the rail before the dealer. */
  #says() {
    const { coup, last, phase } = this.store.seen;
    const over = coup && last?.coup_no === coup.no ? concluded(last) : "";
    this.felt.entitle(over || (this.helps || !coup ? named(PHASES, phase) : ""));
  }

  /** Everything that the desk says: the next step, the others, the payouts. */
  #desk() {
    const { onDuty } = this;
    const next = /** @type {Step|null} */ (this.desk.next ?? null);
    const mine = onDuty && next?.role === "dealer";
    hide(this.next, onDuty && !this.helps);
    mark(document.body, "data-duty", onDuty);
    mark(this.nextButton, "data-kind", !onDuty ? "duty" : mine ? "mine" : "wait");
    say(this.word, t(!onDuty ? (this.desk.may_deal ? "The automatic dealer is on duty" : "Waiting") : mine ? "Next" : "Waiting"));
    say(this.label, this.#nextWords(next, mine));
    mark(this.nextButton, "aria-disabled", onDuty && !mine ? "true" : null);
    this.#cite(onDuty ? (next?.clauses ?? []) : []);
    const how = /** @type {{says: string, clauses: string[]}|null} */ (onDuty ? this.desk.instruction ?? null : null);
    this.instruction.hidden = !how;
    this.instruction.replaceChildren(...(how ? [`${ruled(how.says)} `, cited(how.clauses, tableId)] : []));
    this.#drawTray(onDuty);
    const cash = onDuty ? this.desk.cash ?? [] : [];
    this.cash.hidden = !cash.length;
    if (differs(this.cash, cash)) this.cash.replaceChildren(...notesToName(cash, this.store.seen.notes_cents, (facts) => this.link.command("NameNotes", facts), tableId));
    hide(this.notes, !how && this.tray.hidden && !cash.length);
    const actions = next?.command.actions ?? [];
    this.all.hidden = !mine || actions.length < 2;
    this.payouts.draw(this.desk.payouts ?? [], tableId, { mine: onDuty && Boolean(this.desk.on_duty?.includes("wagers")), practice: Boolean(this.desk.practice) });
    this.#offered();
    const steps = /** @type {Step[]} */ (this.desk.at_hand ?? []);
    keep(
      this.atHand,
      steps,
      (_, index) => h("button", { type: "button", class: "button at-hand", "aria-keyshortcuts": index < 9 ? String(index + 1) : null }, h("kbd", { class: "kbd", text: index < 9 ? index + 1 : "" }), h("span", { class: "at-hand-label" }), h("span", { class: "clause quiet" })),
      (button, step) => {
        say(button.children[1], spoken(step.said));
        say(button.children[2], step.clauses[0] ?? "");
        button.onclick = () => this.#atHand(step);
      },
    );
    this.atHandPanel.hidden = !onDuty || !steps.length;
    this.duty.replaceChildren(h("span", { text: t(onDuty ? "Give it back to the automatic dealer" : "Take over the table") }), h("kbd", { class: "kbd", text: "O" }));
    mark(this.duty, "data-on", onDuty);
    this.shell.tell(this.store.seen.incidents ? t("Play stands still: the floor has been called.") : "");
  }

  /** The clauses of the next step, and what the first of them says. @param {readonly string[]} clauses */
  #cite(clauses) {
    if (!differs(this.nextClauses, clauses)) return;
    const [first] = clauses;
    const words = h("q", { class: "clause-says quiet", lang: "en", hidden: true });
    this.nextClauses.replaceChildren(...(first ? [cited(clauses, tableId), " ", words] : []));
    if (first) clauseSays(first).then((says) => {
      say(words, says);
      hide(words, !says);
    });
  }

  /** What the table would take from this dealer now, and nothing else; for practice everything can be tried. */
  #offered() {
    this.practice.hidden = !this.desk.practice;
    for (const { step, button } of this.steps) button.disabled = !mayMake(step, this.store);
    this.wrong.hidden = !this.desk.irregularities?.length;
    this.floor.hidden = !this.#reports("other");
    this.duty.hidden = !this.onDuty && !this.desk.may_deal;
    mark(this.nextButton, "aria-disabled", this.duty.hidden ? "true" : this.nextButton.getAttribute("aria-disabled"));
  }

  /** @param {string} kind */
  #reports(kind) {
    return Boolean(this.desk.irregularities?.some((/** @type {any} */ row) => row.kind === kind));
  }

  /** The tray: closed, or lacking chips for which a fill is asked; what lies in it is read on demand. @param {boolean} onDuty */
  #drawTray(onDuty) {
    const tray = /** @type {{open: boolean, chips: [number, number][], fill: [number, number][]}|null} */ (onDuty ? this.desk.tray ?? null : null);
    this.tray.hidden = !tray;
    if (!tray || !differs(this.tray, tray)) return;
    mark(this.tray, "data-tray", !tray.open ? "closed" : tray.fill.length ? "fill" : "open");
    this.tray.replaceChildren(
      ...(tray.open ? [] : [h("p", { text: t("The tray is closed: the opener is counted first, by the dealer and a supervisor.") })]),
      ...(tray.fill.length ? [h("p", {}, t("A fill is asked for:"), " ", chipsRow(tray.fill))] : []),
      h("details", { open: this.tray.querySelector("details")?.open }, h("summary", { text: t("chips in the tray") }), chipsRow(tray.chips)),
    );
  }

  /** @param {Step|null} next @param {boolean} mine */
  #nextWords(next, mine) {
    if (!this.onDuty) return t(this.desk.may_deal ? "Take over the table" : "Another dealer is on duty");
    if (!next) return this.desk.waits ? spoken(this.desk.waits) : "";
    const theirs = GUEST_DOES[next.command.command];
    const { name = "", seat = 0 } = next;
    if (next.role === "guest" && theirs) return t(theirs, { who: t("{name} at seat {seat}", { name, seat }), hand: next.command.hand ? named(HANDS, next.command.hand) : "" });
    if (mine) return spoken(next.said);
    const role = named(DUTIES, next.role ?? "");
    return name ? t("{name}, {role}: {what}", { name, role, what: spoken(next.said) }) : t("The {who}: {what}", { who: role, what: spoken(next.said) });
  }

  /** Give a command; a mistake shows its clause where it was made, and stays until the next right step. @param {Record<string, any>} command @param {Element|null} [near] */
  async send({ command, ...facts }, near = null) {
    if (this.busy) return false;
    this.busy = true;
    mark(this.nextButton, "data-busy", true);
    const answer = await this.link.command(command, facts);
    this.busy = false;
    mark(this.nextButton, "data-busy", null);
    if (answer.ok) {
      this.work.tell([]);
      return true;
    }
    if (answer.refusal.clause === "R28") this.shell.refuse(answer.refusal);
    const also = (answer.refusal.also ?? []).slice(0, 3);
    this.work.tell([h("h3", { text: t("Not that") }), refusalLine(answer.refusal, tableId), ...(also.length ? [h("p", { class: "small" }, t("See also"), " ", cited(also, tableId))] : [])], near);
    return false;
  }

  /** @param {string} kind @param {Record<string, any>} facts */
  async #give(kind, facts) {
    const answer = await this.link.command(kind, facts);
    if (!answer.ok && answer.refusal.clause === "R28") this.shell.refuse(answer.refusal);
    return answer;
  }

  async #next() {
    if (!this.onDuty) return this.desk.may_deal ? this.#changeDuty() : undefined;
    const next = /** @type {Step|null} */ (this.desk.next ?? null);
    if (!next || next.role !== "dealer") return undefined;
    if (next.asks?.length) return sayIt(next, tableId, (kind, facts) => this.#give(kind, facts), this.helps);
    const { actions } = next.command;
    return this.send(actions ? { ...next.command, actions: actions.slice(0, 1) } : next.command);
  }

  /** All moves of the settlement that are left, in their order. */
  async #everyMove() {
    const next = /** @type {Step|null} */ (this.desk.next ?? null);
    if (next?.command.actions && next.role === "dealer") await this.send(next.command);
  }

  /** A step of a round, by hand. @param {string} id @param {Element|null} [near] where it is made; by a key, where its cards lie */
  #step(id, near = null) {
    const step = BY_HAND.find((one) => one.id === id);
    if (!step || !mayMake(step, this.store)) return undefined;
    const hand = id.endsWith("player") ? this.felt.player : id.endsWith("banker") || id === "tuck" ? this.felt.banker : null;
    const there = near ?? hand ?? (id === "rack" || id === "burn" ? this.felt.rack : this.felt.hands);
    const asked = /** @type {Step[]} */ ([this.desk.next, ...(this.desk.at_hand ?? [])]).find((one) => one?.command.command === "BurnCards");
    if (id === "burn" && asked?.asks?.length) return sayIt(asked, tableId, (kind, facts) => this.#give(kind, facts));
    return step.make ? this.send(step.make(this.store), there) : this.calls.enter();
  }

  async #changeDuty() {
    const on = this.onDuty;
    for (const duty of TAKEN) {
      const facts = on ? { duty, person: AUTOMATIC } : { duty };
      if (!(await this.send({ command: "AssignStaff", ...facts }))) return;
    }
  }

  /** @param {number} seat @param {Element|null} [near] */
  #collect(seat, near = this.felt.markers.children[seat - 1]) {
    const owed = this.store.seen.seats.find((row) => row.seat === seat)?.owed_cents ?? 0;
    return this.send({ command: "CollectVigorish", seat, cents: owed }, near);
  }

  /** What is at hand is done at once, or asks for a word first. @param {Step} step */
  #atHand(step) {
    if (!step.asks) return this.send(step.command);
    if (!step.asks.includes("note")) return sayIt(step, tableId, (kind, facts) => this.#give(kind, facts));
    const go = spoken(step.said);
    const { command, ...facts } = step.command;
    return askForm(go, [{ name: "note", label: t("What did you see?"), kind: "long" }], ({ note }) => granted(this.link.command(command, { ...facts, note })), { go, table: tableId });
  }

  #irregular() {
    const seats = this.store.seen.seats.map((seat) => seat.seat);
    openGuide(this.desk.irregularities ?? [], { table: tableId, seats, send: ({ command, ...facts }) => this.link.command(command, facts) });
  }

  #floor() {
    askForm(
      t("Call the floor"),
      [{ name: "note", label: t("What is it about?"), kind: "long" }],
      ({ note }) => granted(this.link.command("Report", { kind: "other", note })),
      { go: t("Call"), lead: t("Play stands still until a supervisor has looked at it."), table: tableId },
    );
  }

  #help() {
    openSheet(
      t("Keys"),
      h("p", { text: t("Everything here works with keys alone, and on the felt with the pointer: cards from the shoe to a hand, chips from a stack to the float, chips from the float beside a stake. A step may be wrong: then the table says which clause it breaks.") }),
      h(
        "table",
        { class: "plain keys" },
        h("tbody", {}, ...KEYS.map(({ keys, words: what }) => h("tr", {}, h("td", {}, ...keys.map((key) => h("kbd", { class: "kbd", text: key }))), h("td", { text: t(what) })))),
      ),
    );
  }

  /** @param {import("../types.js").PublicEvent[]} events */
  #told(events) {
    for (const event of events) {
      if (!UNWRITTEN.has(event.event)) this.announcer.say(told(event), { clauses: event.clauses, aloud: ALOUD.has(event.event), link: this.shell.clause });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !this.store.view) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    // What was touched by a pointer still has the focus, and nobody means it by a key: its word may be the opposite by now.
    if (key === "tab") this.pointed = null;
    const control = target.closest("button, a");
    const onControl = control && control !== this.nextButton && control !== this.pointed;
    const step = BY_HAND.find((one) => one.key === key);
    if (this.work.key(key, target)) event.preventDefault();
    if (event.defaultPrevented) return;
    if (key === " " || key === "enter") {
      if (onControl) return;
      target.blur();
      if (this.helps) this.nextButton.focus();
      this.#next();
    } else if (/^[1-9]$/.test(key)) {
      const found = /** @type {Step[]} */ (this.desk.at_hand ?? [])[Number(key) - 1];
      if (!found) return;
      this.#atHand(found);
    } else if (step) this.#step(step.id);
    else if (key === "a") this.#everyMove();
    else if (key === "i" && !this.wrong.hidden) this.#irregular();
    else if (key === "f" && !this.floor.hidden) this.#floor();
    else if (key === "o" && !this.duty.hidden) this.#changeDuty();
    else if (key === "k") lockNow().catch(() => null);
    else if (key === "m") {
      const [first] = this.desk.collects ?? [];
      if (first) this.#collect(first);
    } else if (key === "h" || key === "?") this.#help();
    else return;
    event.preventDefault();
  }
}

await loadVoice();
const person = await comeIn(t("Dealer’s console"), ["dealer"], true);
if (person && tableId === "choose") chooseTable(person, await get("/api/house"));
else if (person) new DealerPage(person).link.connect();
