// What a tab asks the network for while an agent acts in it: a page that waits
// for an answer hasn't reacted yet. Only that something is under way is noted,
// not what; nobody listens when nobody acts.

/** What a page's reaction may hang on. Pictures and pings it doesn't. */
const TYPES = /** @type {const} */ (["main_frame", "sub_frame", "script", "stylesheet", "xmlhttprequest"]);

/** What takes longer is a poll or a stream, or so slow that the page says that it waits. */
const LONG_MS = 1500;

/** A watch that nobody ends is over after this: the companion may have died. */
const WATCH_MS = 60_000;

/**
 * @typedef {object} Traffic
 * @property {Map<string, number>} underWay since when, by request
 * @property {() => void} wake called when one has ended
 * @property {() => void} end
 */

/** @typedef {{requestId: string}} Request what the events tell that matters here */
/** @typedef {{addListener: (f: (r: Request) => void, filter: object) => void, removeListener: (f: (r: Request) => void) => void}} RequestEvent */

/** @type {Map<number, Traffic>} by tab */
const watched = new Map();

/** @param {number} tabId */
export function watchTraffic(tabId) {
  endTraffic(tabId);
  const { onBeforeRequest, onCompleted, onErrorOccurred } = /** @type {Record<string, RequestEvent>} */ (/** @type {unknown} */ (chrome.webRequest));
  const filter = { urls: ["<all_urls>"], tabId, types: [...TYPES] };
  /** @type {Traffic} */
  const traffic = { underWay: new Map(), wake: () => {}, end: () => {} };
  /** @param {Request} request */
  const begin = ({ requestId }) => {
    traffic.underWay.set(requestId, Date.now());
  };
  /** @param {Request} request */
  const over = ({ requestId }) => {
    if (traffic.underWay.delete(requestId)) traffic.wake();
  };
  onBeforeRequest.addListener(begin, filter);
  onCompleted.addListener(over, filter);
  onErrorOccurred.addListener(over, filter);
  const timer = setTimeout(() => traffic.end(), WATCH_MS);
  traffic.end = () => {
    clearTimeout(timer);
    onBeforeRequest.removeListener(begin);
    onCompleted.removeListener(over);
    onErrorOccurred.removeListener(over);
    traffic.underWay.clear();
    traffic.wake();
    if (watched.get(tabId) === traffic) watched.delete(tabId);
  };
  watched.set(tabId, traffic);
}

/** @param {number} tabId */
export function endTraffic(tabId) {
  watched.get(tabId)?.end();
}

/**
 * Waits until nothing is under way that began since the watch did.
 * @param {number} tabId
 * @param {number} ms at most
 * @returns {Promise<boolean>} whether there was something to wait for
 */
export async function awaitTraffic(tabId, ms) {
  const traffic = watched.get(tabId);
  const end = Date.now() + ms;
  let waited = false;
  for (;;) {
    const now = Date.now();
    const young = [...(traffic?.underWay.values() ?? [])].map((began) => began + LONG_MS - now).filter((left) => left > 0);
    if (!traffic || !young.length || now >= end) return waited;
    waited = true;
    await /** @type {Promise<void>} */ (new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(end - now, ...young));
      traffic.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }));
  }
}
