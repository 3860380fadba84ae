/**
 * The open log of the house, held to what this browser saw before: its checkpoint is kept here, and a later one must extend it.
 * The formats are those of C2SP (signed notes, checkpoints) and RFC 6962 (the tree); nothing in here knows the game.
 */

import { get } from "./api.js";
import { fromHex, sha256 } from "./sha256.js";

const KEPT = "minibac.log";
/** What convicts the house for good. Less than before may be an old answer, and a proof may be lost on its way. */
const CONVICTS = ["rewritten", "forked"];

/**
 * @typedef {"first"|"same"|"grown"|"truncated"|"rewritten"|"forked"|"unsigned"|"renamed"|"unproved"} Found
 * @typedef {{origin: string, size: number, root: string, text: string, signatures: {name: string, id: string, bytes: Uint8Array}[]}} Checkpoint
 * @typedef {{key: string, checkpoint: string, at: number, trouble?: {found: Found, checkpoint: string, at: number}}} Kept
 * @typedef {{found: Found, signed: boolean|null, before: number, now: number, origin: string, kept: string, shown: string, epochs: any[], since: number}} Look
 *   `signed` is null where this browser cannot check a signature
 */

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text base64 @returns {string} hexadecimal */
const hexOf = (text) => toHex(fromBase64(text));

/** @param {string} note @returns {Checkpoint} */
function readCheckpoint(note) {
  const gap = note.lastIndexOf("\n\n");
  const text = note.slice(0, gap + 1);
  const [origin, size, root] = text.split("\n");
  if (gap < 0 || !origin || !/^(0|[1-9]\d*)$/.test(size ?? "") || !Number.isSafeInteger(Number(size)) || hexOf(root).length !== 64) throw new RangeError("no checkpoint");
  const signatures = note.slice(gap + 2).trimEnd().split("\n").map((line) => {
    const [, name, written] = line.split(" ");
    const bytes = fromBase64(written);
    return { name, id: toHex(bytes.slice(0, 4)), bytes: bytes.slice(4) };
  });
  return { origin, size: Number(size), root: hexOf(root), text, signatures };
}

/** Whether a log has signed a checkpoint; null where this browser has no Ed25519. @param {Checkpoint} checkpoint @param {string} key NAME+ID+KEY @returns {Promise<boolean|null>} */
export async function signed(checkpoint, key) {
  const [name, id, ...rest] = key.split("+");
  const written = rest.join("+"); // base64 may have a plus of its own
  const mine = checkpoint.signatures.find((each) => each.name === name && each.id === id);
  if (!mine || checkpoint.origin !== name) return false;
  if (!globalThis.crypto?.subtle) return null;
  const raw = /** @type {BufferSource} */ (fromBase64(written).slice(1));
  let known;
  try {
    known = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
  } catch {
    return null;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, known, /** @type {BufferSource} */ (mine.bytes), /** @type {BufferSource} */ (bytesOf(checkpoint.text)));
}

/** @param {string} left @param {string} right hexadecimal */
const nodeHash = (left, right) => sha256(fromHex(`01${left}${right}`));

/** @param {string} entry */
const leafHash = (entry) => sha256(fromHex(`00${toHex(bytesOf(entry))}`));

/** Whether a leaf is the one of that number in a tree (RFC 9162, 2.1.3.2). @param {string} leaf @param {number} index @param {number} size @param {string} root @param {string[]} proof hexadecimal */
async function included(leaf, index, size, root, proof) {
  if (!(index >= 0 && index < size)) return false;
  let [number, last, found] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return false;
    if (number % 2 || number === last) {
      found = await nodeHash(other, found);
      while (number % 2 === 0 && number) [number, last] = [Math.floor(number / 2), Math.floor(last / 2)];
    } else found = await nodeHash(found, other);
    [number, last] = [Math.floor(number / 2), Math.floor(last / 2)];
  }
  return last === 0 && found === root;
}

/** Whether the tree of one root is the beginning of that of another (RFC 9162, 2.1.4.2). @param {number} old @param {string} oldRoot @param {number} now @param {string} root @param {string[]} proof */
async function extended(old, oldRoot, now, root, proof) {
  if (!(old >= 0 && old <= now)) return false;
  if (old === 0 && now > 0) return oldRoot === (await sha256(new Uint8Array())) && proof.length === 0;
  if (old === now) return oldRoot === root && proof.length === 0;
  let [number, last] = [old - 1, now - 1];
  while (number % 2) [number, last] = [Math.floor(number / 2), Math.floor(last / 2)];
  const hashes = Number.isInteger(Math.log2(old)) ? [oldRoot, ...proof] : proof;
  if (!hashes.length) return false;
  let [before, after] = [hashes[0], hashes[0]];
  for (const other of hashes.slice(1)) {
    if (last === 0) return false;
    if (number % 2 || number === last) {
      [before, after] = [await nodeHash(other, before), await nodeHash(other, after)];
      while (number % 2 === 0 && number) [number, last] = [Math.floor(number / 2), Math.floor(last / 2)];
    } else after = await nodeHash(after, other);
    [number, last] = [Math.floor(number / 2), Math.floor(last / 2)];
  }
  return last === 0 && before === oldRoot && after === root;
}

