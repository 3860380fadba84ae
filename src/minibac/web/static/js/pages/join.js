/** An invitation: what the link offers, and taking it with a name and a password. */

import { get, post } from "../api.js";
import { h, need } from "../dom.js";
import { loadWords, refused, ruled, t } from "../i18n.js";
import { pageHead } from "../parts/head.js";
import { placeOf } from "../places.js";

const token = decodeURIComponent(location.pathname.split("/")[2] ?? "");

await loadWords();
document.title = `minibac · ${t("join.title")}`;
const main = need("#join");
document.body.prepend(pageHead());
try {
  const offer = await get(`/api/invitations/${encodeURIComponent(token)}`);
  const name = h("input", { class: "input", name: "name", required: true, maxlength: 40, autocomplete: "username" });
  const password = h("input", { class: "input", type: "password", name: "password", required: true, minlength: 10, autocomplete: "new-password" });
  const wrong = h("p", { role: "alert", class: "wrong" });
  const place = offer.table ?? offer.pit ?? t("join.house", { house: ruled(offer.house) });
  const form = h(
    "form",
    { class: "panel join-form" },
    h("h1", { text: t("join.title") }),
    h("p", { text: t("join.offers", { role: t(`role.${offer.role}`), place }) }),
    h("label", { class: "field" }, h("span", { text: t("join.name") }), name),
    h("label", { class: "field" }, h("span", { text: t("join.password") }), password),
    wrong,
    h("button", { type: "submit", class: "button gold" }, t("join.go")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    try {
      await post(`/api/invitations/${encodeURIComponent(token)}`, { name: name.value.trim(), password: password.value });
      location.href = placeOf(offer);
    } catch (error) {
      wrong.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
    }
  });
  main.append(form);
} catch (error) {
  const status = /** @type {any} */ (error).status;
  main.append(
    h(
      "section",
      { class: "panel join-form" },
      h("h1", { text: t("join.title") }),
      h("p", { role: "alert", text: status === 404 || status === 409 ? t("join.gone") : refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) }) }),
      h("a", { class: "button", href: "/" }, t("link.to-lobby")),
    ),
  );
}
document.body.dataset.ready = "";
