/** A console that was idle is locked (R28): everything else is covered until the password has been said again. */

import { post, remove, RefusedError, session, whenLocked } from "../api.js";
import { h, mark } from "../dom.js";
import { refused } from "../told.js";
import { t } from "../voice.js";

/** @type {HTMLDialogElement|null} */
let shown = null;
/** What goes on once the password was said. @type {Set<() => void>} */
const waiting = new Set();
/** How often a password was said here. */
let unlocked = 0;
whenLocked(() => showLock());

/** Lock this console by hand, before going away. */
export async function lockNow() {
  await post("/api/session/lock");
  showLock();
}

/** A connection ended because the console is locked; who has no password to unlock it with begins anew. @param {import("../protocol.js").TableLink} link */
export async function lockWith(link) {
  const before = unlocked;
  const who = await session().catch(() => null);
  if (who?.locked && unlocked === before) showLock(() => link.again()); // otherwise the answer is older than the password
  else if (who?.person) link.again();
  else link.become("refused", "nobody");
}

/** Cover the page. @param {() => void} [then] what goes on once it is unlocked */
export function showLock(then) {
  if (then) waiting.add(then);
  if (shown) return;
  const password = h("input", { class: "input", type: "password", name: "password", required: true, autocomplete: "current-password" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const form = h(
    "form",
    { class: "sheet-form" },
    h("p", { text: t("The console was locked, or nobody did anything here for a while. Say your password again to go on.") }),
    h("label", { class: "field" }, h("span", { text: t("Password") }), password),
    wrong,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "submit", class: "button gold" }, t("Unlock")),
      h("button", { type: "button", class: "button plain", onclick: () => away() }, t("Sign out")),
    ),
    h("p", { class: "small quiet" }, t("A console that is idle for five minutes is locked."), " ", h("span", { class: "clause", text: "R28" })),
  );
  const dialog = h("dialog", { class: "sheet lock", "aria-labelledby": "lock-title" }, h("div", { class: "sheet-head" }, h("h2", { id: "lock-title", text: t("This console is locked") })), h("div", { class: "sheet-body" }, form));
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    try {
      await post("/api/session/unlock", { password: password.value });
      shown = null;
      unlocked += 1;
      mark(document.body, "data-locked", null);
      dialog.remove();
      for (const go of [...waiting]) go();
      waiting.clear();
    } catch (error) {
      password.value = "";
      wrong.textContent = error instanceof RefusedError ? refused(error.refusal) : String(error);
    }
  });
  document.querySelectorAll("dialog[open]").forEach((other) => /** @type {HTMLDialogElement} */ (other).close());
  shown = dialog;
  mark(document.body, "data-locked", true);
  document.body.append(dialog);
  dialog.showModal();
  password.focus();
}

async function away() {
  await remove("/api/session").catch(() => null);
  location.href = "/";
}
