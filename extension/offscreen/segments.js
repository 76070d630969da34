// Segments: the memory as the core packed it, so that a new core takes it in
// without reading it again. They are a cache of the rows in outbox and replica,
// which stay: a segment that is damaged, of another version or holds what is no
// longer there is dropped, and what it held is read from its rows.

/** @import {Packed} from "../wire" */
import { result } from "./db.js";

/**
 * @typedef {object} Row of a segment, without its bytes
 * @property {number} number
 * @property {string[]} keys of the records that it holds
 * @property {number} size in bytes
 */

/** Every record that is stored, by key: where it is. */
export class Stored {
  /** @type {Map<string, number | undefined>} the number in the outbox; none for the replica's */
  #keys = new Map();

  /** @param {import("./db.js").Database} db */
  static async read(db) {
    const it = new Stored();
    for (const key of await db.read("replica", (s) => s.getAllKeys())) it.#keys.set(/** @type {string} */ (key), undefined);
    await db.each("outbox", "key", (key, seq) => {
      // What has no key is nothing to remember: a gap, a forgetting that was done.
      if (key) it.#keys.set(/** @type {string} */ (key), /** @type {number} */ (seq));
    });
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
   * @returns {string[]} the keys with a prefix that the replica has and no segment brought, in order
   */
  inReplica(prefix) {
    return [...this.#keys].filter(([key, seq]) => seq === undefined && key.startsWith(prefix)).map(([key]) => key);
  }

  /** @returns {number[]} the numbers of the outbox that no segment brought, in order */
  get inOutbox() {
    return [...this.#keys.values()].filter((seq) => seq !== undefined).sort((a, b) => a - b);
  }
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
    const [replica, waiting] = [tx.objectStore("replica"), tx.objectStore("outbox").index("key")];
    const found = await Promise.all(keys.map(async (key) => (await result(replica.getKey(key))) ?? (await result(waiting.getKey(key)))));
    if (!segment || found.includes(undefined)) return false;
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
