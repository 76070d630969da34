// Segments hold the memory as the core packed it, so that a new core loads it without
// reading all rows. They are a cache of the record rows, which stay. A segment that is
// damaged, of another version, or contains deleted records is dropped, and its content
// is read from the rows.

/** @import {Packed} from "../wire" */
import { result } from "./idb.js";
import { recordKey, rowsOf } from "./rows.js";

/**
 * @typedef {object} Row of a segment, without its bytes
 * @property {number} number
 * @property {string[]} keys of the records in it
 * @property {number} size in bytes
 */

/** Holds the keys of all rows to remember. */
export class Stored {
  /** @type {Set<string>} */
  #keys = new Set();

  /** @param {import("./db.js").Database} db */
  static async read(db) {
    const it = new Stored();
    const [keys, open] = await db.look((tx) => Promise.all([result(rowsOf(tx).getAllKeys()), openKeys(tx)]));
    // A record without a key is not part of memory: a gap, or a completed deletion request.
    for (const key of /** @type {string[]} */ (keys)) if (recordKey(key) && !open.has(key)) it.#keys.add(key);
    return it;
  }

  /** @param {string[]} keys @returns {boolean} whether all of them are stored and not yet taken */
  has(keys) {
    return keys.every((key) => this.#keys.has(key));
  }

  /** @param {string[]} keys that a segment contained */
  take(keys) {
    for (const key of keys) this.#keys.delete(key);
  }

  /** @param {string} prefix @returns {string[]} the keys with a prefix that no segment contained, in order */
  inOrder(prefix) {
    return [...this.#keys].filter((key) => key.startsWith(prefix));
  }
}

/** @param {IDBTransaction} tx @returns {Promise<Set<IDBValidKey>>} the keys of steps that have not ended */
async function openKeys(tx) {
  return new Set(await result(rowsOf(tx).index("opened").getAllKeys()));
}

/**
 * Stores a segment in place of those it replaces, if all its records are still
 * stored: deleted records must not come back.
 * @param {import("./db.js").Database} db
 * @param {Packed} packed
 * @param {Uint8Array} bytes
 * @returns {Promise<boolean>}
 */
export function keepSegment(db, { segment, steps = [], replaces = [] }, bytes) {
  const keys = steps.map((id) => `step:${id}`);
  return db.write(async (tx) => {
    const [open, ...found] = await Promise.all([openKeys(tx), ...keys.map((key) => result(rowsOf(tx).getKey(key)))]);
    if (!segment || found.some((key) => key === undefined || open.has(key))) return false;
    for (const number of replaces) remove(tx, number);
    tx.objectStore("segments").put({ number: segment, keys, size: bytes.length });
    tx.objectStore("blobs").put(bytes, segment);
    return true;
  });
}

/**
 * Drops the segments that contain a removed record; the rest of their records is
 * packed again.
 * @param {IDBTransaction} tx
 * @param {(key: string) => boolean} isGone
 */
export async function dropSegmentsWith(tx, isGone) {
  for (const { number, keys } of /** @type {Row[]} */ (await result(tx.objectStore("segments").getAll()))) {
    if (keys.some(isGone)) remove(tx, number);
  }
}

/** @param {IDBTransaction} tx */
export function dropSegments(tx) {
  tx.objectStore("segments").clear();
  tx.objectStore("blobs").clear();
}

/** @param {import("./db.js").Database} db @param {number} number */
export function dropSegment(db, number) {
  return db.write((tx) => remove(tx, number));
}

/** @param {IDBTransaction} tx @param {number} number */
function remove(tx, number) {
  tx.objectStore("segments").delete(number);
  tx.objectStore("blobs").delete(number);
}
