/**
 * `<mb-felt>`: the table, drawn once for everybody who stands around it. The scene says where things lie, the furniture is printed
 * under them, and everything on it comes from the view: the hands, each seat's chips in its numbered boxes, marker buttons, shoe and rack.
 *
 * Where there is room it is a half-moon; a guest's own boxes are the largest, and are tapped. On a phone it is the part
 * that fits: the hands, the own boxes, and a strip of the seats. With `across` it is seen from the dealer's side; with `above`
 * from the ceiling, whole at any size and to be looked at only: `above="large"` has everything labelled, `above="small"` is for walls and
 * lobbies. That one is drawn at its natural size and made smaller with its frame, the element around it.
 */

import { differs, h, hide, keep, make, mark, s, say } from "../dom.js";
import { brief, dollars } from "../money.js";
import { settings } from "../settings.js";
import { areaName, ruled } from "../told.js";
import { spoken, t } from "../voice.js";
import { MbCard } from "./card.js";
import { MbClock } from "./clock.js";
import { MbDeckWork } from "./deck-work.js";
import { drawTable, NAMELESS, stackRoom } from "./furniture.js";
import { MbHand } from "./hand.js";
import { rowsOf, sceneOf } from "./scene.js";
import { MbSeat } from "./seat.js";
import { MbRack, MbShoe } from "./shoe.js";
import { MbSpot } from "./spot.js";
import { dayTime } from "./times.js";

/** @typedef {import("../store.js").TableStore} TableStore */
/** @typedef {import("./scene.js").Place} Place */

/** From so many rem on there is room for the whole table; a guest who reads large letters gets the part that fits. */
const WIDE = 60;
/** In a box of fewer pixels there is no room for a sum beside the chips. */
const TIGHT = 27;
/** On a plate of fewer pixels there is no room for cents, or for letters of the usual size. */
const SLIGHT = { cents: 104, scant: 80 };
/** Below so many rem two areas share a row, not three. */
const SLIM = 18;
/** A table from above is drawn so wide at least, and then made as small as its frame. */
const ABOVE = { large: 900, small: 600 };
/** In a narrower frame no label could be read, and the table is drawn in small. */
const READ = 560;
/** Where a hand's cards come from and go to on the half-moon. */
const FAR = ["--shoe-x", "--shoe-y", "--rack-x", "--rack-y"];
/** The one work before a round that is done with the cards in the shoe. */
const LOADED = "burn";
/** The three of a first row on a phone. */
const FRONT = new Set(["player", "tie", "banker"]);

export class MbFelt extends HTMLElement {
  /** What draws each seat, the highest first. @type {(() => void)[]} */
  #draws = [];

