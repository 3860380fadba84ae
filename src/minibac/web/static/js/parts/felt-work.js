/**
 * The dealer's hands on the felt. By pointer: a card is drawn from the shoe to a hand, or to the rack to be burned; a hand is turned by a
 * touch, handed to a seat, carried to the rack; losing chips are carried to the float; chips from its tubes are laid beside a stake and
 * pushed to the guest. By keys: S and the arrows choose a stack, digits take chips from the tubes, and X, Y, Z and V take, pay,
 * give back and charge; in an exam, where nobody else refuses a wager, K pushes it back.
 *
 * Nothing here knows what is right: amount and chips are the dealer's, the table answers, and a refusal stands where it was made.
 */

import { differs, h, hide, keep, make, mark, say } from "../dom.js";
import { dollars, face, stackOf } from "../money.js";
import { wagerName } from "../told.js";
import { t } from "../voice.js";
import { MbCard } from "./card.js";
import { Drags } from "./drags.js";
import { chip, drawStack, stackDrawing } from "./faces.js";

/** @typedef {import("../store.js").TableStore} TableStore */
/** @typedef {import("../types.js").Wager} Wager */
/** @typedef {{send: (command: Record<string, any>, near: Element|null) => Promise<boolean>, step: (id: string, near: Element|null) => unknown, hand: (hand: string, seat: number, near: Element|null) => unknown, collect: (seat: number, near: Element|null) => unknown}} Desk */

/** Wide enough for a sentence, narrow enough to stand beside a hand. */
const BUBBLE = 340;

/** What is settled before the rest; its payout may go to a wager of the same seat. */
const EARLY = "house-money";

const MOVES = /** @type {const} */ ([
  { id: "collect", key: "x" },
  { id: "pay", key: "y" },
  { id: "return", key: "z" },
  { id: "vigorish", key: "v" },
  { id: "mark", key: "v" },
  { id: "add", key: "v" },
  { id: "refuse", key: "k" },
]);

