/**
 * This seat's chips on the layout, as the page has asked for them: what is pending, what can be undone, what was wagered
 * in the coup before. The house decides; this only remembers and asks.
 */

/** @typedef {import("./store.js").TableStore} TableStore */
/** @typedef {import("./types.js").Refusal} Refusal */

export class Wagering extends EventTarget {
  /** @param {TableStore} store */
  constructor(store) {
    super();
    this.store = store;
    /** Chips asked for and not answered, by wager; negative while some are taken back. @type {Map<string, number>} */
    this.pending = new Map();
    /** Chips put down since betting opened, the last one last. Those that wait lie below the minimum of their area, and the house has not been asked. @type {{wager: string, cents: number, waits?: boolean}[]} */
    this.placed = [];
    /** The wagers of the last coup that was called. @type {{wager: string, cents: number}[]} */
    this.before = [];
    /** Commands that are on their way: undo and double wait for their answers. @type {Set<Promise<unknown>>} */
    this.flights = new Set();
    this.betting = false;
    /** @type {import("./types.js").LastCoup|null} */
    this.last = null;
    // Whoever draws the wagers hears the news as well: only what this seat does here is told as `change`.
    store.watch(["betting", "coup_no", "wagers", "yours", "last"], () => this.#follow());
  }

  /** This seat's wagers as the house has them. */
  get mine() {
    const seat = this.store.seat;
    return seat === null ? [] : this.store.seen.wagers.filter((wager) => wager.seat === seat);
  }

  get open() {
    return this.store.seen.betting && this.store.seat !== null;
  }

  get total() {
    const lies = this.mine.reduce((sum, wager) => sum + wager.stake_cents, 0);
    return [...this.pending.values()].reduce((sum, cents) => sum + cents, lies);
  }

  /** What lies on a wager and waits for more, to reach the minimum. @param {string} wager */
  ready(wager) {
    return this.placed.reduce((sum, chip) => (chip.waits && chip.wager === wager ? sum + chip.cents : sum), 0);
  }

  #follow() {
    const { betting } = this.store.seen;
    if (this.betting && !betting) {
      const short = new Set(this.placed.filter((chip) => chip.waits).map(({ wager }) => wager));
      this.placed = [];
      for (const wager of short) this.dispatchEvent(new CustomEvent("short", { detail: { wager } }));
    }
    // The decided coup has every wager, those too that were settled early, such as House Money.
    const { last } = this.store.seen;
    const rows = last && last !== this.last ? last.wagers.filter((row) => row.seat === this.store.seat) : [];
    if (rows.length) this.before = rows.map(({ wager, stake_cents: cents }) => ({ wager, cents }));
    if (this.store.seat !== null) this.last = last;
    this.betting = betting;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} wager @param {number} cents */
  #wait(wager, cents) {
    const left = (this.pending.get(wager) ?? 0) + cents;
    if (left) this.pending.set(wager, left);
    else this.pending.delete(wager);
    this.#changed();
  }

  /**
   * @param {string} wager
   * @param {number} cents
   * @returns {Promise<boolean>}
   */
  async put(wager, cents) {
    if (this.store.seat === null) {
      this.#refuse({ code: "not-seated", sentence: "" }, wager);
      return false;
    }
    const area = this.store.seen.areas.find((row) => row.id === wager);
    const lies = (this.mine.find((row) => row.wager === wager)?.stake_cents ?? 0) + (this.pending.get(wager) ?? 0);
    const sum = this.ready(wager) + cents;
    if (this.open && area && lies + sum < area.minimum_cents && sum <= this.store.yours.chips_cents) {
      this.placed.push({ wager, cents, waits: true });
      this.dispatchEvent(new CustomEvent("placed", { detail: { wager, cents } }));
      this.#changed();
      return true;
    }
    this.placed = this.placed.filter((chip) => !chip.waits || chip.wager !== wager);
    return this.#ask(wager, sum);
  }

  /** @param {string} kind @param {Record<string, unknown>} facts */
  async #send(kind, facts) {
    const flight = this.store.link.command(kind, facts);
    this.flights.add(flight);
    const answer = await flight;
    this.flights.delete(flight);
    return answer;
  }

  async #landed() {
    while (this.flights.size) {
      await Promise.allSettled([...this.flights]);
      await new Promise((done) => setTimeout(done)); // whoever asked reads the answer first
    }
  }

  /** @param {string} wager @param {number} cents */
  async #ask(wager, cents) {
    this.#wait(wager, cents);
    const answer = await this.#send("PlaceWager", { seat: this.store.seat, wager, cents });
    this.#wait(wager, -cents);
    if (answer.ok) {
      this.placed.push({ wager, cents });
      this.dispatchEvent(new CustomEvent("placed", { detail: { wager, cents } }));
    } else {
      this.#refuse(answer.refusal, wager);
    }
    this.#changed();
    return answer.ok;
  }

  /**
   * @param {string} wager
   * @param {number|null} [cents] all where null
   */
  async take(wager, cents = null) {
    if (this.store.seat === null) return false;
    const facts = cents === null ? {} : { cents };
    const answer = await this.#send("WithdrawWager", { seat: this.store.seat, wager, ...facts });
    if (!answer.ok) this.#refuse(answer.refusal, wager);
    this.#changed();
    return answer.ok;
  }

  /** @param {Refusal} refusal @param {string} wager */
  #refuse(refusal, wager) {
    this.dispatchEvent(new CustomEvent("refused", { detail: { refusal, wager } }));
  }

  /** Take the last chip of a spot back, or as much as keeps its minimum. @param {string} wager */
  async back(wager) {
    const index = this.placed.findLastIndex((chip) => chip.wager === wager);
    if (this.placed[index]?.waits) {
      this.placed.splice(index, 1);
      this.#changed();
      return;
    }
    const lies = this.mine.find((row) => row.wager === wager)?.stake_cents ?? 0;
    if (!lies) return;
    const cents = Math.min(index < 0 ? lies : this.placed[index].cents, lies);
    const least = this.store.seen.areas.find((area) => area.id === wager)?.minimum_cents ?? 0;
    const all = lies - cents < least;
    if (await this.take(wager, all ? null : cents)) {
      if (all) this.placed = this.placed.filter((chip) => chip.wager !== wager);
      else if (index >= 0) this.placed.splice(index, 1);
      this.#changed();
    }
  }

  async undo() {
    await this.#landed();
    const last = this.placed.at(-1);
    if (last) await this.back(last.wager);
  }

  async clear() {
    await this.#landed();
    this.placed = [];
    this.#changed();
    for (const { wager } of this.mine) await this.take(wager);
  }

  /** The wagers of the coup before, where they do not lie already. */
  async rebet() {
    for (const { wager, cents } of this.before) {
      if (this.mine.some((row) => row.wager === wager)) continue;
      if (!this.store.seen.areas.some((area) => area.id === wager)) continue;
      if (!(await this.put(wager, cents))) return;
    }
  }

  async double() {
    await this.#landed();
    for (const { wager, stake_cents: cents } of this.mine) {
      if (!(await this.put(wager, cents))) return;
    }
  }

  /** What can be done now. */
  get can() {
    const lies = this.mine.length > 0;
    const fresh = this.before.some(({ wager }) => !this.mine.some((row) => row.wager === wager));
    return {
      undo: this.open && this.placed.length > 0,
      clear: this.open && (lies || this.placed.some((chip) => chip.waits)),
      rebet: this.open && fresh,
      double: this.open && lies,
    };
  }
}
