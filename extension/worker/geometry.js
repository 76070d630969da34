// Converts a point of a frame to its tab. A content script converts it up to the
// highest frame of its origin (content/locate.js). Beyond that, the frame's script has no
// access, and the parent's script cannot tell its frames apart by address. But a
// frame knows its index among its parent's frames, and the parent knows which
// element holds the frame of that index. Frames in shadow trees have no
// index: there size and address are used.

/** @import {Frame} from "./frames.js" */
import { MAIN } from "./frames.js";

/** @typedef {{x: number, y: number}} Point */

/**
 * @param {number} tabId
 * @param {Frame[]} frames of the tab
 * @param {number} frameId
 * @param {Point} point in pixels of the outermost frame that the script of
 *   frameId reaches
 * @returns {Promise<Point | null>} in pixels of the tab's viewport; null if unknown
 */
export async function pointInTab(tabId, frames, frameId, point) {
  const byId = new Map(frames.map((f) => [f.frameId, f]));
  let frame = byId.get(frameId);
  let at = point;
  while (frame && frame.frameId !== MAIN) {
    const standing = await run(tabId, frame.frameId, standingOf, []);
    if (!standing) return null;
    for (let n = 0; n < standing.levels; n++) frame = frame && byId.get(frame.parentFrameId);
    if (!frame || frame.frameId === MAIN) break;
    const up = await run(tabId, frame.parentFrameId, throughChild, [standing, at]);
    if (!up) return null;
    at = up;
    frame = byId.get(frame.parentFrameId);
  }
  return frame ? at : null;
}

/**
 * @template T
 * @template {any[]} A
 * @param {number} tabId
 * @param {number} frameId
 * @param {(...args: A) => T} func runs in the frame, so it must not use other parts of this file
 * @param {A} args
 * @returns {Promise<T | undefined>}
 */
async function run(tabId, frameId, func, args) {
  const target = { tabId, frameIds: [frameId] };
  const results = await chrome.scripting.executeScript({ target, func, args, injectImmediately: true }).catch(() => []);
  return /** @type {T | undefined} */ (results[0]?.result);
}

/**
 * Position of the outermost frame that this frame's script can access.
 * @typedef {object} Standing
 * @property {number} levels number of frames up to it
 * @property {number} index its index among its parent's frames, -1 for none
 * @property {number} width of its viewport
 * @property {number} height
 * @property {string} url
 */

/** Runs in the frame. @returns {Standing} */
function standingOf() {
  /** @type {Window} */
  let outer = window;
  let levels = 0;
  for (;;) {
    let owner = null;
    try {
      owner = outer.frameElement;
    } catch {
      // The parent is of another origin.
    }
    if (!owner) break;
    outer = outer.parent;
    levels++;
  }
  let index = outer.parent.length - 1;
  while (index >= 0 && /** @type {any} */ (outer.parent)[index] !== outer) index--;
  return { levels, index, width: outer.innerWidth, height: outer.innerHeight, url: outer.location.href };
}

/**
 * Runs in the parent.
 * @param {Standing} child
 * @param {Point} point in pixels of the child
 * @returns {Point | null} in pixels of the parent
 */
function throughChild(child, point) {
  /** @type {HTMLElement[]} */
  const owners = [];
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    owners.push(.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("iframe, frame, object, embed")));
    if (child.index >= 0) break;
    for (const element of root.querySelectorAll("*")) {
      const inside = element instanceof HTMLElement && chrome.dom.openOrClosedShadowRoot(element);
      if (inside) roots.push(/** @type {ShadowRoot} */ (inside));
    }
  }
  const view = child.index < 0 ? null : /** @type {any} */ (window)[child.index];
  const pad = (/** @type {HTMLElement} */ e) => {
    const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(e);
    const [left, top, right, bottom] = [paddingLeft, paddingTop, paddingRight, paddingBottom].map(Number.parseFloat);
    return { left, top, across: left + right, down: top + bottom };
  };
  const sized = (/** @type {HTMLElement} */ e) => e.getRootNode() !== document
    && Math.abs(e.clientWidth - pad(e).across - child.width) <= 1 && Math.abs(e.clientHeight - pad(e).down - child.height) <= 1;
  let fit = owners.filter((e) => (view ? /** @type {HTMLIFrameElement} */ (e).contentWindow === view : sized(e)));
  if (fit.length > 1) fit = fit.filter((e) => /** @type {HTMLIFrameElement} */ (e).src === child.url);
  if (fit.length !== 1) return null;
  const box = fit[0].getBoundingClientRect();
  return {
    x: box.x + (fit[0].clientLeft + pad(fit[0]).left + point.x) * (box.width / fit[0].offsetWidth || 1),
    y: box.y + (fit[0].clientTop + pad(fit[0]).top + point.y) * (box.height / fit[0].offsetHeight || 1),
  };
}
