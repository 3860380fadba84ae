/** The settings panel: speed, sound, voice, language, light, sums beside chips. */

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { named, t, words } from "../voice.js";
import { openSheet } from "./sheet.js";

const NAMES = words({
  speed: "Speed of the cards",
  theme: "Light",
  language: "Language",
  effects: "Sounds of chips and cards",
  voice: "Voice of the dealer",
});
const VALUES = words({
  slow: "Slow",
  normal: "Normal",
  fast: "Fast",
  light: "light|Day",
  dark: "Night",
});
const AS = words({ theme: "As the device", language: "As the browser" });

/**
 * @template {"speed"|"theme"|"language"} K
 * @param {K} name
 * @param {string[]} values
 */
function choice(name, values) {
  const select = h(
    "select",
    { class: "input", name },
    ...values.map((value) => h("option", { value, selected: settings.values[name] === value, text: value === "auto" ? t(AS[name]) : settings.languages[value] ?? t(VALUES[value]) })),
  );
  select.addEventListener("change", () => {
    settings.set(name, /** @type {any} */ (select.value));
    if (name === "language") location.reload();
  });
  return h("label", { class: "field" }, h("span", { text: named(NAMES, name) }), select);
}

/** @param {"effects"|"voice"} name */
function loudness(name) {
  const range = h("input", { type: "range", min: 0, max: 1, step: 0.05, value: settings.values[name], name });
  range.addEventListener("input", () => settings.set(name, Number(range.value)));
  range.addEventListener("change", () => {
    if (name === "effects") sound.chip();
  });
  return h("label", { class: "field" }, h("span", { text: named(NAMES, name) }), range);
}

/** Sums beside chips are a help; who counts chips as at a table switches them off. */
function sums() {
  const box = h("input", { type: "checkbox", name: "sums" });
  box.checked = settings.values.sums;
  box.addEventListener("change", () => settings.set("sums", box.checked));
  return h("label", { class: "check" }, box, h("span", { text: t("Sums beside the chips") }));
}

export function openSettings() {
  openSheet(
    t("Settings"),
    choice("speed", ["slow", "normal", "fast"]),
    choice("theme", ["auto", "light", "dark"]),
    choice("language", ["auto", ...Object.keys(settings.languages)]),
    sums(),
    loudness("effects"),
    loudness("voice"),
    h("p", { class: "small quiet", text: t("These stay in this browser. M mutes everything.") }),
  );
}
