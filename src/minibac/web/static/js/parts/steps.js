/** The steps of a dealer: what each is called, the key that makes it, and the command it sends. */

/** @typedef {{label: string, said: import("../types.js").Said, clauses: string[], role?: string, asks?: string[], says?: import("../types.js").Said, name?: string, seat?: number, command: Record<string, any>}} Step */
/** @typedef {import("../store.js").TableStore} TableStore */

/**
 * Every step of a round that a dealer makes by hand. The table says which it would take now; for practice each can be tried,
 * and the table says which clause a wrong one breaks.
 * @type {readonly {id: string, key: string, words: string, ask?: "CallCount"|"CallResult", make?: (store: TableStore) => Record<string, any>}[]}
 */
export const BY_HAND = [
  { id: "no-more-bets", key: "n", words: "No more bets", make: () => ({ command: "CallNoMoreBets" }) },
  { id: "deal-player", key: "p", words: "Card to Player", make: () => ({ command: "DealCard", hand: "player" }) },
  { id: "deal-banker", key: "b", words: "Card to Banker", make: () => ({ command: "DealCard", hand: "banker" }) },
  { id: "tuck", key: "t", words: "Tuck Banker", make: () => ({ command: "TuckBanker" }) },
  { id: "turn-player", key: "q", words: "Turn Player", make: () => ({ command: "TurnCards", hand: "player" }) },
  { id: "turn-banker", key: "w", words: "Turn Banker", make: () => ({ command: "TurnCards", hand: "banker" }) },
  { id: "hand-player", key: "g", words: "Hand out Player", make: (store) => ({ command: "HandCards", hand: "player", seat: holder(store, "player") }) },
  { id: "hand-banker", key: "j", words: "Hand out Banker", make: (store) => ({ command: "HandCards", hand: "banker", seat: holder(store, "banker") }) },
  { id: "count", key: "c", words: "Call a count", ask: "CallCount" },
  { id: "result", key: "r", words: "Call the result", ask: "CallResult" },
  { id: "rack", key: "d", words: "Discard rack", make: () => ({ command: "RackCards" }) },
  { id: "last-hand", key: "l", words: "Last hand", make: () => ({ command: "CallLastHand" }) },
  { id: "burn", key: "u", words: "Burn", make: () => ({ command: "BurnCards" }) },
  { id: "end-shoe", key: "e", words: "End the shoe", make: () => ({ command: "EndShoe" }) },
];

/** @param {TableStore} store @param {string} hand */
const holder = (store, hand) => store.seen.coup?.holders?.[hand] || 1;

/** The keys of the console, for its help. */
export const KEYS = [
  { keys: ["Space", "Enter"], words: "the next right step" },
  { keys: ["A"], words: "all moves of the settlement that are left" },
  { keys: ["S", "←", "→", "↑", "↓", "Esc"], words: "choose a stack on the felt, or none any more" },
  { keys: ["1", "…", "9", "Backspace"], words: "a chip from the float beside the chosen stack, and the last one back" },
  { keys: ["X"], words: "take the chosen stack" },
  { keys: ["Y"], words: "pay the chosen stack with the chips beside it" },
  { keys: ["Z"], words: "give the chosen stack back" },
  { keys: ["V"], words: "take vigorish of the chips beside the stack, or mark it" },
  { keys: ["1", "…", "9"], words: "the steps at hand, by their number" },
  ...BY_HAND.map(({ key, words }) => ({ keys: [key.toUpperCase()], words })),
  { keys: ["I"], words: "report an irregularity" },
  { keys: ["F"], words: "call the floor" },
  { keys: ["M"], words: "collect the next marker button" },
  { keys: ["O"], words: "take over the table, or give it back" },
  { keys: ["K"], words: "lock this console" },
  { keys: ["H", "?"], words: "these keys" },
];

/** Whether a dealer may make a step now, as the table says. @param {typeof BY_HAND[number]} step @param {TableStore} store */
export function mayMake(step, store) {
  const { practice, by_hand: taken } = /** @type {{practice?: boolean, by_hand?: string[]}} */ (store.yours);
  if (practice) return true;
  const { command, hand = "" } = step.make?.(store) ?? { command: step.ask };
  return Boolean(taken?.some((one) => one === `${command} ${hand}`.trim() || (step.ask && one.startsWith(`${command} `))));
}
