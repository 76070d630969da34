// Runs in a page over the extension's files (segments_test.go): fill() stores a
// memory as the extension does, measure() starts from it.

import { Database } from "/offscreen/db.js";
import { Memory } from "/offscreen/memory.js";
import { keyOf } from "/offscreen/records.js";

const WORKERS = 5;
const PER_WRITE = 500;

const json = async (path) => (await fetch(path)).json();

globalThis.fill = async () => {
  const db = await Database.open();
  const records = await json("/records.json");
  for (let i = 0; i < records.length; i += PER_WRITE) {
    await db.write((tx) => {
      for (const record of records.slice(i, i + PER_WRITE)) tx.objectStore("records").put({ key: keyOf(record), record });
    });
  }
  for (const segment of await json("/segments.json")) {
    const bytes = new Uint8Array(await (await fetch(`/segments/${segment.number}`)).arrayBuffer());
    await db.write((tx) => {
      tx.objectStore("segments").put(segment);
      tx.objectStore("blobs").put(bytes, segment.number);
    });
  }
  return records.filter((r) => r.step).length;
};

/** A memory that is ready, and how long that took. */
async function start() {
  const began = performance.now();
  let worker;
  const memory = new Memory(await Database.open(), () => (worker = new Worker("/offscreen/core-worker.js", { type: "module" })));
  const { status } = await memory.status();
  return { ms: performance.now() - began, steps: status.steps, memory, stop: () => worker.terminate() };
}

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.floor(q * (list.length - 1))];

globalThis.measure = async () => {
  const first = await start();
  first.stop();
  const again = [];
  let last;
  for (let i = 0; i < WORKERS; i++) {
    last?.stop();
    again.push(last = await start());
  }
  const took = [];
  for (const round of [0, 1, 2]) {
    for (const query of await json("/queries.json")) {
      const began = performance.now();
      const { error } = await last.memory.question({ op: "search", now: new Date().toISOString(), search: { query, limit: 10 } });
      if (error) throw new Error(error.message);
      if (round > 0) took.push(performance.now() - began);
    }
  }
  return { steps: last.steps, first: first.ms, again: quantile(again.map((s) => s.ms), 0.5), p50: quantile(took, 0.5), p95: quantile(took, 0.95) };
};
