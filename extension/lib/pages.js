// Determines by address which pages Cairn may observe.

/** Lists the hosts where Chrome lets no extension run. @type {ReadonlySet<string>} */
const CLOSED_HOSTS = new Set(["chromewebstore.google.com", "chrome.google.com"]);

/**
 * @param {string | undefined} url
 * @returns {URL | null} of a page that can be remembered, else null: chrome:,
 *   file:, data: and devtools: pages and Chrome's own store never are
 */
export function webPage(url) {
  if (!url) return null;
  const parsed = parse(url);
  // Only pages of extensions under test have an extension: address (lib/loaded.js).
  if (!parsed || !["http:", "https:", "extension:"].includes(parsed.protocol) || !parsed.host) return null;
  return CLOSED_HOSTS.has(parsed.hostname) ? null : parsed;
}

/** @param {string} url @returns {URL | null} */
function parse(url) {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

/**
 * @param {string | undefined} url
 * @returns {string} the unit of consent: the host with its port, "" for
 *   a page that cannot be recorded
 */
export function siteOf(url) {
  return webPage(url)?.host ?? "";
}
