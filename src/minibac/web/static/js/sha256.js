/** SHA-256, by the browser where it offers it, and in plain steps where the page came over plain http (FIPS 180-4). */

const ROOTS = new Uint32Array(64);
const START = new Uint32Array(8);

/** The first 32 bits of the fractional parts of roots of the first primes. */
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (/** @type {number} */ value) => Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;
  primes.forEach((prime, i) => {
    ROOTS[i] = part(Math.cbrt(prime));
    if (i < 8) START[i] = part(Math.sqrt(prime));
  });
}

/** @param {Uint8Array} bytes @returns {string} */
export function sha256Plain(bytes) {
  if (!ROOTS[0]) constants();
  const length = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(length * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  data.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const hash = START.slice();
  const w = new Uint32Array(64);
  const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = data.getUint32(block + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROOTS[i] + w[i]) >>> 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] += value));
  }
  return Array.from(hash, (value) => value.toString(16).padStart(8, "0")).join("");
}

/** @param {Uint8Array} bytes @returns {Promise<string>} in hexadecimal */
export async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return sha256Plain(bytes);
  const found = await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes));
  return Array.from(new Uint8Array(found), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes behind hexadecimal digits; anything else is an error, never a guess. @param {string} hex */
export function fromHex(hex) {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError("not hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
