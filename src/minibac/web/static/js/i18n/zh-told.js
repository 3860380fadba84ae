/** 由牌桌的事件和结果的事实写出的中文句子。 What happens at a table, told in Chinese from its facts. */

import { face, faces, home, INCIDENTS, money, wager, who } from "./zh-names.js";

/** @typedef {import("../types.js").PublicEvent} PublicEvent */

const WINS = /** @type {Record<string, string>} */ ({ player: "闲赢", banker: "庄赢", tie: "和局" });
const PROCEDURES = /** @type {Record<string, string>} */ ({
  opening: "开桌程序",
  shuffle: "洗牌",
  cut: "切牌",
  round: "本局程序",
  "dead-table": "暂停营业的程序",
  "released-batch": "取出牌组的程序",
});
const STEPS = /** @type {Record<string, string>} */ ({
  receive: "接收纸牌",
  inspect: "荷官验牌",
  verify: "主管复核验牌",
  spread: "把牌摊开",
  look: "客人查看摊开的牌",
  "turn-down": "把牌翻成面朝下",
  "turn-up": "把牌翻成面朝上",
  wash: "搓洗纸牌",
  stack: "把牌叠好",
  shuffle: "洗牌",
  "shuffle-again": "再洗一次牌",
  riffle: "分成两叠交错洗牌",
  turn: "把一叠牌转半圈",
  strip: "抽洗",
  plug: "把余牌插入弃牌",
  feather: "牌叠保持交错",
  "feather-check": "主管检查洗牌是否均匀",
  lace: "把约一副牌插入牌叠",
  reshuffle: "重新洗牌",
  load: "装入牌靴",
  "load-after-recut": "重切后装入牌靴",
  swap: "更换牌组",
  "ask-spread": "客人要求摊开牌组",
  "ask-face-up": "客人要求面朝上摊开",
  "attest-device": "证明洗牌机妥善存放牌组",
  "attest-custody": "证明纸牌一直妥善保管",
});
const NEXT = /** @type {Record<string, string>} */ ({ shuffle: "洗牌", "dead-table": "暂停营业", closed: "关桌" });
const MOVES = /** @type {Record<string, (sum: string, seat: number, wager: string) => string>} */ ({
  collect: (sum, seat, wager) => `收 ${seat} 号位${wager} ${sum}`,
  pay: (sum, seat, wager) => `赔 ${seat} 号位${wager} ${sum}`,
  return: (sum, seat, wager) => `退 ${seat} 号位${wager} ${sum}`,
  vigorish: (sum, seat, wager) => `收 ${seat} 号位${wager}佣金 ${sum}`,
  mark: (sum, seat, wager) => `记 ${seat} 号位${wager}佣金 ${sum}`,
});

/**
 * What a result code says: totals and the number of cards of both hands.
 * @param {number} code
 */
function result(code) {
  const points = code % 400;
  const [player, banker] = [Math.floor(points / 40), Math.floor(points / 4) % 10];
  const winner = player === banker ? "tie" : player > banker ? "player" : "banker";
  return { player, banker, winner, playerCards: 2 + (Math.floor(points / 2) % 2), bankerCards: 2 + (points % 2) };
}

