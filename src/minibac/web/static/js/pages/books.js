/** Accounting: the days and what keeps them open, the day-end report, statements, forms, corrections, exceptions. */

import { get, RefusedError } from "../api.js";
import { h, mark, say } from "../dom.js";
import { dollars } from "../money.js";
import { PAPERS, SEVERITIES } from "../staff-names.js";
import { accountName, causeName, exceptionKind, inFull, peopleOf, pitName, pitPlace, statusName, streamName } from "../staff-words.js";
import { ruled } from "../told.js";
import { loadVoice, named, row as inRow, spoken, t, translated, words } from "../voice.js";
import { askForm } from "../parts/ask-form.js";
import { cited } from "../parts/cited.js";
import { copiesField } from "../parts/copies-field.js";
import { correctionsPanel } from "../parts/corrections.js";
import { couponsPanel } from "../parts/coupons.js";
import { exceptionWork, REVIEW_STATES } from "../parts/exception-work.js";
import { drawDay, drawDealers, drawFigures, FIGURES_BY } from "../parts/figures.js";
import { CagePanel } from "../parts/cage.js";
import { HouseDay } from "../parts/house-day.js";
import { reopening } from "../parts/reopening.js";
import { signaturePart } from "../parts/report-signature.js";
import { pitButton, recoverButton } from "../parts/pit-forms.js";
import { PitLink } from "../parts/pit-link.js";
import { slipsPanel } from "../parts/pit-slips.js";
import { openSheet } from "../parts/sheet.js";
import { money, sheetTable } from "../parts/sheet-table.js";
import { comeIn, refusalLine, Shell } from "../parts/shell.js";
import { dayTime } from "../parts/times.js";

const TAB_NAMES = words({
  day: "Day",
  statements: "Statements",
  forms: "Forms",
  exceptions: "Exceptions",
  corrections: "Corrections",
  figures: "Figures",
});

const READERS = ["accounting", "cage", "pit-clerk", "shift-manager", "surveillance", "count-team", "security"];
const TABS = ["day", "statements", "forms", "exceptions", "corrections", "figures"];
const BOOKS_MS = 2_100; // the house reads its books anew after two seconds

/** @typedef {{name: string, label: string, kind?: "day"|"text"|"select", value?: string, options?: [string, string][]}} Query a field of what the books are asked */

/** The exceptions as a table. @param {any[]} rows @param {((row: any) => Node)|null} work what becomes of each, where that is shown */
function exceptionsTable(rows, work = null) {
  if (!rows.length) return h("p", { class: "quiet", text: t("No Activity") });
  return sheetTable(
    t("Exceptions"),
    [t("Time"), t("Weight"), t("What"), t("Where"), t("Clauses"), ...(work ? [t("Work")] : [])],
    rows.map((row) => [
      h("span", { class: "figures", text: dayTime(row.at) }),
      h("span", { class: `severity ${row.severity}`, text: named(SEVERITIES, row.severity) }),
      h("span", {}, h("strong", { text: exceptionKind(row.kind) }), h("br"), spoken(row.said), peopleOf(row) ? h("span", { class: "small quiet", text: ` ${peopleOf(row)}` }) : "", row.resolved ? h("em", { text: ` ${ruled(row.resolved)}` }) : ""),
      h("span", {}, [row.pit && pitPlace(row.pit), row.table, row.seat ? t("Seat {seat}", { seat: row.seat }) : "", row.serial].filter(Boolean).join(" · "), row.shoe_no && row.coup_no ? h("span", {}, " ", h("a", { href: `/replay/${encodeURIComponent(row.table)}/${row.shoe_no}/${row.coup_no}`, text: t("replay") })) : ""),
      cited(row.clauses ?? [], row.table ?? "", 3),
      ...(work ? [work(row)] : []),
    ]),
  );
}

