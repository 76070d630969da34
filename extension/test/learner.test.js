import assert from "node:assert/strict";
import { test } from "node:test";

import { Learner } from "../offscreen/learner.js";

/** Lets everything run that waits for no timer. */
const idle = () => new Promise((resolve) => setImmediate(resolve));

const state = /** @type {import("../wire").State} */ ({ currentUrl: "http://a.test/" });

/** @param {number} batches that an origin takes */
function reading(batches) {
  const made = { calls: 0 };
  /** @type {any} */
  const core = {
    call: async () => {
      made.calls++;
      return { learned: { left: batches - made.calls } };
    },
  };
  return { made, learner: new Learner(core) };
}

for (const { name, keys, until, want } of [
  { name: "without a search", keys: [], want: [3] },
  { name: "searched, until no key comes", keys: [0], want: [0, 3] },
  { name: "searched again and again", keys: [0, 200, 200], want: [0, 0, 0, 3] },
  { name: "with a time limit, searched", keys: [0], until: Number.MAX_VALUE, want: [3, 3] },
]) {
  test(`an origin is read ${name}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { made, learner } = reading(3);
    const calls = [];
    if (keys.length > 0) learner.search();
    const read = learner.learn(state, until);
    for (const ms of keys) {
      t.mock.timers.tick(ms);
      learner.search();
      await idle();
      calls.push(made.calls);
    }
    t.mock.timers.tick(299);
    await idle();
    assert.equal(made.calls, keys.length > 0 && !until ? 0 : 3);
    t.mock.timers.tick(1);
    assert.equal(await read, true);
    assert.deepEqual([...calls, made.calls], want);
  });
}

test("searches that never end do not keep an origin unread", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { made, learner } = reading(50);
  learner.search();
  const read = learner.learn(state);
  for (let key = 0; key < 100 && made.calls < 50; key++) {
    t.mock.timers.tick(100);
    learner.search();
    await idle();
  }
  assert.equal(await read, true);
});
