/** Notices and changes of a pit: told to surveillance or posted at a table, received, scheduled, called off. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { optionsInWords } from "../staff-words.js";
import { askForm } from "./ask-form.js";
import { dayTime, forInput } from "./times.js";

/** @typedef {import("./pit-link.js").PitLink} PitLink */

/** The legal values of options, from the rules of the first table. @param {PitLink} link @param {readonly string[]} names */
async function choices(link, names) {
  const rulebook = link.view.tables[0]?.rulebook ?? "section-42";
  const found = await get(`/api/rules/${encodeURIComponent(rulebook)}`).catch(() => ({ choices: [] }));
  /** @type {[string, string][]} */
  const listed = [];
  for (const choice of found.choices ?? []) {
    const { name, type, values } = choice;
    if (!names.includes(name)) continue;
    for (const word of values) {
      const value = type === "switch" ? word === "on" : type === "integer" ? Number(word) : word;
      listed.push([JSON.stringify({ [name]: value }), optionsInWords({ [name]: type === "switch" ? value : word })]);
    }
  }
  return listed;
}

/** @param {PitLink} link */
async function give(link) {
  const options = await choices(link, link.view.may_change.pit);
  askForm(
    t("notices.give"),
    [
      { name: "options", label: t("notices.option"), kind: "select", options },
      { name: "text", label: t("notices.text"), kind: "long" },
    ],
    ({ options: chosen, text }) => link.give("GiveNotice", { options: JSON.parse(chosen), text }),
  );
}

/** @param {PitLink} link */
async function postAt(link) {
  const options = await choices(link, link.view.may_change.table);
  askForm(
    t("notices.post"),
    [
      { name: "table", label: t("notices.table"), kind: "select", options: link.view.tables.map((/** @type {any} */ table) => [table.id, table.id]) },
      { name: "options", label: t("notices.option"), kind: "select", options },
      { name: "text", label: t("notices.text"), kind: "long" },
    ],
    ({ table, options: chosen, text }) => link.give("PostNotice", { table, options: JSON.parse(chosen), text }),
  );
}

/** @param {PitLink} link */
async function schedule(link) {
  const { may_change: may, notices, tables } = link.view;
  const options = await choices(link, [...may.pit, ...may.table]);
  const rests = notices.filter((/** @type {any} */ n) => !n.used).map((/** @type {any} */ n) => [String(n.number), `${t("notices.number", { number: n.number })}: ${optionsInWords(n.options)}`]);
  askForm(
    t("notices.schedule"),
    [
      { name: "options", label: t("notices.option"), kind: "select", options },
      { name: "table", label: t("notices.table"), kind: "select", options: [["", t("notices.all-tables")], ...tables.map((/** @type {any} */ table) => [table.id, table.id])], optional: true },
      { name: "notice", label: t("notices.rests-on"), kind: "select", options: [["0", t("notices.no-notice")], ...rests], optional: true },
      { name: "effective_at", label: t("notices.when"), kind: "time", value: forInput(link.now() + link.view.surveillance_ms + 60_000) },
    ],
    ({ options: chosen, table, notice, effective_at: at }) => link.give("ScheduleChange", { options: JSON.parse(chosen), effective_at: at, notice: Number(notice), tables: table ? [table] : [] }),
  );
}

/** @param {any} notice @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
export function noticeRow(notice, link, failed) {
  const from = notice.table ? notice.given_at : notice.received_at;
  const until = from ? from + (notice.table ? (link.view.vigorish_ms ?? 0) : link.view.surveillance_ms) : 0;
  const waits = !notice.table && !notice.received_at;
  const receive = waits && link.may("ReceiveNotice") ? h("button", { type: "button", class: "button gold", onclick: (/** @type {Event} */ event) => link.give("ReceiveNotice", { notice: notice.number }).catch((error) => failed(error, /** @type {Element} */ (event.target))) }, t("notices.receive")) : null;
  return h(
    "li",
    { "data-notice": notice.number },
    h(
      "div",
      { class: "row-head" },
      h("strong", { text: t("notices.number", { number: notice.number }) }),
      h("span", { class: "tag", text: notice.table ? t("notices.at-table", { table: notice.table }) : t("notices.to-surveillance") }),
      waits ? h("span", { class: "tag bad", text: t("notices.waits") }) : h("span", { class: `tag ${until <= link.now() ? "good" : ""}`, text: notice.used ? t("notices.used") : until > link.now() ? t("notices.runs", { time: dayTime(until) }) : t("notices.ran") }),
    ),
    h("p", {}, h("span", { class: "figures", text: optionsInWords(notice.options) })),
    h("p", { class: "small", text: notice.text }),
    h("div", { class: "row-facts" }, h("span", { text: t("notices.given", { time: dayTime(notice.given_at), who: link.name(notice.given_by) }) }), notice.received_at ? h("span", { text: t("notices.received", { time: dayTime(notice.received_at), who: link.name(notice.received_by) }) }) : null),
    receive ? h("div", { class: "buttons" }, receive) : null,
  );
}

/** @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
export function noticesPanel(link, failed) {
  const { notices, changes } = link.view;
  const buttons = [
    link.may("GiveNotice") ? h("button", { type: "button", class: "button", onclick: () => give(link) }, t("notices.give")) : null,
    link.may("PostNotice") ? h("button", { type: "button", class: "button", onclick: () => postAt(link) }, t("notices.post")) : null,
    link.may("ScheduleChange") ? h("button", { type: "button", class: "button", onclick: () => schedule(link) }, t("notices.schedule")) : null,
  ];
  const changeRow = (/** @type {any} */ change) =>
    h(
      "li",
      { "data-change": change.number },
      h("div", { class: "row-head" }, h("strong", { text: t("notices.change", { number: change.number }) }), h("span", { class: "tag", text: change.due ? t("notices.due", { taken: change.taken.length, all: change.tables.length }) : t("notices.effective", { time: dayTime(change.effective_at) }) })),
      h("p", { class: "figures", text: optionsInWords(change.options) }),
      link.may("CancelChange") && !change.due
        ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => askForm(t("notices.cancel"), [{ name: "reason", label: t("floor.reason"), kind: "long" }], ({ reason }) => link.give("CancelChange", { change: change.number, reason })) }, t("notices.cancel")))
        : null,
    );
  const recent = notices.slice(-8).reverse();
  return h(
    "section",
    { class: "panel pad", "aria-label": t("notices.title"), id: "notices" },
    h("div", { class: "panel-head" }, h("h2", { text: t("notices.title") }), h("div", { class: "buttons" }, ...buttons)),
    changes.length || recent.length ? h("ul", { class: "rows" }, ...changes.map(changeRow), ...recent.map((/** @type {any} */ notice) => noticeRow(notice, link, failed))) : h("p", { class: "quiet small", text: t("notices.none") }),
  );
}
