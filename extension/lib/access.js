// Manages Chrome's site permissions. A click of the person requests single sites or all
// of them; the person can remove access at any time, here or at chrome://extensions. A
// copy that was written for a browser which a program drives has all sites from the
// start (extension/access.go).

import { webPage } from "./pages.js";
import { tested } from "./loaded.js";

/** Match patterns for "all sites" in permission requests and for the content scripts. */
export const EVERYWHERE = ["http://*/*", "https://*/*"];

/** @returns {Promise<boolean>} */
export const reachesAll = () => chrome.permissions.contains({ origins: EVERYWHERE });

/** @param {string | undefined} url @returns {Promise<boolean>} whether the extension has access to that page */
export async function reaches(url) {
  const page = webPage(url);
  if (page?.protocol === "extension:") return (await tested()).some(({ name }) => name === page.host);
  return !!page && chrome.permissions.contains({ origins: [`${page.protocol}//${page.hostname}/*`] });
}

/**
 * Requests access from Chrome, which asks the person unless it has been granted before. Call
 * it at once in answer to a click: Chrome ignores other calls.
 * @param {string[]} origins
 * @returns {Promise<boolean>} whether access is granted now
 */
export const requestAccess = (origins) => chrome.permissions.request({ origins });

/**
 * Removes access. Permissions that the copy had from the start stay.
 * @param {string[]} origins
 * @returns {Promise<boolean>}
 */
export const returnAccess = (origins) => chrome.permissions.remove({ origins }).catch(() => false);

/**
 * Returns the match patterns for a site in the form of Chrome's dialog: by its host, for
 * any port, and for http as well as https, because one often redirects to the other.
 * @param {string | undefined} url
 * @returns {string[]} empty for a page that is never observed
 */
export function originsOf(url) {
  const page = webPage(url);
  return page && page.protocol !== "extension:" ? [`http://${page.hostname}/*`, `https://${page.hostname}/*`] : [];
}
