/**
 * 规则书里的句子的中文：书名、步骤、补救、报牌、告示。键是规则书自己的英文句子，一字不差；条文本身不在此处，以英文为准。
 * What a rulebook's data says, told in Chinese. The key is the rulebook's own sentence, word for word; clauses stay English.
 */

import { home, wager, word } from "./zh-names.js";

/** @type {Record<string, string>} */
const TEXTS = {
  // Names.
  "Section 42": "第 42 节",
  Massachusetts: "马萨诸塞",
  Seminole: "塞米诺尔",
  Seneca: "塞内卡",
  "Section 42 - Mini-Baccarat (casino regulation)": "第 42 节：迷你百家乐（赌场法规）",
  "Minibaccarat, rules of the game, Massachusetts Gaming Commission": "迷你百家乐游戏规则，马萨诸塞州博彩委员会",
  "Mini-baccarat player guide, Seminole Tribe of Florida": "迷你百家乐客人指南，佛罗里达塞米诺尔部落",
  "Mini Baccarat gaming guide, Seneca Niagara Casino & Hotel": "迷你百家乐游戏指南，塞内卡尼亚加拉赌场酒店",
  "Section 42, table 1": "第 42 节 1 号桌",
  "Massachusetts, table 1": "马萨诸塞 1 号桌",
  "Seminole, table 1": "塞米诺尔 1 号桌",
  "Seneca, table 1": "塞内卡 1 号桌",
  "Section 42, vigorish owed": "第 42 节，佣金后收",
  "Section 42, vigorish paid": "第 42 节，佣金即收",
  "Seminole, commission owed": "塞米诺尔，佣金后收",
  "Seneca, commission owed": "塞内卡，佣金后收",
  "Massachusetts, vigorish owed": "马萨诸塞，佣金后收",
  "Massachusetts, EZ Baccarat": "马萨诸塞，EZ 百家乐",
  "Main pit": "主区",
  "North pit": "北区",
  "South pit": "南区",
  "East pit": "东区",
  "Grand Sample House": "样板大赌场",
  "Sample House, Massachusetts": "样板赌场（马萨诸塞）",
  "Sample House, Section 42": "样板赌场（第 42 节）",
  "Sample House, Seminole": "样板赌场（塞米诺尔）",
  "Training room": "练习室",
  "automatic dealer": "自动荷官",
  "automatic floorperson": "自动巡场",
  house: "赌场",
  "the house": "赌场",

  // The cut.
  "The first card is exposed; it and as many as its face value, drawn face down, go to the discard rack.": "亮出第一张牌；它与按其面值面朝下抽出的牌一起放入弃牌架。",
  "The first card, and as many as it counts, are shown to all and go to the discard rack.": "第一张牌及按其点数抽出的牌都亮给大家看，然后放入弃牌架。",
  "The cards above the cover card go to the bottom with it; the second cover card goes in at least 14 above the bottom.": "切牌卡以上的牌连同它移到底部；第二张切牌卡插在离底至少 14 张处。",
  "The cards in front of the cutting card go to the back; one cutting card goes in at least 14 from the back, the other at the end.": "切牌卡前面的牌移到后面；一张切牌卡插在离末尾至少 14 张处，另一张放在最后。",
  "A cover card goes in at least ten cards from the top and the bottom, as the last step of the shuffle.": "切牌卡插在离顶和离底至少十张处，这是洗牌的最后一步。",
  "A cover card goes in at least ten cards from the top and the bottom.": "切牌卡插在离顶和离底至少十张处。",
  "The cutting card goes in at least 10 cards from either end.": "切牌卡插在离两端至少 10 张处。",
  "Failing acceptance by every player, the dealer cuts.": "客人都不切牌时，由荷官切牌。",
  "If no participant accepts, the dealer cuts.": "没有客人切牌时，由荷官切牌。",
  "The stack goes into the dealing shoe, cut so that no card seen in the shuffle is known to be on top.": "牌装入牌靴；切牌使洗牌时被看到的牌不会已知在最上面。",
  "The stack goes into the dealing shoe.": "牌装入牌靴。",
  "After a recut the cover cards are placed anew and the stack goes into the dealing shoe.": "重新切牌后，切牌卡重新插入，牌装入牌靴。",
  "The cut is offered from the highest occupied seat clockwise until somebody accepts.": "从有人的最高号座位起顺时针请客人切牌，直到有人接受。",
  "The cut is offered from the highest seat clockwise until a player accepts.": "从最高号座位起顺时针请客人切牌，直到有人接受。",
  "A casino supervisor may order a re-cut before any card has been dealt.": "发牌之前，赌场主管可以要求重新切牌。",
  "A floorperson or above may order a recut before the cards are placed in the shoe.": "牌装入牌靴之前，巡场或以上可以要求重新切牌。",

  // A table without guests.
  "A player asks that the cards be spread face up.": "客人要求把牌面朝上摊开。",
  "A player asks that the batch from the shuffler be spread and reshuffled.": "客人要求把洗牌机取出的牌摊开并重新洗牌。",
  "It is attested that the cards were secured, released and prepared under the procedures submitted.": "证明纸牌按报备的程序保管、取出和准备。",
  "It is attested that the shuffled cards were secured, released and prepared under the procedures.": "证明洗好的牌按程序保管、取出和准备。",
  "It is attested that the device stores a single shuffled batch securely.": "证明洗牌机妥善存放一组洗好的牌。",
  "The first player is given the chance to look, face up if asked.": "请第一位客人查看；若要求则面朝上。",
  "The first player looks at the spread, or declines to.": "第一位客人查看摊开的牌，或谢绝查看。",
  "The cards are taken from shoe and discard rack and spread on the table.": "从牌靴和弃牌架取出牌，摊在桌上。",
  "The cards are taken from shoe and rack and spread face down, or face up if a player asks.": "从牌靴和弃牌架取出牌，面朝下摊开；客人要求时面朝上。",
  "The cards are stacked and placed in the automatic shuffler.": "把牌叠好，放入自动洗牌机。",
  "The cards are stacked, to be shuffled and cut.": "把牌叠好，准备洗牌和切牌。",
  "The batch already in the shuffler is taken out.": "取出洗牌机里已有的一组牌。",
  "The cards are turned face down.": "把牌翻成面朝下。",
  "A face-down spread is turned face up when a player arrives.": "客人到来时，把面朝下摊开的牌翻成面朝上。",
  "The cards are spread face up, as a player has asked.": "应客人要求，把牌面朝上摊开。",
  "The cards are mixed by a wash, or chemmy shuffle.": "搓洗纸牌。",
  "The cards are mixed by a wash.": "搓洗纸牌。",

  // The opening.
  "The dealer calling the game sorts and inspects the cards.": "主荷官整理并检查纸牌。",
  "The dealer inspects the cards for defects.": "荷官检查纸牌有无瑕疵。",
  "The first participants to arrive look at the spread, or decline to.": "最先到来的客人查看摊开的牌，或谢绝查看。",
  "The first player to arrive looks at the spread, or declines to.": "最先到来的客人查看摊开的牌，或谢绝查看。",
  "The decks are received as two equal batches at the table, whose discard rack is attached.": "桌上收到数量相同的两组牌；弃牌架固定在桌上。",
  "The decks are received at the table as two equal batches, each attested to meet the card standard.": "桌上收到数量相同的两组牌，均证明符合纸牌标准。",
  "The decks are received at the table, each attested to meet the card standard.": "桌上收到各副牌，均证明符合纸牌标准。",
  "The decks are received at the table, whose discard rack is attached.": "桌上收到各副牌；弃牌架固定在桌上。",
  "The cards are spread face up in fan-shaped columns by deck, suit and sequence.": "按副、花色和顺序，把牌面朝上摊成扇形。",
  "The cards are spread face up in rows by deck, suit and sequence.": "按副、花色和顺序，把牌面朝上摊成行。",
  "The cards of one batch are spread face up in fan-shaped columns, apart from the other batch.": "把一组牌面朝上摊成扇形，与另一组分开。",
  "The cards of one batch are spread face up in rows by deck, suit and sequence, apart from the other batch.": "按副、花色和顺序把一组牌面朝上摊成行，与另一组分开。",
  "Each batch is separately stacked.": "两组牌分别叠好。",
  "The cards are stacked.": "把牌叠好。",
  "The preinspected and preshuffled cards are stacked.": "把预先验过、洗过的牌叠好。",
  "Each batch is separately turned face down.": "两组牌分别翻成面朝下。",
  "The floorperson assigned to the table verifies the inspection.": "负责本桌的巡场复核验牌。",

  // A batch from the shuffler.
  "The player looks at the spread, or declines to.": "客人查看摊开的牌，或谢绝查看。",
  "The batch is reshuffled before it is dealt.": "发牌之前，这组牌重新洗一次。",
  "The batch from the shuffler is spread for inspection before it is dealt.": "发牌之前，把洗牌机取出的牌摊开供查看。",

  // The round.
  "Each hand is handed to its highest bettor, returned face up, and its Point Count announced, Player's Hand first.": "每手牌交给该家投注最高者，面朝上交回，并报点数，闲家在先。",
  "Each hand is handed to its highest bettor, returned face up, and its Point Count announced.": "每手牌交给该家投注最高者，面朝上交回，并报点数。",
  "Each hand is handed to its highest bettor, returned face up, and its point count announced.": "每手牌交给该家投注最高者，面朝上交回，并报点数。",
  "The Point Count of the Player's Hand is announced, then that of the Banker's Hand.": "先报闲家点数，再报庄家点数。",
  "The point counts are announced.": "报双方点数。",
  "The final Point Counts and the winner are announced, or Tie Hand.": "报最后点数和赢家，或报和局。",
  "The final Point Counts and the winner are announced, or tie hand, Dragon 7 or Panda 8.": "报最后点数和赢家，或报和局、龙7、熊猫8。",
  "The hand closest to nine wins, or the hands tie.": "最接近九点的一方赢，或为和局。",
  "The cards go to the discard rack so that each hand can be reconstructed.": "牌依次放入弃牌架，使每手牌都能还原。",
  "Four cards are dealt alternately and face down, Player's Hand first.": "面朝下轮流发四张牌，先闲后庄。",
  "Four cards are dealt alternately, Player's Hand first.": "轮流发四张牌，先闲后庄。",
  "Four cards are dealt alternately, Player's hand first.": "轮流发四张牌，先闲后庄。",
  "House Money is settled from the dealer's right counterclockwise, before any third card.": "补牌之前，从荷官右手起逆时针结算 House Money。",
  "After the hand in which the cover card came out the dealer announces last hand; one more is played.": "切牌卡出现的那一局结束后，荷官宣布最后一局，再发一局。",
  "After the hand in which the cutting card came out the dealer announces last hand; one more is played.": "切牌卡出现的那一局结束后，荷官宣布最后一局，再发一局。",
  "The dealer announces no more bets.": "荷官宣布停止投注。",
  "The dealer calling the game announces No More Bets.": "主荷官宣布停止投注。",
  "Losing wagers are collected first; then each winner from the highest seat down has the vigorish taken or marked and is paid.": "先收输的投注；再从最高号座位起，逐一收取或记下佣金并赔付。",
  "Losing wagers are collected first; then winners are paid and commission collected or marked.": "先收输的投注；再赔付赢家，收取或记下佣金。",
  "Losing wagers are collected first; then winners are paid and vigorish collected or marked by the chosen procedure.": "先收输的投注；再按选定的程序赔付赢家，收取或记下佣金。",
  "Third cards are dealt as the charts require and handed out, one at most to each hand.": "按规则表补牌并交给客人，每家最多一张。",
  "Third cards are dealt as the charts require, one at most to each hand.": "按规则表补牌，每家最多一张。",
  "Third cards are dealt as the rules require, Player's Hand first, one at most to each.": "按规则补牌，先闲后庄，每家最多一张。",
  "Third cards are dealt face down as the tables require and handed out, Player's Hand first, one at most to each.": "按规则表面朝下补牌并交给客人，先闲后庄，每家最多一张。",
  "Third cards are dealt face up as the tables require, Player's Hand first, one at most to each.": "按规则表面朝上补牌，先闲后庄，每家最多一张。",

  // The shuffle.
  "The stack is left feathered, not squared.": "牌叠保持交错，不推齐。",
  "The floorperson checks that the shuffle distributed the cards evenly.": "巡场检查洗牌是否均匀。",
  "About one deck is laced into the remaining stack.": "把约一副牌穿插到其余牌叠中。",
  "Cards left behind the cover card are plugged into the discards; usually the first step.": "切牌卡后剩下的牌插入弃牌；通常是第一步。",
  "Some or all of the cards are shuffled again after the lace.": "穿插之后，部分或全部的牌再洗一次。",
  "The cards are divided into two piles and interlaced.": "把牌分成两叠，交错洗合。",
  "The cards are shuffled until they are randomly intermixed.": "洗牌直到完全随机混合。",
  "The dealer shuffles the cards.": "荷官洗牌。",
  "The device shuffles the cards until they are randomly intermixed.": "洗牌机洗牌，直到完全随机混合。",
  "The cards are shuffled a second time.": "再洗一次牌。",
  "Running cuts, not before two riffles.": "抽洗，须在两次交错洗牌之后。",
  "One of two stacks is rotated by half a turn before both are riffled together.": "把两叠中的一叠转半圈，再交错洗合。",

  // Remedies.
  "The card and as many as it counts are drawn face up and go to the discard rack.": "这张牌及按其点数抽出的牌面朝上放入弃牌架。",
  "The card is the first card of the next hand.": "这张牌作为下一局的第一张牌。",
  "The disclosed card is the first card of a simulated round without wagers.": "露出的牌作为一局没有投注的模拟局的第一张牌。",
  "The cards found face up, and as many as they count, go face up to the discard rack.": "牌面朝上的牌及按其点数抽出的牌，面朝上放入弃牌架。",
  "The card found face up is the first card of a simulated round without wagers.": "牌面朝上的牌作为一局没有投注的模拟局的第一张牌。",
  "The right to turn the cards is offered to the player at the right, then onward counterclockwise; failing all, the dealer turns them.": "开牌权先让给右手边的客人，再逆时针依次；都不接受时由荷官翻牌。",
  "The card becomes the third card of the Banker's Hand.": "这张牌作为庄家的第三张牌。",
  "The disclosed card is used as the third card of the Banker's Hand.": "露出的牌用作庄家的第三张牌。",
  "The card becomes the first card of the next hand.": "这张牌作为下一局的第一张牌。",
  "The disclosed card and one more, drawn face down, go to the discard rack.": "露出的牌和面朝下再抽的一张放入弃牌架。",
  "The round is void, all wagers are returned, and a new round starts after the whole set is reshuffled.": "本局作废，退回全部投注，整副重新洗牌后再开新局。",
  "The round is void, every wager is returned, and a new round starts after the whole set is reshuffled.": "本局作废，退回全部投注，整副重新洗牌后再开新局。",
  "a card lay on the player's area and was moved": "一张牌放错在闲家区域，已移走",
  "a card lay on the banker's area and was moved": "一张牌放错在庄家区域，已移走",

  "looked into and play goes on": "已查看，牌局继续",
  "moved to the hand due (F02)": "已移到应得的一方（F02）",
  "the order of the shoe is lost": "本靴的牌序丢失",
  "the guest has no chips to pay with, and nobody was there to ask for a signature": "客人没有筹码可付，也没有人在场签名",
  "written in the wrong place": "写错了地方",
  "asked for twice": "申请了两次",
  "what was counted is what there is": "以清点为准",
  "the guest has left the table": "客人已离桌",

  // Calls.
  "Banker wins": "庄赢",
  "Banker's Hand wins": "庄赢",
  "Banker {banker}": "庄 {banker} 点",
  "Banker's Hand: {banker}": "庄 {banker} 点",
  "Dragon 7": "龙7",
  "Player {player}, Banker {banker}": "闲 {player} 点，庄 {banker} 点",
  "Last hand": "最后一局",
  "No more bets": "停止投注",
  "Panda 8": "熊猫8",
  "Player wins": "闲赢",
  "Player's Hand wins": "闲赢",
  "Player {player}": "闲 {player} 点",
  "Player's Hand: {player}": "闲 {player} 点",
  Tie: "和",
  "Tie Hand": "和局",
  "Tie hand": "和局",

  // Signs.
  "A wager on the Banker's Hand that results in a Dragon 7 shall push and be returned to the player.": "庄家投注遇龙7时不输不赢，退回给客人。",
  "If you or someone you know has a gambling problem, please call 1.888.ADMIT.IT.": "如果您或您认识的人有赌博问题，请拨打 1.888.236.4848（1.888.ADMIT.IT）。",
  "Must be at least 21 years old to play Slots and Table Games.": "老虎机和台面游戏须年满 21 岁。",
  "Must be 18 or older to play Bingo, Live Poker or to receive Unity benefits.": "宾果、现场扑克及会员优惠须年满 18 岁。",
  "Seneca Niagara Falls Gaming Corporation, 310 Fourth Street, Niagara Falls, New York 14303. Telephone 716.299.1100, fax 716.299.1200.": "塞内卡尼亚加拉瀑布博彩公司，纽约州尼亚加拉瀑布市第四街 310 号，邮编 14303。电话 716.299.1100，传真 716.299.1200。",

  // What a guide borrows.
  "Player and Banker bets on a tie": "和局时的闲、庄投注",
  "calls, the last hand, and the cards after the round": "报牌、最后一局，以及局后的牌",
  "cards alike, two cutting cards, a dealing shoe": "牌背一致、两张切牌卡、一个牌靴",
  "chips on the areas, and what guests may not touch": "筹码放在投注区，以及客人不得触碰之物",
  "cut, cutting cards and burn": "切牌、切牌卡和烧牌",
  "guests along one side, the dealer opposite": "客人坐一侧，荷官在对面",
  irregularities: "异常情况",
  "marker buttons and the deadline of deferred commission": "佣金标记和后收佣金的期限",
  "no more than one further card to a hand": "每家最多再补一张牌",
  "number of seats and their order": "座位的数目和次序",
  "opening of the table, spread, wash and stack": "开桌、摊牌、搓洗和叠牌",
  "order of settlement": "结算次序",
  "shuffle detail, cut, cutting cards and burn": "洗牌细节、切牌、切牌卡和烧牌",
  "the Banker's rule when the Player's hand stands": "闲家停牌时庄家的规则",
  "the Point Count as one digit, beyond a total of ten": "总和超过十时，点数取个位",
  "the first four cards alternate, each on the area of its hand": "首四张轮流发，放在各自的区域",
  "the handed mode, called macau": "客人开牌的方式，称为澳门式",
  "time of the commission": "收取佣金的时间",
  "what makes a pair": "怎样算对子",
};

