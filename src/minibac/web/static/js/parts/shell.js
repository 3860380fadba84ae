/**
 * What every page of the staff has around it: the head with the way to the other pages, a line for what is wrong with the
 * connection, the refusal with its clause, and the lock.
 */

import { RefusedError, session } from "../api.js";
import { h, icon, make, mark, need } from "../dom.js";
import { refused, t, translated } from "../i18n.js";
import { placeOf } from "../places.js";
import { clauseAnchor } from "./cited.js";
import { pageHead, tool } from "./head.js";
import { lockNow, showLock } from "./lock.js";
import { openSettings } from "./preferences.js";
import { MbRefusal } from "./refusal.js";

/** @typedef {import("../types.js").Person} Person */
/** @typedef {import("../types.js").Refusal} Refusal */

export class Shell {
  /**
   * @param {{title: string, person: Person|null, table?: string, tools?: Node[]}} facts `table`: whose rules a clause is read in
   */
  constructor({ title, person, table = "", tools = [] }) {
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
    if (person) all.push(tool("leave", t("staff.lock"), () => lockNow().catch(() => null)));
    all.push(tool("settings", t("table.settings"), openSettings));
    document.body.prepend(
      h("a", { class: "skip", href: "#work", text: t("skip") }),
      pageHead({ where: h("div", { class: "where" }, this.title, this.line), tools: all }),
      this.notice,
    );
    if (person) this.#ways(person);
    document.body.append(this.refusal);
  }

  /** The pages this person works on. @param {Person} person */
  #ways(person) {
    const ways = new Map();
    for (const held of person.roles) {
      const place = placeOf(held);
      if (place !== "/" && place !== location.pathname) ways.set(place, t(`staff.way.${place.endsWith("/choose") ? "choose-" : ""}${place.split("/")[1]}`));
    }
    if (ways.size) document.querySelector(".where")?.append(h("nav", { class: "ways small", "aria-label": t("staff.ways") }, ...[...ways].map(([href, text]) => h("a", { href, text }))));
  }

  /** Where a clause can be read. */
  clause = (/** @type {string} */ clause) => clauseAnchor(this.table, clause);

  /** @param {Refusal} refusal @param {Element|null} [near] */
  refuse(refusal, near = null) {
    if (refusal.clause === "R28") showLock();
    this.refusal.show(refusal, this.clause, near);
  }

  /** What a request came to: a refusal is shown, a lock covers the page. @param {unknown} error @param {Element|null} [near] */
  failed(error, near = null) {
    if (error instanceof RefusedError) {
      if (error.status === 423) showLock();
      else this.refuse(error.refusal, near);
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
      else if (state === "waiting" || state === "gone") this.tell(t(`staff.link.${state}`));
      else if (state === "outdated") this.tell(t("link.outdated"), [h("button", { type: "button", class: "button", onclick: () => location.reload() }, t("link.reload"))]);
      else if (state === "refused") this.tell(t(reason === "not-yours" ? "staff.not-yours" : `link.${reason}`), [h("a", { class: "button", href: "/" }, t("link.to-lobby"))]);
    });
    link.addEventListener("locked", () => showLock());
    link.addEventListener("closing", (event) => this.tell((!translated() && /** @type {CustomEvent} */ (event).detail.sentence) || t("link.closing")));
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
  if (who.locked) showLock(() => location.reload());
  if (person && (anybody || person.roles.some((held) => roles.includes(held.role)))) return person;
  const shell = new Shell({ title, person });
  const next = encodeURIComponent(location.pathname);
  shell.main.append(
    h(
      "section",
      { class: "panel come-in" },
      icon("fair"),
      h("h1", { text: title }),
      h("p", { text: person ? t("staff.no-role", { name: person.name }) : t("staff.sign-in-first") }),
      h("p", { class: "small quiet", text: t("staff.who", { roles: roles.map((role) => t(`duty.${role}`)).join(", ") }) }),
      h("div", { class: "buttons" }, h("a", { class: "button gold", href: `/sign-in?next=${next}` }, t("signin.go")), h("a", { class: "button", href: "/" }, t("link.to-lobby"))),
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
