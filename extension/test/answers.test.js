// Answers that come with looks: what is sent when the core has one, and when not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered } from "../offscreen/answers.js";

const seen = { state: { currentUrl: "https://a.example/", currentScreen: "" }, testIds: [], a11y: { nodes: [{ ref: "e1", role: "button", name: "Pay" }] } };
const known = { state: seen.state, known: {} };
const ask = { question: { now: "2026-01-01T00:00:00Z", sessionId: "mm-1" }, cursor: 7 };

/** @param {{has?: number, answer?: any}} [core] */
const memoryOf = ({ has = 7, answer = known } = {}) =>
  /** @type {any} */ ({
    holds: async (/** @type {number} */ cursor) => has >= cursor,
    mask: async (/** @type {any} */ reply) => ({ ...reply, masked: true }),
    maskAndAnswer: async (/** @type {any} */ reply) => ({ masked: { ...reply, masked: true }, answer }),
  });

const pageOf = (more = {}) => ({ page: { tabId: 1, observation: seen, stamp: "s1", ...more } });

for (const [name, { memory = memoryOf(), since, before = () => Promise.resolve(), want }] of /** @type {[string, any][]} */ (
  Object.entries({
    "the core answers": { want: { observation: seen, answer: known } },
    "the page is the same": { since: "s1", want: { observation: { state: { currentUrl: "", currentScreen: "" }, testIds: [], a11y: { nodes: [] } }, same: true, outline: undefined, answer: known } },
    "the page is another": { since: "s0", want: { observation: seen, answer: known } },
    "the replica is behind": { memory: memoryOf({ has: 6 }), want: { observation: seen, answer: { why: "behind" } } },
    "what was sent before is not stored in time": { before: () => new Promise(() => {}), want: { observation: seen, answer: { why: "behind" } } },
    "what was sent before cannot be stored": { before: () => Promise.reject(new Error("full")), want: { observation: seen, answer: { why: "behind" } } },
    "the core is slow": { memory: memoryOf({ answer: { why: "slow" } }), since: "s1", want: { same: true, answer: { why: "slow" } } },
  })
)) {
  test(`an answer with a look: ${name}`, async () => {
    const reply = /** @type {any} */ (await answered(memory, pageOf({ outline: { items: [] }, answer: { known: { forged: true } } }), { tabId: 1, since, ask }, before()));
    assert.equal(reply.masked, true);
    for (const [field, value] of Object.entries(want)) assert.deepEqual(reply.page[field], value, field);
    assert.equal(reply.page.same ?? false, want.same ?? false);
  });
}

test("a fault has no answer", async () => {
  const error = { code: "MM_PAGE_GONE", message: "gone" };
  assert.deepEqual(await answered(memoryOf(), /** @type {any} */ ({ error }), { tabId: 1, ask }, Promise.resolve()), { error, masked: true });
});