/** @type {Record<string, (event: any) => string>} */
const TOLD = {
  TableOpened: () => "牌桌开放。",
  TableClosed: () => "牌桌关闭。",
  StaffAssigned: () => "换人当值。",
  ProcedureStarted: (e) => `${PROCEDURES[e.procedure] ?? "程序"}开始。`,
  ProcedureFinished: (e) => `${PROCEDURES[e.procedure] ?? "程序"}完成。`,
  StepDone: (e) => (STEPS[e.step] ? `${STEPS[e.step]}${e.ok ? "" : e.step === "look" ? "：不必" : "：不合格"}。` : ""),
  DecksRejected: () => "这批纸牌有瑕疵，不予使用。",
  BatchesSwapped: () => "两组牌对换。",
  OptionsChanged: () => "本桌的选项已更改，见规则页。",
  SeatTaken: (e) => `${e.name || "客人"}在 ${e.seat} 号位入座。`,
  SeatLeft: (e) => `${e.seat} 号位离座，带走 ${money(e.cents)}。`,
  SeatChanged: (e) => `${e.seat} 号位移到 ${e.to} 号位。`,
  ConnectionSaid: (e) => `${e.seat} 号位${e.connected ? "重新连接" : "连接中断"}。`,
  ChipsBought: (e) => `${e.seat} 号位买入 ${money(e.cents)}。`,
  PartnersDeclared: (e) => `${e.seats.join("、")} 号位合伙投注。`,
  TurningWaived: (e) => `${e.seat} 号位${e.waive ? "请荷官代翻" : "自己开牌"}。`,
  WagerPlaced: (e) => {
    if (e.coupon_cents && !e.cents) return `${e.seat} 号位在${wager(e.wager)}放上配对券 ${money(e.coupon_cents)}。`;
    return `${e.seat} 号位投${wager(e.wager)} ${money(e.cents)}${e.coupon_cents ? `，另有配对券 ${money(e.coupon_cents)}` : ""}。`;
  },
  WagerWithdrawn: (e) => `${e.seat} 号位从${wager(e.wager)}收回 ${money(e.cents)}。`,
  WagerSpoken: (e) => `${e.seat} 号位口头投${wager(e.wager)} ${money(e.cents)}，现金 ${money(e.cash_cents)}。`,
  SpokenConfirmed: (e) => `${e.seat} 号位的口头投注（${wager(e.wager)}）${e.accepted ? "已确认，有效" : "还需一人确认"}。`,
  SpokenReturned: (e) => `${e.seat} 号位的口头投注（${wager(e.wager)}）无效，退回 ${money(e.cash_cents)}。`,
  CashConverted: (e) => `${e.seat} 号位的现金 ${money(e.cash_cents)} 换成筹码，放在${wager(e.wager)}。`,
  BettingOpened: (e) => `第 ${e.coup_no} 局：请投注。`,
  BettingClosed: (e) => {
    const holders = [["player", e.player_holder], ["banker", e.banker_holder]].filter(([, seat]) => seat);
    return `停止投注。${holders.map(([hand, seat]) => `${home(hand)}的牌由 ${seat} 号位开。`).join("")}`;
  },
  CardDealt: (e) => `${e.cut_card ? "出现切牌卡。" : ""}发牌给${home(e.hand)}${e.card ? `：${face(e.card)}` : ""}。`,
  BankerTucked: () => "庄家的牌放在牌靴右角下。",
  CardsHanded: (e) => `${home(e.hand)}的牌交给 ${e.seat} 号位，面朝下。`,
  CardsTurned: (e) => (e.exposed ? `发牌时露出，仍归${home(e.hand)}：${faces(e.cards)}。` : `${who(e.seat)}翻开${home(e.hand)}的牌：${faces(e.cards)}。`),
  RightSurrendered: (e) => `${e.seat} 号位放弃开${home(e.hand)}的牌：${e.offered ? `请 ${e.offered} 号位` : "由荷官翻开"}。`,
  RightAnswered: (e) => {
    if (e.accept) return `${e.seat} 号位接手${home(e.hand)}的牌。`;
    return `${e.seat} 号位不开${home(e.hand)}的牌：${e.offered ? `请 ${e.offered} 号位` : "由荷官翻开"}。`;
  },
  CountCalled: (e) => `${home(e.hand)} ${e.count} 点${e.count >= 8 ? "，天牌" : ""}。`,
  HouseMoneyChosen: (e) => `${e.seat} 号位${e.choice === "take" ? "收下 House Money" : `把 House Money 加到${wager(e.choice)}`}。`,
  HouseMoneySettled: (e) => {
    if (e.outcome === "lose") return `${e.seat} 号位的 House Money 输。`;
    return `${e.seat} 号位的 House Money 赢 ${money(e.payout_cents)}${e.added_to ? `，其中 ${money(e.added_cents)} 加到${wager(e.added_to)}` : ""}。`;
  },
  ResultCalled: (e) => {
    const { player, banker, winner } = result(e.code);
    return `闲 ${player} 点，庄 ${banker} 点，${WINS[winner]}${special(e.announcement)}。`;
  },
  ActionsTaken: (e) => `荷官${/** @type {any[]} */ (e.actions).map(([step, seat, id, cents]) => MOVES[step]?.(money(cents), seat, wager(id)) ?? "").filter(Boolean).join("；")}。`,
  CardsRacked: (e) => `${e.simulated ? "模拟局" : e.voided ? "作废局" : "本局"}的 ${e.player.length + e.banker.length} 张牌放入弃牌架。`,
  LastHandCalled: () => "最后一局。",
  ShoeEnded: (e) => `第 ${e.shoe_no} 靴结束，接着${NEXT[e.then] ?? "洗牌"}。`,
  ShoeRevealed: (e) => (e.order?.length ? `第 ${e.shoe_no} 靴的牌序已公布。` : `第 ${e.shoe_no} 靴结束，牌由人手发出。`),
  ScoreboardRestarted: () => "路单重新开始。",
  CutOffered: (e) => (e.seat ? `请 ${e.seat} 号位切牌。` : "没有人切牌，由荷官切牌。"),
  CutAnswered: (e) => `${e.seat} 号位${e.accept ? "接受" : "谢绝"}切牌。`,
  StackCut: (e) => `${who(e.seat)}切在 ${e.position} 张之下。`,
  RecutOrdered: () => "主管要求重新切牌。",
  CutCompleted: (e) => `前面的牌移到后面；切牌卡放在倒数第 ${e.depth} 张处。`,
  ShoeLoaded: () => "牌装入牌靴。",
  CardsBurned: (e) => `烧牌 ${e.positions?.length ?? 0} 张，亮出 ${faces(e.shown)}。`,
  VigorishCollected: (e) => `${e.seat} 号位付佣金 ${money(e.cents)}，收回标记。`,
  VigorishCleared: (e) => `${e.seat} 号位的佣金 ${money(e.cents)} 由主管注销。`,
  CardCorrected: (e) => `${home(e.hand)}的一张牌报错了：不是${e.before ? face(e.before) : "它"}，而是${e.card ? face(e.card) : "另一张"}。`,
  PaymentCorrected: (e) => `更正第 ${e.coup_no} 局：${e.seat} 号位${wager(e.wager)}${e.cents > 0 ? "补" : "退还"} ${money(Math.abs(e.cents))}。`,
  StackCommitted: (e) => `第 ${e.shoe_no} 靴：${e.cards_count} 张，牌序已封存。`,
  CardStrayed: (e) => `${INCIDENTS[e.kind] ?? "牌出了差错"}${e.disclosed ? `：${faces(e.cards)}` : ""}。`,
  CardMoved: (e) => `一张牌${e.card ? ` ${face(e.card)} ` : ""}归到${home(e.hand)}。`,
  CardCarried: (e) => `${e.positions.length} 张牌面朝下留在桌上，用于下一手。`,
  StrayDiscarded: (e) => `${e.positions.length} 张牌放入弃牌架${Object.keys(e.shown ?? {}).length ? `，亮出 ${faces(e.shown)}` : ""}。`,
  SimulatedRoundStarted: () => "开始一局没有投注的模拟局。",
  CoupReconstructed: (e) => `按弃牌架重排第 ${e.coup_no} 局：闲 ${faces(e.player_cards)}，庄 ${faces(e.banker_cards)}。`,
  CoupVoided: (e) => `本局作废，退回全部投注。${e.reshuffle ? "整副重新洗牌之前不再发牌。" : ""}`,
  IncidentOpened: (e) => `已通知主管：${INCIDENTS[e.kind] ?? "有情况"}。${e.stops_play ? "主管查看之前暂停。" : ""}`,
  IncidentResolved: () => "情况已处理。",
};

