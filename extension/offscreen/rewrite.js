// Rewrites the database so that deleted data leaves the disk. Chromium keeps the
// bytes of deleted rows until it happens to compact its files, which can take
// weeks for rows that are not overwritten. It compacts at once only the space of a
// deleted whole database. So the remaining rows are copied to a spare database, the
// first is deleted and recreated from the spare one, and the spare one is deleted as
// well. At each moment one of the two is complete: a crash loses nothing, and open()
// continues from there.

import { result } from "./idb.js";

/** @typedef {Pick<IDBFactory, "open" | "deleteDatabase" | "databases">} Factory */

/** Suffix of the spare database's name. */
const SPARE = "-spare";

/** In kv, marks a database that is not complete yet. */
const PARTIAL = "partial";

/** In kv, marks a database that records were deleted from since its last rewrite. */
export const UNTIDY = "untidy";

/** Bounds the rows in memory at once. */
const ROWS = 200;

/** Time after which Chromium closes files it no longer uses. */
const UNHAND_MS = 100;

/**
 * @typedef {object} Watcher of a rewriting
 * @property {(db: IDBDatabase) => void} use receives the database to read from now on; the previous one is about to close
 * @property {(part: number) => void} progress is called with the finished fraction, 0 to 1
 */

/**
 * @typedef {object} Made describes how to create a database
 * @property {Factory} factory
 * @property {string} name
 * @property {number} version
 * @property {(tx: IDBTransaction, from: number) => void} upgrade
 */

/**
 * @typedef {object} Form converts rows while the database is rewritten
 * @property {(store: IDBObjectStore, key: IDBValidKey, row: any) => Promise<any>} turn returns the new row; undefined omits it
 * @property {[string, unknown][]} rows of kv to add
 */

/** @param {Made} made @returns {Promise<IDBDatabase>} the complete database */
export async function open(made) {
  const names = (await made.factory.databases()).map(({ name }) => name);
  if (names.includes(made.name + SPARE)) {
    const spare = await request({ ...made, name: made.name + SPARE });
    if (!(await isPartial(spare))) return restored(made, spare);
    spare.close();
    await drop(made, made.name + SPARE);
  }
  return request(made);
}

/**
 * Rewrites the database. No write may run meanwhile; reads work all the time, from
 * the database that the watcher received last.
 * @param {Made} made
 * @param {IDBDatabase} db is closed, unless the rewrite fails
 * @param {Watcher} watcher
 * @param {Form} [form] without it, rows keep their form
 */
export async function rewrite(made, db, { use, progress }, form) {
  const rows = Math.max(1, await rowsOf(db));
  let copied = 0;
  const onRows = (/** @type {number} */ n) => progress(Math.min(1, (copied += n) / (2 * rows)));
  const spare = await copy(made, made.name + SPARE, db, onRows, form);
  use(spare);
  db.close();
  await restored(made, spare, use, onRows);
}

/** @param {IDBDatabase} db */
async function rowsOf(db) {
  const counts = await Promise.all([...db.objectStoreNames].map((name) => result(db.transaction(name).objectStore(name).count())));
  return counts.reduce((sum, n) => sum + n, 0);
}

/**
 * @param {Made} made
 * @param {IDBDatabase} spare complete
 * @param {Watcher["use"]} [use]
 * @param {(rows: number) => void} [onRows] receives how many more rows were copied
 * @returns {Promise<IDBDatabase>} the database; the spare one if it could not be created, and the next start retries
 */
async function restored(made, spare, use, onRows) {
  let db;
  try {
    db = await copy(made, made.name, spare, onRows);
    // From here on the spare one is outdated: it must never count as complete.
    await committed(spare.transaction("kv", "readwrite", { durability: "strict" }), (tx) => tx.objectStore("kv").put(true, PARTIAL));
  } catch {
    db?.close();
    return spare;
  }
  use?.(db);
  spare.close();
  // The next start removes the rest of it, if this fails.
  await drop(made, made.name + SPARE).then(() => unhand(made)).catch(() => {});
  return db;
}

/**
 * Makes Chromium delete compacted files. It keeps them as long as it has them open,
 * and looks for unneeded files at the next compaction: so this triggers one more,
 * without data.
 * @param {Made} made
 */
async function unhand(made) {
  await new Promise((resolve) => setTimeout(resolve, UNHAND_MS));
  (await request({ ...made, name: made.name + SPARE }, (tx) => tx.objectStore("kv").put(true, PARTIAL))).close();
  await drop(made, made.name + SPARE);
}

/**
 * @param {Made} made
 * @param {string} name
 * @param {IDBDatabase} from
 * @param {(rows: number) => void} [onRows]
 * @param {Form} [form]
 * @returns {Promise<IDBDatabase>} a copy of from under another name
 */
async function copy(made, name, from, onRows, form) {
  await drop(made, name);
  const to = await request({ ...made, name }, (tx) => tx.objectStore("kv").put(true, PARTIAL));
  try {
    for (const store of to.objectStoreNames) await copyStore(store, from, to, onRows, form?.turn);
    await committed(to.transaction("kv", "readwrite", { durability: "strict" }), (tx) => {
      for (const key of [PARTIAL, UNTIDY]) tx.objectStore("kv").delete(key);
      for (const [key, row] of form?.rows ?? []) tx.objectStore("kv").put(row, key);
    });
    return to;
  } catch (err) {
    to.close();
    throw err;
  }
}

/**
 * @param {string} name
 * @param {IDBDatabase} from
 * @param {IDBDatabase} to
 * @param {(rows: number) => void} [onRows]
 * @param {Form["turn"]} [turn]
 */
async function copyStore(name, from, to, onRows, turn) {
  for (let after = /** @type {IDBKeyRange | undefined} */ (undefined); ; ) {
    const store = from.transaction(name).objectStore(name);
    const [keys, found] = await Promise.all([result(store.getAllKeys(after, ROWS)), result(store.getAll(after, ROWS))]);
    const rows = turn ? await Promise.all(found.map((row, i) => turn(store, keys[i], row))) : found;
    await committed(to.transaction(name, "readwrite", { durability: "relaxed" }), (tx) => {
      rows.forEach((row, i) => row !== undefined && tx.objectStore(name).put(row, store.keyPath === null ? keys[i] : undefined));
    });
    onRows?.(keys.length);
    if (keys.length < ROWS) return;
    after = IDBKeyRange.lowerBound(keys.at(-1), true);
  }
}

/** @param {IDBTransaction} tx @param {(tx: IDBTransaction) => void} change @returns {Promise<void>} */
function committed(tx, change) {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new Error("the transaction was aborted"));
    change(tx);
  });
}

/** @param {IDBDatabase} db */
async function isPartial(db) {
  return (await result(db.transaction("kv").objectStore("kv").get(PARTIAL))) === true;
}

/**
 * @param {Made} made
 * @param {(tx: IDBTransaction) => void} [begin] is called when the database is created
 * @returns {Promise<IDBDatabase>}
 */
function request({ factory, name, version, upgrade }, begin) {
  const asked = factory.open(name, version);
  asked.onupgradeneeded = ({ oldVersion }) => {
    const tx = /** @type {IDBTransaction} */ (asked.transaction);
    upgrade(tx, oldVersion);
    begin?.(tx);
  };
  return result(asked);
}

/** @param {Made} made @param {string} name */
async function drop({ factory }, name) {
  await result(factory.deleteDatabase(name));
}
