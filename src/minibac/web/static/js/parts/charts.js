/** Charts of the odds lab, drawn as SVG for the width there is. Each says its numbers to a screen reader in one sentence. */

import { h, s } from "../dom.js";
import { percent } from "../reading.js";
import { wagerName } from "../told.js";
import { t } from "../voice.js";
import { printed, RANKS } from "./composition.js";

/** A place for a chart that is drawn again when its width changes. */
export class MbChart extends HTMLElement {
  constructor() {
    super();
    /** @type {((width: number) => SVGSVGElement) | null} */
    this.made = null;
    this.width = 0;
  }

  connectedCallback() {
    this.watcher = new ResizeObserver(() => this.#fit());
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    this.watcher?.disconnect();
  }

  /** @param {(width: number) => SVGSVGElement} make */
  draw(make) {
    this.made = make;
    this.width = 0;
    this.#fit();
  }

  #fit() {
    const width = Math.floor(this.clientWidth);
    if (!this.made || !width || width === this.width) return;
    this.width = width;
    this.replaceChildren(this.made(width));
  }
}

customElements.define("mb-chart", MbChart);

/** @param {number} width @param {number} height @param {string} label @param {...(Node|null)} parts */
function picture(width, height, label, ...parts) {
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, ...parts);
}

/** @param {string} text @param {number} x @param {number} y @param {Record<string, any>} [facts] */
const words = (text, x, y, facts = {}) => s("text", { x, y, ...facts }, text);

/**
 * A name in one line or two, as there is room; a letter takes about half an em.
 * @param {string} text
 * @param {number} room
 * @param {number} x
 * @param {number} y the middle
 */
function named(text, room, x, y) {
  if (text.length * 7.800 <= room || !text.includes(" ")) return words(text, x, y + 5);
  const cut = text.lastIndexOf(" ");
  return s("text", { x, y }, s("tspan", { x, y: y - 3 }, text.slice(0, cut)), s("tspan", { x, y: y + 13 }, text.slice(cut + 1)));
}

const WINNERS = ["banker", "player", "tie", "void"];

/** Who wins the next round, as bars. @param {any} odds */
export function outcomeBars(odds) {
  const rows = WINNERS.filter((name) => odds.outcomes[name]).map((name) => ({ name, share: odds.outcomes[name].float, label: name === "void" ? t("Void") : wagerName(name) }));
  const label = `${t("Who wins the next round")}: ${rows.map((row) => `${row.label} ${percent(row.share, 2)}`).join(", ")}`;
  return (/** @type {number} */ width) => {
    const name = 84;
    const figure = 78;
    const room = Math.max(40, width - name - figure);
    const most = Math.max(...rows.map((row) => row.share), 0.010);
    return picture(
      width,
      rows.length * 40,
      label,
      ...rows.flatMap((row, index) => {
        const y = index * 40;
        const long = Math.max(2, (row.share / most) * room);
        return [
          mark(row.name, 12, y + 20),
          named(row.label, name - 28, 28, y + 20),
          s("rect", { class: `bar bar-${row.name}`, x: name, y: y + 6, width: long, height: 28, rx: 4 }),
          words(percent(row.share, 2), name + long + 8, y + 25, { class: "figure" }),
        ];
      }),
    );
  };
}

/** The sign of a winner: shape and colour together. @param {string} name @param {number} x @param {number} y */
function mark(name, x, y) {
  if (name === "banker") return s("circle", { class: "bar-banker", cx: x, cy: y, r: 8 });
  if (name === "player") return s("rect", { class: "bar-player", x: x - 8, y: y - 8, width: 16, height: 16, rx: 2 });
  if (name === "tie") return s("path", { class: "bar-tie", d: `M${x} ${y - 10}l10 10-10 10-10-10z` });
  return s("circle", { class: "mark-void", cx: x, cy: y, r: 7 });
}

/**
 * The edge of each wager; with a second side, two bars each.
 * @param {any} first
 * @param {any|null} second
 */
