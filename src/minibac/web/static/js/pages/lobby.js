/** The lobby: the tables of the house, a seat as a guest, and training tables of one's own. */

import { get, post, remove, session } from "../api.js";
import { differs, h, icon, make, need } from "../dom.js";
import { dollars } from "../money.js";
import { PHASES, RULEBOOKS } from "../names.js";
import { refused, ruled, shoeAndRound } from "../told.js";
import { loadVoice, named, spoken, t, words } from "../voice.js";
import { cardFace, drawStack, stackDrawing } from "../parts/faces.js";
import { askForGuest } from "../parts/guest-form.js";
import { pageHead, tool } from "../parts/head.js";
import { openSettings } from "../parts/preferences.js";
import { MbRoad } from "../parts/road-board.js";

const GUESTS_WORDS = words({
  0: "none",
  15: "a full table",
});

/** How fast a training table is dealt. */
const PACES = words({
  slow: "Slow",
  usual: "Normal",
  fast: "Fast",
});

/** @typedef {import("../types.js").LobbyRow} LobbyRow */

const AGAIN_MS = 5_000;
/** How many seats automatic guests may fill; more than there is room for is a full table. */
const GUESTS = [0, 1, 3, 15];
class Row {
  /** @param {LobbyRow} row */
  constructor(row) {
    this.id = row.id;
    this.frame = h("div", { class: "felt-frame", "aria-hidden": "true" });
    /** @type {import("../parts/small-table.js").SmallTable|null} */
    this.table = null;
    this.road = make(MbRoad, { kind: "big", mini: true });
    this.name = h("h2");
    this.book = h("p", { class: "card-book" });
    this.facts = h("p", { class: "card-facts small quiet figures" });
    this.tags = h("p", { class: "card-tags" });
    this.address = `/table/${encodeURIComponent(row.id)}`;
    const { address } = this;
    this.row = row;
    this.sit = h("a", { class: "button gold card-sit" });
    this.sit.addEventListener("click", (event) => this.row.your_seat || sitDown(event, `${address}?sit=auto`, this.row));
    this.element = h(
      "article",
      { class: "panel table-card", "data-rulebook": row.rulebook },
      h("div", { class: "card-head" }, this.name, this.book),
      this.frame,
      this.road,
      this.facts,
      this.tags,
      h(
        "div",
        { class: "buttons" },
        this.sit,
        h("a", { class: "button", href: `${address}?as=spectator` }, icon("watch"), t("Watch")),
        h("a", { class: "button plain", href: `/rules/${encodeURIComponent(row.id)}` }, t("Rules")),
      ),
    );
    this.update(row);
  }

  /** @param {LobbyRow} row */
  update(row) {
    this.row = row;
    this.sit.href = row.your_seat ? this.address : `${this.address}?sit=1`;
    this.sit.textContent = row.your_seat ? t("Back to seat {seat}", { seat: row.your_seat }) : t("Sit down");
    this.element.dataset.yours = String(row.your_seat || "");
    this.name.textContent = ruled(row.name || row.rulebook_name);
    this.book.textContent = ruled(row.rulebook_name);
    const taken = Array.isArray(row.taken) ? row.taken.length : row.taken;
    const facts = [t("{taken} of {seats} seats taken", { taken, seats: row.seats }), named(PHASES, row.phase)];
    if (row.shoe_no) facts.push(shoeAndRound(row.shoe_no, row.coup_no));
    if (row.watching) facts.push(t("{count} watching", { count: row.watching }));
    this.facts.textContent = facts.join(" · ");
    const limit = limits(row);
    this.tags.replaceChildren(
      ...(limit ? [h("span", { class: "tag chips", text: limit })] : []),
      ...(row.training ? [h("span", { class: "tag", text: t("training table") })] : []),
      ...(row.guests_share ? [h("span", { class: "tag", text: t("guests have a share in the shuffle") })] : []),
      ...(row.help ? [] : [h("span", { class: "tag", text: t("without help") })]),
      ...row.tags.map(({ said }) => h("span", { class: "tag", text: spoken(said) })),
    );
    this.road.draw(row.big_road ?? []);
    this.element.dataset.full = String(taken >= row.seats);
  }
}

/** The tables themselves, drawn in small, after everything that is read. @param {Iterable<Row>} rows */
async function drawTables(rows) {
  const { SmallTable } = await import("../parts/small-table.js");
  await Promise.all([...rows].map((row) => (row.table ??= new SmallTable(row.id, row.frame)).look()));
}

