// Reads pairing.json, which `cairn extension` and `cairn run` write into the extension's
// copy: the companion's key and ports, and how this browser is used.

/** @import {Keep} from "../wire" */

/**
 * @typedef {object} PairingFile
 * @property {string} key 64 hex digits
 * @property {number} [port] the companion's last port
 * @property {number[]} [ports] its alternative ports
 * @property {boolean} [managed]
 * @property {boolean} [own] the companion started this browser
 * @property {string} [context] id of the browser context
 * @property {{id: string, name: string}[]} [extensions] under test: other extensions whose pages are observed
 * @property {string} [names] the key of name hashes, in base64
 * @property {Keep} [keep] which names steps hold in clear until the user chooses
 */

/** Notes that pairing.json is absent: it comes with the extension, never later. */
let absent = false;

/** @returns {Promise<PairingFile | null>} pairing.json, null if there is none */
export async function readPairingFile() {
  if (absent) return null;
  try {
    const response = await fetch(chrome.runtime.getURL("pairing.json"), { cache: "no-store" });
    return await response.json();
  } catch {
    // An extension that was not written by `cairn extension` has none; fetch
    // reports this only as an error.
    absent = true;
    return null;
  }
}

/** @type {Promise<PairingFile | null> | undefined} */
let first;

/** @returns {Promise<PairingFile | null>} pairing.json as this context first read it */
export function firstPairingFile() {
  first ??= readPairingFile();
  return first;
}

/** @returns {Promise<boolean>} whether pairing.json marks this browser as driven by a program */
export async function isManaged() {
  return (await firstPairingFile())?.managed === true;
}
