// A gate that many may pass side by side, and one alone: what is on its way in
// cannot slip past somebody who must see all of it.

export class Gate {
  /** How many want it alone, and the last of them. */
  #soles = 0;
  /** @type {Promise<unknown>} */
  #sole = Promise.resolve();
  /** @type {Set<Promise<unknown>>} who is inside beside others */
  #inside = new Set();

  /**
   * @template T
   * @param {() => Promise<T>} work is done beside others
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
   * @param {() => Promise<T>} work is done when no other work is inside
   * @returns {Promise<T>}
   */
  sole(work) {
    this.#soles++;
    const done = this.#sole.then(() => Promise.all(this.#inside)).then(work);
    this.#sole = done.catch(() => {}).then(() => this.#soles--);
    return done;
  }
}
