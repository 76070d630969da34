// Relays CDP commands and events between the companion and a tab through
// chrome.debugger. It attaches only while an agent acts, because the browser shows a
// banner meanwhile, and forwards only commands that acting needs.

/** @import {Command, Reply} from "../wire" */
import { FaultError, messageOf } from "../lib/fault.js";
import { originOf } from "../lib/looks.js";
import { webPage } from "../lib/pages.js";
import { heardConsole } from "./console.js";
import { isCrashed, pageCrashed, pageDenied, pageGone, tabOf } from "./frames.js";
import { say } from "./keeper.js";
import { expectOwn } from "./navigation.js";
import { isLinked, onDetach as unlink, onEvent as hearLinked } from "./devtools.js";

const PROTOCOL = "1.3";

/** Lists the commands that acting and observing need. Scripts, cookies, storage, network and downloads are not allowed. */
const COMMANDS = new Set([
  "DOM.setFileInputFiles",
  "Emulation.setFocusEmulationEnabled",
  "Input.dispatchKeyEvent", "Input.dispatchMouseEvent", "Input.insertText",
  "Page.captureScreenshot", "Page.enable", "Page.getLayoutMetrics", "Page.getNavigationHistory", "Page.handleJavaScriptDialog",
  "Page.navigate", "Page.navigateToHistoryEntry", "Page.reload",
  "Page.setInterceptFileChooserDialog", "Page.setLifecycleEventsEnabled",
]);

/**
 * Holds, by tab, the file input whose chooser the page has just opened: only this input may receive files, and once.
 * @type {Map<number, number>}
 */
const choosers = new Map();

/** Tabs that the companion holds through this relay. @type {Set<number>} */
const relayed = new Set();

/** Lists the commands that navigate: such navigations are not a person's. */
const NAVIGATES = new Set(["Page.navigate", "Page.navigateToHistoryEntry", "Page.reload"]);

/** @param {number} tabId @returns {Promise<string>} its id at the browser's DevTools endpoint */
export async function targetOf(tabId) {
  await requireWhole(tabId);
  const target = (await chrome.debugger.getTargets()).find((t) => t.tabId === tabId && t.type === "page");
  if (!target) throw pageGone(tabId);
  return target.id;
}

/**
 * @param {number} tabId
 * @returns {Promise<boolean>} whether another client holds the tab through the
 *   browser's debugger: another driver, or a person with DevTools open
 */
export async function drivenByOthers(tabId) {
  const held = (await chrome.debugger.getTargets()).some((t) => t.tabId === tabId && t.attached);
  return held && !(await isOurs(tabId));
}

/** @param {number} tabId */
export async function attach(tabId) {
  await requireWhole(tabId);
  relayed.add(tabId);
  try {
    await chrome.debugger.attach({ tabId }, PROTOCOL);
  } catch (err) {
    // A previous worker of this extension may have attached it.
    if (/already attached/i.test(String(err)) && (await isOurs(tabId))) return;
    throw await refusal(tabId, err);
  }
}

/** @param {number} tabId */
export async function detach(tabId) {
  relayed.delete(tabId);
  if (isLinked(tabId)) return;
  // A tab that is not attached or is closed counts as detached.
  await chrome.debugger.detach({ tabId }).catch(() => {});
}

/** @param {Command} command @returns {Promise<Reply>} */
export async function command({ tabId, method, params }) {
  check(tabId, method, params);
  if (NAVIGATES.has(method)) await expectOwn(tabId);
  try {
    if (method === "Page.navigateToHistoryEntry") await requireReachable(tabId, params);
    const result = await chrome.debugger.sendCommand({ tabId }, method, /** @type {{[key: string]: unknown}} */ (params));
    return { result: method === "Page.getNavigationHistory" ? whereOnly(result) : result ?? {} };
  } catch (err) {
    throw err instanceof FaultError ? err : await refusal(tabId, err);
  }
}

/** @param {number} tabId @param {string} method @param {any} params */
function check(tabId, method, params) {
  if (!COMMANDS.has(method)) {
    throw new FaultError("MM_ACTION_DENIED", `the command ${method} is not passed on`, `These are: ${[...COMMANDS].join(", ")}.`);
  }
  if (method === "DOM.setFileInputFiles") {
    const asking = choosers.get(tabId);
    choosers.delete(tabId);
    if (asking === undefined || params?.backendNodeId !== asking) throw new FaultError("MM_ACTION_DENIED", "the page has not asked for files", "mm_upload opens its chooser first.");
  }
  if (method === "Page.navigate" && !reachable(params?.url)) {
    throw new FaultError("MM_ACTION_DENIED", `agents may not open ${String(params?.url).slice(0, 80)}`, "Use an http:// or https:// URL.");
  }
}

