// ./build.sh bench core: how large the Wasm core is, how soon it answers, and
// how its speed compares with the native build on the same requests.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { Core } from "../../lib/core.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const wasm = readFileSync(new URL("../../core/core.wasm", import.meta.url));

const STEPS = 5000;
const PER_BATCH = 250;
const QUESTIONS = 200;
const STARTS = 9;
const NOW = Date.parse("2026-02-03T04:05:06.000Z");

const words = "send transfer swap confirm account settings login amount token network activity receive balance copy back next cancel save delete search".split(" ");
const screens = ["home", "send", "confirm", "settings", "activity", "login"];

/** A small generator, the same on every run (Numerical Recipes' constants). */
let state = 7;
const below = (n) => (state = (state * 1664525 + 1013904223) >>> 0) % n;
const pick = (list) => list[below(list.length)];

function look() {
  const screen = pick(screens);
  const nodes = Array.from({ length: 25 }, (_, i) => ({ ref: `e${i}`, role: pick(["button", "link", "textbox", "heading"]), name: `${pick(words)} ${pick(words)}` }));
  return {
    state: { currentUrl: `https://app.example/#/${screen}`, currentScreen: screen, origin: "https://app.example" },
    testIds: Array.from({ length: 15 }, () => ({ testId: `${pick(words)}-${pick(words)}`, visible: true })),
    a11y: { nodes },
  };
}

function record(n) {
  const sessionId = `s-bench-${Math.floor(n / 20)}`;
  const at = new Date(NOW - (STEPS - n) * 20_000).toISOString();
  const observation = look();
  return {
    seq: n + 1,
    session: { schemaVersion: 1, sessionId, createdAt: at, goal: `${pick(words)} ${pick(words)}`, flowTags: [pick(words)], tags: [] },
    step: {
      schemaVersion: 1, stepId: `s-${n}`, sessionId, timestamp: at, actor: "agent", outcome: { ok: below(5) > 0 },
      tool: { name: pick(["mm_click", "mm_type"]), target: { testId: pick(observation.testIds).testId, role: "button", name: pick(words) } },
      observation,
    },
  };
}

function workload() {
  const now = new Date(NOW).toISOString();
  const requests = [];
  for (let n = 0; n < STEPS; n += PER_BATCH) {
    requests.push({ op: "put", now, records: Array.from({ length: PER_BATCH }, (_, i) => record(n + i)) });
  }
  for (let i = 0; i < QUESTIONS; i++) {
    requests.push({ op: "search", now, search: { query: `${pick(words)} ${pick(words)}` } });
    requests.push({ op: "prior", now, prior: { observation: look(), goal: `${pick(words)} ${pick(words)}` } });
    requests.push({ op: "last", now, last: { scope: "all" } });
  }
  return requests;
}

async function inWasm(requests) {
  const core = new Core({ module: () => WebAssembly.compile(wasm) });
  await core.call({ op: "status", now: requests[0].now });
  const took = [];
  for (const request of requests) {
    const t0 = performance.now();
    const { error } = await core.call(request);
    took.push(performance.now() - t0);
    if (error) throw new Error(`${request.op}: ${error.message}`);
  }
  return took;
}

function natively(requests) {
  const input = requests.map((r) => JSON.stringify(r)).join("\n");
  const run = spawnSync("go", ["run", "./testdata/bench/replay"], { cwd: root, input, maxBuffer: 1 << 28, encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

async function starts() {
  const times = [];
  for (let i = 0; i < STARTS; i++) {
    const started = performance.now();
    const core = new Core({ module: () => WebAssembly.compile(wasm), started });
    await core.call({ op: "status", now: new Date(NOW).toISOString() });
    times.push(core.health.startMs);
  }
  return times;
}

function quantile(list, q) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

const bytes = (n) => n.toLocaleString("en").padStart(10);
console.log(`core.wasm   raw ${bytes(wasm.length)} B   gzip -9 ${bytes(gzipSync(wasm, { level: 9 }).length)} B   brotli ${bytes(brotliCompressSync(wasm).length)} B`);
const cold = await starts();
console.log(`start to first answer, node ${process.versions.node}: first ${cold[0].toFixed(0)} ms, median ${quantile(cold, 0.5).toFixed(0)} ms, best ${quantile(cold, 0).toFixed(0)} ms`);

const requests = workload();
const [wasmTook, nativeTook] = [await inWasm(requests), natively(requests)];
console.log(`\n${STEPS} steps in batches of ${PER_BATCH}, then ${QUESTIONS} questions of each kind; milliseconds, JSON included`);
console.log("op         wasm p50    p95   native p50    p95   wasm/native");
for (const op of ["put", "search", "prior", "last"]) {
  const of = (took) => took.filter((_, i) => requests[i].op === op);
  const [w, n] = [of(wasmTook), of(nativeTook)];
  const cells = [quantile(w, 0.5), quantile(w, 0.95), quantile(n, 0.5), quantile(n, 0.95)].map((v, i) => v.toFixed(2).padStart(i === 2 ? 13 : i === 0 ? 10 : 7));
  console.log(op.padEnd(9) + cells.join("") + (quantile(w, 0.5) / quantile(n, 0.5)).toFixed(1).padStart(14));
}
