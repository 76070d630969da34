// The Wasm core as the extension runs it: the real core.wasm behind lib/core.js
// and lib/core-port.js. `./build.sh build` makes the file first.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { Core } from "../lib/core.js";
import { CoreClient, serveCore } from "../lib/core-port.js";
import { limitMemory } from "./small-memory.js";

const wasm = await readFile(new URL("../core/core.wasm", import.meta.url));
const full = WebAssembly.compile(wasm);
const small = WebAssembly.compile(limitMemory(wasm, 32 << 20));

const NOW = "2026-02-03T04:05:06.000Z";
/** More than the small core can hold, less than a request may have. */
const HUGE = "x".repeat(16 << 20);

const session = { schemaVersion: 1, sessionId: "s-wallet", createdAt: NOW, goal: "Send 0.1 ETH", flowTags: ["send"], tags: [] };

function record(n, testId = `button-${n}`) {
  return {
    seq: n,
    session,
    step: {
      schemaVersion: 1, stepId: `s-${n}`, sessionId: session.sessionId, timestamp: NOW,
      tool: { name: "mm_click", target: { testId } }, outcome: { ok: true },
      observation: {
        state: { currentUrl: "http://localhost/#/home", currentScreen: "home" },
        testIds: [{ testId, visible: true }], a11y: { nodes: [{ ref: "e1", role: "button", name: "Send tokens" }] },
      },
    },
  };
}

const put = (...records) => ({ op: "put", now: NOW, records });
const status = { op: "status", now: NOW };
const search = { op: "search", now: NOW, search: { query: "send tokens" } };

async function* stored(...requests) {
  yield* requests;
}

test("answers what was put", async () => {
  const core = new Core({ module: () => full });
  const { status: held } = await core.call(put(record(1), record(2)));
  assert.equal(held.sessions, 1);
  assert.equal(held.steps, 2);
  const { steps, error } = await core.call(search);
  assert.equal(error, undefined);
  assert.equal(steps.length, 2);
  assert.ok(core.health.startMs > 0);
  assert.equal(core.health.deaths, 0);
});

test("begins with the stored records", async () => {
  const core = new Core({ module: () => full, reload: () => stored(put(record(1)), put(record(2), record(3))) });
  assert.equal((await core.call(status)).status.steps, 3);
});

test("answers in the order of the questions", async () => {
  const core = new Core({ module: () => full });
  const replies = await Promise.all([core.call(put(record(1))), core.call(status), core.call(put(record(2))), core.call(status)]);
  assert.deepEqual(replies.map((r) => r.status.steps), [1, 1, 2, 2]);
});

test("refuses what is no request and lives", async () => {
  const core = new Core({ module: () => full });
  const circular = {};
  circular.self = circular;
  for (const [request, code] of [
    [{ op: "nonsense", now: NOW }, "UNKNOWN_TYPE"],
    [{ op: "search", now: NOW }, "MM_INVALID_INPUT"],
    [{ op: "search", now: NOW, search: { query: 7 } }, "MM_INVALID_INPUT"],
    [circular, "MM_INVALID_INPUT"],
    [undefined, "MM_INVALID_INPUT"],
    [{ op: "search", now: NOW, search: { query: "x".repeat(65 << 20) } }, "MM_INVALID_INPUT"],
  ]) {
    const { error } = await core.call(request);
    assert.equal(error?.code, code);
    assert.ok(error.hint);
  }
  assert.equal((await core.call(status)).status.steps, 0);
  assert.equal(core.health.deaths, 0);
});

test("understands every golden frame", async () => {
  const frames = new URL("../../testdata/wire/core/", import.meta.url);
  const names = (await readdir(frames)).filter((name) => name !== "reply.json");
  assert.ok(names.length > 10);
  for (const name of names) {
    const core = new Core({ module: () => full });
    const { error } = await core.call(JSON.parse(await readFile(new URL(name, frames), "utf8")));
    // Their values are samples, so a complaint about one is an answer.
    assert.ok(!error || ["MM_INVALID_INPUT", "MM_NOT_FOUND"].includes(error.code), `${name}: ${error?.message}`);
  }
});

