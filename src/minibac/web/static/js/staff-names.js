/** What the pages of the staff call roles, papers, moves, reports and weights. */

import { words } from "./voice.js";

export const DUTIES = words({
  dealer: "dealer",
  floorperson: "floorperson",
  "pit-boss": "pit boss",
  "shift-manager": "shift manager",
  "pit-clerk": "pit clerk",
  surveillance: "surveillance",
  accounting: "accounting",
  cage: "cage",
  "count-team": "count team",
  security: "security",
  admin: "administrator",
  guest: "guest",
  house: "house",
  patron: "patron",
  supervisor: "supervisor",
});

export const PAPERS = words({
  complimentary: "Complimentary Vigorish Form",
  uncollected: "Uncollected Vigorish Form",
  recovery: "Vigorish Recovery Form",
  fill: "Fill slip",
  credit: "Credit slip",
});

export const MOVES = words({
  collect: "Take",
  pay: "Pay",
  return: "Return",
  add: "Add",
  mark: "Mark vigorish",
  vigorish: "Take vigorish",
});

export const SEVERITIES = words({
  low: "low",
  medium: "medium",
  high: "high",
});

export const REPORTS = words({
  "third-card-to-player": "A third card went to the Player’s Hand in error",
  "third-card-to-banker": "A third card went to the Banker’s Hand in error",
  "card-in-error": "A card was drawn in error",
  "burn-too-many": "Too many cards were burned",
  "face-up-in-shoe": "A card lies face up in the shoe",
  "wrong-hand": "A card went to the wrong hand",
  "card-exposed": "A card turned over in dealing",
  "too-few-cards": "The shoe cannot complete the round",
  "wager-touched": "A guest touched a wager after the call",
  "card-handled": "A guest handled the cards",
  "house-money-touched": "A guest touched House Money",
  "card-misused": "A card was put to another use",
  "omitted-card": "A third card was left out",
  "foreign-back": "A card has a foreign back",
  uncollected: "Vigorish cannot be collected",
  "cash-overdue": "The cash of a spoken wager is overdue",
  "order-lost": "The order of the shoe is lost",
  other: "The floor is called",
});
