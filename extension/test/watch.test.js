import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { changeTab } from "../worker/state.js";
import { setWatchWindow } from "../lib/settings.js";
import { openWatchWindow } from "../worker/watchwindow.js";
import { aimedAt, watch, watchBracket } from "../worker/watch.js";
import { fakeChrome } from "./fake-chrome.js";

/** @type {[string, any][]} */
let shown;

/** @type {any[]} */
let windows;

beforeEach(() => {
  shown = [];
  windows = [];
  fakeChrome({ action: { setBadgeText: async (/** @type {any} */ badge) => shown.push(["badge", badge.text]), setTitle: async (/** @type {any} */ title) => shown.push(["title", title.title]) },
    tabs: { query: async () => [], get: async () => ({ windowId: 7 }) },
    windows: {
      get: async () => ({ left: 1000, top: 0, width: 1280, height: 800 }),
      create: async (/** @type {any} */ made) => {
        windows.push(made);
        if (made.left > 1500) throw new Error("Invalid value for bounds.");
      },
    } });
  chrome.runtime.sendMessage = /** @type {any} */ (async () => ({}));
});

/** @param {number} tabId @param {string} sessionId */
const bind = (tabId, sessionId) => changeTab(tabId, () => /** @type {any} */ ({ session: { sessionId, goal: "Pay" } }));
/** @param {number} tabId @param {string} [order] */
const asked = async (tabId, order) => (await watch(/** @type {any} */ ({ watch: { tabId, order } }))).watched;
const located = /** @type {any} */ ({ target: { role: "button", name: "Send\u202e".padEnd(70_000, "x"), testId: "send" } });

test("an action is shown by the name of its element while it lasts", async () => {
  await bind(1, "mm-1");
  aimedAt(/** @type {any} */ ({ tabId: 1, for: "click" }), located);
  await watchBracket({ tabId: 1, open: true, aimed: true });
  const during = await asked(1);
  assert.equal(during?.goal, "Pay");
  assert.equal(during?.acting, true);
  assert.match(during?.does ?? "", /^Click “Send x+…$/);
  assert.equal(during?.does?.length, 120);
  assert.deepEqual(shown[0], ["badge", "▶"]);
  await watchBracket({ tabId: 1, open: false });
  assert.equal((await asked(1))?.acting, false);
});

test("an element that was only located is not said to be acted on", async () => {
  await bind(2, "mm-2");
  aimedAt(/** @type {any} */ ({ tabId: 2, for: "click" }), located);
  await watchBracket({ tabId: 2, open: true });
  assert.equal((await asked(2))?.does, "");
  await watchBracket({ tabId: 2, open: false });
  aimedAt(/** @type {any} */ ({ tabId: 2, for: "see" }), located);
  await watchBracket({ tabId: 2, open: true, aimed: true });
  assert.equal((await asked(2))?.does, "");
});

test("a person stops one session in all of its tabs, and lets it go on", async () => {
  await bind(3, "mm-3");
  await bind(4, "mm-3");
  await bind(5, "mm-5");
  assert.equal((await asked(3, "stop"))?.stopped, true);
  for (const tabId of [3, 4]) await assert.rejects(watchBracket({ tabId, open: true }), { code: "MM_ACTION_DENIED" });
  await watchBracket({ tabId: 3, open: false });
  await watchBracket({ tabId: 5, open: true });
  assert.equal((await asked(4, "continue"))?.stopped, false);
  await watchBracket({ tabId: 3, open: true });
  for (const tabId of [3, 5]) await watchBracket({ tabId, open: false });
});

test("bad orders are refused", async () => {
  await assert.rejects(asked(9, "stop"), { code: "MM_NOT_FOUND" });
  await bind(9, "mm-9");
  await assert.rejects(asked(9, "pause"), { code: "MM_INVALID_INPUT" });
  await assert.rejects(watch(/** @type {any} */ ({})), { code: "MM_INVALID_INPUT" });
  assert.deepEqual(await asked(99), { tabId: 99, does: undefined, acting: undefined, stopped: false });
});

test("the window opens once for each session, within the screen, unless it is switched off", async () => {
  await bind(1, "mm-1");
  await openWatchWindow(1);
  await openWatchWindow(1);
  assert.deepEqual(windows.map(({ left, focused }) => [left, focused]), [[1876, false], [undefined, false]]);
  await setWatchWindow(false);
  await bind(2, "mm-2");
  await openWatchWindow(2);
  await openWatchWindow(3); // no agent is there
  assert.equal(windows.length, 2);
});
