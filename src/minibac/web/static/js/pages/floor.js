/** Floor and pit: incidents to resolve, what the floor directs at its tables, notices, forms and signatures, slips, the sign. */

import { get } from "../api.js";
import { h, mark, say } from "../dom.js";
import { refused, ruled, signWords, t, wagerName } from "../i18n.js";
import { exceptionKind, exceptionWords, loadStaffWords, pitPlace } from "../staff-words.js";
import { askForm, granted } from "../parts/ask-form.js";
import { choosePit } from "../parts/choose.js";
import { cited } from "../parts/cited.js";
import { LiveTable } from "../parts/live-table.js";
import { formsPanel, patronPanel } from "../parts/pit-forms.js";
import { PitLink } from "../parts/pit-link.js";
import { noticesPanel } from "../parts/pit-notices.js";
import { slipsPanel } from "../parts/pit-slips.js";
import { openSheet } from "../parts/sheet.js";
import { comeIn, Shell } from "../parts/shell.js";
import { dayTime } from "../parts/times.js";

const pitId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const SUPERVISORS = ["floorperson", "pit-boss", "shift-manager"];
const AT_TABLES = [...SUPERVISORS, "pit-clerk", "dealer", "accounting", "surveillance"];
const WORKERS = [...AT_TABLES, "cage", "count-team", "security"];
const AUTOMATIC = "automatic floorperson";

