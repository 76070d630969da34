// Runs in a page over the extension's files (recording_test.go): measure() records
// the same steps as the extension does and as it did until it took one call and
// one row for a step, in turns, and returns the medians in milliseconds.

import { CoreClient } from "/lib/core-port.js";
import { Capture } from "/offscreen/capture.js";
import { Database } from "/offscreen/db.js";
import { result } from "/offscreen/idb.js";
import { Memory } from "/offscreen/memory.js";
import { Outbox } from "/offscreen/outbox.js";
import { fit } from "/offscreen/records.js";

const WARM_UP = 20;

const worker = () => new Worker("/offscreen/core-worker.js", { type: "module" });
const session = { schemaVersion: 1, sessionId: "mm-one", createdAt: "2026-01-01T00:00:00.000Z", flowTags: [], tags: [] };

/** A click on a page with so many elements. */
const click = (stepId, elements) => ({
  schemaVersion: 1, stepId, sessionId: "mm-one", timestamp: new Date().toISOString(), tool: { name: "mm_click", target: { testId: stepId, role: "button", name: `Confirm ${stepId}` } },
  actor: "observed", outcome: { ok: true },
  observation: {
    state: { currentUrl: "https://a.example/wallet/send", currentScreen: "", title: "Send", origin: "https://a.example" },
    testIds: Array.from({ length: elements / 4 }, (_, i) => ({ testId: `field-${i}`, tag: "input", visible: true })),
    a11y: { nodes: Array.from({ length: elements }, (_, i) => ({ ref: `e${i}`, role: i % 3 ? "button" : "heading", name: `Entry number ${i} of the list` })) },
  },
});
const after = { currentUrl: "https://a.example/wallet/done", title: "Done", appeared: ['heading "Transfer queued"', 'button "View on explorer"'] };
const outcome = { ok: true };

/** As the extension records. */
async function now() {
  const db = await Database.open();
  const outbox = new Outbox(db);
  await outbox.load();
  const memory = new Memory(db, worker);
  await memory.status();
  const capture = new Capture(db, memory, outbox, () => {});
  return { open: (stepId, step) => capture.open({ stepId, step, session, keep: "full" }), close: (stepId) => capture.close({ stepId, after, outcome, keep: "full" }) };
}

/** As it recorded at 12f99aa: three calls of the core, rows in two stores. */
async function formerly() {
  const opening = indexedDB.open("former", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("outbox", { keyPath: "seq" }).createIndex("key", "key");
    opening.result.createObjectStore("pending", { keyPath: "stepId" });
    opening.result.createObjectStore("replica", { keyPath: "key" });
    opening.result.createObjectStore("kv");
  };
  const db = await result(opening);
  const read = (store, key) => result(db.transaction(store).objectStore(store).get(key));
  const write = async (change) => {
    const tx = db.transaction(["outbox", "pending", "replica", "kv"], "readwrite", { durability: "strict" });
    const committed = new Promise((resolve, reject) => Object.assign(tx, { oncomplete: resolve, onabort: () => reject(tx.error) }));
    await change(tx);
    await committed;
  };
  const isStored = async (tx, key) => (await result(tx.objectStore("replica").getKey(key))) ?? (await result(tx.objectStore("outbox").index("key").getKey(key)));
  const core = new CoreClient(worker, async function* () {});
  const ask = async (request) => {
    const reply = await core.call({ ...request, now: new Date().toISOString() });
    if (reply.error) throw new Error(reply.error.message);
    return reply;
  };
  await ask({ op: "status" });
  return {
    open: async (stepId, raw) => {
      const { step } = await ask({ op: "capture", capture: raw });
      await write(async (tx) => {
        const pending = tx.objectStore("pending");
        if (((await result(pending.getKey(stepId))) ?? (await isStored(tx, `step:${stepId}`))) === undefined) pending.put({ stepId, step, session, openedAt: Date.now() });
      });
    },
    close: async (stepId) => {
      const row = await read("pending", stepId);
      const { step } = await ask({ op: "capture", capture: { ...row.step, sessionId: row.session.sessionId, after, outcome } });
      await read("kv", "orders");
      const { record, size } = fit({ seq: 0, session: row.session, step });
      const key = `step:${stepId}`;
      await write(async (tx) => {
        tx.objectStore("pending").delete(stepId);
        if ((await isStored(tx, key)) !== undefined) return;
        const kv = tx.objectStore("kv");
        await result(kv.get("unsent"));
        const seq = (await result(kv.get("next"))) ?? 1;
        tx.objectStore("outbox").put({ seq, key, size, record: { ...record, seq } });
        kv.put(seq + 1, "next");
      });
      await ask({ op: "put", records: [record] });
    },
  };
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

globalThis.measure = async (steps, elements) => {
  const ways = { now: await now(), formerly: await formerly() };
  const took = { now: [], formerly: [] };
  for (let i = 0; i < steps + WARM_UP; i++) {
    for (const way of i % 2 ? ["now", "formerly"] : ["formerly", "now"]) {
      const stepId = `s-step${i}`;
      const step = click(stepId, elements);
      const began = performance.now();
      await ways[way].open(stepId, step);
      const opened = performance.now();
      await ways[way].close(stepId);
      const closed = performance.now();
      if (i >= WARM_UP) took[way].push({ open: opened - began, close: closed - opened });
    }
  }
  const of = (way, part) => median(took[way].map((t) => t[part]));
  return { openNow: of("now", "open"), openFormerly: of("formerly", "open"), closeNow: of("now", "close"), closeFormerly: of("formerly", "close") };
};
