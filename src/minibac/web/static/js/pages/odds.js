/** The odds lab: exact prices of any options and any cards, on its own or following a table that allows it. The address says it all. */

import { get } from "../api.js";
import { h, make, need, say } from "../dom.js";
import { RULEBOOKS } from "../names.js";
import { failure, openPage, percent, typed } from "../reading.js";
import { ruled, wagerName } from "../told.js";
import { loadVoice, t } from "../voice.js";
import { chartPanel, edgeBars, MbChart, outcomeBars, removalBars } from "../parts/charts.js";
import { MbComposition, RANKS } from "../parts/composition.js";
import { bookOf, MbOptions } from "../parts/options.js";
import { comparison, priceList } from "../parts/prices.js";

const QUIET_MS = 90;
const EFFECTS_MS = 260;
const TABLE_MS = 2_000;
const main = need("#odds");

/** @param {string[]} sets */
const choices = (sets) => Object.fromEntries(sets.map((set) => set.split(/=(.*)/s).slice(0, 2)));

class Lab {
  constructor() {
    const query = new URLSearchParams(location.search);
    this.table = query.get("table") ?? "";
    this.options = make(MbOptions);
    this.other = make(MbOptions);
    this.cards = make(MbComposition);
    this.stake = h("input", { class: "input", name: "stake", type: "number", min: 0, step: "any", inputmode: "decimal" });
    this.stakeField = h("label", { class: "field" }, h("span", { text: t("Stake in dollars, where vigorish is rounded") }), this.stake);
    this.status = h("p", { class: "small quiet lab-status", role: "status" });
    this.best = h("p", { class: "best" });
    this.wrong = h("div", { class: "wrong-place" });
    this.prices = h("div", { class: "prices" });
    this.compared = h("div", {});
    this.wins = make(MbChart);
    this.edges = make(MbChart);
    this.effects = make(MbChart);
    this.effectsOf = h("select", { class: "input", name: "effects-of" });
    /** @type {Set<string>} */
    this.open = new Set();
    /** @type {any} */
    this.found = null;
    /** @type {any} */
    this.second = null;
    /** @type {any[]} */
    this.removal = [];
    this.asked = 0;
    this.timer = 0;
    this.comparing = query.has("other");
    this.query = query;
    /** Whether the shoe is full, whatever its size: then no counts are asked for. */
    this.whole = true;
    this.compareButton = h("button", { type: "button", class: "button", "aria-expanded": String(this.comparing), onclick: () => this.#compare() }, t(this.comparing ? "Stop comparing" : "Compare with other options"));
    this.otherPanel = h("div", { class: "other-side" }, h("h3", { text: t("Second") }), this.other);
    this.otherPanel.hidden = !this.comparing;
    this.title = h("h1", { text: t("Odds lab") });
    this.lead = h("p", { class: "lead", text: t("The exact price of every wager, for any options of a rulebook and any cards left. Nothing is simulated, and nothing is rounded before you read it.") });
    this.headTools = h("div", { class: "buttons" }, this.#share(), h("a", { class: "button", href: "/rules", text: t("The rulebook") }));
    this.choosing = h("section", { class: "panel section choosing" }, h("h2", { text: t("What is dealt") }), this.options, this.stakeField, h("div", { class: "buttons" }, this.compareButton), this.otherPanel);
    this.cardsLead = h("p", { class: "small quiet", text: t("Tap a card to take one away, or write how many are left.") });
    this.comparePanel = h("section", { class: "panel section" }, h("h2", { text: t("Compare with other options") }), this.compared);
    this.comparePanel.hidden = true;
  }

  async begin() {
    const { query } = this;
    const book = (/** @type {string|null} */ name) => (name && name in RULEBOOKS ? name : Object.keys(RULEBOOKS)[1]);
    this.#build();
    if (this.table) {
      await this.#follow();
      return;
    }
    await Promise.all([
      this.options.choose(book(query.get("rulebook")), choices(query.getAll("set"))),
      this.comparing ? this.other.choose(book(query.get("other")), choices(query.getAll("other-set"))) : null,
    ]);
    const counts = (query.get("counts") ?? "").split(",").map(Number);
    if (counts.length === RANKS.length && counts.every((count) => Number.isInteger(count) && count >= 0)) {
      this.cards.show(counts, Math.max(...counts));
      this.whole = false;
    }
    this.stake.value = query.get("stake") ?? "";
    this.cards.addEventListener("change", () => {
      this.whole = !this.cards.touched;
    });
    for (const part of [this.options, this.other, this.cards, this.stake]) part.addEventListener("change", () => this.#changed());
    this.effectsOf.addEventListener("change", () => this.#drawEffects());
    await this.#reckon();
  }

  #build() {
    main.append(
      h("header", { class: "reading-head" }, this.title, this.lead, this.headTools),
      h(
        "div",
        { class: "lab" },
        h("div", { class: "lab-side" }, this.choosing, h("section", { class: "panel section" }, h("h2", { text: t("Cards left") }), this.cardsLead, this.cards)),
        h(
          "div",
          { class: "lab-main", id: "prices", tabindex: -1 },
          this.wrong,
          h("section", { class: "panel section" }, h("h2", { text: t("Prices") }), this.best, this.prices, this.status),
          this.comparePanel,
          h("div", { class: "lab-charts" }, chartPanel(t("Who wins the next round"), this.wins), chartPanel(t("House edge by wager"), this.edges)),
          chartPanel(t("One card less: what it does"), h("p", { class: "small quiet", text: t("The change of the guest’s expectation when one card of a rank is gone, in hundredths of a percent of the stake. Up is good for the guest.") }), h("label", { class: "field narrow" }, h("span", { text: t("Wager") }), this.effectsOf), this.effects),
        ),
      ),
    );
  }

  #share() {
    const button = h("button", { type: "button", class: "button" }, t("Copy the link"));
    button.addEventListener("click", async () => {
      const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
      say(this.status, t(copied ? "The link is copied." : "The address of this page is the link."));
    });
    return button;
  }

  #compare() {
    this.comparing = !this.comparing;
    say(this.compareButton, t(this.comparing ? "Stop comparing" : "Compare with other options"));
    this.compareButton.setAttribute("aria-expanded", String(this.comparing));
    this.otherPanel.hidden = !this.comparing;
    if (!this.comparing) {
      this.second = null;
      this.#draw();
      this.#address();
      return;
    }
    this.other.choose(this.options.rulebook, this.options.chosen, true);
  }

  #changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#reckon(), QUIET_MS);
  }

  /** @param {MbOptions} side @param {boolean} effects */
  #question(side, effects) {
    const query = new URLSearchParams([["rulebook", side.rulebook], ...side.sets.map(([name, value]) => ["set", `${name}=${value}`])]);
    if (!this.whole) query.set("counts", this.cards.counts.join());
    const cents = Math.round(Number(this.stake.value) * 100);
    if (cents > 0 && this.#rounds(side)) query.set("stake", String(cents));
    if (effects) query.set("effects", "true");
    return `/api/odds?${query}`;
  }

  /** @param {MbOptions} side */
  #rounds(side) {
    const rounding = side.rules && side.value("vigorish_rounding");
    return Boolean(rounding && rounding !== "none");
  }

