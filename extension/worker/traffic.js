// Watches a tab's requests while an agent acts in it: a page that waits for an
// answer hasn't reacted yet. It notes only that a request is pending, and failed
// ones; it does not listen while no agent acts.

/** What a page's reaction may hang on. Pictures and pings it doesn't. */
const TYPES = /** @type {const} */ (["main_frame", "sub_frame", "script", "stylesheet", "xmlhttprequest"]);

/** What takes longer is a poll or a stream, or so slow that the page says that it waits. */
const LONG_MS = 1500;

/** A watch lasts this long after it was last asked for: what one action has set off may still load when the next comes. */
const WATCH_MS = 60_000;

/** What takes longer than this is a poll or a stream: a page that has one is not loading. */
const LOADING_MS = 8000;

/** FAILURES_MAX bounds the failed requests that one action names; above it their number is given. */
const FAILURES_MAX = 5;

/** No fault of a server's or a network's: the page itself, or something that the person has installed, ended the request. */
const ENDED = new Set(["net::ERR_ABORTED", "net::ERR_BLOCKED_BY_CLIENT"]);

/**
 * @typedef {object} Traffic
 * @property {number} since when the action under way began; Infinity while there is none
 * @property {Map<string, number>} underWay since when, by request
 * @property {import("../wire").Failure[]} failures of the action under way, the first few
 * @property {number} failed how many there are
 * @property {() => void} wake called when one has ended
 * @property {() => void} end
 * @property {ReturnType<typeof setTimeout>} [timer] that ends it
 */

/** @typedef {{requestId: string, method: string, url: string, statusCode?: number, error?: string}} Request what the events tell that matters here */
/** @typedef {{addListener: (f: (r: Request) => void, filter: object) => void, removeListener: (f: (r: Request) => void) => void}} RequestEvent */

/** @type {Map<number, Traffic>} by tab */
const watched = new Map();

/** @param {number} tabId */
export function watchTraffic(tabId) {
  const known = watched.get(tabId);
  const traffic = known ?? listen(tabId);
  traffic.since = Date.now();
  traffic.failures = [];
  traffic.failed = 0;
  clearTimeout(traffic.timer);
  traffic.timer = setTimeout(traffic.end, WATCH_MS);
}

/** @param {number} tabId @returns {Traffic} */
function listen(tabId) {
  const { onBeforeRequest, onCompleted, onErrorOccurred } = /** @type {Record<string, RequestEvent>} */ (/** @type {unknown} */ (chrome.webRequest));
  const filter = { urls: ["<all_urls>"], tabId, types: [...TYPES] };
  /** @type {Traffic} */
  const traffic = { since: 0, underWay: new Map(), failures: [], failed: 0, wake: () => {}, end: () => {}, timer: undefined };
  /** @param {Request} request */
  const begin = ({ requestId }) => {
    traffic.underWay.set(requestId, Date.now());
  };
  /** @param {Request} request */
  const over = (request) => {
    noteFailure(traffic, request);
    if (traffic.underWay.delete(request.requestId)) traffic.wake();
  };
  onBeforeRequest.addListener(begin, filter);
  onCompleted.addListener(over, filter);
  onErrorOccurred.addListener(over, filter);
  traffic.end = () => {
    onBeforeRequest.removeListener(begin);
    onCompleted.removeListener(over);
    onErrorOccurred.removeListener(over);
    traffic.underWay.clear();
    traffic.wake();
    watched.delete(tabId);
  };
  watched.set(tabId, traffic);
  return traffic;
}

/**
 * @param {Traffic} traffic
 * @param {Request} request that is over
 */
function noteFailure(traffic, { method, url, statusCode = 0, error }) {
  if (traffic.since === Infinity || (statusCode < 400 && (!error || ENDED.has(error)))) return;
  traffic.failed++;
  if (traffic.failures.length >= FAILURES_MAX) return;
  const { origin, pathname } = new URL(url);
  traffic.failures.push({ method, url: origin + pathname, ...(statusCode >= 400 ? { status: statusCode } : { fault: error }) });
}

/**
 * @param {number} tabId
 * @returns {{failed?: number, failures?: import("../wire").Failure[]}} what has failed since the action under way began
 */
export function failuresOf(tabId) {
  const { failed = 0, failures = [] } = watched.get(tabId) ?? {};
  return failed ? { failed, failures } : {};
}

/** @param {number} tabId where no action is under way any more */
export function endTraffic(tabId) {
  const traffic = watched.get(tabId);
  if (!traffic) return;
  traffic.since = Infinity;
  traffic.wake();
}

/** @param {number} tabId @returns {boolean} whether the page waits for an answer that may change it */
export function isLoading(tabId) {
  const young = Date.now() - LOADING_MS;
  return [...(watched.get(tabId)?.underWay.values() ?? [])].some((began) => began > young);
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
    const own = [...(traffic?.underWay.values() ?? [])].filter((began) => began >= (traffic?.since ?? 0));
    const young = own.map((began) => began + LONG_MS - now).filter((left) => left > 0);
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