export class FeltWork {
  /** @param {import("./felt.js").MbFelt} felt @param {TableStore} store @param {Desk} desk */
  constructor(felt, store, desk) {
    this.felt = felt;
    this.store = store;
    this.desk = desk;
    this.mine = false;
    this.seat = 0;
    this.area = "";
    /** Chips laid beside the chosen stack, in the order they were taken. @type {number[]} */
    this.laid = [];
    this.shoeHeld = false;
    this.float = h("div", { class: "tubes", role: "group", "aria-label": t("The float") });
    this.layer = h("div", { class: "work-layer" });
    this.mistake = h("div", { class: "mistake" });
    /** Where the last thing was done. @type {Element|null} */
    this.near = null;
    this.chosen = h("span", { class: "chosen-stack" });
    this.sum = h("output", { class: "laid-sum figures" });
    this.buttons = MOVES.map(({ id, key }) => h("button", { type: "button", class: "button felt-move", "data-move": id, "aria-keyshortcuts": key.toUpperCase(), onclick: () => this.move(id) }, this.#moveName(id), h("kbd", { class: "kbd", text: key.toUpperCase() })));
    this.back = h("button", { type: "button", class: "button plain felt-move", "data-move": "clear", "aria-keyshortcuts": "Backspace", onclick: () => this.#unlay() }, t("Chip back"), h("kbd", { class: "kbd", text: "Bksp" }));
    this.bar = h("div", { class: "felt-bar", role: "group", "aria-label": t("Take and pay"), hidden: true }, this.chosen, this.sum, ...this.buttons, this.back);
    felt.addEventListener("arranged", () => this.#place());
    felt.rim.addEventListener("scroll", () => this.#place(), { passive: true });
    felt.addEventListener("click", (event) => this.#touched(/** @type {Element} */ (event.target)));
    felt.addEventListener("focusin", (event) => this.#focused(/** @type {Element} */ (event.target)));
    felt.addEventListener("contextmenu", (event) => {
      if (!/** @type {Element} */ (event.target).closest(".tube-of, .laid")) return;
      event.preventDefault();
      this.#unlay();
    });
    new Drags(felt, (touched) => this.#lift(touched), (what, there) => this.#drop(what, there));
  }

  /** @param {string} id */
  #moveName(id) {
    if (id === "collect") return t("Take");
    if (id === "pay") return t("Pay");
    if (id === "return") return t("Return");
    if (id === "refuse") return t("Push back");
    if (id === "add") return t("Add to the wager");
    return id === "mark" ? t("Marker button") : t("Vigorish");
  }

  /** The table as it lies now. @param {boolean} mine whether this dealer pays and takes @param {boolean} [calling] whether the words to call have the edge of the felt: nothing is moved by them then */
  draw(mine, calling = false) {
    this.mine = mine;
    if (!this.layer.isConnected) this.felt.append(this.float, this.layer, this.mistake); // what the felt lays itself comes before it
    const { wagers, chips_cents: chips, coup, help } = this.store.seen;
    mark(this.felt, "data-work", mine);
    mark(this.felt, "data-help", help ? null : "off");
    const desk = /** @type {any} */ (this.store.yours);
    this.#tubes(chips, new Map(desk.tray?.chips ?? []));
    const due = desk.payouts?.find((/** @type {any} */ payout) => !payout.done)?.action;
    for (const [index, seat] of this.felt.seats.entries()) {
      mark(seat.boxes, "aria-hidden", mine ? null : "true");
      mark(seat.boxes, "role", mine ? "group" : null);
      mark(seat.boxes, "aria-label", mine ? t("Chips of seat {seat}", { seat: index + 1 }) : null);
      for (const [area, box] of seat.byArea) this.#box(index + 1, area, box, wagers.find((one) => one.seat === index + 1 && one.wager === area), due);
    }
    for (const marker of this.felt.markers.children) {
      const may = mine && desk.collects?.includes(Number(/** @type {HTMLElement} */ (marker).dataset.seat));
      mark(marker, "role", may ? "button" : "img");
      mark(marker, "tabindex", may ? 0 : null);
    }
    if (this.seat && !wagers.some((one) => one.seat === this.seat && one.wager === this.area)) this.choose(0, "");
    if (!coup?.result && this.laid.length && !wagers.length) this.laid = [];
    const later = calling && !wagers.some(({ wager }) => wager === EARLY);
    hide(this.bar, !mine || later || !wagers.length || (!desk.exam && (coup?.called.length ?? 0) < this.felt.hands.childElementCount));
    this.#drawBar();
    requestAnimationFrame(() => this.#place());
  }

  /** @param {readonly number[]} chips @param {Map<number, number>} there how many lie in each tube, where that is told */
  #tubes(chips, there) {
    hide(this.float, !this.mine);
    keep(
      this.float,
      [...chips].sort((a, b) => a - b),
      () => h("button", { type: "button", class: "tube-of" }),
      (tube, cents, index) => {
        if (!differs(tube, [cents, index, there.get(cents)])) return;
        mark(tube, "data-cents", cents);
        mark(tube, "aria-keyshortcuts", index < 9 ? index + 1 : null);
        mark(tube, "aria-label", there.has(cents) ? t("A chip of {value} from the float, {count} there", { value: dollars(cents), count: there.get(cents) ?? 0 }) : t("A chip of {value} from the float", { value: dollars(cents) }));
        tube.replaceChildren(chip(cents), h("kbd", { class: "kbd", text: index + 1 }));
      },
    );
  }

  /** One box of one seat: its chips can be chosen, taken and paid. @param {number} seat @param {string} area @param {HTMLElement} box @param {Wager|undefined} wager @param {any} due */
  #box(seat, area, box, wager, due) {
    const lies = wager ? wager.stake_cents + wager.added_cents : 0;
    const here = this.seat === seat && this.area === area;
    mark(box, "role", this.mine && lies ? "button" : null);
    mark(box, "tabindex", this.mine && lies ? (here || (!this.seat && this.#first(seat, area)) ? 0 : -1) : null);
    mark(box, "aria-pressed", this.mine && lies ? (here ? "true" : "false") : null);
    mark(box, "aria-label", this.mine && wager ? this.#stackName(wager) : null);
    mark(box, "data-due", Boolean(due && due[1] === seat && due[2] === area));
    mark(box, "data-paid", Boolean(wager?.paid_cents));
  }

  /** The sum of a stack is a help; without it the chips are named as they lie. @param {Wager} wager */
  #stackName(wager) {
    const lies = wager.stake_cents + wager.added_cents;
    const sum = this.store.seen.help ? dollars(lies) : counted(stackOf(lies, this.store.seen.chips_cents));
    const words = t("Seat {seat}, {wager}: {sum}", { seat: wager.seat, wager: wagerName(wager.wager), sum });
    return wager.paid_cents ? `${words}, ${t("move|paid")}` : words;
  }

  /** The stacks from the highest seat down, each seat's as they lie. */
  get stacks() {
    const rank = (/** @type {Wager} */ one) => this.felt.rows.flat().indexOf(one.wager);
    return [...this.store.seen.wagers].sort((a, b) => b.seat - a.seat || rank(a) - rank(b));
  }

  /** @param {number} seat @param {string} area */
  #first(seat, area) {
    const [first] = this.stacks;
    return first?.seat === seat && first.wager === area;
  }

  /** @param {number} seat @param {string} area */
  boxOf(seat, area) {
    return this.felt.seats[seat - 1]?.byArea.get(area) ?? null;
  }

  /** Take a stack in view: what is done next is done with it. @param {number} seat @param {string} area */
  choose(seat, area) {
    if (seat === this.seat && area === this.area) return;
    const before = this.boxOf(this.seat, this.area);
    if (before) mark(before, "aria-pressed", before.hasAttribute("role") ? "false" : null);
    this.seat = seat;
    this.area = area;
    this.laid = [];
    const box = this.boxOf(seat, area);
    if (box?.hasAttribute("role")) mark(box, "aria-pressed", "true");
    this.#drawBar();
    this.#place();
  }

  #drawBar() {
    const { layout, help, chips_cents: chips } = this.store.seen;
    say(this.chosen, this.seat ? t("Seat {seat} · {wager}", { seat: this.seat, wager: wagerName(this.area) }) : t("Choose a stack"));
    const sum = this.laid.reduce((all, one) => all + one, 0);
    say(this.sum, help && sum ? dollars(sum) : "");
    for (const button of this.buttons) {
      button.disabled = !this.seat;
      const early = this.area === EARLY;
      if (button.dataset.move === "mark") hide(button, early || !layout.markers);
      if (button.dataset.move === "vigorish") hide(button, early || Boolean(layout.markers));
      if (button.dataset.move === "add") hide(button, !early);
      if (button.dataset.move === "refuse") hide(button, !this.store.yours.exam);
    }
    this.back.disabled = !this.laid.length;
    keep(this.layer, this.#piles(), () => h("span", { class: "laid" }, stackDrawing()), (pile, { cents, seat, area, live }) => {
      mark(pile, "data-seat", seat);
      mark(pile, "data-area", area);
      mark(pile, "data-live", live);
      mark(pile, "title", help ? dollars(cents.reduce((all, one) => all + one, 0)) : null);
      drawStack(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (pile.children[0])), live ? cents : stackOf(cents[0], chips));
    });
  }

  /** Everything that lies beside a stake: what has been paid, and what the dealer lays now. */
  #piles() {
    const paid = this.store.seen.wagers.filter((one) => one.paid_cents).map((one) => ({ cents: [one.paid_cents], seat: one.seat, area: one.wager, live: false }));
    return this.laid.length && this.seat ? [...paid, { cents: [...this.laid].sort((a, b) => b - a), seat: this.seat, area: this.area, live: true }] : paid;
  }

  // ------------------------------------------------------------------------------------------------- what is done

  /** A chip from the float is laid beside the chosen stack. @param {number} cents */
  lay(cents) {
    if (!this.seat) {
      this.#hint(t("Choose a stack first: touch it, or S and the arrow keys."), this.float);
      return;
    }
    this.laid.push(cents);
    this.#drawBar();
    this.#place();
  }

  #unlay() {
    this.laid.pop();
    this.#drawBar();
    this.#place();
  }

  /** A move of the settlement at the chosen stack, with the chips that were laid; to take or to give back is all that lies there. @param {string} move */
  async move(move) {
    const { seat, area } = this;
    if (!seat) return;
    const sum = this.laid.reduce((all, one) => all + one, 0);
    const wager = this.store.seen.wagers.find((one) => one.seat === seat && one.wager === area);
    const lies = wager ? wager.stake_cents + wager.added_cents : 0;
    const cents = move === "collect" || move === "return" ? sum || lies : sum;
    if (this.store.yours.exam && !cents && move !== "refuse") {
      this.#hint(t("Take chips from the float first."), this.boxOf(seat, area) ?? this.float);
      return;
    }
    const actions = [[move, seat, area, cents]];
    const early = area === EARLY;
    const chips = (move === "pay" || move === "add") && this.laid.length ? { chips: tally(this.laid) } : {};
    const settled = early ? { command: "SettleHouseMoney", seat, actions, ...chips } : { command: "TakeActions", actions, ...chips };
    const command = move === "refuse" ? { command: "RefuseWager", seat, wager: area } : settled;
    if (await this.desk.send(command, this.boxOf(seat, area))) {
      this.laid = [];
      this.#drawBar();
    }
  }

  /** @param {boolean} held */
  #hold(held) {
    this.shoeHeld = held;
    mark(this.felt.shoe, "data-held", held);
  }

  /** @param {Element} touched */
  #touched(touched) {
    if (!document.body.hasAttribute("data-duty")) return;
    const there = this.#whatIs(touched);
    if (!there) return;
    const { kind, what } = there;
    if (kind === "tube") this.lay(Number(what.dataset.cents));
    else if (kind === "laid") this.move("pay");
    else if (kind === "box" && what.hasAttribute("role")) what.focus();
    else if (kind === "marker" && what.getAttribute("role") === "button") this.desk.collect(Number(what.dataset.seat), what);
    else if (kind === "shoe") this.#hold(!this.shoeHeld);
    else if (kind === "hand" || kind === "rack") {
      const id = kind === "rack" ? (this.shoeHeld ? "burn" : "rack") : `${this.shoeHeld ? "deal" : "turn"}-${what.getAttribute("side")}`;
      this.#hold(false);
      this.desk.step(id, what);
    }
  }

  /** What the dealer means by a place on the felt. @param {Element|null} touched @returns {{kind: string, what: HTMLElement}|null} */
  #whatIs(touched) {
    for (const [selector, kind] of KINDS) {
      const what = touched?.closest(selector);
      if (what instanceof HTMLElement && this.felt.contains(what)) return { kind, what };
    }
    return null;
  }

  /** @param {Element} touched */
  #lift(touched) {
    const there = document.body.hasAttribute("data-duty") ? this.#whatIs(touched) : null;
    if (!there) return null;
    const { kind, what } = there;
    if (kind === "tube") return { what, picture: () => pile([Number(what.dataset.cents)]) };
    if (kind === "laid") return { what, picture: () => pile(this.laid) };
    if (kind === "box" && what.dataset.cents) return { what, picture: () => pile(stackOf(Number(what.dataset.cents), this.store.seen.chips_cents)) };
    if (kind === "shoe" || (kind === "hand" && what.querySelector("mb-card"))) return { what, picture: back };
    if (kind === "marker" && what.getAttribute("role") === "button") return { what, picture: () => h("span", { class: "marker", text: what.textContent ?? "" }) };
    return null;
  }

