// Reads the memory from the database for a core that starts: first the settings for reading
// records, then the segments, then the rows that no segment contains.

/** @import {CoreClient} from "../lib/core-port.js" */
import { nameKey } from "./namekey.js";
import { KEY_ORDER } from "./records.js";
import { Stored, dropSegment } from "./segments.js";

/** @typedef {ReturnType<ConstructorParameters<typeof CoreClient>[1]>} Requests to the core, each answered with whether it failed */

/** Bounds the records in one call to the core, which answers no query during it. */
export const LOAD_BATCH = 16;

/**
 * Yields the requests that give a new core all that is stored.
 * @param {import("./db.js").Database} db
 * @param {(() => Promise<import("../wire").KnowRequest | undefined>)} [typed] returns the secrets typed so far
 * @returns {Requests}
 */
export async function* everything(db, typed) {
  yield { op: "nameKey", now: now(), nameKey: await nameKey(db) };
  const know = await typed?.();
  if (know) yield { op: "know", now: now(), know };
  const rules = await db.get("rules");
  if (rules) yield { op: "rules", now: now(), rules };
  const stored = await Stored.read(db);
  yield* segments(db, stored);
  for (const prefix of KEY_ORDER) yield* rows(db, stored.inOrder(prefix));
}

/**
 * Yields the usable segments and drops the others.
 * @param {import("./db.js").Database} db
 * @param {Stored} stored
 * @returns {Requests}
 */
async function* segments(db, stored) {
  const rows = /** @type {import("./segments.js").Row[]} */ (await db.read("segments", (s) => s.getAll()));
  let total = rows.reduce((sum, { size }) => sum + size, 0);
  for (const { number, keys } of rows) {
    const bytes = stored.has(keys) ? await db.read("blobs", (s) => s.get(number)) : undefined;
    const failed = bytes instanceof Uint8Array ? yield { attach: number, bytes, total } : true;
    total = 0; // sent once
    if (failed) await dropSegment(db, number);
    else stored.take(keys);
  }
}

/** @param {import("./db.js").Database} db @param {string[]} keys in order @returns {Requests} */
async function* rows(db, keys) {
  for (let i = 0; i < keys.length; i += LOAD_BATCH) {
    const found = await Promise.all(keys.slice(i, i + LOAD_BATCH).map((key) => db.read("records", (s) => s.get(key))));
    const records = found.filter((row) => row !== undefined).map((row) => row.record);
    if (records.length > 0) yield { op: "put", now: now(), records };
  }
}

const now = () => new Date().toISOString();
