/** Money on the page: whole cents in, words and chips out. */

/**
 * Money without needless cents: 9500 is $95.
 * @param {number} cents
 */
export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US");
  const part = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}$${whole}${part ? `.${String(part).padStart(2, "0")}` : ""}`;
}

/**
 * Money won or lost, with its sign.
 * @param {number} cents
 */
export function gained(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/**
 * What stands on a chip: 25¢, 1, 500, 1K.
 * @param {number} cents
 */
export function face(cents) {
  if (cents < 100) return `${cents}¢`;
  const whole = cents / 100;
  if (whole >= 1000) return `${whole / 1000}K`;
  return Number.isInteger(whole) ? String(whole) : whole.toFixed(2);
}

/**
 * A short sum beside a stack: $1,250 is 1,250 and $12,500 is 12.5K.
 * @param {number} cents
 */
export function brief(cents) {
  const whole = cents / 100;
  if (whole >= 10_000) return `${Math.round(whole / 100) / 10}K`;
  return whole.toLocaleString("en-US", { maximumFractionDigits: 2 });
}

/**
 * The same in a box where there is room for a few letters: $1,250 is 1.3K.
 * @param {number} cents
 */
export function tiny(cents) {
  return cents < 100_000 ? brief(cents) : `${Math.round(cents / 10_000) / 10}K`;
}

/**
 * The fewest chips for an amount, the highest first; what no chip fits is one odd piece at the end.
 * @param {number} cents
 * @param {readonly number[]} chips
 * @returns {number[]}
 */
export function stackOf(cents, chips) {
  const found = [];
  let left = cents;
  for (const chip of [...chips].sort((a, b) => b - a)) {
    while (left >= chip && found.length < 60) {
      found.push(chip);
      left -= chip;
    }
  }
  if (left > 0) found.push(left);
  return found;
}
