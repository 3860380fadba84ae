/** What the options of a rulebook are called, and their values. */

import { named, spoken, t, translated, words } from "./voice.js";

export const SWITCH = words({
  on: "on",
  off: "off",
});

export const OPTIONS = words({
  shuffler: "Shuffler",
  decks: "Decks",
  seats: "Seats",
  vigorish_type: "Kind of vigorish",
  vigorish_rate: "Rate of vigorish",
  vigorish_rounding: "Rounding of vigorish",
  vigorish_rounded_at: "When vigorish is rounded",
  vigorish_collection: "Collection of vigorish",
  tie_odds: "Tie pays",
  dragon_bonus: "Dragon Bonus",
  dragon_bonus_paytable: "Dragon Bonus paytable",
  house_money: "House Money",
  house_money_add: "How much House Money is added",
  house_money_on_void: "House Money in a void round",
  deal_mode: "How cards are dealt",
  settlement_order: "Order of settlement",
  finish: "End of the shuffle",
  reshuffle_after_lace: "Shuffle again after lacing",
  cut_card_depth: "Depth of the cut card",
  recut_by: "Who cuts again",
  dead_table_face: "Cards of an idle table",
  match_play: "Match play coupons",
  match_play_on: "Match play is accepted on",
  verbal_wagers: "Spoken wagers",
  disclosed_third_card: "A third card shown by mistake",
  wagers_before_simulated: "Wagers before a simulated round",
  decks_received: "Decks are received",
  dragon_7_notice: "Where Dragon 7 is explained",
});

export const OPTION_VALUES = words({
  "settlement_order.i": "order|i",
  "settlement_order.ii": "order|ii",
  "settlement_order.iii": "order|iii",
  "settlement_order.iv": "order|iv",
  "house_money_add.all": "add|all",
  "vigorish_type.win": "vigorish on a win",
  "vigorish_type.tie-25": "vigorish on a tie",
  "vigorish_type.none-banker-6": "no vigorish, a smaller win",
  "vigorish_type.ez": "EZ, no vigorish",
  "deal_mode.face-up": "dealt face up",
  "deal_mode.tucked": "dealt face down",
  "deal_mode.handed": "guests turn the cards",
  "vigorish_collection.at-payout": "at the payout",
  "vigorish_collection.deferred": "marked, collected later",
  "shuffler.manual": "by hand",
  "shuffler.automatic": "automatic shuffler",
  "shuffler.continuous": "continuous shuffler",
  "vigorish_rounding.none": "rounding|none",
  "vigorish_rounding.up-to-5c": "up to 5¢",
  "vigorish_rounding.up-to-25c": "up to 25¢",
  "finish.feather": "feathered",
  "finish.lace": "laced",
  "recut_by.next": "the next guest",
  "recut_by.same": "the same guest",
  "dead_table_face.up": "face up",
  "dead_table_face.down": "face down",
  "match_play_on.player,banker": "Player and Banker",
  "match_play_on.player": "Player",
  "match_play_on.banker": "Banker",
  "wagers_before_simulated.frozen": "stand",
  "wagers_before_simulated.may-withdraw": "may be taken back",
  "decks_received.plain": "as they come",
  "decks_received.preinspected-preshuffled": "inspected and shuffled before",
  "reshuffle_after_lace.none": "no",
  "reshuffle_after_lace.part": "part",
  "reshuffle_after_lace.all": "all",
  "vigorish_rounded_at.mark": "when it is marked",
  "vigorish_rounded_at.collection": "when it is collected",
  "house_money_on_void.reverse": "taken back",
  "house_money_on_void.stands": "stands",
  "dragon_7_notice.layout": "on the layout",
  "dragon_7_notice.sign": "on the sign",
});

/** The name of an option. @param {string} name */
export const optionName = (name) => named(OPTIONS, name);

/** A value of an option in words. @param {string} name @param {string} value */
export function valueWords(name, value) {
  const known = OPTION_VALUES[`${name}.${value}`];
  return known ? t(known) : SWITCH[value] ? t(SWITCH[value]) : value;
}

/** A legal value in words: one of a list, or what else may be written. @param {{name: string, values: string[], said: import("./voice.js").Said|null}} choice @param {string} value */
export const legalWords = (choice, value) => (choice.said && value === choice.values.at(-1) ? spoken(choice.said) : valueName(choice.name, value));

/** A value of an option as it is typed, or in words where the page is not in English. @param {string} name @param {string} value */
export const valueName = (name, value) => (translated() ? valueWords(name, value) : value);
