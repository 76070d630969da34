// The stores of the extension's database:
//
//	records  remembered records and steps in progress, by key (rows.js)
//	segments contents of each segment, by its number (segments.js)
//	blobs    the segments themselves, by the same number
//	kv       installId, epoch, next, cursor, rules, pairing; deletion requests:
//	         orders, sealed, undone ones (undone), and whether the disk still
//	         holds deleted data (untidy); the encryption keys (vault.js)

import { waitingKey } from "./rows.js";

/** @typedef {"records" | "segments" | "blobs" | "kv"} StoreName */

/** Increases with each change of the stores, together with a step in upgrade(). */
export const VERSION = 3;

/** @type {StoreName[]} */
export const STORES = ["records", "segments", "blobs", "kv"];

/** @param {IDBTransaction} tx that changes the version @param {number} from the previous version, 0 for none */
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
 * Gives each record one row. Before version 3 a step moved from pending to outbox
 * to replica; the rows of replica stay unchanged.
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
 * @param {string} store is emptied and deleted
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
