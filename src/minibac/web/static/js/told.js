/** What the house says and the names it gives, as this page reads them in the chosen language. */

import { WAGERS } from "./names.js";
import { settings } from "./settings.js";
import { t, translated } from "./voice.js";

/** Sentences made from facts, where the language is not the house's own. */
const [chinese, refusals, rules] = settings.language === "zh" ? await Promise.all([import("./i18n/zh-told.js"), import("./i18n/zh-refused.js"), import("./i18n/zh-rules.js")]) : [null, null, null];

/** An event in a sentence: the house's own, or told again in the chosen language. @param {import("./types.js").PublicEvent} event */
export function told(event) {
  return chinese?.tell(event) || event.says || "";
}

/** What a decided round came to: the house's words, or told again. @param {import("./types.js").LastCoup} last */
export function concluded(last) {
  return chinese?.conclude(last) || last.says || "";
}

/**
 * Why a wager came to what it came to: the house's words, or told again.
 * @param {import("./types.js").Outcome} row
 * @param {import("./types.js").LastCoup} last
 */
export function reasoned(row, last) {
  return chinese?.reason(row, last) || last.why?.[row.wager]?.why || "";
}

/** A refusal in a sentence. @param {import("./types.js").Refusal} refusal */
export function refused(refusal) {
  const own = refusals?.refused(refusal) || refusal.sentence;
  const text = own.charAt(0).toUpperCase() + own.slice(1);
  return /[.!?。！？]$/.test(text) ? text : `${text}${settings.language === "zh" ? "。" : "."}`;
}

/** The name of a wager: a translation where there is one, or the label of the layout. @param {string} id @param {string} [label] */
export function wagerName(id, label) {
  return WAGERS[id] ? t(WAGERS[id]) : (label ?? id.replaceAll("-", " "));
}

/** What stands on an area: the rulebook's own print, or its name in the chosen language. @param {import("./types.js").Area} area */
export function areaName(area) {
  return translated() ? wagerName(area.id, area.label) : area.label || wagerName(area.id);
}

/** What an area pays. @param {string|null|undefined} odds */
export function oddsWords(odds) {
  return (odds && chinese?.odds(odds)) || odds || "";
}

/** The vigorish on the sign: as it is printed, or as the options say it. @param {string} printed @param {Record<string, string|number|boolean>|null|undefined} options */
export function signWords(printed, options) {
  return (printed && options && rules?.sign(options)) || printed;
}

/** What a rulebook or a house file says, or its name: as it stands there, or told again. @param {string|null|undefined} text */
export function ruled(text) {
  return rules?.ruled(text) || t(text ?? "");
}

/** When a line of a wager applies. @param {{when: string, facts?: Record<string, any>}} line */
export function conditionWords(line) {
  return (line.facts && rules?.conditions(line.facts)) || line.when;
}

/** What may be chosen, where any number will do. @param {any} choice @param {string} text */
export function legalWords(choice, text) {
  return rules?.legal(choice, text) || text;
}
