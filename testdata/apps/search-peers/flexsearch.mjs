// FlexSearch: as its documents have it, a field each, the heaviest field's
// results first (it knows no weights); and as it is fastest, one text a step with
// the heaviest fields first (it ranks by position). Whole words, any word counts
// ("suggest").
import { Document, Index } from 'flexsearch';

export const how = 'whole words in any position, any may be missing (suggest); one row by field, the heaviest first, one with all fields as a single text';

export default function build({ docs, weights }) {
  const fields = Object.keys(weights).sort((a, b) => weights[b] - weights[a]);
  const documents = new Document({ tokenize: 'strict', document: { id: 'id', index: fields } });
  const index = new Index({ tokenize: 'strict' });
  for (const [id, doc] of docs.entries()) {
    documents.add({ id, ...doc });
    index.add(id, fields.map((f) => doc[f]).join(' '));
  }
  const byField = ({ words }, limit) => {
    const found = new Map(documents.search(words.join(' '), { limit, suggest: true }).map(({ field, result }) => [field, result]));
    const best = new Set();
    for (const f of fields) for (const id of found.get(f) ?? []) best.add(id);
    return [...best].slice(0, limit);
  };
  return {
    'FlexSearch 0.8, by field': byField,
    'FlexSearch 0.8, one text': ({ words }, limit) => index.search(words.join(' '), { limit, suggest: true }),
  };
}