/** @param {LobbyRow} row */
function limits(row) {
  const found = row.limits?.player ?? Object.values(row.limits ?? {})[0];
  if (!found || found.minimum_cents === undefined) return "";
  return t("{least} to {most}", { least: dollars(found.minimum_cents), most: dollars(found.maximum_cents) });
}

/** @param {Event} event @param {string} address @param {LobbyRow} row */
async function sitDown(event, address, row) {
  event.preventDefault();
  const who = await session().catch(() => null);
  const guest = who?.person ? who : await askForGuest(row);
  if (guest?.person) location.href = address;
}

/**
 * The options of the chosen rulebook, folded away until somebody wants them; only then are they asked for.
 * @param {HTMLSelectElement} book
 */
function trainingOptions(book) {
  /** @type {import("../parts/table-options.js").MbTableOptions|null} */
  let fields = null;
  const element = h("details", { class: "wide training-options" }, h("summary", { text: t("Options of the rulebook") }));
  element.addEventListener("toggle", async () => {
    if (!element.open || fields) return;
    const found = await import("../parts/table-options.js");
    fields = make(found.MbTableOptions);
    element.append(h("p", { class: "small quiet", text: t("Every option the rulebook leaves open, with its legal values. What you leave alone stays as in the rulebook’s SAMPLE house.") }), fields);
    await fields.choose(book.value, {});
  });
  book.addEventListener("change", () => fields?.choose(book.value, {}));
  return { element, chosen: () => Object.fromEntries(fields?.sets ?? []) };
}

/** What lies on the felt beside the title: a natural nine, and three stacks of chips. */
function onTheFelt() {
  const stack = (/** @type {number[]} */ ...chips) => {
    const drawing = stackDrawing();
    drawStack(drawing, chips);
    return drawing;
  };
  return [
    h("div", { class: "hero-cards", "aria-hidden": "true" }, cardFace("Kh"), cardFace("9s")),
    h("div", { class: "hero-chips", "aria-hidden": "true" }, stack(500, 500, 500), stack(2_500, 2_500, 2_500, 2_500, 2_500, 2_500), stack(10_000, 10_000, 10_000, 10_000)),
  ];
}

/** @param {HTMLElement} place @param {(rulebook: string) => import("../parts/guest-form.js").Ages|undefined} agesOf what tables of a rulebook ask for */
function trainingForm(place, agesOf) {
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => h("label", { class: "field" }, h("span", { text: label }), input);
  const book = h("select", { class: "input", name: "rulebook" }, ...Object.keys(RULEBOOKS).map((value) => h("option", { value, text: named(RULEBOOKS, value) })));
  const name = h("input", { class: "input", name: "name", maxlength: 40 });
  const dealer = h("select", { class: "input", name: "dealer" }, h("option", { value: "automatic", text: t("The automatic dealer; I play") }), h("option", { value: "me", text: t("I deal") }));
  const guests = h("select", { class: "input", name: "guests" }, ...GUESTS.map((count) => h("option", { value: String(count), text: named(GUESTS_WORDS, count) })));
  dealer.addEventListener("change", () => {
    if (dealer.value === "me" && guests.value === "0") guests.value = "3"; // nobody deals to an empty table
  });
  const pace = h("select", { class: "input", name: "pace" }, ...Object.keys(PACES).map((value) => h("option", { value, selected: value === "usual", text: named(PACES, value) })));
  const clock = h("input", { type: "checkbox", name: "clock" });
  const odds = h("input", { type: "checkbox", name: "odds", checked: true });
  const help = h("input", { type: "checkbox", name: "help", checked: true });
  const share = h("input", { type: "checkbox", name: "guests_share" });
  const options = trainingOptions(book);
  const wrong = h("p", { role: "alert", class: "wrong" });
  const form = h(
    "form",
    { class: "training-form" },
    field(t("Rulebook"), book),
    field(t("Name of the table"), name),
    field(t("Who deals?"), dealer),
    field(t("Automatic guests"), guests),
    field(t("Pace"), pace),
    h("div", { class: "wide checks" }, h("label", { class: "check" }, clock, h("span", { text: t("With a betting clock") })), h("label", { class: "check" }, odds, h("span", { text: t("Show exact odds at the table") })), h("label", { class: "check" }, help, h("span", { text: t("Help the dealer: next step, counts, sums, payments") })), h("label", { class: "check" }, share, h("span", { text: t("Guests have a share in the shuffle") }))),
    options.element,
    wrong,
    h("div", { class: "buttons wide" }, h("button", { type: "submit", class: "button gold" }, t("Open the table"))),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    const who = await session().catch(() => null);
    const guest = who?.person ? who : await askForGuest(agesOf(book.value), dealer.value === "me");
    if (!guest?.person) return;
    try {
      const facts = { rulebook: book.value, options: options.chosen(), dealer: dealer.value, guests: Number(guests.value), odds: odds.checked, clock: clock.checked, help: help.checked, guests_share: share.checked, pace: pace.value };
      const made = await post("/api/tables", name.value.trim() ? { ...facts, name: name.value.trim() } : facts);
      const id = encodeURIComponent(made.id ?? made.table);
      location.href = dealer.value === "me" ? `/dealer/${id}` : `/table/${id}?sit=auto`;
    } catch (error) {
      wrong.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
    }
  });
  place.append(form);
}

