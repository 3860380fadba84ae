/** Notices and changes of a pit: told to surveillance or posted at a table, received, scheduled, called off. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { dollars } from "../money.js";
import { optionName } from "../option-names.js";
import { optionsInWords } from "../staff-words.js";
import { wagerName } from "../told.js";
import { t } from "../voice.js";
import { forInput } from "../zones.js";
import { askForm } from "./ask-form.js";
import { dayTime } from "./times.js";

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
      listed.push([JSON.stringify({ [name]: value }), optionsInWords(link.view.names, { [name]: type === "switch" ? value : word })]);
    }
  }
  return listed;
}

/** @param {PitLink} link */
async function give(link) {
  const options = await choices(link, link.view.may_change.pit);
  askForm(
    t("Tell surveillance"),
    [
      { name: "options", label: t("Option"), kind: "select", options },
      { name: "text", label: t("In writing"), kind: "long" },
    ],
    ({ options: chosen, text }) => link.give("GiveNotice", { options: JSON.parse(chosen), text }),
  );
}

/** @param {PitLink} link */
async function postAt(link) {
  const options = await choices(link, link.view.may_change.table);
  askForm(
    t("Post at a table"),
    [
      { name: "table", label: t("Table"), kind: "select", options: link.view.tables.map((/** @type {any} */ table) => [table.id, link.table(table.id)]) },
      { name: "options", label: t("Option"), kind: "select", options },
      { name: "text", label: t("In writing"), kind: "long" },
    ],
    ({ table, options: chosen, text }) => link.give("PostNotice", { table, options: JSON.parse(chosen), text }),
  );
}

/** @param {PitLink} link */
async function schedule(link) {
  const { may_change: may, notices, tables } = link.view;
  const options = await choices(link, [...may.pit, ...may.table]);
  const rests = notices.filter((/** @type {any} */ n) => !n.used).map((/** @type {any} */ n) => [String(n.number), `${t("Notice {number}", { number: n.number })}: ${optionsInWords(link.view.names, n.options)}`]);
  askForm(
    t("Schedule a change"),
    [
      { name: "options", label: t("Option"), kind: "select", options },
      { name: "table", label: t("Table"), kind: "select", options: [["", t("all tables")], ...tables.map((/** @type {any} */ table) => [table.id, link.table(table.id)])], optional: true },
      { name: "notice", label: t("Rests on notice"), kind: "select", options: [["0", t("none is needed")], ...rests], optional: true },
      { name: "effective_at", label: t("Takes effect"), kind: "time", value: forInput(link.now() + link.view.surveillance_ms + 60_000) },
    ],
    ({ options: chosen, table, notice, effective_at: at }) => link.give("ScheduleChange", { options: JSON.parse(chosen), effective_at: at, notice: Number(notice), tables: table ? [table] : [] }),
  );
}

/** What changes, in words; limits are amounts. @param {PitLink} link @param {Record<string, any>} options */
function changeWords(link, options) {
  const limits = Object.entries(options).filter(([name]) => name.includes("_cents/"));
  return limits.length ? limits.map(([name, cents]) => `${optionName(link.view.names, name)}: ${dollars(cents)}`).join(", ") : optionsInWords(link.view.names, options);
}

/** Other limits of a wager at a table, from a time on. @param {PitLink} link */
function changeLimits(link) {
  const areas = link.view.tables.flatMap((/** @type {any} */ table) => Object.entries(table.limits).map(([wager, [low, high]]) => [`${table.id} ${wager}`, `${link.table(table.id)}: ${wagerName(wager)}, ${dollars(low)} – ${dollars(high)}`]));
  askForm(
    t("Change limits"),
    [
      { name: "area", label: t("Wager"), kind: "select", options: areas },
      { name: "low", label: t("Minimum"), kind: "dollars" },
      { name: "high", label: t("Maximum"), kind: "dollars" },
      { name: "effective_at", label: t("Takes effect"), kind: "time", value: forInput(link.now() + 60_000) },
    ],
    ({ area, low, high, effective_at: at }) => {
      const [table, wager] = area.split(" ");
      return link.give("ScheduleChange", { options: { [`minimum_cents/${wager}`]: low, [`maximum_cents/${wager}`]: high }, effective_at: at, tables: [table] });
    },
    { lead: t("They stand on the sign of the table until then, and come between two rounds.") },
  );
}

