// A lock with shared and exclusive access: exclusive work starts when all shared work has
// ended, so that it sees all of its results.

export class Gate {
  /** Number of exclusive jobs that wait or run; #sole is the last of them. */
  #soles = 0;
  /** @type {Promise<unknown>} */
  #sole = Promise.resolve();
  /** @type {Set<Promise<unknown>>} shared work in progress */
  #inside = new Set();

  /**
   * @template T
   * @param {() => Promise<T>} work runs in parallel with other shared work
   * @returns {Promise<T>}
   */
  async shared(work) {
    while (this.#soles > 0) await this.#sole;
    const done = work();
    const ended = done.catch(() => {});
    this.#inside.add(ended);
    void ended.then(() => this.#inside.delete(ended));
    return done;
  }

  /**
   * @template T
   * @param {() => Promise<T>} work runs when no other work is in progress
   * @returns {Promise<T>}
   */
  sole(work) {
    this.#soles++;
    const done = this.#sole.then(() => Promise.all(this.#inside)).then(work);
    this.#sole = done.catch(() => {}).then(() => this.#soles--);
    return done;
  }
}
