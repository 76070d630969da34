// Registers the content scripts: which, and where. Chrome runs registered scripts only on
// sites that the extension may access, so one registration for all sites covers
// any access that the person grants now or later.

import { EVERYWHERE } from "../lib/access.js";

/** The registration's name. */
const ID = "content";

/** @type {Promise<string[]> | undefined} */
let files;

/** @returns {Promise<string[]>} in dependency order (content/order.json) */
export const contentScripts = () => (files ??= read());

// Fetched, not imported: Chromium (156) does not restart a worker whose
// modules import JSON.
async function read() {
  const order = /** @type {string[]} */ (await (await fetch(chrome.runtime.getURL("content/order.json"))).json());
  return order.map((name) => `content/${name}`);
}

/** @type {Promise<void> | undefined} */
let registering;

/** Ensures that the scripts are registered; repeated calls in one worker are safe. */
export const registerScripts = () => (registering ??= register());

/**
 * Registers the scripts, unless this copy's manifest declares them
 * (extension/access.go). It lasts until the extension is reloaded.
 */
async function register() {
  if (chrome.runtime.getManifest().content_scripts) return;
  const js = await contentScripts();
  const [known] = await chrome.scripting.getRegisteredContentScripts({ ids: [ID] });
  if (known?.js?.join() === js.join()) return;
  if (known) await chrome.scripting.unregisterContentScripts({ ids: [ID] });
  await chrome.scripting.registerContentScripts([{ id: ID, js, matches: EVERYWHERE, allFrames: true, matchOriginAsFallback: true, runAt: "document_start" }]);
}
