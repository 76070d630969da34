// Hides names in records from before names were hidden (DESIGN 5.3): in every row of a
// step, queued or not, in time order, as the core determines. It changes rows in place
// and never deletes them. After an interruption the next start continues: rows already
// in the new form stay unchanged. At the end it removes the segments, which contain old
// text, and rewrites the database.

/** @import {Keeping} from "../wire" */
/** @import {Row} from "./rows.js" */
import { result } from "./idb.js";
import { fit } from "./records.js";
import { rowsOf } from "./rows.js";
import { UNTIDY } from "./rewrite.js";

/** In kv: the companion's count of such rewrites when this browser last did one; 0 before any companion sent one. */
const DONE = "rewritings";

/** Bounds the steps in one rewrite call: the core answers no other call meanwhile. */
const BATCH = 16;

/** Bounds the rows read at once to determine their order. */
const ROWS = 200;

export class Older {
  #db;
  #memory;
  #outbox;
  /** @type {Promise<void> | undefined} */
  #under;
  /** Finished fraction; undefined while it is not running. @type {number | undefined} */
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
   * Runs at the start, once, in a browser that keeps only needed names.
   * @param {Keeping | undefined} keeping undefined counts as needed names only
   * @returns {Promise<void>}
   */
  async begin(keeping) {
    if (keeping?.mode !== "full" && (await this.#done()) === undefined) await this.#rewrite(0);
  }

  /**
   * Runs after the companion did, in any browser: the database also has records of others.
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
      await this.#outbox.load(); // the sizes of rows changed
    });
    this.#memory.tidy();
  }

  /** @returns {Promise<string[]>} the keys of all step rows, oldest first */
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

  /** @param {string[]} keys @param {boolean} begin whether these include the first step of all */
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
        // It may be deleted, or have ended, which already gave it the new form.
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
