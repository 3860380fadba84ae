/** Floor and pit: incidents to resolve, what the floor directs at its tables, notices, forms and signatures, slips, the sign. */

import { get } from "../api.js";
import { h, mark, say } from "../dom.js";
import { DUTIES, SEVERITIES } from "../staff-names.js";
import { exceptionKind, pitPlace } from "../staff-words.js";
import { refused, ruled } from "../told.js";
import { loadVoice, named, row, spoken, t } from "../voice.js";
import { askForm, granted } from "../parts/ask-form.js";
import { choosePit } from "../parts/choose.js";
import { cited } from "../parts/cited.js";
import { LiveTable } from "../parts/live-table.js";
import { formsPanel, patronPanel } from "../parts/pit-forms.js";
import { PitLink } from "../parts/pit-link.js";
import { noticesPanel } from "../parts/pit-notices.js";
import { slipsPanel } from "../parts/pit-slips.js";
import { sayIt } from "../parts/say-it.js";
import { redemptionPanel } from "../parts/redemption.js";
import { openSheet } from "../parts/sheet.js";
import { comeIn, Shell } from "../parts/shell.js";
import { dayTime } from "../parts/times.js";

const pitId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const SUPERVISORS = ["floorperson", "pit-boss", "shift-manager"];
const AT_TABLES = [...SUPERVISORS, "pit-clerk", "dealer", "accounting", "surveillance"];
const WORKERS = [...AT_TABLES, "cage", "count-team", "security"];
const AUTOMATIC = "automatic floorperson";
/** A pit of so many tables is told by their names. */
const FEW = 2;

