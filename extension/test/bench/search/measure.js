// Measures one of the other engines on an exported store (testdata/bench/search/export.go) and
// prints the same figures as native.go prints of Cairn, as JSON:
//   node measure.js <module> <folder of the export> <budget in ms>
// The module's default export builds the engine:
//   (store) => {[name of a way to ask]: (query, limit) => numbers of steps, best first}
// input names the file of store.docs (docs.jsonl unless the module says), keepTop
// asks for the best steps to be kept too, how describes the engine's way in words.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { openStore, readAll } from "./store.js";

// As in native.go.
const ASKED = 10;
const DEEP = 400;
const ROUNDS = 5;

/** The CPU time of this process until now, its helper threads included. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The first ten sessions of a ranking of steps. */
function sessionsOf(steps, sessions) {
  const best = new Set();
  for (const step of steps) {
    best.add(sessions[step]);
    if (best.size === ASKED) break;
  }
  return [...best];
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

/** By query, the median of the rounds that the budget allows. */
async function timed(search, queries, limit, budget) {
  const took = queries.map(() => []);
  const end = cpu() + budget;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, q] of queries.entries()) {
      if (cpu() > end) break;
      const start = cpu();
      await search(q, limit);
      took[i].push(cpu() - start);
    }
  }
  return took.filter((t) => t.length > 0).map(median);
}

/** Asks for answers, which also warms up; then for times, of ten steps and of as many as make ten sessions. */
async function ask(search, queries, sessions, budget) {
  const answers = [];
  const top = [];
  const end = cpu() + budget;
  for (const q of queries) {
    if (cpu() > end) break;
    const steps = await search(q, DEEP);
    answers.push(sessionsOf(steps, sessions));
    top.push(steps.slice(0, ASKED));
  }
  return { answers, top, times: await timed(search, queries, ASKED, budget), deepTimes: await timed(search, queries, DEEP, budget / 2) };
}

const [, , module, dir, budget] = process.argv;
const { default: build, input = "docs.jsonl", keepTop = false, how } = await import(pathToFileURL(module).href);
const store = await openStore(dir);
if (input) store.docs = await readAll(join(dir, input)); // reading them is no part of building
const start = cpu();
const ways = await build(store);
const buildMs = cpu() - start;
store.docs = undefined;
const results = [];
for (const [engine, search] of Object.entries(ways)) {
  const { top, ...rest } = await ask(search, store.queries, store.sessions, Number(budget));
  results.push({ engine, buildMs, how, ...rest, ...(keepTop && { top }) });
}
process.stdout.write(JSON.stringify(results));
