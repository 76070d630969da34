// Queues this browser's records for the companion. Numbers run 1, 2, 3 … within an
// epoch. Only acknowledged records leave the queue; they stay in the replica, so that
// the extension alone can answer queries about everything.

/** @import {Gap} from "../wire" */
/** @import {WireRecord} from "./records.js" */
/** @import {Queued, Row} from "./rows.js" */
import { randomHex } from "../lib/ids.js";
import { MaxBatchBytes, MaxBatchRecords } from "../lib/limits.js";
import { result } from "./idb.js";
import { bare, fit, keyOf } from "./records.js";
import { gapRow, keep, nextSeq, number, recordKey, rowsOf } from "./rows.js";

/** Bounds the outbox while no companion connects (research: 30 days of heavy use). */
const MOST = { records: 20_000, bytes: 50 << 20 };

/** Fraction of that bound from which steps are stored without their page. */
const CROWDED = 0.8;

/** @typedef {{count: number, from?: string, to?: string}} Unsent records that were not queued, and the time span of them */

export class Outbox {
  #db;
  #most;
  #count = 0;
  #bytes = 0;
  installId = "";
  epoch = "";

  /** @param {import("./db.js").Database} db @param {{records: number, bytes: number}} [most] */
  constructor(db, most = MOST) {
    this.#db = db;
    this.#most = most;
  }

  /** Loads the outbox state; the first call ever creates its identity. */
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

  /** Returns how many records wait. */
  get count() {
    return this.#count;
  }

  /** Reports whether new records can no longer be queued. */
  get full() {
    return this.#fullness >= 1;
  }

  /** Reports whether it is so full that steps are stored shorter. */
  get crowded() {
    return this.#fullness >= CROWDED;
  }

  get #fullness() {
    return Math.max(this.#count / this.#most.records, this.#bytes / this.#most.bytes);
  }

  /** @returns {Promise<number>} the number for the next new record */
  next() {
    return this.#db.look(nextSeq);
  }

  /** @returns {Promise<number>} the number of the first record that waits */
  async first() {
    const cursor = await this.#db.read("records", (s) => s.index("seq").openKeyCursor());
    return cursor ? Number(cursor.key) : this.next();
  }

  /**
   * Stores a new record; a step that is already stored stays unchanged. A crowded
   * outbox stores steps without their page, so that more steps fit. A full outbox
   * has no number for a record: it is stored only here, and a later message
   * gives the companion the count and time span of such records.
   * @param {WireRecord} record receives its seq here
   * @returns {Promise<WireRecord | undefined>} undefined when it was there already
   */
  add(record) {
    return this.#queue(fit(this.crowded ? bare(record) : record), (before) => !before || before.opened !== undefined);
  }

  /**
   * Stores a step that has ended in the row that holds it since its beginning.
   * @param {WireRecord} record as the core returned it
   * @returns {Promise<WireRecord | undefined>} undefined when it has already ended or was deleted
   */
  end(record) {
    return this.#queue(fit(record), (before) => before?.opened !== undefined);
  }

  /**
   * @param {{record: WireRecord, size: number}} fitted
   * @param {(before: Row | undefined) => boolean} isNew decides by the row of the same key; called for records that never change
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
   * @returns {Promise<WireRecord[]>} consecutive records from there that fit one batch
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

  /** Removes all records up to hwm from the queue. @param {number} hwm */
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
   * Starts a new epoch: waiting records are numbered from 1 again. The companion
   * recognises steps by their ids, so that none counts twice.
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
   * Skips a record that the companion will never accept: it stays here, and a gap
   * record takes its number and contains the reason.
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

/** Removes a record from the queue; it stays stored. @param {IDBTransaction} tx @param {Row} row */
async function release(tx, { key, record }) {
  rowsOf(tx).delete(key);
  if (recordKey(key)) await keep(tx, recordKey(key), record);
}

/** @param {IDBTransaction} tx @param {string} key @param {WireRecord} record @returns {Promise<Queued[]>} empty */
async function keepUnsent(tx, key, record) {
  const kv = tx.objectStore("kv");
  const now = new Date().toISOString();
  const { count, from } = unsentOf(await result(kv.get("unsent")));
  kv.put({ count: count + 1, from: from ?? now, to: now }, "unsent");
  rowsOf(tx).put({ key, record });
  return [];
}

/** @param {IDBTransaction} tx @returns {Promise<Queued[]>} a gap record for records that were not queued, if any */
async function gaps(tx) {
  const kv = tx.objectStore("kv");
  const { count, from, to } = unsentOf(await result(kv.get("unsent")));
  if (!count) return [];
  kv.delete("unsent");
  const { size, record } = gapRow(0, count, "the outbox was full");
  return [{ key: "", size, record: { ...record, gap: { .../** @type {Gap} */ (record.gap), ...(from ? { from, to } : {}) } } }];
}

/** @param {Unsent | number | undefined} kept a plain number in older databases @returns {Unsent} */
const unsentOf = (kept) => (typeof kept === "number" ? { count: kept } : (kept ?? { count: 0 }));
