// Handles a person's deletion requests. It deletes from the database and the core at
// once and sends the request to the companion as a normal record, so that the companion
// deletes too, even if none is linked now. For a minute an undo can restore the data
// from memory; the disk keeps none of it.

/** @import {Forget, ForgetReceipt, Named} from "../wire" */
/** @import {WireRecord} from "./records.js" */
import { FaultError } from "../lib/fault.js";
import { randomHex } from "../lib/ids.js";
import { result } from "./idb.js";
import { UNTIDY } from "./rewrite.js";
import { gapRow, isOpen, number, recordKey, rowsOf, waitingRows } from "./rows.js";
import { dropSegmentsWith } from "./segments.js";

/**
 * @typedef {Named & {order: Forget, begun: ({row: import("./rows.js").Row} & import("../wire").LateStep)[]}} Meant
 *   the records that a deletion request covers, and the remaining form of the steps that have begun
 */

/** Bounds an undo in time and in records. */
const UNDO_MS = 60_000;
const UNDO_RECORDS = 5000;

/** Bounds the remembered undone requests, whose echo from the companion must be ignored. */
const UNDONE_KEPT = 20;

/** Bounds the requests applied to steps that began earlier: no step stays open for longer. */
const ORDERS_KEPT = 50;

/** Length in bytes of the key that seals a request. */
const SEAL_KEY = 16;

/** Approximate bytes of a deletion request as a record. */
const SAID_BYTES = 512;

/** Bounds the records in one call to the core. */
const TELL = 200;

export class Forgetting {
  #db;
  #memory;
  #outbox;
  #poke;
  /** @type {{forget: Forget, records: WireRecord[], until: number} | undefined} records removed by the last request */
  #taken;

  /**
   * @param {import("./db.js").Database} db
   * @param {import("./memory.js").Memory} memory
   * @param {import("./outbox.js").Outbox} outbox
   * @param {() => void} poke signals that there is something to send
   */
  constructor(db, memory, outbox, poke) {
    this.#db = db;
    this.#memory = memory;
    this.#outbox = outbox;
    this.#poke = poke;
  }

  /** @param {Forget | undefined} what @returns {Promise<ForgetReceipt>} */
  async forget(what) {
    if (!what) throw new FaultError("MM_INVALID_INPUT", "no deletion target given", "Name an element, a step, a session, a site, a span of time, or everything.");
    return this.#memory.gate.sole(() => (what.undo ? this.#undo() : this.#forget(what)));
  }

  /** @param {Forget} what @returns {Promise<ForgetReceipt>} */
  async #forget(what) {
    const forget = { ...what, at: new Date().toISOString(), sealed: { key: randomHex(SEAL_KEY) } };
    const named = await this.#memory.named(forget);
    const { order, instead = [], cleaned = [], edits = [] } = named;
    const records = await this.#db.write(async (tx) => {
      const removed = await eraseFrom(tx, forget, named);
      // The companion sends the replacements of some edits as well.
      for (const edit of instead) rowsOf(tx).put({ key: `edit:${edit.editId}`, record: { seq: 0, edit } });
      await number(tx, [{ key: "", size: SAID_BYTES, record: { seq: 0, forget: order } }]);
      return removed;
    });
    await this.#memory.tell([{ seq: 0, forget: { ...forget, edits } }, ...instead.map((edit) => ({ seq: 0, edit }))]);
    await this.#outbox.load();
    this.#memory.tidy();
    this.#poke();
    const safe = !what.all && !cleaned.length && !edits.length && records.length > 0 && records.length <= UNDO_RECORDS;
    this.#taken = safe ? { forget: order, records, until: Date.now() + UNDO_MS } : undefined;
    return receipt(named, safe ? UNDO_MS : 0);
  }

  /** @returns {Promise<ForgetReceipt>} counts of the restored records */
  async #undo() {
    const taken = this.#taken;
    this.#taken = undefined;
    if (!taken || Date.now() > taken.until) {
      throw new FaultError("MM_NOT_FOUND", "there is no forgetting that could be taken back", "It can be for a minute, while the browser runs; everything never.");
    }
    const { forget, records } = taken;
    await this.#db.write(async (tx) => {
      const kv = tx.objectStore("kv");
      const undone = /** @type {string[]} */ ((await result(kv.get("undone"))) ?? []);
      kv.put([...undone, forget.at].slice(-UNDONE_KEPT), "undone");
      kv.put((await ordersIn(tx)).filter(({ at }) => at !== forget.at), "orders");
      await number(tx, [{ key: "", size: SAID_BYTES, record: { seq: 0, forget: { at: forget.at, undo: true } } }]);
    });
    await this.#outbox.load();
    await Promise.all(records.map((record) => this.#outbox.add(record)));
    for (let at = 0; at < records.length; at += TELL) await this.#memory.tell(records.slice(at, at + TELL));
    this.#poke();
    const steps = records.filter((r) => r.step);
    return { steps: steps.length, sessions: records.length - steps.length };
  }
}

