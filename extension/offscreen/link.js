// Keeps the link to the companion: one WebSocket (connection.js), reopened
// as long as there is a pairing.

/** @import {Envelope, Reply} from "../wire" */
/** @import {Pairing} from "./pairing.js" */
import { asFault } from "../lib/fault.js";
import { Connection, noCompanion } from "./connection.js";

/** Waits between rounds over the ports: from the minimum it doubles to the maximum, with full jitter. */
const AGAIN_MS = 250;
const AGAIN_MAX_MS = 30_000;

/**
 * Lists the dependencies of the link.
 * @typedef {object} Ends
 * @property {() => Promise<Pairing | null>} pairing
 * @property {import("./outbox.js").Outbox} outbox
 * @property {() => Promise<number>} cursor up to which the replica is complete
 * @property {(records: import("../wire").Record[], cursor: number) => Promise<void>} replicate stores and indexes
 * @property {(stepIds: string[]) => Promise<void>} drop removes steps that the companion stores as a wrapped driver's
 * @property {(rules: unknown) => Promise<void>} rules
 * @property {(key: unknown) => Promise<void>} nameKey takes the companion's key of name hashes
 * @property {(count?: number) => void} rewritings receives how often the companion has hidden names in older records
 * @property {() => Promise<import("../wire").Keeping | undefined>} keeping returns where which names are kept in clear
 * @property {() => boolean} encrypted reports whether the database is encrypted
 * @property {(on: boolean) => void} encrypt encrypts or decrypts the database, to match the companion's store
 * @property {(call: Envelope) => Promise<Reply>} call executes a call from the companion
 * @property {string} version of the extension
 * @property {string} browser its name and version
 * @property {(url: string) => WebSocket} [socket]
 */

export class Link {
  #ends;
  /** @type {Connection | null} */
  #connection = null;
  #wake = () => {};
  /** @type {string | undefined} */
  #lastAck;
  /** @type {number | undefined} */
  #storeBytes;
  /** @type {import("../wire").Health} the fields that the link measures */
  #state = { paired: false, linked: false, outbox: 0, pending: 0, cursor: 0, sessions: 0, steps: 0, since: new Date().toISOString() };

  /** @param {Ends} ends */
  constructor(ends) {
    this.#ends = ends;
  }

  /** Returns the health fields that the link measures; other parts add the counts. */
  get health() {
    const companionBytes = this.#connection?.storeBytes ?? this.#storeBytes;
    return { ...this.#state, ...(companionBytes ? { companionBytes } : {}) };
  }

  /** Runs the link; never returns. */
  async run() {
    for (let failures = 0; ; ) {
      const linked = await this.#round().catch((err) => {
        this.#state.error = asFault(err);
        return false;
      });
      failures = linked ? 0 : Math.min(failures + 1, 16);
      await this.#pause(Math.random() * Math.min(AGAIN_MS * 2 ** failures, AGAIN_MAX_MS));
    }
  }

  /** Signals that there is new data to send. */
  poke() {
    this.#connection?.poke();
  }

  /** Checks heartbeats and deadlines: timers of a hidden page may fire late. */
  tick() {
    this.#connection?.tick();
  }

  /** Reconnects after a change of the pairing, to any peer. */
  reopen() {
    this.#connection?.close(1000);
    this.#wake();
  }

  /** @param {Envelope} event */
  event(event) {
    this.#connection?.event(event);
  }

  /** @returns {Promise<boolean>} whether a link was established */
  async #round() {
    const pairing = await this.#ends.pairing();
    this.#state.paired = pairing !== null;
    let explained = false;
    for (const port of pairing?.ports ?? []) {
      const connection = new Connection(this.#ends, /** @type {Pairing} */ (pairing), port, () => this.#opened(port));
      this.#connection = connection;
      const { linked, fault } = await connection.run();
      this.#connection = null;
      this.#lastAck = connection.lastAck ?? this.#lastAck;
      this.#storeBytes = connection.storeBytes ?? this.#storeBytes;
      if (fault) this.#state.error = fault;
      explained ||= fault !== undefined;
      if (!linked) continue;
      this.#state = { ...this.#state, linked: false, port: undefined, since: new Date().toISOString() };
      return true;
    }
    // A port without a listener refuses without a message.
    if (pairing && !explained) this.#state.error = noCompanion(`no companion answers on port ${pairing.ports.join(", ")}`);
    return false;
  }

  /** @param {number} port */
  #opened(port) {
    const { error: _, ...state } = this.#state;
    this.#state = { ...state, linked: true, port, since: new Date().toISOString() };
  }

  /** @param {number} ms */
  async #pause(ms) {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
    this.#wake = () => {};
  }

  /** Returns the time of the companion's last acknowledgement. */
  get lastAck() {
    return this.#connection?.lastAck ?? this.#lastAck;
  }
}
