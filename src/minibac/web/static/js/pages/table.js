/** The table for a guest or a spectator: connects, draws, and passes on what the guest does. */

import { session } from "../api.js";
import { differs, h, hide, make, mark, need, say } from "../dom.js";
import { gained } from "../money.js";
import { HANDS, PHASES, REASONS } from "../names.js";
import { TableLink } from "../protocol.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { TableStore } from "../store.js";
import { ruled, shoeAndRound, told } from "../told.js";
import { byName, loadVoice, named, row, t, translated, words } from "../voice.js";
import { Wagering } from "../wagering.js";
import { MbAnnouncer } from "../parts/announcer.js";
import { MbAsks, WISHES } from "../parts/asks.js";
import { MbFelt } from "../parts/felt.js";
import { pageHead, tool } from "../parts/head.js";
import { Leaving } from "../parts/leaving.js";
import { MbRefusal } from "../parts/refusal.js";
import { MbResult } from "../parts/result.js";
import { MbRoads } from "../parts/roads.js";
import { MbSqueeze } from "../parts/squeeze.js";
import { clauseLink, MbStrip } from "../parts/strip.js";
import { MbChipTray } from "../parts/tray.js";

const SAYS = words({
  opening: "The table is being opened",
  shuffle: "The cards are shuffled",
  betting: "Place your wagers",
  dead: "No gaming activity",
  closed: "The table is closed",
  "cut-offer": "The cut is offered",
  "cut-done": "The cards are cut",
  completed: "The cards go into the shoe",
  loaded: "The first cards are burned",
  mixing: "The guests’ shares are mixed in",
});

/** Another guest is waited for, who has a name. */
const WAITS = words({
  "cut-offer": "{who} is offered the cut",
  cut: "{who} cuts",
  "house-money": "{who} chooses for House Money",
  offered: "{who} is offered the {hand}’s cards",
  handed: "{who} turns the {hand}’s cards",
});

/** Announcements in the rulebook's words: these are said on the felt and aloud, the rest is only written down. */
const ALOUD = new Set(["BettingClosed", "CountCalled", "ResultCalled", "LastHandCalled", "CoupVoided", "IncidentOpened", "ShoeEnded"]);
const PANELS_AFTER_MS = 500;
/** The log is followed once the table stands there: what does it is no part of the first view. */
const LOG_AFTER_MS = 2_000;
/** Pixels for the chips and the six rows of the big road, which are seen without scrolling; the cells are those of table.css. */
const belowFelt = () => 126 + 6 * Math.max(16, Math.min(innerWidth / 80, innerHeight / 50, 26)) + Math.max(0, innerWidth / 25 - 51);
const UNWRITTEN = new Set(["ConnectionSaid", "GuestArrived", "GuestExcluded"]);

/** Panels that nobody sees at first: they are fetched once the table stands there, and each is one promise from then on. */
const panels = {
  buyIn: () => import("../parts/buy-in.js"),
  fair: () => import("../parts/fair.js"),
  guest: () => import("../parts/guest-form.js"),
  limits: () => import("../parts/limits.js"),
  other: () => import("../parts/special-wagers.js"),
  partners: () => import("../parts/partners.js"),
  redemption: () => import("../parts/redemption.js"),
  settings: () => import("../parts/preferences.js"),
};
/** What is read once in a while is fetched when somebody asks for it. */
const rare = {
  help: () => import("../parts/help.js"),
  lesson: () => import("../parts/lesson.js"),
  log: () => import("../parts/open-log.js"),
  share: () => import("../share.js"),
};
/** Nothing that waits for this is in the way of the first view. */
let tableStands = () => {};
/** @type {Promise<void>} */
const stands = new Promise((done) => (tableStands = done));

/** The table of this page: /table/ID. */
const tableId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const query = new URLSearchParams(location.search);

