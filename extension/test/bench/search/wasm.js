// The real Wasm core, asked as the extension asks it: JSON in, JSON out.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Core } from "../../../lib/core.js";
import { readLines } from "./store.js";

const PER_BATCH = 250;
/** The most that a search gives. */
const LIMIT = 100;

export const input = null; // reads the records itself: they may be more than fits
export const keepTop = true;

/** The requests that fill a core, and the one that a query is. */
export async function* fill({ dir, now }) {
  let records = [];
  for await (const record of readLines(join(dir, "records.jsonl"))) {
    if (records.push(record) === PER_BATCH) {
      yield { op: "put", now, records };
      records = [];
    }
  }
  if (records.length > 0) yield { op: "put", now, records };
}

export const searchRequest = (now, query, limit) => ({ op: "search", now, search: { query: query.text, limit: Math.min(limit, LIMIT), scope: "all" } });

export default async function build(store) {
  const wasm = readFileSync(new URL("../../../core/core.wasm", import.meta.url));
  const core = new Core({ module: () => WebAssembly.compile(wasm) });
  const number = new Map();
  const call = async (request) => {
    const reply = await core.call(request);
    // A core that dies is replaced by an empty one, which would answer fast.
    if (core.health.deaths > 0) throw new Error(`the core died with ${number.size} steps: ${core.health.lastError}`);
    if (reply.error || reply.rejected) throw new Error(JSON.stringify(reply.error ?? reply.rejected[0]));
    return reply;
  };
  for await (const request of fill(store)) {
    await call(request);
    for (const { step } of request.records) number.set(step.stepId, number.size);
  }
  return {
    "Cairn as Wasm, JSON both ways": async (query, limit) =>
      ((await call(searchRequest(store.now, query, limit))).steps ?? []).map((s) => number.get(s.stepId)),
  };
}
