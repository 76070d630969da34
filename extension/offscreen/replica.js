// Stores records of other sources, which the companion sends, and removes records that this
// browser has already asked to delete.

/** @import {LateStep, Record as WireRecord} from "../wire" */
import { eraseFrom, ordersIn } from "./forget.js";
import { keyOf } from "./records.js";
import { keep, rowsOf, waitingRows } from "./rows.js";
import { dropSegmentsWith } from "./segments.js";

/**
 * Stores records, and that they are complete up to a cursor.
 * @param {import("./db.js").Database} db
 * @param {WireRecord[]} records
 * @param {number} cursor
 * @param {Map<import("../wire").Forget, import("./forget.js").Meant>} named the records that each deletion request covers
 * @param {Set<string | undefined>} undone the times of this browser's deletion requests that were undone
 */
export async function storeReplica(db, records, cursor, named, undone) {
  await db.write(async (tx) => {
    for (const record of records) {
      const meant = record.forget && named.get(record.forget);
      if (record.forget && meant) await eraseFrom(tx, record.forget, meant);
      const key = keyOf(record);
      if (key) await keep(tx, key, record);
    }
    if (undone.size > 0) tx.objectStore("kv").put((await ordersIn(tx)).filter(({ at }) => !undone.has(at)), "orders");
    tx.objectStore("kv").put(cursor, "cursor");
  });
}

/**
 * Applies this browser's pending deletion requests to steps of other sources: they may
 * have been sent before the companion received those requests.
 * @param {import("./db.js").Database} db
 * @param {WireRecord[]} records
 * @param {(orders: import("../wire").Forget[], steps: import("../wire").Step[]) => Promise<LateStep[]>} late
 * @returns {Promise<WireRecord[]>}
 */
export async function heldToOurs(db, records, late) {
  const rows = /** @type {import("./rows.js").Row[]} */ (await db.read("records", (s) => s.getAll(waitingRows())));
  const orders = rows.flatMap(({ record }) => (record.forget && !record.forget.undo ? [record.forget] : []));
  if (orders.length === 0) return records;
  const left = await late(orders, records.flatMap(({ step }) => step ?? []));
  return records.flatMap((record) => {
    const { gone, clean } = (record.step && left.shift()) || {};
    return gone ? [] : [clean ? { ...record, step: clean } : record];
  });
}

/** @param {import("./db.js").Database} db @param {string[]} stepIds */
export async function dropSteps(db, stepIds) {
  const keys = new Set(stepIds.map((id) => `step:${id}`));
  await db.write(async (tx) => {
    for (const key of keys) rowsOf(tx).delete(key);
    await dropSegmentsWith(tx, (key) => keys.has(key));
  });
}
