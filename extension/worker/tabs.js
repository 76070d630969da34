// Opens, closes and lists tabs for agents. Each agent's session has a separate
// window: a tab behind another one is not drawn, gets no animation frames and answers
// input late or never.

/** @import {Load as LoadRequest, Session, Tab, TabOpen} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { webPage } from "../lib/pages.js";
import { MAIN, pageCrashed, pageDenied, pageGone, tabOf } from "./frames.js";
import { expectOwn } from "./navigation.js";
import { bindTab, peekSession } from "./sessions.js";
import { allTabs } from "./state.js";
import { real, shown } from "../lib/loaded.js";
import { endTraffic, watchTraffic } from "./traffic.js";

/** Bounds the load of a page; a page with visible content at that time counts as loaded. */
const LOAD_MS = 15_000;

const BLANK = "about:blank";

/** @param {TabOpen} request @returns {Promise<Tab>} after the page has loaded */
export async function openTab({ url: given = BLANK, session, timeoutMs }) {
  const url = await shown(given);
  if (url !== BLANK && !webPage(url)) throw pageDenied(url);
  // No extension may navigate an open tab to another extension's page, but it may open a new tab there.
  const address = await real(url);
  const tabId = await newTab(session, address === url ? BLANK : address);
  if (session) await bindTab(tabId, session);
  if (url !== BLANK) {
    try {
      if (address === url) await load(tabId, url, timeoutMs || LOAD_MS);
      else if ((await tabOf(tabId)).status !== "complete") await watchLoad(tabId, url, timeoutMs || LOAD_MS);
    } catch (err) {
      await closeTab(tabId);
      throw err;
    }
  }
  return describe(await tabOf(tabId));
}

/** Loads an address in a tab that the debugger cannot attach to. @param {LoadRequest} request */
export async function loadIn({ tabId, url: given, timeoutMs }) {
  const url = await shown(given);
  if (!webPage(url)) throw pageDenied(url);
  await tabOf(tabId);
  await load(tabId, url, timeoutMs || LOAD_MS);
}

/** @param {Session | undefined} session @param {string} url @returns {Promise<number>} */
async function newTab(session, url) {
  const windowId = session && (await windowOf(session));
  if (windowId !== undefined) {
    const tab = await chrome.tabs.create({ windowId, url, active: true });
    return /** @type {number} */ (tab.id);
  }
  const made = await chrome.windows.create({ url, focused: false, width: 1280, height: 800 });
  return /** @type {number} */ (made?.tabs?.[0]?.id);
}

/** @param {Session} session @returns {Promise<number | undefined>} the window that already holds tabs of the session */
async function windowOf(session) {
  for (const [tabId, state] of await allTabs()) {
    if (state.session?.sessionId !== session.sessionId) continue;
    const tab = await chrome.tabs.get(tabId).catch(() => undefined);
    if (tab) return tab.windowId;
  }
  return undefined;
}

/** @param {number} tabId @param {string} url @param {number} timeoutMs */
async function load(tabId, url, timeoutMs) {
  await expectOwn(tabId);
  watchTraffic(tabId);
  endTraffic(tabId); // later requests of the load are noted until the first action
  const address = await real(url);
  const loaded = watchLoad(tabId, url, timeoutMs);
  const again = address !== url && (await tabOf(tabId)).url === url; // an update may not load it (openTab)
  await (again ? chrome.tabs.reload(tabId) : chrome.tabs.update(tabId, { url: address })).catch(() => {
    throw pageGone(tabId);
  });
  await loaded;
}

/** @typedef {{tabId: number, frameId: number, url: string, error: string}} Load fields of the events; error comes with onErrorOccurred */
/** @typedef {{addListener: (f: (d: Load) => void) => void, removeListener: (f: (d: Load) => void) => void}} LoadEvent */

/** @param {number} tabId @param {string} url @param {number} timeoutMs @returns {Promise<void>} */
function watchLoad(tabId, url, timeoutMs) {
  const { onCommitted, onCompleted, onErrorOccurred } = /** @type {Record<string, LoadEvent>} */ (/** @type {unknown} */ (chrome.webNavigation));
  return new Promise((resolve, reject) => {
    let shows = false;
    /** @param {FaultError} [fault] */
    const end = (fault) => {
      clearTimeout(timer);
      onCommitted.removeListener(commit);
      onCompleted.removeListener(complete);
      onErrorOccurred.removeListener(fail);
      chrome.tabs.onRemoved.removeListener(removed);
      chrome.tabs.onUpdated.removeListener(updated);
      if (fault) reject(fault);
      else resolve();
    };
    /** @param {Load} d */
    const isMain = (d) => d.tabId === tabId && d.frameId === MAIN;
    /** @param {Load} d */
    const commit = (d) => {
      if (isMain(d) && d.url !== BLANK) shows = true;
    };
    /** @param {Load} d */
    const complete = (d) => {
      if (isMain(d) && d.url !== BLANK) end();
    };
    /** @param {Load} d */
    const fail = (d) => {
      // An aborted load was replaced by another one, which reports its own result.
      if (isMain(d) && d.error !== "net::ERR_ABORTED") end(failed(url, d.error));
    };
    /** @param {number} gone */
    const removed = (gone) => {
      if (gone === tabId) end(pageGone(tabId));
    };
    /** @param {number} changed @param {{status?: string}} info @param {chrome.tabs.Tab} tab */
    const updated = (changed, { status }, tab) => {
      if (changed === tabId && status === "unloaded") end(pageCrashed(tabId));
      // Chrome reports no navigation of another extension's page.
      if (changed === tabId && status === "complete" && tab.url?.startsWith("chrome-extension:")) end();
    };
    const timer = setTimeout(() => end(shows ? undefined : late(url, timeoutMs)), timeoutMs);
    onCommitted.addListener(commit);
    onCompleted.addListener(complete);
    onErrorOccurred.addListener(fail);
    chrome.tabs.onRemoved.addListener(removed);
    chrome.tabs.onUpdated.addListener(updated);
  });
}

/** @param {string} url @param {string} error */
function failed(url, error) {
  return new FaultError("MM_NAVIGATION_FAILED", `${url} could not be loaded: ${error}`,
    "Check that the server runs and the address is right, then try again.");
}

/** @param {string} url @param {number} ms */
function late(url, ms) {
  return new FaultError("MM_NAVIGATION_TIMEOUT", `${url} showed nothing within ${ms} ms`,
    "The server is slow or does not answer. Try again with a longer timeout.");
}

/** @param {number} tabId */
export async function closeTab(tabId) {
  // A missing tab counts as closed.
  await chrome.tabs.remove(tabId).catch(() => {});
}

/** @returns {Promise<Tab[]>} */
export async function listTabs() {
  const tabs = await chrome.tabs.query({});
  return Promise.all(tabs.filter((t) => t.id !== undefined && !t.incognito).map(describe));
}

/** @param {chrome.tabs.Tab} tab @returns {Promise<Tab>} */
async function describe(tab) {
  const tabId = /** @type {number} */ (tab.id);
  const session = await peekSession(tab);
  return {
    tabId,
    url: (await shown(tab.url || tab.pendingUrl)) || BLANK,
    ...(tab.title ? { title: tab.title } : {}),
    ...(tab.active ? { active: true } : {}),
    ...(!session ? {} : session.ambient ? { ambientId: session.sessionId } : { sessionId: session.sessionId }),
    windowId: tab.windowId,
  };
}
