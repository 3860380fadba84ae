/**
 * The view as it travels keeps every wager of every seat short: rows by seat and wager, without the zeros at their end.
 * Here they become the rows that the page draws.
 */

/** @typedef {import("./types.js").Wager} Wager */
/** @typedef {import("./types.js").Outcome} Outcome */

/**
 * @template T
 * @param {Record<string, Record<string, any[]>>} folded by seat, then by wager
 * @param {(seat: number, wager: string, row: any[]) => T} read
 * @returns {T[]}
 */
function rows(folded, read) {
  return Object.entries(folded).flatMap(([seat, wagers]) => Object.entries(wagers).map(([wager, row]) => read(Number(seat), wager, row)));
}

/** @returns {Wager} */
const lying = (/** @type {number} */ seat, /** @type {string} */ wager, /** @type {any[]} */ [stake, added = 0, coupon = 0, paid = 0]) => ({ seat, wager, stake_cents: stake, added_cents: added, coupon_cents: coupon, paid_cents: paid });

/** @returns {Outcome} */
const decided = (/** @type {number} */ seat, /** @type {string} */ wager, /** @type {any[]} */ [outcome, stake = 0, net = 0, added = 0, winnings = 0, vigorish = 0, coupon = 0, owed = 0]) => ({ seat, wager, outcome, stake_cents: stake, net_cents: net, added_cents: added, winnings_cents: winnings, vigorish_cents: vigorish, coupon_cents: coupon, owed_cents: owed });

/** The parts of a view that came, ready to be drawn. @param {Record<string, any>} parts @returns {Record<string, any>} */
export function unfolded(parts) {
  const whole = { ...parts };
  if (parts.wagers) whole.wagers = rows(parts.wagers, lying);
  if (parts.last) whole.last = { ...parts.last, wagers: rows(parts.last.wagers, decided) };
  return whole;
}
