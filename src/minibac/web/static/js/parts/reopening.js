/** A day that was closed by mistake: one person asks to open it again, with a reason, another one does (R25). */

import { h } from "../dom.js";
import { t } from "../voice.js";
import { askForm } from "./ask-form.js";

/**
 * The buttons of a pit or of the house, with what was asked and by whom.
 * @param {{last_day: string|null, reopening: any}} view
 * @param {(command: string) => boolean} may
 * @param {(command: string, facts: any) => Promise<unknown>} give
 * @param {readonly [string, string]} commands to ask, and to open again
 * @param {string} who has asked
 */
export function reopening(view, may, give, [ask, open], who) {
  const { last_day: day, reopening: asked } = view;
  if (!day) return [];
  const reason = { name: "reason", label: t("Reason"), kind: /** @type {const} */ ("long") };
  const asks = () => askForm(t("Ask to open {day} again", { day }), [reason], (values) => give(ask, { day, ...values }), { go: t("Ask to open {day} again", { day }), lead: t("A second person opens it. What was signed is kept, and the next report is a revision of it.") });
  const opens = () => askForm(t("Open {day} again", { day }), [], () => give(open, { day }), { go: t("Open {day} again", { day }), lead: t("{who} has asked for it: {reason}", { who, reason: asked.reason }) });
  return [
    asked ? h("p", { class: "small", "data-asked": day, text: t("{who} has asked to open {day} again: {reason}", { who, day, reason: asked.reason }) }) : may(ask) ? h("button", { type: "button", class: "button", "data-do": ask, onclick: asks }, t("Ask to open {day} again", { day })) : null,
    asked && may(open) ? h("button", { type: "button", class: "button", "data-do": open, onclick: opens }, t("Open {day} again", { day })) : null,
  ];
}
