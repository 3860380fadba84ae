/** 中文句子共用的名称和写法：投注、步骤、职务、牌面、金额。 Names that the Chinese sentences share; the words themselves stand in zh-words.js. */

import { zh } from "./zh-words.js";

/** @type {Record<string, string>} */
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** A word of the page, or nothing. @param {string} key */
export const word = (key) => zh[key] ?? "";

/** @param {number} cents */
export const money = (cents) => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;
/** @param {string} id */
export const wager = (id) => zh[`wager.${id}`] ?? id;
/** @param {string} id */
export const step = (id) => word(`step.${id}`);
/** @param {string} id */
export const role = (id) => word(`role.${id}`) || word(`admin.list.${id}`) || id;
/** @param {string} hand */
export const home = (hand) => `${word(`hand.${hand}`)}家`;
/** @param {number} seat */
export const who = (seat) => (seat ? `${seat} 号位` : "荷官");
/** @param {string} card */
export const face = (card) => `${SUITS[card[1]] ?? ""}${card[0] === "T" ? "10" : card[0]}`;
/** @param {Record<string, string>|readonly string[]|null|undefined} cards */
export const faces = (cards) => Object.values(cards ?? {}).map(face).join(" ");
/** What a person wrote, in that person's own words. @param {string|undefined} text */
export const said = (text) => (text ? `：“${text}”` : "");

/** What happened that should not have. @type {Record<string, string>} */
export const INCIDENTS = {
  "third-card-to-player": "误发第三张牌给闲家",
  "third-card-to-banker": "误发第三张牌给庄家",
  "card-in-error": "误抽一张牌",
  "burn-too-many": "烧牌过多",
  "face-up-in-shoe": "牌靴中有牌面朝上",
  "wrong-hand": "牌发错了一方",
  "card-exposed": "发牌时露牌",
  "too-few-cards": "牌不够完成本局",
  "wager-touched": "停止投注后触碰筹码",
  "card-handled": "客人触碰纸牌",
  "house-money-touched": "客人触碰 House Money",
  "card-misused": "纸牌挪作他用",
  "omitted-card": "漏发第三张牌",
  "foreign-back": "牌背不符",
  uncollected: "佣金收不到",
  "cash-overdue": "口头投注的现金逾时",
  "order-lost": "牌序丢失",
  other: "其他情况",
};
