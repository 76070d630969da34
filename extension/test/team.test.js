// The team: questions to the companion, and the meaning of a person's ticks in a review.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TeamCalls } from "../offscreen/team.js";
import { given, grouped, receipt, results, standing, teamWord } from "../panel/teamwords.js";

/** @param {boolean} linked */
function made(linked = true) {
  /** @type {any[]} */
  const events = [];
  const link = { health: { linked }, event: (/** @type {any} */ e) => events.push(e) };
  return { events, calls: new TeamCalls(async () => /** @type {any} */ (link)) };
}

test("each question gets its own answer, in any order", async () => {
  const { calls, events } = made();
  const [one, other] = [calls.ask({ op: "status" }), calls.ask({ op: "trust", member: "bob", aside: true })];
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(events.map(({ kind, teamOrder: { op } }) => [kind, op]), [["teamOrder", "status"], ["teamOrder", "trust"]]);
  const [first, second] = events.map(({ teamOrder }) => teamOrder.id);
  assert.notEqual(first, second);
  calls.said({ id: "unknown", team: /** @type {any} */ ({ name: "wrong" }) });
  calls.said(undefined);
  calls.said({ id: second, error: { code: "MM_NOT_FOUND", message: "no bob" } });
  calls.said({ id: first, team: /** @type {any} */ ({ name: "acme" }) });
  await assert.rejects(other, { code: "MM_NOT_FOUND", message: "no bob" });
  assert.equal((await one)?.name, "acme");
  calls.said({ id: first, team: /** @type {any} */ ({ name: "late" }) });
  const none = calls.ask({ op: "status" });
  await Promise.resolve();
  await Promise.resolve();
  calls.said({ id: events[2].teamOrder.id });
  assert.equal(await none, undefined); // no team is joined
});

test("without a companion nothing is asked", async () => {
  const { calls, events } = made(false);
  await assert.rejects(calls.ask({ op: "status" }), { code: "MM_BROWSER_NOT_CONNECTED", hint: "Start it with: cairn run" });
  await assert.rejects(calls.ask(undefined), { code: "MM_INVALID_INPUT" });
  assert.deepEqual(events, []);
});

test("a tick decides for a text in all its kinds", () => {
  const lines = [{ kind: "name", text: "Send" }, { kind: "name", text: "Order 4711", once: true }, { kind: "tag", text: "Send" }, { kind: "goal", text: "Order 4711" }];
  const groups = grouped(lines);
  assert.deepEqual(groups.map(([line]) => line.text), ["Send", "Order 4711"]);
  assert.deepEqual(given(groups.map((of) => ({ lines: of, ticked: of[0].text === "Send" }))), [{ kind: "name", text: "Send" }, { kind: "tag", text: "Send" }]);
  assert.deepEqual(given([]), []);
});

test("members are listed with their state", () => {
  const bob = { member: "m", name: "bob", role: "member" };
  assert.deepEqual([standing({ ...bob, me: true }), standing({ ...bob, revoked: true }), standing({ ...bob, aside: true }), standing(bob)], [" (you)", " (removed)", " (set aside by you)", ""]);
  assert.match(standing({ ...bob, asideAt: ["https://a.test"] }), /not used on https:\/\/a\.test/);
  assert.equal(results(bob), "none tried yet");
  assert.equal(results({ ...bob, worked: 3, failed: 1 }), "3 of 4 suggestions worked");
  assert.equal(receipt({ at: "", records: 3, server: true, done: 1, members: 2 }), "3 records: erased on the server, gone at 1 of 2 other members");
  assert.equal(receipt({ at: "", done: 0, members: 1 }), "All records: not yet erased on the server, gone at 0 of 1 other member");
  assert.equal(teamWord(undefined), "");
  assert.equal(teamWord({ author: "abc" }), "team: abc");
  assert.equal(teamWord({ author: "abc", name: "ana" }), "team: ana");
});
