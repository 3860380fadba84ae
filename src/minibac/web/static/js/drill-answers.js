/** What somebody types in answer to a drill, in one written form: the house reads it in the same way. No answer is known here. */

/**
 * @typedef {import("./voice.js").Said} Said
 * @typedef {{kind: string, count: number, keys: Record<string, Said>, hint: Said}} AnswerForm
 * @typedef {{seat: number, wager: string, stake_cents: number, outcome: string, done_said: Said, told_said: Said}} PictureRow
 * @typedef {{player: string[], banker: string[], call_said: Said, told_said: Said, rows: PictureRow[]}} TablePicture
 * @typedef {{number: number, level: number, question: Said, options: {key: string, says: Said}[], form: AnswerForm, figure: TablePicture|null,
 *   answers?: string[], why?: Said, clauses?: string[], judged?: boolean}} DrillItem
 * @typedef {{number: number, answer: string, right: boolean, answers: string[], why: Said, clauses: string[]}} Marked
 */

const AMOUNT = /^([+-]?)\$?(\d{1,12}(?:\.\d{1,2})?|\.\d{1,2})$/;
const HEAP = /^(\d{1,6})[x*×]\$?(\d{1,6}(?:\.\d{1,2})?|\.\d{1,2})$/i;

/** @param {string} text */
const apart = (text) => text.split(/[\s;]+/).filter(Boolean);
/** @param {string} amount */
const cents = (amount) => Math.round(Number(amount) * 100);
/** Words that can all be read, in a row; nothing where one cannot, or where they are too few or too many. @param {(string|null)[]} words @param {number} count */
const row = (words, count) => (words.length === count && words.every((word) => word !== null) ? words.join(" ") : null);

/** @type {Record<string, (form: AnswerForm, text: string) => string|null>} */
const READ = {
  number: (form, text) => row(apart(text).map((word) => (/^\d{1,12}$/.test(word) ? String(Number(word)) : null)), form.count),
  money: (form, text) => row(apart(text).map(money), form.count),
  chips: (_, text) => heap(apart(text.replaceAll(",", " "))),
  words: (_, text) => text.toLowerCase().replaceAll(/['’]/g, "").replaceAll(/[^\p{L}\p{N}_]+/gu, " ").trim() || null,
  cards: (_, text) => {
    const cards = apart(text.replaceAll(",", " ")).map((word) => /^(10|[2-9atjqk])([shdc])$/i.exec(word));
    return cards.length && cards.every(Boolean) ? cards.map((card) => `${card?.[1].toUpperCase().replace("10", "T")}${card?.[2].toLowerCase()}`).join(" ") : null;
  },
  key: (form, text) => (text.trim().toLowerCase() in form.keys ? text.trim().toLowerCase() : null),
  letter: (form, text) => (/^[a-z]$/i.test(text.trim()) && place(text.trim()) < form.count ? text.trim().toLowerCase() : null),
  order: (form, text) => {
    const words = /^\d+$/.test(text.trim()) ? [...text.trim()] : apart(text.replaceAll(",", " "));
    const all = Array.from({ length: form.count }, (_, index) => String(index + 1));
    return [...words].sort().join() === [...all].sort().join() ? words.join(" ") : null;
  },
};

/** @param {string} letter */
const place = (letter) => letter.toLowerCase().charCodeAt(0) - "a".charCodeAt(0);

/** @param {string} word */
function money(word) {
  const read = AMOUNT.exec(word.replaceAll(",", ""));
  if (!read) return null;
  const sum = cents(read[2]) * (read[1] === "-" ? -1 : 1);
  return (sum / 100).toFixed(2);
}

/** @param {string[]} words */
function heap(words) {
  /** @type {Map<number, number>} */
  const chips = new Map();
  for (const word of words) {
    const read = HEAP.exec(word);
    if (!read) return null;
    chips.set(cents(read[2]), (chips.get(cents(read[2])) ?? 0) + Number(read[1]));
  }
  const told = [...chips].filter(([, number]) => number).sort(([one], [other]) => other - one);
  return told.map(([value, number]) => `${number}x${(value / 100).toFixed(2).replace(".00", "")}`).join(" ") || null;
}

/** The one written form of what was typed, or nothing where it is no answer of that form. @param {AnswerForm} form @param {string} text */
export const written = (form, text) => READ[form.kind](form, text);

/** Whether one key is the whole answer. @param {AnswerForm} form */
export const byOneKey = (form) => form.kind === "key" || form.kind === "letter";
