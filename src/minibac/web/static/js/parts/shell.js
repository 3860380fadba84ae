/**
 * What every page of the staff has around it: the head with the way to the other pages, a line for what is wrong with the
 * connection, the refusal with its clause, and the lock.
 */

import { RefusedError, session } from "../api.js";
import { h, icon, make, mark, need } from "../dom.js";
import { REASONS } from "../names.js";
import { placeOf } from "../places.js";
import { DUTIES } from "../staff-names.js";
import { refused } from "../told.js";
import { byName, named, t, translated, words } from "../voice.js";
import { clauseAnchor } from "./cited.js";
import { pageHead, tool } from "./head.js";
import { lockNow, lockWith, showLock } from "./lock.js";
import { openSettings } from "./preferences.js";
import { MbRefusal } from "./refusal.js";
import { timesOf } from "./times.js";

const STATES = words({
  waiting: "The connection was lost. Coming back …",
  gone: "The house does not answer. This page keeps trying; nothing is lost.",
});

const WAYS = words({
  dealer: "Dealer’s console",
  floor: "Floor",
  surveillance: "Surveillance",
  books: "Books",
  admin: "Administration",
  exclusions: "Exclusion list",
  school: "School",
  "choose-dealer": "Other tables",
  "choose-floor": "Other pits",
  table: "Table",
});

/** Pages on which records are read: there a person's number stands beside the name. */
const RECORDS = new Set(["books", "admin", "exclusions", "floor", "surveillance"]);

/** @typedef {import("../types.js").Person} Person */
/** @typedef {import("../types.js").Refusal} Refusal */

export class Shell {
  /**
   * @param {{title: string, person: Person|null, table?: string, tools?: Node[]}} facts `table`: whose rules a clause is read in
   */
  constructor({ title, person, table = "", tools = [] }) {
    if (!RECORDS.has(location.pathname.split("/")[1])) byName();
    this.table = table;
    this.person = person;
    this.main = need("#work");
    this.title = h("strong", { class: "where-name", text: title });
    this.line = h("span", { class: "where-round small quiet figures" });
    this.notice = h("div", { class: "notice", role: "status", hidden: true });
    this.refusal = make(MbRefusal);
    this.timer = 0;
    document.title = `${title} · minibac`;
    const all = [...tools];
    if (person?.has_password) all.push(tool("leave", t("Lock"), () => lockNow().catch(() => null)));
    all.push(tool("settings", t("Settings"), openSettings));
    document.body.prepend(
      h("a", { class: "skip", href: "#work", text: t("Skip to the table") }),
      pageHead({ where: h("div", { class: "where" }, this.title, this.line), tools: all }),
      this.notice,
    );
    if (person) this.#ways(person);
    document.body.append(this.refusal);
    if (person) this.main.after(timesOf());
  }

  /** The pages this person works on. @param {Person} person */
  #ways(person) {
    const ways = new Map();
    for (const held of person.roles) {
      const place = placeOf(held);
      if (place !== "/" && place !== location.pathname) ways.set(place, named(WAYS, `${place.endsWith("/choose") ? "choose-" : ""}${place.split("/")[1]}`));
    }
    if (ways.size) document.querySelector(".where")?.append(h("nav", { class: "ways small", "aria-label": t("Your other pages") }, ...[...ways].map(([href, text]) => h("a", { href, text }))));
  }

  /** Where a clause can be read. */
  clause = (/** @type {string} */ clause) => clauseAnchor(this.table, clause);

  /** @param {Refusal} refusal @param {Element|null} [near] */
  refuse(refusal, near = null) {
    this.refusal.show(refusal, this.clause, near);
  }

  /** What a request came to: a refusal is shown; a lock covers the page already. @param {unknown} error @param {Element|null} [near] */
  failed(error, near = null) {
    if (error instanceof RefusedError) {
      if (error.status !== 423) this.refuse(error.refusal, near);
      return;
    }
    throw error;
  }

  /** @param {string} words @param {Node[]} [more] @param {number} [ms] */
  tell(words, more = [], ms = 0) {
    this.notice.hidden = !words;
    this.notice.replaceChildren(h("span", { text: words }), ...more);
    clearTimeout(this.timer);
    if (ms) this.timer = setTimeout(() => (this.notice.hidden = true), ms);
  }

  /** Say what is wrong with a connection, and lock with it. @param {import("../protocol.js").TableLink} link */
  follow(link) {
    link.addEventListener("state", (event) => {
      const { state, reason } = /** @type {CustomEvent} */ (event).detail;
      mark(document.body, "data-link", state);
      if (state === "open") this.tell("");
      else if (state === "locked") lockWith(link);
      else if (state === "waiting" || state === "gone") this.tell(named(STATES, state));
      else if (state === "outdated") this.tell(t("The house has a newer page. Load it again to go on."), [h("button", { type: "button", class: "button", onclick: () => location.reload() }, t("Load again"))]);
      else if (state === "refused") this.tell(reason === "not-yours" ? t("You have no duty at this table.") : named(REASONS, reason), [h("a", { class: "button", href: "/" }, t("To the lobby"))]);
    });
    link.addEventListener("closing", (event) => this.tell((!translated() && /** @type {CustomEvent} */ (event).detail.sentence) || t("The house is shutting down for a moment; come back soon.")));
  }

  ready() {
    mark(document.body, "data-ready", true);
  }
}

/**
 * Who is asking; a page of the staff tells everybody else where to sign in.
 * @param {string} title
 * @param {readonly string[]} roles one of them is needed
 * @param {boolean} [anybody] also somebody without a role may come in
 * @returns {Promise<Person|null>}
 */
export async function comeIn(title, roles, anybody = false) {
  const who = await session().catch(() => ({ person: null, locked: false }));
  const person = who.person;
  if (who.locked) {
    showLock(() => location.reload());
    return null; // nothing is read under a lock
  }
  if (person && (anybody || person.roles.some((held) => roles.includes(held.role)))) return person;
  const shell = new Shell({ title, person });
  const next = encodeURIComponent(location.pathname);
  shell.main.append(
    h(
      "section",
      { class: "panel come-in" },
      icon("fair"),
      h("h1", { text: title }),
      h("p", { text: person ? t("You are signed in as {name}, and that account has no duty here.", { name: person.name }) : t("This page is for the staff. Sign in, or open the link you were given.") }),
      h("p", { class: "small quiet", text: t("Who works here: {roles}.", { roles: roles.map((role) => named(DUTIES, role)).join(", ") }) }),
      h("div", { class: "buttons" }, h("a", { class: "button gold", href: `/sign-in?next=${next}` }, t("Sign in")), h("a", { class: "button", href: "/" }, t("To the lobby"))),
    ),
  );
  shell.ready();
  return null;
}

/** A refusal as a line in the page, with its clause. @param {Refusal} refusal @param {string} table */
export function refusalLine(refusal, table) {
  return h(
    "p",
    { class: "wrong", role: "alert" },
    h("span", { text: refused(refusal) }),
    " ",
    refusal.clause ? h("a", { class: "clause", href: clauseAnchor(table, refusal.clause), target: "_blank", text: refusal.clause }) : "",
  );
}
