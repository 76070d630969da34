// Spec 001 to the letter, as a plain program would have it: every query reads
// the metadata of all sessions and the steps of the twenty best, word by word.
// The same without the gate of twenty shows what the gate saves and loses.

const SYNONYMS = {
  send: ["transfer", "pay"], receive: ["deposit"], approve: ["confirm", "accept", "allow"], reject: ["deny", "cancel", "decline"],
  unlock: ["login", "signin"], connect: ["link", "authorize"], swap: ["exchange", "trade"], sign: ["signature"],
};
const STOPWORDS = new Set(("a an the to from in on at for with and or but is are was were be been flow test should can will do does did "
  + "have has had this that these those it mm mcp").split(" "));
const CANDIDATES = 20;
const HOUR = 3_600_000;

const long = (token) => token.length >= 2;
const lower = (s) => s.toLowerCase();

export const tokenize = (text) => [...new Set(lower(text).split(/[^a-z0-9]+/).filter((t) => long(t) && !STOPWORDS.has(t)))];

export function tokenizeIdentifier(identifier) {
  const spaced = identifier.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2");
  return [...new Set(lower(spaced).split(/[^a-z0-9]+/).filter(long))];
}

export function withSynonyms(tokens) {
  const out = new Set(tokens);
  for (const token of tokens) {
    for (const [word, others] of Object.entries(SYNONYMS)) {
      if (token === word || others.includes(token)) for (const w of [word, ...others]) out.add(w);
    }
  }
  return [...out];
}

/** Section 4.2.1. */
function sessionScore(meta, tokens, now) {
  const goal = tokenize(meta.goal ?? "");
  const branch = tokenize(meta.git?.branch ?? "");
  let score = tokens.some((t) => branch.includes(t)) ? 2 : 0;
  for (const token of tokens) {
    if (meta.flowTags.some((tag) => lower(tag).includes(token))) score += 12;
    if (goal.includes(token)) score += 6;
    if (meta.tags.some((tag) => lower(tag).includes(token))) score += 4;
  }
  const age = (now - Date.parse(meta.createdAt)) / HOUR;
  return score + (age < 24 ? 3 : age < 72 ? 1 : 0);
}

/** Sections 4.1.3 and 4.4.2, with the cache of 8.4. */
function stepScore(step, tokens) {
  const { tool, observation, labels = [] } = step;
  const target = tokenizeIdentifier(tool.target?.testId ?? "");
  const seen = observation.testIds.map((id) => tokenizeIdentifier(id.testId));
  let score = 0;
  let matched = 0;
  for (const token of tokens) {
    let found = 0;
    if (lower(tool.name).includes(token)) found += 10;
    if (lower(observation.state.currentScreen).includes(token)) found += 8;
    if (target.includes(token)) found += 6;
    if (labels.some((label) => lower(label).includes(token))) found += 5;
    if (seen.some((words) => words.includes(token))) found += 3;
    if (observation.a11y.nodes.some((node) => lower(node.name).includes(token) || lower(node.role).includes(token))) found += 2;
    score += found;
    if (found > 0) matched++;
  }
  return score + Math.floor((5 * matched) / tokens.length);
}

export const input = "records.jsonl";

export default function build({ docs: records, now }) {
  const sessions = new Map();
  for (const [number, { session, step }] of records.entries()) {
    if (session) sessions.set(session.sessionId, { meta: session, steps: [] });
    sessions.get(step.sessionId).steps.push({ number, step });
  }
  const all = [...sessions.values()];
  const instant = Date.parse(now);
  const search = (candidates) => (query, limit) => {
    const words = tokenize(query.text);
    if (words.length === 0) return [];
    const tokens = withSynonyms(words);
    const ranked = all.map((s) => ({ ...s, score: sessionScore(s.meta, tokens, instant) }));
    ranked.sort((a, b) => b.score - a.score || Date.parse(b.meta.createdAt) - Date.parse(a.meta.createdAt) || a.meta.sessionId.localeCompare(b.meta.sessionId));
    const matches = [];
    for (const s of ranked.slice(0, candidates)) {
      for (const { number, step } of s.steps) {
        const score = s.score + stepScore(step, tokens);
        if (score > 0) matches.push({ number, score });
      }
    }
    return matches.sort((a, b) => b.score - a.score).slice(0, limit).map((m) => m.number);
  };
  return { "spec 001 in JS, literal": search(CANDIDATES), "same, all sessions": search(Infinity) };
}
