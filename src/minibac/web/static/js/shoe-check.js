/**
 * Checking a revealed shoe in the browser: the chain of its events, the commitment, the cut, and every card that was turned.
 * It reads the shoe record and nothing else, and knows no rule of the game. What it finds right, `verify_shoe.py` does too.
 */

import { FIRST_LINE, checkNotation, joined, wholeDecks } from "./notation-check.js";
import { fromHex, sha256 } from "./sha256.js";
import { givenText, mixed, mixingSeed, shareHash, wrongWith } from "./share.js";

const OF_SHARES = ["ShareStated", "ShareCommitted", "SharesClosed", "ShareRevealed", "StackMixed"];

/**
 * @typedef {"header"|"chain"|"count"|"commitment"|"decks"|"reveal"|"cut"|"untaken"|"card"|"share"|"mine"|"resealed"|"others"|"format"} What
 * @typedef {{what: What, position?: number, seen?: string, right?: string}} Fault
 * @typedef {{ok: boolean, sealed: boolean, cards: number, turned: number, cut: number, events: number, hash: string, commitment: string,
 *   faults: Fault[], noted?: boolean, partly?: boolean, unsealed?: number,
 *   shares: {seats: number[], withheld: number[], values: string[], hashes: string[], given: string}}} ShoeReport
 */

/**
 * @param {string} text the record, JSON Lines, or a shoe notation
 * @param {string} [shown] the commitment that was shown before the cut, where this page saw it
 * @returns {Promise<ShoeReport>}
 */
export async function checkShoe(text, shown = "") {
  /** @type {ShoeReport} */
  const report = { ok: false, sealed: true, cards: 0, turned: 0, cut: 0, events: 0, hash: "", commitment: "", faults: [], shares: { seats: [], withheld: [], values: [], hashes: [], given: "" } };
  try {
    const plainText = text.replace(/^\uFEFF/, "");
    if (plainText.startsWith(FIRST_LINE)) await checkNotation(plainText, shown, report);
    else await check(text.replace(/\n$/, "").split("\n"), shown, report);
  } catch {
    report.faults.push({ what: "format" }); // not JSON, not hexadecimal, or not of the shape of a record
  }
  report.ok = report.faults.length === 0;
  return report;
}

/** @param {string[]} written @param {string} shown @param {ShoeReport} report */
async function check(written, shown, report) {
  const [header, ...events] = written.map((line) => JSON.parse(line));
  const last = events.pop();
  const { order, salt } = last.reveal;
  report.events = events.length;
  report.cards = order.length;
  report.commitment = shown || header.commitment;
  /** @param {boolean} right @param {What} what @param {Partial<Fault>} [facts] */
  const need = (right, what, facts = {}) => void (right || report.faults.push({ what, ...facts }));

  const asked = events.some((event) => OF_SHARES.includes(event.event));
  need(header.format === (asked ? "minibac-shoe/3" : "minibac-shoe/2") && events.every((event) => typeof event.event === "string"), "format");
  need((await sha256(bytes(written[0]))) === last.header, "header");
  need(events.length === last.count, "count");
  need((await chained(header.previous_head, written.slice(1, -1))) === last.head, "chain");

  for (const event of events.filter(({ event }) => event === "TableOpened")) {
    need(["table", "rulebook", "options"].every((name) => plain(event[name]) === plain(header[name])), "header");
  }
  const mine = events.filter((event) => event.event === "StackCommitted" && event.shoe_no === header.shoe);
  if (!header.commitment && mine.length === 1 && !mine[0].commitment && !order.length && !shown) {
    report.sealed = false; // the cards came from a real shoe, so there is no order to hold them against
    return;
  }
  report.hash = await sha256(joined(fromHex(salt), bytes(order.join(","))));
  for (const stated of [report.commitment, header.commitment, mine[0]?.commitment]) {
    need(stated === report.hash, "commitment", { seen: stated ?? "", right: report.hash });
  }
  need(mine.length === 1 && mine[0].cards_count === order.length && wholeDecks(order), "decks");
  const end = events.at(-1);
  need(end.event === "ShoeRevealed" && end.shoe_no === header.shoe && end.salt === salt && plain(end.order) === plain(order), "reveal");
  const seed = await checkShares(events, header, need, report);
  checkCards(events, header.shoe, seed ? await mixed(order, seed) : order, need, report);
  await checkUntaken(events, header, order.length, need);
}

/**
 * A cut that nobody took lies where the commitment and the words of the guests who declined put it, 10 cards or more from either end.
 * @param {any[]} events
 * @param {any} header
 * @param {number} cards
 * @param {(right: boolean, what: What, facts?: Partial<Fault>) => void} need
 */
