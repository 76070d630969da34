// What Chrome lets the extension reach. Sites are asked for one by one, or all
// of them, by the person's click; what was given can be taken back at any time,
// here or at chrome://extensions. A copy that was written for a browser which a
// program drives has all from the start (extension/access.go).

import { webPage } from "./pages.js";
import { tested } from "./loaded.js";

/** What "all sites" asks for, and the content scripts match. */
export const EVERYWHERE = ["http://*/*", "https://*/*"];

/** @returns {Promise<boolean>} */
export const reachesAll = () => chrome.permissions.contains({ origins: EVERYWHERE });

/**
 * @param {string | undefined} url
 * @returns {Promise<boolean>} whether the extension may look at that page at all
 */
export async function reaches(url) {
  const page = webPage(url);
  if (page?.protocol === "extension:") return (await tested()).some(({ name }) => name === page.host);
  return !!page && chrome.permissions.contains({ origins: [`${page.protocol}//${page.hostname}/*`] });
}

/**
 * Asks Chrome, which asks the person unless it has been given already. To be
 * called at once in answer to a click: Chrome listens to nothing else.
 * @param {string[]} origins
 * @returns {Promise<boolean>} whether it is given now
 */
export const requestAccess = (origins) => chrome.permissions.request({ origins });

/**
 * Gives access back. What the copy has from the start stays.
 * @param {string[]} origins
 * @returns {Promise<boolean>}
 */
export const returnAccess = (origins) => chrome.permissions.remove({ origins }).catch(() => false);

/**
 * A site is asked for as Chrome's dialog names it: by its host, whatever its
 * port, and with http as with https, for the one leads to the other.
 * @param {string | undefined} url
 * @returns {string[]} none for a page that is never looked at
 */
export function originsOf(url) {
  const page = webPage(url);
  return page && page.protocol !== "extension:" ? [`http://${page.hostname}/*`, `https://${page.hostname}/*`] : [];
}
