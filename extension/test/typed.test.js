import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { onMessage } from "../worker/router.js";
import { ID, fakeChrome } from "./fake-chrome.js";

const SECRET = "purple sausages";
const tab = { id: 1, groupId: -1, url: "https://a.example/page", incognito: false };
const content = { id: ID, tab, frameId: 0, url: "https://a.example/page", documentLifecycle: "active" };
const own = { id: ID, url: `chrome-extension://${ID}/offscreen/offscreen.html` };
const step = {
  schemaVersion: 1, stepId: "s-abcdefghij", sessionId: "", timestamp: new Date().toISOString(), tool: { name: "mm_click" }, actor: "observed",
  outcome: { ok: true }, observation: { state: { currentUrl: "https://a.example/page", currentScreen: "" }, testIds: [], a11y: { nodes: [] } },
};

/** The messages that reached the offscreen document, and its answer to typed texts. */
let kept, digest;

beforeEach(() => {
  kept = [];
  digest = () => "d1";
  fakeChrome({
    offscreen: { createDocument: async () => {} },
    webNavigation: { getAllFrames: async () => [{ frameId: 0, parentFrameId: -1, url: "https://a.example/", errorOccurred: false }] },
    tabs: { sendMessage: async () => ({}) },
  });
  chrome.runtime.getContexts = async () => [{}];
  chrome.runtime.sendMessage = async (message) => {
    kept.push(message);
    return message.kind === "typed" ? { digests: [await digest(message)].filter(Boolean) } : {};
  };
  chrome.storage.local.data = { mode: "all" };
});

const say = (message, sender = content) =>
  new Promise((resolve) => {
    if (!onMessage(message, sender, resolve)) resolve(undefined);
  });
const type = (text, sender = content) => say({ to: "worker", kind: "typed", text }, sender);

test("no step overtakes what was typed before it", async () => {
  let answer;
  digest = () => new Promise((resolve) => (answer = resolve));
  const typed = type(SECRET);
  const opened = say({ to: "worker", kind: "stepOpen", stepId: "s-abcdefghij", step });
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(kept.map(({ kind }) => kind), ["typed"]);
  answer("d1");
  assert.deepEqual(await Promise.all([typed, opened]), [{}, {}]);
  assert.deepEqual(kept.map(({ kind }) => kind), ["typed", "keepOpen"]);
});

test("the core learns which page a text was typed on", async () => {
  await type(SECRET, { ...content, tab: { ...tab, title: "Lab: Zabbix" } });
  assert.equal(kept[0].know.page, "Lab: Zabbix https://a.example/page");
});

test("a text that the core did not take is no reason to hold a page back", async () => {
  digest = () => {
    throw new Error("the port closed");
  };
  chrome.runtime.getContexts = async () => [{}];
  const sent = chrome.runtime.sendMessage;
  chrome.runtime.sendMessage = async (message) => (message.kind === "typed" ? { error: { code: "CORE_DIED", message: "it died" } } : sent(message));
  assert.equal((await type(SECRET)).error.code, "CORE_DIED");
  assert.deepEqual(await say({ to: "worker", kind: "stepOpen", stepId: "s-abcdefghij", step }), {});
});

test("digests are kept for the next core, the text is not", async () => {
  await type(SECRET);
  digest = () => undefined; // it is known
  await type(SECRET);
  digest = () => "d2";
  await type("another");
  const { know } = await say({ to: "worker", kind: "typed" }, own);
  assert.deepEqual(know.digests, ["d1", "d2"]);
  assert.match(know.salt, /^[0-9a-f]{64}$/);
  for (const message of kept) assert.equal(message.know.salt, know.salt);
  assert.deepEqual(chrome.storage.session.data.typed, know);
  assert.doesNotMatch(JSON.stringify([chrome.storage.session.data, chrome.storage.local.data]), /sausages|another/);
});

test("digests are sent only within the extension", async () => {
  await type(SECRET);
  assert.equal((await say({ to: "worker", kind: "typed" })).know, undefined);
});

test("secrets of a page that is just going are kept, those of a private one are not", async () => {
  assert.deepEqual(await type(SECRET, { ...content, documentLifecycle: "pending_deletion" }), {});
  assert.equal(kept.length, 1);
  assert.deepEqual(await type(SECRET, { ...content, tab: { ...tab, incognito: true } }), {});
  assert.equal(kept.length, 1);
});

test("what is no text is refused", async () => {
  for (const text of [undefined, "", 7, {}, "x".repeat(4097)]) assert.equal((await type(text)).error?.code, "MM_INVALID_INPUT", String(text).slice(0, 20));
  assert.deepEqual(kept, []);
});
