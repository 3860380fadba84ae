/** What a person has chosen for this browser: speed, sound, voice, language, light, sums beside chips. Nothing of it reaches the house. */

const KEY = "minibac.settings";

/**
 * @typedef {{speed: "slow"|"normal"|"fast", theme: "auto"|"light"|"dark", language: string,
 *   effects: number, voice: number, muted: boolean, tour: boolean, chip: number, sums: boolean}} Settings
 */

/** @type {Settings} */
const USUAL = {
  speed: "normal",
  theme: "auto",
  language: "auto",
  effects: 0,
  voice: 0,
  muted: false,
  tour: false,
  chip: 0,
  sums: true,
};

class Chosen extends EventTarget {
  constructor() {
    super();
    /** @type {Settings} */
    this.values = { ...USUAL };
    try {
      Object.assign(this.values, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      // A browser that keeps nothing plays with the usual settings.
    }
    this.show();
  }

  /**
   * @template {keyof Settings} K
   * @param {K} name
   * @param {Settings[K]} value
   */
  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // see above
    }
    this.show();
    this.dispatchEvent(new Event("change"));
  }

  /** Put light, speed and sums on the document. */
  show() {
    const root = document.documentElement;
    if (this.values.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.values.theme;
    root.dataset.speed = this.values.speed;
    root.dataset.sums = this.values.sums ? "on" : "off";
  }

  /** The languages of the house, each by its own name: they stand in the page. @returns {Record<string, string>} */
  get languages() {
    return JSON.parse(document.documentElement.dataset.languages ?? '{"en": "English"}');
  }

  /** The language that was chosen, or the browser's own where the house speaks it. */
  get language() {
    const wanted = this.values.language === "auto" ? navigator.language.toLowerCase().split("-")[0] : this.values.language;
    return wanted in this.languages ? wanted : "en";
  }

  /** Milliseconds of a movement at the chosen speed; 0 where motion is reduced. @param {number} ms */
  pace(ms) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return ms * { slow: 1.7, normal: 1, fast: 0.45 }[this.values.speed];
  }
}

export const settings = new Chosen();
