// The content scripts: which, and where. Chrome runs what is registered only
// on sites that it lets the extension reach, so one registration for all stands
// for whatever the person gives now or later.

import { EVERYWHERE } from "../lib/access.js";

/** The registration's name. */
const ID = "content";

/** @type {Promise<string[]> | undefined} */
let files;

/** @returns {Promise<string[]>} in the order in which they build on each other (content/order.json) */
export const contentScripts = () => (files ??= read());

// Fetched, not imported: Chromium (156) does not start a worker again whose
// modules import JSON.
async function read() {
  const order = /** @type {string[]} */ (await (await fetch(chrome.runtime.getURL("content/order.json"))).json());
  return order.map((name) => `content/${name}`);
}

/** @type {Promise<void> | undefined} */
let registering;

/** Makes sure that the scripts are registered; a worker may be asked to more than once. */
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