/**
 * Deletes the records that a request covers, and stores the request, sealed, for
 * steps that began before it.
 * @param {IDBTransaction} tx
 * @param {Forget} forget
 * @param {Meant} meant
 * @returns {Promise<WireRecord[]>} removed records that an undo may restore
 */
export async function eraseFrom(tx, forget, meant) {
  const cleaned = new Map((meant.cleaned ?? []).map((step) => [`step:${step.stepId}`, step]));
  const keys = new Set(keysOf(meant));
  const removed = forget.all ? await clear(tx) : await eraseRows(rowsOf(tx), keys, cleaned);
  await dropSegmentsWith(tx, (key) => forget.all === true || keys.has(key) || cleaned.has(key));
  for (const { row, gone, clean } of meant.begun) {
    // It may have ended since.
    if ((gone || clean) && !(await isOpen(tx, row.key))) continue;
    if (gone) rowsOf(tx).delete(row.key);
    else if (clean) rowsOf(tx).put({ ...row, record: { ...row.record, step: clean } });
  }
  tx.objectStore("kv").put([...(await ordersIn(tx)), meant.order].slice(-ORDERS_KEPT), "orders");
  // Rows deleted only for their age may stay on disk until the next rewrite.
  if (!forget.old) tx.objectStore("kv").put(true, UNTIDY);
  return removed;
}

/** @param {IDBTransaction} tx @returns {Promise<Forget[]>} the newest requests, oldest first */
export async function ordersIn(tx) {
  return (await result(tx.objectStore("kv").get("orders"))) ?? [];
}

/** @param {Named} named */
function keysOf({ steps = [], sessions = [], edits = [] }) {
  return [...steps.map((id) => `step:${id}`), ...sessions.map((id) => `session:${id}`), ...edits.map((id) => `edit:${id}`)];
}

/** @param {IDBTransaction} tx @returns {Promise<WireRecord[]>} empty: this cannot be undone */
async function clear(tx) {
  const waiting = /** @type {import("./rows.js").Row[]} */ (await result(rowsOf(tx).index("seq").getAll()));
  rowsOf(tx).clear();
  for (const row of waiting) rowsOf(tx).put(recordKey(row.key) ? forgottenRow(row) : row);
  return [];
}

/** @param {IDBObjectStore} records @param {Set<string>} keys @param {Map<string, import("../wire").Step>} cleaned */
async function eraseRows(records, keys, cleaned) {
  const named = await Promise.all([...keys, ...cleaned.keys()].map((key) => result(records.get(key))));
  /** @type {WireRecord[]} */
  const removed = [];
  for (const row of /** @type {(import("./rows.js").Row | undefined)[]} */ ([...named, ...(await result(records.getAll(waitingRows())))])) {
    const clean = row && cleaned.get(row.key);
    if (row && keys.has(recordKey(row.key))) {
      removed.push(row.record);
      records.delete(row.key);
      if (row.seq !== undefined) records.put(forgottenRow(row));
    } else if (clean) {
      records.put({ ...row, record: { ...row.record, step: clean } });
    }
  }
  return removed;
}

/**
 * @param {import("./rows.js").Row} row that waits
 * @returns {import("./rows.js").Row} its replacement: the number stays taken, so the companion sees no loss
 */
const forgottenRow = ({ seq = 0 }) => gapRow(seq, 0, "forgotten");

/** @param {Named} named @param {number} undoMs @returns {ForgetReceipt} */
function receipt({ sessions = [], steps = [], sites = [], edits = [], cleaned = [], goals = [] }, undoMs) {
  return { sessions: sessions.length, steps: steps.length, sites: sites.length, edits: edits.length, cleaned: cleaned.length, goals: goals.length, undoMs };
}
