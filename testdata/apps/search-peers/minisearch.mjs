// MiniSearch: BM25+ by field, boosted with the store's weights; any word counts.
import MiniSearch from 'minisearch';

export const how = 'BM25+ by field, boosted with the weights, OR; words match as prefixes, and in a second row within a fifth of their length in edits';

export default function build({ docs, weights }) {
  const index = new MiniSearch({ fields: Object.keys(weights) });
  index.addAll(docs.map((doc, id) => ({ id, ...doc })));
  const search = (options) => ({ words }, limit) =>
    index.search(words.join(' '), { boost: weights, combineWith: 'OR', prefix: true, ...options }).slice(0, limit).map((hit) => hit.id);
  return { 'MiniSearch 7, prefix': search({}), 'MiniSearch 7, prefix and fuzzy': search({ fuzzy: 0.2 }) };
}
