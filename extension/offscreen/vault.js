// Encrypts the content of the database. The keys belong to the browser: generated here
// and stored in the database as non-exportable keys, so that no script can read them and
// memory can be searched without the companion. Keys and index fields stay in clear: they
// contain nothing private.

import { FaultError } from "../lib/fault.js";

/**
 * @typedef {object} Keys
 * @property {CryptoKey} data AES-GCM, of values
 */

/** In kv: the keys, and a known value sealed with them. */
export const KEYS = "keys";
export const CHECK = "keysCheck";

/** Names in kv whose values are never sealed. */
const CLEAR = new Set([KEYS, CHECK]);

const IV = 12;

/** Mark a sealed value as JSON text or bytes. */
const JSON_TEXT = 0;
const BYTES = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Vault {
  /** @param {Keys} keys */
  constructor(keys) {
    this.keys = keys;
  }

  /** @returns {Promise<Vault>} with a new key */
  static async make() {
    return new Vault({ data: await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]) });
  }

  /**
   * @param {unknown} keys as stored in kv
   * @param {unknown} check as stored in kv
   * @returns {Promise<Vault | undefined>} undefined when nothing is encrypted
   */
  static async found(keys, check) {
    if (keys === undefined && check === undefined) return undefined;
    const lost = new FaultError("STORE_KEY", "the memory in this browser is encrypted, and its key is lost or another", "Nothing was changed. Restore the browser's profile from a copy, or remove the extension's data to start over.");
    const { data } = /** @type {Partial<Keys>} */ (keys ?? {});
    if (!(data instanceof CryptoKey)) throw lost;
    const vault = new Vault({ data });
    try {
      await vault.open("kv", CHECK, check);
    } catch {
      throw lost;
    }
    return vault;
  }

  /** @returns {Promise<[string, unknown][]>} the rows to store in kv */
  async rows() {
    return [[KEYS, this.keys], [CHECK, { sealed: await this.#seal(`kv:${CHECK}`, CHECK) }]];
  }

  /**
   * Encrypts a row. Numbers and booleans contain nothing private and stay in clear.
   * @param {IDBObjectStore} store
   * @param {any} row
   * @param {IDBValidKey | undefined} key if it is not in the row
   * @returns {Promise<any>}
   */
  async seal(store, row, key) {
    if (typeof row !== "object" && typeof row !== "string") return row;
    if (store.name === "kv" && CLEAR.has(/** @type {string} */ (key))) return row;
    /** @type {Record<string, any>} */
    const clear = {};
    for (const path of this.#found(store)) if (row[path] !== undefined) clear[path] = row[path];
    const place = `${store.name}:${typeof store.keyPath === "string" ? clear[store.keyPath] : key}`;
    return { ...clear, sealed: await this.#seal(place, row) };
  }

  /** @type {Map<string, string[]>} */
  #paths = new Map();

  /** @param {IDBObjectStore} store @returns {string[]} the key and index fields of its rows */
  #found(store) {
    let paths = this.#paths.get(store.name);
    if (!paths) {
      paths = [store.keyPath, ...[...store.indexNames].map((name) => store.index(name).keyPath)].filter((path) => typeof path === "string");
      this.#paths.set(store.name, paths);
    }
    return paths;
  }

  /**
   * @param {string} store
   * @param {IDBValidKey} key as stored in the database
   * @param {any} row
   * @returns {Promise<any>} the row as it was before seal
   */
  async open(store, key, row) {
    if (!(row?.sealed instanceof Uint8Array)) return row;
    let plain;
    try {
      plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv: row.sealed.subarray(0, IV), additionalData: encoder.encode(`${store}:${key}`) }, this.keys.data, row.sealed.subarray(IV)));
    } catch {
      throw new FaultError("STORE_DAMAGED", `a row of the memory (${store}) does not decrypt`, "Restart the browser. If it stays so, the disk may be failing.");
    }
    return plain[0] === BYTES ? plain.slice(1) : JSON.parse(decoder.decode(plain.subarray(1)));
  }

  /** @param {string} place that the ciphertext is bound to @param {any} value @returns {Promise<Uint8Array>} */
  async #seal(place, value) {
    const text = value instanceof Uint8Array ? value : encoder.encode(JSON.stringify(value));
    const plain = new Uint8Array(1 + text.length);
    plain[0] = value instanceof Uint8Array ? BYTES : JSON_TEXT;
    plain.set(text, 1);
    const iv = crypto.getRandomValues(new Uint8Array(IV));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: encoder.encode(place) }, this.keys.data, plain);
    return joined(iv, new Uint8Array(sealed));
  }
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function joined(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
