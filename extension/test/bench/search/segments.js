// Measures the Wasm core as the extension starts it, on an exported store:
//   node segments.js <folder of the export> <budget in ms>
// A core gets every record and packs its segments; other cores begin with
// these. Prints, as JSON: when a fresh core is ready, how long a core stops for
// one request while it takes in records, packs and takes in, how much memory it has, the size of
// a step in a segment, and how long queries take, JSON included.

import { readFileSync } from "node:fs";

import { Core } from "../../../lib/core.js";
import { fill, searchRequest } from "./wasm.js";
import { openStore } from "./store.js";

// As in offscreen/memory.js.
const PER_BATCH = 16;
const PACK_BATCH = 32;
const STARTS = 7;
const ROUNDS = 3;

const wasm = new Uint8Array(readFileSync(new URL("../../../core/core.wasm", import.meta.url)));
const [, , dir, budget] = process.argv;
const store = await openStore(dir);
const now = store.now;
const module = WebAssembly.compile(wasm);

/** CPU of this process, in ms: on a busy machine the clock tells of others. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The longest time of one request, once V8 has compiled its code. */
const stops = { put: 0, packed: 0 };
const WARM = 64;
let calls = 0;

async function call(core, request, kind) {
  const start = cpu();
  const reply = await core.call(request);
  if (kind && ++calls > WARM) stops[kind] = Math.max(stops[kind], cpu() - start);
  if (reply.error || reply.rejected || core.health.deaths > 0) throw new Error(JSON.stringify(reply.error ?? core.health));
  return reply;
}

/** Shows progress: a hundred thousand steps take minutes. */
const OFTEN = 20_000;
const note = (what) => process.stderr.write(`         ${what}\n`);

/** Tells one core everything and packs it. */
async function build() {
  let sent = 0;
  const core = new Core({ module: () => module });
  for await (const { records } of fill(store)) {
    for (let i = 0; i < records.length; i += PER_BATCH) await call(core, { op: "put", now, records: records.slice(i, i + PER_BATCH) }, "put");
    const before = sent;
    sent += records.length;
    if (Math.floor(sent / OFTEN) > Math.floor(before / OFTEN)) note(`the Wasm core has ${sent} steps`);
  }
  const segments = new Map();
  let pauses = 0;
  for (;;) {
    const { packed, bytes } = await call(core, { op: "pack", now, pack: { steps: PACK_BATCH } }, "packed");
    if (packed.state === "idle") break;
    pauses++;
    if (packed.state !== "done") continue;
    for (const number of packed.replaces ?? []) segments.delete(number);
    if (segments.size % 4 === 3) note(`${segments.size + 1} segments are packed`);
    segments.set(packed.segment, { bytes, steps: packed.steps.length });
    await call(core, { op: "packed", now, packed: { kept: true } });
  }
  return { segments: [...segments], bytes: core.health.bytes, pauses };
}

/** From nothing but the compiled module to the first answer of a full core. */
async function start(segments) {
  const all = segments.reduce((sum, [, { bytes }]) => sum + bytes.length, 0);
  const copies = segments.map(([number, { bytes }], i) => ({ attach: number, bytes: bytes.slice(), total: i === 0 ? all : 0 }));
  let longest = 0;
  async function* reload() {
    for (const segment of copies) {
      const began = cpu();
      yield segment;
      longest = Math.max(longest, cpu() - began);
    }
  }
  const began = cpu();
  const core = new Core({ module: () => module, reload });
  const { status } = await call(core, { op: "status", now });
  return { core, ms: cpu() - began, longest, steps: status.steps };
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const built = await build();
const starts = [];
for (let i = 0; i < STARTS; i++) starts.push(await start(built.segments));
const { core, steps } = starts.at(-1);
const times = store.queries.map(() => []);
const end = performance.now() + Number(budget);
for (let round = 0; round <= ROUNDS && (round < 2 || performance.now() < end); round++) {
  for (const [i, q] of store.queries.entries()) {
    const began = cpu();
    await call(core, searchRequest(now, q, 10));
    if (round > 0) times[i].push(cpu() - began); // the first round warms up
  }
}
const packedSteps = built.segments.reduce((sum, [, s]) => sum + s.steps, 0);
process.stdout.write(JSON.stringify({
  steps, packedSteps,
  segments: built.segments.length,
  readyMs: median(starts.map((s) => s.ms)),
  bestReadyMs: Math.min(...starts.map((s) => s.ms)),
  attachMs: Math.min(...starts.map((s) => s.longest)),
  putMs: stops.put,
  packedMs: stops.packed,
  bytesPerStep: built.segments.reduce((sum, [, s]) => sum + s.bytes.length, 0) / packedSteps,
  filledMiB: built.bytes / 2 ** 20,
  readyMiB: core.health.bytes / 2 ** 20,
  times: times.map(median),
}));
