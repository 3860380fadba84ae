/** What stands on the felt and in the talk of a table, by the ids of the house: hands, wagers, cards, phases. */

import { named, t, words } from "./voice.js";

/** The rulebooks, by their ids. */
export const RULEBOOKS = words({
  "section-42": "Section 42",
  massachusetts: "Massachusetts",
  seminole: "Seminole",
  seneca: "Seneca",
});

export const HANDS = words({
  player: "Player",
  banker: "Banker",
});

export const WAGERS = words({
  player: "Player",
  banker: "Banker",
  tie: "Tie",
  "dragon-bonus-player": "Dragon Bonus Player",
  "dragon-bonus-banker": "Dragon Bonus Banker",
  "dragon-7": "Dragon 7",
  "panda-8": "Panda 8",
  "player-pair": "Player Pair",
  "banker-pair": "Banker Pair",
  "house-money": "House Money",
});

/** A card in words, for those who hear the page: "ten of diamonds". @param {string} card */
export const cardName = (card) => t("{rank} of {suit}", { rank: named(RANKS, card[0]), suit: named(SUITS, card[1]) });

export const RANKS = words({
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
});

export const SUITS = words({
  s: "spades",
  h: "hearts",
  d: "diamonds",
  c: "clubs",
});

export const PHASES = words({
  opening: "opening",
  shuffle: "shuffle",
  shares: "the guests’ shares are sealed",
  commit: "sealing the order",
  mixing: "the guests’ shares are mixed in",
  "cut-offer": "the cut is offered",
  cut: "the cut",
  "cut-done": "the cut",
  completed: "loading the shoe",
  loaded: "burning",
  betting: "wagers are open",
  dealing: "dealing",
  turning: "turning the cards",
  "house-money": "House Money",
  drawing: "third cards",
  result: "the result",
  settling: "taking and paying",
  racking: "clearing the cards",
  between: "between rounds",
  "shoe-over": "the shoe is over",
  dead: "no gaming activity",
  closed: "closed",
});

export const ROADS = words({
  bead: "Bead plate",
  big: "Big road",
  big_eye_boy: "Big eye boy",
  small_road: "Small road",
  cockroach_pig: "Cockroach pig",
});

export const OUTCOMES = words({
  win: "wins",
  lose: "loses",
  push: "returned",
});

export const REASONS = words({
  nobody: "You are not signed in any more.",
  "not-yours": "This part of the table is not yours.",
  "no-table": "There is no such table. It may have been closed.",
});
