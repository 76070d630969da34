// Handles the companion's calls, one handler per kind. Each returns a wire.Reply or
// throws a FaultError; the router turns any other error into
// MM_INTERNAL.

/** @import {Bracket, Envelope, Fill, Kind, Reply, Settle} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { setBracket } from "./brackets.js";
import { tellTab } from "./consent.js";
import { complaintsOf } from "./console.js";
import * as relay from "./debugger.js";
import { MAIN, NoAnswer, askFrame, askMain, awaitErrorPage, pageGone, tabOf } from "./frames.js";
import { locate, route } from "./locate.js";
import { look, lookFor } from "./look.js";
import { bindTab } from "./sessions.js";
import { closeTab, listTabs, loadIn, openTab } from "./tabs.js";
import { awaitTraffic, endTraffic, expectDocument, failuresOf, isUnloaded, watchTraffic } from "./traffic.js";
import { unblock } from "./unblock.js";
import { aimedAt, watchBracket } from "./watch.js";

/** Bounds the wait for a quiet page; then it is observed as it is. */
const SETTLE_MS = 5000;

/** Time in which a late response is drawn. */
const DRAW_MS = 1000;

/** Extra time for the page to answer after its timeout. */
const GRACE_MS = 3000;

/** @type {{[kind in Kind]?: (args: any) => Promise<Reply>}} */
const HANDLERS = {
  tabOpen: async (args) => ({ tab: await openTab(args) }),
  tabClose: async ({ tabId }) => done(closeTab(tabId)),
  tabList: async () => ({ tabs: await listTabs() }),
  bind: async (args) => done(bind(args)),
  observe: async ({ tabId, seek, outline }) => ({ page: await (seek ? lookFor(tabId, seek) : look(tabId, { lane: true, outline: outline === true })) }),
  locate: async (args) => {
    const located = await locate(args);
    aimedAt(args, located);
    return { located };
  },
  fill: async (args) => done(fill(args)),
  settle: async (args) => ({ page: await settle(args) }),
  bracket: async (args) => done(bracket(args)),
  unblock: async ({ tabId }) => done(unblock(tabId)),
  mask: async ({ texts }) => ({ texts }), // the core masks them, after earlier typed texts (offscreen.js)
  console: async (args) => ({ texts: await complaintsOf(args) }),
  load: async (args) => done(loadIn(args)),
  target: async ({ tabId }) => ({ targetId: await relay.targetOf(tabId) }),
  attach: async ({ tabId }) => done(relay.attach(tabId)),
  detach: async ({ tabId }) => done(relay.detach(tabId)),
  command: (args) => relay.command(args),
};

/** Lists the calls without a tab. @type {Set<Kind>} */
const WITHOUT_TAB = new Set(["tabOpen", "tabList", "mask"]);

/** @param {Envelope} call @returns {Promise<Reply>} */
export async function answerCall(call) {
  const handler = Object.hasOwn(HANDLERS, call.kind) ? HANDLERS[call.kind] : undefined;
  if (!handler) {
    throw new FaultError("UNKNOWN_TYPE", `the extension knows no call ${JSON.stringify(call.kind)}`,
      "Companion and extension may be of different versions: update the extension with: cairn extension.");
  }
  const args = /** @type {any} */ (call)[call.kind] ?? {};
  if (typeof args !== "object" || (!WITHOUT_TAB.has(call.kind) && !Number.isInteger(args.tabId))) {
    throw new FaultError("MM_INVALID_INPUT", `${call.kind} came without a tabId`, "See shared/wire/calls.go.");
  }
  return handler(args);
}

/** @param {Promise<unknown>} work @returns {Promise<Reply>} the empty reply */
async function done(work) {
  await work;
  return {};
}

/** @param {import("../wire").Bind} request */
async function bind({ tabId, session, show }) {
  const tab = await tabOf(tabId);
  await bindTab(tabId, session);
  await tellTab(tab);
  if (show && !tab.active) await chrome.tabs.update(tabId, { active: true });
}

/** @param {Bracket} request */
async function bracket(request) {
  await watchBracket(request);
  if (request.open) {
    await tabOf(request.tabId);
    watchTraffic(request.tabId);
  } else {
    endTraffic(request.tabId);
  }
  await setBracket(request, Date.now());
}

/** @param {Fill} request */
async function fill({ tabId, ref, text, options, files }) {
  const { frameId = MAIN, target } = route({ a11yRef: String(ref) });
  await askFrame(tabId, frameId, { kind: "fill", fill: { tabId, ref: target.a11yRef ?? "", text, options, files } }).catch((err) => {
    throw err instanceof NoAnswer ? pageGone(tabId) : err;
  });
}

/** @param {Settle} request */
async function settle({ tabId, quietMs, patienceMs, timeoutMs = SETTLE_MS, answerMs = 0 }) {
  const tab = await tabOf(tabId);
  const latest = Date.now() + Math.max(timeoutMs, answerMs);
  let end = Date.now() + timeoutMs;
  if (tab.url && tab.url !== "about:blank") {
    const message = (/** @type {number} */ msLeft) => ({
      kind: /** @type {const} */ ("settle"),
      settle: { tabId, quietMs, patienceMs, blind: true, timeoutMs: Math.max(1, Math.min(end - Date.now(), msLeft)) },
    });
    for (;;) {
      if ((await askMain(tabId, message, end - Date.now() + GRACE_MS)).leaves) expectDocument(tabId);
      if (Date.now() >= latest || !(await awaitTraffic(tabId, latest - Date.now()))) break;
      end = Math.min(latest, Math.max(end, Date.now() + DRAW_MS));
    }
  }
  if (isUnloaded(tabId)) await awaitErrorPage(tabId);
  return { ...(await look(tabId, { lane: true })), ...failuresOf(tabId) };
}
