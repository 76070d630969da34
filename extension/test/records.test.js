import assert from "node:assert/strict";
import { test } from "node:test";

import { fromHex, isId, newStepId, toHex } from "../lib/ids.js";
import { RECORD_MAX, fit, inPlaceOf, keyOf, sizeOf } from "../offscreen/records.js";

const step = (nodes) => ({
  stepId: "s-1234", sessionId: "mm-1", tool: { name: "mm_click" },
  observation: { state: { origin: "https://a.example" }, testIds: [], a11y: { nodes } },
});

test("a record that is too large loses the tail of its observation", () => {
  const nodes = Array.from({ length: 4000 }, (_, i) => ({ ref: `e${i}`, role: "button", name: "ü".repeat(100) }));
  const { record, size } = fit({ seq: 0, step: step(nodes) });
  assert.ok(size <= RECORD_MAX);
  assert.equal(size, sizeOf(record));
  assert.equal(record.step.observation.truncated, true);
  assert.equal(record.step.observation.a11y.nodes[0].ref, "e0");
  assert.equal(record.step.tool.name, "mm_click");
});

test("a record that fits stays as it is", () => {
  const record = { seq: 0, step: step([]) };
  assert.equal(fit(record).record, record);
  assert.equal(fit({ seq: 0, session: { sessionId: "mm-1" } }).record.session.sessionId, "mm-1");
});

test("a record is named by what it is about", () => {
  assert.equal(keyOf({ step: step([]), session: { sessionId: "mm-1" } }), "step:s-1234");
  assert.equal(keyOf({ session: { sessionId: "mm-1" } }), "session:mm-1");
  assert.equal(keyOf({ edit: { editId: "e-1", at: "" } }), "edit:e-1");
  assert.equal(keyOf({ gap: { count: 1, reason: "" } }), "");
});

test("a person's word for a session holds against its recorder", () => {
  const session = { sessionId: "mm-1", goal: "began", flowTags: ["a"], tags: [] };
  const said = { seq: 1, session: { ...session, goal: "said", tags: ["b"], editedAt: "2026-01-02T00:00:00.000Z" } };
  const ended = { seq: 2, session: { ...session, endedAt: "2026-01-03T00:00:00.000Z" } };
  const kept = inPlaceOf(ended, said);
  assert.deepEqual([kept.seq, kept.session.goal, kept.session.tags, kept.session.endedAt], [2, "said", ["b"], "2026-01-03T00:00:00.000Z"]);
  const later = { seq: 3, session: { ...session, goal: "later", editedAt: "2026-01-04T00:00:00.000Z" } };
  assert.equal(inPlaceOf(later, said), later);
  assert.deepEqual(inPlaceOf(said, ended).session, { ...said.session, endedAt: ended.session.endedAt });
  assert.equal(inPlaceOf(ended, undefined), ended);
});

test("a statement of an outcome holds against a record without one, and a person's against an agent's", () => {
  const session = { sessionId: "mm-1", goal: "began", flowTags: [], tags: [] };
  const agent = { seq: 1, session: { ...session, endedAt: "2026-01-02T00:00:00.000Z", outcome: "done", outcomeBy: "agent", outcomeAt: "2026-01-02T00:00:00.000Z", outcomeEvidence: "it says saved" } };
  const person = { seq: 2, session: { ...session, outcome: "failed", outcomeBy: "person", outcomeAt: "2026-01-01T00:00:00.000Z" } };
  const stale = { seq: 3, session };
  assert.deepEqual(inPlaceOf(stale, agent).session, agent.session);
  assert.equal(inPlaceOf(person, agent).session.outcome, "failed");
  assert.equal(inPlaceOf(agent, person).session.outcome, "failed");
  assert.equal(inPlaceOf(agent, person).session.endedAt, agent.session.endedAt);
  assert.equal(inPlaceOf(agent, stale), agent);
});

test("ids are of one grammar", () => {
  assert.match(newStepId(), /^s-[a-z2-7]{20}$/);
  for (const bad of ["", "abc", "x".repeat(65), "../x", "a/b", "a b cd", "*", 7, null, ".abcd", "CON.txt", "com1", "lpt9.x", "abc\u017f", "\u212Aelvin"]) assert.equal(isId(bad), false, String(bad));
  for (const good of [newStepId(), "conx", "com10", "nulls"]) assert.equal(isId(good), true, good);
  assert.equal(toHex(fromHex("00ff10")), "00ff10");
  assert.equal(fromHex("xyz").length, 0);
});
