// Work that is run again for each request.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurn } from "../lib/inturn.js";

test("a request that comes while work runs has it run again afterwards, once", async () => {
  /** @type {(() => void)[]} */
  const ends = [];
  let shown = 0;
  let data = 1;
  const draw = inTurn(async () => {
    const read = data;
    await new Promise((resolve) => ends.push(() => resolve(undefined)));
    shown = read;
  });
  const done = draw();
  while (ends.length < 1) await Promise.resolve();
  data = 2;
  void draw();
  data = 3;
  assert.equal(draw(), done, "it resolves when nothing is left to do");
  ends[0]();
  while (ends.length < 2) await Promise.resolve();
  assert.equal(shown, 1);
  ends[1]();
  await done;
  assert.deepEqual([shown, ends.length], [3, 2]);
});

test("work that fails is run again all the same", async () => {
  let runs = 0;
  const draw = inTurn(() => {
    runs++;
    throw new Error("no");
  });
  await draw();
  await draw();
  assert.equal(runs, 2);
});
