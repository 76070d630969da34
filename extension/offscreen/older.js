// Hides names in what was recorded before names were hidden (DESIGN 5.3): in every
// row of a step, waiting or not, in the order of time, as the core says. Rows are
// changed in place and never deleted. Where it is cut short, the next start does
// the rest: a row that has its new form keeps it. Segments, which hold the old, go
// at the end, and the database is rewritten.

/** @import {Keeping} from "../wire" */
/** @import {Row} from "./rows.js" */
import { result } from "./idb.js";
import { fit } from "./records.js";
import { rowsOf } from "./rows.js";
import { UNTIDY } from "./rewrite.js";

/** In kv: how often the companion had done the same when it was done here; 0 before any companion said so. */
const DONE = "rewritings";

/** Steps that the core rewrites at once: it answers no other call meanwhile. */
const BATCH = 16;

/** Rows that are read at once to find their order. */
const ROWS = 200;

export class Older {
  #db;
  #memory;
  #outbox;
  /** @type {Promise<void> | undefined} */
  #under;
  /** How far it has come, a part of one; undefined where it is not under way. @type {number | undefined} */
  part;

  /**
   * @param {import("./db.js").Database} db
   * @param {import("./memory.js").Memory} memory
   * @param {import("./outbox.js").Outbox} outbox
   */
  constructor(db, memory, outbox) {
    this.#db = db;
    this.#memory = memory;
    this.#outbox = outbox;
  }

  /**
   * At the start: once, in a browser that keeps only names which are needed.
   * @param {Keeping | undefined} keeping unknown counts as needed
   * @returns {Promise<void>}
   */
  async begin(keeping) {
    if (keeping?.mode !== "full" && (await this.#done()) === undefined) await this.#rewrite(0);
  }

  /**
   * After the companion, in any browser: the rows of all others lie here, too.
   * @param {number} [rewritings] how often the companion has done it
   * @returns {Promise<void>}
   */
  async follow(rewritings = 0) {
    if (rewritings > ((await this.#done()) ?? 0)) await this.#rewrite(rewritings);
  }

  /** @returns {Promise<number | undefined>} */
  #done() {
    return this.#db.get(DONE);
  }

  /** @param {number} rewritings */
  #rewrite(rewritings) {
    this.#under ??= this.#all(rewritings).finally(() => {
      this.#under = this.part = undefined;
    });
    return this.#under;
  }

  /** @param {number} rewritings */
  async #all(rewritings) {
    this.part = 0;
    const keys = await this.#inOrder();
    for (let at = 0; at < keys.length; at += BATCH) {
      await this.#memory.gate.shared(() => this.#some(keys.slice(at, at + BATCH), at === 0));
      this.part = Math.min(1, (at + BATCH) / keys.length);
    }
    await this.#memory.gate.sole(async () => {
      await this.#memory.renew(keys.length > 0, (tx) => void tx.objectStore("kv").put(rewritings, DONE));
      await this.#outbox.load(); // rows have other sizes
    });
    this.#memory.tidy();
  }

  /** @returns {Promise<string[]>} the keys of all steps' rows, the oldest first */
  async #inOrder() {
    /** @type {{key: string, at: string}[]} */
    const found = [];
    for (let after = "step:"; ; ) {
      const rows = /** @type {Row[]} */ (await this.#db.read("records", (s) => s.getAll(IDBKeyRange.bound(after, "step;", true), ROWS)));
      for (const { key, record } of rows) found.push({ key, at: record.step?.timestamp ?? "" });
      if (rows.length < ROWS) break;
      after = rows[ROWS - 1].key;
    }
    const ordered = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : Number(a > b));
    return found.sort((a, b) => ordered(a.at, b.at) || ordered(a.key, b.key)).map(({ key }) => key);
  }

  /**
   * @param {string[]} keys
   * @param {boolean} begin with the first of all
   */
  async #some(keys, begin) {
    const rows = await this.#db.look(async (tx) => {
      const rows = /** @type {(Row | undefined)[]} */ (await Promise.all(keys.map((key) => result(rowsOf(tx).get(key)))));
      return Promise.all(rows.filter((row) => row !== undefined).filter(({ record }) => record.step).map(async (row) => ({ row, session: await sessionOf(tx, row) })));
    });
    const forms = await this.#memory.rewrite(rows.map(({ row, session }) => ({ seq: 0, session, step: row.record.step })), begin);
    if (!forms.some(({ step }) => step)) return;
    await this.#db.write(async (tx) => {
      for (const [i, { step }] of forms.entries()) {
        const { key, opened } = rows[i].row;
        const row = step && /** @type {Row | undefined} */ (await result(rowsOf(tx).get(key)));
        // It may be gone, or have ended, which gave it its form.
        if (!row || row.opened !== opened || row.record.step?.keep) continue;
        const { record, size } = fit({ ...row.record, step });
        rowsOf(tx).put({ ...row, record, ...(row.seq === undefined ? {} : { size }) });
      }
      tx.objectStore("kv").put(true, UNTIDY);
    });
  }
}

/**
 * @param {IDBTransaction} tx
 * @param {Row} row of a step
 * @returns {Promise<import("../wire").Session | undefined>} the step's session
 */
async function sessionOf(tx, { record }) {
  return record.session ?? (await result(rowsOf(tx).get(`session:${record.step?.sessionId}`)))?.record.session;
}
