// Watches a tab's requests while an agent acts in it: a page that waits for a
// response has not reacted yet. It notes only pending and failed requests, and does
// not listen while no agent acts.
//
// Polls and streams never end, so a page does not wait for them. Their signs are a
// body that takes long, requests that repeat while no agent acts, and requests that are
// pending when the next action begins. Requests to another site than the page's are
// mostly pings and advertisements: the wait for them is short.

import { MAIN } from "./frames.js";
import { say } from "./keeper.js";

/** Lists the request types that a page's reaction may depend on: images and pings are not among them. */
const TYPES = /** @type {const} */ (["main_frame", "sub_frame", "script", "stylesheet", "xmlhttprequest"]);

/** Bounds the wait for requests that are probably not the page's wait for its server. */
const SHORT_MS = 1500;

/** Duration from which a request counts as a poll or a stream in any case. */
const LONG_MS = 10_000;

/** Bounds a watch after its last use: requests of one action may still load when the next action begins. */
const WATCH_MS = 60_000;

/** Minimum gap between a request and its repetition: two of these, without an action, make it a poll. */
const REPEAT_MS = 500;

/** Delay before a waiting page is reported, and interval of checks until it no longer waits. */
const SAY_MS = 120;

/** Bounds the wait for a document that has arrived to replace the page: a short one does so after its response. */
const COMMIT_MS = 1000;

/** Bounds the remembered addresses of polls. */
const POLLS_MAX = 200;

/** FAILURES_MAX bounds the failed requests listed for one action; beyond it only their number is reported. */
const FAILURES_MAX = 5;

/** Errors that are not a server's or a network's: the page, or a program that the person installed, ended the request. */
const ENDED = new Set(["net::ERR_ABORTED", "net::ERR_BLOCKED_BY_CLIENT"]);

/**
 * @typedef {object} UnderWay a request
 * @property {number} began
 * @property {number} limit bounds the wait for it
 * @property {string} address without a query
 * @property {boolean} replaces whether its document will replace the page
 * @property {boolean} [ended] whether that document has arrived
 */

/**
 * @typedef {object} Traffic
 * @property {number} since when the current action began; Infinity if there is none
 * @property {number} acted when the last action began
 * @property {Map<string, UnderWay>} underWay by request
 * @property {Map<string, {ended: number, again: number}>} ended requests that ended since then, by address
 * @property {import("../wire").Failure[]} failures of the current action, the first few
 * @property {number} failed total number of failures
 * @property {boolean} unloaded whether the page that the action asked for could not be loaded
 * @property {boolean} said whether the page was last reported as waiting
 * @property {() => void} wake called when one has ended
 * @property {() => void} end
 * @property {ReturnType<typeof setTimeout>} [timer] ends the watch
 * @property {ReturnType<typeof setTimeout>} [saying] runs until the next report on whether it waits
 */

/** @typedef {{requestId: string, method: string, url: string, type: string, initiator?: string, statusCode?: number, error?: string, responseHeaders?: {name: string, value?: string}[]}} Request the used fields of the events */
/** @typedef {{addListener: (f: (r: Request) => void, filter: object, extra?: string[]) => void, removeListener: (f: (r: Request) => void) => void}} RequestEvent */

/** @typedef {(navigation: {tabId: number, frameId: number}) => void} OnNavigation */
/** @typedef {{addListener: (f: OnNavigation) => void, removeListener: (f: OnNavigation) => void}} NavigationEvent */

/** @type {Map<number, Traffic>} by tab */
const watched = new Map();

/** Addresses that respond late by design. @type {Set<string>} */
const polls = new Set();

/** @param {number} tabId where an action begins */
export function watchTraffic(tabId) {
  const traffic = keepWatch(tabId);
  const now = Date.now();
  for (const { began, address } of traffic.underWay.values()) if (now - began > SHORT_MS) notePoll(address);
  traffic.since = traffic.acted = now;
  traffic.ended.clear();
  traffic.failures = [];
  traffic.failed = 0;
  traffic.unloaded = false;
}

/** @param {number} tabId where an agent works @returns {Traffic} */
export function keepWatch(tabId) {
  const traffic = watched.get(tabId) ?? listen(tabId);
  clearTimeout(traffic.timer);
  traffic.timer = setTimeout(traffic.end, WATCH_MS);
  return traffic;
}

