// Orama: BM25 by field, boosted with the store's weights; any word counts, words
// match as prefixes, which is its default.
import { create, insertMultiple, search } from '@orama/orama';

export const how = 'BM25 by field, boosted with the weights; prefixes, threshold 1 (any word), no typing errors';

export default async function build({ docs, weights }) {
  const db = create({ schema: Object.fromEntries(Object.keys(weights).map((f) => [f, 'string'])) });
  await insertMultiple(db, docs.map((doc, id) => ({ id: String(id), ...doc })), 1000);
  return {
    'Orama 3': async ({ words }, limit) =>
      (await search(db, { term: words.join(' '), boost: weights, threshold: 1, limit })).hits.map((hit) => Number(hit.id)),
  };
}
