import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { onMessage } from "../worker/router.js";
import { ID, fakeChrome } from "./fake-chrome.js";
import { mutant, random, samples } from "./mutate.js";

/** The messages that reached the offscreen document. */
let kept;

beforeEach(() => {
  kept = [];
  fakeChrome({
    offscreen: { createDocument: async () => {} },
    webNavigation: { getAllFrames: async () => [{ frameId: 0, parentFrameId: -1, url: "https://a.example/", errorOccurred: false }] },
    tabs: { sendMessage: async () => ({}) },
  });
  chrome.runtime.getContexts = async () => [{}];
  chrome.runtime.sendMessage = async (message) => {
    kept.push(message);
    return {};
  };
  chrome.storage.local.data = { mode: "all" };
});

const tab = { id: 1, groupId: -1, url: "https://a.example/page", incognito: false };
const content = { id: ID, tab, frameId: 0, url: "https://a.example/page", documentLifecycle: "active" };
const own = { id: ID, url: `chrome-extension://${ID}/offscreen/offscreen.html` };

const step = (more = {}) => ({
  schemaVersion: 1, stepId: "s-abcdefghij", sessionId: "s-of-somebody", timestamp: new Date().toISOString(),
  tool: { name: "mm_click", target: { testId: "send", a11yRef: "e1" } }, actor: "agent", kb_source: "forged", outcome: { ok: true },
  observation: { state: { currentUrl: "https://a.example/page?x", currentScreen: "x", origin: "https://bank.example" }, testIds: [], a11y: { nodes: [] } },
  ...more,
});
const open = (more = {}) => ({ to: "worker", kind: "stepOpen", stepId: "s-abcdefghij", step: step(), ...more });

/** @returns the reply, undefined without an answer */
const say = (message, sender = content) =>
  new Promise((resolve) => {
    if (!onMessage(message, sender, resolve)) resolve(undefined);
  });

test("of a step only what a content script may say is kept", async () => {
  assert.deepEqual(await say(open()), {});
  const [{ kind, step: stored, session }] = kept;
  assert.equal(kind, "keepOpen");
  assert.equal(stored.actor, "observed");
  assert.equal(stored.sessionId, session.sessionId);
  assert.equal(session.ambient, true);
  assert.equal(stored.kb_source, undefined);
  assert.deepEqual(stored.tool, { name: "mm_click", target: { testId: "send" } });
  assert.deepEqual(stored.observation.state, { currentUrl: "https://a.example/page?x", currentScreen: "", origin: "https://a.example" });
});

test("a page's clock counts only while it is about right", async () => {
  await say(open({ step: step({ timestamp: "1970-01-01T00:00:00.000Z" }) }));
  await say(open({ stepId: "s-second-one", step: step({ timestamp: "never" }) }));
  for (const { step: stored } of kept) assert.ok(Math.abs(Date.parse(stored.timestamp) - Date.now()) < 10_000);
});

test("what is no step is refused with a reason", async () => {
  const bad = {
    "no id": open({ stepId: undefined }),
    "an id that is a path": open({ stepId: "../../etc/passwd" }),
    "no step": open({ step: undefined }),
    "a step that is text": open({ step: "click" }),
    "a tool of an agent": open({ step: step({ tool: { name: "mm_launch" } }) }),
    "no tool": open({ step: step({ tool: undefined }) }),
    "an oversized step": open({ step: step({ observation: { state: {}, testIds: [], a11y: { nodes: [{ name: "x".repeat(1 << 20) }] } } }) }),
    "a close without id": { to: "worker", kind: "stepClose" },
  };
  for (const [name, message] of Object.entries(bad)) {
    const reply = await say(message);
    assert.equal(reply.error?.code, "MM_INVALID_INPUT", name);
    assert.ok(reply.error.hint, name);
  }
  assert.deepEqual(kept, []);
});

