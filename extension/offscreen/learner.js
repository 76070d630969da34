// Makes the core read the successful steps of an origin, which an answer about one of its
// pages needs, or the sessions that flows are built from. A long read gives way to a person
// who types a search: the core has one thread, and with 10,000 steps of an origin it reads
// for seconds.

/** Bounds the steps that are read in one call to the core, which answers no query during it: 128 took 35 ms. */
export const LEARN_BATCH = 32;

/** Ends a pause, in ms after the last search: keys come faster than that. */
const CALM_MS = 300;

/** Bounds a pause in ms, and a read's pauses: other parts wait for its answer. */
const PAUSE_MS = 2000;
const PAUSES = 3;

export class Learner {
  #core;
  /** @type {{ over: Promise<void>, end: () => void } | undefined} */
  #pause;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #calm;

  /** @param {import("../lib/core-port.js").CoreClient} core */
  constructor(core) {
    this.#core = core;
  }

  /** Makes reads pause until no search came for a moment. */
  search() {
    this.#pause ??= this.#begin();
    clearTimeout(this.#calm);
    this.#calm = setTimeout(this.#pause.end, CALM_MS);
  }

  #begin() {
    let end = () => {};
    /** @type {Promise<void>} */
    const over = new Promise((resolve) => {
      const most = setTimeout(() => end(), PAUSE_MS);
      end = () => {
        clearTimeout(most);
        clearTimeout(this.#calm);
        this.#pause = undefined;
        resolve();
      };
    });
    return { over, end };
  }

  /**
   * Reads in batches, so that other queries run in between. A read with a time limit does not
   * pause.
   * @param {import("../wire").State} state of a page
   * @param {number} [until] on performance.now()'s clock
   * @returns {Promise<boolean>} whether all of its origin is read
   */
  learn(state, until = Infinity) {
    return this.#read({ state }, until);
  }

  /** Reads in batches the sessions that flows are built from. @param {string} address of a page, "" for all sites */
  flows(address) {
    return this.#read({ flows: address }, Infinity);
  }

  /** @param {Omit<import("../wire").LearnRequest, "steps">} what @param {number} until */
  async #read(what, until) {
    let pauses = until === Infinity ? PAUSES : 0;
    for (let left = 1; left > 0; ) {
      if (performance.now() > until) return false;
      if (this.#pause && pauses-- > 0) await this.#pause.over;
      const { learned } = await this.#core.call({ op: "learn", now: new Date().toISOString(), learn: { ...what, steps: LEARN_BATCH } });
      left = learned?.left ?? 0;
    }
    return true;
  }
}
