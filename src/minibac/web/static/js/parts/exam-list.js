/** The exams that can be sat, each with its rulebook and length, and those one has begun. */

import { get, post } from "../api.js";
import { h } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { named, t } from "../voice.js";
import { ownScenarios } from "./own-scenarios.js";
import { dayTime } from "./times.js";

/** @typedef {{scenario: string, name: string, about: string, rulebook: string, rounds: number, minutes: number, own: boolean}} Scenario */
/** @typedef {{id: string, scenario: string, trainee: string, begun_at: number, ended: boolean}} Begun */

const at = (/** @type {string} */ id) => `/exam/${encodeURIComponent(id)}`;

/** @param {import("./shell.js").Shell} shell @param {import("../types.js").Person} person */
export async function listExams(shell, person) {
  const told = await get("/api/exams");
  const scenarios = /** @type {Scenario[]} */ (told.scenarios);
  const begun = /** @type {Begun[]} */ (told.exams).filter((one) => one.trainee === person.id);
  const names = new Map(scenarios.map((one) => [one.scenario, t(one.name)]));
  const begin = (/** @type {Scenario} */ { scenario }, /** @type {HTMLButtonElement} */ button) => {
    button.disabled = true;
    post("/api/exams", { scenario })
      .then(({ id }) => location.assign(at(id)))
      .catch((error) => {
        button.disabled = false;
        shell.failed(error, button);
      });
  };
  const long = (/** @type {Scenario} */ { rounds, minutes }) => [rounds && t("{rounds:round|rounds}", { rounds }), minutes && (rounds ? t("{minutes} minutes at most", { minutes }) : t("{minutes:minute|minutes}", { minutes }))].filter(Boolean).join(", ");
  const row = (/** @type {Scenario} */ one) => {
    const button = h("button", { type: "button", class: "button gold", "data-begin": one.scenario }, t("Begin"), h("span", { class: "unseen", text: t(one.name) }));
    button.addEventListener("click", () => begin(one, button));
    return h("li", { id: one.scenario, class: "exam-choice" }, h("div", { class: "row-head" }, h("strong", { text: t(one.name) }), h("span", { class: "small quiet", text: long(one) })), h("p", { class: "small", text: t(one.about) }), h("div", { class: "buttons" }, button));
  };
  const instructs = person.roles.some((held) => held.role === "instructor");
  const first = new URLSearchParams(location.search).get("rulebook");
  const books = Object.keys(RULEBOOKS).filter((book) => scenarios.some((one) => one.rulebook === book));
  books.sort((one, other) => Number(other === first) - Number(one === first));
  const sit = h(
    "section",
    { class: "panel pad", "aria-label": t("Exams") },
    h("h2", { text: t("Sit an exam") }),
    h("p", { text: t("You deal to automatic guests, and nothing helps: no next step, no count, no amount. A wrong step is not refused; it has happened. It is outside all books, and nobody plays for anything.") }),
    h("p", { class: "quiet", text: t("An exam that is begun stands in a trainee’s record, dealt to its end or not.") }),
    ...books.flatMap((book) => [h("h3", { text: named(RULEBOOKS, book) }), h("ul", { class: "rows" }, ...scenarios.filter((one) => one.rulebook === book).map(row))]),
  );
  const own = h(
    "section",
    { class: "panel pad", "aria-label": t("Begun by you") },
    h("h2", { text: t("Begun by you") }),
    begun.length ? h("ul", { class: "rows" }, ...begun.map((one) => h("li", {}, h("a", { href: at(one.id), text: names.get(one.scenario) ?? one.scenario }), " ", h("span", { class: "small quiet", text: [dayTime(one.begun_at), one.ended ? t("over: the result") : t("not ended")].join(" · ") })))) : h("p", { class: "quiet", text: t("None.") }),
  );
  // A course leads to the one that comes next.
  requestAnimationFrame(() => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView());
  shell.main.append(
    h("h1", { class: "unseen", text: t("Exams") }),
    ...(begun.some((one) => !one.ended) ? [own, sit] : [sit, own]),
    ...(instructs ? [ownScenarios(shell, scenarios)] : []),
  );
}
