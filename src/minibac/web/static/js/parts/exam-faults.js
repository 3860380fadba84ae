/** Mistakes of an exam in words: what was done, what was right, by which clause, and what became of it. */

import { h } from "../dom.js";
import { dollars } from "../money.js";
import { wagerName } from "../told.js";
import { spoken, t, named, words } from "../voice.js";
import { cited } from "./cited.js";
import { clockTime } from "./times.js";

/** @typedef {import("../voice.js").Said} Said */
/** @typedef {{number: number, kind: string, class: string, at: number, round: number, clause: string|null, clauses: string[], called_said: Said, did_said: Said, right_said: Said, seat: number|null, wager: string|null, cents: number|null, noticed: boolean, noticed_by: string|null, noticed_after_ms: number|null, put_right_by: string|null, open: boolean}} Fault */

export const FAULT_CLASSES = words({ critical: "severity|critical", major: "severity|major", minor: "severity|minor" });
/** How each is drawn, as exceptions of the house are. @type {Record<string, string>} */
const DRAWN = { critical: "high", major: "medium", minor: "low" };

/** Who noticed a mistake, and who put it right. @param {Fault} fault @param {string} trainee */
function becameOf({ open, noticed, noticed_by: by, noticed_after_ms: after, put_right_by: right }, trainee) {
  if (!noticed) return open ? t("not noticed yet") : t("not noticed");
  const seen = by === trainee ? t("noticed after {seconds} s", { seconds: Math.round((after ?? 0) / 1000) }) : t("a guest objected");
  if (!right) return t("{noticed}, not put right", { noticed: seen });
  return right === trainee ? t("{noticed}, put right", { noticed: seen }) : t("{noticed}, put right by the floor", { noticed: seen });
}

/** @param {Fault} fault */
const severity = (fault) => h("span", { class: `severity ${DRAWN[fault.class]}`, text: named(FAULT_CLASSES, fault.class) });

/** A mistake in a line. @param {Fault} fault @returns {(Node|string)[]} */
export const faultHead = (fault) => [severity(fault), " ", spoken(fault.called_said)];

/** A mistake with everything about it. @param {Fault} fault @param {string} trainee whose exam it is @param {...import("../dom.js").Child} more */
export function faultLine(fault, trainee, ...more) {
  const { cents } = fault;
  const where = [fault.round ? t("Round {round}", { round: fault.round }) : "", fault.seat ? t("Seat {seat}", { seat: fault.seat }) : "", fault.wager ? wagerName(fault.wager) : ""].filter(Boolean).join(" · ");
  const money = !cents ? "" : cents > 0 ? t("{sum} too much lay there", { sum: dollars(cents) }) : t("{sum} too little lay there", { sum: dollars(-cents) });
  return h(
    "li",
    { "data-fault": fault.number, "data-kind": fault.kind, "data-class": fault.class, "data-clause": fault.clause },
    h("div", { class: "row-head" }, severity(fault), h("strong", { text: spoken(fault.called_said) }), cited(fault.clauses, "")),
    h("div", { class: "small" }, h("span", { class: "quiet", text: t("Done:") }), " ", spoken(fault.did_said)),
    h("div", { class: "small" }, h("span", { class: "quiet", text: t("Right:") }), " ", spoken(fault.right_said)),
    h("div", { class: "row-facts small quiet" }, ...[where, clockTime(fault.at), money, becameOf(fault, trainee)].filter(Boolean).map((text) => h("span", { text })), ...more),
  );
}
