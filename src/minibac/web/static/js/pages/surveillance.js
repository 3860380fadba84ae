/** Surveillance: every table live and read only, one of them large and labelled, the log with its clauses, notices to receive, exceptions, people. */

import { get, RefusedError } from "../api.js";
import { h, make, mark, say } from "../dom.js";
import { PHASES } from "../names.js";
import { DUTIES, SEVERITIES } from "../staff-names.js";
import { exceptionKind, inFull, peopleOf, pitPlace } from "../staff-words.js";
import { ruled } from "../told.js";
import { loadVoice, named, spoken, t, words } from "../voice.js";
import { cited } from "../parts/cited.js";
import { MbLog } from "../parts/live-log.js";
import { MbFelt } from "../parts/felt.js";
import { LiveTable } from "../parts/live-table.js";
import { PitLink } from "../parts/pit-link.js";
import { noticeRow } from "../parts/pit-notices.js";
import { comeIn, Shell } from "../parts/shell.js";
import { dayTime } from "../parts/times.js";

const FILTERS = words({
  all: "everything",
  rounds: "rounds",
  incidents: "incidents and errors",
  people: "people and duty",
});

const ROLE = "surveillance";
const LOOK_MS = 15_000;
const FIRST_LINES = 60;

class WatchPage {
  /** @param {import("../types.js").Person} person @param {any} house @param {string[]} pits where this person watches */
  constructor(person, house, pits) {
    this.shell = new Shell({ title: t("Surveillance"), person });
    this.log = make(MbLog);
    this.notices = h("section", { class: "panel pad", "aria-label": t("Notices to receive"), id: "notices" });
    this.exceptions = h("section", { class: "panel pad", "aria-label": t("Exceptions"), id: "exceptions" });
    this.people = h("section", { class: "panel pad", "aria-label": t("People"), id: "people" });
    /** @type {Map<string, LiveTable>} */
    this.tables = new Map();
    this.chosen = h("select", { class: "input", name: "table", "aria-label": t("Table") });
    this.chosen.addEventListener("change", () => this.#lookAt(this.chosen.value));
    this.frame = h("div", { class: "felt-frame" });
    /** The table that is looked at. */
    this.shown = "";
    this.away = () => {};
    this.grid = h("section", { class: "live-tables", "aria-label": t("Tables") });
    /** @type {Map<string, number>} */
    this.read = new Map();
    /** @type {Map<string, string>} */
    this.names = new Map();
    this.begun = false;
    /** @type {PitLink[]} */
    this.pits = pits.map((pit) => new PitLink(pit));
    const filter = h("select", { class: "input", name: "filter", "aria-label": t("Show") }, ...["all", "rounds", "incidents", "people"].map((kind) => h("option", { value: kind, text: named(FILTERS, kind) })));
    filter.addEventListener("change", () => this.log.show(filter.value));
    const hold = h("input", { type: "checkbox" });
    hold.addEventListener("change", () => (this.log.held = hold.checked));
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("Surveillance") }),
      h(
        "div",
        { class: "work-grid watch-top" },
        h("section", { class: "panel from-above", "aria-label": t("From above"), id: "from-above" }, h("div", { class: "panel-head" }, h("h2", { text: t("From above") }), this.chosen), this.frame),
        h(
            "section",
            { class: "panel pad", "aria-label": t("Live log"), id: "log" },
            h("div", { class: "panel-head" }, h("h2", { text: t("Live log") }), h("span", { class: "tag", text: t("read only") })),
            h("div", { class: "filters" }, filter, h("label", { class: "check" }, hold, h("span", { text: t("Hold the log") }))),
            this.log,
          ),
      ),
      this.grid,
      h("div", { class: "work-grid two" }, h("div", { class: "column" }, this.people), h("div", { class: "column" }, this.notices, this.exceptions)),
    );
    this.#tables(house);
    for (const pit of this.pits) pit.addEventListener("view", () => this.#notices());
    for (const pit of this.pits) pit.look();
    this.#notices();
    this.#often();
    this.shell.ready();
  }

  /** @param {any} house */
  #tables(house) {
    for (const pit of this.pits) pit.tables = new Map(house.tables.map((/** @type {any} */ row) => [row.id, ruled(row.name || row.rulebook_name)]));
    const first = !this.tables.size; // later what was chosen stays chosen, also before its table has come
    for (const row of house.tables) {
      if (this.tables.has(row.id)) continue;
      const table = new LiveTable(row.id, ROLE);
      this.tables.set(row.id, table);
      this.grid.append(table.element);
      const option = h("option", { value: row.id, text: ruled(row.name || row.rulebook_name) });
      this.chosen.append(option);
      table.felt.addEventListener("click", () => this.#lookAt(row.id));
      table.link.addEventListener("welcome", () => this.shown === this.chosen.value || this.#lookAt(this.chosen.value)); // who chose a table before it came
      this.shell.follow(table.link);
      table.tools.append(h("a", { class: "button", href: `/table/${encodeURIComponent(row.id)}?as=spectator` }, t("Look at the table")));
      const replay = h("a", { class: "button", hidden: true }, t("Replay"));
      table.tools.append(replay);
      table.addEventListener("changed", () => {
        const { last, shoe_no: shoe } = table.store.seen;
        replay.hidden = !last;
        if (last) replay.href = `/replay/${encodeURIComponent(row.id)}/${last.shoe_no ?? shoe}/${last.coup_no}`;
      });
      table.addEventListener("told", (event) => {
        const { events } = /** @type {CustomEvent} */ (event).detail;
        const { name, shoe_no: shoe, coup_no: coup } = table.store.seen;
        for (const told of events) this.log.add(told, { table: row.id, where: ruled(name) || row.id, shoe, coup: told.coup_no ?? coup, people: Object.fromEntries(this.names) });
      });
      table.link.addEventListener("welcome", () => this.#before(table).catch(() => null), { once: true });
      table.link.connect();
    }
    const busiest = house.tables.reduce((/** @type {any} */ most, /** @type {any} */ row) => (row.taken.length > most.taken.length ? row : most), house.tables[0]);
    if (first && busiest) this.chosen.value = busiest.id;
  }

  /** One table large, with everything labelled. @param {string} id */
  #lookAt(id) {
    const table = this.tables.get(id);
    if (!table?.store.view) return;
    this.chosen.value = id;
    this.shown = id;
    this.away();
    const large = make(MbFelt, { above: "large" });
    this.frame.replaceChildren(large);
    const drawn = () => mark(this.frame, "data-shown", `${id} ${table.link.version}`);
    table.store.addEventListener("drawn", drawn);
    drawn();
    const follows = large.follow(table.store);
    const says = table.store.watch(["phase"], ({ seen }) => large.entitle(named(PHASES, seen.phase)));
    this.away = () => {
      follows();
      says();
      table.store.removeEventListener("drawn", drawn);
    };
  }

  #notices() {
    const waiting = this.pits.flatMap((link) => (link.view?.notices ?? []).filter((/** @type {any} */ notice) => !notice.table && !notice.received_at).map((/** @type {any} */ notice) => ({ link, notice })));
    const failed = this.shell.failed.bind(this.shell);
    this.notices.replaceChildren(
      h("h2", { text: t("Notices to receive") }),
      waiting.length ? h("ul", { class: "rows" }, ...waiting.map(({ link, notice }) => noticeRow(notice, link, failed))) : h("p", { class: "quiet small", text: t("No notice waits.") }),
    );
  }

  /** What is asked again and again: the logs of pits and house, exceptions, people, new tables. */
  async #often() {
    await Promise.all([this.#people().then(() => this.#logs()), this.#exceptions()]).catch(() => null);
    get("/api/house").then((house) => this.#tables(house), () => null);
    setTimeout(() => this.#often(), document.hidden ? 4 * LOOK_MS : LOOK_MS);
  }

  async #logs() {
    const streams = [["/api/house/log", t("house")], ...this.pits.map((pit) => [`/api/pits/${encodeURIComponent(pit.pit)}/events`, pitPlace(pit.pit)])];
    /** @type {{event: any, where: string}[]} */
    const fresh = [];
    for (const [path, where] of streams) {
      const after = this.read.get(path) ?? 0;
      const found = await get(`${path}?after=${after}&limit=1000`).catch(() => null);
      if (!found) continue;
      for (const event of found.events) fresh.push({ event, where });
      this.read.set(path, found.events.at(-1)?.v ?? after);
    }
    fresh.sort((one, other) => one.event.at - other.event.at);
    const old = !this.begun;
    this.begun = true;
    for (const { event, where } of fresh.slice(-FIRST_LINES)) this.log.add(event, { where, words: spoken(event.said), old });
  }

  /** What happened at a table before this page came. @param {LiveTable} table */
  async #before(table) {
    const after = Math.max(0, table.link.version - FIRST_LINES);
    const { events } = await get(`/api/tables/${encodeURIComponent(table.id)}/events?after=${after}&limit=${FIRST_LINES}`);
    const { name, shoe_no: shoe, coup_no: coup } = table.store.seen;
    let round = coup;
    for (const event of [...events].reverse()) {
      if (event.event !== "ConnectionSaid") this.log.add(event, { table: table.id, where: ruled(name) || table.id, shoe, coup: round, people: Object.fromEntries(this.names), old: true });
      if (event.event === "BettingOpened") round = (event.coup_no ?? round) - 1;
    }
  }

  async #people() {
    const { people } = await get("/api/people");
    for (const one of people) this.names.set(one.id, one.name);
    const staff = people.filter((/** @type {any} */ one) => one.roles.length);
    this.people.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("People") }), h("a", { href: "/api/people?format=csv", text: t("Download CSV") })),
      h(
        "div",
        { class: "scroll-x", tabindex: 0, role: "group", "aria-label": t("People") },
        h(
          "table",
          { class: "plain" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col", text: t("Name") }), h("th", { scope: "col", text: t("Roles") }), h("th", { scope: "col", text: t("Since") }), h("th", { scope: "col", text: t("Last access") }))),
          h(
            "tbody",
            {},
            ...staff.map((/** @type {any} */ one) =>
              h("tr", {}, h("td", {}, inFull({ [one.id]: one.name }, one.id), one.disabled ? h("span", { class: "tag bad", text: t("locked out") }) : ""), h("td", { text: one.roles.map((/** @type {any} */ held) => [named(DUTIES, held.role), held.pit, held.table].filter(Boolean).join(" ")).join(", ") }), h("td", { class: "figures", text: dayTime(one.created) }), h("td", { class: "figures", text: one.last_access ? dayTime(one.last_access) : t("never") })),
            ),
          ),
        ),
      ),
    );
  }

  async #exceptions() {
    /** @type {any[]} */
    let rows = [];
    try {
      const found = await get("/api/books/exceptions");
      rows = (found.exceptions ?? found.rows ?? found).slice(-60).reverse();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      rows = this.pits.flatMap((link) => (link.view?.exceptions ?? []).map((/** @type {any} */ row) => ({ ...row, sentence: row.note, clauses: [], pit: link.pit })));
    }
    this.exceptions.replaceChildren(
      h("h2", { text: t("Exceptions") }),
      rows.length
        ? h(
            "ul",
            { class: "rows" },
            ...rows.map((row) =>
              h(
                "li",
                {},
                h("div", { class: "row-head" }, h("span", { class: `severity ${row.severity}`, text: named(SEVERITIES, row.severity) }), h("strong", { text: exceptionKind(row.kind) }), row.table ? h("span", { class: "tag", text: ruled(this.tables.get(row.table)?.store.view?.name) || row.table }) : null),
                h("p", { class: "small", text: spoken(row.said) }),
                peopleOf(row) ? h("p", { class: "small quiet", text: peopleOf(row) }) : null,
                h("div", { class: "row-facts small" }, row.at ? h("span", { class: "figures", text: dayTime(row.at) }) : null, cited(row.clauses ?? [], row.table ?? "", 2), row.shoe_no && row.coup_no ? h("a", { href: `/replay/${encodeURIComponent(row.table)}/${row.shoe_no}/${row.coup_no}`, text: t("replay") }) : null),
              ),
            ),
          )
        : h("p", { class: "quiet small", text: t("No exceptions.") }),
    );
    say(this.shell.line, [t("read only"), t("Exceptions"), String(rows.length)].join(" · "));
  }
}

await loadVoice();
const person = await comeIn(t("Surveillance"), [ROLE]);
if (person) new WatchPage(person, await get("/api/house"), (await get("/api/books")).pits);
