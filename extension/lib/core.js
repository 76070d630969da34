// Runs the Wasm core in this thread: JSON in, JSON out, through one shared buffer
// (wasm/main.go describes the exports). All its data is stored elsewhere as well, so a
// dead instance is replaced and reloaded.

import { fault, messageOf } from "./fault.js";
import { MaxCoreRequest } from "./limits.js";
import { Wasi } from "./wasi.js";

/** @import {CoreReply, CoreRequest} from "../wire" */

/**
 * @typedef {{attach: number, bytes: Uint8Array, total?: number}} Attach a segment of a reload, with its number; the first
 *   one contains the total bytes of all segments
 * @typedef {CoreReply & {bytes?: Uint8Array}} Reply with the segment that was packed
 */

/**
 * @typedef {object} CoreOptions
 * @property {() => Promise<WebAssembly.Module>} module compiles core.wasm; called once
 * @property {() => AsyncGenerator<CoreRequest | Attach, void, boolean | undefined>} [reload]
 *   yields everything that a new instance must receive: rules, segments, then all other
 *   records in batches. The order should be the same each time. next() receives
 *   whether the previous request failed. Called at the start and after each crash.
 * @property {number} [started] when the start began, on performance.now()'s clock
 */

/**
 * @typedef {object} CoreHealth measured, never stored
 * @property {number} [startMs] from the start to the first answer, of an empty core
 * @property {number} [loadMs] duration of the last reload
 * @property {number} deaths instances that crashed or were abandoned
 * @property {number} skipped records that the last reload omitted, because the core refused them or crashed on them
 * @property {number} [bytes] size of the instance's memory
 * @property {string} [lastError] why it crashed, or another failure of a reload
 */

/** The version of the exports that this file supports. */
const ABI = 2;
/** Bounds the crashes in one start: finding a record that crashes the core costs two, then it is omitted. */
const MAX_DEATHS_PER_START = 8;
/** After a failed start, calls are refused for this long. */
const QUIET_MS = 30_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Reports that an instance must not be used any more. */
class Death extends Error {}

/** One running Wasm instance. */
class Instance {
  #wasi = new Wasi();
  /** @type {any} */
  #exports;

  /** @param {WebAssembly.Module} module */
  static async start(module) {
    const it = new Instance();
    const instance = await WebAssembly.instantiate(module, it.#wasi.imports(module));
    it.#exports = instance.exports;
    it.#wasi.memory = it.#exports.memory;
    it.#guard(() => it.#exports._initialize());
    const abi = it.#exports.version();
    if (abi !== ABI) throw new Error(`core.wasm has exports of version ${abi}, this extension speaks ${ABI}; build again`);
    return it;
  }

  /** Answers one request. @param {Uint8Array} request @returns {Reply} @throws {Death} */
  call(request) {
    const reply = /** @type {Reply} */ (this.#give(request, (exports) => exports.call(request.length)));
    if (reply.packed?.state === "done") reply.bytes = this.#guard(() => this.#read(this.#exports.segment()).slice());
    return reply;
  }

  /** Adds a segment to the instance. @param {Attach} segment @returns {CoreReply} @throws {Death} */
  attach({ attach, bytes, total }) {
    if (total) this.#guard(() => this.#exports.reserve(total));
    return this.#give(bytes, (exports) => exports.attach(attach, bytes.length));
  }

  /** Returns the size of the instance's memory in bytes. */
  get size() {
    return this.#exports.memory.buffer.byteLength;
  }

  /**
   * @param {Uint8Array} bytes for the shared buffer
   * @param {(exports: any) => number} run returns the length of the reply
   * @returns {CoreReply}
   */
  #give(bytes, run) {
    return this.#guard(() => {
      const { memory, buffer } = this.#exports;
      const ptr = buffer(bytes.length) >>> 0; // an i32 to JavaScript, an address to Wasm
      if (ptr === 0) return { error: tooLarge(bytes.length) };
      new Uint8Array(memory.buffer, ptr).set(bytes);
      return JSON.parse(decoder.decode(this.#read(run(this.#exports))));
    });
  }

  /** @param {number} length @returns {Uint8Array} a view of the shared buffer, valid until the next call */
  #read(length) {
    const { memory, buffer } = this.#exports;
    return new Uint8Array(memory.buffer, buffer(0) >>> 0, length);
  }

  /**
   * Runs code of the instance, and treats any exception as its death: after a trap, an
   * exhausted stack (RangeError) or an exit, it cannot be trusted.
   * @template T
   * @param {() => T} run
   */
  #guard(run) {
    try {
      return run();
    } catch (err) {
      const word = /^(?:fatal error|panic|runtime): .*/m.exec(this.#wasi.words);
      throw new Death(word ? word[0] : String(err), { cause: err });
    }
  }
}

export class Core {
  #options;
  /** @type {Promise<WebAssembly.Module> | undefined} */
  #module;
  /** @type {Instance | undefined} */
  #instance;
  /** @type {Promise<unknown>} runs calls one after the other, in order */
  #last = Promise.resolve();
  #quietUntil = 0;
  /** @type {CoreHealth} */
  health = { deaths: 0, skipped: 0 };

  /** @param {CoreOptions} options */
  constructor(options) {
    this.#options = { started: performance.now(), ...options };
  }

