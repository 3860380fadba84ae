/** 荷官步骤的中文。 A step of a dealer in Chinese. */

import { wager, word } from "./zh-names.js";

/** @param {{command: Record<string, any>}} step */
export function tellStep({ command: { command: kind, ...facts } }) {
  const fill = (/** @type {string} */ text, /** @type {Record<string, any>} */ facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
  const first = facts.actions?.[0];
  if (first) return fill(word("do.move"), { move: word(`move.${first[0]}`), wager: wager(first[2]), seat: first[1] });
  return fill(word(`do.${kind}`), { ...facts, hand: word(`hand.${facts.hand}`), reason: word(`why.${facts.reason}`) || facts.reason, step: word(`step.${facts.step}`), do: word(`remedy.${facts.do}`) });
}
