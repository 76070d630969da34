// The extension's database. A write with strict durability counts as recorded;
// all other writes are a cache of those.

import { FaultError, messageOf } from "../lib/fault.js";
import { result } from "./idb.js";
import { UNTIDY, open, rewrite } from "./rewrite.js";
import { STORES, VERSION, upgrade } from "./schema.js";
import { sealedReader, sealedTransaction } from "./sealed.js";
import { CHECK, KEYS, Vault } from "./vault.js";

/** @typedef {import("./schema.js").StoreName} StoreName */

const NAME = "cairn";

/**
 * @template T
 * @typedef {(tx: IDBTransaction) => Promise<T> | T} Change awaits only requests of tx
 */

export class Database {
  #db;
  #made;
  /** Encrypts the rows in #db. @type {Vault | undefined} */
  #vault;
  /** Resolves when the database can be written. @type {Promise<unknown>} */
  #open = Promise.resolve();
  /** Resolves when no write is in progress. @type {Promise<unknown>} */
  #committed = Promise.resolve();
  /** @type {{change: Change<any>, resolve: (value: any) => void, reject: (err: unknown) => void}[]} */
  #waiting = [];
  #writing = false;

  /** @param {IDBDatabase} db @param {import("./rewrite.js").Made} made @param {Vault} [vault] */
  constructor(db, made, vault) {
    this.#db = this.#watched(db);
    this.#made = made;
    this.#vault = vault;
  }

  /** Reports whether rows are encrypted. */
  get encrypted() {
    return this.#vault !== undefined;
  }

  /** Runs when another party has closed or cleared the database: this object can no longer read or write. */
  gone = () => {};
  /** Finished fraction of the rewrite that removes deleted rows from disk; undefined while none runs. @type {number | undefined} */
  tidying;

