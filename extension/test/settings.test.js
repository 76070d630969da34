import assert from "node:assert/strict";
import { test } from "node:test";

import { siteOf, webPage } from "../lib/pages.js";
import { allows, decideKeep, keepOf, readKeeping, setKeep, settingsFrom } from "../lib/settings.js";
import { fakeChrome } from "./fake-chrome.js";

test("only web pages can be remembered", () => {
  for (const url of ["chrome://settings", "file:///etc/passwd", "devtools://devtools/x", "data:text/html,x", "about:blank", "javascript:1",
    "chrome-extension://abc/x.html", "https://chromewebstore.google.com/x", "", undefined, "no address"]) {
    assert.equal(webPage(url), null, String(url));
  }
  assert.equal(siteOf("https://Example.com:8443/a?b#c"), "example.com:8443");
  assert.equal(siteOf("http://localhost:3000/"), "localhost:3000");
});

test("a site without a decision follows the mode", () => {
  const url = "https://a.example/x";
  assert.equal(allows(settingsFrom({}, false), url), false);
  assert.equal(allows(settingsFrom({}, true), url), true);
  assert.equal(allows(settingsFrom({ mode: "all" }, false), url), true);
  assert.equal(allows(settingsFrom({ mode: "chosen" }, true), url), false);
});

test("a decision outweighs the mode, and the pause outweighs both", () => {
  const sites = { "a.example": true, "b.example": false };
  assert.equal(allows(settingsFrom({ sites }, false), "https://a.example/"), true);
  assert.equal(allows(settingsFrom({ sites, mode: "all" }, false), "https://b.example/"), false);
  assert.equal(allows(settingsFrom({ sites, paused: true }, true), "https://a.example/"), false);
});

test("a frame of a forbidden site is not recorded on an allowed page", () => {
  const settings = settingsFrom({ mode: "all", sites: { "bank.example": false } }, false);
  assert.equal(allows(settings, "https://a.example/", "https://bank.example/pay"), false);
  assert.equal(allows(settings, "https://a.example/", "https://c.example/"), true);
  assert.equal(allows(settings, "https://a.example/", "about:blank"), true);
});

test("what is stored may be anything", () => {
  const settings = settingsFrom({ paused: "yes", mode: 7, sites: "none", keep: "some", keepSites: { "a.example": "none" } }, false);
  assert.deepEqual(settings, { paused: false, mode: "chosen", sites: {}, keep: "needed", keepSites: {} });
  assert.equal(allows(settingsFrom({ sites: { "a.example": "yes" } }, true), "https://a.example/"), false);
  assert.equal(allows(settingsFrom({}, true), "https://constructor/"), true);
});

test("names are kept by the strictest mode of the pages that a step is about", () => {
  const own = settingsFrom({ keepSites: { "bank.example": "needed" } }, true);
  const person = settingsFrom({ keepSites: { "docs.example:8443": "full" } }, false);
  for (const [settings, urls, want] of /** @type {[any, string[], string][]} */ ([
    [own, [], "full"],
    [own, ["about:blank", "", "https://a.example/"], "full"],
    [own, ["https://a.example/", "https://BANK.example/%zz?a=@b"], "needed"],
    [own, ["https://bank.example:8443/"], "full"],
    [person, [], "needed"],
    [person, ["https://docs.example:8443/a", "about:blank"], "full"],
    [person, ["https://docs.example/a"], "needed"],
    [person, ["https://docs.example:8443/a", "https://a.example/"], "needed"],
    [settingsFrom({}, true, "needed"), ["https://a.example/"], "needed"],
    [settingsFrom({}, false, "full"), ["https://a.example/"], "full"],
    [settingsFrom({ keep: "needed" }, true, "full"), ["https://a.example/"], "needed"],
    [settingsFrom({ keep: "full" }, false), ["https://constructor/"], "full"],
  ])) {
    assert.equal(keepOf(settings, ...urls), want, urls.join());
  }
});

test("a site's mode is kept while it differs from the others'", async () => {
  fakeChrome();
  assert.deepEqual(await readKeeping(), { mode: "needed", sites: {} });
  await decideKeep("https://docs.example:8443/a", "full");
  await decideKeep("about:blank", "full");
  assert.deepEqual(await readKeeping(), { mode: "needed", sites: { "docs.example:8443": "full" } });
  await setKeep("full");
  await decideKeep("https://bank.example/", "needed");
  assert.deepEqual(await readKeeping(), { mode: "full", sites: { "docs.example:8443": "full", "bank.example": "needed" } });
  await decideKeep("https://bank.example/", "full");
  await decideKeep("https://docs.example:8443/", "full");
  assert.deepEqual(await readKeeping(), { mode: "full", sites: {} });
});
