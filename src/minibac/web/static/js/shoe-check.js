/**
 * Checking a revealed shoe in the browser: the commitment, the cut, and every card that was turned. It reads the shoe
 * record and nothing else, and knows no rule of the game.
 */

import { fromHex, sha256 } from "./sha256.js";

/**
 * @typedef {{ok: boolean, cards: number, turned: number, cut: number, hash: string, commitment: string,
 *   faults: {what: "commitment"|"card"|"count"|"format", position?: number, seen?: string, right?: string}[]}} ShoeReport
 */

/**
 * @param {string} text the record, JSON Lines
 * @param {string} [shown] the commitment that was shown before the cut, where this page saw it
 * @returns {Promise<ShoeReport>}
 */
export async function checkShoe(text, shown = "") {
  /** @type {ShoeReport} */
  const report = { ok: false, cards: 0, turned: 0, cut: 0, hash: "", commitment: "", faults: [] };
  /** @type {any[]} */
  let lines = [];
  try {
    lines = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch {
    report.faults.push({ what: "format" });
    return report;
  }
  const header = lines[0] ?? {};
  const reveal = lines.at(-1)?.reveal;
  if (!reveal || !Array.isArray(reveal.order)) {
    report.faults.push({ what: "format" });
    return report;
  }
  const shoe = header.shoe;
  report.commitment = shown || header.commitment;
  report.cards = reveal.order.length;
  const order = new TextEncoder().encode(reveal.order.join(","));
  const salt = fromHex(reveal.salt);
  const bytes = new Uint8Array(salt.length + order.length);
  bytes.set(salt);
  bytes.set(order, salt.length);
  report.hash = await sha256(bytes);
  const committed = lines.find((line) => line.event === "StackCommitted" && line.shoe_no === shoe);
  for (const stated of [report.commitment, header.commitment, committed?.commitment]) {
    if (stated !== report.hash) report.faults.push({ what: "commitment", seen: stated ?? "", right: report.hash });
  }
  checkCards(lines, shoe, reveal.order, report);
  report.ok = report.faults.length === 0;
  return report;
}

/**
 * @param {any[]} lines
 * @param {number} shoe
 * @param {string[]} order
 * @param {ShoeReport} report
 */
function checkCards(lines, shoe, order, report) {
  let dealt = order;
  let inside = false;
  const seen = new Set();
  const turn = (/** @type {number} */ position, /** @type {string|null|undefined} */ card) => {
    if (!card || !inside) return;
    if (dealt[position] !== card) report.faults.push({ what: "card", position, seen: card, right: dealt[position] });
    seen.add(position);
  };
  for (const line of lines) {
    if (line.event === "StackCommitted") {
      inside = line.shoe_no === shoe;
      if (inside && line.cards_count !== order.length) report.faults.push({ what: "count" });
    } else if (inside && line.event === "StackCut") {
      report.cut = line.position;
      dealt = [...order.slice(line.position), ...order.slice(0, line.position)];
    } else {
      if (typeof line.position === "number") turn(line.position, line.card);
      const cards = line.shown ?? line.cards;
      if (cards && !Array.isArray(cards)) for (const [position, card] of Object.entries(cards)) turn(Number(position), card);
    }
  }
  report.turned = seen.size;
}