/** What a rulebook says, in Chinese; nothing where it is not known. @param {string|null|undefined} text */
export function ruled(text) {
  const training = /^Training table (\w+), (.+)$/.exec(text ?? ""); // the name the house gives where the guest gave none
  if (training) return `练习桌 ${training[1]}，${TEXTS[training[2]] ?? training[2]}`;
  return text ? (TEXTS[text] ?? "") : "";
}

/** @type {Record<string, string>} */
const WINNERS = { player: "闲赢", banker: "庄赢", tie: "和局" };
/** @type {Record<string, string>} */
const SIDES = { own: "所押一方", other: "另一方" };

/** A condition of a wager's line. @param {string} fact @param {readonly (string|number|boolean)[]} values */
function condition(fact, values) {
  const chosen = values.join("、");
  if (fact === "winner") return values.map((value) => WINNERS[String(value)] ?? value).join("或");
  if (fact === "dragon_7" || fact === "panda_8") return `${values[0] ? "是" : "不是"}${wager(fact.replace("_", "-"))}`;
  if (fact === "margin") return `相差 ${chosen} 点`;
  if (fact === "lead") {
    if (values.length === 1 && Number(values[0]) === 0) return "和局";
    return values.length === 1 && Number(values[0]) < 0 ? `所押一方落后 ${-Number(values[0])} 点` : `所押一方领先 ${chosen} 点`;
  }
  const [side, what] = fact.split("_");
  const hand = SIDES[side] ?? home(side);
  if (what === "total") return `${hand} ${chosen} 点`;
  if (what === "cards") return `${hand} ${chosen} 张牌`;
  return `${hand}${values[0] ? "有" : "没有"}${what === "pair" ? "对子" : what === "natural" ? "天牌" : what}`;
}

