/** An exception as work: how far the house has got with it, and what this person may do next. */

import { post } from "../api.js";
import { h, newId } from "../dom.js";
import { named, t, words } from "../voice.js";
import { askForm } from "./ask-form.js";

export const REVIEW_STATES = words({
  new: "review|new",
  assigned: "review|assigned",
  "looked-at": "review|looked-at",
  explained: "review|explained",
  closed: "review|closed",
});

/**
 * @param {any} row an exception
 * @param {Record<string, string>} reviewers who may look into it, by id, with their names
 * @param {string} me
 * @param {() => void} again called when something was said about it
 */
export function exceptionWork(row, reviewers, me, again) {
  const { review, state } = row;
  const who = (/** @type {string} */ person) => reviewers[person] ?? row.names?.[person] ?? person;
  const give = async (/** @type {string} */ command, /** @type {Record<string, string>} */ facts = {}) => {
    await post("/api/house/commands", { id: newId(), role: "", command: { command, exception: row.id, ...facts } });
    again();
  };
  const ask = (/** @type {string} */ command, /** @type {string} */ word, /** @type {import("./ask-form.js").Field[]} */ fields) => (row.may.includes(command) ? h("button", { type: "button", class: "button", "data-do": command, onclick: () => askForm(word, fields, (values) => give(command, values), { go: word }) }, word) : null);
  const told = [
    review.assigned_to && state !== "closed" ? t("for {who}", { who: who(review.assigned_to) }) : "",
    review.explained_by ? `${who(review.explained_by)}: ${review.explanation}` : "",
    review.closed_by ? t("closed by {who}", { who: who(review.closed_by) }) : "",
  ].filter(Boolean);
  const people = /** @type {[string, string][]} */ (Object.entries(reviewers));
  const buttons = [
    ask("ReopenException", t("Open again"), [{ name: "reason", label: t("Reason"), kind: "long" }]),
    ask("AssignException", t("Assign"), [{ name: "to", label: t("Who looks into it"), kind: "select", options: people, value: review.assigned_to || me }]),
    ask("LookAtException", t("exception|Looked at"), []),
    ask("ExplainException", t("Explain"), [{ name: "explanation", label: t("How it came about"), kind: "long", value: review.explanation }]),
    ask("CloseException", t("exception|Close"), []),
  ].filter(Boolean);
  return h(
    "div",
    { "data-exception": row.id, "data-state": state },
    h("span", { class: `tag ${state === "closed" ? "good" : ""}`, text: named(REVIEW_STATES, state) }),
    ...told.map((line) => h("p", { class: "small quiet", text: line })),
    buttons.length ? h("div", { class: "buttons" }, ...buttons) : null,
  );
}
