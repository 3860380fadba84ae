/** Times of the house as people read them. */

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../voice.js";
import { apart, houseZone } from "../zones.js";

/** @param {number} ms */
export function clockTime(ms) {
  return shown(new Date(ms).toLocaleTimeString(locale(), { timeZone: houseZone(), hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false }), ms);
}

/** @param {number|null|undefined} ms */
export function dayTime(ms) {
  if (!ms) return "–";
  return shown(new Date(ms).toLocaleString(locale(), { timeZone: houseZone(), month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hour12: false }), ms);
}

/** By which clock the times of a page are: it is said once. */
export const timesOf = () => h("footer", { class: "quiet small times-line", id: "times", text: t("Times are by the clock of the house: {zone}.", { zone: houseZone() }) });

/** @param {string} time @param {number} ms */
const shown = (time, ms) => [time, apart(ms)].filter(Boolean).join(" ");

const locale = () => (settings.language === "zh" ? "zh-CN" : "en-GB");
