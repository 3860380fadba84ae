/** Signing in with a name and a password; staff go on to where they work. */

import { post, session } from "../api.js";
import { h, need } from "../dom.js";
import { insideOf, placeOf } from "../places.js";
import { refused } from "../told.js";
import { loadVoice, t } from "../voice.js";
import { pageHead } from "../parts/head.js";

await loadVoice();
document.title = `${t("Sign in")} · minibac`;
document.body.prepend(pageHead());
const name = h("input", { class: "input", name: "name", required: true, maxlength: 40, autocomplete: "username" });
const password = h("input", { class: "input", type: "password", name: "password", required: true, autocomplete: "current-password" });
const wrong = h("p", { role: "alert", class: "wrong" });
const form = h(
  "form",
  { class: "panel join-form" },
  h("h1", { text: t("Sign in") }),
  h("label", { class: "field" }, h("span", { text: t("Name") }), name),
  h("label", { class: "field" }, h("span", { text: t("Password") }), password),
  wrong,
  h("button", { type: "submit", class: "button gold" }, t("Sign in")),
  h("p", { class: "small quiet", text: t("Came with a link? Open it and you are in.") }),
);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  wrong.textContent = "";
  try {
    await post("/api/session", { name: name.value.trim(), password: password.value });
    const who = await session();
    const wanted = new URLSearchParams(location.search).get("next") ?? "";
    location.href = insideOf(wanted, location.origin) || placeOf(who.person?.roles[0] ?? { role: "guest" });
  } catch (error) {
    wrong.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
  }
});
need("#sign-in").append(form);
document.body.dataset.ready = "";
