import assert from "node:assert/strict";
import { test } from "node:test";

import { Gate } from "../lib/gate.js";

/** @param {number} ms */
const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("many are inside together, and one alone", async () => {
  const gate = new Gate();
  /** @type {string[]} */
  const log = [];
  /** @param {string} name @param {number} ms */
  const work = (name, ms) => async () => {
    log.push(`${name} in`);
    await after(ms);
    log.push(`${name} out`);
    return name;
  };
  const all = [gate.shared(work("a", 20)), gate.shared(work("b", 5)), gate.sole(work("c", 10)), gate.shared(work("d", 5)), gate.sole(work("e", 1))];
  assert.deepEqual(await Promise.all(all), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(log.slice(0, 4), ["a in", "b in", "b out", "a out"]);
  for (const name of ["c", "e"]) assert.equal(log[log.indexOf(`${name} in`) + 1], `${name} out`);
  assert.ok(log.indexOf("c out") < log.indexOf("d in"));
});

test("a holder that fails lets the next one in", async () => {
  const gate = new Gate();
  const fails = async () => {
    throw new Error("no");
  };
  await assert.rejects(gate.shared(fails), /no/);
  await assert.rejects(gate.sole(fails), /no/);
  assert.equal(await gate.shared(async () => 1), 1);
  assert.equal(await gate.sole(async () => 2), 2);
});
