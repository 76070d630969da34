// FlexSearch: one text a step, heaviest fields first (it ranks by position),
// whole words, which is its fastest; any word counts ("suggest").
import { Index } from 'flexsearch';

export default function build({ docs, weights }) {
  const fields = Object.keys(weights).sort((a, b) => weights[b] - weights[a]);
  const index = new Index({ tokenize: 'strict' });
  for (const [id, doc] of docs.entries()) index.add(id, fields.map((f) => doc[f]).join(' '));
  return { 'FlexSearch 0.8, strict': ({ words }, limit) => index.search(words.join(' '), { limit, suggest: true }) };
}
