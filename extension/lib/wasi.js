// The part of WASI preview 1 that the core's Go runtime uses: a clock, random
// numbers, somewhere to write its last words, and no arguments, environment or
// files. What else a toolchain makes it import is answered with ENOSYS.

const SUCCESS = 0;
const EBADF = 8;
const ENOSYS = 52;
const MONOTONIC = 1;
/** Words of a dying instance that are kept; a goroutine dump is far longer. */
const MAX_WORDS = 4096;

/** Thrown out of the instance when Go's runtime gives up. */
export class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`the core's runtime exited with code ${code}`);
    this.code = code;
  }
}

export class Wasi {
  /** @type {WebAssembly.Memory | undefined} set by the owner before the first call */
  memory;
  /** What the runtime wrote, for the reason of a death. */
  words = "";

  /**
   * The import object of WebAssembly.instantiate.
   * @param {WebAssembly.Module} module
   */
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
    // Memory that has grown has a new buffer, so views are never kept.
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
   * Go asks to sleep. Nothing in the core does, and one thread cannot, so every
   * subscription is said to be over at once; the runtime asks again if it must.
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
