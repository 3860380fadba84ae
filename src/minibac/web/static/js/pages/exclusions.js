/** Who may not play, and who tried to: for security and compliance, and for nobody else. */

import { get, post, remove } from "../api.js";
import { h, keep, say } from "../dom.js";
import { loadVoice, named, t, words } from "../voice.js";
import { askForm } from "../parts/ask-form.js";
import { comeIn, Shell } from "../parts/shell.js";
import { dayTime } from "../parts/times.js";

const KINDS = words({ banned: "banned", "self-excluded": "self-excluded" });
const ATTEMPTS = words({
  account: "wanted an account",
  "sign-in": "signed in",
  seat: "wanted a seat",
  "buy-in": "wanted chips",
  wager: "wanted to wager",
  entry: "has an account",
  chips: "had chips redeemed or lost them",
});
const CHIPS = words({
  redeemable: "The chips of a person on a list are redeemed at the cage.",
  held: "The chips of a person on a list are held until they are released here.",
  forfeited: "The chips of a person on a list are forfeited to the house.",
});
const LOOK_MS = 10_000;

/** @typedef {{id: string, name: string, born: string, kind: string, account: string, since: string, until: string, reason: string, by: string, at: number, removed_by: string, removed_at: number, removed_reason: string, released_by: string, in_force: boolean}} Entry */
/** @typedef {{id: string, at: number, attempt: string, entry: string, sure: boolean, name: string, born: string, person: string, table: string, address: string, times: number, seen_by: string}} Alert */

class ExclusionsPage {
  /** @param {import("../types.js").Person} person */
  constructor(person) {
    this.shell = new Shell({ title: t("Exclusion list"), person });
    this.failed = this.shell.failed.bind(this.shell);
    this.shown = "";
    this.chips = "redeemable";
    /** @type {Record<string, string>} */
    this.people = {};
    this.entries = h("ul", { class: "rows", id: "entries" });
    this.nothing = h("p", { class: "quiet small", text: t("No Activity"), hidden: true });
    this.alerts = h("ul", { class: "rows", id: "alerts", "aria-live": "polite" });
    this.rule = h("p", { class: "small" });
    const add = h("button", { type: "button", class: "button gold", "data-do": "add", onclick: () => this.#add() }, t("Put somebody on a list"));
    this.shell.main.append(
      h("h1", { class: "unseen", text: t("Exclusion list") }),
      h(
        "div",
        { class: "work-grid two" },
        h("section", { class: "panel pad", "aria-label": t("Who may not play") }, h("div", { class: "panel-head" }, h("h2", { text: t("Who may not play") }), add), this.rule, this.entries),
        h("section", { class: "panel pad", "aria-label": t("Attempts") }, h("h2", { text: t("Attempts") }), this.nothing, this.alerts),
      ),
    );
    this.#often().then(() => {
      this.shell.ready();
      const asked = new URLSearchParams(location.search).get("person");
      if (asked) this.#add(asked);
    });
  }

  async #often() {
    await this.look().catch((error) => this.failed(error));
    setTimeout(() => this.#often(), document.hidden ? 4 * LOOK_MS : LOOK_MS);
  }