/** @param {string|undefined} words */
function special(words) {
  if (/dragon 7/i.test(words ?? "")) return "，龙7";
  if (/panda 8/i.test(words ?? "")) return "，熊猫8";
  return "";
}

/** An event in Chinese, or nothing where the house's own sentence stays. @param {any} event */
export function tell(event) {
  return TOLD[event.event]?.(event) ?? "";
}

/** What a decided round came to. @param {import("../types.js").LastCoup} last */
export function conclude(last) {
  if (!last.result) return last.status === "void" ? "本局作废，退回全部投注。" : "";
  return `闲 ${last.player_total} 点，庄 ${last.banker_total} 点，${WINS[last.result]}${special(last.says)}。`;
}

/**
 * Why a wager came to what it came to.
 * @param {import("../types.js").Outcome} row
 * @param {import("../types.js").LastCoup} last
 */
export function reason(row, last) {
  if (!last.result) return "";
  const margin = Math.abs((last.player_total ?? 0) - (last.banker_total ?? 0));
  const happened = row.wager.startsWith("dragon-bonus") && margin ? `${WINS[last.result]}，差 ${margin} 点` : row.wager.endsWith("pair") || row.wager === "house-money" ? pairs(last) : `${WINS[last.result]}${special(last.says)}`;
  if (row.outcome === "push") return `${happened}：退回投注`;
  if (row.outcome !== "win") return `${happened}：输`;
  const base = row.stake_cents + (row.added_cents ?? 0) + (row.coupon_cents ?? 0);
  const odds = base ? Math.round(((row.winnings_cents ?? 0) / base) * 1000) / 1000 : 0;
  return odds ? `${happened}：1 赔 ${odds}` : happened;
}

/** @param {import("../types.js").LastCoup} last */
function pairs(last) {
  const pair = (/** @type {any} */ cards) => cards?.[0] && cards?.[1] && cards[0][0] === cards[1][0];
  const found = [pair(last.player) ? "闲对" : "", pair(last.banker) ? "庄对" : ""].filter(Boolean);
  return found.length ? found.join("和") : "首两张没有对子";
}

/** What an area pays: "up to 30 to 1" and the like. @param {string} words */
export function odds(words) {
  return words
    .replace(/up to (\S+) to (\d+)/g, "最高 $2 赔 $1")
    .replace(/(\d\S*) to (\d+) on 6/g, "6 点赢 $2 赔 $1")
    .replace(/(\d\S*) to (\d+)/g, "$2 赔 $1")
    .replace(/,? less (\S+)/g, "，扣 $1")
    .replace(/,? by the rulebook/g, "，照规则书")
    .replace(/, /g, "，");
}
