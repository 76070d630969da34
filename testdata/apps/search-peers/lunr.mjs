// Lunr: BM25 by field, boosted with the store's weights, with its stemmer; any
// word counts.
import lunr from 'lunr';

export const how = 'BM25 by field, boosted with the weights, its stemmer and stopwords; the query as terms, not parsed';

export default function build({ docs, weights }) {
  const builder = new lunr.Builder();
  builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
  builder.searchPipeline.add(lunr.stemmer);
  for (const [field, boost] of Object.entries(weights)) builder.field(field, { boost });
  for (const [id, doc] of docs.entries()) builder.add({ id, ...doc });
  const index = builder.build();
  return {
    'Lunr 2': ({ words }, limit) => index.query((q) => q.term(words)).slice(0, limit).map((hit) => Number(hit.ref)),
  };
}
