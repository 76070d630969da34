// How good rankings are, and the table that says so.

export const KINDS = ["A", "B", "C", "D", "E"];
const AT = 10;

/** Recall, reciprocal rank and nDCG of the first ten sessions of one ranking. */
export function score(ranked, relevant) {
  const right = new Set(relevant);
  const first = ranked.slice(0, AT);
  let found = 0;
  let gain = 0;
  let ideal = 0;
  for (const [i, session] of first.entries()) {
    if (right.has(session)) {
      found++;
      gain += 1 / Math.log2(i + 2);
    }
  }
  for (let i = 0; i < Math.min(AT, right.size); i++) ideal += 1 / Math.log2(i + 2);
  const at = first.findIndex((session) => right.has(session));
  return { recall: found / Math.min(AT, right.size), mrr: at < 0 ? 0 : 1 / (at + 1), ndcg: gain / ideal };
}

const mean = (list) => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : NaN);

/** Means over the queries that an engine answered, and nDCG by kind. */
export function quality(answers, queries) {
  const scores = answers.map((ranked, i) => ({ kind: queries[i].kind, ...score(ranked, queries[i].relevant) }));
  const of = (what, list = scores) => mean(list.map((s) => s[what]));
  return {
    queries: scores.length,
    recall: of("recall"),
    mrr: of("mrr"),
    ndcg: of("ndcg"),
    byKind: Object.fromEntries(KINDS.map((k) => [k, of("ndcg", scores.filter((s) => s.kind === k))])),
  };
}

export function quantile(list, q) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

/** Milliseconds, for people. */
export function duration(ms) {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  return ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const part = (x) => (Number.isNaN(x) ? "–" : x.toFixed(3));

export function header() {
  return ["engine".padEnd(30), "build".padStart(8), "p50".padStart(8), "p95".padStart(8), "p50 deep".padStart(8), "÷ native".padStart(9),
    ...["R@10", "MRR", "nDCG", ...KINDS].map((s) => s.padStart(6))].join(" ");
}

/** One line of the table; yardstick is the p50 of Cairn native. */
export function row(result, queries, yardstick) {
  const q = result.answers && quality(result.answers, queries);
  const p50 = quantile(result.times, 0.5);
  const ratio = p50 / yardstick;
  const numbers = q ? [q.recall, q.mrr, q.ndcg, ...KINDS.map((k) => q.byKind[k])].map((x) => part(x).padStart(6)) : [result.note ?? ""];
  const fewer = result.times.length < queries.length ? `  (${result.times.length} queries timed${q && q.queries < queries.length ? `, ${q.queries} judged` : ""})` : "";
  return [result.engine.padEnd(30), duration(result.buildMs).padStart(8), duration(p50).padStart(8), duration(quantile(result.times, 0.95)).padStart(8),
    duration(quantile(result.deepTimes, 0.5)).padStart(8),
    `${ratio.toFixed(ratio < 10 ? 1 : 0)} ×`.padStart(9), ...numbers].join(" ") + fewer;
}
