/**
 * The guests' share of the shuffle: this browser draws a value and shows its hash before the house commits to an order, and the value after.
 * What it gave is kept here, so that it can be found in the record of the shoe. `docs/verify.md` has the formulas in words.
 */

import { sha256 } from "./sha256.js";

const KEPT = "minibac.shares";
const MOST = 40;

/**
 * @typedef {{hash: string, value: string, taken?: boolean, shown?: boolean, commitment?: string, given?: string}} Own
 *   `taken` once the house has said yes to the hash, `shown` once to the value; the commitment tells a shoe from one of another house;
 *   `given` is what all seats had given when the value was shown first, so that none can be made up by who knows it
 * @typedef {(command: string, facts: Record<string, unknown>) => Promise<{ok: boolean}>} Give
 */

/** @param {string} text */
const hashOf = (text) => sha256(new TextEncoder().encode(text));

/** @param {string} table @param {number} shoe @param {number} seat @param {string} value */
export const shareHash = (table, shoe, seat, value) => hashOf(`share/${table}/${shoe}/${seat}/${value}`);

/** What permutes the stack: a value that was withheld is empty. @param {string} commitment @param {Map<number, string>} values by seat */
export const mixingSeed = (commitment, values) =>
  hashOf(["mix", commitment, ...[...values].sort(([one], [other]) => one - other).map(([seat, value]) => `${seat}:${value}`)].join("/"));

/** The stack, permuted: from the last place up, each card changes places with one not above it. @param {string[]} order @param {string} seed */
export async function mixed(order, seed) {
  const stack = [...order];
  for (let last = stack.length - 1; last > 0; last -= 1) {
    const other = Number(BigInt(`0x${await hashOf(`${seed}/${last}`)}`) % BigInt(last + 1));
    [stack[last], stack[other]] = [stack[other], stack[last]];
  }
  return stack;
}

/** The values of a shoe notation, `1:ab… 5:`. @param {string} text @returns {Map<number, string>} */
export function sharesOf(text) {
  return new Map(text.split(" ").filter(Boolean).map((part) => [Number(part.split(":")[0]), part.split(":")[1] ?? ""]));
}

/** The hashes of a shoe as one text, `1:ab… 5:cd…`. @param {{seat: number, hash: string}[]} shares */
export const givenText = (shares) => [...shares].sort((one, other) => one.seat - other.seat).map(({ seat, hash }) => `${seat}:${hash}`).join(" ");

/** What this browser has given, by table and shoe; in the memory of the page too, where the browser keeps nothing. @type {Record<string, Own[]>} */
let here = {};

/** @returns {Record<string, Own[]>} */
function kept() {
  try {
    return { ...here, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return here;
  }
}

/** Keep what was given, or what became of it. @param {string} table @param {number} shoe @param {Own} given */
function keep(table, shoe, given) {
  const name = `${table}/${shoe}`;
  const all = kept();
  all[name] = [...(all[name] ?? []).filter(({ hash }) => hash !== given.hash), given];
  for (const old of Object.keys(all).slice(0, -MOST)) delete all[old];
  here = all;
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // the page itself still knows
  }
}

/**
 * What this browser gave to the shuffle of a shoe: several pages of one guest may each have offered something.
 * @param {string} table @param {number} shoe @param {string} commitment
 */
export const own = (table, shoe, commitment) => given(table, shoe).filter((each) => !each.commitment || each.commitment === commitment);

/** @param {string} table @param {number} shoe */
const given = (table, shoe) => kept()[`${table}/${shoe}`] ?? [];

/**
 * Answer what the table asks: a hash of a value drawn now, or the value behind a hash that this browser gave.
 * @param {import("./types.js").View} view
 * @param {import("./types.js").ShareAsk} ask
 * @param {Give} give
 * @param {number} seat where the guest sits now
 */
export async function answer({ table, commitment, share }, ask, give, seat) {
  if (ask.asks === "hash") {
    const value = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const hash = await shareHash(table, ask.shoe_no, ask.seat, value);
    keep(table, ask.shoe_no, { hash, value }); // before anybody hears of it
    const { ok } = await give("CommitShare", { seat: ask.seat, hash });
    if (ok) keep(table, ask.shoe_no, { hash, value, taken: true });
    return;
  }
  if (!commitment) return; // nothing is shown before the house has sealed its order
  // Another device of this guest may have given it: then that one shows it.
  const mine = own(table, ask.shoe_no, commitment).find(({ hash }) => hash === ask.hash);
  if (!mine || !share) return;
  const showing = { ...mine, taken: true, commitment, given: mine.given ?? givenText(share.given) };
  keep(table, ask.shoe_no, showing); // before anybody hears of it
  const { ok } = await give("RevealShare", { seat, value: mine.value });
  if (ok) keep(table, ask.shoe_no, { ...showing, shown: true });
}

/** What a share may come to that speaks against the house. */
export const AGAINST = ["lost", "changed"];

/** What became of this browser's share of the shoe on the table; nothing where it gave none. @param {import("./types.js").View} view */
export function standing({ table, shoe_no: shoe, commitment, share }) {
  const mine = own(table, shoe, commitment);
  if (!mine.length) return "";
  const found = share?.given.find(({ hash }) => mine.some((each) => each.hash === hash));
  if (!share || !found) return mine.some(({ taken }) => taken) ? "lost" : "none";
  if (others(mine, givenText(share.given))) return "changed";
  if (!share.mixed) return "open";
  if (found.state === "shown") return "in";
  return mine.some(({ hash, shown }) => shown && hash === found.hash) ? "lost" : "late";
}

/** Whether the seats gave something else than when a value was shown. @param {Own[]} mine @param {string} now */
const others = (mine, now) => mine.some(({ given }) => given !== undefined && given !== now);

/**
 * What is wrong with a record by what this browser gave: it lacks a hash that the house had taken, or a value that was shown to it; or it has
 * another seal than the one under which the value was shown, or other hashes of other seats, when the house may have known the value.
 * @param {string} table @param {number} shoe @param {string} commitment
 * @param {{hashes: string[], values: string[], given: string}} shares those of the record
 * @returns {"" | "mine" | "resealed" | "others"}
 */
export function wrongWith(table, shoe, commitment, { hashes, values, given: now }) {
  const resealed = (/** @type {Own} */ each) => each.commitment && each.commitment !== commitment && hashes.includes(each.hash);
  if (given(table, shoe).some(resealed)) return "resealed";
  const lacks = (/** @type {Own} */ { hash, value, taken, shown }) => (taken && !hashes.includes(hash)) || (shown && !values.includes(value));
  const mine = own(table, shoe, commitment);
  if (mine.some(lacks)) return "mine";
  return others(mine, now) ? "others" : "";
}