/** @param {any} notice @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
export function noticeRow(notice, link, failed) {
  const from = notice.table ? notice.given_at : notice.received_at;
  const until = from ? from + (notice.table ? (link.view.vigorish_ms ?? 0) : link.view.surveillance_ms) : 0;
  const waits = !notice.table && !notice.received_at;
  const receive = waits && link.may("ReceiveNotice", notice.number) ? h("button", { type: "button", class: "button gold", onclick: (/** @type {Event} */ event) => link.give("ReceiveNotice", { notice: notice.number }).catch((error) => failed(error, /** @type {Element} */ (event.target))) }, t("Receive")) : null;
  return h(
    "li",
    { "data-notice": notice.number },
    h(
      "div",
      { class: "row-head" },
      h("strong", { text: t("Notice {number}", { number: notice.number }) }),
      h("span", { class: "tag", text: notice.table ? t("posted at {table}", { table: link.table(notice.table) }) : t("to surveillance") }),
      waits ? h("span", { class: "tag bad", text: t("surveillance has not received it yet") }) : h("span", { class: `tag ${until <= link.now() ? "good" : ""}`, text: notice.used ? t("used") : until > link.now() ? t("the period runs until {time}", { time: dayTime(until) }) : t("the period is over") }),
    ),
    h("p", {}, h("span", { class: "figures", text: optionsInWords(link.view.names, notice.options) })),
    h("p", { class: "small", text: notice.text }),
    h("div", { class: "row-facts" }, h("span", { text: t("given {time} by {who}", { time: dayTime(notice.given_at), who: link.name(notice.given_by) }) }), notice.received_at ? h("span", { text: t("received {time} by {who}", { time: dayTime(notice.received_at), who: link.name(notice.received_by) }) }) : null),
    receive ? h("div", { class: "buttons" }, receive) : null,
  );
}

/** @param {PitLink} link @param {(error: unknown, near?: Element|null) => void} failed */
export function noticesPanel(link, failed) {
  const { notices, changes } = link.view;
  const buttons = [
    link.may("GiveNotice") ? h("button", { type: "button", class: "button", onclick: () => give(link) }, t("Tell surveillance")) : null,
    link.may("PostNotice") ? h("button", { type: "button", class: "button", onclick: () => postAt(link) }, t("Post at a table")) : null,
    link.may("ScheduleChange") ? h("button", { type: "button", class: "button", onclick: () => schedule(link) }, t("Schedule a change")) : null,
    link.may("ScheduleChange") ? h("button", { type: "button", class: "button", "data-do": "limits", onclick: () => changeLimits(link) }, t("Change limits")) : null,
  ];
  const changeRow = (/** @type {any} */ change) =>
    h(
      "li",
      { "data-change": change.number },
      h("div", { class: "row-head" }, h("strong", { text: t("Change {number}", { number: change.number }) }), h("span", { class: "tag", text: change.due ? t("due; taken by {taken} of {all} tables", { taken: change.taken.length, all: change.tables.length }) : t("takes effect {time}", { time: dayTime(change.effective_at) }) })),
      h("p", { class: "figures", text: changeWords(link, change.options) }),
      link.may("CancelChange", change.number)
        ? h("div", { class: "buttons" }, h("button", { type: "button", class: "button", onclick: () => askForm(t("Call off"), [{ name: "reason", label: t("Reason"), kind: "long" }], ({ reason }) => link.give("CancelChange", { change: change.number, reason })) }, t("Call off")))
        : null,
    );
  const recent = notices.slice(-8).reverse();
  return h(
    "section",
    { class: "panel pad", "aria-label": t("Notices and changes"), id: "notices" },
    h("div", { class: "panel-head" }, h("h2", { text: t("Notices and changes") }), h("div", { class: "buttons" }, ...buttons)),
    changes.length || recent.length ? h("ul", { class: "rows" }, ...changes.map(changeRow), ...recent.map((/** @type {any} */ notice) => noticeRow(notice, link, failed))) : h("p", { class: "quiet small", text: t("No notice is running.") }),
  );
}
