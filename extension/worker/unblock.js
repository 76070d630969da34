// A dialog (alert, confirm, prompt) that opened before DevTools attached blocks its
// page and every request to it. DevTools answers only dialogs whose opening event
// it received. But when a person leaves a tab for another one, Chrome takes its
// dialog away as if it had been cancelled; so for a moment the tab is left.

import { closeTab } from "./tabs.js";
import { tabOf } from "./frames.js";

/** How long the tab is left: Chrome hears of it in another process. */
const AWAY_MS = 250;

/**
 * The tab must have no debugger attached, since Chrome keeps the dialogs of a
 * tab that has one.
 * @param {number} tabId
 */
export async function unblock(tabId) {
  const tab = await tabOf(tabId);
  if (!tab.active) return; // it was left already
  const other = await chrome.tabs.create({ windowId: tab.windowId, index: tab.index + 1, url: "about:blank", active: true });
  try {
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  } finally {
    await chrome.tabs.update(tabId, { active: true }).catch(() => {}); // it may have gone with its dialog
    if (other.id !== undefined) await closeTab(other.id);
  }
}
