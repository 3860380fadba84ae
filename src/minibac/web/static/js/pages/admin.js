/**
 * The administrator: people, their roles, links that invite, the program's look at itself, a copy of what is kept.
 * Security attests the ages of guests here, and sees guests and nothing else; who may not play is on a page of its own.
 */

import { get, post, remove } from "../api.js";
import { h, keep, say } from "../dom.js";
import { DUTIES } from "../staff-names.js";
import { functionName, inFull, pitPlace } from "../staff-words.js";
import { loadVoice, named, t, translated, words } from "../voice.js";
import { askForm } from "../parts/ask-form.js";
import { cited } from "../parts/cited.js";
import { comeIn, Shell } from "../parts/shell.js";
import { dayTime } from "../parts/times.js";

const WHO = words({
  staff: "the staff",
  guests: "guests",
  everybody: "everybody",
});

const ROLES = ["dealer", "floorperson", "pit-boss", "shift-manager", "pit-clerk", "surveillance", "accounting", "cage", "count-team", "security", "compliance", "admin", "instructor", "assessor"];
const MOST_SHOWN = 100;
const LOOK_MS = 15_000;

/** @typedef {{id: string, name: string, roles: {role: string, pit: string|null, table: string|null}[], functions: string[], created: number, last_access: number, age: number|null, age_by: string|null, disabled: boolean}} Listed */

/** A place as one value of a select: nothing, a pit or a table. @param {string} chosen */
function placeIn(chosen) {
  const at = chosen.indexOf(" ");
  return at < 0 ? {} : { [chosen.slice(0, at)]: chosen.slice(at + 1) };
}

