// Highlights an element on the page for the panel: a box drawn over it, in the
// top document, that takes no input and is invisible to assistive technology.

/** @import {RuntimeMessage, RuntimeReply} from "../wire" */
import { locate } from "./locate.js";

/** The tab with a highlight; one at a time. @type {number | undefined} */
let marked;

/** @param {RuntimeMessage} message without a locate it removes the highlight @returns {Promise<RuntimeReply>} */
export async function highlight({ locate: request }) {
  if (!request) {
    if (marked !== undefined) await run(marked, erase, []);
    marked = undefined;
    return {};
  }
  const { tabId } = request;
  let located = await locate({ ...request, for: "see" });
  marked = tabId;
  if (!(await run(tabId, draw, [located.x, located.y]))) {
    // It is outside the viewport: locating for a click scrolls to it.
    located = await locate({ ...request, for: "click" });
    await run(tabId, draw, [located.x, located.y]);
  }
  return { located };
}

/**
 * @param {number} tabId
 * @param {(...args: number[]) => boolean} func
 * @param {number[]} args
 * @returns {Promise<boolean>}
 */
async function run(tabId, func, args) {
  const [answer] = await chrome.scripting.executeScript({ target: { tabId }, func, args }).catch(() => []);
  return answer?.result === true;
}

/**
 * Runs in the page. It draws a box around the element whose middle is the point,
 * if there is one; within frames it draws a ring around the point.
 * @param {number} x
 * @param {number} y
 * @returns {boolean} whether the point is visible
 */
function draw(x, y) {
  const ID = "cairn-mark";
  document.getElementById(ID)?.remove();
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const RING = 14;
  const boxes = document.elementsFromPoint(x, y).map((e) => e.getBoundingClientRect());
  const box = boxes.find((b) => Math.abs(b.x + b.width / 2 - x) < 2 && Math.abs(b.y + b.height / 2 - y) < 2) ?? new DOMRect(x - RING, y - RING, 2 * RING, 2 * RING);
  const mark = document.createElement("div");
  mark.id = ID;
  mark.setAttribute("aria-hidden", "true");
  mark.style.cssText = `all:initial;position:fixed;z-index:2147483647;pointer-events:none;box-sizing:border-box;border:2px solid #d9772b;background:#d9772b33;border-radius:4px;
    left:${box.x - 3}px;top:${box.y - 3}px;width:${box.width + 6}px;height:${box.height + 6}px`;
  document.documentElement.append(mark);
  // The panel may close without a message.
  setTimeout(() => mark.remove(), 10_000);
  return true;
}

/** Runs in the page. */
function erase() {
  document.getElementById("cairn-mark")?.remove();
  return true;
}
