// The part of ./build.sh bench core about prior knowledge, the actions that worked on a
// screen like this one: it is asked whenever a page has settled. The same
// questions to the same store, natively and in WebAssembly, JSON included; the
// replies must be the same. Times are CPU, by question the median of nine rounds,
// once V8 has compiled its code: on a busy machine the clock tells of others.
//   node prior.js [sizes of stores]

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Core } from "../../../lib/core.js";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const wasm = readFileSync(new URL("../../../core/core.wasm", import.meta.url));
// The first rounds are not counted: V8 compiles in the background meanwhile.
const WARM = 20;
const ROUNDS = 9;

/** By number of steps, milliseconds that half of the questions may take of the engine, natively; and how much more they may in Wasm. */
const GOALS = { 10_000: 0.3, 100_000: 2 };
const RATIO = 2.5;

/** CPU of this process, in ms. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function quantile(list, q) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

function natively(tool, steps, dir) {
  const run = spawnSync(tool, ["-steps", String(steps), "-out", dir], { maxBuffer: 1 << 28, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  if (run.error || run.status !== 0) throw new Error(`the native core: ${run.error ?? `exit ${run.status}`}`);
  return JSON.parse(run.stdout);
}

/** A core that begins with the segments of a folder, as in the extension. */
function coreOf(dir) {
  const segments = readdirSync(dir).filter((name) => name.endsWith(".segment")).map((name) => ({ attach: parseInt(name), bytes: new Uint8Array(readFileSync(join(dir, name))) }));
  segments.sort((a, b) => a.attach - b.attach);
  async function* reload() {
    yield* segments;
  }
  return new Core({ module: () => WebAssembly.compile(wasm), reload });
}

async function inWasm(dir) {
  const core = coreOf(dir);
  const questions = readFileSync(join(dir, "questions.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const ask = async (question) => {
    const reply = await core.call(question);
    if (reply.error || core.health.deaths > 0) throw new Error(JSON.stringify(reply.error ?? core.health));
    return reply;
  };
  const replies = [];
  for (const question of questions) replies.push(await ask(question));
  const took = questions.map(() => []);
  for (let round = 0; round < WARM + ROUNDS; round++) {
    for (const [i, question] of questions.entries()) {
      const start = cpu();
      await ask(question);
      if (round >= WARM) took[i].push(cpu() - start);
    }
  }
  return { replies, times: took.map((t) => quantile(t, 0.5)) };
}

const work = mkdtempSync(join(tmpdir(), "cairn-prior-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const tool = join(work, "prior");
const built = spawnSync("go", ["build", "-o", tool, "./testdata/bench/prior"], { cwd: root, stdio: "inherit" });
if (built.status !== 0) process.exit(1);

console.log(`prior knowledge, one origin, CPU in ms
steps     engine p50    p95   + JSON p50    p95    Wasm p50    p95   Wasm/native`);
const goals = [];
const sizes = process.argv.slice(2).map(Number);
for (const steps of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  const dir = mkdtempSync(join(work, `${steps}-`));
  const native = natively(tool, steps, dir);
  const there = await inWasm(dir);
  rmSync(dir, { recursive: true });
  const columns = [native.alone, native.times, there.times].map((t) => quantile(t, 0.5).toFixed(3).padStart(11) + quantile(t, 0.95).toFixed(3).padStart(8));
  const ratio = quantile(there.times, 0.5) / quantile(native.times, 0.5);
  console.log(String(steps).padEnd(8) + columns.join(" ") + ratio.toFixed(2).padStart(12));
  const differ = there.replies.filter((reply, i) => JSON.stringify(reply) !== JSON.stringify(native.replies[i])).length;
  if (differ > 0) {
    console.log(`  DIFFERS from native in ${differ} of ${there.replies.length} replies`);
    process.exitCode = 1;
  }
  const goal = (what, is, want) => goals.push(`  ${is <= want ? "met   " : "missed"}  ${what.padEnd(44)} ${is.toFixed(3).padStart(7)}   goal ≤ ${want}`);
  if (GOALS[steps]) {
    goal(`${steps} steps: engine, native, p50, ms`, quantile(native.alone, 0.5), GOALS[steps]);
    goal(`${steps} steps: Wasm with JSON, p50, ms`, quantile(there.times, 0.5), GOALS[steps] * RATIO);
    goal(`${steps} steps: Wasm by native, JSON both ways`, ratio, RATIO);
  }
}
if (goals.length > 0) console.log(["goals", ...goals].join("\n"));
