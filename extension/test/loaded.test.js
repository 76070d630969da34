// Addresses of extensions under test: by name for people, by id for Chrome.
import assert from "node:assert/strict";
import { test } from "node:test";

const ID = "gckpidbcaeckopplcokoodfehdadgchg";
globalThis.chrome = /** @type {any} */ ({ runtime: { getURL: (/** @type {string} */ path) => path } });
globalThis.fetch = /** @type {any} */ (async () => ({ json: async () => ({ key: "", extensions: [{ id: ID, name: "vault" }, { id: "a".repeat(32), name: "vault-two" }] }) }));
const { named, real, shown, testedAt, unnamed } = await import("../lib/loaded.js");
const { originOf } = await import("../lib/looks.js");
const { siteOf, webPage } = await import("../lib/pages.js");

test("addresses are shown by name and opened by id", async () => {
  for (const [chromes, ours] of [
    [`chrome-extension://${ID}/popup.html#/send?x=1`, "extension://vault/popup.html#/send?x=1"],
    [`chrome-extension://${"a".repeat(32)}/`, "extension://vault-two/"],
    ["https://example.com/?next=extension", "https://example.com/?next=extension"],
  ]) {
    assert.equal(await shown(chromes), ours);
    assert.equal(await real(ours), chromes);
  }
});

test("other extensions' addresses stay as they are and are no pages", async () => {
  for (const url of [`chrome-extension://${"b".repeat(32)}/popup.html`, `chrome-extension://${ID}x/popup.html`, "chrome://version/"]) {
    assert.equal(await shown(url), url);
    assert.equal(await testedAt(url), undefined);
    assert.equal(webPage(url), null);
  }
  for (const url of ["extension://vaults/", "extension://vault.example/x", "chrome-extension://vault/x"]) assert.equal(await real(url), url);
});

test("texts that cross over are translated whole", () => {
  const one = { id: ID, name: "vault" };
  const text = JSON.stringify({ href: `chrome-extension://${ID}/a.html`, selector: `a[href="chrome-extension://${ID}/b"]` });
  assert.equal(unnamed(named(text, one), one), text);
});

test("an extension's name is its origin and its site", () => {
  assert.equal(originOf("extension://vault/popup.html"), "extension://vault");
  assert.equal(siteOf("extension://vault/popup.html"), "vault");
  assert.equal(originOf("extension:///popup.html"), "");
  assert.equal(webPage("extension:///popup.html"), null);
});
