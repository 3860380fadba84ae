/**
 * The words of the staff's pages, added to those of the page before anything is drawn; and what pits, house and books say,
 * in the house's own English or told again in Chinese from the same facts.
 */

import { settings } from "./settings.js";

/** Sentences made from facts, where the language is not the house's own. */
const chinese = settings.language === "zh" ? await import("./i18n/zh-pit.js") : null;

const FACTS = ["serial", "kind", "table", "seat", "name", "role", "day", "notice", "change", "slip", "request", "person", "text", "note", "reason", "sentence", "resolution"];

/** @param {string} word */
const spaced = (word) => word.replaceAll("-", " ");

/**
 * An event of a pit or of the house in words: its name, and its facts that a reader looks for.
 * @param {Record<string, any>} event
 * @param {(id: string) => string} [names] the name of a person
 */
export function pitWords(event, names = (id) => id) {
  const own = chinese?.tellPit(event, names);
  if (own) return own;
  const name = String(event.event).replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const facts = FACTS.filter((key) => event[key]).map((key) => `${key} ${key === "person" ? names(event[key]) : event[key]}`);
  const cents = event.cents ? [`$${(event.cents / 100).toLocaleString("en-US")}`] : [];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${facts.length ? `: ${[...facts, ...cents].join(", ")}` : ""}.`;
}

/** What kind of exception it is. @param {string} kind */
export const exceptionKind = (kind) => chinese?.exceptionKind(kind) ?? spaced(kind);

/** An exception in a sentence. @param {any} row @param {(id: string) => string} [names] */
export const exceptionWords = (row, names) => chinese?.tellException(row, names) ?? row.sentence ?? row.note ?? "";

/** Something that keeps a day open. @param {any} item */
export const openItemWords = (item) => chinese?.openItem(item) ?? item.what;

/** What a form still lacks. @param {any} form */
export const lackingWords = (form) => chinese?.lacking(form) || form.unfinished;

/** @param {string} name */
export const accountName = (name) => chinese?.account(name) ?? name;

/** @param {string} name */
export const causeName = (name) => chinese?.cause(name) ?? spaced(name);

/** How far a form has got. @param {string} word */
export const statusName = (word) => chinese?.status(word) ?? word;

/** What a role may do. @param {string} text */
export const functionName = (text) => chinese?.functionName(text) ?? text;

/** From when to when a report reaches. @param {string} text */
export const intervalWords = (text) => chinese?.interval(text) ?? text;

/** A pit by its id, as a head line. @param {string} id */
export const pitName = (id) => chinese?.pit(id) ?? spaced(id);

/** Where something happened: the id of a pit, or its name in Chinese. @param {string} id */
export const pitPlace = (id) => chinese?.pit(id) ?? id;

/** A stream of records. @param {string} name */
export const streamName = (name) => chinese?.stream(name) ?? name;

/** Options as a notice states them. @param {Record<string, any>} options */
export const optionsInWords = (options) =>
  chinese?.optionWords(options) ??
  Object.entries(options)
    .map(([name, value]) => `${name.replaceAll("_", " ")} = ${value}`)
    .join(", ");
