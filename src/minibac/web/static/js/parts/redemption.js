/** Chips at the cage: a guest says a number, the cage sees what it comes to and no name; and the guest's side of it. */

import { get, post } from "../api.js";
import { h, say } from "../dom.js";
import { dollars } from "../money.js";
import { refused } from "../told.js";
import { t } from "../voice.js";
import { openSheet } from "./sheet.js";

/** The cage's side. @param {(error: any, near?: Element) => void} failed */
export function redemptionPanel(failed) {
  const number = h("input", { class: "input figures", name: "number", required: true, inputmode: "numeric", maxlength: 10, autocomplete: "off" });
  const found = h("p", { role: "status", class: "figures" });
  const redeem = h("button", { type: "button", class: "button gold", "data-do": "redeem", hidden: true }, t("Redeem the chips"));
  const path = () => `/api/cage/redemptions/${encodeURIComponent(number.value.trim())}`;
  const form = h("form", { class: "filters" }, h("label", { class: "field" }, h("span", { text: t("Number the guest says") }), number), h("button", { type: "submit", class: "button" }, t("Look")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    redeem.hidden = true;
    try {
      const { cents, redeemable } = await get(path());
      say(found, redeemable ? t("{sum} in play chips", { sum: dollars(cents) }) : t("{sum} in play chips, not redeemed now: security is asked", { sum: dollars(cents) }));
      redeem.hidden = !redeemable || !cents;
    } catch (error) {
      say(found, "");
      failed(error, form);
    }
  });
  redeem.addEventListener("click", async () => {
    redeem.hidden = true;
    await post(path()).then(({ cents }) => say(found, t("{sum} redeemed", { sum: dollars(cents) })), (error) => failed(error, form));
  });
  return h("section", { class: "panel pad", id: "redemption", "aria-label": t("Redeem chips") }, h("h2", { text: t("Redeem chips") }), form, found, redeem);
}

/** The guest's side: nothing is played any more, and this is how the chips are redeemed. */
export async function openRedemption() {
  const said = h("p", { role: "status" });
  openSheet(t("Your chips"), h("div", { class: "sheet-form" }, said, h("p", { class: "small quiet", text: t("The cage asks for nothing but this number. The house tells you the rest in private.") })));
  try {
    const { number, cents, redeemable } = await post("/api/me/redemption");
    say(said, t(redeemable ? "{sum} in play chips: say the number {number} at the cage." : "{sum} in play chips are kept under the number {number}: ask the house about them.", { sum: dollars(cents), number }));
  } catch (error) {
    say(said, refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) }));
  }
}
