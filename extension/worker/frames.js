// Sends messages to a tab's content scripts: one per frame. Frames appear and disappear
// meanwhile, so three errors are distinguished: the tab is gone, the document
// was replaced, or no script can run there.

/** @import {Fault, RuntimeMessage, RuntimeReply} from "../wire" */
import { FaultError } from "../lib/fault.js";
import { reaches } from "../lib/access.js";
import { siteOf, webPage } from "../lib/pages.js";
import { shown } from "../lib/loaded.js";
import { contentScripts } from "./scripts.js";
import { linkOf, sendTo } from "./devtools.js";

/** The main frame's id in every tab. */
export const MAIN = 0;

/**
 * @typedef {object} Frame
 * @property {number} frameId
 * @property {number} parentFrameId
 * @property {string} url as the browser knows it
 * @property {string} [documentId]
 */

/** Reports why a frame did not answer. */
export class NoAnswer extends Error {
  /**
   * @param {"absent" | "replaced"} why absent: no script listens; replaced: the
   *   document closed before it answered
   * @param {string} message
   */
  constructor(why, message) {
    super(message);
    this.name = "NoAnswer";
    this.why = why;
  }
}

/** An error that a frame returned instead of its answer. */
export class FrameFault extends FaultError {
  /**
   * @param {Fault} fault
   * @param {number} [calmMs] time since the frame last changed after loading
   * @param {boolean} [sizeless] whether the element found has no size
   */
  constructor({ code, message, hint }, calmMs = 0, sizeless = false) {
    super(code, message, hint);
    this.calmMs = calmMs;
    this.sizeless = sizeless;
  }
}

/** @param {number} tabId @returns {Promise<chrome.tabs.Tab>} with its address in Cairn's form */
export async function tabOf(tabId) {
  try {
    const tab = await chrome.tabs.get(tabId);
    return { ...tab, url: await shown(tab.url), pendingUrl: await shown(tab.pendingUrl) };
  } catch {
    throw pageGone(tabId);
  }
}

/** @param {number} tabId */
export function pageGone(tabId) {
  return new FaultError("MM_PAGE_GONE", `tab ${tabId} is not there any more`,
    "It was closed. Open the page again with mm_navigate or mm_launch, then describe the screen.");
}

/** @param {chrome.tabs.Tab} tab @returns {boolean} whether the process of its page has ended */
export function isCrashed(tab) {
  return tab.status === "unloaded" && !!webPage(tab.url);
}

/** @param {number} tabId */
export function pageCrashed(tabId) {
  return new FaultError("MM_PAGE_CRASHED", `the page in tab ${tabId} has crashed`,
    "mm_navigate to its address reloads it; typed text and open dialogs there are lost.");
}

/** @param {string | undefined} url */
export function pageDenied(url) {
  return new FaultError("MM_PAGE_NOT_ALLOWED", `no extension can look into ${url || "this page"}`,
    "Browser pages, files and Chrome's own store are closed to extensions. Navigate to an http or https page.");
}

/** @param {string} url */
function pageWithheld(url) {
  return new FaultError("MM_PAGE_NOT_ALLOWED", `the browser gives Cairn no access to ${siteOf(url)}`,
    "The person at the browser can give it: in Cairn's popup on that page, or for all sites on its welcome page. A browser that Cairn starts has it from the start.");
}

/**
 * @param {number} tabId
 * @returns {Promise<Frame[]>} the main frame first; frames with an error page or in
 *   the back/forward cache are omitted
 */
export async function framesOf(tabId) {
  const link = await linkOf(tabId).catch(() => undefined);
  if (link) {
    await link.begun();
    return link.frames();
  }
  const all = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  return all
    .filter((f) => !f.errorOccurred && (f.documentLifecycle ?? "active") === "active")
    .sort((a, b) => Number(a.frameId !== MAIN) - Number(b.frameId !== MAIN));
}

/**
 * @param {number} tabId
 * @param {number} frameId
 * @param {Omit<RuntimeMessage, "to">} message
 * @param {string} [documentId] only this document of the frame may answer
 * @returns {Promise<RuntimeReply>} a reply without error, unless it has a
 *   located too: then the error limits its validity
 * @throws {FaultError | NoAnswer}
 */
