// Encrypts the content of the database. The keys belong to the browser: generated here
// and stored in the database as non-exportable keys, so that no script can read them and
// memory can be searched without the companion. Index fields stay in clear if they
// contain nothing private; domains in keys are hidden.

import { FaultError } from "../lib/fault.js";

/**
 * @typedef {object} Keys
 * @property {CryptoKey} data AES-GCM, of values
 * @property {CryptoKey} names AES-CBC, of names in keys
 * @property {CryptoKey} marks HMAC, which derives an initialisation vector for each name
 */

/** In kv: the keys, and a known value sealed with them. */
export const KEYS = "keys";
export const CHECK = "keysCheck";

/** Names in kv whose values are never sealed. */
const CLEAR = new Set([KEYS, CHECK]);

/** Match keys that end in a domain; a hidden domain starts with a character that no domain has. */
const NAMED = /^((?:wait:\d+:)?card:)([^~].*)$/s;
const HIDDEN = /^((?:wait:\d+:)?card:)~([0-9a-f]+)$/;

/** @param {unknown} key */
export const isNamed = (key) => typeof key === "string" && NAMED.test(key);
/** @param {unknown} key */
export const isHidden = (key) => typeof key === "string" && HIDDEN.test(key);

const IV = 12;
const NAME_IV = 16;

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

  /** @returns {Promise<Vault>} with new keys */
  static async make() {
    const make = (/** @type {AesKeyGenParams | HmacKeyGenParams} */ algorithm, /** @type {KeyUsage[]} */ uses) => crypto.subtle.generateKey(algorithm, false, uses);
    const [data, names, marks] = await Promise.all([
      make({ name: "AES-GCM", length: 256 }, ["encrypt", "decrypt"]),
      make({ name: "AES-CBC", length: 256 }, ["encrypt", "decrypt"]),
      make({ name: "HMAC", hash: "SHA-256" }, ["sign"]),
    ]);
    return new Vault({ data, names, marks });
  }

  /**
   * @param {unknown} keys as stored in kv
   * @param {unknown} check as stored in kv
   * @returns {Promise<Vault | undefined>} undefined when nothing is encrypted
   */
  static async found(keys, check) {
    if (keys === undefined && check === undefined) return undefined;
    const lost = new FaultError("STORE_KEY", "the memory in this browser is encrypted, and its key is lost or another", "Nothing was changed. Restore the browser's profile from a copy, or remove the extension's data to start over.");
    const { data, names, marks } = /** @type {Partial<Keys>} */ (keys ?? {});
    if (!(data instanceof CryptoKey && names instanceof CryptoKey && marks instanceof CryptoKey)) throw lost;
    const vault = new Vault({ data, names, marks });
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
    for (const path of this.#found(store)) if (row[path] !== undefined) clear[path] = await this.hide(row[path]);
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

  /**
   * Hides the domain at the end of a key. Equal names have equal results, so that a row
   * can be found by its key.
   * @template K
   * @param {K} key
   * @returns {Promise<K | string>} with the domain hidden, if there is one
   */
  async hide(key) {
    const [, prefix, domain] = (typeof key === "string" && NAMED.exec(key)) || [];
    if (domain === undefined) return key;
    const name = encoder.encode(domain);
    const iv = new Uint8Array(await crypto.subtle.sign("HMAC", this.keys.marks, name)).slice(0, NAME_IV);
    const hidden = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CBC", iv }, this.keys.names, name));
    return `${prefix}~${[...joined(iv, hidden)].map((b) => b.toString(16).padStart(2, "0")).join("")}`;
  }

  /**
   * @template K
   * @param {K} key
   * @returns {Promise<K | string>} the key as it was before hide
   */
  async reveal(key) {
    const [, prefix, hidden] = (typeof key === "string" && HIDDEN.exec(key)) || [];
    if (hidden === undefined) return key;
    const bytes = Uint8Array.from(hidden.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const name = await crypto.subtle.decrypt({ name: "AES-CBC", iv: bytes.subarray(0, NAME_IV) }, this.keys.names, bytes.subarray(NAME_IV));
    return prefix + decoder.decode(name);
  }
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function joined(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