test("a dead instance loses nothing", async () => {
  const core = new Core({ module: () => small, reload: () => stored(put(record(1)), put(record(2))) });
  assert.equal((await core.call(status)).status.steps, 2);

  const { error } = await core.call({ ...search, search: { query: HUGE } });
  assert.equal(error.code, "CORE_DIED");
  assert.match(core.health.lastError, /out of memory/);
  assert.equal(core.health.deaths, 2, "the request was tried twice");

  assert.equal((await core.call(search)).steps.length, 2);
  assert.equal(core.health.skipped, 0);
});

test("a stored record that kills is left out and counted, the others are kept", async () => {
  const requests = [put(record(1), record(2)), put(record(3), record(4, HUGE), record(5)), put(record(6))];
  const core = new Core({ module: () => small, reload: () => stored(...requests) });
  assert.equal((await core.call(status)).status.steps, 5);
  assert.equal(core.health.skipped, 1);
});

test("records that cannot be read are an error, not an empty memory", async () => {
  const core = new Core({
    module: () => full,
    async *reload() {
      yield put(record(1));
      throw new Error("the database is closed");
    },
  });
  const { error } = await core.call(status);
  assert.equal(error.code, "CORE_DIED");
  assert.match(error.message, /the database is closed/);
});

test("a core that cannot start says so and does not try at every call", async () => {
  let tries = 0;
  const core = new Core({
    async module() {
      tries++;
      throw new Error("no such file");
    },
  });
  for (let i = 0; i < 3; i++) {
    assert.match((await core.call(status)).error.message, /no such file/);
  }
  assert.equal(tries, 1);
});

test("rules that cannot be read cost the rules alone", async () => {
  const rules = { op: "rules", now: NOW, rules: "not rules" };
  const core = new Core({ module: () => full, reload: () => stored(rules, put(record(1))) });
  assert.equal((await core.call(status)).status.steps, 1);
  assert.ok(core.health.lastError);
});

/** Two ports that hear each other, as a document and its Worker do. */
function pair() {
  const copy = (data) => ({ data: structuredClone(data) });
  const document = { onmessage: null, onerror: null, gone: false, terminate: () => (document.gone = true),
    postMessage: (m) => { const e = copy(m); queueMicrotask(() => document.gone || worker.onmessage(e)); } };
  const worker = { onmessage: null,
    postMessage: (m) => { const e = copy(m); queueMicrotask(() => document.gone || document.onmessage(e)); } };
  return { document, worker };
}

/** A client whose "Workers" run in this thread. */
function client(module, reload) {
  const ends = [];
  const it = new CoreClient(() => {
    const { document, worker } = pair();
    serveCore(worker, { module: () => module });
    ends.push(document);
    return document;
  }, reload);
  return { it, ends };
}

test("a document and its Worker: questions down, stored records up", async () => {
  const { it } = client(full, () => stored(put(record(1)), put(record(2))));
  const [a, b] = await Promise.all([it.call(status), it.call(search)]);
  assert.equal(a.status.steps, 2);
  assert.equal(b.steps.length, 2);
  assert.ok(it.health.startMs > 0);
});

test("a document whose records cannot be read gets that as the answer", async () => {
  const { it } = client(full, async function* () {
    throw new Error("the database is closed");
  });
  assert.match((await it.call(status)).error.message, /the database is closed/);
});

test("a dead instance in the Worker pulls the records again", async () => {
  let reloads = 0;
  const { it } = client(small, () => (reloads++, stored(put(record(1)))));
  await it.call(status);
  assert.equal((await it.call({ ...search, search: { query: HUGE } })).error.code, "CORE_DIED");
  assert.equal((await it.call(status)).status.steps, 1);
  assert.equal(reloads, 3);
  assert.equal(it.health.deaths, 2);
});

test("a Worker that ends is replaced, and waiting calls fail", async () => {
  const { it, ends } = client(full, () => stored(put(record(1))));
  await it.call(status);
  const waiting = it.call(status);
  ends[0].onerror({ message: "out of memory" });
  assert.equal((await waiting).error.code, "CORE_DIED");
  assert.equal((await it.call(status)).status.steps, 1);
  assert.equal(ends.length, 2);
  assert.equal(it.health.deaths, 1);
});

test("what cannot be sent to the Worker is refused", async () => {
  const { it } = client(full, () => stored());
  assert.equal((await it.call({ op: () => 1 })).error.code, "MM_INVALID_INPUT");
});
