// What the person has decided: pause everywhere, all sites or chosen ones, and
// single sites. Kept in chrome.storage.local, read by the worker (which
// enforces it) and written by the popup.

import { originsOf, requestAccess, returnAccess } from "./access.js";
import { siteOf } from "./pages.js";

/**
 * @typedef {object} Settings
 * @property {boolean} paused nothing is recorded anywhere
 * @property {"all" | "chosen"} mode what holds for a site that nobody decided on
 * @property {Record<string, boolean>} sites decisions by site (host and port)
 */

/** The keys in chrome.storage.local. */
export const SETTING_KEYS = ["paused", "mode", "sites"];

/**
 * @param {Record<string, unknown>} stored what chrome.storage.local gave
 * @param {boolean} managed whether a program drives this browser: then everything
 *   in it is work that is meant to be remembered
 * @returns {Settings}
 */
export function settingsFrom(stored, managed) {
  const { paused, mode, sites } = stored;
  return {
    paused: paused === true,
    mode: mode === "all" || mode === "chosen" ? mode : managed ? "all" : "chosen",
    sites: sites && typeof sites === "object" ? /** @type {Record<string, boolean>} */ (sites) : {},
  };
}

/** @returns {Promise<Settings>} */
export async function readSettings() {
  const [stored, managed] = await Promise.all([chrome.storage.local.get(SETTING_KEYS), isManaged()]);
  return settingsFrom(stored, managed);
}

/**
 * @param {Settings} settings
 * @param {string | undefined} url of the tab
 * @param {string} [frameUrl] of the frame, when it is another site than the tab
 * @returns {boolean} whether what happens there is recorded
 */
export function allows(settings, url, frameUrl) {
  const site = siteOf(url);
  if (settings.paused || !site) return false;
  const frameSite = frameUrl ? siteOf(frameUrl) : site;
  if (frameSite && decision(settings, frameSite) === false) return false;
  return decision(settings, site) ?? settings.mode === "all";
}

/**
 * @param {Settings} settings
 * @param {string} site
 * @returns {boolean | undefined}
 */
function decision(settings, site) {
  return Object.hasOwn(settings.sites, site) ? settings.sites[site] === true : undefined;
}

/**
 * @param {string} url of a tab of the site
 * @param {boolean | undefined} allowed undefined leaves it to the mode
 */
export async function decideSite(url, allowed) {
  const site = siteOf(url);
  if (!site) return;
  const { [site]: _, ...others } = (await readSettings()).sites;
  await chrome.storage.local.set({ sites: allowed === undefined ? others : { ...others, [site]: allowed } });
}

/**
 * Has a site remembered from now on, and asks Chrome for access to it. To be
 * called at once in answer to a click. Chrome's question may close the popup
 * that it was asked from: the decision is kept before it is answered.
 * @param {string} url
 * @returns {Promise<boolean>} false where Chrome was told no; then nothing is decided
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

/**
 * Has a site remembered no more, and gives access to it back.
 * @param {string} url
 */
export async function forbidSite(url) {
  await decideSite(url, false);
  await returnAccess(originsOf(url));
}

/** @param {boolean} paused */
export async function setPaused(paused) {
  await chrome.storage.local.set({ paused });
}

/** @type {Promise<boolean> | null} */
let managed = null;

/** @returns {Promise<boolean>} whether pairing.json says that a program drives this browser */
export function isManaged() {
  managed ??= readPairingFile().then((p) => p?.managed === true);
  return managed;
}

/**
 * @typedef {object} PairingFile
 * @property {string} key 64 hex digits
 * @property {number} [port] where the companion was last
 * @property {number[]} [ports] where else it may be
 * @property {boolean} [managed]
 * @property {boolean} [own] the companion started this browser
 */

/** Whether pairing.json was found to be absent: it comes with the extension, never later. */
let absent = false;

/** @returns {Promise<PairingFile | null>} pairing.json, null where there is none */
export async function readPairingFile() {
  if (absent) return null;
  try {
    const response = await fetch(chrome.runtime.getURL("pairing.json"), { cache: "no-store" });
    return await response.json();
  } catch {
    // An extension that was not written by `cairn extension` has none; fetch
    // has no other way to say so.
    absent = true;
    return null;
  }
}