  /** @param {Element} lifted @param {Element|null} left */
  #drop(lifted, left) {
    const from = this.#whatIs(lifted);
    const to = this.#whatIs(left);
    if (!from || !to) return;
    const seat = Number((to.what.closest("mb-seat") ?? to.what).getAttribute("data-seat"));
    const side = to.what.getAttribute("side");
    switch (`${from.kind} ${to.kind}`) {
      case "shoe hand":
        this.desk.step(`deal-${side}`, to.what);
        break;
      case "shoe rack":
        this.desk.step("burn", to.what);
        break;
      case "hand rack":
        this.desk.step("rack", to.what);
        break;
      case "hand shoe":
        this.desk.step("tuck", to.what);
        break;
      case "hand seat":
      case "hand box":
        this.desk.hand(from.what.getAttribute("side") ?? "", seat, to.what);
        break;
      case "box tube":
      case "box float":
        this.#of(from.what);
        this.move("collect");
        break;
      case "box seat":
        this.#of(from.what);
        this.move("return");
        break;
      case "tube box":
        this.#of(to.what);
        this.lay(Number(from.what.dataset.cents));
        break;
      case "tube laid":
        this.lay(Number(from.what.dataset.cents));
        break;
      case "laid seat":
        this.move("pay");
        break;
      case "laid box":
        if (this.area === EARLY && seat === this.seat && to.what.dataset.area !== EARLY) this.move("add");
        break;
      case "laid tube":
      case "laid float":
        this.laid = [];
        this.#drawBar();
        break;
      case "marker tube":
      case "marker float":
        this.desk.collect(Number(from.what.dataset.seat), from.what);
        break;
      default:
    }
  }

  /** @param {HTMLElement} box */
  #of(box) {
    this.choose(Number(box.closest("mb-seat")?.getAttribute("data-seat")), box.dataset.area ?? "");
  }

  /** @param {Element} element */
  #focused(element) {
    if (element instanceof HTMLElement && element.matches(".seat-box[role=button]")) {
      for (const box of this.felt.querySelectorAll(".seat-box[tabindex='0']")) mark(box, "tabindex", -1);
      mark(element, "tabindex", 0);
      this.#of(element);
    }
  }

  /** Whether a key was for the felt. @param {string} key @param {Element} target */
  key(key, target) {
    const marker = target.closest(".marker[role=button]");
    if (marker && key === "enter") {
      this.desk.collect(Number(/** @type {HTMLElement} */ (marker).dataset.seat), marker);
      return true;
    }
    if (this.bar.hidden) return false;
    if (key === "s") return this.#goto(this.stacks[0]);
    if (!this.seat) return false;
    if (key.startsWith("arrow")) return this.#arrow(key);
    const tube = /^[1-9]$/.test(key) ? this.float.children[Number(key) - 1] : null;
    const move = this.buttons.find((one) => !one.hidden && one.getAttribute("aria-keyshortcuts") === key.toUpperCase());
    if (tube) this.lay(Number(/** @type {HTMLElement} */ (tube).dataset.cents));
    else if (key === "backspace") this.#unlay();
    else if (key === "escape") {
      this.felt.closest("main")?.focus({ preventScroll: true });
      this.choose(0, "");
    }
    else if (key === "enter" && target.closest(".seat-box")) return true;
    else if (move) this.move(move.dataset.move ?? "");
    else return false;
    return true;
  }

  /** Left and right lead to the next seat as it is seen, up and down to the next stack of the seat. @param {string} key */
  #arrow(key) {
    const { stacks } = this;
    const own = stacks.filter((one) => one.seat === this.seat);
    const at = own.findIndex((one) => one.wager === this.area);
    if (key === "arrowup" || key === "arrowdown") return this.#goto(own[at + (key === "arrowdown" ? 1 : -1)]);
    const seats = [...new Set(stacks.map((one) => one.seat))];
    const next = seats[seats.indexOf(this.seat) + (key === "arrowright" ? 1 : -1)];
    return this.#goto(stacks.find((one) => one.seat === next));
  }

  /** @param {Wager|undefined} stack */
  #goto(stack) {
    if (stack) this.boxOf(stack.seat, stack.wager)?.focus();
    return true;
  }

  // ------------------------------------------------------------------------------------------- where it is shown

  /** A refusal, or nothing any more. @param {Node[]} words @param {Element|null} [near] */
  tell(words, near = null) {
    this.mistake.replaceChildren(...words);
    if (!words.length) return;
    this.near = near?.isConnected ? near : this.felt.hands;
    requestAnimationFrame(() => {
      this.#stand();
      this.mistake.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {string} words @param {Element} near */
  #hint(words, near) {
    this.tell([h("p", { role: "status", text: words })], near);
  }

  /** Everything that lies in a layer of its own goes where it belongs. */
  #place() {
    const { felt, float } = this;
    const place = felt.scene?.float;
    float.style.transform = place ? `translate(${(place.x - place.w / 2).toFixed(1)}px, ${(place.y - place.h / 2).toFixed(1)}px)` : "";
    float.style.width = place ? `${place.w.toFixed(1)}px` : "";
    float.style.height = place ? `${place.h.toFixed(1)}px` : "";
    const own = felt.getBoundingClientRect();
    for (const each of this.layer.children) {
      const laid = /** @type {HTMLElement} */ (each);
      const box = this.boxOf(Number(laid.dataset.seat), laid.dataset.area ?? "")?.getBoundingClientRect();
      if (box) laid.style.transform = `translate(${(box.left + box.width * 0.8 - own.left).toFixed(1)}px, ${(box.top + box.height * 0.55 - own.top).toFixed(1)}px) translate(-50%, -60%)`;
    }
    if (this.mistake.childElementCount) this.#stand();
  }

  /** Beside the place, inside the felt, over as little of the hands as can be. */
  #stand() {
    const { felt, mistake, near } = this;
    const own = felt.getBoundingClientRect();
    const box = near?.getBoundingClientRect();
    if (!box) return;
    const width = Math.min(BUBBLE, own.width - 16);
    mistake.style.width = `${width}px`;
    const height = mistake.offsetHeight;
    const cards = [...felt.hands.querySelectorAll("mb-card, .hand-total")].map((card) => card.getBoundingClientRect());
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const tries = [
      { x: middle.x - width / 2, y: box.bottom + 8 },
      { x: middle.x - width / 2, y: box.top - height - 8 },
      { x: box.right + 8, y: middle.y - height / 2 },
      { x: box.left - width - 8, y: middle.y - height / 2 },
    ].map(({ x, y }) => ({ x: Math.max(own.left + 8, Math.min(x, own.right - width - 8)), y: Math.max(own.top + 8, Math.min(y, own.bottom - height - 8)) }));
    const covers = (/** @type {{x: number, y: number}} */ at) => [...cards, box].reduce((all, one) => all + Math.max(0, Math.min(one.right, at.x + width) - Math.max(one.left, at.x)) * Math.max(0, Math.min(one.bottom, at.y + height) - Math.max(one.top, at.y)), 0);
    const [best] = tries.sort((a, b) => covers(a) - covers(b));
    mistake.style.transform = `translate(${(best.x - own.left).toFixed(0)}px, ${(best.y - own.top).toFixed(0)}px)`;
  }
}

/** The places of the felt, what lies above first. @type {readonly [string, string][]} */
const KINDS = [
  [".laid[data-live]", "laid"],
  [".tube-of", "tube"],
  [".tubes", "float"],
  [".marker", "marker"],
  [".seat-box", "box"],
  ["mb-seat", "seat"],
  ["mb-shoe", "shoe"],
  ["mb-rack", "rack"],
  ["mb-hand", "hand"],
];

/** A stack on its way. @param {readonly number[]} chips */
function pile(chips) {
  const drawing = stackDrawing();
  drawStack(drawing, [...chips].sort((a, b) => b - a));
  return drawing;
}

/** The back of a card on its way. */
function back() {
  const card = make(MbCard);
  card.show(null);
  return card;
}

/** How many there are of each chip. @param {readonly number[]} chips @returns {Record<string, number>} */
function tally(chips) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const cents of chips) found[cents] = (found[cents] ?? 0) + 1;
  return found;
}

/** Chips by their faces, for who hears them: 3 × 25, 1 × 5. @param {readonly number[]} chips */
function counted(chips) {
  return Object.entries(tally(chips)).map(([cents, count]) => t("{count} of {value}", { count, value: face(Number(cents)) })).join(", ");
}
