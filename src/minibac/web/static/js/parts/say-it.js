/**
 * A step that somebody has to speak for: what it asks is asked at its moment, and nothing is filled in beforehand, since
 * silence attests nothing.
 */

import { spoken, t } from "../voice.js";
import { askForm, granted } from "./ask-form.js";

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./ask-form.js").Field} Field */

const YES = "yes";

/** @param {string} name @returns {Field} */
function field(name) {
  const pick = (/** @type {string} */ label, /** @type {[string, string][]} */ options) => /** @type {Field} */ ({ name, label, kind: "select", options: [["", t("choose")], ...options] });
  if (name === "cards_count") return { name, label: t("How many cards there are"), kind: "number" };
  if (name === "cutting_cards") return { name, label: t("How many cutting cards there are"), kind: "number" };
  if (name === "burned_count") return { name, label: t("How many cards are burned after the first"), kind: "number" };
  if (name === "depth") return { name, label: t("How many cards from the end the cutting card goes"), kind: "number" };
  if (name === "position") return { name, label: t("Under how many cards is cut"), kind: "number" };
  if (name === "batch") return pick(t("Which batch"), [["A", "A"], ["B", "B"]]);
  if (name === "rack_batch") return pick(t("What lies in the discard rack"), [["none", t("it is empty")], ["A", t("batch {batch}", { batch: "A" })], ["B", t("batch {batch}", { batch: "B" })]]);
  if (name === "in_dealing") return pick(t("When the card was disclosed"), [[YES, t("as it was dealt")], ["no", t("after it lay on its area")]]);
  return pick(t("Is it so?"), [[YES, t("It is so")], ["no", t("It is not so")]]);
}

/**
 * @param {Step} step
 * @param {string} table
 * @param {(kind: string, facts: Record<string, any>) => Promise<import("../protocol.js").Answer>} give
 */
export function sayIt(step, table, give) {
  const { command, ...facts } = step.command;
  const asks = step.asks ?? [];
  return askForm(
    spoken(step.said),
    asks.map(field),
    (values) => {
      const said = Object.fromEntries(asks.map((name) => [name, name === "ok" || name === "in_dealing" ? values[name] === YES : values[name]]));
      return granted(give(command, { ...facts, ...said }));
    },
    { go: t("Say so"), lead: spoken(step.says), table },
  );
}
