// Plays traces of companion/sim (trace_test.go) with the extension's own link:
// connection.js, sender.js and outbox.js, over a database in memory and a socket
// that the trace speaks through. Reads {key, port, traces: Event[][]} from
// standard input and writes what each event led to, State[][].

import { createHmac } from "node:crypto";

import { Connection } from "../offscreen/connection.js";
import { Outbox } from "../offscreen/outbox.js";

const turns = async () => {
  for (let i = 0; i < 40; i++) await new Promise((resolve) => setImmediate(resolve));
};
// Time passes at once: a pause of the sender's takes one turn.
globalThis.setTimeout = /** @type {any} */ ((again) => setImmediate(again));
globalThis.clearTimeout = /** @type {any} */ (clearImmediate);
globalThis.IDBKeyRange = /** @type {any} */ ({ lowerBound: (n) => (k) => k >= n, upperBound: (n) => (k) => k <= n, only: (n) => (k) => k === n });

/** A request of IndexedDB that has its answer. */
const done = (result) => ({ result, set onsuccess(say) { queueMicrotask(say); } });

const inOrder = (a, b) => (a < b ? -1 : 1);

/** One store; its only index is by number. */
class Store {
  rows = new Map();
  #numbered(range = null, limit = Infinity) {
    return [...this.rows.values()].filter(({ seq }) => seq !== undefined && (!range || range(seq))).sort((a, b) => inOrder(a.seq, b.seq)).slice(0, limit);
  }
  get = (key) => done(structuredClone(this.rows.get(key)));
  put = (value, key = value.key) => done(void this.rows.set(key, structuredClone(value)));
  delete = (key) => done(this.rows.delete(key));
  index = () => ({
    getAll: (range, limit) => done(structuredClone(this.#numbered(range, limit))),
    openKeyCursor: (_, direction) => {
      const row = this.#numbered().at(direction === "prev" ? -1 : 0);
      return done(row ? { key: row.seq } : null);
    },
  });
}

/** The part of db.js's Database that the outbox uses. */
class MemoryDatabase {
  stores = { kv: new Store(), records: new Store() };
  #tx = { objectStore: (name) => this.stores[name] };
  get = async (key) => this.stores.kv.get(key).result;
  read = async (name, look) => look(this.stores[name]).result;
  look = async (look) => look(this.#tx);
  write = async (change) => change(this.#tx);
}

async function play({ key, port }, events) {
  const db = new MemoryDatabase();
  const outbox = new Outbox(/** @type {any} */ (db));
  await outbox.load();
  const hmac = (text, by) => createHmac("sha256", by).update(text).digest();
  const prove = (text) => hmac(text, hmac(`port|${port}`, Buffer.from(key, "hex"))).toString("hex");
  let [cursor, epochs, epoch, said, link] = [0, 0, outbox.epoch, [], undefined];

  const open = async (hwm) => {
    const own = { linked: false, over: false, socket: undefined, connection: undefined };
    const socket = (own.socket = {
      readyState: 1,
      close: () => (socket.readyState = 3),
      send: (text) => {
        const m = JSON.parse(text);
        const hear = (answer) => socket.onmessage({ data: JSON.stringify(answer) });
        const nonce = "5".repeat(32);
        if (m.kind === "hello") {
          said.push(`hello next ${m.hello.next} cursor ${m.hello.cursor}`);
          hear({ kind: "welcome", welcome: { proto: m.hello.proto, nonce, proof: prove(`s|${m.hello.nonce}|${nonce}`) } });
        } else if (m.kind === "prove") hear({ kind: "ready", ready: { hwm, window: 4 } });
        else if (m.kind === "batch") said.push(`batch ${m.batch.first} of ${m.batch.records.map((r) => (r.gap ? "gap" : r.step.stepId)).join(" ")}`);
        else if (m.kind === "replicaAck") said.push(`replicaAck ${m.replicaAck.cursor}`);
        else if (m.kind !== "beat") said.push(m.kind);
      },
    });
    own.connection = new Connection({
      outbox, pairing: async () => null, cursor: async () => cursor, version: "trace", browser: "", rules: async () => {}, nameKey: async () => {}, rewritings: () => {}, keeping: async () => undefined, encrypted: () => false, encrypt: () => {}, call: async () => ({}),
      replicate: async (_, to) => void (cursor = to), socket: () => socket,
    }, { key, ports: [port] }, port, () => (own.linked = true));
    own.connection.run().then(() => (own.over = true));
    link = own;
    // The proofs are made by other threads.
    for (let i = 0; i < 2000 && !own.over && !(own.linked && i > 1); i++) {
      if (i === 0) while (!socket.onopen) await turns();
      if (i === 0) socket.onopen();
      await turns();
    }
  };
  const cut = async () => {
    if (!link || link.over) return;
    link.socket.readyState = 3;
    link.socket.onclose({ code: 1006, reason: "" });
    await turns();
  };
  const say = (message) => {
    if (link && !link.over) link.socket.onmessage({ data: JSON.stringify(message) });
  };

  const states = [];
  for (const event of events) {
    said = [];
    if (event.add) {
      for (const id of event.add) await outbox.add({ session: { sessionId: "mm-trace-1" }, step: { stepId: id } });
      link?.connection.poke();
    } else if (event.ack) say({ kind: "ack", ack: event.ack });
    else if (event.error) say({ kind: "error", error: { code: event.error, message: "trace" } });
    else if (event.replica) say({ kind: "replica", replica: { records: [], cursor: event.replica } });
    else if (event.open) {
      await cut();
      await open(event.open.hwm);
    } else if (event.cut) await cut();
    await turns();
    if (outbox.epoch !== epoch) [epochs, epoch] = [epochs + 1, outbox.epoch];
    const rows = db.stores.records.index().getAll().result;
    states.push({
      linked: !!link && link.linked && !link.over, said, epochs, next: await outbox.next(), cursor,
      outbox: rows.map((r) => `${r.seq} ${r.record.gap ? "gap" : r.record.step.stepId}`),
    });
  }
  await cut();
  return states;
}

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const asked = JSON.parse(Buffer.concat(chunks).toString());
const all = [];
for (const events of asked.traces) all.push(await play(asked, events));
process.stdout.write(JSON.stringify(all), () => process.exit(0));
