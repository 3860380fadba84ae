/**
 * Checking a shoe notation in the browser: where a shoe of it tells commitment, order and salt, they are held together, and every
 * card of its burn and its coups against the order. `verify_shoe.py` does the same; neither knows a rule of the game.
 */

import { fromHex, sha256 } from "./sha256.js";
import { mixed, mixingSeed, sharesOf } from "./share.js";

export const FIRST_LINE = "shoe-notation 1";

const FACT = /^\[([a-z][a-z0-9._-]*) "((?:[^"\\]|\\.)*)"\]\s*$/;
const ASIDE = /[a-z][a-z0-9._-]*="(?:[^"\\]|\\.)*"|\{(?:[^}\\]|\\.)*\}/g;
const CARD = /^(?:\([^)]*\))*([A2-9TJQK][shdc]?|[?x])(?:@([0-9]+))?(?:~[0-9.]+)?$/;
const STATUSES = ["void", "simulated", "broken-off"];

/**
 * @typedef {import("./shoe-check.js").ShoeReport} ShoeReport
 * @typedef {{facts: Record<string, string>, cut: number, cards: string[], stopped: boolean}} Noted
 * @typedef {{face: string, drawn: number}} NotedCard
 */

/** @param {string} text @param {string} shown @param {ShoeReport} report */
export async function checkNotation(text, shown, report) {
  const shoes = shoesOf(text.split("\n").slice(1)).filter(({ facts, cards }) => facts.shoe !== undefined || cards.length);
  const sealed = shoes.filter(({ facts }) => facts.commitment);
  if (!shoes.length) throw new Error("there is no shoe in it");
  report.noted = true;
  report.sealed = Boolean(sealed.length || shown);
  report.unsealed = shoes.length - sealed.length;
  for (const shoe of sealed) await checkShoeOf(shoe, report);
  if (shown && !sealed.some(({ facts }) => facts.commitment === shown)) {
    report.commitment = shown;
    report.faults.push({ what: "commitment", seen: sealed[0]?.facts.commitment ?? "", right: shown });
  }
}

/** @param {Noted} shoe @param {ShoeReport} report */
async function checkShoeOf(shoe, report) {
  const order = (shoe.facts.order ?? "").split(" ").filter(Boolean);
  report.commitment = shoe.facts.commitment;
  report.cards += order.length;
  report.cut = shoe.cut;
  report.partly ||= shoe.stopped;
  const values = shoe.facts.shares === undefined ? null : sharesOf(shoe.facts.shares);
  const stack = values ? await mixed(order, await mixingSeed(shoe.facts.commitment, values)) : order;
  report.hash = await sha256(joined(fromHex(shoe.facts.salt ?? ""), new TextEncoder().encode(order.join(","))));
  if (report.hash !== report.commitment) report.faults.push({ what: "commitment", seen: report.commitment, right: report.hash });
  if (!wholeDecks(order)) report.faults.push({ what: "decks" });
  if (shoe.cut < 0 || shoe.cut >= order.length) report.faults.push({ what: "cut" });
  shoe.cards.forEach((seen, position) => {
    if ("?x".includes(seen)) return;
    const right = position < order.length ? stack[(shoe.cut + position) % order.length] : "";
    if (!right.startsWith(seen)) report.faults.push({ what: "card", position, seen, right });
    report.turned += 1;
  });
}

/** @param {string[]} lines @returns {Noted[]} */
function shoesOf(lines) {
  /** @type {Noted} */
  let shoe = { facts: {}, cut: 0, cards: [], stopped: false };
  const shoes = [shoe];
  for (const line of lines) {
    const fact = FACT.exec(line);
    if (fact?.[1] === "shoe") shoes.push((shoe = { facts: { shoe: fact[2] }, cut: 0, cards: [], stopped: false }));
    else if (fact) shoe.facts[fact[1]] = fact[2];
    else if (!line.startsWith("#")) take(shoe, line.replace(ASIDE, " ").split(";")[0].split(/\s+/).filter(Boolean));
  }
  return shoes;
}

/** @param {Noted} shoe @param {string[]} words */
function take(shoe, words) {
  if (!words.length) return;
  const [first, ...rest] = words;
  /** @type {NotedCard[]} */
  let cards = [];
  if (first === "cut") shoe.cut = Number(rest[0]);
  else if (first === "burn") cards = rest.map(cardOf);
  else if (/^[1-9][0-9]*\.$/.test(first)) cards = coup(shoe, rest);
  else if (["|", "=", ...STATUSES].includes(first) || CARD.test(first)) cards = coup(shoe, words);
  else if (rest.some((word) => CARD.test(word))) shoe.stopped = true;
  if (!shoe.stopped) shoe.cards.push(...cards.map(({ face }) => face));
}

/** The cards of a coup as they left the shoe; cards of neither hand end what can be told. @param {Noted} shoe @param {string[]} words */
function coup(shoe, words) {
  /** @type {NotedCard[][]} */
  const hands = [[]];
  for (const word of words) {
    if (word === "=" || word.startsWith("$")) break;
    if (word === "|" || word === "+") hands.push([]);
    else if (!STATUSES.includes(word)) hands[hands.length - 1].push(cardOf(word));
  }
  const [player, banker = []] = hands;
  if (hands.length > 2) shoe.stopped = true;
  const usual = [player[0], banker[0], player[1], banker[1], ...player.slice(2), ...banker.slice(2)].filter(Boolean);
  // Cards that say their place have it, the others what is left.
  const said = usual.map(({ drawn }) => drawn);
  const free = usual.map((_, place) => place + 1).filter((place) => !said.includes(place));
  for (const card of usual) card.drawn ||= free.shift() ?? 0;
  return usual.sort((one, other) => one.drawn - other.drawn);
}

/** @param {string} word @returns {NotedCard} */
function cardOf(word) {
  const card = CARD.exec(word);
  if (!card) throw new Error(`${word} is no card`);
  return { face: card[1], drawn: Number(card[2] ?? 0) };
}

/** The deck is made here and not kept: no card's name lies in the memory of a page that has not been told it. @param {string[]} order */
export function wholeDecks(order) {
  const deck = [..."A23456789TJQK"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));
  const decks = order.length / deck.length;
  return decks > 0 && deck.every((card) => order.filter((each) => each === card).length === decks);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
