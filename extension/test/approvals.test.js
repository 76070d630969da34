// The questions of agents that wait for the person.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Approvals } from "../offscreen/approvals.js";

const question = (/** @type {string} */ id, timeoutMs = 60_000) => ({ id, tool: "mm_click", does: "pays", name: "Pay now", timeoutMs });

test("a verdict answers its question alone, once", async () => {
  let changes = 0;
  const approvals = new Approvals(() => changes++);
  const first = approvals.ask(question("a"));
  const second = approvals.ask(question("b"));
  assert.deepEqual(approvals.list().map((q) => q.id), ["a", "b"]);
  approvals.decide("b", "approved");
  assert.deepEqual(await second, { verdict: "approved" });
  assert.throws(() => approvals.decide("b", "approved"), { code: "MM_NOT_FOUND" });
  approvals.decide("a", "denied");
  assert.deepEqual(await first, { verdict: "denied" });
  assert.deepEqual(approvals.list(), []);
  assert.equal(changes, 4);
});

test("a question that is withdrawn, asked again or late is answered by no verdict", async () => {
  const approvals = new Approvals(() => {});
  const withdrawn = approvals.ask(question("a"));
  assert.deepEqual(await approvals.ask({ id: "a", over: true }), {});
  assert.deepEqual(await withdrawn, {});
  const once = approvals.ask(question("b"));
  const again = approvals.ask(question("b"));
  assert.deepEqual(await once, {});
  approvals.decide("b", "approved");
  assert.deepEqual(await again, { verdict: "approved" });
  assert.deepEqual(await approvals.ask(question("c", 1)), {});
  assert.deepEqual(approvals.list(), []);
});

test("what makes no sense is refused", async () => {
  const approvals = new Approvals(() => {});
  await assert.rejects(approvals.ask(undefined), { code: "MM_INVALID_INPUT" });
  await assert.rejects(approvals.ask({ id: "" }), { code: "MM_INVALID_INPUT" });
  const waits = approvals.ask(question("a"));
  assert.throws(() => approvals.decide("a", "perhaps"), { code: "MM_INVALID_INPUT" });
  assert.throws(() => approvals.decide("a"), { code: "MM_INVALID_INPUT" });
  assert.throws(() => approvals.decide("other", "approved"), { code: "MM_NOT_FOUND" });
  assert.equal(approvals.list().length, 1);
  approvals.decide("a", "denied");
  await waits;
  const many = Array.from({ length: 50 }, (_, i) => approvals.ask(question(String(i))));
  await assert.rejects(approvals.ask(question("one more")), { code: "MM_RATE_LIMITED" });
  for (const q of approvals.list()) approvals.decide(q.id, "denied");
  await Promise.all(many);
});