class FloorPage {
  /** @param {import("../types.js").Person} person @param {any[]} tables */
  constructor(person, tables) {
    this.person = person;
    const held = person.roles.map((one) => one.role);
    this.role = [...SUPERVISORS].reverse().find((role) => held.includes(role)) ?? AT_TABLES.find((role) => held.includes(role)) ?? "";
    this.supervises = SUPERVISORS.includes(this.role);
    this.shell = new Shell({ title: t("floor.title"), person, table: tables[0]?.id ?? "" });
    this.link = new PitLink(pitId);
    this.incidents = h("section", { class: "panel pad", "aria-label": t("floor.incidents"), id: "incidents", "aria-live": "polite" });
    this.papers = h("div", { class: "work-grid two" });
    this.drawn = "";
    /** @type {LiveTable[]} */
    this.tables = this.role && this.role !== "dealer" ? tables.map((row) => new LiveTable(row.id, this.role)) : [];
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("floor.title") }),
      held.includes("security") ? h("p", { class: "small" }, h("a", { href: "/admin", text: t("admin.exclude") })) : "",
      this.tables.length ? h("div", { class: "floor-top" }, this.incidents, h("section", { class: "live-tables", "aria-label": t("floor.tables") }, ...this.tables.map((table) => table.element))) : "",
      this.papers,
    );
    for (const table of this.tables) this.#follow(table);
    this.link.addEventListener("view", () => this.#papers());
    this.link.addEventListener("refused", (event) => {
      this.papers.replaceChildren(h("p", { class: "panel pad", text: refused(/** @type {CustomEvent} */ (event).detail.refusal) }));
      this.shell.ready();
    });
    this.link.look();
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
    const key = JSON.stringify([floor, table.store.seen.phase, table.inside.decks_due_at]);
    if (table.tools.getAttribute("data-drawn") === key) return;
    table.tools.setAttribute("data-drawn", key);
    const give = (/** @type {string} */ kind, /** @type {Record<string, any>} */ facts = {}) => granted(table.link.command(kind, facts));
    const duty = h(
      "button",
      { type: "button", class: `button ${mine ? "" : "gold"} take-floor`, "aria-pressed": mine ? "true" : "false", onclick: (/** @type {Event} */ event) => give("AssignStaff", { duty: "floor", person: mine ? AUTOMATIC : this.person.id }).catch((error) => this.shell.failed(error, /** @type {Element} */ (event.target))) },
      t(mine ? "floor.give" : "floor.take"),
    );
    const reason = (/** @type {string} */ word, /** @type {string} */ kind) => askForm(t(word), [{ name: "reason", label: t("floor.reason"), kind: "long" }], ({ reason: why }) => give(kind, { reason: why }), { go: t(word), table: table.id });
    const sure = (/** @type {string} */ word, /** @type {string} */ kind) => askForm(t(word), [], () => give(kind), { go: t(word), lead: t("floor.confirm"), table: table.id });
    const direct = () => {
      const entries = /** @type {[string, () => void][]} */ ([
        ["floor.recut", () => reason("floor.recut", "OrderRecut")],
        ["floor.shuffle", () => reason("floor.shuffle", "DirectShuffle")],
        ["floor.correct", () => this.#correct(table)],
        ["floor.reconstruct", () => this.#rebuild(table)],
        ["floor.dead", () => sure("floor.dead", "DeclareDead")],
        ["floor.decks", () => sure("floor.decks", "ChangeDecks")],
        ["floor.close-table", () => sure("floor.close-table", "CloseTable")],
      ]);
      const dialog = openSheet(t("floor.more"), h("div", { class: "guide-choices" }, ...entries.map(([word, open]) => h("button", { type: "button", class: "button guide-choice", "data-do": word, onclick: () => { dialog.close(); open(); } }, t(word)))));
    };
    table.tools.replaceChildren(
      ...(this.supervises ? [duty, h("button", { type: "button", class: "button", "data-do": "direct", onclick: direct }, t("floor.more"))] : []),
      h("a", { class: "button", href: `/table/${encodeURIComponent(table.id)}?as=spectator` }, t("floor.open-table")),
      h("span", { class: "small quiet", text: t("floor.on-duty", { who: mine ? t("floor.you") : floor.startsWith("automatic") ? t("floor.automatic") : this.link.name(floor) }) }),
    );
  }

  /** @param {LiveTable} table */
  #correct(table) {
    const { seats, areas, last, coup_no: coup } = table.store.seen;
    askForm(
      t("floor.correct"),
      [
        { name: "seat", label: t("floor.seat"), kind: "select", options: seats.map((seat) => [String(seat.seat), `${seat.seat} · ${seat.name}`]) },
        { name: "wager", label: t("floor.wager"), kind: "select", options: areas.map((area) => [area.id, wagerName(area.id, area.label)]) },
        { name: "cents", label: t("floor.amount"), kind: "dollars" },
        { name: "coup_no", label: t("floor.round"), kind: "number", value: last?.coup_no ?? coup },
        { name: "reason", label: t("floor.reason"), kind: "long" },
      ],
      ({ seat, ...facts }) => granted(table.link.command("CorrectPayment", { ...facts, seat: Number(seat) })),
      { go: t("floor.correct"), table: table.id },
    );
  }

  /** @param {LiveTable} table */
  #rebuild(table) {
    const rack = [...(table.inside.rack ?? [])].reverse();
    const last = rack[0];
    const cards = (/** @type {string} */ text) => text.split(/[\s,]+/).filter(Boolean);
    askForm(
      t("floor.reconstruct"),
      [
        { name: "coup_no", label: t("floor.round"), kind: "number", value: last?.coup_no ?? "" },
        { name: "player", label: t("floor.cards-player"), value: last?.player?.filter(Boolean).join(" ") ?? "" },
        { name: "banker", label: t("floor.cards-banker"), value: last?.banker?.filter(Boolean).join(" ") ?? "" },
      ],
      ({ coup_no: coup, player, banker }) => granted(table.link.command("Reconstruct", { coup_no: coup, player_cards: cards(player), banker_cards: cards(banker) })),
      { go: t("floor.reconstruct"), table: table.id },
    );
  }

  #incidents() {
    const found = this.tables.flatMap((table) => (table.inside.incidents ?? []).map((/** @type {any} */ incident) => ({ table, incident })));
    const key = JSON.stringify(found.map(({ table, incident }) => [table.id, incident]));
    if (key === this.drawn) return;
    this.drawn = key;
    mark(this.incidents, "data-count", found.length);
    this.incidents.replaceChildren(
      h("div", { class: "panel-head" }, h("h2", { text: t("floor.incidents") })),
      found.length ? h("ul", { class: "rows" }, ...found.map(({ table, incident }) => this.#incident(table, incident))) : h("p", { class: "quiet small", text: t("floor.no-incidents") }),
    );
  }

  /** @param {LiveTable} table @param {any} incident */
  #incident(table, incident) {
    const resolve = () =>
      askForm(
        t("floor.incident", { number: incident.number }),
        [
          { name: "resolution", label: t("floor.resolution"), kind: "long" },
          { name: "void_coup", label: t("floor.void-round"), kind: "check" },
        ],
        (values) => granted(table.link.command("ResolveIncident", { number: incident.number, ...values })),
        { go: t("floor.resolve"), lead: ruled(incident.note), table: table.id },
      );
    return h(
      "li",
      { class: "incident", "data-incident": incident.number },
      h("div", { class: "row-head" }, h("strong", { text: `${ruled(table.store.seen.name) || table.id}: ${t(`report.${incident.kind}`) === `report.${incident.kind}` ? incident.kind.replaceAll("-", " ") : t(`report.${incident.kind}`)}` }), incident.seat ? h("span", { class: "tag", text: t("irregular.seat-number", { seat: incident.seat }) }) : null, incident.stops_play ? h("span", { class: "tag bad", text: t("floor.stops") }) : null),
      h("p", { text: ruled(incident.note) }),
      this.supervises ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button gold", "data-do": "resolve", onclick: resolve }, t("floor.resolve"))) : null,
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
    say(shell.title, view.name === view.pit ? pitPlace(view.pit) : `${ruled(view.name)} · ${pitPlace(view.pit)}`);
    say(shell.line, [t("floor.title"), view.day ? t("pit.day", { day: view.day }) : t("books.none-open"), view.roles.map((/** @type {string} */ role) => t(`duty.${role}`)).join(", ")].join(" · "));
    document.title = `${ruled(view.name) || pitPlace(view.pit)} · minibac`;
    const focused = document.activeElement?.closest("[data-serial], [data-slip], [data-notice]")?.getAttribute("data-serial");
    this.papers.replaceChildren(
      h("div", { class: "column" }, formsPanel(link, failed), slipsPanel(link, failed)),
      h("div", { class: "column" }, noticesPanel(link, failed), this.#signs(), this.#exceptions(failed)),
    );
    if (focused) /** @type {HTMLElement|null} */ (this.papers.querySelector(`[data-serial="${CSS.escape(focused)}"] button`))?.focus();
    for (const table of this.tables) if (table.store.view) this.#tools(table);
    shell.ready();
  }

  #signs() {
    return h(
      "section",
      { class: "panel pad", "aria-label": t("pit.sign") },
      h("h2", { text: t("pit.sign") }),
      h(
        "ul",
        { class: "rows" },
        ...this.link.view.tables.map((/** @type {any} */ table) =>
          h("li", {}, h("div", { class: "row-head" }, h("strong", { text: table.id }), cited(table.sign.clauses, table.id, 2)), h("p", { text: signWords(table.sign.says, table.sign.options) }), table.sign.pending ? h("p", { class: "small tag", text: t("pit.pending", { time: dayTime(table.sign.pending.effective_at), says: signWords(table.sign.pending.says, table.sign.pending.options) }) }) : null),
        ),
      ),
    );
  }

  /** @param {(error: unknown, near?: Element|null) => void} failed */
  #exceptions(failed) {
    const { exceptions } = this.link.view;
    return h(
      "section",
      { class: "panel pad", "aria-label": t("exceptions.title") },
      h("h2", { text: t("exceptions.title") }),
      exceptions.length ? h("ul", { class: "rows" }, ...exceptions.map((/** @type {any} */ row) => exceptionRow(row, this.link, failed))) : h("p", { class: "quiet small", text: t("exceptions.none") }),
    );
  }
}

/** @param {any} row @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} _failed */
function exceptionRow(row, link, _failed) {
  return h(
    "li",
    {},
    h("div", { class: "row-head" }, h("span", { class: `severity ${row.severity}`, text: t(`severity.${row.severity}`) }), h("strong", { text: exceptionKind(row.kind) }), row.table ? h("span", { class: "tag", text: row.table }) : null, row.serial ? h("span", { class: "tag figures", text: row.serial }) : null),
    h("p", { class: "small", text: exceptionWords(row, (id) => link.name(id)) }),
    link.may("ResolveException") ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => askForm(t("exceptions.resolve"), [{ name: "resolution", label: t("exceptions.found"), kind: "long" }], ({ resolution }) => link.give("ResolveException", { number: row.number, resolution })) }, t("exceptions.resolve"))) : null,
  );
}

await loadStaffWords();
const person = await comeIn(t("floor.title"), WORKERS, true);
const house = person ? await get("/api/house").catch(() => ({ tables: [], pits: [] })) : null;
if (person && pitId === "choose") {
  choosePit(person, house);
} else if (person) {
  new FloorPage(person, person.roles.length ? house.tables.filter((/** @type {any} */ row) => row.pit === pitId) : []);
}
