// The stores of the extension's database:
//
//	records  what is remembered and what is being recorded, by key (rows.js)
//	segments what each segment holds, by its number (segments.js)
//	blobs    the segments themselves, by the same
//	kv       installId, epoch, next, cursor, rules, pairing; what was forgotten:
//	         orders, sealed, those that were taken back (undone), and whether the
//	         disk still holds it (untidy); the keys of what is encrypted (vault.js)

import { waitingKey } from "./rows.js";

/** @typedef {"records" | "segments" | "blobs" | "kv"} StoreName */

/** Raised with each change of the stores, together with a step in upgrade(). */
export const VERSION = 3;

/** @type {StoreName[]} */
export const STORES = ["records", "segments", "blobs", "kv"];

/**
 * @param {IDBTransaction} tx that changes the version
 * @param {number} from the version that it had, 0 for none
 */
export function upgrade(tx, from) {
  const { db } = tx;
  if (from < 1) {
    db.createObjectStore("outbox", { keyPath: "seq" });
    db.createObjectStore("pending", { keyPath: "stepId" });
    db.createObjectStore("replica", { keyPath: "key" });
    db.createObjectStore("kv");
  }
  if (from < 2) {
    db.createObjectStore("segments", { keyPath: "number" });
    db.createObjectStore("blobs");
  }
  if (from < 3) oneRow(tx);
}

/**
 * Gives each record one row. Until version 3 a step moved from pending to outbox
 * to replica, and the rows of replica are those that stay as they are.
 * @param {IDBTransaction} tx
 */
function oneRow(tx) {
  const records = tx.objectStore("replica");
  records.name = "records";
  records.createIndex("seq", "seq", { unique: true });
  records.createIndex("opened", "opened");
  move(tx, "pending", ({ stepId, step, session, openedAt }) => ({ key: `step:${stepId}`, record: { seq: 0, session, step: { ...step, stepId, sessionId: session.sessionId } }, opened: openedAt }));
  move(tx, "outbox", ({ key, ...row }) => ({ key: waitingKey(row.seq, key), ...row }));
}

/**
 * @param {IDBTransaction} tx
 * @param {string} store is empty then, and deleted
 * @param {(row: any) => import("./rows.js").Row} changed
 */
function move(tx, store, changed) {
  tx.objectStore(store).openCursor().onsuccess = ({ target }) => {
    const cursor = /** @type {IDBRequest<IDBCursorWithValue | null>} */ (target).result;
    if (!cursor) return tx.db.deleteObjectStore(store);
    tx.objectStore("records").put(changed(cursor.value));
    cursor.continue();
  };
}