test("only content scripts send steps, only our own pages send calls", async () => {
  const call = { to: "worker", kind: "call", call: { kind: "tabList", tabList: {} } };
  assert.equal((await say(call)).error.code, "UNKNOWN_TYPE");
  assert.equal((await say(open(), own)).error.code, "UNKNOWN_TYPE");
  assert.equal((await say({ to: "worker", kind: "__proto__" }, own)).error.code, "UNKNOWN_TYPE");
  assert.equal((await say({ to: "worker", kind: "fly" })).error.code, "UNKNOWN_TYPE");
  assert.equal(await say(open(), { ...content, id: "another-extension" }), undefined);
  for (const nonsense of [null, 7, "x", {}, { to: "panel", kind: "stepOpen" }]) assert.equal(await say(nonsense), undefined);
  assert.deepEqual(kept, []);
});

test("private windows, cached documents and closed pages are ignored", async () => {
  assert.deepEqual(await say(open(), { ...content, tab: { ...tab, incognito: true } }), {});
  assert.deepEqual(await say(open(), { ...content, documentLifecycle: "cached" }), {});
  for (const url of ["chrome://newtab", "file:///etc/passwd", "devtools://devtools/x", "view-source:https://a.example/", "chrome-extension://other/page.html"]) {
    assert.deepEqual(await say(open(), { ...content, url, tab: { ...tab, url } }), {}, url);
  }
  assert.deepEqual(await say(open(), { ...content, tab: undefined }), {});
  assert.deepEqual(kept, []);
});

test("what a person forbade is ignored, also in a frame", async () => {
  chrome.storage.local.data.sites = { "a.example": false, "b.example": false };
  assert.deepEqual(await say(open()), {});
  const other = { ...tab, url: "https://c.example/" };
  assert.deepEqual(await say(open(), { ...content, tab: other, frameId: 3, url: "https://b.example/in" }), {});
  assert.deepEqual(kept, []);
});

test("whatever a content script says, what is kept is stamped and has an id", async () => {
  const seed = Date.now();
  const pick = random(seed);
  const messages = [...samples("runtime"), open(), { to: "worker", kind: "stepClose", stepId: "s-abcdefghij", outcome: { ok: true }, after: { currentUrl: "https://a.example/" } }];
  for (let n = 0; n < 1500; n++) {
    const message = mutant(messages[n % messages.length], pick);
    const reply = await say(message);
    assert.ok(reply === undefined || typeof reply === "object", `seed ${seed}: ${JSON.stringify(message)}`);
  }
  assert.ok(kept.length > 50, `seed ${seed}: only ${kept.length} were kept`);
  for (const { kind, stepId, step: stored, session } of kept) {
    assert.match(stored?.stepId ?? stepId, /^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$/, `seed ${seed}`);
    if (kind !== "keepOpen") continue;
    assert.equal(stored.actor, "observed");
    assert.equal(stored.sessionId, session.sessionId);
    assert.equal(stored.observation.state.origin, "https://a.example");
  }
});

test("the text of an observed step is kept for a native list alone", async () => {
  for (const [tag, kept_] of [["select", { text: "Study" }], ["input", undefined]]) {
    kept.length = 0;
    await say(open({ step: step({ tool: { name: "mm_type", target: { role: "combobox", name: "Shelf", tag }, input: { text: "Study" } } }) }));
    assert.deepEqual(kept[0].step.tool.input, kept_, tag);
  }
});

test("the kind of a click is kept: another button or number of clicks does something else", async () => {
  for (const input of [{ button: "right" }, { count: 2 }, { modifiers: ["Control"] }, { at: { x: 4, y: 5 } }]) {
    kept.length = 0;
    await say(open({ step: step({ tool: { name: "mm_click", input: { ...input, more: "x" } } }) }));
    assert.deepEqual(kept[0].step.tool.input, input);
  }
});

test("a paused extension records nothing", async () => {
  chrome.storage.local.data.paused = true;
  assert.deepEqual(await say(open()), {});
  assert.deepEqual(await say({ to: "worker", kind: "consent" }), { allowed: false });
  assert.deepEqual(kept, []);
});

test("a call that fails is answered, not dropped", async () => {
  const reply = await say({ to: "worker", kind: "call", call: { kind: "fly" } }, own);
  assert.equal(reply.reply.error.code, "UNKNOWN_TYPE");
  assert.equal((await say({ to: "worker", kind: "call" }, own)).error.code, "MM_INVALID_INPUT");
});
