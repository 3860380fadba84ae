/** What the pages of the staff call exceptions, refusals, accounts, causes and places; what happens is said by the house. */

import { RULEBOOKS } from "./names.js";
import { optionName, valueName } from "./option-names.js";
import { typed } from "./reading.js";
import { DUTIES } from "./staff-names.js";
import { called, named, row, t, translated, words } from "./voice.js";

/** Kinds of exceptions. */
const EXCEPTIONS = words({
  "late-wager": "late wager",
  "excluded-person": "excluded person",
  "dealer-error": "dealer error",
  "void-round": "void round",
  "payment-corrected": "payment corrected",
  "round-reconstructed": "round reconstructed",
  "re-cut": "re cut",
  "decks-rejected": "decks rejected",
  "vigorish-not-collected": "vigorish not collected",
  "unmatched-number": "unmatched number",
  "missing-original": "missing original",
  "missing-duplicate": "missing duplicate",
  "missing-triplicate": "missing triplicate",
  "repeated-original": "repeated original",
  "repeated-duplicate": "repeated duplicate",
  "repeated-triplicate": "repeated triplicate",
  "differing-copy": "differing copy",
  "void-in-drop-box": "void in drop box",
  "other-drop-box": "other drop box",
  "missing-number": "missing number",
  "repeated-number": "repeated number",
  "count-discrepancy": "count discrepancy",
  "tray-differs": "tray differs",
  "drop-discrepancy": "drop discrepancy",
  "counts-differ": "counts differ",
  "number-twice": "number printed twice",
  "unsigned-form": "unsigned form",
  "comp-not-posted": "comp not posted",
  "cleared-without-form": "cleared without form",
  "released-not-cleared": "released not cleared",
  "owed-at-close": "owed at close",
  "win-differs": "win differs",
  unexplained: "unexplained",
  "late-notice": "late notice",
  "outside-day": "outside day",
  "ledger-fault": "ledger fault",
  correction: "correction",
  "void-form": "void form",
  "day-reopened": "a day opened again",
});

/** What should not have happened, as the table calls it. */
const INCIDENTS = words({
  "third-card-to-player": "incident|third card to player",
  "third-card-to-banker": "incident|third card to banker",
  "card-in-error": "incident|card in error",
  "burn-too-many": "incident|burn too many",
  "face-up-in-shoe": "incident|face up in shoe",
  "wrong-hand": "incident|wrong hand",
  "exposed-in-dealing": "incident|exposed in dealing",
  "card-exposed": "incident|card exposed",
  "too-few-cards": "incident|too few cards",
  "wager-touched": "incident|wager touched",
  "card-handled": "incident|card handled",
  "house-money-touched": "incident|house money touched",
  "card-misused": "incident|card misused",
  "omitted-card": "incident|omitted card",
  "foreign-back": "incident|foreign back",
  uncollected: "incident|uncollected",
  "cash-overdue": "incident|cash overdue",
  "order-lost": "incident|order lost",
  unfinishable: "incident|unfinishable",
  other: "incident|a call to the floor",
});

