/** Times of the house as people read them. */

import { settings } from "../settings.js";

/** @param {number} ms */
export function clockTime(ms) {
  return new Date(ms).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
}

/** @param {number|null|undefined} ms */
export function dayTime(ms) {
  if (!ms) return "–";
  return new Date(ms).toLocaleString(locale(), { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hour12: false });
}

/** A moment as an input of the browser writes it. @param {number} ms */
export function forInput(ms) {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}

const locale = () => (settings.language === "zh" ? "zh-CN" : "en-GB");
