// Where a frame of another origin lies in its tab. Its own script can't know,
// nor can its parent's tell its frames apart by address. But a frame knows its
// number among its parent's frames, and the parent knows which element holds
// the frame of that number. Frames of one origin are measured by the content
// script itself (content/locate.js).

/** @import {Frame} from "./frames.js" */
import { originOf } from "../lib/looks.js";
import { MAIN } from "./frames.js";

/**
 * @param {number} tabId
 * @param {Frame[]} frames of the tab
 * @param {number} frameId
 * @returns {Promise<{x: number, y: number} | null>} what to add to a point that
 *   is given in pixels of the outermost frame of frameId's origin that encloses
 *   it without a break; null where it can't be told (a frame in a shadow tree)
 */
export async function offsetOf(tabId, frames, frameId) {
  const byId = new Map(frames.map((f) => [f.frameId, f]));
  let frame = outermostOfOrigin(byId, byId.get(frameId));
  const offset = { x: 0, y: 0 };
  while (frame && frame.frameId !== MAIN) {
    const index = await run(tabId, frame.frameId, indexInParent, []);
    if (typeof index !== "number" || index < 0) return null;
    const corner = await run(tabId, frame.parentFrameId, cornerOfChild, [index]);
    if (!corner) return null;
    offset.x += corner.x;
    offset.y += corner.y;
    frame = byId.get(frame.parentFrameId);
  }
  return frame ? offset : null;
}

/**
 * @param {Map<number, Frame>} byId
 * @param {Frame | undefined} frame
 */
function outermostOfOrigin(byId, frame) {
  for (let at = frame; at; ) {
    const parent = byId.get(at.parentFrameId);
    // A frame without an address of its own has its parent's origin.
    if (!parent || (!at.url.startsWith("about:") && originOf(parent.url) !== originOf(at.url))) return at;
    at = parent;
  }
  return undefined;
}

/**
 * @template T
 * @template {any[]} A
 * @param {number} tabId
 * @param {number} frameId
 * @param {(...args: A) => T} func runs in the frame, so it may use nothing of this file
 * @param {A} args
 * @returns {Promise<T | undefined>}
 */
async function run(tabId, frameId, func, args) {
  const target = { tabId, frameIds: [frameId] };
  const results = await chrome.scripting.executeScript({ target, func, args, injectImmediately: true }).catch(() => []);
  return /** @type {T | undefined} */ (results[0]?.result);
}

/** Runs in the frame. */
function indexInParent() {
  for (let i = 0; i < parent.length; i++) {
    if (/** @type {any} */ (parent)[i] === window) return i;
  }
  return -1;
}

/**
 * Runs in the parent.
 * @param {number} index
 */
function cornerOfChild(index) {
  const child = /** @type {any} */ (window)[index];
  for (const element of document.querySelectorAll("iframe, frame, object, embed")) {
    if (/** @type {HTMLIFrameElement} */ (element).contentWindow !== child) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return {
      x: box.x + element.clientLeft + Number.parseFloat(style.paddingLeft),
      y: box.y + element.clientTop + Number.parseFloat(style.paddingTop),
    };
  }
  return null;
}
