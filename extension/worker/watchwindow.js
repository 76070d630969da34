// Opens a small window over a corner of the page in which an agent or a flow acts
// (popup/window.js). It is a window of the extension: neither the page's scripts nor
// pictures of the page contain it, and the page keeps its size and its focus, which a
// side panel would change.

import { hasWatchWindow } from "../lib/settings.js";
import { inTurn, tabState } from "./state.js";

const PAGE = "popup/window.html";

/** The window's size, and its distance from the browser's edges, in CSS pixels. */
const WIDTH = 380;
const HEIGHT = 240;
const GAP = 24;

/** The key of the sessions that were shown: a person who closes the window is not shown them again. */
const SHOWN = "watchWindowOpened";

/** Bounds them; the newest count. */
const KEPT = 50;

/** @returns {Promise<string[]>} the sessions that acted while the window was wanted */
export const shownSessions = async () => /** @type {any} */ (await chrome.storage.session.get(SHOWN))[SHOWN] ?? [];

/** Opens the window once for each session, if the person wants it. @param {number} tabId */
export async function openWatchWindow(tabId) {
  const { session } = await tabState(tabId);
  if (!session || !(await hasWatchWindow())) return;
  const { sessionId } = session;
  await inTurn(SHOWN, async () => {
    const shown = await shownSessions();
    if (shown.includes(sessionId)) return;
    await chrome.storage.session.set({ [SHOWN]: [...shown, sessionId].slice(-KEPT) });
    const url = chrome.runtime.getURL(PAGE);
    if ((await chrome.tabs.query({ url })).length) return;
    const { windowId } = await chrome.tabs.get(tabId);
    const { left = 0, top = 0, width = 0, height = 0 } = await chrome.windows.get(windowId);
    const made = { url, type: /** @type {const} */ ("popup"), focused: false, width: WIDTH, height: HEIGHT };
    // Chrome refuses a place outside of the screen.
    await chrome.windows.create({ ...made, left: left + width - WIDTH - GAP, top: top + height - HEIGHT - GAP }).catch(() => chrome.windows.create(made));
  });
}
