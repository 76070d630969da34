// The plumbing of ./build.sh bench search: the engines and the scorer read the files that
// the Go side writes, and the scorer counts right. No times.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import scan, { tokenizeIdentifier, withSynonyms } from "./bench/search/scan.js";
import { KINDS, quality, row, score } from "./bench/search/score.js";
import { openStore, readAll } from "./bench/search/store.js";

const STEPS = 300;
const dir = mkdtempSync(join(tmpdir(), "cairn-bench-"));
let store;
let records;
let docs;

before(async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const done = spawnSync("go", ["run", "./testdata/bench/search", "export", "-steps", String(STEPS), "-queries", "40", "-out", dir], { cwd: root, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  store = await openStore(dir);
  [records, docs] = [await readAll(join(dir, "records.jsonl")), await readAll(join(dir, "docs.jsonl"))];
});
after(() => rmSync(dir, { recursive: true }));

test("records, docs and sessions are the same steps in the same order", () => {
  assert.ok(records.length >= STEPS);
  assert.equal(docs.length, records.length);
  assert.equal(store.sessions.length, records.length);
  const numbers = new Map();
  for (const [i, { session, step }] of records.entries()) {
    if (session) numbers.set(session.sessionId, numbers.size);
    assert.equal(store.sessions[i], numbers.get(step.sessionId));
    assert.ok(docs[i].tool.includes(step.tool.name.split("_")[1]), docs[i].tool);
  }
});

test("every doc has every weighted field, with words as often as they are there", () => {
  let repeated = 0;
  for (const doc of docs) {
    assert.deepEqual(Object.keys(doc), Object.keys(store.weights));
    const words = doc.seen.split(" ");
    if (new Set(words).size < words.length) repeated++;
  }
  assert.ok(repeated > 0);
});

test("queries are of all kinds and their answers are there", () => {
  assert.deepEqual([...new Set(store.queries.map((q) => q.kind))].sort(), KINDS);
  for (const q of store.queries) {
    assert.ok(q.words.length > 0 && q.relevant.length > 0, q.text);
    for (const session of q.relevant) assert.ok(store.sessions.includes(session));
  }
});

test("who knows the answers scores one, who gives none nothing", () => {
  const best = quality(store.queries.map((q) => q.relevant), store.queries);
  assert.deepEqual([best.recall, best.mrr, best.ndcg, ...Object.values(best.byKind)], Array(8).fill(1));
  const worst = quality(store.queries.map(() => []), store.queries);
  assert.deepEqual([worst.recall, worst.mrr, worst.ndcg], [0, 0, 0]);
});

test("scores by hand", () => {
  assert.deepEqual(score([7, 1, 2], [1]), { recall: 1, mrr: 1 / 2, ndcg: 1 / Math.log2(3) });
  assert.equal(score([1, 8], [1, 2, 3, 4]).recall, 1 / 4);
  assert.equal(score([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5], [5]).mrr, 0);
});

test("the literal scan finds something for whole words", () => {
  const ways = Object.values(scan({ ...store, docs: records }));
  for (const search of ways) {
    const noisy = store.queries.filter((q) => q.kind === "D").map((q) => [store.sessions[search(q, 1)[0]]]);
    assert.ok(noisy.every(([session]) => session !== undefined));
  }
  assert.deepEqual(tokenizeIdentifier("sendETHButton-x_nav"), ["send", "eth", "button", "nav"]);
  assert.deepEqual(withSynonyms(["pay"]), ["pay", "send", "transfer"]);
});

test("a row says how many queries an engine bore", () => {
  const line = row({ engine: "slow", buildMs: 1, times: [2, 4], deepTimes: [3], answers: [store.queries[0].relevant] }, store.queries, 1);
  assert.match(line, /4\.0 ×.*1\.000.*\(2 queries timed, 1 judged\)/);
});
