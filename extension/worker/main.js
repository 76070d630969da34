// The service worker: only listeners. Chrome may stop it at any moment and starts it
// again for the next event, so every listener is registered here, synchronously, and
// all lasting state is in the offscreen document or in
// chrome.storage.session.

import { leaveSites, tellAll } from "./consent.js";
import * as relay from "./debugger.js";
import { forgetFailure, noteFailure } from "./frames.js";
import { askKeeper, keepOffscreen, say, setAlarm } from "./keeper.js";
import * as navigation from "./navigation.js";
import { describeQuery, openSearch, suggestSteps } from "./omnibox.js";
import { answer, onMessage } from "./router.js";
import { adoptTab, adoptTarget, closeIdle } from "./sessions.js";
import { registerScripts } from "./scripts.js";
import { closeTabSteps } from "./steps.js";
import { isManaged } from "../lib/pairing.js";
import { readKeeping } from "../lib/settings.js";
import { forgetTab, isFirst, tabState } from "./state.js";
import * as devtools from "./devtools.js";
import { unwatch } from "./watch.js";

chrome.runtime.onMessage.addListener(onMessage);

chrome.runtime.onInstalled.addListener(guarded(welcome));
chrome.runtime.onStartup.addListener(guarded(start));
chrome.permissions.onAdded.addListener(guarded(tellAll));
chrome.permissions.onRemoved.addListener(guarded(leaveSites));
chrome.alarms.onAlarm.addListener(guarded(beat));

chrome.tabs.onCreated.addListener(guarded(adoptTab));
chrome.tabs.onRemoved.addListener(guarded(tabGone));
chrome.webNavigation.onCreatedNavigationTarget.addListener(guarded(adoptTarget));

chrome.webNavigation.onBeforeNavigate.addListener(navigation.beforeNavigate);
chrome.webNavigation.onCommitted.addListener(guarded(navigation.committed));
chrome.webNavigation.onCommitted.addListener(guarded(navigation.tellNavigated));
chrome.webNavigation.onCommitted.addListener(forgetFailure);
chrome.webNavigation.onErrorOccurred.addListener(noteFailure);
chrome.webNavigation.onHistoryStateUpdated.addListener(guarded(navigation.tellNavigated));
chrome.webNavigation.onReferenceFragmentUpdated.addListener(guarded(navigation.tellNavigated));

devtools.serve(answer);
chrome.tabs.onUpdated.addListener(guarded(async (tabId) => void (await devtools.linkOf(tabId))));
chrome.debugger.onEvent.addListener(relay.onEvent);
chrome.debugger.onDetach.addListener(relay.onDetach);

chrome.omnibox.onInputChanged.addListener(guarded(async (query, suggest) => {
  await chrome.omnibox.setDefaultSuggestion({ description: describeQuery(query) });
  await suggestSteps(query, suggest);
}));
chrome.omnibox.onInputEntered.addListener(guarded(openSearch));

chrome.storage.onChanged.addListener(guarded(async (_changes, area) => {
  if (area !== "local") return;
  say({ kind: "keeping", keeping: await readKeeping() });
  await tellAll();
}));

guarded(start)();
guarded(meetPages)();
guarded(devtools.meet)();

/** Updates pages that were open before: they have no scripts, or those of the previous version. */
async function meetPages() {
  if (await isFirst()) await tellAll();
}

async function start() {
  await Promise.all([setAlarm(), keepOffscreen(), registerScripts()]);
}

/**
 * Opens the first-run page after installation. It explains the limits of recording and asks
 * on which sites to record, even in a paired extension: nothing is recorded before the
 * choice. A browser that a program drives has no reader, so there all sites are
 * chosen.
 * @param {{reason: string}} details
 */
async function welcome({ reason }) {
  if (reason !== "install" || (await isManaged())) return;
  await chrome.tabs.create({ url: chrome.runtime.getURL("firstrun/firstrun.html") });
}

async function beat() {
  await askKeeper({ to: "offscreen", kind: "health" });
  await closeIdle(Date.now(), (session) => askKeeper({ to: "offscreen", kind: "keepSession", session }));
}

/** @param {number} tabId */
async function tabGone(tabId) {
  if ((await tabState(tabId)).session) say({ kind: "tabGone", tabGone: { tabId } });
  await closeTabSteps(tabId);
  unwatch(tabId);
  await forgetTab(tabId);
}

/**
 * Logs the failure of an event handler, since an event has no caller to report to.
 * It shows in the extension's list of errors (chrome://extensions).
 * @template {any[]} A
 * @param {(...args: A) => Promise<unknown>} handle
 * @returns {(...args: A) => void}
 */
function guarded(handle) {
  return (...args) => {
    handle(...args).catch((err) => console.error(`cairn: ${handle.name || "event"}:`, err));
  };
}
