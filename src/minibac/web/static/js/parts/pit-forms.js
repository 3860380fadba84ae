/** Forms of a pit: prepared by the clerk, signed by each in turn, dropped before witnesses, the marker released; or void. */

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { DUTIES, PAPERS } from "../staff-names.js";
import { named, row as inRow, spoken, t } from "../voice.js";
import { askForm } from "./ask-form.js";

/** @typedef {import("./pit-link.js").PitLink} PitLink */
/** @typedef {(error: unknown, near?: Element|null) => void} Failed */

const VIGORISH = ["complimentary", "uncollected", "recovery"];

/** A button that gives a command of the pit. @param {PitLink} link @param {string} command @param {Record<string, any>} facts @param {string} label @param {Failed} failed @param {boolean} [gold] */
export function pitButton(link, command, facts, label, failed, gold = false) {
  if (!link.takes(command, facts)) return null;
  return h("button", { type: "button", class: `button ${gold ? "gold" : ""}`, "data-do": command, onclick: (/** @type {Event} */ event) => link.give(command, facts).catch((error) => failed(error, /** @type {Element} */ (event.target))) }, label);
}

/** The same, with a reason that is asked for first. @param {PitLink} link @param {string} command @param {Record<string, any>} facts @param {string} label @param {string} why @param {string} [does] */
export function reasonButton(link, command, facts, label, why, does = command) {
  if (!link.takes(command, facts)) return null;
  return h("button", { type: "button", class: "button", "data-do": does, onclick: () => askForm(label, [{ name: "reason", label: why, kind: "long" }], ({ reason }) => link.give(command, { ...facts, reason }), { go: label }) }, label);
}

/** The pit clerk prepares a form for a marker button that lies on a layout. @param {PitLink} link */
function prepare(link) {
  const owing = link.view.tables.flatMap((/** @type {any} */ table) => table.seats.filter((/** @type {any} */ seat) => link.may("PrepareForm", `${table.id} ${seat.seat}`)).map((/** @type {any} */ seat) => ({ table, seat })));
  const key = (/** @type {any} */ { table, seat }) => `${table.id} ${seat.seat}`;
  askForm(
    t("Prepare a form"),
    [
      { name: "which", label: t("Marker button"), kind: "select", options: owing.map((/** @type {any} */ one) => [key(one), t("{table}, seat {seat}: {name} owes {sum}", { table: link.table(one.table.id), seat: one.seat.seat, name: one.seat.name, sum: dollars(one.seat.owed_cents) })]) },
    ],
    ({ which }) => {
      const { table, seat } = owing.find((/** @type {any} */ one) => key(one) === which);
      const incident = table.incidents.find((/** @type {any} */ one) => one.kind === "uncollected" && one.seat === seat.seat)?.number ?? 0;
      return link.give("PrepareForm", { kind: table.form, table: table.id, seat: seat.seat, guest: seat.guest, name: seat.name || seat.guest, cents: seat.owed_cents, incident });
    },
    { go: t("Prepare a form"), table: link.view.tables[0]?.id ?? "" },
  );
}

/** Vigorish that the house bore, or wrote down, is paid after all: the clerk prepares a recovery form against the first. @param {any} form @param {PitLink} link */
export function recoverButton(form, link) {
  if (!link.may("PrepareForm", form.serial)) return null;
  const left = form.cents - form.recovered_cents;
  const { serial, table, seat, guest, name } = form;
  const ask = () =>
    askForm(
      t("Vigorish Recovery Form against {serial}", { serial }),
      [{ name: "cents", label: t("Amount"), kind: "dollars", value: left }],
      ({ cents }) => link.give("PrepareForm", { kind: "recovery", table, seat, guest, name, cents, against: serial }),
      { go: t("Recover"), lead: t("What the patron pays after all, of the {sum} still open.", { sum: dollars(left) }), table },
    );
  return h("button", { type: "button", class: "button", "data-do": "recover", onclick: ask }, t("Recover"));
}

/** @param {any} form @param {string} role @param {PitLink} link */
function signature(form, role, link) {
  const who = form.signed[role];
  const stated = role === "patron" && form.reason;
  return h(
    "li",
    { class: "signature", "data-signed": Boolean(who || stated) || null, "data-role": role },
    h("span", { class: "quiet", text: named(DUTIES, role) }),
    h("span", { class: "signed", text: who ? link.name(who) : stated ? t("no signature: {reason}", { reason: form.reason }) : t("not signed") }),
  );
}