/** Why something was refused, in a word or two. */
const CODES = words({
  "unknown-option": "unknown option",
  "idle-option": "idle option",
  "illegal-value": "illegal value",
  "missing-choice": "missing choice",
  "missing-reference": "missing reference",
  "illegal-equipment": "illegal equipment",
  "illegal-layout": "illegal layout",
  "per-seat": "per seat",
  "house-file": "house file",
  "not-offered": "code|not offered",
  "no-such-seat": "no such seat",
  "bad-stake": "bad stake",
  "split-cent": "split cent",
  "above-maximum": "above maximum",
  "below-minimum": "below minimum",
  coupon: "coupon",
  addition: "addition",
  "not-now": "not now",
  "not-yours": "not yours",
  "step-missing": "step missing",
  "wrong-step": "wrong step",
  "betting-closed": "betting closed",
  "seat-taken": "seat taken",
  "not-seated": "not seated",
  "not-eligible": "not eligible",
  "not-enough-chips": "not enough chips",
  "tray-closed": "the tray is closed",
  "tray-short": "the tray lacks chips",
  "vigorish-owed": "vigorish owed",
  "nothing-owed": "nothing owed",
  "wrong-holder": "wrong holder",
  "cut-out-of-turn": "cut out of turn",
  "recut-too-late": "recut too late",
  "decks-too-old": "decks too old",
  "wrong-batch": "wrong batch",
  "incident-open": "incident open",
  "no-reason": "no reason",
  "unknown-report": "unknown report",
  "wrong-value": "wrong value",
  "wrong-count": "wrong count",
  "wrong-hand": "wrong hand",
  "wrong-result": "wrong result",
  "wrong-payment": "wrong payment",
  "wrong-order": "wrong order",
  "wrong-cut": "wrong cut",
  "wrong-burn": "wrong burn",
  "wrong-card": "wrong card",
  "too-few-cards": "code|too few cards",
  "not-found": "not found",
  "no-notice": "no notice",
  "too-early": "too early",
  "differs-from-pit": "differs from pit",
  "wrong-serial": "wrong serial",
  "wrong-signature": "wrong signature",
  "incomplete-form": "incomplete form",
  custody: "custody",
  "one-copy": "one copy",
  "day-not-open": "day not open",
  "still-open": "code|still open",
  "duties-conflict": "duties conflict",
  wrong: "wrong",
  unreachable: "unreachable",
});

/** Accounts of the ledger. */
const ACCOUNTS = words({
  chips: "chips",
  owed: "owed",
  layout: "layout",
  tray: "tray",
  vigorish: "vigorish",
  comps: "comps",
  "drop-box": "drop box",
  cage: "cage",
  mint: "mint",
  wallet: "wallet",
  corrections: "corrections",
  training: "training",
});

/** Why something moved. */
const CAUSES = words({
  "buy-in": "buy in",
  wager: "wager",
  cash: "cash",
  collect: "collect",
  pay: "pay",
  add: "add",
  return: "return",
  vigorish: "cause|vigorish",
  mark: "mark",
  void: "void",
  "collect-vigorish": "collect vigorish",
  "clear-vigorish": "clear vigorish",
  correct: "correct",
  move: "move",
  leave: "leave",
  opener: "opener",
  fill: "fill",
  credit: "credit",
  drop: "drop",
  "post-complimentary": "post complimentary",
  "recover-vigorish": "recover vigorish",
  correction: "correction",
  grant: "grant",
  transfer: "transfer",
});

/** How far a form has got. */
const STATUSES = words({
  void: "form|void",
  recorded: "recorded",
  completed: "completed",
  compared: "compared",
  released: "released",
  dropped: "dropped",
  signed: "signed",
  prepared: "prepared",
});

/** What a role may do. */
const FUNCTIONS = words({
  "take a seat": "take a seat",
  wager: "wager",
  cut: "cut",
  "turn handed cards": "turn handed cards",
  deal: "deal",
  call: "call",
  settle: "settle",
  "report irregularities": "report irregularities",
  "check decks": "check decks",
  "resolve incidents": "resolve incidents",
  "correct payments": "correct payments",
  "order shuffles": "order shuffles",
  "sign forms": "sign forms",
  "give notices": "give notices",
  "approve corrections": "approve corrections",
  "prepare forms": "prepare forms",
  "keep forms": "keep forms",
  "read everything but undealt cards": "read everything but undealt cards",
  "receive notices": "receive notices",
  "read the books": "read the books",
  "match forms": "match forms",
  "close days": "close days",
  "prepare fills and credits": "prepare fills and credits",
  "count drop boxes": "count drop boxes",
  "redeem chips": "redeem chips",
  "remove drop boxes": "remove drop boxes",
  "keep the exclusion lists": "keep the exclusion lists",
  invite: "invite",
  "grant and take roles": "grant and take roles",
  "disable accounts": "disable accounts",
  "open classes": "open classes",
  "note hours and attempts": "note hours and attempts",
  "sign off competencies": "sign off competencies",
  drill: "drill",
  "read the own record": "read the own record",
});