async function checkUntaken(events, header, cards, need) {
  /** @type {string[]} */
  let words = [];
  for (const event of events) {
    if (event.event === "StackCut" && event.by === "automatic dealer" && words.length) {
      const drawn = 10 + Number(BigInt(`0x${await sha256(bytes(words.join("/")))}`) % BigInt(cards - 19));
      need(event.position === drawn, "untaken", { seen: String(event.position), right: String(drawn) });
    }
    if (event.event === "StackCommitted" && event.shoe_no === header.shoe) words = [header.commitment];
    else if (event.event === "CutAnswered") words.push(event.word ?? "");
    else if (event.event === "StackCut") words.push(String(event.position));
    if (event.event === "ShoeEnded" && event.shoe_no === header.shoe) break;
  }
}

/**
 * The report, held against what this browser gave to the shuffle: the house has left nothing of it out.
 * @param {ShoeReport} report @param {string} table @param {number} shoe
 */
export function holdingMine(report, table, shoe) {
  const what = wrongWith(table, shoe, report.commitment, report.shares);
  if (!what) return report;
  report.faults.push({ what });
  report.ok = false;
  return report;
}

/**
 * What the guests' shares permute the order by; empty where they had none. Their hashes come before the commitment, their values after it.
 * @param {any[]} events
 * @param {any} header
 * @param {(right: boolean, what: What, facts?: Partial<Fault>) => void} need
 * @param {ShoeReport} report
 */
async function checkShares(events, header, need, report) {
  /** @type {Map<number, string>} */
  const hashes = new Map();
  /** @type {Map<number, string>} */
  const values = new Map();
  let [sealed, seed] = [false, ""];
  const seats = () => [...hashes.keys()].sort((one, other) => one - other);
  for (const event of events) {
    const share = (/** @type {boolean} */ right) => need(right, "share", { seen: String(event.seat ?? event.seats) });
    if (event.event === "StackCommitted" && event.shoe_no === header.shoe) sealed = true;
    else if (event.event === "ShareCommitted" && event.hash) {
      share(!sealed && ![...hashes.values()].includes(event.hash));
      hashes.set(event.seat, event.hash);
    } else if (event.event === "ShareRevealed") {
      share(sealed && !seed && (!event.value || (await shareHash(header.table, header.shoe, event.seat, event.value)) === hashes.get(event.seat)));
      values.set(event.seat, event.value);
    } else if (event.event === "StackMixed") {
      const withheld = seats().filter((seat) => !values.get(seat));
      share(hashes.size > 0 && !seed && plain(event.seats) === plain(seats()) && plain(event.withheld) === plain(withheld));
      seed = await mixingSeed(header.commitment, new Map(seats().map((seat) => [seat, values.get(seat) ?? ""])));
      share(event.seed === seed);
      report.shares = { seats: seats(), withheld, values: [...values.values()].filter(Boolean), hashes: [...hashes.values()], given: givenText([...hashes].map(([seat, hash]) => ({ seat, hash }))) };
    } else if (event.event === "StackCut" && sealed) share(!hashes.size || seed !== "");
    if (event.event === "ShoeEnded" && event.shoe_no === header.shoe) break;
  }
  return seed;
}

/** The head of the chain: each event is hashed with the hash before it. @param {string} head @param {string[]} lines */
async function chained(head, lines) {
  for (const line of lines) head = await sha256(joined(fromHex(head), bytes(line)));
  return head;
}

/**
 * @param {any[]} events
 * @param {number} shoe
 * @param {string[]} order
 * @param {(right: boolean, what: What, facts?: Partial<Fault>) => void} need
 * @param {ShoeReport} report
 */
function checkCards(events, shoe, order, need, report) {
  let inside = false;
  const seen = new Set();
  const turn = (/** @type {number} */ position, /** @type {string} */ card) => {
    const there = Number.isInteger(position) && position >= 0 && position < order.length;
    const right = there ? order[(report.cut + position) % order.length] : "";
    need(there && card === right, "card", { position, seen: card, right });
    seen.add(position);
  };
  for (const event of events) {
    if (!inside) {
      inside = event.event === "StackCommitted" && event.shoe_no === shoe;
      continue;
    }
    if (event.event === "StackCut") {
      need(seen.size === 0 && event.position > 0 && event.position < order.length, "cut");
      report.cut = event.position;
    }
    if (typeof event.card === "string") turn(event.position, event.card);
    for (const cards of [event.cards, event.shown]) {
      if (cards && !Array.isArray(cards)) for (const [position, card] of Object.entries(cards)) turn(Number(position), card);
    }
    if (event.event === "ShoeEnded" && event.shoe_no === shoe) break;
  }
  report.turned = seen.size;
}

/** A value as text, the same for equal values whatever the order of their names. @param {any} value @returns {string} */
function plain(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map(plain).join()}]`;
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${plain(value[name])}`).join()}}`;
}

/** @param {string} text */
function bytes(text) {
  return new TextEncoder().encode(text);
}
