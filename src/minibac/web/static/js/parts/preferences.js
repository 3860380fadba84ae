/** The settings panel: speed, sound, voice, language, light. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { openSheet } from "./sheet.js";

/**
 * @template {"speed"|"theme"|"language"} K
 * @param {K} name
 * @param {string[]} values
 */
function choice(name, values) {
  const select = h(
    "select",
    { class: "input", name },
    ...values.map((value) => h("option", { value, selected: settings.values[name] === value, text: t(`settings.${name}.${value}`) })),
  );
  select.addEventListener("change", () => {
    settings.set(name, /** @type {any} */ (select.value));
    if (name === "language") location.reload();
  });
  return h("label", { class: "field" }, h("span", { text: t(`settings.${name}`) }), select);
}

/** @param {"effects"|"voice"} name */
function loudness(name) {
  const range = h("input", { type: "range", min: 0, max: 1, step: 0.05, value: settings.values[name], name });
  range.addEventListener("input", () => settings.set(name, Number(range.value)));
  range.addEventListener("change", () => {
    if (name === "effects") sound.chip();
  });
  return h("label", { class: "field" }, h("span", { text: t(`settings.${name}`) }), range);
}

export function openSettings() {
  openSheet(
    t("settings.title"),
    choice("speed", ["slow", "normal", "fast"]),
    choice("theme", ["auto", "light", "dark"]),
    choice("language", ["auto", "en", "zh"]),
    loudness("effects"),
    loudness("voice"),
    h("p", { class: "small quiet", text: t("settings.note") }),
  );
}
