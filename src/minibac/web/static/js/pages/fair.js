/** The fairness of a table: how it works, the sealed shoe, every shoe that is over, and a check of a record one kept. */

import { get, text } from "../api.js";
import { h, icon, need } from "../dom.js";
import { ruled, t } from "../i18n.js";
import { programAddress, shoeRow, verdictOf } from "../parts/fair.js";
import { failure, openPage } from "../reading.js";
import { checkShoe } from "../shoe-check.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const place = encodeURIComponent(id);
const main = need("#fair");

/** @param {string} title @param {...import("../dom.js").Child} body */
const section = (title, ...body) => h("section", { class: "panel section" }, h("h2", { text: title }), ...body);

/** @param {any} view @param {any} shoe */
function nowSection(view, shoe) {
  if (!view.commitment) return section(t("fairness.now"), h("p", { class: "quiet", text: t("fair.none") }));
  const told = h("p", { class: "small", role: "status" });
  const copy = h("button", { type: "button", class: "button" }, t("fairness.copy"));
  copy.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(view.commitment).then(() => (told.textContent = t("fairness.copied")), () => undefined);
  });
  const when = shoe?.at ? t("fairness.sealed-at", { when: new Date(shoe.at).toLocaleString() }) : "";
  return section(
    t("fairness.now"),
    h("p", { text: t("fairness.sealed", { shoe: view.shoe_no, cards: view.cards_count }) }),
    h("code", { class: "hash", text: view.commitment }),
    h("p", { class: "small quiet", text: [when, t("fairness.running")].filter(Boolean).join(" · ") }),
    navigator.clipboard ? h("div", { class: "buttons" }, copy) : null,
    told,
  );
}

/** @param {any[]} shoes */
function overSection(shoes) {
  const over = shoes.filter((shoe) => shoe.revealed).reverse();
  if (!over.length) return section(t("fairness.over"), h("p", { class: "quiet", text: t("fair.none-revealed") }));
  const told = h("p", { role: "status", class: "verdict" });
  const all = h("button", { type: "button", class: "button gold" }, t("fairness.all"));
  all.addEventListener("click", async () => {
    all.disabled = true;
    told.removeAttribute("data-ok");
    told.textContent = t("fair.checking");
    let wrong = 0;
    for (const shoe of over) {
      const report = await text(`/api/tables/${place}/shoes/${shoe.shoe_no}/record`).then((record) => checkShoe(record, shoe.commitment), () => null);
      if (!report?.ok) wrong += 1;
    }
    told.dataset.ok = String(!wrong);
    told.textContent = wrong ? t("fairness.some-wrong", { count: wrong, all: over.length }) : t("fairness.all-right", { count: over.length });
    all.disabled = false;
  });
  return section(t("fairness.over"), h("div", { class: "buttons" }, all), told, h("div", { class: "fair-shoes" }, ...over.map((shoe) => shoeRow(id, shoe))));
}

function ownSection() {
  const file = h("input", { class: "input", type: "file", accept: ".jsonl,application/jsonl,text/plain", name: "record" });
  const noted = h("input", { class: "input", name: "noted", autocomplete: "off", spellcheck: "false", maxlength: 64 });
  const verdict = h("p", { role: "status", class: "verdict" });
  const check = async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const report = await checkShoe(await chosen.text(), noted.value.trim().toLowerCase());
    verdict.dataset.ok = String(report.ok);
    verdict.textContent = verdictOf(report);
  };
  file.addEventListener("change", check);
  noted.addEventListener("change", check);
  return section(
    t("fairness.own"),
    h("p", { text: t("fairness.own-lead") }),
    h("label", { class: "field" }, h("span", { text: t("fairness.file") }), file),
    h("label", { class: "field" }, h("span", { text: t("fairness.noted") }), noted),
    verdict,
  );
}

function programSection() {
  return section(
    t("fairness.program"),
    h("p", { text: t("fairness.program-lead") }),
    h("pre", { tabindex: 0, text: "python3 verify_shoe.py shoe-1.jsonl" }),
    h("div", { class: "buttons" }, h("a", { class: "button", href: programAddress(), download: "verify_shoe.py", text: t("fairness.get") })),
  );
}

await openPage("fairness.title", "fairness.skip", "fair");
try {
  const [{ view }, { shoes }] = await Promise.all([get(`/api/tables/${place}`), get(`/api/tables/${place}/shoes`)]);
  main.append(
    h(
      "header",
      { class: "reading-head" },
      h("h1", { text: t("fairness.title") }),
      h("p", { class: "lead", text: t("fairness.at", { table: ruled(view.name) || id }) }),
      h("div", { class: "buttons" }, h("a", { class: "button", href: `/table/${place}`, text: t("lab.to-table") }), h("a", { class: "button", href: `/rules/${place}` }, icon("rules"), t("table.rules"))),
    ),
    h("ol", { class: "steps" }, ...[1, 2, 3, 4].map((step) => h("li", { class: "panel" }, h("p", { text: t(`fairness.step.${step}`) })))),
    h("div", { class: "columns" }, nowSection(view, shoes.find((/** @type {any} */ shoe) => shoe.shoe_no === view.shoe_no)), overSection(shoes), ownSection(), programSection()),
  );
} catch (error) {
  main.append(h("h1", { class: "unseen", text: t("fairness.title") }), failure(error));
}
document.body.dataset.ready = "";
