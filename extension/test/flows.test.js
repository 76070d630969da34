// Runs of flows that a person has started in the panel.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FlowRuns } from "../offscreen/flows.js";

const run = { id: "one", flow: "send", params: { password: "hunter2" }, tabId: 7 };

/** @param {boolean} linked */
function made(linked = true) {
  /** @type {any[]} */
  const events = [];
  const link = { health: { linked }, event: (/** @type {any} */ e) => events.push(e) };
  return { events, link, runs: new FlowRuns(async () => /** @type {any} */ (link), () => {}) };
}

test("a run is passed on once, its values are not kept, and its end is shown", async () => {
  const { runs, events } = made();
  assert.equal(await runs.take(), undefined);
  assert.deepEqual(await runs.take(run), { id: "one", flow: "send", tabId: 7 });
  await runs.take(run);
  assert.deepEqual(events, [{ kind: "flowOrder", flowOrder: run }]);
  runs.said({ id: "one", progress: { step: 2, total: 3, does: "click button" } });
  runs.said({ id: "another", progress: { step: 9, total: 9, does: "no" } });
  assert.equal((await runs.take())?.progress?.step, 2);
  await assert.rejects(runs.take({ ...run, id: "two" }), { code: "MM_INVALID_INPUT" });
  assert.equal((await runs.take({ id: "one", stop: true }))?.stopping, true);
  assert.deepEqual(events[1], { kind: "flowOrder", flowOrder: { id: "one", stop: true } });
  runs.said({ id: "one", error: { code: "MM_INTERNAL", message: "no" } });
  runs.said({ id: "one", progress: { step: 3, total: 3, does: "late" } });
  const state = await runs.take();
  assert.equal(state?.error?.message, "no");
  assert.equal(state?.progress?.step, 2);
  assert.ok(!JSON.stringify(state).includes("hunter2"));
  assert.equal((await runs.take({ ...run, id: "two" }))?.error, undefined);
});

test("a deletion takes the state of a run away: at once if it ended, else at its end", async () => {
  const { runs } = made();
  runs.forget();
  await runs.take(run);
  runs.said({ id: "one", error: { code: "MM_INTERNAL", message: "no" } });
  assert.ok(await runs.take());
  runs.forget();
  assert.equal(await runs.take(), undefined);
  await runs.take({ ...run, id: "two" });
  runs.forget();
  runs.said({ id: "two", progress: { step: 1, total: 3, does: "click button" } });
  assert.equal((await runs.take())?.progress?.step, 1, "a run that goes on can be watched and stopped");
  runs.said({ id: "two", error: { code: "MM_INTERNAL", message: "no" } });
  assert.equal(await runs.take(), undefined);
  await runs.take({ ...run, id: "three" });
  runs.said({ id: "three", error: { code: "MM_INTERNAL", message: "no" } });
  assert.ok(await runs.take());
});

test("without a companion nothing is begun, and what was begun says that it is not known", async () => {
  const { runs } = made(false);
  await assert.rejects(runs.take(run), { code: "MM_BROWSER_NOT_CONNECTED", hint: "Start it with: cairn run" });
  assert.equal(await runs.take(), undefined);
  const later = made();
  await later.runs.take(run);
  later.link.health.linked = false;
  assert.equal((await later.runs.take())?.error?.code, "MM_INTERRUPTED");
  later.link.health.linked = true;
  assert.equal((await later.runs.take())?.error?.code, "MM_INTERRUPTED");
});
