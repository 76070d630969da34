// Own records on their way to the companion. Numbers run 1, 2, 3 … within an
// epoch; only what is acknowledged leaves, and then stays in the replica, so
// that the extension alone can answer questions about everything.

/** @import {Gap} from "../wire" */
/** @import {WireRecord} from "./records.js" */
import { randomHex } from "../lib/ids.js";
import { MaxBatchBytes, MaxBatchRecords } from "../lib/limits.js";
import { result } from "./db.js";
import { bare, fit, inPlaceOf, keyOf } from "./records.js";

/** The outbox holds so much while no companion comes (research: 30 days of heavy use). */
const MOST = { records: 20_000, bytes: 50 << 20 };

/** From here on, as a part of that, steps leave the page behind that they were done on. */
const CROWDED = 0.8;

/**
 * @typedef {object} Row of the outbox
 * @property {number} seq
 * @property {string} key
 * @property {number} size in bytes
 * @property {WireRecord} record
 */

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
      for (const row of /** @type {Row[]} */ (await result(tx.objectStore("outbox").getAll()))) {
        this.#count++;
        this.#bytes += row.size;
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
  async next() {
    return (await this.#db.get("next")) ?? 1;
  }

  /** @returns {Promise<number>} the number of the first record that waits */
  async first() {
    const rows = /** @type {number[]} */ (await this.#db.read("outbox", (s) => s.getAllKeys(null, 1)));
    return rows[0] ?? this.next();
  }

  /**
   * Stores a new record; a step that is stored already stays as it is. In a
   * crowded outbox a step leaves the page behind, so that there is room for
   * more steps. In a full one there is no number for it: it is remembered here
   * alone, and the companion is told later how many those were, and from when.
   * @param {WireRecord} record its seq is given here
   * @param {string} [pendingId] of the pending step that it completes
   * @returns {Promise<WireRecord | undefined>} undefined when it was there already
   */
  async add(record, pendingId) {
    const { record: fitted, size } = fit(this.crowded ? bare(record) : record);
    const key = keyOf(fitted);
    const full = this.full;
    const rows = await this.#db.write(async (tx) => {
      if (pendingId) tx.objectStore("pending").delete(pendingId);
      if (fitted.step && (await isStored(tx, key))) return undefined;
      if (full) return keepUnsent(tx, key, fitted);
      const queued = [...(await gapRows(tx)), { key, size, record: fitted }];
      await number(tx, queued);
      return queued;
    });
    if (!rows) return undefined;
    this.#count += rows.length;
    this.#bytes += rows.reduce((sum, row) => sum + row.size, 0);
    return fitted;
  }

  /**
   * @param {number} from
   * @param {number} [limit]
   * @returns {Promise<WireRecord[]>} the run of records from there on that fits a batch
   */
  async batch(from, limit = MaxBatchRecords) {
    const rows = /** @type {Row[]} */ (await this.#db.read("outbox", (s) => s.getAll(IDBKeyRange.lowerBound(from), limit)));
    /** @type {WireRecord[]} */
    const records = [];
    let bytes = 0;
    for (const { seq, size, record } of rows) {
      bytes += size;
      if (seq !== from + records.length || (records.length > 0 && bytes > MaxBatchBytes)) break;
      records.push({ ...record, seq });
    }
    return records;
  }

  /**
   * Moves everything up to hwm into the replica.
   * @param {number} hwm
   */
  async acknowledge(hwm) {
    const moved = await this.#db.write(async (tx) => {
      const outbox = tx.objectStore("outbox");
      const range = IDBKeyRange.upperBound(hwm);
      const rows = /** @type {Row[]} */ (await result(outbox.getAll(range)));
      for (const { key, record } of rows) if (key) await keepInReplica(tx, key, record);
      outbox.delete(range);
      return rows;
    });
    this.#count -= moved.length;
    this.#bytes -= moved.reduce((sum, row) => sum + row.size, 0);
  }

  /**
   * Begins a new epoch: what waits is numbered from 1 again. The companion
   * knows steps by their ids, so that nothing counts twice.
   */
  async renew() {
    const epoch = `e-${randomHex(8)}`;
    await this.#db.write(async (tx) => {
      const outbox = tx.objectStore("outbox");
      const rows = /** @type {Row[]} */ (await result(outbox.getAll()));
      outbox.clear();
      tx.objectStore("kv").put(epoch, "epoch");
      tx.objectStore("kv").put(1, "next");
      await number(tx, rows);
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
      const row = /** @type {Row | undefined} */ (await result(tx.objectStore("outbox").get(seq)));
      if (!row) return;
      if (row.key) tx.objectStore("replica").put({ key: row.key, record: row.record });
      tx.objectStore("outbox").put(gapRow(seq, 1, reason));
    });
  }
}

/**
 * @param {IDBTransaction} tx
 * @param {string} key
 * @param {WireRecord} record
 */
export async function keepInReplica(tx, key, record) {
  const replica = tx.objectStore("replica");
  const before = key.startsWith("session:") ? await result(replica.get(key)) : undefined;
  replica.put({ key, record: inPlaceOf(record, before?.record) });
}

/**
 * @param {IDBTransaction} tx
 * @param {string} key
 */
async function isStored(tx, key) {
  const inReplica = await result(tx.objectStore("replica").getKey(key));
  return inReplica !== undefined || (await result(tx.objectStore("outbox").index("key").getKey(key))) !== undefined;
}

/**
 * @param {IDBTransaction} tx
 * @param {string} key
 * @param {WireRecord} record
 * @returns {Promise<Omit<Row, "seq">[]>} no rows of the outbox
 */
async function keepUnsent(tx, key, record) {
  const kv = tx.objectStore("kv");
  const now = new Date().toISOString();
  const { count, from } = unsentOf(await result(kv.get("unsent")));
  kv.put({ count: count + 1, from: from ?? now, to: now }, "unsent");
  tx.objectStore("replica").put({ key, record });
  return [];
}

/**
 * @param {IDBTransaction} tx
 * @returns {Promise<Omit<Row, "seq">[]>} what tells of records that were not queued, if there were any
 */
async function gapRows(tx) {
  const kv = tx.objectStore("kv");
  const { count, from, to } = unsentOf(await result(kv.get("unsent")));
  if (!count) return [];
  kv.delete("unsent");
  const row = gapRow(0, count, "the outbox was full");
  return [{ ...row, record: { ...row.record, gap: { .../** @type {Gap} */ (row.record.gap), ...(from ? { from, to } : {}) } } }];
}

/**
 * @param {Unsent | number | undefined} kept a number by itself in databases of before
 * @returns {Unsent}
 */
const unsentOf = (kept) => (typeof kept === "number" ? { count: kept } : (kept ?? { count: 0 }));

/**
 * @param {number} seq
 * @param {number} count
 * @param {string} reason
 * @returns {Row}
 */
function gapRow(seq, count, reason) {
  return { seq, key: "", size: 128, record: { seq, gap: { count, reason } } };
}

/**
 * Gives rows the next numbers.
 * @param {IDBTransaction} tx
 * @param {Omit<Row, "seq">[]} rows
 */
export async function number(tx, rows) {
  const kv = tx.objectStore("kv");
  let seq = (await result(kv.get("next"))) ?? 1;
  for (const { key, size, record } of rows) {
    tx.objectStore("outbox").put({ seq, key, size, record: { ...record, seq } });
    seq++;
  }
  kv.put(seq, "next");
}
