import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

const file = (path) => readFile(new URL(`../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(await file("manifest.json"));

test("every content script has its place in the order", async () => {
  const order = JSON.parse(await file("content/order.json"));
  const files = (await readdir(new URL("../content/", import.meta.url))).filter((name) => name.endsWith(".js"));
  assert.deepEqual(order.toSorted(), files.toSorted());
});

test("a person's copy sees no site before it is given", () => {
  assert.equal(manifest.host_permissions, undefined);
  assert.equal(manifest.content_scripts, undefined);
  assert.deepEqual(manifest.optional_host_permissions, ["http://*/*", "https://*/*"]);
});

test("no page and no other extension can speak to this one", () => {
  assert.equal(manifest.externally_connectable, undefined);
  assert.equal(manifest.web_accessible_resources, undefined);
  assert.equal(manifest.incognito, "not_allowed");
  assert.equal(manifest.content_security_policy.extension_pages, "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'");
});
