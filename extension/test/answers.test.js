// Answers that come with looks: the messages when the core has one, and when not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING } from "../lib/looks.js";
import { answered } from "../offscreen/answers.js";

const seen = { state: { currentUrl: "https://a.example/", currentScreen: "" }, testIds: [], a11y: { nodes: [{ ref: "e1", role: "button", name: "Pay" }] } };
const known = { state: seen.state, known: {} };
const ask = { question: { now: "2026-01-01T00:00:00Z", sessionId: "mm-1" }, cursor: 7 };

const whole = { tabId: 1, observation: seen, stamp: "s1" };
const same = { tabId: 1, observation: NOTHING, stamp: "s1", same: true };

/** @param {{has?: number, answer?: any, forgot?: boolean}} [core] */
const memoryOf = ({ has = 7, answer = known, forgot = false } = {}) =>
  /** @type {any} */ ({
    holds: async (/** @type {number} */ cursor) => has >= cursor,
    mask: async (/** @type {any} */ reply) => ({ ...reply, masked: true }),
    maskAndAnswer: async (/** @type {any} */ reply) => ({ masked: { ...reply, masked: true }, answer: forgot && reply.page.same ? undefined : answer }),
  });

for (const [name, { memory = memoryOf(), page, again, want }] of /** @type {[string, any][]} */ (
  Object.entries({
    "the core answers": { page: whole, want: { ...whole, answer: known } },
    "the page is the same": { page: same, want: { ...same, answer: known } },
    "the replica is behind": { memory: memoryOf({ has: 6 }), page: whole, want: { ...whole, answer: { why: "behind" } } },
    "the replica is behind, the page the same": { memory: memoryOf({ has: 6 }), page: same, want: { ...same, answer: { why: "behind" } } },
    "the core is slow": { memory: memoryOf({ answer: { why: "slow" } }), page: same, want: { ...same, answer: { why: "slow" } } },
    "a core that has not seen the page": { memory: memoryOf({ forgot: true }), page: same, again: whole, want: { ...same, outline: undefined, answer: known } },
    "the page has changed since": { memory: memoryOf({ forgot: true }), page: same, again: { ...whole, stamp: "s2" }, want: { ...whole, stamp: "s2", answer: known } },
    "the page is gone since": { memory: memoryOf({ forgot: true }), page: same, want: { ...same, answer: { why: "failed" } } },
    "a page that forges one": { page: { ...whole, answer: { known: { forged: true } } }, want: { ...whole, answer: known } },
  })
)) {
  test(`an answer with a look: ${name}`, async () => {
    const reply = /** @type {any} */ (await answered(memory, { page }, { tabId: 1, since: "s1", ask }, async () => again));
    assert.equal(reply.masked, true);
    assert.deepEqual(reply.page, want);
  });
}

test("a fault has no answer", async () => {
  const error = { code: "MM_PAGE_GONE", message: "gone" };
  assert.deepEqual(await answered(memoryOf(), /** @type {any} */ ({ error }), { tabId: 1, ask }, async () => undefined), { error, masked: true });
});
