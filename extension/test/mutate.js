// Messages that are nearly right, for tests of those who read them.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const WIRE = join(import.meta.dirname, "../../testdata/wire");

/** Values in the place of others. */
const NONSENSE = [null, undefined, true, 0, -1, 1.5, 2 ** 53, "", "x", "../..", "\u202e\u0000", "x".repeat(5000), [], {}, [[]], [null], { a: 1 }, { __proto__: null, then: 7 }, "https://a.example/"];

/**
 * @param {number} seed
 * @returns {(below: number) => number} random whole numbers, the same for the same seed
 */
export function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** @param {"link" | "runtime" | "core"} way @returns {any[]} a message of each kind, as Go writes it */
export function samples(way) {
  return readdirSync(join(WIRE, way)).map((name) => JSON.parse(readFileSync(join(WIRE, way, name), "utf8")));
}

/**
 * @param {any} message
 * @param {(below: number) => number} pick
 * @returns {any} a copy with something else in a place or two
 */
export function mutant(message, pick) {
  const out = structuredClone(message);
  for (let n = 1 + pick(2); n > 0; n--) {
    /** @type {any} */
    let at = out;
    for (;;) {
      const keys = at && typeof at === "object" ? Object.keys(at) : [];
      if (keys.length === 0) break;
      const key = keys[pick(keys.length)];
      if (at[key] && typeof at[key] === "object" && pick(3) > 0) {
        at = at[key];
        continue;
      }
      if (pick(4) === 0) delete at[key];
      else at[key] = structuredClone(NONSENSE[pick(NONSENSE.length)]);
      break;
    }
  }
  return out;
}
