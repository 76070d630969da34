// Spec 001 to the letter, as a plain program would have it: every query reads
// the metadata of all sessions and the steps of the twenty best, word by word,
// and notes the matches of each. "Literal" takes identifiers to pieces for every
// word of the query, as sections 4.1.3 and 4.4.2 together have it; section 8.4 noticed that and
// takes them once a step: a row of its own. The same without the gate of
// twenty shows the gate's savings and losses.

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

/** Sections 4.1.3, 4.3.2 and 4.4.2. wordsOf(identifier) are its words. */
function stepScore(step, tokens, wordsOf) {
  const { tool, observation, labels = [] } = step;
  const evidence = new Set();
  let score = 0;
  let matched = 0;
  for (const token of tokens) {
    let found = 0;
    if (lower(tool.name).includes(token)) (found += 10), evidence.add(`tool:${tool.name}`);
    const { currentScreen } = observation.state;
    if (lower(currentScreen).includes(token)) (found += 8), evidence.add(`screen:${currentScreen}`);
    const target = tool.target?.testId;
    if (target && wordsOf(target).includes(token)) (found += 6), evidence.add(`testId:${target}`);
    const label = labels.find((l) => lower(l).includes(token));
    if (label !== undefined) (found += 5), evidence.add(`label:${label}`);
    if (observation.testIds.some((id) => wordsOf(id.testId).includes(token))) found += 3;
    const node = observation.a11y.nodes.find((n) => lower(n.name).includes(token) || lower(n.role).includes(token));
    if (node) (found += 2), evidence.add(lower(node.name).includes(token) ? `a11y:${node.role}:"${node.name}"` : `a11y:${node.role}`);
    score += found;
    if (found > 0) matched++;
  }
  return { score: score + Math.floor((5 * matched) / tokens.length), matchedFields: [...evidence] };
}

/** Section 8.4: the words of a step's identifiers, each taken to pieces once. */
function remembered() {
  const words = new Map();
  return (identifier) => {
    let out = words.get(identifier);
    if (!out) words.set(identifier, (out = tokenizeIdentifier(identifier)));
    return out;
  };
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
  const search = (candidates, wordsOf) => (query, limit) => {
    const words = tokenize(query.text);
    if (words.length === 0) return [];
    const tokens = withSynonyms(words);
    const ranked = all.map((s) => ({ ...s, score: sessionScore(s.meta, tokens, instant) }));
    ranked.sort((a, b) => b.score - a.score || Date.parse(b.meta.createdAt) - Date.parse(a.meta.createdAt) || a.meta.sessionId.localeCompare(b.meta.sessionId));
    const matches = [];
    for (const s of ranked.slice(0, candidates)) {
      for (const { number, step } of s.steps) {
        const { score, matchedFields } = stepScore(step, tokens, wordsOf());
        if (s.score + score > 0) matches.push({ number, score: s.score + score, matchedFields });
      }
    }
    return matches.sort((a, b) => b.score - a.score).slice(0, limit).map((m) => m.number);
  };
  const uncached = () => tokenizeIdentifier;
  return {
    "spec 001 in JS, literal": search(CANDIDATES, uncached),
    "same, section 8.4": search(CANDIDATES, remembered),
    "same, literal, all sessions": search(Infinity, uncached),
  };
}