  constructor() {
    super();
    /** Seen from the dealer's side: nobody's boxes are larger, and none is tapped. */
    this.across = false;
    /** Seen from above, with labels or in small. @type {""|"large"|"small"} */
    this.above = "";
    this.table = s("svg", { class: "table-drawing", "aria-hidden": "true", focusable: "false" });
    this.player = make(MbHand, { side: "player" });
    this.banker = make(MbHand, { side: "banker" });
    this.hands = h("div", { class: "hands" }, this.player, this.banker);
    this.work = make(MbDeckWork);
    this.clock = make(MbClock);
    this.shoe = make(MbShoe);
    this.rack = make(MbRack);
    this.plaque = h("div", { class: "plaque" });
    this.aside = h("div", { class: "aside", role: "group" });
    this.caption = h("p", { class: "caption" });
    this.markers = h("div", { class: "markers" });
    this.spots = h("div", { class: "spots", role: "group" });
    this.rim = h("div", { class: "rim", role: "group" });
    this.inscription = h("p", { class: "inscription", "aria-hidden": "true" });
    this.over = h("div", { class: "felt-over" });
    this.air = h("div", { class: "air", "aria-hidden": "true" });
    /** The work that was shown last; null before anything was. @type {string|null} */
    this.worked = null;
    /** What lay in each box when it was drawn last, by seat and wager. @type {Map<string, number>} */
    this.lay = new Map();
    /** Where hands are seen that move things: under everything that is read. */
    this.helping = h("div", { class: "helping", "aria-hidden": "true" });
    /** @type {Promise<import("./motion.js").Motion>|null} */
    this.motion = null;
    /** The cards of the hands as they lay last. @type {import("./motion.js").Lying|null} */
    this.lying = null;
    /** @type {import("./scene.js").Scene|null} */
    this.scene = null;
    /** @type {Map<string, MbSpot>} */
    this.bySpot = new Map();
    /** Whether the seats have been drawn once: at first all of them are drawn at once. */
    this.peopled = false;
    /** @type {MbSeat[]} */
    this.seats = [];
    /** @type {string[][]} */
    this.rows = [];
    /** What is printed on the cloth. @type {{names: Record<string, string>, chips: readonly number[], markers: string}} */
    this.printed = { names: {}, chips: [], markers: "" };
    /** How many cards were burned when that was looked at last, and how many were left then. */
    this.burned = { count: -1, left: -1 };
    this.laid = "";
    /** What the table was arranged for last. */
    this.room = "";
    /** @type {number|null} */
    this.own = null;
    /** The seat whose boxes are large: one's own, or one that is free to take. */
    this.focusSeat = 0;
    /** Pixels of the window that something below needs. */
    this.reserve = () => 0;
    this.size = new ResizeObserver(() => this.#arrange());
    this.resized = () => this.#arrange();
  }

  connectedCallback() {
    this.across = this.hasAttribute("across");
    this.above = /** @type {""|"large"|"small"} */ (this.getAttribute("above") ?? "");
    if (!this.childElementCount) {
      mark(this.spots, "aria-label", t("Betting areas"));
      mark(this.rim, "aria-label", t("Seats"));
      mark(this.aside, "aria-label", t("Cards set aside or waiting"));
      this.append(this.table, this.rack, this.plaque, this.aside, this.shoe, this.helping, this.hands, this.work, this.markers, this.caption, this.rim, this.spots, this.clock, this.inscription, this.air, this.over);
    }
    this.size.observe((this.above && this.parentElement) || this);
    addEventListener("resize", this.resized);
  }

  disconnectedCallback() {
    this.size.disconnect();
    removeEventListener("resize", this.resized);
  }

  /** Nobody touches anything here: one only looks. */
  get looked() {
    return this.across || Boolean(this.above);
  }

  /** @param {TableStore} store @returns {() => void} looks away again */
  follow(store) {
    const acted = (/** @type {Event} */ event) => {
      for (const told of /** @type {CustomEvent} */ (event).detail) {
        if (told.event === "VigorishCollected" || told.event === "VigorishCleared") this.settle([["cleared", told.seat, "", told.cents ?? 0]]);
        else if (told.event === "HouseMoneySettled") this.settle(told.actions.map((/** @type {import("./flights.js").Move} */ [kind, seat, wager, cents]) => [kind, seat, kind === "add" ? told.added_to : wager, cents]), told.chips);
        // A payment that the dealer lays lies there.
        else if (told.event === "ActionsTaken" && !(this.across && told.actions.length < 2 && told.actions[0][0] === "pay")) this.settle(told.actions, told.chips);
      }
    };
    store.addEventListener("events", acted);
    const watching = [
      store.watch(["areas", "layout", "seats", "options", "chips_cents", "yours"], () => this.#lay(store)),
      store.watch(["coup", "phase", "yours"], () => this.#cards(store)),
      store.watch(["clock"], () => this.clock.set(store.seen.clock, () => store.now())),
      store.watchLater(["areas", "layout", "seats", "wagers", "coup", "yours", "options", "chips_cents"], () => this.#people(store)),
      store.watchLater(["set_aside", "waiting"], () => this.#lone(store)),
      store.watchLater(["strip", "coup"], () => this.#work(store)),
      store.watchLater(["cards_left", "cards_count", "cut_card_depth", "burned", "last_hand"], () => this.#shoe(store)),
      store.watchLater(["areas", "sign", "options", "rulebook_name"], () => this.#plaque(store)),
    ];
    return () => {
      store.removeEventListener("events", acted);
      for (const unwatch of watching) unwatch();
    };
  }

  /** One box for each wager of the table before each seat, in the order they lie. @param {TableStore} store */
  #lay(store) {
    const view = store.seen;
    const areas = view.areas.filter((area) => area.maximum_cents !== undefined || area.odds);
    const seats = view.seats_count;
    const focus = this.#focus(store);
    const key = JSON.stringify([areas.map((area) => [area.id, area.label, area.odds]), seats, view.layout, view.chips_cents]);
    if (key === this.laid && focus === this.focusSeat) return;
    this.focusSeat = focus;
    if (key !== this.laid) {
      this.laid = key;
      this.rows = rowsOf(areas.map((area) => area.id), view.layout.beside);
      this.printed = { names: Object.fromEntries(areas.map((area) => [area.id, areaName(area)])), chips: view.chips_cents, markers: ruled(view.layout.markers) };
      this.bySpot.clear();
      this.spots.replaceChildren(
        ...(this.looked ? [] : this.rows).flatMap((row) =>
          row.map((id) => {
            const area = /** @type {import("../types.js").Area} */ (areas.find((one) => one.id === id));
            const spot = make(MbSpot);
            spot.set(area);
            mark(spot, "data-alone", row.length === 1);
            this.bySpot.set(id, spot);
            return spot;
          }),
        ),
      );
      const further = [...this.bySpot.values()].filter((spot) => !FRONT.has(spot.area));
      spans(further.length).forEach((span, index) => mark(further[index], "data-span", span));
      say(this.inscription, areas.map((area) => ruled(area.inscription)).filter(Boolean).join(" "));
      this.seats = Array.from({ length: seats }, () => make(MbSeat));
      for (const seat of this.seats) seat.lay(this.rows, this.across);
      this.#draws = this.seats.map((_, index) => () => this.#person(store, index + 1)).reverse();
      this.peopled = false;
      this.rim.replaceChildren(...this.seats);
      this.markers.replaceChildren(...this.seats.map((_, index) => h("span", { class: "marker figures", role: "img", "data-seat": index + 1, hidden: true })));
    }
    this.seats.forEach((seat, index) => mark(seat, "data-focus", index + 1 === focus));
    requestAnimationFrame(() => this.#arrange()); // who hears news does not measure
  }

  /** Whose boxes are large: one's own; for who only watches, those of a free seat in the middle. @param {TableStore} store */
  #focus(store) {
    if (this.looked) return 0;
    if (store.seat) return store.seat;
    const taken = new Set(store.seen.seats.map((seat) => seat.seat));
    if (this.focusSeat && !taken.has(this.focusSeat)) return this.focusSeat;
    const middle = Math.ceil(store.seen.seats_count / 2);
    const all = Array.from({ length: store.seen.seats_count }, (_, index) => index + 1).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    return all.find((seat) => !taken.has(seat)) ?? middle;
  }

  /** What is done with the cards before a round. @param {TableStore} store */
  #work(store) {
    const before = this.worked;
    this.work.show(store.seen.coup ? "" : (store.seen.strip.find((step) => step.state === "now")?.id ?? ""));
    this.worked = this.work.shown;
    if (before !== this.worked) this.#shoe(store);
    if (before !== null && this.worked && this.worked !== before) this.#motion().then((motion) => motion.work());
  }

  /** What moves over the table: loaded when something does. */
  #motion() {
    return (this.motion ??= import("./motion.js").then(({ Motion }) => new Motion(this)));
  }

  /**
   * Moves of the settlement, seen one after the other; what they changed is drawn by itself.
   * @param {readonly import("./flights.js").Move[]} moves
   * @param {Record<string, number>} [paid] the chips of a payment that the dealer has chosen, by their value
   */
  settle(moves, paid = {}) {
    const { lay } = this; // the boxes are drawn empty before the frame
    this.#motion().then((motion) => requestAnimationFrame(() => motion.settle(moves, lay, paid)));
  }

  /** @param {TableStore} store */
  #cards(store) {
    const { coup } = store.seen;
    const result = coup?.result ?? "";
    for (const hand of /** @type {const} */ (["player", "banker"])) {
      const element = this[hand];
      const mine = store.yours.cards[hand];
      const holder = coup?.holders?.[hand] ?? 0;
      const handed = coup?.handed === hand;
      const offered = coup?.offered?.hand === hand ? coup.offered.seat : 0;
      let note = "";
      if (handed) note = mine ? t("in your hands") : t("held by seat {seat}", { seat: holder });
      else if (offered) note = t("offered to seat {seat}", { seat: offered });
      else if (result === hand) note = t("wins");
      else if (result === "tie") note = t("tie");
      else if (coup?.simulated) note = t("simulated, without wagers");
      else if (this.across && holder && coup?.[hand]?.some((card) => card === null)) note = t("goes to seat {seat}", { seat: holder });
      const tucked = hand === "banker" && Boolean(coup?.tucked) && (coup?.banker ?? []).some((card) => card === null);
      element.set(coup?.[hand] ?? [], coup?.[`${hand}_total`], { note, won: result === hand, tucked, away: handed });
    }
    const before = this.lying;
    this.lying = { player: coup?.player ?? [], banker: coup?.banker ?? [], handed: coup?.handed ?? "", holders: coup?.holders ?? {} };
    if (before && (coup || before.player.length)) this.#motion().then((motion) => motion.cards(before));
    mark(this, "data-phase", store.seen.phase);
    mark(this, "data-result", result || null);
  }

  /** @param {TableStore} store */
  #shoe(store) {
    const view = store.seen;
    const empty = Boolean(this.worked) && this.worked !== LOADED; // the cards lie on the cloth
    this.shoe.set({ left: view.cards_left, count: empty ? 0 : view.cards_count, depth: view.cut_card_depth, last: view.last_hand });
    const out = Math.max(0, view.cards_count - view.cards_left);
    const burned = view.burned.length;
    // A burned card lies on top in the rack until the next card leaves the shoe.
    if (burned !== this.burned.count) this.burned = { count: burned, left: out === burned || this.burned.count >= 0 ? view.cards_left : -1 };
    const top = burned && view.cards_left === this.burned.left ? (view.burned.findLast(Boolean) ?? "") : null;
    this.rack.set({ out, count: view.cards_count, burned, top });
  }

  /** Cards that are out of the shoe and belong to no hand: set aside, or waiting face down for the next one. @param {TableStore} store */
  #lone(store) {
    /** @type {[string|null, string][]} */
    const cards = [...store.seen.set_aside, ...Array.from({ length: store.seen.waiting }, () => /** @type {[null, string]} */ ([null, "shoe"]))];
    keep(this.aside, cards, () => make(MbCard, { class: "dealt" }), (element, [card, where]) => {
      element.show(card);
      mark(element, "data-where", where);
    });
    hide(this.aside, !cards.length);
    this.#putAside();
  }

  /** Each of them where it lies: beside the hand it came to, at the rack, or before the shoe. */
  #putAside() {
    /** @type {Record<string, number>} */
    const there = {};
    for (const card of /** @type {Iterable<HTMLElement>} */ (/** @type {unknown} */ (this.aside.children))) {
      const where = /** @type {"player"|"banker"|"rack"|"shoe"} */ (card.dataset.where ?? "shoe");
      const place = this.scene?.stray(where, (there[where] ??= 0));
      there[where] += 1;
      if (place && this.scene) {
        put(card, place);
        card.style.setProperty("--from-x", `${this.scene.shoe.x.toFixed(0)}px`);
        card.style.setProperty("--from-y", `${this.scene.shoe.y.toFixed(0)}px`);
      } else for (const name of ["transform", "width", "height"]) card.style.removeProperty(name);
    }
  }

  /** The sign with limits and vigorish. @param {TableStore} store */
  #plaque(store) {
    const { areas, sign, rulebook_name: rulebook } = store.seen;
    const main = areas.find((area) => area.id === "player") ?? areas[0];
    const limits = main ? `${dollars(main.minimum_cents)} – ${dollars(main.maximum_cents)}` : "";
    const now = spoken(sign.said);
    const change = signChange(sign);
    this.plaque.replaceChildren(
      h("strong", { text: ruled(rulebook) }),
      h("span", { text: limits }),
      now ? h("span", { class: "plaque-sign", text: now }) : "",
      change ? h("span", { class: "plaque-sign plaque-change", text: change }) : "",
    );
  }

