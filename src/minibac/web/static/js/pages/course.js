/** The course of a rulebook: from the first sum to the audition, with what a trainee has passed where there is a record. */

import { get } from "../api.js";
import { h, need } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { failure, openPage } from "../reading.js";
import { loadVoice, named, spoken, t } from "../voice.js";

const main = need("#course");
const stages = h("ol", { class: "course-stages" });
const told = h("p", { class: "quiet", role: "status" });
const rulebook = h("select", { class: "input", name: "rulebook" });

/** Where a drill of the course is asked. @param {any} step @param {"practice"|"test"} way */
function address(step, way) {
  const level = way === "practice" && step.dwell ? String(step.dwell) : "all";
  return `/drills?${new URLSearchParams({ rulebook: rulebook.value, drill: step.name, level, length: way === "test" ? "sheet" : "minute", way })}`;
}

/** @param {any} step */
function row(step) {
  const links = step.table
    ? [h("a", { class: "button", href: `/exams?${new URLSearchParams({ rulebook: rulebook.value })}#${encodeURIComponent(step.name)}` }, t("Sit it")), h("code", { text: `minibac audition ${step.name}` })]
    : [h("a", { class: "button", href: address(step, "practice") }, t("Practise")), h("a", { class: "button", href: address(step, "test") }, t("Take the test"))];
  return h(
    "li",
    { class: "course-step", data: { step: step.name, passed: step.passed ? "yes" : "no" } },
    h("div", {}, h("strong", { text: t("{about:^}", { about: step.about }) }), " ", step.passed ? h("span", { class: "tag good", text: t("passed") }) : null, step.dwell ? h("span", { class: "tag", text: t("take time at level {level}", { level: step.dwell }) }) : null, h("p", { class: "small quiet", text: spoken(step.passes) })),
    h("div", { class: "buttons" }, ...links),
  );
}

/** @param {string} book nothing: that of the class, where somebody has one */
async function draw(book) {
  try {
    const course = await get(`/api/course${book ? `?rulebook=${encodeURIComponent(book)}` : ""}`);
    rulebook.value = course.rulebook;
    history.replaceState(null, "", `?${new URLSearchParams({ rulebook: rulebook.value })}`);
    const steps = course.stages.flatMap((/** @type {any} */ stage) => stage.steps);
    const marked = steps.filter((/** @type {any} */ step) => spoken(step.passes)); // what a school's own marks leave out passes nothing
    const passed = marked.filter((/** @type {any} */ step) => step.passed).length;
    told.replaceChildren(...(course.learns ? [t("You have passed {passed} of {all}.", { passed, all: marked.length }), " ", h("a", { href: "/school", text: t("My record") })] : [t("Whoever joins a class of the school finds here what has been passed.")]));
    stages.replaceChildren(...course.stages.map((/** @type {any} */ stage) => h("li", { class: "panel section" }, h("h2", { text: spoken(stage.title) }), h("ul", { class: "course-steps" }, ...stage.steps.map(row)))));
  } catch (error) {
    stages.replaceChildren(failure(error));
  }
}

await loadVoice();
rulebook.append(...Object.keys(RULEBOOKS).map((value) => h("option", { value, text: named(RULEBOOKS, value) })));
openPage(t("The course"), t("Skip to the stages"), "course");
main.append(
  h(
    "header",
    { class: "reading-head" },
    h("h1", { text: t("The course") }),
    h("p", { class: "lead", text: t("From the first sum to the audition. Practise a minute at a time, take the test when it goes well, and go on.") }),
    h("div", { class: "drill-choices" }, h("label", { class: "field" }, h("span", { text: t("Rulebook") }), rulebook)),
    told,
  ),
  stages,
);
rulebook.addEventListener("change", () => draw(rulebook.value));
const asked = new URLSearchParams(location.search).get("rulebook") ?? "";
await draw(Object.hasOwn(RULEBOOKS, asked) ? asked : "");
document.body.dataset.ready = "";
