/** An invitation: what the link offers, and taking it with a name and a password. */

import { get, post, session } from "../api.js";
import { h, need } from "../dom.js";
import { placeOf } from "../places.js";
import { refused, ruled } from "../told.js";
import { loadVoice, named, t, words } from "../voice.js";
import { ofAge } from "../parts/guest-form.js";
import { pageHead } from "../parts/head.js";

const ROLES = words({
  guest: "a guest",
  dealer: "a dealer",
  floorperson: "a floorperson",
  "pit-boss": "a pit boss",
  "shift-manager": "a shift manager",
  "pit-clerk": "a pit clerk",
  surveillance: "surveillance",
  accounting: "accounting",
  cage: "the cage",
  "count-team": "the count team",
  security: "security",
  compliance: "compliance",
  admin: "the administrator",
  instructor: "an instructor",
  assessor: "an assessor",
  trainee: "a trainee",
  spectator: "a spectator",
  patron: "the patron",
  supervisor: "a supervisor",
  house: "the house",
});

const token = decodeURIComponent(location.pathname.split("/")[2] ?? "");

await loadVoice();
document.title = `minibac · ${t("An invitation")}`;
const main = need("#join");
document.body.prepend(pageHead());
try {
  const offer = await get(`/api/invitations/${encodeURIComponent(token)}`);
  const { person = null } = await session().catch(() => ({ person: null }));
  const name = h("input", { class: "input", name: "name", required: true, maxlength: 40, autocomplete: "username" });
  const password = h("input", { class: "input", type: "password", name: "password", required: true, minlength: 10, autocomplete: "new-password" });
  const wrong = h("p", { role: "alert", class: "wrong" });
  const place = offer.table ?? offer.pit ?? t("the house {house}", { house: ruled(offer.house) });
  const form = h(
    "form",
    { class: "panel join-form" },
    h("h1", { text: t("An invitation") }),
    h("p", { text: t("This link makes you {role} at {place}.", { role: named(ROLES, offer.role), place }) }),
    ...(person && offer.role === "trainee" && person.roles.some((held) => held.role === "trainee") ? asIs(person) : []),
    h("label", { class: "field" }, h("span", { text: t("Name to sign in with") }), name),
    h("label", { class: "field" }, h("span", { text: t("Password, at least 10 characters") }), password),
    offer.role === "guest" ? ofAge() : "",
    wrong,
    h("button", { type: "submit", class: "button gold" }, t("Accept")),
  );
  const goes = async (/** @type {Promise<unknown>} */ sent) => {
    wrong.textContent = "";
    try {
      await sent;
      location.href = placeOf(offer);
    } catch (error) {
      wrong.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
    }
  };
  /** Whoever learns already joins another class, and keeps number and record. @param {import("../types.js").Person} who */
  function asIs(who) {
    const button = h("button", { type: "button", class: "button gold", "data-do": "join" }, t("Join the class as {name}", { name: who.name }));
    button.addEventListener("click", () => goes(post(`/api/invitations/${encodeURIComponent(token)}/join`)));
    return [button, h("p", { class: "quiet small", text: t("Number and record stay yours. For somebody else, a new account:") })];
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    goes(post(`/api/invitations/${encodeURIComponent(token)}`, { name: name.value.trim(), password: password.value, of_age: offer.role === "guest" }));
  });
  main.append(form);
} catch (error) {
  const status = /** @type {any} */ (error).status;
  main.append(
    h(
      "section",
      { class: "panel join-form" },
      h("h1", { text: t("An invitation") }),
      h("p", { role: "alert", text: status === 404 || status === 409 ? t("This link is used up or was never one.") : refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) }) }),
      h("a", { class: "button", href: "/" }, t("To the lobby")),
    ),
  );
}
document.body.dataset.ready = "";