  /**
   * Answers one request; starts the core when none is running. It never
   * rejects: a failure is the reply's error.
   * @param {CoreRequest} request
   * @returns {Promise<Reply>}
   */
  call(request) {
    const reply = this.#last.then(() => this.#answer(request));
    this.#last = reply;
    return reply;
  }

  /** @param {CoreRequest} request @returns {Promise<Reply>} */
  async #answer(request) {
    let bytes;
    try {
      bytes = encode(request);
    } catch (err) {
      return { error: fault("MM_INVALID_INPUT", `the request is not JSON: ${err}`, "Send plain data.") };
    }
    // A request that also crashes a fresh instance is not tried a third time.
    for (let attempt = 1; ; attempt++) {
      try {
        this.#instance ??= await this.#start();
        const reply = this.#instance.call(bytes);
        if (reply.suspect) this.#bury(new Death(reply.error?.message));
        this.health.bytes = this.#instance?.size;
        return reply;
      } catch (err) {
        if (err instanceof Death) this.#bury(err);
        if (err instanceof Death && attempt === 1 && performance.now() >= this.#quietUntil) continue;
        return { error: fault("CORE_DIED", `the core does not run: ${messageOf(err)}`,
          "Nothing that was stored is lost. Ask again later; if it stays so, reload the extension.") };
      }
    }
  }

  /** @param {Error} death */
  #bury(death) {
    this.#instance = undefined;
    this.health.deaths++;
    this.health.lastError = death.message;
  }

  /** Starts an instance and loads it; a batch that crashes it is split into records. */
  async #start() {
    const wait = this.#quietUntil - performance.now();
    if (wait > 0) throw new Error(`${this.health.lastError}; the next try is in ${Math.ceil(wait / 1000)} s`);
    try {
      const suspects = new Suspects();
      for (let deaths = 0; ; ) {
        try {
          return await this.#startOnce(suspects);
        } catch (err) {
          if (!(err instanceof Death) || !suspects.blame() || ++deaths > MAX_DEATHS_PER_START) throw err;
          this.#bury(err);
        }
      }
    } catch (err) {
      this.health.lastError = messageOf(err);
      this.#quietUntil = performance.now() + QUIET_MS;
      throw err;
    }
  }

  /** @param {Suspects} suspects */
  async #startOnce(suspects) {
    this.#module ??= this.#options.module();
    const module = await this.#module.catch((err) => {
      this.#module = undefined; // so that the next start compiles again
      throw err;
    });
    const instance = await Instance.start(module);
    instance.call(encode({ op: "status", now: new Date().toISOString() }));
    this.health.startMs ??= performance.now() - this.#options.started;

    const t0 = performance.now();
    suspects.rewind();
    let refused = 0;
    const stream = this.#options.reload?.();
    for (let failed; stream; ) {
      const { value: request, done } = await stream.next(failed);
      if (done) break;
      failed = true; // unless the core accepts a part of it
      for (const part of suspects.parts(request)) {
        const reply = "attach" in part ? instance.attach(part) : instance.call(encode(part));
        if (reply.suspect) throw new Death(reply.error?.message);
        if (reply.error) this.health.lastError = reply.error.message;
        refused += reply.rejected?.length ?? 0;
        failed = reply.error !== undefined;
      }
    }
    this.health.loadMs = performance.now() - t0;
    this.health.skipped = suspects.skipped + refused;
    return instance;
  }
}

/**
 * Suspects finds the record of a reload that crashes every instance: a batch that
 * crashed one is sent to the next one record by record, and the record that crashes
 * that one is omitted. A request without records counts as one.
 */
class Suspects {
  /** @type {Map<number, Set<number>>} by batch, the records to omit */
  #bad = new Map();
  #batch = -1;
  #record = -1;

  /** Starts another reload. */
  rewind() {
    this.#batch = -1;
  }

  /**
   * Yields the requests to send for the next request of a reload.
   * @param {CoreRequest | Attach} request
   * @returns {Iterable<CoreRequest | Attach>}
   */
  *parts(request) {
    this.#batch++;
    this.#record = -1;
    const bad = this.#bad.get(this.#batch);
    if (!bad) {
      yield request;
      return;
    }
    const records = "attach" in request ? undefined : request.records;
    const parts = records?.map((record) => /** @type {CoreRequest} */ ({ ...request, records: [record] })) ?? [request];
    for (const part of parts) {
      this.#record++;
      if (!bad.has(this.#record)) yield part;
    }
  }

  /** Notes the position of the reload at a crash; returns false when it had not begun. */
  blame() {
    if (this.#batch < 0) return false;
    const bad = this.#bad.get(this.#batch);
    if (bad) bad.add(this.#record);
    else this.#bad.set(this.#batch, new Set());
    return true;
  }

  /** Returns how many records are omitted. */
  get skipped() {
    let n = 0;
    for (const bad of this.#bad.values()) n += bad.size;
    return n;
  }
}

/** @param {CoreRequest} request */
function encode(request) {
  return encoder.encode(JSON.stringify(request));
}

/** @param {number} length */
function tooLarge(length) {
  return fault("MM_INVALID_INPUT", `the request has ${length} bytes, more than ${MaxCoreRequest}`,
    "Send the records in several requests.");
}
