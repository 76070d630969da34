// The answers that lie ready, against a core that counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ready } from "../offscreen/ready.js";

/** @param {string} name */
const request = (name) => /** @type {any} */ ({ op: "prior", now: "2026-01-01T00:00:00Z", prior: { sessionId: name } });

/** @returns {{asked: string[], call: (r: any) => Promise<any>}} */
function core() {
  /** @type {string[]} */
  const asked = [];
  return { asked, call: async (r) => ({ n: asked.push(r.prior.sessionId) }) };
}

test("an answer lies ready for just that question", async () => {
  const { asked, call } = core();
  const ready = new Ready();
  await ready.prepare(request("a"), call);
  await ready.prepare(request("a"), call);
  assert.deepEqual(ready.answer(request("a")), { n: 1 });
  assert.equal(ready.answer(request("b")), undefined);
  assert.deepEqual(asked, ["a"]);
  assert.equal(ready.health.ready, 1);
});

test("a change makes answers stale, and asks for them again once changes stop", async () => {
  const { asked, call } = core();
  const ready = new Ready();
  await ready.prepare(request("a"), call);
  await ready.prepare(request("b"), call);
  for (let i = 0; i < 5; i++) ready.clear();
  assert.equal(ready.answer(request("a")), undefined);
  while (!ready.answer(request("b"))) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(asked, ["a", "b", "a", "b"]);
  assert.deepEqual(ready.answer(request("a")), { n: 3 });
});

test("what comes while the core thinks makes it think again", async () => {
  const { call } = core();
  const ready = new Ready();
  let once = true;
  await ready.prepare(request("a"), async (r) => {
    if (once) ready.clear();
    once = false;
    return call(r);
  });
  assert.deepEqual(ready.answer(request("a")), { n: 2 });
});

test("an answer from before a record never stays, wherever the record comes between", async () => {
  const { call } = core();
  for (let ticks = 0; ticks < 8; ticks++) {
    const ready = new Ready();
    const prepared = ready.prepare(request("a"), call);
    for (let i = 0; i < ticks; i++) await Promise.resolve();
    const before = (await call(request("count"))).n;
    ready.clear();
    await prepared;
    const answer = /** @type {any} */ (ready.answer(request("a")));
    assert.ok(answer === undefined || answer.n > before, `after ${ticks} ticks an answer from before the record is given`);
  }
});

test("no more questions are kept than people look at pages", async () => {
  const { asked, call } = core();
  const ready = new Ready();
  for (let i = 0; i < 20; i++) await ready.prepare(request(`p${i}`), call);
  ready.clear();
  while (!ready.answer(request("p19"))) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(asked.length, 28);
  assert.equal(ready.answer(request("p11")), undefined);
});
