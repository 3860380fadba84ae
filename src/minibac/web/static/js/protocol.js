/**
 * The table's connection: says hello with the last version it saw, sends commands with ids of its own and sends them
 * again after a break (a command that was accepted changes nothing the second time), and comes back by itself.
 *
 * It tells by events: `welcome`, `news`, `peel`, `presence`, `wallet`, `state` (connecting, open, waiting, gone, outdated,
 * locked, refused), each a CustomEvent with the message or state in `detail`.
 */

import { token } from "./api.js";
import { newId } from "./dom.js";
import { t } from "./voice.js";

const FIRST_WAIT_MS = 150;
const LONGEST_WAIT_MS = 2_000;
const GONE_AFTER = 4;
const SILENT_MS = 40_000;

/** Closing codes after which coming back is no use, and what the page says. */
const FINAL = new Map([
  [4001, "nobody"],
  [4003, "not-yours"],
  [4004, "no-table"],
  [4009, "outdated"],
  [4023, "locked"],
]);

/** The build of this page, out of the address it was loaded from: /static/BUILD/js/protocol.js. */
const BUILD = /\/static\/([0-9a-f]{8,64})\//.exec(import.meta.url)?.[1] ?? "";

/** @typedef {{ok: true, version: number} | {ok: false, refusal: import("./types.js").Refusal}} Answer */

export class TableLink extends EventTarget {
  /**
   * @param {string} table
   * @param {{role?: string}} [how]
   */
  constructor(table, { role } = {}) {
    super();
    this.table = table;
    this.role = role ?? "";
    this.version = 0;
    this.build = "";
    /** @type {"connecting"|"open"|"waiting"|"gone"|"outdated"|"locked"|"refused"} */
    this.state = "connecting";
    this.reason = "";
    /** @type {WebSocket|null} */
    this.socket = null;
    this.tries = 0;
    this.timer = 0;
    this.watchdog = 0;
    this.ended = false;
    /** Commands without an answer yet, by id. @type {Map<string, {command: object, done: (answer: Answer) => void}>} */
    this.pending = new Map();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
  }

  /** @param {string} state @param {string} [reason] */
  become(state, reason = "") {
    this.state = /** @type {any} */ (state);
    this.reason = reason;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
  }

  connect() {
    clearTimeout(this.timer);
    if (this.ended) return;
    this.become(this.tries ? this.state : "connecting");
    const query = new URLSearchParams();
    if (this.version) query.set("after", String(this.version));
    if (this.role) query.set("as", this.role);
    if (BUILD) query.set("build", BUILD);
    if (token()) query.set("csrf", token());
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/live?${query}`,
    );
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket) this.lost(event.code);
    });
  }

  /** Nothing was heard for a while: a phone that slept may hold a dead socket. */
  listen() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      const socket = this.socket;
      this.socket = null;
      socket?.close();
      this.lost(0);
    }, SILENT_MS);
  }

  /** @param {number} code */
  lost(code) {
    clearTimeout(this.watchdog);
    this.socket = null;
    if (this.ended) return;
    const final = FINAL.get(code);
    if (final) {
      this.ended = true;
      if (final === "locked") this.refuseAll(t("This console is locked"));
      this.become(final === "outdated" || final === "locked" ? final : "refused", final);
      return;
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries) * (0.75 + Math.random() / 4);
    this.tries += 1;
    this.become(this.tries > GONE_AFTER ? "gone" : "waiting");
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** What was asked and not answered is not asked again later. @param {string} sentence */
  refuseAll(sentence) {
    for (const { done } of this.pending.values()) done({ ok: false, refusal: { code: "wrong", sentence } });
    this.pending.clear();
  }

  /** Come back after all: the console was unlocked. */
  again() {
    this.ended = false;
    this.connect();
  }

  /** Try now: the page is looked at again, or the network is back. */
  hurry() {
    if (this.socket || this.ended) return;
    this.connect();
  }

  close() {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    this.socket?.close();
  }

  /** @param {any} message */
  hear(message) {
    this.listen();
    if (typeof message.version === "number" && message.tell !== "answer") {
      this.version = Math.max(this.version, message.version);
    }
    switch (message.tell) {
      case "ping":
        this.send({ do: "pong" });
        return;
      case "welcome": {
        const back = this.tries > 0 || Boolean(this.build);
        const outdated = this.build && message.build && this.build !== message.build;
        this.build ||= message.build;
        this.tries = 0;
        this.version = message.version;
        this.become("open");
        this.dispatchEvent(new CustomEvent("welcome", { detail: { ...message, back } }));
        if (outdated) this.become("outdated", "outdated");
        for (const [id, { command }] of this.pending) this.send({ do: "command", id, command });
        return;
      }
      case "answer": {
        const waiting = this.pending.get(message.id);
        this.pending.delete(message.id);
        waiting?.done(message);
        return;
      }
      case "wrong":
        console.warn(message.sentence);
        this.wrong(message);
        return;
      default:
        this.dispatchEvent(new CustomEvent(message.tell, { detail: message }));
    }
  }

  /** A message that was not understood answers the command it names, or the oldest one. @param {any} message */
  wrong(message) {
    const id = message.id ?? this.pending.keys().next().value;
    if (id === undefined) return;
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    waiting?.done({ ok: false, refusal: { code: "wrong", sentence: message.sentence } });
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Ask the table for something. The answer comes even across a break in the connection.
   * @param {string} kind
   * @param {Record<string, unknown>} [facts]
   * @returns {Promise<Answer>}
   */
  command(kind, facts = {}) {
    const id = newId();
    const command = { command: kind, ...facts };
    return new Promise((done) => {
      this.pending.set(id, { command, done });
      this.send({ do: "command", id, command });
    });
  }

  /** Tell the others how far a handed card is peeled. @param {import("./types.js").Peel} peel */
  peel(peel) {
    this.send({ do: "peel", ...peel });
  }
}