/** @param {number} tabId @param {any} params */
async function requireReachable(tabId, params) {
  const { entries } = /** @type {any} */ (await chrome.debugger.sendCommand({ tabId }, "Page.getNavigationHistory"));
  const entry = entries.find((/** @type {any} */ e) => e.id === params?.entryId);
  if (!entry || !reachable(entry.url)) throw new FaultError("MM_ACTION_DENIED", "agents may not go back to such a page", "mm_navigate opens an http:// or https:// URL.");
}

/** @param {any} history @returns {object} the same with only the origin of each entry */
function whereOnly({ currentIndex, entries }) {
  return { currentIndex, entries: entries.map((/** @type {any} */ { id, url }) => ({ id, url: webPage(url) ? `${new URL(url).origin}/` : url === "about:blank" ? url : `${url.split(":")[0]}:` })) };
}

/** @param {number} tabId of a tab that can be acted in */
async function requireWhole(tabId) {
  const tab = await tabOf(tabId);
  if (!reachable(tab.url)) throw pageDenied(tab.url);
  // The debugger would attach to it, but get no answer.
  if (isCrashed(tab)) throw pageCrashed(tabId);
}

/** @param {string | undefined} url */
const reachable = (url) => !url || url === "about:blank" || !!webPage(url);

/** @param {number} tabId */
async function isOurs(tabId) {
  try {
    await chrome.debugger.sendCommand({ tabId }, "Page.getNavigationHistory");
    return true;
  } catch {
    return false;
  }
}

/** @param {number} tabId @param {unknown} err from chrome.debugger @returns {Promise<FaultError>} */
async function refusal(tabId, err) {
  const text = messageOf(err);
  const tab = await chrome.tabs.get(tabId).catch(() => undefined);
  if (!tab || /no tab with|detached while|target closed/i.test(text)) return pageGone(tabId);
  if (/cannot access|cannot attach/i.test(text)) return pageDenied(tab.url);
  if (/not attached/i.test(text)) {
    return new FaultError("MM_PAGE_GONE", `tab ${tabId} is not attached: the page was replaced, or its debugging was ended`,
      "Describe the screen and try again.");
  }
  return new FaultError("MM_INTERNAL", protocolMessage(text));
}

/** @param {string} text chrome.debugger reports protocol errors as JSON text @returns {string} */
function protocolMessage(text) {
  try {
    const { message, data } = JSON.parse(text);
    return data ? `${message} (${data})` : String(message);
  } catch {
    return text;
  }
}

/** @param {chrome.debugger.DebuggerSession} source @param {string} method @param {object} [params] */
export function onEvent(source, method, params) {
  if (source.tabId === undefined || source.sessionId) return;
  const linked = hearLinked(source, method, params);
  if (heardConsole(source.tabId, method, params) || (linked && !relayed.has(source.tabId))) return;
  const opened = method === "Page.fileChooserOpened" ? /** @type {{backendNodeId?: number}} */ (params).backendNodeId : undefined;
  if (opened !== undefined) choosers.set(source.tabId, opened);
  say({ kind: "cdpEvent", cdpEvent: { tabId: source.tabId, method, ...(params ? { params: withoutAddresses(params) } : {}) } });
}

/**
 * Reduces addresses in events to their kind: the companion only needs to know whether an
 * address belongs to the web, and pages write secrets into addresses.
 * @param {object} params
 * @returns {object}
 */
function withoutAddresses(params) {
  return JSON.parse(JSON.stringify(params, (key, value) => {
    if (typeof value !== "string" || !/url/i.test(key)) return value;
    const origin = originOf(value);
    return origin ? `${origin}/` : value.slice(0, value.indexOf(":") + 1);
  }));
}

/** @param {chrome.debugger.Debuggee} source @param {string} reason */
export function onDetach(source, reason) {
  if (source.tabId === undefined) return;
  unlink(source);
  say({ kind: "cdpEvent", cdpEvent: { tabId: source.tabId, method: "Inspector.detached", params: { reason } } });
}
