import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const file = (path) => readFile(new URL(`../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(await file("manifest.json"));

test("content scripts are loaded in their order", async () => {
  const order = (await file("content/ORDER")).split("\n").map((line) => line.trim()).filter(Boolean);
  assert.deepEqual(manifest.content_scripts[0].js, order.map((name) => `content/${name}`));
});

test("no page and no other extension can speak to this one", () => {
  assert.equal(manifest.externally_connectable, undefined);
  assert.equal(manifest.web_accessible_resources, undefined);
  assert.equal(manifest.incognito, "not_allowed");
  assert.equal(manifest.content_security_policy.extension_pages, "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'");
});
