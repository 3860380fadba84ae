/** `<mb-log>`: what happens, newest first, with time, place, person and clauses; a decided round links to its replay. */

import { h } from "../dom.js";
import { AUTOMATIC } from "../staff-names.js";
import { told } from "../told.js";
import { called, spoken, t } from "../voice.js";
import { cited } from "./cited.js";
import { clockTime } from "./times.js";

const KEPT = 250;
/** A number that stands for a person; where the name stands before it in brackets nothing is missing. */
const PERSON = /(?<![(（])\b(?:g-[0-9a-f]{16}|p-[0-9]{4,})\b/g;
const WEIGHTY = new Set([
  "IncidentOpened", "CardStrayed", "CoupVoided", "PaymentCorrected", "RecutOrdered", "DecksRejected", "VigorishCleared", "AttemptRefused",
  "HouseAttemptRefused", "ExceptionRaised", "FormVoided", "CorrectionApproved", "ParameterChanged",
]);
const ROUNDS = new Set(["BettingOpened", "BettingClosed", "CountCalled", "ResultCalled", "CoupSettled", "CardsRacked", "CoupVoided", "LastHandCalled", "ShoeEnded"]);
const PEOPLE = new Set(["StaffAssigned", "SeatTaken", "SeatLeft", "SeatChanged", "PartnersDeclared", "PartnersDissolved", "ChipsBought"]);

/** @typedef {{at: number, event: string, clauses?: string[], v: number, [fact: string]: any}} Logged */

export class MbLog extends HTMLElement {
  constructor() {
    super();
    this.list = h("ol", { class: "log", tabindex: 0 });
    this.filter = "all";
    this.held = false;
    /** @type {Map<string, number>} the last round of each table */
    this.rounds = new Map();
    /** @type {Map<string, number>} */
    this.shoes = new Map();
  }

  connectedCallback() {
    if (!this.childElementCount) this.append(this.list);
    this.list.setAttribute("aria-label", t("Live log"));
  }

  /** @param {string} filter */
  show(filter) {
    this.filter = filter;
    for (const line of this.list.children) /** @type {HTMLElement} */ (line).hidden = !this.#wanted(line.getAttribute("data-kind") ?? "");
  }

  /** @param {string} kind */
  #wanted(kind) {
    return this.filter === "all" || this.filter === kind || (this.filter === "incidents" && kind === "weighty");
  }

  /**
   * @param {Logged} event
   * @param {{table?: string, where: string, shoe?: number, coup?: number, people?: Record<string, string>, words?: string, old?: boolean}} facts `old`: it happened before
   */
  add(event, { table = "", where, shoe = 0, coup = 0, people = {}, words = "", old = false }) {
    const weighty = WEIGHTY.has(event.event);
    const kind = weighty ? "incidents" : ROUNDS.has(event.event) ? "rounds" : PEOPLE.has(event.event) ? "people" : "steps";
    const named = (/** @type {string} */ id) => (/^[gp]-/.test(id) && !people[id] ? t(id.startsWith("g") ? "a guest" : "one of the staff") : called(AUTOMATIC[id] ?? id, people[id]));
    const known = event.who && !(event.by in AUTOMATIC) ? spoken(event.who) : "";
    const by = known ? known.replace(PERSON, named) : event.by ? named(event.by) : "";
    const decided = ["ResultCalled", "CoupVoided"].includes(event.event);
    const line = h(
      "li",
      { class: weighty ? "weighty" : "", "data-kind": kind },
      h("time", { class: "figures", datetime: new Date(event.at).toISOString(), text: clockTime(event.at) }),
      h(
        "div",
        {},
        h("span", { text: (words || told(/** @type {any} */ (event))).replace(PERSON, named) }),
        " ",
        h(
          "span",
          { class: "log-tail" },
          h("span", { class: "log-where", text: where }),
          by && by !== where ? h("span", { text: by }) : null,
          cited(event.clauses ?? [], table, 3),
          decided && table && coup ? h("a", { href: `/replay/${encodeURIComponent(table)}/${shoe}/${coup}`, text: t("replay") }) : null,
        ),
      ),
    );
    line.hidden = !this.#wanted(kind);
    if (this.held && !old) return;
    line.setAttribute("data-at", String(event.at));
    const next = old ? [...this.list.children].find((other) => Number(other.getAttribute("data-at")) < event.at) : this.list.firstElementChild;
    this.list.insertBefore(line, next ?? null);
    while (this.list.childElementCount > KEPT) this.list.lastElementChild?.remove();
  }
}

customElements.define("mb-log", MbLog);
