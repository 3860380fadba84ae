/** What is said about the open log of the house: on the page "Is it fair?", and as a quiet mark at the table. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { commitmentIn, goOn, holds, look } from "../open-log.js";
import { refused } from "../told.js";
import { row, t, words } from "../voice.js";
import { dayTime } from "./times.js";

const FOUND = words({
  first: "This browser sees the log of the house for the first time, with {now} entries. It keeps that, and every later log must begin with it.",
  same: "The log of the house is as this browser saw it last, with {now} entries.",
  grown: "The log of the house has grown from {before} to {now} entries since this browser saw it last, and nothing before was touched.",
  truncated: "This browser saw {before} entries of the log of the house, and is shown {now} now: it was cut off, or this is an old answer. If it stays so, it was cut off.",
  unproved: "The house gives no proof that its log of {now} entries begins with the {before} that this browser saw before.",
  rewritten: "The log of the house was written anew: it does not begin with the {before} entries that this browser saw before.",
  forked: "The house has shown two different histories of {before} entries: what this browser saw before is another one.",
  unsigned: "What the house shows as its log is not signed with the key that this browser knows.",
  renamed: "The log of the house goes by a new name: what this browser saw before, {before} entries, was under another one.",
});
const WHY = words({
  begun: "The house says: the log was begun anew.",
  restored: "The house says: a backup was restored.",
  "rolled-back": "The house says: {lost} entries had been signed, and some of them are gone. A backup that was restored is a reason; ask for it.",
  key: "The house says: it signs with another key now.",
});

/** @typedef {import("../open-log.js").Look} Look */

/** A look in words. @param {Look} report */
function lookWords(report) {
  const said = [t(FOUND[report.found], { now: report.now, before: report.before })];
  if (report.found === "renamed") {
    const since = report.epochs.at(-1);
    said.push(since ? t(WHY[since.why] ?? WHY.begun, { lost: since.lost_size }) : "");
  } else if (report.signed) said.push(t("Its signature was checked here."));
  else if (report.signed === null && holds(report)) said.push(t("This browser cannot check its signature: only the hashes were looked at."));
  return said.filter(Boolean).join(" ");
}

/** A file that this page makes. @param {string} name @param {string} text @param {string} label */
function saved(name, text, label) {
  return h("a", { class: "button", href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, download: name, text: label });
}

/** The section of the page. @param {string} table @param {any} view @returns {HTMLElement} */
export function logSection(table, view) {
  const verdict = h("p", { role: "status", class: "verdict" }, t("Checking …"));
  const inside = h("p", { class: "small", role: "status" });
  const seen = h("p", { class: "small quiet" });
  const buttons = h("div", { class: "buttons" });
  const section = h(
    "section",
    { class: "panel section open-log" },
    h("h2", { text: t("The log that the house is held to") }),
    h("p", { text: t("Every seal, and where each table stands, goes into one log of the house that only ever grows. This browser keeps what it saw of it; others keep theirs. A house that cuts it off, writes it anew or shows different logs to different people is found out.") }),
    h("div", {}, verdict, inside, seen),
    buttons,
  );
  fill(table, view, { verdict, inside, seen, buttons });
  return section;
}

/**
 * @param {string} table
 * @param {any} view
 * @param {{verdict: HTMLElement, inside: HTMLElement, seen: HTMLElement, buttons: HTMLElement}} at
 */
async function fill(table, view, at) {
  try {
    const shoe = view.commitment ? await commitmentIn(table, view.shoe_no, view.commitment) : null;
    const report = shoe?.look ?? (await look());
    at.verdict.dataset.ok = String(holds(report));
    at.verdict.textContent = lookWords(report);
    if (shoe) {
      at.inside.dataset.ok = String(shoe.inside);
      at.inside.textContent = shoe.inside ? t("The seal of the shoe on the table is entry {leaf} of it.", { leaf: shoe.leaf + 1 }) : t("The seal of the shoe on the table is not in it.");
    }
    const { witnesses } = await get("/api/log");
    const cosigned = witnesses.filter((/** @type {any} */ each) => each.size);
    at.seen.textContent = cosigned.length
      ? t("Signed too by {names}, last on {when}.", { names: row("and", cosigned.map((/** @type {any} */ each) => each.name)), when: dayTime(Math.max(...cosigned.map((/** @type {any} */ each) => each.at)) * 1000) })
      : t("No witness from outside has signed it here; anybody can be one with minibac witness.");
    at.buttons.replaceChildren(...tools(table, view, report, shoe?.inside ?? false));
  } catch (error) {
    at.verdict.dataset.ok = "false";
    at.verdict.textContent = refused(/** @type {any} */ (error).refusal ?? { code: "", sentence: String(error) });
  }
}

/** @param {string} table @param {any} view @param {Look} report @param {boolean} inside */
function tools(table, view, report, inside) {
  const more = [];
  if (!holds(report)) more.push(saved("two-logs.txt", `${report.kept}\n${report.shown}`, t("Keep what was shown, both times")));
  if (report.found === "renamed") {
    const button = h("button", { type: "button", class: "button" }, t("Go on with the new log"));
    button.addEventListener("click", async () => {
      await goOn(report);
      location.reload();
    });
    more.push(button);
  }
  if (holds(report)) more.push(saved("checkpoint.txt", report.shown, t("Keep this checkpoint")));
  if (inside) more.push(h("a", { class: "button", href: `/log/proof/${encodeURIComponent(table)}/${view.shoe_no}`, download: `shoe-${view.shoe_no}.tlog-proof`, text: t("Download the proof of this seal") }));
  more.push(h("a", { class: "button", href: new URL("../../verify_log.py", import.meta.url).pathname, download: "verify_log.py", text: t("Download verify_log.py") }));
  return more;
}

const AGAIN_MS = 300_000;

/**
 * The mark at the table: a dot on the tool "Fair?", and a sentence over the table where something is wrong.
 * @param {HTMLElement} tool
 * @param {HTMLElement} bar
 * @param {string} table
 */
export function logMark(tool, bar, table) {
  const title = tool.title;
  let [shoe, commitment, timer] = [0, "", 0];

  const see = async () => {
    clearTimeout(timer);
    timer = window.setTimeout(see, AGAIN_MS);
    try {
      const sealed = commitment ? await commitmentIn(table, shoe, commitment) : null;
      const report = sealed?.look ?? (await look());
      const lacks = sealed && holds(report) && !sealed.inside;
      const said = lacks ? t("The seal of this shoe is not in the log of the house.") : lookWords(report);
      const wrong = Boolean(lacks) || !holds(report);
      tool.dataset.log = wrong ? "wrong" : "right";
      tool.title = `${title}: ${said}`;
      bar.hidden = !wrong;
      bar.replaceChildren(h("span", { text: wrong ? said : "" }), h("a", { href: `/fair/${encodeURIComponent(table)}`, target: "_blank", text: t("What that means") }));
    } catch {
      delete tool.dataset.log; // the house does not answer just now, and the page says that by itself
    }
  };

  return {
    /** @param {number} number @param {string} seal */
    sealed(number, seal) {
      if (number === shoe && seal === commitment && tool.dataset.log) return;
      [shoe, commitment] = [number, seal];
      see();
    },
  };
}
