// Says up to which of the companion's records the core has them.

export class Cursor {
  #db;
  /** @type {number | undefined} at first from the database */
  #at;
  /** @type {Set<{cursor: number, resolve: () => void}>} callers waiting for a cursor */
  #awaited = new Set();

  /** @param {import("./db.js").Database} db */
  constructor(db) {
    this.#db = db;
  }

  /**
   * @param {number} cursor of the companion
   * @param {number} ms to wait for it
   * @returns {Promise<boolean>} whether the core has all records from the companion up to it
   */
  async holds(cursor, ms) {
    this.#at ??= (await this.#db.get("cursor")) ?? 0;
    if (this.#at < cursor) {
      await new Promise((resolve) => {
        const late = setTimeout(resolve, ms, undefined);
        this.#awaited.add({ cursor, resolve: () => resolve(clearTimeout(late)) });
      });
    }
    return this.#at >= cursor;
  }

  /** @param {number} cursor up to which the core has the companion's records */
  reached(cursor) {
    this.#at = cursor;
    for (const waiting of this.#awaited) {
      if (waiting.cursor > cursor) continue;
      this.#awaited.delete(waiting);
      waiting.resolve();
    }
  }
}