/** @param {any} form @param {PitLink} link @param {Failed} failed */
function formRow(form, link, failed) {
  const open = !form.void && !form.completed && form.next !== "";
  const serial = form.serial;
  const buttons = open
    ? [
        pitButton(link, "SignForm", { serial }, t("Sign"), failed, true),
        reasonButton(link, "StateReason", { serial }, t("The patron is not here"), t("Why the patron’s signature could not be had")),
        reasonButton(link, "StateReason", { serial, refused: true }, t("The patron refuses to sign"), t("Why the patron’s signature could not be had"), "refused"),
        pitButton(link, "ConfirmPresence", { serial }, t("I am present"), failed, true),
        pitButton(link, "DropOriginal", { serial }, t("Drop the original"), failed, true),
        pitButton(link, "ReleaseMarker", { serial }, t("Release the marker button"), failed, true),
        reasonButton(link, "SignVoid", { serial }, t("Sign it void"), t("Reason")),
        reasonButton(link, "VoidForm", { serial }, t("Mark VOID"), t("Reason")),
      ]
    : [recoverButton(form, link)];
  return h(
    "li",
    { class: "form-paper", "data-serial": serial, "data-void": form.void || null },
    h(
      "div",
      { class: "row-head" },
      h("strong", { class: "figures", text: serial }),
      h("span", { text: named(PAPERS, form.kind) }),
      h("span", { class: `tag ${form.void ? "bad" : form.unfinished ? "" : "good"}`, text: form.void ? t("VOID") : form.unfinished ? t("lacks {what}", { what: spoken(form.said) }) : t("done") }),
    ),
    h("div", { class: "row-facts" }, h("span", { class: "figures", text: form.cents === null ? t("sealed until compared") : dollars(form.cents) }), h("span", { text: link.table(form.table) }), form.seat ? h("span", { text: `${t("Seat {seat}", { seat: form.seat })}, ${form.name}` }) : null, form.dropped ? h("span", { text: t("in the drop box") }) : null, form.released ? h("span", { text: t("marker button released") }) : null),
    h("ul", { class: "signatures" }, ...form.wants.map((/** @type {string} */ role) => signature(form, role, link))),
    form.void ? h("p", { class: "small", text: t("void, by {people}: {reason}", { people: inRow("and", [link.name(form.void_signed_by), link.name(form.void_by)]), reason: form.void_reason }) }) : null,
    buttons.some(Boolean) ? h("div", { class: "buttons" }, ...buttons) : null,
  );
}

/** @param {PitLink} link @param {Failed} failed */
export function formsPanel(link, failed) {
  const forms = link.view.forms.filter((/** @type {any} */ form) => form.unfinished || form.day === link.view.day).slice(-30).reverse();
  return h(
    "section",
    { class: "panel pad", "aria-label": t("Forms"), id: "forms" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { text: t("Forms") }),
      h("div", { class: "buttons" }, link.view.offers.PrepareForm?.some((/** @type {string} */ key) => key.includes(" ")) ? h("button", { type: "button", class: "button", "data-do": "PrepareForm", onclick: () => prepare(link) }, t("Prepare a form")) : null, forms.some((/** @type {any} */ form) => VIGORISH.includes(form.kind)) ? pitButton(link, "ForwardDuplicates", {}, t("Forward duplicates"), failed) : null),
    ),
    forms.length ? h("ul", { class: "rows" }, ...forms.map((/** @type {any} */ form) => formRow(form, link, failed))) : h("p", { class: "quiet small", text: t(link.view.day ? "No form is under way." : "No gaming day is open: accounting opens it.") }),
  );
}

/** What a guest is shown: the forms that wait for the guest's own signature. @param {PitLink} link @param {Failed} failed */
export function patronPanel(link, failed) {
  const { forms } = link.view;
  return h(
    "section",
    { class: "panel pad come-in", "aria-label": t("Papers to sign") },
    h("h1", { text: t("Papers to sign") }),
    h("p", { text: t(forms.length ? "The house bears this vigorish, or writes down that you owe it. Read it, and sign if it is right." : "Nothing waits for your signature.") }),
    h(
      "ul",
      { class: "rows" },
      ...forms.map((/** @type {any} */ form) =>
        h("li", { class: "form-paper", "data-serial": form.serial }, h("div", { class: "row-head" }, h("strong", { class: "figures", text: form.serial }), h("span", { text: named(PAPERS, form.kind) })), h("div", { class: "row-facts" }, h("span", { class: "figures", text: dollars(form.cents) }), h("span", { text: form.name }), h("span", { text: form.day })), h("div", { class: "buttons" }, pitButton(link, "SignForm", { serial: form.serial }, t("Sign"), failed, true))),
      ),
    ),
  );
}
