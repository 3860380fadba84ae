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

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the house answers, to its last sign. @param {string} path @param {RequestInit} [how] */
export async function text(path, how) {
  let answer;
  let told;
  try {
    answer = await fetch(path, { ...how, credentials: "same-origin" });
    told = await answer.text();
  } catch {
    throw new RefusedError({ code: "unreachable", sentence: t("the house does not answer") }, 0);
  }
  if (answer.ok) return told;
  if (answer.status === 423) cover();
  const found = parsed(told);
  throw new RefusedError(found?.refusal ?? { code: "wrong", sentence: found?.detail ?? t("the house answered {status}", { status: answer.status }) }, answer.status);
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
  const found = parsed(await text(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
  if (found?.csrf) csrf = found.csrf;
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