  async look() {
    const found = await get("/api/exclusions");
    const key = JSON.stringify(found);
    if (key === this.shown) return;
    this.shown = key;
    this.chips = found.chips;
    this.people = found.people;
    say(this.rule, named(CHIPS, found.chips));
    const names = Object.fromEntries(found.entries.map((/** @type {Entry} */ one) => [one.id, one.name]));
    keep(this.entries, found.entries, () => h("li"), (row, one) => this.#entry(row, /** @type {Entry} */ (one)));
    this.nothing.hidden = found.alerts.length > 0;
    keep(this.alerts, found.alerts, () => h("li"), (row, one) => this.#alert(row, /** @type {Alert} */ (one), names));
  }

  /** @param {HTMLElement} row @param {Entry} one */
  #entry(row, one) {
    row.dataset.entry = one.id;
    const { since, until } = one;
    const days = until ? t("{since} to {until}", { since, until }) : t("from {since}", { since });
    const act = (/** @type {string} */ what, /** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", class: "button", "data-do": what, onclick }, text);
    const at = `/api/exclusions/${encodeURIComponent(one.id)}`;
    row.replaceChildren(
      h("div", { class: "row-head" }, h("strong", { text: one.name }), h("span", { class: `tag ${one.in_force ? "bad" : ""}`, text: one.in_force ? named(KINDS, one.kind) : t("not in force") }), one.born ? h("span", { class: "tag figures", text: t("born {day}", { day: one.born }) }) : null, h("span", { class: "tag", text: one.account ? t("has an account here") : t("by name and date of birth") })),
      h("p", { text: one.reason }),
      h("div", { class: "row-facts small" }, h("span", { class: "figures", text: days }), h("span", { text: t("by {name}, {time}", { name: this.people[one.by] ?? one.by, time: dayTime(one.at) }) }), one.removed_at ? h("span", { text: t("ended by {name}, {time}: {reason}", { name: this.people[one.removed_by] ?? one.removed_by, time: dayTime(one.removed_at), reason: one.removed_reason }) }) : null, one.released_by ? h("span", { text: t("chips released") }) : null),
      h(
        "div",
        { class: "buttons" },
        one.in_force ? act("end", t("End it"), () => this.#end(one, at)) : null,
        one.in_force && this.chips === "held" && !one.released_by ? act("release", t("Release the chips"), () => this.#sure(t("Release the chips"), () => post(`${at}/release`))) : null,
        one.in_force && this.chips === "forfeited" ? act("forfeit", t("Forfeit the chips"), () => this.#sure(t("Forfeit the chips"), () => post(`${at}/forfeit`))) : null,
        one.in_force ? null : act("delete", t("Delete for good"), () => this.#sure(t("Delete for good"), () => remove(at))),
      ),
    );
  }

  /** @param {HTMLElement} row @param {Alert} one @param {Record<string, string>} names */
  #alert(row, one, names) {
    row.dataset.alert = one.id;
    const like = one.sure ? t("surely") : t("perhaps {name}: somebody looks", { name: names[one.entry] ?? "" });
    row.replaceChildren(
      h("div", { class: "row-head" }, h("strong", { text: one.name }), h("span", { class: `tag ${one.seen_by ? "" : "bad"}`, text: named(ATTEMPTS, one.attempt) }), h("span", { class: "tag", text: like }), one.born ? h("span", { class: "tag figures", text: t("born {day}", { day: one.born }) }) : null),
      h("div", { class: "row-facts small" }, h("span", { text: dayTime(one.at) }), one.times > 1 ? h("span", { text: t("{count} times", { count: one.times }) }) : null, one.table ? h("span", { text: t("table {place}", { place: one.table }) }) : null, one.address ? h("span", { class: "figures", text: one.address }) : null),
      one.seen_by ? "" : h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-do": "seen", onclick: (/** @type {Event} */ event) => post(`/api/exclusions/alerts/${encodeURIComponent(one.id)}/seen`).then(() => this.look()).catch((error) => this.failed(error, /** @type {Element} */ (event.target))) }, t("I have looked"))),
    );
  }

  /** @param {string} [person] the account of a guest */
  #add(person = "") {
    const named_ = person ? [] : [{ name: "name", label: t("Name") }, { name: "born", label: t("Date of birth"), kind: /** @type {const} */ ("day") }];
    askForm(
      t("Put somebody on a list"),
      [
        ...named_,
        { name: "kind", label: t("List"), kind: "select", options: Object.keys(KINDS).map((kind) => [kind, named(KINDS, kind)]) },
        { name: "since", label: t("First day"), kind: "day", optional: true },
        { name: "until", label: t("Last day"), kind: "day", optional: true },
        { name: "reason", label: t("Reason"), kind: "long" },
      ],
      async (values) => {
        await post("/api/exclusions", person ? { ...values, person } : values);
        await this.look();
      },
      { go: t("Put somebody on a list"), lead: t("Whoever surely is this person plays no more, at once; whoever perhaps is one is told to you. Only security and compliance read this.") },
    );
  }

  /** @param {Entry} one @param {string} at */
  #end(one, at) {
    askForm(
      t("End the entry of {name}", { name: one.name }),
      [{ name: "reason", label: t("Reason"), kind: "long" }],
      async (values) => {
        await post(`${at}/end`, values);
        await this.look();
      },
      { go: t("End it") },
    );
  }

  /** @param {string} word @param {() => Promise<any>} act */
  #sure(word, act) {
    askForm(word, [], () => act().then(() => this.look()), { go: word, lead: t("This cannot be taken back.") });
  }
}

await loadVoice();
const person = await comeIn(t("Exclusion list"), ["security", "compliance"]);
if (person) new ExclusionsPage(person);
