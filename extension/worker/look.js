// A look at a whole tab: every frame's observation, merged into one.

/** @import {Observation, Page, RuntimeReply} from "../wire" */
import { emptyObservation, merge, stamp, within } from "../lib/looks.js";
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
 * @property {boolean} [lane] have the frames open lanes to the offscreen
 *   document: an agent works here, and it will look again
 */

/**
 * @param {number} tabId
 * @param {LookOptions} [options]
 * @returns {Promise<Page>}
 */
export async function look(tabId, { cached = false, instead, lane = false } = {}) {
  const tab = await tabOf(tabId);
  if (!tab.url || tab.url === "about:blank") return { tabId, observation: emptyObservation(tab.url) };
  const message = { kind: /** @type {const} */ ("observe"), cached, lane };
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
    subs.map((frame, i) => ({ frameId: frame.frameId, seen: replies[i]?.page?.observation })),
  );
  const elapsedMs = [main, ...replies].reduce((sum, r) => sum + (r?.page?.elapsedMs ?? 0), 0);
  const documents = frames.flatMap(({ frameId, documentId }) => (documentId ? [{ frameId, documentId }] : []));
  const heard = [main, ...replies].flatMap((r) => r?.page?.heard ?? []);
  return { tabId, observation, elapsedMs, documents, heard };
}
