// Both ends of the protocol between the offscreen document and its core Worker. The
// Worker computes and the document owns the records: a new core requests them from
// the document, one by one.
//
//	document → Worker  {id, request}              one request
//	Worker → document  {id, reply, health}        its reply, in order
//	Worker → document  {pull: run, failed}        asks for the next request of reload `run`; failed: the one before failed
//	document → Worker  {run, request}             the next request of the reload
//	document → Worker  {run}                      the end of the reload
//	document → Worker  {run, error}               the records cannot be read

import { Core } from "./core.js";
import { messageOf } from "./fault.js";

/** @import {CoreRequest} from "../wire" */
/** @import {Attach, CoreHealth, CoreOptions, Reply} from "./core.js" */

/** @typedef {{id: number, request: CoreRequest} | {run: number, request?: CoreRequest | Attach, error?: string}} ToWorker */
/** @typedef {{id: number, reply: Reply, health: CoreHealth} | {pull: number, failed?: boolean}} ToDocument */

/**
 * @typedef {object} Port the common interface of a Worker and a Worker's global scope
 * @property {(message: any, transfer?: any[]) => void} postMessage
 * @property {((event: MessageEvent) => any) | null} onmessage
 */

/**
 * Answers a document's requests from a Core in this thread.
 * @param {Port} port
 * @param {Omit<CoreOptions, "reload">} options
 */
export function serveCore(port, options) {
  let runs = 0;
  /** @type {Map<number, (message: {request?: CoreRequest | Attach, error?: string}) => void>} by run */
  const pulls = new Map();

  /** @type {NonNullable<CoreOptions["reload"]>} */
  async function* reload() {
    const run = ++runs;
    for (let failed = /** @type {boolean | undefined} */ (undefined); ; ) {
      const { request, error } = await new Promise((resolve) => {
        pulls.set(run, resolve);
        port.postMessage({ pull: run, failed });
      });
      if (error) throw new Error(error);
      if (!request) return;
      failed = yield request;
    }
  }

  const core = new Core({ ...options, reload });
  port.onmessage = async ({ data }) => {
    if ("run" in data) {
      pulls.get(data.run)?.(data);
      pulls.delete(data.run);
      return;
    }
    const reply = await core.call(data.request);
    port.postMessage({ id: data.id, reply, health: core.health }, reply.bytes ? [reply.bytes.buffer] : []);
  };
}

/** CoreClient is the document's end. */
export class CoreClient {
  #start;
  #reload;
  /** @type {(Port & {onerror: any, terminate: () => void}) | undefined} */
  #worker;
  #ids = 0;
  /** @type {Map<number, (reply: Reply) => void>} */
  #waiting = new Map();
  #workerDeaths = 0;
  /** @type {CoreHealth} as of the last answer */
  #health = { deaths: 0, skipped: 0 };

  /**
   * @param {() => Port & {onerror: any, terminate: () => void}} start makes a Worker that runs core-worker.js
   * @param {NonNullable<CoreOptions["reload"]>} reload yields everything that a new core
   *   must receive: rules first, then segments, then all other records in
   *   batches of some dozens, in the same order each time
   */
  constructor(start, reload) {
    this.#start = start;
    this.#reload = reload;
  }

  /**
   * Sends a request to the core. It never rejects: a failure is the reply's error.
   * @param {CoreRequest} request
   * @returns {Promise<Reply>}
   */
  call(request) {
    return new Promise((resolve) => {
      const id = ++this.#ids;
      this.#waiting.set(id, resolve);
      try {
        this.#running().postMessage({ id, request });
      } catch (err) {
        // A value that cannot be cloned was not sent.
        this.#waiting.delete(id);
        resolve({ error: { code: "MM_INVALID_INPUT", message: `the request cannot be sent: ${err}`, hint: "Send plain data." } });
      }
    });
  }

  /** Returns the core's health, including crashes of whole Workers. */
  get health() {
    return { ...this.#health, deaths: this.#health.deaths + this.#workerDeaths };
  }

  /** Ends the Worker; the next call starts another. */
  stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #running() {
    if (this.#worker) return this.#worker;
    const worker = this.#start();
    /** @type {Map<number, ReturnType<NonNullable<CoreOptions["reload"]>>>} */
    const runs = new Map();
    worker.onmessage = ({ data }) => {
      if ("pull" in data) this.#feed(worker, runs, data.pull, data.failed);
      else this.#settle(data);
    };
    worker.onerror = (/** @type {any} */ event) => this.#lost(worker, event?.message);
    this.#worker = worker;
    return worker;
  }

  /**
   * Sends the next request of a reload; a new run ends the previous one.
   * @param {Port} worker
   * @param {Map<number, ReturnType<NonNullable<CoreOptions["reload"]>>>} runs
   * @param {number} run
   * @param {boolean} [failed]
   */
  async #feed(worker, runs, run, failed) {
    try {
      let records = runs.get(run);
      if (!records) {
        runs.clear();
        records = this.#reload();
        runs.set(run, records);
      }
      const { value, done } = await records.next(failed);
      const bytes = !done && "attach" in value ? [value.bytes.buffer] : [];
      worker.postMessage(done ? { run } : { run, request: value }, bytes);
    } catch (err) {
      worker.postMessage({ run, error: messageOf(err) });
    }
  }

  /** @param {{id: number, reply: Reply, health: CoreHealth}} answer */
  #settle({ id, reply, health }) {
    this.#health = health;
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }

  /**
   * Handles the loss of the Worker (its script failed, its memory ran out). Every
   * pending request gets a reply; the next one starts another Worker.
   * @param {Port} worker
   * @param {string} [why]
   */
  #lost(worker, why) {
    if (worker !== this.#worker) return;
    this.stop();
    this.#workerDeaths += 1 + this.#health.deaths;
    const lastError = why ?? "the core's Worker ended";
    this.#health = { ...this.#health, deaths: 0, lastError };
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) {
      resolve({ error: { code: "CORE_DIED", message: `the core does not run: ${lastError}`,
        hint: "Nothing that was stored is lost. Ask again." } });
    }
  }
}
