// The small window that shows the present and next actions of agents and flows, and the reasons, with Stop. The
// worker opens it (worker/watchwindow.js); it closes itself when no session is left.

import { button, byId, el } from "../lib/dom.js";
import { isFor } from "../lib/messages.js";
import { hasWatchWindow, setWatchWindow } from "../lib/settings.js";
import { showWatch } from "../lib/watch.js";
import { allTabs } from "../worker/state.js";
import { shownSessions } from "../worker/watchwindow.js";

const REFRESH_MS = 1000;

/** Time for which the end is shown, before the window closes. */
const OVER_MS = 4000;

/** @type {Map<string, {tabId: number, region: HTMLElement, node: HTMLElement}>} by session */
const shown = new Map();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;

/** @returns {Promise<Map<string, number>>} the tab in which each session acted last, the newest session last */
async function acting() {
  /** @param {import("../worker/state.js").TabState} state */
  const began = ({ brackets = [] }) => brackets.at(-1)?.[0] ?? 0;
  const sessions = await shownSessions();
  const tabs = (await allTabs()).filter(([, { session }]) => session && sessions.includes(session.sessionId)).sort(([, a], [, b]) => began(a) - began(b));
  return new Map(tabs.map(([tabId, { session }]) => /** @type {const} */ ([session?.sessionId ?? "", tabId])));
}

async function show() {
  const sessions = await acting();
  for (const [id, { node }] of shown) {
    if (sessions.has(id)) continue;
    node.remove();
    shown.delete(id);
  }
  for (const [id, tabId] of sessions) {
    const known = shown.get(id) ?? add(id);
    known.tabId = tabId;
    await showWatch(known.region, tabId);
  }
  byId("over").textContent = shown.size ? "" : "Nothing runs any more.";
  if (shown.size) closing = void clearTimeout(closing);
  else closing ??= setTimeout(() => window.close(), OVER_MS);
}

/** @param {string} id of a session */
function add(id) {
  const region = el("section", "watch");
  region.setAttribute("aria-label", "What runs in a tab");
  const known = { tabId: 0, region, node: el("div", "", region, button("Show its tab", () => void showTab(known.tabId), "link-button soft small")) };
  shown.set(id, known);
  byId("acts").prepend(known.node);
  return known;
}

/** @param {number} tabId */
async function showTab(tabId) {
  const { windowId } = await chrome.tabs.update(tabId, { active: true }) ?? {};
  if (windowId) await chrome.windows.update(windowId, { focused: true });
}

async function start() {
  const again = /** @type {HTMLInputElement} */ (byId("again"));
  again.checked = await hasWatchWindow();
  again.addEventListener("change", () => void setWatchWindow(again.checked));
  let showing = Promise.resolve();
  const refresh = () => void (showing = showing.then(show, show));
  chrome.runtime.onMessage.addListener((message) => {
    if (isFor(message, "pages") && message.kind === "watch") refresh();
    return false;
  });
  refresh();
  setInterval(refresh, REFRESH_MS);
}

void start();
