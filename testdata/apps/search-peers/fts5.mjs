// SQLite's FTS5 as Wasm, in memory: bm25 with the store's weights, its Porter
// stemmer, no copy of the texts; any word counts, in a second row as a prefix, as
// MiniSearch and Orama have it: parts of identifiers are asked for.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';

export const how = 'in memory as Wasm; bm25() with the weights, Porter stems, words joined by OR, in a second row as prefixes, ordered by rank, statement prepared once';

export default async function build({ docs, weights }) {
  const { oo1 } = await sqlite3InitModule();
  const db = new oo1.DB(':memory:');
  const fields = Object.keys(weights);
  db.exec(`CREATE VIRTUAL TABLE steps USING fts5(${fields.map((f) => `"${f}"`)}, content='', detail=full, tokenize='porter unicode61')`);
  db.exec(`INSERT INTO steps(steps, rank) VALUES ('rank', 'bm25(${Object.values(weights)})')`);
  db.exec('BEGIN');
  const insert = db.prepare(`INSERT INTO steps(rowid, ${fields.map((f) => `"${f}"`)}) VALUES (?${', ?'.repeat(fields.length)})`);
  for (const [id, doc] of docs.entries()) insert.bind([id + 1, ...fields.map((f) => doc[f])]).stepReset();
  insert.finalize();
  db.exec('COMMIT');
  const select = db.prepare('SELECT rowid FROM steps WHERE steps MATCH ? ORDER BY rank LIMIT ?');
  const search = (mark) => ({ words }, limit) => {
    const out = [];
    select.bind([words.map((w) => `"${w}"${mark}`).join(' OR '), limit]);
    while (select.step()) out.push(select.getInt(0) - 1);
    select.reset();
    return out;
  };
  return { 'SQLite FTS5, Wasm, words': search(''), 'SQLite FTS5, Wasm, prefixes': search(' *') };
}
