/** The house over HTTP: what is asked once. A refusal comes back as a value. */

import { t } from "./voice.js";

/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").Session} Session */

let csrf = "";
/** What covers the page when the house says that this console is locked. */
let cover = () => {};
/** @param {() => void} covered */
export const whenLocked = (covered) => void (cover = covered);

export class RefusedError extends Error {
  /**
   * @param {Refusal} refusal
   * @param {number} status
   */
  constructor(refusal, status) {
    super(refusal.sentence);
    this.refusal = refusal;
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (method !== "GET" && csrf) headers["X-CSRF-Token"] = csrf;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  /** @type {Response} */
  let answer;
  try {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    answer = await fetch(path, { method, headers, body: sent, credentials: "same-origin" });
  } catch {
    throw new RefusedError({ code: "unreachable", sentence: t("the house does not answer") }, 0);
  }
  const text = await answer.text();
  /** @type {any} */
  let found = null;
  try {
    found = text ? JSON.parse(text) : null;
  } catch {
    found = null;
  }
  if (!answer.ok) {
    const refusal = found?.refusal ?? { code: "wrong", sentence: found?.detail ?? t("the house answered {status}", { status: answer.status }) };
    if (answer.status === 423) cover();
    throw new RefusedError(refusal, answer.status);
  }
  if (found && typeof found === "object" && "csrf" in found && found.csrf) csrf = found.csrf;
  return found;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => ask("POST", path, body);
/** @param {string} path @param {unknown} [body] */
export const remove = (path, body) => ask("DELETE", path, body);
/** @returns {string} the token that the WebSocket carries */
export const token = () => csrf;

/** @returns {Promise<Session>} */
export const session = () => get("/api/session");

/**
 * Sit down as a guest without a password.
 * @param {string} name
 * @param {{age?: number, born?: string}} [age] where it was asked for
 * @returns {Promise<Session>}
 */
export async function becomeGuest(name, age = {}) {
  await post("/api/guests", { name, of_age: true, ...age });
  return session();
}

/**
 * A text file, for records and CSV.
 * @param {string} path
 */
export async function text(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) {
    const found = await answer.json().catch(() => null);
    if (answer.status === 423) cover();
    throw new RefusedError(found?.refusal ?? { code: "wrong", sentence: t("the house answered {status}", { status: answer.status }) }, answer.status);
  }
  return answer.text();
}
