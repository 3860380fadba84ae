/** Every way to get up from a seat: now or after the round, with the vigorish paid first, or without where that may be. */

import { differs, h } from "../dom.js";
import { dollars } from "../money.js";
import { t } from "../voice.js";

export class Leaving {
  /**
   * @param {import("../store.js").TableStore} store
   * @param {(kind: string, facts: Record<string, unknown>) => Promise<boolean>} act
   * @param {() => void} buy opens the sheet where chips are bought
   */
  constructor(store, act, buy) {
    this.store = store;
    this.act = act;
    this.buy = buy;
    this.buttons = h("div", { class: "buttons" });
    /** Whether this guest gets up as soon as the round lets go. */
    this.after = false;
    /** Whether the house is being asked at this moment. */
    this.going = false;
  }

  draw() {
    const { seat, yours } = this.store;
    const { waits, pay_cents: cents, payable, unpaid } = yours.leaving;
    if (seat === null) this.after = false;
    if (this.after && !waits && !this.going) this.#leave(false);
    const short = yours.chips_cents < cents;
    if (seat === null || !differs(this.buttons, [waits, cents, payable, unpaid, short, this.after])) return;
    const sum = dollars(cents);
    const found = [];
    if (short) found.push(this.#button("pay", t("Buy chips for the vigorish owed: {sum}", { sum }), this.buy));
    else if (cents) found.push(this.#button("pay", t("Pay the vigorish owed: {sum}", { sum }), () => this.#pay(), !payable));
    if (waits) found.push(this.#button("leave", t(this.after ? "You leave after this round" : "Leave after this round"), () => this.#later()));
    else if (!cents || payable) found.push(this.#button("leave", cents ? t("Pay {sum} and leave the seat", { sum }) : t("Leave the seat"), () => this.#leave(false)));
    if (unpaid && !waits) found.push(this.#button("leave-unpaid", t("Leave without paying the vigorish"), () => this.#leave(true)));
    this.buttons.replaceChildren(...found);
  }

  /** @param {string} what @param {string} text @param {() => void} onclick @param {boolean} [disabled] */
  #button(what, text, onclick, disabled = false) {
    return h("button", { type: "button", class: what === "pay" ? "button gold" : "button", "data-do": what, onclick, disabled }, text);
  }

  /** Said once, and taken back by the same button. */
  #later() {
    this.after = !this.after;
    this.draw();
  }

  #pay() {
    return this.act("CollectVigorish", { seat: this.store.seat, cents: this.store.yours.leaving.pay_cents });
  }

  /** @param {boolean} unpaid */
  async #leave(unpaid) {
    const { seat, yours } = this.store;
    const { pay_cents: cents, unpaid: may } = yours.leaving;
    this.going = true;
    const pays = !unpaid && yours.leaving.payable;
    const left = (!pays || (await this.#pay())) && (await this.act("LeaveSeat", { seat, unpaid: !pays && cents > 0 && may }));
    this.going = false;
    if (!left && !this.store.yours.leaving.waits) this.after = false; // else the next round was quicker: after that one
    this.draw();
  }
}
