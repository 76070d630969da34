// Implements the part of WASI preview 1 that the core's Go runtime uses: a clock, random
// numbers, an output for its error messages, and empty arguments, environment and
// files. Other imports of the toolchain return ENOSYS.

const SUCCESS = 0;
const EBADF = 8;
const ENOSYS = 52;
const MONOTONIC = 1;
/** Bounds the stored error text of a dying instance; a goroutine dump is far longer. */
const MAX_WORDS = 4096;

/** Thrown out of the instance when Go's runtime exits. */
class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`the core's runtime exited with code ${code}`);
    this.code = code;
  }
}

export class Wasi {
  /** @type {WebAssembly.Memory | undefined} set by the owner before the first call */
  memory;
  /** The runtime's output, for the error message of a crash. */
  words = "";

  /** Returns the import object for WebAssembly.instantiate. @param {WebAssembly.Module} module */
  imports(module) {
    /** @type {{[name: string]: Function}} */
    const known = {
      args_sizes_get: this.#none,
      args_get: () => SUCCESS,
      environ_sizes_get: this.#none,
      environ_get: () => SUCCESS,
      clock_time_get: this.#clock,
      random_get: this.#random,
      fd_write: this.#write,
      fd_prestat_get: () => EBADF, // ends Go's search for directories
      sched_yield: () => SUCCESS,
      poll_oneoff: this.#poll,
      proc_exit: (/** @type {number} */ code) => {
        throw new Exit(code);
      },
    };
    const wanted = WebAssembly.Module.imports(module);
    return {
      wasi_snapshot_preview1: Object.fromEntries(wanted.map(({ name }) => [name, known[name] ?? (() => ENOSYS)])),
    };
  }

  #view() {
    // Memory growth replaces the buffer, so views are never stored.
    return new DataView(/** @type {WebAssembly.Memory} */ (this.memory).buffer);
  }

  /** @type {(count: number, size: number) => number} */
  #none = (count, size) => {
    this.#view().setUint32(count, 0, true);
    this.#view().setUint32(size, 0, true);
    return SUCCESS;
  };

  /** @type {(id: number, precision: bigint, out: number) => number} */
  #clock = (id, _precision, out) => {
    const ms = id === MONOTONIC ? performance.now() : Date.now();
    this.#view().setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
    return SUCCESS;
  };

  /** @type {(ptr: number, n: number) => number} */
  #random = (ptr, n) => {
    crypto.getRandomValues(new Uint8Array(this.#view().buffer, ptr, n));
    return SUCCESS;
  };

  /** @type {(fd: number, iovs: number, count: number, written: number) => number} */
  #write = (_fd, iovs, count, written) => {
    const view = this.#view();
    let total = 0;
    for (let i = 0; i < count; i++) {
      const ptr = view.getUint32(iovs + 8 * i, true);
      const n = view.getUint32(iovs + 8 * i + 4, true);
      total += n;
      const room = MAX_WORDS - this.words.length;
      if (room > 0) this.words += new TextDecoder().decode(new Uint8Array(view.buffer, ptr, Math.min(n, room)));
    }
    view.setUint32(written, total, true);
    return SUCCESS;
  };

  /**
   * Handles a request to sleep. The core never sleeps, and a single thread cannot, so
   * every subscription is reported as finished at once; the runtime repeats the request if necessary.
   * @type {(subs: number, events: number, count: number, out: number) => number}
   */
  #poll = (subs, events, count, out) => {
    const view = this.#view();
    for (let i = 0; i < count; i++) {
      const sub = subs + 48 * i;
      const event = events + 32 * i;
      view.setBigUint64(event, view.getBigUint64(sub, true), true); // userdata
      view.setUint16(event + 8, SUCCESS, true);
      view.setUint8(event + 10, view.getUint8(sub + 8)); // type
    }
    view.setUint32(out, count, true);
    return SUCCESS;
  };
}
