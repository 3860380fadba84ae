/**
 * Picking something up on the felt and laying it down elsewhere, with mouse, finger or pen. A picture of it follows the pointer; what
 * it was and where it was left is told, and a touch that does not move stays a click.
 */

import { h } from "../dom.js";

/** A pointer that moves less than this has touched, and carries nothing. */
const STILL = 6;

export class Drags {
  /**
   * @param {HTMLElement} felt
   * @param {(touched: Element) => {what: Element, picture: () => Element}|null} lift what is picked up where the felt is touched
   * @param {(what: Element, there: Element|null) => void} drop
   */
  constructor(felt, lift, drop) {
    this.felt = felt;
    this.lift = lift;
    this.drop = drop;
    /** @type {{what: Element, picture: () => Element, x: number, y: number, id: number, ghost: HTMLElement|null}|null} */
    this.carried = null;
    felt.addEventListener("pointerdown", (event) => this.#down(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#let());
    felt.addEventListener("dragstart", (event) => event.preventDefault());
    felt.addEventListener("click", (event) => this.#click(event), true);
    this.moved = false;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.moved = false;
    if (event.button || !event.isPrimary || !(event.target instanceof Element)) return;
    const lifted = this.lift(event.target);
    if (lifted) this.carried = { ...lifted, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { carried } = this;
    if (!carried || event.pointerId !== carried.id) return;
    if (!carried.ghost) {
      if (Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < STILL) return;
      carried.ghost = h("div", { class: "drag-ghost", "aria-hidden": "true" }, carried.picture());
      this.felt.append(carried.ghost);
      this.moved = true;
    }
    const box = this.felt.getBoundingClientRect();
    carried.ghost.style.transform = `translate(${(event.clientX - box.left).toFixed(0)}px, ${(event.clientY - box.top).toFixed(0)}px) translate(-50%, -50%)`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { carried } = this;
    if (!carried || event.pointerId !== carried.id) return;
    const carries = carried.ghost !== null;
    this.#let();
    if (carries) this.drop(carried.what, document.elementFromPoint(event.clientX, event.clientY));
  }

  #let() {
    this.carried?.ghost?.remove();
    this.carried = null;
  }

  /** What was carried is not clicked as well. @param {Event} event */
  #click(event) {
    if (!this.moved) return;
    this.moved = false;
    event.preventDefault();
    event.stopPropagation();
  }
}