/** @param {number} tabId @returns {Traffic} */
function listen(tabId) {
  const { onBeforeRequest, onResponseStarted, onCompleted, onErrorOccurred } = /** @type {Record<string, RequestEvent>} */ (/** @type {unknown} */ (chrome.webRequest));
  const { onCommitted, onErrorOccurred: onAborted } = /** @type {Record<string, NavigationEvent>} */ (/** @type {unknown} */ (chrome.webNavigation));
  const filter = { urls: ["<all_urls>"], tabId, types: [...TYPES] };
  /** @type {Traffic} */
  const traffic = { since: Infinity, acted: 0, underWay: new Map(), ended: new Map(), failures: [], failed: 0, unloaded: false, said: false, wake: () => {}, end: () => {} };
  /** @param {Request} request */
  const begin = (request) => {
    const address = addressOf(request.url);
    const now = Date.now();
    const before = traffic.ended.get(address);
    if (before && now - before.ended > REPEAT_MS && ++before.again >= 2) notePoll(address);
    const own = request.type === "main_frame" || siteOf(request.url) === siteOf(request.initiator ?? request.url);
    traffic.underWay.set(request.requestId, { began: now, limit: own && !polls.has(address) ? LONG_MS : SHORT_MS, address, replaces: request.type === "main_frame" });
    traffic.saying ??= setTimeout(tell, SAY_MS);
  };
  /** @param {Request} request whose response begins: a document is parsed as it arrives; other responses are nearly complete, or they are streams */
  const started = ({ requestId, responseHeaders }) => {
    const request = traffic.underWay.get(requestId);
    if (!request) return;
    const type = responseHeaders?.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
    request.limit = type.startsWith("text/event-stream") ? 0 : Math.min(request.limit, Date.now() - request.began + SHORT_MS);
    traffic.wake();
  };
  /** @param {Request} request */
  const over = (request) => {
    noteFailure(traffic, request);
    const known = traffic.underWay.get(request.requestId);
    if (!known) return;
    const now = Date.now();
    if (known.replaces && !request.error) Object.assign(known, { ended: true, limit: now - known.began + COMMIT_MS });
    else traffic.underWay.delete(request.requestId);
    traffic.ended.set(known.address, { ended: now, again: traffic.ended.get(known.address)?.again ?? 0 });
    traffic.wake();
  };
  /** @type {OnNavigation} called when one replaced the page, or ended without a page, as a download does */
  const replaced = (navigation) => {
    if (navigation.tabId !== tabId || navigation.frameId !== MAIN) return;
    for (const [id, request] of traffic.underWay) {
      if (request.replaces && request.ended) traffic.underWay.delete(id);
      request.replaces = false;
    }
    traffic.wake();
  };
  const tell = () => {
    const waits = leftOf(traffic, traffic.acted).length > 0;
    if (waits !== traffic.said) say({ kind: "waiting", waiting: { tabId, waits } });
    traffic.said = waits;
    traffic.saying = waits ? setTimeout(tell, SAY_MS) : undefined;
  };
  onBeforeRequest.addListener(begin, filter);
  onResponseStarted.addListener(started, filter, ["responseHeaders"]);
  onCompleted.addListener(over, filter);
  onErrorOccurred.addListener(over, filter);
  onCommitted.addListener(replaced);
  onAborted.addListener(replaced);
  traffic.end = () => {
    onBeforeRequest.removeListener(begin);
    onResponseStarted.removeListener(started);
    onCompleted.removeListener(over);
    onErrorOccurred.removeListener(over);
    onCommitted.removeListener(replaced);
    onAborted.removeListener(replaced);
    traffic.underWay.clear();
    traffic.wake();
    watched.delete(tabId);
  };
  watched.set(tabId, traffic);
  return traffic;
}

/** @param {string} url @returns {string} without the parts that differ between requests */
function addressOf(url) {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** @param {string} url @returns {string} the part that hosts of one owner usually share; it joins too many hosts rather than too few */
function siteOf(url) {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: url };
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}

/** @param {string} address */
function notePoll(address) {
  if (polls.size >= POLLS_MAX) polls.clear();
  polls.add(address);
}

/** @param {Traffic} traffic @param {Request} request that has ended */
function noteFailure(traffic, { method, url, type, statusCode = 0, error }) {
  if (traffic.since === Infinity || (statusCode < 400 && (!error || ENDED.has(error)))) return;
  traffic.failed++;
  if (type === "main_frame" && error) traffic.unloaded = true;
  if (traffic.failures.length >= FAILURES_MAX) return;
  traffic.failures.push({ method, url: addressOf(url), ...(statusCode >= 400 ? { status: statusCode } : { fault: error }) });
}

/**
 * @param {number} tabId
 * @returns {{failed?: number, failures?: import("../wire").Failure[]}} the failures since the current action began
 */
export function failuresOf(tabId) {
  const { failed = 0, failures = [] } = watched.get(tabId) ?? {};
  return failed ? { failed, failures } : {};
}

/** @param {number} tabId @returns {boolean} whether the page that the current action asked for could not be loaded */
export function isUnloaded(tabId) {
  return watched.get(tabId)?.unloaded ?? false;
}

/** Waits for a document also where its request has not begun or is over. @param {number} tabId whose page is about to go */
export function expectDocument(tabId) {
  watched.get(tabId)?.underWay.set("expected", { began: Date.now(), limit: COMMIT_MS, address: "", replaces: true, ended: true });
}

/** @param {number} tabId where no action runs any more */
export function endTraffic(tabId) {
  const traffic = watched.get(tabId);
  if (!traffic) return;
  traffic.since = Infinity;
  traffic.wake();
}

/**
 * @param {number} tabId
 * @returns {boolean} whether the page waits for a response that may change it: to a request since the last action began
 */
export function isLoading(tabId) {
  const traffic = watched.get(tabId);
  return !!traffic && leftOf(traffic, traffic.acted).length > 0;
}

/**
 * @param {Traffic} traffic
 * @param {number} since
 * @returns {number[]} remaining wait for each request that began since then
 */
function leftOf({ underWay }, since) {
  const now = Date.now();
  const left = [];
  for (const { began, limit, address } of underWay.values()) {
    if (now - began >= LONG_MS) notePoll(address);
    if (began >= since && began + limit > now) left.push(began + limit - now);
  }
  return left;
}

/**
 * Waits until no request of the current action is pending.
 * @param {number} tabId
 * @param {number} ms at most
 * @returns {Promise<boolean>} whether there was something to wait for
 */
export async function awaitTraffic(tabId, ms) {
  const traffic = watched.get(tabId);
  const end = Date.now() + ms;
  let waited = false;
  for (;;) {
    const left = traffic ? leftOf(traffic, traffic.since) : [];
    if (!traffic || !left.length || Date.now() >= end) return waited;
    waited = true;
    await /** @type {Promise<void>} */ (new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(end - Date.now(), ...left));
      traffic.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }));
  }
}
