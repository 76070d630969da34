// Determines the panel's tab: the one that DevTools inspects. A panel opened in a
// separate tab uses the one named in its address, else the last used web page.

import { webPage } from "../lib/pages.js";
import { call } from "./ask.js";

/** @returns {Promise<number | undefined>} */
export async function subjectTab() {
  const inspected = globalThis.chrome?.devtools?.inspectedWindow?.tabId;
  if (inspected !== undefined) return inspected;
  const named = Number(new URLSearchParams(location.search).get("tab"));
  if (named) return named;
  const pages = (await chrome.tabs.query({})).filter((tab) => webPage(tab.url));
  return pages.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0]?.id;
}

/** @param {number | undefined} tabId @returns {Promise<import("../wire").Tab | undefined>} */
export async function tabInfo(tabId) {
  const { tabs = [] } = await call("tabList", {});
  return tabs.find((tab) => tab.tabId === tabId);
}
