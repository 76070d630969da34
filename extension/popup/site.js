// Whether this tab's site is remembered, and the switches for it.

import { siteOf } from "../lib/pages.js";
import { allows, decideSite, readSettings, setPaused } from "../lib/settings.js";
import { peekSession } from "../worker/sessions.js";
import { byId } from "../lib/dom.js";

/** @param {chrome.tabs.Tab | undefined} tab */
export function watchSite(tab) {
  byId("site-toggle").addEventListener("change", (event) => {
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    void decideSite(tab?.url ?? "", checked);
  });
  byId("pause").addEventListener("click", async () => {
    const { paused } = await readSettings();
    await setPaused(!paused);
  });
}

/** @param {chrome.tabs.Tab | undefined} tab */
export async function showSite(tab) {
  const settings = await readSettings();
  const site = siteOf(tab?.url);
  const agents = tab && site ? (await peekSession(tab))?.ambient === undefined && !!(await peekSession(tab)) : false;
  const allowed = allows({ ...settings, paused: false, mode: agents ? "all" : settings.mode }, tab?.url);
  const toggle = /** @type {HTMLInputElement} */ (byId("site-toggle"));
  toggle.checked = allowed;
  toggle.disabled = !site;
  byId("site-name").textContent = site || "This page";
  byId("site-state").textContent = stateOf({ site, paused: settings.paused, allowed, agents });
  const pause = byId("pause");
  pause.setAttribute("aria-pressed", String(settings.paused));
  pause.textContent = settings.paused ? "Paused – resume" : "Pause everywhere";
}

/**
 * @param {{site: string, paused: boolean, allowed: boolean, agents: boolean}} state
 * @returns {string}
 */
export function stateOf({ site, paused, allowed, agents }) {
  if (!site) return "Pages of the browser, files and private windows are never remembered.";
  if (paused) return "Paused everywhere: nothing is recorded.";
  if (!allowed) return "Not remembered. Switch on to keep what you do here.";
  if (agents) return "Remembering, as part of an agent's session.";
  return "Remembering what is done here, on this computer only.";
}
