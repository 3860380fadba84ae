/** What the house says and the names it gives, as this page reads them in the chosen language. */

import { WAGERS } from "./names.js";
import { settings } from "./settings.js";
import { knows, spoken, t, translated } from "./voice.js";

/** @typedef {import("./types.js").Said} Said */

/** Sentences made from facts, where the language is not the house's own. */
const [chinese, refusals, rules] = settings.language === "zh" ? await Promise.all([import("./i18n/zh-told.js"), import("./i18n/zh-refused.js"), import("./i18n/zh-rules.js")]) : [null, null, null];

/** What is said, where every word of it is known in the chosen language. @param {Said|null|undefined} said */
const own = (said) => (said && (!translated() || knows(said)) ? spoken(said) : "");

/** An event in a sentence. @param {import("./types.js").PublicEvent} event */
export const told = (event) => own(event.said) || chinese?.tell(event) || event.says || "";

/** What a decided round came to. @param {import("./types.js").LastCoup} last */
export const concluded = (last) => own(last.said) || chinese?.conclude(last) || last.says || "";

/** Why a wager came to what it came to. @param {import("./types.js").Outcome} row @param {import("./types.js").LastCoup} last */
export const reasoned = (row, last) => own(last.why?.[row.wager]?.said) || chinese?.reason(row, last) || last.why?.[row.wager]?.why || "";

/** A refusal in a sentence. @param {import("./types.js").Refusal} refusal */
export function refused(refusal) {
  const words = own(refusal.said) || refusals?.refused(refusal) || refusal.sentence;
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?。！？]$/.test(text) ? text : t("{sentence}.", { sentence: text });
}

/** The name of a wager: a translation where there is one, or the label of the layout. @param {string} id @param {string} [label] */
export function wagerName(id, label) {
  return WAGERS[id] ? t(WAGERS[id]) : (label ?? id.replaceAll("-", " "));
}

/** What stands on an area: the rulebook's own print, or its name in the chosen language. @param {import("./types.js").Area} area */
export function areaName(area) {
  return translated() ? wagerName(area.id, area.label) : area.label || wagerName(area.id);
}

/** What a wager pays. @param {{odds?: string|null, said?: Said}} wager */
export const oddsWords = ({ odds, said }) => own(said) || (odds && chinese?.odds(odds)) || odds || "";

/** A sign about the vigorish. @param {{said?: Said, says?: string, vigorish?: string}} sign @param {Record<string, string|number|boolean>|null|undefined} options */
export const signWords = (sign, options) => own(sign.said) || (options && rules?.sign(options)) || sign.says || sign.vigorish || "";

/** What a rulebook or a house file says, or its name: as it stands there, or told again. @param {string|null|undefined} text */
export function ruled(text) {
  return rules?.ruled(text) || t(text ?? "");
}

/** When a line of a wager applies. @param {{when: string, facts?: Record<string, any>, said?: Record<string, Said>}} line */
export const conditionWords = (line) => own(line.said?.when) || (line.facts && rules?.conditions(line.facts)) || line.when;

/** What may be chosen, where any number will do. @param {any} choice @param {string} text */
export function legalWords(choice, text) {
  return rules?.legal(choice, text) || text;
}
