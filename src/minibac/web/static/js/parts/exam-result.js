/** What an exam came to: whether it passes, the mistakes by class and clause with what was right, pace, calls and order. */

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { wagerName } from "../told.js";
import { named, spoken, t, words } from "../voice.js";
import { cited } from "./cited.js";

/** @typedef {import("../types.js").Said} Said */
/** @typedef {{kind: string, class: string, round: number, clause: string|null, clauses: string[], called_said: Said|string, did_said: Said, right_said: Said, seat: number|null, wager: string|null, cents: number|null, noticed: boolean, noticed_by: string|null, noticed_after_ms: number|null, put_right_by: string|null}} Fault */
/** @typedef {{trainee: string, seed: string, seconds: number, coups: number, coups_an_hour: number, by_class: Record<string, number>, by_clause: Record<string, number>, announcements: {made: number, wrong: number}, order: {moves: number, wrong: number}, passed: boolean, failed_for_said: Said[], marks: Record<string, number>, faults: Fault[]}} Result */

const FAULT_CLASSES = words({ critical: "severity|critical", major: "severity|major", minor: "severity|minor" });
/** How each is drawn, as exceptions of the house are. */
const DRAWN = /** @type {Record<string, string>} */ ({ critical: "high", major: "medium", minor: "low" });

/** Who noticed a mistake, and who put it right. @param {Fault} fault @param {string} trainee */
function becameOf({ noticed, noticed_by: by, noticed_after_ms: after, put_right_by: right }, trainee) {
  if (!noticed) return t("not noticed");
  const seen = by === trainee ? t("noticed after {seconds} s", { seconds: Math.round((after ?? 0) / 1000) }) : t("a guest objected");
  if (!right) return t("{noticed}, not put right", { noticed: seen });
  return right === trainee ? t("{noticed}, put right", { noticed: seen }) : t("{noticed}, put right by the floor", { noticed: seen });
}

/** @param {Fault} fault @param {string} trainee */
function faultRow(fault, trainee) {
  const { cents } = fault;
  const where = [fault.round ? t("Round {round}", { round: fault.round }) : "", fault.seat ? t("Seat {seat}", { seat: fault.seat }) : "", fault.wager ? wagerName(fault.wager) : ""].filter(Boolean).join(" · ");
  const money = !cents ? "" : cents > 0 ? t("{sum} too much lay there", { sum: dollars(cents) }) : t("{sum} too little lay there", { sum: dollars(-cents) });
  return h(
    "li",
    { "data-fault": fault.kind, "data-class": fault.class, "data-clause": fault.clause },
    h("div", { class: "row-head" }, h("span", { class: `severity ${DRAWN[fault.class]}`, text: named(FAULT_CLASSES, fault.class) }), h("strong", { text: spoken(fault.called_said) }), cited(fault.clauses, "")),
    h("div", { class: "small" }, h("span", { class: "quiet", text: t("Done:") }), " ", spoken(fault.did_said)),
    h("div", { class: "small" }, h("span", { class: "quiet", text: t("Right:") }), " ", spoken(fault.right_said)),
    h("div", { class: "row-facts small quiet" }, ...[where, money, becameOf(fault, trainee)].filter(Boolean).map((text) => h("span", { text }))),
  );
}

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
      result.faults.length ? h("ul", { class: "rows exam-faults" }, ...result.faults.map((fault) => faultRow(fault, result.trainee))) : h("p", { class: "quiet", text: t("None.") }),
    ),
    result.faults.length
      ? h("section", { class: "panel pad", "aria-label": t("By clause") }, h("h2", { text: t("By clause") }), h("ul", { class: "exam-clauses figures" }, ...Object.entries(clauses).map(([clause, count]) => h("li", {}, clause ? cited([clause], "") : t("no clause"), ` × ${count}`))))
      : null,
  );
}