class TablePage {
  /** @param {import("../types.js").Session} who */
  constructor(who) {
    const role = query.get("as") ?? (who.person ? "guest" : "spectator");
    this.link = new TableLink(tableId, { role });
    this.store = new TableStore(this.link);
    this.felt = make(MbFelt);
    this.tray = make(MbChipTray);
    this.strip = make(MbStrip);
    this.roads = make(MbRoads);
    this.result = make(MbResult);
    this.asks = make(MbAsks);
    this.squeeze = make(MbSqueeze);
    this.announcer = make(MbAnnouncer);
    this.refusal = make(MbRefusal);
    this.notice = h("div", { class: "notice", role: "status", hidden: true });
    this.title = h("div", { class: "where" }, h("strong", { class: "where-name" }), h("span", { class: "where-round small quiet figures" }));
    this.seatTools = h("div", { class: "seat-tools" });
    this.wishes = h("div", { class: "buttons" });
    this.invite = h("p", { class: "invite" });
    this.fair = tool("fair", t("Fair?"), async () => (await panels.fair()).openFair(tableId, this.store.seen));
    this.wrong = h("div", { class: "notice wrong", role: "alert", hidden: true });
    /** @type {ReturnType<typeof import("../parts/open-log.js").logMark>|null} */
    this.log = null;
    this.voice = tool("sound", t("Voice"), () => settings.set("voice", settings.values.voice ? 0 : 0.6));
    this.shares = h("p", { class: "small quiet", role: "status", hidden: true });
    this.leftOut = h("div", { class: "notice wrong", role: "alert" }, h("span"), h("a", { href: `/fair/${encodeURIComponent(tableId)}`, target: "_blank", text: t("What that means") }));
    this.accused = { seal: "", share: "" };
    this.shareAsked = "";
    this.signs = h("footer", { class: "signs small quiet" });
    this.followed = false;
    this.seated = false;
    /** What was last said of the phase on the rail, and whether it named somebody who is waited for. */
    this.says = "";
    this.waits = false;
    this.#build();
    this.wagering = new Wagering(this.store);
    this.leaving = new Leaving(this.store, this.act, async () => (await panels.buyIn()).openBuyIn(this.store, this.act));
    this.#listen();
  }

  #build() {
    const view = () => this.store.seen;
    settings.addEventListener("change", () => this.#loud());
    this.#loud();
    const tools = [
      tool("rules", t("Limits and odds"), async () => (await panels.limits()).openLimits(view())),
      this.fair,
      tool("help", t("Help"), this.#help),
      this.voice,
      tool("settings", t("Settings"), async () => (await panels.settings()).openSettings()),
    ];
    this.felt.over.append(this.asks, this.squeeze);
    this.felt.reserve = belowFelt;
    const main = need("#table");
    document.body.prepend(h("a", { class: "skip", href: "#table", text: t("Skip to the table") }), pageHead({ where: this.title, tools }), this.notice, this.wrong);
    main.append(
      h("h1", { class: "unseen", text: "minibac" }),
      h("div", { class: "table-top" }, this.strip),
      this.felt,
      h("div", { class: "table-hand" }, this.tray, this.invite),
      h(
        "div",
        { class: "table-low" },
        h("section", { class: "panel low-result" }, this.result, this.wishes, this.shares, this.seatTools),
        h("section", { class: "panel low-roads", "aria-label": t("Scoreboards"), id: "roads", tabindex: -1 }, this.roads),
        h("section", { class: "panel low-story", "aria-label": t("What has happened") }, h("h2", { text: t("What has happened") }), this.announcer),
      ),
    );
    main.append(this.signs);
    document.body.append(this.refusal);
    this.squeeze.hidden = true;
  }

  /** The voice of the dealer is off until somebody asks for it, one tap away. */
  #loud() {
    mark(this.voice, "aria-pressed", settings.values.voice && !settings.values.muted ? "true" : "false");
  }

  #clause = (/** @type {string} */ clause) => clauseLink(tableId, clause);