  /** @param {IDBDatabase} db @returns {IDBDatabase} the same, closed when a newer version of the extension needs it */
  #watched(db) {
    const lost = () => {
      if (this.tidying === undefined) this.gone();
    };
    db.onversionchange = () => {
      db.close();
      lost();
    };
    db.onclose = lost;
    return db;
  }

  /** @param {import("./rewrite.js").Factory} [factory] @returns {Promise<Database>} */
  static async open(factory = indexedDB) {
    const made = { factory, name: NAME, version: VERSION, upgrade };
    try {
      const db = await open(made);
      const kv = db.transaction("kv").objectStore("kv");
      const [keys, check] = await Promise.all([result(kv.get(KEYS)), result(kv.get(CHECK))]);
      return new Database(db, made, await Vault.found(keys, check));
    } catch (err) {
      if (err instanceof FaultError) throw err;
      const newer = err instanceof DOMException && err.name === "VersionError";
      throw newer
        ? new FaultError("STORE_NEWER", "the memory was written by a newer version of this extension", "Update the extension; nothing was changed.")
        : new FaultError("STORE_DAMAGED", `the memory could not be opened: ${messageOf(err)}`, "Restart the browser. If it stays so, the disk may be full or failing.");
    }
  }

  /**
   * Removes rows deleted since the last rewrite from the disk, if there are any
   * (rewrite.js). Writes wait meanwhile; reads do not.
   * @returns {Promise<void>}
   */
  tidy() {
    return this.#alone(async () => {
      if (await result(this.#db.transaction("kv").objectStore("kv").get(UNTIDY))) await this.#rewrite(this.#vault);
    });
  }

  /**
   * Encrypts or decrypts all rows. It rewrites the database, so that
   * no unencrypted byte stays on disk.
   * @param {boolean} on
   * @returns {Promise<boolean>} whether anything had to change
   */
  encrypt(on) {
    return this.#alone(async () => {
      if (on === this.encrypted) return false;
      const [from, to] = [this.#vault, on ? await Vault.make() : undefined];
      await this.#rewrite(to, {
        turn: async (store, key, row) => {
          if (store.name === "kv" && (key === KEYS || key === CHECK)) return undefined;
          const plain = from ? await from.open(store.name, key, row) : row;
          return to ? to.seal(store, plain, store.keyPath === null ? key : undefined) : plain;
        },
        rows: to ? await to.rows() : [],
      });
      return true;
    });
  }

  /**
   * Runs work while no other write is in progress.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #alone(work) {
    const done = this.#open.then(async () => {
      await this.#committed;
      return work();
    });
    this.#open = done.catch(() => {});
    return done;
  }

  /** @param {Vault | undefined} vault for the new database @param {import("./rewrite.js").Form} [form] */
  async #rewrite(vault, form) {
    this.tidying = 0;
    try {
      await rewrite(this.#made, this.#db, {
        use: (db) => {
          this.#db = this.#watched(db);
          this.#vault = vault;
        },
        progress: (part) => {
          this.tidying = part;
        },
      }, form);
    } finally {
      this.tidying = undefined;
    }
  }

  /**
   * Reads in a separate transaction.
   * @template T
   * @param {StoreName} store
   * @param {(store: IDBObjectStore) => IDBRequest<T>} read
   * @returns {Promise<T>}
   */
  async read(store, read) {
    return result(read(this.#vault ? sealedReader(this.#db, this.#vault, store) : this.#db.transaction(store).objectStore(store)));
  }

  /**
   * Reads several stores in one transaction, so that they are consistent.
   * @template T
   * @param {(tx: IDBTransaction) => Promise<T>} look
   * @returns {Promise<T>}
   */
  look(look) {
    const tx = this.#db.transaction(STORES);
    return look(this.#vault ? sealedTransaction(tx, this.#vault).tx : tx);
  }

  /**
   * Writes, and resolves when the data is on disk. Changes that arrive during a
   * transaction go together into the next one: a strict commit costs the same
   * for one change as for fifty.
   * @template T
   * @param {Change<T>} change computes first and puts last, so that it changes
   *   everything or, when it throws, nothing
   * @returns {Promise<T>}
   */
  write(change) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      if (!this.#writing) void this.#drain();
    });
  }

  async #drain() {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      for (let open; open !== this.#open; ) await (open = this.#open);
      await (this.#committed = this.#commit(this.#waiting.splice(0)));
    }
    this.#writing = false;
  }

  /** @param {{change: Change<any>, resolve: (value: any) => void, reject: (err: unknown) => void}[]} group */
  async #commit(group) {
    /** @type {(() => void)[]} */
    const settle = [];
    try {
      const tx = this.#db.transaction(STORES, "readwrite", { durability: "strict" });
      const committed = new Promise((resolve, reject) => {
        tx.oncomplete = () => resolve(undefined);
        tx.onabort = () => reject(tx.error ?? new Error("the transaction was aborted"));
      });
      // The code below handles its failure; a failed request must not count as unhandled.
      committed.catch(() => {});
      const sealed = this.#vault && sealedTransaction(tx, this.#vault);
      for (const { change, resolve, reject } of group) {
        try {
          const value = await change(sealed?.tx ?? tx);
          settle.push(() => resolve(value));
        } catch (err) {
          settle.push(() => reject(err));
        }
      }
      await sealed?.done().catch((err) => {
        tx.abort();
        throw err;
      });
      await committed;
    } catch (err) {
      const full = err instanceof DOMException && err.name === "QuotaExceededError";
      const fault = full
        ? new FaultError("STORE_FULL", "the disk has no room left for the memory", "Free some space; recording goes on by itself.")
        : new FaultError("STORE_FSYNC_FAILED", `the memory could not be written: ${messageOf(err)}`, "Restart the browser. If it stays so, the disk may be failing.");
      for (const { reject } of group) reject(fault);
      return;
    }
    for (const done of settle) done();
  }

  /**
   * @template T
   * @param {string} key
   * @returns {Promise<T | undefined>}
   */
  get(key) {
    return this.read("kv", (kv) => kv.get(key));
  }

  /** @param {string} key @param {unknown} value undefined removes it */
  async set(key, value) {
    await this.write((tx) => {
      const kv = tx.objectStore("kv");
      if (value === undefined) kv.delete(key);
      else kv.put(value, key);
    });
  }
}