class AdminPage {
  /** @param {import("../types.js").Person} person @param {any} house */
  constructor(person, house) {
    this.person = person;
    this.administers = person.roles.some((held) => held.role === "admin");
    this.title = this.administers ? t("Administration") : t("Guests");
    this.shell = new Shell({ title: this.title, person });
    this.failed = this.shell.failed.bind(this.shell);
    /** @type {[string, string][]} */
    this.places = [
      ["", t("whole house")],
      ...house.pits.filter((/** @type {any} */ pit) => !pit.id.startsWith("training")).map((/** @type {any} */ pit) => [`pit ${pit.id}`, t("pit {place}", { place: pitPlace(pit.id) })]),
      ...house.tables.filter((/** @type {any} */ table) => !table.training).map((/** @type {any} */ table) => [`table ${table.id}`, t("table {place}", { place: table.id })]),
    ];
    /** @type {Listed[]} */
    this.people = [];
    this.shown = "";
    this.name = h("input", { class: "input", type: "search", name: "name", maxlength: 40, autocomplete: "off" });
    this.who = h("select", { class: "input", name: "who" }, ...(this.administers ? ["staff", "guests", "everybody"] : ["guests"]).map((kind) => h("option", { value: kind, text: named(WHO, kind) })));
    this.count = h("span", { class: "small quiet figures" });
    this.list = h("ul", { class: "rows people" });
    this.nobody = h("p", { class: "quiet small", text: t("Nobody by that name."), hidden: true });
    this.check = h("div", { class: "column" });
    for (const field of [this.name, this.who]) field.addEventListener("input", () => this.#draw());
    const filters = h("div", { class: "filters" }, h("label", { class: "field" }, h("span", { text: t("Name") }), this.name), h("label", { class: "field" }, h("span", { text: t("Who") }), this.who));
    this.shell.main.append(
      h("h1", { class: "unseen", text: this.title }),
      h(
        "div",
        { class: this.administers ? "work-grid wide-left" : "column" },
        h("section", { class: "panel pad", id: "people", "aria-label": t("People") }, h("div", { class: "panel-head" }, h("h2", { text: t("People") }), this.count, h("a", { href: "/api/people?format=csv", download: "people.csv", text: t("Download CSV") })), filters, this.list, this.nobody),
        this.administers ? h("div", { class: "column" }, this.#invitations(), this.#selfCheck(), this.#backup()) : null,
      ),
    );
    this.#often().then(() => this.shell.ready());
  }

  // --- people

  async #often() {
    await this.look().catch((error) => this.failed(error));
    setTimeout(() => this.#often(), document.hidden ? 4 * LOOK_MS : LOOK_MS);
  }

  async look() {
    const { people } = await get("/api/people");
    const key = JSON.stringify(people);
    if (key === this.shown) return;
    this.shown = key;
    this.people = people;
    this.#draw();
  }

  #draw() {
    const wanted = this.name.value.trim().toLowerCase();
    const kind = this.who.value;
    const isGuest = (/** @type {Listed} */ one) => !one.id.startsWith("p-");
    const kinds = { staff: (/** @type {Listed} */ one) => !isGuest(one), guests: isGuest, everybody: () => true };
    const found = this.people.filter((one) => kinds[/** @type {"staff"} */ (kind)](one) && one.name.toLowerCase().includes(wanted));
    const shown = found.slice(-MOST_SHOWN).reverse();
    say(this.count, t("{shown} of {all}", { shown: shown.length, all: this.people.length }));
    this.nobody.hidden = shown.length > 0;
    keep(this.list, shown, () => h("li"), (row, one) => this.#row(row, one));
  }

  /** @param {HTMLElement} row @param {Listed} one */
  #row(row, one) {
    const key = JSON.stringify(one);
    if (row.dataset.key === key) return;
    row.dataset.key = key;
    row.dataset.person = one.id;
    const staff = one.id.startsWith("p-");
    const held = [...new Set(one.roles.map(({ role }) => role))].map((role) => ({ role, lines: one.roles.filter((line) => line.role === role) }));
    const mine = one.id === this.person.id;
    row.replaceChildren(
      h(
        "div",
        { class: "row-head" },
        h("strong", { text: inFull({ [one.id]: one.name }, one.id) }),
        ...(one.disabled ? [h("span", { class: "tag bad", text: t("locked out") })] : []),
        ...(staff ? [] : [h("span", { class: "tag", text: t("guest") })]),
        ...held.map(({ role, lines }) => this.#held(one, role, lines, mine)),
      ),
      h("div", { class: "row-facts small" }, h("span", { text: t("since {time}", { time: dayTime(one.created) }) }), h("span", { text: t("last access {time}", { time: one.last_access ? dayTime(one.last_access) : t("never") }) }), one.functions.length ? h("span", { text: t("May: {functions}", { functions: one.functions.map(functionName).join(translated() ? "、" : ", ") }) }) : null),
      mine
        ? ""
        : h(
            "div",
            { class: "buttons" },
            staff && !one.disabled ? h("button", { type: "button", class: "button", "data-do": "grant", onclick: () => this.#grant(one) }, t("Give a role")) : null,
            staff ? null : h("button", { type: "button", class: "button", "data-do": "age", onclick: () => this.#age(one) }, one.age ? t("Age {age}", { age: one.age }) : t("Age")),
            staff || this.administers ? null : h("a", { class: "button", "data-do": "exclude", href: `/exclusions?person=${encodeURIComponent(one.id)}`, text: t("Exclusion list") }),
            !this.administers ? null : one.disabled
              ? h("button", { type: "button", class: "button", "data-do": "enable", onclick: (/** @type {Event} */ event) => this.#done(post(`/api/people/${encodeURIComponent(one.id)}/enable`), event) }, t("Let in again"))
              : h("button", { type: "button", class: "button", "data-do": "disable", onclick: () => this.#disable(one) }, t("Lock out")),
          ),
    );
  }

  /** A role, with its places, and how it is taken. @param {Listed} one @param {string} role @param {Listed["roles"]} lines @param {boolean} mine */
  #held(one, role, lines, mine) {
    const words = [named(DUTIES, role), ...lines.map((line) => line.pit ?? line.table).filter(Boolean)].join(" ");
    if (mine || role === "trainee") return h("span", { class: "tag", "data-role": role, text: words });
    const title = t("Take the role {role} from {name}", { name: one.name, role: named(DUTIES, role) });
    const take = () => askForm(title, [], () => this.#send(remove(`/api/people/${encodeURIComponent(one.id)}/roles?role=${encodeURIComponent(role)}`)), { go: t("role|Take it"), lead: t("{name} loses the role everywhere and is signed out.", { name: one.name }) });
    return h("button", { type: "button", class: "button held-role", "data-role": role, title, onclick: take }, words, h("span", { "aria-hidden": "true", text: "×" }), h("span", { class: "unseen", text: title }));
  }

  /** @param {Listed} one */
  #grant(one) {
    askForm(
      t("Give {name} a role", { name: one.name }),
      [
        { name: "role", label: t("Role"), kind: "select", options: ROLES.map((role) => [role, named(DUTIES, role)]) },
        { name: "place", label: t("Where"), kind: "select", options: this.places, optional: true },
      ],
      ({ role, place }) => this.#send(post(`/api/people/${encodeURIComponent(one.id)}/roles`, { role, ...placeIn(place) })),
      { go: t("Give a role"), lead: t("Duties that must be apart are never given to one person (R30).") },
    );
  }

  /** @param {Listed} one */
  #disable(one) {
    askForm(
      t("Lock out"),
      [{ name: "reason", label: t("Reason"), kind: "long" }],
      ({ reason }) => this.#send(post(`/api/people/${encodeURIComponent(one.id)}/disable?reason=${encodeURIComponent(reason.slice(0, 200))}`)),
      { go: t("Lock out"), lead: t("{name} is signed out and cannot come in again until let in. What {name} did and signed stays.", { name: one.name }) },
    );
  }

  /** The age of a guest, as somebody has seen it on a paper. @param {Listed} one */
  #age(one) {
    askForm(
      t("Age of {name}", { name: one.name }),
      [{ name: "born", label: t("Date of birth, as on the paper"), kind: "day" }],
      (values) => this.#send(post(`/api/people/${encodeURIComponent(one.id)}/age`, values)),
      { go: t("I have looked"), lead: t("It is kept with the account, with your name beside it, and goes into no log.") },
    );
  }

  /** @param {Promise<any>} change */
  async #send(change) {
    await change;
    await this.look();
  }

  /** @param {Promise<any>} change @param {Event} event */
  async #done(change, event) {
    const near = /** @type {Element} */ (event.target);
    await change.then(() => this.look()).catch((error) => this.failed(error, near));
  }

  // --- links

  #invitations() {
    const role = h("select", { class: "input", name: "role" }, ...[...ROLES, "guest"].map((one) => h("option", { value: one, text: named(DUTIES, one) })));
    const place = h("select", { class: "input", name: "place" }, ...this.places.map(([value, text]) => h("option", { value, text })));
    const links = h("ul", { class: "rows", "aria-live": "polite" });
    const form = h("form", { class: "filters" }, h("label", { class: "field" }, h("span", { text: t("Role") }), role), h("label", { class: "field" }, h("span", { text: t("Where") }), place), h("button", { type: "submit", class: "button gold" }, t("Make a link")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const { path } = await post("/api/invitations", { role: role.value, ...placeIn(place.value) });
        const label = t("Link for {role}, {place}", { role: named(DUTIES, role.value), place: place.selectedOptions[0].text });
        links.prepend(linkRow(label, new URL(path, location.href).href));
      } catch (error) {
        this.failed(error, form);
      }
    });
    return h("section", { class: "panel pad", id: "invitations", "aria-label": t("Invitations") }, h("h2", { text: t("Invitations") }), h("p", { class: "small", text: t("A link makes one account with one role. It can be taken once, within a week, and is shown here only now.") }), form, links);
  }

  // --- the program and what is kept

  #selfCheck() {
    const draw = (/** @type {any} */ found) => {
      const differ = [...found.changed, ...found.missing, ...found.added];
      this.check.replaceChildren(
        h("p", {}, h("span", { class: `tag ${found.ok ? "good" : "bad"}`, text: t(found.ok ? "The files are as they should be" : "The files have changed: no new round begins") })),
        h("dl", { class: "facts" }, ...[[t("Looked at"), dayTime(found.at)], [t("Files"), found.files]].flatMap(([word, value]) => [h("dt", { text: word }), h("dd", { class: "figures", text: value })]), h("dt", { text: t("SHA-256 over all files") }), h("dd", {}, h("code", { class: "digest", text: found.digest })), ...(differ.length ? [h("dt", { text: t("Files that differ") }), h("dd", { class: "digest", text: differ.slice(0, 40).join(", ") })] : [])),
      );
    };
    const look = h("button", { type: "button", class: "button", "data-do": "check", onclick: (/** @type {Event} */ event) => post("/api/selfcheck").then(draw).catch((error) => this.failed(error, /** @type {Element} */ (event.target))) }, t("Check now"));
    get("/api/selfcheck").then(draw, () => this.check.replaceChildren(h("p", { class: "quiet small", text: t("The program has not looked at its files yet.") })));
    return h("section", { class: "panel pad", id: "self-check", "aria-label": t("Self-check") }, h("div", { class: "panel-head" }, h("h2", { text: t("Self-check") }), cited(["R42"], "")), this.check, h("div", { class: "buttons" }, look));
  }

  #backup() {
    const made = h("p", { class: "small digest", role: "status" });
    const work = async (/** @type {HTMLButtonElement} */ button) => {
      button.disabled = true;
      try {
        say(made, t("{name} is in the folder {folder} of the data.", await post("/api/backup")));
      } catch (error) {
        this.failed(error, button);
      } finally {
        button.disabled = false;
      }
    };
    return h("section", { class: "panel pad", id: "backup", "aria-label": t("Backup") }, h("div", { class: "panel-head" }, h("h2", { text: t("Backup") }), cited(["R44"], "")), h("p", { class: "small", text: t("A copy of everything that is kept, made while the house runs. The key of the vault is not in it: keep a copy of that somewhere else.") }), h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-do": "backup", onclick: (/** @type {Event} */ event) => work(/** @type {HTMLButtonElement} */ (event.currentTarget)) }, t("Back up now"))), made);
  }
}

/** A link to be copied. @param {string} label @param {string} address */
function linkRow(label, address) {
  const field = h("input", { class: "input figures", readonly: true, "aria-label": label, value: address, onfocus: () => field.select() });
  const copy = h("button", { type: "button", class: "button" }, t("Copy"));
  copy.addEventListener("click", async () => {
    field.select();
    // On plain http, where a browser has no clipboard for a page, the old way still works.
    await (navigator.clipboard?.writeText(address) ?? Promise.reject()).catch(() => document.execCommand("copy"));
    say(copy, t("Copied"));
  });
  return h("li", {}, h("span", { class: "small", text: label }), h("div", { class: "link-row" }, field, copy));
}

await loadVoice();
const person = await comeIn(t("Administration"), ["admin", "security"]);
if (person) new AdminPage(person, await get("/api/house"));
