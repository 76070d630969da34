// The goals of the bench, and whether it meets them.

import { KINDS, quality, quantile } from "./score.js";

const NATIVE = "Cairn native";
const NATIVE_SNIPPETS = "Cairn native, with snippets";
const NATIVE_JSON = "Cairn native, JSON both ways";
const FUZZY = "MiniSearch 7, prefix and fuzzy";

/** By number of steps: milliseconds at most for half and for nearly all queries. */
const SPEED = { 10_000: { p50: 0.08, p95: 0.3, wasm95: 0.7 }, 100_000: { p95: 0.8, wasm95: 2 } };
const NDCG = { 1000: 0.86, 10_000: 0.7, 100_000: 0.52 };
/** Times faster than others at 10k steps, by the beginnings of their names. */
const FASTER = {
  "FlexSearch 0.8, by field": 20, "FlexSearch 0.8, one text": 20, "bleve 2, disk, by field": 25, "bleve 2, disk, two fields": 25,
  "SQLite FTS5, Wasm, words": 220, "SQLite FTS5, Wasm, prefixes": 220, "MiniSearch 7, prefix": 140, "Orama 3": 220, "Lunr 2": 700, "spec 001 in JS, literal": 600,
};
const FASTER_AT = 10_000;
const WASM_RATIO = 2.2;
const READY = { 10_000: 150, 100_000: 800 };
const INDEX_BYTES = 100;
const STOP = 50;

const p50 = (r) => quantile(r.times, 0.5);
const p95 = (r) => quantile(r.times, 0.95);
const shown = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(x < 1 ? 3 : 2));

/**
 * The goals for a size, as lines. results are all rows, segments the measurements of
 * segments.js with indexBytes, the bytes a step of the index.
 */
export function goals(size, results, queries, segments) {
  const lines = [];
  const goal = (what, is, unit, want, kept) => lines.push(`  ${kept ? "met   " : "missed"}  ${what.padEnd(58)} ${`${shown(is)}${unit}`.padStart(12)}   goal ${want}`);
  const most = (what, is, unit, want) => goal(what, is, unit, `≤ ${want}${unit}`, is <= want);
  const least = (what, is, unit, want) => goal(what, is, unit, `≥ ${want}${unit}`, is >= want);
  const by = (name) => results.find((r) => r.engine === name);
  const native = by(NATIVE);
  const json = by(NATIVE_JSON);

  const speed = SPEED[size] ?? {};
  const snippets = by(NATIVE_SNIPPETS);
  if (speed.p50) most("query, native, p50", p50(native) * 1000, " µs", speed.p50 * 1000);
  if (speed.p95) most("query, native, p95", p95(native) * 1000, " µs", speed.p95 * 1000);
  if (speed.p50 && snippets) most("query, native, with snippets, p50", p50(snippets) * 1000, " µs", speed.p50 * 1000);
  if (speed.p95 && snippets) most("query, native, with snippets, p95", p95(snippets) * 1000, " µs", speed.p95 * 1000);
  if (segments) {
    if (speed.wasm95) most("query, Wasm from segments, p95", p95(segments), " ms", speed.wasm95);
    if (json) most("Wasm by native, JSON both ways, p50", p50(segments) / p50(json), " ×", WASM_RATIO);
    if (READY[size]) most("Wasm ready from segments", segments.readyMs, " ms", READY[size]);
    if (segments.indexBytes) most("index a step, packed", segments.indexBytes, " B", INDEX_BYTES);
    most("longest stop of the core", Math.max(segments.putMs, segments.packedMs, segments.attachMs), " ms", STOP);
  }
  if (size === FASTER_AT) {
    for (const [name, times] of Object.entries(FASTER)) {
      const other = by(name);
      if (other) least(`faster than ${name}, p50`, p50(other) / p50(native), " ×", times);
    }
  }
  const mine = quality(native.answers, queries);
  if (NDCG[size]) least("nDCG@10", mine.ndcg, "", NDCG[size]);
  const fuzzy = by(FUZZY);
  if (fuzzy) {
    // Only its answers in time are compared.
    const judged = quality(native.answers.slice(0, fuzzy.answers.length), queries);
    const theirs = quality(fuzzy.answers, queries);
    for (const kind of KINDS) least(`nDCG@10 of ${kind} (MiniSearch fuzzy)`, judged.byKind[kind], "", theirs.byKind[kind].toFixed(3));
  }
  return lines;
}
