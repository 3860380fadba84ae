/** The steps of a dealer: what each is called, the key that makes it, and the command it sends. */

import { has, t, wagerName } from "../i18n.js";
import { settings } from "../settings.js";

/** @typedef {{label: string, clauses: string[], role?: string, command: Record<string, any>}} Step */
/** @typedef {import("../store.js").TableStore} TableStore */

/**
 * A step in words: the house's own, or told again in the chosen language.
 * @param {Step} step
 */
export function stepLabel(step) {
  if (settings.language === "en" && step.label) return step.label;
  const { command: kind, ...facts } = step.command;
  const hand = facts.hand ? t(`hand.${facts.hand}`) : "";
  const first = facts.actions?.[0];
  if (first) return t("do.move", { move: t(`move.${first[0]}`), wager: wagerName(first[2]), seat: first[1] });
  return t(`do.${kind}`, { ...facts, hand, reason: has(`why.${facts.reason}`) ? t(`why.${facts.reason}`) : facts.reason, step: t(`step.${facts.step}`), do: t(`remedy.${facts.do}`) });
}

/**
 * Every step of a round that a dealer makes by hand, right or wrong: the table says which clause a wrong one breaks.
 * @type {readonly {id: string, key: string, ask?: "count"|"result", make?: (store: TableStore) => Record<string, any>}[]}
 */
export const BY_HAND = [
  { id: "no-more-bets", key: "n", make: () => ({ command: "CallNoMoreBets" }) },
  { id: "deal-player", key: "p", make: () => ({ command: "DealCard", hand: "player" }) },
  { id: "deal-banker", key: "b", make: () => ({ command: "DealCard", hand: "banker" }) },
  { id: "tuck", key: "t", make: () => ({ command: "TuckBanker" }) },
  { id: "turn-player", key: "q", make: () => ({ command: "TurnCards", hand: "player" }) },
  { id: "turn-banker", key: "w", make: () => ({ command: "TurnCards", hand: "banker" }) },
  { id: "hand-player", key: "g", make: (store) => ({ command: "HandCards", hand: "player", seat: holder(store, "player") }) },
  { id: "hand-banker", key: "j", make: (store) => ({ command: "HandCards", hand: "banker", seat: holder(store, "banker") }) },
  { id: "count", key: "c", ask: "count" },
  { id: "result", key: "r", ask: "result" },
  { id: "rack", key: "d", make: () => ({ command: "RackCards" }) },
  { id: "last-hand", key: "l", make: () => ({ command: "CallLastHand" }) },
  { id: "burn", key: "u", make: () => ({ command: "BurnCards" }) },
  { id: "end-shoe", key: "e", make: () => ({ command: "EndShoe" }) },
];

/** @param {TableStore} store @param {string} hand */
const holder = (store, hand) => store.seen.coup?.holders?.[hand] || 1;

/** The keys of the console, for its help. */
export const KEYS = [
  [["Space", "Enter"], "next"],
  [["A"], "all"],
  [["1", "…", "9"], "at-hand"],
  ...BY_HAND.map(({ id, key }) => [[key.toUpperCase()], id]),
  [["I"], "irregular"],
  [["F"], "floor"],
  [["M"], "marker"],
  [["O"], "duty"],
  [["K"], "lock"],
  [["H", "?"], "help"],
];
