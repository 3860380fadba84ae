/**
 * Checking a revealed shoe in the browser: the chain of its events, the commitment, the cut, and every card that was turned.
 * It reads the shoe record and nothing else, and knows no rule of the game. What it finds right, `verify_shoe.py` does too.
 */

import { fromHex, sha256 } from "./sha256.js";

const SUITS = ["s", "h", "d", "c"];
const DECK = [..."A23456789TJQK"].flatMap((rank) => SUITS.map((suit) => rank + suit));

/**
 * @typedef {"header"|"chain"|"count"|"commitment"|"decks"|"reveal"|"cut"|"card"|"format"} What
 * @typedef {{what: What, position?: number, seen?: string, right?: string}} Fault
 * @typedef {{ok: boolean, cards: number, turned: number, cut: number, events: number, hash: string, commitment: string,
 *   faults: Fault[]}} ShoeReport
 */

/**
 * @param {string} text the record, JSON Lines
 * @param {string} [shown] the commitment that was shown before the cut, where this page saw it
 * @returns {Promise<ShoeReport>}
 */
export async function checkShoe(text, shown = "") {
  /** @type {ShoeReport} */
  const report = { ok: false, cards: 0, turned: 0, cut: 0, events: 0, hash: "", commitment: "", faults: [] };
  try {
    await check(text.replace(/\n$/, "").split("\n"), shown, report);
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

  need(header.format === "minibac-shoe/1", "format");
  need((await sha256(bytes(written[0]))) === last.header, "header");
  need(events.length === last.count, "count");
  need((await chained(header.previous_head, written.slice(1, -1))) === last.head, "chain");

  const mine = events.filter((event) => event.event === "StackCommitted" && event.shoe_no === header.shoe);
  report.hash = await sha256(joined(fromHex(salt), bytes(order.join(","))));
  for (const stated of [report.commitment, header.commitment, mine[0]?.commitment]) {
    need(stated === report.hash, "commitment", { seen: stated ?? "", right: report.hash });
  }
  need(mine.length === 1 && mine[0].cards_count === order.length && wholeDecks(order), "decks");
  const end = events.at(-1);
  need(end.event === "ShoeRevealed" && end.shoe_no === header.shoe && end.salt === salt && String(end.order) === String(order), "reveal");
  checkCards(events, header.shoe, order, need, report);
}

/** The head of the chain: each event is hashed with the hash before it. @param {string} head @param {string[]} lines */
async function chained(head, lines) {
  for (const line of lines) head = await sha256(joined(fromHex(head), bytes(line)));
  return head;
}

/** @param {string[]} order */
function wholeDecks(order) {
  const decks = order.length / DECK.length;
  return decks > 0 && DECK.every((card) => order.filter((each) => each === card).length === decks);
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
  const turn = (/** @type {number} */ position, /** @type {string|null|undefined} */ card) => {
    if (!card || !inside) return;
    const right = order[(report.cut + position) % order.length];
    need(card === right, "card", { position, seen: card, right });
    seen.add(position);
  };
  for (const event of events) {
    if (event.event === "StackCommitted") inside = event.shoe_no === shoe;
    else if (inside && event.event === "StackCut") {
      need(seen.size === 0 && event.position > 0 && event.position < order.length, "cut");
      report.cut = event.position;
    } else {
      if (typeof event.position === "number") turn(event.position, event.card);
      const cards = event.shown ?? event.cards;
      if (cards && !Array.isArray(cards)) for (const [position, card] of Object.entries(cards)) turn(Number(position), card);
    }
    if (event.event === "ShoeEnded" && event.shoe_no === shoe) inside = false;
  }
  report.turned = seen.size;
}

/** @param {string} text */
function bytes(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
