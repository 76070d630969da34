// ./build.sh bench search [--quick] [--world gen|heldout] [sizes]: Cairn's search and
// others on the same made-up stores, in one run; --quick is 10,000 steps alone. Times are CPU of the whole process, per query the
// median of up to five rounds, so that a busy machine tells little of itself;
// compare the ratios. Sessions are ranked by their best steps.
//
// All engines index the same words of the same fields (testdata/bench/search/export.go), weighted
// alike where an engine knows weights, and are asked for any of the query's
// words without stopwords; each adapter names its other choices. The words of
// identifiers are given to them in parts and whole. Cairn reads the records.
// Like the others it answers with the numbers of the best steps ("Cairn native",
// which is the yardstick), and in a row of its own with its text of each;
// in both the words of a query are found again every time, as after every change
// of a store: a third row has the times when they are known.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { goals } from "./goals.js";
import { duration, header, quantile, row } from "./score.js";
import { readAll } from "./store.js";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const cache = join(root, ".cache", "search-bench");
mkdirSync(cache, { recursive: true });
/** Everything that a run writes. It is the run's own: of two at a time, one would read the files that the other is writing. */
const mine = mkdtempSync(join(cache, "run-"));
process.on("exit", () => rmSync(mine, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const PEERS = ["minisearch", "flexsearch", "orama", "lunr", "fts5"];
/** At this size only those are measured that are ready within a minute. */
const LARGE = 100_000;
const LARGE_PEERS = ["minisearch", "flexsearch"];
/** Milliseconds of CPU for the queries of one way to ask, each for answers and for times. */
const budget = (size) => (size >= 10_000 ? 5000 : 2000);
const OLD_SPACE = "--max-old-space-size=8192";

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"], ...options });
  if (done.error || done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error ?? `exit ${done.status ?? done.signal}`}`);
  return done.stdout;
}

/** Installs the npm engines once and returns the folder of their adapters. */
function installPeers() {
  const source = join(root, "testdata", "apps", "search-peers");
  const to = join(root, ".cache", "search-peers");
  mkdirSync(to, { recursive: true });
  let fresh = existsSync(join(to, "node_modules", ".package-lock.json"));
  for (const name of readdirSync(source)) {
    const [from, into] = [join(source, name), join(to, name)];
    const same = existsSync(into) && readFileSync(into, "utf8") === readFileSync(from, "utf8");
    if (name.endsWith(".json")) fresh &&= same;
    if (!same) copyFileSync(from, into); // another run may be reading it
  }
  if (!fresh) run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], { cwd: to });
  return to;
}

const began = Date.now();

/** Shows progress. */
const note = (what) => process.stderr.write(`  [${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s] ${what}\n`);

/** Runs one engine; one that fails costs its own lines only. */
function results(name, start) {
  note(name);
  try {
    return JSON.parse(start());
  } catch (err) {
    failures.push(name);
    console.log(`${name}: ${err.message}`);
    return [];
  }
}

/** Wasm gives ten steps; they say the same as native's or the table says that they do not. */
function compareTop(wasm, native) {
  const differ = wasm.top.filter((top, i) => JSON.stringify(top) !== JSON.stringify(native.top[i])).length;
  if (differ > 0) failures.push("Wasm answers");
  delete wasm.answers; // of the hundred steps that a search gives at most, not of 400
  wasm.note = differ > 0 ? `DIFFERS from native in ${differ} of ${wasm.top.length} queries` : `the same ten steps as native, ${wasm.top.length} queries`;
}

/** The Wasm core as it starts from segments. */
function printSegments(dir, ms, native) {
  const [s] = results("Cairn's segments", () => `[${run(process.execPath, [OLD_SPACE, join(here, "segments.js"), dir, String(ms)])}]`);
  if (!s) return null;
  if (s.packedSteps === 0) {
    console.log("segments: the store is too small for one");
    return null;
  }
  const [index] = results("bytes of the index", () => run(tool, ["index", "-steps", String(s.steps)]));
  s.indexBytes = index;
  const ratio = (q) => (quantile(s.times, q) / quantile(native.times, q)).toFixed(1);
  console.log(`segments, Wasm: ready in ${duration(s.readyMs)} (best ${duration(s.bestReadyMs)}), ${s.packedSteps} of ${s.steps} steps in ${s.segments} segments of ${s.bytesPerStep.toFixed(0)} B a step` +
    `, ${index?.toFixed(0)} B of them index; ${s.readyMiB.toFixed(0)} MiB of memory (${s.filledMiB.toFixed(0)} when filled)`);
  console.log(`  longest stop: ${duration(s.putMs)} taking in 16 records, ${duration(s.packedMs)} packing, ${duration(s.attachMs)} taking a segment in` +
    `; p50 ${duration(quantile(s.times, 0.5))}, p95 ${duration(quantile(s.times, 0.95))}, JSON included: ${ratio(0.5)} × and ${ratio(0.95)} × native behind JSON`);
  return s;
}

async function measureSize(size) {
  const dir = join(mine, String(size));
  const ms = budget(size);
  note(`a store of ${size} steps`);
  run(tool, ["export", "-world", world, "-steps", String(size), "-out", dir]);
  const queries = await readAll(join(dir, "queries.jsonl"));
  console.log(`\n${size} steps, ${queries.length} queries\n${header()}`);
  let yardstick = NaN;
  const all = [];
  const print = (list) => {
    for (const r of list) {
      console.log(row(r, queries, yardstick));
      if (r.how) ways.set(r.engine.split(",")[0], r.how);
    }
    all.push(...list);
  };
  const inNode = (module) => run(process.execPath, [OLD_SPACE, join(here, "measure.js"), module, dir, String(ms)]);

  const [native, ...more] = results("Cairn native", () => run(tool, ["native", "-world", world, "-steps", String(size), "-budget", `${ms}ms`]));
  if (!native) return;
  yardstick = quantile(native.times, 0.5);
  print([native, ...more]);
  if (size < LARGE) {
    // Beyond, it takes minutes to tell a core all records: it starts from segments.
    for (const wasm of results("Cairn as Wasm", () => inNode(join(here, "wasm.js")))) {
      compareTop(wasm, native);
      print([wasm]);
    }
    print(results("spec 001 in JS", () => inNode(join(here, "scan.js"))));
    print(results("bleve", () => run(bleve, ["-store", dir, "-budget", `${ms}ms`])));
  }
  for (const peer of size < LARGE ? PEERS : LARGE_PEERS) print(results(peer, () => inNode(join(adapters, `${peer}.mjs`))));
  const segments = printSegments(dir, ms, more.at(-1) ?? native);
  const lines = goals(size, all, queries, segments);
  if (lines.length > 0) console.log(["goals", ...lines].join("\n"));
  rmSync(dir, { recursive: true });
}

/** The oracle of package search lives in its tests, so go test runs it. */
function measureOracle() {
  note("the plain scan");
  console.log("\nthe plain scan in Go to which the index is held (shared/search), milliseconds a query");
  const out = run("go", ["test", "-run", "^$", "-bench", "^BenchmarkOracle$", "-benchtime", "3x", "./shared/search"]);
  for (const [, name, ns] of out.matchAll(/^BenchmarkOracle\/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns\/op/gm)) {
    console.log(`${name.padEnd(30)} ${(ns / 1e6).toFixed(1).padStart(8)}`);
  }
}

const failures = [];
/** The way of each engine, in words, by its name. */
const ways = new Map([
  ["Cairn", "every session is looked at by its bound, its own ranker, words and typing errors looked up again for each query; native, as Wasm and from segments alike"],
  ["spec 001 in JS", "spec 001's own loops over every step, evidence noted; identifiers taken to pieces for every word of the query (literal) or once a step (section 8.4); with its gate of twenty sessions and without"],
  ["bleve 2", "on disk (scorch), read only while asked; BM25; a row by field, boosted with the weights, and a row with two fields, the weightier counting three times"],
]);
const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: "boolean" }, world: { type: "string", default: "real" } } });
const sizes = (positionals[0] ?? (flags.quick ? "10000" : "1000,10000,100000")).split(",").map(Number);
if (sizes.some((n) => !(n > 0))) throw new Error(`sizes are numbers of steps, with commas between: ${positionals[0]}`);
const world = flags.world;
const tool = join(mine, "tool");
const bleve = join(mine, "bleve");
run("go", ["build", "-o", tool, "./testdata/bench/search"]);
run("go", ["build", "-o", bleve, "."], { cwd: join(root, "testdata", "bench", "bleve") });
const adapters = installPeers();
console.log(`world: ${world}; build and queries in CPU; p50 and p95 of ten steps, deep: of the steps of ten sessions (of 100 steps behind JSON);`);
console.log("R@10, MRR, nDCG@10 of sessions; nDCG@10 by kind: A paraphrase, B identifier part, C screen and error, D noise, E typo");
for (const size of sizes) await measureSize(size);
console.log("\nwhat each did (all: the same steps and words, any word of the query counts, the ten best of all sessions, asked once to warm up)");
for (const [engine, how] of ways) console.log(`  ${engine.padEnd(16)} ${how}`);
if (!flags.quick) measureOracle();
if (failures.length > 0) {
  console.log(`\nfailed: ${failures.join(", ")}`);
  process.exitCode = 1;
}
