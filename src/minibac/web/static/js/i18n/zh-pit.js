/**
 * 区和全场的事件、异常、未了事项、账户的中文，都由事实写成。只有员工页面读取。
 * What happens in the pits and in the house, told in Chinese from its facts; read by the staff's pages alone.
 */

import { INCIDENTS, money, role, said, wager, word } from "./zh-names.js";
import { codeWords, refused } from "./zh-refused.js";
import { ruled } from "./zh-rules.js";

/** @typedef {(id: string) => string} Names */

/** What a person wrote, or the house on its own. @param {string|undefined} text */
const quote = (text) => said(ruled(text) || text);
/** @param {string} kind */
const paper = (kind) => word(`paper.${kind}`) || kind;
/** @param {string} kind */
const count = (kind) => word(`slips.${kind}`) || kind;
/** @param {number|undefined} seat */
const at = (seat) => (seat ? ` ${seat} 号位` : "");
/** @param {number} cents */
const over = (cents) => `${cents > 0 ? "多" : "少"} ${money(Math.abs(cents))}`;
/** @param {string} name */
const option = (name) => word(`opt.${name}`) || name;
/** @param {string} name @param {unknown} value */
const value = (name, value) => (word(`option.${name}.${value}`) || (value === true ? "开" : value === false ? "关" : String(value))).replace(/\s*\{rate\}/, "");
/** Options as they are written on a notice. @param {Record<string, unknown>|undefined} options */
export const optionWords = (options) => Object.entries(options ?? {}).map(([name, chosen]) => `${option(name)}：${value(name, chosen)}`).join("，");
/** @param {readonly string[]|undefined} tables */
const tables = (tables) => (tables?.length ? `${tables.join("、")} 桌` : "全部赌桌");
/** @param {number} ms */
const time = (ms) => new Date(ms).toLocaleString("zh-CN", { month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit", hour12: false });

/** What somebody tried to do. @type {Record<string, string>} */
const COMMANDS = {
  GiveNotice: "通知监控", ReceiveNotice: "签收通知", PostNotice: "在桌上公告", ScheduleChange: "安排变更", CancelChange: "取消变更", TellTime: "报时", ConfirmChange: "确认变更", AddTable: "增加赌桌",
  RegisterSeries: "登记号段", ReadStock: "查看空白表单", AccountSeries: "盘点号段", PrepareForm: "填写表单", SignForm: "签署表单", StateReason: "说明未签的原因", ConfirmPresence: "确认在场",
  DropOriginal: "投入正本", ReleaseMarker: "移走标记", SignVoid: "签署作废", VoidForm: "作废表单", PassDuplicate: "转交副本", ForwardDuplicates: "送交副本", ReceiveDuplicates: "签收副本",
  CompareForms: "核对表单", PostComplimentary: "记入客人账户", ReprintForm: "重印表单", CountInventory: "清点筹码盘", AttestCount: "核证清点", RequestTransfer: "申请补码或退码",
  CancelRequest: "取消申请", PrepareSlip: "开单", RemoveDropBox: "取走钱箱", CountDrop: "清点钱箱", ReportWin: "报告赢额", OpenDay: "开启营业日", CloseDay: "结束营业日",
  ProposeCorrection: "申请更正", ApproveCorrection: "批准更正", ResolveException: "异常结案", AdmitPerson: "登记人员", GrantRole: "授予职务", TakeRole: "收回职务", DisablePerson: "停用账户",
  EnablePerson: "恢复账户", RemovePerson: "删除账户", StartProfile: "开始当值", EndProfile: "结束当值", GrantChips: "发放筹码", TellPitDay: "报告营业日", OpenHouseDay: "开启全场营业日",
  CloseHouseDay: "结束全场营业日", ChangeParameter: "更改参数", RecordReference: "登记依据", WriteDown: "记录在案",
  AssignStaff: "安排当值", DoStep: "做一个步骤", DirectShuffle: "指示洗牌", DeclareDead: "宣布停台", ChangeDecks: "更换新牌", CloseTable: "关台", ChangeOptions: "更改选项", CommitStack: "封存牌序",
  RevealShoe: "公布牌序", AnswerCut: "回答切牌", CutStack: "切牌", OrderRecut: "要求重新切牌", CompleteCut: "完成切牌", LoadShoe: "装靴", BurnCards: "烧牌", TakeSeat: "入座", LeaveSeat: "离座",
  ChangeSeat: "换座", SayConnection: "报告连接", BuyIn: "买入", DeclarePartners: "申报合伙", WaiveTurning: "请荷官代翻", PlaceWager: "投注", WithdrawWager: "收回投注", SpeakWager: "口头投注",
  ConfirmSpoken: "确认口头投注", ConvertCash: "现金换筹码", CallNoMoreBets: "宣布停止投注", DealCard: "发牌", TuckBanker: "压放庄家牌", HandCards: "交出牌", ReturnCards: "交回牌", TurnCards: "翻牌",
  Relinquish: "放弃开牌权", RevokeRight: "收回开牌权", AnswerRight: "回答开牌权", CallCount: "报点数", ChooseHouseMoney: "选择 House Money", SettleHouseMoney: "结算 House Money", CallResult: "宣布结果",
  TakeActions: "收付", RackCards: "收入弃牌架", CallLastHand: "宣布最后一局", CollectVigorish: "收取佣金", ClearVigorish: "注销佣金", ChangeMarker: "更改标记", EndShoe: "结束牌靴",
  RestartScoreboard: "重开路单", CorrectPayment: "更正赔付", CorrectCard: "更正牌面", Reconstruct: "还原一局", Report: "报告异常", CarryOut: "执行补救", ResolveIncident: "处理事件",
};
/** @param {string} name */
const command = (name) => COMMANDS[name] ?? name;

/** @type {Record<string, (event: any, names: Names) => string>} */
const TOLD = {
  PitOpened: (e) => `区“${ruled(e.name) || e.name}”开放，赌桌：${Object.keys(e.tables ?? {}).join("、")}。`,
  TableAdded: (e) => `赌桌 ${e.table} 加入本区。`,
  NoticeGiven: (e) => `通知 ${e.notice} 已书面发给监控，${optionWords(e.options)}${quote(e.text)}。`,
  NoticeReceived: (e) => `监控签收通知 ${e.notice}，期限开始。`,
  NoticePosted: (e) => `通知 ${e.notice} 张贴于 ${e.table} 桌，${optionWords(e.options)}${quote(e.text)}。`,
  ChangeScheduled: (e) => `变更 ${e.change} 已安排：${optionWords(e.options)}，${tables(e.tables)}，${time(e.effective_at)} 生效。`,
  ChangeCancelled: (e) => `变更 ${e.change} 已取消${quote(e.reason)}。`,
  ChangeDue: (e) => `变更 ${e.change} 到期：${optionWords(e.options)}，${tables(e.tables)}。`,
  TableChanged: (e) => `${e.table} 桌已执行变更 ${e.change}${e.done ? "，全部完成" : ""}。`,
  SeriesRegistered: (e) => `登记${paper(e.kind)}号段：${e.prefix} ${e.first} 至 ${e.last}。`,
  StockRead: (e) => `查看空白的${paper(e.kind)}：剩 ${e.unused_count} 份，下一号 ${e.next_serial}。`,
  SeriesAccounted: (e) => `盘点${paper(e.kind)}：未用 ${e.unused_count}，已用 ${e.used_count}，作废 ${e.void_count}${e.missing?.length ? `，缺 ${e.missing.join("、")}` : ""}${e.surplus?.length ? `，多 ${e.surplus.join("、")}` : ""}。`,
  FormPrepared: (e) => `${paper(e.kind)} ${e.serial}：${e.table} 桌${at(e.seat)}，${e.name}，${money(e.cents)}。`,
  FormSigned: (e) => `${role(e.role)}签署 ${e.serial}${e.complete ? "，签名齐全" : ""}。`,
  ReasonStated: (e) => `${role(e.role)}在 ${e.serial} 上说明客人未签的原因${quote(e.reason)}。`,
  PresenceConfirmed: (e) => `${role(e.role)}确认在场：${e.serial}。`,
  OriginalDropped: (e) => `${e.serial} 的正本投入 ${e.table} 桌的钱箱，见证人：${(e.witnesses ?? []).map(role).join("、")}。`,
  MarkerReleased: (e) => `凭 ${e.serial} 移走 ${e.table} 桌${at(e.seat)}的佣金标记 ${money(e.cents)}。`,
  VoidSigned: (e) => `${role(e.role)}签署作废 ${e.serial}${quote(e.reason)}。`,
  FormVoided: (e) => `表单 ${e.serial} 作废${quote(e.reason)}。`,
  CustodyChanged: (e, names) => `${e.serial} 转交给 ${names(e.to)} 保管。`,
  DuplicatesForwarded: (e) => `副本送交会计：${e.serials.join("、") || "无"}${e.void?.length ? `；作废：${e.void.join("、")}` : ""}。`,
  DuplicatesReceived: (e) => `会计签收 ${e.copies?.length ?? 0} 份副本。`,
  FormsCompared: (e) => `${e.day} 的表单已核对：${e.agreed?.length ?? 0} 份相符，${e.exceptions_count} 项异常。`,
  ComplimentaryPosted: (e) => `${e.serial} 的 ${money(e.cents)} 记入客人账户。`,
  FormReprinted: (e) => `表单 ${e.serial} 重印，第 ${e.copy_no} 次。`,
  InventoryCounted: (e) => `${e.table} 桌${count(e.kind)}清点（${e.slip}）：${money(e.cents)}${e.over_cents ? `，${over(e.over_cents)}` : ""}。`,
  CountAttested: (e) => `清点 ${e.slip} 已核证。`,
  TransferRequested: (e) => `${e.table} 桌申请${count(e.kind)} ${money(e.cents)}（${e.request}）。`,
  RequestCancelled: (e) => `申请 ${e.request} 已取消${quote(e.reason)}。`,
  SlipPrepared: (e) => `${paper(e.kind)} ${e.serial}：${e.table} 桌 ${money(e.cents)}（申请 ${e.request}）。`,
  TransferCompleted: (e) => `${paper(e.kind)} ${e.serial} 完成：${e.table} 桌 ${money(e.cents)}。`,
  DropBoxRemoved: (e) => `${e.table} 桌的钱箱 ${e.box} 已取走。`,
  DropCounted: (e) => `${e.table} 桌的钱箱 ${e.box} 已清点：现金 ${money(e.cash_cents)}，正本 ${e.originals?.length ?? 0} 份。`,
  WinReported: (e) => `${e.table} 桌报告赢额 ${money(e.win_cents)}。`,
  DayOpened: (e) => `营业日 ${e.day} 开启。`,
  DayClosed: (e) => `营业日 ${e.day} 结束${e.open_exceptions?.length ? `，未结异常：${e.open_exceptions.join("、")}` : ""}。`,
  CorrectionProposed: (e) => `申请更正 ${e.correction}：${account(e.account)} 由 ${money(e.before_cents)} 改为 ${money(e.after_cents)}${quote(e.reason)}。`,
  CorrectionApproved: (e) => `批准更正 ${e.correction}：${account(e.account)} 由 ${money(e.before_cents)} 改为 ${money(e.after_cents)}${quote(e.reason)}。`,
  ExceptionRaised: (e, names) => `异常 ${e.number}，${exceptionKind(e.kind)}：${tellException({ ...e, facts: {} }, names)}`,
  ExceptionResolved: (e) => `异常 ${e.number} 结案${quote(e.resolution)}。`,
  AttemptRefused: (e) => `${role(e.role)}的操作被拒：${command(e.command)}，${refused(e)}。`,
  HouseOpened: (e) => `赌场“${ruled(e.name) || e.name}”开放。`,
  PersonAdmitted: (e) => `登记人员：${e.name}。`,
  RolesGranted: (e, names) => `授予 ${names(e.person)} 职务：${role(e.role)}${e.tables?.length ? `，${e.tables.join("、")} 桌` : e.pits?.length ? `，${e.pits.map(pit).join("、")}` : ""}。`,
  RolesTaken: (e, names) => `收回 ${names(e.person)} 的职务：${role(e.role)}。`,
  PersonDisabled: (e, names) => `停用 ${names(e.person)} 的账户${quote(e.reason)}。`,
  PersonEnabled: (e, names) => `恢复 ${names(e.person)} 的账户。`,
  PersonRemoved: (e, names) => `删除 ${names(e.person)} 的账户${quote(e.reason)}。`,
  ProfileStarted: (e, names) => `${names(e.person)} 开始以${role(e.role)}当值。`,
  ProfileEnded: (e, names) => `${names(e.person)} 结束${role(e.role)}当值。`,
  ChipsGranted: (e, names) => `发给 ${names(e.guest)} 游戏筹码 ${money(e.cents)}。`,
  PitDayTold: (e) => `${pit(e.pit)}：营业日 ${e.day} ${e.closed ? "结束" : "开启"}。`,
  HouseDayOpened: (e) => `全场营业日 ${e.day} 开启。`,
  HouseDayClosed: (e) => `全场营业日 ${e.day} 结束。`,
  ParameterChanged: (e) => `参数 ${e.name} 由 ${e.before} 改为 ${e.after}${quote(e.reason)}。`,
  ReferenceReceived: (e) => `收到依据文件：${e.name}。`,
  HouseAttemptRefused: (e) => `${role(e.role)}的操作被拒：${command(e.command)}，${refused(e)}。`,
};

/** An event of a pit or of the house in a sentence. @param {any} event @param {Names} [names] */
export function tellPit(event, names = (id) => id) {
  return TOLD[event.event]?.(event, names) ?? "";
}

/** @type {Record<string, string>} */
const PITS = { "section-42": "第 42 节", massachusetts: "马萨诸塞", seminole: "塞米诺尔", seneca: "塞内卡", training: "练习" };

/** The id of a pit as a person reads it: `massachusetts-main`. @param {string} id */
export function pit(id) {
  const found = /^(section-42|massachusetts|seminole|seneca|training)(?:-(.+))?$/.exec(id);
  return found ? `${PITS[found[1]]}${found[2] === "main" || !found[2] ? "主区" : ` ${found[2]}`}` : id.replaceAll("-", " ");
}

/** @type {Record<string, string>} */
const KINDS = {
  "late-wager": "停止投注后的投注",
  "excluded-person": "名单上的人要求投注",
  "dealer-error": "荷官差错",
  "void-round": "作废局",
  "payment-corrected": "更正赔付",
  "round-reconstructed": "还原一局",
  "re-cut": "重新切牌",
  "decks-rejected": "拒收纸牌",
  "vigorish-not-collected": "佣金未收",
  "unmatched-number": "编号无对应",
  "missing-original": "缺正本",
  "missing-duplicate": "缺副本",
  "missing-triplicate": "缺第三联",
  "repeated-original": "正本重复",
  "repeated-duplicate": "副本重复",
  "repeated-triplicate": "第三联重复",
  "differing-copy": "各联不符",
  "void-in-drop-box": "钱箱中有作废表单",
  "other-drop-box": "投错钱箱",
  "missing-number": "缺号",
  "repeated-number": "重号",
  "count-discrepancy": "清点不符",
  "drop-discrepancy": "钱箱不符",
  "unsigned-form": "表单签名不全",
  "comp-not-posted": "招待未入账",
  "cleared-without-form": "没有表单即注销佣金",
  "released-not-cleared": "已放行而标记仍在",
  "owed-at-close": "收台时仍有欠佣",
  "win-differs": "赢额不符",
  unexplained: "差额不明",
  "late-notice": "通知太迟",
  "outside-day": "营业日之外的记账",
  "ledger-fault": "账簿有误",
  correction: "更正",
  "void-form": "作废表单",
};

/** What kind of exception it is. @param {string} kind */
export function exceptionKind(kind) {
  if (kind.startsWith("refused-")) return `被拒：${codeWords(kind.slice("refused-".length))}`;
  return KINDS[kind] ?? INCIDENTS[kind] ?? kind.replaceAll("-", " ");
}

/** @type {Record<string, (row: any, facts: any, names: Names) => string>} */
const EXCEPTIONS = {
  "dealer-error": (row, facts) => `${INCIDENTS[facts.report] ?? "误出的牌"}，${facts.cards ?? 1} 张，${facts.disclosed ? "已露出" : "未露出"}`,
  "void-round": (row, facts) => `第 ${row.coup_no} 局作废${quote(facts.note)}`,
  "payment-corrected": (row, facts) => `第 ${row.coup_no} 局${facts.wager ? wager(facts.wager) : ""}的赔付更正：${row.cents > 0 ? "补给客人" : "收回"} ${money(Math.abs(row.cents))}${quote(facts.note)}`,
  "round-reconstructed": (row) => `按弃牌架还原第 ${row.coup_no} 局`,
  "re-cut": (row, facts) => `重新切牌${quote(facts.note)}`,
  "decks-rejected": (row, facts) => `拒收纸牌${quote(facts.note)}`,
  "vigorish-not-collected": (row) => `佣金 ${money(row.cents)} 未收，依据 ${row.serial}`,
  "unmatched-number": (row) => `${row.serial} 不是当日发出的`,
  "missing-original": (row) => `没有找到 ${row.serial} 的正本`,
  "missing-duplicate": (row) => `没有找到 ${row.serial} 的副本`,
  "missing-triplicate": (row) => `没有找到 ${row.serial} 的第三联`,
  "repeated-original": (row) => `${row.serial} 的正本不止一份`,
  "repeated-duplicate": (row) => `${row.serial} 的副本不止一份`,
  "repeated-triplicate": (row) => `${row.serial} 的第三联不止一份`,
  "differing-copy": (row) => `${row.serial} 的一联与登记不符`,
  "void-in-drop-box": (row) => `${row.serial} 已作废，却在钱箱里`,
  "other-drop-box": (row) => `${row.serial} 在别桌的钱箱里`,
  "missing-number": (row) => `${row.serial} 登记为未用，却不在库存中`,
  "repeated-number": (row) => `${row.serial} 不应在库存中，或有两份`,
  "count-discrepancy": (row) => `${row.table} 桌的清点${row.cents ? over(row.cents) : "金额相同而筹码不同"}`,
  "drop-discrepancy": (row) => `${row.table} 桌的钱箱${over(row.cents)}`,
  "unsigned-form": (row) => `${row.serial} 投入时签名不全，或一人签了两次`,
  "comp-not-posted": (row) => `${row.serial} 的招待到日终仍未入账`,
  "cleared-without-form": (row) => `${row.seat} 号位的佣金 ${money(row.cents)} 没有表单就已注销`,
  "released-not-cleared": (row) => `${row.serial} 已放行 ${row.seat} 号位的标记，桌上仍有`,
  "owed-at-close": (row) => `${row.table} 桌收台时台面仍有欠佣 ${money(row.cents)}`,
  "win-differs": (row) => `报告的赢额与清点相差 ${money(Math.abs(row.cents))}`,
  unexplained: (row) => `清点与账簿之间有 ${money(Math.abs(row.cents))} 说不清`,
  "late-notice": (row) => `变更于 ${time(row.at)} 生效，通知期不足`,
  "outside-day": (row) => `${row.table} 桌在没有营业日时记了账`,
  "ledger-fault": (row) => `账簿与记录不符${quote(row.sentence)}`,
  correction: (row, facts) => `${account(facts.account ?? "")} 由 ${money(facts.before_cents ?? 0)} 改为 ${money(facts.after_cents ?? 0)}${quote(facts.note)}`,
  "void-form": (row, facts) => `表单 ${row.serial} 作废${quote(facts.note)}`,
};

/** An exception in a sentence. @param {any} row @param {Names} [names] */
export function tellException(row, names = (id) => id) {
  const facts = row.facts ?? {};
  if (facts.command) return `${names(facts.who)}（${role(facts.role)}）：${command(facts.command)}，${refused(facts)}。`;
  const words = EXCEPTIONS[row.kind]?.(row, facts, names) ?? (INCIDENTS[row.kind] ? `${INCIDENTS[row.kind]}${quote(facts.note)}` : `${exceptionKind(row.kind)}${quote(row.sentence ?? row.note)}`);
  return `${words}。`;
}

/** What a form still lacks. @param {any} form */
export function lacking(form) {
  if (form.lacks?.length) return `${form.lacks.map(signer).join("、")}的签名`;
  return { ConfirmPresence: "钱箱中的正本", DropOriginal: "钱箱中的正本", ReleaseMarker: "移走标记" }[/** @type {"DropOriginal"} */ (form.next)] ?? "";
}

/** @param {string} id */
const signer = (id) => word(`duty.${id}`) || role(id);

/** @type {Record<string, (facts: any) => string>} */
const OPEN = {
  form: (facts) => `表单 ${facts.serial} 尚未完成`,
  forward: (facts) => `表单 ${facts.serial} 的副本尚未送交`,
  comp: (facts) => `表单 ${facts.serial} 的招待尚未记给 ${facts.name}`,
  compare: () => "表单尚未核对",
  request: (facts) => `${facts.table} 桌的${count(facts.paper)}申请 ${facts.number}`,
  count: (facts) => `${facts.table} 桌的${count(facts.count)}清点 ${facts.number} 尚未核证`,
  correction: (facts) => `更正 ${facts.number}：${account(facts.account)}`,
  closer: (facts) => `${facts.table} 桌的收台清点`,
  "drop-box": (facts) => `${facts.table} 桌的钱箱`,
  win: (facts) => `${facts.table} 桌的赢额`,
};

/** What keeps a day open. @param {{kind: string, facts: any, what: string}} item */
export const openItem = (item) => OPEN[item.kind]?.(item.facts) ?? item.what;

/** @type {Record<string, string>} */
const ACCOUNTS = {
  chips: "筹码", owed: "欠佣", layout: "台面投注", tray: "筹码盘", vigorish: "佣金", comps: "招待", "drop-box": "钱箱", cage: "账房", mint: "发行的游戏筹码", wallet: "钱包", corrections: "更正", training: "练习桌",
};

/** An account: `table/ma-1/tray`, `seat/3/chips`. @param {string} name */
export function account(name) {
  const parts = name.split("/");
  const last = parts[parts.length - 1];
  if (parts[0] === "layout") return `${parts[1] ? `${parts[1]} 号位` : ""}${parts[2] ? wager(parts[2]) : ACCOUNTS.layout}`;
  const whose = parts[0] === "table" ? `${parts[1]} 桌` : parts[0] === "seat" ? `${parts[1]} 号位` : parts[0] === "guest" ? `客人 ${parts[1]} ` : "";
  return `${whose}${ACCOUNTS[last] ?? last}`;
}

/** @type {Record<string, string>} */
const CAUSES = {
  "buy-in": "买入", wager: "投注", cash: "口头投注的现金", collect: "收输注", pay: "赔付", add: "加 House Money", return: "退注", vigorish: "收佣金", mark: "记佣金", void: "作废局退回",
  "collect-vigorish": "收取欠佣", "clear-vigorish": "注销欠佣", correct: "更正赔付", move: "换座", leave: "离座", opener: "开台筹码", fill: "补码", credit: "退码", drop: "清点钱箱",
  "post-complimentary": "招待入账", "post-uncollected": "欠佣入账", "recover-vigorish": "追收佣金", correction: "更正", grant: "发放游戏筹码", transfer: "转账",
};
/** Why something moved. @param {string} name */
export const cause = (name) => CAUSES[name] ?? name;

/** @type {Record<string, string>} */
const STATUSES = { void: "作废", recorded: "已入账", completed: "已完成", compared: "已核对", released: "已放行", dropped: "已投入钱箱", signed: "已签", prepared: "已填写" };
/** How far a form has got. @param {string} word */
export const status = (word) => STATUSES[word] ?? word;

/** @type {Record<string, string>} */
const FUNCTIONS = {
  "take a seat": "入座", wager: "投注", cut: "切牌", "turn handed cards": "开牌", deal: "发牌", call: "报牌", settle: "收付", "report irregularities": "报告异常", "check decks": "验牌",
  "resolve incidents": "处理事件", "correct payments": "更正赔付", "order shuffles": "指示洗牌", "sign forms": "签署表单", "give notices": "发通知", "approve corrections": "批准更正",
  "prepare forms": "填写表单", "keep forms": "保管表单", "read everything but undealt cards": "查看未发牌以外的一切", "receive notices": "签收通知", "read the books": "查阅账簿",
  "match forms": "核对表单", "close days": "结束营业日", "prepare fills and credits": "开补码单和退码单", "count drop boxes": "清点钱箱", "remove drop boxes": "取走钱箱",
  "keep the exclusion lists": "管理排除名单", invite: "邀请", "grant and take roles": "授予和收回职务", "disable accounts": "停用账户",
};
/** What a role may do. @param {string} text */
export const functionName = (text) => FUNCTIONS[text] ?? text;

/** From when to when a report reaches. @param {string} text */
export const interval = (text) => text.replace(" to still open", " 至今").replace(" to ", " 至 ");

/** A stream of records: `pit/massachusetts-main`, `table/ma-1`. @param {string} name */
export function stream(name) {
  const [kind, id] = [name.split("/")[0], name.split("/").slice(1).join("/")];
  if (kind === "pit") return `区：${pit(id)}`;
  if (kind === "table") return `桌：${id}`;
  return kind === "house" ? "赌场" : name;
}

