/** What the options of a rulebook are called, and their values: the house says it with the rules and with a pit. */

import { spoken, translated } from "./voice.js";

/** @typedef {import("./voice.js").Said} Said */
/** @typedef {Record<string, {said: Said|string, values: Record<string, Said>}>} Names the options, by their ids */

/** The name of an option. @param {Names} names @param {string} name */
export const optionName = (names, name) => spoken(names[name]?.said ?? name.replaceAll("_", " "));

/** A value of an option in words. @param {Names} names @param {string} name @param {string} value */
export const valueWords = (names, name, value) => spoken(names[name]?.values[value]) || value;

/** A value of an option as it is typed, or in words where the page is not in English. @param {Names} names @param {string} name @param {string} value */
export const valueName = (names, name, value) => (translated() ? valueWords(names, name, value) : value);

/** A legal value in words: one of a list, or what else may be written. @param {Names} names @param {{name: string, values: string[], said: Said|null}} choice @param {string} value */
export const legalWords = (names, choice, value) => (choice.said && value === choice.values.at(-1) ? spoken(choice.said) : valueName(names, choice.name, value));