/** A tray from its opener to its closer, line by line. @param {any} bridge */
const bridgeOf = (bridge) => h("details", { open: Boolean(bridge.difference_cents), "data-bridge": bridge.table }, h("summary", {}, h("strong", { text: bridge.table }), ` ${t("Difference")} `, h("span", { class: "figures", text: money(bridge.difference_cents) })), sheetTable(`${t("From opener to closer")}: ${bridge.table}`, [t("Line"), `#${t("Amount")}`], bridge.lines.map((/** @type {any} */ line) => [spoken(line.said), money(line.cents)])));

class BooksPage {
  /** @param {import("../types.js").Person} person @param {any} house @param {{reads: string[], pits: string[]}} contents what this person may read */
  constructor(person, house, { reads, pits }) {
    this.person = person;
    this.house = house;
    this.reads = reads;
    this.open_tabs = TABS.filter((tab) => tab === "day" || reads.includes(tab));
    this.shell = new Shell({ title: t("Accounting"), person });
    this.failed = this.shell.failed.bind(this.shell);
    /** @type {PitLink[]} */
    this.pits = pits.map((pit) => new PitLink(pit));
    this.panel = h("div", { role: "tabpanel", class: "column", id: "books-panel", tabindex: -1 });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("Accounting") });
    this.tab = this.open_tabs.includes(location.hash.slice(1)) ? location.hash.slice(1) : "day";
    this.report = h("section", { class: "panel pad", "aria-label": t("Day-end report"), id: "report" });
    this.days = h("div", { class: "work-grid two" });
    this.houseDay = new HouseDay();
    this.cage = new CagePanel();
    this.waiting = h("div", { class: "work-grid two" });
    this.tabs.append(...this.open_tabs.map((tab) => h("button", { type: "button", class: "button", role: "tab", id: `tab-${tab}`, "aria-controls": "books-panel", onclick: () => this.open(tab) }, named(TAB_NAMES, tab))));
    this.tabs.addEventListener("keydown", (event) => this.#walk(event));
    this.shell.main.append(h("h1", { class: "unseen", text: t("Accounting") }), this.tabs, this.panel);
    for (const pit of this.pits) {
      pit.addEventListener("view", () => this.#days());
      pit.addEventListener("refused", () => (this.pits = this.pits.filter((other) => other !== pit)));
    }
    // What one may do stands in the pits' views: they are read before anything is drawn.
    Promise.all(this.pits.map((pit) => pit.look())).then(() => {
      this.open(this.tab);
      this.shell.ready();
    });
  }

  /** Arrows move between the tabs. @param {KeyboardEvent} event */
  #walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tabs = this.open_tabs;
    const next = tabs[(tabs.indexOf(this.tab) + step + tabs.length) % tabs.length];
    this.open(next);
    document.getElementById(`tab-${next}`)?.focus();
  }

  /** @param {string} tab */
  open(tab) {
    this.tab = tab;
    history.replaceState(null, "", `#${tab}`);
    for (const button of this.tabs.children) {
      const on = button.id === `tab-${tab}`;
      mark(button, "aria-selected", on ? "true" : "false");
      mark(button, "tabindex", on ? null : -1);
    }
    mark(this.panel, "aria-labelledby", `tab-${tab}`);
    this.panel.replaceChildren(...{ day: () => this.#day(), statements: () => this.#statements(), forms: () => this.#forms(), corrections: () => this.#corrections(), exceptions: () => this.#exceptions(), figures: () => this.#figures() }[/** @type {"day"} */ (tab)]());
  }

  // --- the day

  #day() {
    this.#days();
    if (!this.reads.includes("report")) return [this.houseDay.element, this.cage.element, this.days];
    this.#report("last");
    return [this.houseDay.element, this.cage.element, this.days, this.report];
  }

  #days() {
    const seen = this.pits.filter((pit) => pit.view);
    say(this.shell.line, seen.filter((pit) => pit.view.day).map((pit) => `${pitPlace(pit.pit)}: ${pit.view.day}`).join(" · ") || t("no day is open"));
    if (this.tab === "corrections") this.#waiting(seen);
    if (this.tab !== "day") return;
    if (this.reads.includes("house-day")) this.houseDay.look();
    this.cage.look();
    this.days.replaceChildren(...seen.map((pit) => this.#pit(pit)));
  }

  /** @param {PitLink} link */
  #pit(link) {
    const { view } = link;
    const ask = (/** @type {string} */ word, /** @type {import("../parts/ask-form.js").Field[]} */ fields, /** @type {(values: any) => Promise<unknown>} */ send, lead = "") => askForm(word, fields, send, { go: word, lead: lead || null });
    const button = (/** @type {string} */ command, /** @type {string} */ word, /** @type {() => void} */ onclick, gold = false) => (link.may(command) ? h("button", { type: "button", class: `button ${gold ? "gold" : ""}`, "data-do": command, onclick }, word) : null);
    const posted = view.forms.filter((/** @type {any} */ form) => form.released && !form.posted && view.compared && ["complimentary", "uncollected"].includes(form.kind));
    const work = view.day
      ? [
          button("ReceiveDuplicates", t("Receive duplicates"), () => this.#receive(link)),
          link.may("CompareForms") ? pitButton(link, "CompareForms", {}, t("Compare forms"), this.failed) : null,
          ...posted.map((/** @type {any} */ form) => pitButton(link, "PostComplimentary", { serial: form.serial }, `${t("Record to the patron")} ${form.serial}`, this.failed)),
          button("ReportWin", t("Report the win"), () => this.#win(link)),
          button("CloseDay", t("Close the day"), () => ask(t("Close the day"), [], () => link.give("CloseDay", { day: view.day }), t("A day that was closed by mistake is opened again by two people, with a reason.")), true),
        ]
      : [button("OpenDay", t("Open a day"), () => ask(t("Open a day"), [{ name: "day", label: t("Gaming day"), kind: "day", value: view.house_day ?? "" }], (values) => link.give("OpenDay", values)), true), ...reopening(view, (command) => link.may(command), (command, facts) => link.give(command, facts), ["AskReopening", "ReopenDay"], link.name(view.reopening?.asked_by))];
    const series = button("RegisterSeries", t("Register a series"), () =>
      ask(
        t("Register a series"),
        [
          { name: "kind", label: t("Kind"), kind: "select", options: Object.keys(PAPERS).map((kind) => [kind, named(PAPERS, kind)]) },
          { name: "prefix", label: t("Prefix"), value: "CV" },
          { name: "first", label: t("First number"), kind: "number", value: 1 },
          { name: "last", label: t("Last number"), kind: "number", value: 500 },
        ],
        (values) => link.give("RegisterSeries", values),
      ),
    );
    return h(
      "section",
      { class: "panel pad", "data-pit": link.pit, "aria-label": pitName(link.pit) },
      h("div", { class: "panel-head" }, h("h2", { text: pitName(link.pit) }), h("span", { class: `tag ${view.day ? "good" : ""}`, text: view.day ? t("Gaming day {day}", { day: view.day }) : t("no day is open") })),
      view.day
        ? h("div", {}, h("h3", { text: t("Still open") }), view.open_items.length ? h("ul", { class: "rows" }, ...view.open_items.map((/** @type {any} */ item) => h("li", { class: "row-head" }, h("span", { text: spoken(item.said) }), cited(item.clauses, view.tables[0]?.id ?? "", 2)))) : h("p", { class: "small quiet", text: t("Nothing keeps the day from being closed.") }))
        : null,
      h("div", { class: "buttons" }, ...work, series),
      ["PrepareSlip", "CountDrop", "RemoveDropBox"].some((command) => link.may(command)) ? slipsPanel(link, this.failed) : null,
    );
  }

  /** The copies that came from the pit, as they lie before accounting: a duplicate of each form, and all of one that is void. @param {PitLink} link */
  #receive(link) {
    askForm(t("Receive duplicates"), [copiesField(link, { name: "copies" })], (values) => link.give("ReceiveDuplicates", values), { go: t("Receive duplicates"), lead: t("Enter every copy that lies before you as it is written. It is compared with the original from the drop box.") });
  }

  /** @param {PitLink} link */
  #win(link) {
    const forms = link.view.forms.filter((/** @type {any} */ form) => form.day === link.view.day && form.dropped && !form.void).map((/** @type {any} */ form) => form.serial);
    askForm(
      t("Report the win"),
      [
        { name: "table", label: t("Table"), kind: "select", options: link.view.offers.ReportWin.map((/** @type {string} */ table) => [table, table]) },
        { name: "cents", label: t("Amount"), kind: "dollars" },
        { name: "forms", label: t("Forms that count in it"), value: forms.join(" "), optional: true },
      ],
      ({ table, cents, forms: listed }) => link.give("ReportWin", { table, cents, forms: listed.split(/[\s,]+/).filter(Boolean) }),
      { go: t("Report the win") },
    );
  }

  /** @param {string} day */
  async #report(day) {
    const form = this.#query([{ name: "day", label: t("Gaming day"), kind: "day", value: day === "last" ? "" : day }], (values) => this.#report(String(values.get("day") || "last")));
    const head = h("div", { class: "panel-head" }, h("h2", { text: t("Day-end report") }));
    if (day === "last" && !(await get("/api/books")).days.length) {
      this.report.replaceChildren(head, form, h("p", { class: "quiet", text: t("No Activity") }));
      return;
    }
    try {
      const found = await get(`/api/books/day/${encodeURIComponent(day)}`);
      head.append(h("a", { href: `/api/books/day/${encodeURIComponent(found.day)}?format=csv`, text: t("Download CSV") }));
      this.report.replaceChildren(head, form, ...this.#reportBody(found));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.report.replaceChildren(head, form, error.status === 404 ? h("p", { class: "quiet", text: t("No Activity") }) : refusalLine(error.refusal, ""));
    }
  }

  /** @param {any} found */
  #reportBody(found) {
    const tile = (/** @type {string} */ word, /** @type {string|number} */ value) => h("div", { class: "tile" }, h("span", { class: "small quiet", text: word }), h("strong", { class: "figures", text: value }));
    return [
      h("p", { class: "small quiet", text: `${ruled(found.operator)} · ${found.day} · ${spoken(found.said)} · ${t("Made {time}", { time: dayTime(found.generated_at) })}` }),
      h("p", { class: `headline ${found.verdict}`, role: "status", text: spoken(found.headline_said) }),
      h("p", { class: "quiet", "data-inventory": found.uncounted_pits.length ? "none" : "counted", text: t("Inventory: {inventory}.", { inventory: spoken(found.inventory_said) }) }),
      signaturePart(found, this.failed, () => this.#report(found.day)),
      h("div", { class: "tiles" }, tile(t("Rounds"), found.coups), tile(t("Win"), money(found.win_cents)), tile(t("Drop"), money(found.drop_cents)), tile(t("Vigorish"), dollars(found.commission_cents)), tile(t("Complimentaries"), money(found.comps_cents)), tile(t("Exceptions"), found.exceptions.length)),
      ...drawDay(found.tables),
      h("h3", { text: t("Reconciliation") }),
      found.tables.length
        ? sheetTable(
            t("Reconciliation"),
            [t("Table"), `#${t("Opener")}`, `#${t("Fills")}`, `#${t("Credits")}`, `#${t("Drop")}`, `#${t("Closer")}`, `#${t("Win")}`, `#${t("Ledger")}`, `#${t("Difference")}`],
            found.tables.map((/** @type {any} */ row) => [row.table, money(row.opener_cents), money(row.fills_cents), money(row.credits_cents), money(row.drop_cents), money(row.closer_cents), money(row.win_cents), money(row.ledger_cents), money(row.difference_cents)]),
          )
        : h("p", { class: "quiet small", text: t("No Activity") }),
      ...(found.bridges.length ? [h("h3", { text: t("From opener to closer") }), ...found.bridges.map(bridgeOf)] : []),
      h("h3", { text: t("Exceptions") }),
      exceptionsTable(found.exceptions),
      h("details", {}, h("summary", { text: t("Heads of the logs") }), h("p", { class: "small quiet", text: t("The hash of the last line of each log, as it was read for this report.") }), sheetTable(t("Heads of the logs"), [t("Where"), "#", "SHA-256"], found.heads.map((/** @type {any} */ row) => [streamName(row.stream), row.version, h("span", { class: "clause", text: row.head })]))),
    ];
  }

  // --- statements, forms, exceptions

  /**
   * A row of fields with a button.
   * @param {readonly Query[]} fields
   * @param {(values: FormData) => void} send
   */
  #query(fields, send) {
    const form = h(
      "form",
      { class: "filters" },
      ...fields.map(({ name, label, kind = "text", value = "", options = [] }) => {
        const input = kind === "select" ? h("select", { class: "input", name }, ...options.map(([key, words]) => h("option", { value: key, text: words }))) : h("input", { class: "input", name, type: kind === "day" ? "date" : "text", maxlength: 100 });
        input.value = value || (kind === "select" ? (options[0]?.[0] ?? "") : "");
        return h("label", { class: "field" }, h("span", { text: label }), input);
      }),
      h("button", { type: "submit", class: "button gold" }, t("Show")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(new FormData(form));
    });
    return form;
  }

  /**
   * A panel that asks the books for something and shows it, or why not.
   * @param {string} title
   * @param {readonly Query[]} fields
   * @param {(values: FormData) => string} path
   * @param {(found: any) => (Node|null)[]} draw
   */
  #ask(title, fields, path, draw) {
    const body = h("div", { class: "column" });
    const csv = h("a", { hidden: true, text: t("Download CSV") });
    const show = async (/** @type {FormData} */ values) => {
      const where = path(values);
      csv.href = `${where}${where.includes("?") ? "&" : "?"}format=csv`;
      csv.hidden = false;
      try {
        body.replaceChildren(...draw(await get(where)).filter((node) => node !== null));
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        if (error.status === 423) return;
        body.replaceChildren(refusalLine(error.refusal, ""));
      }
    };
    const form = this.#query(fields, show);
    show(new FormData(form));
    return h("section", { class: "panel pad", "aria-label": title }, h("div", { class: "panel-head" }, h("h2", { text: title }), csv), form, body);
  }

  /** @param {FormData} values @param {readonly string[]} names */
  #search(values, names) {
    const query = new URLSearchParams();
    for (const name of names) if (values.get(name)) query.set(name, String(values.get(name)));
    const text = query.toString();
    return text ? `?${text}` : "";
  }

  #statements() {
    const of = /** @type {[string, string][]} */ ([["", t("the whole house")], ...this.house.pits.map((/** @type {any} */ pit) => [`pit ${pit.id}`, `${t("a pit")}: ${pitPlace(pit.id)}`]), ...this.house.tables.map((/** @type {any} */ table) => [`table ${table.id}`, `${t("a table")}: ${table.id}`])]);
    const path = (/** @type {FormData} */ values) => {
      const [kind, name] = String(values.get("of") ?? "").split(" ");
      const query = new URLSearchParams();
      if (kind) query.set(kind, name);
      if (values.get("guest")) query.set("guest", String(values.get("guest")));
      if (values.get("day")) query.set("day", String(values.get("day")));
      return `/api/books/statements${query.size ? `?${query}` : ""}`;
    };
    return [
      this.#ask(
        t("Statements"),
        [
          { name: "of", label: t("Statement of"), kind: "select", options: of },
          { name: "guest", label: t("Guest") },
          { name: "day", label: t("Gaming day"), kind: "day" },
        ],
        path,
        (found) =>
          found.activity
            ? [
                h("h3", { text: t("Balances") }),
                sheetTable(t("Balances"), Object.keys(found.balances[0] ?? { account: 0 }).map((key) => heading(key)), found.balances.map((/** @type {any} */ row) => Object.entries(row).map(([key, value]) => shown(key, value)))),
                h("h3", { text: t("Movements") }),
                sheetTable(t("Movements"), Object.keys(found.movements[0] ?? { account: 0 }).map((key) => heading(key)), found.movements.map((/** @type {any} */ row) => Object.entries(row).map(([key, value]) => shown(key, value)))),
                h("p", {}, h("strong", { text: `${t("Sum")} ` }), h("span", { class: "figures", text: dollars(found.sum_cents) })),
                ...(found.bridge ? [h("h3", { text: t("From opener to closer") }), bridgeOf(found.bridge)] : []),
              ]
            : [h("p", { class: "quiet", text: t("No Activity") })],
      ),
    ];
  }

  #forms() {
    return [
      this.#ask(
        t("Forms"),
        [
          { name: "number", label: t("Number") },
          { name: "guest", label: t("Guest") },
          { name: "day", label: t("Gaming day"), kind: "day" },
        ],
        (values) => `/api/books/forms${this.#search(values, ["number", "guest", "day"])}`,
        (found) => [
          found.forms.length
            ? sheetTable(
                t("Forms"),
                [t("Serial"), t("Kind"), t("Table"), t("Guest"), `#${t("Amount")}`, t("Status"), t("Gaming day"), t("Work")],
                found.forms.map((/** @type {any} */ form) => [h("strong", { class: "figures", text: form.serial }), named(PAPERS, form.kind), `${pitPlace(form.pit)} · ${form.table}`, form.name || "–", form.cents === null ? t("sealed until compared") : dollars(form.cents), h("span", {}, h("span", { class: "tag", text: statusName(form.status) }), form.void ? h("span", { class: "small", text: ` ${t("void, by {people}: {reason}", { people: inRow("and", [inFull(form.people, form.void_signed_by), inFull(form.people, form.void_by)]), reason: form.void_reason })}` }) : ""), form.day, this.#paper(form)]),
              )
            : h("p", { class: "quiet", text: t("No Activity") }),
        ],
      ),
      ...(this.reads.includes("register") ? [this.#register(), couponsPanel()] : []),
    ];
  }

  /** Every printed number of the house, series by series. */
  #register() {
    return this.#ask(
      t("Register of numbers"),
      [],
      () => "/api/books/register",
      (found) => [
        found.series.length
          ? sheetTable(
              t("Register of numbers"),
              [t("Pit"), t("Kind"), t("First number"), t("Last number"), `#${t("Used")}`, `#${t("VOID")}`, `#${t("Unused")}`],
              found.series.map((/** @type {any} */ row) => [pitPlace(row.pit), named(PAPERS, row.kind), h("span", { class: "figures", text: row.first }), h("span", { class: "figures", text: row.last }), row.used, row.void, row.unused]),
            )
          : h("p", { class: "quiet", text: t("No Activity") }),
      ],
    );
  }

  /** What is done with a form out of the books: printed again, or its vigorish recovered. @param {any} form */
  #paper(form) {
    const link = this.pits.find((pit) => pit.pit === form.pit && pit.view);
    if (!link || form.cents === null) return null;
    const again = async (/** @type {Event} */ event) => {
      try {
        await link.give("ReprintForm", { serial: form.serial });
        openSheet(form.serial, h("pre", { class: "paper", tabindex: 0, text: form.reprint }), h("p", { class: "small quiet no-print", text: t("A form printed again is marked COPY, and the log says how often.") }), h("div", { class: "buttons no-print" }, h("button", { type: "button", class: "button gold", onclick: () => window.print() }, t("Print"))));
      } catch (error) {
        this.failed(error, /** @type {Element} */ (event.target));
      }
    };
    return h("div", { class: "buttons" }, link.may("ReprintForm") ? h("button", { type: "button", class: "button", "data-do": "ReprintForm", onclick: again }, t("Print again")) : null, recoverButton(form, link));
  }

  /** The corrections that wait; one that was let through appears below as soon as the books have been read anew. @param {PitLink[]} seen */
  #waiting(seen) {
    const before = this.waiting.querySelectorAll("[data-correction]").length;
    this.waiting.replaceChildren(...seen.map((pit) => correctionsPanel(pit, this.failed)));
    if (this.waiting.querySelectorAll("[data-correction]").length < before) setTimeout(() => this.tab === "corrections" && this.panel.querySelector("form")?.requestSubmit(), BOOKS_MS);
  }

  #corrections() {
    this.#days();
    const done = this.#ask(
      t("Let through"),
      [{ name: "day", label: t("Gaming day"), kind: "day" }],
      (values) => `/api/books/exceptions${this.#search(values, ["day"])}`,
      (found) => [exceptionsTable(found.exceptions.filter((/** @type {any} */ row) => row.kind === "correction").reverse())],
    );
    return [h("p", { class: "small", text: t("Nothing is written over: a correction is an entry of its own, with a reason, and a second person lets it through.") }), this.waiting, done];
  }

  #exceptions() {
    const states = /** @type {[string, string][]} */ ([["open", t("not closed")], ["", t("everything")], ...Object.keys(REVIEW_STATES).map((state) => [state, named(REVIEW_STATES, state)])]);
    const again = () => this.panel.querySelector("form")?.requestSubmit();
    return [
      this.#ask(
        t("Exceptions"),
        [
          { name: "day", label: t("Gaming day"), kind: "day" },
          { name: "state", label: t("State"), kind: "select", options: states },
        ],
        (values) => `/api/books/exceptions${this.#search(values, ["day", "state"])}`,
        (found) => [h("p", { class: "small", text: t("{count:exception is|exceptions are} not closed", { count: found.open_count }) }), exceptionsTable([...found.exceptions].reverse(), (row) => exceptionWork(row, found.reviewers, this.person.id, again))],
      ),
    ];
  }

  #figures() {
    const days = /** @type {Query[]} */ ([
      { name: "from", label: t("days|From"), kind: "day" },
      { name: "to", label: t("days|To"), kind: "day" },
      { name: "table", label: t("Table"), kind: "select", options: [["", t("all tables")], ...this.house.tables.map((/** @type {any} */ table) => [table.id, table.id])] },
    ]);
    const by = /** @type {[string, string][]} */ (Object.keys(FIGURES_BY).map((key) => [key, named(FIGURES_BY, key)]));
    return [
      this.#ask(t("Drop, win and hold"), [{ name: "by", label: t("By"), kind: "select", options: by }, ...days], (values) => `/api/books/figures${this.#search(values, ["by", "from", "to", "table"])}`, drawFigures),
      this.#ask(t("Variances by dealer"), days, (values) => `/api/books/dealers${this.#search(values, ["from", "to", "table"])}`, drawDealers),
    ];
  }
}

/** The head of a column of a statement. @param {string} key */
function heading(key) {
  const words = { account: t("Account"), cause: t("Cause"), times: `#${t("Times")}`, opening_cents: `#${t("Opening")}`, closing_cents: `#${t("Closing")}`, cents: `#${t("Amount")}` };
  return words[/** @type {"cents"} */ (key)] ?? (key.endsWith("_cents") ? `#${key.replace("_cents", "").replaceAll("_", " ")}` : key.replaceAll("_", " "));
}

/** @param {string} key @param {any} value */
function shown(key, value) {
  if (key === "cents" || key.endsWith("_cents")) return money(value);
  if (translated() && key === "account") return accountName(value);
  if (key === "cause") return causeName(value);
  return value === null || value === undefined ? "–" : String(value).replaceAll("-", " ");
}

await loadVoice();
const person = await comeIn(t("Accounting"), READERS);
if (person) new BooksPage(person, ...(await Promise.all([get("/api/house"), get("/api/books")])));
