// Shows whether this tab's site is recorded, and the switches for it.

import { reaches } from "../lib/access.js";
import { siteOf } from "../lib/pages.js";
import { allowSite, allows, decideKeep, forbidSite, hasWatchWindow, keepOf, readSettings, setPaused, setWatchWindow } from "../lib/settings.js";
import { KEEPS } from "../lib/words.js";
import { endAmbient, peekSession } from "../worker/sessions.js";
import { byId } from "../lib/dom.js";

/** @param {chrome.tabs.Tab | undefined} tab */
export function watchSite(tab) {
  byId("site-toggle").addEventListener("change", (event) => {
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    // After success or failure, the switch shows the real state.
    void (checked ? allowSite : forbidSite)(tab?.url ?? "").finally(() => showSite(tab));
  });
  const keep = /** @type {HTMLSelectElement} */ (byId("site-keep"));
  keep.append(...Object.entries(KEEPS).map(([mode, { short }]) => new Option(short, mode)));
  keep.addEventListener("change", () => void decideKeep(tab?.url ?? "", /** @type {import("../wire").Keep} */ (keep.value)));
  byId("task-begin").addEventListener("click", async () => {
    const session = tab && (await peekSession(tab));
    if (session?.ambient) await endAmbient(session.sessionId);
    byId("task-note").textContent = "Begun. Do the task in this tab, then open it below and save it as a flow.";
  });
  byId("window-toggle").addEventListener("change", (event) => void setWatchWindow(/** @type {HTMLInputElement} */ (event.target).checked));
  byId("pause").addEventListener("click", async () => {
    const { paused } = await readSettings();
    await setPaused(!paused);
  });
}

/** @param {chrome.tabs.Tab | undefined} tab */
export async function showSite(tab) {
  const [settings, reached] = await Promise.all([readSettings(), reaches(tab?.url)]);
  const site = siteOf(tab?.url);
  const agents = tab && site ? (await peekSession(tab))?.ambient === undefined && !!(await peekSession(tab)) : false;
  const allowed = reached && allows({ ...settings, paused: false, mode: agents ? "all" : settings.mode }, tab?.url);
  const toggle = /** @type {HTMLInputElement} */ (byId("site-toggle"));
  toggle.checked = allowed;
  toggle.disabled = !site;
  byId("site-name").textContent = site || "This page";
  byId("site-state").textContent = stateOf({ site, paused: settings.paused, reached, allowed, agents, mode: settings.mode });
  byId("site-keep-row").hidden = !allowed;
  byId("task-row").hidden = !allowed || settings.paused || agents;
  byId("task-note").textContent ||= "Record a task apart from what you did before.";
  const keep = /** @type {HTMLSelectElement} */ (byId("site-keep"));
  keep.value = keepOf(settings, tab?.url);
  keep.title = KEEPS[keepOf(settings, tab?.url)].means;
  /** @type {HTMLInputElement} */ (byId("window-toggle")).checked = await hasWatchWindow();
  const pause = byId("pause");
  pause.setAttribute("aria-pressed", String(settings.paused));
  pause.textContent = settings.paused ? "Paused – resume" : "Pause everywhere";
}

/**
 * @param {{site: string, paused: boolean, reached: boolean, allowed: boolean, agents: boolean, mode: "all" | "chosen"}} state
 * @returns {string}
 */
export function stateOf({ site, paused, reached, allowed, agents, mode }) {
  if (!site) return "Pages of the browser, files and private windows are never remembered.";
  if (paused) return "Paused everywhere: nothing is recorded.";
  if (!reached && (agents || mode === "all")) return "Your browser gives Cairn no access to this site. Switch on to give it.";
  if (!allowed) return "Not remembered. Switch on to keep what you do here.";
  if (agents) return "Remembering, as part of an agent's session.";
  return "Remembering what is done here, on this computer only.";
}
