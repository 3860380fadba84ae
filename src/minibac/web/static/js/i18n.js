/** The words of the page in the chosen language: each language is one file in i18n/; sentences made from facts stand beside it. */

import { en } from "./i18n/en.js";
import { settings } from "./settings.js";

/** @type {Record<string, string>} */
let words = en;
/** Sentences made from facts, where the language is not the house's own. @type {typeof import("./i18n/zh-told.js") | null} */
let chinese = null;
/** @type {typeof import("./i18n/zh-refused.js") | null} */
let refusals = null;
/** @type {typeof import("./i18n/zh-rules.js") | null} */
let rules = null;

/** Load the chosen language before anything is drawn. */
export async function loadWords() {
  document.documentElement.lang = settings.language === "zh" ? "zh-Hans" : "en";
  if (settings.language !== "zh") return;
  const [{ zh }, told, refused, ruled] = await Promise.all([import("./i18n/zh.js"), import("./i18n/zh-told.js"), import("./i18n/zh-refused.js"), import("./i18n/zh-rules.js")]);
  words = { ...en, ...zh };
  [chinese, refusals, rules] = [told, refused, ruled];
}

/**
 * The words of one page beside the common ones; call it after `loadWords`.
 * @param {Record<string, string>} english
 * @param {() => Promise<Record<string, string>>} translated
 */
export async function moreWords(english, translated) {
  words = { ...words, ...english, ...(settings.language === "zh" ? await translated() : {}) };
}

/**
 * A text by its key, with `{name}` filled in.
 * @param {string} key
 * @param {Record<string, string|number>} [facts]
 */
export function t(key, facts = {}) {
  const text = words[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in facts ? String(facts[name]) : all));
}

/** Whether a text has this key. @param {string} key */
export function has(key) {
  return key in words;
}

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
  const key = `wager.${id}`;
  return has(key) ? t(key) : (label ?? id.replaceAll("-", " "));
}

/** What stands on an area: the rulebook's own print, or its name in the chosen language. @param {import("./types.js").Area} area */
export function areaName(area) {
  return chinese ? wagerName(area.id, area.label) : area.label || wagerName(area.id);
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
  return rules?.ruled(text) || text || "";
}

/** When a line of a wager applies. @param {{when: string, facts?: Record<string, any>}} line */
export function conditionWords(line) {
  return (line.facts && rules?.conditions(line.facts)) || line.when;
}

/** What may be chosen, where any number will do. @param {any} choice @param {string} text */
export function legalWords(choice, text) {
  return rules?.legal(choice, text) || text;
}

/** A value of an option as it is read, or as it is typed. @param {string} name @param {string} value */
export function valueName(name, value) {
  if (!rules) return value;
  const key = `option.${name}.${value}`;
  if (has(key)) return t(key, { rate: "" }).trim();
  return value === "on" || value === "off" ? t(`lobby.${value}`) : value;
}

/** Whether what the rulebooks print is in another language than the page. */
export const translated = () => rules !== null;