  /** @param {TableStore} store */
  #people(store) {
    const view = store.seen;
    const before = this.lay;
    this.lay = new Map(view.wagers.map((wager) => [`${wager.seat} ${wager.wager}`, wager.stake_cents + wager.added_cents]));
    if (before.size || this.motion) this.#motion().then((motion) => motion.laying(before));
    if (store.seat !== this.own) {
      this.own = store.seat;
      requestAnimationFrame(() => this.#showOwn());
    }
    // One seat after the other, from the highest: of nine that change at once none keeps a frame from the others.
    for (const draw of this.#draws) {
      if (this.peopled) store.slices.add(draw);
      else draw();
    }
    this.peopled = this.#draws.length > 0;
  }

  /** One seat as it is now. @param {TableStore} store @param {number} seat */
  #person(store, seat) {
    const view = store.seen;
    const element = this.seats[seat - 1];
    if (!element) return; // the table has fewer seats by now
    const { coup } = view;
    const free = !this.looked && store.seat === null && store.you?.role !== "spectator-only";
    const holds = coup?.handed && coup.holders?.[coup.handed] === seat ? coup.handed : "";
    const facts = {
      seat,
      taken: view.seats.find((row) => row.seat === seat) ?? null,
      yours: store.seat === seat,
      free,
      holds,
      wagers: view.wagers.filter((wager) => wager.seat === seat),
      chips: view.chips_cents,
    };
    if (differs(element, facts)) element.set(facts);
    this.#owes(seat, facts.taken?.owed_cents ?? 0);
  }

  /** The marker button of a seat, in its numbered space before the dealer. @param {number} seat @param {number} cents */
  #owes(seat, cents) {
    const marker = /** @type {HTMLElement} */ (this.markers.children[seat - 1]);
    hide(marker, !cents);
    say(marker, cents ? brief(cents) : "");
    const words = cents ? t("Marker button of seat {seat}: owes vigorish of {sum}", { seat, sum: dollars(cents) }) : null;
    mark(marker, "title", words);
    mark(marker, "aria-label", words);
  }

  /** The guest's own seat in the middle of a row that is scrolled. */
  #showOwn() {
    const seat = this.seats[(this.own ?? 0) - 1];
    if (!seat || this.hasAttribute("data-arc")) return;
    this.rim.scrollLeft = seat.offsetLeft - this.rim.offsetLeft - (this.rim.clientWidth - seat.offsetWidth) / 2;
  }

  /** What stands on the rail before the dealer, as a line of its own. @param {string} words */
  entitle(words) {
    say(this.caption, words.charAt(0).toUpperCase() + words.slice(1));
  }

  /** Say something on the felt. @param {string} words */
  announce(words) {
    this.entitle(words);
    const duration = settings.pace(450);
    const from = { opacity: 0, translate: "0 6px" }; // its transform says where on the rail it stands
    if (duration) this.caption.animate([from, { opacity: 1, translate: "none" }], { duration, easing: "ease-out" });
  }

  /** As large as its frame, which is as high as the table then is. @param {number} width @param {number} factor */
  #shrink(width, factor) {
    this.style.width = `${width}px`;
    this.style.transform = factor === 1 ? "none" : `scale(${factor.toFixed(4)})`;
    if (this.parentElement) this.parentElement.style.height = `${(this.scene ? this.scene.height * factor : 0).toFixed(1)}px`;
  }

  /** Lay everything where it belongs: on the half-moon where there is room, otherwise one below the other. */
  #arrange() {
    const frame = ((this.above && this.parentElement) || this).clientWidth;
    if (!frame || !this.rows.length) return;
    const small = this.above === "small" || (this.above === "large" && frame < READ);
    const width = small ? ABOVE.small : Math.max(frame, this.above ? ABOVE.large : 0);
    const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const top = this.above ? 0 : this.getBoundingClientRect().top + scrollY;
    const room = [frame, innerHeight, letters, Math.round(top), this.laid, this.focusSeat].join();
    if (room === this.room) return;
    this.room = room;
    const wide = Boolean(this.above) || width >= letters * WIDE;
    mark(this, "data-arc", wide);
    mark(this, "data-small", small);
    mark(this, "data-slim", width < letters * SLIM);
    mark(this, "data-tight", false);
    mark(this.rim, "tabindex", wide ? null : 0);
    this.motion?.then((motion) => motion.flights.stop());
    this.scene = null;
    if (!wide) {
      this.table.replaceChildren();
      for (const name of ["height", "--scale", "--card-w", "--plate", "--rows", "--several", "--alone"]) this.style.removeProperty(name);
      for (const element of [...this.bySpot.values(), ...this.seats, ...this.markers.children, this.hands, this.work, this.clock, this.rack, this.shoe, this.plaque, this.caption]) {
        for (const name of ["transform", "width", "height"]) /** @type {HTMLElement} */ (element).style.removeProperty(name);
      }
      for (const hand of [this.player, this.banker]) for (const name of FAR) hand.style.removeProperty(name);
      this.#putAside();
      this.dispatchEvent(new Event("arranged"));
      return;
    }
    const scene = sceneOf({ seats: this.seats.length, rows: this.rows, width, room: innerHeight - top - this.reserve(), focus: this.focusSeat, markers: Boolean(this.printed.markers), across: this.across });
    this.scene = scene;
    const labels = this.above && !small ? { float: t("Float"), slot: t("Drop slot") } : null;
    drawTable(this.table, scene, { ...this.printed, ...(small ? { names: {}, markers: this.printed.markers && NAMELESS } : {}), focus: this.focusSeat, seats: this.seats.length, labels });
    const narrowest = Math.min(...scene.wedges.map(({ seat, plate }) => (seat === this.focusSeat ? Infinity : plate.w)));
    mark(this, "data-slight", narrowest < SLIGHT.scant ? "scant" : narrowest < SLIGHT.cents);
    mark(this, "data-tight", scene.boxes.some((box) => box.place.w < TIGHT));
    this.style.height = `${scene.height.toFixed(1)}px`;
    if (this.above) this.#shrink(width, frame / width);
    this.style.setProperty("--scale", scene.scale.toFixed(3));
    const stacks = stackRoom(scene);
    mark(this, "data-beside", stacks.beside);
    for (const where of /** @type {const} */ (["several", "alone"])) this.style.setProperty(`--${where}`, `${stacks[where].toFixed(1)}px`);
    this.style.setProperty("--card-w", `${scene.card.toFixed(1)}px`);
    this.style.setProperty("--plate", `${scene.plate.toFixed(1)}px`);
    this.style.setProperty("--rows", (this.across ? scene.high : [...scene.high].reverse()).map((high) => `${high.toFixed(1)}px`).join(" "));
    for (const { area, seat, place } of scene.boxes) {
      const spot = seat === this.focusSeat ? this.bySpot.get(area) : undefined;
      put(spot, place);
      spot?.style.setProperty("--sag", `${(place.sag ?? 0).toFixed(1)}px`);
    }
    for (const { seat, place } of scene.wedges) put(this.seats[seat - 1], place);
    this.seats.forEach((_, index) => put(/** @type {HTMLElement} */ (this.markers.children[index]), scene.marker(index + 1)));
    for (const part of /** @type {const} */ (["hands", "caption", "rack", "shoe", "plaque"])) put(this[part], scene[part]);
    this.#putAside();
    put(this.work, { ...scene.hands, w: scene.hands.h * 2.9 });
    const right = this.across ? -1 : 1; // where the Banker's Hand lies
    for (const [hand, side] of /** @type {const} */ ([[this.player, -right], [this.banker, right]])) {
      const x = scene.hands.x + side * scene.card * 1.9;
      for (const part of /** @type {const} */ (["shoe", "rack"])) {
        hand.style.setProperty(`--${part}-x`, `${(scene[part].x - x).toFixed(0)}px`);
        hand.style.setProperty(`--${part}-y`, `${(scene[part].y - scene.hands.y).toFixed(0)}px`);
      }
    }
    this.dispatchEvent(new Event("arranged"));
    if (!this.focusSeat) {
      put(this.clock, scene.clock);
      return;
    }
    const { plate } = scene.wedges[this.focusSeat - 1];
    const size = Math.min(plate.h, 60);
    const [cos, sin] = [Math.cos((plate.turn * Math.PI) / 180), Math.sin((plate.turn * Math.PI) / 180)];
    const out = plate.w / 2 - size / 2 - 4;
    const lift = (plate.sag ?? 0) * 0.8;
    put(this.clock, { x: plate.x + out * cos + lift * sin, y: plate.y + out * sin - lift * cos, w: size, h: size, turn: 0 });
  }
}

/** How many sixths of a row each further area gets on a phone, where so many share rows: no gap at the end. @param {number} many @returns {number[]} */
function spans(many) {
  if (many === 1) return [6];
  if (many === 2 || many === 4) return Array(many).fill(3);
  return many ? [2, 2, 2, ...spans(many - 3)] : [];
}

/** @param {HTMLElement|undefined} element @param {Place} place */
function put(element, { x, y, w, h, turn }) {
  if (!element) return;
  element.style.width = `${w.toFixed(1)}px`;
  element.style.height = `${h.toFixed(1)}px`;
  element.style.transform = `translate(${(x - w / 2).toFixed(1)}px, ${(y - h / 2).toFixed(1)}px)${turn ? ` rotate(${turn.toFixed(2)}deg)` : ""}`;
}

/** The change that the sign announces, with its time; nothing where none is posted. @param {import("../types.js").View["sign"]} sign */
export function signChange(sign) {
  const pending = sign?.pending;
  return pending ? t("From {time}: {says}", { time: dayTime(pending.effective_at), says: spoken(pending.said) }) : "";
}

customElements.define("mb-felt", MbFelt);