export function edgeBars(first, second) {
  const ids = [...new Set([...first.wagers, ...(second?.wagers ?? [])].map((wager) => wager.wager))];
  const edge = (/** @type {any} */ side, /** @type {string} */ id) => side?.wagers.find((/** @type {any} */ wager) => wager.wager === id)?.edge.float ?? null;
  const rows = ids.map((id) => ({ name: wagerName(id), edges: second ? [edge(first, id), edge(second, id)] : [edge(first, id)] }));
  const list = rows.map((row) => `${row.name} ${row.edges.map((value) => (value === null ? t("not offered") : percent(value, 2))).join(" / ")}`).join(", ");
  return (/** @type {number} */ width) => {
    const all = rows.flatMap((row) => row.edges.filter((value) => value !== null)).map(Number);
    const low = Math.min(0, ...all);
    const high = Math.max(0.010, ...all);
    const name = Math.min(170, width * 0.360);
    const figure = 74;
    const room = Math.max(40, width - name - figure);
    const at = (/** @type {number} */ value) => name + ((value - low) / (high - low)) * room;
    const tall = second ? 52 : 38;
    const zero = at(0);
    return picture(
      width,
      rows.length * tall + 24,
      t("House edge by wager: {list}.", { list }),
      ...rows.flatMap((row, index) => {
        const y = index * tall;
        return [
          named(row.name, name - 8, 0, y + (second ? 25 : 17)),
          ...row.edges.flatMap((value, side) => {
            const top = y + 5 + side * 21;
            const high2 = second ? 19 : 26;
            if (value === null) return [words(t("not offered"), zero + 8, top + high2 - 5, { class: "figure faint" })];
            const from = Math.min(zero, at(value));
            const long = Math.max(2, Math.abs(at(value) - zero));
            return [
              s("rect", { class: `bar edge-bar ${value < 0 ? "for-guest" : "for-house"} side-${side}`, x: from, y: top, width: long, height: high2, rx: 3 }),
              words(percent(value, value < 0.001 && value > -0.001 ? 4 : 2), Math.max(zero, at(value)) + 6, top + high2 / 2 + 5, { class: "figure" }),
            ];
          }),
        ];
      }),
      s("path", { class: "axis", d: `M${zero} 0V${rows.length * tall}` }),
      low < 0 ? words(`← ${t("for the guest")}`, Math.max(0, zero - 120), rows.length * tall + 18, { class: "figure faint" }) : null,
      words(`${t("for the house")} →`, zero + 6, rows.length * tall + 18, { class: "figure faint" }),
    );
  };
}

/** What one card less of each rank does to a wager. @param {any} removal one wager's effects */
export function removalBars(removal) {
  const effects = RANKS.map((rank) => ({ rank, value: 10_000 * (removal.effects[rank]?.float ?? 0), there: rank in removal.effects }));
  const list = effects.filter((effect) => effect.there).map((effect) => `${printed(effect.rank)} ${effect.value.toFixed(2)}`).join(", ");
  return (/** @type {number} */ width) => {
    const height = 240;
    const most = Math.max(0.010, ...effects.map((effect) => Math.abs(effect.value)));
    const step = width / RANKS.length;
    const small = step < 34;
    const middle = height / 2;
    const room = middle - 40;
    return picture(
      width,
      height,
      t("Effect of removing one card on {wager}: {list}.", { wager: wagerName(removal.wager), list }),
      ...effects.flatMap((effect, index) => {
        const x = index * step;
        const long = (Math.abs(effect.value) / most) * room;
        const up = effect.value >= 0;
        const top = up ? middle - long : middle;
        return [
          s("rect", { class: `bar ${up ? "for-guest" : "for-house"}`, x: x + step * 0.120, y: top, width: step * 0.760, height: Math.max(1, long), rx: 2 }),
          words(effect.value.toFixed(small ? 1 : 2).replace("-", "−"), x + step / 2, up ? top - 5 : top + long + 14, { class: "figure tiny", "text-anchor": "middle" }),
          words(printed(effect.rank), x + step / 2, height - 4, { class: effect.there ? "rank-name" : "rank-name faint", "text-anchor": "middle" }),
        ];
      }),
      s("path", { class: "axis", d: `M0 ${middle}H${width}` }),
    );
  };
}

/** A heading, a lead and a chart in a panel. @param {string} title @param {...(Node|null)} parts */
export function chartPanel(title, ...parts) {
  return h("section", { class: "panel section chart-panel" }, h("h2", { text: title }), ...parts.filter(Boolean));
}
