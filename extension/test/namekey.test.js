import assert from "node:assert/strict";
import { test } from "node:test";

import { fakeChrome } from "./fake-chrome.js";

const A = `${"A".repeat(43)}=`;
const B = `${"B".repeat(43)}=`;
const C = `${"C".repeat(43)}=`;

/** A start of the offscreen document: each has its own modules. */
let starts = 0;
async function start(db, file) {
  fakeChrome();
  if (file) globalThis.fetch = async () => ({ json: async () => file });
  // settings.js remembers that there is no file; namekey.js imports it under its plain name.
  const { nameKey, learnNameKey } = await import(`../offscreen/namekey.js?${starts++}`);
  return { key: await nameKey(db), learn: (key) => learnNameKey(db, key) };
}

const fakeDatabase = () => {
  const kv = new Map();
  return { get: async (key) => kv.get(key), set: async (key, value) => void kv.set(key, value) };
};

test("the key of pairing.json holds, a later one of it as well, and the companion's after each", async () => {
  const db = fakeDatabase();
  assert.equal((await start(db, { names: A })).key, A);
  const { key, learn } = await start(db, { names: A });
  assert.equal(key, A);
  assert.equal(await learn(A), false);
  assert.equal(await learn(B), true);
  assert.equal((await start(db, { names: A })).key, B, "the file says what it said before the companion");
  assert.equal((await start(db, { names: C })).key, C, "the file was written again");
});

test("a key that is none is not taken", async () => {
  const db = fakeDatabase();
  const { key, learn } = await start(db, { names: A });
  for (const bad of [undefined, "", "AAAA", 7, "A".repeat(44), `${A}x`]) assert.equal(await learn(bad), false, String(bad));
  assert.equal((await start(db, { names: "short" })).key, key);
});

test("without pairing.json an extension makes its own key once", async () => {
  const db = fakeDatabase();
  const { key } = await start(db);
  assert.match(key, /^[A-Za-z0-9+/]{43}=$/);
  assert.equal((await start(db)).key, key);
  assert.notEqual((await start(fakeDatabase())).key, key);
});
