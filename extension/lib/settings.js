// Stores the person's settings: pause everywhere, all sites or chosen ones, and
// single sites. They are in chrome.storage.local, read by the worker (which
// enforces them) and written by the popup.

/** @import {Keep, Keeping} from "../wire" */
import { originsOf, requestAccess, returnAccess } from "./access.js";
import { siteOf } from "./pages.js";
import { firstPairingFile, isManaged } from "./pairing.js";

/**
 * @typedef {object} Settings
 * @property {boolean} paused nothing is recorded anywhere
 * @property {"all" | "chosen"} mode applies to a site without a decision
 * @property {Record<string, boolean>} sites decisions by site (host and port)
 * @property {Keep} keep which names steps hold in clear, on a site without a separate mode
 * @property {Record<string, Keep>} keepSites modes of single sites
 */

/** The keys in chrome.storage.local. */
const SETTING_KEYS = ["paused", "mode", "sites", "keep", "keepSites"];

/**
 * @param {Record<string, unknown>} stored from chrome.storage.local
 * @param {boolean} managed whether a program drives this browser: then all its
 *   work is meant to be recorded
 * @param {Keep} [keep] from pairing.json
 * @returns {Settings}
 */
export function settingsFrom(stored, managed, keep = managed ? "full" : "needed") {
  const { paused, mode, sites, keep: chosen, keepSites } = stored;
  return {
    paused: paused === true,
    mode: mode === "all" || mode === "chosen" ? mode : managed ? "all" : "chosen",
    sites: sites && typeof sites === "object" ? /** @type {Record<string, boolean>} */ (sites) : {},
    keep: isKeep(chosen) ? chosen : keep,
    keepSites: keepSites && typeof keepSites === "object" ? Object.fromEntries(Object.entries(keepSites).filter(([, mode]) => isKeep(mode))) : {},
  };
}

/** @param {unknown} mode @returns {mode is Keep} */
function isKeep(mode) {
  return mode === "full" || mode === "needed";
}

/** @returns {Promise<Settings>} */
export async function readSettings() {
  const [stored, file] = await Promise.all([chrome.storage.local.get(SETTING_KEYS), firstPairingFile()]);
  return settingsFrom(stored, file?.managed === true, isKeep(file?.keep) ? file.keep : undefined);
}

/**
 * @param {Settings} settings
 * @param {(string | undefined)[]} urls of all pages that a step mentions
 * @returns {Keep} the strictest of their modes (wire.Keeping.Of does the same)
 */
export function keepOf(settings, ...urls) {
  const sites = urls.map(siteOf).filter(Boolean);
  const modes = sites.map((site) => (Object.hasOwn(settings.keepSites, site) ? settings.keepSites[site] : settings.keep));
  return (modes.length ? modes : [settings.keep]).every((mode) => mode === "full") ? "full" : "needed";
}

/** @param {Keep} keep for every site without a separate mode */
export async function setKeep(keep) {
  await chrome.storage.local.set({ keep });
}

/**
 * @param {string} url of a tab of the site
 * @param {Keep} keep if it equals the general mode, the site's separate mode is removed
 */
export async function decideKeep(url, keep) {
  const site = siteOf(url);
  if (!site) return;
  const settings = await readSettings();
  const { [site]: _, ...others } = settings.keepSites;
  await chrome.storage.local.set({ keepSites: keep === settings.keep ? others : { ...others, [site]: keep } });
}

/** @returns {Promise<Keeping>} in the form for the companion */
export async function readKeeping() {
  const { keep, keepSites } = await readSettings();
  return { mode: keep, sites: keepSites };
}

/**
 * @param {Settings} settings
 * @param {string | undefined} url of the tab
 * @param {string} [frameUrl] of the frame, if its site differs from the tab's
 * @returns {boolean} whether actions there are recorded
 */
export function allows(settings, url, frameUrl) {
  const site = siteOf(url);
  if (settings.paused || !site) return false;
  const frameSite = frameUrl ? siteOf(frameUrl) : site;
  if (frameSite && decision(settings, frameSite) === false) return false;
  return decision(settings, site) ?? settings.mode === "all";
}

/** @param {Settings} settings @param {string} site @returns {boolean | undefined} */
function decision(settings, site) {
  return Object.hasOwn(settings.sites, site) ? settings.sites[site] === true : undefined;
}

/** @param {string} url of a tab of the site @param {boolean | undefined} allowed undefined applies the general mode */
async function decideSite(url, allowed) {
  const site = siteOf(url);
  if (!site) return;
  const { [site]: _, ...others } = (await readSettings()).sites;
  await chrome.storage.local.set({ sites: allowed === undefined ? others : { ...others, [site]: allowed } });
}

/**
 * Records a site from now on, and requests access to it from Chrome. Call it at once
 * in answer to a click. Chrome's dialog may close the popup that requested it, so
 * the decision is stored before the answer.
 * @param {string} url
 * @returns {Promise<boolean>} false if the person refused Chrome's request; then no decision is stored
 */
export async function allowSite(url) {
  const asked = requestAccess(originsOf(url));
  const site = siteOf(url);
  const before = decision(await readSettings(), site);
  await decideSite(url, true);
  if (await asked) return true;
  await decideSite(url, before);
  return false;
}

/** Stops recording a site, and removes access to it. @param {string} url */
export async function forbidSite(url) {
  await decideSite(url, false);
  await returnAccess(originsOf(url));
}

/** @param {boolean} paused */
export async function setPaused(paused) {
  await chrome.storage.local.set({ paused });
}

/** The key in chrome.storage.local of whether a small window shows the actions of agents. */
const WINDOW = "watchWindow";

/** @returns {Promise<boolean>} by default not in a browser that a program drives: no person may be there */
export async function hasWatchWindow() {
  const { [WINDOW]: chosen } = await chrome.storage.local.get(WINDOW);
  return typeof chosen === "boolean" ? chosen : !(await isManaged());
}

/** @param {boolean} on */
export const setWatchWindow = (on) => chrome.storage.local.set({ [WINDOW]: on });
