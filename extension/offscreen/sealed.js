// Wraps the stores of an encrypted database, so that callers need not know about
// encryption: puts are encrypted and reads are decrypted. WebCrypto is asynchronous, and a
// transaction ends when it has no pending request. So a writing transaction is kept open
// with small requests, and the work continues in the answer to one of them, because only
// there the transaction accepts requests.

/** @import {Vault} from "./vault.js" */
import { result } from "./idb.js";

/**
 * @typedef {object} Way accesses the rows
 * @property {(name: string) => IDBObjectStore} store returns the browser's store
 * @property {<T>(work: Promise<T>) => Promise<T>} hold waits for work, and resolves where requests can be made
 * @property {<T>(work: () => T | Promise<T>) => Promise<T>} after runs work after the earlier puts
 */

/** @param {IDBDatabase} db @param {Vault} vault @param {string} name @returns {IDBObjectStore} for one read */
export function sealedReader(db, vault, name) {
  return sealedStore(vault, name, {
    store: () => db.transaction(name).objectStore(name),
    hold: (work) => work,
    after: async (work) => work(),
  });
}

/**
 * @param {IDBTransaction} tx
 * @param {Vault} vault
 * @returns {{tx: IDBTransaction, done: () => Promise<void>}} the same transaction with sealed stores; done resolves when it contains all puts
 */
export function sealedTransaction(tx, vault) {
  /** @type {Promise<unknown> | undefined} the last put, while it is being encrypted */
  let last;
  /** @type {unknown} */
  let failed;
  /** @type {Way["hold"]} */
  const hold = async (work) => {
    let settled = false;
    const end = () => {
      settled = true;
    };
    work.then(end, end);
    do await result(tx.objectStore("kv").getKey(0));
    while (!settled);
    return work;
  };
  /** @type {Way["after"]} */
  const after = async (work) => {
    while (last) await last;
    return work();
  };
  /** @type {Way & {queue: (work: () => Promise<unknown>) => void}} */
  const way = {
    store: (name) => tx.objectStore(name),
    hold,
    after,
    queue: (work) => {
      const mine = (last ? last.then(work) : work())
        .catch((err) => {
          failed ??= err;
        })
        .finally(() => {
          if (last === mine) last = undefined;
        });
      last = mine;
    },
  };
  const facade = { objectStore: (/** @type {string} */ name) => sealedStore(vault, name, way, way.queue), abort: () => tx.abort() };
  return {
    tx: /** @type {IDBTransaction} */ (/** @type {unknown} */ (facade)),
    done: async () => {
      while (last) await last;
      if (failed) throw failed;
    },
  };
}

/**
 * @param {Vault} vault
 * @param {string} name
 * @param {Way} way
 * @param {(work: () => Promise<unknown>) => void} [queue] runs puts in order
 * @returns {IDBObjectStore} whose requests are promises
 */
function sealedStore(vault, name, way, queue) {
  const { hold, after } = way;
  const store = () => way.store(name);
  /**
   * Returns read methods for a store or one of its indexes, which each read opens again.
   * @param {() => IDBObjectStore | IDBIndex} asked
   */
  const questions = (asked) => ({
    get: (/** @type {any} */ query) => after(async () => {
      const known = asked === store && !(query instanceof IDBKeyRange);
      const [row, primary] = known ? [await result(store().get(query)), query] : await both((s) => [s.get(query), s.getKey(query)], asked);
      return row === undefined ? undefined : hold(vault.open(name, /** @type {IDBValidKey} */ (primary), row));
    }),
    getKey: (/** @type {any} */ query) => after(() => result(asked().getKey(query))),
    getAll: (/** @type {any} */ query, /** @type {number} */ count) => after(async () => {
      const [rows, keys] = await both((s) => [s.getAll(query, count), s.getAllKeys(query, count)], asked);
      return hold(Promise.all(rows.map((row, i) => vault.open(name, keys[i], row))));
    }),
    getAllKeys: (/** @type {any} */ query, /** @type {number} */ count) => after(() => result(asked().getAllKeys(query, count))),
    openKeyCursor: (/** @type {any} */ query, /** @type {IDBCursorDirection} */ direction) => after(() => result(asked().openKeyCursor(query, direction))),
    count: (/** @type {any} */ query) => after(() => result(asked().count(query))),
  });
  const facade = {
    ...questions(store),
    index: (/** @type {string} */ index) => questions(() => store().index(index)),
    put: (/** @type {any} */ row, /** @type {IDBValidKey} */ key) => queue?.(async () => store().put(isOpen(row) ? row : await hold(vault.seal(store(), row, key)), key)),
    delete: (/** @type {any} */ query) => queue?.(async () => store().delete(query)),
    clear: () => queue?.(async () => store().clear()),
  };
  return /** @type {IDBObjectStore} */ (/** @type {unknown} */ (facade));
}

/** @param {unknown} row has nothing to encrypt if this returns true */
const isOpen = (row) => typeof row === "number" || typeof row === "boolean";
/**
 * Makes two requests to one store.
 * @template A, B
 * @param {(store: IDBObjectStore | IDBIndex) => [IDBRequest<A>, IDBRequest<B>]} ask
 * @param {() => IDBObjectStore | IDBIndex} asked
 * @returns {Promise<[A, B]>}
 */
function both(ask, asked) {
  const [a, b] = ask(asked());
  return Promise.all([result(a), result(b)]);
}