/** What this browser kept. @returns {Kept|null} */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Kept} what */
function keep(what) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing sees each checkpoint for the first time.
  }
}

/** Go on with the log as it is called now; what was seen of the one before is forgotten here. @param {Look} look */
export async function goOn(look) {
  const { key, checkpoint } = await get("/api/log");
  if (readCheckpoint(checkpoint).origin === look.origin) keep({ key, checkpoint, at: Date.now() });
}

/** One look after the other: a page that asks twice at once must not keep the older answer. @type {Promise<unknown>} */
let turn = Promise.resolve();

/** Hold what the house shows now against what this browser kept. @returns {Promise<Look>} */
export function look() {
  const next = turn.then(async () => {
    const before = kept();
    const { key, checkpoint, epochs } = await get("/api/log");
    return held(before, checkpoint, key, epochs);
  });
  turn = next.catch(() => undefined);
  return next;
}

/**
 * @param {Kept|null} before what was kept when the house was asked: an answer need only extend that. Another tab may have kept a newer one since
 * @param {string} text a checkpoint of the house @param {string} key @param {any[]} [epochs] @returns {Promise<Look>}
 */
async function held(before, text, key, epochs = []) {
  const now = readCheckpoint(text);
  const old = before ? readCheckpoint(before.checkpoint) : null;
  /** @type {Look} */
  const report = { found: "first", signed: null, before: old?.size ?? 0, now: now.size, origin: now.origin, kept: before?.checkpoint ?? "", shown: text, epochs, since: before?.at ?? 0 };
  if (before?.trouble && CONVICTS.includes(before.trouble.found) && old?.origin === now.origin) return { ...report, found: before.trouble.found, shown: before.trouble.checkpoint };
  if (old && before && old.origin !== now.origin) return { ...report, found: "renamed" };
  report.signed = await signed(now, before?.key ?? key);
  if (report.signed === false) return { ...report, found: "unsigned" };
  if (old && before) report.found = await compared(old, now);
  const since = kept();
  const newer = since ? readCheckpoint(since.checkpoint) : now;
  if (holds(report) && newer.origin === now.origin && newer.size > now.size) {
    report.found = await compared(now, newer);
    if (report.found === "grown") return report;
  }
  if (CONVICTS.includes(report.found) && before) keep({ ...(since ?? before), trouble: { found: report.found, checkpoint: text, at: Date.now() } });
  if (holds(report)) keep({ key: before?.key ?? key, checkpoint: text, at: Date.now() });
  return report;
}

/** @param {Checkpoint} old @param {Checkpoint} now @returns {Promise<Found>} */
async function compared(old, now) {
  if (now.size === old.size) return now.root === old.root ? "same" : "forked";
  if (now.size < old.size) return "truncated";
  const { hashes } = await get(`/api/log/consistency?old=${old.size}&new=${now.size}`).catch((error) => {
    if (error.status === 404) return { hashes: null };
    throw error;
  });
  if (!hashes) return "unproved";
  return (await extended(old.size, old.root, now.size, now.root, hashes.map(hexOf))) ? "grown" : "rewritten";
}

/**
 * Whether the commitment of a shoe is in the log, and in one that extends what this browser kept.
 * @param {string} table @param {number} shoe @param {string} commitment
 * @returns {Promise<{inside: boolean, leaf: number, look: Look}>}
 */
export function commitmentIn(table, shoe, commitment) {
  const next = turn.then(async () => {
    const before = kept();
    const { key, epochs } = await get("/api/log");
    const { leaf, entry, hashes, checkpoint } = await get(`/api/log/inclusion?table=${encodeURIComponent(table)}&shoe=${shoe}`).catch((error) => {
      if (error.status === 404) return get("/api/log").then((told) => ({ leaf: -1, entry: "{}", hashes: [], checkpoint: told.checkpoint }));
      throw error;
    });
    const found = JSON.parse(entry);
    const mine = found.log === `table/${table}` && found.shoe === shoe && found.commitment === commitment;
    const { size, root } = readCheckpoint(checkpoint);
    const inside = mine && (await included(await leafHash(entry), leaf, size, root, hashes.map(hexOf)));
    return { inside, leaf, look: await held(before, checkpoint, key, epochs) };
  });
  turn = next.catch(() => undefined);
  return next;
}

/** Whether the house shows what it showed before, or more. @param {Look} report */
export const holds = (report) => ["first", "same", "grown"].includes(report.found);
