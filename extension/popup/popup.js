// The popup: how this tab stands, what worked on its page, a search over all
// that is remembered, and how the link is. It asks the worker and the offscreen
// document for everything, each time again, and remembers nothing itself.

import { webPage } from "../lib/pages.js";
import { showApprovals } from "../lib/approvals.js";
import { byId } from "../lib/dom.js";
import { showHealth, watchPairing } from "./health.js";
import { watchSearch } from "./search.js";
import { showSite, watchSite } from "./site.js";
import { showWorked } from "./worked.js";

/** How often the link and the counts are looked at. */
const REFRESH_MS = 2000;

/**
 * Opened as a tab of its own, the popup is about the page that was used last.
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
  await Promise.all([showApprovals(byId("approvals")), showSite(tab), showWorked(tab), showHealth()]);
  setInterval(() => {
    void showApprovals(byId("approvals"));
    void showHealth();
  }, REFRESH_MS);
}

void start();
