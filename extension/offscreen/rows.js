// Rows of the database's records. A record has one row from its first write
// until its deletion:
//
//	{key, record, opened}     a step that has begun and not ended
//	{key, record, seq, size}  waits for the companion
//	{key, record}             the companion has it, or sent it
//
// Steps and edits never change, so they wait under their normal key. Other records
// may already exist when they wait, or wait several times: they have a separate
// key meanwhile (waitingKey).

/** @import {WireRecord} from "./records.js" */
import { result } from "./idb.js";
import { inPlaceOf } from "./records.js";

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {WireRecord} record
 * @property {number} [opened] when the step began, in ms
 * @property {number} [seq]
 * @property {number} [size] in bytes
 */

/** @typedef {{key: string, size: number, record: WireRecord}} Queued a record that will receive a number */

/** Prefixes the keys of records that wait under a separate key. */
const WAITING = "wait:";

/** Digits of the largest number; padding keeps the rows in numeric order. */
const SEQ_DIGITS = 16;

/** @param {number} seq @param {string} key of the record, "" for one that is not stored as memory */
export function waitingKey(seq, key) {
  return /^(?:step|edit):/.test(key) ? key : `${WAITING}${String(seq).padStart(SEQ_DIGITS, "0")}:${key}`;
}

/** @param {string} rowKey @returns {string} the key of the row's record */
export function recordKey(rowKey) {
  return rowKey.startsWith(WAITING) ? rowKey.slice(WAITING.length + SEQ_DIGITS + 1) : rowKey;
}

/** Returns the key range of records that wait under a separate key. */
export const waitingRows = () => IDBKeyRange.bound(WAITING, `${WAITING}:`);

/** @param {IDBTransaction} tx */
export const rowsOf = (tx) => tx.objectStore("records");

/**
 * @param {IDBTransaction} tx
 * @param {string} key
 * @returns {Promise<boolean>} whether it belongs to a step that has not ended
 */
export async function isOpen(tx, key) {
  return (await result(rowsOf(tx).get(key)))?.opened !== undefined;
}

/**
 * Stores a record that does not wait. A waiting record of the same key stays, because
 * it comes from this browser.
 * @param {IDBTransaction} tx
 * @param {string} key
 * @param {WireRecord} record
 */
export async function keep(tx, key, record) {
  const before = /** @type {Row | undefined} */ (await result(rowsOf(tx).get(key)));
  if (before?.seq === undefined) rowsOf(tx).put({ key, record: inPlaceOf(record, before?.record) });
}

/** @param {IDBTransaction} tx @returns {Promise<number>} the number for the next record */
export async function nextSeq(tx) {
  const [last, next] = await Promise.all([result(rowsOf(tx).index("seq").openKeyCursor(null, "prev")), result(tx.objectStore("kv").get("next"))]);
  return Math.max(next ?? 1, Number(last?.key ?? 0) + 1);
}

/** Gives the next numbers to records. @param {IDBTransaction} tx @param {Queued[]} queued */
export async function number(tx, queued) {
  let seq = await nextSeq(tx);
  for (const { key, size, record } of queued) {
    rowsOf(tx).put({ key: waitingKey(seq, key), seq, size, record: { ...record, seq } });
    seq++;
  }
}

/**
 * @param {number} seq
 * @param {number} count
 * @param {string} reason
 * @returns {Row & Queued} a record that reports to the companion the records it does not receive
 */
export function gapRow(seq, count, reason) {
  return { key: waitingKey(seq, ""), seq, size: 128, record: { seq, gap: { count, reason } } };
}
