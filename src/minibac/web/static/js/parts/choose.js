/** Where somebody with a duty in the whole house begins: the tables to deal, the pits to work in. */

import { h } from "../dom.js";
import { PHASES } from "../names.js";
import { DUTIES } from "../staff-names.js";
import { pitName } from "../staff-words.js";
import { ruled } from "../told.js";
import { named, t } from "../voice.js";
import { Shell } from "./shell.js";

/**
 * @param {import("../types.js").Person} person
 * @param {string} title
 * @param {readonly {href: string, name: string, facts: string[]}[]} cards
 */
function choose(person, title, cards) {
  const shell = new Shell({ title, person });
  shell.main.append(
    h("section", { class: "column" }, h("h1", { text: title }), h("p", { class: "quiet", text: t("You are signed in as {name}: {roles}.", { name: person.name, roles: [...new Set(person.roles.map((held) => named(DUTIES, held.role)))].join(", ") }) })),
    h("div", { class: "choose-cards" }, ...cards.map(({ href, name, facts }) => h("a", { class: "panel choose-card", href }, h("strong", { text: name }), ...facts.filter(Boolean).map((fact) => h("span", { class: "small quiet", text: fact }))))),
  );
  shell.ready();
}

/** @param {import("../types.js").Person} person @param {any} house */
export function chooseTable(person, house) {
  const mine = new Set(person.roles.filter((held) => held.role === "dealer" && held.table).map((held) => held.table));
  const everywhere = person.roles.some((held) => held.role === "dealer" && !held.table);
  const rows = house.tables.filter((/** @type {any} */ row) => everywhere || mine.has(row.id));
  choose(person, t("Which table do you deal?"), rows.map((/** @type {any} */ row) => ({ href: `/dealer/${encodeURIComponent(row.id)}`, name: ruled(row.name), facts: [ruled(row.rulebook_name), named(PHASES, row.phase), t("{taken} of {seats} seats", { taken: row.taken.length, seats: row.seats }), t(row.staffed ? "dealt by a person" : "automatic dealer")] })));
}

/** @param {import("../types.js").Person} person @param {any} house */
export function choosePit(person, house) {
  const pits = house.pits.filter((/** @type {any} */ pit) => person.roles.some((held) => !held.pit || held.pit === pit.id));
  if (pits.length === 1) {
    location.replace(`/floor/${encodeURIComponent(pits[0].id)}`);
    return;
  }
  const called = new Map(house.tables.map((/** @type {any} */ row) => [row.id, ruled(row.name)]));
  choose(person, t("Which pit do you work in?"), pits.map((/** @type {any} */ pit) => ({ href: `/floor/${encodeURIComponent(pit.id)}`, name: pitName(pit.id), facts: pit.tables.map((/** @type {string} */ id) => called.get(id) || id) })));
}
