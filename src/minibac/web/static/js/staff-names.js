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
  compliance: "compliance",
  admin: "administrator",
  instructor: "instructor",
  assessor: "assessor",
  trainee: "trainee",
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


/** Automatic people, whose names are words. */
export const AUTOMATIC = words({
  "automatic accounting": "automatic accounting",
  "automatic cage": "automatic cage",
  "automatic second cashier": "automatic second cashier",
  "automatic pit boss": "automatic pit boss",
  "automatic pit clerk": "automatic pit clerk",
  "automatic shift manager": "automatic shift manager",
});
