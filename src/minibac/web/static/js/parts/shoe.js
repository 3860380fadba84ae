/** `<mb-shoe>` and `<mb-rack>`: the dealing shoe with its cutting card, and the discard rack with the burned cards. */

import { h, hide, make, mark, s, say } from "../dom.js";
import { t } from "../voice.js";
import { MbCard } from "./card.js";

export class MbShoe extends HTMLElement {
  constructor() {
    super();
    this.cards = s("rect", { x: 32, y: 24, width: 72, height: 27, class: "shoe-cards" });
    this.cut = s("rect", { x: 0, y: 22, width: 3, height: 30, class: "shoe-cut" });
    this.words = h("span", { class: "shoe-words figures" });
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(
      s(
        "svg",
        { viewBox: "0 0 120 72", "aria-hidden": "true" },
        s("path", { d: "M8 58 14 20Q15 14 21 14H106Q114 14 114 22V58Z", class: "shoe-body" }),
        this.cards,
        this.cut,
        s("path", { d: "M4 62 12 40H30L24 62Z", class: "shoe-mouth" }),
        s("path", { d: "M4 60H116V66Q116 68 114 68H6Q4 68 4 66Z", class: "shoe-foot" }),
        s("path", { d: "M16 20H108", class: "shoe-shine" }),
      ),
      this.words,
    );
  }

  /** @param {{left: number, count: number, depth: number, last: boolean}} facts */
  set({ left, count, depth, last }) {
    const share = count ? left / count : 0;
    const inside = left > depth; // else it has come out, and lies before the shoe
    this.cards.setAttribute("width", (72 * share).toFixed(1));
    const at = inside ? { x: 32 + 72 * (share - depth / Math.max(1, count)) - 1.5, y: 22, width: 3, height: 30 } : { x: this.closest("mb-felt[across]") ? 123 : -20, y: 34, width: 17, height: 25 };
    for (const [name, value] of Object.entries(at)) this.cut.setAttribute(name, value.toFixed(1));
    this.cut.style.opacity = depth > 0 && count ? "1" : "0";
    mark(this.words, "data-called", t("Shoe"));
    say(this.words, last ? t("last hand") : count ? t("{left} cards", { left }) : t("no shoe"));
    mark(this, "data-last", last);
  }
}

customElements.define("mb-shoe", MbShoe);

export class MbRack extends HTMLElement {
  constructor() {
    super();
    this.cards = s("rect", { x: 22, y: 56, width: 60, height: 0, class: "rack-cards" });
    this.out = h("span");
    this.burned = h("span", { class: "rack-burned" });
    this.words = h("span", { class: "shoe-words figures" }, this.out, this.burned);
    this.top = make(MbCard, { class: "rack-top", hidden: true });
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(
      s(
        "svg",
        { viewBox: "0 0 104 72", "aria-hidden": "true" },
        s("path", { d: "M16 8H24V58H80V8H88V64H16Z", class: "rack-body" }),
        this.cards,
        s("path", { d: "M16 8H24V64H16ZM80 8H88V64H80Z", class: "rack-front" }),
      ),
      this.top,
      this.words,
    );
  }

  /** @param {{out: number, count: number, burned: number, top: string|null}} facts `top`: a burned card that lies on the others, `""` for one that is face down */
  set({ out, count, burned, top }) {
    this.top.show(top);
    hide(this.top, top === null);
    const high = count ? Math.round((44 * out) / count) : 0;
    this.cards.setAttribute("y", String(58 - high));
    this.cards.setAttribute("height", String(high));
    mark(this.words, "data-called", t("Rack"));
    say(this.out, t("{out} dealt", { out }));
    say(this.burned, burned ? t("{burned} burned", { burned }) : "");
  }
}

customElements.define("mb-rack", MbRack);
