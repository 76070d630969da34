// Own records on their way to the companion. Numbers run 1, 2, 3 … within an
// epoch; only what is acknowledged leaves, and then stays in the replica, so
// that the extension alone can answer questions about everything.

/** @import {Gap} from "../wire" */
/** @import {WireRecord} from "./records.js" */
/** @import {Queued, Row} from "./rows.js" */
import { randomHex } from "../lib/ids.js";
import { MaxBatchBytes, MaxBatchRecords } from "../lib/limits.js";
import { result } from "./idb.js";
import { bare, fit, keyOf } from "./records.js";
import { gapRow, keep, nextSeq, number, recordKey, rowsOf } from "./rows.js";

/** The outbox holds so much while no companion comes (research: 30 days of heavy use). */
const MOST = { records: 20_000, bytes: 50 << 20 };

/** From here on, as a part of that, steps leave the page behind that they were done on. */
const CROWDED = 0.8;

/** @typedef {{count: number, from?: string, to?: string}} Unsent records that were not queued, and from when to when */

export class Outbox {
  #db;
  #most;
  #count = 0;
  #bytes = 0;
  installId = "";
  epoch = "";

  /**
   * @param {import("./db.js").Database} db
   * @param {{records: number, bytes: number}} [most]
   */
  constructor(db, most = MOST) {
    this.#db = db;
    this.#most = most;
  }

  /** Reads where it stands; the first time ever it makes its identity. */
  async load() {
    await this.#db.write(async (tx) => {
      const kv = tx.objectStore("kv");
      this.installId = (await result(kv.get("installId"))) ?? `i-${randomHex(16)}`;
      this.epoch = (await result(kv.get("epoch"))) ?? `e-${randomHex(8)}`;
      kv.put(this.installId, "installId");
      kv.put(this.epoch, "epoch");
      this.#count = 0;
      this.#bytes = 0;
      for (const { size = 0 } of await waiting(tx)) {
        this.#count++;
        this.#bytes += size;
      }
    });
  }

  /** How many records wait. */
  get count() {
    return this.#count;
  }

  /** Whether new records can't be queued any more. */
  get full() {
    return this.#fullness >= 1;
  }

  /** Whether it is so full that less is kept of each step. */
  get crowded() {
    return this.#fullness >= CROWDED;
  }

  get #fullness() {
    return Math.max(this.#count / this.#most.records, this.#bytes / this.#most.bytes);
  }

  /** @returns {Promise<number>} the number that the next new record will get */
  next() {
    return this.#db.look(nextSeq);
  }

  /** @returns {Promise<number>} the number of the first record that waits */
  async first() {
    const cursor = await this.#db.read("records", (s) => s.index("seq").openKeyCursor());
    return cursor ? Number(cursor.key) : this.next();
  }

  /**
   * Stores a new record; a step that is stored already stays as it is. In a
   * crowded outbox a step leaves the page behind, so that there is room for
   * more steps. In a full one there is no number for it: it is remembered here
   * alone, and a later message gives the companion their number and time.
   * @param {WireRecord} record its seq is given here
   * @returns {Promise<WireRecord | undefined>} undefined when it was there already
   */
  add(record) {
    return this.#queue(fit(this.crowded ? bare(record) : record), (before) => !before || before.opened !== undefined);
  }

  /**
   * Stores a step that has ended, in the row that it has had since it began.
   * @param {WireRecord} record as the core has it
   * @returns {Promise<WireRecord | undefined>} undefined when it has ended already, or was forgotten
   */
  end(record) {
    return this.#queue(fit(record), (before) => before?.opened !== undefined);
  }

  /**
   * @param {{record: WireRecord, size: number}} fitted
   * @param {(before: Row | undefined) => boolean} isNew by the row of its key; asked for what never changes
   * @returns {Promise<WireRecord | undefined>}
   */
  async #queue({ record, size }, isNew) {
    const key = keyOf(record);
    const full = this.full;
    const queued = await this.#db.write(async (tx) => {
      if ((record.step || record.edit) && !isNew(await result(rowsOf(tx).get(key)))) return undefined;
      if (full) return keepUnsent(tx, key, record);
      const all = [...(await gaps(tx)), { key, size, record }];
      await number(tx, all);
      return all;
    });
    if (!queued) return undefined;
    this.#count += queued.length;
    this.#bytes += queued.reduce((sum, { size }) => sum + size, 0);
    return record;
  }

  /**
   * @param {number} from
   * @param {number} [limit]
   * @returns {Promise<WireRecord[]>} the run of records from there on that fits a batch
   */
  async batch(from, limit = MaxBatchRecords) {
    const rows = /** @type {Row[]} */ (await this.#db.read("records", (s) => s.index("seq").getAll(IDBKeyRange.lowerBound(from), limit)));
    /** @type {WireRecord[]} */
    const records = [];
    let bytes = 0;
    for (const { seq, size = 0, record } of rows) {
      bytes += size;
      if (seq !== from + records.length || (records.length > 0 && bytes > MaxBatchBytes)) break;
      records.push({ ...record, seq });
    }
    return records;
  }

  /**
   * Lets everything up to hwm wait no more.
   * @param {number} hwm
   */
  async acknowledge(hwm) {
    const done = await this.#db.write(async (tx) => {
      const rows = await waiting(tx, IDBKeyRange.upperBound(hwm));
      tx.objectStore("kv").put(await nextSeq(tx), "next");
      for (const row of rows) await release(tx, row);
      return rows;
    });
    this.#count -= done.length;
    this.#bytes -= done.reduce((sum, { size = 0 }) => sum + size, 0);
  }

  /**
   * Begins a new epoch: what waits is numbered from 1 again. The companion
   * knows steps by their ids, so that nothing counts twice.
   */
  async renew() {
    const epoch = `e-${randomHex(8)}`;
    await this.#db.write(async (tx) => {
      const rows = await waiting(tx);
      for (const { key } of rows) rowsOf(tx).delete(key);
      tx.objectStore("kv").put(epoch, "epoch");
      tx.objectStore("kv").put(1, "next");
      await number(tx, rows.map(({ key, size = 0, record }) => ({ key: recordKey(key), size, record })));
    });
    this.epoch = epoch;
  }

  /**
   * A record that the companion will never take makes room for the others: it
   * stays here, and a gap says so there.
   * @param {number} seq
   * @param {string} reason
   */
  async giveUp(seq, reason) {
    await this.#db.write(async (tx) => {
      const [row] = await waiting(tx, IDBKeyRange.only(seq));
      if (!row) return;
      await release(tx, row);
      rowsOf(tx).put(gapRow(seq, 1, reason));
    });
  }
}