  #listen() {
    const { link, store, wagering } = this;
    link.addEventListener("state", (event) => this.#state(/** @type {CustomEvent} */ (event).detail));
    link.addEventListener("closing", (event) => this.#notice((!translated() && /** @type {CustomEvent} */ (event).detail.sentence) || t("The house is shutting down for a moment; come back soon.")));
    link.addEventListener("peel", (event) => {
      const { hand, card, edge, how } = /** @type {CustomEvent} */ (event).detail;
      (hand === "banker" ? this.felt.banker : this.felt.player).peel(card, edge, how);
    });
    link.addEventListener("welcome", () => this.#follow());
    store.addEventListener("events", (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
    store.addEventListener("drawn", () => this.#drawn());
    store.addEventListener("meanwhile", (event) => this.#meanwhile(/** @type {CustomEvent} */ (event).detail));
    wagering.addEventListener("change", () => this.#chips());
    wagering.addEventListener("placed", () => sound.chip());
    wagering.addEventListener("short", (event) => {
      const { wager } = /** @type {CustomEvent} */ (event).detail;
      this.#refuse({ code: "short", sentence: t("Those chips were below the minimum and were not wagered. They are still yours.") }, this.felt.bySpot.get(wager) ?? null);
    });
    wagering.addEventListener("refused", (event) => {
      const { refusal, wager } = /** @type {CustomEvent} */ (event).detail;
      if (refusal.code === "not-seated" && !refusal.sentence) refusal.sentence = t("Take a seat first, then put chips down.");
      this.#refuse(refusal, this.felt.bySpot.get(wager) ?? null);
    });
    this.felt.addEventListener("chip", (event) => {
      const { wager, back } = /** @type {CustomEvent} */ (event).detail;
      if (back) wagering.back(wager);
      else wagering.put(wager, this.tray.chosen);
    });
    this.felt.addEventListener("sit", (event) => this.#sit(/** @type {CustomEvent<number>} */ (event).detail));
    this.tray.addEventListener("do", (event) => wagering[/** @type {CustomEvent<"undo">} */ (event).detail]());
    this.tray.addEventListener("laid", (event) => {
      const { wager, cents } = /** @type {CustomEvent} */ (event).detail;
      wagering.put(wager, cents);
    });
    this.tray.addEventListener("ready", () => this.#ready());
    this.tray.addEventListener("other", async () => (await panels.other()).openOther(store, this.act));
    this.tray.addEventListener("buy", async () => (await panels.buyIn()).openBuyIn(store, this.act));
    this.squeeze.addEventListener("turn", () => this.act("ReturnCards", { hand: this.squeeze.hand }));
    this.squeeze.addEventListener("pass", () => this.act("Relinquish", { hand: this.squeeze.hand }));
    this.squeeze.addEventListener("peel", (event) => link.peel(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Ask the table for something, and show why where it says no. @type {(kind: string, facts: Record<string, unknown>) => Promise<boolean>} */
  act = async (kind, facts) => {
    const answer = await this.link.command(kind, facts);
    if (!answer.ok) this.#refuse(answer.refusal, null);
    if (!answer.ok && answer.refusal.code === "not-eligible") this.#chipsStay();
    return answer.ok;
  };

  /** Nobody needs to wait for this guest, once the chips lie that are on their way; said again, it is taken back. */
  async #ready() {
    const { ready } = this.store.yours;
    if (!ready) return;
    await Promise.allSettled(this.wagering.flights);
    await this.act("SayReady", { seat: this.store.seat, ready: !ready.said });
  }

  /** Who does not play here any more learns where the chips are. */
  async #chipsStay() {
    const who = await session().catch(() => null);
    if (who?.person && !who.person.may_play) (await panels.redemption()).openRedemption();
  }

  /** @param {import("../types.js").Refusal} refusal @param {Element|null} near */
  #refuse(refusal, near) {
    sound.refused();
    this.refusal.show(refusal, this.#clause, near);
  }

  /** Once the view is there, every part follows it. */
  #follow() {
    if (this.followed) return;
    this.followed = true;
    const { store } = this;
    this.felt.follow(store);
    this.asks.follow(store, this.act);
    store.watch(["yours", "coup"], () => this.#held());
    store.watch(["clock"], () => this.squeeze.clock.set(store.seen.clock, () => store.now()));
    store.watch(["phase", "coup", "cut_offered_to", "house_money_due", "yours"], () => this.#phase());
    store.watch(["phase"], () => store.seen.betting && this.refusal.close());
    store.watch(["incidents"], () => this.#notice(store.seen.incidents ? t("Play stands still: a supervisor is looking at something.") : ""));
    store.watch(["last"], () => this.#decided());
    store.watch(["commitment", "shoe_no"], () => this.#sealed());
    store.watch(["yours"], () => this.#share());
    store.watch(["share", "shoe_no", "commitment"], () => this.#shared());
    // What follows is drawn in slices, in this order.
    store.watchLater(["chips_cents"], () => this.tray.offer(store.seen.chips_cents, store.seen.areas.find((area) => area.id === "player")?.minimum_cents ?? 0));
    store.watchLater(["yours", "wagers", "spoken", "phase", "coup_no", "areas", "chips_cents", "last", "takes"], () => this.#chips());
    store.watchLater(["yours", "seats", "takes"], () => this.#seat());
    store.watchLater(["strip"], () => this.strip.draw(store.seen.strip, tableId));
    store.watchLater(["name", "shoe_no", "coup_no", "training", "watching"], () => this.#head());
    store.watchLater(["last", "yours"], () => this.#result());
    store.watchLater(["roads"], () => this.roads.draw(store.seen.roads));
    store.watchLater(["sign"], () => this.#signs());
    this.announcer.slices = store.slices;
    this.#drawn();
    mark(document.body, "data-ready", true);
    setTimeout(tableStands, PANELS_AFTER_MS);
    stands.then(() => Object.values(panels).forEach((panel) => panel()));
    if (!store.seat && query.get("sit")) this.#sit(this.#freeSeat());
  }

  /** The page shows all of the view: its version says so to whoever reads the page. */
  #drawn() {
    mark(document.body, "data-version", this.link.version);
  }

  /** What the house has promised about this shoe is remembered as it is now, by a panel that comes later. */
  async #sealed() {
    const { shoe_no: shoe, commitment } = this.store.seen;
    await stands;
    this.#accuse("seal", (await panels.fair()).remember(tableId, shoe, commitment));
    await new Promise((done) => setTimeout(done, LOG_AFTER_MS));
    const { logMark } = await rare.log();
    this.log ??= logMark(this.fair, this.wrong, tableId);
    this.log.sealed(shoe, commitment);
  }

  /** The table asks for this guest's share of the shuffle: the page gives it by itself, and once for each time it is asked. */
  async #share() {
    const { share: ask } = this.store.yours;
    const asked = ask ? `${ask.asks}/${ask.shoe_no}/${ask.seat}` : "";
    if (!ask || asked === this.shareAsked) return;
    this.shareAsked = asked;
    const { answer } = await rare.share();
    await answer(this.store.seen, ask, (kind, facts) => this.link.command(kind, facts), this.store.seat ?? ask.seat);
    this.#shared();
  }

  /** What became of it: in the shuffle, or left out of it, which is said above the table. */
  async #shared() {
    const { share, commitment } = this.store.seen;
    const part = (share || this.shareAsked) && commitment ? await rare.share() : null;
    const stands = part?.standing(this.store.seen) ?? "";
    const told = stands && (await panels.fair()).standingWords(stands);
    hide(this.shares, !stands);
    mark(this.shares, "data-share", stands || null);
    say(this.shares, told);
    this.#accuse("share", part?.AGAINST.includes(stands) ? told : "");
  }

  /** What is wrong with the shuffle is said above the table. @param {"seal"|"share"} about @param {string} told */
  #accuse(about, told) {
    this.accused[about] = told;
    const words = this.accused.seal || this.accused.share;
    say(this.leftOut.children[0], words);
    if (words) this.wrong.after(this.leftOut);
    else this.leftOut.remove();
  }

  /** What the rulebook has posted at the table: help lines, ages, addresses. */
  #signs() {
    const texts = /** @type {string[]} */ (this.store.seen.sign?.texts ?? []);
    this.signs.hidden = !texts.length;
    this.signs.replaceChildren(...texts.map((text) => h("p", { text: ruled(text) })));
  }

  #freeSeat() {
    const taken = new Set(this.store.seen.seats.map((seat) => seat.seat));
    const free = this.felt.seats.map((seat) => seat.seat).filter((seat) => !taken.has(seat));
    return free[Math.floor(free.length / 2)] ?? 1;
  }

  #head() {
    const { name, rulebook_name: rulebook, shoe_no: shoe, coup_no: coup, training, watching } = this.store.seen;
    say(this.title.children[0], ruled(name || rulebook));
    const parts = [shoeAndRound(shoe, coup), ruled(rulebook)]; // on a phone the end is cut off
    if (training) parts.push(t("training table"));
    if (watching) parts.push(t("{count} watching", { count: watching }));
    say(this.title.children[1], parts.filter(Boolean).join(" · "));
    const title = `${ruled(name || rulebook)} · minibac`;
    if (document.title !== title) document.title = title;
  }

  #held() {
    const { coup } = this.store.seen;
    const [hand, cards] = Object.entries(this.store.yours.cards)[0] ?? ["", []];
    const there = Boolean(hand && coup?.handed === hand);
    const open = hand === "banker" ? (coup?.banker ?? []) : (coup?.player ?? []);
    this.squeeze.hold(hand, there ? cards : [], open);
    const other = hand === "banker" ? "player" : "banker";
    if (there) this.squeeze.beside(other, coup?.[other] ?? [], coup?.[`${other}_total`]);
  }

  /** The chips after a round are those of the news of it: by the time it is drawn, some may be wagered again. */
  #decided() {
    if (!this.store.seen.last) return;
    const mine = this.store.seen.wagers.filter((wager) => wager.seat === this.store.seat);
    this.balance = mine.length ? undefined : this.store.yours.chips_cents;
  }

  #result() {
    const { last, areas } = this.store.seen;
    const labels = Object.fromEntries(areas.map((area) => [area.id, area.label]));
    const { shoe_no: shoe, roads } = this.store.seen;
    const replay = last && roads?.bead?.length ? `/replay/${encodeURIComponent(tableId)}/${shoe}/${last.coup_no}` : "";
    this.result.draw(last, this.store.seat, this.#clause, labels, { balance: this.balance, replay });
  }

  #chips() {
    const { store, wagering } = this;
    if (!store.view) return;
    const { wagers, chips_cents: chips, last, coup } = store.seen;
    const spoken = /** @type {any[]} */ (store.seen.spoken ?? []).filter((row) => row.seat === store.seat);
    const decided = coup && last && last.coup_no === coup.no ? last : null;
    for (const [id, spot] of this.felt.bySpot) {
      const here = wagers.filter((wager) => wager.wager === id);
      const mine = here.find((wager) => wager.seat === store.seat);
      const others = here.filter((wager) => wager.seat !== store.seat).reduce((sum, wager) => sum + wager.stake_cents, 0);
      const outcome = decided?.wagers.find((row) => row.seat === store.seat && row.wager === id)?.outcome ?? "";
      const lying = { mine: mine?.stake_cents ?? 0, added: mine?.added_cents ?? 0, coupon: mine?.coupon_cents ?? 0, spoken: spoken.find((row) => row.wager === id)?.cents ?? 0, pending: wagering.pending.get(id) ?? 0, ready: wagering.ready(id), others, outcome };
      if (differs(spot, [lying, chips, wagering.open])) spot.lay(lying, chips, wagering.open);
    }
    const rows = last?.wagers.filter((row) => row.seat === store.seat) ?? [];
    const net = rows.length ? rows.reduce((sum, row) => sum + row.net_cents, 0) : null;
    const also = store.seen.takes.spoken || store.seen.takes.coupons.length > 0;
    const facts = { last: net, balance: store.yours.chips_cents, wagered: wagering.total, seated: store.seat !== null, can: wagering.can, ready: store.yours.ready };
    if (!differs(this.tray, [facts, also, wagering.open])) return;
    this.tray.also(also, wagering.open);
    this.tray.set(facts);
  }

  #seat() {
    const { store } = this;
    const seated = store.seat !== null;
    const mine = store.seen.seats.find((seat) => seat.seat === store.seat);
    if (this.seated && !seated) this.#chipsStay();
    if (seated && !this.seated) this.#arrive();
    this.seated = seated;
    mark(document.body, "data-seated", seated);
    hide(this.invite, seated);
    if (!seated) say(this.invite, store.you?.role === "spectator" ? `${t("You are watching.")} ${t("Pick a seat to play.")}` : t("Pick a seat to play."));
    hide(this.seatTools, !seated);
    this.#wishes();
    this.leaving.draw();
    if (!seated || this.seatTools.childElementCount) {
      const box = /** @type {HTMLInputElement|null} */ (this.seatTools.querySelector("input"));
      if (box && mine) box.checked = Boolean(mine.waives);
      return;
    }
    if (store.seen.takes.turning) {
      const box = h("input", { type: "checkbox" });
      box.checked = Boolean(mine?.waives);
      box.addEventListener("change", async () => {
        if (!(await this.act("WaiveTurning", { seat: store.seat, waive: box.checked }))) box.checked = !box.checked;
      });
      this.seatTools.append(h("label", { class: "check small" }, box, h("span", { text: t("The dealer turns my cards") })));
    }
    if (store.seen.takes.partners) this.seatTools.append(h("button", { type: "button", class: "button", "data-do": "partners", onclick: this.#partners }, t("Betting together")));
    this.seatTools.append(this.leaving.buttons);
  }

  #help = async () => (await rare.help()).openHelp(this.store.seen);

  /** The first minute at a seat: chips, and for who was never here one round to watch. No clock runs for this guest before it is over. */
  async #arrive() {
    const { store } = this;
    if (store.yours.chips_cents === 0 && !wageredSomething(store)) {
      const { openBuyIn } = await panels.buyIn();
      await new Promise((done) => openBuyIn(store, this.act, () => done(null)));
    }
    const watched = async () => (await rare.lesson()).watchRound(store.seen, store.seat);
    if (!settings.values.tour && (await watched().catch(() => false))) await (await rare.help()).startTour();
    if (store.yours.arriving) await this.act("SayArrived", { seat: store.seat });
  }

  /** What this guest may ask for, and what another has asked this guest. */
  #wishes() {
    const { asks, wishes, partnerships } = this.store.yours;
    const steps = asks.includes("look") || asks.includes("spread") ? [] : wishes; // that question has its own buttons
    const asked = partnerships.some((one) => !one.counts && !one.agreed);
    if (!differs(this.wishes, [steps, asked])) return;
    this.wishes.replaceChildren(
      ...steps.map((step) => h("button", { type: "button", class: "button", "data-wish": step, onclick: () => this.act("DoStep", { step }) }, named(WISHES, step))),
      ...(asked ? [h("button", { type: "button", class: "button gold", "data-wish": "partners", onclick: this.#partners }, t("Somebody says that you bet together"))] : []),
    );
  }

  #partners = async () => (await panels.partners()).openPartners(this.store, this.act);

  /** @param {number} seat */
  async #sit(seat) {
    const { store } = this;
    if (store.you?.role !== "guest") {
      const who = await session().catch(() => null);
      const guest = who?.person ? who : await (await panels.guest()).askForGuest(store.seen.takes);
      if (!guest?.person) return;
      const next = new URL(location.href);
      next.searchParams.delete("as");
      next.searchParams.set("sit", String(seat));
      location.replace(next);
      return;
    }
    const wanted = Number(query.get("sit")) || seat;
    const url = new URL(location.href);
    url.searchParams.delete("sit");
    history.replaceState(null, "", url);
    query.delete("sit");
    if (store.seen.takes.age && !(await session().catch(() => null))?.person?.age_known && !(await (await panels.guest()).askForAge(store.seen.takes.age))) return;
    const taken = store.seen.seats.some((row) => row.seat === wanted);
    await this.act("TakeSeat", { seat: taken ? this.#freeSeat() : wanted, arriving: true });
  }

  /** What is done now, with the names of those who are waited for. What was called last stands until there is something else to say. */
  #phase() {
    const { phase, coup, seats, cut_offered_to: cuts, house_money_due: chooses } = this.store.seen;
    const { ready } = this.store.yours;
    const hand = coup?.handed || coup?.offered?.hand || "";
    const waits = coup?.handed ? "handed" : hand ? "offered" : phase;
    const asked = coup?.handed ? coup.holders[hand] : (coup?.offered?.seat ?? cuts ?? chooses);
    const guest = seats.find(({ seat }) => seat === asked && seat !== this.store.seat);
    const others = ready?.said ? seats.filter(({ seat }) => ready.seats.includes(seat)).map(({ name }) => name) : [];
    let says = SAYS[phase] ? t(SAYS[phase]) : "";
    let someone = true;
    if (guest && WAITS[waits]) says = t(WAITS[waits], { who: t("{name} at seat {seat}", { name: guest.name, seat: guest.seat }), hand: named(HANDS, hand) });
    else if (others.length) says = t("Waiting for {who}", { who: row("and", others) });
    else someone = false;
    if (says && says !== this.says) this.felt.announce(says);
    // Who comes in the middle of a round, and when nobody is waited for any more.
    else if (!says && (this.waits || !this.felt.caption.textContent)) this.felt.announce(named(PHASES, phase));
    this.says = says;
    this.waits = someone;
  }

  /** @param {import("../types.js").PublicEvent[]} events */
  #told(events) {
    for (const event of events) {
      if (UNWRITTEN.has(event.event)) continue;
      const words = told(event);
      const aloud = ALOUD.has(event.event);
      this.announcer.say(words, { clauses: event.clauses, aloud, link: this.#clause });
      const also = this.#custom(event);
      if (aloud) this.felt.announce(settings.language === "en" && event.announcement ? `${event.announcement}. ${also}`.trim() : words);
      else if (also) this.felt.announce(also);
      if (event.event === "CardDealt") sound.card();
      if (event.event === "CardsTurned") sound.turn();
      if (event.event === "ResultCalled") this.#won();
    }
  }

  /** What dealers say anyway, beside the rulebook's words: a natural, a third card. @param {import("../types.js").PublicEvent} event */
  #custom(event) {
    const { natural = [], third = [] } = this.store.seen.coup ?? {};
    if (event.event === "CountCalled" && natural.includes(event.hand)) return t("Natural.");
    return event.event === "CardDealt" && third.includes(event.hand) ? t("{hand} draws a third card.", { hand: named(HANDS, event.hand) }) : "";
  }

  #won() {
    const last = this.store.seen.last;
    const mine = last?.wagers.filter((row) => row.seat === this.store.seat) ?? [];
    if (mine.some((row) => row.net_cents > 0)) sound.win();
  }

  /** What happened while the connection was away. @param {import("../store.js").Meanwhile} meanwhile */
  #meanwhile({ back, missed }) {
    if (!back) return;
    const rounds = missed.filter((event) => event.event === "ResultCalled").length;
    const words = [rounds === 0 ? t("You are back. Nothing was decided meanwhile.") : rounds === 1 ? t("One round was decided while you were away.") : t("{count} rounds were decided while you were away.", { count: rounds })];
    const mine = this.store.view?.last?.wagers.filter((row) => row.seat === this.store.seat) ?? [];
    if (rounds && mine.length) words.push(t("Your wagers: {net}.", { net: gained(mine.reduce((sum, row) => sum + row.net_cents, 0)) }));
    for (const event of missed) if (!UNWRITTEN.has(event.event)) this.announcer.say(told(event), { clauses: event.clauses, aloud: false, link: this.#clause });
    this.announcer.say(words.join(" "));
    this.#notice(words.join(" "), [], 6_000);
  }

  /** @param {{state: string, reason: string}} detail */
  #state({ state, reason }) {
    mark(document.body, "data-link", state);
    const reload = h("button", { type: "button", class: "button", onclick: () => location.reload() }, t("Load again"));
    const lobby = h("a", { class: "button", href: "/" }, t("To the lobby"));
    if (state === "refused" && !this.store.view) need("#table").replaceChildren(h("h1", { class: "unseen", text: named(REASONS, reason) })); // no table, no felt
    if (state === "open") this.#notice("");
    else if (state === "waiting") this.#notice(t("The connection was lost. Coming back …"));
    else if (state === "gone") this.#notice(t("The house does not answer. This page keeps trying; your wagers are safe with the house."));
    else if (state === "outdated") this.#notice(t("The house has a newer page. Load it again to go on."), [reload]);
    else if (state === "locked") import("../parts/lock.js").then(({ lockWith }) => lockWith(this.link));
    else if (state === "refused") this.#notice(named(REASONS, reason), [lobby]);
  }

  /** @param {string} words @param {Node[]} [more] @param {number} [ms] */
  #notice(words, more = [], ms = 0) {
    this.notice.hidden = !words;
    this.notice.replaceChildren(h("span", { text: words }), ...more);
    clearTimeout(this.noticeTimer);
    if (ms) this.noticeTimer = setTimeout(() => (this.notice.hidden = true), ms);
  }

  noticeTimer = 0;
  /** The chips after that round, where they were all in front of the guest. @type {number|undefined} */
  balance = undefined;

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.store.view) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=range]):not([type=checkbox]), textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    if (event.repeat && /^[a-z]$|^enter$/.test(key)) return; // a key that is held puts one chip down and doubles once
    const spot = { p: "player", b: "banker", t: "tie" }[key];
    if (/^[1-6]$/.test(key)) this.tray.chooseNumber(Number(key));
    else if (spot) this.wagering.put(spot, this.tray.chosen);
    else if (key === "z") this.wagering.undo();
    else if (key === "r") this.wagering.rebet();
    else if (key === "x") this.wagering.double();
    else if (key === "c") this.wagering.clear();
    else if (key === " " && this.squeeze.holding && !(target instanceof HTMLButtonElement)) this.squeeze.more();
    else if (key === "enter" && this.squeeze.holding && !target.closest("button, a")) this.act("ReturnCards", { hand: this.squeeze.hand });
    else if (key === "d" || (key === "enter" && !target.closest("button, a"))) this.#ready();
    else if (key === "g") need("#roads").focus();
    else if (key === "h" || key === "?") this.#help();
    else if (key === "m") {
      settings.set("muted", !settings.values.muted);
      this.announcer.say(t(settings.values.muted ? "Sound off" : "Sound on"));
    }
    else if (key.startsWith("arrow") && target.closest("mb-spot")) this.#walk(key, target);
    else return;
    event.preventDefault();
  }

  /** Arrows move between the areas. @param {string} key @param {HTMLElement} from */
  #walk(key, from) {
    const spots = [...this.felt.bySpot.values()];
    const at = spots.indexOf(/** @type {any} */ (from.closest("mb-spot")));
    const step = key === "arrowright" || key === "arrowdown" ? 1 : -1;
    spots[(at + step + spots.length) % spots.length].button.focus();
  }
}

/** @param {TableStore} store */
function wageredSomething(store) {
  return store.seen.wagers.some((wager) => wager.seat === store.seat);
}

await loadVoice();
byName();
const who = await session().catch(() => ({ person: null }));
const page = new TablePage(who);
page.link.connect();
