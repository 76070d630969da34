// The extension's database. What is written here with strict durability is
// recorded; everything else is a cache of it.

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
 * @typedef {(tx: IDBTransaction) => Promise<T> | T} Change awaits nothing but requests of tx
 */

export class Database {
  #db;
  #made;
  /** Of what the rows in #db are encrypted by. @type {Vault | undefined} */
  #vault;
  /** Settled while the database can be written. @type {Promise<unknown>} */
  #open = Promise.resolve();
  /** Settled while nothing is being written. @type {Promise<unknown>} */
  #committed = Promise.resolve();
  /** @type {{change: Change<any>, resolve: (value: any) => void, reject: (err: unknown) => void}[]} */
  #waiting = [];
  #writing = false;

  /**
   * @param {IDBDatabase} db
   * @param {import("./rewrite.js").Made} made
   * @param {Vault} [vault]
   */
  constructor(db, made, vault) {
    this.#db = this.#watched(db);
    this.#made = made;
    this.#vault = vault;
  }

  /** Whether rows are encrypted. */
  get encrypted() {
    return this.#vault !== undefined;
  }

  /** Called when somebody else has closed the database, or cleared it: nothing can be read or written here any more. */
  gone = () => {};
  /** How far taking things off the disk has come, a part of one; undefined where that is not under way. @type {number | undefined} */
  tidying;

  /** @param {IDBDatabase} db @returns {IDBDatabase} that a newer version of the extension need not wait for */
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

  /**
   * @param {import("./rewrite.js").Factory} [factory]
   * @returns {Promise<Database>}
   */
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
   * Takes what was forgotten since the last time off the disk, if there is
   * anything (rewrite.js). Who writes meanwhile waits; who reads does not.
   * @returns {Promise<void>}
   */
  tidy() {
    return this.#alone(async () => {
      if (await result(this.#db.transaction("kv").objectStore("kv").get(UNTIDY))) await this.#rewrite(this.#vault);
    });
  }

  /**
   * Encrypts all rows, or decrypts them: the database is rewritten, so that
   * no plain byte stays.
   * @param {boolean} on
   * @returns {Promise<boolean>} whether anything was to be done
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
   * Does work while nothing else writes.
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

  /**
   * @param {Vault | undefined} vault of the database that is written
   * @param {import("./rewrite.js").Form} [form]
   */
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
   * Reads in a transaction of its own.
   * @template T
   * @param {StoreName} store
   * @param {(store: IDBObjectStore) => IDBRequest<T>} read
   * @returns {Promise<T>}
   */
  async read(store, read) {
    return result(read(this.#vault ? sealedReader(this.#db, this.#vault, store) : this.#db.transaction(store).objectStore(store)));
  }

  /**
   * Reads several stores as they are at one time.
   * @template T
   * @param {(tx: IDBTransaction) => Promise<T>} look
   * @returns {Promise<T>}
   */
  look(look) {
    const tx = this.#db.transaction(STORES);
    return look(this.#vault ? sealedTransaction(tx, this.#vault).tx : tx);
  }

  /**
   * Writes, and resolves once it is on the disk. What comes while a
   * transaction is under way goes into the next one together: a strict commit
   * costs the same for one change as for fifty.
   * @template T
   * @param {Change<T>} change computes first and puts last, so that it changes
   *   all or, when it throws, nothing
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
      // Its failure is met below; a failed request must not count as unhandled.
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

  /**
   * @param {string} key
   * @param {unknown} value undefined removes it
   */
  async set(key, value) {
    await this.write((tx) => {
      const kv = tx.objectStore("kv");
      if (value === undefined) kv.delete(key);
      else kv.put(value, key);
    });
  }
}
