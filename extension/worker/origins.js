// Finds the origin of the document in a frame. Its address is no evidence:
// about:blank and srcdoc inherit their parent's origin, and a sandboxed frame has
// none whatever its address. The browser states the origin of a message's sender,
// so each content script sends one as it starts, and again when a restarted worker
// asks. A document that sends nothing counts as opaque: it shares its origin with
// no other.

/** @import {Frame} from "./frames.js" */
import { originOf, within } from "../lib/looks.js";
import { MAIN, askFrame } from "./frames.js";

/** The browser's name of an opaque origin. */
export const OPAQUE = "null";

/** Bounds the remembered documents; others are asked again. */
const KNOWN_MAX = 2000;

/** Bounds the wait for a frame's message. */
const SPEAK_MS = 300;

/** @type {Map<string, string>} document id → origin */
const known = new Map();

/** @param {chrome.runtime.MessageSender} sender of any message from a content script */
export function noteOrigin({ documentId, origin }) {
  if (!documentId || !origin) return;
  known.set(documentId, origin);
  if (known.size > KNOWN_MAX) known.delete(/** @type {string} */ (known.keys().next().value));
}

/** @param {chrome.runtime.MessageSender} sender @returns {string} its document's origin, OPAQUE for none */
export function originOfDocument(sender) {
  return sender.origin ?? (originOf(sender.url ?? "") || OPAQUE);
}

/**
 * @param {number} tabId
 * @param {Frame[]} frames of the tab
 * @returns {Promise<Map<number, string>>} the origin of each frame, OPAQUE if it has none or does not answer
 */
export async function originsOf(tabId, frames) {
  const origins = await Promise.all(frames.map((frame) => originOfFrame(tabId, frame)));
  return new Map(frames.map(({ frameId }, i) => [frameId, origins[i]]));
}

/** @param {number} tabId @param {Frame} frame @returns {Promise<string>} */
async function originOfFrame(tabId, { frameId, documentId, url }) {
  // A page is identified by its address, because that is the one a person sees.
  if (frameId === MAIN) return originOf(url) || OPAQUE;
  if (!documentId) return OPAQUE;
  if (!known.has(documentId)) await within(SPEAK_MS, askFrame(tabId, frameId, { kind: "origin" }, documentId));
  return known.get(documentId) ?? OPAQUE;
}
