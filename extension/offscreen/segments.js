// Segments: the memory as the core packed it, so that a new core takes it in
// without reading it again. They are a cache of the rows of records, which stay: a segment that is damaged, of another version or holds what is no
// longer there is dropped, and what it held is read from its rows.

/** @import {Packed} from "../wire" */
import { result } from "./idb.js";
import { recordKey, rowsOf } from "./rows.js";

/**
 * @typedef {object} Row of a segment, without its bytes
 * @property {number} number
 * @property {string[]} keys of the records that it holds
 * @property {number} size in bytes
 */

/** Every row of what is to be remembered, by key. */
export class Stored {
  /** @type {Set<string>} */
  #keys = new Set();

  /** @param {import("./db.js").Database} db */
  static async read(db) {
    const it = new Stored();
    const [keys, open] = await db.look((tx) => Promise.all([result(rowsOf(tx).getAllKeys()), openKeys(tx)]));
    // A record without a key is nothing to remember: a gap, a forgetting that was done.
    for (const key of /** @type {string[]} */ (keys)) if (recordKey(key) && !open.has(key)) it.#keys.add(key);
    return it;
  }

  /** @param {string[]} keys @returns {boolean} whether all of them are stored and not yet taken */
  has(keys) {
    return keys.every((key) => this.#keys.has(key));
  }

  /** @param {string[]} keys that came in a segment */
  take(keys) {
    for (const key of keys) this.#keys.delete(key);
  }

  /**
   * @param {string} prefix
   * @returns {string[]} the keys with a prefix that no segment brought, in order
   */
  inOrder(prefix) {
    return [...this.#keys].filter((key) => key.startsWith(prefix));
  }
}

/**
 * @param {IDBTransaction} tx
 * @returns {Promise<Set<IDBValidKey>>} of the steps that have not ended
 */
async function openKeys(tx) {
  return new Set(await result(rowsOf(tx).index("opened").getAllKeys()));
}

/**
 * Keeps a segment in place of those that it replaces, if all that it holds is
 * still stored: what was forgotten meanwhile must not come back.
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
 * Drops the segments that hold one of some records: they are packed again
 * without it.
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

/**
 * @param {import("./db.js").Database} db
 * @param {number} number
 */
export function dropSegment(db, number) {
  return db.write((tx) => remove(tx, number));
}

/**
 * @param {IDBTransaction} tx
 * @param {number} number
 */
function remove(tx, number) {
  tx.objectStore("segments").delete(number);
  tx.objectStore("blobs").delete(number);
}
