/** The fairness of a table: how it works, the sealed shoe, every shoe that is over, and a check of a record one kept. */

import { get, text } from "../api.js";
import { h, icon, need } from "../dom.js";
import { failure, openPage } from "../reading.js";
import { AGAINST, standing } from "../share.js";
import { checkShoe, holdingMine } from "../shoe-check.js";
import { ruled } from "../told.js";
import { loadVoice, named, t, words } from "../voice.js";
import { dayTime } from "../parts/times.js";
import { markOf, programAddress, shareWords, shoeRow, standingWords, verdictOf } from "../parts/fair.js";
import { logSection } from "../parts/open-log.js";

const STEPS = words({
  1: "The cards are shuffled by the machine’s own randomness. Before the cut is offered the house seals the order: it shows a hash from which nobody can tell the order, and after which nobody can change it.",
  2: "A guest cuts. The cut is the guest’s share of the chance, and the house cannot know it beforehand. A cut that nobody takes falls where the seal and the words of the pages that declined say.",
  3: "The shoe is played. Write the hash down if you like: then not even this house can show you another one later.",
  5: "Guests may have a share in the shuffle here: before the house seals its order, each guest’s page seals a random value, and shows it after. The sealed stack is mixed by all of them together, so one honest guest is enough. Who withholds a value is named in the record, and your browser says when yours was left out.",
  4: "When the shoe is over, the order and the salt are shown. Anyone can check that they give the hash, and that every card on the table came from that order.",
});

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const place = encodeURIComponent(id);
const main = need("#fair");

/** @param {string} title @param {...import("../dom.js").Child} body */
const section = (title, ...body) => h("section", { class: "panel section" }, h("h2", { text: title }), ...body);

/** @param {any} view @param {any} shoe */
function nowSection(view, shoe) {
  if (!view.commitment) return section(t("The shoe on the table"), h("p", { class: "quiet", text: t("not sealed yet") }));
  const told = h("p", { class: "small", role: "status" });
  const copy = h("button", { type: "button", class: "button" }, t("Copy the hash"));
  copy.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(view.commitment).then(() => (told.textContent = t("The hash is copied.")), () => undefined);
  });
  const when = shoe?.at ? t("sealed {when}", { when: dayTime(shoe.at) }) : "";
  return section(
    t("The shoe on the table"),
    h("p", { text: t("Shoe {shoe} of {cards} cards is sealed as", { shoe: view.shoe_no, cards: view.cards_count }) }),
    h("code", { class: "hash", text: view.commitment }),
    shareLine(view),
    h("p", { class: "small quiet", text: [when, t("not over yet")].filter(Boolean).join(" · ") }),
    navigator.clipboard ? h("div", { class: "buttons" }, copy) : null,
    told,
  );
}

/** Who has a share in the shuffle of this shoe, and what became of this browser's. @param {any} view */
function shareLine(view) {
  if (!view.share?.mixed) return null;
  const seats = (/** @type {string} */ state) => view.share.given.filter((/** @type {any} */ one) => one.state === state).map((/** @type {any} */ one) => one.seat);
  const mine = standing(view);
  const report = { shares: { seats: view.share.given.map((/** @type {any} */ one) => one.seat), withheld: seats("withheld"), values: [], hashes: [], given: "" } };
  return h("p", { class: "verdict", "data-ok": mine ? String(!AGAINST.includes(mine)) : null, text: [shareWords(/** @type {any} */ (report)), standingWords(mine)].filter(Boolean).join(" ") });
}

/** @param {any[]} shoes */
function overSection(shoes) {
  const over = shoes.filter((shoe) => shoe.revealed).reverse();
  if (!over.length) return section(t("Shoes that are over"), h("p", { class: "quiet", text: t("No shoe has been revealed yet.") }));
  const told = h("p", { role: "status", class: "verdict" });
  const all = h("button", { type: "button", class: "button gold" }, t("Verify all"));
  all.addEventListener("click", async () => {
    all.disabled = true;
    told.removeAttribute("data-ok");
    told.textContent = t("Checking …");
    let wrong = 0;
    for (const shoe of over) {
      const report = await text(`/api/tables/${place}/shoes/${shoe.shoe_no}/record`).then(async (record) => holdingMine(await checkShoe(record, shoe.commitment), id, shoe.shoe_no), () => null);
      if (!report?.ok) wrong += 1;
    }
    told.dataset.ok = String(!wrong);
    told.textContent = wrong ? t("{count} of {all} shoes are not right.", { count: wrong, all: over.length }) : t("All {count} shoes are right.", { count: over.length });
    all.disabled = false;
  });
  return section(t("Shoes that are over"), h("div", { class: "buttons" }, all), told, h("div", { class: "fair-shoes" }, ...over.map((shoe) => shoeRow(id, shoe))));
}

function ownSection() {
  const file = h("input", { class: "input", type: "file", accept: ".jsonl,.shoe,application/jsonl,text/plain", name: "record" });
  const noted = h("input", { class: "input", name: "noted", autocomplete: "off", spellcheck: "false", maxlength: 64 });
  const verdict = h("p", { role: "status", class: "verdict" });
  const check = async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const report = await checkShoe(await chosen.text(), noted.value.trim().toLowerCase());
    verdict.dataset.ok = markOf(report);
    verdict.textContent = [verdictOf(report), shareWords(report)].filter(Boolean).join(" ");
  };
  file.addEventListener("change", check);
  noted.addEventListener("change", check);
  return section(
    t("Check a record you kept"),
    h("p", { text: t("Choose a file that was downloaded from here, or a shoe notation (.shoe). It is read in this browser and goes nowhere.") }),
    h("label", { class: "field" }, h("span", { text: t("Shoe record") }), file),
    h("label", { class: "field" }, h("span", { text: t("The hash you wrote down, if you did") }), noted),
    verdict,
  );
}

function programSection() {
  return section(
    t("Check it without this page"),
    h("p", { text: t("A small program that needs nothing but Python and shares no code with the house. Read it first, then give it the record, and the hash you wrote down:") }),
    h("pre", { tabindex: 0, text: "python3 verify_shoe.py shoe-1.jsonl" }),
    h("div", { class: "buttons" }, h("a", { class: "button", href: programAddress(), download: "verify_shoe.py", text: t("Download verify_shoe.py") })),
  );
}

await loadVoice();
openPage(t("Is it fair?"), t("Skip to the shoes"), "fair");
try {
  const [{ view }, { shoes }] = await Promise.all([get(`/api/tables/${place}`), get(`/api/tables/${place}/shoes`)]);
  main.append(
    h(
      "header",
      { class: "reading-head" },
      h("h1", { text: t("Is it fair?") }),
      h("p", { class: "lead", text: t("At {table}", { table: ruled(view.name) || id }) }),
      h("div", { class: "buttons" }, h("a", { class: "button", href: `/table/${place}`, text: t("To the table") }), h("a", { class: "button", href: `/rules/${place}` }, icon("rules"), t("Rules"))),
    ),
    h("ol", { class: "steps" }, ...(view.share ? [1, 5, 2, 3, 4] : [1, 2, 3, 4]).map((step) => h("li", { class: "panel" }, h("p", { text: named(STEPS, step) })))),
    h("div", { class: "columns" }, nowSection(view, shoes.find((/** @type {any} */ shoe) => shoe.shoe_no === view.shoe_no)), overSection(shoes), logSection(id, view), ownSection(), programSection()),
  );
} catch (error) {
  main.append(h("h1", { class: "unseen", text: t("Is it fair?") }), failure(error));
}
document.body.dataset.ready = "";
