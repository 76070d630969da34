import assert from "node:assert/strict";
import { test } from "node:test";

import { Gate } from "../lib/gate.js";

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

test("many are inside together, and one alone", async () => {
  const gate = new Gate();
  /** @type {string[]} */
  const log = [];
  /** @param {string} name @param {() => Promise<unknown>} [until] */
  const work = (name, until = aTurn) => async () => {
    log.push(`${name} in`);
    await until();
    log.push(`${name} out`);
    return name;
  };
  const b = gate.shared(work("b"));
  const all = [gate.shared(work("a", () => b)), b, gate.sole(work("c")), gate.shared(work("d")), gate.sole(work("e"))];
  assert.deepEqual(await Promise.all(all), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(log.slice(0, 4), ["b in", "a in", "b out", "a out"]);
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
