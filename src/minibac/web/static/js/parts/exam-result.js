/** What an exam came to: whether it passes, the mistakes by class and clause with what was right, pace, calls and order. */

import { h } from "../dom.js";
import { named, spoken, t } from "../voice.js";
import { cited } from "./cited.js";
import { FAULT_CLASSES, faultLine } from "./exam-faults.js";

/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("./exam-faults.js").Fault} Fault */
/** @typedef {{trainee: string, seed: string, seconds: number, coups: number, coups_an_hour: number, by_class: Record<string, number>, by_clause: Record<string, number>, announcements: {made: number, wrong: number}, order: {moves: number, wrong: number}, passed: boolean, failed_for_said: Said[], marks: Record<string, number>, faults: Fault[]}} Result */

/** @param {Result} result @param {boolean} recorded whether a school keeps it */
export function examResult(result, recorded) {
  const { by_class: classes, by_clause: clauses, announcements, order, marks, coups_an_hour: pace } = result;
  /** @type {[string, string][]} */
  const facts = [
    [t("Rounds"), String(result.coups)],
    [t("Pace"), marks.coups_an_hour ? t("{pace} rounds an hour; {least} are asked for", { pace, least: marks.coups_an_hour }) : t("{pace} rounds an hour", { pace })],
    [t("Took"), t("{seconds} s", { seconds: result.seconds })],
    ...Object.entries(classes).map(([one, made]) => /** @type {[string, string]} */ ([named(FAULT_CLASSES, one), t("{made}, and {most} may be", { made, most: marks[one] })])),
    [t("Calls"), t("{made} made, {wrong} wrong or missing", announcements)],
    [t("Order of taking and paying"), t("{moves} moves, {wrong} out of order", order)],
  ];
  return h(
    "div",
    { class: "exam-result", "data-passed": result.passed },
    h(
      "section",
      { class: "panel pad", "aria-label": t("Result") },
      h("h2", { text: result.passed ? t("Passed") : t("Not passed") }),
      result.passed ? null : h("ul", { class: "exam-reasons" }, ...result.failed_for_said.map((why) => h("li", { text: spoken(why) }))),
      h("dl", { class: "exam-facts figures" }, ...facts.flatMap(([name, text]) => [h("dt", { text: name }), h("dd", { text })])),
      h("p", { class: "small quiet", text: t("An exam, outside all books. Of this school; no licence and no regulator’s certification.") }),
      h("div", { class: "buttons" }, recorded ? h("a", { class: "button gold", href: "/school", text: t("My record") }) : null, h("a", { class: "button", href: "/exams", text: t("Exams") })),
    ),
    h(
      "section",
      { class: "panel pad", "aria-label": t("Mistakes") },
      h("h2", { text: t("Mistakes") }),
      result.faults.length ? h("ul", { class: "rows exam-faults" }, ...result.faults.map((fault) => faultLine(fault, result.trainee))) : h("p", { class: "quiet", text: t("None.") }),
    ),
    result.faults.length
      ? h("section", { class: "panel pad", "aria-label": t("By clause") }, h("h2", { text: t("By clause") }), h("ul", { class: "exam-clauses figures" }, ...Object.entries(clauses).map(([clause, count]) => h("li", {}, clause ? cited([clause], "") : t("no clause"), ` × ${count}`))))
      : null,
  );
}
