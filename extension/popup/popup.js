// The popup: the state of this tab, the tasks known on its site, the next step, a search
// over the whole memory, and the state of the link. It loads everything from the worker and the
// offscreen document each time, and stores nothing itself.

import { webPage } from "../lib/pages.js";
import { showApprovals } from "../lib/approvals.js";
import { byId } from "../lib/dom.js";
import { showWatch } from "../lib/watch.js";
import { showHealth, watchPairing } from "./health.js";
import { watchSearch } from "./search.js";
import { showSite, watchSite } from "./site.js";
import { showKnown } from "./known.js";
import { showWorked } from "./worked.js";

/** Interval between updates: a page changes without an event of its tab. */
const REFRESH_MS = 2000;

/**
 * Returns the popup's tab; opened in a separate tab, the popup shows the last used page.
 * @returns {Promise<chrome.tabs.Tab | undefined>}
 */
async function subject() {
  const [active] = await chrome.tabs.query({ active: true, currentWindow: true });
  const own = chrome.runtime.getURL("");
  if (active && !active.url?.startsWith(own)) return active;
  const pages = (await chrome.tabs.query({})).filter((tab) => webPage(tab.url));
  return pages.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0];
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const query = byId("query");
  if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault();
    query.focus();
  }
}

async function start() {
  document.addEventListener("keydown", onKey);
  watchPairing();
  watchSearch();
  const tab = await subject();
  watchSite(tab);
  for (const event of [chrome.storage.local.onChanged, chrome.permissions.onAdded, chrome.permissions.onRemoved]) event.addListener(() => void showSite(tab));
  await Promise.all([showWatch(byId("watch"), tab?.id), showApprovals(byId("approvals")), showSite(tab), showWorked(tab), showKnown(tab), showHealth()]);
  chrome.tabs.onUpdated.addListener((id, { url, status }) => {
    if (id === tab?.id && (url || status === "complete")) void showWorked(tab);
  });
  setInterval(() => {
    void showApprovals(byId("approvals"));
    void showHealth();
    void showKnown(tab);
    void showWorked(tab);
    void showWatch(byId("watch"), tab?.id);
  }, REFRESH_MS);
}

void start();