async function start() {
  await loadVoice();
  document.title = `minibac · ${t("Tables")}`;
  const main = need("#lobby");
  const hello = h("span", { class: "hello small quiet" });
  document.body.prepend(
    h("a", { class: "skip", href: "#lobby", text: t("Skip to the table") }),
    pageHead({ where: hello, tools: [tool("settings", t("Settings"), openSettings)] }),
  );
  const list = h("div", { class: "cards" });
  const note = h("p", { class: "quiet", role: "status" });
  const seats = h("p", { class: "lobby-seats" });
  const training = h("section", { class: "panel training" }, h("h2", { text: t("Open a training table") }), h("p", { class: "quiet", text: t("A table of your own: any rulebook, any legal option, your own pace. It goes when nobody has played there for an hour.") }));
  main.append(
    h(
      "div",
      { class: "hero" },
      h("div", { class: "hero-words" }, h("h1", { text: t("Mini-baccarat, by the book") }), h("p", { class: "lead", text: t("Four published rulebooks, each with a table of its own. Sit down, watch, or open a training table.") }), h("p", { class: "small hero-note", text: t("Play chips only: nothing here is money, and nothing can be bought or cashed in.") }), seats),
      ...onTheFelt(),
    ),
    h("section", { class: "lobby-tables", "aria-label": t("Tables") }, list, note),
    training,
    h("footer", { class: "lobby-foot small quiet" }, h("span", { text: t("Came with a link? Open it and you are in.") }), h("a", { href: "/rules", text: t("Rules") }), h("a", { href: "/odds", text: t("Odds lab") }), h("a", { href: "/drills", text: t("Drills") }), h("a", { href: "/manual", text: t("Manual") }), h("a", { href: "/sign-in", text: t("Staff sign-in") })),
  );
  /** @type {Map<string, Row>} */
  const rows = new Map();
  trainingForm(training, (rulebook) => [...rows.values()].find(({ row }) => row.rulebook === rulebook)?.row);
  const who = await session().catch(() => ({ person: null }));
  if (who.person) {
    const out = h("button", { type: "button", class: "button plain small", onclick: () => remove("/api/session").finally(() => location.reload()) }, t("Sign out"));
    const chips = h("button", { type: "button", class: "button plain small", onclick: async () => (await import("../parts/redemption.js")).openRedemption() }, t("Your chips"));
    hello.append(t("You play as {name}", { name: who.person.name }), " ", ...(who.person.may_play ? [] : [chips, " "]), out);
  }
  const look = async () => {
    try {
      const house = await get("/api/house");
      const there = new Set();
      for (const row of /** @type {LobbyRow[]} */ (house.tables)) {
        there.add(row.id);
        const known = rows.get(row.id);
        if (known) known.update(row);
        else {
          const made = new Row(row);
          rows.set(row.id, made);
          list.append(made.element);
        }
      }
      for (const [id, row] of rows) {
        if (there.has(id)) continue;
        row.element.remove();
        rows.delete(id);
      }
      const mine = [...rows.values()].filter(({ row }) => row.your_seat);
      if (differs(seats, mine.map(({ row }) => [row.id, row.your_seat]))) {
        seats.replaceChildren(...mine.map(({ row, address }) => h("a", { class: "button gold", href: address }, t("Back to {table}, seat {seat}", { table: ruled(row.name || row.rulebook_name), seat: row.your_seat }))));
      }
      note.textContent = rows.size ? "" : t("No table is open now.");
      drawTables(rows.values());
    } catch {
      note.textContent = t("The house does not answer. This page keeps trying; your wagers are safe with the house.");
    }
    document.body.dataset.ready = "";
    setTimeout(() => (document.hidden ? document.addEventListener("visibilitychange", look, { once: true }) : look()), AGAIN_MS);
  };
  await look();
}

await start();
