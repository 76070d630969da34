// FlexSearch: as its documents have it, a field each; and as it is fastest, one
// text a step with the heaviest fields first (it ranks by position). It knows no
// weights: of the fields a step counts by its place in each, times the weight.
// Whole words, any word counts ("suggest").
import { Document, Index } from 'flexsearch';

export const how = 'whole words in any position, any may be missing (suggest); one row by field, places counted by weight, one with all fields as a single text';

export default function build({ docs, weights }) {
  const fields = Object.keys(weights).sort((a, b) => weights[b] - weights[a]);
  const documents = new Document({ tokenize: 'strict', document: { id: 'id', index: fields } });
  const index = new Index({ tokenize: 'strict' });
  for (const [id, doc] of docs.entries()) {
    documents.add({ id, ...doc });
    index.add(id, fields.map((f) => doc[f]).join(' '));
  }
  const byField = ({ words }, limit) => {
    const scores = new Map();
    for (const { field, result } of documents.search(words.join(' '), { limit, suggest: true })) {
      for (const [place, id] of result.entries()) scores.set(id, (scores.get(id) ?? 0) + weights[field] * (1 - place / limit));
    }
    return [...scores].sort((a, b) => b[1] - a[1]).slice(0, limit).map(([id]) => id);
  };
  return {
    'FlexSearch 0.8, by field': byField,
    'FlexSearch 0.8, one text': ({ words }, limit) => index.search(words.join(' '), { limit, suggest: true }),
  };
}
