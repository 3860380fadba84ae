/**
 * What the page says, in the chosen language: a template in plain English, which is its own key, and the facts that fill it.
 * Another language is a catalogue of the house (minibac.voice), fetched before anything is drawn; English needs none.
 */

import { settings } from "./settings.js";
import { apart, timeOfDay } from "./zones.js";

/**
 * @typedef {{is: "said", template: string, facts?: Record<string, Fact>}} Said
 * @typedef {string|number|Said|{is: "money", cents: number}|{is: "cards", cards: string[]}|{is: "moment", at: number, zone?: string}|{is: "person", id: string, name?: string}
 *   |{is: "many", items: Fact[], last?: string}} Fact
 * @typedef {{tag: string, rows: Record<string, string[]>, plural: number[][], counted: string, money: string, cents: string, thousands: string, point: string,
 *   card: string, ranks: Record<string, string>, suits: Record<string, string>, clock: string, person: string}} Manner how a language writes what is no word
 */

/** @type {Manner} */
export const ENGLISH = {
  tag: "en",
  rows: { or: [", ", " or "], and: [", ", " and "], ";": ["; ", "; "], ",": [", ", ", "], " ": [" ", " "] },
  plural: [[1, 1]],
  counted: "{number} {noun}",
  money: "${sum}",
  cents: "always",
  thousands: ",",
  point: ".",
  card: "{rank}{suit}",
  ranks: {},
  suits: {},
  clock: "{hours}:{minutes}:{seconds}",
  person: "{name} ({id})",
};

let manner = ENGLISH;
let numbered = true;
/** @type {Record<string, string>} */
let templates = {};

/** Speak as a catalogue says. @param {{manner: Partial<Manner>, templates: Record<string, string>}} catalogue */
export function speak(catalogue) {
  manner = { ...ENGLISH, ...catalogue.manner };
  templates = catalogue.templates;
}

/** Fetch the chosen language; nothing is drawn before. */
export async function loadVoice() {
  if (settings.language !== "en") speak(await (await fetch(new URL(`../voice/${settings.language}.json`, import.meta.url))).json());
  document.documentElement.lang = manner.tag;
}

/** Whether the page speaks another language than the documents it quotes. */
export const translated = () => manner !== ENGLISH;

/** Templates of a closed list, by what the house calls each of them: a mark for whoever looks for templates. @template {Record<string, string>} T @param {T} list @returns {Record<string, string>} */
export const words = (list) => list;

/** One of such a list in the chosen language; what is not in it as it is. @param {Record<string, string>} list @param {string|number} id */
export const named = (list, id) => (list[id] ? t(list[id]) : String(id).replaceAll(/[-_]/g, " "));

const CONTEXT = /^[a-z]+\|/;
const PLACE = /\{(\w+)(?::([^{}]*))?\}/g;

/**
 * A template in the chosen language, with its facts in their places.
 * @param {string} template
 * @param {Record<string, Fact|undefined>} [facts]
 */
export function t(template, facts = {}) {
  const text = (templates[template] ?? template).replace(CONTEXT, "");
  return text.replace(PLACE, (all, name, how = "") => (facts[name] === undefined ? all : fact(/** @type {Fact} */ (facts[name]), how)));
}

/** What the house says: a template with facts, a plain sentence that is a template itself, or nothing. @param {Said|string|null|undefined} said */
export const spoken = (said) => (typeof said === "string" ? t(said) : said ? t(said.template, said.facts) : "");

/** Things in a row, as the language writes them. @param {"or"|"and"|";"|","|" "} last what goes before the last @param {Fact[]} items @returns {Fact} */
export const row = (last, items) => ({ is: "many", items, last });

/** On a page where something happens people have names and cards the signs of their suits; where a record is read, people have a number too and cards their letters. */
export const byName = () => (numbered = false);

/** Words of what happens just now, as such a page has them, on a page of records. @param {() => string} say */
export function justNow(say) {
  const before = numbered;
  numbered = false;
  const words = say();
  numbered = before;
  return words;
}

/** A person by name, with the number for the record; nobody is nothing. @param {string|undefined} id @param {string} [name] */
export const called = (id, name) => (id ? fact({ is: "person", id, name }) : "");

/** @param {string} pattern @param {Record<string, string>} facts */
const fill = (pattern, facts) => pattern.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

/** @param {Fact} fact @param {string} [how] one and many, or ^ for a capital letter, _ for a small one, . without its stop */
function fact(fact, how = "") {
  const counts = how.replaceAll(/[_.^]/g, "") !== "";
  if (typeof fact === "number" && counts) return fill(manner.counted, { number: number(fact), noun: form(fact, how.split("|")) });
  const text = typeof fact === "number" ? number(fact) : typeof fact === "string" ? fact : WRITTEN[fact.is](/** @type {any} */ (fact));
  if (!how || counts) return text;
  const first = text.charAt(0);
  return (how.includes("^") ? first.toUpperCase() : how.includes("_") ? first.toLowerCase() : first) + (how.includes(".") ? text.slice(1).replace(/[.。]$/, "") : text.slice(1));
}

/** @type {Record<string, (fact: any) => string>} */
const WRITTEN = {
  said: spoken,
  money: ({ cents }) => money(cents),
  cards: ({ cards }) => cards.map(card).join(" "),
  moment: ({ at, zone = "UTC" }) => {
    const [hours, minutes, seconds] = timeOfDay(at, zone);
    return [fill(manner.clock, { hours, minutes, seconds }), apart(at, zone)].filter(Boolean).join(" ");
  },
  person: ({ id, name }) => (name && name !== id ? numbered ? fill(manner.person, { name, id }) : name : t(id)),
  many: ({ items, last = "or" }) => {
    const [between, before] = manner.rows[last];
    const told = items.map((/** @type {Fact} */ item) => fact(item));
    return [told.slice(0, -1).join(between), ...told.slice(-1)].filter(Boolean).join(before);
  },
};

/** @param {number} value @param {string[]} forms */
function form(value, forms) {
  const place = manner.plural.findIndex(([low, high]) => low <= value && value <= high);
  return forms[Math.min(place < 0 ? manner.plural.length : place, forms.length - 1)];
}

/** @param {number} value */
function number(value) {
  const [whole, part] = String(Number.isInteger(value) ? value : Number(value.toPrecision(6))).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, manner.thousands) + (part ? manner.point + part : "");
}

/** @param {number} cents */
function money(cents) {
  const part = Math.abs(cents) % 100;
  const small = part || manner.cents === "always" ? `${manner.point}${String(part).padStart(2, "0")}` : "";
  return `${cents < 0 ? "-" : ""}${fill(manner.money, { sum: `${number(Math.trunc(Math.abs(cents) / 100))}${small}` })}`;
}

/** @type {Record<string, string>} */
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣", T: "10" };

/** Where something happens a card has the sign of its suit; where a record is read, the letters of the record. @param {string} name */
function card(name) {
  const [rank, suit] = [name[0], name.slice(1)];
  const sign = (/** @type {string} */ letter) => (numbered ? letter : SIGNS[letter] ?? letter);
  return fill(manner.card, { rank: manner.ranks[rank] ?? sign(rank), suit: manner.suits[suit] ?? sign(suit) });
}
