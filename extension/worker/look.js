// Observes a whole tab: it merges the observations of all frames.

/** @import {Observation, Page, RuntimeReply, Seek} from "../wire" */
/** @import {Frame} from "./frames.js" */
import { emptyObservation, merge, outlines, stamp, within } from "../lib/looks.js";
import { isUnfelt } from "./aims.js";
import { MAIN, askFrame, askMain, framesOf, tabOf } from "./frames.js";
import { route } from "./locate.js";
import { OPAQUE, originsOf } from "./origins.js";
import { isLoading } from "./traffic.js";

/** Bounds a fresh observation. */
const LOOK_MS = 5000;

/** Bounds the wait for subframes: a fast answer is worth more than their content. */
const SUBFRAME_MS = 800;

/** Bounds the same wait for a cached observation. */
const CACHED_MS = 200;

/** Bounds the search in a very large page; the content script stops earlier. */
const SEEK_MS = 9000;

/** Duration of a search from which the page is not scrolled through as well. */
const REVEAL_AFTER_MS = 3000;

/**
 * @typedef {object} LookOptions
 * @property {boolean} [cached] use the cached observation of the content scripts, from
 *   before the current change
 * @property {{frameId: number, observation: Observation}} [instead] the observation that
 *   one frame has already sent
 * @property {boolean} [lane] make the frames open lanes to the offscreen
 *   document: an agent works here, and will observe again
 * @property {boolean} [outline] the texts of the page are wanted as well
 */

/** @param {number} tabId @param {LookOptions} [options] @returns {Promise<Page>} */
export async function look(tabId, { cached = false, instead, lane = false, outline = false } = {}) {
  const tab = await tabOf(tabId);
  if (!tab.url || tab.url === "about:blank") return { tabId, observation: emptyObservation(tab.url) };
  const message = { kind: /** @type {const} */ ("observe"), cached, lane, outline };
  /** @type {(frameId: number) => Promise<RuntimeReply>} */
  const ask = async (frameId) => {
    if (instead?.frameId === frameId) return { page: { tabId, observation: instead.observation } };
    return askMain(tabId, () => message, LOOK_MS);
  };
  /** @type {(frame: Frame) => Promise<RuntimeReply>} */
  const askSub = async ({ frameId, documentId }) => (instead?.frameId === frameId ? ask(frameId) : askFrame(tabId, frameId, message, documentId));
  const [main, frames] = await Promise.all([ask(MAIN), framesOf(tabId)]);
  const subs = frames.filter((f) => f.frameId !== MAIN);
  const [origins, ...replies] = await Promise.all([originsOf(tabId, subs), ...subs.map((f) => within(cached ? CACHED_MS : SUBFRAME_MS, askSub(f)))]);
  const mainUrl = frames[0]?.frameId === MAIN ? frames[0].url : (tab.url ?? "");
  const parts = subs.map((frame, i) => framed(frame, origins, replies[i]));
  const observation = merge(stamp(main.page?.observation ?? emptyObservation(mainUrl), mainUrl), parts);
  const whole = outlines(main.page?.outline, parts, observation.state.origin);
  const elapsedMs = [main, ...replies].reduce((sum, r) => sum + (r?.page?.elapsedMs ?? 0), 0);
  const documents = frames.flatMap(({ frameId, documentId }) => (documentId ? [{ frameId, documentId }] : []));
  const heard = [main, ...replies].flatMap((r) => r?.page?.heard ?? []);
  return { tabId, observation, ...whole, elapsedMs, documents, heard, ...((main.page?.loading || isLoading(tabId)) && { loading: true }), ...aim([main, ...replies]), ...(isUnfelt(tabId, frames) && { unfelt: true }), ...asked([main, ...replies]) };
}

/**
 * @param {Frame} frame
 * @param {Map<number, string>} origins by frame
 * @param {RuntimeReply | undefined} reply
 * @returns {import("../lib/looks.js").Framed}
 */
function framed({ frameId, url }, origins, reply) {
  return { frameId, url, origin: origins.get(frameId) ?? OPAQUE, seen: reply?.page?.observation, outline: reply?.page?.outline };
}

/**
 * @param {(RuntimeReply | undefined)[]} replies of the frames
 * @returns {{hit?: boolean, astray?: string, unwritten?: boolean, lost?: boolean, held?: string}} where Cairn's press went; a person's press in another frame does not count
 */
function aim(replies) {
  const hit = replies.find((r) => r?.page?.hit)?.page;
  if (hit) return { hit: true, ...(hit.unwritten && { unwritten: true }), ...(hit.lost && { lost: true }), ...(hit.held !== undefined && { held: hit.held }) };
  const astray = replies.find((r) => r?.page?.astray)?.page?.astray;
  if (astray) return { astray };
  return replies.some((r) => r?.page?.lost) ? { lost: true } : {};
}

/**
 * @param {(RuntimeReply | undefined)[]} replies of the frames
 * @returns {{files?: boolean}} whether one of them asked for a file
 */
function asked(replies) {
  return replies.some((r) => r?.page?.files) ? { files: true } : {};
}

/**
 * Searches for a part of the tab, in its frame or in all frames.
 * @param {number} tabId
 * @param {Seek} seek
 * @returns {Promise<Page>}
 */
export async function lookFor(tabId, seek) {
  const began = Date.now();
  const page = await ask(tabId, { ...seek, reveal: false });
  const found = page.observation.a11y.nodes.length + page.observation.testIds.length + (page.outline?.items.length ?? 0) > 0;
  return found || !seek.reveal || !seek.find || Date.now() - began > REVEAL_AFTER_MS ? page : ask(tabId, seek);
}

/** @param {number} tabId @param {Seek} seek @returns {Promise<Page>} */
async function ask(tabId, { find, from, within: around, reveal }) {
  const tab = await tabOf(tabId);
  const { frameId, target } = route({ a11yRef: from ?? around });
  const message = { kind: /** @type {const} */ ("observe"), seek: { find, ...(from ? { from: target.a11yRef } : { within: target.a11yRef }), reveal } };
  const only = from || around ? (frameId ?? MAIN) : undefined;
  const subs = only === MAIN ? [] : (await framesOf(tabId)).filter((f) => f.frameId !== MAIN && (only === undefined || f.frameId === only));
  const [origins, main, ...replies] = await Promise.all([
    originsOf(tabId, subs),
    only === undefined || only === MAIN ? askMain(tabId, () => message, SEEK_MS) : undefined,
    ...subs.map((f) => within(SEEK_MS, askFrame(tabId, f.frameId, message, f.documentId))),
  ]);
  const url = tab.url ?? "";
  const parts = subs.map((frame, i) => framed(frame, origins, replies[i]));
  const observation = merge(stamp(main?.page?.observation ?? emptyObservation(url), url), parts);
  const beside = [main, ...replies].flatMap((r) => r?.page?.beside ?? []);
  return { tabId, observation, ...outlines(main?.page?.outline, parts, observation.state.origin), ...(beside.length > 0 && { beside }) };
}