/** What kind of exception it is. @param {string} kind */
export function exceptionKind(kind) {
  if (kind.startsWith("refused-")) return t("refused: {why}", { why: named(CODES, kind.slice("refused-".length)) });
  return named(EXCEPTIONS[kind] ? EXCEPTIONS : INCIDENTS, kind);
}

/** What people did or were in an exception, or on a paper. */
const PARTS = words({
  by: "by",
  counted: "counted",
  attested: "attested",
  again: "counted again",
  removed: "took the box",
  proposed: "asked for it",
  approved: "let it through",
  held: "keeps the copies",
  given: "gave notice",
  scheduled: "set the time",
  calling: "duty|calling",
  wagers: "duty|wagers",
  floor: "duty|floor",
  pit: "duty|pit",
  shift: "duty|shift",
  "signed 1": "signed",
  "signed 2": "signed",
});

/** A person by name, with the number for the record. @param {Record<string, string>|undefined} names @param {string} id */
export const inFull = (names, id) => called(id, names?.[id]);

/** The people an exception names, each with what they did or were. @param {any} row */
export function peopleOf(row) {
  const told = Object.entries(row.staff ?? {}).filter(([, id]) => id);
  return told.map(([part, id]) => `${named(PARTS[part] ? PARTS : DUTIES, part)}: ${inFull(row.names, String(id))}`).join(" · ");
}

/** @param {string} name */
export const causeName = (name) => named(CAUSES, name);

/** @param {string} word */
export const statusName = (word) => named(STATUSES, word);

/** @param {string} text */
export const functionName = (text) => named(FUNCTIONS, text);

/** An account, as the ledger writes it, or in words: `table/ma-1/tray`, `seat/3/chips`. @param {string} name */
export function accountName(name) {
  if (!translated()) return name;
  const parts = name.split("/");
  const account = named(ACCOUNTS, parts[parts.length - 1]);
  if (parts[0] === "table") return t("{account} of table {table}", { account, table: parts[1] });
  if (parts[0] === "seat") return t("{account} of seat {seat}", { account, seat: parts[1] });
  return parts[0] === "guest" ? t("{account} of guest {guest}", { account, guest: parts[1] }) : account;
}

/** A pit by its id: `massachusetts-main`. @param {string} id */
export function pitName(id) {
  const book = Object.keys(RULEBOOKS).find((name) => id === name || id.startsWith(`${name}-`));
  if (!book) return id.replaceAll("-", " ");
  const part = id.slice(book.length + 1);
  return part && part !== "main" ? `${named(RULEBOOKS, book)} ${part}` : t("{rulebook} main pit", { rulebook: named(RULEBOOKS, book) });
}

/** Where something happened: the id of a pit, or its name in another language. @param {string} id */
export const pitPlace = (id) => (translated() ? pitName(id) : id);

/** A stream of records: `pit/massachusetts-main`, `table/ma-1`. @param {string} name */
export function streamName(name) {
  const [kind, id = ""] = name.split(/\/(.*)/);
  if (!translated()) return name;
  if (kind === "pit") return t("pit {place}", { place: pitName(id) });
  if (kind === "table") return t("table {place}", { place: id });
  if (kind === "refused") return t("attempts refused at table {place}", { place: id });
  const names = { house: t("house"), school: t("school"), log: t("open log") };
  return names[/** @type {keyof typeof names} */ (kind)] ?? name;
}

/** Options as a notice states them. @param {import("./option-names.js").Names} names @param {Record<string, any>} options */
export const optionsInWords = (names, options) => t("{options}", { options: row(",", Object.entries(options).map(([name, value]) => t("{option}: {value}", { option: optionName(names, name), value: valueName(names, name, typed(value)) }))) });