/**
 * @param {IDBTransaction} tx
 * @param {IDBKeyRange} [range] of numbers
 * @returns {Promise<Row[]>} rows of records that wait, by their numbers
 */
function waiting(tx, range) {
  return result(rowsOf(tx).index("seq").getAll(range));
}

/**
 * Lets a record wait no more; it stays remembered.
 * @param {IDBTransaction} tx
 * @param {Row} row
 */
async function release(tx, { key, record }) {
  rowsOf(tx).delete(key);
  if (recordKey(key)) await keep(tx, recordKey(key), record);
}

/**
 * @param {IDBTransaction} tx
 * @param {string} key
 * @param {WireRecord} record
 * @returns {Promise<Queued[]>} nothing is queued
 */
async function keepUnsent(tx, key, record) {
  const kv = tx.objectStore("kv");
  const now = new Date().toISOString();
  const { count, from } = unsentOf(await result(kv.get("unsent")));
  kv.put({ count: count + 1, from: from ?? now, to: now }, "unsent");
  rowsOf(tx).put({ key, record });
  return [];
}

/**
 * @param {IDBTransaction} tx
 * @returns {Promise<Queued[]>} what reports records that were not queued, if there were any
 */
async function gaps(tx) {
  const kv = tx.objectStore("kv");
  const { count, from, to } = unsentOf(await result(kv.get("unsent")));
  if (!count) return [];
  kv.delete("unsent");
  const { size, record } = gapRow(0, count, "the outbox was full");
  return [{ key: "", size, record: { ...record, gap: { .../** @type {Gap} */ (record.gap), ...(from ? { from, to } : {}) } } }];
}

/**
 * @param {Unsent | number | undefined} kept a number by itself in databases of before
 * @returns {Unsent}
 */
const unsentOf = (kept) => (typeof kept === "number" ? { count: kept } : (kept ?? { count: 0 }));
