// A dialog (alert, confirm, prompt) that opened before DevTools attached blocks its
// page and every request to it. DevTools answers only dialogs whose opening event
// it received. But when a person switches to another tab, Chrome closes the dialog
// as if it had been cancelled; so this module switches tabs for a moment.

import { closeTab } from "./tabs.js";
import { tabOf } from "./frames.js";

/** Time spent in the other tab: Chrome closes the dialog from another process. */
const AWAY_MS = 250;

/**
 * Closes the dialog of a tab. The tab must have no debugger attached, because Chrome
 * keeps the dialogs of a tab with one.
 * @param {number} tabId
 */
export async function unblock(tabId) {
  const tab = await tabOf(tabId);
  if (!tab.active) return; // another tab is already active
  const other = await chrome.tabs.create({ windowId: tab.windowId, index: tab.index + 1, url: "about:blank", active: true });
  try {
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  } finally {
    await chrome.tabs.update(tabId, { active: true }).catch(() => {}); // the tab may have closed with its dialog
    if (other.id !== undefined) await closeTab(other.id);
  }
}
