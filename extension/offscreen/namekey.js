// The key of name hashes (shared/capture/hidden.go), which the core receives before any
// record. The companion's key is used wherever one is known: from pairing.json or from
// each link. An extension without either generates one.

import { readPairingFile } from "../lib/pairing.js";

const NAME_KEY = "nameKey";

/** 32 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{43}=$/;

/**
 * @typedef {object} Kept
 * @property {string} key
 * @property {string} [file] the key in pairing.json at the last read
 */

/** @param {import("./db.js").Database} db @returns {Promise<string>} */
export async function nameKey(db) {
  const kept = /** @type {Kept | undefined} */ (await db.get(NAME_KEY));
  const file = (await readPairingFile())?.names;
  if (isNameKey(file) && file !== kept?.file) {
    await db.set(NAME_KEY, { key: file, file });
    return file;
  }
  if (kept) return kept.key;
  const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  await db.set(NAME_KEY, { key });
  return key;
}

/**
 * Stores the companion's key.
 * @param {import("./db.js").Database} db
 * @param {unknown} key
 * @returns {Promise<boolean>} whether it differs from the previous key
 */
export async function learnNameKey(db, key) {
  const kept = /** @type {Kept | undefined} */ (await db.get(NAME_KEY));
  if (!isNameKey(key) || key === kept?.key) return false;
  await db.set(NAME_KEY, { ...kept, key });
  return true;
}

/** @param {unknown} key @returns {key is string} */
function isNameKey(key) {
  return typeof key === "string" && KEY.test(key);
}
