/**
 * A step that somebody has to speak for: what it asks is asked at its moment, and nothing is filled in beforehand, since
 * silence attests nothing. Where the table helps, what it should be stands beside a count. Whether it is so is two buttons,
 * and counts have their digits beside them: keys or a pointer alone are enough.
 */

import { spoken, t } from "../voice.js";
import { askForm, granted } from "./ask-form.js";

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./ask-form.js").Field} Field */

const YES = "yes";

/** @param {string} name @param {any} [right] what it should be, where somebody may be told @returns {Field} */
function field(name, right) {
  const note = typeof right === "number" || (name === "batch" && right) ? t("It should be {right}", { right }) : "";
  const pick = (/** @type {string} */ label, /** @type {[string, string][]} */ options) => /** @type {Field} */ ({ name, label, note, kind: "select", options: [["", t("choose")], ...options] });
  const count = (/** @type {string} */ label) => /** @type {Field} */ ({ name, label, note, kind: "number", digits: true });
  if (name === "cards_count") return count(t("How many cards there are"));
  if (name === "cutting_cards") return count(t("How many cutting cards there are"));
  if (name === "burned_count") return count(t("How many cards are burned after the first"));
  if (name === "depth") return count(t("How many cards from the end the cutting card goes"));
  if (name === "position") return count(t("Under how many cards is cut"));
  if (name === "batch") return pick(t("Which batch"), [["A", "A"], ["B", "B"]]);
  if (name === "rack_batch") return pick(t("What lies in the discard rack"), [["none", t("it is empty")], ["A", t("batch {batch}", { batch: "A" })], ["B", t("batch {batch}", { batch: "B" })]]);
  if (name === "in_dealing") return pick(t("When the card was disclosed"), [[YES, t("as it was dealt")], ["no", t("after it lay on its area")]]);
  return { name, label: t("Is it so?"), kind: "answer", options: [[YES, t("It is so")], ["no", t("It is not so")]] };
}

/**
 * @param {Step} step
 * @param {string} table
 * @param {(kind: string, facts: Record<string, any>) => Promise<import("../protocol.js").Answer>} give
 * @param {boolean} [helps] whether the table says what is right: then the command has it
 */
export function sayIt(step, table, give, helps = false) {
  const { command, ...facts } = step.command;
  const asks = step.asks ?? [];
  return askForm(
    spoken(step.said),
    asks.map((name) => field(name, helps ? facts[name] : null)),
    (values) => {
      const said = Object.fromEntries(asks.map((name) => [name, name === "ok" || name === "in_dealing" ? values[name] === YES : values[name]]));
      return granted(give(command, { ...facts, ...said }));
    },
    { go: t("Say so"), lead: spoken(step.says), table },
  );
}
