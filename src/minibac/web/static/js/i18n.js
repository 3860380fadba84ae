/** The words of the page in the chosen language; each language is one file in i18n/. */

import { en } from "./i18n/en.js";
import { settings } from "./settings.js";

/** @type {Record<string, string>} */
let words = en;
/** @type {((event: import("./types.js").PublicEvent) => string) | null} */
let teller = null;
/** @type {((refusal: import("./types.js").Refusal) => string) | null} */
let refuser = null;

/** Load the chosen language before anything is drawn. */
export async function loadWords() {
  document.documentElement.lang = settings.language === "zh" ? "zh-Hans" : "en";
  if (settings.language !== "zh") return;
  const found = await import("./i18n/zh.js");
  words = { ...en, ...found.zh };
  teller = found.tell;
  refuser = found.refused;
}

/**
 * The words of one page beside the common ones; call it after `loadWords`.
 * @param {Record<string, string>} english
 * @param {() => Promise<Record<string, string>>} chinese
 */
export async function moreWords(english, chinese) {
  words = { ...words, ...english, ...(settings.language === "zh" ? await chinese() : {}) };
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
  return teller?.(event) || event.says || "";
}

/** A refusal in a sentence. @param {import("./types.js").Refusal} refusal */
export function refused(refusal) {
  const own = refuser?.(refusal) || refusal.sentence;
  const text = own.charAt(0).toUpperCase() + own.slice(1);
  return /[.!?。！？]$/.test(text) ? text : `${text}${settings.language === "zh" ? "。" : "."}`;
}

/** The name of a wager: a translation where there is one, or the label of the layout. @param {string} id @param {string} [label] */
export function wagerName(id, label) {
  const key = `wager.${id}`;
  return has(key) ? t(key) : (label ?? id.replaceAll("-", " "));
}
