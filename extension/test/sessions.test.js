import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { IDLE_MS, adoptTab, bindTab, closeIdle, endAmbient, peekSession, sessionOf } from "../worker/sessions.js";
import { fakeChrome } from "./fake-chrome.js";

const T0 = 1_700_000_000_000;
const tab = (id, groupId = -1) => ({ id, groupId });
const agents = { schemaVersion: 1, sessionId: "mm-agent", createdAt: "2026-01-01T00:00:00.000Z", flowTags: [], tags: [] };

beforeEach(() => fakeChrome());

test("steps of one tab share an ambient session until it idles", async () => {
  const first = await sessionOf(tab(1), T0);
  assert.equal(first.ambient, true);
  assert.match(first.sessionId, /^ambient-[a-z2-7]{20}$/);
  assert.equal((await sessionOf(tab(1), T0 + IDLE_MS - 1)).sessionId, first.sessionId);
  assert.notEqual((await sessionOf(tab(1), T0 + 2 * IDLE_MS)).sessionId, first.sessionId);
});

test("steps after the end of a person's task begin another session, and the one before ends as idle ones do", async () => {
  const before = await sessionOf(tab(1), T0);
  await endAmbient("another");
  assert.equal((await peekSession(tab(1))).sessionId, before.sessionId);
  await endAmbient(before.sessionId);
  await endAmbient(before.sessionId);
  assert.equal(await peekSession(tab(1)), undefined);
  const task = await sessionOf(tab(1), T0 + 5);
  assert.notEqual(task.sessionId, before.sessionId);
  const ended = [];
  await closeIdle(T0 + IDLE_MS, async (s) => ended.push(s));
  assert.deepEqual(ended.map((s) => [s.sessionId, s.endedAt]), [[before.sessionId, new Date(T0).toISOString()]]);
});

test("two steps at once make one session", async () => {
  const [a, b] = await Promise.all([sessionOf(tab(1), T0), sessionOf(tab(1), T0)]);
  assert.equal(a.sessionId, b.sessionId);
});

test("tabs of a group, and tabs opened from one another, belong together", async () => {
  assert.equal((await sessionOf(tab(1, 5), T0)).sessionId, (await sessionOf(tab(2, 5), T0)).sessionId);
  await adoptTab({ id: 4, openerTabId: 3 });
  await adoptTab({ id: 5, openerTabId: 4 });
  assert.equal((await sessionOf(tab(3), T0)).sessionId, (await sessionOf(tab(5), T0)).sessionId);
  assert.notEqual((await sessionOf(tab(6), T0)).sessionId, (await sessionOf(tab(3), T0)).sessionId);
});

test("a bound tab and the tabs that it opens belong to the agent", async () => {
  await bindTab(1, agents);
  await adoptTab({ id: 2, openerTabId: 1 });
  assert.equal((await sessionOf(tab(1), T0)).sessionId, "mm-agent");
  assert.equal((await sessionOf(tab(2), T0)).sessionId, "mm-agent");
  await bindTab(1, undefined);
  assert.equal((await sessionOf(tab(1), T0)).ambient, true);
  assert.equal((await peekSession(tab(2))).sessionId, "mm-agent");
});

test("a new tab that a person makes beside an agent's is the person's", async () => {
  await bindTab(1, agents);
  await adoptTab({ id: 2, openerTabId: 1, pendingUrl: "chrome://newtab/" });
  assert.equal((await sessionOf(tab(2), T0)).ambient, true);
});

test("every idle session is ended once, with the time of its last step", async () => {
  const first = await sessionOf(tab(1), T0);
  const replaced = await sessionOf(tab(1), T0 + IDLE_MS + 5);
  const ended = [];
  await closeIdle(T0 + IDLE_MS + 6, async (s) => ended.push(s));
  assert.deepEqual(ended.map((s) => [s.sessionId, s.endedAt]), [[first.sessionId, new Date(T0).toISOString()]]);
  await closeIdle(T0 + 3 * IDLE_MS, async (s) => ended.push(s));
  assert.deepEqual(ended.map((s) => s.sessionId), [first.sessionId, replaced.sessionId]);
  await closeIdle(T0 + 4 * IDLE_MS, async (s) => ended.push(s));
  assert.equal(ended.length, 2);
});

test("a session that could not be stored is ended the next time", async () => {
  await sessionOf(tab(1), T0);
  await assert.rejects(closeIdle(T0 + IDLE_MS, async () => {
    throw new Error("no offscreen document");
  }));
  const ended = [];
  await closeIdle(T0 + IDLE_MS, async (s) => ended.push(s));
  assert.equal(ended.length, 1);
});