/** When a line of a wager applies. @param {Record<string, (string|number|boolean)[]>} facts */
export const conditions = (facts) => Object.entries(facts ?? {}).map(([fact, values]) => condition(fact, values)).join("，");

/** The vigorish on a sign, from the options of the table. @param {Record<string, string|number|boolean>} options */
export function sign(options) {
  const kind = word(`option.vigorish_type.${options.vigorish_type ?? "win"}`).replace("{rate}", String(options.vigorish_rate ?? "5%"));
  const rounded = /up-to-(\d+)c/.exec(String(options.vigorish_rounding ?? ""));
  const later = options.vigorish_collection === "deferred" ? "，牌靴结束或离座时收取" : "";
  return `${kind}${rounded ? `，进位到 ${rounded[1]} 分` : ""}${kind.startsWith("免佣") || kind.startsWith("EZ") ? "" : later}。`;
}

/** Which values are legal, where the rulebook lists none. @param {any} choice @param {string} text */
export function legal(choice, text) {
  const fraction = choice.type === "rational";
  if (choice.least !== null && text.includes(" ")) return `${choice.step === 2 ? "偶数，" : ""}${choice.least} 或以上${fraction ? "，也可以是分数，如 17/2" : ""}`;
  return fraction && choice.above !== null && text.includes(" ") ? `${choice.above} 与 ${choice.below} 之间的分数，如 1/2` : "";
}