export async function askFrame(tabId, frameId, message, documentId) {
  let reply;
  try {
    reply = /** @type {RuntimeReply | undefined} */ (await sendTo(tabId, { ...message, to: "content" }, documentId ? { documentId } : { frameId }));
  } catch (err) {
    const text = String(err);
    throw new NoAnswer(/receiving end|no frame|no tab/i.test(text) ? "absent" : "replaced", text);
  }
  if (!reply) throw new NoAnswer("absent", "the content script did not understand");
  if (reply.error && !reply.located) throw new FrameFault(reply.error, reply.calmMs, reply.sizeless);
  return reply;
}

/** Waits between attempts while a new document begins, in ms. */
const AGAIN_AFTER = 60;

/** Bounds the wait for a page without a script to get one. */
const ABSENT_MS = 2500;

/** Time after which a script is injected: a new document gets its script sooner by itself. */
const INJECT_AFTER = 400;

/**
 * Asks the main frame, through replaced documents and late scripts, until it
 * answers or the timeout expires.
 * @param {number} tabId
 * @param {(msLeft: number) => Omit<RuntimeMessage, "to">} message built for each attempt
 * @param {number} timeoutMs
 * @returns {Promise<RuntimeReply>}
 */
export async function askMain(tabId, message, timeoutMs) {
  const end = Date.now() + timeoutMs;
  const began = Date.now();
  const absentEnd = began + Math.min(timeoutMs, ABSENT_MS);
  let injected = false;
  for (;;) {
    try {
      return await askFrame(tabId, MAIN, message(Math.max(1, end - Date.now())));
    } catch (err) {
      if (!(err instanceof NoAnswer)) throw err;
      await requireReachable(tabId);
      const failed = err.why === "absent" ? await failedLoad(tabId) : null;
      if (failed) throw failed;
      const limit = err.why === "absent" ? absentEnd : end;
      if (Date.now() >= limit) throw await silence(tabId);
      if (err.why === "absent" && !injected && Date.now() - began >= INJECT_AFTER) {
        injected = true;
        await inject(tabId);
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    }
  }
}

/** @param {number} tabId */
async function requireReachable(tabId) {
  const tab = await tabOf(tabId);
  if (isCrashed(tab)) throw pageCrashed(tabId);
  const url = tab.pendingUrl || tab.url || "";
  if (tab.incognito || !webPage(url)) throw pageDenied(tab.url);
  if (!(await reaches(url))) {
    // Chrome shows the request beside the address bar, if it can.
    await chrome.permissions.addHostAccessRequest?.({ tabId }).catch(() => {});
    throw pageWithheld(url);
  }
}

/** Holds why the last load of a tab's page failed, in the browser's words. @type {Map<number, string>} by tab */
const failures = new Map();

/** @param {{tabId: number, frameId: number, error: string}} details of a failed load; an aborted one was replaced by another */
export function noteFailure({ tabId, frameId, error }) {
  if (frameId === MAIN && error !== "net::ERR_ABORTED") failures.set(tabId, error);
}

/** @param {{tabId: number, frameId: number}} details of a load that succeeded */
export function forgetFailure({ tabId, frameId }) {
  if (frameId === MAIN) failures.delete(tabId);
}

/** @param {number} tabId @returns {Promise<FaultError | null>} why the tab shows the browser's error page, null if it does not */
async function failedLoad(tabId) {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId: MAIN });
  if (!frame?.errorOccurred) return null;
  const why = failures.get(tabId);
  return new FaultError("MM_NAVIGATION_FAILED", `the tab shows the browser's error page: ${frame.url || "its address"} could not be loaded${why ? ` (${why})` : ""}`,
    "Check that the server runs and the address is right, then mm_navigate there again, or to the page before.");
}

/**
 * Waits for the browser's error page after a failed load, and throws why it failed. Until that page
 * is there, the page before it still answers.
 * @param {number} tabId
 */
export async function awaitErrorPage(tabId) {
  for (const end = Date.now() + ABSENT_MS; Date.now() < end; ) {
    const failed = await failedLoad(tabId);
    if (failed) throw failed;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

/** @param {number} tabId @returns {Promise<FaultError>} why the main frame does not answer */
async function silence(tabId) {
  const failed = await failedLoad(tabId);
  if (failed) return failed;
  return new FaultError("MM_PAGE_GONE", "the page does not answer",
    "It may be busy or show a dialog of the browser. Wait a moment and describe the screen again, or navigate again.");
}

/**
 * Injects the content scripts into a page that was open before the extension was
 * installed. If that is not allowed, the page stays silent and silence() names the reason.
 * @param {number} tabId
 */
export async function inject(tabId) {
  const files = await contentScripts();
  await chrome.scripting.executeScript({ target: { tabId, allFrames: true }, files, injectImmediately: true }).catch(() => {});
}
