// Stores the companion's ports and pairing key. An extension written by `cairn
// extension` has them in pairing.json, which no web page can read; for a
// packaged one the person types a code once.

import { FaultError } from "../lib/fault.js";
import { DefaultPort, PortTries } from "../lib/limits.js";
import { readPairingFile } from "../lib/pairing.js";
import { isKey } from "./handshake.js";

/**
 * @typedef {object} Pairing
 * @property {string} key 64 hex digits
 * @property {number[]} ports to try, in order
 * @property {boolean} [own] the companion started this browser
 * @property {string} [context] id of the browser context
 */

/** The code of `cairn pair`: <port>-<key>. */
const CODE = /^(\d{1,5})-([0-9a-f]{64})$/;

/** @param {import("./db.js").Database} db @returns {Promise<Pairing | null>} */
export async function readPairing(db) {
  const file = await readPairingFile();
  if (file && isKey(file.key)) return { key: file.key, ports: portsFrom(file.port, file.ports), ...(file.own === true ? { own: true } : {}), ...(file.context ? { context: String(file.context) } : {}) };
  const pairing = /** @type {Pairing | undefined} */ (await db.get("pairing")) ?? kept();
  if (pairing) keep(pairing);
  return pairing;
}

/** Names the copy outside the database: a profile that lost the database need not be paired again. */
const KEPT = "pairing";

/** @param {Pairing} pairing */
function keep(pairing) {
  localStorage.setItem(KEPT, JSON.stringify(pairing));
}

/** @returns {Pairing | null} */
function kept() {
  const text = localStorage.getItem(KEPT);
  return text && JSON.parse(text);
}

/** @param {import("./db.js").Database} db @param {string | undefined} code */
export async function storeCode(db, code) {
  const parts = CODE.exec((code ?? "").trim().toLowerCase());
  if (!parts || !isPort(Number(parts[1]))) {
    throw new FaultError("MM_INVALID_INPUT", "this is not a pairing code", "Run `cairn pair` and copy the whole code: a port, a dash and 64 digits.");
  }
  const pairing = { key: parts[2], ports: portsFrom(Number(parts[1])) };
  await db.set("pairing", pairing);
  keep(pairing);
}

/**
 * @param {unknown} first
 * @param {unknown} [others]
 * @returns {number[]} ports to try: the known one, then the companion's
 *   alternatives for when it is in use
 */
export function portsFrom(first, others) {
  const usual = Array.from({ length: PortTries }, (_, i) => DefaultPort + i);
  const given = Array.isArray(others) && others.length > 0 ? others : usual;
  return [...new Set([first, ...given].filter(isPort))];
}

/** @param {unknown} port @returns {port is number} */
function isPort(port) {
  return Number.isInteger(port) && Number(port) > 0 && Number(port) < 65536;
}
