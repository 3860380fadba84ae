/** The scenarios of the school's own, for an instructor: kept, changed, removed. The same cards, guests and mishaps for everybody who sits one. */

import { get, post, remove } from "../api.js";
import { h } from "../dom.js";
import { t } from "../voice.js";
import { askForm } from "./ask-form.js";

/** @typedef {import("./exam-list.js").Scenario} Scenario */

const LARGEST = 20_000;
const at = (/** @type {string} */ name) => `/api/exams/scenarios/${encodeURIComponent(name)}`;
const act = (/** @type {string} */ what, /** @type {string} */ text, /** @type {string} */ of, /** @type {() => void} */ onclick) => h("button", { type: "button", class: "button", "data-do": what, onclick }, text, of ? h("span", { class: "unseen", text: of }) : null);

/** The file in a field of its own, where every line stands as it was written. */
function fileField() {
  const input = h("textarea", { class: "input scenario-file", name: "toml", rows: 14, maxlength: LARGEST, required: true, spellcheck: "false" });
  return { input, field: { name: "toml", label: "", made: { box: h("label", { class: "field" }, h("span", { text: t("The file") }), input), read: () => input.value } } };
}

/** @param {import("./shell.js").Shell} shell @param {Scenario[]} scenarios */
export function ownScenarios(shell, scenarios) {
  const failed = shell.failed.bind(shell);
  const keep = async (/** @type {{scenario: string, toml: string}} */ given) => {
    await post("/api/exams/scenarios", given);
    location.reload();
  };
  const change = async (/** @type {Scenario} */ { scenario, name }) => {
    const { toml } = await get(at(scenario));
    const { input, field } = fileField();
    input.value = toml;
    askForm(t("Change {name}", { name: t(name) }), [field], (values) => keep({ scenario, toml: values.toml }), { go: t("Keep it"), lead: t("Exams that were begun by it go on as they are.") });
  };
  const begin = () => {
    const { input, field } = fileField();
    const from = h("select", { class: "input", name: "from" }, ...scenarios.map((one) => h("option", { value: one.scenario, text: t(one.name) })));
    /** The file that was asked for last: an answer that comes late overwrites nothing. @type {Promise<any>|null} */
    let asked = null;
    const fill = async () => {
      const mine = (asked = get(at(from.value)));
      input.readOnly = true;
      try {
        const { toml } = await mine;
        if (asked === mine) input.value = toml;
      } catch (error) {
        failed(error);
      } finally {
        if (asked === mine) input.readOnly = false;
      }
    };
    from.addEventListener("change", fill);
    askForm(
      t("Keep a scenario"),
      [
        { name: "scenario", label: t("Name"), note: t("Small letters, digits and hyphens.") },
        { name: "from", label: "", made: { box: h("label", { class: "field" }, h("span", { text: t("Begin from") }), from), read: () => from.value } },
        field,
      ],
      ({ scenario, toml }) => keep({ scenario, toml }),
      { go: t("Keep it"), lead: t("Everybody who sits it has the same cards, from its seed, the same guests and the same mishaps.") },
    );
    fill();
  };
  const gone = (/** @type {Scenario} */ { scenario, name }) =>
    askForm(t("Remove {name}", { name: t(name) }), [], () => remove(at(scenario)).then(() => location.reload()), { go: t("Remove it"), lead: t("Exams that were begun by it go on as they are.") });
  const own = scenarios.filter((one) => one.own);
  const row = (/** @type {Scenario} */ one) => h("li", { "data-own": one.scenario }, h("div", { class: "row-head" }, h("strong", { text: t(one.name) }), h("code", { class: "small quiet", text: one.scenario })), h("div", { class: "buttons" }, act("change", t("Change"), t(one.name), () => void change(one).catch(failed)), act("remove", t("Remove"), t(one.name), () => gone(one))));
  return h(
    "section",
    { class: "panel pad", "aria-label": t("Scenarios of the school") },
    h("div", { class: "panel-head" }, h("h2", { text: t("Scenarios of the school") }), h("div", { class: "buttons" }, act("keep", t("Keep a scenario"), "", begin))),
    own.length ? h("ul", { class: "rows" }, ...own.map(row)) : h("p", { class: "quiet", text: t("None.") }),
  );
}
