/** What the house says and the names it gives, as this page reads them in the chosen language. */

import { WAGERS } from "./names.js";
import { spoken, t, translated } from "./voice.js";

/** An event in a sentence. @param {import("./types.js").PublicEvent} event */
export const told = (event) => spoken(event.said);

/** What a decided round came to. @param {import("./types.js").LastCoup} last */
export const concluded = (last) => spoken(last.said);

/** Which shoe and round it is, before the first of them nothing. @param {number} shoe @param {number} coup */
export const shoeAndRound = (shoe, coup) => (!shoe ? "" : coup ? t("Shoe {shoe} · round {coup}", { shoe, coup }) : t("Shoe {shoe}", { shoe }));

/** Why a wager came to what it came to. @param {import("./types.js").Outcome} row @param {import("./types.js").LastCoup} last */
export const reasoned = (row, last) => spoken(last.why?.[row.wager]?.said);

/** A refusal in a sentence; the page's own has no facts. @param {import("./types.js").Refusal} refusal */
export function refused(refusal) {
  const words = spoken(refusal.said ?? refusal.sentence);
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?。！？]$/.test(text) ? text : t("{sentence}.", { sentence: text });
}

/** The name of a wager: a translation where there is one, or the label of the layout. @param {string} id @param {string} [label] */
export function wagerName(id, label) {
  return WAGERS[id] ? t(WAGERS[id]) : (label ?? id.replaceAll("-", " "));
}

/** What stands on an area: the rulebook's own print, or its name in the chosen language. @param {import("./types.js").Area} area */
export function areaName(area) {
  return translated() ? wagerName(area.id, area.label) : area.label || wagerName(area.id);
}

/** What a rulebook or a house file says, or its name: as it stands there, or told again. @param {string|null|undefined} text */
export const ruled = (text) => spoken(text);

