// Decides where Cairn may record. The worker decides and notifies the content scripts;
// steps that arrive nevertheless are checked again (steps.js).

import { reaches } from "../lib/access.js";
import { webPage } from "../lib/pages.js";
import { shown } from "../lib/loaded.js";
import { allows, keepOf, readSettings } from "../lib/settings.js";
import { MAIN, inject } from "./frames.js";
import { tabState } from "./state.js";
import { sendTo } from "./devtools.js";

/**
 * @param {chrome.tabs.Tab} tab
 * @param {string} [frameUrl] of the frame, unless it is the main one
 * @returns {Promise<boolean>}
 */
export async function mayRecord(tab, frameUrl) {
  if (tab.incognito || tab.id === undefined) return false;
  const [settings, state, reached] = await Promise.all([readSettings(), tabState(tab.id), reachesBoth(tab.url, frameUrl)]);
  if (!reached) return false;
  // A tab that an agent works in is recorded: actions of people in it belong to the
  // agent's session. A forbidden site stays forbidden.
  return allows(state.session ? { ...settings, mode: "all" } : settings, tab.url, frameUrl);
}

/**
 * @param {(string | undefined)[]} urls of all pages in a message
 * @returns {Promise<import("../wire").Keep>} which of their names are kept in clear
 */
export async function keepFor(...urls) {
  return keepOf(await readSettings(), ...urls);
}

/** @param {string | undefined} url @param {string | undefined} frameUrl */
async function reachesBoth(url, frameUrl) {
  return (await reaches(url)) && (!webPage(frameUrl) || (await reaches(frameUrl)));
}

/**
 * Stops the scripts on sites to which the person has removed access. Chrome only
 * prevents new ones.
 */
export async function leaveSites() {
  await Promise.all((await chrome.tabs.query({})).map(async ({ id, url }) => {
    if (id === undefined || !webPage(url) || (await reaches(url))) return;
    await chrome.tabs.sendMessage(id, { to: "content", kind: "leave" }).catch(() => {}); // the tab had no script
  }));
}

/** Notifies every tab of its consent state after a change of the settings. */
export async function tellAll() {
  await Promise.all((await chrome.tabs.query({})).map(async (tab) => tellTab({ ...tab, url: await shown(tab.url) })));
}

/** @param {chrome.tabs.Tab} tab */
export async function tellTab(tab) {
  const { id } = tab;
  if (id === undefined) return;
  const allowed = await mayRecord(tab);
  const tell = (/** @type {{frameId?: number}} */ to) => sendTo(id, { to: "content", kind: "consent", allowed }, to);
  // A page that was open before the installation has no script, except in frames
  // loaded later. Their scripts ask for consent themselves; a closed page (a PDF)
  // never gets a script.
  const main = allowed ? tell({ frameId: MAIN }).catch(() => inject(id)) : undefined;
  await Promise.all([main, tell({}).catch(() => {})]);
}