class FloorPage {
  /** @param {import("../types.js").Person} person @param {any[]} tables */
  constructor(person, tables) {
    this.person = person;
    const held = person.roles.map((one) => one.role);
    const chosen = new URLSearchParams(location.search).get("as") ?? "";
    this.role = held.includes(chosen) ? chosen : ([...SUPERVISORS].reverse().find((role) => held.includes(role)) ?? WORKERS.find((role) => held.includes(role)) ?? "");
    const others = [...new Set(held)].filter((role) => role !== this.role && WORKERS.includes(role));
    this.shell = new Shell({ title: t("Floor and pit"), person, table: tables[0]?.id ?? "" });
    this.link = new PitLink(pitId);
    this.link.tables = new Map(tables.map((row) => [row.id, ruled(row.name)]));
    this.incidents = h("section", { class: "panel pad", "aria-label": t("To resolve"), id: "incidents", "aria-live": "polite" });
    this.papers = h("div", { class: "floor-papers" });
    /** Beside the tables, below what is to be resolved: no room stays empty there. */
    this.besides = h("div", { class: "floor-besides" });
    this.drawn = "";
    /** @type {LiveTable[]} */
    this.tables = AT_TABLES.includes(this.role) && this.role !== "dealer" ? tables.map((row) => new LiveTable(row.id, this.role)) : [];
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("Floor and pit") }),
      others.length ? h("p", { class: "small", id: "work-as" }, t("You work as {role}; one role at a time.", { role: named(DUTIES, this.role) }), ...others.map((role) => h("a", { class: "button", "data-role": role, href: `?as=${encodeURIComponent(role)}` }, t("Work as {role}", { role: named(DUTIES, role) })))) : "",
      held.includes("security") ? h("p", { class: "small" }, h("a", { href: "/exclusions", text: t("Exclusion list") }), " ", h("a", { href: "/admin", text: t("Guests") })) : "",
      held.includes("cage") ? redemptionPanel(this.shell.failed.bind(this.shell)) : "",
      h(
        "div",
        { class: this.tables.length ? "floor-grid" : "work-grid two" },
        this.tables.length ? this.incidents : "",
        h("div", { class: "column floor-tables" }, this.tables.length ? h("section", { class: "live-tables", "aria-label": t("Tables") }, ...this.tables.map((table) => table.element)) : "", this.papers),
        this.besides,
      ),
    );
    for (const table of this.tables) this.#follow(table);
    this.link.addEventListener("view", () => this.#papers());
    this.link.addEventListener("refused", (event) => {
      this.papers.replaceChildren(h("p", { class: "panel pad", text: refused(/** @type {CustomEvent} */ (event).detail.refusal) }));
      this.shell.ready();
    });
    if (tables.length && tables.every(({ training }) => training)) {
      say(this.shell.title, t("Training tables")); // they have no day, no forms and no counts
      this.shell.ready();
    } else this.link.look();
    this.#incidents();
  }

  /** @param {LiveTable} table */
  #follow(table) {
    this.shell.follow(table.link);
    table.addEventListener("changed", () => {
      this.#tools(table);
      this.#incidents();
    });
    table.link.connect();
  }

  /** What the floor may direct at a table. @param {LiveTable} table */
  #tools(table) {
    const floor = table.inside.staff?.floor ?? AUTOMATIC;
    const mine = floor === this.person.id;
    const asked = /** @type {import("../parts/steps.js").Step|null} */ (table.inside.asked ?? null);
    const may = /** @type {Record<string, number[]>} */ (table.inside.may ?? {});
    const key = JSON.stringify([floor, table.inside.decks_due_at, asked, may]);
    if (table.tools.getAttribute("data-drawn") === key) return;
    table.tools.setAttribute("data-drawn", key);
    const give = (/** @type {string} */ kind, /** @type {Record<string, any>} */ facts = {}) => granted(table.link.command(kind, facts));
    const duty = h(
      "button",
      { type: "button", class: `button ${mine ? "" : "gold"} take-floor`, "aria-pressed": mine ? "true" : "false", onclick: (/** @type {Event} */ event) => give("AssignStaff", { duty: "floor", person: mine ? AUTOMATIC : this.person.id }).catch((error) => this.shell.failed(error, /** @type {Element} */ (event.target))) },
      t(mine ? "Give it back" : "Take the floor"),
    );
    const reason = (/** @type {string} */ word, /** @type {string} */ kind) => askForm(word, [{ name: "reason", label: t("Reason"), kind: "long" }], ({ reason: why }) => give(kind, { reason: why }), { go: word, table: table.id });
    const sure = (/** @type {string} */ word, /** @type {string} */ kind) => askForm(word, [], () => give(kind), { go: word, lead: t("This cannot be taken back."), table: table.id });
    const entries = /** @type {[string, string, (word: string, command: string) => void][]} */ (
      [
        ["OrderRecut", t("Have the cards cut again"), reason],
        ["DirectShuffle", t("Direct a shuffle"), reason],
        ["Reconstruct", t("Rebuild a hand from the rack"), () => this.#rebuild(table)],
        ["DeclarePartners", t("Mark partners"), () => this.#mark(table)],
        ["DissolvePartners", t("Dissolve a partnership"), () => this.#dissolve(table)],
        ["DeclareDead", t("Declare the table dead"), sure],
        ["ChangeDecks", t("Fresh decks"), sure],
        ["CloseTable", t("Close the table"), sure],
      ]
    ).filter(([command]) => command in may);
    const direct = () => {
      const dialog = openSheet(t("Direct …"), h("div", { class: "guide-choices" }, ...entries.map(([command, word, open]) => h("button", { type: "button", class: "button guide-choice", "data-do": command, onclick: () => { dialog.close(); open(word, command); } }, word))));
    };
    const answer = asked && mine ? [this.#answer(table, asked, "asked")] : [];
    table.tools.replaceChildren(
      ...answer,
      ...(may.AssignStaff ? [duty] : []),
      ...(entries.length ? [h("button", { type: "button", class: "button", "data-do": "direct", onclick: direct }, t("Direct …"))] : []),
      h("a", { class: "button", href: `/table/${encodeURIComponent(table.id)}?as=spectator` }, t("Look at the table")),
      h("span", { class: "small quiet", text: t("Floor: {who}", { who: mine ? t("you") : floor.startsWith("automatic") ? t("automatic") : this.link.name(floor) }) }),
    );
  }

  /** A step that waits for the floor. @param {LiveTable} table @param {any} asked @param {string} which */
  #answer(table, asked, which) {
    return h("button", { type: "button", class: "button gold", "data-do": which, onclick: () => sayIt(asked, table.id, (kind, facts) => table.link.command(kind, facts)) }, spoken(asked.said));
  }

  /** Guests who bet together, as the floor sees it. @param {LiveTable} table */
  #mark(table) {
    const fields = table.store.seen.seats.map((seat) => ({ name: String(seat.seat), label: `${seat.seat} · ${seat.name}`, kind: /** @type {"check"} */ ("check") }));
    const chosen = (/** @type {Record<string, any>} */ values) => Object.keys(values).filter((seat) => values[seat]).map(Number);
    askForm(t("Mark partners"), fields, (values) => granted(table.link.command("DeclarePartners", { seats: chosen(values) })), { go: t("Mark partners"), table: table.id });
  }

  /** What the floor has marked, the floor ends. @param {LiveTable} table */
  #dissolve(table) {
    const marked = /** @type {any[]} */ (table.inside.partnerships ?? []).filter((one) => table.inside.may?.DissolvePartners?.includes(one.number));
    const options = marked.map((one) => /** @type {[string, string]} */ ([String(one.number), one.seats.length ? t("Seats {seats}", { seats: row("and", one.seats) }) : t("guests who are not here")]));
    askForm(t("Dissolve a partnership"), [{ name: "number", label: t("Partnership"), kind: "select", options }], ({ number }) => granted(table.link.command("DissolvePartners", { number: Number(number) })), { go: t("Dissolve a partnership"), table: table.id });
  }

  /** @param {LiveTable} table */
  #rebuild(table) {
    const rack = [...(table.inside.rack ?? [])].reverse();
    const last = rack[0];
    const cards = (/** @type {string} */ text) => text.split(/[\s,]+/).filter(Boolean);
    askForm(
      t("Rebuild a hand from the rack"),
      [
        { name: "coup_no", label: t("Round"), kind: "number", value: last?.coup_no ?? "" },
        { name: "player", label: t("Player’s cards in the rack"), value: last?.player?.filter(Boolean).join(" ") ?? "" },
        { name: "banker", label: t("Banker’s cards in the rack"), value: last?.banker?.filter(Boolean).join(" ") ?? "" },
      ],
      ({ coup_no: coup, player, banker }) => granted(table.link.command("Reconstruct", { coup_no: coup, player_cards: cards(player), banker_cards: cards(banker) })),
      { go: t("Rebuild a hand from the rack"), table: table.id },
    );
  }

  #incidents() {
    const found = this.tables.flatMap((table) => (table.inside.incidents ?? []).map((/** @type {any} */ incident) => ({ table, incident })));
    const waits = this.tables.filter(({ inside }) => inside.asked && inside.staff?.floor === this.person.id);
    const key = JSON.stringify([waits.map(({ id, inside }) => [id, inside.asked]), found.map(({ table, incident }) => [table.id, incident, ...["ResolveIncident", "ConfirmUnfinishable"].map((kind) => this.#may(table, kind, incident.number))])]);
    if (key === this.drawn) return;
    this.drawn = key;
    mark(this.incidents, "data-count", found.length);
    this.incidents.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("To resolve") })),
      found.length || waits.length ? h("ul", { class: "rows" }, ...found.map(({ table, incident }) => this.#incident(table, incident)), ...waits.map((table) => h("li", { "data-waits": table.id }, h("div", { class: "row-head" }, h("strong", { text: this.link.table(table.id) })), h("div", { class: "buttons" }, this.#answer(table, table.inside.asked, "answer"))))) : h("p", { class: "quiet small", text: t("Nothing waits for the floor.") }),
    );
  }

  /** Whether the table would take a command about something from this person now. @param {LiveTable} table @param {string} command @param {number} about */
  #may(table, command, about) {
    return Boolean(table.inside.may?.[command]?.includes(about));
  }

  /** @param {LiveTable} table @param {any} incident */
  #incident(table, incident) {
    const resolve = () =>
      askForm(
        t("Incident {number}", { number: incident.number }),
        [{ name: "resolution", label: t("What was found and decided"), kind: "long" }],
        (values) => granted(table.link.command("ResolveIncident", { number: incident.number, ...values })),
        { go: t("Resolve"), lead: ruled(incident.note), table: table.id },
      );
    const confirm = () =>
      askForm(t("The round cannot be completed"), [], () => granted(table.link.command("ConfirmUnfinishable", { number: incident.number })), { go: t("Return every wager"), lead: ruled(incident.note), table: table.id });
    return h(
      "li",
      { class: "incident", "data-incident": incident.number },
      h("div", { class: "row-head" }, h("strong", { text: `${ruled(table.store.seen.name) || table.id}: ${spoken(incident.said)}` }), incident.seat ? h("span", { class: "tag", text: t("Seat {seat}", { seat: incident.seat }) }) : null, incident.stops_play ? h("span", { class: "tag bad", text: t("play stands still") }) : null),
      h("p", { text: ruled(incident.note) }),
      h("div", { class: "buttons" }, this.#may(table, "ResolveIncident", incident.number) ? h("button", { type: "button", class: "button gold", "data-do": "resolve", onclick: resolve }, t("Resolve")) : null, this.#may(table, "ConfirmUnfinishable", incident.number) ? h("button", { type: "button", class: "button", "data-do": "confirm", onclick: confirm }, t("Return every wager")) : null),
    );
  }

  #papers() {
    const { link, shell } = this;
    const failed = shell.failed.bind(shell);
    const view = link.view;
    if (view.roles.includes("guest")) {
      this.papers.replaceChildren(patronPanel(link, failed));
      shell.ready();
      return;
    }
    const tables = [...link.tables.values()];
    const place = tables.length && tables.length <= FEW ? tables.join(", ") : pitPlace(view.pit); // many pits are a main pit
    say(shell.title, view.name === view.pit ? place : `${ruled(view.name)} · ${place}`);
    say(shell.line, [t("Floor and pit"), view.day ? t("Gaming day {day}", { day: view.day }) : t("no day is open"), view.roles.map((/** @type {string} */ role) => named(DUTIES, role)).join(", ")].join(" · "));
    document.title = `${ruled(view.name) || pitPlace(view.pit)} · minibac`;
    const focused = document.activeElement?.closest("[data-serial], [data-slip], [data-notice]")?.getAttribute("data-serial");
    this.papers.replaceChildren(h("div", { class: "column" }, formsPanel(link, failed), slipsPanel(link, failed)));
    this.besides.replaceChildren(h("div", { class: "column" }, noticesPanel(link, failed), this.#signs(), this.#exceptions(failed)));
    if (focused) /** @type {HTMLElement|null} */ (this.papers.querySelector(`[data-serial="${CSS.escape(focused)}"] button`))?.focus();
    for (const table of this.tables) if (table.store.view) this.#tools(table);
    shell.ready();
  }

  #signs() {
    return h(
      "section",
      { class: "panel pad", "aria-label": t("On the sign") },
      h("h2", { text: t("On the sign") }),
      h(
        "ul",
        { class: "rows" },
        ...this.link.view.tables.map((/** @type {any} */ table) =>
          h("li", {}, h("div", { class: "row-head" }, h("strong", { text: this.link.table(table.id) }), cited(table.sign.clauses, table.id, 2)), h("p", { text: spoken(table.sign.said) }), table.sign.pending ? h("p", { class: "small tag", text: t("from {time}: {says}", { time: dayTime(table.sign.pending.effective_at), says: spoken(table.sign.pending.said) }) }) : null),
        ),
      ),
    );
  }

  /** @param {(error: unknown, near?: Element|null) => void} failed */
  #exceptions(failed) {
    const { exceptions } = this.link.view;
    return h(
      "section",
      { class: "panel pad", "aria-label": t("Exceptions") },
      h("h2", { text: t("Exceptions") }),
      exceptions.length ? h("ul", { class: "rows" }, ...exceptions.map((/** @type {any} */ row) => exceptionRow(row, this.link, failed))) : h("p", { class: "quiet small", text: t("No exception is open.") }),
    );
  }
}

/** @param {any} row @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} _failed */
function exceptionRow(row, link, _failed) {
  return h(
    "li",
    {},
    h("div", { class: "row-head" }, h("span", { class: `severity ${row.severity}`, text: named(SEVERITIES, row.severity) }), h("strong", { text: exceptionKind(row.kind) }), row.table ? h("span", { class: "tag", text: link.table(row.table) }) : null, row.serial ? h("span", { class: "tag figures", text: row.serial }) : null),
    h("p", { class: "small", text: spoken(row.said) }),
    link.may("ResolveException", row.number) ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => askForm(t("Close it"), [{ name: "resolution", label: t("What was found"), kind: "long" }], ({ resolution }) => link.give("ResolveException", { number: row.number, resolution })) }, t("Close it"))) : null,
  );
}

await loadVoice();
const person = await comeIn(t("Floor and pit"), WORKERS, true);
const house = person ? await get("/api/house").catch(() => ({ tables: [], pits: [] })) : null;
if (person && pitId === "choose") {
  choosePit(person, house);
} else if (person) {
  new FloorPage(person, person.roles.length ? house.tables.filter((/** @type {any} */ row) => row.pit === pitId) : []);
}