  /** Ask for the prices at once, and for the effects when nothing has changed for a moment. The latest question counts. */
  async #reckon() {
    const asked = ++this.asked;
    const now = () => asked === this.asked;
    say(this.status, t("Reckoning …"));
    this.stakeField.hidden = !(this.#rounds(this.options) || (this.comparing && this.#rounds(this.other)));
    try {
      const [found, second] = await Promise.all([get(this.#question(this.options, false)), this.comparing ? get(this.#question(this.other, false)) : null]);
      if (!now()) return;
      [this.found, this.second] = [found, second];
      this.cards.show(RANKS.map((rank) => found.counts[rank]), found.full);
      this.wrong.replaceChildren();
      this.#draw();
      this.#address();
      say(this.status, t("Prices are up to date."));
    } catch (error) {
      if (!now()) return;
      this.wrong.replaceChildren(failure(error));
      say(this.status, "");
      return;
    }
    await new Promise((go) => setTimeout(go, EFFECTS_MS));
    if (!now()) return;
    const more = await get(this.#question(this.options, true)).catch(() => null);
    if (more && now()) {
      this.removal = more.removal;
      this.#drawEffects();
    }
  }

  #address() {
    const query = new URLSearchParams([["rulebook", this.options.rulebook], ...this.options.sets.map(([name, value]) => ["set", `${name}=${value}`])]);
    if (!this.whole) query.set("counts", this.cards.counts.join());
    if (Number(this.stake.value) > 0) query.set("stake", this.stake.value);
    if (this.comparing) {
      query.set("other", this.other.rulebook);
      for (const [name, value] of this.other.sets) query.append("other-set", `${name}=${value}`);
    }
    const text = query.toString().replaceAll("%2C", ",").replaceAll("%3D", "=");
    if (location.search !== `?${text}`) history.replaceState(null, "", `?${text}`);
  }

  #draw() {
    const { found, second } = this;
    if (!found) return;
    this.prices.replaceChildren(priceList(found, this.open));
    const best = found.best;
    say(this.best, best ? t(best.edge.float < 0 ? "Best now: {wager}, in the guest’s favour by {edge} of the stake." : "Best now: {wager}, which costs {edge} of the stake.", { wager: wagerName(best.wager), edge: percent(Math.abs(best.edge.float)) }) : "");
    this.comparePanel.hidden = !second;
    if (second) this.compared.replaceChildren(comparison(found, second));
    this.wins.draw(outcomeBars(found));
    this.edges.draw(edgeBars(found, second));
    if (found.notes?.length) this.prices.append(h("p", { class: "small quiet", text: t("Vigorish is rounded up, so the edge depends on the stake. Name one to see it.") }));
  }

  #drawEffects() {
    const ids = this.removal.map((each) => each.wager);
    const chosen = ids.includes(this.effectsOf.value) ? this.effectsOf.value : ids.includes("banker") ? "banker" : ids[0];
    if ([...this.effectsOf.options].map((option) => option.value).join() !== ids.join()) this.effectsOf.replaceChildren(...ids.map((id) => h("option", { value: id, text: wagerName(id) })));
    this.effectsOf.value = chosen ?? "";
    const each = this.removal.find((one) => one.wager === chosen);
    if (each) this.effects.draw(removalBars(each));
  }

  /** The cards a table has not shown, as long as this page is open. */
  async #follow() {
    const place = encodeURIComponent(this.table);
    this.choosing.hidden = true;
    this.cards.setAttribute("fixed", "");
    say(this.cardsLead, t("The cards this table has not shown yet."));
    say(this.lead, t("These prices follow the table: they are for the cards it has not shown."));
    this.effectsOf.addEventListener("change", () => this.#drawEffects());
    const along = h("a", { class: "button", text: t("Take these cards to the lab") });
    this.headTools.replaceChildren(h("a", { class: "button gold", href: `/table/${place}`, text: t("To the table") }), along, h("a", { class: "button", href: `/rules/${place}`, text: t("The rulebook") }));
    const name = await get(`/api/tables/${place}`).then((told) => told.view.name, () => this.table);
    let version = -1;
    const look = async () => {
      try {
        const found = await get(`/api/tables/${place}/odds?effects=true`);
        if (found.version !== version) {
          version = found.version;
          this.found = found;
          this.removal = found.removal;
          this.cards.show(RANKS.map((rank) => found.counts[rank]), found.full);
          say(this.title, t("At {table}, shoe {shoe}, after round {coup}", { table: ruled(name), shoe: found.shoe_no, coup: found.coup_no }));
          const rules = await this.#pricing(found.rulebook, found.options);
          along.href = `?${new URLSearchParams([["rulebook", found.rulebook], ...rules, ["counts", this.cards.counts.join()]])}`;
          this.#draw();
          this.#drawEffects();
        }
        this.wrong.replaceChildren();
      } catch (error) {
        this.wrong.replaceChildren(failure(error), h("p", {}, t("The prices of the cards left are shown at training tables only. The lab is open for any cards you like."), " ", h("a", { href: "/odds", text: t("To the lab") })));
        if (/** @type {any} */ (error).status) {
          along.hidden = true;
          for (const part of main.querySelectorAll(".lab-side, .lab-main > .section, .lab-charts")) /** @type {HTMLElement} */ (part).hidden = true;
          return;
        }
      }
      setTimeout(() => (document.hidden ? document.addEventListener("visibilitychange", look, { once: true }) : look()), TABLE_MS);
    };
    await look();
  }

  /** Options that change a price, as the address of the lab writes them. @param {string} rulebook @param {Record<string, any>} options @returns {Promise<string[][]>} */
  async #pricing(rulebook, options) {
    const names = new Set((await bookOf(rulebook)).choices.filter((/** @type {any} */ choice) => choice.prices).map((/** @type {any} */ choice) => choice.name));
    return Object.keys(options).filter((name) => names.has(name)).map((name) => ["set", `${name}=${typed(options[name])}`]);
  }
}

await loadVoice();
openPage(t("Odds lab"), t("Skip to the prices"), "prices");
try {
  await new Lab().begin();
} catch (error) {
  main.append(failure(error));
}
document.body.dataset.ready = "";
