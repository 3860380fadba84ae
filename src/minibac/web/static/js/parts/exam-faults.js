/** Mistakes of an exam in words: what was done, what was right, by which clause, and whether somebody noticed. */

import { h } from "../dom.js";
import { spoken, t, named, words } from "../voice.js";
import { cited } from "./cited.js";
import { clockTime } from "./times.js";

/** @typedef {import("../voice.js").Said} Said */
/** @typedef {{number: number, kind: string, class: string, at: number, round: number, clauses: string[], called_said: Said, did_said: Said, right_said: Said, seat: number|null, noticed: boolean, put_right_by: string|null, open: boolean}} Fault */

const CLASSES = words({ critical: "severity|critical", major: "severity|major", minor: "severity|minor" });
/** How each class is drawn. @type {Record<string, string>} */
const WEIGHTS = { critical: "high", major: "medium", minor: "low" };

/** What became of it. @param {Fault} fault */
function became(fault) {
  if (fault.put_right_by) return t("noticed and put right");
  if (fault.noticed) return t("noticed");
  return fault.open ? t("not noticed yet") : t("not noticed");
}

/** @param {Fault} fault */
export const faultHead = (fault) => h("span", { class: `severity ${WEIGHTS[fault.class]}`, text: `${named(CLASSES, fault.class)}: ${spoken(fault.called_said)}` });

/** @param {Fault} fault @param {...import("../dom.js").Child} more */
export function faultLine(fault, ...more) {
  return h(
    "li",
    { "data-fault": fault.number },
    h("div", { class: "row-head" }, faultHead(fault)),
    h("p", { class: "small", text: t("{did}; right was: {right}", { did: spoken(fault.did_said), right: spoken(fault.right_said) }) }),
    h("div", { class: "row-facts small" }, h("span", { class: "figures", text: `${t("Round {round}", { round: fault.round })} · ${clockTime(fault.at)}` }), h("span", { text: became(fault) }), cited(fault.clauses, "", 2), ...more),
  );
}
