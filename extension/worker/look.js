// A look at a whole tab: every frame's observation, merged into one. Elements
// of subframes get refs of the form f<frameId>e<n>.

/** @import {Observation, Page, RuntimeReply} from "../wire" */
/** @import {Frame} from "./frames.js" */
import { MAIN, askFrame, askMain, framesOf, tabOf } from "./frames.js";

/** How long a fresh look may take. */
const LOOK_MS = 5000;

/** How long subframes are waited for: what they show is worth less than an answer. */
const SUBFRAME_MS = 800;

/** The same for a look that they need only hand over. */
const CACHED_MS = 200;

/**
 * @typedef {object} LookOptions
 * @property {boolean} [cached] take the look that the content scripts have, as
 *   it was before what is happening now
 * @property {{frameId: number, observation: Observation}} [instead] what one
 *   frame has said by itself and isn't asked for again
 */

/**
 * @param {number} tabId
 * @param {LookOptions} [options]
 * @returns {Promise<Page>}
 */
export async function look(tabId, { cached = false, instead } = {}) {
  const tab = await tabOf(tabId);
  if (!tab.url || tab.url === "about:blank") return { tabId, observation: emptyObservation(tab.url) };
  const message = { kind: /** @type {const} */ ("observe"), cached };
  /** @type {(frameId: number) => Promise<RuntimeReply>} */
  const ask = async (frameId) => {
    if (instead?.frameId === frameId) return { page: { tabId, observation: instead.observation } };
    return frameId === MAIN ? askMain(tabId, () => message, LOOK_MS) : askFrame(tabId, frameId, message);
  };
  const [main, frames] = await Promise.all([ask(MAIN), framesOf(tabId)]);
  const subs = frames.filter((f) => f.frameId !== MAIN);
  const replies = await Promise.all(subs.map((f) => within(cached ? CACHED_MS : SUBFRAME_MS, ask(f.frameId))));
  const mainUrl = frames[0]?.frameId === MAIN ? frames[0].url : (tab.url ?? "");
  const observation = merge(
    stamp(main.page?.observation ?? emptyObservation(mainUrl), mainUrl),
    subs.map((frame, i) => ({ frame, reply: replies[i] })),
  );
  const elapsedMs = [main, ...replies].reduce((sum, r) => sum + (r?.page?.elapsedMs ?? 0), 0);
  return { tabId, observation, elapsedMs };
}

/**
 * @param {Observation} main
 * @param {{frame: Frame, reply: RuntimeReply | undefined}[]} subs
 * @returns {Observation}
 */
export function merge(main, subs) {
  const out = { ...main, testIds: [...main.testIds], a11y: { nodes: [...main.a11y.nodes] } };
  for (const { frame, reply } of subs) {
    const seen = reply?.page?.observation;
    if (!seen) continue;
    out.testIds.push(...(seen.testIds ?? []));
    out.a11y.nodes.push(...(seen.a11y?.nodes ?? []).map((node) => ({ ...node, ref: `f${frame.frameId}${node.ref}` })));
    if (seen.truncated) out.truncated = true;
    if (seen.sanitized) out.sanitized = true;
  }
  return out;
}

/**
 * Says where an observation comes from by what the browser knows. The page's
 * own claim of its address counts only within its own origin.
 * @param {Observation} seen
 * @param {string} url of the frame, from the browser
 * @returns {Observation}
 */
export function stamp(seen, url) {
  const origin = originOf(url);
  const claimed = seen.state?.currentUrl ?? "";
  const currentUrl = !origin ? `${url.split(":")[0]}:` : originOf(claimed) === origin ? claimed : `${origin}/`;
  return {
    ...seen,
    testIds: Array.isArray(seen.testIds) ? seen.testIds : [],
    a11y: { nodes: Array.isArray(seen.a11y?.nodes) ? seen.a11y.nodes : [] },
    state: { ...seen.state, currentUrl, currentScreen: "", ...(origin ? { origin } : {}) },
  };
}

/**
 * @param {string} [url]
 * @returns {Observation}
 */
export function emptyObservation(url = "about:blank") {
  return { state: { currentUrl: url, currentScreen: "" }, testIds: [], a11y: { nodes: [] } };
}

/**
 * @param {string} url
 * @returns {string} "" where there is none
 */
export function originOf(url) {
  try {
    const { origin } = new URL(url);
    return origin === "null" ? "" : origin;
  } catch {
    return "";
  }
}

/**
 * @template T
 * @param {number} ms
 * @param {Promise<T>} work
 * @returns {Promise<T | undefined>} undefined when it failed or took longer
 */
export function within(ms, work) {
  const late = new Promise((resolve) => setTimeout(resolve, ms));
  return Promise.race([work.catch(() => undefined), late.then(() => undefined)]);
}
